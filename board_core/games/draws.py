"""Draw rules: the drawn positions that end a game without a claim."""

from __future__ import annotations

from board_core.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class DrawRules:
    """The draws that end a game at once. Stalemate always does.

    Numbers in the comments are articles of the FIDE Laws of Chess (2023).
    """

    fifty_moves: bool = False  # 9.3, claimable
    threefold: bool = False  # 9.2, claimable
    seventy_five_moves: bool = True  # 9.6.2
    fivefold: bool = True  # 9.6.1
    insufficient_material: bool = True  # 5.2.2, dead position
    claims: bool = True  # the side to move may claim 9.2 and 9.3 where they do not end the game


FIDE = DrawRules()
"""The Laws of Chess: a player must claim threefold repetition and fifty moves."""

NO_CLAIMS = DrawRules(
    fifty_moves=True,
    seventy_five_moves=False,
    fivefold=False,
    insufficient_material=False,
    claims=False,
)
"""Stalemate and fifty moves end a game. Nobody may claim: the organiser judges everything else."""

ENGINE = DrawRules(fifty_moves=True, threefold=True)
"""The rules of match runners: threefold repetition and fifty moves end a game without a claim."""

PRESETS = {"fide": FIDE, "no-claims": NO_CLAIMS, "engine": ENGINE}
"""Draw rules by their names in files and on command lines."""
