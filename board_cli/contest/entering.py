"""Shows the organiser how the entrants' files start their programs, and asks for consent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TextIO

import click
from rich.table import Column
from rich.text import Text

from board_cli.language import _, words
from board_cli.screen import console_for, is_terminal, ruled_table
from board_core import say
from board_core.contest.template import EntryFolder
from board_core.text.harmless_text import visible

NOT_ACCEPTED = say("its entry.toml was not accepted: add --accept-manifests to accept it")


def accepted(
    found: Sequence[EntryFolder], lines: TextIO, out: TextIO, *, without_asking: bool
) -> tuple[EntryFolder, ...]:
    """Show how every program is started, and mark those that the organiser does not accept.

    A terminal asks about what the entrants' files say. A script does not accept it, unless
    ``without_asking``.
    """
    show(found, out)
    said = [entry for entry in found if entry.by_entrant]
    taken = without_asking or not said
    if said and not taken and is_terminal(lines) and is_terminal(out):
        taken = click.confirm(_("Start the programs as their entry.toml files say?"))
    return tuple(
        entry if taken or not entry.by_entrant else replace(entry, refused=NOT_ACCEPTED)
        for entry in found
    )


def show(found: Sequence[EntryFolder], out: TextIO) -> None:
    """Print a line for each: name, language, how it is started, and which file tells so."""
    headings = (_("Entrant"), _("Language"), _("Player"), _("According to"))
    table = ruled_table(*(Column(heading, overflow="fold") for heading in headings))
    for entry in found:
        row = (entry.name, entry.language, entry.player or "?", entry.source)
        table.add_row(*(Text(visible(cell)) for cell in row))
    console = console_for(out)
    console.print(table)
    for entry in found:
        if entry.refused is not None:
            why = words.sentence(entry.refused)
            console.print(Text(visible(f"{entry.name}: {why}"), style="bold red"), soft_wrap=True)
