"""Games on the machines of a cluster: its workers, and an executor with their slots."""

from __future__ import annotations

import asyncio
import json
import pickle
import platform
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from math import inf
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from board_core.contest.confined import Confined, confined_of, refused, weaker
from board_core.contest.plan import SandboxPlan
from board_core.fast_dataclass import dataclass
from board_core.match.workers import LocalWorkers
from board_core.text.sentence import BoardError, Sentence, say

from .connection import (
    CONFINEMENT_PREFIX,
    EDITION_PREFIX,
    EXECUTOR_NAME,
    GAME_SLOT,
    POLL_SECONDS,
    Lab,
    NoCluster,
    SchedulerAddress,
    edition,
    greet,
    module,
    security,
)


@dataclass(frozen=True, slots=True)
class Machine:
    """A worker as the scheduler knows it."""

    address: str
    name: str
    slots: int  # 0: it is leaving
    edition: str | None = None  # None: it is not one of ours
    keeps: Confined | None = None  # None: it does not say
    heard: float = 0.0  # when its scheduler last heard from it, by the scheduler's clock

    @classmethod
    def of(cls, address: str, facts: Any) -> Machine:
        resources = facts["resources"] or {}
        editions = [name for name in resources if name.startswith(EDITION_PREFIX)]
        slots = int(resources.get(GAME_SLOT, 0)) if facts["status"] == "running" else 0
        edition = editions[0].removeprefix(EDITION_PREFIX) if editions else None
        keeps = [
            _kept(name.removeprefix(CONFINEMENT_PREFIX))
            for name in resources
            if name.startswith(CONFINEMENT_PREFIX)
        ]
        heard = float(facts["last_seen"])
        return cls(address, str(facts["name"]), slots, edition, keeps[0] if keeps else None, heard)

    @property
    def trouble(self) -> Sentence | None:
        """The reason why no games can be played there, or None."""
        if self.edition is None:
            return say(
                "worker {name} is not used: start it with 'board worker', which says what it plays "
                "with",
                name=self.name,
            )
        if self.edition != edition():
            return say(
                "worker {name} is not used: it has the board's edition {other}, and here it is "
                "{own}. Install the same on both",
                name=self.name,
                other=self.edition,
                own=edition(),
            )
        return None


class Silence:
    """Measures how long each worker has been silent; workers report about twice a second."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[float, float]] = {}

    def of(self, machine: Machine, now: float) -> float:
        """Return the seconds since a worker's last news; ``now`` is a monotonic time.

        Times of the scheduler's clock are only compared with one another.
        """
        heard, since = self._heard.get(machine.address, (machine.heard, now))
        if heard != machine.heard:
            since = now
        self._heard[machine.address] = machine.heard, since
        return now - since


def _kept(text: str) -> Confined | None:
    try:
        return confined_of(json.loads(text))
    except (ValueError, RecursionError):
        return None


SILENT_SECONDS = 30.0
"""Seconds without news after which a worker counts as gone; Dask's own limit is five minutes."""

SUBMIT_OPTIONS = {"pure": False, "retries": 0, "resources": {GAME_SLOT: 1}}
P = ParamSpec("P")
T = TypeVar("T")

DASK_SETTINGS = {
    # a program's package travels with the first game that needs it, and is large
    "distributed.admin.large-graph-warning-threshold": "1 GiB",
}


@contextmanager
def cluster_executor(
    address: str,
    lab: Lab,
    *,
    sandbox: SandboxPlan | None = None,
    patience: float = 10.0,
    met: Callable[[str, Confined], None] = lambda name, keeps: None,
    warn: Callable[[Sentence], None] = lambda why: None,
) -> Iterator[tuple[Cluster, Callable[[], int]]]:
    """Yield an executor on the workers of a scheduler at ``tls://HOST:PORT``, and their slots.

    Only workers that provide the contest's ``sandbox`` are used. Waits ``patience`` seconds for the
    scheduler and as long for a first worker. On another thread, ``met`` is called for each worker
    with its confinement, ``warn`` for those that are refused or confine programs badly. Raises
    NoCluster.
    """
    distributed, dask = module("distributed"), module("dask")
    scheduler = SchedulerAddress.named(address)
    with suppress(OSError):  # it may come while the client waits for it
        asyncio.run(greet(scheduler, lab))
    address = str(scheduler)
    with dask.config.set(DASK_SETTINGS), _loop() as loop:
        client = _client(distributed, address, security(lab), loop, patience)
        try:
            with Cluster(client, address, sandbox or SandboxPlan(), met, warn) as games:
                games.wait_for_worker(patience)
                yield games, games.slots
        finally:
            client.close()


def _client(distributed: Any, address: str, secure: Any, loop: Any, patience: float) -> Any:
    client = distributed.Client.__new__(distributed.Client)  # there even if it cannot begin
    try:
        client.__init__(address, loop=loop, timeout=patience, security=secure, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:  # a time-out is the first
        client.close()
        raise NoCluster(
            say(
                "there is no scheduler at {address}: {why}. Start one with 'board scheduler'",
                address=repr(address),
                why=str(error) or repr(error),
            )
        ) from None
    return client


@contextmanager
def _loop() -> Iterator[Any]:
    """Yield an event loop for a client, whose own would keep running without a scheduler."""
    ready: Future[tuple[Any, asyncio.Event]] = Future()

    async def serve() -> None:
        stop = asyncio.Event()
        ready.set_result((module("tornado.ioloop").IOLoop.current(), stop))
        await stop.wait()

    thread = threading.Thread(target=asyncio.run, args=(serve(),), name="cluster's loop")
    thread.start()
    loop, stop = ready.result()
    try:
        yield loop
    finally:
        loop.add_callback(stop.set)
        thread.join()


@dataclass(eq=False, slots=True)
class _Game:
    """A call that waits or runs."""

    data: bytes  # what is called, with its arguments
    future: Future[Any]
    worker: str = ""  # its address


class Cluster(Executor):
    """Sends each call to one slot of one worker.

    By default the scheduler would restart a game elsewhere when a worker is lost, and queue games
    at a busy worker while another is idle. Here a call starts once: if its worker is lost, it
    raises BrokenExecutor, like a pool whose process has died. Calls wait for a free slot. If the
    scheduler is lost, all calls raise BrokenExecutor and :meth:`submit` raises NoCluster.

    Owns the only thread that speaks with the scheduler, until :meth:`shutdown`.
    """

    def __init__(
        self,
        client: Any,
        address: str,
        sandbox: SandboxPlan,
        met: Callable[[str, Confined], None],
        warn: Callable[[Sentence], None],
    ) -> None:
        """Start the thread. The caller owns the client, which must outlive this executor."""
        self._sandbox = sandbox
        self._met = met
        self.client = client
        self._address = address
        self._warn = warn
        self._lock = threading.Lock()
        self._machines: Mapping[str, Machine] = {}  # those that can be used, by address
        self._waiting: deque[_Game] = deque()
        self._running: dict[_Game, Any] = {}  # and their futures of Dask, once they have one
        self._over = False
        self._warned: set[str] = set()
        self._silence = Silence()
        self._silent: set[str] = set()
        self._last_refusal: Sentence | None = None
        self._wake, self._found, self._leaving = (threading.Event() for _ in range(3))
        self._thread = threading.Thread(target=self._follow, name="cluster", daemon=True)
        self._thread.start()

    def slots(self) -> int:
        """Return how many games can run now; 1 without workers, so that one waits."""
        return max(1, sum(each.slots for each in self._machines.values()))

    def wait_for_worker(self, patience: float) -> None:
        """Wait for a worker that can be used. Raises NoCluster after ``patience`` seconds."""
        if not self._found.wait(patience):
            if self._last_refusal is not None:
                raise NoCluster(
                    say(
                        "no usable worker has joined {address}: {why}",
                        address=self._address,
                        why=self._last_refusal,
                    )
                )
            raise NoCluster(
                say(
                    "no usable worker has joined {address}: start some with "
                    "'board worker {address}'",
                    address=self._address,
                )
            )

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        game = _Game(pickle.dumps((fn, args, kwargs)), Future())
        with self._lock:
            if self._over:
                raise NoCluster(
                    say(
                        "the scheduler at {address} has ended: start it and its workers again, "
                        "and resume",
                        address=self._address,
                    )
                )
            self._waiting.append(game)
        self._wake.set()
        return game.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel running calls: their workers notice that nobody waits for them."""
        self._leaving.set()
        self._wake.set()
        if wait:
            self._thread.join()

    # On the thread

    def _follow(self) -> None:
        next_look = -inf
        try:
            while self.client.status == "running" and not self._leaving.is_set():
                if monotonic() >= next_look:
                    with suppress(OSError):  # if the scheduler has gone, the client will know
                        self._look(self._machines_there())
                    next_look = monotonic() + POLL_SECONDS
                self._send()
                self._wake.wait(POLL_SECONDS)
                self._wake.clear()
        finally:
            self._stop()

    def _stop(self) -> None:
        with self._lock:
            self._over = True
            left, self._waiting = self._waiting, deque()
            left.extend(self._running)
            sent, self._running = list(self._running.values()), {}
        _break_off("the scheduler has gone", left, sent)

    def _machines_there(self) -> list[Machine]:
        # client.scheduler_info() may return what a timer has asked for, which is of no workers
        known = self.client.sync(
            self.client.scheduler.identity, n_workers=-1, callback_timeout=SILENT_SECONDS
        )
        return [Machine.of(*each) for each in known["workers"].items()]

    def _look(self, machines: list[Machine]) -> None:
        """Register workers that came, went or fell silent."""
        machines = [machine for machine in machines if self._speaks(machine)]
        there = {machine.address for machine in machines}
        usable = {each.address: each for each in machines if each.slots and not self._refused(each)}
        alone = bool(self._machines) and not usable
        with self._lock:
            self._machines = usable
            lost = [game for game in self._running if game.worker not in there]
            sent = [self._running.pop(game) for game in lost]
        _break_off("its worker has gone", lost, sent)
        for each in machines:
            if each.slots and each.address not in self._warned:
                self._warned.add(each.address)
                if each.keeps is not None:
                    self._met(each.name, each.keeps)
                said = self._refused(each)
                self._last_refusal = said or self._last_refusal
                said = said or weaker(each.name, each.keeps, self._sandbox.mode)
                if said is not None:
                    self._warn(said)
        if alone:
            self._warn(say("no worker is left: the games wait until one comes"))
        if usable:
            self._found.set()

    def _speaks(self, machine: Machine) -> bool:
        """Return whether a worker sends news; report when it falls silent, and when it returns."""
        silent = self._silence.of(machine, monotonic()) > SILENT_SECONDS
        if silent != (machine.address in self._silent):
            self._silent ^= {machine.address}
            facts = {"name": machine.name, "seconds": round(SILENT_SECONDS)}
            self._warn(
                say(
                    "worker {name} has been silent for {seconds} seconds: its games are played "
                    "elsewhere",
                    **facts,
                )
                if silent
                else say("worker {name} is there again", name=machine.name)
            )
        return not silent

    def _refused(self, machine: Machine) -> Sentence | None:
        plan = self._sandbox
        keeps = refused(machine.name, machine.keeps, plan.mode, plan.allow_root)
        return machine.trouble or keeps

    def _send(self) -> None:
        while (game := self._next()) is not None:
            try:
                sent = self.client.submit(
                    _here,
                    game.data,
                    workers=[game.worker],
                    allow_other_workers=False,
                    **SUBMIT_OPTIONS,
                )
            except Exception as error:  # the connection was lost this moment
                self._take(game)
                game.future.set_exception(BrokenExecutor(repr(error)))
                return
            with self._lock:
                self._running[game] = sent
            self.client.loop.add_callback(self._pass_on_end, game, sent)

    def _next(self) -> _Game | None:
        with self._lock:
            while self._waiting and (worker := self._free_worker()) is not None:
                game = self._waiting.popleft()
                if game.future.set_running_or_notify_cancel():
                    game.worker = worker
                    self._running[game] = None
                    return game
            return None

    def _free_worker(self) -> str | None:
        """Return the address of the worker with the most free slots; None if none is free."""
        busy = Counter(game.worker for game in self._running)
        free = {each.address: each.slots - busy[each.address] for each in self._machines.values()}
        best = max(free, key=lambda address: free[address], default=None)
        return best if best is not None and free[best] > 0 else None

    # On the client's

    async def _pass_on_end(self, game: _Game, sent: Any) -> None:
        """Pass on how a call ended, unless cancelled, which Dask's own executor does not check."""
        end: Callable[[Any], None] = game.future.set_exception
        try:
            value = pickle.loads(await self.client.gather(sent, asynchronous=True))
            end = game.future.set_result
        except (CancelledError, asyncio.CancelledError):  # the scheduler has gone, or the client
            value = BrokenExecutor("the scheduler has forgotten the game")
        except Exception as error:
            lost = type(error).__name__ in ("KilledWorker", "CommClosedError")
            value = BrokenExecutor(str(error)) if lost else error
        if self._take(game):  # else its worker has gone: whatever comes now is too late
            end(value)
            self._wake.set()

    def _take(self, game: _Game) -> bool:
        """Remove a running game; return whether it existed. The caller then reports its end."""
        with self._lock:
            return self._running.pop(game, game) is not game


def _break_off(why: str, games: Iterable[_Game], sent: Iterable[Any]) -> None:
    for each in filter(None, sent):
        with suppress(Exception):  # the client may close meanwhile, which cancels it too
            each.cancel()
    for game in games:
        if game.future.running() or game.future.set_running_or_notify_cancel():
            game.future.set_exception(BrokenExecutor(why))


# In a worker


def _here(data: bytes) -> bytes:
    """Make the call in a separate process; cancel it when nobody waits for it."""
    worker = module("distributed").get_worker()
    key, players = worker.get_current_task(), worker.executors[EXECUTOR_NAME]
    assert isinstance(players, LocalWorkers)
    future = players.submit(_called, data)
    while not wait([future], timeout=POLL_SECONDS).done:
        task = worker.state.tasks.get(key)
        if worker.status.name != "running" or task is None or task.state != "executing":
            players.break_off(future)
    try:
        return future.result()
    except KeyboardInterrupt:  # on this thread it would end the worker
        raise BrokenExecutor("it was broken off") from None


def _called(data: bytes) -> bytes:
    """Make a pickled call and pickle its result, so that only this process unpickles them."""
    function, args, kwargs = pickle.loads(data)
    try:
        return pickle.dumps(function(*args, **kwargs))
    except BoardError as error:
        why = say("on {machine}: {why}", machine=platform.node(), why=error.sentence)
        raise BoardError(why) from None
