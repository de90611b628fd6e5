"""Runs a contest in front of a display."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TextIO

from board_cli.language import _
from board_cli.screen import console_for
from board_core import BoardError, Sentence
from board_core.contest.cluster.connection import Lab
from board_core.contest.plan import relaxed_scheme_of, scheme_of
from board_core.contest.runner import News, Runner, Warned
from board_core.contest.store import ContestStore
from board_core.contest.system_errors import sentence_of_error
from board_core.fast_dataclass import dataclass
from board_core.match.workers import LocalWorkers
from board_core.supervise.interrupts import Interrupted, interrupts

from .display import ContestDisplay, CutechessLines, Dashboard, NewsLines
from .showing import show_cutechess_end, show_standings

REFRESH_SECONDS = 0.25
"""Seconds between two looks at the running games."""

CLOSING_SECONDS = 10.0
"""Seconds that broken-off games have to close their programs."""


@dataclass(frozen=True, slots=True)
class RunnerEnded:
    """The runner has returned or failed."""

    error: BaseException | None


def run_contest(
    store: ContestStore,
    slots: int,
    *,
    cluster: str,
    lab: Lab | None = None,
    no_pairing: str | None,
    quiet: bool,
    cutechess: bool = False,
    forever: bool = False,
    out: TextIO,
) -> int:
    """Run until the end, an error or Ctrl-C; return the exit code.

    ``cutechess`` prints the lines of cutechess-cli. ``cluster`` is the address of a scheduler of
    this ``lab``; without one games are played here.
    """
    console = console_for(out)
    display: ContestDisplay
    if cutechess:
        display = CutechessLines(store, out)
    elif console.is_terminal and not quiet:
        display = Dashboard(store, console)
    else:
        display = NewsLines(store, out)
    scheme = scheme_of(store.contest.plan)
    inbox: SimpleQueue[News | Interrupted | RunnerEnded] = SimpleQueue()
    with ExitStack() as closing:
        executor, places = closing.enter_context(
            _executor(cluster, lab, slots, store, lambda why: inbox.put(Warned(why)))
        )
        runner = Runner(
            store,
            scheme,
            executor,
            places,
            relaxed=relaxed_scheme_of(store.contest.plan),
            no_pairing=no_pairing,
            local=not cluster,
            forever=forever,
            tell=inbox.put,
        )

        def work() -> None:
            try:
                runner.run()
            except BaseException as error:
                inbox.put(RunnerEnded(error))
            else:
                inbox.put(RunnerEnded(None))

        thread = threading.Thread(target=work, name="contest", daemon=True)
        with interrupts(inbox.put):
            try:
                with display:
                    thread.start()
                    end = _follow(inbox, display)
            finally:
                runner.stop()
                thread.join(CLOSING_SECONDS)  # first: it may be about to begin a game
                if isinstance(executor, LocalWorkers):
                    executor.end(CLOSING_SECONDS)
    if isinstance(end, Interrupted):
        print(_("Interrupted. Run it again to continue: no finished game is lost."), file=out)
        return end.exit_code
    if (error := end.error) is not None:
        if not isinstance(error, BoardError | OSError):
            raise error
        show_standings(store.contest, out)
        print(_("The contest cannot go on: {why}", why=sentence_of_error(error)), file=out)
        return 1
    if store.contest.ended is None:  # by a decision of the organiser
        show_standings(store.contest, out)
        print(_("Stopped. Run it again to continue: no finished game is lost."), file=out)
        return 1
    if cutechess:
        show_cutechess_end(store.contest, out)
    else:
        show_standings(store.contest, out)
    return 0


@contextmanager
def _executor(
    cluster: str, lab: Lab | None, slots: int, store: ContestStore, warn: Callable[[Sentence], None]
) -> Iterator[tuple[Executor, int | Callable[[], int]]]:
    if lab is None:
        with LocalWorkers(slots, warn=warn) as workers:
            try:
                yield workers, slots
            finally:
                workers.end(0)  # nothing runs any more, but for somebody who could not wait
        return
    from board_core.contest.cluster.executor import cluster_executor

    sandbox = store.contest.plan.sandbox
    with cluster_executor(cluster, lab, sandbox=sandbox, met=store.met, warn=warn) as found:
        yield found


def _follow(
    inbox: SimpleQueue[News | Interrupted | RunnerEnded],
    display: ContestDisplay,
) -> Interrupted | RunnerEnded:
    refreshed = 0.0
    while True:
        try:
            news = inbox.get(timeout=REFRESH_SECONDS)
        except Empty:
            news = None
        if isinstance(news, Interrupted | RunnerEnded):
            return news
        if news is not None:
            display.hear(news)
        if (now := monotonic()) - refreshed >= REFRESH_SECONDS:
            display.refresh()
            refreshed = now
