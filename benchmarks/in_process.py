"""Measures the referee's cost per ply between two Python functions, and its growth with the game.

    python benchmarks/in_process.py [--quick] [--inline ROUNDS | --random ROUNDS]

The functions only replay moves. Everything compared is measured in turn, several times over, and
compared round by round, so that what else the machine does hits all of it. With ``--inline`` only
the µs of CPU per ply above inline functions are printed, as ``runners.py`` compares them between
versions. With ``--random`` two functions play random games, beside python-chess's own loop and
PettingZoo's ``chess_v6``, and 5,000 short games show whether memory grows.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from random import Random, choice, seed
from statistics import median

import chess
from measuring import game, goal, machine, percentile, ratio, ratios, rss, table

from board_core import Event, Game, TimeControl
from board_core.game.bus import EventBus
from board_core.games.chess import ENGINE, DrawRules, chess_rules
from board_core.players import InProcessAI
from board_core.record import Recorder

MOVES = game()
CONTROL = TimeControl(60, 0.1)
RULES = chess_rules(ENGINE)


def replay(board: chess.Board) -> str:
    """Return the one move of the game that follows this position; for the child process."""
    return NEXT[board.fen()]


def _next() -> dict[str, str]:
    board, moves = chess.Board(), {}
    for move in MOVES:
        moves[board.fen()] = move
        board.push_uci(move)
    return moves


NEXT = _next()


class Replay:
    """The function that both sides ask for the next move of the game."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self._moves = iter(MOVES)

    def __call__(self, board: chess.Board) -> str:
        return next(self._moves)


def nothing(event: Event) -> None:
    """Ignore the event, as the cheapest subscriber."""


# A game of 200 plies


def bare(choose: Replay) -> None:
    """Play with the least that still checks legality: python-chess and two functions."""
    choose.restart()
    board = chess.Board()
    for _ in MOVES:
        move = chess.Move.from_uci(choose(board.copy(stack=False)))
        assert board.is_legal(move)
        board = board.copy(stack=False)
        board.push(move)
        any(board.generate_legal_moves())


def alone(choose: Replay) -> None:
    choose.restart()
    board = chess.Board()
    for _ in MOVES:
        choose(board)


def play(choose: Replay, white: InProcessAI, black: InProcessAI) -> None:
    choose.restart()
    bus = EventBus()
    bus.subscribe(nothing)
    outcome = Game(RULES, white=white, black=black, time_control=CONTROL, bus=bus).run().outcome
    assert outcome.winner is not None, outcome


def quick_ways(choose: Replay) -> dict[str, Callable[[], None]]:
    inline = InProcessAI(choose, inline=True), InProcessAI(choose, inline=True)
    return {
        "inline=True": lambda: play(choose, *inline),
        "bare python-chess loop": lambda: bare(choose),
        "the functions alone": lambda: alone(choose),
    }


def above_functions(quick: dict[str, list[Cost]]) -> list[float]:
    """Return the CPU per ply of inline functions in the referee, without their own; µs."""
    functions = median(cost.cpu for cost in quick["the functions alone"])
    return [cost.cpu - functions for cost in quick["inline=True"]]


def short_game(rounds: int) -> None:
    choose = Replay()
    quick = measured(quick_ways(choose), rounds)
    threads = InProcessAI(choose), InProcessAI(choose)
    white, black = InProcessAI(replay, isolate=True), InProcessAI(replay, isolate=True)
    with closing(white), closing(black):
        others = measured(
            {
                "on threads (default)": lambda: play(choose, *threads),
                "isolate=True": lambda: play(choose, white, black),
            },
            max(3, rounds // 10),
        )
    above = above_functions(quick)
    beside = ratio([cost.cpu for cost in quick["bare python-chess loop"]], above)
    print(f"A game of {len(MOVES)} plies, µs per ply, {rounds} rounds")
    table(
        ("", "CPU median", "p95", "least", "wall median"),
        [
            (
                name,
                f"{median(cost.cpu for cost in costs):.1f}",
                f"{percentile((cost.cpu for cost in costs), 95):.1f}",
                f"{min(cost.cpu for cost in costs):.1f}",
                f"{median(cost.wall for cost in costs):.1f}",
            )
            for name, costs in (quick | others).items()
        ],
    )
    goal("CPU per ply above the functions, inline", above, "µs", most=25)
    print(f"        {beside:.2f} times the bare loop\n")


@dataclass
class Cost:
    """Microseconds per ply of a game; processor time is this process's."""

    cpu: float
    wall: float


def measured(ways: dict[str, Callable[[], None]], rounds: int) -> dict[str, list[Cost]]:
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    for round_ in range(-1, rounds):  # one run to warm up
        for name, way in ways.items():
            began, began_cpu = time.perf_counter(), time.process_time()
            way()
            cpu, wall = time.process_time() - began_cpu, time.perf_counter() - began
            if round_ >= 0:
                costs[name].append(Cost(cpu / len(MOVES) * 1e6, wall / len(MOVES) * 1e6))
    return costs


# Games of any length

NO_DRAWS = chess_rules(
    DrawRules(seventy_five_moves=False, fivefold=False, insufficient_material=False, claims=False)
)
PLIES = 5000


def long_game(plies: int, quiet: int = 95) -> tuple[list[str], list[str]]:
    """Return random play that does not end, and the position (FEN) before each move.

    It captures or moves a pawn only every ``quiet`` plies, so that positions stay as rich as
    before.
    """
    rng, board = Random(7), chess.Board()
    moves: list[str] = []
    fens: list[str] = []
    while len(moves) < plies:
        move = next(_candidates(rng, board, wild=len(moves) % quiet == quiet - 1))
        fens.append(board.fen())
        moves.append(move.uci())
        board.push(move)
        board.clear_stack()
    return moves, fens


def _candidates(rng: Random, board: chess.Board, wild: bool) -> Iterator[chess.Move]:
    moves = list(board.legal_moves)
    rng.shuffle(moves)
    pawns_first = [move for move in moves if board.is_zeroing(move) and not board.is_capture(move)]
    captures = [move for move in moves if board.is_capture(move)]
    quiet = [move for move in moves if not board.is_zeroing(move)]
    for move in [*pawns_first, *captures, *quiet] if wild else [*quiet, *pawns_first, *captures]:
        board.push(move)
        goes_on = any(board.generate_legal_moves())
        board.pop()
        if goes_on:
            yield move


class Part:
    """A part of a game, replayed for both sides, with its processor time from the first question.

    Starting and ending a game are not counted: a short game would have more of them per ply.
    """

    def __init__(self, moves: list[str]) -> None:
        self._moves = iter(moves)
        self._began = 0.0
        self.seconds = 0.0
        self.game: Game

    def __call__(self, board: chess.Board) -> str:
        self._began = self._began or time.thread_time()
        move = next(self._moves, None)
        if move is None:
            self.seconds = time.thread_time() - self._began
            self.game.adjudicate(None)
        return move or ""


def seconds_for(moves: list[str], setup: str, recorded: bool) -> float:
    part, bus = Part(moves), EventBus()
    bus.subscribe(Recorder() if recorded else nothing)
    part.game = Game(
        NO_DRAWS,
        white=InProcessAI(part, inline=True),
        black=InProcessAI(part, inline=True),
        time_control=CONTROL,
        setup=setup,
        bus=bus,
    )
    part.game.run()
    return part.seconds


def lengths(rounds: int) -> None:
    moves, fens = long_game(PLIES)
    costs: dict[tuple[bool, int], list[float]] = {
        (recorded, length): [] for recorded in (False, True) for length in (50, 500, 5000)
    }
    for round_ in range(-1, rounds):
        for (recorded, length), found in costs.items():
            seconds = sum(
                seconds_for(moves[at : at + length], fens[at], recorded)
                for at in range(0, PLIES, length)
            )
            if round_ >= 0:
                found.append(seconds / PLIES * 1e6)
    print(f"The same {PLIES} positions as games of different lengths, {rounds} rounds")
    table(
        ("CPU, µs per ply", "median", "p95", "least", "times 50 plies"),
        [
            (
                f"{PLIES // length} games of {length} plies{', recorded' if recorded else ''}",
                f"{median(found):.1f}",
                f"{percentile(found, 95):.1f}",
                f"{min(found):.1f}",
                f"{ratio(costs[recorded, 50], found):.2f}",
            )
            for (recorded, length), found in costs.items()
        ],
    )
    for recorded, how in ((False, ""), (True, ", recorded")):
        times = ratios(costs[recorded, 50], costs[recorded, 5000])
        goal(f"a ply of 5000 beside one of 50{how}", times, "times", most=1.2, by=median)


# Random games, in plies a second of wall time

GAMES = 5
SHORT = "a3 a6 b3 b6 c3 c6 h3 h6 a4 a5 c4 c5 Na3 Na6 Nb1 Nb8 f3 e5 g4 Qh4#"
SHORT_PLIES = 20


def choose_at_random(board: chess.Board) -> chess.Move:
    return choice(list(board.legal_moves))


def random_games(white: InProcessAI, black: InProcessAI) -> int:
    return sum(len(Game(RULES, white, black).run().moves) for _ in range(GAMES))


def own_loop() -> int:
    plies = 0
    for _ in range(GAMES):
        board = chess.Board()
        while not board.is_game_over(claim_draw=False):
            board.push(choose_at_random(board))
        plies += len(board.move_stack)
    return plies


def chess_v6() -> int:
    from pettingzoo.classic import chess_v6 as game_of_theirs

    plies, env = 0, game_of_theirs.env()
    for _ in range(GAMES):
        env.reset()
        while env.agents:
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else choice(seen["action_mask"].nonzero()[0].tolist()))
            plies += not over
    return plies


def random_speeds(rounds: int) -> None:
    inline = [InProcessAI(choose_at_random, inline=True) for _ in range(2)]
    threads = [InProcessAI(choose_at_random) for _ in range(2)]
    isolated = [InProcessAI(choose_at_random, isolate=True) for _ in range(2)]
    ways: dict[str, Callable[[], int]] = {
        "python-chess's own loop": own_loop,
        "inline=True": lambda: random_games(*inline),
        "on threads (default)": lambda: random_games(*threads),
        "isolate=True": lambda: random_games(*isolated),
    }
    if find_spec("pettingzoo"):
        ways["PettingZoo's chess_v6"] = chess_v6
    else:
        print("PettingZoo is not installed (pip install the-chess-board[pettingzoo])")
    speeds: dict[str, list[float]] = {name: [] for name in ways}
    for round_ in range(-1, rounds):
        for name, way in ways.items():
            seed(round_)
            began = time.perf_counter()
            plies = way()
            if round_ >= 0:
                speeds[name].append(plies / (time.perf_counter() - began))
    for player in isolated:
        player.close()
    print(f"Plies a second in random games, {rounds} rounds of {GAMES}")
    table(
        ("", "median", "best", "default takes"),
        [
            (
                name,
                f"{median(found):.0f}",
                f"{max(found):.0f}",
                f"{ratio(found, speeds['on threads (default)']):.2f} times",
            )
            for name, found in speeds.items()
        ],
    )


def memory(games: int) -> None:
    """Play the same short game again and again in this process."""
    print("MB held after short games between default functions")
    held = []
    for played in range(1, games + 1):
        moves = iter(SHORT.split())
        white, black = (InProcessAI(lambda _, moves=moves: next(moves)) for _ in range(2))
        assert len(Game(RULES, white, black).run().moves) == SHORT_PLIES
        if played in (games // 10, games // 2, games):
            held.append((str(played), f"{rss():.1f}"))
    table(("games", "MB"), held)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a few seconds instead of a minute")
    parser.add_argument("--inline", type=int, metavar="ROUNDS", help="print one figure only")
    parser.add_argument("--random", type=int, metavar="ROUNDS", help="random games and memory only")
    wanted = parser.parse_args()
    if wanted.inline:
        print(median(above_functions(measured(quick_ways(Replay()), wanted.inline))))
        return
    quick: bool = wanted.quick
    print(f"{machine()}\n")
    if wanted.random:
        random_speeds(wanted.random)
        memory(5000)
        return
    short_game(rounds=30 if quick else 200)
    lengths(rounds=3 if quick else 15)


if __name__ == "__main__":
    main()
