# diagnosis: waits fault: while its opponent was thinking: the program ended in the middle
"""Ends its search by an alarm after a second, and does not turn it off when the move is found."""

import random
import signal
import sys
from contextlib import suppress

import chess


class OutOfTime(Exception):
    pass


def ring(number: int, frame: object) -> None:
    raise OutOfTime


def choose(board: chess.Board) -> chess.Move:
    signal.alarm(1)
    moves = list(board.legal_moves)
    found = random.choice(moves)
    with suppress(OutOfTime):
        found = max(moves, key=board.is_capture)
    return found


signal.signal(signal.SIGALRM, ring)
board = chess.Board()
for line in map(str.strip, sys.stdin):
    if line == "black":
        continue
    if line == ".":
        board.pop()
        move = random.choice(list(board.legal_moves))
    else:
        if line != "white":
            board.push_san(line)
        move = choose(board)
    print(board.san(move), flush=True)
    board.push(move)
