"""Why a board is no possible position of chess, in words."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from board_core.games.arrangement import Flaw
from board_core.text.sentence import Sentence, say


def flaws_of(board: chess.Board) -> Iterator[Flaw]:
    """Find what makes a board no possible position, each flaw with its squares."""
    status = board.status()
    for flaw in chess.Status:
        if flaw & status:
            yield Flaw(*_told(board, flaw))


def _told(board: chess.Board, flaw: chess.Status) -> tuple[Sentence, tuple[str, ...]]:
    """Return a flaw in words, and the squares where it can be seen."""
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    match flaw:
        case chess.Status.EMPTY:
            return say("the board is empty"), ()
        case chess.Status.NO_WHITE_KING:
            return say("White has no king"), ()
        case chess.Status.NO_BLACK_KING:
            return say("Black has no king"), ()
        case chess.Status.TOO_MANY_KINGS:
            return say("each side needs one king"), _names(board.kings)
        case chess.Status.TOO_MANY_WHITE_PAWNS:
            return say("White has more than eight pawns"), _names(board.pawns & white)
        case chess.Status.TOO_MANY_BLACK_PAWNS:
            return say("Black has more than eight pawns"), _names(board.pawns & black)
        case chess.Status.PAWNS_ON_BACKRANK:
            ends = board.pawns & chess.BB_BACKRANKS
            return say("no pawn can stand on the first or the last rank"), _names(ends)
        case chess.Status.TOO_MANY_WHITE_PIECES:
            return say("White has more than sixteen pieces"), ()
        case chess.Status.TOO_MANY_BLACK_PIECES:
            return say("Black has more than sixteen pieces"), ()
        case chess.Status.BAD_CASTLING_RIGHTS:
            return say("king and rook do not stand where the castling needs them"), ()
        case chess.Status.INVALID_EP_SQUARE:
            return say("no pawn can just have passed the square of the en passant"), ()
        case chess.Status.OPPOSITE_CHECK:
            king = board.kings & board.occupied_co[not board.turn]
            return say("the side to move could take the king"), _names(king)
        case chess.Status.TOO_MANY_CHECKERS:
            return say("more than two pieces give check"), _names(board.checkers_mask())
        case chess.Status.IMPOSSIBLE_CHECK:
            return say("no move can have led to this check"), _names(board.checkers_mask())
        case chess.Status.RACE_CHECK:
            return say("no king may be in check in this game"), _names(board.kings)
        case chess.Status.RACE_OVER:
            return say("the race is over"), _names(board.kings & chess.BB_RANK_8)
        case chess.Status.RACE_MATERIAL:
            return say("a side has more pieces than it began with"), ()
        case _:
            return say("{flaw} (a flaw that python-chess found)", flaw=flaw.name), ()


def _names(squares: chess.Bitboard) -> tuple[str, ...]:
    return tuple(chess.square_name(square) for square in chess.scan_forward(squares))
