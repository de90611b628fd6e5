"""The decisions of an organiser, a function each: ``board contest rule``, ``withdraw``, ``pause``.

The class of a decision says in the core what is possible and what it does; its function turns the
words of a command line into its facts. A new one has a class there, a function and a row in
``TABLE`` here, and a line in the list of commands.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from board_cli.command_files import TableCommand
from board_cli.contest.access import author_of, contest_in, entrant_number, printed_errors, warn
from board_cli.contest.options import (
    DecisionOptions,
    DecisionReason,
    EntrantName,
    GameNumber,
    RoundNumber,
)
from board_cli.language import _
from board_cli.option_values import Value, ValueKind, argument, flag, option, refusal

if TYPE_CHECKING:
    from board_core.contest.field import Entrant
    from board_core.contest.plan import EntrantPlan
    from board_core.contest.state import Request


class RuledResult(StrEnum):
    """The result that an organiser gives to a game."""

    WHITE = "1-0"
    BLACK = "0-1"
    DRAW = "1/2-1/2"
    NEITHER = "0-0"
    AS_PLAYED = "as-played"


class MissedPoints(StrEnum):
    """The points of a round that an entrant has missed."""

    HALF = "half"
    ZERO = "zero"


class ByePoints(StrEnum):
    """The points of a round that is missed on request."""

    HALF = "half"
    ZERO = "zero"
    TAKEN_BACK = "taken-back"


def rule(
    *,
    game: GameNumber,
    result: Annotated[
        RuledResult, argument(ValueKind("RESULT"), "1-0, 0-1, 1/2-1/2, 0-0, as-played")
    ],
    reason: DecisionReason,
    made: DecisionOptions,
) -> None:
    from board_core.contest.field import PairingVerdict
    from board_core.contest.state import Ruling

    verdict = None if result is RuledResult.AS_PLAYED else PairingVerdict(result.value)
    decide(made, Ruling, game, verdict, reason=reason)


def withdraw(*, name: EntrantName, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.state import Withdrawal

    decide(made, Withdrawal, number_in(made, name), reason=reason)


def reinstate(*, name: EntrantName, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import Reinstatement

    decide(made, Reinstatement, number_in(made, name), reason=reason)


def add(
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

    decide(made, Addition, *written(made, name), ByeKind(missed.value), reason=reason)


def update(*, name: EntrantName, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import Update

    number_in(made, name)
    decide(made, Update, *written(made, name), reason=reason)


def bye(
    *,
    name: EntrantName,
    round_: RoundNumber,
    points: Annotated[ByePoints, argument(ValueKind("POINTS"), "half, zero, taken-back")],
    reason: DecisionReason,
    made: DecisionOptions,
) -> None:
    from board_core.contest.decisions import RequestedBye
    from board_core.contest.field import ByeKind

    kind = None if points is ByePoints.TAKEN_BACK else ByeKind(points.value)
    decide(made, RequestedBye, number_in(made, name), round_, kind, reason=reason)


def forbid(
    *,
    name: EntrantName,
    other: Annotated[str, argument(Value.NAME, _("The name of the other entrant."))],
    reason: DecisionReason,
    lift: Annotated[bool, flag(_("Let them meet again."))] = False,
    made: DecisionOptions,
) -> None:
    from board_core.contest.decisions import ForbiddenPair

    pair = number_in(made, name), number_in(made, other, "OTHER")
    decide(made, ForbiddenPair, pair, lift, reason=reason)


def pair(
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
    facts = round_, games, byes
    decide(made, ManualRound, *facts, reason=reason)
    for broken in ManualRound(*facts, author=made.by, reason=reason).broken(contest):
        warn(broken)


def cancel(*, game: GameNumber, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import Cancellation

    decide(made, Cancellation, game, reason=reason)


def pause(*, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import ContestPause

    decide(made, ContestPause, reason=reason)


def unpause(*, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import ContestContinuation

    decide(made, ContestContinuation, reason=reason)


def stop(*, reason: DecisionReason, made: DecisionOptions) -> None:
    from board_core.contest.decisions import ContestStop

    decide(made, ContestStop, reason=reason)


TABLE = {
    "rule": TableCommand(
        rule,
        ('board contest rule 12 1/2-1/2 --reason "power cut" -f spring', ""),
        ('board contest rule 12 as-played --reason "appeal refused" -f spring', ""),
    ),
    "withdraw": TableCommand(
        withdraw,
        ('board contest withdraw "Deep Thought" --reason "by its author" -f spring', ""),
    ),
    "reinstate": TableCommand(
        reinstate,
        ('board contest reinstate Ada --reason "Is back" -f spring', ""),
        more_help=_(
            "Games lost by the withdrawal stay lost: 'board contest cancel' has one played after "
            "all."
        ),
    ),
    "add": TableCommand(
        add,
        ('board contest add Zoe --missed half --reason "Was ill" -f spring', ""),
        more_help=_(
            "Write its table [[entrants]] into contest.toml first: player, folder and settings."
        ),
    ),
    "update": TableCommand(
        update,
        ('board contest update Ada --reason "Mended a crash" -f spring', ""),
        more_help=_(
            "Its table in contest.toml and its folder are read again. The new version plays in the "
            "rounds that are paired from now on; games that were paired before keep the old one."
        ),
    ),
    "bye": TableCommand(
        bye,
        ('board contest bye Ada 3 half --reason "An exam" -f spring', ""),
        ('board contest bye Ada 3 taken-back --reason "The exam is later" -f spring', ""),
    ),
    "forbid": TableCommand(
        forbid,
        ('board contest forbid Ada Grace --reason "They share code" -f spring', ""),
        more_help=_("Entrants with the same 'team' in contest.toml never meet in a Swiss anyway."),
    ),
    "pair": TableCommand(
        pair,
        ('board contest pair 3 Ada Grace Bob Zoe --bye Kim --reason "Appeal" -f spring', ""),
        ('board contest pair 3 --reason "Appeal withdrawn" -f spring', ""),
        more_help=_(
            "Name all entrants, White before Black: two names are a game. Without names the system "
            "pairs the round again. Rules that your pairing breaks are printed, and it is played."
        ),
    ),
    "cancel": TableCommand(
        cancel,
        ('board contest cancel 12 --reason "The machine hung" -f spring', ""),
        more_help=_(
            "Its result and all rulings on it no longer count. Rounds that are paired do not "
            "change."
        ),
    ),
    "pause": TableCommand(pause, ('board contest pause --reason "Lunch" -f spring', "")),
    "unpause": TableCommand(
        unpause, ('board contest unpause --reason "Lunch is over" -f spring', "")
    ),
    "stop": TableCommand(stop, ('board contest stop --reason "The lab closes" -f spring', "")),
}
"""The commands by their names; each imports its decision when it is carried out."""


def decide(
    made: DecisionOptions, kind: Callable[..., Request], *facts: object, reason: str
) -> None:
    """Record a decision of this kind, or leave it to the process that runs the contest."""
    from board_core.contest.store import Folder, decide

    request = kind(*facts, author=author_of(made.by), reason=reason)
    with printed_errors():
        written = decide(Folder(made.folder), request, warn)
    print(
        _("Written down.")
        if written
        else _("The contest is running and takes up the decision in a moment.")
    )


def number_in(made: DecisionOptions, name: str, hint: str = "NAME") -> int:
    """Return the number of an entrant of the contest by its name."""
    _home, contest = contest_in(made.folder)
    return entrant_number(contest, name, hint)


def written(made: DecisionOptions, name: str) -> tuple[Entrant, EntrantPlan]:
    """Return an entrant and its settings as ``contest.toml`` has it now, and keep its files."""
    from board_core.contest.beginning import written_entrant

    home, contest = contest_in(made.folder)
    with printed_errors():
        return written_entrant(home, contest, name)
