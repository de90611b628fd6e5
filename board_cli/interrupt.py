"""Ctrl-C and its like as news among the rest, so that whatever runs can be ended in good order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from board_core.supervise.ignored_signals import is_ignored
from board_core.supervise.senders import attributed

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Somebody wants the program to end."""

    number: int

    @property
    def exit_code(self) -> int:
        """130 after Ctrl-C, 143 after SIGTERM, as shells have it."""
        return 128 + self.number


SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Ctrl-C, the polite kill, and a terminal that has been closed."""


@contextmanager
def interrupts(tell: Callable[[Interrupted], None]) -> Iterator[None]:
    """Tell of the first signal of each kind; a second one ends the program as ever.

    ``tell`` is called between any two steps of the main thread: ``SimpleQueue.put`` may be.
    One that a program sent is the program's loss (:mod:`board_core.supervise.senders`).
    A signal that is ignored (``nohup``) stays so. Elsewhere than on the main thread, where
    Python allows no handlers, nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def handle(number: int, frame: FrameType | None) -> None:
        signal.signal(number, before[signal.Signals(number)])
        tell(Interrupted(number))

    try:
        for number in before:
            if not is_ignored(number):
                signal.signal(number, handle)
        with attributed():
            yield
    finally:
        for number, usual in before.items():
            signal.signal(number, usual)
