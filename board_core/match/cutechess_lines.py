"""Lines as cutechess-cli 1.x prints them, for the programs that read these. Pure.

They are in English, whatever the language of the frontend. Endings that cutechess does not know
are told in our words.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf

from board_core.game.rules import Outcome, Reason
from board_core.game.sides import PerColor
from board_core.game.words import Words
from board_core.text.harmless_text import on_one_line

from .elo import elo_of, superiority
from .sprt import Decision, SprtState

ENGLISH = Words("en")

MATCH_OVER = "Finished match"

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


def started_line(number: int, games: int, names: PerColor[str]) -> str:
    return f"Started game {number} of {games} ({_versus(names.white, names.black)})"


def finished_line(number: int, names: PerColor[str], result: str, why: str) -> str:
    """Return the line of a game's end; ``why`` may be any text."""
    said = on_one_line(why).replace("{", "(").replace("}", ")")
    return f"Finished game {number} ({_versus(names.white, names.black)}): {result} {{{said}}}"


def ending(outcome: Outcome) -> str:
    """Return why a game ended."""
    if outcome.reason is Reason.ADJUDICATION:
        winner = outcome.winner
        head = f"{winner.value.title()} wins by adjudication" if winner else "Draw by adjudication"
        return f"{head}: {outcome.detail}" if outcome.detail else head
    words = CUTECHESS_ENDINGS.get(outcome.reason)
    if words is None or (outcome.winner is None and "{" in words):
        return ENGLISH.outcome(outcome, None)
    sides = {"winner": outcome.winner, "loser": outcome.winner and outcome.winner.other}
    return words.format(**{name: side.value.title() for name, side in sides.items() if side})


def score_line(first: str, second: str, counts: tuple[int, int, int]) -> str:
    """Return the score of the first player, from its lost, drawn and won games."""
    lost, drawn, won = counts
    games = sum(counts)
    share = (won + drawn / 2) / games if games else 0.0
    return f"Score of {_versus(first, second)}: {won} - {lost} - {drawn}  [{share:.3f}] {games}"


def comparison_lines(counts: tuple[int, int, int], sprt: SprtState | None) -> Iterator[str]:
    """Yield the strength of the first player from its lost, drawn and won games, and the test."""
    if (elo := elo_of(counts)) is None:
        return
    margin = "nan" if isinf(elo.margin) else f"{elo.margin:.1f}"
    yield (
        f"Elo difference: {elo.difference:.1f} +/- {margin}, LOS: {100 * superiority(counts):.1f} "
        f"%, DrawRatio: {100 * counts[1] / sum(counts):.1f} %"
    )
    if sprt is None:
        return
    answers = {None: "", Decision.H0: " - H0 was accepted", Decision.H1: " - H1 was accepted"}
    bound = sprt.upper if sprt.llr >= 0 else sprt.lower
    yield (
        f"SPRT: llr {sprt.llr:.3g} ({100 * sprt.llr / abs(bound):.1f}%), "
        f"lbound {sprt.lower:.3g}, ubound {sprt.upper:.3g}{answers[sprt.decision]}"
    )


def _versus(one: str, other: str) -> str:
    return f"{on_one_line(one)} vs {on_one_line(other)}"
