"""``board contest unpause``: let a paused contest go on."""

from __future__ import annotations

from pathlib import Path

from board_cli.contest.access import author_of, contest_in, decide
from board_cli.contest.options import DecidedBy, DecisionReason, FolderOption

EXAMPLES = (('board contest unpause --reason "Lunch is over" -f spring', ""),)


def run(reason: DecisionReason, by: DecidedBy = "", folder: FolderOption = Path()) -> None:
    from board_core.contest.decisions import ContestContinuation

    home, _contest = contest_in(folder)
    decide(home, ContestContinuation(author=author_of(by), reason=reason))
