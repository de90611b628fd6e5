"""``board contest stop``: end the process that runs the contest after its running games."""

from __future__ import annotations

from board_cli.contest.access import decide
from board_cli.contest.options import DecisionOptions, DecisionReason

EXAMPLES = (('board contest stop --reason "The lab closes" -f spring', ""),)


def run(*, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import ContestStop

    decide(made, ContestStop, reason=reason)
