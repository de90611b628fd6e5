"""Signals that this process ignores without its child programs ignoring them too.

Children inherit ignored signals, even after ``exec``, but not handled ones.
"""

from __future__ import annotations

import signal
from types import FrameType

INHERITED_SIGNALS = ("SIGINT", "SIGHUP")
"""The signals that ``nohup``, background shells and many CI systems ignore."""


def ignore_here_alone(number: int) -> None:
    """Ignore a signal without passing that on to new programs. For the main thread."""
    signal.signal(number, _ignore)


def ignore_inherited_here_alone() -> None:
    """Go on ignoring the inherited signals, without passing them on. For the main thread."""
    for name in INHERITED_SIGNALS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            ignore_here_alone(number)


def is_ignored(number: int) -> bool:
    """Return True if a signal has no effect on this process."""
    return signal.getsignal(number) in (signal.SIG_IGN, _ignore)


def _ignore(number: int, frame: FrameType | None) -> None:
    """Do nothing: a handler is not inherited, unlike an ignored signal."""
