"""The game screen: builds its widgets in one language, lays them out, shows a state on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from board_core import Color, PerColor
from board_core.author.analysis import Judgement

from .actions import board_key, wheel_steps
from .around_board import BoardBorder, NamedMoves, StripPair, bar_tools, refresh, tool
from .board.scene import Scene
from .board.widget import BoardWidget
from .evaluation import EvaluationGraph, FactsRow, evaluation_bar
from .game_state import GameState
from .games import Terms, terms
from .intents import (
    GoToPly,
    IgnoreTurn,
    Intent,
    PlayText,
    RecordAction,
)
from .kit.buttons import Button, CheckBox
from .kit.fields import TextField
from .kit.labels import LampLabel, PromptLine
from .kit.painter import Icon
from .kit.widget import UI, Layer, Widget, command, plain
from .labels import (
    evaluation_of,
    game_lamp,
    move_facts,
    next_tick,
    prompt_light,
    strip_of,
    thought_of,
    time_facts,
    timed_strip,
)
from .language import _
from .layout import Layout, cockpit_frame
from .lists import LOG_PAGE, GameLists, Models
from .seat_card import SeatCard
from .study import curve, curve_of

SPARE_TOOLS = ("flip", "back")
"""The buttons that give way first where not all fit: these have keys that everybody knows."""

OF_PRACTICE = {"next puzzle", "end practice"}
OF_GAMES = {"pause", "stop", "resign", "draw", "review"}
"""The buttons that are there only while blunders are practised, and only while not."""

FOLLOWING = ("start", "stop", "reset", "pause", "back", "analyse", "resign", "draw", "review")
"""The buttons that are not always available, or whose text changes."""

OWN_PLACES = ("analyse", "view", "menu")
"""The buttons that have leaves of their own."""

POINTER_FACT, TIME_FACTS = 2, 3
"""Indices of these facts, after the number of moves and the last one."""


class GameScreen(Layer):
    """The whole window except its dialogs."""

    def __init__(
        self,
        ask: Callable[[Intent], None],
        models: Models,
        board: BoardWidget,
        percent: int,
        before: GameScreen | None = None,
    ) -> None:
        """``percent`` is the size of the board, of what fits.

        ``before`` is the screen that this one replaces, perhaps in another language.
        """
        super().__init__()
        self._ask = ask
        self.board = board
        self._layout: Layout | None = None
        self._flipped = False
        self._ui: UI | None = None
        self._tool_texts: tuple[str, ...] = ()  # those that change
        self._running = False  # a game is running: it may begin once more
        self._puzzled = False  # a blunder is practised
        self._over = False  # it has ended: it can be reviewed instead of resigned
        self._needs_row = False  # for facts, or for moves that name no square
        self._named_for = ""  # the rules whose terms are shown
        self._tools = self._make_tools()
        self._game_lamp = LampLabel()
        self._bar = evaluation_bar()
        self._border = BoardBorder(ask, self, board, self._frame, percent)
        self._strips = StripPair(board)
        hint = _("The players' evaluations of the position appear here, if they report any.")
        self._graph = EvaluationGraph(lambda ply: ask(GoToPly(ply)), hint)
        self._cards = PerColor(SeatCard(Color.WHITE, ask), SeatCard(Color.BLACK, ask))
        self._facts = FactsRow(
            [
                _("Moves made"),
                _("Last move"),
                _("Pointer"),
                _("This move"),
                _("White's time"),
                _("Black's time"),
            ]
        )
        self._named = NamedMoves(ask)
        self.lists = GameLists(ask, models, self._graph)
        self._make_rows()
        self._prompt = PromptLine()
        self.add(
            *self._tools.values(),
            self._game_lamp,
            self._bar,
            board,
            self._border,
            self._strips.of.white,
            self._strips.of.black,
            *self._cards.white.widgets,
            *self._cards.black.widgets,
            self._facts,
            *self._named.buttons,
            *self.lists.widgets,
            self._san,
            self._move,
            self._ignore,
            self._fen,
            self._copy,
            self._prompt,
        )
        if before is not None:
            self._take_over(before)

    def _take_over(self, before: GameScreen) -> None:
        """Keep the previous screen's selections and typed text."""
        self.lists.take_over(before.lists)
        self._san.set(before._san.text)

    # The widgets

    def _make_tools(self) -> dict[str, Button]:
        shared, make = bar_tools(self._ask), partial(tool, self._ask, bare=True)
        return {
            "new": shared["new"],
            "start": make("start", primary=True),
            "restart": make("again"),
            **{name: make(name) for name in ("pause", "stop", "back")},
            "reset": make("reset", text=_("&Reset")),
            "boards": shared["boards"],
            "flip": shared["flip"],
            **{name: make(name) for name in ("resign", "draw", "review")},
            **{name: make(name) for name in ("next puzzle", "end practice")},
            "analyse": shared["analyse"],
            "view": tool(
                self._ask,
                "view",
                text=_("Play view"),
                tip=_("Only the board, the moves and what a player needs. (F2)"),
                icon=Icon.QUIET,
            ),
            "menu": shared["menu"],
        }

    def _make_rows(self) -> None:
        ask = self._ask
        self._san = TextField(on_enter=self._play_text, mono=True)
        self._san.accelerator = "a"
        self._move = Button(_("Move"), self._play_typed)
        self._ignore = CheckBox(
            _("&Ignore whose turn it is"),
            on_change=lambda on: ask(IgnoreTurn(on)),
            tip=_("For trying out positions, while no game runs."),
        )
        self._fen = TextField(read_only=True, mono=True)
        self._copy = Button(
            _("Copy FEN"), partial(ask, RecordAction.COPY_POSITION)
        )  # named for the game when it is shown

    def _play_text(self, text: str) -> None:
        self._ask(PlayText(text))

    def _play_typed(self) -> None:
        self._play_text(self._san.text)

    # Where they lie

    def layout(self, ui: UI) -> None:
        self._ui = ui
        place = self._layout = self._border.lay(ui)
        self._lay_tools(place, ui)
        self.board.place(place["board"])
        self._bar.place(place["bar"])
        self._lay_strips()
        self._cards.white.place(place["white"], ui.fonts)
        self._cards.black.place(place["black"], ui.fonts)
        self._facts.show(self._needs_row and not self._named)
        if self._needs_row:
            self._facts.lay(place["facts"], ui.fonts)
            self._named.place(place["facts"], ui)
        self.lists.place(place, ui)
        self._lay_rows(place, ui)
        self._prompt.place(place["prompt"])

    def pane(self, widget: Widget) -> str:
        if self._layout is None:
            return ""
        reason = self.lists.reason
        place = reason.body if widget in reason.widgets else widget.rect  # it may be scrolled away
        return self._layout.pane_at(place.center)

    def _frame(self, share: float, ui: UI) -> Layout:
        board, facts = self.board.scene.extent, self._needs_row
        return cockpit_frame(ui.size, ui.fonts.scale, board, share=share, facts=facts)

    def _lay_tools(self, place: Layout, ui: UI) -> None:
        """Place the buttons that fit; all are in the menu too, which always fits."""
        bar, gap = place["tools"], ui.px(6)
        levels = self.board.scene.geometry.levels
        absent = {"start" if self._running else "restart", *(() if levels else ("boards",))}
        absent |= {"resign", "draw"} if self._over else {"review"}
        absent |= OF_GAMES if self._puzzled else OF_PRACTICE
        widths = {
            name: button.natural_size(ui.fonts, 0)[0] + gap
            for name, button in self._tools.items()
            if name not in OWN_PLACES and name not in absent
        }
        for name in (*SPARE_TOOLS, *reversed(self._tools)):
            if sum(widths.values()) <= bar.w + gap:
                break
            widths.pop(name, None)
        x = bar.x
        for name, button in self._tools.items():
            button.show(name in widths or name in OWN_PLACES)
            if name in widths:
                button.place((x, bar.y, widths[name] - gap, bar.h))
                x += widths[name]
        for name in OWN_PLACES:
            self._tools[name].place(place[name])
        self._game_lamp.place(place["game"])

    def _lay_strips(self) -> None:
        if (place := self._layout) is not None:
            self._strips.place(place["upper"], place["lower"], flipped=self._flipped)

    def _lay_rows(self, place: Layout, ui: UI) -> None:
        px, fonts = ui.px, ui.fonts
        row, gap = place["entry"], px(8)
        move = max(px(70), self._move.natural_size(fonts, 0)[0])
        ignore = self._ignore.natural_size(fonts, 0)[0] + px(6)
        ignore = min(ignore, row.w - move - px(100))
        self._san.place((row.x, row.y, row.w - move - ignore - 2 * gap, row.h))
        self._move.place((row.right - ignore - gap - move, row.y, move, row.h))
        self._ignore.place((row.right - ignore, row.y, ignore, row.h))
        row = place["fen"]
        copy = self._copy.natural_size(fonts, 0)[0]
        self._fen.place((row.x, row.y, row.w - copy - gap, row.h))
        self._copy.place((row.right - copy, row.y, copy, row.h))

    # What they show

    def show(
        self,
        state: GameState,
        scene: Scene,
        now: float,
        message: str,
        judged: Mapping[int, Judgement],
        *,
        hides_evaluation: bool = False,
        puzzled: bool = False,
    ) -> None:
        """Show a state; ``now`` is the time of the games' clocks, ``message`` the status line.

        ``puzzled``: a blunder is practised.
        """
        if scene.flipped != self._flipped:
            self._flipped = scene.flipped
            self._lay_strips()
        self._show_tools(state, puzzled)
        self._prompt.set(message, prompt_light(state, message))
        self._show_named(state, scene)
        self._facts.put(0, *map(scene.letters.show, move_facts(state)))
        self._show_players(state, now)
        self._show_thoughts(state, judged, hidden=hides_evaluation)
        self.lists.show_moves(state, judged)
        self.lists.show_reason(state)
        self._show_terms(state)
        self._fen.set(state.shown.setup)
        self._ignore.enable(state.free)
        self._ignore.turn(state.ignore_turn)
        self._san.enable(state.may_type)
        self._move.enable(state.may_move)

    def _show_terms(self, state: GameState) -> None:
        """Use the game's own terms: few games have SAN and FEN."""
        rules = state.rules
        if rules.name == self._named_for:
            return
        self._named_for = rules.name
        self._san.suggest(_("A move, such as {move}", move=next(iter(rules.examples), "")))
        called = terms(rules)
        self._copy.set(_("Copy FEN") if called is Terms.CHESS else _("Copy"))
        self.lists.show_terms(state)

    @property
    def menu_rect(self) -> Rect:
        """The place of the button that opens the menu."""
        return self._tools["menu"].rect

    def typed(self, text: str) -> None:
        """Put a text into the field for moves."""
        self._san.set(text)

    def _show_tools(self, state: GameState, puzzled: bool) -> None:
        tools = self._tools
        for name in FOLLOWING:
            refresh(tools[name], name, state)
        tools["new"].enable(not state.busy)
        texts = tuple(tools[name].text for name in ("start", "pause", "draw", "resign"))
        shown = state.running, state.ended, puzzled, texts
        known = self._running, self._over, self._puzzled, self._tool_texts
        if shown != known and self._layout is not None and self._ui is not None:
            self._running, self._over, self._puzzled, self._tool_texts = shown
            self._lay_tools(self._layout, self._ui)
        self._game_lamp.set(*game_lamp(state))

    def _show_players(self, state: GameState, now: float) -> None:
        """Show names, clocks, captures, and the status of each AI."""
        for color in Color:
            self._cards[color].show(state)
            strip = strip_of(state, color, now, self.board.taken_up(color))
            self._strips.of[color].show_strip(strip)
            self._show_clock(state, color, now)

    def show_clocks(self, state: GameState, now: float) -> None:
        """Show the clock that runs at a later time."""
        if (color := state.view.clock.running) is not None:
            self._show_clock(state, color, now)

    def _show_clock(self, state: GameState, color: Color, now: float) -> None:
        clock, used = state.view.clock, state.seats[color].used
        if state.running and clock.running is color:
            used += max(0.0, now - clock.since)
        self._cards[color].show_used(used)
        shown = self._strips.of[color]
        shown.show_strip(timed_strip(shown.strip, state, color, now))
        if self._facts.visible:
            self._facts.put(TIME_FACTS, *time_facts(state, now))

    def show_pointed(self, square: str | None) -> None:
        """Show the name of the square under the pointer."""
        self._facts.put(POINTER_FACT, self.board.scene.letters.show(square or ""))

    def _show_named(self, state: GameState, scene: Scene) -> None:
        """Show a button for each move that names no square, else facts about stones."""
        changed = self._named.show(state, scene)
        needs = bool(self._named) or state.rules.geometry.on_points
        if changed or needs != self._needs_row:
            self._needs_row = needs
            if self._ui is not None:
                self.layout(self._ui)

    def next_change(self, state: GameState, now: float) -> float:
        """Return the time at which a clock will next change, unless something happens earlier."""
        return next_tick(state, now)

    def _show_thoughts(
        self, state: GameState, judged: Mapping[int, Judgement], *, hidden: bool
    ) -> None:
        view, written = state.view, [] if state.sheet is None else state.sheet.curve()
        points = list(curve_of(judged) or written or curve(view.played, view.judged))
        text, value = thought_of(state), evaluation_of(state, judged)[1]
        if hidden:
            points, text, value = [], _("Hidden while you play; the menu shows it."), None
        self.lists.hide_thoughts(hidden)
        self._bar.set((value, self._flipped))
        self._graph.show_curve(points, len(view.played), state.ply, text)

    # Keys

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            reason = self.lists.reason
            if reason.test.visible and reason.body.collidepoint(ui.pointer):
                reason.form.handle(event, ui)
                return True
            return wheel_steps(event, ui, self.board, self._ask)
        if event.type != pygame.KEYDOWN:
            return False
        if plain(event) and event.key == pygame.K_RETURN:
            self._play_typed()
            return True
        if event.key == pygame.K_F7 and plain(event):
            self.lists.toggle_words()
            return True
        if command(event) and event.key == pygame.K_l:
            self.lists.open_page(LOG_PAGE)
            return True
        return board_key(event, ui, self.board, self._ask)
