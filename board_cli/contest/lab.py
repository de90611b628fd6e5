"""``board scheduler`` and ``board worker``: what runs on the machines that play for a contest."""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Awaitable, Callable
from typing import Any

from board_cli.interrupt import Interrupted, interrupts
from board_cli.language import _
from board_core.contest.workers import LocalWorkers
from board_core.sentence import say

from .cluster import EDITION, PLAYERS, RESOURCE, NoCluster, edition, module

HIDDEN = "127.0.0.1:0"
"""Where the pages about their own state are served, which nobody needs here."""

Stop = Awaitable[Interrupted]


def run_scheduler(host: str, port: int) -> int:
    """Until it is interrupted; the exit code. Raises NoCluster."""
    distributed = module("distributed")

    async def serve(stop: Stop) -> int:
        try:
            scheduler = await distributed.Scheduler(
                host=host, port=port, dashboard=False, dashboard_address=HIDDEN
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
            print(_("Scheduler: {address}", address=scheduler.address), flush=True)
            print(_("On each machine: board worker {address}", address=scheduler.address))
            print(_("For the contest: --cluster {address}", address=scheduler.address), flush=True)
            return (await stop).exit_code

    return _until_interrupted(serve)


def run_worker(address: str, slots: int, name: str | None) -> int:
    """Until it is interrupted or its scheduler has gone; the exit code. Raises NoCluster."""
    distributed = module("distributed")
    name = name or f"{platform.node()}-{os.getpid()}"

    async def work(stop: Stop) -> int:
        with LocalWorkers(slots) as players:
            worker = distributed.Worker(
                address,
                name=name,
                nthreads=slots,
                resources={RESOURCE: slots, EDITION + edition(): 1},
                executor={PLAYERS: players},
                memory_limit=0,  # programs have limits of their own
                dashboard=False,
                dashboard_address=HIDDEN,
            )
            try:
                return await _worked(worker, stop)
            finally:
                await worker.close()

    async def _worked(worker: Any, stop: Stop) -> int:
        print(_("Looking for the scheduler at {address} …", address=address), flush=True)
        interrupted = asyncio.ensure_future(stop)
        begun = asyncio.ensure_future(_begun(worker, address))
        await _first(begun, interrupted)
        if interrupted.done():
            begun.cancel()
            return interrupted.result().exit_code
        begun.result()
        print(_("Worker {name}: {slots} games at a time", name=name, slots=slots), flush=True)
        finished = asyncio.ensure_future(worker.finished())
        await _first(finished, interrupted)
        if interrupted.done():
            finished.cancel()
            return interrupted.result().exit_code
        print(_("The scheduler at {address} has gone.", address=address), flush=True)
        return 1

    return _until_interrupted(work)


async def _begun(worker: Any, address: str) -> None:
    """Waits for a scheduler as long as it takes. Raises NoCluster when that cannot help."""
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
