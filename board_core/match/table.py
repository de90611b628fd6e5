"""Words and layout for the result of a match: text for a terminal, HTML for a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isinf

from board_core.game.rules import Reason
from board_core.game.words import Words
from board_core.text.languages import N_
from board_core.text.sentence import Sentence, say

from .elo import EloDifference
from .sprt import Counts, Decision, Sprt, SprtState

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
