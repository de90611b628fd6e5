# command: uci:
# diagnosis: notation warning: accepted here, refused by others
"""Answers in SAN, as people write moves, where UCI wants the squares."""

import sys

import chess

for line in map(str.strip, sys.stdin):
    command, *words = line.split() or [""]
    if command == "uci":
        print("id name writes SAN\nuciok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        fen = chess.STARTING_FEN if words[0] == "startpos" else " ".join(words[1:7])
        board = chess.Board(fen)
        for move in words[words.index("moves") + 1 :] if "moves" in words else []:
            board.push_uci(move)
    elif command == "go":
        print("bestmove", board.san(next(iter(board.legal_moves))), flush=True)
    elif command == "quit":
        break
