"""Makes ``tactics.epd``, the positions of ``tactics.py``: Stockfish finds the only good move.

    python benchmarks/make_tactics.py [--count 80] [--seed 1] >> benchmarks/tactics.epd

The search of ``hard`` plays itself from random openings with 1,000 nodes a move and small errors,
as long as nobody is much ahead. A position counts if Stockfish plays another move than that search,
the only good one (:func:`reason`) by three searches with two lines each: of 10,000, 100,000 and
400,000 nodes, each from an empty table. Obvious moves are left out: what takes back, what wins
most by the exchange on its square, and what ``greedy`` plays. Of each game at most one
position is taken, with at least ten pieces and six legal moves, and of all positions no kind has
more than a third. So all are positions that our search fails with 1,000 nodes; whether it
solves them with more is not looked at.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator

import chess
import chess.engine

from board_core.ais.greedy import PIECE_VALUES, material, merit
from board_core.ais.hard.choosing import to_chess
from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.search import ChessSearch
from board_core.supervise.command import find_program

OPENING_PLIES, LONGEST_GAME = 8, 120
PLAYING, FIRST, SURE = 1_000, 10_000, (100_000, 400_000)  # nodes: of ours, of Stockfish
ERRORS, SMALL_ERROR = 0.15, 120  # of the games: share of the moves, centipawns
FEWEST_PIECES, FEWEST_MOVES = 10, 6
MATE, DECIDED = 10_000, 300
WON, NOT_WON, HELD, GAP, OFFERED = 200, 150, -100, 200, 150  # centipawns
MATES = range(2, 5)
MOST_OF_A_KIND = 1 / 3

Line = tuple[chess.Move, int]


class Engine:
    """Stockfish with one thread, until :meth:`close`."""

    def __init__(self, megabytes: int) -> None:
        program = find_program("stockfish")
        if program is None:
            sys.exit("there is no stockfish")
        self._engine = chess.engine.SimpleEngine.popen_uci(program)
        self._engine.configure({"Threads": 1, "Hash": megabytes})
        self._searches = 0

    def close(self) -> None:
        self._engine.quit()

    def lines(self, board: chess.Board, nodes: int) -> list[Line]:
        """Return the best two moves with their scores, found from an empty table."""
        self._searches += 1
        limit = chess.engine.Limit(nodes=nodes)
        return [
            (line["pv"][0], line["score"].relative.score(mate_score=MATE))
            for line in self._engine.analyse(board, limit, multipv=2, game=self._searches)
        ]


class Maker:
    """Plays and judges, with a small table that is quickly emptied and a large one."""

    def __init__(self, seed: int) -> None:
        self._quick, self._sure = Engine(1), Engine(64)
        self._chance = random.Random(seed)

    def close(self) -> None:
        self._quick.close()
        self._sure.close()

    def positions(self, count: int) -> Iterator[str]:
        """Yield so many positions as they are found, in EPD with best move and kind."""
        kinds = Counter[str]()
        while kinds.total() < count:
            for board, ours, lines in self._game():
                found = self._kind(board, ours, lines)
                if found is not None and kinds[found[1]] < count * MOST_OF_A_KIND:
                    kinds[found[1]] += 1
                    yield board.epd(bm=found[0], c0=found[1])
                    break

    def _game(self) -> Iterator[tuple[chess.Board, chess.Move, list[Line]]]:
        """Play one game until it is decided; yield positions, our moves and Stockfish's lines."""
        board = chess.Board()
        while not board.is_game_over() and board.ply() < LONGEST_GAME:
            legal = list(board.legal_moves)
            if board.ply() < OPENING_PLIES or len(legal) < FEWEST_MOVES:
                board.push(self._chance.choice(legal))
                continue
            ours, lines = our_move(board), self._quick.lines(board, FIRST)
            yield board, ours, lines
            (_, best), (second, other) = lines
            if abs(best) > DECIDED or chess.popcount(board.occupied) < FEWEST_PIECES:
                return
            errs = best - other <= SMALL_ERROR and self._chance.random() < ERRORS
            board.push(second if errs else ours)

    def _kind(
        self, board: chess.Board, ours: chess.Move, lines: list[Line]
    ) -> tuple[chess.Move, str] | None:
        """Return the only good move of a position and its kind, unless it is obvious or none is."""
        (move, score), (_, other) = lines
        found = reason(score, other)
        if found is None or move == ours or is_obvious(board, move):
            return None
        for nodes in SURE:
            (best, score), (_, other) = self._sure.lines(board, nodes)
            if best != move or reason(score, other) != found:
                return None
        return move, kind_of_win(board, move) if found == "win" else found


def our_move(board: chess.Board) -> chess.Move:
    search = ChessSearch(board, tables_for(board), max_nodes=PLAYING)
    for _found in search.deepen():
        pass
    return to_chess(search.best_move)


def reason(best: int, other: int) -> str | None:
    """Return why the best move is the only good one, from its score and that of the next."""
    if MATE - best in MATES:
        return "mate" if other <= DECIDED else None
    if best - other < GAP or best < HELD or other > NOT_WON:
        return None
    return "win" if best >= WON else "defence"


def kind_of_win(board: chess.Board, move: chess.Move) -> str:
    if exchange(board, move) <= -OFFERED:
        return "sacrifice"
    loud = board.is_capture(move) or move.promotion or board.gives_check(move)
    return "win" if loud else "quiet"


def is_obvious(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a move takes back, wins most by its exchange, or is what ``greedy`` plays."""
    if board.is_capture(move) and move.to_square == board.peek().to_square:
        return True
    gains = {legal: exchange(board, legal) for legal in board.legal_moves}
    if gains[move] > 0 and gains[move] == max(gains.values()):
        return True
    return merit(board, move) == max(merit(board, legal) for legal in board.legal_moves)


def exchange(board: chess.Board, move: chess.Move) -> int:
    """Return the gain of a move if both sides then take on its square while that pays."""
    then = board.copy(stack=False)
    then.push(move)
    takers = list(then.generate_legal_captures(to_mask=chess.BB_SQUARES[move.to_square]))
    if not takers:
        return material(board, move)
    least = min(takers, key=lambda taker: PIECE_VALUES[then.piece_type_at(taker.from_square) or 1])
    return material(board, move) - max(0, exchange(then, least))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    maker = Maker(asked.seed)
    try:
        for line in maker.positions(asked.count):
            print(line, flush=True)
    finally:
        maker.close()


if __name__ == "__main__":
    main()
