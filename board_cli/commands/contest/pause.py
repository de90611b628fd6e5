"""``board contest pause``: begin no more games for the time being."""

from __future__ import annotations

from board_cli.contest.access import decide
from board_cli.contest.options import DecisionOptions, DecisionReason

EXAMPLES = (('board contest pause --reason "Lunch" -f spring', ""),)


def run(*, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import ContestPause

    decide(made, ContestPause, reason=reason)
