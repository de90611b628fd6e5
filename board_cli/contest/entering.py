"""What entrants say about how they are started, shown to the organiser before it counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TextIO

import typer
from rich.text import Text

from board_cli.language import _, words
from board_cli.screen import console_for, is_terminal, ruled_table
from board_core import say
from board_core.words import visible

from .template import Found

NOT_ACCEPTED = say("what its entry.toml says was not accepted: --accept-manifests takes it")


def accepted(
    found: Sequence[Found], lines: TextIO, out: TextIO, *, without_asking: bool
) -> tuple[Found, ...]:
    """Show how everybody is started, and leave out what the organiser does not accept.

    What a file of an entrant says is asked about at a terminal; in a script it is not accepted,
    unless ``without_asking``.
    """
    show(found, out)
    said = [entry for entry in found if entry.said]
    taken = without_asking or not said
    if said and not taken and is_terminal(lines) and is_terminal(out):
        taken = typer.confirm(_("Start the programs so, as their entry.toml says?"))
    return tuple(
        entry if taken or not entry.said else replace(entry, refused=NOT_ACCEPTED)
        for entry in found
    )


def show(found: Sequence[Found], out: TextIO) -> None:
    """A line for each: name, language, how it is started, and what says so."""
    table = ruled_table()
    for heading in (_("Entrant"), _("Language"), _("Player"), _("Says who")):
        table.add_column(heading, overflow="fold")
    for entry in found:
        row = (entry.name, entry.language, entry.player or "?", entry.source)
        table.add_row(*(Text(visible(cell)) for cell in row))
    console = console_for(out)
    console.print(table)
    for entry in found:
        if entry.refused is not None:
            why = words.sentence(entry.refused)
            console.print(Text(visible(f"{entry.name}: {why}"), style="bold red"), soft_wrap=True)
