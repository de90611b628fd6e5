"""A ladder, which never ends: those play whose games tell most about ratings. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from board_core.contest.field import Field, Number, Round
from board_core.contest.ratings import Estimate, chance_to_win, estimate
from board_core.fast_dataclass import dataclass
from board_core.text.languages import N_

from .scheme import Format, FormatScheme, PairingStep, round_of

ENTRANTS_PER_PAIR = 10
"""Entrants for each pair of a round: the more there are, the less a result changes the next one."""

MANY_OPENINGS = 64
"""Meetings of two entrants before they play an opening again: nobody knows how often they meet."""

USUAL_PRECISION = 30.0
"""Elo points to either side of a rating."""

Wanted = tuple[float, Number, Number]
"""The use of the games of two entrants."""


@dataclass(frozen=True, slots=True)
class Ladder(FormatScheme):
    """A ladder in which those play whose games tell most about ratings.

    A round has a few pairs, each with two games, colours reversed, from one opening that is another
    at the next meeting. The games of a pair are worth what they are expected to take from the
    variances of all ratings whose error (Elo points to either side, 95 %) is above ``precision``,
    by the model of Bradley and Terry: A-optimal design (H. Chernoff, Locally Optimal Designs for
    Estimating Parameters, Ann. Math. Stat. 24, 1953). Games in progress count as if they had ended.

    If all ratings are exact enough, the ladder waits for a new entrant, or for a new version of
    one, whose rating begins anew.
    """

    precision: float = USUAL_PRECISION

    def next_round(self, field: Field) -> Round | PairingStep:
        if len(field.present) < 2:
            return PairingStep.WAIT
        apart = field.versions_apart()
        pairs = self._chosen(field, estimate(apart, field.active), apart)
        met = Counter(frozenset((f.white, f.black)) for f in apart.pairings)
        games = [game for pair in pairs for game in _games(pair, met[frozenset(pair)])]
        return round_of(field, games) if games else PairingStep.WAIT

    def planned_games(self, field: Field) -> int:
        return sum(len(each.pairings) for each in field.rounds)

    def _chosen(
        self, field: Field, found: Estimate, apart: Field
    ) -> Iterator[tuple[Number, Number]]:
        """Yield pairs that share nobody, the most useful one first."""
        places = {number: place for place, number in enumerate(apart.entrants)}
        present = field.present
        inexact = [n for n in present if found.error(n, places[n]) > self.precision]
        if not inexact:
            return
        needed = [places[number] for number in inexact]
        rows = {n: [found.covariances[n][place] for place in needed] for n in present}
        wanted = sorted(
            (
                (_use(found, rows, (one, other), places), one, other)
                for one, other in combinations(present, 2)
                if frozenset((one, other)) not in field.forbidden
            ),
            reverse=True,
        )
        free = {*present}
        most = max(1, len(present) // ENTRANTS_PER_PAIR)
        for _, one, other in wanted:
            if most and {one, other} <= free:
                yield one, other
                free -= {one, other}
                most -= 1


def _use(
    found: Estimate,
    rows: Mapping[Number, Sequence[float]],
    pair: tuple[Number, Number],
    places: Mapping[Number, int],
) -> float:
    """Return what two games take from the sum of the variances of these rows."""
    one, other = pair
    chance = chance_to_win(found.strengths[one] - found.strengths[other])
    told = 2 * chance * (1 - chance)
    row = found.covariances[one]
    between = row[places[one]] - 2 * row[places[other]]
    between += found.covariances[other][places[other]]
    taken = sum((a - b) ** 2 for a, b in zip(rows[one], rows[other], strict=True))
    return told * taken / (1 + told * between)


def _games(pair: tuple[Number, Number], met: int) -> Iterator[tuple[Number, Number, int]]:
    one, other = pair
    yield one, other, met // 2
    yield other, one, met // 2


LADDER = Format(
    "ladder",
    N_("ladder"),
    lambda settings: Ladder(settings.precision),
    page_by_opponent=True,
    csv_by_opponent=True,
    fixed_pairings=False,
    ranks_by_rating=True,  # it never ends by itself
    useful_openings=lambda settings: MANY_OPENINGS,
)
