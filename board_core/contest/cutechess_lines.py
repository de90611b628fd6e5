"""Lines of a contest as cutechess-cli 1.x prints them, for the programs that read these. Pure.

They are in English, whatever the language of the frontend. Endings that cutechess does not know
are told in our words.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from board_core.match.elo import elo_of, superiority
from board_core.match.sprt import Decision
from board_core.rules import Outcome, Reason
from board_core.words import Words, on_one_line

from .field import Encounter, Pairing, PairingVerdict
from .pairs import prefixes
from .state import Contest

ENGLISH = Words("en")

CUTECHESS_ENDINGS = {
    Reason.CHECKMATE: "{winner} mates",
    Reason.STALEMATE: "Draw by stalemate",
    Reason.FIFTY_MOVES: "Draw by fifty moves rule",
    Reason.THREEFOLD_REPETITION: "Draw by 3-fold repetition",
    Reason.FIVEFOLD_REPETITION: "Draw by 3-fold repetition",
    Reason.INSUFFICIENT_MATERIAL: "Draw by insufficient mating material",
    Reason.AGREEMENT: "Draw by agreement",
    Reason.RESIGNATION: "{loser} resigns",
    Reason.TIME: "{loser} loses on time",
    Reason.ILLEGAL_MOVES: "{loser} makes an illegal move",
    Reason.CRASH: "{loser} disconnects",
    Reason.NOT_STARTED: "{loser} disconnects",
}
"""The words of cutechess, by our reasons."""


def started(contest: Contest, pairing: Pairing, total: int) -> str:
    return f"Started game {pairing.number} of {total} ({_players(contest, pairing)})"


def finished(contest: Contest, pairing: Pairing) -> Iterator[str]:
    """Yield the result of a game and, of two entrants, their score; nothing before its end.

    The result is the one that counts, after rulings.
    """
    if (result := contest.results.get(pairing.number)) is None:
        return
    score = "*" if result.verdict is PairingVerdict.NEITHER else result.verdict.value
    why = _why(contest, pairing)
    yield f"Finished game {pairing.number} ({_players(contest, pairing)}): {score} {{{why}}}"
    if contest.plan.pairing_format.compares_two:
        yield _score(contest)


def closing(contest: Contest) -> Iterator[str]:
    """Yield the comparison of two entrants, or the ranks of more of them, and the end."""
    if contest.plan.pairing_format.compares_two:
        yield from _comparison(contest)
    else:
        yield from _ranks(contest)
    if contest.ended is not None:
        yield "Finished match"


def _players(contest: Contest, pairing: Pairing) -> str:
    names = contest.names(pairing).map(on_one_line)
    return f"{names.white} vs {names.black}"


def _why(contest: Contest, pairing: Pairing) -> str:
    result, played = contest.results[pairing.number], contest.played.get(pairing.number)
    if (ruling := result.ruling) is not None:
        told = f"{result.verdict.value} by ruling of {ruling.author}: {ruling.reason}"
    elif played is None:
        told = "No result: not played"
    else:
        told = _ending(played.game.outcome)
    return on_one_line(told).replace("{", "(").replace("}", ")")


def _ending(outcome: Outcome) -> str:
    if outcome.reason is Reason.ADJUDICATION:
        winner = outcome.winner
        head = f"{winner.value.title()} wins by adjudication" if winner else "Draw by adjudication"
        return f"{head}: {outcome.detail}" if outcome.detail else head
    words = CUTECHESS_ENDINGS.get(outcome.reason)
    if words is None or (outcome.winner is None and "{" in words):
        return ENGLISH.outcome(outcome, None)
    sides = {"winner": outcome.winner, "loser": outcome.winner and outcome.winner.other}
    return words.format(**{name: side.value.title() for name, side in sides.items() if side})


def _score(contest: Contest) -> str:
    """Return the score of the first entrant: won, lost and drawn games, and their share."""
    first, second = contest.entrants
    counts = _counts(contest.field.encounters()[first.number])
    games = sum(counts)
    share = (counts[0] + counts[2] / 2) / games if games else 0.0
    names = f"{on_one_line(first.name)} vs {on_one_line(second.name)}"
    return f"Score of {names}: {counts[0]} - {counts[1]} - {counts[2]}  [{share:.3f}] {games}"


def _counts(encounters: list[Encounter]) -> tuple[int, int, int]:
    """Return how many games were won, lost and drawn."""
    drawn = sum(each.verdict is PairingVerdict.DRAW for each in encounters)
    decided = [each for each in encounters if each.verdict and each.verdict.winner]
    won = sum(each.verdict is not None and each.verdict.winner is each.color for each in decided)
    return won, len(decided) - won, drawn


def _comparison(contest: Contest) -> Iterator[str]:
    won, lost, drawn = _counts(contest.field.encounters()[contest.entrants[0].number])
    counts = (lost, drawn, won)
    if (elo := elo_of(counts)) is None:
        return
    margin = "nan" if isinf(elo.margin) else f"{elo.margin:.1f}"
    yield (
        f"Elo difference: {elo.difference:.1f} +/- {margin}, LOS: {100 * superiority(counts):.1f} "
        f"%, DrawRatio: {100 * drawn / sum(counts):.1f} %"
    )
    if contest.plan.sprt is None:
        return
    state = contest.plan.sprt.test.run(prefixes(contest.field))
    answers = {None: "", Decision.H0: " - H0 was accepted", Decision.H1: " - H1 was accepted"}
    bound = state.upper if state.llr >= 0 else state.lower
    yield (
        f"SPRT: llr {state.llr:.3g} ({100 * state.llr / abs(bound):.1f}%), "
        f"lbound {state.lower:.3g}, ubound {state.upper:.3g}{answers[state.decision]}"
    )


def _ranks(contest: Contest) -> Iterator[str]:
    """Yield the table of ranks, by Elo as cutechess ranks; our own standings rank by points."""
    encounters = contest.field.encounters()
    yield f"{'Rank':>4} {'Name':<25} {'Elo':>7} {'+/-':>7} {'Games':>7} {'Score':>7} {'Draw':>7}"
    for rank, each in enumerate(contest.ratings, 1):
        won, lost, drawn = _counts(encounters[each.number])
        games = won + lost + drawn
        share = (won + drawn / 2) / games if games else 0.0
        draws = drawn / games if games else 0.0
        name = on_one_line(contest.entrant(each.number).name)
        yield (
            f"{rank:>4} {name:<25} {each.elo:>7.0f} {each.error:>7.0f} {games:>7} "
            f"{share:>7.1%} {draws:>7.1%}"
        )
