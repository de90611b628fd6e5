"""The engine that answers at once: built when there is a C compiler, and what it notes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from measuring import HERE


@dataclass(frozen=True, slots=True)
class Note:
    """One answer of an engine, as it noted it itself; times in ns of the monotonic clock."""

    started: int  # tells the engines apart that share a report
    ply: int
    asked: int
    answered: int


def notes(report: str) -> list[Note]:
    return [Note(*map(int, line.split())) for line in report.splitlines()]


def build_engine(folder: Path, wanted: str = "auto") -> list[str]:
    """Return the engine's command; compile it into the folder unless "python" is wanted."""
    compiler = shutil.which("cc")
    if wanted != "python" and compiler:
        binary, source = folder / "instant_engine", HERE / "instant_engine.c"
        subprocess.run([compiler, "-O2", "-o", str(binary), str(source)], check=True)
        return [str(binary)]
    return [sys.executable, "-I", "-S", "-u", str(HERE / "instant_engine.py")]
