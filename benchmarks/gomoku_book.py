"""Computes the opening knowledge of the gomoku player: board_core/ais/gomoku/book_moves.py.

    python benchmarks/gomoku_book.py [RULE …] [--nodes N] [--positions N]

A tree grows from the stone in the middle of 15x15. In each position the search finds the best
moves, one after the other, each with a limited number of nodes. The position that is looked at next
is the one that its sides come to with the smallest mistakes; its score goes back up the tree by
minimax. Kept are the positions below which enough were looked at, with the moves about as good
as the best: what is left to the search is what it finds as well itself.

The same search computes the same book; compiled, a rule takes some five minutes. What is stored was
computed with the default numbers for freestyle, with 18,000 nodes and 50 positions for the others.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
from dataclasses import dataclass, field
from pathlib import Path

from board_core.ais.gomoku import book
from board_core.ais.gomoku.book_moves import BOOK_MOVES
from board_core.ais.gomoku.effort import NO_LIMIT, Effort
from board_core.ais.gomoku.memory import GomokuMemory
from board_core.ais.gomoku.position import GomokuSearchPosition
from board_core.ais.gomoku.search import WIN_SOON
from board_core.ais.gomoku.tables import tables
from board_core.ais.gomoku.thinking import Thinker
from board_core.game.own_process import garbage_collection_off, host_games_only
from board_core.games.gomoku.board import GomokuBoard

SIZE = 15
MIDDLE = SIZE // 2 * (SIZE + 1)
FIRST_DISTANCE = 2  # of the second stone from the first
BRANCHES, EARLY_BRANCHES, EARLY_STONES = 3, 6, 2
PLY_COST = 60  # points of score that a ply counts as a mistake, so that the tree grows in breadth
LEAST_BELOW = 8  # positions that were looked at below one that is kept
ALIKE, MOST_ALIKE = 15, 3  # points of score between the best move and others, and how many
TEXT = '''"""The forms and moves of :mod:`.book`, which ``benchmarks/gomoku_book.py`` computes."""

from __future__ import annotations

from typing import Final

BOOK_MOVES: Final = {{
{rules}}}
'''


@dataclass(slots=True)
class Looked:
    """A position that was looked at: its moves with what a search thought of each."""

    scores: dict[str, int]  # for the side to move, by the letters of the move
    after: dict[str, str] = field(default_factory=dict)  # the forms of the positions behind


def look(board: GomokuBoard, nodes: int, branches: int) -> dict[int, int]:
    """Return the scores of the best moves, by their points."""
    legal, scores, memory = set(board.legal()), dict[int, int](), GomokuMemory()
    tables(board.size, board.rule).tidy()
    while legal and len(scores) < branches:
        effort = Effort(max_nodes=nodes)
        thinker = Thinker(
            GomokuSearchPosition.of(board), legal, effort, memory=memory, phase_nodes=NO_LIMIT
        )
        *_, found = thinker.deep()
        point = found.line[0]
        scores[point] = found.score
        legal.discard(point)
        if len(board.moves) <= EARLY_STONES:
            legal = {at for at in legal if form_after(board, at) != form_after(board, point)}
        if abs(found.score) > WIN_SOON:
            break
    return scores


def form_after(board: GomokuBoard, point: int) -> str:
    """Return the form of the position after a move; an empty text near the edge."""
    board.push(point)
    form = book.form_of(board)
    board.pop()
    return "" if form is None else form.text


class Tree:
    """The positions that were looked at, by their forms."""

    def __init__(self, rule: str, nodes: int) -> None:
        self._rule, self._nodes = rule, nodes
        self._looked: dict[str, Looked] = {}
        self._next: list[tuple[int, int, list[int]]] = []  # mistakes, a number, the moves
        self._number = itertools.count()

    def grow(self, positions: int) -> None:
        self._ask(0, [MIDDLE])
        near = range(-FIRST_DISTANCE, FIRST_DISTANCE + 1)
        for row, column in itertools.product(near, near):
            if row or column:
                self._ask(0, [MIDDLE, MIDDLE + row * SIZE + column])
        while self._next and len(self._looked) < positions:
            mistakes, _, moves = heapq.heappop(self._next)
            self._look(mistakes, moves)

    def _ask(self, mistakes: int, moves: list[int]) -> None:
        heapq.heappush(self._next, (mistakes, next(self._number), moves))

    def _look(self, mistakes: int, moves: list[int]) -> None:
        board = self._board(moves)
        form = book.form_of(board)
        if form is None or form.text in self._looked:
            return
        branches = EARLY_BRANCHES if len(moves) <= EARLY_STONES else BRANCHES
        with garbage_collection_off():
            scores = look(board, self._nodes, branches)
        looked = self._looked[form.text] = Looked({})
        best = max(scores.values())
        for point, score in scores.items():
            letters = form.move(point, SIZE)
            looked.scores[letters] = score
            behind = form_after(board, point)
            if behind and abs(score) <= WIN_SOON:
                looked.after[letters] = behind
                self._ask(mistakes + best - score + PLY_COST, [*moves, point])
        print(len(self._looked), board, scores, flush=True)

    def _board(self, moves: list[int]) -> GomokuBoard:
        board = GomokuBoard(SIZE, self._rule)
        for point in moves:
            board.push(point)
        return board

    def moves(self) -> dict[str, str]:
        """Return the moves to keep, by form."""
        scores: dict[str, dict[str, int]] = {}
        below: dict[str, set[str]] = {}
        for form in sorted(self._looked, key=len, reverse=True):  # the most stones first
            looked = self._looked[form]
            scores[form], below[form] = dict(looked.scores), {form}
            for move, behind in looked.after.items():
                if behind in scores:
                    scores[form][move] = -max(scores[behind].values())
                    below[form] |= below[behind]
        return {
            form: ",".join(alike(scores[form]))
            for form in sorted(self._looked)
            if len(below[form]) >= LEAST_BELOW
        }


def alike(scores: dict[str, int]) -> list[str]:
    """Return the best move and those about as good, the best first."""
    ordered = sorted(scores, key=lambda move: (-scores[move], move))
    least = scores[ordered[0]] - ALIKE
    return [move for move in ordered[:MOST_ALIKE] if scores[move] >= least]


def written(moves: dict[str, dict[str, str]]) -> str:
    """Return the text of the module."""
    rules = ""
    for rule, known in moves.items():
        lines = [""]
        for form, letters in known.items():
            entry = f"{form} {letters}"
            if len(lines[-1]) + len(entry) > 90:
                lines.append("")
            lines[-1] += f"{entry}  "
        block = "\n".join(f"        {line.rstrip()}" for line in lines)
        rules += f'    "{rule}": """\n{block}\n    """,\n'
    return TEXT.format(rules=rules)


def main() -> None:
    host_games_only()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", default=["freestyle", "standard", "renju"])
    parser.add_argument("--nodes", type=int, default=60_000)
    parser.add_argument("--positions", type=int, default=200)
    asked = parser.parse_args()
    found = {rule: " ".join(text.split()) for rule, text in BOOK_MOVES.items()}
    known = {
        rule: dict(zip(words[::2], words[1::2], strict=True))
        for rule, words in ((rule, text.split()) for rule, text in found.items())
    }
    for rule in asked.rules:
        tree = Tree(rule, asked.nodes)
        tree.grow(asked.positions)
        known[rule] = tree.moves()
        Path(book.__file__).with_name("book_moves.py").write_text(written(known))


if __name__ == "__main__":
    main()
