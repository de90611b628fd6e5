"""Chess moves in words, for people who know no notation."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from board_core.text.sentence import Sentence, say

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


def described(board: chess.Board, move: chess.Move) -> Sentence:
    """Return a legal move in words, such as "white knight g1 to f3, takes black pawn, check"."""
    sentence = _moved(board, move)
    for addition in _additions(board, move):
        sentence = say("{move}, {addition}", move=sentence, addition=addition)
    return sentence


def _moved(board: chess.Board, move: chess.Move) -> Sentence:
    if move.drop:
        dropped = PIECE_NAMES[chess.Piece(move.drop, board.turn).symbol()]
        square = chess.square_name(move.to_square)
        return say("{piece} is dropped on {square}", piece=dropped, square=square)
    piece = PIECE_NAMES[str(board.piece_at(move.from_square))]
    if board.is_castling(move):
        if board.is_kingside_castling(move):
            return say("{king} castles king side", king=piece)
        return say("{king} castles queen side", king=piece)
    start, to = chess.square_name(move.from_square), chess.square_name(move.to_square)
    return say("{piece} {start} to {to}", piece=piece, start=start, to=to)


def _additions(board: chess.Board, move: chess.Move) -> Iterator[Sentence]:
    taken = board.piece_at(move.to_square)
    if board.is_en_passant(move):
        pawn = PIECE_NAMES[chess.Piece(chess.PAWN, not board.turn).symbol()]
        yield say("takes {piece} en passant", piece=pawn)
    elif taken is not None and not board.is_castling(move):
        yield say("takes {piece}", piece=PIECE_NAMES[taken.symbol()])
    if move.promotion:
        piece = chess.Piece(move.promotion, board.turn).symbol()
        yield say("becomes {piece}", piece=PIECE_NAMES[piece])
    after = board.copy(stack=False)
    after.push(move)
    if after.is_checkmate():
        yield say("mate")
    elif after.is_check():
        yield say("check")
