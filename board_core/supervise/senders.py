"""Attribute signals to their senders: a person's signal works as usual, a program loses for one.

A program outside a sandbox could signal its host, to end the game without a result. The kernel
names a signal's sender only to a thread that waits for the signal, so all other threads block it.
This works on Linux only; elsewhere, and unless attribution is switched on, every signal works as
usual.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from types import FrameType
from typing import Protocol
from weakref import WeakSet

from board_core.fast_dataclass import dataclass

from .environment import is_marked
from .processes import stat_words

log = logging.getLogger(__name__)

SI_USER, SI_TKILL, SI_KERNEL = 0, -6, 0x80
"""Codes with a sender that the kernel filled in, and the code of the terminal and of limits."""

MOST_ANCESTORS = 64  # generations of ancestors to examine


class Suspect(Protocol):
    """A running program of this host."""

    pid: int

    def interfered(self, signal_name: str) -> None:
        """Handle, on the signal thread, that this program sent its host this signal."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Facts about a process that has sent a signal."""

    pid: int
    group: int = 0
    session: int = 0
    ancestors: tuple[int, ...] = ()
    kin: bool = False  # descends from this process, or was started by another host of games


class Effect(Enum):
    USUAL = auto()
    NONE = auto()


def judge_signal(
    number: int,
    code: int,
    sender: Sender | None,
    programs: Collection[int],
    only: int | None = None,
) -> Effect | int:
    """Return the process number of the program that sent a signal, or the signal's effect.

    ``sender`` is None if unknown: the kernel, or a process that has ended. ``only`` is the one
    process that may signal this one, if there is just one. If a program may be the sender but
    cannot be identified, the signal has no effect and nobody loses: the sender could have named its
    opponent in its environment, or in the data of ``sigqueue``.
    """
    if code == SI_KERNEL:
        return Effect.NONE if number in CAUSED_FROM_OUTSIDE else Effect.USUAL
    if code not in (SI_USER, SI_TKILL):  # sigqueue, F_SETSIG: any process can forge these facts
        return Effect.NONE
    if sender is not None:
        for pid in (sender.pid, sender.session, sender.group, *sender.ancestors):
            if pid in programs:
                return pid
        if only is None:
            return Effect.NONE if sender.kin else Effect.USUAL
        if sender.pid == only:
            return Effect.USUAL
    return Effect.USUAL if only is None else Effect.NONE


def _numbers(*names: str) -> frozenset[int]:
    return frozenset(int(getattr(signal, name)) for name in names if hasattr(signal, name))


CAUSED_FROM_OUTSIDE = _numbers("SIGIO", "SIGXCPU")
"""Signals that any process of the same user can make the kernel send: F_SETOWN, prlimit."""

WATCHED_SIGNALS = CAUSED_FROM_OUTSIDE | _numbers(
    *("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"),
    *("SIGALRM", "SIGVTALRM", "SIGPROF", "SIGPWR", "SIGSTKFLT"),
)
"""Signals that end a process; those caused by its own faults are left as they are."""

if sys.platform == "linux":
    WAKE, RELAY = signal.SIGRTMAX - 1, signal.SIGRTMAX
    WATCHED_SIGNALS = WATCHED_SIGNALS | frozenset(range(signal.SIGRTMIN, RELAY))

    class SignalWatch:
        """Owns the thread that waits for signals, from :meth:`start` to :meth:`stop`.

        Call both on the main thread, which then blocks the watched signals, as do threads started
        later. Signals with their usual effect are passed on to the main thread.
        """

        def __init__(self) -> None:
            self._lock = threading.Lock()
            self._suspects: WeakSet[Suspect] = WeakSet()
            self._thread: threading.Thread | None = None
            self._only: int | None = None
            self._before: set[int] = set()  # the mask of the main thread
            self._pending: deque[int] = deque()  # to be passed on
            self._passing = False

        def register(self, program: Suspect) -> None:
            """Consider the program as a possible sender, while it is alive."""
            with self._lock:
                self._suspects.add(program)

        def start(self, only: int | None = None) -> bool:
            """Begin; return False if it already runs or this is not the main thread."""
            main = threading.main_thread()
            if self._thread is not None or threading.current_thread() is not main:
                return False
            self._only = only
            signal.signal(RELAY, self._pass_on)
            self._before = set(map(int, signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED_SIGNALS)))
            self._thread = threading.Thread(target=self._wait, name="signals", daemon=True)
            self._thread.start()
            return True

        def stop(self) -> None:
            """End the thread and restore the usual effect of signals."""
            thread, self._thread = self._thread, None
            if thread is None or thread.ident is None:
                return
            with suppress(ProcessLookupError):
                signal.pthread_kill(thread.ident, WAKE)
            thread.join()
            signal.pthread_sigmask(signal.SIG_SETMASK, self._before)
            signal.signal(RELAY, signal.SIG_DFL)

        @contextmanager
        def unblocked(self) -> Iterator[None]:
            """Unblock signals while a process is started, because it inherits this thread's mask.

            A signal that arrives meanwhile has its usual effect, whoever sent it.
            """
            if self._thread is None:
                yield
                return
            mask = signal.pthread_sigmask(signal.SIG_SETMASK, self._before)
            try:
                yield
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)

        @property
        def vouches(self) -> bool:
            """Return True if the signal being handled was judged, or if none is being handled."""
            return self._thread is None or self._passing

        def _wait(self) -> None:
            while True:
                info = signal.sigwaitinfo(WATCHED_SIGNALS)
                if self._thread is None:
                    return
                try:
                    self._heard(info)
                except Exception:
                    log.exception("signal %d could not be judged", info.si_signo)

        def _heard(self, info: signal.struct_siginfo) -> None:
            number, name = info.si_signo, _name(info.si_signo)
            with self._lock:
                programs = {program.pid: program for program in self._suspects}
            sender = _look_at(info.si_pid) if info.si_code in (SI_USER, SI_TKILL) else None
            effect = judge_signal(number, info.si_code, sender, programs.keys(), self._only)
            match effect:
                case Effect.USUAL:
                    if sender is None and info.si_code == SI_USER and info.si_pid and programs:
                        log.warning("%s came from a process that has ended at once", name)
                    self._pending.append(number)
                    signal.pthread_kill(threading.main_thread().ident or 0, RELAY)
                case Effect.NONE if info.si_pid in _ancestors(os.getpid()):
                    log.debug("%s came from whoever started the host, which heard it too", name)
                case Effect.NONE:
                    log.warning("%s was ignored: process %d may be a program", name, info.si_pid)
                case int(pid):
                    programs[pid].interfered(name)

        def _pass_on(self, number: int, frame: FrameType | None) -> None:
            """Pass a signal on to the main thread, between any two of its bytecodes."""
            while self._pending:
                number = self._pending.popleft()
                self._passing = True
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
                try:
                    signal.raise_signal(number)
                finally:
                    signal.pthread_sigmask(signal.SIG_BLOCK, {number})
                    self._passing = False
else:

    class SignalWatch:
        """A stand-in for systems that do not reveal senders: every signal has its usual effect."""

        vouches = True

        def register(self, program: Suspect) -> None: ...

        def start(self, only: int | None = None) -> bool:
            return False

        def stop(self) -> None: ...

        @contextmanager
        def unblocked(self) -> Iterator[None]:
            yield


SIGNAL_WATCH = SignalWatch()


@contextmanager
def attributed() -> Iterator[None]:
    """Make a program that signals this process lose, and ignore the signal.

    Enter it on the main thread before starting other threads; on other threads it does nothing.
    """
    started = SIGNAL_WATCH.start()
    try:
        yield
    finally:
        if started:
            SIGNAL_WATCH.stop()


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _look_at(pid: int) -> Sender | None:
    """Return the facts about a process; None if it has ended or is of another namespace."""
    first = _stat(pid)
    if first is None:
        return None
    _, group, session = first
    ancestors = _ancestors(pid)
    kin = os.getpid() in ancestors or is_marked(pid)
    return Sender(pid, group, session, ancestors, kin)


def _ancestors(pid: int) -> tuple[int, ...]:
    """Return the parents of a process, its own first."""
    found: list[int] = []
    while (
        len(found) < MOST_ANCESTORS and (facts := _stat(pid)) is not None and (pid := facts[0]) > 1
    ):
        found.append(pid)
    return tuple(found)


def _stat(pid: int) -> tuple[int, int, int] | None:
    """Return the parent, the group and the session of a process."""
    try:
        words = stat_words(f"/proc/{pid}/stat")
        return int(words[1]), int(words[2]), int(words[3])
    except (OSError, ValueError, IndexError):
        return None
