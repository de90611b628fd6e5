"""Connect Four: discs fall down a column, and four in a row win.

    board play --game connect_four.py:CONNECT_FOUR greedy

A move is a column, ``a`` to ``g``; a square of the column means the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from board_core import BadSetup, Color, IllegalMove, Move, Outcome, Position, Reason, Rules, say
from board_core.game.geometry import cells
from board_core.games.hosted import HostedGame
from board_core.games.look import Look
from board_core.text.sentence import Sentence

COLUMNS, HEIGHT = "abcdefg", 6
BOARD = cells(len(COLUMNS), HEIGHT)
DISC = {Color.WHITE: "O", Color.BLACK: "x"}
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def _four(place: str, right: int, down: int) -> tuple[str, ...]:
    """Return the four places in a row from this one, or fewer at the edge."""
    column, row = BOARD.at(place)
    names = [BOARD.place(column + right * n, row + down * n) for n in range(4)]
    return tuple(name for name in names if name is not None)


FOURS = [four for place in BOARD.places for step in STEPS if len(four := _four(place, *step)) == 4]


@dataclass(frozen=True, slots=True)
class ConnectFour:
    """A position: the discs of each column from the bottom, and the side to move."""

    columns: tuple[str, ...] = ("",) * len(COLUMNS)
    to_move: Color = Color.WHITE

    @property
    def setup(self) -> str:
        return f"{'/'.join(column or '-' for column in self.columns)} {DISC[self.to_move]}"

    @property
    def native(self) -> ConnectFour:
        return self  # AI functions are given the position itself: it cannot be changed

    def legal_moves(self) -> list[Move]:
        if self.marked():
            return []
        fills = zip(COLUMNS, self.columns, strict=True)
        return [Move(name) for name, discs in fills if len(discs) < HEIGHT]

    def parse(self, text: str) -> Move:
        word = text.strip().lower()
        move = Move(word[:1] if word in BOARD else word)
        self._check(move, text)
        return move

    def _check(self, move: Move, text: str) -> None:
        if move in self.legal_moves():
            return
        if move and move in tuple(COLUMNS):
            raise IllegalMove(say("{text}: the column is full", text=repr(text)))
        raise IllegalMove(say("{text} is not a column: write one from a to g", text=repr(text)))

    def play(self, move: Move) -> ConnectFour:
        self._check(move, move)
        columns = list(self.columns)
        columns[COLUMNS.index(move)] += DISC[self.to_move]
        return ConnectFour(tuple(columns), self.to_move.other)

    def notation(self, move: Move) -> str:
        return move

    def outcome(self) -> Outcome | None:
        if four := self.marked():
            winner = Color.WHITE if self.pieces()[four[0]] == DISC[Color.WHITE] else Color.BLACK
            return Outcome(winner, Reason.RULES, "four in a row")
        return None if self.legal_moves() else Outcome(None, Reason.FULL_BOARD)

    def claim(self) -> Outcome | None:
        return None  # no draw can be claimed

    def can_win(self, color: Color) -> bool:
        return True

    def pieces(self) -> Mapping[str, str]:
        return {
            f"{name}{number}": disc
            for name, discs in zip(COLUMNS, self.columns, strict=True)
            for number, disc in enumerate(discs, start=1)
        }

    def marked(self) -> tuple[str, ...]:
        pieces = self.pieces()
        for four in FOURS:
            if len({pieces.get(place, place) for place in four}) == 1:
                return four
        return ()

    def describe(self, move: Move) -> Sentence:
        return say("{color} drops a disc into column {name}", color=self.to_move, name=move)

    def after_null_move(self) -> ConnectFour:
        return replace(self, to_move=self.to_move.other)


def start(setup: str | None) -> ConnectFour:
    """Return the empty board, or a position written like ``-/-/-/Ox/-/-/- O``."""
    if setup is None:
        return ConnectFour()
    columns, _, side = setup.strip().partition(" ")
    parts = tuple(part.replace("-", "") for part in columns.split("/"))
    good = len(parts) == len(COLUMNS) and all(len(part) <= HEIGHT for part in parts)
    if not good or set("".join(parts)) - set("Ox") or side not in ("O", "x"):
        raise BadSetup(say("{text} is not like '-/-/-/Ox/-/-/- O'", text=repr(setup)))
    return ConnectFour(parts, Color.WHITE if side == "O" else Color.BLACK)


def landing(position: Position, move: Move) -> tuple[str, ...]:
    """Return the square on which the disc of a move lands."""
    lying = sum(place[0] == move for place in position.pieces())
    return (f"{move}{lying + 1}",)


CONNECT_FOUR = Rules("connect-four", Color.WHITE, BOARD, start, examples=("d",), places_of=landing)

LOOK = Look(letters=False, discs=("#f4c430", "#d2382b"), ground=("#3867b0", "#294f8c"))
"""Yellow and red discs without letters, on a blue board."""

GAME = HostedGame(CONNECT_FOUR, look=LOOK)
