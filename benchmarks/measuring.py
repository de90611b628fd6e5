"""Shared parts of the benchmarks: a game to replay, medians, and the display of results."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median

from board_core.game.own_process import host_games_only

host_games_only()  # as the frontends do
HERE = Path(__file__).parent
GAME = HERE / "game.txt"
"""A legal game of 200 plies, played at random, that ends in mate."""


def game() -> list[str]:
    return GAME.read_text().split()


def percentile(values: Iterable[float], percent: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]


def ratios(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """Return ratios of measurements made side by side, so that noise affects both alike."""
    return [b / a for a, b in zip(ours, theirs, strict=True)]


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return median(ratios(ours, theirs))


def machine() -> str:
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}"
    return f"{_processor()}, {os.cpu_count()} cores, {system}, {python}{load}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or "unknown processor")


def rss() -> float:
    """Return the MB of memory that this process holds, or its peak on other systems than Linux."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        pass
    else:
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
    try:
        import resource
    except ImportError:
        return float("nan")
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: bool = False) -> None:
    """Print rows under their head; figures stand on the right of a column, words on the left."""
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        first, *rest = (
            cell.rjust(width) if column and not words else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip())
    print()


def goal(
    text: str,
    rounds: Sequence[float],
    unit: str,
    *,
    most: float = 0.0,
    least: float = 0.0,
    by: Callable[[Sequence[float]], float] | None = None,
) -> None:
    """Return one line with a goal, the result, and a mark if it is met.

    The best round decides, since the rest of the machine can only add to a measurement; the median
    of the rounds stands beside it. ``by`` replaces that judgement.
    """
    best = (by or (min if most else max))(rounds)
    met = best <= most if most else best >= least
    bound = f"at most {most:g}" if most else f"at least {least:g}"
    usual = f", median {median(rounds):.3g}" if len(rounds) > 1 and not by else ""
    print(f"{'met   ' if met else 'MISSED'}  {text}: {best:.3g} {unit} ({bound}{usual})")
