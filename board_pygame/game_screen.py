"""The window while a board is on it: play, watching, a record, analysis and practice.

One layout for all: the board between the strips of its players, beside it the card with the
sentence that matters, the tabs that hold something, and a row of actions. A state decides which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from board_core import Color
from board_core.author.analysis import Judgement

from .actions import SITUATIONS, board_key, situation_of, wheel_steps
from .around_board import StripPair, refresh, tool
from .board.scene import Scene
from .board.widget import BoardWidget
from .evaluation import analysis_key, evaluation_bar
from .game_state import GameState
from .header import HeaderCard, place_evenly
from .headline import is_record, lower_side
from .intents import Intent, LookAction, PlayText
from .kit.buttons import Button
from .kit.fields import TextField
from .kit.labels import Label
from .kit.painter import Icon
from .kit.panel import Panel
from .kit.rows import RecentLines
from .kit.tabs import Tabs
from .kit.widget import UI, AlarmWidget, Layer, Widget, alt_only, plain
from .labels import evaluation_of, next_tick, strip_of, timed_strip
from .language import _
from .layout import Layout, board_frame
from .lines_pane import LinesPane
from .moves_pane import NAV_HEIGHT, MovesPane
from .panes import GraphPane, LogPane, TabPane
from .reason_pane import ReasonPane
from .state import State, hides_evaluation
from .study import advantage, score_text
from .tour_card import TourCard
from .wish import Frame

MOVES_PAGE, LINES_PAGE, GRAPH_PAGE, LOG_PAGE, REASON_PAGE = range(5)
"""The pages, in the order of their tabs."""

TABS_HEIGHT = 44
"""Points of height of the tabs."""

FOLLOWING = {
    *("back", "hint", "draw", "resign", "from", "pause", "stop", "one move", "run", "analyse"),
    *("comment", "edit", "swap", "clock", "opening", "review"),
}
"""The actions that are not always available, or whose text changes."""

TOOLS_SECONDS = 3.0
"""Seconds for which the buttons of the full screen stay after the mouse was moved."""

LARGE_KEYS: dict[int, Intent] = {
    pygame.K_ESCAPE: LookAction.TOGGLE_PROJECTOR,
    pygame.K_RETURN: LookAction.NEXT_MOVE,
    pygame.K_KP_ENTER: LookAction.NEXT_MOVE,
    pygame.K_RIGHT: LookAction.NEXT_MOVE,
}
"""The keys that do something else in the full screen, and their intents."""

STACKED_HEIGHT = 560
"""Points of height from which graph and lines are seen at once."""

CLOCK_ROOM = 144
"""Points of width that a strip keeps beside a move that is typed: its clock is seen."""

SUGGESTED = 6
"""The most moves that are named while a move is typed."""


class GameScreen(Layer):
    """The board and all about it, except dialogs."""

    def __init__(
        self,
        ask: Callable[[Intent], None],
        log: RecentLines,
        board: BoardWidget,
        state: State,
        again: Callable[[], object],
        before: GameScreen | None = None,
    ) -> None:
        """``again`` plays once more with the other colour.

        ``before`` is the screen that this one replaces, perhaps in another language.
        """
        super().__init__()
        self._ask, self.board, self.large = ask, board, state.projecting
        self._layout: Layout | None = None
        self._ui: UI | None = None
        self._state: State | None = None
        self._seen_above = False
        self._lower = Color.WHITE  # whose strip is below the board
        self._flipped = self._two = self._stacked = self._seen_both = False
        self._chosen = False  # the open tab, by the user
        self._failure: object = None  # the one for which its tab was opened
        self._strips = StripPair(board, ask)
        self._bar = evaluation_bar()
        self._header = HeaderCard(ask, again)
        self._tour = TourCard(ask)
        self._make_lists(log, state)
        self._actions = self._make_actions()
        self._shown_actions: tuple[str, ...] = ()
        self._action_texts: tuple[str, ...] = ()
        self._make_entry()
        self._alarm = AlarmWidget(partial(self._show_tools, False))
        self._pointer: tuple[int, int] | None = None
        self._tools_shown = not self.large  # in the full screen, while the mouse moves
        self.add(
            board,
            self._bar,
            *(self._strips.of[color] for color in (Color.BLACK, Color.WHITE)),
            self._entry,
            self._matches,
            *self._header.widgets,
            *self._tour.widgets,
            self._body,
            self._beside,
            self._head,
            self.tabs,
            *(widget for widget in self.lines.widgets if widget is not self.lines.preview),
            *self.graph.widgets,
            *self.log.widgets,
            *self.reason.widgets,
            *self.moves.widgets,
            *self._actions.values(),
            self._alarm,
            self.lines.preview,  # which lies above the others
        )
        self.focus = board
        if before is not None:
            self._take_over(before)

    def _take_over(self, before: GameScreen) -> None:
        """Open the tab of the screen before, and go on with the move that is typed there."""
        self.tabs.open(before.tabs.index)
        self._chosen, self._failure = before._chosen, before._failure
        self.log.take_over(before.log)
        if before._entry.visible:
            self.begin_move(before._entry.text)
            self.focus = self._entry

    # The widgets

    def _make_lists(self, log: RecentLines, state: State) -> None:
        ask = self._ask
        self._body, self._beside = Panel(), Panel()
        names = [_("Moves"), _("Lines"), _("Graph"), _("Log"), _("Why")]
        self.tabs = Tabs(names, self.open_page)
        self._head = Label(_("Moves"))
        self.moves = MovesPane(ask, state)
        self.lines = LinesPane(ask, self.board)
        self.graph = GraphPane(ask)
        self.log = LogPane(log)
        self.reason = ReasonPane(ask)
        self.panes: tuple[TabPane | MovesPane | ReasonPane, ...]
        self.panes = (self.moves, self.lines, self.graph, self.log, self.reason)

    def _make_actions(self) -> dict[str, Button]:
        names = dict.fromkeys(name for names in SITUATIONS.values() for name in names)
        actions = {name: tool(self._ask, name, hint="") for name in names}
        for button in actions.values():
            button.show(False)
        return actions

    def _make_entry(self) -> None:
        """Make the field in which a move is typed, over the strip; it is there while one types."""
        self._entry = TextField(on_change=self._suggest, on_enter=self._play_typed, mono=True)
        self._matches = Label(color="dim")
        self._show_entry(False)

    # Where they lie

    def layout(self, ui: UI) -> None:
        self._ui = ui
        place = self._layout = board_frame(
            ui.size,
            ui.fonts.scale,
            self.board.scene.extent,
            head=partial(self._head_height, ui),
            two=self._two,
        )
        self.board.place(place["board"])
        self._bar.place(place["bar"])
        self._lay_strips()
        if self._tour.shown:
            self._tour.place(place["header"], ui)
        else:
            self._header.place(place["header"], ui)
        self._lay_lists(place, ui)
        self._lay_actions()

    def _head_height(self, ui: UI, wide: int) -> int:
        """Return the pixels of height of the card at the top."""
        if self._tour.shown:
            return self._tour.place(Rect(0, 0, wide, ui.size[1] // 2), ui)
        return self._header.height(ui, wide)

    def _lay_strips(self) -> None:
        if (place := self._layout) is None or self._ui is None:
            return
        row, px = Rect(place["lower"]), self._ui.px
        if self._entry.visible:
            row.w = max(px(CLOCK_ROOM), row.w // 4)
            row.right = place["lower"].right
            room = row.x - place["lower"].x - px(8)
            wide = min(px(160), room // 2)
            self._entry.place((place["lower"].x, row.y + px(4), wide, px(40)))
            left = self._entry.rect.right + px(12)
            self._matches.place((left, row.y, row.x - px(8) - left, row.h))
        self._strips.place(place["upper"], row, flipped=self._lower is Color.BLACK)

    def _lay_lists(self, place: Layout, ui: UI) -> None:
        px = ui.px
        body, beside = place["body"], place.find("beside")
        tabs, nav = (0, 0) if self.large else (px(TABS_HEIGHT), px(NAV_HEIGHT))
        self._beside.show(beside is not None)
        self._head.show(beside is not None)
        self._body.place(body)
        self._body.head = self._beside.head = tabs
        self.tabs.place((body.x + px(8), body.y, body.w - px(16), tabs))
        moves = body if beside is None else beside
        if beside is not None:
            self._beside.place(beside)
            self._head.place((beside.x + px(16), beside.y, beside.w - px(32), tabs))
        edge = px(1)
        inner = Rect(body.x + edge, body.y + tabs + edge, body.w - 2 * edge, body.h - tabs - px(4))
        self.moves.place(Rect(moves.x + edge, inner.y, moves.w - 2 * edge, inner.h), ui)
        short = Rect(inner.x, inner.y, inner.w, inner.h - (nav if beside is None else 0))
        if self.large:
            self._lay_large(inner, ui)
            return
        self.log.place(short, ui)
        self._stacked = beside is not None and short.h >= px(STACKED_HEIGHT)
        upper, lower = self._in_order(self.graph, self.lines)
        if self._both:
            part = short.h // 2
            upper.place(Rect(short.x, short.y, short.w, part), ui)
            lower.place(Rect(short.x, short.y + part, short.w, short.h - part), ui)
        else:
            upper.place(short, ui)
            lower.place(short, ui)
        self.reason.place(inner, ui)
        self._show_pages()

    def _lay_large(self, inner: Rect, ui: UI) -> None:
        """Place the moves, and above them the lines of the engine or the graph."""
        above = self._shown_above
        high = 0 if above is None else inner.h * (3 if self._analyses else 2) // 5
        for pane in self._above:
            edge = 0 if pane is self.lines else ui.px(12)
            pane.place(Rect(inner.x, inner.y + edge, inner.w, max(0, high - 2 * edge)), ui)
        rest = Rect(inner.x, inner.y + high, inner.w, inner.h - high + ui.px(NAV_HEIGHT))
        self.moves.place(rest, ui)  # without the row below them
        self._show_pages()

    @property
    def _above(self) -> tuple[TabPane, ...]:
        """The panes that may stand above the moves in the full screen; the first with content."""
        return (self.lines, self.graph) if self._analyses else (self.graph,)

    @property
    def _shown_above(self) -> TabPane | None:
        return next((pane for pane in self._above if pane.filled), None)

    def _lay_actions(self) -> None:
        if self._layout is not None and self._ui is not None:
            shown = [self._actions[name] for name in self._shown_actions]
            place_evenly(shown, self._layout["actions"], self._ui)

    def pane(self, widget: Widget) -> str:
        if self._layout is None:
            return ""
        if widget in self.reason.widgets:
            return "lists"  # it may be scrolled away
        return self._layout.pane_at(widget.rect.center)

    @property
    def menu_rect(self) -> Rect:
        """Return the place of the button that opens the menu."""
        return self._header.menu_rect

    @property
    def status(self) -> str:
        """Return what the card at the top says."""
        return self._header.text

    def place_of(self, what: str | Color) -> Rect:
        """Return the place of a player's strip, or of an action."""
        if isinstance(what, Color):
            return self._strips.of[what].rect
        return self._actions[what].rect

    # The tabs

    def open_page(self, page: int) -> None:
        """Open the tab of this number, as :data:`MOVES_PAGE`; it was asked for."""
        self._chosen = True
        self.tabs.open(page)
        self._show_pages()

    def _show_pages(self) -> None:
        """Show the tabs that hold something, and the pane of the one that is open."""
        if self._state is None:
            return  # nobody knows yet what they hold
        if self.large:
            for pane in self.panes:
                pane.show(pane in (self.moves, self._shown_above) and not self._tour.shown)
            for widget in (self.tabs, *self.moves.nav.widgets):
                widget.show(False)
            self._body.show(not self._tour.shown)
            return
        two = self._layout is not None and "beside" in self._layout
        both = self._both
        absent = {page for page, pane in enumerate(self.panes) if not pane.filled}
        absent -= {MOVES_PAGE}
        if two and len(absent) < len(self.panes) - 1:
            absent.add(MOVES_PAGE)  # which has a place of its own
        if both:
            absent.add(GRAPH_PAGE if self._analyses else LINES_PAGE)
        self.tabs.offer(frozenset(absent))
        if self.tabs.index in absent:
            self.tabs.open(next(page for page in range(len(self.panes)) if page not in absent))
        if two and not self._chosen and REASON_PAGE in absent:
            first = LINES_PAGE if self._analyses else GRAPH_PAGE
            self.tabs.open(self.tabs.index if first in absent else first)
        opened = self.tabs.index
        shown = {opened, MOVES_PAGE} if two else {opened}
        if both and opened in (GRAPH_PAGE, LINES_PAGE):
            shown |= {GRAPH_PAGE, LINES_PAGE}
        if self._tour.shown:
            shown.clear()
        for page, pane in enumerate(self.panes):
            pane.show(page in shown)
        for widget in (self.tabs, self._body):
            widget.show(not self._tour.shown)
        self.moves.nav.show((opened != REASON_PAGE or two) and not self._tour.shown)

    @property
    def _analyses(self) -> bool:
        return self._state is not None and self._state.frame is Frame.ANALYSIS

    @property
    def _both(self) -> bool:
        """Graph and lines are seen at once: there is room for both, and both have content."""
        return self._stacked and self.graph.filled and self.lines.filled

    def _in_order(self, graph: GraphPane, lines: LinesPane) -> tuple[TabPane, TabPane]:
        """Return the upper and the lower one: in the analysis the lines come first."""
        return (lines, graph) if self._analyses else (graph, lines)

    # What they show

    def show(
        self,
        state: State,
        scene: Scene,
        now: float,
        judged: Mapping[int, Judgement],
        again_as: str,
    ) -> None:
        """Show a state; ``now`` is the time of the games' clocks.

        ``again_as`` is the text of the button that plays again with the other colour.
        """
        game = state.game
        before, self._state = self._state, state
        relaid = False
        self._flipped, lower = scene.flipped, lower_side(game, flipped=scene.flipped)
        if lower is not self._lower:
            self._lower, relaid = lower, True
        for pane in self.panes:
            pane.show_state(state, judged)
        self._show_reason(state)
        if before is not None and _other_board(before, state):
            self._chosen, analyses = False, state.frame is Frame.ANALYSIS
            self.tabs.open(LINES_PAGE if analyses else MOVES_PAGE)
        relaid |= self._show_actions(state)
        self._show_evaluation(state, judged)
        self._tour.show_state(game)
        two = self._analyses or not game.people or bool(judged) or is_record(game)
        two = two and not self._tour.shown and not self.large
        relaid |= self._header.show(state, scene, judged, again_as) or two is not self._two
        relaid |= self._both is not self._seen_both or self._tour.shown
        if self._tour.shown:
            self._header.hide()
        elif self.large:
            self._header.show_icons(self._tools_shown)
            above = self._shown_above is not None
            relaid |= above is not self._seen_above
            self._seen_above = above
        self._two, self._seen_both = two, self._both
        if not game.may_type:
            self.end_move()
        if relaid and self._ui is not None:
            self._ui.relayout(self)
        else:
            self._show_pages()
        self._show_players(state, now)

    def _show_reason(self, state: State) -> None:
        """Open the tab of a new failure, once."""
        self.tabs.name(REASON_PAGE, _("Why"), self.reason.light)
        game = state.game
        failure = None if game.explained is None else game.seats[game.explained].trouble
        if failure is not None and failure is not self._failure and game.ended:
            self.tabs.open(REASON_PAGE)
        self._failure = failure

    def _show_actions(self, state: State) -> bool:
        """Show the actions of a state; return whether their texts need other places."""
        game, actions = state.game, self._actions
        for name in FOLLOWING & actions.keys():
            refresh(actions[name], name, game)
        actions["pause"].icon = Icon.PLAY if game.view.paused else Icon.PAUSE
        actions["resign"].turn(game.resigning is not None)
        actions["numbers"].turn(state.settings.stone_numbers)
        actions["next"].emphasise(True)
        puzzled = state.study.current is not None
        situation = situation_of(game, state.frame, puzzled=puzzled)
        names = SITUATIONS[situation]
        actions["leave"].emphasise(True)
        texts = tuple(actions[name].text for name in names)
        changed, self._action_texts = texts != self._action_texts, texts
        if names != self._shown_actions:
            self._shown_actions = names
            for name, button in actions.items():
                button.show(name in names and self._tools_shown)
        return changed

    def _show_players(self, state: State, now: float) -> None:
        """Show names, clocks and captures."""
        for color in Color:
            picked = self.board.taken_up(color)
            strip = strip_of(state.game, color, now, picked)
            self._strips.of[color].show_strip(strip)

    def show_clocks(self, game: GameState, now: float) -> None:
        """Show the clock that runs at a later time."""
        self.lines.show_clocks()
        if (color := game.view.clock.running) is not None:
            shown = self._strips.of[color]
            shown.show_strip(timed_strip(shown.strip, game, color, now))

    def show_tools(self) -> None:
        """Show the buttons of the full screen for a while if the mouse has moved."""
        ui = self._ui
        if ui is None or not self.large or ui.pointer == self._pointer:
            return
        moved, self._pointer = self._pointer is not None, ui.pointer
        if moved:
            self._alarm.wake = ui.now + TOOLS_SECONDS
            self._show_tools(True)

    def _show_tools(self, shown: bool) -> None:
        self._tools_shown = shown
        self._header.show_icons(shown)
        for name in self._shown_actions:
            self._actions[name].show(shown)

    def next_change(self, game: GameState, now: float) -> float:
        """Return the time at which a clock will next change, unless something happens earlier."""
        return next_tick(game, now)

    def _show_evaluation(self, state: State, judged: Mapping[int, Judgement]) -> None:
        game, found = state.game, state.analysis.shown
        hidden = hides_evaluation(state) or state.analysis.hidden
        text, value = ("", None) if hidden else evaluation_of(game, judged)
        if state.frame is Frame.ANALYSIS and found and found[0].score is not None:
            value = advantage(found[0].score, game.shown.to_move)
            text = score_text(found[0].score, game.shown.to_move)
        self._bar.set((value, self._flipped))
        self._bar.show(value is not None)
        self._bar.tip = text

    # Typed moves

    def begin_move(self, letter: str = "") -> None:
        """Open the field for a move, with its first letter."""
        self._show_entry(True)
        if self._ui is not None:
            self._ui.focus(self._entry)
        self._entry.insert(letter)

    def end_move(self) -> None:
        """Empty the field for a move, and hide it."""
        if not self._entry.visible:
            return
        had = self._entry.focused
        self._entry.set("")
        self._suggest("")
        self._show_entry(False)
        if had and self._ui is not None:
            self._ui.focus(self.board)

    def _show_entry(self, shown: bool) -> None:
        for widget in (self._entry, self._matches):
            widget.show(shown)
        self._lay_strips()

    def _suggest(self, text: str) -> None:
        """Name the moves that begin with what is typed."""
        game = None if self._state is None else self._state.game
        if game is None or not text.strip():
            self._matches.set("")
            return
        origin, letters, wanted = game.origin, self.board.scene.letters, text.strip().casefold()
        names = (letters.show(origin.notation(move)) for move in origin.legal_moves())
        found = sorted(name for name in names if name.casefold().startswith(wanted))
        more = " …" if len(found) > SUGGESTED else ""
        words = "   ".join(found[:SUGGESTED]) + more
        self._matches.set(words or _("no such move"), "dim" if found else "warning")
        self._matches.tip = self._matches.text

    def _play_typed(self, text: str) -> None:
        self._ask(PlayText(text))

    # Keys

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            if self.reason.test.visible and self.reason.body.collidepoint(ui.pointer):
                return self.reason.form.handle(event, ui)
            return wheel_steps(event, ui, self.board, self._ask)
        if event.type != pygame.KEYDOWN:
            return False
        if event.key == pygame.K_ESCAPE and plain(event) and self._entry.visible:
            self.end_move()
            return True
        if self.large and plain(event) and (intent := LARGE_KEYS.get(event.key)) is not None:
            self._ask(intent)
            return True
        if self._analyses and plain(event) and (intent := analysis_key(event)) is not None:
            self._ask(intent)
            return True
        if event.key == pygame.K_F7 and plain(event):
            self.moves.toggle_words()
            return True
        if board_key(event, ui, self.board, self._ask):
            return True
        return self._begin_to_type(event)

    def _begin_to_type(self, event: Event) -> bool:
        """Open the field for a move at its first letter, or by Alt+A."""
        game, letter = None if self._state is None else self._state.game, event.unicode
        if game is None or not game.may_type:
            return False
        if alt_only(event) and event.key == pygame.K_a:
            self.begin_move()
        elif plain(event) and letter.isalnum():
            self.begin_move(letter)
        else:
            return False
        return True


def _other_board(before: State, state: State) -> bool:
    """Return whether another frame or another game is shown."""
    other = before.game.view.start is not state.game.view.start
    return before.frame is not state.frame or (other and state.game.explained is None)
