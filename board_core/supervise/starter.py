"""Threads that live as long as the host, to start programs on."""

from __future__ import annotations

import ctypes
import os
import platform
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from typing import Generic, TypeVar

from .syscalls import CALL_NUMBERS, MACHINE_NUMBERS

T = TypeVar("T")

JOIN_SESSION_KEYRING = 1


class Starter(Generic[T]):
    """Owns one daemon thread, from its first use to the end of the host.

    Linux tells a process whose parent has ended when the *thread* ends that started it. What asks
    for that (bubblewrap with ``--die-with-parent``) must not be started by the thread of a game.
    Nor does what is started here share the keys of the person who runs the board, unless
    ``shares_keys``. And Ctrl-C, which the main thread may get between any two of its steps, never
    comes between the start of a process and the note of its number.
    """

    def __init__(self, *, shares_keys: bool = False) -> None:
        self._shares_keys = shares_keys
        self._lock = threading.Lock()
        self._tasks: queue.SimpleQueue[tuple[Callable[[], T], Future[T]]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def run(self, task: Callable[[], T]) -> T:
        """Run the task on that thread; return its result or raise its exception.

        Ctrl-C is raised when the task is done: what it has made must have an owner by then.
        """
        future: Future[T] = Future()
        with self._lock:
            if self._thread is None or not self._thread.is_alive():  # or this host is a fork
                self._tasks = queue.SimpleQueue()
                work = _work if self._shares_keys else _work_without_keys
                self._thread = threading.Thread(
                    target=work, args=[self._tasks], name="starter", daemon=True
                )
                self._thread.start()
        try:
            self._tasks.put((task, future))
            return future.result()
        finally:
            if not future.cancel():  # else Ctrl-C came before it was begun
                wait([future])


UNBROKEN_STARTER: Starter[None] = Starter(shares_keys=True)


def run_unbroken(task: Callable[[], None]) -> None:
    """Run a task; Ctrl-C, which only the main thread gets, is raised when the task is done."""
    if threading.current_thread() is threading.main_thread():
        UNBROKEN_STARTER.run(task)
    else:
        task()


@contextmanager
def running_on(cores: frozenset[int] | None) -> Iterator[None]:
    """Let this thread, and what it starts meanwhile, run on these processors only (Linux).

    Raises OSError if there is none of them.
    """
    if sys.platform != "linux" or cores is None:
        yield
        return
    usual = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, usual)


def _leave_keys() -> None:
    """Join a session keyring of this thread's own, empty (keyctl(2))."""
    number = CALL_NUMBERS["keyctl"][list(MACHINE_NUMBERS).index(platform.machine())]
    assert number is not None
    ctypes.CDLL(None).syscall(number, JOIN_SESSION_KEYRING, None)


def _work_without_keys(tasks: queue.SimpleQueue[tuple[Callable[[], T], Future[T]]]) -> None:
    if sys.platform == "linux":
        with suppress(ValueError, OSError):  # an unknown machine
            _leave_keys()
    _work(tasks)


def _work(tasks: queue.SimpleQueue[tuple[Callable[[], T], Future[T]]]) -> None:
    while True:
        task, future = tasks.get()
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(task())
            except BaseException as error:
                future.set_exception(error)
        del task, future
