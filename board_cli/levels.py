"""``board levels``: opponents by strength, and how each is written."""

from __future__ import annotations

from typing import TextIO

from board_core.ais import LADDER
from board_core.ais.stronger import HOW_TO_INSTALL, upper_levels

from .language import _, words
from .screen import console_for, ruled_table


def show_levels(stream: TextIO) -> None:
    console = console_for(stream)
    upper = upper_levels()
    table = ruled_table()
    table.add_column(_("Elo"), justify="right")
    table.add_column(_("Player"), overflow="fold")
    for level in LADDER:
        table.add_row(str(level.elo), level.name)
    for above in upper:
        table.add_row(str(above.elo or "…"), above.player)
    console.print(table)
    console.print()
    console.print(_("elo:1200 is the nearest to a strength; the numbers are estimates."))
    if not upper:
        install = words.sentence(HOW_TO_INSTALL)
        console.print(
            _("For stronger opponents there is no UCI engine here: {install}", install=install)
        )
