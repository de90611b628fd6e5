"""Refusals: the reasons why a text is not a legal move of 3D chess."""

from __future__ import annotations

from board_core.text.harmless_text import foreign_letter, in_ascii
from board_core.text.sentence import Sentence, say

from .board import (
    CASTLING_WAYS,
    CORNER_OF_PIN,
    KING,
    NO_OWNER,
    PIECE_SYMBOLS,
    PLACE_MASK,
    TO_SHIFT,
    Board3D,
)
from .places import (
    NEXT_PINS,
    PIN_NAMES,
    PLACE_NAMES,
    PLACE_NUMBERS,
    SQUARE_COUNT,
    pin_of,
    pin_squares,
)

LONGEST_QUOTE = 80


def quoted(text: str) -> str:
    """Return a text in quotes, cut after 80 characters."""
    return repr(text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "...")


def unreadable(text: str) -> Sentence:
    """Return why a text is not written as a move."""
    shown = quoted(text)
    if not text:
        return say("an empty line is not a move")
    if text in ("1-0", "0-1", "1/2-1/2"):
        return say(
            "{text} is a result, not a move: the board decides it; write resign to give up",
            text=shown,
        )
    if (plain := in_ascii(text)) != text:
        return say(
            "{text} has the character {letter}: write {plain}, in ASCII",
            text=shown,
            letter=foreign_letter(text),
            plain=repr(plain),
        )
    return say(
        "{text} is not a move: write it as in b4N, Nxc5KL5, d8B=Q, O-O, QL3-QL5 or b2Wb4N",
        text=shown,
    )


def why_not(board: Board3D, text: str, start: str, to: str, late: int = 0) -> Sentence:
    """Return why no move from one place to another is legal; ``start`` may be empty."""
    shown, pawn = quoted(text), board.late_pawn()
    if late and pawn < 0:
        return say("{text} is not legal: no pawn has to be promoted first", text=shown)
    if to in PIN_NAMES:
        return _why_no_board_move(board, shown, start, to)
    if start in PIN_NAMES:
        return say(
            "{text} is not legal: a board goes to a pin, such as QL3, and not to a square",
            text=shown,
        )
    for bit, king, rook, king_to, _rook_to in CASTLING_WAYS[board.turn]:
        wanted = (start, to) == (PLACE_NAMES[king], PLACE_NAMES[king_to])
        if wanted and board.squares[king] == KING | board.turn << 3 and board.castling & bit:
            return _why_no_castling(board, shown, rook, king_to)
    for square in filter(None, (start, to)):
        pin = pin_of(PLACE_NUMBERS[square]) if square in PLACE_NUMBERS else -1
        if square not in PLACE_NUMBERS or (pin >= 0 and board.owners[pin] == NO_OWNER):
            return say(
                "{text} is not legal: there is no square {square} now", text=shown, square=square
            )
    if start:
        piece = board.squares[PLACE_NUMBERS[start]]
        if not piece:
            return say(
                "{text} is not legal: there is no piece of yours on {square}",
                text=shown,
                square=start,
            )
        if piece >> 3 != board.turn:
            return say(
                "{text} is not legal: the piece on {square} is not yours", text=shown, square=start
            )
    return _why_no_piece_move(board, shown, start, to)


def _why_no_castling(board: Board3D, shown: str, rook: int, king_to: int) -> Sentence:
    """Return why a king cannot castle that has not moved, nor its rook."""
    square = PLACE_NAMES[king_to]
    if board.first_move:
        return say("{text} is not legal: nobody castles as the first move", text=shown)
    if board.is_check():
        return say("{text} is not legal: a king in check cannot castle", text=shown)
    if king_to != rook and board.squares[king_to]:
        return say("{text} is not legal: the way is blocked on {square}", text=shown, square=square)
    return say(
        "{text} is not legal: the king would cross or reach {square}, which is attacked",
        text=shown,
        square=square,
    )


def why_no_castling(board: Board3D, text: str, long: bool) -> Sentence:
    """Return why a king cannot castle on this side."""
    bit, _king, rook, king_to, _rook_to = CASTLING_WAYS[board.turn][long]
    if board.castling & bit:
        return _why_no_castling(board, quoted(text), rook, king_to)
    return say(
        "{text} is not legal: the king or that rook has moved, or is not at its place",
        text=quoted(text),
    )


def no_promotion(text: str) -> Sentence:
    """Return that a promotion is not on the last rank."""
    return say(
        "{text} is not legal: only a pawn that reaches the last rank becomes another piece",
        text=quoted(text),
    )


def _why_no_piece_move(board: Board3D, shown: str, start: str, to: str) -> Sentence:
    wanted = PLACE_NUMBERS[to]
    taken = board.squares[wanted]
    if taken and taken >> 3 == board.turn:
        return say("{text} is not legal: your own piece stands on {square}", text=shown, square=to)
    possible = any(
        move >> TO_SHIFT & PLACE_MASK == wanted and start in ("", PLACE_NAMES[move & PLACE_MASK])
        for move in board.pseudo_legal()
    )
    if possible and start:
        if board.is_check():
            return say("{text} is not legal: your king is in check", text=shown)
        return say("{text} is not legal: it would leave your king in check", text=shown)
    return say("{text} is not legal: no piece of yours can move so", text=shown)


def _why_board_stays(board: Board3D, pin: int) -> Sentence:
    """Return why a board cannot be moved at all now."""
    load = [board.squares[square] for square in pin_squares(pin) if board.squares[square]]
    name = PIN_NAMES[pin]
    if len(load) > 1:
        count = len(load)
        return say("{pin} carries {count} pieces; it may carry one", pin=name, count=count)
    if load and load[0] >> 3 != board.turn:
        return say("the piece on {pin} is not yours: you cannot move this board", pin=name)
    if not load and board.owners[pin] != board.turn:
        return say("the empty board {pin} is not yours", pin=name)
    return say("{pin} cannot move now: no pin is free, or your king would be in check", pin=name)


def _why_no_board_move(board: Board3D, shown: str, start: str, to: str) -> Sentence:
    """Return why a board cannot be moved to a pin."""
    end = PIN_NAMES.index(to)
    if not start and board.owners[end] != NO_OWNER:
        return _why_board_stays(board, end)
    if start not in PIN_NAMES:
        return say("{text} is not legal: no board of yours can go to {pin}", text=shown, pin=to)
    pin = PIN_NAMES.index(start)
    load = [board.squares[square] for square in pin_squares(pin) if board.squares[square]]
    if board.owners[pin] == NO_OWNER:
        return say("{text} is not legal: no board is on {pin}", text=shown, pin=start)
    if len(load) > 1:
        return say("{text} is not legal: a board with several pieces cannot be moved", text=shown)
    if load and load[0] >> 3 != board.turn:
        return say("{text} is not legal: the piece on this board is not yours", text=shown)
    if not load and board.owners[pin] != board.turn:
        return say("{text} is not legal: this empty board is not yours", text=shown)
    if board.owners[end] != NO_OWNER:
        return say("{text} is not legal: another board is on {pin}", text=shown, pin=to)
    if end not in NEXT_PINS[pin]:
        return say(
            "{text} is not legal: a board goes to the same number on the other side, or to a "
            "number that differs by 1 or 2",
            text=shown,
        )
    if load and board.goes_back(pin, end):
        return say("{text} is not legal: only an empty board can go backward", text=shown)
    corner = CORNER_OF_PIN.get(pin, SQUARE_COUNT)
    if corner < SQUARE_COUNT and PIECE_SYMBOLS[board.squares[corner]] == "pP"[board.turn]:
        return say(
            "{text} is not legal: the pawn on {square} could become a piece that checks your king",
            text=shown,
            square=PLACE_NAMES[corner],
        )
    if board.is_check():
        return say("{text} is not legal: your king is in check", text=shown)
    return say("{text} is not legal: it would leave your king in check", text=shown)
