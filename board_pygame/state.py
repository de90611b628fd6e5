"""The state of the window as one value, and the next one after each event.

``State.after`` answers news of the host and of the adviser, and intents of whoever sits at
the window. It returns the next state and the effects that the window carries out: it starts no
game, opens no dialog and writes no file itself. Tested without a screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import assert_never

from board_core import (
    AmbiguousMove,
    Color,
    IllegalMove,
    Move,
    PerColor,
    Rules,
    say,
)
from board_core.frontend.adviser import AdviserNews
from board_core.frontend.settings import Settings, remember
from board_core.geometry import Style
from board_core.match.player_spec import PlayerKind

from . import moving, playing, records, tutor
from .board.hand import Ambiguous, MoveChosen, MoveRefused, Premoved, WantsLive, WantsMenu
from .effects import (
    ClearMoveField,
    DialogEffect,
    DressAnew,
    Effects,
    GameStep,
    KeepSettings,
    OpenBoardMenu,
    OpenLoadAI,
    OpenMenu,
    OpenMoves,
    OpenNewGame,
    OpenRecordFile,
    OpenSetUp,
    PauseGame,
    ResumeGame,
    TryStart,
    UseSettings,
)
from .free_board import on_branch
from .game_state import GameState, new_game_state
from .games import BUILT_IN_GAMES
from .host import News
from .intents import (
    TO_NEWEST_PLY,
    BeginIntent,
    ChangeSettings,
    ChosenMove,
    ClearHistory,
    ClearMessage,
    DropFile,
    FlipBoard,
    GoToPly,
    IgnoreTurn,
    Intent,
    LoadProgram,
    LookIntent,
    MenuClosed,
    MoveIntent,
    MoveNotTaken,
    NumberStones,
    OfferFromHere,
    OfferGame,
    PlayAgain,
    PlayIntent,
    PlayText,
    PlayWish,
    ReadRecord,
    RecordIntent,
    ReleaseAI,
    RequestRefused,
    SeatAI,
    SeatIntent,
    SetMode,
    ShowEvaluation,
    ShowLine,
    SizeBoard,
    StartPlaying,
    StepPlies,
    StudyIntent,
    ToggleProjector,
    TryProgram,
)
from .language import _
from .levels import level_of, level_text
from .news_effects import after_news
from .phases import GameRunning
from .seats import SeatState
from .study import Study
from .wish import Wish


@dataclass(frozen=True, slots=True)
class State:
    """All that the window shows at one moment."""

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

    def after(self, said: News | AdviserNews | Intent) -> Step:
        """Return the state after this, and the effects to carry out."""
        if isinstance(said, News):
            return self._played(after_news(self.game, said, projecting=self.projecting))
        if isinstance(said, AdviserNews):
            return self._studied(tutor.after_adviser(self.study, self.game, said))
        if isinstance(said, MoveIntent):
            return self._after_move(said)
        if isinstance(said, LookIntent):
            return self._after_look(said)
        if isinstance(said, BeginIntent):
            return self._after_begin(said)
        if isinstance(said, PlayIntent):
            return self._played(playing.after_intent(self.game, said))
        if isinstance(said, RecordIntent):
            return self._played(records.after_intent(self.game, said, self.study))
        if isinstance(said, StudyIntent):
            adviser = self.settings.adviser
            return self._studied(tutor.after_intent(self.study, self.game, said, adviser))
        if isinstance(said, SeatIntent):
            return self._after_seat(said)
        return self._after_dialog(said)

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
        )

    def _played(self, step: GameStep) -> Step:
        return self._with_game(step[0]), step[1]

    def _studied(self, step: tutor.StudyStep) -> Step:
        study, game, effects = step
        puzzle, before = study.current, self.study.current
        flipped, unturned = self.flipped, self.unturned
        if puzzle is not before:  # the board is turned for the side that seeks
            unturned = flipped if before is None else unturned
            flipped = unturned if puzzle is None else _is_lower(puzzle.position.to_move, game.rules)
        state = replace(self, study=study, game=game, flipped=flipped, unturned=unturned)
        return state, effects

    def _kept(self, settings: Settings) -> Step:
        """Change the settings, and keep them on file."""
        if settings == self.settings:
            return self, ()
        return replace(self, settings=settings), (KeepSettings(settings),)

    # A game begins

    def _after_begin(self, intent: BeginIntent) -> Step:
        game = self.game
        match intent:
            case PlayWish(wish, rules, seed):
                return self._wished(wish, rules, seed)
            case OfferGame(key, variant, rules):
                levels = self.wish.levels.map(lambda level: None if level is None else 0)
                wish = replace(self.wish, levels=levels, game=key, variant=variant)
                return replace(self, wish=wish)._played(playing.with_rules(game, rules))
            case OfferFromHere():
                wish = replace(self.wish, from_board=True)
                return replace(self, wish=wish), (OpenNewGame(),)
            case StartPlaying() if game.free:
                return self._requested(*playing.shown_setup(game))
            case StartPlaying() if not game.ended:
                return self, ()
            case StartPlaying() | PlayAgain():
                if game.plan is None or game.busy:
                    return self, ()
                return self._requested(game.plan.game.setup, self.given)
            case _:
                assert_never(intent)

    def _wished(self, wish: Wish, rules: Rules, seed: int) -> Step:
        game, changed = playing.with_rules(self.game, rules)
        game = replace(game, seats=playing.seats_of(wish, game))
        flipped = self.flipped
        if wish.levels.white is None:
            flipped = False
        elif wish.levels.black is None:
            flipped = rules.geometry.style is Style.SQUARES  # stones have no front
        state, kept = self._with_opponent(wish)
        state = replace(state, game=game, wish=wish, flipped=flipped)
        if wish.from_board:
            setup, moves = playing.shown_setup(game)
        else:
            setup, moves = playing.first_setup(rules, wish.opening, seed), ()
        state, requested = state._requested(setup, moves)
        return state, (*kept, *changed, *requested)

    def _with_opponent(self, wish: Wish) -> Step:
        """Remember the opponent in the game that the dialog offers first."""
        computers = [level for level in (wish.levels.white, wish.levels.black) if level is not None]
        if len(computers) != 1 or wish.game != next(iter(BUILT_IN_GAMES)):
            return self, ()
        return self._kept(replace(self.settings, opponent=level_text(computers[0])))

    def _requested(self, setup: str | None, moves: tuple[str, ...]) -> Step:
        pause = self.settings.viewing_pause_ms / 1000
        plan = playing.planned(self.game, self.wish.pace, pause, setup, moves)
        study = self.study.ended() if self.study.current is not None else self.study
        begun = replace(self, given=moves, study=study, evaluates=False)
        return begun._played(playing.requested(self.game, plan))

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
                return self._with_game(moving.refused(game, squares)), ()
            case WantsLive():
                return self._after_look(TO_NEWEST_PLY)
            case WantsMenu(square, at):
                return self, (OpenBoardMenu(square, at),)
            case Premoved():
                text = _("Premove: it is played when your turn comes. Right click: not.")
                return self._with_game(game.telling(text)), ()
            case MoveNotTaken():
                return self._played(moving.not_taken(game))
            case ReleaseAI(color):
                return self._played(moving.released(game, color))
            case IgnoreTurn(ignore):
                return self._with_game(moving.ignoring_turn(game, ignore)), ()
            case _:
                assert_never(intent)

    def _moved(self, move: Move) -> Step:
        if not tutor.awaits_answer(self.study, self.game):
            return self._played(moving.played(self.game, move))
        return self._studied(tutor.answered(self.study, self.game, move, self.settings.adviser))

    def _text(self, text: str) -> Step:
        game = self.game
        if not text or not game.may_type:
            return self, ()
        if not game.may_move:
            why = game.own_moves_only(game.view.to_move) or say("it is not your turn")
            return self._with_game(game.refusing(why)), ()
        try:
            return self._typed(game.read(text))
        except AmbiguousMove as error:
            return self, (OpenMoves(tuple(error.moves), typed=True),)
        except IllegalMove as error:
            return self._with_game(game.refusing(error.sentence)), ()

    def _typed(self, move: Move) -> Step:
        game = self.game
        if not game.live and game.running:
            game = game.looking_at(len(game.view.played))
        state, effects = self._with_game(game.refusing(None))._moved(move)
        return state, (ClearMoveField(), *effects)

    # Looking

    def _after_look(self, intent: LookIntent) -> Step:
        game = self.game
        match intent:
            case GoToPly(ply):
                return self._with_game(game.looking_at(ply)), ()
            case ShowLine(branch, ply):
                return self._with_game(on_branch(game, branch, ply)), ()
            case ShowEvaluation():
                return replace(self, evaluates=not self.evaluates), ()
            case StepPlies(plies):
                return self._with_game(game.looking_at(game.ply + plies)), ()
            case FlipBoard():
                return replace(self, flipped=not self.flipped), ()
            case NumberStones() if game.rules.geometry.on_points:
                numbers = not self.settings.stone_numbers
                return self._kept(replace(self.settings, stone_numbers=numbers))
            case NumberStones():
                return self, ()
            case SizeBoard(percent):
                return self._kept(replace(self.settings, board_percent=percent))
            case ToggleProjector():
                return replace(self, projecting=not self.projecting), (DressAnew(),)
            case ClearMessage():
                read = game.telling("") if game.message else game
                return self._with_game(read.refusing(None)), ()
            case RequestRefused(why):
                return self._with_game(game.refusing(why)), ()
            case MenuClosed():
                state = replace(self, menu_pauses=False)
                if not isinstance(game.phase, GameRunning):
                    return state, ()
                return state, (ResumeGame(game.phase.game.seated),)
            case _:
                assert_never(intent)

    # AIs and settings

    def _after_seat(self, intent: SeatIntent) -> Step:
        settings, game = self.settings, self.game
        match intent:
            case SeatAI(color, spec, mode):
                program = spec.kind is PlayerKind.PROGRAM
                seated = game.with_seat(color, SeatState(spec, mode, trying=program))
                tries: Effects = (TryStart(color, spec, game.rules),) if program else ()
                return self._with_game(seated), tries
            case LoadProgram(color, program, spec):
                settings = remember(settings, program)
                if settings.save_ai_on_load:
                    default = settings.default_ai.put(color, program)
                    settings = replace(settings, default_ai=default)
                state, kept = self._kept(settings)
                state, tries = state._after_seat(SeatAI(color, spec))
                return state, (*kept, *tries)
            case TryProgram(color, spec):
                return self, (TryStart(color, spec, game.rules),)
            case DropFile():
                return self._dropped(intent)
            case SetMode(color, mode):
                return self._with_game(moving.with_mode(game, color, mode)), ()
            case ClearHistory():
                return self._kept(replace(settings, history=()))
            case ChangeSettings(changed):
                state, kept = self._kept(changed)
                return state, (*kept, UseSettings())
            case _:
                assert_never(intent)

    def _dropped(self, file: DropFile) -> Step:
        """Read a record; offer any other file as the program of an empty seat."""
        if records.knows(self.game.rules, Path(file.path)):
            return self._played(
                records.after_intent(self.game, ReadRecord(Path(file.path)), self.study)
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
            case OpenLoadAI() if game.running or game.busy:
                return self, ()
            case OpenSetUp() | OpenRecordFile() if not records.is_free(game):
                return self._with_game(records.freed(game)), ()
            case OpenMenu() if playing.person_of(game) is not None and not game.view.paused:
                assert isinstance(game.phase, GameRunning)
                pause = PauseGame(game.phase.game.seated)
                return replace(self, menu_pauses=True), (pause, dialog)
            case _:
                return self, (dialog,)


def hides_evaluation(state: State) -> bool:
    """Tell whether a person plays a level, whose opinion would be a hint."""
    game = state.game
    plan = game.plan
    if state.evaluates or plan is None or not (game.running or game.busy):
        return False
    kinds = [plan.player(color).kind for color in Color]
    return sorted(kinds, key=str) == sorted((PlayerKind.HUMAN, PlayerKind.BUILT_IN), key=str)


def _is_lower(color: Color, rules: Rules) -> bool:
    """Tell whether the board is flipped for this side to sit below; stones have no front."""
    return color is Color.BLACK and rules.geometry.style is Style.SQUARES


Step = tuple[State, Effects]


def new_state(rules: Rules, settings: Settings) -> State:
    """Return a free board; the dialog will offer the opponent of the last game."""
    return State(new_game_state(rules), settings, Wish(PerColor(None, level_of(settings.opponent))))
