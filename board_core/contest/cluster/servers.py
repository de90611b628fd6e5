"""The scheduler of a lab, and the workers that play for a contest on its machines."""

from __future__ import annotations

import asyncio
import json
import os
import platform
from collections.abc import Awaitable, Callable
from functools import reduce
from typing import Any

from board_core.contest.confined import confined_facts
from board_core.contest.jobs import confinement_here
from board_core.match.workers import LocalWorkers
from board_core.supervise.interrupts import Interrupted, interrupts
from board_core.text.sentence import Sentence, say

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

Stop = Awaitable[Interrupted]


def without_dashboard(kind: Any) -> Any:
    """Return the same class of Dask's server, which serves no pages about its state."""
    nothing = {"start_http_server": lambda self, *arguments, **named: None}
    return type(kind.__name__, (kind,), nothing)


def run_scheduler(host: str, port: int, lab: Lab, listens: Callable[[str], None]) -> int:
    """Serve until interrupted, and return the exit code. ``listens`` is called with the address.

    Raises NoCluster.
    """
    distributed = module("distributed")

    async def serve(stop: Stop) -> int:
        try:
            scheduler = await without_dashboard(distributed.Scheduler)(
                host=host, port=port, protocol="tls://", security=security(lab), dashboard=False
            )
        except (OSError, ValueError, RuntimeError) as error:
            raise NoCluster(
                say(
                    "nothing can be served at {address}: {why}. Choose another --host or --port",
                    address=repr(f"{host}:{port}"),
                    why=str(_root(error)),
                )
            ) from None
        async with scheduler:
            listens(scheduler.address)
            return (await stop).exit_code

    return _until_interrupted(serve)


def run_worker(
    address: str,
    slots: int,
    name: str | None,
    lab: Lab,
    host: str | None,
    tell: Callable[[Sentence], None],
) -> int:
    """Play games until interrupted or until the scheduler has ended; return the exit code.

    Listens at ``host``, or at this machine's address towards the scheduler. ``tell`` gets the
    events. Raises NoCluster.
    """
    distributed = module("distributed")
    scheduler = SchedulerAddress.named(address)
    address = str(scheduler)
    name = name or f"{platform.node()}-{os.getpid()}"
    keeps = confinement_here()
    kept = json.dumps(confined_facts(keeps))

    async def work(stop: Stop) -> int:
        tell(say("Looking for the scheduler at {address} …", address=address))
        interrupted = asyncio.ensure_future(stop)
        greeted = asyncio.ensure_future(_greeted(scheduler, lab))
        await _first(greeted, interrupted)
        if interrupted.done():
            greeted.cancel()
            return interrupted.result().exit_code
        own = host or greeted.result()
        with LocalWorkers(slots, warn=tell) as players:
            worker = without_dashboard(distributed.Worker)(
                address,
                host=own,
                security=security(lab),
                name=name,
                nthreads=slots,
                resources={
                    GAME_SLOT: slots,
                    EDITION_PREFIX + edition(): 1,
                    CONFINEMENT_PREFIX + kept: 1,
                },
                executor={EXECUTOR_NAME: players},
                memory_limit=0,  # programs have limits of their own
                dashboard=False,
            )
            try:
                return await _worked(worker, interrupted)
            finally:
                await worker.close()

    async def _worked(worker: Any, interrupted: asyncio.Future[Interrupted]) -> int:
        begun = asyncio.ensure_future(_begun(worker, address))
        await _first(begun, interrupted)
        if interrupted.done():
            begun.cancel()
            return interrupted.result().exit_code
        begun.result()
        limits = reduce(lambda one, next_: say("{one}, {next}", one=one, next=next_), keeps.phrases)
        tell(say("Programs run here {limits}", limits=limits))
        tell(say("Worker {name}: {slots} games at a time", name=name, slots=slots))
        finished = asyncio.ensure_future(worker.finished())
        await _first(finished, interrupted)
        if interrupted.done():
            finished.cancel()
            return interrupted.result().exit_code
        tell(say("The scheduler at {address} has ended.", address=address))
        return 1

    return _until_interrupted(work)


async def _greeted(scheduler: SchedulerAddress, lab: Lab) -> str:
    """Wait for a scheduler as long as it takes. Raises NoCluster if waiting is useless."""
    while True:
        try:
            return await greet(scheduler, lab)
        except OSError:
            await asyncio.sleep(POLL_SECONDS)


async def _begun(worker: Any, address: str) -> None:
    """Start the worker. Raises NoCluster when the scheduler does not accept it."""
    try:
        await worker
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        if "name taken" in str(_root(error)):
            raise NoCluster(
                say("there is a worker {name} already: choose another --name", name=worker.name)
            ) from None
        raise NoCluster(
            say(
                "{address} does not take this worker: {why}",
                address=repr(address),
                why=str(_root(error)),
            )
        ) from None


async def _first(*futures: asyncio.Future[Any]) -> None:
    await asyncio.wait(futures, return_when=asyncio.FIRST_COMPLETED)


def _root(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _until_interrupted(serve: Callable[[Stop], Awaitable[int]]) -> int:
    async def run() -> int:
        loop = asyncio.get_running_loop()
        stop: asyncio.Future[Interrupted] = loop.create_future()

        def answer(news: Interrupted) -> None:
            if not stop.done():
                stop.set_result(news)

        def tell(news: Interrupted) -> None:
            loop.call_soon_threadsafe(answer, news)

        with interrupts(tell):
            return await serve(stop)

    return asyncio.run(run())
