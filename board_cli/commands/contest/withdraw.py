"""``board contest withdraw``: take an entrant out of a contest."""

from __future__ import annotations

from board_cli.contest.access import contest_in, decide, entrant_number
from board_cli.contest.options import DecisionOptions, DecisionReason, EntrantName

EXAMPLES = (('board contest withdraw "Deep Thought" --reason "by its author" -f spring', ""),)


def run(*, name: EntrantName, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import Withdrawal

    _home, contest = contest_in(made.folder)
    decide(made, Withdrawal, entrant_number(contest, name), reason=reason)
