"""Standings: order a field by points, the organiser's tie-breaks, and lots. Pure.

The tie-breaks are FIDE's of 1 February 2026 (Handbook C.07), quoted by article. In rounds that
results pair (a Swiss), an unplayed round counts against a dummy opponent (article 16.4), and what
an opponent did not play after his last round here counts as drawn (16.3). In rounds that are fixed
beforehand (a round robin, a gauntlet, a match), a game lost or won by forfeit counts as if played
(15.1).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from itertools import accumulate

from board_core.fast_dataclass import dataclass
from board_core.game.sides import Color
from board_core.text.languages import N_

from .field import Encounter, Field, Number, lot


class TieBreak(Enum):
    """The tie-breaks that an organiser may choose; values are their names in ``contest.toml``."""

    BUCHHOLZ = ("buchholz", "BH", N_("Buchholz"), N_("the points of all opponents together"))
    BUCHHOLZ_CUT_1 = (
        "buchholz-cut-1",
        "BH/C1",
        N_("Buchholz Cut-1"),
        N_("Buchholz without its lowest part"),
    )
    BUCHHOLZ_CUT_2 = (
        "buchholz-cut-2",
        "BH/C2",
        N_("Buchholz Cut-2"),
        N_("Buchholz without its two lowest parts"),
    )
    MEDIAN_BUCHHOLZ = (
        "median-buchholz",
        "BH/M1",
        N_("Median Buchholz"),
        N_("Buchholz without its lowest and its highest part"),
    )
    SONNEBORN_BERGER = (
        "sonneborn-berger",
        "SB",
        N_("Sonneborn-Berger"),
        N_("the points of each opponent, times the points won against that opponent"),
    )
    DIRECT_ENCOUNTER = (
        "direct-encounter",
        "DE",
        N_("Direct encounter"),
        N_("points from the games among those who are still equal"),
    )
    PROGRESSIVE = (
        "progressive",
        "PS",
        N_("Progressive"),
        N_("the points after each round, added up"),
    )
    WINS = ("wins", "WON", N_("Wins"), N_("games won at the board"))
    BLACK_WINS = (
        "black-wins",
        "BWG",
        N_("Wins with Black"),
        N_("games won at the board with Black"),
    )
    PERFORMANCE = (
        "performance",
        "TPR",
        N_("Performance"),
        N_("the rating that fits the results against opponents whose rating is in contest.toml"),
    )

    code: str
    """FIDE's acronym (Handbook C.07, article 5), for reports and for narrow columns."""
    heading: str
    meaning: str

    def __new__(cls, value: str, code: str, heading: str, meaning: str) -> TieBreak:
        made = object.__new__(cls)
        made._value_, made.code, made.heading, made.meaning = value, code, heading, meaning
        return made


USUAL_TIE_BREAKS = (TieBreak.BUCHHOLZ, TieBreak.DIRECT_ENCOUNTER, TieBreak.WINS)

RATING_GAPS = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117),
    *(125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273),
    *(284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800),
)
"""Rating points above the average opponent by the percents of points above 50 (FIDE B.02, 8.1)."""


@dataclass(frozen=True, slots=True)
class OpponentShare:
    """The part that one round adds to Buchholz, and to Sonneborn-Berger."""

    score: float  # of the opponent, or of the dummy
    won: float  # points in this round
    voluntary: bool = False
    """A round that the entrant did not play by his own fault or wish (16.2.5): it is cut first."""


@dataclass(frozen=True)
class TieBreakFigures:
    """The figures of all entrants of one field. An unfinished game counts nothing yet."""

    field: Field

    @cached_property
    def points(self) -> Mapping[Number, float]:
        return {
            number: sum(each.points or 0.0 for each in rounds)
            for number, rounds in self._rounds.items()
        }

    @cached_property
    def played(self) -> Mapping[Number, Sequence[Encounter]]:
        """The finished games of each entrant, without byes and forfeits."""
        return {
            number: [each for each in rounds if each.verdict is not None and not each.forfeit]
            for number, rounds in self._rounds.items()
        }

    def of(self, tie_break: TieBreak, number: Number) -> float | None:
        """Return one entrant's figure; None if there is none.

        That of the direct encounter depends on who is equal: see :meth:`places_by_encounter`.
        """
        return self._makers[tie_break](number)

    def met_points(self, equal: Sequence[Number]) -> dict[Number, float | None]:
        """Return each one's points from the games among these entrants; None without such a game.

        The points of several games between two are their average (6.1.1).
        """
        found = {number: self._against(number, equal) for number in equal}
        return {number: sum(met.values()) if met else None for number, met in found.items()}

    def places_by_encounter(self, equal: Sequence[Number]) -> list[list[Number]]:
        """Return these entrants in order of their direct encounter, with those equal together.

        If not all have met, only an entrant that no result of the missing games could reach goes
        ahead (6.2). Those who are still equal are compared again among themselves (6.3).
        """
        if len(equal) < 2:
            return [[*equal]]
        met = {number: self._against(number, equal) for number in equal}
        points = {number: sum(each.values()) for number, each in met.items()}
        missing = {number: len(equal) - 1 - len(each) for number, each in met.items()}
        if self.field.fixed_pairings or not any(missing.values()):
            places = grouped(equal, lambda number: points[number])
        else:
            win = self.field.scoring.win
            most = {number: points[number] + missing[number] * win for number in equal}
            rest = sorted(equal, key=lambda number: (-points[number], -most[number]))
            places = []
            while len(rest) > 1 and points[rest[0]] > max(most[other] for other in rest[1:]):
                places.append([rest.pop(0)])
            places.append(rest)
        if len(places) == 1:
            return places
        return [part for place in places for part in self.places_by_encounter(place)]

    def _against(self, number: Number, equal: Sequence[Number]) -> dict[Number, float]:
        """Return the average points from the games with each of these."""
        games: dict[Number, list[float]] = {}
        counted = self._rounds if self.field.fixed_pairings else self.played
        for each in counted[number]:
            if each.opponent in equal and each.opponent is not None and each.points is not None:
                games.setdefault(each.opponent, []).append(each.points)
        return {opponent: sum(points) / len(points) for opponent, points in games.items()}

    @cached_property
    def _makers(self) -> Mapping[TieBreak, Callable[[Number], float | None]]:
        return {
            TieBreak.BUCHHOLZ: self._buchholz,
            TieBreak.BUCHHOLZ_CUT_1: lambda number: self._buchholz(number, lowest=1),
            TieBreak.BUCHHOLZ_CUT_2: lambda number: self._buchholz(number, lowest=2),
            TieBreak.MEDIAN_BUCHHOLZ: lambda number: self._buchholz(number, lowest=1, highest=1),
            TieBreak.SONNEBORN_BERGER: self._sonneborn_berger,
            TieBreak.DIRECT_ENCOUNTER: lambda number: None,
            TieBreak.PROGRESSIVE: self._progressive,
            TieBreak.WINS: lambda number: sum(map(_won, self.played[number])),
            TieBreak.BLACK_WINS: lambda number: sum(
                _won(each) for each in self.played[number] if each.color is Color.BLACK
            ),
            TieBreak.PERFORMANCE: self._performance,
        }

    @cached_property
    def _rounds(self) -> dict[Number, list[Encounter]]:
        return self.field.encounters()

    @cached_property
    def _meetings(self) -> dict[Number, list[Encounter]]:
        return self.field.meetings()

    def _shares(self, number: Number) -> list[OpponentShare]:
        """Return the opponents' scores, round by round (16.3 and 16.4)."""
        games = len(self.field.rounds) * self.field.games_per_pairing
        own, drawn = self.points[number], self.field.scoring.draw * games
        shares = []
        for each in self._meetings[number]:
            if each.points is None:
                continue
            theirs = None if each.opponent is None else self._scores[each.opponent]
            if self.field.fixed_pairings:
                if theirs is not None:
                    shares.append(OpponentShare(theirs, each.points))
            elif theirs is None:
                shares.append(OpponentShare(min(own, drawn), each.points, each.requested))
            elif each.forfeit:
                share = OpponentShare(min(own, theirs), each.points, self._voluntary(each))
                shares.append(share)
            else:
                shares.append(OpponentShare(theirs, each.points))
        if not self.field.fixed_pairings:
            absent = len(self._absent[number])
            shares += [OpponentShare(min(own, drawn), 0.0, voluntary=True)] * absent
        return shares

    @cached_property
    def _absent(self) -> Mapping[Number, frozenset[int]]:
        """The rounds in which each entrant was neither paired nor had a bye."""
        held = frozenset(each.number for each in self.field.rounds)
        return {
            number: held - {each.round for each in rounds}
            for number, rounds in self._rounds.items()
        }

    @cached_property
    def _scores(self) -> Mapping[Number, float]:
        """The points of each entrant as his opponents count them (16.3)."""
        if self.field.fixed_pairings:
            return self.points
        scores = {}
        for number, rounds in self._rounds.items():
            here = (each.round for each in rounds if not self._voluntary(each))
            last = max(here, default=0)
            asked = {each.round: each.points or 0.0 for each in rounds if each.requested}
            missed = [each for each in (*self._absent[number], *asked) if each > last]
            had = sum(asked.get(each, 0.0) for each in missed)
            drawn = len(missed) * self.field.games_per_pairing * self.field.scoring.draw
            scores[number] = self.points[number] + drawn - had
        return scores

    def _voluntary(self, each: Encounter) -> bool:
        """Return whether it is a bye on request, or a game not played and not won."""
        won = each.verdict is not None and each.verdict.winner is each.color
        return each.requested or (each.forfeit and not won)

    def _buchholz(self, number: Number, lowest: int = 0, highest: int = 0) -> float:
        """Return the sum of the opponents' scores without the lowest and highest ones (8.1, 14)."""
        shares = sorted(self._shares(number), key=lambda each: (not each.voluntary, each.score))
        kept = sorted(each.score for each in shares[lowest:])
        return sum(kept[: max(len(kept) - highest, 0)])

    def _sonneborn_berger(self, number: Number) -> float:
        """Return the sum of the opponents' scores times the points won against them (9.1)."""
        return sum(each.score * each.won for each in self._shares(number))

    def _progressive(self, number: Number) -> float:
        """Return the sum of the points after each round (7.5)."""
        gained = dict.fromkeys((each.number for each in self.field.rounds), 0.0)
        for each in self._rounds[number]:
            gained[each.round] += each.points or 0.0
        return sum(accumulate(gained.values()))

    def _performance(self, number: Number) -> float | None:
        """Return the tournament performance rating (10.2); None without a rated opponent."""
        rated = [
            (rating, each)
            for each in self.played[number]
            if (rating := self.field.ratings.get(each.opponent or 0)) is not None
        ]
        if not rated:
            return None
        average = int(sum(rating for rating, _ in rated) / len(rated) + 0.5)
        scored = sum(_share(each) for _, each in rated)
        percent = int(100 * scored / len(rated) + 0.5)
        gap = RATING_GAPS[abs(percent - 50)]
        return average + (gap if percent >= 50 else -gap)


def grouped(
    numbers: Sequence[Number], figure: Callable[[Number], float | None]
) -> list[list[Number]]:
    """Return these entrants from the highest figure to the lowest, those without one last."""
    groups: dict[float | None, list[Number]] = {}
    for number in numbers:
        groups.setdefault(figure(number), []).append(number)
    known = sorted((key for key in groups if key is not None), reverse=True)
    return [groups[key] for key in (*known, *({None} & groups.keys()))]


def _won(each: Encounter) -> bool:
    return each.verdict is not None and each.verdict.winner is each.color


def _share(each: Encounter) -> float:
    """Return the points of a game as ratings count them: 1, 1/2, 0."""
    assert each.verdict is not None
    if each.verdict.value == "0-0":
        return 0.0
    return 0.5 if each.verdict.winner is None else float(_won(each))


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table; the tie-breaks are in the order in which they rank."""

    rank: int  # counts from 1; unique
    number: Number
    points: float
    figures: tuple[float | None, ...]
    """The tie-breaks. None: this one has no figure; nobody else was equal, or no game was met."""
    lot: int  # counts from 1; the lower goes first
    games: int  # played and finished: no byes, no forfeits
    whites: int
    blacks: int
    ahead_by: int | None = None
    """The place among the tie-breaks of the one that puts this row before the next, whose points
    are equal; the number of tie-breaks: the lot. None: by points, by the stage of a knockout, or
    there is no next."""


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """The entrants that are equal so far, and what puts the last of them before the next group."""

    equal: Sequence[Number]
    ahead_by: int | None = None  # as in Standing

    def parted(self, parts: Sequence[Sequence[Number]], place: int) -> list[TiedGroup]:
        """Return the groups that the tie-break at this place makes of this one."""
        *parts, last = parts
        return [*(TiedGroup(part, place) for part in parts), TiedGroup(last, self.ahead_by)]


def standings(
    field: Field,
    seed: int,
    order: Sequence[TieBreak] = USUAL_TIE_BREAKS,
    stages: Mapping[Number, int] | None = None,
) -> tuple[Standing, ...]:
    """Return the table from the first rank; unfinished games give no points yet.

    Entrants are ranked by the stage of a knockout that they reached, then by points, by the
    tie-breaks in this order, and last by a lot drawn from the published seed.
    """
    made, lots = TieBreakFigures(field), _lots(field.entrants, seed)
    groups = [
        TiedGroup(part)
        for stage in grouped(field.entrants, (stages or {}).get)
        for part in grouped(stage, made.points.__getitem__)
    ]
    met: dict[Number, float | None] = {}
    for place, tie_break in enumerate(order):
        if tie_break is TieBreak.DIRECT_ENCOUNTER:
            for each in groups:
                met |= made.met_points(each.equal) if len(each.equal) > 1 else {}
        groups = [
            part for each in groups for part in each.parted(_parts(made, tie_break, each), place)
        ]
    rows = [
        row
        for each in groups
        for row in each.parted(
            [[number] for number in sorted(each.equal, key=lots.__getitem__)], len(order)
        )
    ]
    return tuple(
        Standing(
            rank,
            number := row.equal[0],
            made.points[number],
            tuple(
                met.get(number) if each is TieBreak.DIRECT_ENCOUNTER else made.of(each, number)
                for each in order
            ),
            lots[number],
            len(made.played[number]),
            sum(each.color is Color.WHITE for each in made.played[number]),
            sum(each.color is Color.BLACK for each in made.played[number]),
            row.ahead_by,
        )
        for rank, row in enumerate(rows, 1)
    )


def _parts(made: TieBreakFigures, tie_break: TieBreak, group: TiedGroup) -> list[list[Number]]:
    if len(group.equal) == 1:
        return [[*group.equal]]
    if tie_break is TieBreak.DIRECT_ENCOUNTER:
        return made.places_by_encounter(group.equal)
    return grouped(group.equal, lambda number: made.of(tie_break, number))


def _lots(entrants: Sequence[Number], seed: int) -> dict[Number, int]:
    drawn = sorted(entrants, key=lambda number: lot(seed, "standings", number))
    return {number: place for place, number in enumerate(drawn, 1)}
