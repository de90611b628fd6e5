"""The strengths of the two players of a match: Elo, LOS, pairs of games, SPRT."""

from __future__ import annotations

from collections import deque
from math import inf

from board_core.match.elo import Counts, elo_of, superiority
from board_core.match.table import pairs_sentence, sprt_sentence
from board_core.text.sentence import Sentence, say

from .pairs import prefixes
from .state import Contest

PAIR_OUTCOMES = 5  # counts of pairs, and not of games


def comparison(contest: Contest) -> tuple[Sentence, ...]:
    """Return sentences that compare two entrants; none for formats with more.

    They give Elo with its 95 % interval, the likelihood of superiority (LOS) of the first entrant,
    the pairs of games by their points (pentanomial), and the state of the sequential test.
    """
    if not contest.plan.pairing_format.compares_two:
        return ()
    counts: Counts = next(iter(deque(prefixes(contest.field), maxlen=1)), ())
    elo = elo_of(counts)
    if elo is None:
        return ()
    first, second = (entrant.name for entrant in contest.entrants)
    told = [
        say(
            "Elo of {first} above {second}: {elo} ({low} to {high}, 95 %), likely to be the "
            "stronger one: {los} %",
            first=first,
            second=second,
            elo=_elo(elo.difference),
            low=_elo(elo.low),
            high=_elo(elo.high),
            los=f"{100 * superiority(counts):.1f}",
        )
    ]
    if len(counts) == PAIR_OUTCOMES:
        told.append(pairs_sentence(counts))
    return (*told, *_test(contest))


def _test(contest: Contest) -> tuple[Sentence, ...]:
    plan = contest.plan.sprt
    if plan is None:
        return ()
    return (sprt_sentence(plan.test, plan.test.run(prefixes(contest.field))),)


def _elo(points: float) -> str:
    if abs(points) == inf:
        return "+∞" if points > 0 else "-∞"
    return f"{points:+.0f}"
