# command: uci:
# diagnosis: underpromotion fault: Invalid move
"""Reads every promotion as one to a queen, as an example of its library does."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line in ("uci", "isready"):
        print("uciok" if line == "uci" else "readyok", flush=True)
    elif line.startswith("position"):
        start, _, moves = line.removeprefix("position ").partition(" moves ")
        board = chess.Board() if start == "startpos" else chess.Board(start.removeprefix("fen "))
        for text in moves.split():
            move = chess.Move.from_uci(text[:4] + "q" * (len(text) > 4))
            if move not in board.legal_moves:
                sys.exit(f"Error: Invalid move: {move}")
            board.push(move)
    elif line.startswith("go"):
        print("bestmove", next(iter(board.legal_moves)), flush=True)
    elif line == "quit":
        break
