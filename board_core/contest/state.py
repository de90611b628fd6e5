"""The state of a contest: a value, folded from the events of its journal. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from board_core.match.openings import Opening
from board_core.record import PlayedGame
from board_core.rules import Reason, Rules
from board_core.sides import Color, PerColor

from .cards import Card
from .confined import Confined
from .field import Field, Number, Pairing, PairingVerdict, Round
from .pairing.bracket import Stages, whole
from .plan import Plan
from .ratings import Rating, ratings
from .standings import Standing, standings
from .tie_breaks import TieBreak


@dataclass(frozen=True, slots=True)
class Entrant:
    """One participant, as recorded when the contest began."""

    number: Number
    name: str
    player: str  # in the grammar of ``board play``; files are sought in the package
    author: str = ""
    package: str | None = None  # SHA-256 of the files handed in, as one package; None: no files
    files: Mapping[str, str] = field(default_factory=dict)  # the SHA-256 of each


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of the organiser on how a game counts; a later ruling outweighs it."""

    pairing: int
    verdict: PairingVerdict | None  # None: the game's own result counts again
    author: str
    reason: str
    at: datetime = field(compare=False)  # the same decision may have been left twice


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A decision that an entrant leaves the contest."""

    entrant: Number
    author: str
    reason: str
    at: datetime = field(compare=False)  # the same decision may have been left twice


@dataclass(frozen=True)
class PlayedPairing:
    """A game of the contest that has ended."""

    pairing: int
    game: PlayedGame
    attempts: int = 1  # how often it was begun; more than once after failures of the machine
    confined: Confined | None = None  # None: no program of a stranger's, or an older journal

    @cached_property
    def result(self) -> Result | None:
        """The result without rulings. It is asked of every game after each event."""
        outcome = self.game.outcome
        if outcome.decided:
            forfeit = outcome.reason is Reason.NOT_STARTED
            return Result(PairingVerdict.won_by(outcome.winner), forfeit)
        if outcome.reason is Reason.NOT_STARTED:  # neither could begin
            return Result(PairingVerdict.NEITHER, forfeit=True)
        return None


@dataclass(frozen=True, slots=True)
class Paired:
    """Report, for the journal of a contest, that a round was paired."""

    round: Round
    relaxed: bool = False  # without the colours' rules


@dataclass(frozen=True, slots=True)
class Checked:
    """The report card of an entrant, from the check before the contest."""

    entrant: Number
    card: Card


@dataclass(frozen=True, slots=True)
class Met:
    """A new worker, and how it confines programs."""

    machine: str
    keeps: Confined


@dataclass(frozen=True, slots=True)
class Closed:
    """The end of the contest."""

    why: str  # empty: all is played
    at: datetime


Request = Ruling | Withdrawal
"""The decisions that an organiser may make at any time."""

ContestEvent = Paired | PlayedPairing | Request | Checked | Met | Closed
"""All events of a contest."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a pairing, with the decision behind it."""

    verdict: PairingVerdict
    forfeit: bool = False  # it was not played
    ruling: Ruling | None = None
    withdrawal: Withdrawal | None = None


@dataclass(frozen=True)
class Contest:
    """All facts of a contest. :mod:`.store` makes it, one event after the other."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    openings: tuple[Opening, ...] = ()
    began: datetime | None = None
    rounds: tuple[Round, ...] = ()
    relaxed: frozenset[int] = frozenset()  # rounds paired without the colours' rules
    played: Mapping[int, PlayedPairing] = field(default_factory=dict)  # by the pairings' numbers
    rulings: tuple[Ruling, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    checks: Mapping[Number, Card] = field(default_factory=dict)
    machines: Mapping[str, Confined] = field(default_factory=dict)  # workers, by their names
    ended: datetime | None = None
    why_ended: str = ""

    def entrant(self, number: Number) -> Entrant:
        return self.entrants[number - 1]

    @cached_property
    def pairings(self) -> Mapping[int, Pairing]:
        return {pairing.number: pairing for each in self.rounds for pairing in each.pairings}

    @cached_property
    def withdrawn(self) -> frozenset[Number]:
        return frozenset(withdrawal.entrant for withdrawal in self.withdrawals)

    @cached_property
    def results(self) -> Mapping[int, Result]:
        """The results by pairings' numbers: rulings outweigh games, games outweigh withdrawals."""
        rulings = {ruling.pairing: ruling for ruling in self.rulings}
        gone = {each.entrant: each for each in reversed(self.withdrawals)}
        results = {}
        for number, pairing in self.pairings.items():
            ruling = rulings.get(number)
            result = _result(pairing, self.played.get(number), gone)
            if ruling is not None and ruling.verdict is not None:
                forfeit = number not in self.played
                result = Result(ruling.verdict, forfeit, ruling)
            if result is not None:
                results[number] = result
        return results

    @cached_property
    def field(self) -> Field:
        """The facts for pairing and standings."""
        results = self.results
        return Field(
            tuple(entrant.number for entrant in self.entrants),
            self.rounds,
            {number: result.verdict for number, result in results.items()},
            frozenset(number for number, result in results.items() if result.forfeit),
            self.withdrawn,
            self.plan.points,
            self.plan.pairing_format.fixed_pairings,
            {n: e.rating for n, e in enumerate(self.plan.entrants, 1) if e.rating is not None},
            games_per_pairing=self.plan.games_per_pairing,
        )

    @cached_property
    def table(self) -> tuple[Standing, ...]:
        """The standings, by the stages of a knockout and the tie-breaks of the plan."""
        if self.plan.pairing_format.ranks_by_rating:
            return self._leaderboard
        stages = self.plan.pairing_format.stages_reached(self.plan.format_settings, self.field)
        return standings(self.field, self.plan.seed, self.plan.tie_breaks, stages)

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The ratings of the present versions of all entrants, the strongest first."""
        if not self.plan.pairing_format.ranks_by_rating:
            return ratings(self.field)
        found = ratings(self.field.versions_apart(), among=self.field.active)
        return tuple(each for each in found if each.number <= len(self.entrants))

    @property
    def _leaderboard(self) -> tuple[Standing, ...]:
        """The standings of a ladder, with the points and games of the present versions."""
        rows = {
            row.number: row for row in standings(self.field.versions_apart(), self.plan.seed, ())
        }
        return tuple(
            replace(rows[each.number], rank=rank, ahead_by=None)
            for rank, each in enumerate(self.ratings, 1)
        )

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """The tie-breaks of the table; none where ratings rank."""
        return () if self.plan.pairing_format.ranks_by_rating else self.plan.tie_breaks

    @cached_property
    def bracket(self) -> Stages:
        """The bracket of a knockout to its final; empty for other formats."""
        plan = self.plan
        return whole(plan.pairing_format.bracket(plan.format_settings, self.field))

    @cached_property
    def group_tables(self) -> tuple[tuple[Standing, ...], ...]:
        """The table of each group; empty for formats without groups."""
        return self.plan.pairing_format.group_tables(self.plan.format_settings, self.field)

    @cached_property
    def confined_alike(self) -> bool:
        """Return whether all games of strangers' programs had the same confinement."""
        return len({each.confined for each in self.played.values() if each.confined}) <= 1

    @property
    def to_play(self) -> tuple[Pairing, ...]:
        """The pairings without a result, in order."""
        return tuple(f for number, f in self.pairings.items() if number not in self.results)

    def opening(self, pairing: Pairing) -> Opening:
        """Return the moves or the position from which the game of a pairing begins.

        In a Swiss, and without a standard starting position, each round has its own.
        """
        by_round = not self.plan.pairing_format.fixed_pairings
        number = pairing.opening
        if number is None and (by_round or self.plan.hosted.drawn_start is not None):
            number = pairing.round - 1
        if number is None or not self.openings:
            return Opening()
        return self.openings[number % len(self.openings)]

    def names(self, pairing: Pairing) -> PerColor[str]:
        return PerColor(self.entrant(pairing.white).name, self.entrant(pairing.black).name)

    @cached_property
    def rules(self) -> Rules:
        """The rules of the game. Raises BadGame."""
        return self.plan.rules

    def after(self, event: ContestEvent) -> Contest:
        """Return the contest after one more event. Raises ValueError for one that cannot follow."""
        match event:
            case Paired(each, relaxed):
                self._check_round(each)
                numbers = self.relaxed | {each.number} if relaxed else self.relaxed
                return self._with(rounds=(*self.rounds, each), relaxed=numbers)
            case PlayedPairing(number):
                if number not in self.pairings or number in self.played:
                    raise ValueError(number)
                return self._with(played={**self.played, number: event})
            case Ruling(number):
                if number not in self.pairings:
                    raise ValueError(number)
                return self._with(rulings=(*self.rulings, event))
            case Withdrawal(number):
                self._check_entrant(number)
                return self._with(withdrawals=(*self.withdrawals, event))
            case Checked(number, card):
                self._check_entrant(number)
                return self._with(checks={**self.checks, number: card})
            case Met(machine, keeps):
                return self._with(machines={**self.machines, machine: keeps})
            case Closed(why, at):
                return self._with(ended=at, why_ended=why)

    def _with(self, **changes: Any) -> Contest:
        """Return a changed contest that keeps its computed values: it may have many games."""
        after = replace(self, **changes)
        vars(after).update(
            (name, known)
            for name, known in vars(self).items()
            if name == "rules" or (name == "pairings" and "rounds" not in changes)
        )
        return after

    def _check_entrant(self, *numbers: Number) -> None:
        for number in numbers:
            if number not in range(1, len(self.entrants) + 1):
                raise ValueError(number)

    def _check_round(self, each: Round) -> None:
        if each.number != len(self.rounds) + 1:
            raise ValueError(each.number)
        last = max(self.pairings, default=0)
        for pairing in each.pairings:
            if pairing.number <= last or (pairing.opening or 0) < 0:
                raise ValueError(pairing)
            last = pairing.number
            self._check_entrant(pairing.white, pairing.black)
        self._check_entrant(*each.byes)


def _result(
    pairing: Pairing, played: PlayedPairing | None, gone: Mapping[Number, Withdrawal]
) -> Result | None:
    if played is not None and played.result is not None:
        return played.result
    white, black = gone.get(pairing.white), gone.get(pairing.black)
    if white and black:
        return Result(PairingVerdict.NEITHER, forfeit=True, withdrawal=white)
    if white or black:
        winner = Color.BLACK if white else Color.WHITE
        return Result(PairingVerdict.won_by(winner), forfeit=True, withdrawal=white or black)
    return None
