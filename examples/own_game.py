"""A game of one's own: take one to three matches of a heap; who takes the last one wins.

board play --game own_game.py:HEAP own_game.py:clever
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from board_core import BadSetup, Color, Game, IllegalMove, Move, Outcome, Reason, Rules, say
from board_core.game.geometry import cells
from board_core.text.sentence import Sentence

MATCHES = 21


@dataclass(frozen=True, slots=True)
class Heap:
    """A position: immutable, complete, and equal to any with the same matches and side."""

    matches: int
    to_move: Color = Color.WHITE

    @property
    def setup(self) -> str:
        return f"{self.matches} {self.to_move.name[0].lower()}"

    @property
    def native(self) -> int:
        return self.matches  # the argument of AI functions

    def legal_moves(self) -> list[Move]:
        return [Move(str(taken)) for taken in range(1, min(3, self.matches) + 1)]

    def parse(self, text: str) -> Move:
        if (move := Move(text.strip())) in self.legal_moves():
            return move
        raise IllegalMove(say("{text} is not a number from 1 to 3", text=repr(text)))

    def play(self, move: Move) -> Heap:
        left = self.matches - int(self.parse(move))
        return replace(self, matches=left, to_move=self.to_move.other)

    def notation(self, move: Move) -> str:
        return move

    def outcome(self) -> Outcome | None:
        last = "took the last match"
        return None if self.matches else Outcome(self.to_move.other, Reason.RULES, last)

    def claim(self) -> Outcome | None:
        return None  # there are no draws

    def can_win(self, color: Color) -> bool:
        return True

    def pieces(self) -> Mapping[str, str]:
        return {f"a{row}": "I" for row in range(1, self.matches + 1)}

    def marked(self) -> list[str]:
        return []

    def describe(self, move: Move) -> Sentence:
        return say("{color} takes {number}", color=self.to_move, number=move)

    def after_null_move(self) -> Heap:
        return replace(self, to_move=self.to_move.other)


def start(setup: str | None) -> Heap:
    if setup is None:
        return Heap(MATCHES)
    match setup.split():
        case [number, "w" | "b" as side] if number in map(str, range(MATCHES + 1)):
            return Heap(int(number), Color.WHITE if side == "w" else Color.BLACK)
    raise BadSetup(say("{text} is not like '21 w'", text=repr(setup)))


HEAP = Rules("heap", Color.WHITE, cells(1, MATCHES), start, examples=("3",))


def clever(matches: int) -> str:
    """Leave a multiple of four if possible."""
    return str(matches % 4 or 1)


if __name__ == "__main__":
    print(Game(HEAP, white=clever, black="random").run().outcome)
