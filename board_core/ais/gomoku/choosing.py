"""The three levels, as functions for :class:`~board_core.players.InProcessAI`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from board_core.games.gomoku.board import GomokuBoard
from board_core.player import Score, Thought
from board_core.players.thinking import AITurn

from .collecting import uncollected
from .effort import Effort
from .geometry import points_in
from .opening import CHOOSING, laid, taken
from .patience import Patience
from .position import Position
from .search import WIN, WIN_SOON, Found
from .tables import tables
from .thinking import Thinker, first_moves, root_moves

MEDIUM_DEPTH: Final = 2  # plies

OPENING_DEPTH: Final = 4
OPENING_NODES: Final = 200  # of each look for a win by force
"""How far the stones of an opening are looked at, each of several."""

TASTE: Final = 12
"""Points of score by which two players may like a first move more or less."""

EASY_SHARE: Final = 2
"""Easy plays any move that is at least as interesting as the best divided by this."""


class Easy:
    """Sees fives and open fours one move ahead, and otherwise plays where something is going on.

    Moves that are about as good are drawn by lot.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: GomokuBoard, turn: AITurn) -> str:
        position, legal = Position.of(board), set(board.legal())
        if board.opening and board.opening not in CHOOSING:
            return board.text(laid(board, self._chance, at_a_glance))
        return taken(board, position.score) or board.text(
            self._chance.choice(simple_moves(position, legal))
        )


def at_a_glance(board: GomokuBoard) -> int:
    """What the stones are worth to the side to move, without a look ahead."""
    return Position.of(board).score


def simple_moves(position: Position, legal: set[int]) -> list[int]:
    """The best moves as far as a beginner sees."""
    threats, side = position.threats(), position.side
    for points in (
        position.fives(threats, side),
        position.fives(threats, 1 - side),
        position.open_fours(threats, side),
        position.open_fours(threats, 1 - side),
    ):
        urgent = [point for point in points_in(points) if point in legal]
        if urgent:
            return urgent
    interests = position.interests()
    moves = first_moves(position, legal) or root_moves(position, legal)
    least = max(interests[point] for point in moves) // EASY_SHARE
    return [point for point in moves if interests[point] >= least]


class Level:
    """What medium and hard share.

    The seed gives a slightly different taste in moves: with limited depth or nodes and without a
    clock the same seed plays the same games. Nothing else is kept from one move to the next but the
    tables of lines.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: GomokuBoard, turn: AITurn) -> str:
        """Reports a :class:`~board_core.Thought` after each depth, and whenever it is stopped."""
        with uncollected():
            return self._choose(board, turn)

    def _choose(self, board: GomokuBoard, turn: AITurn) -> str:
        patience = Patience(turn)
        tables(board.size, board.rule).tidy()
        if board.opening and board.opening not in CHOOSING:
            return board.text(self._laid(board, patience))
        thinker = Thinker(
            Position.of(board),
            set(board.legal()),
            Effort(patience.late, patience.max_nodes),
            taste=[self._chance.randint(0, TASTE) for _ in board.cells],
            phase_nodes=patience.phase_nodes,
        )
        for found in self._look(thinker, patience.max_depth):
            turn.report(thought(board, found, turn.elapsed))
            if patience.enough(found):
                break
        return taken(board, found.score) or board.text(found.line[0])

    def _laid(self, board: GomokuBoard, patience: Patience) -> int:
        """A stone of the opening, in half the time there is."""
        effort = Effort(lambda share: patience.late(share / 2), patience.max_nodes)

        def worth(after: GomokuBoard) -> int:
            legal = set(after.legal())
            thinker = Thinker(Position.of(after), legal, effort, phase_nodes=OPENING_NODES)
            *_, found = self._look(thinker, OPENING_DEPTH)
            return found.score

        def late() -> bool:
            return patience.late(0.5) or effort.nodes >= patience.max_nodes

        return laid(board, self._chance, worth, late)

    def _look(self, thinker: Thinker, max_depth: int) -> Iterator[Found]:
        raise NotImplementedError


class Medium(Level):
    """Looks a few plies ahead."""

    def _look(self, thinker: Thinker, max_depth: int) -> Iterator[Found]:
        return thinker.shallow(min(max_depth, MEDIUM_DEPTH))


class Hard(Level):
    """Looks for wins by force, then as deep as the time allows."""

    def _look(self, thinker: Thinker, max_depth: int) -> Iterator[Found]:
        return thinker.deep(max_depth)


def thought(board: GomokuBoard, found: Found, seconds: float) -> Thought:
    return Thought(
        depth=found.depth,
        score=to_score(found.score),
        nodes=found.nodes,
        nps=int(found.nodes / seconds) if seconds > 0 else None,
        time=seconds,
        pv=tuple(board.text(point) for point in found.line),
    )


def to_score(score: int) -> Score:
    """As hundredths of a stone or so, or in moves (not plies) to the five."""
    if abs(score) <= WIN_SOON:
        return Score(cp=score)
    moves = (WIN - abs(score) + 1) // 2
    return Score(mate=moves if score > 0 else -moves)
