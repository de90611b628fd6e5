"""``board contest resume``: continue a contest that was begun."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import Any

from board_cli.contest.access import contest_in

from .run import run as run_contest

EXAMPLES = (("board contest resume spring", ""),)


@wraps(run_contest)
def run(folder: Path = Path(), **options: Any) -> None:
    contest_in(folder)  # refuses a contest that was not begun
    run_contest(folder, **options)
