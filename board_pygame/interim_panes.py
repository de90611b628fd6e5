from dataclasses import dataclass
from functools import partial

from board_core import Color

from .effects import DialogAction
from .evaluation import EvaluationGraph
from .history import HistoryRows
from .intents import GoToPly
from .kit.moves import MovesGrid
from .kit.rows import RecentLines, TableColumn
from .kit.table import TableWidget
from .language import _, color_letters
from .study import curve_of


@dataclass(frozen=True)
class Models:
    history: HistoryRows
    log: RecentLines
    lines: RecentLines
    thoughts: RecentLines


class MovesPane:
    filled = True

    def __init__(self, ask, history):
        self.history = history
        self.grid = MovesGrid(
            history,
            self._column,
            on_cursor=lambda row: ask(history.intent(row)),
            on_right=partial(ask, DialogAction.OPEN_NOTES),
            empty=_("No move has been made."),
        )
        self.widgets = [self.grid]
        self._first = Color.WHITE

    def _column(self, letter):
        return int(letter not in color_letters(self._first))

    def take_over(self, before):
        pass

    def place(self, rect, ui):
        self.grid.place(rect.inflate(-ui.px(16), -ui.px(8)))

    def show(self, on):
        self.grid.show(on)

    def show_state(self, state, judged):
        game = state.game
        changed = self.history.show_judgements(judged)
        if game.rules.first is not self._first:
            self._first, changed = game.rules.first, True
        if self.history.show_state(game) or changed:
            self.grid.reset()
        else:
            self.grid.update()
        self.grid.mark_row(self.history.shown(), self.history.spot())


class LinesPane:
    filled = False

    def __init__(self, ask, board, settings):
        self.widgets = []

    def place(self, rect, ui):
        pass

    def show(self, on):
        pass

    def show_state(self, state, judged):
        pass

    def show_pointed(self):
        pass


class GraphPane:
    filled = False

    def __init__(self, ask):
        self.graph = EvaluationGraph(lambda ply: ask(GoToPly(ply)), "")
        self.widgets = [self.graph]

    def place(self, rect, ui):
        self.graph.place(rect.inflate(-20, -20))

    def show(self, on):
        self.graph.show(on)

    def show_state(self, state, judged):
        curve = list(curve_of(judged))
        self.filled = bool(curve)
        self.graph.show_curve(curve, len(state.game.view.played), state.game.ply, "")


class LogPane:
    def __init__(self, ask, models):
        self.log = TableWidget(
            [TableColumn(_("Time"), 66, color="dim"), TableColumn(_("What happened"))],
            models.log,
            size=14,
            follows=True,
            opens=True,
            empty="",
        )
        self.widgets = [self.log]
        self.filled = False

    def place(self, rect, ui):
        self.log.place(rect)

    def show(self, on):
        self.log.show(on)

    def update(self):
        self.log.update()

    def show_state(self, state, judged):
        self.filled = any(
            seat.spec is not None for seat in (state.game.seats.white, state.game.seats.black)
        )
