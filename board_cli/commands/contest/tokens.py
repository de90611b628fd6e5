"""``board contest tokens``: make the tokens with which entrants hand in, or play elsewhere."""

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
    ("board contest tokens spring --csv tokens.csv", ""),
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
    csv: Annotated[
        Path | None,
        option(Value.FILE, _("Write them into this new file: the list of the class, and tokens.")),
    ] = None,
) -> None:
    from board_cli.resolve_options import CANNOT_WRITE, file_refusals
    from board_core.contest.entries import CLASS_FILE, with_tokens
    from board_core.contest.hand_in_log import (
        HandInLog,
        NoHandInFolder,
        hand_in_folder,
        issue_tokens,
    )
    from board_core.contest.manifest import MANIFEST_FILE
    from board_core.whole_files import OWNER_ONLY, write_whole

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
                if not wish.elsewhere:
                    hand_in_folder(home, wish)
            except NoHandInFolder as error:
                if wish.folder or wish.player == MANIFEST_FILE:  # no AI of the board
                    without.append(words.sentence(error.sentence))
                continue
            if wish.name in renew or (not renew and wish.name not in known):
                wanted.append(wish.name)
        if csv is not None:
            with file_refusals(csv, "--csv", CANNOT_WRITE):
                csv.open("x").close()  # before there are tokens, which are shown once
        tokens = issue_tokens(log, wanted)
        if csv is not None:
            text = with_tokens(home.path / CLASS_FILE, tokens, _("Entrant"), _("Token"))
            write_whole(csv, text.encode("utf-8"), mode=OWNER_ONLY)
    authors = {wish.name: wish.author for wish in plan.entrants}
    table = ruled_table()
    for heading in (_("Entrant"), _("Author"), _("Token")):
        table.add_column(heading, no_wrap=heading == _("Token"), overflow="fold")
    for name, token in tokens.items():
        table.add_row(Text(visible(name)), Text(visible(authors[name])), Text(token))
    if csv is not None:
        print(_("{path} is written: {count} tokens.", path=csv, count=len(tokens)))
    elif tokens:
        console_for(sys.stdout, wide=True).print(table)
    else:
        print(_("Every entrant has a token: --renew NAME makes a new one."))
    for why in without:
        print(visible(why))
