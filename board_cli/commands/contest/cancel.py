"""``board contest cancel``: have a game played again."""

from __future__ import annotations

from board_cli.contest.access import decide
from board_cli.contest.options import DecisionOptions, DecisionReason, GameNumber
from board_cli.language import _

MORE_HELP = (
    _("Its result and all rulings on it no longer count. Rounds that are paired do not change."),
)

EXAMPLES = (('board contest cancel 12 --reason "The machine hung" -f spring', ""),)


def run(*, game: GameNumber, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import Cancellation

    decide(made, Cancellation, game, reason=reason)
