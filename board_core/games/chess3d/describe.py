"""Moves of 3D chess in words, for people who know no notation."""

from __future__ import annotations

from collections.abc import Iterator

from board_core.text.sentence import Sentence, say

from .board import (
    BOARD_MOVE,
    CASTLING_MOVE,
    EN_PASSANT,
    KIND_MASK,
    LATE_SHIFT,
    MANNER_SHIFT,
    PAWN,
    PIECE_SYMBOLS,
    PLACE_MASK,
    PROMOTION_SHIFT,
    TO_SHIFT,
    Board3D,
)
from .places import PLACE_NAMES, SQUARE_COUNT, pin_squares

PIECE_NAMES = {
    "K": say("white king"),
    "Q": say("white queen"),
    "R": say("white rook"),
    "B": say("white bishop"),
    "N": say("white knight"),
    "P": say("white pawn"),
    "k": say("black king"),
    "q": say("black queen"),
    "r": say("black rook"),
    "b": say("black bishop"),
    "n": say("black knight"),
    "p": say("black pawn"),
}


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
