"""Measurements of a player's time per move, and profiles that show where the time goes.

May import ``match`` and what is below, but no game. Read first: ``timing.py``.
"""

from .profiling import CostlyLine, Profiler, costliest, run_profiled
from .timing import Spread, Timing, measured, positions_of, spread

__all__ = [
    "CostlyLine",
    "Profiler",
    "Spread",
    "Timing",
    "costliest",
    "measured",
    "positions_of",
    "run_profiled",
    "spread",
]
