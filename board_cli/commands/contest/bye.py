"""``board contest bye``: let an entrant miss a round on request."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from board_cli.contest.access import contest_in, decide, entrant_number
from board_cli.contest.options import DecisionOptions, DecisionReason, EntrantName, RoundNumber
from board_cli.option_values import ValueKind, argument

EXAMPLES = (
    ('board contest bye Ada 3 half --reason "An exam" -f spring', ""),
    ('board contest bye Ada 3 taken-back --reason "The exam is later" -f spring', ""),
)


class ByePoints(StrEnum):
    """The points of a round that is missed on request."""

    HALF = "half"
    ZERO = "zero"
    TAKEN_BACK = "taken-back"


def run(
    *,
    name: EntrantName,
    round_: RoundNumber,
    points: Annotated[ByePoints, argument(ValueKind("POINTS"), "half, zero, taken-back")],
    reason: DecisionReason,
    made: DecisionOptions,
) -> None:
    from board_core.contest.decisions import RequestedBye
    from board_core.contest.field import ByeKind

    _home, contest = contest_in(made.folder)
    kind = None if points is ByePoints.TAKEN_BACK else ByeKind(points.value)
    decide(made, RequestedBye, entrant_number(contest, name), round_, kind, reason=reason)
