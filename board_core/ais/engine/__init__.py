"""The built-in AIs as programs, for any host that speaks UCI, Gomocup's protocol or lines.

Each side of a dialogue (``uci``, ``gomocup``, plain lines in ``asking``) receives and sends lines;
its caller owns the streams, and ``asking`` has the thread that thinks. May import the AIs, and
``protocols``.
Read first: ``uci.py``.
"""

from __future__ import annotations

from .asking import LinesPlayer
from .gomocup import GomocupBrain
from .uci import UciEngine

__all__ = ["GomocupBrain", "LinesPlayer", "UciEngine"]
