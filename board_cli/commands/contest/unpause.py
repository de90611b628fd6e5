"""``board contest unpause``: let a paused contest go on."""

from __future__ import annotations

from board_cli.contest.access import decide
from board_cli.contest.options import DecisionOptions, DecisionReason

EXAMPLES = (('board contest unpause --reason "Lunch is over" -f spring', ""),)


def run(*, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import ContestContinuation

    decide(made, ContestContinuation, reason=reason)
