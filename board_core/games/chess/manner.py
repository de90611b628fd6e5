"""How the examiner moves: soundly, or so that the program has everything its own way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import mul
from typing import Any

import chess

from board_core.game.rules import Move, Position
from board_core.games.lessons import Feature, Luck

from .features import ChessFeature, awaits_castling, nearly_hides_a_pinned_one, prospects
from .position import after
from .san import known_move

PIECE_VALUES = (0, 100, 300, 310, 500, 900, 10_000)  # by python-chess's numbers of the pieces

TOO_EARLY = 400
"""The cost of a check that makes a king move which could still try to castle; half of it is that of
leaving the corner whose rook was taken: some programs lose the right to castle only then."""


class SoundManner:
    """Moves well enough to survive the opening and to reach promotions and mate."""

    def __init__(self) -> None:
        self._seen: set[tuple[int, ...]] = set()

    def __call__(
        self, position: Position, moves: Sequence[Move], wanted: Collection[Feature], luck: Luck
    ) -> Move:
        board = position.native
        merits = {
            move: self._merit(board, known_move(move), wanted) + luck() * 12 for move in moves
        }
        best = max(merits, key=lambda move: merits[move])
        self._seen.add(_placement(after(board, known_move(best))))
        return best

    def _merit(self, board: Any, move: Any, wanted: Collection[Feature]) -> float:
        """Score a move by material after the best capture in reply, advanced pawns, a
        hunted king.
        """
        three = ChessFeature.SQUARE in wanted
        white = board.turn
        taken = PIECE_VALUES[board.piece_type_at(move.to_square) or 0]
        kind = board.piece_type_at(move.from_square)
        merit = float(taken)
        if kind == 1:
            rank = move.to_square // 8 if white else 7 - move.to_square // 8
            merit += 6 * rank * rank
        if move.promotion:
            merit += PIECE_VALUES[move.promotion] - PIECE_VALUES[1]
        board = after(board, move)
        if not any(board.generate_legal_moves()):
            return merit if board.is_check() else -100_000.0  # never stalemate
        if _placement(board) in self._seen:
            merit -= 300
        merit -= _loss(board)
        near = prospects(board, wanted)
        if ChessFeature.PINNED_ONE in wanted:
            near += nearly_hides_a_pinned_one(board)
        if awaits_castling(board, wanted):
            leaves_corner = chess.BB_SQUARES[move.from_square] & chess.BB_CORNERS & ~_home(white)
            early = bool(board.is_check()) + bool(leaves_corner) / 2
            merit = merit / 6 - TOO_EARLY * early
            return merit + near
        ahead = _material(board, white) - _material(board, not white)
        if ahead > 800:
            merit -= 3 * board.legal_moves.count()
            king, ours = board.king(not white), board.king(white)
            merit -= 4 * max(abs(king % 8 - ours % 8), abs(king // 8 - ours // 8))
        merit += near
        if three and not board.is_check() and ahead > 1500:
            merit += 150 * _three_on_one(board, white)
        return merit


def _home(white: bool) -> int:
    return chess.BB_RANK_1 if white else chess.BB_RANK_8


def bold(position: Position, move: Move) -> bool:
    """Return whether a move loses a piece, judged by captures alone."""
    board, played = position.native, known_move(move)
    taken = PIECE_VALUES[board.piece_type_at(played.to_square) or 0]
    return _loss(after(board, played)) - taken >= PIECE_VALUES[3]


def gives_way(position: Position, luck: Luck) -> Move:
    """Return the move that gives the most away and lets the other side's pawns pass."""
    board = position.native

    def merit(move: chess.Move) -> float:
        spared = 6.0 * board.is_capture(move) + 20.0 * bool(move.promotion)
        board.push(move)
        pawns = board.pawns & board.occupied_co[board.turn]
        blocked = (pawns << 8 if board.turn else pawns >> 8) & board.occupied_co[not board.turn]
        over = not any(board.generate_legal_moves())
        worth: float = (
            _loss(board) / 100 - 0.3 * blocked.bit_count() - 4 * board.is_check() - 1000 * over
        )
        board.pop()
        return float(worth - spared + luck())

    return Move(max(board.legal_moves, key=merit).uci())


def _loss(board: Any) -> float:
    """Return what the side to move can win by one capture, judged by its square alone."""
    worst = 0.0
    for capture in board.generate_legal_captures():
        value = PIECE_VALUES[board.piece_type_at(capture.to_square) or 1]
        if value > worst and board.is_attacked_by(not board.turn, capture.to_square):
            value -= PIECE_VALUES[board.piece_type_at(capture.from_square)]
        worst = max(worst, value)
    return worst


def _placement(board: Any) -> tuple[int, ...]:
    return (
        board.occupied_co[True],
        board.occupied_co[False],
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
    )


def _material(board: Any, white: bool) -> float:
    side = board.occupied_co[white]
    kinds = board.pawns, board.knights, board.bishops, board.rooks, board.queens
    counted = ((pieces & side).bit_count() for pieces in kinds)
    return float(sum(map(mul, PIECE_VALUES[1:6], counted)))


def _three_on_one(board: Any, white: bool) -> int:
    """Return 1 if three queens attack one empty square, two on a file and two on a rank."""
    queens = list(board.pieces(5, white))
    if len(queens) < 3:
        return 0
    for corner in queens:
        file = [q for q in queens if q != corner and q % 8 == corner % 8]
        rank = [q for q in queens if q != corner and q // 8 == corner // 8]
        if file and rank:
            reach = board.attacks(corner) & board.attacks(file[0]) & board.attacks(rank[0])
            if any(board.piece_at(square) is None for square in reach):
                return 1
    return 0
