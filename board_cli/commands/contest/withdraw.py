"""``board contest withdraw``: take an entrant out of a contest."""

from __future__ import annotations

from pathlib import Path

from board_cli.contest.access import author_of, contest_in, decide, entrant_number
from board_cli.contest.options import DecidedBy, DecisionReason, EntrantName, FolderOption

EXAMPLES = (('board contest withdraw "Deep Thought" --reason "by its author" -f spring', ""),)


def run(
    name: EntrantName,
    reason: DecisionReason,
    by: DecidedBy = "",
    folder: FolderOption = Path(),
) -> None:
    from board_core.contest.decisions import Withdrawal

    home, contest = contest_in(folder)
    decide(
        home,
        Withdrawal(entrant_number(contest, name), author=author_of(by), reason=reason),
    )
