"""Plays 3D chess over standard input and output, with rules of its own.

    board check --game chess-3d python examples/programs/chess3d_ai.py

It reads its colour, perhaps with a position, and then a move a line. It takes what it can get, and
otherwise moves at random. A refused move (".") is answered with the next one.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

START = (
    "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - 0 1"
)
FILES = "zabcde"
MAIN_RANKS = {"W": 1, "N": 3, "B": 5}  # the lowest rank of each main board
PIN_RANKS = {"1": 0, "2": 4, "3": 2, "4": 6, "5": 4, "6": 8}
PINS = [f"{side}L{number}" for side in "QK" for number in "123456"]
VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}
HOMES = {
    "P": ["z1QL1", "a1QL1", "d1KL1", "e1KL1", "a2W", "b2W", "c2W", "d2W"],
    "p": ["z8QL6", "a8QL6", "d8KL6", "e8KL6", "a7B", "b7B", "c7B", "d7B"],
}
CASTLING = {  # squares of king and rook, and where they go
    "K": ("d0KL1", "e0KL1", "e0KL1", "d0KL1"),
    "Q": ("d0KL1", "z0QL1", "a0QL1", "d0KL1"),
    "k": ("d9KL6", "e9KL6", "e9KL6", "d9KL6"),
    "q": ("d9KL6", "z9QL6", "a9QL6", "d9KL6"),
}
STEPS = {
    "R": [(0, 1), (0, -1), (1, 0), (-1, 0)],
    "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "N": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
}
STEPS["Q"] = STEPS["K"] = STEPS["R"] + STEPS["B"]

Column = tuple[int, int]


def column(square: str) -> Column:
    return FILES.index(square[0]), int(square[1])


def block(level: str) -> list[tuple[str, Column]]:
    """The squares of a main board, or of a board on a pin, from the lowest rank on."""
    if level in MAIN_RANKS:
        left, low, width = 1, MAIN_RANKS[level], 4
    else:
        left, low, width = (0 if level[0] == "Q" else 4), PIN_RANKS[level[2]], 2
    return [
        (f"{FILES[x]}{y}{level}", (x, y))
        for y in range(low, low + width)
        for x in range(left, left + width)
    ]


BLOCKS = {level: block(level) for level in [*MAIN_RANKS, *PINS]}


def is_white(piece: str) -> bool:
    return piece.isupper()


@dataclass
class Position:
    pieces: dict[str, str]  # by square
    boards: dict[str, bool]  # by pin: is it White's?
    white: bool  # White is to move
    rights: set[str]  # to castle
    fresh: set[str]  # squares of pawns that may make a double step
    doubled: str  # square of the pawn that has just made one
    number: int  # of the move: nobody castles as the first

    def __post_init__(self) -> None:
        self.at: dict[Column, list[str]] = {}  # the squares that exist, by column
        for level in [*MAIN_RANKS, *self.boards]:
            for square, place in BLOCKS[level]:
                self.at.setdefault(place, []).append(square)
        self.full = {column(square) for square in self.pieces}

    def reached(self, square: str) -> Iterator[Column]:
        """The columns that a piece attacks."""
        (x, y), kind = column(square), self.pieces[square]
        if kind in "Pp":
            up = 1 if kind == "P" else -1
            yield from ((x - 1, y + up), (x + 1, y + up))
            return
        for across, up in STEPS[kind.upper()]:
            for far in range(1, 10 if kind.upper() in "RBQ" else 2):
                place = x + far * across, y + far * up
                yield place
                if place in self.full:
                    break

    def attacked(self, place: Column, by_white: bool) -> bool:
        return any(
            place in self.reached(square)
            for square, piece in self.pieces.items()
            if is_white(piece) == by_white
        )

    def check(self, white: bool) -> bool:
        king = next(s for s, piece in self.pieces.items() if piece == ("K" if white else "k"))
        return self.attacked(column(king), not white)

    def is_last(self, square: str, white: bool) -> bool:
        """Is this the last rank of its file for a pawn? A board above a corner moves it."""
        file, far = square[0], 9 if white else 0
        if file in "bc" or (
            file in "ad"
            and ("QL" if file == "a" else "KL") + ("6" if white else "1") not in self.boards
        ):
            far += -1 if white else 1
        return int(square[1]) == far

    def waiting(self, white: bool) -> str:
        """The square of a pawn on its last rank that is still a pawn."""
        pawn = "P" if white else "p"
        found = (s for s, piece in self.pieces.items() if piece == pawn and self.is_last(s, white))
        return next(found, "")

    def after(self, pieces: dict[str, str], **changes: Any) -> Position:
        touched = {s for s in {*pieces, *self.pieces} if pieces.get(s) != self.pieces.get(s)}
        return replace(
            replace(
                self,
                pieces=pieces,
                white=not self.white,
                rights={r for r in self.rights if not touched.intersection(CASTLING[r][:2])},
                fresh=self.fresh - touched,
                doubled="",
                number=self.number + (not self.white),
            ),
            **changes,
        )

    def letter(self, kind: str) -> str:
        return kind.upper() if self.white else kind.lower()

    def moves(self) -> dict[str, Position]:
        """The legal moves with the positions they lead to."""
        late = self.waiting(self.white)
        if not late:
            return dict(self._legal())
        return {
            f"{choice}:{move}": after
            for choice in "qrbn"
            for move, after in replace(
                self, pieces={**self.pieces, late: self.letter(choice)}
            )._legal()
        }

    def _legal(self) -> Iterator[tuple[str, Position]]:
        for move, after in [*self._piece_moves(), *self._board_moves(), *self._castlings()]:
            late = after.waiting(after.white)
            shown = [after]
            if late:  # no choice of the other side may attack the king
                shown += [
                    replace(after, pieces={**after.pieces, late: after.letter(kind)})
                    for kind in "qn"
                ]
            if not any(each.check(self.white) for each in shown):
                yield move, after

    def _piece_moves(self) -> Iterator[tuple[str, Position]]:
        for start, piece in self.pieces.items():
            if is_white(piece) != self.white:
                continue
            if piece in "Pp":
                yield from self._pawn_moves(start)
                continue
            for place in self.reached(start):
                for to in self.at.get(place, ()):
                    if to not in self.pieces or is_white(self.pieces[to]) != self.white:
                        yield start + to, self._moved(start, to)

    def _moved(self, start: str, to: str, becomes: str = "", **changes: Any) -> Position:
        pieces = {s: piece for s, piece in self.pieces.items() if s not in (start, to)}
        pieces[to] = becomes or self.pieces[start]
        return self.after(pieces, **changes)

    def _pawn_moves(self, start: str) -> Iterator[tuple[str, Position]]:
        (x, y), up = column(start), 1 if self.white else -1
        targets = [to for to in self.at.get((x, y + up), ()) if to not in self.pieces]
        if start in self.fresh and (x, y + up) not in self.full:
            for to in self.at.get((x, y + 2 * up), ()):
                if to not in self.pieces:
                    yield start + to, self._moved(start, to, doubled=to)
        for place in self.reached(start):
            for to in self.at.get(place, ()):
                if to in self.pieces:
                    targets += [to] if is_white(self.pieces[to]) != self.white else []
                elif self.doubled and place == (
                    column(self.doubled)[0],
                    column(self.doubled)[1] + up,
                ):
                    after = self._moved(start, to)
                    pieces = {s: p for s, p in after.pieces.items() if s != self.doubled}
                    yield start + to, replace(after, pieces=pieces)
        for to in targets:
            for choice in "qrbn" if self.is_last(to, self.white) else [""]:
                yield start + to + choice, self._moved(start, to, self.letter(choice))

    def _board_moves(self) -> Iterator[tuple[str, Position]]:
        for pin, owner in self.boards.items():
            load = [square for square, _place in BLOCKS[pin] if square in self.pieces]
            if len(load) > 1 or (is_white(self.pieces[load[0]]) if load else owner) != self.white:
                continue
            for to in PINS:
                apart = abs(int(pin[2]) - int(to[2]))
                near = apart in (1, 2) if pin[0] == to[0] else apart == 0
                gained = (PIN_RANKS[to[2]] - PIN_RANKS[pin[2]]) * (1 if self.white else -1)
                if not near or to in self.boards or (load and gained < 0):
                    continue
                ends = dict(
                    zip([s for s, _ in BLOCKS[pin]], [s for s, _ in BLOCKS[to]], strict=True)
                )
                pieces = {ends.get(s, s): piece for s, piece in self.pieces.items()}
                boards = {p: whose for p, whose in self.boards.items() if p != pin} | {to: owner}
                after = self.after(pieces, boards=boards)
                grown = after.waiting(self.white)
                for choice in "qrbn" if grown else [""]:
                    became = {grown: self.letter(choice)} if grown else {}
                    yield pin + to + choice, replace(after, pieces={**pieces, **became})

    def _castlings(self) -> Iterator[tuple[str, Position]]:
        if self.number == 1 or self.check(self.white):
            return
        for right in self.rights:
            king, rook, king_to, rook_to = CASTLING[right]
            free = king_to == rook or king_to not in self.pieces
            if is_white(right) == self.white and free:
                pieces = {s: p for s, p in self.pieces.items() if s not in (king, rook)}
                pieces |= {king_to: self.pieces[king], rook_to: self.pieces[rook]}
                yield king + king_to, self.after(pieces)


def read(text: str) -> Position:
    mains, boards, side, rights, moved, doubled, _half, number = text.split()
    levels = dict(zip("BNW", mains.split("|"), strict=True))
    owners = {}
    for board in boards.split(","):
        owners[board[:3]] = board[3] == "w"
        levels[board[:3]] = board[5:]
    pieces = {}
    for level, rows in levels.items():
        signs = "".join("." * int(c) if c.isdigit() else c for c in "".join(reversed_rows(rows)))
        for (square, _place), sign in zip(BLOCKS[level], signs, strict=True):
            if sign != ".":
                pieces[square] = sign
    fresh = {s for pawn, homes in HOMES.items() for s in homes if pieces.get(s) == pawn}
    return Position(
        pieces,
        owners,
        side == "w",
        set(rights) - {"-"},
        fresh - set(moved.split(",")),
        doubled.strip("-"),
        int(number),
    )


def reversed_rows(rows: str) -> list[str]:
    return rows.split("/")[::-1]


SQUARE = r"[za-e]\d(?:[WNB]|[QK]L\d)"
WRITTEN = re.compile(rf"([KQRBN]?)([za-e]?)(\d?)((?:[WNB]|[QK]L\d)?)x?({SQUARE})(?:=([QRBN]))?")
COORDINATES = re.compile(rf"({SQUARE})({SQUARE})([qrbn]?)")


def heard(position: Position, text: str) -> str:
    """The legal move that a written one means."""
    text = text.rstrip("+#")
    late, _, text = text.rpartition(":")
    late = late.strip("=").lower()
    legal = [move for move in position.moves() if not late or move.startswith(f"{late}:")]
    return next(move for move in legal if is_meant(position, move, late, text))


def is_meant(position: Position, move: str, late: str, text: str) -> bool:
    move = move.rpartition(":")[2]
    if text[0] == "O":
        right = "K" if text == "O-O" else "Q"
        king, _rook, to, _end = CASTLING[right if position.white else right.lower()]
        return move == king + to
    if move[0] in "QK":
        pins, _, grown = text.replace("-", "").partition("=")
        return move == pins + grown.lower()
    named, made = WRITTEN.fullmatch(text), COORDINATES.fullmatch(move)
    if named is None or made is None:
        return False
    kind, file, rank, level, to, grown = named.groups()
    start, end, becomes = made.groups()
    piece = position.pieces[start].upper()
    if late and start == position.waiting(position.white):
        piece = late.upper()
    takes = "x" in text
    return (
        piece == (kind or "P")
        and end == to
        and becomes == (grown or "").lower()
        and start[0].startswith(file)
        and start[1].startswith(rank)
        and start[2:].startswith(level)
        and (kind != "" or takes == (start[0] != end[0]))
    )


def written(position: Position, move: str, legal: dict[str, Position]) -> str:
    """The move as people write it, with as much of its origin as tells it apart."""
    late, _, plain = move.rpartition(":")
    first, after = f"={late.upper()}:" if late else "", legal[move]
    sign = ("+" if after.moves() else "#") if after.check(after.white) else ""
    if plain[0] in "QK":
        grown = f"={plain[6].upper()}" if len(plain) > 6 else ""
        return f"{first}{plain[:3]}-{plain[3:6]}{grown}{sign}"
    for right, (king, _rook, to, _end) in CASTLING.items():
        if right in position.rights and plain == king + to:
            return f"{first}{'O-O' if right in 'Kk' else 'O-O-O'}{sign}"
    made = COORDINATES.fullmatch(plain)
    assert made is not None
    start, to, grown = made.groups()
    piece = position.pieces[start].upper()
    if late and start == position.waiting(position.white):
        piece = late.upper()
    takes = "x" * (to in position.pieces or (piece == "P" and start[0] != to[0]))
    file, rank, level = start[0], start[1], start[2:]
    origins = ["", file, rank, level, file + rank, start]
    if piece == "P":
        origins = [file if takes else "", file + level]
    ends = f"={grown.upper()}" if grown else ""
    others = [other for other in legal if other.startswith(move[:2] if late else "")]
    for origin in origins:
        text = f"{piece if piece != 'P' else ''}{origin}{takes}{to}{ends}"
        if sum(is_meant(position, other, late, text) for other in others) == 1:
            break
    return f"{first}{text}{sign}"


def best_first(position: Position) -> list[str]:
    """The legal moves, the one that takes most at the front."""
    moves = position.moves()

    def merit(move: str) -> float:
        after = moves[move]
        return (
            sum(
                VALUES[piece.upper()] * (1 if is_white(piece) == position.white else -1)
                for piece in after.pieces.values()
            )
            + random.random()
        )

    return sorted(moves, key=merit, reverse=True)


def main() -> None:
    color, _, setup = sys.stdin.readline().strip().partition(" ")
    position, own = read(setup or START), color == "white"
    choices: list[str] = []
    before = position
    line = ""
    while True:
        if position.white == own and line != ".":
            before, choices = position, best_first(position)
        if position.white == own or line == ".":
            if not choices:
                return  # the game is over
            move = choices.pop(0)
            legal = before.moves()
            print(written(before, move, legal), flush=True)
            position = legal[move]
        line = sys.stdin.readline().strip()
        if not line:
            return
        if line != ".":
            position = position.moves()[heard(position, line)]


if __name__ == "__main__":
    main()
