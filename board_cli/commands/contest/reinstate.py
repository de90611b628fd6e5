"""``board contest reinstate``: let an entrant that has withdrawn take part again."""

from __future__ import annotations

from board_cli.contest.access import contest_in, decide, entrant_number
from board_cli.contest.options import DecisionOptions, DecisionReason, EntrantName
from board_cli.language import _

MORE_HELP = (
    _("Games lost by the withdrawal stay lost: 'board contest cancel' has one played after all."),
)

EXAMPLES = (('board contest reinstate Ada --reason "Is back" -f spring', ""),)


def run(*, name: EntrantName, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import Reinstatement

    _home, contest = contest_in(made.folder)
    decide(made, Reinstatement, entrant_number(contest, name), reason=reason)
