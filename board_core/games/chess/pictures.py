"""How chess looks, and how kings castle by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chess

from board_core.look import Look
from board_core.rules import Move

ROOKS = {"e1g1": "h1", "e1c1": "a1", "e8g8": "h8", "e8c8": "a8"}
"""The rook's square of each castling."""


def pictures() -> Mapping[str, str]:
    """The SVG elements of the pieces."""
    import chess.svg  # only for those who draw

    return {symbol: chess.svg.PIECES[symbol] for symbol in "KQRBNPkqrbnp"}


def board_svg(board: chess.Board) -> str:
    """Draw a board as the text of an SVG file, a king in check marked."""
    import chess.svg  # only for those who draw

    king = board.king(board.turn) if board.is_check() else None
    return str(chess.svg.board(board, check=king, size=360))


def king_onto_rook(pieces: Mapping[str, str], moves: Sequence[Move]) -> dict[tuple[str, ...], Move]:
    """The legal castlings, by the squares of king and rook."""
    return {
        (move[:2], ROOKS[move]): move
        for move in moves
        if move in ROOKS and pieces.get(move[:2]) in ("K", "k")
    }


LOOK = Look(
    pictures,
    signs=dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True)),
    order="qnrb",
    aliases=king_onto_rook,
)
