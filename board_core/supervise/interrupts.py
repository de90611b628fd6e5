"""Ctrl-C and other signals as messages, so that what runs can be ended in good order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from .ignored_signals import is_ignored
from .senders import attributed

CTRL_C_EXIT_CODE = 130
"""As shells have it."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A signal that asks the program to end."""

    number: int

    @property
    def exit_code(self) -> int:
        """130 after Ctrl-C, 143 after SIGTERM, as shells have it."""
        return 128 + self.number


ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Ctrl-C, SIGTERM, and a terminal that was closed."""


@contextmanager
def interrupts(tell: Callable[[Interrupted], None]) -> Iterator[None]:
    """Tell of the first signal of each kind; a second one ends the program as usual.

    ``tell`` is called between any two steps of the main thread: ``SimpleQueue.put`` may be.
    A signal that a hosted program sent is charged to it (:mod:`board_core.supervise.senders`).
    A signal that is ignored (``nohup``) stays so. Elsewhere than on the main thread, where
    Python allows no handlers, nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING_SIGNALS}

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
