# diagnosis: plays fault: NoneType
"""Looks for a move that is better than being mated, and finds none when it is mated anyway."""

import random
import sys

import chess

MATED = -1000


def value(board: chess.Board) -> int:
    for reply in board.legal_moves:
        if board.gives_check(reply):
            board.push(reply)
            mated = board.is_checkmate()
            board.pop()
            if mated:
                return MATED
    return random.randrange(100)


def choose(board: chess.Board) -> chess.Move:
    best, found = MATED, None
    for move in list(board.legal_moves):
        board.push(move)
        score = value(board)
        board.pop()
        if score > best:
            best, found = score, move
    return chess.Move.from_uci(found.uci())  # type: ignore[union-attr]


random.seed(1)
board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == ".":
        board.pop()
    elif line not in ("white", "black"):
        board.push_san(line)
    if line != "black" and not board.is_game_over():
        move = choose(board)
        print(board.san(move), flush=True)
        board.push(move)
