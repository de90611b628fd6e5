"""Ignore signals in this process, but not in its child programs.

Children inherit ignored signals, even after ``exec``, but not handled ones.
"""

from __future__ import annotations

import signal
from types import FrameType

IGNORED_BY_PYTHON = frozenset(
    getattr(signal, name) for name in ("SIGPIPE", "SIGXFZ", "SIGXFSZ") if hasattr(signal, name)
)
"""The signals that Python ignores itself; subprocess gives its programs their usual effect."""


def ignore_here_alone(number: int) -> None:
    """Ignore a signal in this process only. Call on the main thread."""
    signal.signal(number, _ignore)


def ignore_inherited_here_alone() -> None:
    """Keep ignoring inherited signals, in this process only. Call on the main thread.

    ``nohup``, background shells, many CI systems and careless parents ignore some. SIGCHLD is reset
    to its default: while it is ignored, exit codes are lost.
    """
    for number in signal.valid_signals() - IGNORED_BY_PYTHON:
        if signal.getsignal(number) is not signal.SIG_IGN:
            continue
        if number == getattr(signal, "SIGCHLD", None):
            signal.signal(number, signal.SIG_DFL)
        else:
            ignore_here_alone(number)


def is_ignored(number: int) -> bool:
    """Return True if a signal has no effect on this process."""
    return signal.getsignal(number) in (signal.SIG_IGN, _ignore)


def _ignore(number: int, frame: FrameType | None) -> None:
    """Do nothing: a handler is not inherited, unlike an ignored signal."""
