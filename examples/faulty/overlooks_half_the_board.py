# diagnosis: plays fault: the way is blocked on
"""Keeps the taken squares in 32 bits: its pawns walk into pieces on the other half."""

import sys

import chess

board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line == "black":
        continue
    taken = board.occupied & 0xFFFF_FFFF
    up = 8 if board.turn else -8
    pawns = sorted(board.pieces(chess.PAWN, board.turn), reverse=board.turn)
    pushes = [chess.Move(at, at + up) for at in pawns if not taken >> (at + up) & 1]
    move = next((one for one in pushes if one.to_square // 8 not in (0, 7)), None)
    if line != "." and move is not None:
        print(chess.square_name(move.to_square), flush=True)
        board.push(move)
    else:
        move = next(iter(board.legal_moves))
        print(board.san(move), flush=True)
        board.push(move)
