"""The state of a contest: a value computed from the events of its journal. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.match.openings import Opening
from board_core.record import PlayedGame
from board_core.text.sentence import Sentence, say

from .cards import Card
from .confined import Confined
from .field import ByeKind, Entrant, Field, Number, Pairing, PairingVerdict, Round
from .pairing.scheme import Scheme, Stages, whole
from .plan import EntrantPlan, Plan
from .ratings import Rating, known_ratings, ratings
from .standings import Standing, TieBreak, standings

NOT_YET = datetime.min.replace(tzinfo=UTC)
"""The time of a decision that is not in the journal."""

RESULTS = {
    PairingVerdict.WHITE: "1–0",
    PairingVerdict.BLACK: "0–1",
    PairingVerdict.DRAW: "½–½",
    PairingVerdict.NEITHER: "0–0",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A decision of the organiser; the journal adds the time when it takes one up."""

    event: ClassVar[str]
    """The name of the kind in the journal, which is the same for ever."""

    author: str
    reason: str
    at: datetime = field(default=NOT_YET, compare=False)
    left: str = field(default="", compare=False)
    """The name of the file in which another process left it; empty: it was not left in one."""

    def objection(self, contest: Contest) -> Sentence | None:
        """Return why the decision is not possible, or None."""
        return None

    def effect(self, contest: Contest) -> dict[str, Any]:
        """Return the fields of the contest that change. Raises ValueError for unknown subjects."""
        return {}

    def text(self, contest: Contest, words: Words) -> str:
        """Return a short sentence, without author and reason."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Ruling(Request):
    """Decides how a game counts; a later ruling takes precedence."""

    event = "ruled"

    pairing: int
    verdict: PairingVerdict | None  # None: the game's own result counts again

    def objection(self, contest: Contest) -> Sentence | None:
        return contest.no_pairing(self.pairing)

    def effect(self, contest: Contest) -> dict[str, Any]:
        contest.check_pairing(self.pairing)
        return {"rulings_in_force": {**contest.rulings_in_force, self.pairing: self}}

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        facts = contest.described(self.pairing)
        if self.verdict is None:
            return _("Game {number} ({white} – {black}): its own result counts", **facts)
        return _(
            "Game {number} ({white} – {black}) counts as {result}",
            result=RESULTS[self.verdict],
            **facts,
        )


@dataclass(frozen=True, slots=True)
class Withdrawal(Request):
    """An entrant leaves the contest."""

    event = "withdrawn"

    entrant: Number

    def objection(self, contest: Contest) -> Sentence | None:
        if why := contest.no_entrant(self.entrant):
            return why
        if self.entrant in contest.withdrawn:
            return say("{name} has already withdrawn", name=contest.entrant(self.entrant).name)
        return None

    def effect(self, contest: Contest) -> dict[str, Any]:
        contest.check_entrant(self.entrant)
        return {"withdrawals": {self.entrant: self, **contest.withdrawals}}

    def text(self, contest: Contest, words: Words) -> str:
        _ = words.text
        return _("{name} withdraws", name=contest.entrant(self.entrant).name)


@dataclass(frozen=True)
class PlayedPairing:
    """A game of the contest that has ended."""

    pairing: int
    game: PlayedGame
    attempts: int = 1  # how often it was begun; more than once after failures of the machine
    confined: Confined | None = None  # None: no program of a stranger's, or an older journal

    @cached_property
    def result(self) -> Result | None:
        """The result without rulings, which is needed for every game after each event."""
        outcome = self.game.outcome
        if outcome.decided:
            forfeit = outcome.reason is Reason.NOT_STARTED
            return Result(PairingVerdict.won_by(outcome.winner), forfeit)
        if outcome.both_lost:
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


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a pairing, with the decision behind it."""

    verdict: PairingVerdict
    forfeit: bool = False  # it was not played
    ruling: Ruling | None = None
    withdrawal: Withdrawal | None = None


@dataclass(frozen=True, slots=True)
class FormerVersion:
    """An entrant before an update."""

    last_round: int  # the last that it plays in
    entrant: Entrant
    settings: EntrantPlan


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings, as every frontend has it."""

    standing: Standing
    entrant: Entrant
    withdrawn: bool
    leader: bool  # has won, or leads after some results
    rating: Rating | None


ContestEvent = Paired | PlayedPairing | Request | Checked | Met | Closed
"""All events of a contest."""


@dataclass(frozen=True)
class Contest:
    """All facts of a contest. :mod:`.store` builds it event by event."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    openings: tuple[Opening, ...] = ()
    began: datetime | None = None
    rounds: tuple[Round, ...] = ()
    relaxed: frozenset[int] = frozenset()  # rounds paired without the colours' rules
    played: Mapping[int, PlayedPairing] = field(default_factory=dict)  # by the pairings' numbers
    decisions: tuple[Request, ...] = ()
    rulings_in_force: Mapping[int, Ruling] = field(default_factory=dict)
    """The last ruling on each game since it was cancelled, if it was."""
    withdrawals: Mapping[Number, Withdrawal] = field(default_factory=dict)
    """The withdrawals in force, by their entrants."""
    decided_pairs: Mapping[frozenset[Number], bool] = field(default_factory=dict)
    """Whether the organiser forbids a pair, or lets one meet again."""
    paired_by_hand: Mapping[int, Scheme] = field(default_factory=dict)  # by their rounds
    pause: Request | None = None  # by which no game begins at present
    former: Mapping[Number, tuple[FormerVersion, ...]] = field(default_factory=dict)
    lost_absent: Mapping[int, Result] = field(default_factory=dict)
    """Games lost by a withdrawal that was taken back since."""
    requested_byes: Mapping[tuple[Number, int], ByeKind] = field(default_factory=dict)
    checks: Mapping[Number, Card] = field(default_factory=dict)
    machines: Mapping[str, Confined] = field(default_factory=dict)  # workers, by their names
    ended: datetime | None = None
    why_ended: str = ""

    def entrant(self, number: Number) -> Entrant:
        """Return an entrant in its present version."""
        return self.entrants[number - 1]

    def version(self, number: Number, round_number: int) -> tuple[Entrant, EntrantPlan]:
        """Return the version of an entrant that plays, or played, in a round, with its settings."""
        for each in self.former.get(number, ()):
            if round_number <= each.last_round:
                return each.entrant, each.settings
        return self.entrant(number), self.plan.entrants[number - 1]

    @cached_property
    def pairings(self) -> Mapping[int, Pairing]:
        return {pairing.number: pairing for each in self.rounds for pairing in each.pairings}

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        """All rulings, in order."""
        return tuple(each for each in self.decisions if isinstance(each, Ruling))

    @property
    def withdrawn(self) -> frozenset[Number]:
        return frozenset(self.withdrawals)

    @cached_property
    def forbidden(self) -> frozenset[frozenset[Number]]:
        """The pairs that the organiser forbids, and those of one team."""
        teams: dict[str, list[Number]] = {}
        for number, wish in enumerate(self.plan.entrants, start=1):
            if wish.team:
                teams.setdefault(wish.team, []).append(number)
        pairs = {frozenset(pair) for each in teams.values() for pair in combinations(each, 2)}
        for pair, forbidden in self.decided_pairs.items():
            pairs = pairs | {pair} if forbidden else pairs - {pair}
        return frozenset(pairs)

    @property
    def manual_round(self) -> Scheme | None:
        """The organiser's own pairing of the next round; None: the system pairs it."""
        return self.paired_by_hand.get(len(self.rounds) + 1)

    @property
    def lost_games(self) -> list[PlayedPairing]:
        """The games that somebody lost by playing, and not by a ruling, in their order."""
        return [
            played
            for number, played in self.played.items()
            if played.game.outcome.winner is not None and self.results[number].ruling is None
        ]

    @cached_property
    def results(self) -> Mapping[int, Result]:
        """The results by pairings' numbers: rulings outweigh games, games outweigh withdrawals."""
        results = {}
        for number, pairing in self.pairings.items():
            ruling = self.rulings_in_force.get(number)
            result = self.unruled_result(pairing)
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
            self.requested_byes,
            self.forbidden,
            former_versions={
                number: tuple(version.last_round for version in versions)
                for number, versions in self.former.items()
            },
            games_per_pairing=self.plan.games_per_pairing,
        )

    @cached_property
    def table(self) -> tuple[Standing, ...]:
        """The standings, by the stages of a knockout and the tie-breaks of the plan."""
        if self.plan.pairing_format.ranks_by_rating:
            return self._leaderboard
        stages = self.plan.scheme.stages_reached(self.field)
        return standings(self.field, self.plan.seed, self.plan.tie_breaks, stages)

    @cached_property
    def rows(self) -> tuple[StandingsRow, ...]:
        """The standings with what belongs into a line of them."""
        return tuple(map(self.row, self.table))

    def row(self, standing: Standing) -> StandingsRow:
        """Return a line of the standings, or of the table of a group."""
        number = standing.number
        return StandingsRow(
            standing,
            self.entrant(number),
            number in self.withdrawals,
            standing.rank == 1 and bool(self.results),
            self._rated.get(number),
        )

    @cached_property
    def _rated(self) -> Mapping[Number, Rating]:
        return {rating.number: rating for rating in self.ratings}

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The ratings of the present versions of all entrants, the strongest first."""
        if not self.plan.pairing_format.ranks_by_rating:
            return known_ratings(self.field)
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
        return whole(plan.scheme.bracket(self.field))

    @cached_property
    def group_tables(self) -> tuple[tuple[Standing, ...], ...]:
        """The table of each group; empty for formats without groups."""
        return self.plan.scheme.group_tables(self.field)

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

    def no_pairing(self, number: int) -> Sentence | None:
        """Return why there is no game with this number, or None."""
        if number in self.pairings:
            return None
        return say(
            "there is no game {number}: {last} games have been paired ('board contest run --pair' "
            "pairs a round without playing it)",
            number=number,
            last=len(self.pairings),
        )

    def no_entrant(self, number: Number) -> Sentence | None:
        """Return why there is no entrant with this number, or None."""
        if number in range(1, len(self.entrants) + 1):
            return None
        return say("there is no entrant {number}", number=number)

    def described(self, number: int) -> dict[str, object]:
        """Return the number and names of a game, for sentences about it."""
        names = self.names(self.pairings[number])
        return {"number": number, "white": names.white, "black": names.black}

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
            case Checked(number, card):
                self.check_entrant(number)
                return self._with(checks={**self.checks, number: card})
            case Met(machine, keeps):
                return self._with(machines={**self.machines, machine: keeps})
            case Closed(why, at):
                return self._with(ended=at, why_ended=why)
            case _:
                return self._with(decisions=(*self.decisions, event), **event.effect(self))

    def _with(self, **changes: Any) -> Contest:
        """Return a changed contest that keeps its computed values, as it may have many games."""
        after = replace(self, **changes)
        vars(after).update(
            (name, known)
            for name, known in vars(self).items()
            if name == "rules" or (name == "pairings" and "rounds" not in changes)
        )
        return after

    def shown_game(
        self, number: int, reader: Number | None = None, running: PlayedGame | None = None
    ) -> PlayedGame:
        """Return a game as an entrant, or everybody, may see it; by default the game as played.

        Why its program failed, in its own words too, and what it wrote instead of a move is for its
        author, unless logs are public.
        """
        game, pairing = running or self.played[number].game, self.pairings[number]
        winner = game.outcome.winner
        author = pairing.white if winner is Color.BLACK else pairing.black
        if (winner and reader == author) or self.plan.page.logs == "public":
            return game
        detail = "" if game.outcome.reason is Reason.ILLEGAL_MOVES else game.outcome.detail
        return replace(game, explanation=None, outcome=replace(game.outcome, detail=detail))

    def unruled_result(self, pairing: Pairing) -> Result | None:
        """Return the result of a pairing without rulings."""
        played = self.played.get(pairing.number)
        if played is not None and played.result is not None:
            return played.result
        if (lost := self.lost_absent.get(pairing.number)) is not None:
            return lost
        white, black = self.withdrawals.get(pairing.white), self.withdrawals.get(pairing.black)
        if white and black:
            return Result(PairingVerdict.NEITHER, forfeit=True, withdrawal=white)
        if white or black:
            winner = Color.BLACK if white else Color.WHITE
            return Result(PairingVerdict.won_by(winner), forfeit=True, withdrawal=white or black)
        return None

    def check_pairing(self, number: int) -> None:
        if number not in self.pairings:
            raise ValueError(number)

    def check_entrant(self, *numbers: Number) -> None:
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
            self.check_entrant(pairing.white, pairing.black)
        self.check_entrant(*each.byes)
