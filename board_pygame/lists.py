"""The lists beside the board: moves, the log, lines; and the tabs of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pygame import Rect

from board_core import Color
from board_core.author.analysis import Judgement
from board_core.fast_dataclass import dataclass

from .around_board import STEPS, tool
from .board.widget import BoardWidget
from .effects import DialogAction
from .failure import report_of
from .game_state import GameState
from .games import terms
from .history import HistoryRows
from .intents import Intent
from .kit.buttons import Button
from .kit.labels import Light
from .kit.moves import MovesGrid
from .kit.painter import SMALL_SIZE
from .kit.rows import RecentLines, TableColumn
from .kit.table import TableWidget
from .kit.tabs import Tabs
from .kit.widget import UI, Widget, nothing
from .labels import place_in_file, time_text
from .language import _, color_letters, color_word
from .layout import HEADS_HEIGHT, Layout
from .lines_pane import LinesPane
from .panes import GraphPane, LogPane
from .reason_pane import ReasonPane
from .state import State

MOVES_PAGE, LOG_PAGE, LINES_PAGE, REASON_PAGE = range(4)
"""The pages of the lists, in the order of their tabs."""


@dataclass(frozen=True, slots=True)
class Models:
    """The contents of the tables; they outlive the widgets, which another language rebuilds."""

    history: HistoryRows
    log: RecentLines  # events, and lines to and from the programs


class GameLists:
    """The widgets of the lists; the tabs choose which are seen."""

    def __init__(
        self,
        ask: Callable[[Intent], None],
        models: Models,
        board: BoardWidget,
    ) -> None:
        """The graph is shown with the lines where the frame has no other place for it."""
        self._models = models
        self.graph, self._graph_among_lines = GraphPane(ask), False
        self._graph_below = False  # in the panel: hidden by the reason for a failure
        self._live = True
        self.page = MOVES_PAGE
        self._beside = 0  # pages that have a place of their own; the others have tabs
        names = [_("Moves"), _("Log"), _("Lines"), _("Why it failed")]
        self.tabs = Tabs(names, self.open_page)
        self._heads = [Tabs([name]) for name in names[:2]]
        self.reason = ReasonPane(ask)
        self._has_reason = False
        self._place_again: Callable[[], None] = nothing
        self._told: tuple[object, ...] = ()  # the state that the reason was computed from
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
            opens=True,
            on_cursor=lambda row: ask(models.history.intent(row)),
            on_right=partial(ask, DialogAction.OPEN_NOTES),
        )
        self._shown: GameState | None = None
        self.grid = MovesGrid(
            models.history,
            self._column_of,
            extra=self._time_of,
            on_cursor=lambda row: ask(models.history.intent(row)),
            on_right=partial(ask, DialogAction.OPEN_NOTES),
            empty=_("No move has been made."),
        )
        self.log = LogPane(models.log)
        self.lines = LinesPane(ask, board)
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
        first = [moves, self.grid, self.moves, *self.steps, log, *self.log.widgets, self.tabs]
        rest = [*self.graph.widgets, self.lines.rows]  # nobody analyses here
        return [*first, *rest, *self.reason.widgets]

    def take_over(self, before: GameLists) -> None:
        """Open and filter the same lists as the ones before."""
        self.page = before.page
        self.words.turn(before.words.on)
        self.log.take_over(before.log)

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
        for widget in (self.moves, self.grid):
            widget.place((moves.x, moves.y, moves.w, moves.h - step - gap))
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
        self.log.place(log, ui)
        body = Rect(rest.x, rest.y + heads, rest.w, rest.h - heads)
        graph = place.find("graph")
        self._graph_below = graph is not None and graph.right > rest.x
        whole = Rect(body)
        if graph is not None and self._graph_below:
            whole.h = graph.bottom - body.y
        self.reason.place(whole, ui.fonts)
        self._graph_among_lines = graph is None
        if graph is None:
            self.graph.place(Rect(body.x, body.y + gap, body.w, px(64)), ui)
            body = Rect(body.x, body.y + gap + px(64), body.w, body.h - gap - px(64))
        else:
            self.graph.place(graph, ui)
        self.lines.place(body, ui)
        self._show_pages()

    def _show_pages(self) -> None:
        """Show the lists that have a place of their own, and the one whose tab is open."""
        beside, opened = self._beside, max(self.page, self._beside)
        seen = [*range(beside), opened]
        absent = [*range(beside), *(() if self._has_reason else (REASON_PAGE,))]
        self.tabs.mark()
        self.tabs.offer(frozenset(absent))
        self.tabs.open(opened)
        self.reason.show(REASON_PAGE in seen)
        for index, head in enumerate(self._heads):
            head.show(index < beside)
        for widget in self.steps:
            widget.show(MOVES_PAGE in seen and widget is not self._absent)
        self.moves.show(MOVES_PAGE in seen and self.words.on)
        self.grid.show(MOVES_PAGE in seen and not self.words.on)
        self.log.show(LOG_PAGE in seen)
        self.lines.show(LINES_PAGE in seen)
        hidden = REASON_PAGE in seen and self._graph_below
        self.graph.show(not hidden and (LINES_PAGE in seen or not self._graph_among_lines))

    def update(self) -> None:
        """Show the lines that were added to the log."""
        self.log.update()

    def show_panes(self, state: State, judged: Mapping[int, Judgement]) -> None:
        """Show a state in the panes."""
        for pane in (self.log, self.lines, self.graph):
            pane.show_state(state, judged)

    def show_moves(self, state: GameState, judged: Mapping[int, Judgement]) -> None:
        """Show the moves with their judgements, and mark the shown ply."""
        history = self._models.history
        changed = history.show_judgements(judged)
        self._shown = state
        if (text := place_in_file(state)) != self._which:
            file = None if state.sheet is None else state.sheet.file
            self._which = text
            self._which_short = f"{file.number + 1}/{len(file.games)}" if text and file else ""
            self._place_again()
        if history.show_state(state) or changed:
            self.moves.reset()
            self.grid.reset()
        else:
            self.moves.update()
            self.grid.update()
        row, live = history.shown(), state.live and not history.elsewhere
        self.moves.mark_row(row)
        self.grid.mark_row(row, history.spot())
        for widget in (self.moves, self.grid):
            if not live:
                if widget.cursor != row:
                    widget.go_to(row)
            elif not self._live and widget.cursor != row:
                widget.go_to(None)
        self._live = live

    @property
    def _absent(self) -> Button:
        """The button to hide for a hint, or for choosing among a file's games."""
        return self._hint if self._which else self._games

    def show_terms(self, state: GameState) -> None:
        """Head the column of moves with the game's own term."""
        self.moves.title(2, _(terms(state.rules).value))
        first, second = self._columns
        self.grid.name_columns(color_word(first), color_word(second))

    def toggle_words(self) -> None:
        """Tell each move in words on a line of its own, or show two columns."""
        self.words.turn(not self.words.on)
        self._show_pages()

    @property
    def _columns(self) -> tuple[Color, Color]:
        """The sides of the columns: the one that begins the game is on the left."""
        first = Color.WHITE if self._shown is None else self._shown.rules.first
        return first, first.other

    def _column_of(self, letter: str) -> int:
        return int(letter not in color_letters(self._columns[0]))

    def _time_of(self, number: str) -> str:
        """Return the seconds that a ply took; nothing on a free board."""
        state, index = self._shown, int(number) - 1
        if state is None or state.free or not index < len(state.view.played):
            return ""
        return time_text(state.view.played[index].elapsed)
