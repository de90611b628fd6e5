"""``board contest reinstate``: let an entrant that has withdrawn take part again."""

from __future__ import annotations

from pathlib import Path

from board_cli.contest.access import author_of, contest_in, decide, entrant_number
from board_cli.contest.options import DecidedBy, DecisionReason, EntrantName, FolderOption
from board_cli.language import _

MORE_HELP = (
    _("Games lost by the withdrawal stay lost: 'board contest cancel' has one played after all."),
)

EXAMPLES = (('board contest reinstate Ada --reason "Is back" -f spring', ""),)


def run(
    name: EntrantName,
    reason: DecisionReason,
    by: DecidedBy = "",
    folder: FolderOption = Path(),
) -> None:
    from board_core.contest.decisions import Reinstatement

    home, contest = contest_in(folder)
    number = entrant_number(contest, name)
    decide(home, Reinstatement(number, author=author_of(by), reason=reason))
