"""The look of chess, and castling by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import chess

from board_core.game.rules import Move, Position
from board_core.game.sides import Color
from board_core.games.look import Beside, Look
from board_core.text.sentence import say

ROOK_OF_CASTLING = {"e1g1": "h1", "e1c1": "a1", "e8g8": "h8", "e8c8": "a8"}
"""The rook's square of each castling."""

VALUABLE_FIRST = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
CHECKS_TO_WIN = 3
"""The number of checks that win in three-check."""


def pictures() -> Mapping[str, str]:
    """Return the SVG elements of the pieces."""
    import chess.svg  # only for those who draw

    return {symbol: chess.svg.PIECES[symbol] for symbol in "KQRBNPkqrbnp"}


def board_svg(board: chess.Board) -> str:
    """Draw a board as the text of an SVG file, a king in check marked."""
    import chess.svg  # only for those who draw

    king = board.king(board.turn) if board.is_check() else None
    return str(chess.svg.board(board, check=king, size=360))


def king_onto_rook(pieces: Mapping[str, str], moves: Sequence[Move]) -> dict[tuple[str, ...], Move]:
    """Return the legal castlings by the squares of king and rook."""
    return {
        (move[:2], ROOK_OF_CASTLING[move]): move
        for move in moves
        if move in ROOK_OF_CASTLING and pieces.get(move[:2]) in ("K", "k")
    }


def king_onto_own_rook(
    pieces: Mapping[str, str], moves: Sequence[Move]
) -> dict[tuple[str, ...], Move]:
    """Return the legal castlings of Chess960, whose texts have the squares of king and rook."""
    pairs = {"K": "R", "k": "r"}
    return {
        (move[:2], move[2:4]): move
        for move in moves
        if (rook := pairs.get(pieces.get(move[:2], ""))) and pieces.get(move[2:4]) == rook
    }


def pocket(position: Position, color: Color) -> Beside:
    """Return the pieces in a side's hand in crazyhouse."""
    held = position.native.pockets[color is Color.WHITE]
    kinds = [kind for kind in VALUABLE_FIRST for _ in range(held.count(kind))]
    symbols = tuple(chess.Piece(kind, color is Color.WHITE).symbol() for kind in kinds)
    return Beside(symbols, keeps=True)


def checks_given(position: Position, color: Color) -> Beside:
    """Return how many checks a side has given in three-check."""
    given = CHECKS_TO_WIN - position.native.remaining_checks[color is Color.WHITE]
    return Beside(note=say("checks: {given} of {wanted}", given=given, wanted=CHECKS_TO_WIN))


CHESS_LOOK = Look(
    pictures,
    signs=dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True)),
    order="qnrb",
    aliases=king_onto_rook,
)

VARIANT_LOOKS = {
    "chess960": replace(CHESS_LOOK, aliases=king_onto_own_rook),
    "crazyhouse": replace(CHESS_LOOK, beside=pocket),
    "three-check": replace(CHESS_LOOK, beside=checks_given),
    "antichess": replace(CHESS_LOOK, order="qnrbk"),
}
"""The looks of variants that do not look as chess does."""
