"""The panes of the tabs beside the board: the log and the graph, and what all panes have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from operator import attrgetter, is_

from pygame import Rect

from board_core import Color, PerColor
from board_core.author.analysis import Judgement, MoveQuality

from .board.scene import lettering
from .evaluation import EvaluationGraph, GraphedGame
from .game_state import GameState
from .intents import GoToPly, Intent
from .kit.buttons import Button
from .kit.fields import TextField
from .kit.painter import SMALL_HEIGHT, SMALL_SIZE, TINY_SIZE
from .kit.rows import Cells, RecentLines, TableColumn
from .kit.table import TableWidget
from .kit.widget import UI, Widget, nothing
from .labels import move_number, player_of
from .language import _, color_word
from .phases import Mode
from .state import State, hides_evaluation
from .study import scores_of
from .wish import Frame

FILTER_HEIGHT, WIDEST_CHIP, LEAST_FIND = 48, 112, 120
"""Height of a row of chips, greatest width of one, least width of the field, in points."""

WIDE_NAME, NARROW_NAME, ROOMY = 80, 50, 440
"""Widths of the column of names, and that of a pane in which it is wide, in points."""

ERRORS = "errors"
"""The name of the chip that shows errors."""

LOG_SIZE = 13
"""Letters of the log, in points."""


QUALITY_COLORS = {
    MoveQuality.INACCURACY: "info",
    MoveQuality.MISTAKE: "warning",
    MoveQuality.BLUNDER: "error",
}
"""The colours of the moves that a review marks."""


class TabPane(ABC):
    """The widgets of a tab. It keeps the state while it is hidden, and shows it when it is seen."""

    def __init__(self) -> None:
        self.widgets: list[Widget] = []
        self.visible = True
        self._absent: Collection[Widget] = ()  # those that are hidden in a pane that is seen
        self._state: State | None = None
        self._judged: Mapping[int, Judgement] = {}

    @abstractmethod
    def place(self, rect: Rect, ui: UI) -> None:
        """Place the widgets of the tab within a rectangle of pixels."""

    @property
    @abstractmethod
    def filled(self) -> bool:
        """There is something to show: the tab exists."""

    def show(self, visible: bool) -> None:
        """Show the pane, or hide it."""
        if visible is self.visible:
            return
        self.visible = visible
        for widget in self.widgets:
            widget.show(visible and widget not in self._absent)
        self._show_again()

    def show_state(self, state: State, judged: Mapping[int, Judgement]) -> None:
        """Show a state, with the judgements of a review by ply."""
        self._state, self._judged = state, judged
        self._show_again()

    def _show_again(self) -> None:
        if self.visible and self._state is not None:
            self._show(self._state, self._judged)

    @abstractmethod
    def _show(self, state: State, judged: Mapping[int, Judgement]) -> None:
        """Show a state while the pane is seen."""


def log_names(game: GameState) -> PerColor[str]:
    """Return what the log calls the sides: by their names, unless those are alike."""
    names = PerColor(*Color).map(lambda color: player_of(game, color)[0])
    return names if names.white != names.black else PerColor(*Color).map(color_word)


def newer_rows(count: int) -> str:
    """Return the words of the chip that leads back to the newest rows."""
    return _("↓ {count} newer", count=count)


class LogPane(TabPane):
    """Events, and the lines to and from programs, in one list that follows the newest.

    After lines were added to the model, call :meth:`update`.
    """

    def __init__(self, log: RecentLines) -> None:
        super().__init__()
        self._log = log
        self._place_again: Callable[[], None] = nothing
        self.chosen, self._errors = "", -1  # all, a side by its name, or errors
        self.chips = {
            name: Button("", partial(self.choose, name), ghost=True, size=SMALL_SIZE)
            for name in ("", *(color.name for color in Color), ERRORS)
        }
        self.find = TextField(hint=_("Find"), on_change=self._filter)
        self._empty = _(
            "The events of a game, and every line to (→) and from (←) a program, appear here."
        )
        self.table = TableWidget(
            [
                TableColumn(width=74, mono=True, color="dim"),
                TableColumn(width=WIDE_NAME, mono=True, color="dim"),
                TableColumn(width=28, align="center", mono=True),
                TableColumn(mono=True),
            ],
            log,
            size=LOG_SIZE,
            follows=True,
            opens=True,
            newer=newer_rows,
            empty=self._empty,
            on_cursor=lambda _row: self._copy.set(_("Copy")),
        )
        self._copy = Button(_("Copy"), self._copy_lines, ghost=True, size=SMALL_SIZE)
        self._copy.tip = _("The selected lines, or all of the newest game (Ctrl+A, Ctrl+C).")
        self.table.on_copy = partial(self._copy.set, _("Copied"))
        self._ui: UI | None = None
        self.widgets = [*self.chips.values(), self.find, self._copy, self.table]

    def _copy_lines(self) -> None:
        if self._ui is not None:
            if not self.table.selected:
                self.table.select_all()
            self.table.copy(self._ui)

    def begin(self) -> None:
        """Begin the lines of another game: those before are seen among all, and not counted."""
        self._log.begin()
        self._filter()

    def take_over(self, before: LogPane) -> None:
        """Show the same lines as the pane before, in another language."""
        self.find.set(before.find.text)
        self.choose(before.chosen)

    @property
    def filled(self) -> bool:
        state = self._state
        if state is None or state.frame is Frame.ANALYSIS:
            return False
        return any(seat.mode is not Mode.PERSON for seat in state.game.seats)

    def place(self, rect: Rect, ui: UI) -> None:
        self._place_again, px, self._ui = partial(self.place, rect, ui), ui.px, ui
        row = Rect(rect.x + px(12), rect.y, rect.w - px(24), px(FILTER_HEIGHT))
        x, high = row.x, px(SMALL_HEIGHT)
        for chip in filter(attrgetter("visible"), self.chips.values()):
            wide = min(chip.natural_size(ui.fonts, 0)[0], px(WIDEST_CHIP))
            chip.place((x, row.centery - high // 2, wide, high))
            x += wide + px(4)
        copy = max(ui.fonts.width(text, SMALL_SIZE) for text in (_("Copy"), _("Copied"))) + px(24)
        if row.right - x >= px(LEAST_FIND) + copy:
            row.x, row.w = x + px(4), row.right - x - px(4)
        else:
            row.y += px(FILTER_HEIGHT - 8)
        row.w -= copy + px(4)
        self._copy.place((row.right + px(4), row.centery - high // 2, copy, high))
        self.find.place((row.x, row.centery - high // 2, row.w, high))
        who = WIDE_NAME if rect.w >= px(ROOMY) else NARROW_NAME
        self.table.columns[1] = replace(self.table.columns[1], width=who)
        self.table.place((rect.x, row.bottom, rect.w, rect.bottom - row.bottom))

    def update(self) -> None:
        """Show the lines that were added."""
        self.table.update()
        if self._log.colors["error"] != self._errors:
            self._show_again()

    def _show(self, state: State, judged: Mapping[int, Judgement]) -> None:
        self._errors = self._log.colors["error"]
        both = all(seat.mode is not Mode.PERSON for seat in state.game.seats)
        names = log_names(state.game)
        texts = {color.name: names[color] for color in Color}
        texts |= {"": _("Both") if both else _("All")}
        texts |= {ERRORS: _("Errors {count}", count=self._errors)}
        before = [(chip.text, chip.visible) for chip in self.chips.values()]
        for name, chip in self.chips.items():
            chip.set(texts[name].replace("&", "&&"))
            chip.tip = texts[name]
            chip.turn(name == self.chosen)
            chip.show(both or name in ("", ERRORS, self.chosen))
        self._absent = [chip for chip in self.chips.values() if not chip.visible]
        if before != [(chip.text, chip.visible) for chip in self.chips.values()]:
            self._place_again()

    def choose(self, name: str) -> None:
        """Show all lines (an empty name), those of a side, or errors."""
        self.chosen = name
        self._filter()
        self._show_again()

    def _filter(self, *_changed: object) -> None:
        """Show the lines of the chosen chip that have the searched text."""
        chosen, text = self.chosen, self.find.text.casefold()

        def wanted(cells: Cells, color: str | None, side: str) -> bool:
            of_chip = color == "error" if chosen == ERRORS else chosen in ("", side)
            return of_chip and (not text or text in " ".join(cells[1:]).casefold())

        filtered = bool(chosen or text)
        self._log.filter(wanted if filtered else None, newest=bool(chosen))
        self.table.empty = _("There is no such line.") if filtered else self._empty
        self.table.reset()


class GraphPane(TabPane):
    """Scores and seconds of the moves; a click goes to one."""

    def __init__(self, ask: Callable[[Intent], None], size: int = TINY_SIZE) -> None:
        super().__init__()
        self.graph = EvaluationGraph(lambda ply: ask(GoToPly(ply)), size)
        self.widgets = [self.graph]
        self._made_of: tuple[object, ...] = (None,)

    @property
    def filled(self) -> bool:
        state = self._state
        if state is None:
            return False
        if not state.game.free and len(state.game.view.played) > 1:
            return True  # seconds
        return not hides_evaluation(state) and len(scores_of(state.game, self._judged)) > 1

    def place(self, rect: Rect, ui: UI) -> None:
        self.graph.place(rect)

    def _show(self, state: State, judged: Mapping[int, Judgement]) -> None:
        game, view, hidden = state.game, state.game.view, hides_evaluation(state)
        made_of = (view.played, view.judged, judged, game.sheet, game.ply, game.free, hidden)
        if all(map(is_, made_of, self._made_of)):
            return
        self._made_of = made_of
        scores = [] if hidden else scores_of(game, judged)
        told, event = "", game.shown_move
        if event is not None:
            score = next((text for ply, _value, text in scores if ply == game.ply), "")
            number = move_number(view.start, game.rules, game.ply - 1)
            letters = lettering(game.rules.geometry, state.settings.letters_with_i)
            told = f"{number} {letters.show(event.notation)}  {score}".rstrip()
        marks = [
            (ply + 1, QUALITY_COLORS[one.quality])
            for ply, one in judged.items()
            if one.quality in QUALITY_COLORS
        ]
        graphed = GraphedGame(
            tuple(scores),
            () if game.free else tuple(event.elapsed for event in view.played),
            tuple(marks),
            len(view.played),
            game.ply,
            told,
            view.start.to_move is not game.rules.first,
            game.rules.geometry.on_points,
        )
        if hidden:
            hint = _("Hidden while you play; the menu shows it.")
        elif game.free:
            hint = _("Review a game to see its score, move by move.")
        else:
            hint = _("The players' evaluations of the position appear here, if they report any.")
        self.graph.show_game(graphed, hint)
