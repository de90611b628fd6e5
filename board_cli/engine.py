"""``board engine``: a built-in AI as a program, on this one's own input and output."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from board_core.ais import Level
from board_core.ais.engine import SanPlayer, UciEngine

from .interrupt import INTERRUPTED


def run_engine(
    protocol: str,
    level: Level,
    seed: int | None,
    move_time: float,
    lines: Iterable[str],
    stream: TextIO,
) -> int:
    """Until the lines end, or one says so."""

    def say(line: str) -> None:
        print(line, file=stream, flush=True)

    engine: UciEngine | SanPlayer
    if protocol == "uci":
        engine = UciEngine(say, level, seed)
    else:
        engine = SanPlayer(say, level, seed, move_time)
    try:
        for line in lines:
            if not engine.heard(line):
                break
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        engine.close()
    return 0
