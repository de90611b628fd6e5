"""``board contest pair``: pair the next round of a Swiss by hand."""

from __future__ import annotations

from typing import Annotated

from board_cli.contest.access import contest_in, decide, entrant_number
from board_cli.contest.options import DecisionOptions, DecisionReason, RoundNumber
from board_cli.language import _
from board_cli.option_values import Value, argument, option, refusal

MORE_HELP = (
    _(
        "Name all entrants, White before Black: two names are a game. Without names the system "
        "pairs the round again. Rules that your pairing breaks are printed, and it is played."
    ),
)

EXAMPLES = (
    ('board contest pair 3 Ada Grace Bob Zoe --bye Kim --reason "Appeal" -f spring', ""),
    ('board contest pair 3 --reason "Appeal withdrawn" -f spring', ""),
)


def run(
    *,
    round_: RoundNumber,
    reason: DecisionReason,
    names: Annotated[
        tuple[str, ...],
        argument(Value.NAME, _("The entrants: White and Black of each game, in this order.")),
    ] = (),
    bye: Annotated[
        tuple[str, ...],
        option(Value.NAME, _("An entrant with a bye; may be given several times.")),
    ] = (),
    made: DecisionOptions,
) -> None:
    from board_core.contest.decisions import ManualRound

    _home, contest = contest_in(made.folder)
    if len(names) % 2:
        raise refusal("NAMES", _("two names are a game: one has no opponent"))
    numbers = [entrant_number(contest, name, "NAMES") for name in names]
    games = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    byes = tuple(entrant_number(contest, name, "--bye") for name in bye)
    decide(made, ManualRound, round_, games, byes, reason=reason)
