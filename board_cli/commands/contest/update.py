"""``board contest update``: let an entrant play on with a new version of its program."""

from __future__ import annotations

import getpass
from pathlib import Path

from board_cli.contest.access import contest_in, decide, entrant_number, printed_errors
from board_cli.contest.options import DecidedBy, DecisionReason, EntrantName, FolderOption
from board_cli.language import _

MORE_HELP = (
    _(
        "Its table in contest.toml and its folder are read again. The new version plays in the "
        "rounds that are paired from now on; games that were paired before keep the old one."
    ),
)

EXAMPLES = (('board contest update Ada --reason "Mended a crash" -f spring', ""),)


def run(
    name: EntrantName,
    reason: DecisionReason,
    by: DecidedBy = "",
    folder: FolderOption = Path(),
) -> None:
    from board_core.contest.decisions import Update
    from board_core.contest.plan_changes import written_entrant
    from board_core.contest.store import keep_package

    home, contest = contest_in(folder)
    entrant_number(contest, name)
    with printed_errors():
        entry, settings = written_entrant(home, contest, name)
        if entry.package is not None:
            keep_package(home, entry.package)
    decide(home, Update(entry.entrant, settings, author=by or getpass.getuser(), reason=reason))
