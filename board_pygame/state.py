"""The state of the window as one value, and the next one after each event.

``State.after`` handles news of the host and the adviser, and the user's intents. It returns the
next state and the effects that the window must carry out; it starts no game, opens no dialog and
writes no file itself. Tested without a screen.
"""

from __future__ import annotations

from dataclasses import field, replace
from pathlib import Path
from typing import TypeGuard, assert_never, cast, get_args

from board_core import Color, IllegalMove, Move, MovePlayed, PerColor, Rules, say
from board_core.fast_dataclass import dataclass
from board_core.frontend.adviser import AdviserNews, AnalysisNews
from board_core.frontend.settings import BoardsShown, Settings, choice_for, remember, with_choice
from board_core.game import AmbiguousMove
from board_core.game.geometry import Style
from board_core.game.view import View
from board_core.match.player_spec import PlayerKind
from board_core.record import MAIN_LINE, DrawnShape

from . import analysis as analysing
from . import playing, records, tutor
from .analysis import Analysis
from .board.hand import (
    Ambiguous,
    MoveChosen,
    MoveRefused,
    Premoved,
    ShapeDrawn,
    WantsLive,
    WantsMenu,
)
from .board.scene import lettering
from .editing import Editing, editing_of
from .effects import (
    CopyText,
    DialogAction,
    DialogEffect,
    Effects,
    GameAction,
    GameStep,
    KeepSettings,
    OfferTour,
    OpenFolder,
    OpenLoadAI,
    OpenMoves,
    OpenQuestion,
    PauseGame,
    ReadFile,
    ScreenAction,
    StopLines,
    TryStart,
)
from .failure import report_of
from .game_state import GameState, new_game_state
from .games import built_in
from .host import News
from .intents import (
    TO_NEWEST_PLY,
    AnalyseFreely,
    AnalysisIntent,
    AskFirst,
    BeginAction,
    BeginIntent,
    ChangeSettings,
    ChosenMove,
    Confirmed,
    DropFile,
    Edit,
    EditorAction,
    EditorIntent,
    ExplainSeat,
    GoToPly,
    HideWindow,
    IgnoreTurn,
    Intent,
    LeaveIntent,
    LeftGame,
    LinesAction,
    LoadProgram,
    LookAction,
    LookIntent,
    MoveIntent,
    OfferGame,
    PasteText,
    PlayAction,
    PlayIntent,
    PlayText,
    PlayWish,
    RecordAction,
    RecordIntent,
    RecordText,
    RecordWritten,
    ReleaseAI,
    RequestRefused,
    SeatAction,
    SeatAI,
    SeatIntent,
    SetMode,
    SetPace,
    SetPosition,
    ShowLine,
    ShowStart,
    ShowTour,
    StepPlies,
    StepTour,
    StudyAction,
    StudyIntent,
    TestOwnAI,
    TestSeat,
    TryProgram,
    UsePosition,
)
from .language import _
from .news_effects import after_news
from .phases import GameRunning, Mode, SeatState
from .records import drawn, on_branch, reason_not_to_write
from .study import Study
from .wish import Frame, Way, Wish, level_of, level_spec, level_text


@dataclass(frozen=True, slots=True)
class Parked:
    """A game that is paused or has ended, while it is analysed on the free board."""

    game: GameState


@dataclass(frozen=True, slots=True)
class State:
    """Everything the window shows at one moment."""

    game: GameState
    settings: Settings = field(default_factory=Settings)
    wish: Wish = field(default_factory=lambda: Wish(PerColor(None, 0)))  # the last one
    given: tuple[str, ...] = ()  # moves with which the newest game began
    study: Study = field(default_factory=Study)
    flipped: bool = False
    unturned: bool = False  # whether the board was flipped before the practice turned it
    evaluates: bool = False  # the opponent's evaluation was asked for in this game
    projecting: bool = False
    menu_pauses: bool = False  # a person's game waits until the menu is closed
    frame: Frame = Frame.GAME
    behind: Frame = Frame.GAME  # the one to which the first screen goes back
    way: Way = Way.PLAY  # the way that the first screen opens: the last one used
    analysis: Analysis = field(default_factory=Analysis)
    editing: Editing | None = None  # the position in the editor
    unseen: bool = False  # the window is hidden or minimised
    parked: Parked | None = None
    explored: tuple[View, GameState] | None = None  # a finished game, and its analysis as left

    def after(self, said: AnyNews | Intent) -> Step:
        """Return the state after this, and the effects to carry out."""
        state, effects = self._after(said)
        state = state._without_lost_puzzle()
        analyses = Frame.ANALYSIS in (self.frame, state.frame)
        if analyses or state.analysis.asked is not None:
            state, asked = state._analysed(self)
            effects = (*effects, *asked)
        return state, effects

    def _analysed(self, before: State) -> Step:
        """Let an engine think about what is on the board now."""
        here, was_here = (one.frame is Frame.ANALYSIS for one in (self, before))
        asked, effects = analysing.with_current_question(
            self.analysis, self.game, seen=here and not self.unseen
        )
        if was_here and not here:
            asked, effects = Analysis(asked.lines, asked.engine), (StopLines(ended=True),)
        if asked is self.analysis:
            return self, effects
        return replace(self, analysis=asked), effects

    def _after(self, said: AnyNews | Intent) -> Step:
        if isinstance(said, News) and self.parked is not None:
            game, effects = after_news(self.parked.game, said)
            return replace(self, parked=replace(self.parked, game=game)), effects
        if isinstance(said, News):
            game, effects = after_news(self.game, said)
            game, paused = playing.after_moves(game)
            return self._with_game(game), (*effects, *paused)
        left = self.parked is not None
        if isinstance(said, AnalyseFreely) and left and said.rules == self.game.rules:
            return self._in_frame(Frame.ANALYSIS)  # which goes on
        if said is DialogAction.OPEN_RECORD_FILE and self.game.running:
            return self._after_leave(AskFirst(said))
        if ends_game(said) or forgets_record(said):
            return self._after_leave(AskFirst(said))
        return self._after_intent(said)

    def _after_intent(self, said: AdviserNews | AnalysisNews | Intent) -> Step:
        """Return the state after an intent that needs no question."""
        if isinstance(said, AnalysisNews):
            return replace(self, analysis=self.analysis.after(said)), ()
        if isinstance(said, AnalysisIntent):
            asked, game, effects = analysing.after_intent(self.analysis, self.game, said)
            return replace(self, analysis=asked, game=game), effects
        if isinstance(said, AdviserNews):
            return self._studied(tutor.after_adviser(self.study, self.game, said))
        if isinstance(said, MoveIntent):
            return self._after_move(said)
        if isinstance(said, LookIntent):
            return self._after_look(said)
        if isinstance(said, BeginIntent):
            return self._after_begin(said)
        if said is PlayAction.TOGGLE_PAUSE and self.menu_pauses:
            return replace(self, menu_pauses=False), ()  # it is paused, and stays so
        if isinstance(said, PlayIntent):
            return self._played(playing.after_intent(self.game, said))
        if said is RecordAction.ANALYSE_POSITION:
            return self._in_analysis()
        if isinstance(said, ShowTour):
            return self._toured(said)
        if isinstance(said, RecordText) and said.game is not None and records.is_free(self.game):
            state, changed = self._on_board(*said.game)
            state, effects = state._after_intent(replace(said, game=None))
            return state, (*changed, *effects)
        if isinstance(said, RecordIntent):
            state, effects = self._recorded(*records.after_intent(self.game, said, self.study))
            if not isinstance(said, RecordWritten) or said.then is None:
                return state, effects
            state, followed = state._after_leave(AskFirst(cast(Intent, said.then)))
            return state, (*effects, *followed)
        if isinstance(said, StudyIntent):
            chosen, reviews = self.analysis.engine, said is StudyAction.WANT_REVIEW
            adviser = chosen.text if chosen and reviews else self.settings.adviser
            return self._studied(tutor.after_intent(self.study, self.game, said, adviser))
        if isinstance(said, EditorIntent):
            return self._after_edit(said)
        if isinstance(said, SeatIntent):
            return self._after_seat(said)
        if isinstance(said, LeaveIntent):
            return self._after_leave(said)
        return self._after_dialog(said)

    def _after_leave(self, intent: LeaveIntent) -> Step:
        """Handle an intent that would end a game or discard an open record, or ask first."""
        match intent:
            case AskFirst(wanted) if self._asks_before(wanted):
                state, paused = self._paused()
                return state, (*paused, OpenQuestion(wanted))
            case AskFirst(DialogAction.OPEN_RECORD_FILE as wanted) | Confirmed(
                DialogAction.OPEN_RECORD_FILE as wanted
            ):
                state, stopped = self._played(
                    playing.after_intent(self.game, PlayAction.STOP_PLAYING)
                )
                return state, (*stopped, wanted)
            case AskFirst(PlayWish() as wanted) if self._offers_tour(wanted):
                key, variant = wanted.wish.game, wanted.wish.variant
                tour = ShowTour((key, variant, wanted.rules))
                return self, (OfferTour(tour, Confirmed(wanted)),)
            case AskFirst(wanted) | Confirmed(wanted):
                gives_up = ends_game(wanted) or wanted is BeginAction.START_PLAYING
                state, stopped = self._without_parked() if gives_up else (self, ())
                if isinstance(wanted, RecordText) and not records.is_free(self.game):
                    state, stopped = self._cleared()
                state, effects = state._after_intent(wanted)
                return state, (*stopped, *effects)
            case _:
                assert_never(intent)

    def _asks_before(self, wanted: Intent) -> bool:
        """Return whether to ask before a game is left or changes of a record are lost."""
        if not self.settings.ask_before_ending:
            return False
        game = self.game if self.parked is None else self.parked.game
        moved = len(game.view.played) > len(self.given)  # else there is nothing to keep
        if self.game.running:
            return moved and (isinstance(wanted, RecordText) or not forgets_record(wanted))
        ends, forgets = ends_game(wanted), forgets_record(wanted)
        elsewhere = isinstance(wanted, RecordText) and wanted.game is not None
        if self.waits and moved and (ends or elsewhere or wanted is BeginAction.START_PLAYING):
            return True
        ends = ends and not isinstance(wanted, AnalyseFreely)
        return (ends or forgets) and records.is_unsaved(self.game)

    def _paused(self) -> Step:
        """Pause a person's game while something covers it."""
        game = self.game
        if playing.person_of(game) is None or game.view.paused:
            return self, ()
        assert isinstance(game.phase, GameRunning)
        return replace(self, menu_pauses=True), (PauseGame(game.phase.game.seated),)

    def _with_game(self, game: GameState) -> State:
        if game is self.game:
            return self
        return State(  # not by ``replace``, which takes three times as long
            game,
            self.settings,
            self.wish,
            self.given,
            self.study,
            self.flipped,
            self.unturned,
            self.evaluates,
            self.projecting,
            self.menu_pauses,
            self.frame,
            self.behind,
            self.way,
            self.analysis,
            self.editing,
            self.unseen,
            self.parked,
            self.explored,
        )

    @property
    def waits(self) -> bool:
        """A game that has not ended waits for the end of the analysis."""
        return self.parked is not None and not self.parked.game.ended

    def _played(self, step: GameStep) -> Step:
        return self._with_game(step[0]), step[1]

    def _recorded(self, game: GameState, effects: Effects) -> Step:
        """Go from the first screen to the board once a game or a position is on it.

        A finished game that is analysed gives way to another record.
        """
        state, anew = self._with_game(game), game.rules.name != self.game.rules.name
        if anew and (found := built_in(game.rules.name)) is not None:  # the record is of that game
            game = replace(game, seats=PerColor.both(SeatState()))
            analysis = replace(self.analysis, engine=None)  # the chosen one may not play it
            state = replace(state, game=game, wish=self._wish_of(*found), analysis=analysis)
            effects = (ScreenAction.CHANGE_FRAME, *effects)
        if (
            self.parked is not None
            and not self.waits
            and game.view.start is not self.game.view.start
        ):
            state = replace(state, parked=None)
        if self.frame is not Frame.START or game.view is self.game.view:
            return state, effects
        state, shown = state._in_frame(state._board_frame)
        return state, (*effects, *shown)

    def _cleared(self) -> Step:
        """Put the first position onto a free board at once; the game that was there is stopped."""
        return self._played(playing.cleared(self.game, self.game.rules))

    def _toured(self, said: ShowTour) -> Step:
        """Show the tour of a game, which is then not offered again."""
        if self.game.busy:
            return self._with_game(records.freed(self.game)), ()
        state, effects = self._without_parked()
        if not state.game.free:
            state, cleared = state._cleared()
            effects = (*effects, *cleared)
        if said.game is not None:
            state, changed = state._on_board(*said.game)
            choice = choice_for(self.settings, said.game[0])
            state, kept = state._kept(with_choice(self.settings, said.game[0], choice))
            effects = (*effects, *changed, *kept)
        state, begun = state._played(records.after_intent(state.game, said, state.study))
        state, shown = state._in_frame(Frame.GAME)
        return state, (*effects, *begun, *shown)

    def _offers_tour(self, wanted: PlayWish) -> bool:
        """Return whether a person is about to play a game on several boards for the first time."""
        known = wanted.wish.game in dict(self.settings.choices)
        person = None in (wanted.wish.levels.white, wanted.wish.levels.black)
        return wanted.rules.geometry.levels != () and person and not known

    def _in_analysis(self) -> Step:
        """Put the shown game onto the free board, where an engine analyses it.

        A running game is paused meanwhile. It is shown again afterwards, as is one that has ended,
        whose variations and comments are kept for the next analysis.
        """
        game, parked, explored = self.game, self.parked, self.explored
        waits: Effects = ()
        if isinstance(game.phase, GameRunning) and not game.view.paused:
            waits = (PauseGame(game.phase.game.seated),)
        elif not (game.running or records.is_free(game)):
            return self._with_game(records.freed(game)), ()
        free, effects = records.after_intent(game, RecordAction.ANALYSE_POSITION, self.study)
        if not game.free:
            parked = Parked(game)
            free = replace(free, number=0)  # the game's events do not concern this board
        if explored is not None and explored[0] is game.view:
            free = on_branch(explored[1], MAIN_LINE, game.ply)
        state = replace(self._with_game(free), parked=parked)
        state, shown = state._in_frame(Frame.ANALYSIS)
        return state, (*waits, *effects, *shown)

    @property
    def _board_frame(self) -> Frame:
        """The frame for what is put onto the free board; a game that was left keeps its own."""
        return Frame.GAME if self.parked is None else Frame.ANALYSIS

    def _unparked(self) -> Step:
        """Show the game that was left for the analysis again."""
        if self.parked is None:
            return self, ()
        study, game, board = self.study, self.parked.game, self.game
        if study.current is not None:
            board, study = study.before or board, study.ended()
        explored = (game.view, board) if game.ended else None
        shown = replace(self, game=game, parked=None, study=study, explored=explored)
        return shown, (ScreenAction.CANCEL_HAND,)

    def _without_parked(self) -> Step:
        """Stop the game that has waited for the analysis; the free board stays."""
        if self.parked is None:
            return self, ()
        return replace(self, parked=None), (GameAction.STOP_GAME,) if self.waits else ()

    def _studied(self, step: tutor.StudyStep) -> Step:
        study, game, effects = step
        puzzle, before = study.current, self.study.current
        flipped, unturned = self.flipped, self.unturned
        if puzzle is not before:  # the board is turned for the side that seeks
            unturned = flipped if before is None else unturned
            flipped = unturned if puzzle is None else _is_lower(puzzle.position.to_move, game.rules)
        state = replace(self, study=study, game=game, flipped=flipped, unturned=unturned)
        return state, effects

    def _without_lost_puzzle(self) -> State:
        """End the practice once another position is on the board, and turn that back."""
        puzzle = self.study.current
        if puzzle is None or self.game.view.start.setup == puzzle.position.setup:
            return self
        return replace(self, study=self.study.ended(), flipped=self.unturned)

    def _kept(self, settings: Settings) -> Step:
        """Change the settings, and keep them on file."""
        if settings == self.settings:
            return self, ()
        return replace(self, settings=settings), (KeepSettings(settings),)

    # A game begins

    def _after_begin(self, intent: BeginIntent) -> Step:
        game = self.game
        match intent:
            case PlayWish(wish, rules, seed, left):
                return self._wished(wish, rules, seed, left)
            case OfferGame(key, variant, rules):
                return self._on_board(key, variant, rules)
            case BeginAction.OFFER_FROM_HERE:
                wish = replace(self.wish, from_board=True)
                return replace(self, wish=wish)._in_start(Way.PLAY)
            case TestOwnAI(color, key, variant, rules, level, pace, from_board):
                state, changed = self._on_board(key, variant, rules)
                state = replace(state, wish=replace(state.wish, pace=pace))
                choice = replace(choice_for(self.settings, key), clock=pace.notation)
                state, kept = state._kept(with_choice(state.settings, key, choice))
                before = playing.after_intent(state.game, PlayAction.RESET_BOARD)
                if from_board and not game.busy:
                    put = records.after_intent(
                        state.game, RecordAction.ANALYSE_POSITION, self.study
                    )
                    before = replace(put[0], number=0), (GameAction.STOP_GAME, *put[1])
                state, stopped = state._played(before)
                seat = SeatState(level_spec(level, rules), Mode.AUTO)
                game = state.game.with_seat(color.other, seat)
                state = replace(state._with_game(game), way=Way.TEST)
                state, shown = state._in_frame(Frame.GAME)
                return state, (*kept, *changed, *stopped, *shown, OpenLoadAI(color))
            case AnalyseFreely(key, variant, rules):
                state, changed = self._on_board(key, variant, rules)
                if state.game.ended:
                    state, shown = state._in_analysis()
                    return state, (*changed, *shown)
                state, freed = state._freed()
                state, shown = state._in_frame(Frame.ANALYSIS)
                return state, (*changed, *freed, *shown)
            case SetPace(pace):
                return replace(self, wish=replace(self.wish, pace=pace)), ()
            case BeginAction.SWAP_SIDES if game.running or game.busy:
                return self, ()
            case BeginAction.SWAP_SIDES:
                swapped = PerColor(game.seats.black, game.seats.white)
                return self._with_game(replace(game, seats=swapped)), ()
            case BeginAction.START_PLAYING if game.free and game.shown.outcome() is not None:
                return self._with_game(game.refusing(GAME_OVER_HERE)), ()
            case BeginAction.START_PLAYING if game.free:
                return self._requested(*playing.shown_setup(game))
            case BeginAction.START_PLAYING if not game.ended:
                return self, ()
            case BeginAction.START_PLAYING | BeginAction.PLAY_AGAIN:
                if game.plan is None or game.busy:
                    return self, ()
                return self._requested(game.plan.game.setup, self.given)
            case _:
                assert_never(intent)

    def _on_board(self, key: str, variant: int, rules: Rules) -> Step:
        """Put a game on the board, unless it is there."""
        state, stopped = self._without_parked()
        state = replace(state, wish=self._wish_of(key, variant, rules))
        state, changed = state._played(playing.with_rules(self.game, rules))
        return state, (*stopped, *changed)

    def _wish_of(self, key: str, variant: int, rules: Rules) -> Wish:
        levels = self.wish.levels.map(lambda level: None if level is None else level_of("", rules))
        return replace(self.wish, levels=levels, game=key, variant=variant, from_board=False)

    def _freed(self) -> Step:
        """Return the step after which no game is running."""
        if self.game.free:
            return self, ()
        return self._played(playing.after_intent(self.game, PlayAction.RESET_BOARD))

    @property
    def _frame_of_game(self) -> Frame:
        """The frame of what is on the board, also behind the first screen."""
        return self.behind if self.frame is Frame.START else self.frame

    def _in_frame(self, frame: Frame) -> Step:
        if frame is self.frame:
            return self, ()
        state, shown = self._unparked() if frame is Frame.GAME else (self, ())
        behind = self._frame_of_game
        return replace(state, frame=frame, behind=behind), (*shown, ScreenAction.CHANGE_FRAME)

    def _left(self) -> Step:
        """Go from the analysis or the editor to the board."""
        return self._in_frame(Frame.GAME) if self.frame in FREE_FRAMES else (self, ())

    def _back(self) -> Step:
        """Go from a frame for a free board to the one before it."""
        if self.frame is Frame.EDITOR and self.editing is not None:
            return self._in_frame(self.editing.leads_to)
        return self._left()

    def _in_start(self, way: Way | None) -> Step:
        """Go to the first screen; the game of a person waits meanwhile."""
        state, paused = self._paused()
        state, shown = replace(state, way=way or self.way)._in_frame(Frame.START)
        return state, (*paused, *shown)

    def _wished(self, wish: Wish, rules: Rules, seed: int, left: LeftGame | None) -> Step:
        if wish.from_board and self.game.shown.outcome() is not None:
            return self._with_game(self.game.refusing(GAME_OVER_HERE)), ()
        game, changed = playing.with_rules(self.game, rules)
        game = replace(game, seats=playing.seats_of(wish, game))
        flipped = self.flipped
        if wish.levels.white is None:
            flipped = False
        elif wish.levels.black is None:
            flipped = rules.geometry.style is Style.SQUARES  # stones have no front
        state, kept = self._with_choice(wish, rules)
        state = replace(state, game=game, wish=wish, flipped=flipped, menu_pauses=False)
        if left is not None:
            setup, moves = left.played.setup, tuple(map(str, left.played.line))
        elif wish.from_board:
            setup, moves = playing.shown_setup(game)
        else:
            setup, moves = playing.first_setup(rules, wish.opening, seed), ()
        state, requested = state._requested(setup, moves, left)
        watched = None not in (wish.levels.white, wish.levels.black)
        state = replace(state, way=Way.WATCH if watched else Way.PLAY)
        state, shown = state._in_frame(Frame.GAME)
        return state, (*kept, *changed, *shown, *requested)

    def _with_choice(self, wish: Wish, rules: Rules) -> Step:
        """Remember what was chosen for this game, for the next time."""
        before, levels = choice_for(self.settings, wish.game), wish.levels
        computers = [level for level in (levels.white, levels.black) if level is not None]
        choice = replace(before, clock=wish.pace.notation, variant=wish.rules_name)
        texts = [level_text(level, rules) for level in computers]
        if len(texts) == 1:
            choice = replace(choice, level=texts[0], side=wish.side)
        elif texts:
            choice = replace(choice, white=texts[0], black=texts[1])
        settings = with_choice(self.settings, wish.game, choice)
        if wish.pause_ms is not None:
            settings = replace(settings, viewing_pause_ms=wish.pause_ms)
        return self._kept(settings)

    def _requested(
        self, setup: str | None, moves: tuple[str, ...], left: LeftGame | None = None
    ) -> Step:
        pause = self.settings.viewing_pause_ms / 1000
        plan = playing.planned(self.game, self.wish.pace, pause, setup, moves)
        earlier = tuple(self.game.view.played[: len(moves)])
        if left is not None:
            earlier = tuple(one for one in left.played.events() if isinstance(one, MovePlayed))
            plan = replace(plan, kept=left.kept, game=replace(plan.game, clock=left.played.clock))
        if moves == tuple(str(event.move) for event in earlier):
            plan = replace(plan, earlier=earlier)
        begun = replace(self, given=moves, study=self.study.ended(), evaluates=False)
        begun, shown = begun._left()
        state, effects = begun._played(playing.requested(self.game, plan))
        return state, (*shown, *effects)

    # The editor

    def _after_edit(self, intent: EditorIntent) -> Step:
        game, editing = self.game, self.editing
        match intent:
            case EditorAction.EDIT_POSITION if not records.is_free(game):
                return self._with_game(records.freed(game)), ()
            case EditorAction.EDIT_POSITION if self.frame is Frame.EDITOR:
                return self, ()
            case EditorAction.EDIT_POSITION:
                back = self._frame_of_game
                if back is Frame.EDITOR and editing is not None:
                    back = editing.leads_to
                editing = editing_of(game.rules, game.shown, back)
                return replace(self, editing=editing)._in_frame(Frame.EDITOR)
            case EditorAction.COPY_EDITED:
                return self, () if editing is None else (CopyText(editing.draft.text),)
            case UsePosition(way):
                return self._used(way)
            case Edit(change):
                return replace(self, editing=None if editing is None else change(editing)), ()
            case _:
                assert_never(intent)

    def _used(self, way: Way | None) -> Step:
        """Go on with the edited position; not while something is wrong with it."""
        if self.editing is None or self.editing.draft.flaws:
            return self, ()
        state, effects = self._recorded(
            *records.after_intent(self.game, SetPosition(self.editing.draft.text), self.study)
        )
        if state.game.refusal is not None:
            return state, effects
        if way in (Way.PLAY, Way.WATCH):
            wish = replace(self.wish, from_board=True)
            state, shown = replace(state, wish=wish)._in_start(way)
        else:
            frame = Frame.ANALYSIS if way is Way.ANALYSE else state._board_frame
            state, shown = state._in_frame(frame)
        return state, (*effects, *shown)

    # Moves

    def _after_move(self, intent: MoveIntent) -> Step:
        game = self.game
        match intent:
            case MoveChosen(move) | ChosenMove(move, typed=False):
                return self._moved(move)
            case ChosenMove(move):
                return self._typed(move)
            case PlayText(text):
                return self._text(text.strip())
            case Ambiguous(moves):
                return self, (OpenMoves(moves),)
            case MoveRefused(squares):
                return self._with_game(playing.refused(game, squares)), ()
            case ShapeDrawn(shape):
                ends = (shape.origin, shape.target)
                places = ends if shape.origin != shape.target else ends[:1]
                return self._with_game(drawn(game, DrawnShape(shape.ink.value, places))), ()
            case WantsLive():
                return self._after_look(TO_NEWEST_PLY)
            case WantsMenu():
                return self, (intent,)
            case Premoved():
                text = _("Premove: it is played when your turn comes. Right click: cancel.")
                return self._with_game(game.telling(text)), ()
            case ReleaseAI(color):
                return self._played(playing.released(game, color))
            case IgnoreTurn(ignore):
                return self._with_game(playing.ignoring_turn(game, ignore)), ()
            case _:
                assert_never(intent)

    def _moved(self, move: Move) -> Step:
        if not tutor.awaits_answer(self.study, self.game):
            return self._played(playing.played(self.game, move))
        return self._studied(tutor.answered(self.study, self.game, move, self.settings.adviser))

    def _text(self, text: str) -> Step:
        game = self.game
        if not text or not game.may_type:
            return self, ()
        if not game.may_move:
            why = game.own_moves_only(game.view.to_move) or say("it is not your turn")
            return self._with_game(game.refusing(why)), ()
        try:
            letters = lettering(game.rules.geometry, self.settings.letters_with_i)
            return self._typed(game.read(letters.read(text)))
        except AmbiguousMove as error:
            return self, (OpenMoves(tuple(error.moves), typed=True),)
        except IllegalMove as error:
            return self._with_game(game.refusing(error.sentence)), ()

    def _typed(self, move: Move) -> Step:
        game = self.game
        if not game.live and game.running:
            game = game.looking_at(len(game.view.played))
        state, effects = self._with_game(game.refusing(None))._moved(move)
        return state, (ScreenAction.CLEAR_MOVE_FIELD, *effects)

    # Looking

    def _after_look(self, intent: LookIntent) -> Step:
        game = self.game
        match intent:
            case GoToPly(ply):
                return self._with_game(game.looking_at(ply)), ()
            case ShowLine(branch, ply):
                return self._with_game(on_branch(game, branch, ply)), ()
            case LookAction.SHOW_EVALUATION if self.frame is Frame.ANALYSIS:
                return self._after_intent(LinesAction.TOGGLE_LINES)
            case LookAction.SHOW_EVALUATION:
                return replace(self, evaluates=not self.evaluates), ()
            case StepPlies(plies) if records.tour_of(game) is not None:
                return self._recorded(*records.after_intent(game, StepTour(plies), self.study))
            case StepPlies(plies):
                return self._with_game(game.looking_at(game.ply + plies)), ()
            case LookAction.NEXT_MOVE if not game.live or not game.may_release(game.view.to_move):
                return self._with_game(game.looking_at(game.ply + 1)), ()
            case LookAction.NEXT_MOVE:
                return self._played(playing.released(game, game.view.to_move))
            case LookAction.PLAY_OR_PAUSE:
                return self._played_or_paused()
            case LookAction.FLIP_BOARD:
                return replace(self, flipped=not self.flipped), ()
            case LookAction.NUMBER_STONES if game.rules.geometry.on_points:
                numbers = not self.settings.stone_numbers
                return self._kept(replace(self.settings, stone_numbers=numbers))
            case LookAction.NUMBER_STONES:
                return self, ()
            case LookAction.CHANGE_BOARDS_VIEW if game.rules.geometry.levels:
                views = get_args(BoardsShown)
                after = views[(views.index(self.settings.boards_view) + 1) % len(views)]
                state, kept = self._kept(replace(self.settings, boards_view=after))
                return state, (*kept, ScreenAction.LAY_OUT_ANEW)
            case LookAction.CHANGE_BOARDS_VIEW:
                return self, ()
            case ShowStart(way):  # only who asks for it begins with the position on the board
                wish = replace(self.wish, from_board=False)
                return replace(self, wish=wish)._in_start(way)
            case LookAction.LEAVE_START if self.frame is Frame.START:
                return self._in_frame(self.behind)
            case LookAction.LEAVE_START:
                return self, ()
            case LookAction.SHOW_LOG if self.frame in (Frame.GAME, Frame.ANALYSIS):
                return self, (ScreenAction.SHOW_LOG,)
            case LookAction.SHOW_LOG:
                return self, ()
            case LookAction.LEAVE_FRAME:
                return self._back()
            case HideWindow(hidden):
                return replace(self, unseen=hidden), ()
            case LookAction.TOGGLE_PROJECTOR:
                return replace(self, projecting=not self.projecting), (ScreenAction.DRESS_ANEW,)
            case LookAction.CLOSE_WINDOW:
                return self, (ScreenAction.CLOSE_NOW,)
            case LookAction.CLEAR_MESSAGE:
                read = game.telling("") if game.message else game
                return self._with_game(read.refusing(None)), ()
            case RequestRefused(why):
                return self._with_game(game.refusing(why)), ()
            case LookAction.MENU_CLOSED:
                state = replace(self, menu_pauses=False)
                if not isinstance(game.phase, GameRunning):
                    return state, ()
                return state, (PauseGame(game.phase.game.seated, paused=False),)
            case _:
                assert_never(intent)

    def _played_or_paused(self) -> Step:
        game = self.game
        if not game.running or not (game.live or game.view.paused):
            return self._after_look(TO_NEWEST_PLY)
        if not game.view.paused and game.seats[game.view.to_move].mode is Mode.BY_HAND:
            return self._after_look(LookAction.NEXT_MOVE)
        return self._played(playing.after_intent(game, PlayAction.TOGGLE_PAUSE))

    # AIs and settings

    def _after_seat(self, intent: SeatIntent) -> Step:
        settings, game = self.settings, self.game
        match intent:
            case SeatAI(color, spec, mode):
                program = spec.kind in (PlayerKind.PROGRAM, PlayerKind.URL)
                before = game.seats[color]
                trouble = before.trouble if before.spec == spec else None
                seat = SeatState(spec, mode, trying=program, trouble=trouble)
                seated = game.with_seat(color, seat)
                tries: Effects = (TryStart(color, spec, game.rules),) if program else ()
                return self._with_game(seated), tries
            case LoadProgram(color, program, spec, mode):
                settings = remember(settings, program)
                if settings.save_ai_on_load:
                    default = settings.default_ai.put(color, program)
                    settings = replace(settings, default_ai=default)
                state, kept = self._kept(settings)
                state, tries = state._after_seat(SeatAI(color, spec, mode))
                return state, (*kept, *tries)
            case TryProgram(color, spec):
                return self, (TryStart(color, spec, game.rules),)
            case ExplainSeat(color):
                return self._with_game(game.explaining(color)), (ScreenAction.SHOW_FAILURE,)
            case TestSeat(color):
                return self._tested(color)
            case SeatAction.COPY_REPORT:
                report = report_of(game)
                if report is None:
                    return self, ()
                copied = game.telling(_("The whole report is copied."))
                return self._with_game(copied), (CopyText(report.text),)
            case SeatAction.SHOW_FOLDER:
                told = None if game.explained is None else game.seats[game.explained].spec
                if told is None:
                    return self, ()
                words = _("Opening the folder of {program} …", program=told.text)
                return self._with_game(game.telling(words)), (OpenFolder(told),)
            case DropFile():
                return self._dropped(intent)
            case SetMode(color, mode):
                return self._played(playing.with_mode(game, color, mode))
            case SeatAction.CLEAR_HISTORY:
                return self._kept(replace(settings, history=()))
            case ChangeSettings(changed):
                state, kept = self._kept(changed)
                return state, (*kept, ScreenAction.USE_SETTINGS)
            case _:
                assert_never(intent)

    def _tested(self, color: Color) -> Step:
        game, seat = self.game, self.game.seats[color]
        if game.running or game.busy or seat.trying or seat.spec is None:
            return self, ()
        tested = game.explaining(color).with_seat(color, replace(seat, trying=True))
        return self._with_game(tested), (TryStart(color, seat.spec, game.rules),)

    def _dropped(self, file: DropFile) -> Step:
        """Read a record; offer any other file as the program of an empty seat."""
        if records.game_of_file(self.game.rules, Path(file.path).suffix.lower()) is not None:
            return self._played(
                records.after_intent(self.game, ReadFile(Path(file.path)), self.study)
            )
        if not file.alone:
            return self, ()
        if not records.is_free(self.game):
            return self._with_game(records.freed(self.game)), ()
        free = Color.WHITE if self.game.seats.white.spec is None else Color.BLACK
        return self._after_dialog(OpenLoadAI(free, file.path))

    # Dialogs

    def _after_dialog(self, dialog: DialogEffect) -> Step:
        """Open a dialog, unless the game does not allow it now."""
        game = self.game
        match dialog:
            case DialogAction.OPEN_RECORD_FILE if not records.is_free(game):
                return self._with_game(records.freed(game)), ()
            case DialogAction.OPEN_NOTES if (why := reason_not_to_write(game)) is not None:
                return self._with_game(game.refusing(why)), ()
            case DialogAction.OPEN_MENU:
                state, paused = self._paused()
                return state, (*paused, dialog)
            case _:
                return self, (dialog,)


def hides_evaluation(state: State) -> bool:
    """Return whether a person is playing a level, whose evaluation would be a hint."""
    game = state.game
    plan = game.plan
    if state.evaluates or plan is None or not (game.running or game.busy):
        return False
    kinds = [plan.player(color).kind for color in Color]
    return sorted(kinds, key=str) == sorted((PlayerKind.HUMAN, PlayerKind.BUILT_IN), key=str)


def _is_lower(color: Color, rules: Rules) -> bool:
    """Return whether to flip the board to show this side at the bottom; stones have no front."""
    return color is Color.BLACK and rules.geometry.style is Style.SQUARES


GAME_OVER_HERE = say("the game is over in the position on the board: begin with another one")
"""The reason why no game is started from a position."""

Step = tuple[State, Effects]

AnyNews = News | AdviserNews | AnalysisNews

FREE_FRAMES = (Frame.ANALYSIS, Frame.EDITOR)
"""The frames in which no game is played."""


def ends_game(
    said: object,
) -> TypeGuard[PlayWish | PlayAction | LookAction | TestOwnAI | AnalyseFreely | ShowTour]:
    """Return whether this ends a running game."""
    closes = said in (LookAction.CLOSE_WINDOW, PlayAction.RESET_BOARD)
    return closes or isinstance(said, PlayWish | TestOwnAI | AnalyseFreely | ShowTour)


def forgets_record(said: object) -> TypeGuard[BeginAction | RecordText | PasteText | SetPosition]:
    """Return whether this puts another game or position onto a free board."""
    begins = said is BeginAction.START_PLAYING
    return begins or isinstance(said, RecordText | PasteText | SetPosition)


def new_state(rules: Rules, settings: Settings) -> State:
    """Return a free board that offers the last played game."""
    wish = Wish(PerColor(None, level_of("", rules)))
    return State(new_game_state(rules), settings, wish)
