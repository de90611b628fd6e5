# command: uci:
# diagnosis: lost-castling fault: the king or that rook has moved or was taken
"""Loses the right to castle when its king or rook moves, but not when the rook is captured."""

import sys

import chess

for line in map(str.strip, sys.stdin):
    command, *words = line.split() or [""]
    if command == "uci":
        print("id name castles\nuciok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
        fen = chess.STARTING_FEN if words[0] == "startpos" else " ".join(words[1:7])
        board, may_castle = chess.Board(fen), "K" in fen.split()[2]
        for move in moves:
            may_castle = may_castle and move[:2] not in ("e1", "h1")
            board.push_uci(move)
    elif command == "go":
        way_is_free = not any(map(board.piece_at, (chess.F1, chess.G1)))
        if board.turn and may_castle and way_is_free and board.king(chess.WHITE) == chess.E1:
            print("bestmove e1g1", flush=True)
        else:
            print("bestmove", next(iter(board.legal_moves)).uci(), flush=True)
    elif command == "quit":
        break
