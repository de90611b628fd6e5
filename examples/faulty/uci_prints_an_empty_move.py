"""Divides its time into whole seconds: with less than one there is no search, and no move.

diagnosis: white fault: it goes from a square to itself
command: uci:
"""

import sys
import time

import chess

board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Empty\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board()
        for move in words[words.index("moves") + 1 :] if "moves" in words else []:
            board.push_uci(move)
    elif words[0] == "go":
        limits = [int(word) for word in words if word.isdigit()]
        end = time.monotonic() + min(limits, default=0) // 1000 // 40
        best = (chess.A1, chess.A1)
        for each in board.legal_moves:
            if time.monotonic() >= end:
                break
            best = (each.from_square, each.to_square)
        print("bestmove " + "".join(map(chess.square_name, best)), flush=True)
