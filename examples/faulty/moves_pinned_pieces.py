# diagnosis: pin fault: it would leave your king in check
"""Sees a check, but moves pieces that stand between its king and an attacker."""

import random
import sys

import chess

board, chance = chess.Board(), random.Random(7)


def moves_it_sees() -> list[chess.Move]:
    pinned = [] if board.is_check() else [m for m in board.pseudo_legal_moves if is_pinned(m)]
    return [*board.legal_moves, *pinned]


def is_pinned(move: chess.Move) -> bool:
    return board.is_pinned(board.turn, move.from_square) and not board.is_en_passant(move)


def written(move: chess.Move) -> str:
    if board.is_legal(move):
        return board.san(move)
    start, end = chess.square_name(move.from_square), chess.square_name(move.to_square)
    kind, takes = board.piece_type_at(move.from_square), board.is_capture(move)
    if kind is None or kind == chess.PAWN:
        return f"{start[0]}x{end}" if takes else end
    return chess.piece_symbol(kind).upper() + start + "x" * takes + end


refused = []
for line in map(str.strip, sys.stdin):
    if line == ".":
        refused.append(board.pop())
    elif line not in ("white", "black"):
        board.push_san(line)
        refused = []
    if line != "black" and not board.is_game_over():
        move = chance.choice([move for move in moves_it_sees() if move not in refused])
        print(written(move), flush=True)
        board.push(move)
