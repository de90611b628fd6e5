# diagnosis: plays fault: its standard error says 'no move of mine leads to
"""Knows no step of a pawn over two squares, and tells so in words of its own."""

import sys

import chess

board = chess.Board()


def known() -> dict[str, chess.Move]:
    moves = {board.san(move): move for move in board.legal_moves}
    return {
        san: move
        for san, move in moves.items()
        if board.piece_type_at(move.from_square) != chess.PAWN
        or abs(move.to_square - move.from_square) != 16
    }


for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        if line not in known():
            sys.exit(f"no move of mine leads to {line}")
        board.push_san(line)
    if line != "black" and known():
        san, move = list(known().items())[-1 if line == "." else 0]
        print(san, flush=True)
        board.push(move)
