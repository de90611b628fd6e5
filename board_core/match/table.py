"""Words and layout for the result of a match: for a terminal, a notebook, or a program.

Programs read the lines of cutechess-cli 1.x. These are in English, whatever the language of the
frontend; an ending that cutechess does not know is told in our words. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isinf

from board_core.game.rules import Outcome, Reason
from board_core.game.sides import PerColor
from board_core.game.words import Words
from board_core.text.harmless_text import on_one_line
from board_core.text.languages import N_
from board_core.text.sentence import Sentence, say

from .elo import Counts, Decision, EloDifference, Sprt, SprtState, elo_of, superiority

HEADINGS = (N_("Player"), N_("Points"), N_("Won"), N_("Drawn"), N_("Lost"), N_("Games"))

LOST_BY = {
    Reason.CHECKMATE: N_("checkmate"),
    Reason.FIVE_IN_A_ROW: N_("five in a row"),
    Reason.KING_EXPLODED: N_("the king's explosion"),
    Reason.KING_ON_THE_HILL: N_("the king on the hill"),
    Reason.THREE_CHECKS: N_("three checks"),
    Reason.RACE_WON: N_("the race of the kings"),
    Reason.HORDE_DESTROYED: N_("the end of the horde"),
    Reason.NO_PIECE_LEFT: N_("no piece left"),
    Reason.NO_MOVE_LEFT: N_("no move left"),
    Reason.RULES: N_("the rules of the game"),
    Reason.RESIGNATION: N_("resignation"),
    Reason.ADJUDICATION: N_("adjudication"),
    Reason.TIME: N_("time"),
    Reason.ILLEGAL_MOVES: N_("illegal moves"),
    Reason.CRASH: N_("a crash"),
    Reason.PROTOCOL: N_("breaking the protocol"),
    Reason.OUTPUT: N_("a flood of output"),
    Reason.BREACH: N_("a message out of bounds"),
    Reason.OFF_TURN: N_("computing out of turn"),
    Reason.INTERFERENCE: N_("interfering with the board"),
    Reason.NOT_STARTED: N_("not starting"),
}
"""The ways to lose a game, in a few words each."""


def elo_text(elo: EloDifference, words: Words) -> str:
    """Return ``+120 +/- 38``; an infinite estimate is shown by its finite bound."""
    if not isinf(elo.difference):
        return f"{elo.difference:+.0f} +/- {elo.margin:.0f}"
    if elo.difference > 0:
        return words.text(N_("more than {points}"), points=f"{elo.low:+.0f}")
    return words.text(N_("less than {points}"), points=f"{elo.high:+.0f}")


def pairs_sentence(counts: Counts) -> Sentence:
    """Return a sentence on how often each score was reached in two games with reversed colours."""
    shown = " ".join(map(str, counts))
    return say("Pairs of games with 0, ½, 1, 1½ and 2 points: {counts}", counts=shown)


def sprt_sentence(sprt: Sprt, state: SprtState) -> Sentence:
    """Return a sentence on the state of a sequential test."""
    answers = {
        None: say("not decided"),
        Decision.H0: say("not stronger by {elo} Elo", elo=f"{sprt.elo1:g}"),
        Decision.H1: say("stronger by more than {elo} Elo", elo=f"{sprt.elo0:g}"),
    }
    return say(
        "SPRT from {elo0} to {elo1} {scale} Elo: {answer}; LLR {llr} ({lower} to {upper})",
        scale=say("normalized") if sprt.normalized else say("logistic"),
        elo0=f"{sprt.elo0:g}",
        elo1=f"{sprt.elo1:g}",
        answer=answers[state.decision],
        llr=f"{state.llr:.2f}",
        lower=f"{state.lower:.2f}",
        upper=f"{state.upper:.2f}",
    )


def columns(rows: Sequence[tuple[str, ...]]) -> str:
    """Lay rows out as lines of text: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([f"{first:<{widths[0]}}", *cells]).rstrip())
    return "\n".join(lines)


def html_rows(rows: Sequence[tuple[str, ...]], escape: Callable[[str], str]) -> str:
    """Lay rows out as an HTML table, the first of them as its heading."""
    heading, *others = rows
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in others
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


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
