"""Knockouts, and knockouts of the best of each group after a group stage. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from board_core.contest.field import Field, Number, Pairing, Round, lot
from board_core.contest.standings import USUAL_TIE_BREAKS, Standing, TieBreak, standings
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_
from board_core.text.sentence import say

from .fixed_pairings import RoundRobin
from .scheme import (
    Format,
    FormatScheme,
    FormatSettings,
    PairingStep,
    SettingMistake,
    Stages,
    Tie,
    at_least,
    meeting_stage,
    reached,
    round_of,
    seeding,
)


@dataclass(frozen=True, slots=True)
class Knockout(FormatScheme):
    """A knockout, seeded by the contest's list; the best have byes in a field that is not full.

    A tie has ``games`` games with alternating colours. A drawn tie is replayed up to ``replays``
    times with colours still alternating; then a lot decides. Byes are not listed and give no
    points. The opponent of an entrant that has withdrawn goes on.
    """

    seed: int
    games: int = 2
    replays: int = 2

    def __post_init__(self) -> None:
        at_least(1, games=self.games)
        at_least(0, replays=self.replays)

    def next_round(self, field: Field) -> Round | PairingStep:
        if not field.complete:
            return PairingStep.WAIT
        games = [*self.next_games(self.bracket(field))]
        return round_of(field, games) if games else PairingStep.OVER

    def planned_games(self, field: Field) -> int:
        return (len(field.entrants) - 1) * self.games

    def next_games(self, known: Stages) -> Iterator[tuple[Number, Number, int]]:
        """Yield the next games of the ties that are not decided; none after the final."""
        for tie in known[-1] if known else ():
            if tie.winner is None:
                yield from self._games(tie)

    def bracket(self, field: Field) -> Stages:
        """Return the ties of each stage, as far as they are known; the last one is the final."""
        entrants = field.entrants
        return self.bracket_of(
            field,
            [
                entrants[place - 1] if place <= len(entrants) else None
                for place in seeding(len(entrants))
            ],
        )

    def bracket_of(self, field: Field, slots: list[Number | None]) -> Stages:
        """Return the same for a bracket that begins with these entrants, from its top."""
        walk = _Walk(self, field)
        stages: list[tuple[Tie, ...]] = []
        while len(slots) > 1:
            first = sum(map(len, stages))
            pairs = zip(slots[::2], slots[1::2], strict=True)
            stage = tuple(walk.tie(first + i, a, b) for i, (a, b) in enumerate(pairs) if a)
            stages.append(stage)
            if not all(tie.winner for tie in stage):
                break
            slots = [tie.winner for tie in stage]
        return tuple(stages)

    def _games(self, tie: Tie) -> Iterator[tuple[Number, Number, int]]:
        """Yield the next games of a tie. A lot decides once who begins with white."""
        assert tie.upper is not None
        assert tie.lower is not None
        pair = tie.upper, tie.lower
        if lot(self.seed, "white", *pair) % 2:
            pair = tie.lower, tie.upper
        openings = (self.games * (1 + self.replays) + 1) // 2
        for game in range(len(tie.games), len(tie.games) + self.games):
            yield *(reversed(pair) if game % 2 else pair), tie.number * openings + game // 2


class _Walk:
    """A walk through a bracket from its first tie to its last."""

    def __init__(self, scheme: Knockout, field: Field) -> None:
        self._scheme, self._field = scheme, field
        self._games: dict[frozenset[Number], list[Pairing]] = {}
        self._to_meet: dict[Number, set[Number]] = {each: set() for each in field.entrants}
        for pairing in field.pairings:
            pair = frozenset((pairing.white, pairing.black))
            self._games.setdefault(pair, []).append(pairing)
            self._to_meet[pairing.white].add(pairing.black)
            self._to_meet[pairing.black].add(pairing.white)

    def tie(self, number: int, upper: Number, lower: Number | None) -> Tie:
        if lower is None:
            return Tie(number, upper, None, winner=upper)
        games = tuple(self._games.get(frozenset((upper, lower)), ()))
        self._to_meet[upper].discard(lower)
        self._to_meet[lower].discard(upper)
        winner = self._winner(upper, lower, games)
        if winner is None and self._to_be_drawn(upper, lower, games):
            drawn = (upper, lower)[lot(self._scheme.seed, "tie", upper, lower) % 2]
            return Tie(number, upper, lower, games, drawn, by_lot=True)
        return Tie(number, upper, lower, games, winner)

    def _winner(self, upper: Number, lower: Number, games: Sequence[Pairing]) -> Number | None:
        """Return the winner, who keeps a place in a later stage even after a ruling on the tie."""
        for each in (upper, lower):
            if self._to_meet[each]:
                return each
        if any(game.number not in self._field.verdicts for game in games):
            return None
        points = self._points(upper, games) - self._points(lower, games)
        if points:
            return upper if points > 0 else lower
        staying = [each for each in (upper, lower) if each not in self._field.withdrawn]
        if len(staying) == 1 and not self._exhausted(games):
            return staying[0]
        return None

    def _to_be_drawn(self, upper: Number, lower: Number, games: Sequence[Pairing]) -> bool:
        if any(game.number not in self._field.verdicts for game in games):
            return False
        return self._exhausted(games) or {upper, lower} <= self._field.withdrawn

    def _exhausted(self, games: Sequence[Pairing]) -> bool:
        return len(games) >= self._scheme.games * (1 + self._scheme.replays)

    def _points(self, entrant: Number, games: Sequence[Pairing]) -> float:
        scoring, verdicts = self._field.scoring, self._field.verdicts
        return sum(scoring.points(verdicts[g.number], g.color(entrant)) for g in games)


KNOCKOUT = Format(
    "knockout", N_("knockout"), lambda settings: Knockout(settings.seed, settings.games)
)


GROUP_STAGE = RoundRobin()


@dataclass(frozen=True, slots=True)
class GroupsThenKnockout(FormatScheme):
    """Round robins of ``groups`` groups, then a knockout of the first ``qualifiers`` of each.

    The list is dealt out in a serpentine: the first of each group, then the second in the other
    direction. A round has a round of every group. Points, ``tie_breaks`` and the lot decide who
    goes on, those who have withdrawn last. Two of one group meet as late as the bracket allows.
    Once the knockout is paired, a ruling on a game of a group changes its table only.
    """

    seed: int
    groups: int = 2
    qualifiers: int = 2
    games: int = 2
    tie_breaks: tuple[TieBreak, ...] = USUAL_TIE_BREAKS

    def __post_init__(self) -> None:
        at_least(2, groups=self.groups)
        at_least(1, qualifiers=self.qualifiers, games=self.games)

    def next_round(self, field: Field) -> Round | PairingStep:
        if (done := len(field.rounds)) < self.group_rounds(field):
            return round_of(
                field,
                [
                    game
                    for group in self.members(field)
                    if done < GROUP_STAGE.rounds(len(group))
                    for game in GROUP_STAGE.games(group, done)
                ],
            )
        if not field.complete:
            return PairingStep.WAIT
        games = [*self.knockout.next_games(self.bracket(field))]
        return round_of(field, games) if games else PairingStep.OVER

    @property
    def knockout(self) -> Knockout:
        return Knockout(self.seed, self.games)

    def members(self, field: Field) -> list[tuple[Number, ...]]:
        """Return the entrants of each group, as the list deals them out."""
        dealt: list[list[Number]] = [[] for _ in range(self.groups)]
        for start in range(0, len(field.entrants), self.groups):
            row = field.entrants[start : start + self.groups]
            turned = dealt if start // self.groups % 2 == 0 else dealt[::-1]
            for group, each in zip(turned, row, strict=False):
                group.append(each)
        return [tuple(group) for group in dealt]

    def group_rounds(self, field: Field) -> int:
        return max(GROUP_STAGE.rounds(len(group)) for group in self.members(field))

    def planned_games(self, field: Field) -> int:
        sizes = map(len, self.members(field))
        ties = self.groups * self.qualifiers - 1
        return sum(size * (size - 1) // 2 for size in sizes) + ties * self.games

    def stages_reached(self, field: Field) -> Mapping[Number, int]:
        stages = reached(self.bracket(field))
        return {each: stages.get(each, 0) for each in field.entrants}

    def group_tables(self, field: Field) -> tuple[tuple[Standing, ...], ...]:
        """Return the table of each group, from the games of the group stage."""
        stage = field.rounds[: self.group_rounds(field)]
        return tuple(
            standings(self._group(field, stage, group), self.seed, self.tie_breaks)
            for group in self.members(field)
        )

    def bracket(self, field: Field) -> Stages:
        """Return the bracket as far as it is known; empty before the end of the group stage."""
        stage = self.group_rounds(field)
        later = replace(field, rounds=field.rounds[stage:])
        if not replace(field, rounds=field.rounds[:stage]).complete or len(field.rounds) < stage:
            return ()
        slots = self._paired(later) or self._drawn(field)
        return self.knockout.bracket_of(later, slots)

    def _paired(self, later: Field) -> list[Number | None]:
        """Return the slots of a knockout whose first round has all of them, else none."""
        first: tuple[Pairing, ...] = later.rounds[0].pairings if later.rounds else ()
        slots: list[Number | None] = []
        for game in first[:: self.games]:
            slots += sorted((game.white, game.black))
        return slots if len(slots) == self.groups * self.qualifiers else []

    def _drawn(self, field: Field) -> list[Number | None]:
        """Return the slots of the first stage, the lower number of a tie above."""
        tables = [
            sorted((each.number for each in table), key=field.withdrawn.__contains__)
            for table in self.group_tables(field)
        ]
        places = seeding(self.groups * self.qualifiers)
        seeds = group_seeds(self.groups, self.qualifiers)
        by_seed = {seed: tables[group][place] for (group, place), seed in seeds.items()}
        slots: list[Number | None] = []
        for upper, lower in zip(places[::2], places[1::2], strict=True):
            slots += sorted((by_seed[upper], by_seed[lower]))
        return slots

    def _group(self, field: Field, stage: Sequence[Round], group: tuple[Number, ...]) -> Field:
        rounds = (
            replace(each, pairings=tuple(f for f in each.pairings if f.white in group))
            for each in stage
        )
        return replace(field, entrants=group, rounds=tuple(rounds))


def group_seeds(groups: int, qualifiers: int) -> dict[tuple[int, int], int]:
    """Return the seed of each place of each group, both from 0; groups is a power of two.

    The winners have the first seeds, the second ones the next, turned so that two of one group meet
    as late as possible.
    """
    places = seeding(groups * qualifiers)
    seeds: dict[tuple[int, int], int] = {}
    for place in range(qualifiers):
        first = 1 + place * groups
        orders = [
            seeds | {(group, place): first + at for at, group in enumerate(order)}
            for order in _turned(groups)
        ]
        seeds = max(orders, key=lambda seeds: _meetings(places, seeds))
    return seeds


def _meetings(places: Sequence[int], seeds: Mapping[tuple[int, int], int]) -> list[int]:
    """Return the stages in which two of one group can meet, the earliest first."""
    return sorted(
        meeting_stage(places, seeds[one], seeds[other])
        for one, other in combinations(seeds, 2)
        if one[0] == other[0]
    )


def _turned(groups: int) -> Iterator[tuple[int, ...]]:
    """Yield the orders of the groups in a circle, in both directions."""
    circle = tuple(range(groups))
    for direction in (circle, circle[::-1]):
        for start in range(groups):
            yield direction[start:] + direction[:start]


def _no_full_bracket(settings: FormatSettings) -> SettingMistake | None:
    if settings.groups & (settings.groups - 1):
        why = say("the number of groups must be 2, 4, 8, 16, …, for a full bracket")
        return "groups", why
    if settings.qualifiers & (settings.qualifiers - 1):
        why = say("the number of qualifiers must be 1, 2, 4, …, for a full bracket")
        return "qualifiers", why
    smallest = settings.entrants // settings.groups
    if smallest < max(2, settings.qualifiers):
        why = say(
            "the smallest of {groups} groups has {size} entrants: too few for "
            "{qualifiers} qualifiers",
            groups=settings.groups,
            size=smallest,
            qualifiers=settings.qualifiers,
        )
        return "groups", why
    return None


GROUPS_KNOCKOUT = Format(
    "groups-knockout",
    N_("groups, then a knockout"),
    lambda settings: GroupsThenKnockout(
        settings.seed, settings.groups, settings.qualifiers, settings.games, settings.tie_breaks
    ),
    mistake=_no_full_bracket,
)
