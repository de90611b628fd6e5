"""Built-in AIs: functions for :class:`~board_core.players.InProcessAI`.

``levels`` has the ladders; ``hard``, ``gomoku`` and ``chess3d`` are searches, which nothing
else imports; ``builds`` tells which of them are machine code; ``engine`` offers all AIs to other
programs. May import ``games`` and what is below. Read first: ``greedy.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .any_game import OnePly, RandomMoves
from .builds import SearchBuild, search_build
from .chess_time import FULL_SKILL, Skill
from .greedy import Greedy
from .levels import (
    GOMOKU_ELOS,
    GOMOKU_LEVELS,
    LADDER,
    LEVEL_ELOS,
    MEDIUM_SKILL,
    Level,
    explain_gomoku_level,
    explain_level,
    gomoku_skill_at,
    level_at,
)

__all__ = [
    "AIS",
    "ANY_GAME",
    "CHESS_3D_AIS",
    "GOMOKU_AIS",
    "GOMOKU_ELOS",
    "GOMOKU_LEVELS",
    "LADDER",
    "LEVEL_ELOS",
    "THINKERS",
    "VARIANT_AIS",
    "Greedy",
    "Level",
    "OnePly",
    "RandomMoves",
    "SearchBuild",
    "Skill",
    "chess_3d_analyst",
    "chess_analyst",
    "explain_gomoku_level",
    "explain_level",
    "gomoku_analyst",
    "gomoku_level_at",
    "level_at",
    "search_build",
]

Maker = Callable[[int | None], Callable[..., Any]]
"""A function that makes an AI from a seed. Equal seeds play equal games; None plays at random."""

ANY_GAME: dict[str, Maker] = {"random": RandomMoves, "greedy": OnePly}
"""AIs that play every game, the weaker one first."""


def _hard(seed: int | None = None) -> Callable[..., Any]:
    from .strongest import Strongest  # imported when it is needed: it computes tables on import

    return Strongest(seed)


def _medium(seed: int | None = None) -> Callable[..., Any]:
    from .gomoku import SearchingGomoku

    return SearchingGomoku(seed, MEDIUM_SKILL)


def _easy(seed: int | None = None) -> Callable[..., Any]:
    from .gomoku import EasyGomoku

    return EasyGomoku(seed)


def chess_analyst(lines: int) -> Callable[..., Any]:
    """Make a function that reports the best ``lines`` moves of a chess position until it is told
    to stop.
    """
    from .hard import ChessAnalyst  # imported when it is needed: it computes tables on import

    return ChessAnalyst(lines)


def gomoku_analyst(lines: int) -> Callable[..., Any]:
    """Make a function that reports the best ``lines`` moves of a position of gomoku or renju."""
    from .gomoku import GomokuAnalyst  # likewise

    return GomokuAnalyst(lines)


def chess_3d_analyst(lines: int) -> Callable[..., Any]:
    """Make a function that reports the best ``lines`` moves of a position of 3D chess until it is
    told to stop.
    """
    from .chess3d import Chess3DAnalyst  # likewise

    return Chess3DAnalyst(lines)


BEST_AIS: dict[str, Maker] = {"hard": _hard}

AIS: dict[str, Maker] = {level.name: level for level in LADDER} | BEST_AIS
"""The AIs of chess by name, the weakest first.

``hard``, the only one without limits of its own, repeats its games only where depth or nodes are
limited and time is not.
"""

VARIANT_AIS: dict[str, Maker] = {name: AIS[name] for name in ("random", "greedy")}
"""The AIs of chess that know its variants, and castling in Chess960."""

GOMOKU_AIS: dict[str, Maker] = {
    "random": RandomMoves,
    "easy": _easy,
    "medium": _medium,
    **BEST_AIS,
}


def gomoku_level_at(elo: int) -> Maker:
    """Return the gomoku AI of a rating in :data:`GOMOKU_ELOS`."""
    skill = gomoku_skill_at(elo)

    def make(seed: int | None = None) -> Callable[..., Any]:
        from .gomoku import SearchingGomoku

        return SearchingGomoku(seed, skill)

    return make


def _greedy_3d(seed: int | None = None) -> Callable[..., Any]:
    from .chess3d import GreedyChess3D

    return GreedyChess3D(seed)


def _searching_3d(skill: Skill) -> Maker:
    def make(seed: int | None = None) -> Callable[..., Any]:
        from .chess3d import SearchingChess3D

        return SearchingChess3D(seed, skill)

    return make


CHESS_3D_AIS: dict[str, Maker] = {
    "random": RandomMoves,
    "greedy": _greedy_3d,
    "easy": _searching_3d(Skill(depth=1, taste=60, haste=0.2)),
    "medium": _searching_3d(Skill(depth=2, taste=20)),
    "hard": _searching_3d(FULL_SKILL),
}
"""The AIs of 3D chess by name, the weakest first."""

THINKERS = frozenset(("medium", *(level.name for level in LADDER if level.skill is not None)))
"""The AIs that search. They do not belong on a game's own thread."""
