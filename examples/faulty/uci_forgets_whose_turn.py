# command: uci:
# diagnosis: castling-in-check fault: is not yours
"""Takes the pieces of a FEN over, and not the words behind them: it is always White's turn."""

import sys

import chess

for line in map(str.strip, sys.stdin):
    command, *words = line.split() or [""]
    if command == "uci":
        print("id name forgets\nuciok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        board = chess.Board()
        if words[0] == "fen":
            board.set_board_fen(words[1])
        for move in words[words.index("moves") + 1 :] if "moves" in words else []:
            board.push_uci(move)
    elif command == "go":
        print("bestmove", next(iter(board.legal_moves)).uci(), flush=True)
    elif command == "quit":
        break
