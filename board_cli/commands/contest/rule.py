"""``board contest rule``: decide how a game counts."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from board_cli.contest.access import decide
from board_cli.contest.options import DecisionOptions, DecisionReason, GameNumber
from board_cli.option_values import ValueKind, argument

EXAMPLES = (
    ('board contest rule 12 1/2-1/2 --reason "power cut" -f spring', ""),
    ('board contest rule 12 as-played --reason "appeal refused" -f spring', ""),
)


class RuledResult(StrEnum):
    """The result that an organiser gives to a game."""

    WHITE = "1-0"
    BLACK = "0-1"
    DRAW = "1/2-1/2"
    NEITHER = "0-0"
    AS_PLAYED = "as-played"


def run(
    *,
    game: GameNumber,
    result: Annotated[
        RuledResult, argument(ValueKind("RESULT"), "1-0, 0-1, 1/2-1/2, 0-0, as-played")
    ],
    reason: DecisionReason,
    made: DecisionOptions,
) -> None:
    from board_core.contest.decisions import Ruling
    from board_core.contest.field import PairingVerdict

    verdict = None if result is RuledResult.AS_PLAYED else PairingVerdict(result.value)
    decide(made, Ruling, game, verdict, reason=reason)
