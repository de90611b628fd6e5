"""Write and read positions of 3D chess as text, in the manner of FEN.

``<B>|<N>|<W> <attack boards> <side> <castling> <moved pawns> <en passant> <half> <number>``
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from board_core.game.rules import BadSetup
from board_core.text.sentence import Sentence, given, say

from .board import (
    BLACK,
    CASTLING_WAYS,
    EMPTY,
    KING,
    NO_OWNER,
    PAWN,
    PIECE_SYMBOLS,
    ROOK,
    WHITE,
    Board3D,
)
from .places import (
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

LONGEST_QUOTE = 200
"""The most characters of a text that an error quotes."""

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
