"""``board levels``: list the opponents by strength."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from board_cli.language import _, words
from board_core.words import N_

if TYPE_CHECKING:
    from rich.table import Table

    from board_core.hosted import HostedGame

EXAMPLES = (("board levels", ""), ("board play elo:1500", N_("one of them")))


def run() -> None:
    from board_cli.screen import console_for, ruled_table
    from board_core.ais import LADDER, LEVEL_ELOS
    from board_core.ais.stronger import HOW_TO_INSTALL, upper_levels
    from board_core.match.known_games import HOSTED_GAMES

    console, upper, table = console_for(sys.stdout), upper_levels(), ruled_table()
    table.add_column(_("Elo"), justify="right")
    table.add_column(_("Player"), overflow="fold")
    table.add_column(_("What it does"))
    for level in LADDER:
        table.add_row(str(level.elo), level.name, words.sentence(level.explained))
    for above in upper:
        table.add_row(str(above.elo or "…"), above.player, "")
    console.print(table)
    console.print()
    console.print(
        _(
            "elo:1200 plays at 1200, and so does each number from {lowest} to {highest}; the "
            "ratings are estimates.",
            lowest=LEVEL_ELOS[0],
            highest=LEVEL_ELOS[-1],
        )
    )
    for game in HOSTED_GAMES.values():
        if game.scores_against_weaker:
            console.print()
            console.print(_("{game}, each against the one before it:", game=game.rules.name))
            console.print(_measured(game))
    if not upper:
        install = words.sentence(HOW_TO_INSTALL)
        console.print(_("No UCI engine is here for stronger opponents: {install}", install=install))


def _measured(game: HostedGame) -> Table:
    """Return the AIs of a game with their measured scores."""
    from board_cli.screen import ruled_table

    table = ruled_table()
    table.add_column(_("Player"))
    table.add_column(_("Score"), justify="right")
    for name in game.ais:
        score = game.scores_against_weaker.get(name)
        table.add_row(name, "" if score is None else f"{score:.0%}")
    return table
