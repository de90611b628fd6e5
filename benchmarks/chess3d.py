"""Measures hard of 3D chess: the speed of its search, and how much of its time a move takes.

    python benchmarks/chess3d.py [--seconds S] [--moves N]

Strength is measured by matches, as in ``docs/chess-3d.md``. Speed is in processor time; a move's
time is that of the clock on the wall, as in a game.
"""

from __future__ import annotations

import argparse
import time

from measuring import goal, machine, percentile

from board_core import TimeControl, Turn
from board_core.ais import CHESS_3D_AIS
from board_core.ais.chess3d.evaluation import worths
from board_core.ais.chess3d.search import Chess3DSearch
from board_core.game.clock import Clock
from board_core.game.rules import MoveList
from board_core.game.sides import PerColor
from board_core.games.chess3d import CHESS_3D
from board_core.games.chess3d.lessons import CHESS_3D_SAMPLES
from board_core.players.thinking import AITurn

SEARCH_NODES = 20_000
MOST_SHARE = 1.1
"""The greatest share of its budget that a move may take."""


def speed() -> None:
    began = time.process_time()
    search = Chess3DSearch(CHESS_3D.start(None).native, worths(), max_nodes=SEARCH_NODES)
    found = list(search.deepen())[-1]
    seconds = time.process_time() - began
    print(f"{found.nodes / seconds:,.0f} nodes a second, depth {found.depth} in {seconds:.1f} s")


def punctuality(seconds: float, moves: int) -> None:
    control, shares = TimeControl(per_move=seconds), list[float]()
    samples = CHESS_3D_SAMPLES.positions(CHESS_3D)
    choose = CHESS_3D_AIS["hard"](1)
    for number in range(moves):
        position = CHESS_3D.start(samples[number % len(samples)].setup)
        clock = Clock.new(PerColor.both(control)).start(position.to_move, 0.0)
        turn = AITurn(Turn(position.to_move, 0, 0, position, clock, MoveList()))
        began = time.perf_counter()
        choose(position.native, turn)
        shares.append((time.perf_counter() - began) / turn.budget)
    print(
        f"{moves} moves of {seconds} s: median {percentile(shares, 50):.1%}, "
        f"p100 {max(shares):.1%} of the budget"
    )
    goal("p100 of the budget", shares, "", most=MOST_SHARE, by=max)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--moves", type=int, default=20)
    options = parser.parse_args()
    print(machine())
    speed()
    punctuality(options.seconds, options.moves)
