"""``board scheduler`` and ``board worker``: what runs on the machines that play for a contest."""

from __future__ import annotations

import asyncio
import json
import os
import platform
from collections.abc import Awaitable, Callable
from typing import Any

from board_cli.interrupt import Interrupted, interrupts
from board_cli.language import _, words
from board_core.contest.confined import confined_facts
from board_core.contest.jobs import kept_here
from board_core.match.workers import LocalWorkers
from board_core.sentence import say

from .cluster import (
    EDITION,
    KEEPS,
    LOOK_UP,
    PLAYERS,
    RESOURCE,
    NoCluster,
    Place,
    edition,
    greet,
    module,
    security,
)
from .membership import Lab

Stop = Awaitable[Interrupted]


class Quiet:
    """What Dask's servers do not do here: serve pages about their own state, in plain HTTP."""

    def start_http_server(self, *arguments: Any, **named: Any) -> None:
        pass


def quiet(kind: Any) -> Any:
    """The same server without a second port."""
    return type(kind.__name__, (Quiet, kind), {})


def run_scheduler(host: str, port: int, lab: Lab, *, made: bool) -> int:
    """Until it is interrupted; the exit code. ``made``: the lab's file is new.

    Raises NoCluster.
    """
    distributed = module("distributed")

    async def serve(stop: Stop) -> int:
        try:
            scheduler = await quiet(distributed.Scheduler)(
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
            facts = {"address": scheduler.address, "file": lab.path.name}
            day = f"{lab.until:%Y-%m-%d}"
            print(_("Scheduler: {address}", **facts), flush=True)
            print(_("On each machine: board worker {address} --lab {file}", **facts))
            print(_("For the contest: --cluster {address} --lab {file}", **facts))
            if made:
                print(
                    _("The lab's file is made: {path}, valid until {day}", path=lab.path, day=day)
                )
            else:
                print(_("The lab's file: {path}, valid until {day}", path=lab.path, day=day))
            print(
                _(
                    "Copy it to every machine. Who has it can run programs on all of them, and "
                    "on this one."
                ),
                flush=True,
            )
            return (await stop).exit_code

    return _until_interrupted(serve)


def run_worker(
    address: str, slots: int, name: str | None, lab: Lab, host: str | None = None
) -> int:
    """Until it is interrupted or its scheduler has gone; the exit code.

    Listens at ``host``, or where this machine's way to the scheduler begins. Raises NoCluster.
    """
    distributed = module("distributed")
    place = Place.named(address)
    address = str(place)
    name = name or f"{platform.node()}-{os.getpid()}"
    keeps = kept_here()
    kept = json.dumps(confined_facts(keeps))

    async def work(stop: Stop) -> int:
        print(_("Looking for the scheduler at {address} …", address=address), flush=True)
        interrupted = asyncio.ensure_future(stop)
        greeted = asyncio.ensure_future(_greeted(place, lab))
        await _first(greeted, interrupted)
        if interrupted.done():
            greeted.cancel()
            return interrupted.result().exit_code
        own = host or greeted.result()
        with LocalWorkers(slots) as players:
            worker = quiet(distributed.Worker)(
                address,
                host=own,
                security=security(lab),
                name=name,
                nthreads=slots,
                resources={RESOURCE: slots, EDITION + edition(): 1, KEEPS + kept: 1},
                executor={PLAYERS: players},
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
        under = ", ".join(map(words.sentence, keeps.told))
        print(_("Programs run here {under}", under=under))
        print(_("Worker {name}: {slots} games at a time", name=name, slots=slots), flush=True)
        finished = asyncio.ensure_future(worker.finished())
        await _first(finished, interrupted)
        if interrupted.done():
            finished.cancel()
            return interrupted.result().exit_code
        print(_("The scheduler at {address} has gone.", address=address), flush=True)
        return 1

    return _until_interrupted(work)


async def _greeted(place: Place, lab: Lab) -> str:
    """Waits for a scheduler as long as it takes. Raises NoCluster when that cannot help."""
    while True:
        try:
            return await greet(place, lab)
        except OSError:
            await asyncio.sleep(LOOK_UP)


async def _begun(worker: Any, address: str) -> None:
    """Raises NoCluster when the scheduler does not take it."""
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
