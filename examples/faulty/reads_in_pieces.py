# diagnosis: chatter fault: it answered one line with two moves
"""Reads five characters at a time: what is left of a line counts as another."""

import random
import sys

import chess

board = chess.Board()
while piece := sys.stdin.readline(5):
    text = piece.strip()
    if text not in ("white", "black", ".", ""):
        board.push_san(text)
    if text != "black" and not board.is_game_over():
        move = random.choice(list(board.legal_moves))
        print(board.san(move), flush=True)
        board.push(move)
