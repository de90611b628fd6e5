"""Lines and tables on games that have ended, and why a program lost."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from rich.table import Table
from rich.text import Text

from board_core import Color, Explanation
from board_core.match import MatchGame, MatchResult
from board_core.match.result import HEADINGS, score_rows, strength_lines, tables_of_both
from board_core.text.findings import Certainty, certainty_of, to_be_sure_of
from board_core.text.harmless_text import visible
from board_core.text.sentence import Sentence

from .ended_game import is_fault, result_parts, said
from .language import _, words
from .screen import figures, ruled_table


def result_line(game: MatchGame, games: int) -> Text:
    """Return one game on one line."""
    return Text.assemble(*result_parts(game, games), no_wrap=True)


def score_table(result: MatchResult) -> Table:
    first, *others = map(_, HEADINGS)
    table = ruled_table(first, *map(figures, others))
    for name, *cells in score_rows(result):
        table.add_row(Text(name, style="bold"), *cells)
    return table


def strength(result: MatchResult) -> Text | None:
    """Return how much stronger the first player is; None before the first result."""
    lines = strength_lines(result, words)
    return Text("\n".join(lines)) if lines else None


def other_tables(result: MatchResult) -> Iterator[Table]:
    """Yield what each player lost by, and what its calls of a language model came to."""
    for (heading, *names), *rows in tables_of_both(result, words):
        table = ruled_table(heading, *map(figures, map(Text, names)))
        for row in rows:
            table.add_row(*row)
        yield table


def fault_lines(
    ended: Iterable[MatchGame], games: int, told: Container[int] = frozenset()
) -> list[Text]:
    """Return the games that a fault decided; details of the same failure appear once.

    ``told`` are the numbers of the games whose result was printed in full: the loss's sentence is
    not printed again, and a game of which nothing else is known is left out.
    """
    lines: list[Text] = []
    explained: set[tuple[str, str]] = set()
    for game in sorted(filter(is_fault, ended), key=lambda game: game.number):
        explanation, color, details = game.played.explanation, guilty(game), list[Text]()
        if explanation is not None:
            failure = (game.played.names[color] if color else "", str(explanation.full_sentence))
            if failure not in explained:
                details = explanation_lines(explanation)
            explained.add(failure)
        is_told = game.number in told
        if details or not is_told:
            lines += [fault_line(game, games, is_told=is_told), *details]
    return lines


def fault_line(game: MatchGame, games: int, *, is_told: bool) -> Text:
    """Return whose fault decided a game; with the loss's sentence unless that was told."""
    line = Text()
    if games > 1:
        line.append(_("Game {number}", number=game.number) + "  ", style="bold")
    if color := guilty(game):
        name = visible(game.played.names[color])
        side = _("{name} ({color})", name=name, color=words.color(color))
        line.append(f"{side}  ", style="bold red")
    if not is_told:
        line.append(said(game))
    line.rstrip()
    return line


def guilty(game: MatchGame) -> Color | None:
    winner = game.played.outcome.winner
    return winner.other if winner else None


def reason_lines(code: str, told: Sentence) -> list[str]:
    """Return how sure a reason is, the command that says more of it, and how to be sure."""
    sure, *step = reason_sure(certainty_of(told), to_be_sure_of(told))
    return [_("{certainty}: see 'board why {code}'", certainty=sure, code=code), *step]


def reason_sure(certainty: Certainty, to_be_sure: Sentence | None) -> list[str]:
    """Return in words how sure a reason is, and what would make it certain."""
    if to_be_sure is not None:
        return [_("likely"), _("to be sure: {step}", step=words.sentence(to_be_sure))]
    said = {
        Certainty.CERTAIN: _("certain, as it was seen"),
        Certainty.LIKELY: _("likely; to be certain, fix only this and try again"),
        Certainty.POSSIBLE: _("possible; to be certain, fix only this and try again"),
    }
    return [said[certainty]]


def explanation_lines(explanation: Explanation) -> list[Text]:
    """Return all that is known of a failure."""
    reason = reason_lines(explanation.codes[0], explanation.sentence)
    return [*(Text(f"    {each}", style="dim") for each in reason), *evidence_lines(explanation)]


def evidence_lines(explanation: Explanation) -> list[Text]:
    """Return what was seen of a failure."""
    lines = list[str]()
    for label, text in words.evidence(explanation):
        shown = [visible(line.expandtabs(4)) for line in text.rstrip().splitlines()][-SHOWN_LINES:]
        if len(shown) == 1:
            lines.append("    " + _("{label}: {text}", label=label, text=shown[0]))
        elif shown:
            lines += ["    " + _("{heading}:", heading=label), *(f"      {line}" for line in shown)]
    return [Text(line, style="dim") for line in lines]


def off_turn_lines(result: MatchResult) -> list[Text]:
    """Return which players computed out of turn, and for how long."""
    return [
        Text(
            _(
                "{name} used {seconds:.1f} s of processor time while it was not its turn.",
                name=visible(name),
                seconds=seconds,
            )
        )
        for name, seconds in zip(result.names, result.off_turn, strict=True)
        if seconds >= WORTH_A_LINE
    ]


def refused_lines(result: MatchResult) -> list[Text]:
    """Return how many answers of each player were refused, in games that went on."""
    return [
        Text(
            words.plural(
                "{count} answer of {name} was refused as not legal: 'board check' shows why.",
                "{count} answers of {name} were refused as not legal: 'board check' shows why.",
                count,
                name=visible(name),
            )
        )
        for name, count in zip(result.names, result.refused, strict=True)
        if count
    ]


WORTH_A_LINE = 0.2
"""Seconds of processor time out of turn, in all games together."""

SHOWN_LINES = 20
"""The most lines of a long text that are shown: the last ones."""
