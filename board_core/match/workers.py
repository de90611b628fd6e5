"""Workers on this machine: each plays one game at a time in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from time import monotonic
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from board_core.supervise.senders import SIGNALS

P = ParamSpec("P")
T = TypeVar("T")

AGAIN = 0.1  # seconds after which a worker that was still starting is told once more

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)

_playing = threading.Event()  # in a worker: whether there is something to break off


class LocalWorkers(Executor):
    """So many worker processes. One that dies takes its own game down and no other.

    A job whose worker dies ends with BrokenProcessPool; the next job finds a new worker in its
    place. With more jobs than workers the rest wait at the workers that have least to do.
    """

    def __init__(self, workers: int) -> None:
        self._lock = threading.Lock()
        self._workers = [_Worker() for _ in range(workers)]

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with self._lock:
            worker = min(self._workers, key=lambda each: len(each.jobs))
            return worker.submit(lambda pool: pool.submit(_do, fn, args, kwargs))

    def break_off(self, job: Future[Any]) -> None:
        """End a running job in good order: it raises KeyboardInterrupt, once.

        A job that has not begun does not hear of it: to be called until the job is done.
        """
        self._signal([job], signal.SIGTERM)

    def end(self, patience: float) -> None:
        """Break off all jobs, also those that are still to begin, and wait for their ends.

        The workers that have not come to one after so many seconds are killed.
        """
        until = monotonic() + patience
        while jobs := self._jobs():
            self._signal(jobs, signal.SIGTERM if monotonic() < until else KILL)
            wait(jobs, timeout=AGAIN)

    def _jobs(self) -> list[Future[Any]]:
        with self._lock:
            return [job for worker in self._workers for job in worker.jobs]

    def _signal(self, jobs: list[Future[Any]], number: int) -> None:
        with self._lock:
            for worker in self._workers:
                if not worker.jobs.isdisjoint(jobs):
                    worker.signal(number)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            pools = [worker.pool for worker in self._workers]
        threads = [
            threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": cancel_futures})
            for pool in pools
        ]
        for thread in threads:
            thread.start()
        for thread in threads if wait else ():
            thread.join()


class _Worker:
    def __init__(self) -> None:
        self.pool = _pool()
        self._futures: set[Future[Any]] = set()
        self._lock = threading.Lock()
        self._pid: Future[int] | None = None

    @property
    def jobs(self) -> frozenset[Future[Any]]:
        """What it has not done."""
        with self._lock:
            return frozenset(self._futures)

    def submit(self, job: Callable[[ProcessPoolExecutor], Future[T]]) -> Future[T]:
        try:
            future = self._submit(job)
        except BrokenExecutor:
            self.pool.shutdown()
            self.pool, self._pid = _pool(), None
            future = self._submit(job)
        with self._lock:
            self._futures.add(future)
        future.add_done_callback(self._forget)
        return future

    def _submit(self, job: Callable[[ProcessPoolExecutor], Future[T]]) -> Future[T]:
        if self._pid is None:
            with SIGNALS.unblocked():
                self._pid = self.pool.submit(os.getpid)
        return job(self.pool)

    def _forget(self, future: Future[Any]) -> None:
        with self._lock:
            self._futures.discard(future)

    def signal(self, number: int) -> None:
        """Nothing happens while the process is starting."""
        pid = self._pid
        if pid is not None and pid.done() and not pid.exception():
            with suppress(OSError):  # it has gone by itself
                os.kill(pid.result(), number)


def _pool() -> ProcessPoolExecutor:
    # spawned, not forked: there are threads here, and other systems know nothing else
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_begin)


def _begin() -> None:
    """In a worker, first of all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C in the terminal is for the organiser
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _broken_off)
        SIGNALS.start(only=os.getppid())  # nobody else has anything to say here
    threading.Thread(target=_end_with_parent, name="end with the parent", daemon=True).start()


def _broken_off(number: int, frame: FrameType | None) -> None:
    if _playing.is_set() and SIGNALS.vouches:  # whoever breaks off says it again
        _playing.clear()  # nothing is to disturb the end that this begins
        raise KeyboardInterrupt


def _end_with_parent() -> None:
    """However the organiser's process ends, this one does; its watcher then ends its programs."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(fn: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    _playing.set()
    try:
        return fn(*args, **kwargs)
    finally:
        _playing.clear()
