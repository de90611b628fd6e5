"""Players' scores as numbers for a bar and a graph: pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from board_core import Color, MovePlayed, Score, Thought
from board_core.author.analysis import winning_chances


def advantage(score: Score, side: Color) -> float:
    """Return the advantage from -1 (Black wins) to 1 (White wins); ``side`` reported the score."""
    chances = winning_chances(score)
    return chances if side is Color.WHITE else -chances


def score_text(score: Score, side: Color) -> str:
    """Return a score from White's point of view: ``+0.35``, ``-#4``."""
    sign = 1 if side is Color.WHITE else -1
    if score.mate is not None:
        return f"{'-' if score.mate * sign < 0 else '+'}#{abs(score.mate)}"
    return f"{(score.cp or 0) * sign / 100:+.2f}"


def curve(
    played: Sequence[MovePlayed], judged: Sequence[Thought | None]
) -> Iterator[tuple[int, float]]:
    """Return the plies with a score, each with its mover's view of the advantage."""
    for event, thought in zip(played, judged, strict=True):
        if thought is not None and thought.score is not None:
            yield event.ply + 1, advantage(thought.score, event.color)
