"""``board contest tokens``: make the tokens with which entrants hand in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from rich.text import Text

from board_cli.contest.access import no_entrant, plan_in, printed_errors
from board_cli.contest.options import ContestFolder
from board_cli.language import _, words
from board_cli.option_values import Value, option
from board_cli.screen import console_for, ruled_table
from board_core.text.harmless_text import visible

MORE_HELP = (_("A token is shown once: only its hash is kept. Send each to its entrant alone."),)

EXAMPLES = (
    ("board contest tokens spring", ""),
    ("board contest tokens spring --renew Ada", ""),
)


def run(
    folder: ContestFolder = Path(),
    renew: Annotated[
        tuple[str, ...],
        option(
            Value.NAME,
            _("Make a new token for this entrant: the old one is void; several times for more."),
        ),
    ] = (),
) -> None:
    from board_core.contest.hand_in_log import (
        HandInLog,
        NoHandInFolder,
        hand_in_folder,
        issue_tokens,
    )
    from board_core.contest.manifest import MANIFEST_FILE

    home, plan = plan_in(folder)
    names = [wish.name for wish in plan.entrants]
    for name in renew:
        if name not in names:
            raise no_entrant(name, names, "--renew")
    log, wanted, without = HandInLog(home), list[str](), list[str]()
    with printed_errors():
        known = log.read().tokens
        for wish in plan.entrants:
            try:
                hand_in_folder(home, wish)
            except NoHandInFolder as error:
                if wish.folder or wish.player == MANIFEST_FILE:  # no AI of the board
                    without.append(words.sentence(error.sentence))
                continue
            if wish.name in renew or (not renew and wish.name not in known):
                wanted.append(wish.name)
        tokens = issue_tokens(log, wanted)
    authors = {wish.name: wish.author for wish in plan.entrants}
    table = ruled_table()
    for heading in (_("Entrant"), _("Author"), _("Token")):
        table.add_column(heading, no_wrap=heading == _("Token"), overflow="fold")
    for name, token in tokens.items():
        table.add_row(Text(visible(name)), Text(visible(authors[name])), Text(token))
    if tokens:
        console_for(sys.stdout, wide=True).print(table)
    else:
        print(_("Every entrant has a token: --renew NAME makes a new one."))
    for why in without:
        print(visible(why))
