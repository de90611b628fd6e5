"""Plays the games of a match: a job goes in, a result for each game comes out."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import inf

from board_core import (
    UNTIMED,
    Clock,
    Color,
    Event,
    EventBus,
    Explanation,
    Game,
    GameEnded,
    HostAway,
    Move,
    Outcome,
    PerColor,
    Player,
    Position,
    Reason,
    Rules,
    TimeControl,
)
from board_core.events import NOT_MEASURED
from board_core.journal import JournaledGame, JournalWriter
from board_core.journal.values import first_position
from board_core.players.closing import closed_together
from board_core.record import PlayedGame, Recorder
from board_core.roster import PlayerSpec
from board_core.supervise.cores import cores_for_game
from board_core.supervise.sandbox import Confinement, with_cores

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
    keep_records: bool = False
    """Of every game, and not only of the first player's first loss: moves as people write them
    take longer than some AIs' games."""
    confinement: Confinement = field(default_factory=Confinement)  # of programs
    cores_per_game: int = 0  # half of them for each side; 0: everybody has them all


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
    record: PlayedGame | None
    off_turn: PerColor[float | None] = NOT_MEASURED  # seconds of processor time

    @property
    def number(self) -> int:
        return self.pairing.number

    @property
    def loser(self) -> int | None:
        """0 for the match's first player, 1 for its second."""
        winner = self.outcome.winner
        return None if winner is None else int(winner is self.pairing.first_color)


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
    lost_by: tuple[Mapping[Reason, int], Mapping[Reason, int]] = field(
        default_factory=lambda: ({}, {})
    )
    first_loss: GameResult | None = None  # of the first player, by the games' numbers
    off_turn: tuple[float, float] = (0.0, 0.0)  # seconds of processor time, as far as measured

    @property
    def tallies(self) -> tuple[Tally, Tally]:
        return self.first, self.first.reversed

    @property
    def complete(self) -> bool:
        """Whether every game was played; one lost by a crash was, one never started was not."""
        return self.played == self.games

    def after(self, result: GameResult) -> Standing:
        color = result.pairing.first_color
        return replace(
            self,
            first=self.first.after(result.outcome, color),
            ended=self.ended + 1,
            played=self.played + was_played(result.outcome),
            lost_by=(_counted(self.lost_by[0], result, 0), _counted(self.lost_by[1], result, 1)),
            first_loss=_earlier_loss(self.first_loss, result),
            off_turn=(
                self.off_turn[0] + (result.off_turn[color] or 0.0),
                self.off_turn[1] + (result.off_turn[color.other] or 0.0),
            ),
        )


def _counted(
    lost_by: Mapping[Reason, int], result: GameResult, player: int
) -> Mapping[Reason, int]:
    if result.loser != player:
        return lost_by
    reason = result.outcome.reason
    return {**lost_by, reason: lost_by.get(reason, 0) + 1}


def _earlier_loss(known: GameResult | None, result: GameResult) -> GameResult | None:
    if result.loser != 0 or (known is not None and known.number < result.number):
        return known
    return result


def was_played(outcome: Outcome | None) -> bool:
    """Whether a game that ended so counts as one; None stands for one that has not ended."""
    return outcome is not None and outcome.decided and outcome.reason is not Reason.NOT_STARTED


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


def played_before(job: MatchJob, journal: JournalWriter | None) -> list[GameResult]:
    """The games that a journal had when it was opened, and that are not played again."""
    found = journal.found.games if journal is not None else {}
    return [
        _found(job, pairing, game)
        for pairing in pairings(job)
        if (game := found.get(pairing.number)) is not None and was_played(game.outcome)
    ]


def _found(job: MatchJob, pairing: Pairing, game: JournaledGame) -> GameResult:
    assert game.outcome is not None
    return GameResult(
        pairing,
        game.names,
        game.outcome,
        game.explanation,
        len(game.moves),
        job.rules,
        first_position(job.rules, game.last_setup),
        game.moves[-1]["move"] if game.moves else None,
        game.record(job.rules) if game.outcome.winner is pairing.first_color.other else None,
        game.off_turn,
    )


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an interrupted game goes on from."""

    moves: tuple[Move, ...] = ()
    clock: Clock | None = None
    record: PlayedGame | None = None


class Match:
    """Plays a job's games on threads of its own, until :meth:`join`.

    ``watch`` is told everything, on those threads, and :class:`Over` last. ``events`` says whether
    it wants each event of each game or only the results, and when the host was away.
    A ``journal`` keeps every game: those it had from an earlier run are not played again, and one
    that was interrupted goes on where both players can begin there, and otherwise begins anew.
    When the journal cannot be written, the running games end, and no other begins.
    """

    def __init__(
        self,
        job: MatchJob,
        watch: Callable[[News], None],
        *,
        events: bool,
        journal: JournalWriter | None = None,
    ) -> None:
        self._job = job
        self._watch = watch
        self._events = events
        self._journal = journal
        self._lock = threading.Lock()
        done = {result.number for result in played_before(job, journal)}
        self._pairings = (pairing for pairing in pairings(job) if pairing.number not in done)
        self._running: set[Game] = set()
        self._first_loss = inf  # the lowest number of a game that the first player has lost
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
            if self._stopped is not None or (self._journal is not None and self._journal.trouble):
                return None
            return next(self._pairings, None)

    def _play(self, pairing: Pairing) -> GameResult | None:
        """Makes the two players, lets them play, and closes them whatever happens."""
        job = self._job
        try:
            with cores_for_game(job.cores_per_game) as cores, closed_together() as players:

                def made(color: Color) -> Player:
                    spec = job.first if color is pairing.first_color else job.second
                    player = spec.make(
                        seed=pairing.seeds[color],
                        isolate=job.concurrency > 1,
                        sandbox=with_cores(job.confinement, cores[color]),
                    )
                    players.append(player)
                    return player

                return self._referee(pairing, PerColor(*Color).map(made))
        except Exception:
            log.exception("game %d could not be played", pairing.number)
            return None

    def _earlier(self, number: int, players: PerColor[Player]) -> Earlier | None:
        """The interrupted game of this number, if the players can go on with it."""
        found = self._journal.found.games.get(number) if self._journal is not None else None
        if found is None:
            return None
        record = found.record(self._job.rules)
        moves = tuple(recorded.move for recorded in record.moves)
        if moves and (players.white.usual_start_only or players.black.usual_start_only):
            return None
        return Earlier(moves, found.clock(self._job.rules), record)

    def _referee(self, pairing: Pairing, players: PerColor[Player]) -> GameResult | None:
        job, bus, journal = self._job, EventBus(), self._journal
        goes_on = self._earlier(pairing.number, players)
        earlier = goes_on or Earlier()
        recorder = Recorder(earlier=earlier.record)
        ends: list[GameEnded] = []
        bus.subscribe(recorder)
        bus.subscribe(lambda event: ends.append(event) if isinstance(event, GameEnded) else None)

        def watch(event: Event) -> None:
            if self._events or isinstance(event, HostAway):
                self._watch(Watched(pairing.number, event))

        bus.subscribe(watch)
        game = Game(
            job.rules,
            white=players.white,
            black=players.black,
            time_control=job.time_control,
            setup=job.setup,
            moves=earlier.moves,
            clock=earlier.clock,
            viewing_pause=job.viewing_pause,
            draw_if_cannot_win=job.draw_if_cannot_win,
            bus=bus,
            journal=None
            if journal is None
            else journal.game(pairing.number, goes_on=goes_on is not None),
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
            recorder.record if job.keep_records or self._is_first_loss(pairing, end) else None,
            end.off_turn,
        )

    def _is_first_loss(self, pairing: Pairing, end: GameEnded) -> bool:
        """Whether the first player has lost, and no game before this one as far as is known."""
        with self._lock:
            if end.outcome.winner is not pairing.first_color.other:
                return False
            is_first = pairing.number < self._first_loss
            self._first_loss = min(self._first_loss, pairing.number)
            return is_first
