"""Games on the machines of a cluster: an executor with the slots of whatever workers there are."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import pickle
import platform
import ssl
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit

import board_core
from board_core.contest.confined import Confined, confined_of, refused, weaker
from board_core.contest.plan_tables import SandboxPlan
from board_core.extras import extra, version_of
from board_core.match.workers import LocalWorkers
from board_core.rules import BoardError
from board_core.sentence import Sentence, say

from .membership import Lab

P = ParamSpec("P")
T = TypeVar("T")

RESOURCE = "game"
"""What a worker has one of for each game that it plays at the same time."""

EDITION = "the-chess-board "
"""The beginning of another resource of a worker, which tells what it would play with."""

KEEPS = "the-chess-board keeps "
"""The beginning of one more, which tells how it confines programs: a JSON object."""

PLAYERS = "players"
"""The name of the executor in a worker that plays the games."""

HANDSHAKE = 10.0  # seconds that one may take, on a machine that is busy

LOOK_UP = 0.5  # seconds between looks at who is there, and at whether a game is still wanted

LOGGERS = ("distributed", "distributed.client", "distributed.worker", "distributed.scheduler")
"""They tell of every step and every failure; what matters of it is told here."""

SETTINGS = {
    # packages travel with the first game that wants them: it is they that are large
    "distributed.admin.large-graph-warning-threshold": "1 GiB",
}


class NoCluster(BoardError):
    """The games cannot be played elsewhere; the sentence says why and what to do."""


class NotPlayed(BoardError):
    """A machine could not do what was asked of it; the sentence says which, and why."""


def module(name: str) -> Any:
    """Return a module of the extra, with a quiet log. Raises NotInstalled."""
    with extra("cluster"):
        found = import_module(name)
    for logger in LOGGERS:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    return found


@cache
def edition() -> str:
    """The board's version and the first digits of the SHA-256 of the core's source files.

    Machines must have the same: they send each other values of its classes.
    """
    home, digest = Path(board_core.__file__).parent, hashlib.sha256()
    for path in sorted(home.rglob("*.py")):
        digest.update(path.relative_to(home).as_posix().encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    version = version_of("the-chess-board") or "0"
    return f"{version}-{digest.hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a scheduler is to be found."""

    host: str
    port: int

    @classmethod
    def named(cls, address: str) -> Place:
        """From ``tls://HOST:PORT`` or ``HOST:PORT``. Raises NoCluster."""
        try:
            parts = urlsplit(address if "://" in address else f"tls://{address}")
            if parts.scheme == "tls" and parts.hostname and parts.port and not parts.path:
                return cls(parts.hostname, parts.port)
        except ValueError:
            pass
        raise NoCluster(
            say(
                "{address} is no address of a scheduler: it is tls://HOST:PORT, as "
                "'board scheduler' prints it",
                address=repr(address),
            )
        )

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"tls://{host}:{self.port}"


def security(lab: Lab) -> Any:
    """Both sides of each connection show, and accept, the lab's own certificate and no other."""
    file = str(lab.path)
    roles = ("client", "scheduler", "worker")
    own = {f"tls_{role}_cert": file for role in roles} | {f"tls_{role}_key": None for role in roles}
    return module("distributed").Security(
        require_encryption=True,
        tls_ca_file=file,
        tls_ciphers=None,
        tls_min_version=ssl.TLSVersion.TLSv1_3,
        tls_max_version=None,
        **own,
    )


async def greet(place: Place, lab: Lab) -> str:
    """Shake hands with a scheduler of the same lab; our own address on the way to it.

    Raises NoCluster for anybody else, and OSError when nobody answers (yet).
    """
    context = security(lab).get_connection_args("client")["ssl_context"]
    try:
        _reader, writer = await asyncio.wait_for(
            asyncio.open_connection(place.host, place.port, ssl=context), HANDSHAKE
        )
    except ssl.SSLCertVerificationError:
        raise NoCluster(
            say(
                "{address} is of another lab than {path}: copy the file of its scheduler to this "
                "machine",
                address=repr(str(place)),
                path=repr(str(lab.path)),
            )
        ) from None
    except ssl.SSLError as error:
        raise NoCluster(
            say(
                "what listens at {address} is no scheduler of a lab: {why}",
                address=repr(str(place)),
                why=error.reason or str(error),
            )
        ) from None
    own: str = writer.get_extra_info("sockname")[0]
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return own


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
    """The workers of this lab's scheduler at ``tls://HOST:PORT``, and their slots.

    Only those are used that keep the ``sandbox`` of a contest. Waits ``patience`` seconds for the
    scheduler and so long for a first worker. From another thread, ``met`` hears of each worker
    and how it confines programs, ``warn`` of those that cannot be used, or confine them badly.
    Raises NoCluster.
    """
    distributed, dask = module("distributed"), module("dask")
    place = Place.named(address)
    with suppress(OSError):  # it may come while the client waits for it
        asyncio.run(greet(place, lab))
    address = str(place)
    with dask.config.set(SETTINGS), _loop() as loop:
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
    """For a client, which would leave one of its own running if it finds no scheduler."""
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
    """A call on its way."""

    data: bytes  # what is called, with its arguments
    future: Future[Any]
    worker: str = ""  # its address


@dataclass(frozen=True, slots=True)
class Machine:
    """A worker as the scheduler knows it."""

    address: str
    name: str
    slots: int  # 0: it is leaving
    edition: str | None = None  # None: it is not one of ours
    keeps: Confined | None = None  # None: it tells nothing

    @classmethod
    def of(cls, address: str, told: Mapping[str, Any]) -> Machine:
        resources = told["resources"] or {}
        editions = [name for name in resources if name.startswith(EDITION)]
        slots = int(resources.get(RESOURCE, 0)) if told["status"] == "running" else 0
        edition = editions[0].removeprefix(EDITION) if editions else None
        keeps = [_kept(name.removeprefix(KEEPS)) for name in resources if name.startswith(KEEPS)]
        return cls(address, str(told["name"]), slots, edition, keeps[0] if keeps else None)

    @property
    def trouble(self) -> Sentence | None:
        """Why nothing can be played there."""
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


def _kept(text: str) -> Confined | None:
    try:
        return confined_of(json.loads(text))
    except (ValueError, RecursionError):
        return None


class Cluster(Executor):
    """Sends each call to one slot of one worker, and nowhere else.

    The scheduler would by itself begin a game anew elsewhere when a worker is lost, and queue games
    at a busy worker while another is idle. Here a call is begun once: if its worker goes, it raises
    BrokenExecutor, as in a pool whose process has died. Calls wait while no slot is free. When
    the scheduler has gone, all end so, and :meth:`submit` raises NoCluster.

    Owns a thread, which alone speaks with the scheduler, until :meth:`shutdown`.
    """

    def __init__(
        self,
        client: Any,
        address: str,
        sandbox: SandboxPlan,
        met: Callable[[str, Confined], None],
        warn: Callable[[Sentence], None],
    ) -> None:
        """The client stays the caller's; it must outlive this."""
        self._sandbox = sandbox
        self._met = met
        self.client = client
        self._address = address
        self._warn = warn
        self._games = client.get_executor(pure=False, retries=0, resources={RESOURCE: 1})
        self._lock = threading.Lock()
        self._machines: Mapping[str, Machine] = {}  # those that can be used, by address
        self._waiting: deque[_Game] = deque()
        self._running: dict[_Game, Future[bytes] | None] = {}
        self._over = False
        self._warned: set[str] = set()
        self._last_refusal: Sentence | None = None
        self._wake, self._found, self._leaving = (threading.Event() for _ in range(3))
        self._thread = threading.Thread(target=self._follow, name="cluster", daemon=True)
        self._thread.start()

    def slots(self) -> int:
        """Games that can run at the same time now; 1 when there is nobody: one may wait."""
        return max(1, sum(each.slots for each in self._machines.values()))

    def wait_for_worker(self, patience: float) -> None:
        """Raises NoCluster when none has come after so many seconds."""
        if not self._found.wait(patience):
            if self._last_refusal is not None:
                raise NoCluster(
                    say(
                        "no worker that can be used has come to {address}: {why}",
                        address=self._address,
                        why=self._last_refusal,
                    )
                )
            raise NoCluster(
                say(
                    "no worker that can be used has come to {address}: start some with "
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
                        "the scheduler at {address} has gone: start it and its workers again, "
                        "and resume",
                        address=self._address,
                    )
                )
            self._waiting.append(game)
        self._wake.set()
        return game.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """What is running is broken off: its worker notices that nobody waits for it."""
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
                    next_look = monotonic() + LOOK_UP
                self._send()
                self._wake.wait(LOOK_UP)
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
        told = self.client.sync(self.client.scheduler.identity, n_workers=-1)
        return [Machine.of(*each) for each in told["workers"].items()]

    def _look(self, machines: list[Machine]) -> None:
        """Workers come and go."""
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

    def _refused(self, machine: Machine) -> Sentence | None:
        plan = self._sandbox
        keeps = refused(machine.name, machine.keeps, plan.mode, plan.allow_root)
        return machine.trouble or keeps

    def _send(self) -> None:
        while (game := self._next()) is not None:
            try:
                sent = self._games.submit(
                    _here, game.data, workers=[game.worker], allow_other_workers=False
                )
            except Exception as error:  # the connection was lost this moment
                self._take(game)
                game.future.set_exception(BrokenExecutor(repr(error)))
                return
            with self._lock:
                self._running[game] = sent
            sent.add_done_callback(partial(self._done, game))

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
        """Where the most slots are free."""
        busy = Counter(game.worker for game in self._running)
        free = {each.address: each.slots - busy[each.address] for each in self._machines.values()}
        best = max(free, key=lambda address: free[address], default=None)
        return best if best is not None and free[best] > 0 else None

    # On the client's

    def _done(self, game: _Game, sent: Future[bytes]) -> None:
        if not self._take(game):
            return  # its worker has gone: whatever comes now is too late
        try:
            result = pickle.loads(sent.result())
        except CancelledError:  # the scheduler has gone, and with it all it knew
            game.future.set_exception(BrokenExecutor("the scheduler has forgotten the game"))
        except Exception as error:
            lost = type(error).__name__ in ("KilledWorker", "CommClosedError")
            game.future.set_exception(BrokenExecutor(str(error)) if lost else error)
        else:
            game.future.set_result(result)
        self._wake.set()

    def _take(self, game: _Game) -> bool:
        """Whether the game was still running; whoever takes it says how it ended."""
        with self._lock:
            if game not in self._running:
                return False
            del self._running[game]
            return True


def _break_off(why: str, games: Iterable[_Game], sent: list[Future[bytes] | None]) -> None:
    for each in sent:
        if each is not None:
            each.cancel()
    for game in games:
        if game.future.running() or game.future.set_running_or_notify_cancel():
            game.future.set_exception(BrokenExecutor(why))


# In a worker


def _here(data: bytes) -> bytes:
    """Make the call in a process of its own, until nobody waits for it any more."""
    worker = module("distributed").get_worker()
    key, players = worker.get_current_task(), worker.executors[PLAYERS]
    assert isinstance(players, LocalWorkers)
    future = players.submit(_called, data)
    while not wait([future], timeout=LOOK_UP).done:
        task = worker.state.tasks.get(key)
        if worker.status.name != "running" or task is None or task.state != "executing":
            players.break_off(future)
    try:
        return future.result()
    except KeyboardInterrupt:  # on this thread it would end the worker
        raise BrokenExecutor("it was broken off") from None


def _called(data: bytes) -> bytes:
    """Bytes in, bytes out: what is between needs to be understood in this process only."""
    function, args, kwargs = pickle.loads(data)
    try:
        return pickle.dumps(function(*args, **kwargs))
    except BoardError as error:
        why = say("on {machine}: {why}", machine=platform.node(), why=error.sentence)
        raise NotPlayed(why) from None
