"""How long a player takes for its moves, and where the time goes."""

from .positions import POSITIONS, BenchPosition
from .profiling import CostlyLine, Profiler, costliest, run_profiled
from .timing import Spread, Timing, measured, spread

__all__ = [
    "POSITIONS",
    "BenchPosition",
    "CostlyLine",
    "Profiler",
    "Spread",
    "Timing",
    "costliest",
    "measured",
    "run_profiled",
    "spread",
]
