"""``board contest bye``: let an entrant miss a round on request."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from board_cli.contest.access import author_of, contest_in, decide, entrant_number
from board_cli.contest.options import (
    DecidedBy,
    DecisionReason,
    EntrantName,
    FolderOption,
    RoundNumber,
)
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
    name: EntrantName,
    round_: RoundNumber,
    points: Annotated[ByePoints, argument(ValueKind("POINTS"), "half, zero, taken-back")],
    reason: DecisionReason,
    by: DecidedBy = "",
    folder: FolderOption = Path(),
) -> None:
    from board_core.contest.decisions import RequestedBye
    from board_core.contest.field import ByeKind

    home, contest = contest_in(folder)
    number = entrant_number(contest, name)
    kind = None if points is ByePoints.TAKEN_BACK else ByeKind(points.value)
    author = author_of(by)
    decide(home, RequestedBye(number, round_, kind, author=author, reason=reason))
