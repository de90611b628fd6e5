"""Keeps the moves of one game for the next: a default argument is made once.

diagnosis: black fault: it keeps something of the game before
command: uci:
"""

import sys

import chess


def board_after(words: list[str], moves: list[str] = []) -> chess.Board:  # noqa: B006
    told = words[words.index("moves") + 1 :] if "moves" in words else []
    moves.extend(told[len(moves) :])
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    return board


board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Keeper\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = board_after(words)
    elif words[0] == "go":
        print("bestmove", min(board.legal_moves, key=str), flush=True)
