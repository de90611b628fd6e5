"""``board contest forbid``: keep two entrants of a Swiss apart."""

from __future__ import annotations

from typing import Annotated

from board_cli.contest.access import contest_in, decide, entrant_number
from board_cli.contest.options import DecisionOptions, DecisionReason, EntrantName
from board_cli.language import _
from board_cli.option_values import Value, argument, flag

MORE_HELP = (_("Entrants with the same 'team' in contest.toml never meet in a Swiss anyway."),)

EXAMPLES = (('board contest forbid Ada Grace --reason "They share code" -f spring', ""),)


def run(
    *,
    name: EntrantName,
    other: Annotated[str, argument(Value.NAME, _("The name of the other entrant."))],
    reason: DecisionReason,
    lift: Annotated[bool, flag(_("Let them meet again."))] = False,
    made: DecisionOptions,
) -> None:
    from board_core.contest.decisions import ForbiddenPair

    _home, contest = contest_in(made.folder)
    pair = entrant_number(contest, name), entrant_number(contest, other, "OTHER")
    decide(made, ForbiddenPair, *pair, lift, reason=reason)
