"""What a match says of its two players, beyond its result."""

from __future__ import annotations

from collections import deque
from math import inf

from board_core.elo import elo_of, superiority
from board_core.sentence import Sentence, say
from board_core.sprt import Counts, Decision, Sprt

from .pairs import prefixes
from .state import Contest

PAIRS = 5  # counts of pairs, and not of games


def comparison(contest: Contest) -> tuple[Sentence, ...]:
    """Of the first entrant's strength beside the second's; nothing for other contests than matches.

    Elo with its 95 % interval, the likelihood that the first is the stronger one (LOS), the pairs
    of games by their points (pentanomial), and how the sequential test stands, if there is one.
    """
    if contest.plan.format != "match":
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
    if len(counts) == PAIRS:
        shown = " ".join(map(str, counts))
        told.append(say("Pairs of games with 0, ½, 1, 1½ and 2 points: {counts}", counts=shown))
    return (*told, *_test(contest))


def _test(contest: Contest) -> tuple[Sentence, ...]:
    plan = contest.plan.sprt
    if plan is None:
        return ()
    state = Sprt(plan.elo0, plan.elo1, plan.alpha, plan.beta).run(prefixes(contest.field))
    answers = {
        None: say("not decided"),
        Decision.H0: say("not stronger by {elo} Elo", elo=f"{plan.elo1:g}"),
        Decision.H1: say("stronger by more than {elo} Elo", elo=f"{plan.elo0:g}"),
    }
    return (
        say(
            "SPRT from {elo0} to {elo1} Elo: {answer}; LLR {llr} ({lower} to {upper})",
            elo0=f"{plan.elo0:g}",
            elo1=f"{plan.elo1:g}",
            answer=answers[state.decision],
            llr=f"{state.llr:.2f}",
            lower=f"{state.lower:.2f}",
            upper=f"{state.upper:.2f}",
        ),
    )


def _elo(points: float) -> str:
    if abs(points) == inf:
        return "+∞" if points > 0 else "-∞"
    return f"{points:+.0f}"
