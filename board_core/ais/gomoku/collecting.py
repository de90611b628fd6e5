"""Keeps Python's collector of cycles out of the tables of lines.

They hold some hundred thousand objects and hardly a cycle. A full collection walks through all of
them: a tenth of a second and more, in which nobody looks at the clock.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_thinking = 0  # players, at this moment
_collects = True  # when nobody thinks


@contextmanager
def uncollected() -> Iterator[None]:
    """No collection while anybody thinks; what is there in the end is not walked through later.

    That is so for the whole process, until :func:`collect_again`.
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


def collect_again() -> None:
    """The tables are gone: all that was kept from the collector is its own again."""
    gc.unfreeze()
