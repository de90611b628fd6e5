# diagnosis: plays fault: in check from
"""Never looks whether its own king is attacked."""

import random
import sys

import chess

board, chance = chess.Board(), random.Random(7)
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        moves = [move for move in board.pseudo_legal_moves if not board.is_castling(move)]
        move = chance.choice(moves)
        kind, takes = board.piece_type_at(move.from_square) or 0, "x" * board.is_capture(move)
        start = chess.square_name(move.from_square)
        name = (
            start[: len(takes)] if kind == chess.PAWN else chess.piece_symbol(kind).upper() + start
        )
        text = f"{name}{takes}{chess.square_name(move.to_square)}"
        print(board.san(move) if board.is_legal(move) else text, flush=True)
        board.push(move)
