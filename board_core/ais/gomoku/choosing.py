"""The three levels, as functions for :class:`~board_core.players.InProcessAI`, and as one that
reports several lines of play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from board_core.ais.levels import FULL_GOMOKU_SKILL, GomokuSkill
from board_core.game.own_process import garbage_collection_off
from board_core.game.player import Score, Thought
from board_core.games.gomoku.board import EMPTY, GomokuBoard
from board_core.players.thinking import AITurn

from .book import book_moves
from .effort import NO_LIMIT, Effort
from .geometry import points_in
from .memory import GomokuMemory
from .position import GomokuSearchPosition
from .search import MAX_DEPTH, WIN_SCORE, WIN_SOON, GomokuSearchReport
from .tables import tables
from .thinking import PHASE_NODES, Thinker, first_moves, root_moves

MIDDLE_DISTANCE: Final = 3
"""Rows and columns from the middle, within which the stones are placed."""

MOST_CANDIDATES: Final = 10
"""Points of which the fairest is taken."""

BALANCING_STAGES: Final = ("third", "fifth")
"""Stages whose stone is the last before the other side chooses."""

CHOOSING_STAGES: Final = ("choice", "last-choice")


def laid(
    board: GomokuBoard,
    chance: random.Random,
    worth: Callable[[GomokuBoard], int],
    late: Callable[[], bool] = lambda: False,
) -> int:
    """Return the point of the opening's next stone.

    ``worth`` returns the score of a board for the side of the next stone. The last stone goes where
    that score is nearest to 0, among the points that were looked at before it was ``late``.
    """
    points = near_the_middle(board)
    if board.opening not in BALANCING_STAGES:
        return chance.choice(points)
    best, least = points[0], -1
    for point in chance.sample(points, min(MOST_CANDIDATES, len(points))):
        after = board.copy()
        after.push(point)
        gap = abs(worth(after))
        if late() and least >= 0:
            break  # its search was cut short
        if least < 0 or gap < least:
            best, least = point, gap
    return best


def near_the_middle(board: GomokuBoard) -> list[int]:
    """Return the free points near the middle."""
    size, near = (
        board.size,
        range(board.size // 2 - MIDDLE_DISTANCE, board.size // 2 + MIDDLE_DISTANCE + 1),
    )
    points = [row * size + column for row in near for column in near]
    return [point for point in points if not board.cells[point]]


def taken(board: GomokuBoard, score: int) -> str:
    """Return ``swap`` where the other side's stones are better than the next side's; else ""."""
    return "swap" if board.opening in CHOOSING_STAGES and score < 0 else ""


UNTIMED_SECONDS: Final = 2.0
"""Seconds for a move when no clock runs."""

LONGEST_SECONDS: Final = 20.0
"""Greatest time for a move, on any clock."""

SAVING_SHARE: Final = 0.5
"""Share of the time after which no deeper search begins: it would hardly finish."""

MOVE_OVERHEAD: Final = 0.02
"""Seconds reserved for a late answer, as others need the processor too; at most half the time."""


class GomokuTimeManager:
    """Decides when to end the search of one turn.

    Where depth or nodes are limited and no clock runs, time does not count: the same search
    finds the
    same move on any machine.
    """

    def __init__(self, turn: AITurn, most_nodes: int | None = None) -> None:
        """Take the limits of the turn; a player may have a limit of ``most_nodes`` of its own."""
        control = turn.clock.control[turn.color]
        self._turn = turn
        limits = (control.depth, control.nodes, most_nodes)
        limited = any(limit is not None for limit in limits)
        self._timeless = control.untimed and limited
        self._saves = turn.clock.saves(turn.color) or control.untimed
        self.max_depth = control.depth or MAX_DEPTH
        self.max_nodes = min(control.nodes or NO_LIMIT, most_nodes or NO_LIMIT)
        self.phase_nodes = PHASE_NODES if self._timeless else NO_LIMIT
        budget = min(UNTIMED_SECONDS if control.untimed else turn.budget, LONGEST_SECONDS)
        self.limit = max(budget - MOVE_OVERHEAD, budget / 2)

    def late(self, share: float) -> bool:
        """Return whether this share of the time is over, or the move was withdrawn."""
        if self._turn.withdrawn():
            return True
        return not self._timeless and self._turn.elapsed >= share * self.limit

    def enough(self, found: GomokuSearchReport) -> bool:
        """Return whether a deeper search is not worth its time."""
        return self.late(SAVING_SHARE if self._saves else 1.0)


OPENING_DEPTH: Final = 4
OPENING_NODES: Final = 200  # for each search of a forced win
"""Limits of the search for each candidate stone of an opening."""

TASTE_POINTS: Final = 12
"""Greatest deviation of a first move's score between two players, in points of score."""

STONES_OVERSEEN: Final = 2
"""Stones from which on points are overlooked: before, there is nothing to see."""

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
    """Searches as far as its time or its skill allows.

    The seed gives a slightly different taste in moves: with limited depth or nodes and without a
    clock the same seed plays the same games. The results of a game's searches are kept until its
    next move; a new game begins without them.
    """

    def __init__(self, seed: int | None = None, skill: GomokuSkill = FULL_GOMOKU_SKILL) -> None:
        self._chance = random.Random(seed)
        self._skill = skill
        self._memory = GomokuMemory()
        self._last: GomokuBoard | None = None  # the board of the last move

    def __call__(self, board: GomokuBoard, turn: AITurn) -> str:
        """Choose a move. Report a :class:`~board_core.Thought` after each depth and at
        each stop.
        """
        with garbage_collection_off():
            return self._choose(board, turn)

    def _choose(self, board: GomokuBoard, turn: AITurn) -> str:
        time_manager = GomokuTimeManager(turn, self._skill.nodes)
        tables(board.size, board.rule).tidy()
        if board.opening and board.opening not in CHOOSING_STAGES:
            return board.text(self._laid(board, time_manager))
        seen = self._seen(board)
        known = [at for at in book_moves(board) if at in seen] if self._skill.book else []
        if known:
            return board.text(self._chance.choice(known))
        thinker = Thinker(
            GomokuSearchPosition.of(board),
            seen,
            Effort(time_manager.late, time_manager.max_nodes),
            memory=self._remembered(board),
            taste=[self._chance.randint(0, TASTE_POINTS) for _ in board.cells],
            phase_nodes=time_manager.phase_nodes,
        )
        for found in self._look(thinker, time_manager.max_depth):
            turn.report(thought(board, found, turn.elapsed))
            if time_manager.enough(found):
                break
        return taken(board, found.score) or board.text(found.line[0])

    def _remembered(self, board: GomokuBoard) -> GomokuMemory:
        """Return the memory of this game; a new one if the last move was of another game."""
        if self._last is None or not continues(self._last, board):
            self._memory = GomokuMemory()
        self._memory.tidy()
        self._last = board.copy()
        return self._memory

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
        depth = self._skill.depth
        if depth is None:
            return thinker.deep(max_depth)
        return thinker.shallow(min(max_depth, depth + (self._chance.random() < self._skill.deeper)))

    def _seen(self, board: GomokuBoard) -> set[int]:
        """Return the legal points that are not overlooked, at least one."""
        legal, oversight = board.legal(), self._skill.oversight
        if len(board.cells) - board.cells.count(EMPTY) < STONES_OVERSEEN:
            return set(legal)
        return {at for at in legal if self._chance.random() >= oversight} or set(legal)


def continues(before: GomokuBoard, board: GomokuBoard) -> bool:
    """Return whether a board has the stones of an earlier one, and more."""
    return (
        (before.size, before.rule) == (board.size, board.rule)
        and before.cells.count(EMPTY) > board.cells.count(EMPTY)
        and all(old in (EMPTY, new) for old, new in zip(before.cells, board.cells, strict=True))
    )


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


class GomokuAnalyst:
    """Reports the best ``lines`` moves of a position, each with its score and what follows.

    It uses no book, which would tell one move without a score. While stones of an opening are laid
    it does what ``hard`` does: their worth is no score of a move.
    """

    def __init__(self, lines: int) -> None:
        self._lines = lines

    def __call__(self, board: GomokuBoard, turn: AITurn) -> str:
        """Search until the question is withdrawn or its limits are reached; return the best move.

        After each depth it reports a :class:`~board_core.Thought` for every line, the best first.
        """
        if board.opening and board.opening not in CHOOSING_STAGES:
            return SearchingGomoku()(board, turn)
        with garbage_collection_off():
            return self._analysed(board, turn)

    def _analysed(self, board: GomokuBoard, turn: AITurn) -> str:
        time_manager, legal = GomokuTimeManager(turn), board.legal()
        tables(board.size, board.rule).tidy()
        effort = Effort(time_manager.late, time_manager.max_nodes)
        thinker = Thinker(
            *(GomokuSearchPosition.of(board), set(legal), effort),
            phase_nodes=time_manager.phase_nodes,
        )
        best, score = legal[0], 0  # for who withdraws the question at once
        for found in thinker.several(self._lines, time_manager.max_depth):
            best, score = found[0].line[0], found[0].score
            for rank, report in enumerate(found, start=1):
                turn.report(replace(thought(board, report, turn.elapsed), rank=rank))
            if time_manager.enough(found[0]):
                break
        return taken(board, score) or board.text(best)
