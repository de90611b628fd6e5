"""Lines of a contest as cutechess-cli prints them. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from board_core.match.result import (
    MATCH_OVER,
    comparison_lines,
    ending,
    finished_line,
    score_line,
    started_line,
)
from board_core.text.harmless_text import on_one_line

from .field import Encounter, Pairing, PairingVerdict
from .pairs import prefixes
from .state import Contest


def started(contest: Contest, pairing: Pairing, total: int) -> str:
    return started_line(pairing.number, total, contest.names(pairing))


def finished(contest: Contest, pairing: Pairing) -> Iterator[str]:
    """Yield the result of a game and, of two entrants, their score; nothing before its end.

    The result is the one that counts, after rulings.
    """
    if (result := contest.results.get(pairing.number)) is None:
        return
    score = "*" if result.verdict is PairingVerdict.NEITHER else result.verdict.value
    why = _why(contest, pairing)
    yield finished_line(pairing.number, contest.names(pairing), score, why)
    if contest.plan.pairing_format.compares_two:
        first, second = contest.entrants
        yield score_line(first.name, second.name, _counts_of_first(contest))


def closing(contest: Contest) -> Iterator[str]:
    """Yield the comparison of two entrants, or the ranks of more of them, and the end."""
    if contest.plan.pairing_format.compares_two:
        plan = contest.plan.sprt
        sprt = None if plan is None else plan.test.run(prefixes(contest.field))
        yield from comparison_lines(_counts_of_first(contest), sprt)
    else:
        yield from _ranks(contest)
    if contest.ended is not None:
        yield MATCH_OVER


def _why(contest: Contest, pairing: Pairing) -> str:
    result, played = contest.results[pairing.number], contest.played.get(pairing.number)
    if (ruling := result.ruling) is not None:
        return f"{result.verdict.value} by ruling of {ruling.author}: {ruling.reason}"
    return "No result: not played" if played is None else ending(played.game.outcome)


def _counts_of_first(contest: Contest) -> tuple[int, int, int]:
    return _counts(contest.field.encounters()[contest.entrants[0].number])


def _counts(encounters: list[Encounter]) -> tuple[int, int, int]:
    """Return how many games were lost, drawn and won."""
    drawn = sum(each.verdict is PairingVerdict.DRAW for each in encounters)
    decided = [each for each in encounters if each.verdict and each.verdict.winner]
    won = sum(each.verdict is not None and each.verdict.winner is each.color for each in decided)
    return len(decided) - won, drawn, won


def _ranks(contest: Contest) -> Iterator[str]:
    """Yield the table of ranks, by Elo as cutechess ranks; our own standings rank by points."""
    encounters = contest.field.encounters()
    yield f"{'Rank':>4} {'Name':<25} {'Elo':>7} {'+/-':>7} {'Games':>7} {'Score':>7} {'Draw':>7}"
    for rank, each in enumerate(contest.ratings, 1):
        lost, drawn, won = _counts(encounters[each.number])
        games = won + lost + drawn
        share = (won + drawn / 2) / games if games else 0.0
        draws = drawn / games if games else 0.0
        name = on_one_line(contest.entrant(each.number).name)
        yield (
            f"{rank:>4} {name:<25} {each.elo:>7.0f} {each.error:>7.0f} {games:>7} "
            f"{share:>7.1%} {draws:>7.1%}"
        )
