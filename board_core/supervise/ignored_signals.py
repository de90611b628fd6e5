"""Signals that this process ignores and the programs that it starts do not.

What a process ignores its children ignore too, also after ``exec``; what it handles they do not.
"""

from __future__ import annotations

import signal
from types import FrameType

INHERITED_SIGNALS = ("SIGINT", "SIGHUP")
"""What ``nohup``, a shell's background and many systems of continuous integration ignore."""


def ignore_here_alone(number: int) -> None:
    """Ignore a signal; programs that are started from now on do not. For the main thread."""
    signal.signal(number, _ignore)


def ignore_inherited_here_alone() -> None:
    """Go on ignoring what whoever started this process has it ignore. For the main thread."""
    for name in INHERITED_SIGNALS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            ignore_here_alone(number)


def is_ignored(number: int) -> bool:
    """Say whether a signal has no effect on this process."""
    return signal.getsignal(number) in (signal.SIG_IGN, _ignore)


def _ignore(number: int, frame: FrameType | None) -> None:
    """Have no effect."""
