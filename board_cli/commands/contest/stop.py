"""``board contest stop``: end the process that runs the contest after its running games."""

from __future__ import annotations

from pathlib import Path

from board_cli.contest.access import author_of, contest_in, decide
from board_cli.contest.options import DecidedBy, DecisionReason, FolderOption

EXAMPLES = (('board contest stop --reason "The lab closes" -f spring', ""),)


def run(reason: DecisionReason, by: DecidedBy = "", folder: FolderOption = Path()) -> None:
    from board_core.contest.decisions import ContestStop

    home, _contest = contest_in(folder)
    decide(home, ContestStop(author=author_of(by), reason=reason))
