"""Workers on this machine, which are processes that play one game at a time."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from multiprocessing.util import Finalize
from time import monotonic
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from board_core.game.own_process import host_games_only
from board_core.supervise.ignored_signals import ignore_here_alone
from board_core.supervise.senders import SIGNAL_WATCH
from board_core.text.sentence import Sentence, say

from .link import Connection, Hear, OwnerEnd, WorkerEnd

P = ParamSpec("P")
T = TypeVar("T")

RETRY_SECONDS = 0.1  # seconds after which a worker that is still starting is asked again

LOOK_SECONDS = 1.0  # seconds between two looks at the workers

HUNG_SECONDS = 30.0
"""Seconds after which a worker that does not answer is killed."""

START_SECONDS = 60.0
"""Seconds after which a worker that has not started is killed: a busy machine takes some."""

log = logging.getLogger(__name__)

_playing = threading.Event()  # in a worker: whether there is a job to cancel
_link: WorkerEnd | None = None  # in a worker: the link to its owner
_starting = threading.Lock()


class LocalWorkers(Executor):
    """A fixed number of worker processes. If one dies, only its own game is lost.

    A job whose worker dies ends with BrokenProcessPool; the next job gets a new worker. If there
    are more jobs than workers, the rest queue at the workers with the fewest jobs.

    ``hear`` is called, on one thread per worker, with what jobs send by :func:`link_to_owner`. A
    worker imports what its jobs need, but never ``__main__``; ``brought`` is sent to it once.

    A worker that does not start within ``start_patience`` seconds, or answer within ``patience``
    seconds, is killed; its job ends as if it had died. ``warn`` is then called on a separate
    thread. Time in which this process was stopped does not count.
    """

    def __init__(
        self,
        workers: int,
        hear: Hear = lambda message: None,
        brought: bytes = b"",
        warn: Callable[[Sentence], object] = lambda why: log.warning("%s", why),
        *,
        patience: float = HUNG_SECONDS,
        start_patience: float = START_SECONDS,
    ) -> None:
        _start_tracker()
        self._lock = threading.Lock()
        self._workers = [_Worker(hear, brought) for _ in range(workers)]
        self._warn = warn
        self._patience, self._start_patience = patience, start_patience
        self._over = threading.Event()
        self._looking: threading.Thread | None = None

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with self._lock:
            if self._looking is None:
                self._looking = threading.Thread(target=self._look, name="workers", daemon=True)
                self._looking.start()
            worker = min(self._workers, key=lambda each: len(each.jobs))
            return worker.submit(lambda pool: pool.submit(_do, fn, args, kwargs))

    def break_off(self, job: Future[Any]) -> None:
        """Cancel a running job cleanly, by one KeyboardInterrupt in it.

        A job that has not begun does not notice, so repeat the call until the job is done.
        """
        self._signal([job])

    def _look(self) -> None:
        """Kill workers that hang."""
        interval = min(LOOK_SECONDS, self._patience / 4, self._start_patience / 4)
        now = 0.0  # of looks: a host that was stopped asks again
        while not self._over.wait(interval):
            now += interval
            for why in self._end_hung(now):
                self._warn(why)

    def _end_hung(self, now: float) -> list[Sentence]:
        with self._lock:
            late = [each for each in self._workers if each.starting(now) > self._start_patience]
            hung = [each for each in self._workers if each.unanswered(now) > self._patience]
            for worker in (*late, *hung):
                worker.kill()
        return [
            *(_not_started(self._start_patience) for _ in late),
            *(_not_answering(self._patience) for _ in hung),
        ]

    def retire(self, pid: int) -> None:
        """End an idle worker; its next job gets a new one."""
        with self._lock:
            for worker in self._workers:
                if worker.pid == pid:
                    worker.kill()
                    worker.shutdown()

    def tell(self, message: object) -> None:
        """Send a message to all workers, including those not yet started."""
        with self._lock:
            for worker in self._workers:
                worker.tell(message)

    def end(self, patience: float) -> None:
        """Cancel all jobs, including those that have not begun, and wait until they end.

        Workers that have not ended after ``patience`` seconds are killed.
        """
        until = monotonic() + patience
        while jobs := self._jobs():
            self._signal(jobs, kill=monotonic() >= until)
            wait(jobs, timeout=RETRY_SECONDS)

    def _jobs(self) -> list[Future[Any]]:
        with self._lock:
            return [job for worker in self._workers for job in worker.jobs]

    def _signal(self, jobs: list[Future[Any]], *, kill: bool = False) -> None:
        with self._lock:
            for worker in self._workers:
                if not worker.jobs.isdisjoint(jobs):
                    worker.kill() if kill else worker.break_off()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            workers = list(self._workers)
            looking = self._looking
        threads = [
            threading.Thread(target=worker.shutdown, args=(cancel_futures,)) for worker in workers
        ]
        for thread in threads:
            thread.start()
        for thread in threads if wait else ():
            thread.join()
        self._over.set()  # until then a worker may hang and block this
        if wait and looking is not None:
            looking.join()


def _start_tracker() -> None:
    """Start the process that removes what a killed host leaves, without a warning that it did."""
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        with _starting:
            sys.warnoptions.append("ignore::UserWarning:multiprocessing.resource_tracker")
            try:
                resource_tracker.ensure_running()  # it is told the options of this process
            finally:
                sys.warnoptions.pop()


class _Worker:
    def __init__(self, hear: Hear, brought: bytes) -> None:
        self._hear = hear
        self._brought = brought
        self._told: list[object] = []
        self._pool: ProcessPoolExecutor | None = None
        self._starting_since: float | None = None  # when that was first seen
        self._futures: set[Future[Any]] = set()
        self._lock = threading.Lock()

    def _started(self) -> ProcessPoolExecutor:
        """Return a pool of one process, with the pipe between it and this one.

        It starts with its first job, because its threads may have to start after signals are
        blocked.
        """
        if self._pool is not None:
            return self._pool
        self._starting_since = None
        # spawned, not forked: this process has threads, and Windows has no fork
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._link = OwnerEnd(ours, self._hear)
        for message in self._told:
            self._link.tell(message)
        self._pool = ProcessPoolExecutor(
            1, mp_context=context, initializer=_begin, initargs=(theirs, self._brought)
        )
        with SIGNAL_WATCH.unblocked(), _without_main():
            self._pid = self._pool.submit(os.getpid)
        theirs.close()  # the worker has its copy: the pipe now ends with the worker
        return self._pool

    @property
    def jobs(self) -> frozenset[Future[Any]]:
        """Return the jobs that are not done."""
        with self._lock:
            return frozenset(self._futures)

    def submit(self, job: Callable[[ProcessPoolExecutor], Future[T]]) -> Future[T]:
        try:
            future = job(self._started())
        except BrokenExecutor:
            self.shutdown()
            future = job(self._started())
        with self._lock:
            self._futures.add(future)
        future.add_done_callback(self._forget)
        return future

    def tell(self, message: object) -> None:
        self._told.append(message)
        if self._pool is not None:
            self._link.tell(message)

    def starting(self, now: float) -> float:
        """Return how many seconds the process has been starting; 0 if it runs or there is none."""
        if self._pool is None or self._pid.done():
            return 0.0
        if self._starting_since is None:
            self._starting_since = now
        return now - self._starting_since

    def unanswered(self, now: float) -> float:
        """Return how many seconds a busy worker has not answered."""
        return self._link.unanswered(now) if self.pid is not None and self.jobs else 0.0

    def shutdown(self, cancel_futures: bool = False) -> None:
        """Wait until the process has ended and all its messages are handled."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=cancel_futures)
            if os.name == "nt" and self.pid is None:
                self._link.close()
            self._link.join()
            self._pool = None

    def _forget(self, future: Future[Any]) -> None:
        with self._lock:
            self._futures.discard(future)

    @property
    def pid(self) -> int | None:
        """Return the process id; None while the process is starting, or if there is none."""
        if self._pool is None or not self._pid.done() or self._pid.exception():
            return None
        return self._pid.result()

    def break_off(self) -> None:
        """Ask the process to cancel its job; do nothing while it is starting."""
        if (pid := self.pid) is not None:
            with suppress(OSError):  # it has exited already
                os.kill(pid, signal.SIGTERM)

    def kill(self) -> None:
        """Kill the process, even while it is starting."""
        processes = None if self._pool is None else self._pool._processes
        for process in tuple(processes.values()) if processes else ():
            process.kill()


def _not_started(seconds: float) -> Sentence:
    return say(
        "a process that is to play a game has not started within {seconds} seconds: it is ended, "
        "and its game is given to another. If this happens again, this machine is too busy, or its "
        "disk does not answer: play fewer games at the same time",
        seconds=round(seconds),
    )


def _not_answering(seconds: float) -> Sentence:
    return say(
        "a process that plays a game has not answered for {seconds} seconds: it is "
        "ended, and its game is played again",
        seconds=round(seconds),
    )


@contextmanager
def _without_main() -> Iterator[None]:
    """Let a worker start without importing the main module again.

    Otherwise a script that plays a match at top level would play it again in each worker.
    """
    main = sys.modules["__main__"]
    with _starting:
        spec, file = main.__spec__, main.__dict__.pop("__file__", None)
        main.__spec__ = None
        try:
            yield
        finally:
            main.__spec__ = spec
            if file is not None:
                main.__file__ = file


def link_to_owner() -> WorkerEnd:
    """Return, in a worker, the link to the owner of its :class:`LocalWorkers`."""
    assert _link is not None, "this process is a worker"
    return _link


def is_worker() -> bool:
    """Return True in a worker of a :class:`LocalWorkers`."""
    return _link is not None


def before_the_end(call: Callable[[], object]) -> None:
    """Register a call for a worker's end; threads can still be started in it."""
    Finalize(None, call, exitpriority=0)


def _begin(connection: Connection, brought: bytes) -> None:
    """Prepare a worker before its first job."""
    global _link
    host_games_only()
    if threading.current_thread() is threading.main_thread():
        ignore_here_alone(signal.SIGINT)  # Ctrl-C in the terminal is for the organiser
        signal.signal(signal.SIGTERM, _broken_off)
        SIGNAL_WATCH.start(only=os.getppid())  # no other thread sends here
    _link = WorkerEnd(connection, brought)  # after the signals are blocked: threads inherit that
    threading.Thread(target=_end_with_parent, name="end with the parent", daemon=True).start()


def _broken_off(number: int, frame: FrameType | None) -> None:
    if _playing.is_set() and SIGNAL_WATCH.vouches:  # the owner repeats the request
        _playing.clear()  # nothing may interrupt the end that begins here
        raise KeyboardInterrupt


def _end_with_parent() -> None:
    """End this process when the organiser's ends; its watcher then kills its programs."""
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
