"""A chess AI that plays like a beginner: it looks one move ahead and no further. It knows
variants.
"""

from __future__ import annotations

import random
from typing import Any

import chess

PIECE_VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 300,
    chess.BISHOP: 310,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 0,
}

PAWN_ADVANCE_VALUES = (0, 0, 2, 6, 14, 30, 60, 0)
"""Value of a pawn on each rank, counted from its own side, in centipawns."""

CENTRE_VALUES = {
    chess.PAWN: 4,
    chess.KNIGHT: 10,
    chess.BISHOP: 5,
    chess.ROOK: 2,
    chess.QUEEN: 2,
    chess.KING: -10,  # it would rather hide
}

Merit = tuple[int, int, int]
"""A move's result, in order of importance: it wins, it gains material, it improves a piece."""


class Greedy:
    """Mates if it can, else takes the most valuable piece, else improves a piece.

    It chooses among equal moves at random, and does not see that a piece can be taken back.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: chess.Board) -> chess.Move:
        judge = merit if type(board) is chess.Board else merit_in_variant
        merits = {move: judge(board, move) for move in board.legal_moves}
        best = max(merits.values())
        return self._chance.choice([move for move in merits if merits[move] == best])


def merit(board: chess.Board, move: chess.Move) -> Merit:
    return mates(board, move), material(board, move), improvement(board, move)


def merit_in_variant(board: chess.Board, move: chess.Move) -> Merit:
    """Judge a move by the position after it: the win, the variant's aim, the material."""
    ours, after = board.turn, board.copy(stack=False)
    after.push(move)
    won = (after.is_variant_loss() or after.is_checkmate()) - after.is_variant_win()
    ahead = wealth(after, ours) - wealth(after, not ours)
    if after.captures_compulsory:
        return won, -ahead, 0
    step = 0 if move.drop else improvement(board, move)
    return won, ahead + progress(after, ours), step


def wealth(board: Any, color: chess.Color) -> int:
    """Return the value of a side's pieces on the board and in its hand."""
    total = sum(value * len(board.pieces(kind, color)) for kind, value in PIECE_VALUES.items())
    if hasattr(board, "pockets"):
        total += sum(
            value * board.pockets[color].count(kind) for kind, value in PIECE_VALUES.items()
        )
    return total


def progress(board: Any, color: chess.Color) -> int:
    """Return a side's progress towards the aim of its variant, apart from mate."""
    king = board.king(color)
    match type(board).uci_variant:
        case "3check":
            return 400 * (3 - int(board.remaining_checks[color]))
        case "racingkings":
            return 200 * chess.square_rank(king)
        case "kingofthehill":
            return 30 * centrality(king)
        case _:
            return 0


def mates(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a legal move is checkmate."""
    if not board.gives_check(move):
        return False
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


def material(board: chess.Board, move: chess.Move) -> int:
    """Return the value of the captured piece and of a promotion."""
    won = 0
    if board.is_en_passant(move):
        won += PIECE_VALUES[chess.PAWN]
    elif taken := board.piece_type_at(move.to_square):
        won += PIECE_VALUES[taken] if not board.is_castling(move) else 0
    if move.promotion:
        won += PIECE_VALUES[move.promotion] - PIECE_VALUES[chess.PAWN]
    return won


def improvement(board: chess.Board, move: chess.Move) -> int:
    """Return the gain of the moved piece's place."""
    kind = board.piece_type_at(move.from_square)
    assert kind is not None
    ours = board.turn
    return place(move.promotion or kind, move.to_square, ours) - place(kind, move.from_square, ours)


def place(kind: chess.PieceType, square: chess.Square, color: chess.Color) -> int:
    """Return the value of a square for a kind of piece."""
    rank = chess.square_rank(square if color else chess.square_mirror(square))
    worth = CENTRE_VALUES[kind] * centrality(square)
    if kind == chess.PAWN:
        worth += PAWN_ADVANCE_VALUES[rank]
    elif kind == chess.ROOK:
        worth += 10 * (rank == 6)  # the seventh rank
    elif kind == chess.KING:
        worth -= 10 * rank
    return worth


def centrality(square: chess.Square) -> int:
    """Return 0 in the corners to 6 on the four squares in the middle."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return min(file, 7 - file) + min(rank, 7 - rank)
