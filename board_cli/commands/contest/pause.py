"""``board contest pause``: begin no more games for the time being."""

from __future__ import annotations

from pathlib import Path

from board_cli.contest.access import author_of, contest_in, decide
from board_cli.contest.options import DecidedBy, DecisionReason, FolderOption

EXAMPLES = (('board contest pause --reason "Lunch" -f spring', ""),)


def run(reason: DecisionReason, by: DecidedBy = "", folder: FolderOption = Path()) -> None:
    from board_core.contest.decisions import ContestPause

    home, _contest = contest_in(folder)
    decide(home, ContestPause(author=author_of(by), reason=reason))
