"""A position of 3D chess as a value, on top of :class:`.board.Board3D`; its moves in words.

Positions are written and read as text, in the manner of FEN:
``<B>|<N>|<W> <attack boards> <side> <castling> <moved pawns> <en passant> <half> <number>``
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Self

from board_core.game.rules import BadSetup, Move, Outcome, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.games.chess.position import PIECE_NAMES
from board_core.games.draws import ENGINE, DrawRules, Start, draws_name
from board_core.text.sentence import Sentence, given, say

from .board import (
    BLACK,
    BOARD_MOVE,
    CASTLING_MOVE,
    CASTLING_WAYS,
    EMPTY,
    EN_PASSANT,
    KIND_MASK,
    KING,
    LATE_SHIFT,
    MANNER_SHIFT,
    NO_OWNER,
    PAWN,
    PIECE_SYMBOLS,
    PLACE_MASK,
    PROMOTION_SHIFT,
    ROOK,
    TO_SHIFT,
    WHITE,
    Board3D,
    move_text,
)
from .places import (
    BOARDS_MAP,
    COLUMN_OF,
    HOME_BITS,
    PAWN_HOMES,
    PIN_NAMES,
    PLACE_NAMES,
    PLACE_NUMBERS,
    RANK_OF,
    SQUARE_COUNT,
    pin_squares,
)
from .written import read_move, written

STANDARD_SETUP = (
    "nbbn/pppp/4/4|4/4/4/4|4/4/PPPP/NBBN QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - 0 1"
)
"""The position from which a game begins."""

MAIN_LEVELS = "BNW"
"""The main boards in the order in which they are written."""

PINS_AS_WRITTEN = sorted(range(len(PIN_NAMES)), key=lambda pin: (pin % 6, pin))
"""The pins in the order in which their boards are written."""

CASTLING_LETTERS = "KQkq"
"""The letters of the rights, in the order of their bits."""

MOST_COUNTED = 100_000
"""Greatest number of moves in a text."""

MOST_PIECES, MOST_PAWNS = 16, 8
TOO_MANY_PIECES = (
    say("White has more than sixteen pieces"),
    say("Black has more than sixteen pieces"),
)
TOO_MANY_PAWNS = (
    say("White has more than eight pawns"),
    say("Black has more than eight pawns"),
)

ATTACK_BOARD = re.compile(r"([QK]L[1-6])([wb]):([^/]+)/([^/]+)", re.ASCII)
COUNT_PATTERN = re.compile(r"\d{1,6}", re.ASCII)


def board_text(board: Board3D) -> str:
    """Return a board as text that :func:`read_board` reads."""
    pieces = bytes(board.squares)
    mains = "|".join(_rows(pieces[first : first + 16], 4) for first in (32, 16, 0))
    boards = ",".join(
        f"{PIN_NAMES[pin]}{'wb'[owner]}:{_rows(pieces[first : first + 4], 2)}"
        for pin in PINS_AS_WRITTEN
        if (owner := board.owners[pin]) != NO_OWNER
        for first in [pin_squares(pin)[0]]
    )
    castling = "".join(
        letter for bit, letter in enumerate(CASTLING_LETTERS) if board.castling >> bit & 1
    )
    passed = PLACE_NAMES[board.passed] if board.passed >= 0 else "-"
    return (
        f"{mains} {boards} {'wb'[board.turn]} {castling or '-'} "
        f"{','.join(moved_pawns(board)) or '-'} {passed} "
        f"{board.halfmove_clock} {board.fullmove_number}"
    )


def moved_pawns(board: Board3D) -> list[str]:
    """Return the start squares on which a pawn of that side may no longer make a double step."""
    return sorted(
        PLACE_NAMES[square]
        for side in (WHITE, BLACK)
        for square in PAWN_HOMES[side]
        if board.squares[square] == PAWN | side << 3 and not board.fresh & HOME_BITS[square]
    )


@lru_cache(maxsize=4_096)
def _rows(pieces: bytes, width: int) -> str:
    """Return the pieces of one board as text; a game has few different boards."""
    text = "".join(PIECE_SYMBOLS[piece] for piece in pieces)
    rows = (text[at : at + width] for at in range(len(text) - width, -1, -width))
    return "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)


def read_board(text: str) -> Board3D:
    """Return the board of a text, if a game can reach it. Raises BadSetup."""
    given(text, str, "is no position: give its text")
    try:
        board = unchecked_board(text)
        for flaw in flaws_of(board):
            raise BadSetup(flaw)
    except BadSetup as error:
        why = error.sentence
        raise BadSetup(
            say("{text} is no position of 3D chess: {why}", text=repr(text), why=why)
        ) from None
    return board


def unchecked_board(text: str) -> Board3D:
    """Return the board of a text, even if no game can reach it. Raises BadSetup."""
    fields = text.split()
    if len(fields) != 8:
        raise BadSetup(say("it needs {wanted} parts and has {found}", wanted=8, found=len(fields)))
    mains, boards, side, castling, moved, passed, half, number = fields
    board = Board3D()
    if mains.count("|") != len(MAIN_LEVELS) - 1:
        raise BadSetup(say("three main boards are parted by {bar}", bar="|"))
    for first, rows in zip((32, 16, 0), mains.split("|"), strict=True):
        _place(board, first, rows, 4)
    for part in boards.split(","):
        found = ATTACK_BOARD.fullmatch(part)
        if found is None:
            raise BadSetup(
                say(
                    "{part} is no attack board, as in {example}",
                    part=repr(part),
                    example="QL1w:PP/RQ",
                )
            )
        pin = PIN_NAMES.index(found[1])
        if board.owners[pin] != NO_OWNER:
            raise BadSetup(say("two boards are on {pin}", pin=found[1]))
        board.put_board(pin, "wb".index(found[2]))
        _place(board, pin_squares(pin)[0], f"{found[3]}/{found[4]}", 2)
    if side not in ("w", "b"):
        raise BadSetup(say("the side to move is w or b, and not {text}", text=repr(side)))
    board.turn = "wb".index(side)
    board.halfmove_clock, board.fullmove_number = _counted(half, 0), _counted(number, 1)
    _read_rights(board, castling, moved, passed)
    return board


def _place(board: Board3D, first: int, rows: str, width: int) -> None:
    """Put the pieces of a board, whose rows are written from high to low ranks."""
    lines = rows.split("/")
    if len(lines) != width:
        raise BadSetup(say("{rows} has not {count} rows", rows=repr(rows), count=width))
    for row, line in enumerate(lines):
        pieces = "".join("." * int(c) if c in "1234" else c for c in line)
        if len(pieces) != width or not set(pieces) <= set(PIECE_SYMBOLS):
            raise BadSetup(say("{row} is no row of {count} squares", row=repr(line), count=width))
        start = first + width * (width - 1 - row)
        for square, symbol in enumerate(pieces, start=start):
            if symbol != ".":
                board.put(square, PIECE_SYMBOLS.index(symbol))


def _counted(text: str, least: int) -> int:
    if COUNT_PATTERN.fullmatch(text) is None or not least <= int(text) <= MOST_COUNTED:
        raise BadSetup(say("{text} is no number of moves", text=repr(text)))
    return int(text)


def flaws_of(board: Board3D) -> Iterator[Sentence]:
    """Yield the reasons why pieces and boards are in no possible position."""
    if board.owners.count(WHITE) != 2 or board.owners.count(BLACK) != 2:
        yield say("each side needs two attack boards")
    for side in (WHITE, BLACK):
        own = [piece & 7 for piece in board.squares if piece and piece >> 3 == side]
        if own.count(KING) != 1:
            yield say("each side needs one king")
        if len(own) > MOST_PIECES:
            yield TOO_MANY_PIECES[side]
        if own.count(PAWN) > MOST_PAWNS:
            yield TOO_MANY_PAWNS[side]
        for square, piece in enumerate(board.squares):
            if piece == PAWN | side << 3 and _misplaced(board, square, side):
                yield say("no pawn of this side can stand on {square}", square=PLACE_NAMES[square])
        for bit, king, rook, *_ends in CASTLING_WAYS[side]:
            stand = (board.squares[king], board.squares[rook])
            if board.castling & bit and stand != (KING | side << 3, ROOK | side << 3):
                yield say("king and rook do not stand where the castling needs them")
    other = COLUMN_OF[board.kings[1 - board.turn]]
    if board.attacked(other, board.turn) or board.late_check():
        yield say("the side to move could take the king")


def _misplaced(board: Board3D, square: int, side: int) -> bool:
    """Return whether a pawn is on its own last row, or on the last rank, where it is promoted."""
    if RANK_OF[square] == (0, 9)[side]:
        return True
    if not board.is_last(square, side):
        return False
    return square != board.late_pawn()  # the only one that may be promoted late


def _read_rights(board: Board3D, castling: str, moved: str, passed: str) -> None:
    for letter in castling if castling != "-" else "":
        if letter not in CASTLING_LETTERS or castling.count(letter) > 1:
            raise BadSetup(say("{text} are no castling rights", text=repr(castling)))
        board.castling |= 1 << CASTLING_LETTERS.index(letter)
    for side, homes in enumerate(PAWN_HOMES):
        for square in homes:
            if board.squares[square] == PAWN | side << 3:
                board.fresh |= HOME_BITS[square]
    for name in moved.split(",") if moved != "-" else ():
        square = PLACE_NUMBERS.get(name, SQUARE_COUNT)
        if square >= SQUARE_COUNT or not board.fresh & HOME_BITS[square]:
            raise BadSetup(say("no pawn is on its start square {square}", square=repr(name)))
        board.fresh &= ~HOME_BITS[square]
    if passed != "-":
        board.passed = _read_passed(board, passed)


def _read_passed(board: Board3D, name: str) -> int:
    square = PLACE_NUMBERS.get(name, SQUARE_COUNT)
    if square >= SQUARE_COUNT or not just_passed(board, square):
        raise BadSetup(
            say("no pawn can just have made a double step to {square}", square=repr(name))
        )
    return square


def just_passed(board: Board3D, square: int) -> bool:
    """Return whether a pawn on a square can just have made a double step."""
    side = 1 - board.turn
    if board.squares[square] != PAWN | side << 3:
        return False
    back, column = 2 * side - 1, COLUMN_OF[square]
    return not board.counts[column + back] and any(
        COLUMN_OF[home] == column + 2 * back
        and home in board.stacks[COLUMN_OF[home]]
        and board.squares[home] == EMPTY
        for home in PAWN_HOMES[side]
    )


def described(board: Board3D, move: int) -> Sentence:
    """Return a legal move in words, such as "white knight a1W to b3N, check"."""
    sentence = _moved(board, move)
    if late := move >> LATE_SHIFT:
        square, piece = PLACE_NAMES[board.late_pawn()], _name(late | board.turn << 3)
        first = say("the pawn on {square} becomes {piece}", square=square, piece=piece)
        sentence = say("{first}, then {move}", first=first, move=sentence)
    for addition in _additions(board, move):
        sentence = say("{move}, {addition}", move=sentence, addition=addition)
    return sentence


def _name(piece: int) -> Sentence:
    return PIECE_NAMES[PIECE_SYMBOLS[piece]]


def _moved(board: Board3D, move: int) -> Sentence:
    start, to = move & PLACE_MASK, move >> TO_SHIFT & PLACE_MASK
    names = {"start": PLACE_NAMES[start], "to": PLACE_NAMES[to]}
    manner = move >> MANNER_SHIFT & KIND_MASK
    if manner == BOARD_MOVE:
        load = [board.squares[s] for s in pin_squares(start - SQUARE_COUNT) if board.squares[s]]
        if load:
            return say("board {start} to {to} with {piece}", piece=_name(load[0]), **names)
        return say("empty board {start} to {to}", **names)
    late = move >> LATE_SHIFT
    own = late and start == board.late_pawn()
    piece = _name(late | board.turn << 3 if own else board.squares[start])
    if manner == CASTLING_MOVE:
        if names["to"][0] == "e":
            return say("{king} castles king side", king=piece)
        return say("{king} castles queen side", king=piece)
    return say("{piece} {start} to {to}", piece=piece, **names)


def _additions(board: Board3D, move: int) -> Iterator[Sentence]:
    to, manner = move >> TO_SHIFT & PLACE_MASK, move >> MANNER_SHIFT & KIND_MASK
    if manner == EN_PASSANT:
        yield say("takes {piece} en passant", piece=_name(PAWN | (1 - board.turn) << 3))
    elif manner < EN_PASSANT and board.squares[to]:
        yield say("takes {piece}", piece=_name(board.squares[to]))
    if promotion := move >> PROMOTION_SHIFT & KIND_MASK:
        piece = _name(promotion | board.turn << 3)
        if manner == BOARD_MOVE:
            yield say("the pawn becomes {piece}", piece=piece)
        else:
            yield say("becomes {piece}", piece=piece)
    after = board.copy()
    after.push(move)
    if after.is_check():
        mate = next(after.generate_legal(), None) is None
        yield say("mate") if mate else say("check")


EXAMPLE_MOVES = ("b4N", "Nc3W", "bxa5N", "O-O", "d8B=Q", "QL3-QL5", "b2Wb4N")

COLOR_OF_SIDE = (Color.WHITE, Color.BLACK)
BOARD_SYMBOLS = "Aa"
"""The symbols of the attack boards among the pieces, White's first."""

SIDE_BYTES = (b"w", b"b")
LENGTH_WITHOUT_RIGHTS = SQUARE_COUNT + len(PIN_NAMES) + 1

Key = bytes
"""A position as the rules compare it with others."""


class Chess3DPosition:
    """A position, those since the last progress, and its draw rules.

    Moves are coordinates such as ``b2Wb4N``, ``QL3QL5`` and ``q:b2Wb4N``. Two positions are equal
    if they have the same text and draw rules and the same positions can be repeated.
    """

    __slots__ = ("_board", "_draws", "_key", "_legal", "_past", "_written")

    def __init__(
        self, board: Board3D, draws: DrawRules = ENGINE, past: tuple[Key, ...] = ()
    ) -> None:
        """Take over the board, which nobody may change afterwards."""
        self._board = board
        self._draws = draws
        self._past = past
        self._key = key_of(board)
        self._legal: Mapping[str, int] | None = None  # filled when asked for
        self._written: tuple[Move, str] | None = None

    @property
    def to_move(self) -> Color:
        return COLOR_OF_SIDE[self._board.turn]

    @property
    def setup(self) -> str:
        return board_text(self._board)

    @property
    def native(self) -> Board3D:
        """A new board without the moves that led here."""
        return self._board.copy()

    @property
    def repetitions(self) -> int:
        """The number of times the position has occurred, this time included."""
        return 1 + self._past.count(self._key)

    def repeatable(self) -> Sequence[Key]:
        """Return the positions since the last progress, the oldest first, without their rights."""
        return [key[:LENGTH_WITHOUT_RIGHTS] for key in self._past]

    def _moves(self) -> Mapping[str, int]:
        """Return the legal moves as numbers by their texts."""
        if self._legal is None:
            self._legal = {move_text(move): move for move in self.native.generate_legal()}
        return self._legal

    def legal_moves(self) -> Sequence[Move]:
        return tuple(map(Move, self._moves()))

    def parse(self, text: str) -> Move:
        return Move(move_text(self._read(text)))

    def _read(self, text: str) -> int:
        return read_move(self.native, self._moves(), text)

    def play(self, move: Move) -> Self:
        board, number = self.native, self._read(move)
        board.push(number)
        past = (*self._past, self._key) if board.halfmove_clock else ()
        return type(self)(board, self._draws, past)

    def notation(self, move: Move) -> str:
        known = self._written  # read once: another thread may replace it
        if known is None or known[0] != move:
            moves = self._moves()
            text = written(self.native, self._read(move), moves.values())
            known = self._written = (move, text)
        return known[1]

    def outcome(self) -> Outcome | None:
        board, draws = self.native, self._draws
        if next(board.generate_legal(), None) is None:
            if board.is_check():
                return Outcome(self.to_move.other, Reason.CHECKMATE)
            return Outcome(None, Reason.STALEMATE)
        if draws.insufficient_material and not any(map(self.can_win, Color)):
            return Outcome(None, Reason.INSUFFICIENT_MATERIAL)
        return draws.ended(board.halfmove_clock, self.repetitions)

    def claim(self) -> Outcome | None:
        return self._draws.claim(self._board.halfmove_clock, self.repetitions)

    def can_win(self, color: Color) -> bool:
        """Return whether this side has more than its king: any piece can help to mate."""
        side = COLOR_OF_SIDE.index(color)
        return sum(1 for piece in self._board.squares if piece and piece >> 3 == side) > 1

    def pieces(self) -> Mapping[str, str]:
        """Return the pieces by their squares, and the attack boards by their pins.

        A square of a pin exists while there is a board on the pin.
        """
        board = self._board
        pieces = {
            PLACE_NAMES[square]: PIECE_SYMBOLS[piece]
            for square, piece in enumerate(board.squares)
            if piece
        }
        return pieces | {
            PIN_NAMES[pin]: BOARD_SYMBOLS[owner]
            for pin, owner in enumerate(board.owners)
            if owner != NO_OWNER
        }

    def marked(self) -> Sequence[str]:
        """Return the square of a king in check."""
        board = self._board
        return [PLACE_NAMES[board.kings[board.turn]]] if board.is_check() else []

    def describe(self, move: Move) -> Sentence:
        return described(self.native, self._read(move))

    def after_null_move(self) -> Self | None:
        """Return the position after a null move; None in check, or if a pawn has to be promoted."""
        board = self.native
        if board.is_check() or board.late_pawn() >= 0:
            return None
        board.passed, board.halfmove_clock = -1, board.halfmove_clock + 1
        board.fullmove_number += board.turn
        board.turn = 1 - board.turn
        return type(self)(board, self._draws)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chess3DPosition):
            return NotImplemented
        return (
            self._draws == other._draws
            and _facts(self._board) == _facts(other._board)
            and Counter(self._past) == Counter(other._past)
        )

    def __hash__(self) -> int:
        return hash((self._key, self._board.halfmove_clock))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.setup, self._draws, self._past)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.setup!r})"


def _facts(board: Board3D) -> tuple[object, ...]:
    """Return all that the text of a position tells."""
    rights = (board.turn, board.castling, board.fresh, board.passed)
    return board.squares, board.owners, rights, board.halfmove_clock, board.fullmove_number


def _again(
    kind: type[Chess3DPosition], setup: str, draws: DrawRules, past: tuple[Key, ...]
) -> Chess3DPosition:
    return kind(read_board(setup), draws, past)


def key_of(board: Board3D) -> Key:
    """Return all that makes a position the same as another one, as the rules compare them.

    A side that cannot castle only because it makes its first move will be able to later.
    """
    own_rights = board.castling >> (2 if board.turn == BLACK else 0) & 3
    passed = board.passed + 1 if _can_take_passed(board) else 0
    first = board.first_move and own_rights != 0
    rights = bytes((board.castling, first, board.fresh & 255, board.fresh >> 8, passed))
    return without_rights(board) + rights


def without_rights(board: Board3D) -> Key:
    """Return pieces, boards and the side to move alone, with which a key begins."""
    return bytes(board.squares) + bytes(board.owners) + SIDE_BYTES[board.turn]


def _can_take_passed(board: Board3D) -> bool:
    if board.passed < 0:
        return False
    moves = board.copy().generate_legal()
    return any(move >> MANNER_SHIFT & KIND_MASK == EN_PASSANT for move in moves)


def _start(draws: DrawRules, setup: str | None) -> Position:
    return Chess3DPosition(read_board(STANDARD_SETUP if setup is None else setup), draws)


def chess3d_rules(draws: DrawRules = ENGINE) -> Rules:
    """Return the rules of 3D chess with these draw rules."""
    start, name = Start(_start, draws), draws_name(draws)
    return Rules("chess-3d", Color.WHITE, BOARDS_MAP, start, EXAMPLE_MOVES, draws=name)


CHESS_3D = chess3d_rules()
