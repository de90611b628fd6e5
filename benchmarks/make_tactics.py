"""Makes ``tactics.epd``, the positions of ``tactics.py``: Stockfish finds the only good move.

    python benchmarks/make_tactics.py [--nodes 2000] [--count 80] [--seed 1] >> tactics.epd

The search of ``hard`` plays itself from random openings with so many nodes a move, until one side
is well ahead. Where a move cost 150 centipawns at least by Stockfish with 1,000 nodes, the position
before it and the one after it are looked at. One counts if a move that our search with so many
nodes does not play is the only good one (:func:`reason`) by three searches of Stockfish with two
lines, of 4,000, 50,000 and 200,000 nodes, each from an empty table. Obvious moves are left
out: what takes back, what wins most by the exchange on its square, and what ``greedy`` plays. Of
each game at most one position is taken, with at least ten pieces and six legal moves. No kind has
more than 45 of 100 for one seed. The lines of ``tactics.epd`` come from several seeds with 200 and
with 2,000 nodes, and 38 of them from after mistakes that our search answers rightly with 200.
Whether it solves a position with more is not looked at.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import chess

from board_core.ais.greedy import PIECE_VALUES, material, merit
from board_core.ais.hard.choosing import to_chess
from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.search import ChessSearch
from board_core.supervise.command import find_program

OPENING_PLIES, LONGEST_GAME = 8, 120
JUDGING, SURE = 1_000, (4_000, 50_000, 200_000)  # nodes of Stockfish
FEWEST_PIECES, FEWEST_MOVES = 10, 6
MATE, DECIDED, MISTAKE = 10_000, 300, 150
WON, NOT_WON, HELD, GAP, OFFERED = 200, 150, -100, 200, 150  # centipawns
MATES = range(2, 5)
MOST_OF_A_KIND = 0.45


class Stockfish:
    """Stockfish with one thread, until :meth:`close`."""

    def __init__(self, megabytes: int) -> None:
        program = find_program("stockfish")
        if program is None:
            sys.exit("there is no stockfish")
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._write(f"setoption name Hash value {megabytes}")

    def close(self) -> None:
        self._process.communicate("quit\n")

    def forget(self) -> None:
        self._write("ucinewgame")

    def best(self, board: chess.Board, nodes: int, lines: int = 1) -> tuple[chess.Move, list[int]]:
        """Return the best move, and the scores of so many best moves."""
        self._write(f"setoption name MultiPV value {lines}", f"position fen {board.fen()}")
        self._write(f"go nodes {nodes}")
        scores = [-MATE] * lines
        assert self._process.stdout is not None
        for line in self._process.stdout:
            words = line.split()
            if words[0] == "bestmove":
                return chess.Move.from_uci(words[1]), scores
            if "score" in words and "multipv" in words:
                kind, value = words[words.index("score") + 1 :][:2]
                score = int(value) if kind == "cp" else MATE - int(value)
                if kind == "mate" and int(value) <= 0:
                    score = -MATE - int(value)
                scores[int(words[words.index("multipv") + 1]) - 1] = score
        sys.exit("stockfish has ended")

    def _write(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()


def positions(nodes: int, count: int, seed: int) -> Iterator[str]:
    """Yield so many positions as they are found, in EPD with best move and kind."""
    judge, chance, kinds = Stockfish(16), random.Random(seed), Counter[str]()
    try:
        while kinds.total() < count:
            judge.forget()
            for board, ours in mistakes(judge, nodes, chance):
                found = kind(judge, board, ours)
                if found is not None and kinds[found[1]] < count * MOST_OF_A_KIND:
                    kinds[found[1]] += 1
                    yield board.epd(bm=found[0], c0=found[1])
                    break
    finally:
        judge.close()


def mistakes(
    judge: Stockfish, nodes: int, chance: random.Random
) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Play one game until it is decided; yield positions before and after a mistake, and our move.

    Each board is to be used before the next is asked for.
    """
    board, before = chess.Board(), -MATE
    while not board.is_game_over() and board.ply() < LONGEST_GAME:
        if board.ply() < OPENING_PLIES:
            board.push(chance.choice(list(board.legal_moves)))
            continue
        score, ours = judge.best(board, JUDGING)[1][0], our_move(board, nodes)
        if before + score >= MISTAKE:
            mistake = board.pop()
            yield board, mistake
            board.push(mistake)
            yield board, ours
        if abs(score) > DECIDED or chess.popcount(board.occupied) < FEWEST_PIECES:
            return
        before = score
        board.push(ours)


def our_move(board: chess.Board, nodes: int) -> chess.Move:
    search = ChessSearch(board, tables_for(board), max_nodes=nodes)
    for _found in search.deepen():
        pass
    return to_chess(search.best_move)


def kind(
    judge: Stockfish, board: chess.Board, ours: chess.Move | None
) -> tuple[chess.Move, str] | None:
    """Return the only good move of a position and its kind, unless it is obvious or none is."""
    if board.legal_moves.count() < FEWEST_MOVES:
        return None
    found = None
    for nodes in SURE:
        judge.forget()
        move, scores = judge.best(board, nodes, 2)
        why = reason(board, move, *scores)
        if why is None or move == ours or is_obvious(board, move):
            return None
        if found not in (None, (move, why)):
            return None
        found = move, why
    return found


def reason(board: chess.Board, move: chess.Move, best: int, other: int) -> str | None:
    """Return why a move is the only good one, from its score and that of the next."""
    if MATE - best in MATES:
        return "mate" if other <= DECIDED else None
    if best - other < GAP or best < HELD or other > NOT_WON:
        return None
    if best < WON:
        return "defence"
    if exchange(board, move) <= -OFFERED:
        return "sacrifice"
    return "win" if board.is_capture(move) or board.gives_check(move) else "quiet"


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
    parser.add_argument("--nodes", type=int, default=200, help="of our search")
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for line in positions(asked.nodes, asked.count, asked.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
