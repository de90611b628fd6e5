"""The room of a contest: entrants on other machines fetch the games that the contest pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar

from board_core.contest.hand_in_log import HandInLog
from board_core.contest.jobs import NO_GUESTS, GameJob, Guests, JobSide, job_for, rules_of
from board_core.contest.store import ContestStore
from board_core.game.played_game import NOT_FINISHED
from board_core.match.playing import is_over
from board_core.match.workers import LocalWorkers
from board_core.players.remote import RemoteLimits
from board_core.record import PlayedGame
from board_core.text.codec import Facts
from board_core.text.sentence import say

from .broadcast import ClientLine
from .room import MOST_FINISHED, MOST_GAMES, Account, Challenge, Room, RoomNews, RoomRefusal
from .table import GameTerms

P = ParamSpec("P")
T = TypeVar("T")

NO_TOKEN = "-"
"""In place of a token's hash."""

ANEW = 10_000_000
"""More than the games of a contest."""


class ContestRoom(Room):
    """Its accounts are the entrants that play from other machines, with their hand-in tokens.

    The games are those of the contest, whose own journal lets them go on.
    """

    def __init__(self, store: ContestStore, tell: Callable[[RoomNews], object]) -> None:
        """Open the room of a contest that was begun. Raises BadGame, BadJournal and OSError."""
        plan = store.contest.plan
        limits = RemoteLimits(first_move=plan.first_move, grace=plan.grace)
        super().__init__(plan.hosted, plan.clock.control, limits=limits, tell=tell)
        self._house.clear()
        self._secret = f"{plan.name}:{plan.seed}"  # keys are the same after a kill
        self._store, self._hand_in = store, HandInLog(store.folder)
        self._read_tokens()
        for number in sorted(store.contest.played)[-MOST_FINISHED:]:  # for who was away
            job = job_for(store.contest, store.contest.pairings[number])
            if job.elsewhere:
                self._keep_finished(_number(job), store.contest.played[number].game)

    def challenge(self, account: Account, name: str, wishes: Facts) -> Challenge:
        raise RoomRefusal(say("the contest pairs its games: nobody is challenged here"))

    def tick(self) -> None:
        self._read_tokens()
        super().tick()

    @property
    def without_token(self) -> list[str]:
        """The names of the entrants elsewhere that cannot come yet."""
        return [each.name for each in self.accounts if each.token == NO_TOKEN]

    def _read_tokens(self) -> None:
        """Let in who has a token now; a token that was replaced is void."""
        issued, void = self._hand_in.read().tokens, list[ClientLine]()
        with self._lock:
            for entrant in self._store.contest.entrants:
                name, key = entrant.name, entrant.name.lower()
                if not entrant.elsewhere:
                    self._house.setdefault(key, Account(name))
                    continue
                token = issued[name].token if name in issued else NO_TOKEN
                account = self._accounts.setdefault(key, Account(name, token))
                if account.token != token and account.line is not None:
                    void.append(account.line)
                account.token = token
        for line in void:
            line.abort()

    @contextmanager
    def seated(self, job: GameJob, earlier: PlayedGame | None) -> Iterator[Guests]:
        """Call the players on other machines to a game; it belongs to this room until the end."""
        if earlier is not None and is_over(earlier):
            with self._lock:
                self._keep_finished(_number(job), earlier)
            yield NO_GUESTS
            return
        if earlier is not None:  # the end of the server is no end of the game
            earlier = replace(earlier, outcome=NOT_FINISHED, explanation=None)
        rules, setup = rules_of(job), job.opening.setup
        terms = GameTerms(rules, job.control, setup, paired=True, draws=job.draws)
        self._read_tokens()  # an entrant may just have been added

        def account(side: JobSide) -> Account:
            away = side.name in job.elsewhere
            return self._accounts[side.name.lower()] if away else Account(side.name)

        with self._lock:
            table = self._laid(_number(job), terms, job.sides.map(account), earlier)
        try:
            yield table.remote, partial(self._follow, table)
        finally:
            with self._lock:
                self._forget(table)


def _number(job: GameJob) -> int:
    """Return the number of a game; one that was cancelled is another game to its players."""
    return job.pairing + ANEW * job.anew


class WithGuests(Executor):
    """Plays games of players on other machines on threads of this process, others in workers."""

    def __init__(self, room: ContestRoom, workers: LocalWorkers) -> None:
        self._room, self._workers = room, workers
        self._threads = ThreadPoolExecutor(MOST_GAMES, "game")

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if not any(isinstance(each, GameJob) and each.elsewhere for each in args):
            return self._workers.submit(fn, *args, **kwargs)
        play: Callable[..., T] = fn
        return self._threads.submit(play, *args, host=self._room.seated, **kwargs)

    def end(self, patience: float) -> None:
        """Break all games off, which go on when the contest does."""
        self._room.close()
        self._workers.end(patience)
        self._threads.shutdown()
