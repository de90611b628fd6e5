"""A contest as tables and lines, and the bracket of a knockout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from board_cli.language import _, words
from board_cli.screen import bare_table, console_for
from board_core.contest.decisions import BYE_TEXTS, decision_line
from board_core.contest.ratings import Rating
from board_core.contest.state import Contest
from board_core.contest.summary import (
    BracketSide,
    BracketTie,
    bracket_stages,
    comparison,
    cutechess_closing,
    cutechess_finished,
    game_line,
    group_tables,
    handicaps,
    heading,
    model_lines,
)
from board_core.text.harmless_text import visible
from board_core.text.languages import N_
from board_core.text.sentence import Listed

NAME_CELLS = 20
"""Cells of a name on the screen; longer names are cut off."""


def bracket_lines(stages: Mapping[str, Sequence[BracketTie]]) -> list[str]:
    """Return the lines of a bracket from left to right; the winner of the final stands last."""
    if not stages:
        return []
    height = 4 * len(next(iter(stages.values()))) - 1
    lines = [""] * (height + 1)
    for depth, (title, ties) in enumerate(stages.items()):
        step = 2**depth
        labels = {
            step * (2 * slot + 1): _label(side, lot=tie.by_lot)
            for slot, (side, tie) in enumerate(
                (side, tie) for tie in ties for side in (tie.upper, tie.lower)
            )
        }
        width = max(cell_len(each) for each in (*labels.values(), title))
        lines[0] += _padded(title, width) + "     "
        for row in range(1, height + 1):
            joined = _joint(row, step)
            lead = _padded(labels.get(row, ""), width)
            lines[row] += f"{lead} {joined} "
    final = ties[0]
    winner = next((side.name for side in (final.upper, final.lower) if side.won), "…")
    lines[2 ** len(stages)] += visible(winner)
    return [line.rstrip() for line in lines]


def _joint(row: int, step: int) -> str:
    """Return the three cells that join two entrants of a tie, at this distance from each other."""
    at, middle = row % (4 * step), 2 * step
    if at == step:
        return "─┐ "
    if at == 3 * step:
        return "─┘ "
    if at == middle:
        return " ├─"
    return " │ " if step < at < 3 * step else "   "


def _label(side: BracketSide, *, lot: bool) -> str:
    name = visible(side.name or "…")
    while cell_len(name) > NAME_CELLS:
        name = name[:-2] + "…"
    points = f" {side.points}" if side.points else ""
    by_lot = _("by lot")
    drawn = f" ({by_lot})" if side.won and lot else ""
    return f"{name}{points}{drawn}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


LAST_HEADINGS = (N_("games"), N_("rating"))
"""The columns of standings behind the tie-breaks; ranks, names and points are always shown."""
NARROWEST_NAME = 12

UNBOUNDED_COLUMNS = 10_000
"""Columns that are enough for any table."""


def show_standings(contest: Contest, out: TextIO, *, games: bool = False) -> None:
    console = console_for(out, wide=True)
    console.print(Text(heading(contest, words), style="bold"), soft_wrap=True)
    table, *notes = fitting_standings(contest, console, console.width)
    console.print(table)
    for note in filter(None, notes):
        console.print(Text(note, style="dim"))
    for title, rows in group_tables(contest, words).items():
        console.print(Text(title, style="bold"))
        for row in rows:
            line = f"  {row.standing.rank}  {visible(row.entrant.name)}  {row.standing.points:g}"
            console.print(Text(line), soft_wrap=True)
    for line in bracket_lines(bracket_stages(contest, words)):
        console.print(Text(line), soft_wrap=True)
    compared = (words.sentence(each) for each in comparison(contest))
    decided = (decision_line(contest, each, words) for each in contest.decisions)
    models = (f"{name}: {line}" for name, line in model_lines(contest, words))
    for line in (*compared, *models, *decided):
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
                    line = _(BYE_TEXTS[kind], name=contest.entrant(number).name, round=missed)
                    console.print(Text(visible(line)), soft_wrap=True)
    console.print(Text(_("seed {seed}", seed=contest.plan.seed), style="dim"))


def show_cutechess(contest: Contest, out: TextIO, *, games: bool) -> None:
    """Print a contest as cutechess-cli would have, with all games that are over if wanted."""
    for pairing in contest.pairings.values() if games else ():
        for line in cutechess_finished(contest, pairing):
            print(visible(line), file=out)
    show_cutechess_end(contest, out)


def show_cutechess_end(contest: Contest, out: TextIO) -> None:
    for line in cutechess_closing(contest):
        print(visible(line), file=out)


def fitting_standings(contest: Contest, console: Console, room: int) -> tuple[Table, str, str]:
    """Return the standings for this width, what FIDE's short headings mean, and what is left out.

    Where even short headings leave no room for names, the last tie-breaks are left out first.
    """
    unbounded = console.options.update(max_width=UNBOUNDED_COLUMNS)
    places = _compared(contest)
    table = standings_table(contest, places, LAST_HEADINGS)
    if console.measure(table, options=unbounded).maximum <= room:
        return table, "", ""
    longest = max(cell_len(visible(entrant.name)) for entrant in contest.entrants)
    foldable = max(longest - NARROWEST_NAME, 0)
    for left in range(len(places) + len(LAST_HEADINGS) + 1):
        ties = places[: max(len(places) - left, 0)]
        last = LAST_HEADINGS[: len(LAST_HEADINGS) - max(left - len(places), 0)]
        table = standings_table(contest, ties, last, short=True)
        if console.measure(table, options=unbounded).maximum <= room + foldable:
            break
    named = [contest.tie_breaks[place] for place in places]
    codes = ", ".join(f"{each.code}: {_(each.heading)}" for each in named[: len(ties)])
    missing = [each.heading for each in named[len(ties) :]] + [*LAST_HEADINGS[len(last) :]]
    if not missing:
        return table, codes, ""
    return table, codes, _("no room for: {columns}", columns=Listed(map(_, missing)))


def _compared(contest: Contest) -> list[int]:
    """Return the places of the tie-breaks for which somebody has a figure: each is a column."""
    standings = contest.table
    return [
        place
        for place in range(len(contest.tie_breaks))
        if any(standing.figures[place] is not None for standing in standings)
    ]


def standings_table(
    contest: Contest, places: Sequence[int], last: Sequence[str], *, short: bool = False
) -> Table:
    """Show the standings with these tie-breaks and ``last`` columns; only names are broken."""
    ties = [contest.tie_breaks[place] for place in places]
    table = bare_table()
    titles = (
        ("#", True),
        (_("name"), False),
        (_("points"), True),
        *((each.code if short else _(each.heading), True) for each in ties),
        *((_(each), True) for each in last),
    )
    for title, right in titles:
        justify: JustifyMethod = "right" if right else "left"
        table.add_column(title, justify=justify, no_wrap=right, overflow="fold")
    for row in contest.rows:
        standing, style = row.standing, "dim strike" if row.withdrawn else ""
        figures = (standing.figures[place] for place in places)
        cells = (
            str(standing.rank),
            visible(row.entrant.name),
            f"{standing.points:g}",
            *("–" if figure is None else f"{figure:g}" for figure in figures),
            *(str(standing.games), rating_text(row.rating))[: len(last)],
        )
        table.add_row(*(Text(cell, style=style) for cell in cells))
    return table


def rating_text(rating: Rating | None) -> str:
    if rating is None or not rating.games:
        return ""
    return f"{round(rating.elo):+d} ± {rating.error:.0f}"
