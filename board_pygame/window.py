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
from pygame import Rect
from pygame.event import Event

from board_core import (
    AmbiguousMove,
    Color,
    GameEnded,
    IllegalMove,
    Move,
    MovePlayed,
    NoteKind,
    PlayerSaid,
    RealTime,
    Reason,
    Sentence,
    Thinking,
    say,
)
from board_core.frontend.adviser import Hinted, Judged, NoOpinion, Opinion, Reviewed
from board_core.frontend.settings import Settings, save
from board_core.geometry import Style
from board_core.match.known_games import hosted
from board_core.match.player_spec import PlayerSpec

from .alarm import Alarm
from .board.colors import BROWN_COLORS, COLOR_SCHEMES
from .board.hand import (
    Ambiguous,
    Habits,
    Intent,
    MoveChosen,
    MoveRefused,
    Premoved,
    WantsLive,
    WantsMenu,
)
from .board.widget import BoardWidget
from .chronicle import entries, evidence
from .dialogs import (
    ChooseSettings,
    about_dialog,
    choose_move,
    help_dialog,
    over_dialog,
)
from .evaluation import score_text
from .faces import short, verdict
from .fonts import CHINESE_FONT, LATIN_FONT, MONO_FONT
from .game_screen import GameScreen, Models
from .games import VARIANTS
from .history import HistoryRows
from .host import Cleared, Happened, Host, News, NotOpened, Opened, Said, Tried
from .kit.files import FileBrowser
from .kit.menu import Menu
from .kit.recent_lines import RecentLines
from .kit.text import Fonts
from .kit.theme import THEMES, Theme
from .kit.ui import LayeredUI
from .language import _, color_letter, color_letters, outcome_words, sentence, speak
from .loading import Loader
from .menus import board_menu, main_menu
from .playing import Playing
from .projector import ProjectorScreen
from .records import Records
from .scenes import scene_of
from .screen import auto_scale, language, open_display
from .sounds import Sound, Sounds
from .state import (
    Mode,
    Phase,
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
        self._models = Models(
            HistoryRows(self.state.view), RecentLines(), RecentLines(), RecentLines()
        )
        self.records = Records(self)
        self.loader = Loader(self)
        self.playing = Playing(self)
        self._alarm = Alarm()
        self._message = ""
        self._lines_added = False
        self.flipped = False
        self._projecting = False
        self._grips = False  # the pointer is a hand
        self._menu_paused = False
        self.closing = False
        self._news_due = -inf  # when news are drawn again
        self._news_wait = False  # there are some, and they wait for that
        self._shown: tuple[object, ...] = ()  # what the screen was made of
        self._scene_of: tuple[object, ...] = ()  # what the scene was made of
        self._change = inf  # when a clock looks different
        self.board = self._new_board()
        self._scene = self.board.scene
        self._screen = GameScreen(self, self._models, self.board)
        self.ui = LayeredUI(self.surface, self._theme, self._fonts(), self._screen)
        self.show()

    # Dress

    @property
    def _theme(self) -> Theme:
        return THEMES[self.settings.theme]

    def _fonts(self) -> Fonts:
        scale = self.settings.ui_scale or auto_scale()
        return Fonts(LATIN_FONT, CHINESE_FONT, MONO_FONT, scale)

    def _habits(self) -> Habits:
        return Habits(self.settings.move_by, self.settings.auto_queen)

    def _new_board(self) -> BoardWidget:
        return BoardWidget(
            hosted(self.rules).look,
            self.rules.geometry,
            self.on_board,
            lambda move: self.state.origin_of(move).play(move).pieces(),
            colors=COLOR_SCHEMES.get(self.settings.board_colors, BROWN_COLORS),
            habits=self._habits(),
            duration=self.settings.animation_ms / 1000,
        )

    def _dress(self) -> None:
        """Everything anew: for another language, theme or scale."""
        worn = self.ui.fonts
        self._screen = GameScreen(self, self._models, self.board, self._screen)
        self.ui.dress(self.surface, self._theme, self._fonts(), self._base())
        worn.close()
        self.show()

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
        self.show()
        self.ui.tick()
        self._screen.show_pointed(self.board.pointed)
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
                    self.keep(replace(self.settings, window=surface.get_size()))
                self.ui.fonts.close()
                pygame.display.quit()
        finally:
            self.tutor.close()
            self.host.close()

    def keep(self, settings: Settings) -> None:
        """From now on, and on file."""
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
                self.loader.tried(news)
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
        told = outcome_words(event.outcome, event.explanation)
        uncovered = self.rules.geometry.style is not Style.SQUARES
        if uncovered:  # what won is to be looked at on the board
            self._message = told
        if self._projecting or len(self.ui.layers) > 1 or uncovered:
            return
        lines = [told]
        if event.explanation is not None:
            lines += list(evidence(event.explanation))[:6]
        title = f"{event.outcome.result}  {verdict(event.outcome)}"
        self.ui.open(over_dialog(title, lines, self.again, self.review, _nothing))

    def log(self, text: str, color: str = "text") -> None:
        """A line of the log, with the time."""
        self._models.log.append((_clock(), text), color)
        self._lines_added = True

    def show(self) -> None:
        """The state on the screen, if it is another one or a clock looks different."""
        if self._lines_added:
            self._lines_added = False
            self._screen.update_lists()
        now, base = self._time.now(), self.ui.layers[0]
        study = self.tutor.study
        shown = (self.state, self.settings, self.flipped, self._message, base, study)
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
            *(state.handed, state.ignore_turn, state.refusal, self.settings, self.flipped),
            self.tutor.study.hint,
        )
        if not _same(made_of, self._scene_of):
            self._scene_of = made_of
            hint = self.tutor.hint_here()
            self._scene = scene_of(state, self.settings, flipped=self.flipped, hint=hint)
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
        self.playing.ask(first=first)

    def start(self) -> None:
        self.playing.start()

    def again(self) -> None:
        self.playing.again()

    def stop(self) -> None:
        self.playing.stop()

    def pause(self) -> None:
        self.playing.pause()

    def reset(self) -> None:
        self.playing.reset()

    def take_back(self) -> None:
        self.playing.take_back()

    def resign(self) -> None:
        self.playing.resign()

    def draw(self) -> None:
        self.playing.draw()

    def play_from_here(self) -> None:
        self.playing.ask_from_here()

    # Moves

    def on_board(self, intent: Intent) -> None:
        match intent:
            case MoveChosen(move):
                self._move(move)
            case Ambiguous(moves):
                origin = self.state.origin_of(moves[0])
                self.ui.open(choose_move(self.rules, origin, moves, self._move))
            case MoveRefused(squares):
                self._explain_refusal(squares)
            case WantsLive():
                self.step(10**6)
            case WantsMenu(square, at):
                self._show_board_menu(square, at)
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
            self.ui.open(choose_move(self.rules, origin, error.moves, self._move_typed))
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
        self.flipped = not self.flipped

    def number_stones(self) -> None:
        """Numbers on the stones, or none."""
        if self.rules.geometry.on_points:
            self.keep(replace(self.settings, stone_numbers=not self.settings.stone_numbers))

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
        self.loader.ask(color)

    def load(self, color: Color, spec: PlayerSpec, mode: Mode = Mode.AUTO) -> None:
        """This AI plays that side from now on; a program is started to see that it can."""
        self.loader.load(color, spec, mode)

    def _dropped(self, path: str) -> None:
        if isinstance(self.ui.top, FileBrowser):
            self.ui.dispatch(Event(pygame.DROPFILE, file=path))
        elif self.loader.takes(path):
            return
        elif self.records.knows(Path(path)):
            self.records.read(Path(path))
        elif len(self.ui.layers) == 1 and self.records.is_free():
            self.loader.offer(path)

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

    def offer_game(self, text: str) -> None:
        """Have the game that a text names on the board. Raises BadGame."""
        self.playing.offer(text)

    def save_record(self) -> None:
        self.records.save()

    # Menus and dialogs

    def show_menu(self) -> None:
        """What the toolbar has no room for; a person's game waits meanwhile."""
        state = self.state
        playing = state.running and self.playing.person is not None
        if playing and not state.view.paused:
            self._menu_paused = True
            self.pause()
        practises, numbered = bool(self.tutor.study.judged), self.settings.stone_numbers
        items = main_menu(self, state, practises=practises, numbered=numbered)
        self.ui.open(Menu(items, self._screen.menu_rect))

    def _show_board_menu(self, square: str | None, at: tuple[int, int]) -> None:
        """Beside the pointer; the game goes on meanwhile."""
        mark = partial(self.board.circle, square) if square is not None else None
        items = board_menu(self, self.state, self._scene, mark, self.settings.stone_numbers)
        self.ui.open(Menu(items, Rect(at, (0, 0))))

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

    def practise(self) -> None:
        self.tutor.practise()

    def show_help(self) -> None:
        self.ui.open(help_dialog())

    def about(self) -> None:
        from .versions import versions

        self.ui.open(about_dialog(versions()))

    def choose_settings(self) -> None:
        self.ui.open(ChooseSettings(self.settings, self.change_settings))

    def change_settings(self, settings: Settings) -> None:
        """Use them from now on, and keep them."""
        self.keep(settings)
        speak(language(settings.language))
        self.board.dress(COLOR_SCHEMES.get(settings.board_colors, BROWN_COLORS))
        self.board.habits = self._habits()
        self.board.duration = settings.animation_ms / 1000
        self._sounds.turn(settings.sound)
        self._models = replace(self._models, history=HistoryRows(self.state.view))
        pygame.display.set_caption(_("The Chess Board"))
        self._dress()


def _same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether they are the same objects; values that never change are not looked into."""
    return len(some) == len(others) and all(map(is_, some, others))


def _clock() -> str:
    """The time of day, for logs."""
    return time.strftime("%H:%M:%S")


def _nothing() -> None:
    """The answer that changes nothing."""
