"""The moves of a game as rows of a table: number, side, notation, words.

Comments and variations of a record have rows of their own between the moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from board_core import MovePlayed
from board_core.author.analysis import MOVE_SIGNS, Judgement, MoveQuality, said_of
from board_core.game.rules import Line
from board_core.record import MAIN_LINE, GameTree, TreeMove
from board_core.text.harmless_text import visible

from .board.scene import lettering
from .game_state import GameState
from .intents import GoToPly, Intent, ShowLine
from .kit.rows import Rows
from .language import _, color_letter, sentence
from .records import glyph_of
from .sheets import SideRow, heading, side_rows, signs

QUALITY_COLORS = {
    MoveQuality.INACCURACY: "info",
    MoveQuality.MISTAKE: "warning",
    MoveQuality.BLUNDER: "error",
}


BRANCH_END = " )"
"""The end of a variation's row."""


class HistoryRows(Rows):
    """Row 0 is the start, then come the plies of the main line; each is worded when first seen."""

    def __init__(self, state: GameState, with_i: bool = False) -> None:
        """``with_i``: the columns of a grid are lettered without leaving out i."""
        self._state, self._with_i = state, with_i
        self._judged: Mapping[int, Judgement] = {}
        self._known: dict[int, tuple[MovePlayed, tuple[str, ...]]] = {}
        self._sides: tuple[SideRow, ...] = ()
        self._places: list[int | SideRow] = []  # of each row, if there are rows between the moves
        self._tree: GameTree | None = None
        self.show_state(state)

    def show_state(self, state: GameState) -> bool:
        """Show a game; return whether more has changed than added moves."""
        old, self._state = self._state, state
        before, after = _main_line(old), _main_line(state)
        sheet = state.sheet
        tree, sides = None if sheet is None else sheet.tree, self._sides
        if tree is not self._tree:
            self._tree = tree
            self._sides = () if tree is None else side_rows(tree)
            self._places = _interleaved(len(after), self._sides)
        same = old.view.start is state.view.start and after.continues(before)
        return not same or sides != self._sides

    def show_judgements(self, judged: Mapping[int, Judgement]) -> bool:
        """Show the judgements of each ply; return whether any has changed."""
        old, self._judged = self._judged, judged
        return old != judged

    def __len__(self) -> int:
        return len(self._places) if self._sides else len(_main_line(self._state)) + 1

    def _place(self, index: int) -> int | SideRow:
        """Return the number of moves of a row, or what stands between moves."""
        return self._places[index] if self._sides else index

    def intent(self, index: int) -> Intent:
        """Return what a click on a row asks for."""
        place = self._place(index)
        if isinstance(place, SideRow):
            return ShowLine(place.branch, place.ply)
        sheet = self._state.sheet
        return GoToPly(place) if sheet is None else ShowLine(MAIN_LINE, place)

    @property
    def elsewhere(self) -> bool:
        """True if the board shows a variation, and not the main line."""
        sheet = self._state.sheet
        return sheet is not None and bool(sheet.branch)

    def shown(self) -> int:
        """Return the row of the position on the board."""
        state, sheet = self._state, self._state.sheet
        if not self._sides:
            return state.ply
        branch = () if sheet is None else sheet.branch
        while branch and state.ply <= branch[-1][0]:
            branch = branch[:-1]  # the position stands before this variation
        for index, place in enumerate(self._places):
            if isinstance(place, SideRow):
                if branch and place.branch == branch and place.last >= place.ply:
                    return index
            elif not branch and place == state.ply:
                return index
        return 0

    def spot(self) -> tuple[int, int]:
        """Return where the shown move begins and ends in the words of its row; (0, 0): nowhere."""
        place = self._place(self.shown())
        if not isinstance(place, SideRow) or not place.spots:
            return (0, 0)
        at = self._state.ply - place.ply
        begin, end = place.spots[min(at, len(place.spots) - 1)]
        shown = [self._worded(place, place.text[:each]) for each in (begin, end)]
        return len(shown[0]) - len(BRANCH_END), len(shown[1]) - len(BRANCH_END)

    def _worded(self, place: SideRow, text: str) -> str:
        """Return the words of a row between the moves, or of a part of it."""
        indent = "    " * max(0, place.depth - 1)
        text = f"{indent}( {text}{BRANCH_END}" if place.depth else text
        return lettering(self._state.rules.geometry, self._with_i).show(visible(text))

    def row(self, index: int) -> Sequence[str]:
        place = self._place(index)
        if isinstance(place, SideRow):
            return ("", "", "", self._worded(place, place.text))
        if place == 0:
            told = "" if self._tree is None else heading(self._tree)
            return ("0", "-", "-", told or _("start"))
        event = _main_line(self._state)[place - 1]
        known = self._known.get(place)
        if known is None or known[0] is not event:
            known = self._known[place] = (event, self._cells(event))
        number, side, notation, words = known[1]
        move = self._written(place)
        if move is not None:
            notation += signs(move.notes)
        judgement = self._judged.get(place - 1)
        if judgement is None or judgement.quality not in MOVE_SIGNS:
            return (number, side, notation, words)
        sign, said = MOVE_SIGNS[judgement.quality], sentence(said_of(judgement))
        if move is not None and glyph_of(move.notes):
            sign = ""  # whoever wrote the record has judged the move
        return (number, side, notation + sign, f"{words} · {said}")

    def _cells(self, event: MovePlayed) -> tuple[str, ...]:
        letters = lettering(self._state.rules.geometry, self._with_i)
        words = letters.show(sentence(event.before.describe(event.move)))
        notation = letters.show(event.notation)
        return (str(event.ply + 1), color_letter(event.color), notation, words)

    def _written(self, place: int) -> TreeMove | None:
        return None if self._tree is None else self._tree.main.moves[place - 1]

    def color(self, index: int) -> str | None:
        place = self._place(index)
        if isinstance(place, SideRow):
            return "warning" if place.unread else "dim" if place.depth else "info"
        judgement = self._judged.get(place - 1)
        return QUALITY_COLORS.get(judgement.quality) if judgement is not None else None


def _main_line(state: GameState) -> Line[MovePlayed]:
    sheet = state.sheet
    return state.view.played if sheet is None or sheet.main is None else sheet.main


def _interleaved(plies: int, sides: Sequence[SideRow]) -> list[int | SideRow]:
    """Return the plies from 0, each followed by what stands below it."""
    below: dict[int, list[SideRow]] = {}
    for side in sides:
        below.setdefault(side.after, []).append(side)
    rows = list[int | SideRow]()
    for ply in range(plies + 1):
        rows += [ply, *below.get(ply, ())]
    return rows
