"""The lists beside the board: moves, the log, lines of programs, thoughts; and the tabs of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from pygame import Rect

from board_core import Color
from board_core.author.analysis import Judgement

from .game_state import GameState
from .games import terms
from .history import HistoryRows
from .intents import TO_NEWEST_PLY, GoToPly, Intent, StepPlies, WantHint
from .kit.buttons import Button
from .kit.dropdown import DropDown
from .kit.painter import SMALL_SIZE
from .kit.recent_lines import RecentLines
from .kit.table import TableColumn, TableWidget
from .kit.tabs import Tabs
from .kit.widget import UI, Widget
from .language import _, color_letters
from .layout import Layout


@dataclass(frozen=True, slots=True)
class Models:
    """The contents of the tables; they outlive the widgets, which another language rebuilds."""

    history: HistoryRows
    log: RecentLines
    lines: RecentLines  # to and from the programs
    thoughts: RecentLines


class GameLists:
    """The widgets of the lists; the tabs choose which are seen."""

    def __init__(self, ask: Callable[[Intent], None], models: Models) -> None:
        self._models = models
        self._two_columns = False
        self._live = True
        self.tabs = Tabs([_("Moves"), _("Log"), _("AI lines"), _("Thinking")], self._turn_page)
        self.log_tabs = Tabs([_("Log"), _("AI lines"), _("Thinking")], self._turn_page)
        self.moves = TableWidget(
            [
                TableColumn(_("No"), 36, align="right", color="dim"),
                TableColumn(_("Side"), 44),
                TableColumn(_("SAN"), 60),
                TableColumn(_("In words")),
            ],
            models.history,
            size=SMALL_SIZE,
            follows=True,
            on_cursor=lambda row: ask(GoToPly(row)),
        )
        self.log = TableWidget(
            [TableColumn(_("Time"), 66, color="dim"), TableColumn(_("What happened"))],
            models.log,
            size=SMALL_SIZE,
            follows=True,
        )
        self.lines = TableWidget(
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
        self.filter = DropDown(
            [_("All lines"), _("White's"), _("Black's"), _("Errors")], 0, self._filter_lines
        )
        self.thoughts = TableWidget(
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
        self.steps = [
            Button("|←", partial(ask, GoToPly(0)), tip=_("First position (Home)")),
            Button("←", partial(ask, StepPlies(-1)), tip=_("One ply back (←)")),
            Button("→", partial(ask, StepPlies(1)), tip=_("One ply on (→)")),
            Button("→|", partial(ask, TO_NEWEST_PLY), tip=_("Back to the game (End, Space)")),
            Button(
                _("Hint"), partial(ask, WantHint()), tip=_("What the adviser would play here. (H)")
            ),
        ]

    @property
    def widgets(self) -> list[Widget]:
        tables = (self.log, self.lines, self.filter, self.thoughts)
        return [self.tabs, self.log_tabs, self.moves, *self.steps, *tables]

    def take_over(self, before: GameLists) -> None:
        """Open and filter the same lists as the ones before."""
        self.tabs.open(before.tabs.index)
        self.log_tabs.open(before.log_tabs.index)
        self.filter.set(before.filter.index)

    def open_page(self, index: int) -> None:
        """Open a list. 0: moves, 1: the log, 2: lines of the AIs, 3: thoughts."""
        self.tabs.open(index)
        self.log_tabs.open(max(0, index - 1))
        self._turn_page()

    def place(self, place: Layout, ui: UI) -> None:
        px = ui.px
        two = self._two_columns = place.two_columns
        self.tabs.show(not two)
        self.log_tabs.show(two)
        self.tabs.place(place.tabs)
        self.log_tabs.place(place.log_tabs)
        moves = place.moves
        if two:
            moves = Rect(moves.x, place.tabs.y, moves.w, moves.bottom - place.tabs.y)
        self.moves.place(moves)
        count = len(self.steps)
        width = (place.steps.w - (count - 1) * px(4)) // count
        for index, button in enumerate(self.steps):
            x = place.steps.x + index * (width + px(4))
            button.place((x, place.steps.y, width, place.steps.h))
        log = place.log
        self.log.place(log)
        self.thoughts.place(log)
        head = px(34)
        self.filter.place((log.x, log.y + px(4), px(150), px(28)))
        self.lines.place((log.x, log.y + head, log.w, log.h - head))
        self._turn_page()

    def _turn_page(self, _index: int = 0) -> None:
        """Show the list that was chosen."""
        two = self._two_columns
        page = self.log_tabs.index + 1 if two else self.tabs.index
        for widget in (self.moves, *self.steps):
            widget.show(two or page == 0)
        self.log.show(page == 1)
        self.lines.show(page == 2)
        self.filter.show(page == 2)
        self.thoughts.show(page == 3)

    def update(self) -> None:
        """Show the lines that were added to the models."""
        for table in (self.log, self.lines, self.thoughts):
            table.update()

    def show_moves(self, state: GameState, judged: Mapping[int, Judgement]) -> None:
        """Show the moves with their judgements, and mark the shown ply."""
        history = self._models.history
        changed = history.show_judgements(judged)
        if history.show_view(state.view) or changed:
            self.moves.reset()
        else:
            self.moves.update()
        self.moves.mark_row(state.ply)
        if not state.live:
            if self.moves.cursor != state.ply:
                self.moves.go_to(state.ply)
        elif not self._live and self.moves.cursor != state.ply:
            self.moves.go_to(None)
        self._live = state.live

    def show_terms(self, state: GameState) -> None:
        """Head the column of moves with the game's own term."""
        self.moves.title(2, _(terms(state.rules).value))

    def _filter_lines(self, index: int) -> None:
        """Show 0: all lines of the programs, 1: White's, 2: Black's, 3: errors."""
        letters = {1: color_letters(Color.WHITE), 2: color_letters(Color.BLACK)}

        def wanted(cells: tuple[str, ...], color: str | None) -> bool:
            return color == "error" if index == 3 else cells[1] in letters[index]

        self._models.lines.filter(wanted if index else None)
        self.lines.reset()
