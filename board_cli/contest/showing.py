"""A contest as tables and lines."""

from __future__ import annotations

from typing import TextIO

from rich.table import Table
from rich.text import Text

from board_cli.language import _, words
from board_cli.screen import bare_table, console_for
from board_core.contest.comparison import comparison
from board_core.contest.field import Pairing
from board_core.contest.handicaps import handicaps
from board_core.contest.ratings import Rating, ratings
from board_core.contest.standings import Standing, standings
from board_core.contest.state import Contest, Result
from board_core.words import visible


def show_standings(
    contest: Contest, out: TextIO, *, games: bool = False, final: bool = False
) -> None:
    console = console_for(out)
    width = None if console.is_terminal else 200
    console.print(Text(heading(contest, final=final), style="bold"), soft_wrap=True)
    console.print(standings_table(contest), width=width)
    compared = (words.sentence(each) for each in comparison(contest))
    for line in (*compared, *ruling_lines(contest), *withdrawal_lines(contest)):
        console.print(Text(visible(line)), soft_wrap=True)
    for name, limits in handicaps(contest.plan, words):
        line = _("{name} plays with {limits}", name=name, limits=limits)
        console.print(Text(visible(line)), soft_wrap=True)
    if games:
        for each in contest.rounds:
            console.print(Text(_("Round {number}", number=each.number), style="bold"))
            for pairing in each.pairings:
                console.print(Text(visible(game_line(contest, pairing))), soft_wrap=True)
            for number in each.byes:
                name = contest.entrant(number).name
                console.print(Text(visible(_("{name} has a bye", name=name))), soft_wrap=True)
    console.print(Text(_("seed {seed}", seed=contest.plan.seed), style="dim"))


def heading(contest: Contest, *, final: bool = False) -> str:
    name = visible(contest.plan.name)
    if final or contest.ended is not None:
        return _("{name}: final standings", name=name)
    done, all_games = len(contest.results), len(contest.pairings)
    return _(
        "{name}: round {round}, {done} of {all} games",
        name=name,
        round=len(contest.rounds),
        done=done,
        all=all_games,
    )


def standings_table(contest: Contest) -> Table:
    rated = {rating.number: rating for rating in ratings(contest.field)}
    table = bare_table()
    for title, right in (
        ("#", True),
        (_("name"), False),
        (_("points"), True),
        (_("Buchholz"), True),
        (_("wins"), True),
        (_("games"), True),
        (_("rating"), True),
    ):
        table.add_column(title, justify="right" if right else "left", no_wrap=not right)
    for standing in standings(contest.field, contest.plan.seed):
        table.add_row(*_cells(contest, standing, rated.get(standing.number)))
    return table


def _cells(contest: Contest, standing: Standing, rating: Rating | None) -> list[Text]:
    gone = standing.number in contest.withdrawn
    cells = [
        str(standing.rank),
        visible(contest.entrant(standing.number).name),
        f"{standing.points:g}",
        f"{standing.buchholz:g}",
        str(standing.wins),
        str(standing.games),
        rating_text(rating),
    ]
    return [Text(cell, style="dim strike" if gone else "") for cell in cells]


def rating_text(rating: Rating | None) -> str:
    if rating is None or not rating.games:
        return ""
    return f"{round(rating.elo):+d} ± {rating.error:.0f}"


def game_line(contest: Contest, pairing: Pairing) -> str:
    """One game: who, how it counts, and why."""
    names = contest.names(pairing)
    result = contest.results.get(pairing.number)
    counts = "*" if result is None else result.verdict.value
    line = f"  {pairing.number:>3}  {names.white} - {names.black}  {counts}"
    return f"{line}  {why(contest, pairing, result)}".rstrip()


def why(contest: Contest, pairing: Pairing, result: Result | None) -> str:
    if result is None:
        return ""
    if result.ruling is not None:
        return _(
            "ruled by {author}: {reason}", author=result.ruling.author, reason=result.ruling.reason
        )
    if result.withdrawal is not None:
        return _("{name} has withdrawn", name=contest.entrant(result.withdrawal.entrant).name)
    game = contest.played[pairing.number].game
    assert game.outcome is not None
    return words.outcome(game.outcome, game.explanation)


def ruling_lines(contest: Contest) -> list[str]:
    lines = []
    for ruling in contest.rulings:
        counts = _("as played") if ruling.verdict is None else ruling.verdict.value
        lines.append(
            _(
                "Ruling of {date}: game {number} counts {result}; {author}: {reason}",
                date=f"{ruling.at:%Y-%m-%d %H:%M}",
                number=ruling.pairing,
                result=counts,
                author=ruling.author,
                reason=ruling.reason,
            )
        )
    return lines


def withdrawal_lines(contest: Contest) -> list[str]:
    return [
        _(
            "{name} withdrew on {date}; {author}: {reason}",
            name=contest.entrant(gone.entrant).name,
            date=f"{gone.at:%Y-%m-%d %H:%M}",
            author=gone.author,
            reason=gone.reason,
        )
        for gone in contest.withdrawals
    ]
