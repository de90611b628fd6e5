"""A slow second reading of the rules of 3D chess: names and dictionaries, no tables, no undoing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property

from board_core import Outcome, Reason, Rules

FILES = "zabcde"
MAIN = {"W": range(1, 5), "N": range(3, 7), "B": range(5, 9)}
LOWEST = {1: 0, 2: 4, 3: 2, 4: 6, 5: 4, 6: 8}
START_PAWNS = {
    "w": ["z1QL1", "a1QL1", "d1KL1", "e1KL1", "a2W", "b2W", "c2W", "d2W"],
    "b": ["z8QL6", "a8QL6", "d8KL6", "e8KL6", "a7B", "b7B", "c7B", "d7B"],
}
RIGHTS = {
    "K": ("d0KL1", "e0KL1", "e0KL1", "d0KL1"),
    "Q": ("d0KL1", "z0QL1", "a0QL1", "d0KL1"),
    "k": ("d9KL6", "e9KL6", "e9KL6", "d9KL6"),
    "q": ("d9KL6", "z9QL6", "a9QL6", "d9KL6"),
}
ALL_WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
WAYS = {
    "R": [way for way in ALL_WAYS if 0 in way],
    "B": [way for way in ALL_WAYS if 0 not in way],
    "Q": ALL_WAYS,
    "K": ALL_WAYS,
    "N": [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x * y) == 2],
}


@cache
def at(square: str) -> tuple[int, int]:
    return FILES.index(square[0]), int(square[1])


@cache
def of(piece: str) -> str:
    return "w" if piece.isupper() else "b"


def enemy(side: str) -> str:
    return "b" if side == "w" else "w"


@cache
def in_line(start: tuple[int, int], end: tuple[int, int], piece: str) -> bool:
    """Whether a piece might attack a column if nothing were between."""
    x, y = abs(start[0] - end[0]), abs(start[1] - end[1])
    return x * y == 2 if piece in "Nn" else x == 0 or y == 0 or x == y


@cache
def spots_of(pin: str) -> list[tuple[str, int, int]]:
    """The four squares of a pin, with their places on its board."""
    first, low = (0 if pin[0] == "Q" else 4), LOWEST[int(pin[2])]
    return [(f"{FILES[first + i]}{low + j}{pin}", i, j) for j in (0, 1) for i in (0, 1)]


@cache
def columns(pins: frozenset[str]) -> dict[tuple[int, int], list[str]]:
    """The squares that exist with boards on these pins, by their columns."""
    found: dict[tuple[int, int], list[str]] = {}
    for square in [
        f"{file}{rank}{level}" for level in MAIN for rank in MAIN[level] for file in "abcd"
    ]:
        found.setdefault(at(square), []).append(square)
    for pin in pins:
        for square, _i, _j in spots_of(pin):
            found.setdefault(at(square), []).append(square)
    return found


@dataclass(frozen=True)
class State:
    pieces: dict[str, str]
    boards: dict[str, str]  # owners by pins
    side: str
    rights: frozenset[str]
    fresh: frozenset[str]  # squares of pawns that may make a double step
    doubled: str | None  # the square of the pawn that has just made one
    half: int
    number: int

    def column(self, x: int, y: int) -> list[str]:
        return columns(frozenset(self.boards)).get((x, y), [])

    @cached_property
    def occupied(self) -> set[tuple[int, int]]:
        return {at(square) for square in self.pieces}

    def full(self, x: int, y: int) -> bool:
        return (x, y) in self.occupied

    def attacks(self, square: str) -> Iterator[tuple[int, int]]:
        """The columns that the piece on a square attacks."""
        (x, y), piece = at(square), self.pieces[square]
        if piece in "Pp":
            up = 1 if piece == "P" else -1
            yield from ((x - 1, y + up), (x + 1, y + up))
            return
        for dx, dy in WAYS[piece.upper()]:
            for far in range(1, 10 if piece.upper() in "RBQ" else 2):
                column = (x + far * dx, y + far * dy)
                yield column
                if self.full(*column):
                    break

    def attacked(self, column: tuple[int, int], side: str) -> bool:
        return any(
            of(piece) == side
            and in_line(at(square), column, piece)
            and column in self.attacks(square)
            for square, piece in self.pieces.items()
        )

    def check(self, side: str) -> bool:
        king = next(s for s, piece in self.pieces.items() if piece == ("K" if side == "w" else "k"))
        return self.attacked(at(king), enemy(side))

    def last_rank(self, side: str, file: str) -> int:
        number, far = ("6", 9) if side == "w" else ("1", 0)
        near = 8 if side == "w" else 1
        if file in "ze":
            return far
        if file in "bc":
            return near
        pin = {"a": "QL", "d": "KL"}[file] + number
        return far if pin in self.boards else near

    def waiting(self) -> list[str]:
        """The pawns of the side to move that a board has left on their last rank."""
        pawn = "P" if self.side == "w" else "p"
        return [
            square
            for square, piece in self.pieces.items()
            if piece == pawn and int(square[1]) == self.last_rank(self.side, square[0])
        ]

    def moves(self) -> dict[str, State]:
        """The legal moves with the positions after them."""
        waiting = self.waiting()
        if not waiting:
            return dict(self._legal())
        found = {}
        for choice in "qrbn":
            piece = choice.upper() if self.side == "w" else choice
            promoted = replace(self, pieces={**self.pieces, waiting[0]: piece})
            for text, after in promoted._legal():
                found[f"{choice}:{text}"] = replace(after, half=0)
        return found

    def _legal(self) -> Iterator[tuple[str, State]]:
        for text, after in [*self._piece_moves(), *self._board_moves(), *self._castlings()]:
            if after.check(self.side):
                continue
            if any(
                replace(
                    after,
                    pieces={**after.pieces, pawn: kind if after.side == "w" else kind.lower()},
                ).check(self.side)
                for pawn in after.waiting()
                for kind in "QRBN"
            ):
                continue
            yield text, after

    def _after(self, pieces: dict[str, str], progress: bool, **changed: object) -> State:
        """The position after a move: a right ends when its piece is not where it was."""
        touched = {s for s in {*self.pieces, *pieces} if self.pieces.get(s) != pieces.get(s)}
        rights = frozenset(r for r in self.rights if not touched & set(RIGHTS[r][:2]))
        state = replace(
            self,
            pieces=pieces,
            side=enemy(self.side),
            rights=rights,
            fresh=self.fresh - touched,
            doubled=None,
            half=0 if progress else self.half + 1,
            number=self.number + (self.side == "b"),
        )
        return replace(state, **changed)

    def _piece_moves(self) -> Iterator[tuple[str, State]]:
        for start, piece in self.pieces.items():
            if of(piece) != self.side:
                continue
            if piece in "Pp":
                yield from self._pawn_moves(start)
                continue
            for column in self.attacks(start):
                for to in self.column(*column):
                    if to not in self.pieces or of(self.pieces[to]) != self.side:
                        yield start + to, self._gone(start, to)

    def _gone(
        self, start: str, to: str, became: str = "", taken: str = "", **changed: object
    ) -> State:
        pieces = dict(self.pieces)
        piece = pieces.pop(start)
        progress = piece in "Pp" or to in pieces
        if taken:
            del pieces[taken]
        pieces[to] = became or piece
        return self._after(pieces, progress, **changed)

    def _pawn_moves(self, start: str) -> Iterator[tuple[str, State]]:
        (x, y), up = at(start), 1 if self.side == "w" else -1
        for to in self.column(x, y + up):
            if to not in self.pieces:
                yield from self._perhaps_promoted(start, to)
        if start in self.fresh and not self.full(x, y + up):
            for to in self.column(x, y + 2 * up):
                if to not in self.pieces:
                    yield start + to, self._gone(start, to, doubled=to)
        for column in self.attacks(start):
            for to in self.column(*column):
                if to in self.pieces:
                    if of(self.pieces[to]) != self.side:
                        yield from self._perhaps_promoted(start, to)
                elif self.doubled:
                    px, py = at(self.doubled)
                    if (px, py + up) == column:
                        yield start + to, self._gone(start, to, taken=self.doubled)

    def _perhaps_promoted(self, start: str, to: str) -> Iterator[tuple[str, State]]:
        if int(to[1]) != self.last_rank(self.side, to[0]):
            yield start + to, self._gone(start, to)
            return
        for choice in "qrbn":
            became = choice.upper() if self.side == "w" else choice
            yield start + to + choice, self._gone(start, to, became)

    def _board_moves(self) -> Iterator[tuple[str, State]]:
        forward = 1 if self.side == "w" else -1
        for pin, owner in self.boards.items():
            load = [(s, i, j) for s, i, j in spots_of(pin) if s in self.pieces]
            if len(load) > 1 or (of(self.pieces[load[0][0]]) if load else owner) != self.side:
                continue
            for to in (f"{side}L{number}" for side in "QK" for number in range(1, 7)):
                n, m = int(pin[2]), int(to[2])
                near = abs(n - m) in (1, 2) if pin[0] == to[0] else n == m
                gained = (LOWEST[m] - LOWEST[n]) * forward
                if not near or to in self.boards or (load and gained < 0):
                    continue
                boards = {p: o for p, o in self.boards.items() if p != pin} | {to: owner}
                pieces, pawns = dict(self.pieces), False
                for square, i, j in load:
                    piece = pieces.pop(square)
                    end = next(name for name, a, b in spots_of(to) if (a, b) == (i, j))
                    pieces[end] = piece
                    pawns = piece in "Pp" and gained > 0
                after = self._after(pieces, pawns, boards=boards)
                own = replace(after, side=self.side).waiting()
                for choice in "qrbn" if own else "":
                    became = choice.upper() if self.side == "w" else choice
                    changed = {**pieces, own[0]: became}
                    yield pin + to + choice, replace(after, pieces=changed, half=0)
                if not own:
                    yield pin + to, after

    def _castlings(self) -> Iterator[tuple[str, State]]:
        if self.number == 1 or self.check(self.side):
            return
        for right in self.rights:
            if right.isupper() != (self.side == "w"):
                continue
            king, rook, king_to, rook_to = RIGHTS[right]
            if king_to != rook and king_to in self.pieces:
                continue
            pieces = {s: p for s, p in self.pieces.items() if s not in (king, rook)}
            pieces |= {king_to: self.pieces[king], rook_to: self.pieces[rook]}
            if not self.attacked(at(king_to), enemy(self.side)):
                yield king + king_to, self._after(pieces, progress=False)

    def text(self) -> str:
        def rows(files: str, ranks: list[int], level: str) -> str:
            found = []
            for rank in ranks:
                row = "".join(self.pieces.get(f"{file}{rank}{level}", ".") for file in files)
                for gap in (4, 3, 2, 1):
                    row = row.replace("." * gap, str(gap))
                found.append(row)
            return "/".join(found)

        mains = "|".join(rows("abcd", sorted(MAIN[level])[::-1], level) for level in "BNW")
        boards = ",".join(
            f"{pin}{self.boards[pin]}:"
            + rows("za" if pin[0] == "Q" else "de", [LOWEST[n] + 1, LOWEST[n]], pin)
            for n in range(1, 7)
            for pin in (f"QL{n}", f"KL{n}")
            if pin in self.boards
        )
        moved = [
            square
            for side, pawn in (("w", "P"), ("b", "p"))
            for square in START_PAWNS[side]
            if self.pieces.get(square) == pawn and square not in self.fresh
        ]
        rights = "".join(right for right in "KQkq" if right in self.rights)
        return (
            f"{mains} {boards} {self.side} {rights or '-'} {','.join(sorted(moved)) or '-'} "
            f"{self.doubled or '-'} {self.half} {self.number}"
        )


def read(text: str) -> State:
    mains, boards, side, rights, moved, doubled, half, number = text.split()
    pieces, owners = {}, {}
    parts = [
        ("abcd", sorted(MAIN[v])[::-1], v, rows)
        for v, rows in zip("BNW", mains.split("|"), strict=True)
    ]
    for board in boards.split(","):
        head, rows = board.split(":")
        pin, low = head[:3], LOWEST[int(head[2])]
        owners[pin] = head[3]
        parts.append(("za" if pin[0] == "Q" else "de", [low + 1, low], pin, rows))
    for files, ranks, level, rows in parts:
        for rank, row in zip(ranks, rows.split("/"), strict=True):
            cells = "".join("." * int(c) if c.isdigit() else c for c in row)
            for file, piece in zip(files, cells, strict=True):
                if piece != ".":
                    pieces[f"{file}{rank}{level}"] = piece
    fresh = {
        square
        for side_, pawn in (("w", "P"), ("b", "p"))
        for square in START_PAWNS[side_]
        if pieces.get(square) == pawn and square not in moved.split(",")
    }
    return State(
        pieces,
        owners,
        side,
        frozenset(rights) - {"-"},
        frozenset(fresh),
        None if doubled == "-" else doubled,
        int(half),
        int(number),
    )


def compare(rules: Rules, seed: int, setup: str | None = None, plies: int = 120) -> int:
    """Play a random game by both rules; return the number of positions that were held together."""
    chance, position = random.Random(seed), rules.start(setup)
    state, held = read(position.setup), 0
    while True:
        moves, held = state.moves(), held + 1
        assert sorted(moves) == sorted(position.legal_moves()), position.setup
        assert position.setup == state.text()
        assert bool(position.marked()) == state.check(state.side), position.setup
        outcome = position.outcome()
        if not moves:
            mate = Outcome(position.to_move.other, Reason.CHECKMATE)
            stalemate = Outcome(None, Reason.STALEMATE)
            assert outcome == (mate if state.check(state.side) else stalemate), position.setup
        if outcome is not None or held > plies:
            return held
        # what is rare is played more often than by chance
        boards = [move for move in moves if move[0] in "QK"]
        special = [move for move in moves if ":" in move or move[-1] in "qrbn"]
        lot = chance.random()
        wanted = boards if lot < 0.35 else special if lot < 0.6 else []
        move = chance.choice(sorted(wanted or moves))
        position, state = position.play(position.parse(move)), moves[move]
