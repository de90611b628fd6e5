"""Run a contest: pair rounds, send games to workers, write their results into the journal.

**What it knows**

The :class:`~board_core.contest.store.ContestStore` knows what has been decided: rounds, results,
rulings. The runner adds only what a restart may forget: which pairings wait to be sent
(``_waiting``), which have been sent (``_running``), how often each was begun (``_attempts``), and
why some could not be played (``_failed``). So resuming is the same as running: what is in the
journal is done, and everything else is done again.

**The states of a pairing**::

        paired, in the journal ──► WAITING ── a slot is free ──► RUNNING ◄─┐ with the packages
                                   ▲  │  ▲                       │ │ │ │   │ that were wanted
              a ruling was taken   │  │  │  the machine failed,  │ │ │ └───┘
              back, nothing runs   │  │  └─ fewer than 3 times ──┘ │ │
                                   │  ▼                            │ └──► PLAYED: its log, then
                                  SETTLED: by a ruling or a        │      the journal, then GameOver
                                  withdrawal before it was sent    │
                                                                   ▼
                                  FAILED: three times, or by an error that would come again;
                                  stops the contest until somebody rules how the game counts

**The states of the run**::

        run() ──► take requests ──► pair ──► send ──┬──► something runs or waits: RECEIVE ──┐
                       ▲                            │     (at most half a second)          │
                       ├────────────────────────────┼───────────────────────────────────────┘
                       │                            │
                       │                            └──► nothing does: is the contest over?
                       │                                   yes ──► written down, run() returns
                       └── a ruling was taken back ◄────── no: STAND STILL ──► raises NotFinished

        paused by the organiser: RECEIVE, and neither pair nor send, until the contest goes on
        a stop of the organiser: the same until nothing runs, then run() returns
        stop(), at any of these ──► what is already over is written down, run() returns

**Who calls it, on which thread**

:meth:`Runner.run` pairs, writes and calls ``tell`` on the calling thread. The executor plays the
games elsewhere; its threads only put finished futures into ``_done``. :meth:`Runner.stop` may be
called from any thread or signal handler: it sets a flag and puts None into ``_done``, which wakes
the runner. Other processes request rulings and withdrawals by files in the contest's folder, which
is checked at least twice a second.

**Invariants**

* The journal has one writer. A round is in it before one of its games is sent, and a result before
  anybody is told of it; the log of a game is written before its result.
* No round is played that violates :mod:`.pairing.invariants`, even if the organiser made it.
* A game is recorded once. A second result for a pairing raises BadRequest in the store.
* No job of this machine's is sent while all slots are in use.
* A result from another machine is checked before it counts (:func:`.jobs.check_result`).

**Races, and how they are decided**

*Kill against result.* A game that is not in the journal when the host ends goes on from its own
journal, or is played again where there is none; one that is there never is.

*Ruling against game.* A ruling made while a game waits makes sending it unnecessary. If the game is
already running, its result is still recorded, but the ruling takes precedence.

*Cancellation against game.* A game is cancelled only if it has a result. If it runs at the same
time, after a loss by withdrawal, that run goes on and counts.

*Stop against result.* The executor cancels running games. Those whose futures are already in
``_done`` are recorded before ``run()`` returns; the others go on with the next one.

*Failure of a machine against loss.* A dead worker, a broken result and a game that ended without
anybody's fault are no results: the pairing goes to the front of the queue, up to three attempts.
So is a loss on time while programs other than the players had overloaded the machine, and one by
an outage at an endpoint of language models that the organiser named; the third time it counts.
Packages that a worker asks for cost no attempt.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from queue import Empty, SimpleQueue

from board_core.fast_dataclass import dataclass
from board_core.game.sides import Color
from board_core.match.playing import is_over
from board_core.record import wall_clock
from board_core.text.sentence import BoardError, Sentence, say
from board_core.whole_files import write_whole

from .decisions import Cancellation, ContestStop, ManualRound
from .field import Pairing, Round
from .jobs import (
    BadResult,
    GameJob,
    GameResult,
    PackagesWanted,
    check_result,
    check_wanted,
    job_for,
    play,
    spoilt,
)
from .pairing.invariants import violations
from .pairing.scheme import NoPairingError, PairingStep, Scheme
from .state import Contest, PlayedPairing, Request
from .store import ContestStore, unpack_kept
from .system_errors import sentence_of_error

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
"""Times that a game is begun at most, if it is the machine's fault that it did not end."""

REQUEST_POLL_SECONDS = 0.5
"""Seconds between two looks at the requests of other processes."""


@dataclass(frozen=True, slots=True)
class RoundPaired:
    round: Round


@dataclass(frozen=True, slots=True)
class GameBegun:
    pairing: Pairing
    attempt: int


@dataclass(frozen=True, slots=True)
class GameOver:
    pairing: Pairing
    played: PlayedPairing


@dataclass(frozen=True, slots=True)
class MachineFailed:
    """A game was interrupted by a machine failure; it is played again if ``again`` is set."""

    pairing: Pairing
    why: Sentence
    again: bool


@dataclass(frozen=True, slots=True)
class RequestTaken:
    request: Request


@dataclass(frozen=True, slots=True)
class Warned:
    warning: Sentence


@dataclass(frozen=True, slots=True)
class Reported:
    """Something beside the games, such as who has come to a server."""

    what: Sentence


News = RoundPaired | GameBegun | GameOver | MachineFailed | RequestTaken | Warned | Reported


class NotFinished(BoardError):
    """The contest cannot continue; the sentence says why and what to do. It can be resumed."""


class Runner:
    """Runs a contest on the calling thread, until :meth:`run` returns.

    ``executor`` plays the games by ``submit(play, job)``, ``slots`` of them at the same time: a
    number from 1, or a function if it changes. A ``local`` executor plays on this machine, where
    packages and the running games' journals are found by their paths. ``tell`` is called with news,
    on this thread. ``relaxed`` pairs a round that ``scheme`` cannot, if the plan, or instead of it
    ``no_pairing``, allows that. A ladder with nothing to pair until an entrant joins or changes
    ends the run, or waits if ``forever`` is set. With ``rounds`` the run ends when so many more are
    over; with ``pair_only`` it pairs one round, if all before it are over, and plays no game.
    """

    def __init__(
        self,
        store: ContestStore,
        scheme: Scheme,
        executor: Executor,
        slots: int | Callable[[], int],
        *,
        relaxed: Scheme | None = None,
        no_pairing: str | None = None,
        local: bool = True,
        forever: bool = False,
        rounds: int | None = None,
        pair_only: bool = False,
        tell: Callable[[News], None] = lambda news: None,
    ) -> None:
        self._store = store
        self._scheme = scheme
        self._relaxed = relaxed
        self._no_pairing = no_pairing or store.contest.plan.no_pairing
        self._executor = executor
        self._slots = slots if callable(slots) else lambda: slots
        self._local = local
        self._forever = forever
        left = (each.round for each in store.contest.to_play)
        begun = min(left, default=len(store.contest.rounds) + 1)
        self._pair_only = pair_only
        rounds = 1 if pair_only else rounds
        self._last_round = inf if rounds is None else begun - 1 + rounds
        self._tell = tell
        self._done: SimpleQueue[tuple[GameJob, Future[GameResult | PackagesWanted]] | None] = (
            SimpleQueue()
        )
        self._running: dict[int, GameJob] = {}
        self._attempts: dict[int, int] = {}
        self._failed: dict[int, Sentence] = {}
        self._waiting: deque[Pairing] = deque()
        self._began = wall_clock()
        self._cut_off: set[int] = set()  # games that were running when another process ended
        self._stopped = False
        self._ending = False  # when the running games are over

    def stop(self) -> None:
        """Begin no more games and end :meth:`run` at once; for any thread or signal handler.

        The executor must cancel the running games, which go on with the next :meth:`run`.
        """
        self._stopped = True
        self._done.put(None)

    def run(self) -> Contest:
        """Play until the contest ends or is stopped. Raises NotFinished, and OSError."""
        store = self._store
        if self._local:
            unpack_kept(store.folder, store.contest.entrants)
        self._take_requests()
        self._ending = False  # that request was made to an earlier process
        self._waiting = deque(store.contest.to_play)
        if self._pair_only:
            self._pair()
            return store.contest
        running = store.folder.running_game
        self._cut_off = {each.number for each in self._waiting if running(each.number).exists()}
        if self._cut_off:
            count = len(self._cut_off)
            self._tell(
                Reported(say("games that were broken off and go on now: {count}", count=count))
            )
        if self._paused:
            paused = say("the contest is paused: 'board contest unpause' lets it go on")
            self._tell(Warned(paused))
        while not self._stopped:
            self._take_requests()
            if self._ending and not self._running:
                break
            if self._ending or self._paused:
                self._receive()
                continue
            paired = self._pair()
            self._send()
            if not self._running and not self._waiting:
                if paired is PairingStep.WAIT and not store.contest.to_play:
                    if not self._forever:
                        break
                    self._receive()
                    continue
                if paired is PairingStep.OVER and not self._store.contest.to_play:
                    if store.contest.ended is None:
                        store.ended(store.contest.why_ended)
                    break
                self._stand_still()
            else:
                self._receive()
        self._record_finished_games()
        return store.contest

    @property
    def _paused(self) -> bool:
        """Return whether there are games that must not begin now."""
        contest = self._store.contest
        return contest.pause is not None and (contest.ended is None or bool(contest.to_play))

    def _take_requests(self) -> None:
        """Record the decisions of other processes, and play the games that remain."""
        taken = self._store.take_requests(self._refuse)
        for request in taken:
            self._tell(RequestTaken(request))
            self._ending = self._ending or isinstance(request, ContestStop)
            if isinstance(request, Cancellation):  # its failures are forgotten
                self._attempts.pop(request.pairing, None)
                self._failed.pop(request.pairing, None)
        if taken:
            known = {pairing.number for pairing in self._waiting} | {*self._running, *self._failed}
            to_play = self._store.contest.to_play
            self._waiting.extend(each for each in to_play if each.number not in known)

    def _refuse(self, why: Sentence) -> None:
        self._tell(Warned(why))

    def _pair(self) -> PairingStep | None:
        """Pair rounds until there are enough games to play."""
        while not self._stopped and len(self._waiting) + len(self._running) < self._slots():
            if self._store.contest.why_ended:  # someone has decided that it is over
                return PairingStep.OVER
            step, scheme = self._next_round()
            if isinstance(step, PairingStep):
                return step
            if step.number > self._last_round:
                return PairingStep.WAIT
            self._check(step, scheme)
            self._store.paired(step, relaxed=scheme is self._relaxed)
            self._tell(RoundPaired(step))
            to_play = {pairing.number for pairing in self._store.contest.to_play}
            self._waiting.extend(f for f in step.pairings if f.number in to_play)
        return None

    def _next_round(self) -> tuple[Round | PairingStep, Scheme]:
        contest = self._store.contest
        if (manual := contest.manual_round) is not None:
            return manual.next_round(contest.field), manual
        try:
            return self._scheme.next_round(contest.field), self._scheme
        except NoPairingError as error:
            if self._no_pairing == "relax-colors" and self._relaxed is not None:
                with suppress(NoPairingError):  # there is none at all: the organiser has to decide
                    relaxed = self._relaxed.next_round(contest.field)
                    self._tell(Warned(error.sentence))
                    return relaxed, self._relaxed
            if self._no_pairing == "finish":
                self._tell(Warned(error.sentence))
                self._store.ended(str(error.sentence))
                return PairingStep.OVER, self._scheme
            if self._running:
                return PairingStep.WAIT, self._scheme
            raise NotFinished(
                say(
                    "{why}. Nobody meets anybody twice: end the contest here ('finish'), give "
                    "up the rules on colours ('relax-colors'), or withdraw an entrant, and "
                    "resume",
                    why=error.sentence,
                )
            ) from error

    def _check(self, each: Round, scheme: Scheme) -> None:
        """Check a round from any scheme. Raises NotFinished if it is invalid, which is our bug."""
        field = self._store.contest.field
        for wrong in violations(field, each, scheme.keeps(field)):
            raise NotFinished(
                say("round {number} is not played: {why}", number=each.number, why=wrong)
            )
        if isinstance(scheme, ManualRound):
            for broken in scheme.broken(self._store.contest):
                self._tell(Warned(broken))

    def _send(self) -> None:
        """Send what may begin. A player on another machine plays one game at a time, and a game
        between two of them takes no slot."""
        contest = self._store.contest
        guests = {each.number for each in contest.entrants if each.elsewhere}
        for pairing in tuple(self._waiting):
            playing = [contest.pairings[number] for number in self._running]
            here = sum(not guests.issuperset((each.white, each.black)) for each in playing)
            full = here >= self._slots()
            if self._stopped or (full and not guests):
                return
            both = guests & {pairing.white, pairing.black}
            busy = any(each.has(number) for each in playing for number in both)
            settled = pairing.number in contest.results
            if not settled and (busy or (full and len(both) < 2)):
                continue
            self._waiting.remove(pairing)
            if settled:
                continue
            attempt = self._attempts[pairing.number] = self._attempts.get(pairing.number, 0) + 1
            self._tell(GameBegun(pairing, attempt))
            self._submit(self._job(pairing))

    def _job(self, pairing: Pairing) -> GameJob:
        job, folder = job_for(self._store.contest, pairing), self._store.folder
        if not self._local:
            return job
        kept = folder.written(pairing.number) if job.sandbox.keep else None
        running = folder.running_game(pairing.number)
        return replace(job, cache=folder.unpacked, running=running, kept=kept)

    def _submit(self, job: GameJob) -> None:
        self._running[job.pairing] = job
        future: Future[GameResult | PackagesWanted]
        try:
            future = self._executor.submit(play, job)
        except BoardError as error:  # it would be repeated for every game
            raise NotFinished(error.sentence) from error
        except Exception as error:  # the executor is gone
            future = Future()
            future.set_exception(error)
        future.add_done_callback(partial(self._over, job))

    def _over(self, job: GameJob, future: Future[GameResult | PackagesWanted]) -> None:
        self._done.put((job, future))

    def _receive(self) -> None:
        """Wait for the end of a game, or until it is time to look for requests."""
        try:
            item = self._done.get(timeout=REQUEST_POLL_SECONDS)
        except Empty:
            return
        if item is not None:
            self._hear(*item)

    def _record_finished_games(self) -> None:
        """Record the games that ended before the contest was stopped."""
        while not self._done.empty():
            item = self._done.get()
            if item is not None:
                self._hear(*item)

    def _hear(self, job: GameJob, future: Future[GameResult | PackagesWanted]) -> None:
        del self._running[job.pairing]
        pairing = self._store.contest.pairings[job.pairing]
        try:
            result = future.result()
        except (Exception, CancelledError, KeyboardInterrupt) as error:
            self._machine_failed(pairing, error)
            return
        if isinstance(result, PackagesWanted):
            if self._stopped:
                return
            try:
                check_wanted(job, result)
            except BadResult as error:
                self._machine_failed(pairing, error)
                return
            # with those it has been sent: it may be played elsewhere this time
            packages = {**job.packages, **self._packages(result)}
            self._submit(replace(job, packages=packages))
            return
        try:
            result = result if self._local else check_result(job, result)
        except BadResult as error:  # our own results need no check
            self._machine_failed(pairing, error)
            return
        if not is_over(result.game):
            self._machine_failed(pairing, _fault_of_machine(result))
        elif (why := spoilt(job, result.game)) and self._attempts[pairing.number] < MOST_ATTEMPTS:
            self._machine_failed(pairing, why)
        else:
            self._write_down(pairing, result)

    def _packages(self, wanted: PackagesWanted) -> dict[str, bytes]:
        folder = self._store.folder
        return {sha256: folder.package(sha256).read_bytes() for sha256 in wanted.sha256s}

    def _write_down(self, pairing: Pairing, result: GameResult) -> None:
        folder = self._store.folder
        for color in Color:
            entrant = pairing.white if color is Color.WHITE else pairing.black
            if text := result.logs[color]:
                path = folder.log(pairing.number, entrant)
                write_whole(path, text.encode("utf-8", "backslashreplace"), durable=False)
        anew = pairing.number in self._cut_off and result.game.started > self._began
        attempts = self._attempts[pairing.number] + anew
        played = PlayedPairing(pairing.number, result.game, attempts, result.confined)
        self._store.finished(played)
        folder.running_game(pairing.number).unlink(missing_ok=True)  # left by a spoilt attempt
        self._tell(GameOver(pairing, played))

    def _machine_failed(self, pairing: Pairing, error: BaseException | Sentence) -> None:
        why = _why(error)
        for_ever = isinstance(error, BoardError) and not isinstance(error, BadResult)
        again = self._attempts[pairing.number] < MOST_ATTEMPTS and not for_ever
        if again:
            self._waiting.appendleft(pairing)
        else:
            self._failed[pairing.number] = why
        log.info("game %d: %s", pairing.number, why)  # ``tell`` hears it
        self._tell(MachineFailed(pairing, why, again))

    def _stand_still(self) -> None:
        """Find out why no game is running or waiting before the end. Raises NotFinished."""
        left = {pairing.number: pairing for pairing in self._store.contest.to_play}
        self._waiting.extend(left[number] for number in left if number not in self._failed)
        if self._waiting:
            return  # a ruling was taken back
        for number in left:
            raise NotFinished(
                say(
                    "game {number} could not be played: {why}. Remove the cause and resume, "
                    "or rule on the game",
                    number=number,
                    why=self._failed[number],
                )
            )
        self._failed.clear()  # all ruled


def _fault_of_machine(result: GameResult) -> Sentence:
    """Return why the board itself ended a game, such as a full disk."""
    if detail := result.game.outcome.detail:
        return say("{why}", why=detail)
    return say("the board ended the game without a result")


def _why(error: BaseException | Sentence) -> Sentence:
    match error:
        case Sentence():
            return error
        case BoardError() | OSError():
            return sentence_of_error(error)
        case BrokenExecutor():
            return say("the process that played the game died")
        case CancelledError() | KeyboardInterrupt():
            return say("it was interrupted")
        case _:
            return say("{error}", error=repr(error))
