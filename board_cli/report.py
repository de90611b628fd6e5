"""What is said of games that have ended: lines, a table, and why a program lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isinf

from rich.table import Table
from rich.text import Text

from board_core import Color, Explanation, Reason
from board_core.elo import EloDifference, elo_difference
from board_core.record import PlayedGame
from board_core.rules import BLAMES_A_PLAYER
from board_core.words import N_, visible

from .drawing import points_text
from .language import _, words
from .match import GameResult, Standing, Tally
from .screen import ruled_table

FAULTS = (BLAMES_A_PLAYER - {Reason.TIME}) | {Reason.INTERNAL_ERROR}
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
    table = ruled_table()
    table.add_column(_("Player"))
    for heading in (_("Points"), _("Won"), _("Drawn"), _("Lost"), _("Games")):
        table.add_column(heading, justify="right")
    for name, tally in zip(standing.names, standing.tallies, strict=True):
        table.add_row(Text(visible(name), style="bold"), *_cells(tally))
    return table


def _cells(tally: Tally) -> Sequence[str]:
    counts = (tally.wins, tally.draws, tally.losses, tally.games)
    return (points_text(tally.points), *map(str, counts))


def elo_line(standing: Standing) -> Text | None:
    """How much stronger the first player is; None before the first result."""
    tally = standing.first
    elo = elo_difference(tally.wins, tally.draws, tally.losses)
    if elo is None:
        return None
    one, other = map(visible, standing.names)
    return Text(_("{one} - {other}: {elo} Elo (95 %)", one=one, other=other, elo=elo_text(elo)))


def elo_text(elo: EloDifference) -> str:
    """``+120 +/- 38``; what has no end, as all games were won, is said by its other bound."""
    if not isinf(elo.difference):
        return f"{elo.difference:+.0f} +/- {elo.margin:.0f}"
    if elo.difference > 0:
        return _("more than {points}", points=f"{elo.low:+.0f}")
    return _("less than {points}", points=f"{elo.high:+.0f}")


LOST_BY = {
    Reason.CHECKMATE: N_("checkmate"),
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


def losses_table(standing: Standing) -> Table | None:
    """By what each player lost how often; None when nobody has."""
    table = ruled_table()
    table.add_column(_("Lost by"))
    for name in standing.names:
        table.add_column(Text(visible(name)), justify="right")
    for reason, label in LOST_BY.items():
        counts = [lost_by.get(reason, 0) for lost_by in standing.lost_by]
        if any(counts):
            table.add_row(_(label), *(str(count or "") for count in counts))
    return table if table.row_count else None


def first_loss_pgn(standing: Standing) -> str:
    """The first player's first lost game, moves and headers alone; empty if there is none."""
    from board_core.hosted import hosted

    lost = standing.first_loss
    if lost is None or lost.record is None:
        return ""
    write = hosted(lost.record.rules).record.write
    return visible_lines(write(bare(lost.record), round=lost.number))


def bare(record: PlayedGame) -> PlayedGame:
    """Without clocks, times and scores: short enough to read."""
    moves = (replace(move, clock_left=None, elapsed=None, thought=None) for move in record.moves)
    return replace(record, moves=tuple(moves))


def visible_lines(text: str) -> str:
    return "\n".join(map(visible, text.strip().splitlines()))


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
    lines: list[str] = []
    for label, text in words.evidence(explanation):
        shown = [visible(line) for line in text.rstrip().splitlines()][-SHOWN_LINES:]
        if len(shown) == 1:
            lines.append(f"    {label}: {shown[0]}")
        elif shown:
            lines += [f"    {label}:", *(f"      {line}" for line in shown)]
    return [Text(line, style="dim") for line in lines]


def off_turn_lines(standing: Standing) -> list[Text]:
    """Who computed while it was the other side's turn, and for how long."""
    return [
        Text(
            _(
                "{name} used {seconds:.1f} s of processor time while it was not its turn.",
                name=visible(name),
                seconds=seconds,
            )
        )
        for name, seconds in zip(standing.names, standing.off_turn, strict=True)
        if seconds >= WORTH_A_LINE
    ]


WORTH_A_LINE = 0.2
"""Seconds of processor time out of turn, in all games together."""

SHOWN_LINES = 20
"""So many of the last lines of a long text are shown."""
