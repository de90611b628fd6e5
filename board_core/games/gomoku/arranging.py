"""Setting up positions of gomoku stone by stone."""

from __future__ import annotations

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Rules
from board_core.game.sides import Color
from board_core.games.look import Arrangement, Arranger, Flaw
from board_core.text.sentence import say

from .board import BLACK, STONE_OF_SIGN, WHITE, GomokuVariant, variant_of, written

BOTH_STONES = ("O", "x")


def arranger_of(rules: Rules) -> GomokuArranger:
    """Return what sets up positions of this game of gomoku."""
    board = rules.start(None).native
    return GomokuArranger(rules, BOTH_STONES, variant_of(board.size, board.rule))


@dataclass(frozen=True, slots=True)
class GomokuArranger(Arranger):
    """Sets up the stones of one game of gomoku."""

    variant: GomokuVariant

    def written(self, arrangement: Arrangement) -> str:
        cells = self._cells(arrangement)
        return written(
            self.variant.size, cells, WHITE if arrangement.to_move is Color.WHITE else BLACK
        )

    def flaws(self, arrangement: Arrangement) -> tuple[Flaw, ...]:
        cells = self._cells(arrangement)
        mine = WHITE if arrangement.to_move is Color.WHITE else BLACK
        line = self.variant.won_somewhere(cells)
        if line and cells[line[0]] == mine:
            names = tuple(name for name, at in self.variant.points.items() if at in line)
            return (Flaw(say("the side to move has won already"), names),)
        return Arranger.flaws(self, arrangement)

    def _cells(self, arrangement: Arrangement) -> bytes:
        cells = bytearray(self.variant.size**2)
        for place, symbol in arrangement.pieces.items():
            cells[self.variant.points[place]] = STONE_OF_SIGN[symbol]
        return bytes(cells)
