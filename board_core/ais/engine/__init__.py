"""The built-in AIs as a program of its own, for any chess program to talk to.

=========  ==========================================================
`asking`   puts a question to an AI outside of a game
`limits`   what a ``go`` of UCI allows
`uci`      the engine's side of UCI
`san`      the player's side of SAN lines, the contest's protocol
=========  ==========================================================

Each side of a dialogue hears lines and says lines; whoever runs it owns the streams.
"""

from __future__ import annotations

from .san import SanPlayer
from .uci import UciEngine

__all__ = ["SanPlayer", "UciEngine"]
