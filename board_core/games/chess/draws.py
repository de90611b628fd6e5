"""Which drawn positions end a game by themselves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawRules:
    """Stalemate always ends a game; the rest is chosen here.

    Numbers in the comments are articles of the FIDE Laws of Chess (2023).
    """

    fifty_moves: bool = False  # 9.3, claimable
    threefold: bool = False  # 9.2, claimable
    seventy_five_moves: bool = True  # 9.6.2
    fivefold: bool = True  # 9.6.1
    insufficient_material: bool = True  # 5.2.2, dead position
    claims: bool = True  # the side to move may claim 9.2 and 9.3 where they do not end the game


FIDE = DrawRules()
"""The Laws of Chess: threefold repetition and fifty moves have to be claimed."""

NO_CLAIMS = DrawRules(
    fifty_moves=True,
    seventy_five_moves=False,
    fivefold=False,
    insufficient_material=False,
    claims=False,
)
"""Fifty moves and stalemate alone, as a programming course may want it: nobody claims a draw."""

ENGINE = DrawRules(fifty_moves=True, threefold=True)
"""As match runners do: nothing has to be claimed."""

PRESETS = {"fide": FIDE, "no-claims": NO_CLAIMS, "engine": ENGINE}
