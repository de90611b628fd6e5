"""Plays the games of a match: a job goes in, a result for each game comes out."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace

from board_core import (
    UNTIMED,
    Color,
    Event,
    EventBus,
    Explanation,
    Game,
    GameEnded,
    Move,
    Outcome,
    PerColor,
    Player,
    Position,
    Reason,
    Rules,
    TimeControl,
)
from board_core.record import Record, Recorder
from board_core.roster import PlayerSpec

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MatchJob:
    """A match to play; colours alternate, and ``first`` has white in the first game."""

    rules: Rules
    first: PlayerSpec
    second: PlayerSpec
    games: int = 1
    time_control: TimeControl = UNTIMED
    setup: str | None = None
    viewing_pause: float = 0.0
    draw_if_cannot_win: bool = False
    concurrency: int = 1
    seed: int | None = None
    keep_records: bool = False  # moves as people write them take longer than some AIs' games


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a match."""

    number: int  # counts from 1
    first_color: Color  # of the match's first player
    seeds: PerColor[int | None]


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that has ended, one way or another."""

    pairing: Pairing
    names: PerColor[str]
    outcome: Outcome
    explanation: Explanation | None
    plies: int
    rules: Rules
    position: Position  # the last one
    last_move: Move | None
    record: Record | None

    @property
    def number(self) -> int:
        return self.pairing.number


@dataclass(frozen=True, slots=True)
class Watched:
    """An event of one of the games."""

    game: int
    event: Event


@dataclass(frozen=True, slots=True)
class Over:
    """The last thing a match says: no game is running and none will start."""


News = Watched | GameResult | Over
"""What a match tells whoever watches it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one player has reached."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def after(self, outcome: Outcome, color: Color) -> Tally:
        """With one game more, in which the player had this colour."""
        if not outcome.decided:
            return self
        if outcome.winner is None:
            return replace(self, draws=self.draws + 1)
        if outcome.winner is color:
            return replace(self, wins=self.wins + 1)
        return replace(self, losses=self.losses + 1)

    @property
    def reversed(self) -> Tally:
        return Tally(self.losses, self.draws, self.wins)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands: the first player's tally, of which the second's is the mirror."""

    names: tuple[str, str]
    games: int
    first: Tally = Tally()
    ended: int = 0
    played: int = 0

    @property
    def tallies(self) -> tuple[Tally, Tally]:
        return self.first, self.first.reversed

    @property
    def complete(self) -> bool:
        """Whether every game was played; one lost by a crash was, one never started was not."""
        return self.played == self.games

    def after(self, result: GameResult) -> Standing:
        outcome = result.outcome
        played = outcome.decided and outcome.reason is not Reason.NOT_STARTED
        return replace(
            self,
            first=self.first.after(outcome, result.pairing.first_color),
            ended=self.ended + 1,
            played=self.played + played,
        )


def first_standing(job: MatchJob) -> Standing:
    names = (job.first.name, job.second.name)
    if names[0] == names[1]:
        names = (f"{names[0]} (1)", f"{names[1]} (2)")
    return Standing(names, job.games)


def pairings(job: MatchJob) -> Iterator[Pairing]:
    """The games in order. Each seed differs, and is the same however the games are run."""
    for number in range(1, job.games + 1):
        first_color = Color.WHITE if number % 2 else Color.BLACK
        seeds: PerColor[int | None] = PerColor(None, None)
        if job.seed is not None:
            first = job.seed + 2 * (number - 1)
            seeds = seeds.put(first_color, first).put(first_color.other, first + 1)
        yield Pairing(number, first_color, seeds)


class Match:
    """Plays a job's games on threads of its own, until :meth:`join`.

    ``watch`` is told everything, on those threads, and :class:`Over` last. ``events`` says
    whether it wants each event of each game or only the results.
    """

    def __init__(self, job: MatchJob, watch: Callable[[News], None], *, events: bool) -> None:
        self._job = job
        self._watch = watch
        self._events = events
        self._lock = threading.Lock()
        self._pairings = pairings(job)
        self._running: set[Game] = set()
        self._stopped: str | None = None
        self._threads = [
            threading.Thread(target=self._work, name=f"games {n + 1}", daemon=True)
            for n in range(min(job.concurrency, job.games))
        ]
        self._at_work = len(self._threads)

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self, detail: str) -> None:
        """End the running games and begin no other. Returns at once; may be called twice."""
        with self._lock:
            self._stopped = detail
            running = list(self._running)
        for game in running:
            game.stop(detail)

    def join(self, timeout: float | None = None) -> None:
        for thread in self._threads:
            thread.join(timeout)

    def _work(self) -> None:
        try:
            while (pairing := self._next()) is not None:
                result = self._play(pairing)
                if result is not None:
                    self._watch(result)
        finally:
            with self._lock:
                self._at_work -= 1
                last = self._at_work == 0
            if last:
                self._watch(Over())

    def _next(self) -> Pairing | None:
        with self._lock:
            return next(self._pairings, None) if self._stopped is None else None

    def _play(self, pairing: Pairing) -> GameResult | None:
        """Makes the two players, lets them play, and closes them whatever happens."""
        job = self._job
        try:
            with ExitStack() as closing:

                def made(color: Color) -> Player:
                    spec = job.first if color is pairing.first_color else job.second
                    player = spec.make(seed=pairing.seeds[color], isolate=job.concurrency > 1)
                    closing.callback(player.close)
                    return player

                return self._referee(pairing, PerColor(*Color).map(made))
        except Exception:
            log.exception("game %d could not be played", pairing.number)
            return None

    def _referee(self, pairing: Pairing, players: PerColor[Player]) -> GameResult | None:
        job, bus, recorder = self._job, EventBus(), Recorder()
        ends: list[GameEnded] = []
        if job.keep_records:
            bus.subscribe(recorder)
        bus.subscribe(lambda event: ends.append(event) if isinstance(event, GameEnded) else None)
        if self._events:
            bus.subscribe(lambda event: self._watch(Watched(pairing.number, event)))
        game = Game(
            job.rules,
            white=players.white,
            black=players.black,
            time_control=job.time_control,
            setup=job.setup,
            viewing_pause=job.viewing_pause,
            draw_if_cannot_win=job.draw_if_cannot_win,
            bus=bus,
        )
        with self._lock:
            if self._stopped is not None:
                return None
            self._running.add(game)
        try:
            game.run()
        except Exception:
            log.exception("game %d was broken off", pairing.number)  # its last event says so too
        finally:
            with self._lock:
                self._running.discard(game)
        (end,) = ends
        return GameResult(
            pairing,
            players.map(lambda player: player.name),
            end.outcome,
            end.explanation,
            end.turn.ply,
            job.rules,
            end.position,
            end.turn.moves[-1] if end.turn.moves else None,
            recorder.record if job.keep_records else None,
        )
