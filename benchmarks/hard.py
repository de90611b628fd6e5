"""Measures how fast the AI `hard` searches, how deep it gets, and how soon it stops.

    python benchmarks/hard.py [SECONDS]

Each position is searched once, for 2 s of processor time unless told otherwise: what else the
machine does hardly counts.
"""

from __future__ import annotations

import sys
import time

import chess
from measuring import goal, machine, table

from board_core.ais.hard.choosing import to_chess
from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.search import ChessSearch, ChessSearchReport

POSITIONS = {
    "start": chess.STARTING_FEN,
    "opening": "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP3PPP/R1BQKB1R w KQ - 0 8",
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "middle game": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rook ending": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "pawn ending": "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
}


class Timed:
    """A stop test with a deadline that records how often, and how far apart, it was called."""

    def __init__(self, seconds: float) -> None:
        self._began = self._asked = time.process_time()
        self._seconds = seconds
        self.longest = 0.0

    @property
    def seconds(self) -> float:
        return time.process_time() - self._began

    def stop(self) -> bool:
        now = time.process_time()
        self.longest = max(self.longest, now - self._asked)
        self._asked = now
        return now - self._began >= self._seconds


def searched(fen: str, seconds: float) -> tuple[ChessSearchReport, int, float, float]:
    """Return the last report, the last finished depth, seconds, and the longest gap."""
    board, timed, depth = chess.Board(fen), Timed(seconds), 0
    search = ChessSearch(board, tables_for(board), stop=timed.stop)
    for found in search.deepen():
        if timed.seconds < seconds:
            depth = found.depth
    return found, depth, timed.seconds, max(timed.longest, timed.seconds - seconds)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(f"{machine()}\n")
    rows, silences = [], []
    for name, fen in POSITIONS.items():
        found, depth, spent, silence = searched(fen, seconds)
        silences.append(silence * 1000)
        best = chess.Board(fen).san(to_chess(found.line[0]))
        rows.append((name, f"{found.nodes / spent:,.0f}", str(depth), str(found.score), best))
    table(("", "nodes/s", f"depth in {seconds:g} s", "score", "best"), rows)
    goal("from a request to stop to the end", silences, "ms", most=50, by=max)


if __name__ == "__main__":
    main()
