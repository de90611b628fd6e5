"""The built-in AIs as programs, for any host that speaks UCI, Gomocup's protocol or lines.

=========  ==========================================================
`asking`   questions to an AI outside of a game, and their searches
`limits`   the limits of a UCI ``go``
`options`  the options of the UCI engine
`uci`      the engine's side of UCI
`gomocup`  the program's side of Gomocup's protocol
`lines`    the player's side of lines, the contest's protocol
=========  ==========================================================

Each side of a dialogue receives and sends lines; its caller owns the streams.
"""

from __future__ import annotations

from .gomocup import GomocupBrain
from .lines import LinesPlayer
from .uci import UciEngine

__all__ = ["GomocupBrain", "LinesPlayer", "UciEngine"]
