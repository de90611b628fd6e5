"""A match's result as tables: text for a terminal, HTML for a notebook."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isinf

from board_core.match.elo import EloDifference
from board_core.match.known_games import hosted
from board_core.match.sprt import Counts, Decision, Sprt, SprtState
from board_core.rules import Reason
from board_core.sentence import Sentence, say
from board_core.words import N_, Words, visible

from .result import MatchResult, Tally

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
"""Ways to lose a game, in a few words."""


def score_rows(result: MatchResult) -> list[tuple[str, ...]]:
    """A row for each player: the name, points, wins, draws, losses and games."""
    return [
        (visible(name), *_cells(tally))
        for name, tally in zip(result.names, result.tallies, strict=True)
    ]


def losses_rows(result: MatchResult, words: Words) -> list[tuple[str, ...]]:
    """A row for each way in which a player lost: its name, and how often for each player."""
    return [
        (words.text(LOST_BY.get(reason, reason.value)), *(str(count or "") for count in counts))
        for reason in Reason
        if any(counts := [lost_by.get(reason, 0) for lost_by in result.lost_by])
    ]


def elo_text(elo: EloDifference, words: Words) -> str:
    """``+120 +/- 38``; what has no end, as all games were won, is said by its other bound."""
    if not isinf(elo.difference):
        return f"{elo.difference:+.0f} +/- {elo.margin:.0f}"
    if elo.difference > 0:
        return words.text(N_("more than {points}"), points=f"{elo.low:+.0f}")
    return words.text(N_("less than {points}"), points=f"{elo.high:+.0f}")


def strength_lines(result: MatchResult, words: Words) -> list[str]:
    """Lines on who is stronger: Elo, the pairs, and the sequential test. None before a result."""
    elo = result.elo
    if elo is None:
        return []
    one, other = map(visible, result.names)
    said = words.text(
        N_("{one} - {other}: {elo} Elo (95 %)"), one=one, other=other, elo=elo_text(elo, words)
    )
    los, draws = f"{100 * result.los:.1f}", f"{100 * result.draw_rate:.1f}"
    lines = [
        said,
        words.text(
            N_("{one} is the stronger one with a likelihood of {los} %; {draws} % of draws"),
            one=one,
            los=los,
            draws=draws,
        ),
    ]
    if any(result.pairs):
        lines.append(words.sentence(pairs_sentence(result.pairs)))
    if result.test is not None:
        lines.append(words.sentence(sprt_sentence(result.test.sprt, result.test.state)))
    return lines


def pairs_sentence(counts: Counts) -> Sentence:
    """How often the first player got how much in two games with reversed colours."""
    shown = " ".join(map(str, counts))
    return say("Pairs of games with 0, ½, 1, 1½ and 2 points: {counts}", counts=shown)


def sprt_sentence(sprt: Sprt, state: SprtState) -> Sentence:
    """How a sequential test stands."""
    answers = {
        None: say("not decided"),
        Decision.H0: say("not stronger by {elo} Elo", elo=f"{sprt.elo1:g}"),
        Decision.H1: say("stronger by more than {elo} Elo", elo=f"{sprt.elo0:g}"),
    }
    return say(
        "SPRT from {elo0} to {elo1} Elo: {answer}; LLR {llr} ({lower} to {upper})",
        elo0=f"{sprt.elo0:g}",
        elo1=f"{sprt.elo1:g}",
        answer=answers[state.decision],
        llr=f"{state.llr:.2f}",
        lower=f"{state.lower:.2f}",
        upper=f"{state.upper:.2f}",
    )


def text_table(result: MatchResult, words: Words | None = None) -> str:
    """The score, the strength and the losses as lines of text."""
    words = words or Words()
    parts = [_columns([tuple(map(words.text, HEADINGS)), *score_rows(result)])]
    if strength := strength_lines(result, words):
        parts.append("\n".join(strength))
    if losses := losses_rows(result, words):
        heading = (words.text(N_("Lost by")), *map(visible, result.names))
        parts.append(_columns([heading, *losses]))
    return "\n\n".join(parts)


def html_table(result: MatchResult, words: Words | None = None) -> str:
    """The same as HTML."""
    from html import escape  # for notebooks only

    words = words or Words()
    parts = [_html([tuple(map(words.text, HEADINGS)), *score_rows(result)], escape)]
    if strength := strength_lines(result, words):
        parts.append("<p>" + "<br>".join(map(escape, strength)) + "</p>")
    if losses := losses_rows(result, words):
        heading = (words.text(N_("Lost by")), *map(visible, result.names))
        parts.append(_html([heading, *losses], escape))
    return "\n".join(parts)


def _cells(tally: Tally) -> tuple[str, ...]:
    counts = (tally.wins, tally.draws, tally.losses, tally.games)
    return (f"{tally.points:g}", *map(str, counts))


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    """The first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([f"{first:<{widths[0]}}", *cells]).rstrip())
    return "\n".join(lines)


def _html(rows: Sequence[tuple[str, ...]], escape: Callable[[str], str]) -> str:
    heading, *others = rows
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in others
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def first_loss_pgn(result: MatchResult) -> str:
    """Return the first game that the first player lost, without clocks and scores, else ""."""
    if not result.lost:
        return ""
    number, played = result.lost[0].number, result.lost[0].played
    moves = (replace(move, clock_left=None, elapsed=None, thought=None) for move in played.moves)
    text = hosted(played.rules).record.write(replace(played, moves=tuple(moves)), round=number)
    return "\n".join(map(visible, text.strip().splitlines()))
