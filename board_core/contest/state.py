"""A contest as far as it has come: a value, folded from the events of its journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from board_core.journal import JournaledGame
from board_core.journal.values import (
    Facts,
    Json,
    away_facts,
    end_facts,
    mapping,
    move_facts,
    outcome_of,
    start_facts,
)
from board_core.match.openings import Opening
from board_core.rules import Outcome, Reason
from board_core.sides import Color, PerColor

from .confined import Confined
from .field import Field, Fixture, Number, Round, Verdict
from .plan import Plan


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part, as recorded when the contest began."""

    number: Number
    name: str
    player: str  # in the grammar of ``board play``; files are sought in the package
    author: str = ""
    package: str | None = None  # SHA-256 of the files handed in, as one package; None: no files
    files: Mapping[str, str] = field(default_factory=dict)  # the SHA-256 of each


@dataclass(frozen=True, slots=True)
class Ruling:
    """The organiser decided how a game counts. Nothing is edited: a later ruling outweighs it."""

    fixture: int
    verdict: Verdict | None  # None: the game's own result counts again
    author: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Withdrawal:
    entrant: Number
    author: str
    reason: str
    at: datetime


@dataclass(frozen=True)
class Played:
    """A game that has ended."""

    fixture: int
    game: JournaledGame
    attempts: int = 1  # how often it was begun; more than once after failures of the machine
    confined: Confined | None = None  # None: no program of a stranger's, or an older journal

    @property
    def outcome(self) -> Outcome:
        assert self.game.end is not None
        return outcome_of(self.game.end["outcome"])

    @cached_property
    def result(self) -> Result | None:
        """How it counts where nobody has ruled. Asked of every game after each event."""
        outcome = self.outcome
        if outcome.decided:
            forfeit = outcome.reason is Reason.NOT_STARTED
            return Result(Verdict.won_by(outcome.winner), forfeit)
        if outcome.reason is Reason.NOT_STARTED:  # neither could begin
            return Result(Verdict.NEITHER, forfeit=True)
        return None


@dataclass(frozen=True, slots=True)
class Result:
    """How a fixture counts."""

    verdict: Verdict
    forfeit: bool = False  # it was not played
    ruling: Ruling | None = None
    withdrawal: Withdrawal | None = None


@dataclass(frozen=True)
class Contest:
    """Everything there is to know. :mod:`.store` makes it, one event after the other."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    openings: tuple[Opening, ...] = ()
    began: datetime | None = None
    rounds: tuple[Round, ...] = ()
    relaxed: frozenset[int] = frozenset()  # rounds paired without the colours' rules
    played: Mapping[int, Played] = field(default_factory=dict)  # by the fixtures' numbers
    rulings: tuple[Ruling, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    checks: Mapping[Number, Json] = field(default_factory=dict)  # report cards
    machines: Mapping[str, Confined] = field(default_factory=dict)  # workers, by their names
    ended: datetime | None = None
    why_ended: str = ""

    def entrant(self, number: Number) -> Entrant:
        return self.entrants[number - 1]

    @cached_property
    def fixtures(self) -> Mapping[int, Fixture]:
        return {fixture.number: fixture for each in self.rounds for fixture in each.fixtures}

    @cached_property
    def withdrawn(self) -> frozenset[Number]:
        return frozenset(withdrawal.entrant for withdrawal in self.withdrawals)

    @cached_property
    def results(self) -> Mapping[int, Result]:
        """What counts, by the fixtures' numbers: rulings before games before withdrawals."""
        rulings = {ruling.fixture: ruling for ruling in self.rulings}
        gone = {each.entrant: each for each in reversed(self.withdrawals)}
        results = {}
        for number, fixture in self.fixtures.items():
            ruling = rulings.get(number)
            result = _result(fixture, self.played.get(number), gone)
            if ruling is not None and ruling.verdict is not None:
                forfeit = number not in self.played
                result = Result(ruling.verdict, forfeit, ruling)
            if result is not None:
                results[number] = result
        return results

    @cached_property
    def field(self) -> Field:
        """What pairing and standings may know."""
        results = self.results
        return Field(
            tuple(entrant.number for entrant in self.entrants),
            self.rounds,
            {number: result.verdict for number, result in results.items()},
            frozenset(number for number, result in results.items() if result.forfeit),
            self.withdrawn,
            self.plan.points,
        )

    @cached_property
    def confined_alike(self) -> bool:
        """Whether all games with programs of strangers were played under the same."""
        return len({each.confined for each in self.played.values() if each.confined}) <= 1

    @property
    def to_play(self) -> tuple[Fixture, ...]:
        """Paired, and without a result, in order."""
        return tuple(f for number, f in self.fixtures.items() if number not in self.results)

    def opening(self, fixture: Fixture) -> Opening:
        if fixture.opening is None or not self.openings:
            return Opening()
        return self.openings[fixture.opening % len(self.openings)]

    def names(self, fixture: Fixture) -> PerColor[str]:
        return PerColor(self.entrant(fixture.white).name, self.entrant(fixture.black).name)

    def with_played(self, played: Played) -> Contest:
        after = replace(self, played={**self.played, played.fixture: played})
        vars(after)["fixtures"] = self.fixtures  # they stay as they are, and may be many
        return after


def _result(
    fixture: Fixture, played: Played | None, gone: Mapping[Number, Withdrawal]
) -> Result | None:
    if played is not None and played.result is not None:
        return played.result
    white, black = gone.get(fixture.white), gone.get(fixture.black)
    if white and black:
        return Result(Verdict.NEITHER, forfeit=True, withdrawal=white)
    if white or black:
        winner = Color.BLACK if white else Color.WHITE
        return Result(Verdict.won_by(winner), forfeit=True, withdrawal=white or black)
    return None


def game_facts(game: JournaledGame) -> Json:
    """A game as it stands in the contest's journal."""
    own = ("seq", "event", "game", "crc")
    away = [_without(absence, own) for absence in game.away]
    return {
        "start": _without(game.start, own),
        "moves": [_without(move, own) for move in game.moves],
        "end": None if game.end is None else _without(game.end, own),
        **({"away": away} if away else {}),
    }


def game_of(number: int, facts: Facts) -> JournaledGame:
    """The reverse of :func:`game_facts`. Total: what is missing or wrong is made up for."""
    start, given = start_facts(mapping(facts.get("start"))), facts.get("moves")
    moves = [move_facts(mapping(move)) for move in given] if isinstance(given, list) else []
    end = end_facts(mapping(facts.get("end")))
    absences = facts.get("away")
    away = [away_facts(mapping(a)) for a in absences] if isinstance(absences, list) else []
    return JournaledGame(number, start, moves, moves[-1] if moves else start, end, away)


def _without(facts: Facts, names: tuple[str, ...]) -> Json:
    return {name: value for name, value in facts.items() if name not in names}
