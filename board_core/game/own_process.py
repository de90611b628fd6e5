"""Interpreter settings for a process that only hosts games.

Frontends and workers apply them at startup. The library changes none in anyone else's process.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

OBJECTS_BEFORE_COLLECTION = 100_000
"""New objects before the garbage collector runs: it does not run while a command is imported, which
saves a tenth of its start, and runs once for some twenty games of a match."""

_hosts_games_only = False
_lock = Lock()
_thinking = 0  # players that are thinking now
_collects = True  # whether collection was on before they began


def host_games_only() -> None:
    """From now on switch threads after 1 ms instead of 5 ms, and collect garbage less often.

    Otherwise a thread that computes would delay the reading of answers by up to 5 ms, and the
    collector would take a tenth of the time of a ply.
    """
    global _hosts_games_only
    _hosts_games_only = True
    sys.setswitchinterval(0.001)
    gc.set_threshold(OBJECTS_BEFORE_COLLECTION)


@contextmanager
def garbage_collection_off() -> Iterator[None]:
    """Turn garbage collection off while a player thinks, if this process only hosts games.

    Objects made meanwhile are never collected as cycles. A search's tables can hold several hundred
    thousand objects and hardly any cycles; a full collection would visit them all and take a tenth
    of a second or more, during which no search can check the clock.
    """
    global _thinking, _collects
    if not _hosts_games_only:
        yield
        return
    with _lock:
        if not _thinking:
            _collects = gc.isenabled()
            gc.disable()
        _thinking += 1
    try:
        yield
    finally:
        with _lock:
            _thinking -= 1
            if not _thinking:
                gc.freeze()
                if _collects:
                    gc.enable()


__all__ = ["host_games_only"]
