"""``board contest update``: let an entrant play on with a new version of its program."""

from __future__ import annotations

from pathlib import Path

from board_cli.contest.access import author_of, contest_in, decide, entered, entrant_number
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

    home, contest = contest_in(folder)
    entrant_number(contest, name)
    entrant, settings = entered(home, contest, name)
    decide(home, Update(entrant, settings, author=author_of(by), reason=reason))
