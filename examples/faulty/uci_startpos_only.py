# command: uci:
# diagnosis: castling fault: fails when it is to begin from another position
"""Knows the command position startpos, and takes position fen for a list of moves."""

import sys

import chess

board = chess.Board()
for line in sys.stdin:
    match line.split():
        case ["uci"]:
            print("uciok", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["position", _, *moves]:
            board = chess.Board()
            for move in moves[1:]:
                board.push_uci(move)
        case ["go", *_]:
            print("bestmove", next(iter(board.legal_moves), "0000"), flush=True)
        case ["quit"]:
            break
