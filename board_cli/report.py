"""What is said of games that have ended: lines, a table, and why a program lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from board_core import Color, Explanation, Reason

from .drawing import points_text, visible
from .language import _, words
from .match import GameResult, Standing, Tally

FAULTS = frozenset(
    (
        Reason.ILLEGAL_MOVES,
        Reason.CRASH,
        Reason.PROTOCOL,
        Reason.OUTPUT,
        Reason.NOT_STARTED,
        Reason.INTERNAL_ERROR,
    )
)
"""Endings that are somebody's fault; time is one when there is an explanation for it."""


def result_line(result: GameResult, games: int) -> Text:
    """One game on one line."""
    width = len(str(games))
    line = Text(no_wrap=True)
    if games > 1:
        line.append(f"{result.number:>{width}}  ", style="dim")
    line.append(f"{visible(result.names.white)} - {visible(result.names.black)}  ")
    line.append(result.outcome.result, style="bold")
    line.append(f"  {said(result)}")
    line.append(f"  {moves_text(result.plies)}", style="dim")
    return line


def said(result: GameResult) -> str:
    return visible(words.outcome(result.outcome, result.explanation))


def moves_text(plies: int) -> str:
    return words.plural("({count} move)", "({count} moves)", (plies + 1) // 2)


def score_table(standing: Standing) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    table.add_column(_("Player"))
    for heading in (_("Points"), _("Won"), _("Drawn"), _("Lost"), _("Games")):
        table.add_column(heading, justify="right")
    for name, tally in zip(standing.names, standing.tallies, strict=True):
        table.add_row(Text(visible(name), style="bold"), *_cells(tally))
    return table


def _cells(tally: Tally) -> Sequence[str]:
    counts = (tally.wins, tally.draws, tally.losses, tally.games)
    return (points_text(tally.points), *map(str, counts))


def is_fault(result: GameResult) -> bool:
    return result.outcome.reason in FAULTS or result.explanation is not None


def fault_lines(results: Iterable[GameResult], games: int) -> list[Text]:
    """Every game that a fault decided, with what is known of it; the same failure only once."""
    lines: list[Text] = []
    explained: set[tuple[str, str]] = set()
    for result in sorted(filter(is_fault, results), key=lambda result: result.number):
        lines.append(fault_line(result, games))
        explanation, color = result.explanation, guilty(result)
        if explanation is not None:
            failure = (result.names[color] if color else "", str(explanation.sentence))
            if failure not in explained:
                lines += explanation_lines(explanation)
            explained.add(failure)
    return lines


def fault_line(result: GameResult, games: int) -> Text:
    line = Text()
    if games > 1:
        line.append(_("Game {number}", number=result.number) + "  ", style="bold")
    if color := guilty(result):
        line.append(f"{visible(result.names[color])} ({words.color(color)})  ", style="bold red")
    return line.append(said(result))


def guilty(result: GameResult) -> Color | None:
    return result.outcome.winner.other if result.outcome.winner else None


def explanation_lines(explanation: Explanation) -> list[Text]:
    """What is known of a failure, as much as there is."""
    status = explanation.exit_status
    known = {
        _("last line sent"): explanation.last_sent,
        _("last line heard"): explanation.last_heard,
        _("exit status"): words.sentence(status) if status else "",
        _("standard error"): explanation.stderr,
        _("traceback"): explanation.traceback,
    }
    lines: list[str] = []
    for label, text in known.items():
        shown = [visible(line) for line in text.rstrip().splitlines()][-SHOWN_LINES:]
        if len(shown) == 1:
            lines.append(f"    {label}: {shown[0]}")
        elif shown:
            lines += [f"    {label}:", *(f"      {line}" for line in shown)]
    return [Text(line, style="dim") for line in lines]


SHOWN_LINES = 20
"""So many of the last lines of a long text are shown."""
