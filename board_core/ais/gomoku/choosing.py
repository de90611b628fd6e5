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
from .opening import CHOOSING_STAGES, laid, taken
from .position import GomokuSearchPosition
from .search import WIN_SCORE, WIN_SOON, GomokuSearchReport
from .tables import tables
from .thinking import Thinker, first_moves, root_moves
from .time_manager import GomokuTimeManager

MEDIUM_DEPTH: Final = 2  # plies

OPENING_DEPTH: Final = 4
OPENING_NODES: Final = 200  # for each search of a forced win
"""Limits of the search for each candidate stone of an opening."""

TASTE_POINTS: Final = 12
"""Greatest deviation of a first move's score between two players, in points of score."""

EASY_DIVISOR: Final = 2
"""Easy plays any move whose interest is at least the greatest one divided by this."""


class EasyGomoku:
    """Sees fives and open fours one move ahead, and otherwise plays near other stones.

    It chooses at random among moves that are about equally good.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: GomokuBoard, turn: AITurn) -> str:
        position, legal = GomokuSearchPosition.of(board), set(board.legal())
        if board.opening and board.opening not in CHOOSING_STAGES:
            return board.text(laid(board, self._chance, at_a_glance))
        return taken(board, position.score) or board.text(
            self._chance.choice(simple_moves(position, legal))
        )


def at_a_glance(board: GomokuBoard) -> int:
    """Return the score of the side to move without a look ahead."""
    return GomokuSearchPosition.of(board).score


def simple_moves(position: GomokuSearchPosition, legal: set[int]) -> list[int]:
    """Return the best moves, as far as a beginner sees."""
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
    least = max(interests[point] for point in moves) // EASY_DIVISOR
    return [point for point in moves if interests[point] >= least]


class SearchingGomoku:
    """The common part of medium and hard.

    The seed gives a slightly different taste in moves: with limited depth or nodes and without a
    clock the same seed plays the same games. Nothing else is kept from one move to the next but the
    tables of lines.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: GomokuBoard, turn: AITurn) -> str:
        """Choose a move. Report a :class:`~board_core.Thought` after each depth and at
        each stop.
        """
        with uncollected():
            return self._choose(board, turn)

    def _choose(self, board: GomokuBoard, turn: AITurn) -> str:
        time_manager = GomokuTimeManager(turn)
        tables(board.size, board.rule).tidy()
        if board.opening and board.opening not in CHOOSING_STAGES:
            return board.text(self._laid(board, time_manager))
        thinker = Thinker(
            GomokuSearchPosition.of(board),
            set(board.legal()),
            Effort(time_manager.late, time_manager.max_nodes),
            taste=[self._chance.randint(0, TASTE_POINTS) for _ in board.cells],
            phase_nodes=time_manager.phase_nodes,
        )
        for found in self._look(thinker, time_manager.max_depth):
            turn.report(thought(board, found, turn.elapsed))
            if time_manager.enough(found):
                break
        return taken(board, found.score) or board.text(found.line[0])

    def _laid(self, board: GomokuBoard, time_manager: GomokuTimeManager) -> int:
        """Return the point of the opening's next stone, found in half the available time."""
        effort = Effort(lambda share: time_manager.late(share / 2), time_manager.max_nodes)

        def worth(after: GomokuBoard) -> int:
            legal = set(after.legal())
            thinker = Thinker(
                GomokuSearchPosition.of(after), legal, effort, phase_nodes=OPENING_NODES
            )
            *_, found = self._look(thinker, OPENING_DEPTH)
            return found.score

        def late() -> bool:
            return time_manager.late(0.5) or effort.nodes >= time_manager.max_nodes

        return laid(board, self._chance, worth, late)

    def _look(self, thinker: Thinker, max_depth: int) -> Iterator[GomokuSearchReport]:
        raise NotImplementedError


class MediumGomoku(SearchingGomoku):
    """Searches a few plies ahead."""

    def _look(self, thinker: Thinker, max_depth: int) -> Iterator[GomokuSearchReport]:
        return thinker.shallow(min(max_depth, MEDIUM_DEPTH))


class HardGomoku(SearchingGomoku):
    """Searches for forced wins, then as deep as time allows."""

    def _look(self, thinker: Thinker, max_depth: int) -> Iterator[GomokuSearchReport]:
        return thinker.deep(max_depth)


def thought(board: GomokuBoard, found: GomokuSearchReport, seconds: float) -> Thought:
    return Thought(
        depth=found.depth,
        score=to_score(found.score),
        nodes=found.nodes,
        nps=int(found.nodes / seconds) if seconds > 0 else None,
        time=seconds,
        pv=tuple(board.text(point) for point in found.line),
    )


def to_score(score: int) -> Score:
    """Return the score in hundredths of a stone, or in moves (not plies) to the five."""
    if abs(score) <= WIN_SOON:
        return Score(cp=score)
    moves = (WIN_SCORE - abs(score) + 1) // 2
    return Score(mate=moves if score > 0 else -moves)
