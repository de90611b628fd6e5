"""The strengths of the gomoku player: what it lacks at each Elo rating.

The scale is relative: it comes from games between these players alone, ``medium`` has 1000 by
definition, and only differences mean something. It is not the scale of chess, of people or of
Gomocup. ``docs/levels.md`` has the measurements.
"""

from __future__ import annotations

from itertools import pairwise
from math import exp, log

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import Sentence, say


@dataclass(frozen=True, slots=True)
class GomokuSkill:
    """The limits of a player. The defaults are the full strength of the search."""

    depth: int | None = None
    """Greatest depth in plies, without a search of forced wins; None: all searches."""
    deeper: float = 0.0
    """Share of its moves for which it searches one ply deeper."""
    oversight: float = 0.0
    """Share of the points that it overlooks, anew for each move."""
    nodes: int | None = None
    """Greatest number of positions for a move."""
    book: bool = True
    """Whether it knows the openings."""


FULL_SKILL = GomokuSkill()
MEDIUM_SKILL = GomokuSkill(depth=2, book=False)


@dataclass(frozen=True, slots=True)
class SkillPoint:
    """The skill at a strength, in real numbers; between two points it is interpolated."""

    elo: int
    oversight: float = 0.0
    depth: float = 2.0  # plies
    nodes: int = 0  # 0: limited by the depth


SKILL_CURVE = (
    SkillPoint(400, oversight=0.62),
    SkillPoint(580, oversight=0.45),
    SkillPoint(730, oversight=0.3),
    SkillPoint(850, oversight=0.15),
    SkillPoint(1000),
    SkillPoint(1010, nodes=3_000),
    SkillPoint(1280, nodes=6_500),
    SkillPoint(1400, nodes=14_000),
    SkillPoint(1500, nodes=30_000),
    SkillPoint(1600, nodes=60_000),
)
"""What a player lacks, by strength. ``benchmarks/gomoku.py ladder`` measures it."""

GOMOKU_LEVELS = {"random": 0, "easy": 400, "medium": 1000, "hard": 1600}
"""The ratings of the named levels, the weakest first: of ``hard`` with 60,000 positions a move."""

GOMOKU_ELOS = range(SKILL_CURVE[0].elo, SKILL_CURVE[-1].elo + 1)
"""The Elo ratings that a player can have."""


def skill_at(elo: int) -> GomokuSkill:
    """Return the skill of a rating in :data:`GOMOKU_ELOS`."""
    low, high = next((low, high) for low, high in pairwise(SKILL_CURVE) if elo <= high.elo)
    share = (elo - low.elo) / (high.elo - low.elo)
    if low.nodes:
        nodes = exp(log(low.nodes) + share * (log(high.nodes) - log(low.nodes)))
        return GomokuSkill(nodes=round(nodes))
    depth = low.depth + share * (high.depth - low.depth)
    return GomokuSkill(
        depth=int(depth),
        deeper=depth % 1,
        oversight=low.oversight + share * (high.oversight - low.oversight),
        book=False,
    )


def explain_gomoku_level(elo: int) -> Sentence:
    """Return what the player of a rating lacks."""
    skill = skill_at(elo)
    if skill.nodes is not None:
        return say("sees every point, but looks at {nodes} positions at most", nodes=skill.nodes)
    return say(
        "overlooks about {share:.0%} of the points; looks {plies:.1f} plies ahead",
        share=skill.oversight,
        plies=(skill.depth or 0) + skill.deeper,
    )
