"""The lines of a contest's journal, and requests: between JSON and events."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from board_core.journal.telling import game_facts, game_of
from board_core.journal.values import Facts, Json, instant_of, parsed, text_of
from board_core.match.openings import Opening

from .cards import card_facts, card_of
from .confined import confined_facts, confined_of
from .field import Number, Pairing, PairingVerdict, Round
from .plan import Plan
from .state import (
    Checked,
    Closed,
    Contest,
    ContestEvent,
    Entrant,
    Met,
    Paired,
    PlayedPairing,
    Request,
    Ruling,
    Withdrawal,
)

FORMER_DEFAULTS = {"ponder": "allow"}
"""Settings of contests whose plan lacks them, since an older version wrote it."""

FORMER_SPRT_DEFAULTS = {"elo": "logistic"}
"""The same of the table of the sequential test."""


def first_facts(
    plan: Plan, entrants: tuple[Entrant, ...], openings: tuple[Opening, ...]
) -> dict[str, Json]:
    """Return the facts of the first line, about a contest that begins."""
    return {
        "plan": plan.journal_facts(),
        "entrants": [asdict(entrant) for entrant in entrants],
        "openings": [asdict(opening) for opening in openings],
    }


def contest_of(line: Facts) -> Contest:
    """Return the contest of a first line. Raises ValueError, KeyError and TypeError."""
    entrants = tuple(Entrant(**facts) for facts in line["entrants"])
    for number, entrant in enumerate(entrants, start=1):
        named = isinstance(entrant.name, str) and isinstance(entrant.player, str)
        if entrant.number != number or not named or not isinstance(entrant.author, str):
            raise ValueError(number)
    openings = tuple(Opening(facts["setup"], tuple(facts["moves"])) for facts in line["openings"])
    for opening in openings:
        if not all(isinstance(text, str) for text in (opening.setup or "", *opening.moves)):
            raise TypeError(opening)
    facts = {**FORMER_DEFAULTS, **line["plan"]}
    if facts.get("sprt") is not None:
        facts["sprt"] = {**FORMER_SPRT_DEFAULTS, **facts["sprt"]}
    plan = Plan.model_validate(facts)
    return Contest(plan, entrants, openings, instant_of(line["at"]))


def event_facts(event: ContestEvent, at: datetime) -> dict[str, Json]:
    """Return an event as a line of the journal."""
    name, facts = _facts(event)
    return {"event": name, "at": at.isoformat(), **facts}


def _facts(event: ContestEvent) -> tuple[str, dict[str, Json]]:
    match event:
        case Paired(each, relaxed):
            pairings = [[f.number, f.white, f.black, f.opening] for f in each.pairings]
            head = {"number": each.number, "fixtures": pairings, "byes": list(each.byes)}
            return "paired", {**head, "relaxed": relaxed}
        case PlayedPairing(pairing, game, attempts, confined):
            keeps = None if confined is None else confined_facts(confined)
            own = {"fixture": pairing, "attempts": attempts, "confined": keeps}
            return "played", {**own, **game_facts(game)}
        case Ruling() | Withdrawal():
            facts = request_facts(event)
            return facts.pop("event"), facts
        case Checked(entrant, card):
            return "checked", {"entrant": entrant, "card": card_facts(card)}
        case Met(machine, keeps):
            return "machine", {"name": machine, "keeps": confined_facts(keeps)}
        case Closed(why):
            return "ended", {"why": why}


def after_line(contest: Contest, line: Facts) -> Contest:
    """Return the contest after one more line. Raises ValueError, KeyError and TypeError."""
    event = _event_of(contest, line)
    return contest if event is None else contest.after(event)


def _event_of(contest: Contest, line: Facts) -> ContestEvent | None:
    """Return the event of a line; None for one that a later version may have added.

    Facts that the board alone writes (pairings, the subject of a decision) must be right, or the
    line is damaged; the words of people are cut to their bounds. Raises ValueError, KeyError and
    TypeError.
    """
    match line["event"]:
        case "paired":
            return Paired(_round(line), bool(line["relaxed"]))
        case "played":
            attempts = line["attempts"] if isinstance(line["attempts"], int) else 1
            game = game_of(contest.rules, line)
            return PlayedPairing(
                _number(line["fixture"]), game, attempts, confined_of(line.get("confined"))
            )
        case "ruled" | "withdrawn":
            return _request(line, instant_of(line["at"]))
        case "checked":
            return Checked(_number(line["entrant"]), card_of(line["card"]))
        case "machine":
            keeps = confined_of(line.get("keeps"))
            return None if keeps is None else Met(text_of(line.get("name")), keeps)
        case "ended":
            return Closed(text_of(line["why"]), instant_of(line["at"]))
        case _:
            return None


def request_facts(request: Request) -> dict[str, Json]:
    """Return a request as its file in the contest's folder has it."""
    said = {"author": request.author, "reason": request.reason}
    match request:
        case Ruling(pairing, verdict):
            value = None if verdict is None else verdict.value
            return {"event": "ruled", "fixture": pairing, "verdict": value, **said}
        case Withdrawal(entrant):
            return {"event": "withdrawn", "entrant": entrant, **said}


def request_of(data: bytes, at: datetime) -> Request:
    """Return the request of a file. Raises ValueError."""
    match parsed(data):
        case {"event": "ruled" | "withdrawn", "author": str(), "reason": str()} as facts:
            try:
                return _request(facts, at)
            except (KeyError, TypeError):
                pass
    raise ValueError("neither a ruling nor a withdrawal")


def _request(facts: Facts, at: datetime) -> Request:
    author, reason = text_of(facts["author"]), text_of(facts["reason"])
    if facts["event"] == "withdrawn":
        return Withdrawal(_number(facts["entrant"]), author, reason, at)
    verdict = None if facts["verdict"] is None else PairingVerdict(facts["verdict"])
    return Ruling(_number(facts["fixture"]), verdict, author, reason, at)


def _number(told: Json) -> Number:
    if not isinstance(told, int):
        raise TypeError(told)
    return int(told)


def _round(line: Facts) -> Round:
    number = _number(line["number"])
    pairings = tuple(
        Pairing(
            _number(pairing),
            number,
            _number(white),
            _number(black),
            None if opening is None else _number(opening),
        )
        for pairing, white, black, opening in line["fixtures"]
    )
    return Round(number, pairings, tuple(map(_number, line["byes"])))
