"""Removal of processes that a program left behind outside its process group."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from . import watcher
from .processes import holders

log = logging.getLogger(__name__)


def kill_strays(leader: int, home: Path, seconds: float) -> None:
    """Kill daemons, which have the program's folder in their environment.

    The search is repeated until none is found, or ``seconds`` are over: a stray may have started
    others meanwhile. The process ``leader``, which has exited, is left alone.
    """
    mark = f"HOME={home}"
    known: set[int] = {leader}
    deadline = time.perf_counter() + seconds
    while strays := set(watcher.marked(mark)) - {leader}:
        _kill(leader, strays - known)
        known |= strays
        if time.perf_counter() > deadline:
            break


def kill_holders(leader: int, pipes: Iterable[IO[bytes] | None]) -> None:
    """Kill processes that hold the other end of one of these pipes, whatever their environment."""
    ends = {os.fstat(pipe.fileno()).st_ino for pipe in pipes if pipe is not None}
    _kill(leader, holders({f"pipe:[{end}]" for end in ends}))


def _kill(leader: int, pids: Iterable[int]) -> None:
    for pid in pids:
        log.warning("program %s left process %s behind; it is killed", leader, pid)
        watcher.kill_group(pid)
