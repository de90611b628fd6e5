"""A thread that lives as long as the host, to start sandboxed programs on."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

T = TypeVar("T")


class Starter(Generic[T]):
    """Owns one daemon thread, from its first use to the end of the host.

    Linux tells a process whose parent has ended when the *thread* ends that started it. What asks
    for that (bubblewrap with ``--die-with-parent``) must not be started by the thread of a game.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tasks: queue.SimpleQueue[tuple[Callable[[], T], Future[T]]] = queue.SimpleQueue()
        self._owner = 0

    def run(self, task: Callable[[], T]) -> T:
        """What the task returns or raises, on that thread."""
        future: Future[T] = Future()
        with self._lock:
            if self._owner != os.getpid():  # the first, or this host is a fork
                self._owner, self._tasks = os.getpid(), queue.SimpleQueue()
                threading.Thread(
                    target=_work, args=[self._tasks], name="starter", daemon=True
                ).start()
            self._tasks.put((task, future))
        return future.result()


def _work(tasks: queue.SimpleQueue[tuple[Callable[[], T], Future[T]]]) -> None:
    while True:
        task, future = tasks.get()
        try:
            future.set_result(task())
        except BaseException as error:
            future.set_exception(error)
        del task, future
