"""The common part of all written forms: points from the top left, and the steps of an opening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Move, Rules

from .swap2 import SWAP2

Point = tuple[int, int]
"""Column from the left and row from the top, both from 0."""


def point_of(rules: Rules, move: str) -> Point:
    return rules.geometry.at(move)


def text_of(rules: Rules, point: Point) -> str:
    """Return the move's text; the point need not be on the board."""
    files, ranks = rules.geometry.size
    column, row = point
    return (
        f"{rules.geometry.column_labels[column]}{ranks - row}"
        if 0 <= column < files
        else f"{point}"
    )


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """A move of the opening swap2, and the stones before and after it."""

    move: Move
    before: Mapping[str, str]
    after: Mapping[str, str]
    recorded: bool  # False if the set-up contains it


def opening_of(rules: Rules, setup: str | None, moves: Iterable[Move]) -> list[OpeningStep]:
    """Return the moves of a game's opening; none if it had no opening."""
    given = (setup or "").lower().split()
    if given[:1] != [SWAP2]:
        return []
    position, steps = rules.start(SWAP2), list[OpeningStep]()
    texts = [(text, False) for text in given[1:]] + [(move, True) for move in moves]
    for text, recorded in texts:
        if not position.native.opening:
            break
        move = position.parse(text)
        after = position.play(move)
        steps.append(OpeningStep(move, position.pieces(), after.pieces(), recorded))
        position = after
    return steps
