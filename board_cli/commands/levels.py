"""``board levels``: list the opponents by strength."""

from __future__ import annotations

import sys

from board_cli.language import _, words
from board_core.words import N_

EXAMPLES = (("board levels", ""), ("board play elo:1500", N_("one of them")))


def run() -> None:
    from board_cli.screen import console_for, ruled_table
    from board_core.ais import LADDER
    from board_core.ais.stronger import HOW_TO_INSTALL, upper_levels

    console, upper, table = console_for(sys.stdout), upper_levels(), ruled_table()
    table.add_column(_("Elo"), justify="right")
    table.add_column(_("Player"), overflow="fold")
    for level in LADDER:
        table.add_row(str(level.elo), level.name)
    for above in upper:
        table.add_row(str(above.elo or "…"), above.player)
    console.print(table)
    console.print()
    console.print(_("elo:1200 chooses the level nearest to 1200; the ratings are estimates."))
    if not upper:
        install = words.sentence(HOW_TO_INSTALL)
        console.print(_("No UCI engine is here for stronger opponents: {install}", install=install))
