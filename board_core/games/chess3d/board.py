"""The board of 3D chess that AIs of this game get: moves are made and unmade on it in place.

Squares and pins are numbers, see :mod:`.places`. A move is a number too, packed by :func:`packed`;
:func:`move_text` writes it and :meth:`Board3D.legal_moves` makes all of a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .places import (
    ALIGNED_COLUMNS,
    BISHOP_RAYS,
    COLUMN_COUNT,
    COLUMN_OF,
    FILE_OF,
    FIRST_PIN_SQUARE,
    HOME_BITS,
    KING_STEPS,
    KNIGHT_LEAPS,
    LAST_PINS,
    LATE_SQUARES,
    NEXT_PINS,
    PAWN_TAKES,
    PIN_NAMES,
    PIN_RANKS,
    PLACE_NAMES,
    PLACE_NUMBERS,
    QUEEN_RAYS,
    RANK_OF,
    ROOK_RAYS,
    SQUARE_COUNT,
    pin_squares,
)

WHITE: Final = 0
BLACK: Final = 1
EMPTY: Final = 0
PAWN: Final = 1
KNIGHT: Final = 2
BISHOP: Final = 3
ROOK: Final = 4
QUEEN: Final = 5
KING: Final = 6
BLACK_BIT: Final = 8
"""A piece is its kind, plus this for Black."""

PIECE_SYMBOLS: Final = ".PNBRQK..pnbrqk"
"""The letters of the pieces by their numbers."""

PROMOTION_KINDS: Final = (QUEEN, ROOK, BISHOP, KNIGHT)
NO_OWNER: Final = 2
"""The owner of the board on an empty pin."""

PLAIN_MOVE: Final = 0
DOUBLE_STEP: Final = 1
EN_PASSANT: Final = 2
CASTLING_MOVE: Final = 3
BOARD_MOVE: Final = 4

TO_SHIFT: Final = 7
MANNER_SHIFT: Final = 14
PROMOTION_SHIFT: Final = 17
LATE_SHIFT: Final = 20
PLACE_MASK: Final = 127
KIND_MASK: Final = 7

RAYS_OF_KIND: Final = {BISHOP: BISHOP_RAYS, ROOK: ROOK_RAYS, QUEEN: QUEEN_RAYS}
LEAPS_OF_KIND: Final = {KNIGHT: KNIGHT_LEAPS, KING: KING_STEPS}

PIN_RANK: Final = [PIN_RANKS[name[2]] for name in PIN_NAMES]
CORNER_OF_PIN: Final = {pin: square for square, pin in LATE_SQUARES.items()}


def _numbers(names: str) -> tuple[int, ...]:
    return tuple(PLACE_NUMBERS[name] for name in names.split())


CASTLING_WAYS: Final = (
    (
        (1, *_numbers("d0KL1 e0KL1 e0KL1 d0KL1")),
        (2, *_numbers("d0KL1 z0QL1 a0QL1 d0KL1")),
    ),
    (
        (4, *_numbers("d9KL6 e9KL6 e9KL6 d9KL6")),
        (8, *_numbers("d9KL6 z9QL6 a9QL6 d9KL6")),
    ),
)
"""For each side the bit of a right, with the squares of king and rook before and after."""

RIGHTS_LOST: Final = [0] * SQUARE_COUNT
"""The castling rights that end when anything moves from a square or captures there."""
for _side in CASTLING_WAYS:
    for _bit, _king, _rook, _king_to, _rook_to in _side:
        RIGHTS_LOST[_king] |= _bit
        RIGHTS_LOST[_rook] |= _bit


def packed(start: int, to: int, manner: int = PLAIN_MOVE, promotion: int = EMPTY) -> int:
    """Return a move as one number, without a late promotion."""
    return start | to << TO_SHIFT | manner << MANNER_SHIFT | promotion << PROMOTION_SHIFT


def move_text(move: int) -> str:
    """Return the text of a move as programs and records write it, such as ``b2Wb4N``."""
    late, promotion = move >> LATE_SHIFT, move >> PROMOTION_SHIFT & KIND_MASK
    start, to = PLACE_NAMES[move & PLACE_MASK], PLACE_NAMES[move >> TO_SHIFT & PLACE_MASK]
    first = f"{PIECE_SYMBOLS[late].lower()}:" if late else ""
    return f"{first}{start}{to}{PIECE_SYMBOLS[promotion].lower() if promotion else ''}"


class Board3D:
    """A position of 3D chess without its past. Changed by :meth:`push`, restored by :meth:`pop`.

    ``squares`` holds a piece for each square, ``owners`` the owner of the board on each pin,
    ``stacks`` the squares that exist in each column and ``counts`` the number of pieces there.
    """

    __slots__ = (
        "_undone",
        "castling",
        "counts",
        "fresh",
        "fullmove_number",
        "halfmove_clock",
        "kings",
        "owners",
        "passed",
        "squares",
        "stacks",
        "turn",
    )

    def __init__(self) -> None:
        """Make a board with the fixed main boards only; :func:`.text.read_board` fills it."""
        self.squares: list[int] = [EMPTY] * SQUARE_COUNT
        self.owners: list[int] = [NO_OWNER] * len(PIN_NAMES)
        self.stacks: list[tuple[int, ...]] = [()] * COLUMN_COUNT
        self.counts: list[int] = [0] * COLUMN_COUNT
        self.kings: list[int] = [0, 0]
        self.turn: int = WHITE
        self.castling: int = 0
        self.fresh: int = 0  # the bits of pawns that may make a double step
        self.passed: int = -1  # the square of a pawn that has just made a double step
        self.halfmove_clock: int = 0  # plies without progress
        self.fullmove_number: int = 1
        self._undone: list[tuple[int, ...]] = []
        for square in range(FIRST_PIN_SQUARE):
            self.stacks[COLUMN_OF[square]] += (square,)

    def put_board(self, pin: int, owner: int) -> None:
        """Put an attack board on an empty pin."""
        self.owners[pin] = owner
        for square in pin_squares(pin):
            stack = (*self.stacks[COLUMN_OF[square]], square)
            self.stacks[COLUMN_OF[square]] = tuple(sorted(stack))

    def put(self, square: int, piece: int) -> None:
        """Put a piece on an empty square."""
        self.squares[square] = piece
        self.counts[COLUMN_OF[square]] += 1
        if piece & 7 == KING:
            self.kings[piece >> 3] = square

    def copy(self) -> Board3D:
        """Return an equal board without the moves that led here."""
        twin = Board3D.__new__(Board3D)
        twin.squares, twin.owners = self.squares[:], self.owners[:]
        twin.stacks, twin.counts = self.stacks[:], self.counts[:]
        twin.kings, twin.turn = self.kings[:], self.turn
        twin.castling, twin.fresh, twin.passed = self.castling, self.fresh, self.passed
        twin.halfmove_clock, twin.fullmove_number = self.halfmove_clock, self.fullmove_number
        twin._undone = []
        return twin

    @property
    def first_move(self) -> bool:
        """True while the side to move has not made a move in the game."""
        return self.fullmove_number == 1

    def attacked(self, column: int, by: int) -> bool:
        """Return whether a side attacks the squares of a column."""
        squares, stacks, counts = self.squares, self.stacks, self.counts
        own = by << 3
        queen = own | QUEEN
        for piece, rays in ((own | ROOK, ROOK_RAYS), (own | BISHOP, BISHOP_RAYS)):
            for ray in rays[column]:
                for passed in ray:
                    if counts[passed]:
                        for square in stacks[passed]:
                            if squares[square] in (piece, queen):
                                return True
                        break
        piece = own | KNIGHT
        for other in KNIGHT_LEAPS[column]:
            if counts[other]:
                for square in stacks[other]:
                    if squares[square] == piece:
                        return True
        piece = own | PAWN
        for other in PAWN_TAKES[1 - by][column]:
            if counts[other]:
                for square in stacks[other]:
                    if squares[square] == piece:
                        return True
        return COLUMN_OF[self.kings[by]] in KING_STEPS[column]

    def is_check(self) -> bool:
        """Return whether the king of the side to move is attacked."""
        return self.attacked(COLUMN_OF[self.kings[self.turn]], 1 - self.turn)

    def late_pawn(self) -> int:
        """Return the square of a pawn that the side to move has to promote first; -1 for none."""
        pawn = PAWN | self.turn << 3
        for pin in LAST_PINS[self.turn]:
            square = CORNER_OF_PIN[pin]
            if self.squares[square] == pawn and self.owners[pin] == NO_OWNER:
                return square
        return -1

    def is_last(self, square: int, side: int) -> bool:
        """Return whether a square lies on the last rank of its file for a side's pawns."""
        rank = RANK_OF[square] if side == WHITE else 9 - RANK_OF[square]
        if rank != 8:
            return rank == 9
        pin = LATE_SQUARES.get(square)
        return FILE_OF[square] in (2, 3) or (pin is not None and self.owners[pin] == NO_OWNER)

    def legal_moves(self) -> list[int]:
        """Return all legal moves, in an order that depends on the position alone."""
        return list(self.generate_legal())

    def generate_legal(self) -> Iterator[int]:
        """Yield the legal moves one by one; the board must not change in between."""
        late = self.late_pawn()
        if late < 0:
            yield from self._generate()
            return
        pawn = self.squares[late]
        for kind in PROMOTION_KINDS:
            self.squares[late] = kind | pawn & BLACK_BIT
            found = list(self._generate())
            self.squares[late] = pawn
            for move in found:
                yield move | kind << LATE_SHIFT

    def _generate(self) -> Iterator[int]:
        """Yield the legal moves of a position in which no pawn has to be promoted first."""
        turn, king = self.turn, self.kings[self.turn]
        check, counts = self.is_check(), self.counts
        lines = ALIGNED_COLUMNS[COLUMN_OF[king]]
        for move in self.pseudo_legal():
            start = move & PLACE_MASK
            if not check and move >> MANNER_SHIFT & KIND_MASK <= DOUBLE_STEP and start != king:
                column = COLUMN_OF[start]
                if counts[column] > 1 or column not in lines:
                    yield move
                    continue
            self.push(move)
            safe = not self.attacked(COLUMN_OF[self.kings[turn]], 1 - turn)
            if safe and start >= SQUARE_COUNT:
                safe = not self.late_check()
            self.pop()
            if safe:
                yield move
        if not check:
            yield from self._castlings()

    def late_check(self) -> bool:
        """Return whether a promotion that a board has just uncovered can check the other king."""
        late = self.late_pawn()
        if late < 0:
            return False
        pawn, column = self.squares[late], COLUMN_OF[self.kings[1 - self.turn]]
        found = False
        for kind in (QUEEN, KNIGHT):  # a queen attacks wherever a rook or a bishop does
            self.squares[late] = kind | pawn & BLACK_BIT
            found = found or self.attacked(column, self.turn)
        self.squares[late] = pawn
        return found

    def _castlings(self) -> Iterator[int]:
        if self.first_move:
            return
        for bit, king, rook, king_to, _rook_to in CASTLING_WAYS[self.turn]:
            if not self.castling & bit or (king_to != rook and self.squares[king_to]):
                continue
            if not self.attacked(COLUMN_OF[king_to], 1 - self.turn):
                yield packed(king, king_to, CASTLING_MOVE)

    def pseudo_legal(self, quiet: bool = True) -> list[int]:
        """Return the moves that may leave the own king attacked, without castling.

        Without ``quiet`` only captures and promotions of pieces.
        """
        turn, squares, stacks, counts = self.turn, self.squares, self.stacks, self.counts
        found: list[int] = []
        for start, piece in enumerate(squares):
            if not piece or piece >> 3 != turn:
                continue
            kind, column = piece & 7, COLUMN_OF[start]
            if kind == PAWN:
                self._add_pawn_moves(found, start, quiet)
            elif kind in RAYS_OF_KIND:
                for ray in RAYS_OF_KIND[kind][column]:
                    for passed in ray:
                        full = counts[passed]
                        if quiet or full:
                            for to in stacks[passed]:
                                taken = squares[to]
                                if taken >> 3 != turn if taken else quiet:
                                    found.append(start | to << TO_SHIFT)
                        if full:
                            break
            else:
                for leapt in LEAPS_OF_KIND[kind][column]:
                    if quiet or counts[leapt]:
                        for to in stacks[leapt]:
                            taken = squares[to]
                            if taken >> 3 != turn if taken else quiet:
                                found.append(start | to << TO_SHIFT)
        if quiet:
            self._add_board_moves(found)
        return found

    def _add_pawn_moves(self, found: list[int], start: int, quiet: bool) -> None:
        turn, squares, stacks = self.turn, self.squares, self.stacks
        column, step = COLUMN_OF[start], 1 - 2 * self.turn
        front = column + step
        for to in stacks[front]:
            if not squares[to] and (quiet or self.is_last(to, turn)):
                self._add_pawn_move(found, start, to)
        if quiet and self.fresh & HOME_BITS[start] and not self.counts[front]:
            for to in stacks[front + step]:
                if not squares[to]:
                    found.append(packed(start, to, DOUBLE_STEP))
        crossed = COLUMN_OF[self.passed] + step if self.passed >= 0 else -1
        for taking in PAWN_TAKES[turn][column]:
            if taking == crossed:
                found.extend(packed(start, to, EN_PASSANT) for to in stacks[taking])
            elif self.counts[taking]:
                for to in stacks[taking]:
                    if squares[to] and squares[to] >> 3 != turn:
                        self._add_pawn_move(found, start, to)

    def _add_pawn_move(self, found: list[int], start: int, to: int) -> None:
        if self.is_last(to, self.turn):
            found.extend(packed(start, to, PLAIN_MOVE, kind) for kind in PROMOTION_KINDS)
        else:
            found.append(packed(start, to))

    def _add_board_moves(self, found: list[int]) -> None:
        turn, squares, owners = self.turn, self.squares, self.owners
        for pin, owner in enumerate(owners):
            if owner == NO_OWNER:
                continue
            load = [square for square in pin_squares(pin) if squares[square]]
            if len(load) > 1 or (squares[load[0]] >> 3 if load else owner) != turn:
                continue
            pawn = PAWN | turn << 3
            uncovered = pin in LAST_PINS[turn] and squares[CORNER_OF_PIN[pin]] == pawn
            for to in NEXT_PINS[pin]:
                if owners[to] != NO_OWNER or (load and self.goes_back(pin, to)):
                    continue
                start, end = SQUARE_COUNT + pin, SQUARE_COUNT + to
                promoted = uncovered or (
                    bool(load)
                    and squares[load[0]] == pawn
                    and RANK_OF[load[0] + 4 * (to - pin)] == (9, 0)[turn]
                )
                for kind in PROMOTION_KINDS if promoted else (EMPTY,):
                    found.append(packed(start, end, BOARD_MOVE, kind))

    def goes_back(self, pin: int, to: int) -> bool:
        """Return whether a board would move away from the opponent of the side to move."""
        gained = PIN_RANK[to] - PIN_RANK[pin]
        return gained < 0 if self.turn == WHITE else gained > 0

    def push(self, move: int) -> None:
        """Make a move of :meth:`legal_moves` or :meth:`pseudo_legal`."""
        start, to = move & PLACE_MASK, move >> TO_SHIFT & PLACE_MASK
        manner, promotion = move >> MANNER_SHIFT & KIND_MASK, move >> PROMOTION_SHIFT & KIND_MASK
        late_kind, late = move >> LATE_SHIFT, -1
        turn, squares, counts = self.turn, self.squares, self.counts
        before = (self.castling, self.fresh, self.passed, self.halfmove_clock)
        taken, taken_at, promoted = EMPTY, -1, -1
        if late_kind:
            late = self.late_pawn()
            squares[late] = late_kind | turn << 3
        self.passed = -1
        if manner == BOARD_MOVE:
            carried = self._carry(start - SQUARE_COUNT, to - SQUARE_COUNT)
            pawn = PAWN | turn << 3
            progress = (
                carried >= 0
                and squares[carried] == pawn
                and PIN_RANK[to - SQUARE_COUNT] != PIN_RANK[start - SQUARE_COUNT]
            )
            if promotion:
                corner = CORNER_OF_PIN.get(start - SQUARE_COUNT, -1)
                promoted = corner if corner >= 0 and squares[corner] == pawn else carried
                squares[promoted] = promotion | turn << 3
        elif manner == CASTLING_MOVE:
            progress = False
            self._castle(to, back=False)
        else:
            piece = squares[start]
            taken_at = before[2] if manner == EN_PASSANT else to
            taken = squares[taken_at]
            if taken:
                squares[taken_at] = EMPTY
                counts[COLUMN_OF[taken_at]] -= 1
            squares[start], squares[to] = EMPTY, piece
            counts[COLUMN_OF[start]] -= 1
            counts[COLUMN_OF[to]] += 1
            self.castling &= ~(RIGHTS_LOST[start] | RIGHTS_LOST[to])
            self.fresh &= ~(HOME_BITS[start] | HOME_BITS[taken_at])
            progress = taken != EMPTY or piece & 7 == PAWN
            if promotion:
                squares[to], promoted = promotion | turn << 3, to
            elif manner == DOUBLE_STEP:
                self.passed = to
            elif piece & 7 == KING:
                self.kings[turn] = to
        self._undone.append((move, taken, taken_at, late, promoted, *before))
        self.halfmove_clock = 0 if progress or promotion or late_kind else self.halfmove_clock + 1
        self.fullmove_number += turn
        self.turn = 1 - turn

    def pass_turn(self) -> int:
        """Make a null move; return what :meth:`pass_back` needs to take it back."""
        passed, self.passed = self.passed, -1
        self.turn = 1 - self.turn
        return passed

    def pass_back(self, passed: int) -> None:
        """Take a null move back."""
        self.passed, self.turn = passed, 1 - self.turn

    def pop(self) -> int:
        """Take the last move back and return it."""
        move, taken, taken_at, late, promoted, *before = self._undone.pop()
        start, to = move & PLACE_MASK, move >> TO_SHIFT & PLACE_MASK
        manner = move >> MANNER_SHIFT & KIND_MASK
        turn = self.turn = 1 - self.turn
        squares, counts = self.squares, self.counts
        self.fullmove_number -= turn
        self.castling, self.fresh, self.passed, self.halfmove_clock = before
        if promoted >= 0:
            squares[promoted] = PAWN | turn << 3
        if manner == BOARD_MOVE:
            self._carry(to - SQUARE_COUNT, start - SQUARE_COUNT)
            self.castling, self.fresh = before[:2]
        elif manner == CASTLING_MOVE:
            self._castle(to, back=True)
        else:
            piece = squares[start] = squares[to]
            squares[to] = EMPTY
            counts[COLUMN_OF[start]] += 1
            counts[COLUMN_OF[to]] -= 1
            if taken:
                squares[taken_at] = taken
                counts[COLUMN_OF[taken_at]] += 1
            if piece & 7 == KING:
                self.kings[turn] = start
        if late >= 0:
            squares[late] = PAWN | turn << 3
        return int(move)

    def _carry(self, pin: int, to: int) -> int:
        """Move a board with what stands on it; return where this stands then, -1 for nothing."""
        squares, stacks, counts = self.squares, self.stacks, self.counts
        carried = -1
        for square, end in zip(pin_squares(pin), pin_squares(to), strict=True):
            column, new = COLUMN_OF[square], COLUMN_OF[end]
            stacks[column] = tuple(other for other in stacks[column] if other != square)
            stacks[new] = tuple(sorted((*stacks[new], end)))
            if piece := squares[square]:
                squares[square], squares[end] = EMPTY, piece
                counts[column] -= 1
                counts[new] += 1
                self.castling &= ~RIGHTS_LOST[square]
                self.fresh &= ~HOME_BITS[square]
                if piece & 7 == KING:
                    self.kings[piece >> 3] = end
                carried = end
        self.owners[pin], self.owners[to] = NO_OWNER, self.owners[pin]
        return carried

    def _castle(self, king_to: int, *, back: bool) -> None:
        """Castle, or take it back, by the square to which the king goes."""
        for _bit, king, rook, king_end, rook_end in CASTLING_WAYS[self.turn]:
            if king_end == king_to:
                ends, starts = (king, rook), (king_end, rook_end)
                if not back:
                    ends, starts = starts, ends
                    for square in starts:
                        self.castling &= ~RIGHTS_LOST[square]
                pieces = [self.squares[square] for square in starts]
                for square in starts:
                    self.squares[square] = EMPTY
                    self.counts[COLUMN_OF[square]] -= 1
                for square, piece in zip(ends, pieces, strict=True):
                    self.put(square, piece)
