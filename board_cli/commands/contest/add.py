"""``board contest add``: let an entrant join a contest that has begun."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from board_cli.contest.access import contest_in, decide, entered
from board_cli.contest.options import DecisionOptions, DecisionReason, EntrantName
from board_cli.language import _
from board_cli.option_values import option

MORE_HELP = (
    _("Write its table [[entrants]] into contest.toml first: player, folder and settings."),
)

EXAMPLES = (('board contest add Zoe --missed half --reason "Was ill" -f spring', ""),)


class MissedPoints(StrEnum):
    """The points of a round that an entrant has missed."""

    HALF = "half"
    ZERO = "zero"


def run(
    *,
    name: EntrantName,
    reason: DecisionReason,
    missed: Annotated[
        MissedPoints, option(None, _("Points for each round missed: those of a draw, or none."))
    ] = MissedPoints.ZERO,
    made: DecisionOptions,
) -> None:
    from board_core.contest.decisions import Addition
    from board_core.contest.field import ByeKind

    home, contest = contest_in(made.folder)
    entrant, settings = entered(home, contest, name)
    decide(made, Addition, entrant, settings, ByeKind(missed.value), reason=reason)
