"""The opening swap2: stones that leave the sides about equal, and the choice of the better side."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from board_core.games.gomoku.board import GomokuBoard

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
