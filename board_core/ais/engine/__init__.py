"""The built-in AIs as programs, for any host that speaks UCI or SAN lines.

=========  ==========================================================
`asking`   questions to an AI outside of a game
`limits`   the limits of a UCI ``go``
`uci`      the engine's side of UCI
`san`      the player's side of SAN lines, the contest's protocol
=========  ==========================================================

Each side of a dialogue receives and sends lines; its caller owns the streams.
"""

from __future__ import annotations

from .san import SanPlayer
from .uci import UciEngine

__all__ = ["SanPlayer", "UciEngine"]
