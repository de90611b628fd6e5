"""Keeps Python's garbage collector away from the tables of lines.

The tables hold some hundred thousand objects and hardly any cycle. A full collection visits all of
them and takes a tenth of a second or more, during which no search looks at the clock.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_thinking = 0  # players that think at this moment
_collects = True  # whether collection was on before they began


@contextmanager
def uncollected() -> Iterator[None]:
    """Turn collection off while somebody thinks; objects made meanwhile are never visited later.

    This affects the whole process, until it calls ``gc.unfreeze``.
    """
    global _thinking, _collects
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
