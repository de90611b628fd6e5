"""The game screen: builds its widgets in one language, lays them out, shows a state on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from math import inf

import pygame
from pygame import Rect
from pygame.event import Event

from board_core import Color, PerColor
from board_core.author.analysis import Judgement

from . import permits
from .actions import Actions
from .board.hand import MoveChosen
from .board.scene import Scene
from .board.widget import ARROW_KEYS, BoardWidget, asks_menu
from .evaluation import curve
from .faces import (
    captures_of,
    draw_words,
    game_lamp,
    move_facts,
    move_words,
    strip_of,
    thought_of,
    time_facts,
)
from .games import Terms, terms
from .history import HistoryRows
from .kit.buttons import Button, CheckBox
from .kit.dropdown import DropDown
from .kit.fields import TextField
from .kit.labels import Label
from .kit.painter import SMALL_SIZE, TEXT_SIZE
from .kit.recent_lines import RecentLines
from .kit.table import TableColumn, TableWidget
from .kit.tabs import Tabs
from .kit.text import Fonts
from .kit.widget import UI, Layer, command, plain
from .language import _
from .layout import Layout, layout
from .panels import EvaluationBar, EvaluationGraph, FactsRow, PlayerStrip, next_change
from .seat_card import LampLabel, SeatCard
from .state import Phase, State
from .study import curve_of

FAR = 10
"""Plies that the arrow keys go with Shift."""

NAMED = 6
"""So many moves that name no square have a button; the menu of the board has all of them."""

POINTER, TIMES = 2, 3
"""Where these stand among the facts, after the number of moves and the last one."""


@dataclass(frozen=True, slots=True)
class Models:
    """What the tables show; it outlives the widgets, which are built anew for another language."""

    history: HistoryRows
    log: RecentLines
    lines: RecentLines  # to and from the programs
    thoughts: RecentLines


class GameScreen(Layer):
    """All of the window but its dialogs."""

    def __init__(
        self,
        actions: Actions,
        models: Models,
        board: BoardWidget,
        before: GameScreen | None = None,
    ) -> None:
        """``before`` is the one that this one takes the place of, in another language perhaps."""
        super().__init__()
        self._actions = actions
        self._models = models
        self.board = board
        self._layout: Layout | None = None
        self._flipped = False
        self._gap = 0
        self._fonts: Fonts | None = None
        self._notations: list[str] = []  # of the moves that have buttons
        self._named_for = ""  # the rules whose terms are shown
        self._taken: PerColor[tuple[str, ...]] = PerColor((), ())
        self._live = True
        self._tools = self._make_tools()
        self._game_lamp = LampLabel()
        self._bar = EvaluationBar()
        picture = board.picture
        self._strips = PerColor.both(self._take_up).map(partial(PlayerStrip, picture))
        hint = _("Here is what the players think of the position, when they say so.")
        self._graph = EvaluationGraph(actions.go, hint)
        self._cards = PerColor(SeatCard(Color.WHITE, actions), SeatCard(Color.BLACK, actions))
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
        self._named = [Button("") for _n in range(NAMED)]
        for button in self._named:
            button.show(False)
        self._make_lists()
        self._make_rows()
        self._status = Label(size=SMALL_SIZE, color="dim")
        self.add(
            *self._tools.values(),
            self._game_lamp,
            self._bar,
            board,
            self._strips.white,
            self._strips.black,
            self._graph,
            *self._cards.white.widgets,
            *self._cards.black.widgets,
            self._facts,
            *self._named,
            self._tabs,
            self._log_tabs,
            self._moves,
            *self._steps,
            self._log,
            self._lines,
            self._filter,
            self._thoughts,
            self._san,
            self._move,
            self._ignore,
            self._fen,
            self._copy,
            self._status,
        )
        if before is not None:
            self._take_over(before)

    def _take_over(self, before: GameScreen) -> None:
        """What was chosen and typed there."""
        self._tabs.open(before._tabs.index)
        self._log_tabs.open(before._log_tabs.index)
        self._filter.set(before._filter.index)
        self._san.set(before._san.text)

    # The widgets

    def _make_tools(self) -> dict[str, Button]:
        do = self._actions
        return {
            "new": Button(_("New…"), do.new_game, tip=_("Choose the players of a new game. (N)")),
            "start": Button(_("&Start"), do.start, primary=True),
            "pause": Button(_("Pause"), do.pause),
            "stop": Button(_("Sto&p"), do.stop),
            "reset": Button(
                _("&Reset"), do.reset, tip=_("Ends the game and the AIs, and clears the board.")
            ),
            "back": Button(_("Take back"), do.take_back, tip="Ctrl+Z"),
            "resign": Button(_("Resi&gn"), do.resign),
            "draw": Button(_("Offer draw"), do.draw),
            "flip": Button(_("Flip"), do.flip, tip=_("Turns the board around. (F)")),
            "menu": Button("…", do.show_menu, tip=_("More …")),
        }

    def _make_lists(self) -> None:
        do, models = self._actions, self._models
        self._tabs = Tabs([_("Moves"), _("Log"), _("AI lines"), _("Thinking")], self._turn_page)
        self._log_tabs = Tabs([_("Log"), _("AI lines"), _("Thinking")], self._turn_page)
        self._moves = TableWidget(
            [
                TableColumn(_("No"), 36, align="right", color="dim"),
                TableColumn(_("Side"), 44),
                TableColumn(_("SAN"), 60),
                TableColumn(_("In words")),
            ],
            models.history,
            size=SMALL_SIZE,
            follows=True,
            on_cursor=do.go,
        )
        self._log = TableWidget(
            [TableColumn(_("Time"), 66, color="dim"), TableColumn(_("What happened"))],
            models.log,
            size=SMALL_SIZE,
            follows=True,
        )
        self._lines = TableWidget(
            [
                TableColumn(_("Time"), 66, color="dim"),
                TableColumn("", 32),
                TableColumn("", 30, align="center"),
                TableColumn(_("Line"), mono=True),
            ],
            models.lines,
            size=SMALL_SIZE,
            follows=True,
            empty=_("Every line to (→) and from (←) an AI program is shown here."),
        )
        self._filter = DropDown(
            [_("All lines"), _("White's"), _("Black's"), _("Errors")], 0, do.filter_lines
        )
        self._thoughts = TableWidget(
            [
                TableColumn("", 32),
                TableColumn(_("Depth"), 48, align="right"),
                TableColumn(_("Score"), 54, align="right"),
                TableColumn(_("Line")),
                TableColumn(_("Nodes"), 56, align="right"),
                TableColumn(_("per s"), 54, align="right"),
            ],
            models.thoughts,
            size=SMALL_SIZE,
            follows=True,
            empty=_("What the AIs report of their search is shown here."),
        )
        self._steps = [
            Button("|←", partial(do.go, 0), tip=_("First position (Home)")),
            Button("←", partial(do.step, -1), tip=_("One ply back (←)")),
            Button("→", partial(do.step, 1), tip=_("One ply on (→)")),
            Button("→|", partial(do.step, 10**6), tip=_("Back to the game (End, Space)")),
            Button(_("Hint"), do.hint, tip=_("What the adviser would play here. (H)")),
        ]

    def _make_rows(self) -> None:
        do = self._actions
        self._san = TextField(on_enter=do.play_text, mono=True)
        self._san.accelerator = "a"
        self._move = Button(_("Move"), lambda: do.play_text(self._san.text))
        self._ignore = CheckBox(
            _("&Ignore whose turn it is"),
            on_change=do.ignore_turn,
            tip=_("For trying out positions, while no game runs."),
        )
        self._fen = TextField(read_only=True, mono=True)
        self._copy = Button(_("Copy FEN"), do.copy_setup)  # named for the game when it is shown

    # Where they lie

    def layout(self, ui: UI) -> None:
        place = self._layout = layout(ui.size, ui.fonts.scale, self.board.scene.extent)
        px = ui.px
        self._lay_tools(place.toolbar, ui)
        self.board.place(place.board)
        self._bar.place(place.bar)
        self._lay_strips()
        self._graph.place(place.graph)
        for color, rect in zip(Color, place.cards, strict=True):
            self._cards[color].place(rect, ui.fonts)
        self._facts.place(place.facts)
        self._gap, self._fonts = px(6), ui.fonts
        self._lay_named()
        self._lay_lists(place, ui)
        self._lay_rows(place, ui)
        self._status.place(place.status.inflate(-2 * px(12), 0))

    def _lay_tools(self, toolbar: Rect, ui: UI) -> None:
        """What has no room is in the menu too; the menu itself always has."""
        px, x = ui.px, toolbar.x + ui.px(10)
        lamp = px(190)
        menu = px(40)
        for name, button in self._tools.items():
            width = button.natural_size(ui.fonts, 0)[0] if name != "menu" else menu
            fits = name == "menu" or x + width + px(6) + menu + lamp < toolbar.right
            button.place((x, toolbar.y + px(8), width, px(30)) if fits else (0, 0, 0, 0))
            x += width + px(6) if fits else 0
        rest = Rect(x + px(8), toolbar.y, toolbar.right - x - px(20), toolbar.h)
        self._game_lamp.place(rest)

    def _lay_named(self) -> None:
        """In the room of the facts, which wait until one is chosen."""
        row, seen = self._facts.rect, [button for button in self._named if button.visible]
        if not seen or self._fonts is None:
            return
        gaps = (len(seen) - 1) * self._gap
        wide = sum(self._fonts.width(button.tip, TEXT_SIZE) + 2 * self._gap for button in seen)
        for button, notation in zip(seen, self._notations, strict=False):
            text = button.tip if wide + gaps <= row.w else notation  # the pointer tells the rest
            button.set(text.replace("&", "&&"))
        x, left = row.x, sum(len(button.text) for button in seen)
        for index, button in enumerate(seen):  # the longer have more of it
            room = row.right - x - (len(seen) - index - 1) * self._gap
            width = room * len(button.text) // max(1, left)
            button.place((x, row.y, width, row.h))
            x, left = x + width + self._gap, left - len(button.text)

    def _lay_strips(self) -> None:
        if self._layout is not None:
            upper, lower = Color.BLACK, Color.WHITE
            if self._flipped:
                upper, lower = lower, upper
            self._strips[upper].place(self._layout.upper)
            self._strips[lower].place(self._layout.lower)

    def _lay_lists(self, place: Layout, ui: UI) -> None:
        px = ui.px
        two = place.two_columns
        self._tabs.show(not two)
        self._log_tabs.show(two)
        self._tabs.place(place.tabs)
        self._log_tabs.place(place.log_tabs)
        moves = place.moves
        if two:
            moves = Rect(moves.x, place.tabs.y, moves.w, moves.bottom - place.tabs.y)
        self._moves.place(moves)
        count = len(self._steps)
        width = (place.steps.w - (count - 1) * px(4)) // count
        for index, button in enumerate(self._steps):
            x = place.steps.x + index * (width + px(4))
            button.place((x, place.steps.y, width, place.steps.h))
        log = place.log
        self._log.place(log)
        self._thoughts.place(log)
        head = px(34)
        self._filter.place((log.x, log.y + px(4), px(150), px(28)))
        self._lines.place((log.x, log.y + head, log.w, log.h - head))
        self._turn_page()

    def _lay_rows(self, place: Layout, ui: UI) -> None:
        px, fonts = ui.px, ui.fonts
        ignore = self._ignore.natural_size(fonts, 0)[0] + px(6)
        move = max(px(70), self._move.natural_size(fonts, 0)[0])
        row = place.entry
        ignore = min(ignore, row.w - move - px(100))
        self._san.place((row.x, row.y, row.w - move - ignore - px(12), row.h))
        self._move.place((row.right - ignore - px(6) - move, row.y, move, row.h))
        self._ignore.place((row.right - ignore, row.y, ignore, row.h))
        row = place.fen
        copy = self._copy.natural_size(fonts, 0)[0]
        self._fen.place((row.x, row.y, row.w - copy - px(6), row.h))
        self._copy.place((row.right - copy, row.y, copy, row.h))

    def _turn_page(self, _index: int = 0) -> None:
        """Show the list that was chosen."""
        two = self._layout is not None and self._layout.two_columns
        page = self._log_tabs.index + 1 if two else self._tabs.index
        for widget in (self._moves, *self._steps):
            widget.show(two or page == 0)
        self._log.show(page == 1)
        self._lines.show(page == 2)
        self._filter.show(page == 2)
        self._thoughts.show(page == 3)

    def open_page(self, index: int) -> None:
        """0: moves, 1: the log, 2: lines of the AIs, 3: what they think."""
        self._tabs.open(index)
        self._log_tabs.open(max(0, index - 1))
        self._turn_page()

    # What they show

    def show(
        self,
        state: State,
        scene: Scene,
        now: float,
        message: str,
        judged: Mapping[int, Judgement],
    ) -> None:
        """``now`` is the time of the games' clocks; ``message`` stands in the status line."""
        if scene.flipped != self._flipped:
            self._flipped = scene.flipped
            self._lay_strips()
        self._taken = PerColor(captures_of(state, Color.WHITE), captures_of(state, Color.BLACK))
        self._show_tools(state)
        self._show_named(state, scene)
        self._facts.put(0, *move_facts(state))
        self.show_players(state, now)
        self._show_thoughts(state, judged)
        self._show_history(state, judged)
        self._show_terms(state)
        self._fen.set(state.shown.setup)
        self._ignore.enable(state.phase is Phase.TRYING)
        self._ignore.turn(state.ignore_turn)
        self._san.enable(state.may_type)
        self._move.enable(state.may_move)
        self._status.set(message, "error" if state.refusal is not None else "dim")

    def _show_terms(self, state: State) -> None:
        """Few games have SAN and FEN."""
        rules = state.rules
        if rules.name == self._named_for:
            return
        self._named_for = rules.name
        self._san.suggest(_("A move, such as {move}", move=next(iter(rules.examples), "")))
        called = terms(rules)
        self._copy.set(_("Copy FEN") if called is Terms.CHESS else _("Copy"))
        self._moves.title(2, _(called.value))

    @property
    def menu_rect(self) -> Rect:
        """Where the menu opens."""
        return self._tools["menu"].rect

    def typed(self, text: str) -> None:
        """What stands in the field for moves."""
        self._san.set(text)

    def update_lists(self) -> None:
        """Lines were added to the models."""
        for table in (self._log, self._lines, self._thoughts):
            table.update()

    def reset_lines(self) -> None:
        self._lines.reset()

    def _show_tools(self, state: State) -> None:
        tools = self._tools
        tools["start"].enable(not permits.no_free_board(state))
        tools["stop"].enable(not permits.no_stop(state))
        tools["reset"].enable(not permits.no_reset(state))
        tools["pause"].enable(not permits.no_game(state))
        tools["pause"].set(_("Go on") if state.view.paused else _("Pause"))
        tools["back"].enable(bool(state.view.played) and not state.busy)  # a refusal is told
        tools["new"].enable(not state.busy)
        tools["resign"].enable(not permits.no_resignation(state))
        tools["draw"].enable(not permits.no_draw(state))
        tools["draw"].set(draw_words(state))
        self._game_lamp.set(*game_lamp(state))

    def _take_up(self, symbol: str) -> None:
        """A piece in hand was clicked."""
        self.board.take_up(symbol)
        for color in Color:
            shown = self._strips[color]
            shown.show_strip(replace(shown.strip, picked=self.board.taken_up(color)))

    def show_players(self, state: State, now: float) -> None:
        """Names, clocks, what was taken, and what each AI is doing."""
        view = state.view
        for color in Color:
            used = state.seats[color].used
            running = state.running and view.clock.running is color
            if running:
                used += max(0.0, now - view.clock.since)
            self._cards[color].show(state, used)
            strip = strip_of(state, color, now, self._taken[color], self.board.taken_up(color))
            self._strips[color].show_strip(strip)

        self._facts.put(TIMES, *time_facts(state, now))

    def show_pointed(self, square: str | None) -> None:
        """The square under the pointer."""
        self._facts.put(POINTER, square or "")

    def _show_named(self, state: State, scene: Scene) -> None:
        """Moves that name no square: a button for each."""
        moves = scene.named[:NAMED]
        self._notations = [state.origin_of(move).notation(move) for move in moves]
        for button, move in zip_longest(self._named, moves):
            button.show(move is not None)
            if move is not None:
                button.tip = move_words(state, move)
                button.action = partial(self._actions.on_board, MoveChosen(move))
        self._facts.show(not moves)
        self._lay_named()

    def next_change(self, state: State, now: float) -> float:
        """When a clock will look different, if nothing happens before."""
        clock = state.view.clock
        if not state.running or clock.running is None:
            return inf
        return now + next_change(clock.left(clock.running, now))

    def _show_thoughts(self, state: State, judged: Mapping[int, Judgement]) -> None:
        view = state.view
        points = list(curve_of(judged) or curve(view.played, view.judged))
        text, value = thought_of(state)
        self._bar.show_advantage(value, self._flipped)
        self._graph.show_curve(points, len(view.played), state.ply, text)

    def _show_history(self, state: State, judged: Mapping[int, Judgement]) -> None:
        history = self._models.history
        changed = history.show_judgements(judged)
        if history.show_view(state.view) or changed:
            self._moves.reset()
        else:
            self._moves.update()
        self._moves.mark_row(state.ply)
        if not state.live:
            if self._moves.cursor != state.ply:
                self._moves.go_to(state.ply)
        elif not self._live and self._moves.cursor != state.ply:
            self._moves.go_to(None)
        self._live = state.live

    # Keys

    def handle(self, event: Event, ui: UI) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            if event.y and self.board.rect.collidepoint(ui.pointer):
                self._actions.step(-1 if event.y > 0 else 1)
                return True
            return False
        if event.type != pygame.KEYDOWN:
            return False
        do = self._actions
        if asks_menu(event):
            self.board.ask_menu()
            return True
        if command(event) and event.key in ARROW_KEYS and not self.board.focused:
            ui.focus(self.board)
            return self.board.handle(event, ui)
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if plain(event) and event.key in steps:
            far = event.mod & pygame.KMOD_SHIFT
            do.step(steps[event.key] * (FAR if far else 1))
            return True
        keys = self._with_command(event) if command(event) else self._plain(event)
        if event.key in keys:
            keys[event.key]()
            return True
        return False

    def _plain(self, event: Event) -> dict[int, Callable[[], object]]:
        do = self._actions
        if not plain(event):
            return {}
        return {
            pygame.K_HOME: partial(do.go, 0),
            pygame.K_END: partial(do.step, 10**6),
            pygame.K_SPACE: partial(do.step, 10**6),
            pygame.K_f: do.flip,
            pygame.K_h: do.hint,
            pygame.K_m: do.number_stones,
            pygame.K_n: do.new_game,
            pygame.K_F1: do.show_help,
            pygame.K_F11: do.project,
            pygame.K_RETURN: lambda: do.play_text(self._san.text),
        }

    def _with_command(self, event: Event) -> dict[int, Callable[[], object]]:
        do = self._actions
        return {
            pygame.K_z: do.take_back,
            pygame.K_c: do.copy_record if event.mod & pygame.KMOD_SHIFT else do.copy_setup,
            pygame.K_v: do.paste,
            pygame.K_o: do.open_record,
            pygame.K_s: do.save_record,
            pygame.K_l: partial(self.open_page, 1),
            pygame.K_n: do.new_game,
            pygame.K_e: do.set_up,
            pygame.K_r: do.review,
        }
