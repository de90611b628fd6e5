"""The window itself: events in, news in, one state, and what is drawn of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from operator import is_
from pathlib import Path
from typing import assert_never

import pygame
from pygame.event import Event

from board_core import (
    AmbiguousMove,
    CannotTakeBack,
    Color,
    GameEnded,
    IllegalMove,
    Move,
    MovePlayed,
    NoteKind,
    PerColor,
    PlayerSaid,
    RealTime,
    Reason,
    Rules,
    Sentence,
    Thinking,
    say,
)
from board_core.counsel import Hinted, Judged, NoOpinion, Opinion, Reviewed
from board_core.roster import Kind as PlayerKind
from board_core.roster import PlayerSpec, parse_player
from board_core.settings import Program, Settings, remember, save

from .alarm import Alarm
from .board.colors import BROWN, SCHEMES
from .board.hand import Ambiguous, Habits, Intent, Played, Premoved, Refused, WantsLive
from .board.widget import BoardWidget
from .chronicle import entries, evidence, trial_words
from .dialogs import (
    ChooseSettings,
    LoadAI,
    NewGame,
    Wish,
    about_dialog,
    choose_move,
    help_dialog,
    over_dialog,
)
from .evaluation import score_text
from .faces import short, verdict
from .fonts import LATIN, MONO, SANS_SC
from .game_screen import GameScreen, Models
from .games import LOOKS, VARIANTS, VARIANTS_OF
from .history import HistoryRows
from .host import Cleared, GamePlan, Happened, Host, News, NotOpened, Opened, Said, SeatPlan, Tried
from .kit.dialog import Message
from .kit.files import FileBrowser
from .kit.lines import Lines
from .kit.menu import Item, Menu
from .kit.text import Fonts
from .kit.theme import THEMES, Theme
from .kit.ui import UI
from .language import _, color_letter, color_letters, outcome_words, sentence, speak
from .levels import PACES, level_spec
from .projector import ProjectorScreen
from .records import Records
from .scenes import scene_of
from .screen import auto_scale, language, open_display
from .sounds import Sound, Sounds
from .state import (
    Mode,
    Phase,
    SeatState,
    first_position,
    new_state,
    trying,
)
from .tutor import Tutor
from .waiting import WAKE, Bridge, wait

FRAME = 1 / 60
"""Seconds between two pictures at the least, when only news make them."""

WAYS = {"<": ("→", "info"), ">": ("←", "text"), "!": ("!", "error")}
"""What stands before a line to or from a program or on its stderr, and the line's colour."""

HUMAN = parse_player("human")


class Window:
    """Owns the display, the host and the settings, until :meth:`close`. For the main thread.

    :meth:`run` loops until the window is closed; :meth:`turn` is one round of it, for tests.
    Raises NoDisplay.
    """

    def __init__(
        self, settings: Settings, file: Path | None = None, *, isolate: bool = True
    ) -> None:
        self.settings = settings
        self._file = file
        self._time = RealTime()
        speak(language(settings.language))
        self.surface = open_display(settings.window, _("The Chess Board"))
        self._size = self.surface.get_size()
        self._bridge: Bridge[News | Opinion] = Bridge()
        self.host = Host(self._bridge.post, isolate=isolate)
        self.tutor = Tutor(self, self._bridge.post, isolate=isolate)
        self._sounds = Sounds(settings.sound)
        self.rules = next(iter(VARIANTS.values()))
        self.state = new_state(self.rules)
        self.wish = Wish(PerColor(None, 0))
        self._models = Models(HistoryRows(self.state.view), Lines(), Lines(), Lines())
        self.records = Records(self)
        self._alarm = Alarm()
        self._message = ""
        self._lines_added = False
        self._flipped = False
        self._projecting = False
        self._given: tuple[str, ...] = ()  # moves with which the game began
        self._grips = False  # the pointer is a hand
        self._menu_paused = False
        self._load_dialog: LoadAI | None = None
        self.closing = False
        self._news_due = -inf  # when news are drawn again
        self._news_wait = False  # there are some, and they wait for that
        self._shown: tuple[object, ...] = ()  # what the screen was made of
        self._scene_of: tuple[object, ...] = ()  # what the scene was made of
        self._change = inf  # when a clock looks different
        self.board = self._new_board()
        self._scene = self.board.scene
        self._screen = GameScreen(self, self._models, self.board)
        self.ui = UI(self.surface, self._theme, self._fonts(), self._screen)
        self._show()

    # Dress

    @property
    def _theme(self) -> Theme:
        return THEMES[self.settings.theme]

    def _fonts(self) -> Fonts:
        scale = self.settings.ui_scale or auto_scale()
        return Fonts(LATIN, SANS_SC, MONO, scale)

    def _habits(self) -> Habits:
        return Habits(self.settings.move_by, self.settings.auto_queen)

    def _new_board(self) -> BoardWidget:
        return BoardWidget(
            LOOKS[self.rules.name],
            self.rules.board_size,
            self.on_board,
            lambda move: self.state.origin_of(move).play(move).pieces(),
            colors=SCHEMES.get(self.settings.board_colors, BROWN),
            habits=self._habits(),
            duration=self.settings.animation_ms / 1000,
        )

    def _dress(self) -> None:
        """Everything anew: for another language, theme or scale."""
        worn = self.ui.fonts
        self._screen = GameScreen(self, self._models, self.board, self._screen)
        self.ui.dress(self.surface, self._theme, self._fonts(), self._base())
        worn.close()
        self._show()

    def _base(self) -> GameScreen | ProjectorScreen:
        return ProjectorScreen(self, self.board) if self._projecting else self._screen

    def _resized(self) -> None:
        surface = pygame.display.get_surface()
        if surface is not None and surface.get_size() != self._size:  # the same one may grow
            self.surface, self._size = surface, surface.get_size()
            self.ui.dress(surface, self._theme, self.ui.fonts)

    # The loop

    def run(self) -> None:
        """Until the window is closed."""
        try:
            while not self.closing:
                self.turn(wait(self._patience()))
        finally:
            self.close()

    def _patience(self) -> float:
        """Seconds until something has to be drawn without an event."""
        due = self._news_due if self._news_wait else inf
        return max(0.0, min(self.ui.next_wake, self._change, due) - self._time.now())

    def turn(self, events: Sequence[Event]) -> None:
        """Answer events and news, and draw what changed.

        News that come sooner than a frame after those before wait for its end, and wake nobody
        until then: a thousand in a second are sixty pictures. Input is answered at once.
        """
        now = self.ui.now = self._time.now()
        for event in events:
            self._event(event)
        only_news = bool(events) and all(event.type == WAKE for event in events)
        self._news_wait = only_news and now < self._news_due
        if not self._news_wait:
            self._hear_all(now)
        self._end_menu_pause()
        if self._alarm.rings(self.state, now):
            self._sounds.play(Sound.LOW_TIME)
        self._show()
        self.ui.tick()
        parts = self.ui.draw()
        if parts and not self.closing:
            pygame.display.update(parts)
        self._show_pointer()

    def _show_pointer(self) -> None:
        """A hand over what can be picked up."""
        grips = self.board.grips
        if grips != self._grips:
            self._grips = grips
            shape = pygame.SYSTEM_CURSOR_HAND if grips else pygame.SYSTEM_CURSOR_ARROW
            with suppress(pygame.error):  # not every screen has shapes
                pygame.mouse.set_cursor(shape)

    def _hear_all(self, now: float) -> None:
        news = self._bridge.drain()
        for one in news:
            if isinstance(one, Hinted | Judged | Reviewed | NoOpinion):
                self.tutor.heard(one)
            else:
                self._hear(one)
        if news:
            self._news_due = now + FRAME

    def _event(self, event: Event) -> None:
        match event.type:
            case pygame.QUIT:
                self.closing = True
            case pygame.VIDEORESIZE | pygame.WINDOWSIZECHANGED:
                self._resized()
            case pygame.WINDOWEXPOSED:
                self.ui.redraw()
            case pygame.DROPFILE:
                self._dropped(event.file)
            case _:
                if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
                    self._message = ""
                    self.refuse(None)
                self.ui.dispatch(event)

    def leave(self) -> None:
        """Close soon; for signals."""
        self.closing = True

    def tell(self, sentences: Sequence[Sentence]) -> None:
        """Something to know from the start."""
        for said in sentences:
            self.log(sentence(said), "warning")

    def close(self) -> None:
        """Ends every game and program, and keeps the settings. Safe to call twice.

        The window is gone at once; programs that hang may take a second more.
        """
        self.closing = True
        self._bridge.close()
        try:
            self._sounds.close()
            if pygame.display.get_init():
                surface = pygame.display.get_surface()
                if surface is not None:
                    self._keep(replace(self.settings, window=surface.get_size()))
                self.ui.fonts.close()
                pygame.display.quit()
        finally:
            self.tutor.close()
            self.host.close()

    def _keep(self, settings: Settings) -> None:
        if settings == self.settings:
            return
        self.settings = settings
        try:
            save(settings, self._file)
        except OSError as error:
            self.log(_("The settings could not be saved: {why}", why=error.strerror), "error")

    # What has happened

    def _hear(self, news: News) -> None:
        for entry in entries(self.state, news):
            self.log(entry.text, entry.color)
        self.state = self.state.after(news)
        match news:
            case Said(color, way, line):
                self._lines_added = True
                arrow, ink = WAYS[way]
                self._models.lines.append((_clock(), color_letter(color), arrow, line), ink)
            case Happened(number, event) if number == self.state.number:
                self.records.hear(event)
                self._heard_event(event)
            case Tried():
                self._heard_trial(news)
            case Happened() | Opened() | NotOpened() | Cleared():
                pass
            case _:
                assert_never(news)

    def _heard_event(self, event: object) -> None:
        match event:
            case MovePlayed():
                self._sound_of(event)
            case Thinking(color, _ply, thought):
                score = score_text(thought.score, color) if thought.score is not None else ""
                cells = (
                    color_letter(color),
                    "" if thought.depth is None else str(thought.depth),
                    score,
                    " ".join(thought.pv) or thought.text,
                    "" if thought.nodes is None else short(thought.nodes),
                    "" if thought.nps is None else short(thought.nps),
                )
                self._models.thoughts.append(cells)
                self._lines_added = True
            case PlayerSaid(color, _ply, note) if note.kind is NoteKind.STDERR:
                line = (_clock(), color_letter(color), "!", note.text)
                self._models.lines.append(line, "error")
                self._lines_added = True
            case GameEnded():
                self._game_over(event)
            case _:
                pass

    def _sound_of(self, event: MovePlayed) -> None:
        if event.position.marked():
            self._sounds.play(Sound.CHECK)
        elif self.state.captures and self.state.captures[-1]:
            self._sounds.play(Sound.CAPTURE)
        else:
            self._sounds.play(Sound.MOVE)

    def _game_over(self, event: GameEnded) -> None:
        if self.state.phase is not Phase.ENDED or event.outcome.reason is Reason.STOPPED:
            return
        self._sounds.play(Sound.GAME_END)
        if self._projecting or len(self.ui.layers) > 1 or self.rules.on_points:
            return  # nothing covers a board whose last stones are to be looked at
        lines = [outcome_words(event.outcome, event.explanation)]
        if event.explanation is not None:
            lines += list(evidence(event.explanation))[:6]
        title = f"{event.outcome.result}  {verdict(event.outcome)}"
        self.ui.open(over_dialog(title, lines, self.again, self.review, _nothing))

    def _heard_trial(self, tried: Tried) -> None:
        if self._load_dialog is not None and self._load_dialog in self.ui.layers:
            self._load_dialog.tried(tried, trial_words(tried))

    def log(self, text: str, color: str = "text") -> None:
        """A line of the log, with the time."""
        self._models.log.append((_clock(), text), color)
        self._lines_added = True

    def _show(self) -> None:
        """The state on the screen, if it is another one or a clock looks different."""
        if self._lines_added:
            self._lines_added = False
            self._screen.update_lists()
        now, base = self._time.now(), self.ui.layers[0]
        study = self.tutor.study
        shown = (self.state, self.settings, self._flipped, self._message, base, study)
        same = _same(shown, self._shown)
        if same and now < self._change:
            return
        self._shown = shown
        self._show_scene()
        if isinstance(base, ProjectorScreen):
            base.show(self.state, now)
        elif same:  # only a clock looks different
            self._screen.show_players(self.state, now)
        else:
            judged = study.of(self.state.view) if study.judged else {}
            self._screen.show(self.state, self._scene, now, self._status(), judged)
        self._change = self._screen.next_change(self.state, now)
        if self.state.may_move and self.state.live and self.state.running:
            self.board.take_premove()

    def _show_scene(self) -> None:
        """It is ahead of the state by a move until the game has said what became of that."""
        state, view = self.state, self.state.view
        if state.awaits_answer:
            return  # until then the board shows what was done on it
        made_of = (
            *(view.position, view.start, view.played, view.asked, view.paused, view.ended),
            *(state.rules, state.phase, state.seats, state.seen, state.released),
            *(state.handed, state.ignore_turn, state.refusal, self.settings, self._flipped),
            self.tutor.study.hint,
        )
        if not _same(made_of, self._scene_of):
            self._scene_of = made_of
            hint = self.tutor.hint_here()
            self._scene = scene_of(state, self.settings, flipped=self._flipped, hint=hint)
            self.board.show_scene(self._scene)

    def _show_anew(self) -> None:
        """What the board shows by itself is not so."""
        self._shown = self._scene_of = ()

    def _status(self) -> str:
        if self.state.refusal is not None:
            return sentence(self.state.refusal)
        if not self.state.live:
            ahead = len(self.state.view.played) - self.state.ply
            return _("An earlier position. The game is {ahead} plies ahead: Space.", ahead=ahead)
        return self._message or _("F1: help · ← →: history · F: flip · Ctrl+C: copy")

    def tell_status(self, text: str) -> None:
        """A line to read, until the next click or key."""
        self._message = text

    def refuse(self, why: Sentence | None) -> None:
        """Why something cannot be; None takes it away."""
        if why is not self.state.refusal:
            self.state = replace(self.state, refusal=why)

    # Playing

    def new_game(self, *, first: bool = False) -> None:
        dialog = NewGame(self.wish, self.play_wish, self.load_first, first=first)
        self.ui.open(dialog)

    def play_wish(self, wish: Wish) -> None:
        """Begin the game that was wished for."""
        self.wish = wish
        self._use(list(VARIANTS_OF[wish.game].values())[wish.variant])
        levels = wish.levels
        for color in Color:
            level = levels[color]
            seat = self.state.seats[color]
            if level is None:
                seat = SeatState(seat.spec, Mode.PERSON)
            else:
                mode = Mode.BY_HAND if wish.by_hand else Mode.AUTO
                seat = SeatState(level_spec(level, wish.game), mode)
            self.state = self.state.with_seat(color, seat)
        if levels.white is not None and levels.black is None:
            self._flipped = not self.rules.on_points  # stones look the same from either side
        elif levels.white is None:
            self._flipped = False
        if wish.from_board:
            self._open(*self._from_shown())
        else:
            self._open(None, ())

    def _use(self, rules: Rules) -> None:
        """Play by these rules from now on; another game has another board, and other AIs."""
        other = rules.name != self.rules.name
        self.rules = rules
        if other:
            self.host.stop()
            self.records.set_position(None)
            seats = PerColor.both(SeatState())
            self.state = replace(self.state, rules=rules, seats=seats, number=self.state.number)
            self._show()
            self.ui.relayout(self.ui.layers[0])

    def start(self) -> None:
        """With the seats as they are, from the position on the free board."""
        if self.state.phase is Phase.TRYING:
            self._open(*self._from_shown())
        elif self.state.phase is Phase.ENDED:
            self.again()

    def again(self) -> None:
        """The same game once more."""
        plan = self.state.plan
        if plan is not None and not self.state.busy:
            self._open(plan.setup, self._given)

    def _from_shown(self) -> tuple[str | None, tuple[str, ...]]:
        """What is on the board: how it was set up, and the moves since."""
        state = self.state
        moves = tuple(str(event.move) for event in state.view.played[: state.ply])
        start = state.view.start.setup
        setup = None if start == self.rules.start(None).setup else start
        chain = [state.view.start, *(event.position for event in state.view.played)]
        for event, before in zip(state.view.played[: state.ply], chain, strict=False):
            if event.before is not before:  # a side moved out of turn
                return state.shown.setup, ()
        return setup, moves

    def _open(self, setup: str | None, moves: tuple[str, ...]) -> None:
        self._given = moves
        seats = self.state.seats.map(_seat_plan)
        plan = GamePlan(
            self.rules,
            seats,
            PACES[self.wish.pace].both,
            setup=setup,
            moves=moves,
            viewing_pause=self.settings.viewing_pause_ms / 1000,
        )
        self._play(plan)

    def _play(self, plan: GamePlan) -> None:
        """This game takes the place of the one that is running, if any."""
        self.board.cancel()
        self.state = self.state.asking_for(plan)
        self.host.play(plan)

    def stop(self) -> None:
        if self.state.phase in (Phase.RUNNING, Phase.OPENING):
            self.state = replace(self.state, phase=Phase.STOPPING)
            self.host.stop()

    def pause(self) -> None:
        seated = self.state.seated
        if self.state.running and seated is not None:
            if self.state.view.paused:
                seated.game.resume()
            else:
                seated.game.pause()

    def reset(self) -> None:
        if not self.state.busy:
            self.board.cancel()
            self.state = replace(self.state, phase=Phase.CLEARING)
            self.host.reset()

    def take_back(self) -> None:
        state = self.state
        if state.busy or not state.view.played:
            return
        if state.phase is Phase.TRYING:
            self.state = state.untried()
            return
        self.board.cancel()  # a premove is not for the position before
        plies = state.plies_back()
        refusal = state.cannot_rewind
        if refusal is not None:
            self.refuse(refusal)
        elif state.running and state.seated is not None:
            try:
                state.seated.game.take_back(plies)
            except CannotTakeBack as error:
                self.refuse(error.sentence)
        elif state.plan is not None:
            self._play(state.plan_before(plies))

    def resign(self) -> None:
        color = self._person()
        if color is None:
            return
        question = _("{color}: do you want to resign?", color=color)

        def resign() -> None:
            seated = self.state.seated
            person = seated.person(color) if seated is not None else None
            if person is not None:
                person.resign()

        self.ui.open(
            Message(_("Resign"), question, [(_("&Resign"), resign), (_("&Play on"), _nothing)])
        )

    def draw(self) -> None:
        """Offer a draw, accept the one that was offered, or claim the one there is."""
        state, color = self.state, self._person()
        seated = state.seated
        if color is None or seated is None:
            return
        if state.draw_offered and state.offer is not None:
            person = seated.person(state.offer.other)
            if person is not None:
                person.accept_draw()
            return
        person = seated.person(color)
        if person is None:
            return
        if state.may_claim:
            person.claim_draw()
        else:
            person.offer_draw()
            self._message = _("A draw is offered.")

    def _person(self) -> Color | None:
        """Who at this window resigns or offers: whose turn it is, if both sit here."""
        state = self.state
        if not state.running:
            return None
        people = [color for color in Color if state.seats[color].mode is Mode.PERSON]
        if state.view.to_move in people:
            return state.view.to_move
        return people[0] if people else None

    # Moves

    def on_board(self, intent: Intent) -> None:
        match intent:
            case Played(move):
                self._move(move)
            case Ambiguous(moves):
                origin = self.state.origin_of(moves[0])
                self.ui.open(choose_move(origin, moves, self._move))
            case Refused(squares):
                self._explain_refusal(squares)
            case WantsLive():
                self.step(10**6)
            case Premoved():
                self._message = _("Premove: it is played when your turn comes. Right click: not.")
            case _:
                assert_never(intent)

    def _explain_refusal(self, squares: tuple[str, ...]) -> None:
        """Why this is no move, in the words of the rules."""
        try:
            self.state.read("".join(squares))
        except IllegalMove as error:
            self.refuse(error.sentence)

    def _move(self, move: Move) -> None:
        if self.tutor.tries(move):
            self._show_anew()
            return
        state = self.state
        if state.phase is Phase.TRYING:
            self.state = state.tried(move, state.origin_of(move))
            self._sound_of(self.state.view.played[-1])
        elif (
            state.may_move
            and state.seated is not None
            and state.seated.play(state.view.to_move, str(move))
        ):
            self.state = replace(state, handed=state.view.ply, refusal=None)
        else:
            self._show_anew()

    def play_text(self, text: str) -> None:
        text = text.strip()
        if not text or not self.state.may_type:
            return
        if not self.state.may_move:
            self.refuse(say("it is not your turn"))
            return
        try:
            move = self.state.read(text)
        except AmbiguousMove as error:
            origin = self.state.origin_of(error.moves[0])
            self.ui.open(choose_move(origin, error.moves, self._move_typed))
        except IllegalMove as error:
            self.refuse(error.sentence)
        else:
            self._move_typed(move)

    def _move_typed(self, move: Move) -> None:
        if not self.state.live and self.state.running:
            self.step(10**6)
        self.refuse(None)
        self._screen.typed("")
        self._move(move)

    def release(self, color: Color) -> None:
        """Let an AI that is played by hand make one move."""
        seated = self.state.seated
        if self.state.may_release(color) and seated is not None and seated.release(color):
            self.state = replace(self.state, released=self.state.view.ply)

    def set_mode(self, color: Color, mode: Mode) -> None:
        seat = self.state.seats[color]
        if not (self.state.running or self.state.busy):
            self.state = self.state.with_seat(color, replace(seat, mode=mode))

    def ignore_turn(self, ignore: bool) -> None:
        if self.state.phase is Phase.TRYING:
            self.state = replace(self.state, ignore_turn=ignore)

    # Looking

    def go(self, ply: int) -> None:
        self.state = self.state.looking_at(ply)

    def step(self, plies: int) -> None:
        self.go(self.state.ply + plies)

    def flip(self) -> None:
        self._flipped = not self._flipped

    def project(self) -> None:
        """The projector's screen, and back."""
        self._projecting = not self._projecting
        self._dress()

    def filter_lines(self, index: int) -> None:
        """0: all lines of the programs, 1: White's, 2: Black's, 3: errors."""
        letters = {1: color_letters(Color.WHITE), 2: color_letters(Color.BLACK)}

        def wanted(cells: tuple[str, ...], color: str | None) -> bool:
            return color == "error" if index == 3 else cells[1] in letters[index]

        self._models.lines.filter(wanted if index else None)
        self._screen.reset_lines()

    # AIs

    def load_first(self) -> None:
        """From the start screen to somebody's own AI."""
        self.load_ai(Color.WHITE)

    def load_ai(self, color: Color) -> None:
        if self.state.running or self.state.busy:
            return
        self._load_dialog = LoadAI(
            color,
            self.settings,
            partial(self._load, color),
            partial(self._try_start, color),
            self._clear_history,
        )
        self.ui.open(self._load_dialog)

    def _try_start(self, color: Color, spec: PlayerSpec) -> None:
        self.host.try_start(color, spec, self.rules)

    def _load(self, color: Color, program: Program, spec: PlayerSpec) -> None:
        settings = remember(self.settings, program)
        if settings.save_ai_on_load:
            settings = replace(settings, default_ai=settings.default_ai.put(color, program))
        self._keep(settings)
        self.load(color, spec)

    def load(self, color: Color, spec: PlayerSpec, mode: Mode = Mode.AUTO) -> None:
        """This AI plays that side from now on; a program is started to see that it can."""
        is_program = spec.kind is PlayerKind.PROGRAM
        self.state = self.state.with_seat(color, SeatState(spec, mode, trying=is_program))
        if is_program:
            self._try_start(color, spec)

    def _clear_history(self) -> None:
        self._keep(replace(self.settings, history=()))

    def _dropped(self, path: str) -> None:
        top = self.ui.top
        if isinstance(top, LoadAI):
            top.dropped(path)
        elif isinstance(top, FileBrowser):
            self.ui.dispatch(Event(pygame.DROPFILE, file=path))
        elif self.records.knows(Path(path)):
            self.records.read(Path(path))
        elif len(self.ui.layers) == 1 and self.records.is_free():
            self.load_ai(Color.WHITE if self.state.seats.white.spec is None else Color.BLACK)
            if self._load_dialog is not None:
                self._load_dialog.dropped(path)

    # Records

    def copy_setup(self) -> None:
        self.records.copy_setup()

    def copy_record(self) -> None:
        self.records.copy()

    def paste(self) -> None:
        self.records.paste()

    def set_up(self) -> None:
        self.records.set_up()

    def set_position(self, setup: str | None) -> None:
        """A free board with this position; None is the usual first one."""
        self.records.set_position(setup)

    def open_record(self) -> None:
        self.records.open()

    def save_record(self) -> None:
        self.records.save()

    # Menus and dialogs

    def show_menu(self) -> None:
        """What the toolbar has no room for; a person's game waits meanwhile."""
        state = self.state
        free = state.phase in (Phase.TRYING, Phase.ENDED)
        playing = state.running and self._person() is not None
        if playing and not state.view.paused:
            self._menu_paused = True
            self.pause()
        items = [
            Item(_("&New game…"), self.new_game, hint="N"),
            Item(_("&Start"), self.start, free, hint="Alt+S"),
            Item(_("Sto&p"), self.stop, state.running, hint="Alt+P"),
            Item(_("&Reset"), self.reset, not state.busy, hint="Alt+R"),
            Item(_("&Take back"), self.take_back, bool(state.view.played), hint="Ctrl+Z"),
            Item(_("Resi&gn"), self.resign, playing),
            Item(_("Offer &draw"), self.draw, playing),
            None,
            Item(_("&Open a game…"), self.open_record, free, hint="Ctrl+O"),
            Item(_("Sa&ve the game…"), self.save_record, hint="Ctrl+S"),
            Item(_("&Copy the game"), self.copy_record, hint="Ctrl+Shift+C"),
            Item(_("Set &up a position…"), self.set_up, free, hint="Ctrl+E"),
            Item(_("Play fro&m here…"), self.play_from_here, free),
            Item(_("&Analyse this position"), self.analyse, not state.running and not state.busy),
            None,
            Item(_("H&int"), self.hint, hint="H"),
            Item(_("Revie&w the game"), self.review, bool(state.view.played), hint="Ctrl+R"),
            Item(_("Practise blunders (&X)"), self.tutor.practise, bool(self.tutor.study.judged)),
            None,
            Item(_("&Flip the board"), self.flip, hint="F"),
            Item(_("Pro&jector"), self.project, hint="F11"),
            Item(_("S&ettings…"), self.choose_settings),
            Item(_("&Help"), self.show_help, hint="F1"),
            Item(_("A&bout"), self.about),
        ]
        self.ui.open(Menu(items, self._screen.menu_rect))

    def _end_menu_pause(self) -> None:
        """The game goes on when the menu, and what was opened from it, has closed."""
        if self._menu_paused and len(self.ui.layers) == 1:
            self._menu_paused = False
            seated = self.state.seated
            if self.state.running and seated is not None:
                seated.game.resume()

    def analyse(self) -> None:
        """The free board, with the position that is shown."""
        state = self.state
        free = trying(state, first_position(self.rules, state.view.start.setup))
        for event in state.view.played:
            free = free.tried(event.move, event.before)
        self.board.cancel()
        self.state = free.looking_at(state.ply)

    def hint(self) -> None:
        self.tutor.hint()

    def review(self) -> None:
        self.tutor.review()

    def play_from_here(self) -> None:
        """A new game from the position that is shown."""
        self.wish = replace(self.wish, from_board=True)
        self.new_game()

    def show_help(self) -> None:
        self.ui.open(help_dialog())

    def about(self) -> None:
        from .versions import versions

        self.ui.open(about_dialog(versions()))

    def choose_settings(self) -> None:
        self.ui.open(ChooseSettings(self.settings, self.change_settings))

    def change_settings(self, settings: Settings) -> None:
        """Use them from now on, and keep them."""
        self._keep(settings)
        speak(language(settings.language))
        self.board.dress(SCHEMES.get(settings.board_colors, BROWN))
        self.board.habits = self._habits()
        self.board.duration = settings.animation_ms / 1000
        self._sounds.turn(settings.sound)
        self._models = replace(self._models, history=HistoryRows(self.state.view))
        pygame.display.set_caption(_("The Chess Board"))
        self._dress()


def _seat_plan(seat: SeatState) -> SeatPlan:
    if seat.mode is Mode.PERSON or seat.spec is None:
        return SeatPlan(HUMAN)
    return SeatPlan(seat.spec, seat.mode is Mode.BY_HAND)


def _same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether they are the same objects; values that never change are not looked into."""
    return len(some) == len(others) and all(map(is_, some, others))


def _clock() -> str:
    """The time of day, for logs."""
    return time.strftime("%H:%M:%S")


def _nothing() -> None:
    """The answer that changes nothing."""
