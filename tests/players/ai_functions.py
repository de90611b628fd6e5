"""Functions for the tests of in-process AIs, to be found by name when isolated."""

import random
import threading
import time

import chess

from board_core import Score, Thought

released = threading.Event()
"""Lets a thread go that thinks for ever."""


def first_legal(board: chess.Board) -> chess.Move:
    return min(board.legal_moves, key=chess.Move.uci)


def random_legal(board: chess.Board) -> str:
    return random.Random(board.fen()).choice([board.san(move) for move in board.legal_moves])


def fails(board: chess.Board) -> chess.Move:
    return {}[board.fen()]


def hangs(board: chess.Board) -> chess.Move:
    while True:
        time.sleep(600)


def prints(board: chess.Board) -> str:
    print("thinking aloud")  # noqa: T201
    return "e7e5"


def better_and_better(board: chess.Board):
    yield "a7a6"
    yield "e7e5"
    released.wait()


def chooses_from_nothing(board: chess.Board) -> chess.Move:
    return random.choice([move for move in board.legal_moves if not move])


async def is_async(board: chess.Board) -> str:
    return "e5"


async def yields_asynchronously(board: chess.Board):
    yield "e5"


def leaves(board: chess.Board) -> str:
    raise SystemExit(2)


def recurses(board: chess.Board, depth: int = 0) -> str:
    return recurses_too(board, depth + 1)


def recurses_too(board: chess.Board, depth: int) -> str:
    return recurses(board, depth + 1)


def fails_at_length(board: chess.Board) -> str:
    raise ValueError("no move " * 1000)


def computes_after_the_first_move(board: chess.Board, turn) -> str:
    turn.report(Thought(text="begun"))
    while board.fullmove_number > 1:
        pass
    return "e7e5"


def illegal(board):
    return "Ka9"


def by_chance(board: chess.Board) -> chess.Move:
    return random.choice(list(board.legal_moves))


def writes_to_the_board(board):
    """Nothing in a process can be hidden from what runs in it."""
    import os

    for number in range(3, 20):
        try:
            os.write(number, b'{"move": 5}\n')
        except OSError:
            continue
    return next(iter(board.legal_moves))


class OddMove:
    def uci(self):
        return 5


def returns_an_odd_move(board):
    return OddMove()


def returns_nonsense(board):
    return "é4 +;%=\x07 马"


def reports_nonsense(board, turn):
    nothing = float("nan")
    turn.report(Thought(depth="x", score=Score(cp=10**400), time=nothing, pv=[board], nodes=-1))
    return "Ke5"


class Stop(BaseException):
    """An exception that no ``except Exception`` catches."""


def stops(board: chess.Board) -> str:
    raise Stop


def leaves_a_move_on_its_board(board):
    board.push(next(iter(board.legal_moves)))
    return next(iter(board.legal_moves))


def takes_its_move_back(board):
    board.push(next(iter(board.legal_moves)))
    board.pop()
    return "Ka9"
