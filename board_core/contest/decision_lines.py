"""The organiser's decisions in the journal and in requests: between JSON and values."""

from __future__ import annotations

import re
from dataclasses import asdict
from datetime import datetime
from typing import Any

from board_core.journal.values import Facts, Json, number_of, parsed, text_of

from .decisions import (
    Addition,
    Cancellation,
    ContestContinuation,
    ContestPause,
    ContestStop,
    ForbiddenPair,
    ManualRound,
    Reinstatement,
    Request,
    RequestedBye,
    Ruling,
    Update,
    Withdrawal,
)
from .entrants import Entrant
from .field import ByeKind, PairingVerdict
from .plan_tables import EntrantPlan

DECISION_KINDS: dict[str, type[Request]] = {
    "ruled": Ruling,
    "cancelled": Cancellation,
    "withdrawn": Withdrawal,
    "reinstated": Reinstatement,
    "added": Addition,
    "updated": Update,
    "bye": RequestedBye,
    "forbidden": ForbiddenPair,
    "pairing": ManualRound,
    "paused": ContestPause,
    "continued": ContestContinuation,
    "stopped": ContestStop,
}
"""The kinds of decisions by their names in the journal, which are the same for ever."""

PACKAGE_NAME = re.compile("[0-9a-f]{64}")

KIND_NAMES = {kind: name for name, kind in DECISION_KINDS.items()}


def request_facts(request: Request) -> dict[str, Json]:
    """Return a decision as the journal, and its file in the contest's folder, have it."""
    said = {"author": request.author, "reason": request.reason}
    if request.left:
        said["left"] = request.left
    return {"event": KIND_NAMES[type(request)], **_own_facts(request), **said}


def _own_facts(request: Request) -> dict[str, Json]:
    match request:
        case Ruling(pairing, verdict):
            return {"fixture": pairing, "verdict": None if verdict is None else verdict.value}
        case Cancellation(pairing):
            return {"fixture": pairing}
        case Withdrawal(entrant) | Reinstatement(entrant):
            return {"entrant": entrant}
        case Addition(entrant, settings, missed):
            return {**_entered_facts(entrant, settings), "missed": missed.value}
        case Update(entrant, settings):
            return _entered_facts(entrant, settings)
        case RequestedBye(entrant, number, kind):
            return {"entrant": entrant, "round": number, "kind": kind and kind.value}
        case ForbiddenPair(one, other, lifted):
            return {"pair": [one, other], "lifted": lifted}
        case ManualRound(number, games, byes):
            return {"round": number, "games": [list(each) for each in games], "byes": list(byes)}
        case ContestPause() | ContestContinuation() | ContestStop():
            return {}


def _entered_facts(entrant: Entrant, settings: EntrantPlan) -> dict[str, Json]:
    return {"entrant": asdict(entrant), "plan": settings.model_dump(mode="json")}


def request_of(data: bytes, at: datetime, left: str = "") -> Request:
    """Return the decision of a file. Raises ValueError."""
    match parsed(data):
        case {"event": str() as name, "author": str(), "reason": str()} as facts if (
            name in DECISION_KINDS
        ):
            try:
                return decision_of({**facts, "left": left}, at)
            except (KeyError, TypeError):
                pass
    raise ValueError("it has no decision of a known kind")


def decision_of(facts: Facts, at: datetime) -> Request:
    """Return the decision of a line. Raises ValueError, KeyError and TypeError."""
    said: dict[str, Any] = {
        "author": text_of(facts["author"]),
        "reason": text_of(facts["reason"]),
        "left": text_of(facts.get("left", "")),
    }
    match facts["event"]:
        case "ruled":
            told = facts["verdict"]
            verdict = None if told is None else PairingVerdict(told)
            return Ruling(number_of(facts["fixture"]), verdict, at=at, **said)
        case "cancelled":
            return Cancellation(number_of(facts["fixture"]), at=at, **said)
        case "withdrawn":
            return Withdrawal(number_of(facts["entrant"]), at=at, **said)
        case "reinstated":
            return Reinstatement(number_of(facts["entrant"]), at=at, **said)
        case "added":
            return Addition(*_entered(facts), ByeKind(facts["missed"]), at=at, **said)
        case "updated":
            return Update(*_entered(facts), at=at, **said)
        case "bye":
            kind = None if facts["kind"] is None else ByeKind(facts["kind"])
            entrant, round_number = number_of(facts["entrant"]), number_of(facts["round"])
            return RequestedBye(entrant, round_number, kind, at=at, **said)
        case "forbidden":
            one, other = map(number_of, facts["pair"])
            return ForbiddenPair(one, other, facts["lifted"] is True, at=at, **said)
        case "pairing":
            games = tuple((number_of(white), number_of(black)) for white, black in facts["games"])
            byes = tuple(map(number_of, facts["byes"]))
            return ManualRound(number_of(facts["round"]), games, byes, at=at, **said)
        case "paused":
            return ContestPause(at=at, **said)
        case "continued":
            return ContestContinuation(at=at, **said)
        case "stopped":
            return ContestStop(at=at, **said)
        case unknown:
            raise ValueError(unknown)


def entrant_of(facts: Facts) -> Entrant:
    """Return an entrant of a line. Raises ValueError and TypeError."""
    entrant = Entrant(**facts)
    texts = (entrant.name, entrant.player, entrant.author, entrant.package or "")
    if not all(isinstance(each, str) for each in (*texts, *dict(entrant.files).values())):
        raise TypeError(entrant)
    number_of(entrant.number)
    return entrant


def _entered(facts: Facts) -> tuple[Entrant, EntrantPlan]:
    entrant, settings = entrant_of(facts["entrant"]), EntrantPlan.model_validate(facts["plan"])
    if entrant.name != settings.name:
        raise ValueError(entrant.name)
    if entrant.package is not None and not PACKAGE_NAME.fullmatch(
        entrant.package
    ):  # it names a file
        raise ValueError(entrant.package)
    return entrant, settings
