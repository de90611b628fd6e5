"""Which decisions of an organiser are possible at present. Pure."""

from __future__ import annotations

from collections import Counter

from board_core.text.sentence import Listed, Sentence, say

from .decisions import (
    Addition,
    Cancellation,
    ContestContinuation,
    ContestPause,
    ForbiddenPair,
    ManualRound,
    Reinstatement,
    Request,
    RequestedBye,
    Ruling,
    Update,
    Withdrawal,
)
from .field import ByeKind, Number
from .state import Contest


def objection(contest: Contest, request: Request) -> Sentence | None:
    """Return why a decision is not possible; None if it is."""
    match request:
        case Ruling(number) | Cancellation(number) if number not in contest.pairings:
            return say(
                "there is no game {number}: {last} games have been paired",
                number=number,
                last=len(contest.pairings),
            )
        case Cancellation(number) if number not in contest.results:
            return say("game {number} has no result that could be cancelled", number=number)
        case Withdrawal(number) | Reinstatement(number) | RequestedBye(number) if why := _unknown(
            contest, number
        ):
            return why
        case Withdrawal(number) if number in contest.withdrawn:
            return say("{name} has already withdrawn", name=contest.entrant(number).name)
        case Reinstatement(number) if number not in contest.withdrawn:
            return say("{name} has not withdrawn", name=contest.entrant(number).name)
        case Update() | ContestPause() if contest.ended is not None:
            return say("the contest is over")
        case Addition():
            return _no_addition(contest, request)
        case Update():
            return _no_update(contest, request)
        case RequestedBye():
            return _no_bye(contest, request)
        case ForbiddenPair(one, other):
            return _no_ban(contest, one, other)
        case ManualRound():
            return _no_manual_round(contest, request)
        case ContestPause() if contest.pause is not None:
            return say("the contest has already been paused")
        case ContestContinuation() if contest.pause is None:
            return say("the contest has not been paused")
        case _:
            return None


def _unknown(contest: Contest, number: Number) -> Sentence | None:
    if number in range(1, len(contest.entrants) + 1):
        return None
    return say("there is no entrant {number}", number=number)


def _only_swiss(contest: Contest) -> Sentence | None:
    """Return why a decision on later rounds is not possible in this format."""
    if not contest.plan.pairing_format.fixed_pairings:
        return None
    return say("only in a Swiss do results decide who meets whom: here the pairings are fixed")


def _no_addition(contest: Contest, request: Addition) -> Sentence | None:
    if contest.rounds and (why := _only_swiss(contest)):
        return why
    if contest.ended is not None:
        return say("the contest is over")
    if request.settings.name in (each.name for each in contest.entrants):
        return say("{name} already takes part", name=request.settings.name)
    return None


def _no_update(contest: Contest, request: Update) -> Sentence | None:
    entrant, settings = request.entrant, request.settings
    if why := _unknown(contest, entrant.number):
        return why
    if contest.entrant(entrant.number).name != entrant.name:
        return say("there is no entrant {number}", number=entrant.number)
    if contest.version(entrant.number, len(contest.rounds) + 1) == (entrant, settings):
        return say("{name} already has this version, and these settings", name=entrant.name)
    return None


def _no_bye(contest: Contest, request: RequestedBye) -> Sentence | None:
    if why := _only_swiss(contest):
        return why
    if why := _not_to_come(contest, request.round):
        return why
    had = sum(
        entrant == request.entrant and kind is ByeKind.HALF and number != request.round
        for (entrant, number), kind in contest.requested_byes.items()
    )
    most = contest.plan.half_byes
    if request.kind is ByeKind.HALF and had >= most:
        return say(
            "{name} has already had {count} byes with half a point, and half_byes in contest.toml "
            "is {most}",
            name=contest.entrant(request.entrant).name,
            count=had,
            most=most,
        )
    return None


def _not_to_come(contest: Contest, number: int) -> Sentence | None:
    """Return why a round is not one of those that will be paired."""
    paired = len(contest.rounds)
    if number <= paired:
        return say("round {number} has been paired", number=number)
    plan = contest.plan
    planned = plan.pairing_format.planned_rounds(plan.format_settings, contest.field)
    if contest.ended is not None or (planned is not None and number > planned):
        return say("there is no round {number}", number=number)
    return None


def _no_ban(contest: Contest, one: Number, other: Number) -> Sentence | None:
    if why := _only_swiss(contest) or _unknown(contest, one) or _unknown(contest, other):
        return why
    return say("nobody is paired with itself") if one == other else None


def _no_manual_round(contest: Contest, request: ManualRound) -> Sentence | None:
    if why := _only_swiss(contest) or _not_to_come(contest, request.round):
        return why
    if request.round != len(contest.rounds) + 1:
        return say("the next round is number {number}", number=len(contest.rounds) + 1)
    if not request.games and not request.byes:
        return None
    places = Counter(each for game in request.games for each in game)
    places.update(request.byes)
    names = {number: contest.entrant(number).name for number in contest.field.entrants}
    for number, times in places.items():
        if why := _unknown(contest, number):
            return why
        if times > 1:
            return say("{name} is in the round {times} times", name=names[number], times=times)
        if number in contest.withdrawn:
            return say("{name} has withdrawn", name=names[number])
        if (number, request.round) in contest.requested_byes:
            return say("{name} has asked for a bye in this round", name=names[number])
    left_out = [names[number] for number in contest.field.present if number not in places]
    if left_out:
        return say("the round leaves out {names}", names=Listed(left_out))
    return None
