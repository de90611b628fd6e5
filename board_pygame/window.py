"""The window: takes events and news, keeps one state, draws it and carries out effects."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from operator import is_
from pathlib import Path
from random import getrandbits
from typing import assert_never

import pygame
from pygame.event import Event

from board_core import Color, Move, PerColor, Sentence
from board_core.frontend.adviser import AdviserThread, AnalyserThread, AskedLine
from board_core.frontend.settings import Settings
from board_core.game import RealTime
from board_core.match.known_games import hosted

from .board.backdrop import colors_of
from .board.hand import Habits
from .board.scene import Lettering, lettering
from .board.widget import BoardWidget
from .carrying_out import WindowFiles, carry_out_on_games
from .editor_screen import EditorScreen
from .effects import (
    AddLogLine,
    DialogEffect,
    Effect,
    GameEffect,
    ListEffect,
    OpenReview,
    ScreenAction,
    ScreenEffect,
)
from .failure import LINE_SIGNS, ink_of
from .fonts import BOLD_FONT, CHINESE_FONT, LATIN_FONT, MONO_FONT
from .game_screen import LOG_PAGE, REASON_PAGE, GameScreen
from .games import CHESS_RULES, Shelf
from .host import Happened, Host, LineSaid, Opened, Tried
from .intents import (
    BeginAction,
    DropFile,
    HideWindow,
    Intent,
    LookAction,
    OfferGame,
    PlayAction,
    PlayWish,
)
from .kit.painter import THEMES, Theme
from .kit.rows import RecentLines
from .kit.text import Fonts
from .kit.ui import LayeredUI
from .language import _, missing_letters, sentence, speak
from .layout import large_scale, usable_scale
from .panes import log_names
from .phases import Mode
from .scenes import scene_of
from .screen import auto_scale, fill_screen, language, limit_size, open_display
from .sounds import Alarm, Sound, Sounds
from .start_screen import StartScreen
from .state import AnyNews, new_state
from .waiting import WAKE_EVENT, Bridge, wait
from .wish import Frame, Wish, level_spec

FRAME_SECONDS = 1 / 60
"""Minimum time between two pictures that only news cause."""

SECOND_PRESS_SECONDS = 4.0
"""Seconds within which a second press of *Resign* resigns."""

HIDING_EVENTS = {
    pygame.WINDOWMINIMIZED: True,
    pygame.WINDOWHIDDEN: True,
    pygame.WINDOWRESTORED: False,
    pygame.WINDOWMAXIMIZED: False,
    pygame.WINDOWSHOWN: False,
}
"""Whether nobody can see the window after an event."""

SIZING_EVENTS = (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED)
"""The events that tell whether the window is maximised."""

Screen = StartScreen | GameScreen | EditorScreen


class Window:
    """Owns the display, the host and the settings, until :meth:`close`. For the main thread.

    :meth:`run` loops until the window is closed; :meth:`turn` is one round of it, for tests.
    Raises NoDisplay.
    """

    def __init__(
        self, settings: Settings, file: Path | None = None, *, isolate: bool = True
    ) -> None:
        self._time = RealTime()
        speak(language(settings.language))
        self.surface = open_display(settings.window, _("The Chess Board"), settings.ui_scale)
        self._size = self._kept_size = self.surface.get_size()
        self._filled = False  # the window fills the screen
        self._maximised = False  # the window, while it does not fill the screen
        self._bridge: Bridge[AnyNews] = Bridge()
        self.host = Host(self._bridge.post, isolate=isolate)
        self._counsel = AdviserThread(self._bridge.post, isolate=isolate)
        self._analyser = AnalyserThread(self._bridge.post)
        self._sounds = Sounds(settings.sound)
        self.state = new_state(next(iter(CHESS_RULES.values())), settings)
        self._log_lines = RecentLines()
        self._alarm = Alarm()
        self._shelf = Shelf()
        self._lines_added = False
        self._grips = False  # the pointer is a hand
        self.closing = False
        self._news_due = -inf  # when news are drawn again
        self._news_wait = False  # there are some, and they wait for that
        self._shown: tuple[object, ...] = ()  # what the screen was made of
        self._scene_of: tuple[object, ...] = ()  # what the scene was made of
        self._change = inf  # when a clock looks different
        self._second_press_ends = inf  # when nobody has pressed *Resign* a second time
        self.board = self._new_board()
        self._screen = self._new_screen()
        self.ui = LayeredUI(self.surface, self._theme, self._fonts(), self._screen)
        self._files = WindowFiles(file, self.ui.clipboard, self.ask)
        self.show()

    # Dress

    @property
    def _theme(self) -> Theme:
        return THEMES[self.state.settings.theme]

    @property
    def _scale(self) -> float:
        """The chosen scale, a smaller one if the window is too small, a larger full screen."""
        if self.state.projecting:
            return large_scale(self._size)
        return usable_scale(self.state.settings.ui_scale or auto_scale(), self._size)

    def _fonts(self) -> Fonts:
        return Fonts(
            LATIN_FONT,
            CHINESE_FONT,
            MONO_FONT,
            self._scale,
            bold=BOLD_FONT,
            missing=missing_letters,
        )

    def _habits(self) -> Habits:
        settings = self.state.settings
        return Habits(settings.move_by, settings.auto_queen)

    def _new_board(self) -> BoardWidget:
        game, settings = self.state.game, self.state.settings
        return BoardWidget(
            hosted(game.rules).look,
            game.rules.geometry,
            self.ask,
            lambda move: self.state.game.origin_of(move).play(move).pieces(),
            colors=colors_of(settings.board_colors, settings.theme),
            habits=self._habits(),
            duration=settings.animation_ms / 1000,
        )

    def _new_screen(self, before: GameScreen | None = None) -> GameScreen:
        return GameScreen(
            self.ask, self._log_lines, self.board, self.state, self._play_again, before
        )

    def _dress(self) -> None:
        """Build the screen anew: for another language, theme or scale."""
        if self._filled != self.state.projecting:
            self._filled = self.state.projecting
            with suppress(pygame.error):  # not every screen can be filled
                fill_screen(self._filled, maximised=self._maximised)
        limit_size(self.state.settings.ui_scale)
        self._size = self.surface.get_size()
        self._screen = self._new_screen(self._screen)
        before, base = self.ui.layers[0], self._base()
        if isinstance(base, StartScreen) and isinstance(before, StartScreen):
            base.take_over(before)
        self._wear(base)
        self.show()

    def _wear(self, base: Screen | None = None) -> None:
        """Dress the screen; fonts of the same scale stay, with the texts they have measured."""
        worn = self.ui.fonts
        fonts = worn if worn.scale == self._scale else self._fonts()
        self.ui.dress(self.surface, self._theme, fonts, base)
        if fonts is not worn:
            worn.close()

    @property
    def _letters(self) -> Lettering:
        """The letters of the columns as the board has them."""
        return lettering(self.state.game.rules.geometry, self.state.settings.letters_with_i)

    def _base(self) -> Screen:
        """Return the screen of the present frame."""
        state = self.state
        match state.frame:
            case Frame.START:
                spoken = language(state.settings.language)
                kept = self._files.kept
                return StartScreen(self.ask, self.play, self._shelf, kept, state, spoken)
            case Frame.EDITOR:
                return EditorScreen(self.ask, state)
            case Frame.GAME | Frame.ANALYSIS:
                return self._screen

    def _resized(self) -> None:
        surface = pygame.display.get_surface()
        if surface is not None and surface.get_size() != self._size:  # the same one may grow
            self.surface, self._size = surface, surface.get_size()
            if not self._filled:
                self._kept_size = self._size
            self._wear()

    # The loop

    def run(self) -> None:
        """Loop until the window is closed."""
        try:
            while not self.closing:
                self.turn(wait(self._patience()))
        finally:
            self.close()

    def _patience(self) -> float:
        """Return the seconds until something must be drawn without an event."""
        due = self._news_due if self._news_wait else inf
        times = self.ui.next_wake, self._change, self._second_press_ends, due
        return max(0.0, min(times) - self._time.now())

    def turn(self, events: Sequence[Event]) -> None:
        """Answer events and news, and draw what has changed.

        News less than a frame after earlier news waits for the end of that frame, so that a
        thousand a second make sixty pictures. Input is handled at once.
        """
        now = self.ui.now = self._time.now()
        for event in events:
            self._event(event)
        only_news = bool(events) and all(event.type == WAKE_EVENT for event in events)
        self._news_wait = only_news and now < self._news_due
        if not self._news_wait:
            self._hear_all(now)
        covered = len(self.ui.layers) > 1 or self.state.frame is Frame.START
        if self.state.menu_pauses and not covered:
            self.ask(LookAction.MENU_CLOSED)
        if now >= self._second_press_ends:
            self._second_press_ends = inf
            self.ask(PlayAction.FORGET_RESIGNING)
        if self._alarm.rings(self.state.game, now):
            self._sounds.play(Sound.LOW_TIME)
        self.show()
        self.ui.tick()
        base = self.ui.layers[0]
        if isinstance(base, GameScreen):
            base.show_tools()
        parts = self.ui.draw()
        if parts and not self.closing:
            pygame.display.update(parts)
        self._show_pointer()

    def _show_pointer(self) -> None:
        """Turn the pointer into a hand over a piece that can be picked up."""
        grips = self.board.grips
        if grips != self._grips:
            self._grips = grips
            shape = pygame.SYSTEM_CURSOR_HAND if grips else pygame.SYSTEM_CURSOR_ARROW
            with suppress(pygame.error):  # not every screen has shapes
                pygame.mouse.set_cursor(shape)

    def _hear_all(self, now: float) -> None:
        news = self._bridge.drain()
        for one in news:
            self._keep(one)
            self.ask(one)
        if news:
            self._news_due = now + FRAME_SECONDS

    def _keep(self, one: AnyNews) -> None:
        """Record what a game tells, and keep the game once it has ended."""
        if isinstance(one, Opened | Happened) and (why := self._files.kept.hear(one)):
            self._log(_("The game could not be kept: {why}", why=why), "error")

    def _event(self, event: Event) -> None:
        match event.type:
            case pygame.QUIT:
                self.ask(LookAction.CLOSE_WINDOW)
            case pygame.VIDEORESIZE | pygame.WINDOWSIZECHANGED:
                self._resized()
            case pygame.WINDOWEXPOSED:
                self.ui.redraw()
            case hides if hides in HIDING_EVENTS:
                if hides in SIZING_EVENTS and not self._filled:
                    self._maximised = hides == pygame.WINDOWMAXIMIZED
                self.ask(HideWindow(HIDING_EVENTS[hides]))
            case pygame.DROPFILE:
                self.ask(LookAction.CLEAR_MESSAGE)
                self._dropped(event.file)
            case pygame.KEYDOWN if event.key == pygame.K_F11:
                self.ask(LookAction.TOGGLE_PROJECTOR)
            case _:
                if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
                    self.ask(LookAction.CLEAR_MESSAGE)
                self.ui.dispatch(event)

    def leave(self) -> None:
        """Close the window soon; for signal handlers."""
        self.closing = True

    def tell(self, sentences: Sequence[Sentence]) -> None:
        """Log problems found at startup."""
        for said in sentences:
            self._log(sentence(said), "warning")

    def close(self) -> None:
        """End every game and program, and keep the settings. Safe to call twice.

        The window is gone at once; programs that hang may take a second more.
        """
        self.closing = True
        self._bridge.close()
        try:
            self._sounds.close()
            if pygame.display.get_init():
                self._keep_size(self._kept_size)
                self.ui.fonts.close()
                pygame.display.quit()
        finally:
            self._counsel.close()
            self._analyser.close()
            self.host.close()
            for one in self._bridge.drain():  # also how the game was stopped
                self._keep(one)
            self._files.kept.keep()

    def _keep_size(self, size: tuple[int, int]) -> None:
        settings = replace(self.state.settings, window=size)
        if settings != self.state.settings:
            self._files.keep(settings)

    # What is asked for, and what comes of it

    def ask(self, said: AnyNews | Intent) -> None:
        """Take the next state, and carry out its effects."""
        self.state, effects = self.state.after(said)
        for effect in effects:
            self._carry_out(effect)

    def play(self, wish: Wish) -> None:
        """Start the chosen game."""
        rules = self._shelf.rules(wish.game, wish.variant)
        self.ask(PlayWish(wish, rules, getrandbits(64)))

    def offer_game(self, text: str) -> None:
        """Put the game that a text names on the board. Raises BadGame."""
        key, variant = self._shelf.find(text)
        self.ask(OfferGame(key, variant, self._shelf.rules(key, variant)))

    def record_text(self, ending: str = "") -> str:
        """Return the shown game in the format of files with this ending."""
        return self._files.record(self.state, ending)

    def _dropped(self, path: str) -> None:
        from .dialogs import SeatCard
        from .kit.files import FileBrowser

        top = self.ui.top
        if isinstance(top, FileBrowser):
            self.ui.dispatch(Event(pygame.DROPFILE, file=path))
        elif isinstance(top, SeatCard):
            top.dropped(path)
        else:
            self.ask(DropFile(path, alone=len(self.ui.layers) == 1))

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, ListEffect):  # first: they come with every line of a program
            self._carry_out_on_lists(effect)
        elif isinstance(effect, ScreenEffect):
            self._carry_out_on_screen(effect)
        elif isinstance(effect, DialogEffect):
            self._open(effect)
        elif isinstance(effect, GameEffect):
            carry_out_on_games(effect, self.host, self._counsel, self._analyser, self.ask)
        elif complaint := self._files.carry_out(effect, self.state):
            self._log(complaint, "error")

    def _carry_out_on_screen(self, effect: ScreenEffect) -> None:
        match effect:
            case ScreenAction.CANCEL_HAND:
                self.board.cancel()
            case ScreenAction.SHOW_BOARD_ANEW:
                self._shown = self._scene_of = ()
            case ScreenAction.LAY_OUT_ANEW:
                self.show()
                self.ui.relayout(self.ui.layers[0])
            case ScreenAction.DRESS_ANEW:
                self._dress()
            case ScreenAction.CHANGE_FRAME:
                self.ui.dress(self.surface, self._theme, self.ui.fonts, self._base())
                self.show()
            case ScreenAction.AWAIT_SECOND_PRESS:
                self._second_press_ends = self._time.now() + SECOND_PRESS_SECONDS
            case ScreenAction.CLOSE_NOW:
                self.closing = True
            case ScreenAction.USE_SETTINGS:
                self._use_settings()
            case ScreenAction.CLEAR_MOVE_FIELD:
                self._screen.end_move()
            case Tried():
                from .dialogs import SeatCard

                for layer in self.ui.layers:
                    if isinstance(layer, SeatCard):
                        layer.tried(effect)
            case ScreenAction.SHOW_FAILURE:
                self._screen.open_page(REASON_PAGE)
            case ScreenAction.SHOW_LOG:
                self._screen.open_page(LOG_PAGE)
            case Sound():
                self._sounds.play(effect)
            case _:
                assert_never(effect)

    def _carry_out_on_lists(self, effect: ListEffect) -> None:
        match effect:
            case LineSaid(side, way, line, name):
                sign, ink = LINE_SIGNS[way]
                ink = ink_of(line) if way == "!" else ink
                name = name or log_names(self.state.game)[side]
                self._log(line, ink, name, sign, side.name)
            case AddLogLine(text, color, places, begins):
                if begins:
                    self._screen.log.begin()
                self._log(self._letters.show(text) if places else text, color)
            case _:
                assert_never(effect)

    def _open(self, effect: DialogEffect) -> None:
        if isinstance(effect, OpenReview) and len(self.ui.layers) > 1:
            return
        from .opening import DialogMaker  # the dialogs are imported when one opens

        base = self.ui.layers[0]
        shown = base if isinstance(base, EditorScreen) else self._screen
        maker = DialogMaker(self.ask, self.board)
        self.ui.open(maker.dialog(effect, self.state, shown.menu_rect, self._screen.place_of))

    def _log(self, text: str, color: str, who: str = "", sign: str = "•", side: str = "") -> None:
        self._log_lines.append((_clock(), who, sign, text), color, side)
        self._lines_added = True

    def _use_settings(self) -> None:
        settings = self.state.settings
        speak(language(settings.language))
        self.board.dress(colors_of(settings.board_colors, settings.theme))
        self.board.habits = self._habits()
        self.board.duration = settings.animation_ms / 1000
        self._sounds.turn(settings.sound)
        pygame.display.set_caption(_("The Chess Board"))
        self._dress()

    # Drawing

    def show(self) -> None:
        """Draw the state if it has changed or a clock looks different."""
        if self._lines_added:
            self._lines_added = False
            self._screen.log.update()
        now, base = self._time.now(), self.ui.layers[0]
        state, game = self.state, self.state.game
        same = _same((state, base), self._shown)
        if same and now < self._change:
            return
        self._shown = (state, base)
        self._show_scene()
        match base:
            case StartScreen() | EditorScreen():
                base.show(state)
            case GameScreen() if same:
                base.show_clocks(game, now)  # only a clock looks different
            case GameScreen():
                judged = state.study.of(game.view) if state.study.judged else {}
                base.show(state, self.board.scene, now, judged, self._again_as())
        self._change = self._screen.next_change(game, now)
        if game.may_move and game.live and game.running:
            self.board.take_premove()

    def _again_as(self) -> str:
        """Return the text of the button that plays again with the other colour, if one can."""
        game, levels = self.state.game, self.state.wish.levels
        people = [color for color in Color if levels[color] is None]
        if not game.ended or len(people) != 1:
            return ""
        level, seat = levels[people[0].other], game.seats[people[0].other]
        spec = None if level is None else level_spec(level, game.rules)
        modes = game.seats[people[0]].mode, seat.mode
        if modes[0] is not Mode.PERSON or modes[1] is Mode.PERSON or seat.spec != spec:
            return ""  # another player was chosen since
        return _("Again, as White") if people[0] is Color.BLACK else _("Again, as Black")

    def _play_again(self) -> None:
        """Play the same game again, with the other colour if one person plays."""
        if not self._again_as():
            self.ask(BeginAction.PLAY_AGAIN)
            return
        wish = self.state.wish
        other = PerColor(wish.levels.black, wish.levels.white)
        self.play(replace(wish, levels=other, from_board=False))

    def _show_scene(self) -> None:
        """Show the board, unless it waits for the answer to a move that it shows already."""
        state, game, view = self.state, self.state.game, self.state.game.view
        if game.awaits_answer:
            return  # until then the board shows what was done on it
        made_of = (
            *(view.position, view.start, view.played, view.asked, view.paused, view.ended),
            *(game.rules, game.phase, game.seats, game.seen, game.refusal, game.sheet),
            *(state.settings, state.flipped, self.ui.layers[0], state.study.hint),
            state.analysis.arrows,
        )
        if not _same(made_of, self._scene_of):
            self._scene_of = made_of
            settings = state.settings
            best = state.analysis.arrows
            scene = scene_of(game, settings, flipped=state.flipped, hint=self._hinted, best=best)
            self.board.show_scene(scene)

    @property
    def _hinted(self) -> Move | None:
        """The move that is advised in the shown position."""
        study, game = self.state.study, self.state.game
        if study.hint is None:
            return None
        return study.hint_for(AskedLine.of(game.view, game.ply))


def _same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Return whether they are the same objects; immutable values need no comparison by content."""
    return len(some) == len(others) and all(map(is_, some, others))


def _clock() -> str:
    """Return the time of day, for logs."""
    return time.strftime("%H:%M:%S")
