"""The lists beside the board: moves, the log, lines of programs, thoughts; and the tabs of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pygame import Rect

from board_core import Color
from board_core.author.analysis import Judgement
from board_core.fast_dataclass import dataclass

from .around_board import STEPS, tool
from .effects import DialogAction
from .evaluation import EvaluationGraph
from .failure import report_of
from .game_state import GameState
from .history import HistoryRows, more_words
from .intents import Intent
from .kit.buttons import Button
from .kit.labels import Light
from .kit.menu import DropDown
from .kit.moves import MovesGrid
from .kit.painter import SMALL_SIZE
from .kit.rows import RecentLines, Rows, TableColumn
from .kit.table import TableWidget
from .kit.tabs import Tabs
from .kit.widget import UI, Widget, nothing
from .labels import place_in_file
from .language import _, color_letters
from .layout import HEADS_HEIGHT, Layout
from .reason_pane import ReasonPane

MOVES_PAGE, LOG_PAGE, LINES_PAGE, THOUGHTS_PAGE, REASON_PAGE = range(5)
"""The pages of the lists, in the order of their tabs."""


def newer_rows(count: int) -> str:
    """Return the words of the chip that leads back to the newest rows."""
    return _("↓ {count} newer", count=count)


NO_THOUGHTS = Rows()
"""Shown in place of the thoughts that are hidden."""


@dataclass(frozen=True, slots=True)
class Models:
    """The contents of the tables; they outlive the widgets, which another language rebuilds."""

    history: HistoryRows
    log: RecentLines
    lines: RecentLines  # to and from the programs
    thoughts: RecentLines


class GameLists:
    """The widgets of the lists; the tabs choose which are seen."""

    def __init__(
        self, ask: Callable[[Intent], None], models: Models, graph: EvaluationGraph
    ) -> None:
        """``graph`` is shown with the thoughts where the frame has no other place for it."""
        self._models = models
        self._graph, self._graph_among_thoughts = graph, False
        self._graph_below = False  # in the panel: hidden by the reason for a failure
        self.page = MOVES_PAGE
        self._beside = 0  # pages that have a place of their own; the others have tabs
        self._tabs_at = Rect(0, 0, 0, 0), Rect(0, 0, 0, 0)  # alone, and beside the filter
        names = [_("Moves"), _("Log"), _("AI lines"), _("Thinking"), _("Why it failed")]
        self.tabs = Tabs(names, self.open_page)
        self._heads = [Tabs([name]) for name in names[:2]]
        self.reason = ReasonPane(ask)
        self._has_reason = False
        self._place_again: Callable[[], None] = nothing
        self._told: tuple[object, ...] = ()  # the state that the reason was computed from
        self.grid = MovesGrid(
            models.history,
            on_cursor=lambda row: ask(models.history.intent(row)),
            on_right=partial(ask, DialogAction.OPEN_NOTES),
            empty=(_("No move yet."), ""),
            more=more_words,
        )
        self.log = TableWidget(
            [TableColumn(_("Time"), 66, color="dim"), TableColumn(_("What happened"))],
            models.log,
            size=SMALL_SIZE,
            follows=True,
            opens=True,
            newer=newer_rows,
            empty=_("The events of a game appear here."),
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
            opens=True,
            newer=newer_rows,
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
            opens=True,
            newer=newer_rows,
            empty=_("The AIs' search reports appear here."),
        )
        self._hint = tool(ask, "hint", bare=True)
        self._which = self._which_short = ""  # the number of the game of several
        self._games = tool(ask, "games", bare=True)
        self.steps = [
            *(tool(ask, name, bare=True) for name in STEPS),
            self._hint,
            self._games,
        ]
        tip = _("Tells each move in words, a line each. (F7)")
        self.words = Button(_("In words"), self.toggle_words, tip=tip)
        self.steps.append(self.words)

    @property
    def widgets(self) -> list[Widget]:
        """The widgets in the order of the keyboard's focus, however many lists have tabs."""
        moves, log = self._heads
        first = [moves, self.grid, *self.steps, log, self.log, self.tabs]
        rest = [self._graph, self.filter, self.lines, self.thoughts]
        return [*first, *rest, *self.reason.widgets]

    def take_over(self, before: GameLists) -> None:
        """Open and filter the same lists as the ones before."""
        self.page = before.page
        self.words.turn(before.words.on)
        self.grid.turn_words(before.words.on)
        self.filter.set(before.filter.index)

    def open_page(self, page: int) -> None:
        """Open the list of this number, as :data:`MOVES_PAGE`."""
        self.page = page
        self._show_pages()

    def show_reason(self, state: GameState) -> None:
        """Show why a program failed, in a tab that exists while there is a reason."""
        explained = state.explained
        seat = None if explained is None else state.seats[explained]
        made_of = (explained, seat, state.view.ended, state.phase)
        if made_of == self._told:
            return
        self._told = made_of
        report = report_of(state)
        self.reason.tell(report, state)
        if report is not None:
            failed = Light.FAILED if report.color == "error" else Light.READY
            light = Light.BUSY if seat is not None and seat.trying else failed
            self.tabs.name(REASON_PAGE, report.title, light)
        if self._has_reason is not (report is not None):
            self._has_reason = report is not None
            self._show_pages()
            self._place_again()
        if report is None and self.page == REASON_PAGE:
            self.page = MOVES_PAGE
        self._show_pages()

    def place(self, place: Layout, ui: UI) -> None:
        """Place the lists: moves and log have leaves of their own if there is room."""
        self._place_again = partial(self.place, place, ui)
        px = ui.px
        heads, gap = px(HEADS_HEIGHT), px(8)
        self._beside = sum(name in place for name in ("moves", "log"))
        rest = place["lists"]
        bodies = []
        for name in ("moves", "log"):
            leaf = place.get(name, rest)
            bodies.append(Rect(leaf.x, leaf.y + heads, leaf.w, leaf.h - heads))
        for head, body in zip(self._heads, bodies, strict=True):
            head.place((body.x, body.y - heads, body.w, heads))
        tabs = self.tabs
        tabs.place((rest.x, rest.y, rest.w, heads))
        moves, log = bodies
        step = px(32)
        self.grid.place((moves.x, moves.y, moves.w, moves.h - step - gap))
        offered = [button for button in self.steps if button is not self._absent]
        self._games.set(self._which)
        wanted = sum(button.natural_size(ui.fonts, 0)[0] + gap for button in offered) - gap
        if wanted > moves.w:
            self._games.set(self._which_short)
        widths = [button.natural_size(ui.fonts, 0)[0] for button in offered]
        spare = moves.w - sum(widths) - (len(widths) - 1) * gap
        x = moves.x
        for button, width in zip(offered, widths, strict=True):
            wide = width + spare // len(widths)
            button.place((x, moves.bottom - step, wide, step))
            x += wide + gap
        self.log.place(log)
        body = Rect(rest.x, rest.y + heads, rest.w, rest.h - heads)
        graph = place.find("graph")
        self._graph_below = graph is not None and graph.right > rest.x
        whole = Rect(body)
        if graph is not None and self._graph_below:
            whole.h = graph.bottom - body.y
        self.reason.place(whole, ui.fonts)
        self._place_lines(body, tabs, ui)
        self._graph_among_thoughts = graph is None
        if graph is None:
            self._graph.place((body.x, body.y + gap, body.w, px(64)))
            body = Rect(body.x, body.y + gap + px(64), body.w, body.h - gap - px(64))
        else:
            self._graph.place(graph)
        self.thoughts.place(body)
        self._show_pages()

    def _place_lines(self, body: Rect, tabs: Tabs, ui: UI) -> None:
        """Place the lines of programs and their filter: beside the tabs, or in a row below."""
        wide, high = self.filter.natural_size(ui.fonts, body.w)
        beside = tabs.natural_size(ui.fonts, body.w)[0] + ui.px(8) + wide <= body.w
        self._tabs_at = tabs.rect, Rect(tabs.rect)
        if beside:
            self._tabs_at[1].w -= wide + ui.px(8)
            self.filter.place((body.right - wide, body.y - ui.px(4) - high, wide, high))
        else:
            self.filter.place((body.x, body.y + ui.px(4), wide, high))
        head = 0 if beside else high + ui.px(8)
        self.lines.place((body.x, body.y + head, body.w, body.h - head))

    def _show_pages(self) -> None:
        """Show the lists that have a place of their own, and the one whose tab is open."""
        beside, opened = self._beside, max(self.page, self._beside)
        seen = [*range(beside), opened]
        absent = [*range(beside), *(() if self._has_reason else (REASON_PAGE,))]
        self.tabs.mark()
        self.tabs.place(self._tabs_at[LINES_PAGE in seen])
        self.tabs.offer(frozenset(absent))
        self.tabs.open(opened)
        self.reason.show(REASON_PAGE in seen)
        for index, head in enumerate(self._heads):
            head.show(index < beside)
        for widget in self.steps:
            widget.show(MOVES_PAGE in seen and widget is not self._absent)
        self.grid.show(MOVES_PAGE in seen)
        self.log.show(LOG_PAGE in seen)
        self.lines.show(LINES_PAGE in seen)
        self.filter.show(LINES_PAGE in seen)
        self.thoughts.show(THOUGHTS_PAGE in seen)
        hidden = REASON_PAGE in seen and self._graph_below
        self._graph.show(not hidden and (THOUGHTS_PAGE in seen or not self._graph_among_thoughts))

    def update(self) -> None:
        """Show the lines that were added to the models."""
        for table in (self.log, self.lines, self.thoughts):
            table.update()

    def show_moves(self, state: GameState, judged: Mapping[int, Judgement]) -> None:
        """Show the moves with their judgements, and mark the shown ply."""
        if (text := place_in_file(state)) != self._which:
            file = None if state.sheet is None else state.sheet.file
            self._which = text
            self._which_short = f"{file.number + 1}/{len(file.games)}" if text and file else ""
            self._place_again()
        self._models.history.show_in(self.grid, state, judged)

    def hide_thoughts(self, hidden: bool) -> None:
        """Hide what the AIs think, or show it again."""
        rows = NO_THOUGHTS if hidden else self._models.thoughts
        if self.thoughts.rows is not rows:
            self.thoughts.rows = rows
            self.thoughts.empty = (
                _("What your opponent thinks is hidden while you play; the menu shows it.")
                if hidden
                else _("The AIs' search reports appear here.")
            )
            self.thoughts.reset()

    @property
    def _absent(self) -> Button:
        """The button to hide for a hint, or for choosing among a file's games."""
        return self._hint if self._which else self._games

    def toggle_words(self) -> None:
        """Tell each move in words on a line of its own, or show two columns."""
        self.words.turn(not self.words.on)
        self.grid.turn_words(self.words.on)

    def _filter_lines(self, index: int) -> None:
        """Show 0: all lines of the programs, 1: White's, 2: Black's, 3: errors."""
        letters = {1: color_letters(Color.WHITE), 2: color_letters(Color.BLACK)}

        def wanted(cells: tuple[str, ...], color: str | None) -> bool:
            return color == "error" if index == 3 else cells[1] in letters[index]

        self._models.lines.filter(wanted if index else None)
        self.lines.reset()
