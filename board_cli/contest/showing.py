"""A contest as tables and lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from rich.table import Table
from rich.text import Text

from board_cli.language import _, words
from board_cli.screen import bare_table, console_for
from board_core.contest.comparison import comparison
from board_core.contest.decision_words import BYE_TEXTS, decision_line, version_lines
from board_core.contest.handicaps import handicaps
from board_core.contest.ratings import Rating, ratings
from board_core.contest.standings import Standing
from board_core.contest.state import Contest
from board_core.contest.summary import game_line, heading
from board_core.contest.tie_breaks import TIE_BREAK_HEADINGS
from board_core.words import visible


def show_standings(
    contest: Contest, out: TextIO, *, games: bool = False, final: bool = False
) -> None:
    console = console_for(out)
    width = None if console.is_terminal else 200
    console.print(Text(heading(contest, words, final=final), style="bold"), soft_wrap=True)
    console.print(standings_table(contest), width=width)
    compared = (words.sentence(each) for each in comparison(contest))
    decided = (decision_line(contest, each, words) for each in contest.decisions)
    for line in (*compared, *decided, *version_lines(contest, words)):
        console.print(Text(visible(line)), soft_wrap=True)
    for name, limits in handicaps(contest.plan, words):
        line = _("{name} plays with {limits}", name=name, limits=limits)
        console.print(Text(visible(line)), soft_wrap=True)
    if games:
        for each in contest.rounds:
            console.print(Text(_("Round {number}", number=each.number), style="bold"))
            for pairing in each.pairings:
                console.print(Text(visible(game_line(contest, pairing, words))), soft_wrap=True)
            for number in each.byes:
                name = contest.entrant(number).name
                console.print(Text(visible(_("{name} has a bye", name=name))), soft_wrap=True)
            for (number, missed), kind in contest.requested_byes.items():
                if missed == each.number:
                    told = _(BYE_TEXTS[kind], name=contest.entrant(number).name, round=missed)
                    console.print(Text(visible(told)), soft_wrap=True)
    console.print(Text(_("seed {seed}", seed=contest.plan.seed), style="dim"))


def standings_table(contest: Contest) -> Table:
    """Show the standings; a tie-break for which nobody has a figure takes no column."""
    standings = contest.table
    compared = [
        place
        for place in range(len(contest.plan.tie_breaks))
        if any(standing.figures[place] is not None for standing in standings)
    ]
    rated = {rating.number: rating for rating in ratings(contest.field)}
    table = bare_table()
    for title, right in (
        ("#", True),
        (_("name"), False),
        (_("points"), True),
        *((_(TIE_BREAK_HEADINGS[contest.plan.tie_breaks[place]]), True) for place in compared),
        (_("games"), True),
        (_("rating"), True),
    ):
        table.add_column(title, justify="right" if right else "left", no_wrap=not right)
    for standing in standings:
        figures = [standing.figures[place] for place in compared]
        table.add_row(*_cells(contest, standing, figures, rated.get(standing.number)))
    return table


def _cells(
    contest: Contest, standing: Standing, figures: Iterable[float | None], rating: Rating | None
) -> list[Text]:
    gone = standing.number in contest.withdrawn
    cells = [
        str(standing.rank),
        visible(contest.entrant(standing.number).name),
        f"{standing.points:g}",
        *("–" if figure is None else f"{figure:g}" for figure in figures),
        str(standing.games),
        rating_text(rating),
    ]
    return [Text(cell, style="dim strike" if gone else "") for cell in cells]


def rating_text(rating: Rating | None) -> str:
    if rating is None or not rating.games:
        return ""
    return f"{round(rating.elo):+d} ± {rating.error:.0f}"
