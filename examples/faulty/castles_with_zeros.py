# diagnosis: notation warning: it wrote '0-0
"""Writes castling with zeros instead of the letter O."""

import sys

import chess

MAKES_ROOM = ("g2g3", "g7g6", "f1g2", "f8g7", "g1f3", "g8f6")

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        moves = sorted(
            board.legal_moves,
            key=lambda move: (not board.is_castling(move), move.uci() not in MAKES_ROOM),
        )
        move = moves[-1 if line == "." else 0]
        print(board.san(move).replace("O", "0"), flush=True)
        board.push(move)
