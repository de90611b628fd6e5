"""Run a contest in front of a display: all of the screen, or a line for each event."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from math import inf
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Self, TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from board_cli.language import _, warning, words
from board_cli.options import ServerOptions
from board_cli.screen import bare_table, console_for
from board_core import BoardError, Sentence
from board_core.contest.cluster.connection import Lab
from board_core.contest.field import Pairing
from board_core.contest.plan import relaxed_scheme_of, scheme_of
from board_core.contest.report.running import Running, RunningGames
from board_core.contest.report.view import total_games
from board_core.contest.runner import (
    GameBegun,
    GameOver,
    MachineFailed,
    News,
    Reported,
    RequestTaken,
    RoundPaired,
    Runner,
    Warned,
)
from board_core.contest.state import Contest
from board_core.contest.store import ContestStore
from board_core.contest.summary import cutechess_finished, cutechess_started, game_line, heading
from board_core.contest.system_errors import sentence_of_error
from board_core.fast_dataclass import dataclass
from board_core.game.clock import clock_face
from board_core.game.sides import Color
from board_core.match.result import ENGLISH
from board_core.match.workers import LocalWorkers
from board_core.supervise.interrupts import Interrupted, interrupts
from board_core.text.harmless_text import visible
from board_core.text.sentence import Clauses, Listed

from .showing import fitting_standings, show_cutechess_end, show_standings

MOST_STANDINGS_SHOWN = 12
"""Lines of the standings beside the running games."""


class ContestDisplay:
    """Base of all displays of a contest, on the thread that calls it; itself shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def hear(self, news: News) -> None:
        pass

    def refresh(self) -> None:
        """Draw again; called several times a second."""


class NewsLines(ContestDisplay):
    """A line for each round and each game."""

    def __init__(self, store: ContestStore, out: TextIO) -> None:
        self._store = store
        self._out = out

    def hear(self, news: News) -> None:
        text = news_line(self._store.contest, news)
        if text is not None:
            self._print(text)

    def _print(self, *lines: str) -> None:
        for line in lines:
            print(visible(line), file=self._out, flush=True)


def news_line(contest: Contest, news: News) -> str | None:
    match news:
        case RoundPaired(each):
            games = words.plural("{count} game", "{count} games", len(each.pairings))
            byes = Listed(contest.entrant(number).name for number in each.byes)
            told = _("Round {number}: {games}", number=each.number, games=games)
            resting = _("bye: {names}", names=byes)
            return words.listed(Clauses((told, resting))) if byes else told
        case GameOver(pairing):
            return game_line(contest, pairing, words)
        case MachineFailed(pairing, why, again):
            name, said = pairing.number, words.sentence(why)
            if again:
                return _("Game {number} is played again: {why}", number=name, why=said)
            return _("Game {number} could not be played: {why}", number=name, why=said)
        case RequestTaken(request):
            return _(
                "{what}; {author}: {reason}",
                what=request.text(contest, words),
                author=request.author,
                reason=request.reason,
            )
        case Warned(sentence):
            return warning(sentence)
        case Reported(sentence):
            return words.sentence(sentence)
        case GameBegun():
            return None


class CutechessLines(NewsLines):
    """The lines of cutechess-cli, for programs that read them."""

    def hear(self, news: News) -> None:
        contest = self._store.contest
        match news:
            case GameBegun(pairing):
                self._print(cutechess_started(contest, pairing, total_games(contest)))
            case GameOver(pairing):
                self._print(*cutechess_finished(contest, pairing))
            case Warned(sentence) | MachineFailed(why=sentence):
                self._print(f"Warning: {ENGLISH.sentence(sentence)}")
            case RoundPaired() | RequestTaken() | Reported():
                pass


class Dashboard(ContestDisplay):
    """Boards in progress, clocks, standings, progress and time left, on a terminal."""

    def __init__(self, store: ContestStore, console: Console) -> None:
        self._store = store
        self._watch = RunningGames(store.folder)
        self._live = Live(console=console, auto_refresh=False, transient=True)
        self._begun: dict[int, Pairing] = {}
        self._since = time.monotonic()
        self._over = 0

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.__exit__(None, None, None)

    def hear(self, news: News) -> None:
        match news:
            case GameBegun(pairing):
                self._begun[pairing.number] = pairing
            case GameOver(pairing) | MachineFailed(pairing):
                self._begun.pop(pairing.number, None)
                self._over += isinstance(news, GameOver)
            case _:
                pass
        text = news_line(self._store.contest, news)
        if text is not None:
            self._live.console.print(Text(visible(text)), soft_wrap=True)

    def refresh(self) -> None:
        self._live.update(self._picture(), refresh=True)

    def _picture(self) -> RenderableType:
        contest, console = self._store.contest, self._live.console
        running = self._watch.read(contest)
        elapsed = time.monotonic() - self._since
        return Group(
            Text(),
            Text(heading(contest, words), style="bold"),
            progress_line(contest, self._over, elapsed),
            Text(),
            running_table(contest, running, tuple(self._begun.values())),
            Text(),
            _top(fitting_standings(contest, console, console.width)[0]),
        )


def progress_line(contest: Contest, over: int, elapsed: float) -> RenderableType:
    """Return a progress bar of all games known so far; ``over`` games took ``elapsed`` s."""
    done, all_games = len(contest.results), max(1, total_games(contest))
    line = Table.grid(padding=(0, 1))
    line.add_row(
        ProgressBar(all_games, done, width=40),
        f"{done}/{all_games}",
        "" if contest.pause else time_left(all_games - done, over, elapsed),
    )
    return line


def time_left(games: int, over: int, elapsed: float) -> str:
    """Return the time left at the pace so far."""
    if not over or not games:
        return ""
    left = timedelta(seconds=round(games * elapsed / over))
    return _("about {time} left", time=left)


def running_table(
    contest: Contest, running: tuple[Running, ...], begun: tuple[Pairing, ...]
) -> Table:
    """Return the running games; of those on other machines only the names are known."""
    table = bare_table()
    for title in ("#", _("white"), _("clock"), _("black"), _("clock"), _("move")):
        table.add_column(title, justify="right" if title in ("#", _("clock")) else "left")
    known, now = {game.pairing: game for game in running}, time.time()
    for pairing in begun:
        names = contest.names(pairing).map(visible)
        game = known.get(pairing.number)
        if game is None:
            table.add_row(str(pairing.number), names.white, "", names.black, "", _("starting"))
            continue
        last = f"{(game.plies + 1) // 2}. {'-'.join(game.last)}" if game.last else ""
        table.add_row(
            str(pairing.number),
            Text(names.white, style="bold" if game.position.to_move is Color.WHITE else ""),
            _clock(game, Color.WHITE, now),
            Text(names.black, style="bold" if game.position.to_move is Color.BLACK else ""),
            _clock(game, Color.BLACK, now),
            last,
        )
    return table


def _clock(game: Running, color: Color, now: float) -> str:
    left = game.clock.remaining_at(color, max(now, game.clock.since))
    return "" if left == inf else clock_face(game.clock, color, max(now, game.clock.since))


def _top(table: Table) -> Table:
    """Return the first lines of a table that is longer than a terminal is high."""
    rows = table.row_count
    if rows <= MOST_STANDINGS_SHOWN:
        return table
    top = bare_table()
    for column in table.columns:
        top.add_column(
            column.header,
            justify=column.justify,
            no_wrap=column.no_wrap,
            overflow=column.overflow,
        )
    cells = [list(column.cells)[:MOST_STANDINGS_SHOWN] for column in table.columns]
    for row in zip(*cells, strict=True):
        top.add_row(*row)
    top.add_row("", Text("…"))
    return top


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
    rounds: int | None = None,
    pair_only: bool = False,
    serves: ServerOptions | None = None,
    hand_in: bool = False,
    out: TextIO,
) -> int:
    """Run until the end, an error or Ctrl-C; return the exit code.

    ``cutechess`` prints the lines of cutechess-cli. ``cluster`` is the address of a scheduler of
    this ``lab``; without one games are played here, and ``serves`` opens their pages and room, with
    ``hand_in`` for programs, too.
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
        end_games = executor.end if isinstance(executor, LocalWorkers) else None
        if serves is not None:
            from board_core.serving.contest_room import WithGuests

            from .serving import served_room

            told = served_room(store, serves, lambda said: inbox.put(Reported(said)), hand_in)
            room = closing.enter_context(told)
            if isinstance(executor, LocalWorkers):  # a cluster has no guests
                executor = guests = WithGuests(room, executor)
                end_games = guests.end
        runner = Runner(
            store,
            scheme,
            executor,
            places,
            relaxed=relaxed_scheme_of(store.contest.plan),
            no_pairing=no_pairing,
            local=not cluster,
            forever=forever,
            rounds=rounds,
            pair_only=pair_only,
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
                if end_games is not None:
                    end_games(CLOSING_SECONDS)
    if isinstance(end, Interrupted):
        print(_("Interrupted. Run it again to continue: no finished game is lost."), file=out)
        return end.exit_code
    if (error := end.error) is not None:
        if not isinstance(error, BoardError | OSError):
            raise error
        show_standings(store.contest, out)
        print(_("The contest cannot go on: {why}", why=sentence_of_error(error)), file=out)
        return 1
    if pair_only:
        for pairing in store.contest.to_play:
            print(visible(game_line(store.contest, pairing, words)), file=out)
        return 0
    if store.contest.ended is None:  # by a decision of the organiser
        show_standings(store.contest, out)
        print(_("Stopped. Run it again to continue: no finished game is lost."), file=out)
        return 0 if rounds is not None and not store.contest.to_play else 1
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
