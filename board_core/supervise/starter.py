"""Threads that live as long as the host, for starting programs."""

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

    Linux signals the death of a process's parent when the *thread* that started the process ends.
    So a program that asks for this signal (bubblewrap with ``--die-with-parent``) must not be
    started on a game's thread. Unless ``shares_keys``, programs started here do not share the
    keyring of the person who runs the board. And Ctrl-C, which may interrupt the main thread
    anywhere, never comes between starting a process and recording its number.
    """

    def __init__(self, *, shares_keys: bool = False) -> None:
        self._shares_keys = shares_keys
        self._lock = threading.Lock()
        self._tasks: queue.SimpleQueue[tuple[Callable[[], T], Future[T]]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def run(self, task: Callable[[], T]) -> T:
        """Run the task on that thread; return its result or raise its exception.

        Ctrl-C is raised after the task, when its result has an owner.
        """
        future: Future[T] = Future()
        with self._lock:
            if self._thread is None or not self._thread.is_alive():  # or this process is a fork
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
            if not future.cancel():  # otherwise Ctrl-C came before it began
                wait([future])


UNBROKEN_STARTER: Starter[None] = Starter(shares_keys=True)


def run_unbroken(task: Callable[[], None]) -> None:
    """Run a task; Ctrl-C, which only the main thread gets, is raised after the task."""
    if threading.current_thread() is threading.main_thread():
        UNBROKEN_STARTER.run(task)
    else:
        task()


@contextmanager
def running_on(cores: frozenset[int] | None) -> Iterator[None]:
    """Pin this thread, and what it starts meanwhile, to these processors (Linux).

    Raises OSError if none of them exists.
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
    """Give this thread its own, empty session keyring (keyctl(2))."""
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
