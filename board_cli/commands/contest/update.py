"""``board contest update``: let an entrant play on with a new version of its program."""

from __future__ import annotations

from board_cli.contest.access import contest_in, decide, entered, entrant_number
from board_cli.contest.options import DecisionOptions, DecisionReason, EntrantName
from board_cli.language import _

MORE_HELP = (
    _(
        "Its table in contest.toml and its folder are read again. The new version plays in the "
        "rounds that are paired from now on; games that were paired before keep the old one."
    ),
)

EXAMPLES = (('board contest update Ada --reason "Mended a crash" -f spring', ""),)


def run(*, name: EntrantName, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import Update

    home, contest = contest_in(made.folder)
    entrant_number(contest, name)
    decide(made, Update, *entered(home, contest, name), reason=reason)
