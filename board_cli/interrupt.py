"""Ctrl-C and SIGTERM as news among the rest, so that whatever runs can be ended in good order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Somebody wants the program to end."""

    number: int

    @property
    def exit_code(self) -> int:
        """130 after Ctrl-C and 143 after SIGTERM, as shells have it."""
        return 128 + self.number


@contextmanager
def interrupts(tell: Callable[[Interrupted], None]) -> Iterator[None]:
    """Tell of the first signal of each kind; a second one ends the program as ever.

    ``tell`` is called between any two steps of the main thread: ``SimpleQueue.put`` may be.
    Elsewhere than on the main thread, where Python allows no handlers, nothing is done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:
        signal.signal(number, before[signal.Signals(number)])
        tell(Interrupted(number))

    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in signals}
    try:
        for number in signals:
            signal.signal(number, handle)
        yield
    finally:
        for number in signals:
            signal.signal(number, before[number])
