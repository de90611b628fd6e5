"""Ctrl-C and other signals as messages, so that running games can be ended cleanly."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from board_core.fast_dataclass import dataclass
from board_core.game.timesource import RealTime

from .ignored_signals import is_ignored
from .senders import attributed

CTRL_C_EXIT_CODE = 130
"""The exit code after Ctrl-C, as in shells."""

REPEAT_SECONDS = 2.0
"""Seconds after Ctrl-C in which pressing it again says nothing new."""
RAISE_AGAIN_SECONDS = 0.05

_ctrl_c_at = -REPEAT_SECONDS
"""When Ctrl-C last counted. Signals belong to the process, and so does this."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A signal that asks the program to end."""

    number: int

    @property
    def exit_code(self) -> int:
        """Return 130 after Ctrl-C and 143 after SIGTERM, as in shells."""
        return 128 + self.number


ENDING_SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals of Ctrl-C, SIGTERM, and a closed terminal."""


@contextmanager
def interrupts(tell: Callable[[Interrupted], None]) -> Iterator[None]:
    """Report the first signal of each kind; a second one is handled as before.

    ``tell`` may be called between any two bytecodes of the main thread, so it must be as safe as
    ``SimpleQueue.put``. A hosted program that sends a signal loses for it
    (:mod:`board_core.supervise.senders`). An ignored signal (``nohup``) stays ignored. On other
    threads, where Python allows no handlers, this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in ENDING_SIGNALS}

    def handle(number: int, frame: FrameType | None) -> None:
        global _ctrl_c_at
        if number == signal.SIGINT:
            _ctrl_c_at = RealTime().now()
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


def raise_keyboard_interrupt_once() -> None:
    """Let Ctrl-C raise KeyboardInterrupt once, even if it is pressed repeatedly.

    Pressing it three times means the same as once; further exceptions would interrupt the orderly
    end of games. Where Python drops exceptions, as in an import callback, it is raised afterwards.
    Call on the main thread.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _raise_once)
        sys.unraisablehook = _raise_again


def _raise_once(number: int, frame: FrameType | None) -> None:
    global _ctrl_c_at
    now = RealTime().now()
    if now - _ctrl_c_at >= REPEAT_SECONDS:
        _ctrl_c_at = now
        raise KeyboardInterrupt


def _raise_again(dropped: sys.UnraisableHookArgs) -> None:
    """Raise a dropped Ctrl-C again after this hook, which also drops exceptions, has returned."""
    if dropped.exc_type is KeyboardInterrupt:
        threading.Timer(RAISE_AGAIN_SECONDS, _press_again).start()
    else:
        sys.__unraisablehook__(dropped)


def _press_again() -> None:
    global _ctrl_c_at
    _ctrl_c_at = -REPEAT_SECONDS
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGINT)  # a real signal, which also wakes a waiting thread
