"""Swiss pairing: equal or nearest scores, no rematches, balanced colours. Pure.

In :class:`Swiss` a round is one matching of least cost. Forbidden pairings have no edge;
undesirable ones cost, level by level: colours beyond their limits (only if the organiser allows
them), points of the entrant with the bye, gaps in points and colour clashes, repeated floats,
distance in rank, and a lot, which makes the cheapest matching unique, so that every solver finds
the same round (K. Mulmuley, U. Vazirani, V. Vazirani, Matching is as easy as matrix inversion,
Combinatorica 7, 1987, 105-113).

:class:`FideSwiss` is the FIDE (Dutch) system with the rules in force since 1 February 2026, FIDE
Handbook C.04.1 to C.04.3; who meets whom there is decided in :mod:`.dutch`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from board_core.contest.field import Encounter, Field, Number, Round, Scoring, lot
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_
from board_core.text.sentence import Sentence, say

from .colors import (
    ABSOLUTE_WISH,
    MILD_WISH,
    STRONG_WISH,
    ColorHistory,
    Float,
    breaches,
    clash,
    float_between,
    has_white,
)
from .dutch import DutchPlayer, paired, players
from .invariants import SWISS_RULES, Rule
from .matching import Cost, Edge, cheapest, matchable
from .scheme import (
    Format,
    FormatScheme,
    NoPairingError,
    PairingStep,
    RoundsAdvice,
    at_least,
    round_of,
)


@dataclass(frozen=True, slots=True)
class SwissRounds(FormatScheme):
    """A number of rounds, in each of which opponents have about the same points."""

    rounds: int
    seed: int

    def __post_init__(self) -> None:
        at_least(1, rounds=self.rounds)

    def planned_games(self, field: Field) -> int:
        rounds_left = max(0, self.rounds - len(field.rounds))
        paired = sum(len(each.pairings) for each in field.rounds)
        return paired + rounds_left * (len(field.active) // 2) * field.games_per_pairing

    def planned_rounds(self, field: Field) -> int | None:
        return max(self.rounds, len(field.rounds))


def rounds_advice(players: int, rounds: int) -> RoundsAdvice | None:
    """Return advice to an organiser who wants a Swiss of so many rounds; None if that is safe.

    With n players (made even by the bye), up to n/2 rounds leave everybody at least n/2 opponents
    not met yet, and then everybody can be paired (G. A. Dirac, Proc. London Math. Soc. 3, 1952,
    69-81); that holds of rematches, not of colours and byes.
    """
    even = players + players % 2
    safe = even // 2
    if rounds <= safe:
        return None
    if rounds <= even - 3:
        why = say(
            "{rounds} rounds are many for {players} entrants: a late round may have no "
            "pairing without rematches; up to {safe} rounds are safe",
            rounds=rounds,
            players=players,
            safe=safe,
        )
        return RoundsAdvice(False, why)
    why = say(
        "{rounds} rounds are too many for a Swiss of {players} entrants: up to {safe} are "
        "safe; in a round robin everybody meets everybody in {all_rounds}",
        rounds=rounds,
        players=players,
        safe=safe,
        all_rounds=even - 1,
    )
    return RoundsAdvice(True, why)


POINTS_OF_WIN = 10
"""Points for a win here, where points are whole numbers."""

CLASH_COSTS = {0: 0, MILD_WISH: 6, STRONG_WISH: 12, ABSOLUTE_WISH: 18}
"""Costs of a refused wish for a colour, beside the square of a gap in points (25 for a draw)."""

ALL_PAIRS_UP_TO = 100
"""Entrants up to which the matching considers all pairs."""

FIRST_REACH = 16
"""Beyond that, opponents next in rank with suitable colours that it considers at first."""

LOT_RANGE = 1 << 16


@dataclass(frozen=True, slots=True)
class Candidate:
    """The facts about an entrant that pairing uses."""

    number: Number
    points: int
    met: frozenset[Number]  # and those it must not meet
    had_bye: bool
    colors: ColorHistory
    floats: tuple[Float, Float]  # in the last round, and the one before


@dataclass(frozen=True, slots=True)
class Swiss(SwissRounds):
    """A Swiss of ``rounds`` rounds; lots from ``seed`` pair the first one.

    With ``relax_colors`` a round that has no other pairing may break the limits of colours as
    little as possible, but never the ban on rematches and second byes.
    """

    relax_colors: bool = False

    def keeps(self, field: Field) -> frozenset[Rule]:
        return SWISS_RULES - {Rule.COLORS} if self.relax_colors else SWISS_RULES

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.rounds) >= self.rounds:
            return PairingStep.OVER
        if not field.complete:
            return PairingStep.WAIT
        ranked = self._ranked(field)
        if len(ranked) < 2:
            raise NoPairingError(say("fewer than two entrants are left to be paired"))
        matching = self._matching(ranked, field.next_round)
        if matching is None:
            raise NoPairingError(_which_rule(ranked))
        pairs = [(ranked[a], ranked[b]) for a, b in matching if b < len(ranked)]
        pairs.sort(key=lambda pair: (-pair[0].points, -pair[1].points))
        byes = tuple(ranked[a].number for a, b in matching if b == len(ranked))
        seated = (self._seated(*pair, field.next_round) for pair in pairs)
        return round_of(field, games_of(seated, field.games_per_pairing), byes)

    def _ranked(self, field: Field) -> list[Candidate]:
        """Return the entrants by points, then as listed; by lot for the first round."""
        if field.rounds:
            return sorted(candidates(field), key=lambda each: -each.points)
        return sorted(candidates(field), key=lambda each: lot(self.seed, "first", each.number))

    def _matching(self, ranked: Sequence[Candidate], round: int) -> list[Edge] | None:
        """Return the matching; None if there is none within the limits."""
        found = self._within(ranked, round, relaxed=False)
        if found is None and self.relax_colors:
            found = self._within(ranked, round, relaxed=True)
        return found

    def _within(self, ranked: Sequence[Candidate], round: int, relaxed: bool) -> list[Edge] | None:
        count = len(ranked)
        nodes = count + count % 2
        for reach in (FIRST_REACH, 4 * FIRST_REACH, count) if count > ALL_PAIRS_UP_TO else (count,):
            costs = {
                (a, b): self._cost(ranked, a, b, round) for a, b in edges(ranked, reach, relaxed)
            }
            if nodes > count:
                costs |= _byes(ranked)
            found = cheapest(nodes, costs)
            if found is not None:
                return found
        return None

    def _cost(self, ranked: Sequence[Candidate], a: int, b: int, round: int) -> Cost:
        better, other = ranked[a], ranked[b]
        gap = better.points - other.points
        return (
            breaches(better.colors, other.colors),
            0,
            gap * gap + CLASH_COSTS[clash(better.colors, other.colors)],
            repeated(better, Float.DOWN) + repeated(other, Float.UP) if gap else 0,
            (b - a) ** 2,
            lot(self.seed, "pair", round, better.number, other.number) % LOT_RANGE,
        )

    def _seated(self, better: Candidate, other: Candidate, round: int) -> tuple[Number, Number]:
        white = has_white(better.colors, other.colors)
        if white is None:
            white = lot(self.seed, "white", round, better.number, other.number) % 2 == 0
        return (better.number, other.number) if white else (other.number, better.number)


def candidates(field: Field) -> list[Candidate]:
    """Return all entrants of the next round, as the contest lists them."""
    encounters, barred = field.meetings(), field.barred
    before = {
        number: _points_before(each, field.scoring, len(field.rounds) + 1)
        for number, each in encounters.items()
    }
    return [
        Candidate(
            number,
            before[number][-1],
            barred.get(number, frozenset()).union(
                e.opponent for e in encounters[number] if e.opponent is not None
            ),
            any(e.opponent is None and not e.requested for e in encounters[number]),
            ColorHistory.of(encounters[number]),
            _floats(encounters[number], before, number, field.scoring),
        )
        for number in field.present
    ]


def games_of(
    pairs: Iterable[tuple[Number, Number]], games: int
) -> Iterator[tuple[Number, Number, None]]:
    """Yield the games of each pair; a second one has the colours reversed."""
    for white, black in pairs:
        for game in range(games):
            yield (black, white, None) if game % 2 else (white, black, None)


def edges(ranked: Sequence[Candidate], reach: int, relaxed: bool = False) -> Iterator[Edge]:
    """Yield the pairs that may meet, by their places.

    Each entrant may meet the next ``reach`` below it with suitable wishes for colours, and those
    ranked between, but not more than three times ``reach``.
    """
    for a, better in enumerate(ranked):
        suiting = seen = 0
        for b in range(a + 1, len(ranked)):
            other = ranked[b]
            if other.number in better.met:
                continue
            if not relaxed and breaches(better.colors, other.colors):
                continue
            yield a, b
            seen += 1
            suiting += not clash(better.colors, other.colors)
            if suiting >= reach or seen >= 3 * reach:
                break


def repeated(candidate: Candidate, direction: Float) -> int:
    """Return the cost of a repeated float in this direction."""
    last, before = candidate.floats
    return 2 * (last is direction) + (before is direction)


def _byes(ranked: Sequence[Candidate]) -> dict[Edge, Cost]:
    """Return the costs of byes: edges to an extra vertex behind the last in rank."""
    count = len(ranked)
    least = min(each.points for each in ranked)
    return {
        (a, count): (
            0,
            each.points - least,
            0,
            repeated(each, Float.DOWN),
            (count - a) ** 2,
            0,
        )
        for a, each in enumerate(ranked)
        if not each.had_bye
    }


def _points_before(encounters: Iterable[Encounter], scoring: Scoring, rounds: int) -> list[int]:
    """Return the points before each round, and at the end."""
    gained = [0.0] * rounds
    for each in encounters:
        gained[each.round] += each.points or 0.0
    unit = POINTS_OF_WIN / (scoring.win or 1.0)
    return [round(unit * points) for points in accumulate(gained)]


def _floats(
    encounters: Sequence[Encounter], before: dict[Number, list[int]], me: Number, scoring: Scoring
) -> tuple[Float, Float]:
    floats = [Float.LEVEL, Float.LEVEL]
    for each in encounters:
        floats.append(_float(each, before, me, scoring))
    return floats[-1], floats[-2]


def _float(
    encounter: Encounter, before: dict[Number, list[int]], me: Number, scoring: Scoring
) -> Float:
    if encounter.opponent is None:
        missed = encounter.requested and (encounter.points or 0.0) <= scoring.loss
        return Float.LEVEL if missed else Float.DOWN
    mine, theirs = (before[each][encounter.round - 1] for each in (me, encounter.opponent))
    return float_between(mine, theirs)


def _which_rule(ranked: Sequence[Candidate]) -> Sentence:
    """Return the smallest set of rules that leaves no pairing, as a sentence."""
    count = len(ranked)
    pairs = [*edges(ranked, count, relaxed=True)]
    anybody = [(a, count) for a in range(count)] if count % 2 else []
    if not matchable(count + count % 2, [*pairs, *anybody]):
        return say("not everybody can have an opponent that they have not met yet and may meet")
    if not matchable(count + count % 2, [*pairs, *_byes(ranked)] if count % 2 else pairs):
        return say(
            "every entrant that could have the bye without a rematch elsewhere has had one before"
        )
    return say(
        "without a rematch somebody would have the same colour three times in a row, or three "
        "times more than the other"
    )


SWISS_SYSTEM = Format(
    "swiss",
    N_("Swiss system"),
    lambda settings: Swiss(settings.rounds, settings.seed),
    fixed_pairings=False,
    two_games_a_pairing=True,
    useful_openings=lambda settings: settings.rounds,  # all games of a round have one
    advice=lambda settings: rounds_advice(settings.entrants, settings.rounds),
    relaxed_scheme=lambda settings: Swiss(settings.rounds, settings.seed, relax_colors=True),
)


@dataclass(frozen=True, slots=True)
class FideSwiss(SwissRounds):
    """A FIDE Swiss of ``rounds`` rounds; the first pairs the upper half of the list with the lower.

    A lot of ``seed`` decides the first colour of the first entrant. Two who did not play because
    of a forfeit may be paired again. In the last round the system lets entrants with more than half
    of the points exceed their limits of colours.
    """

    def keeps(self, field: Field) -> frozenset[Rule]:
        last = {Rule.COLORS} if field.next_round >= self.rounds else set()
        return SWISS_RULES - {Rule.FORFEIT_REMATCH} - last

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.rounds) >= self.rounds:
            return PairingStep.OVER
        if not field.complete:
            return PairingStep.WAIT
        if len(field.present) < 2:
            raise NoPairingError(say("fewer than two entrants are left to be paired"))
        pairs = [*self._games(field)]
        games = [(white, black, None) for white, black in pairs if black is not None]
        return round_of(field, games, tuple(white for white, black in pairs if black is None))

    def _games(self, field: Field) -> Iterator[tuple[Number, Number | None]]:
        """Yield White and Black of each game, the most important first (C.04.2); None is a bye."""
        ranked = players(field, field.next_round >= self.rounds)
        pairs = paired(ranked)
        if pairs is None:
            raise NoPairingError(
                say("the FIDE system finds no pairing that keeps its absolute criteria")
            )
        games = [(ranked[a], None if b is None else ranked[b]) for a, b in pairs]
        arrived = _arrived(field)
        for better, other in sorted(games, key=_board):
            if other is None:
                yield better.number, None
            elif self._has_white(better, other, arrived):
                yield better.number, other.number
            else:
                yield other.number, better.number

    def _has_white(
        self, better: DutchPlayer, other: DutchPlayer, arrived: Sequence[Number]
    ) -> bool:
        """Return whether the higher ranked of two has White (5.2)."""
        white = has_white(better.colors, other.colors)
        if white is None:  # the first, the third … of the list have the colour drawn by lot
            return (lot(self.seed, "white") + arrived.index(better.number)) % 2 == 0
        return white


def _arrived(field: Field) -> list[Number]:
    """Return the entrants that have their numbers: a late one has it on its arrival (C.04.2, 2.4).

    Those who have never been in a pairing are not counted.
    """
    there = {*field.present}
    for each in field.rounds:
        there.update(each.byes)
        for pairing in each.pairings:
            there.update((pairing.white, pairing.black))
    return [number for number in field.entrants if number in there]


def _board(game: tuple[DutchPlayer, DutchPlayer | None]) -> tuple[bool, int, int, Number]:
    better, other = game
    return other is None, -better.points, -(other.points if other else 0), better.number


FIDE_DUTCH = Format(
    "fide-swiss",
    N_("Swiss system (FIDE Dutch, rules of February 2026)"),
    lambda settings: FideSwiss(settings.rounds, settings.seed),
    fixed_pairings=False,
    useful_openings=lambda settings: settings.rounds,
    advice=lambda settings: rounds_advice(settings.entrants, settings.rounds),
)
