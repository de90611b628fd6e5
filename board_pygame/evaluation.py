"""What players say of the position, as numbers a bar and a graph can show: pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan, pi

from board_core import Color, MovePlayed, Score, Thought

STEEPNESS = 250.0
"""Centipawns at which half of the way to a certain win is shown."""


def advantage(score: Score, side: Color) -> float:
    """From -1 (Black wins) to 1 (White wins); ``side`` is who said it.

    An arctangent: a pawn is well seen, and a queen more is not the end of the scale.
    """
    if score.mate is not None:
        share = 1.0 if score.mate > 0 else -1.0
    else:
        share = atan((score.cp or 0) / STEEPNESS) / (pi / 2)
    return share if side is Color.WHITE else -share


def score_text(score: Score, side: Color) -> str:
    """From White's point of view: ``+0.35``, ``-#4``."""
    sign = 1 if side is Color.WHITE else -1
    if score.mate is not None:
        return f"{'-' if score.mate * sign < 0 else '+'}#{abs(score.mate)}"
    return f"{(score.cp or 0) * sign / 100:+.2f}"


def curve(
    played: Sequence[MovePlayed], judged: Sequence[Thought | None]
) -> Iterator[tuple[int, float]]:
    """A ply and the advantage its mover saw, wherever one was told."""
    for event, thought in zip(played, judged, strict=True):
        if thought is not None and thought.score is not None:
            yield event.ply + 1, advantage(thought.score, event.color)
