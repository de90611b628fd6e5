"""The lines of a contest's journal: between JSON and events."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from board_core.journal.telling import game_facts, game_of
from board_core.journal.values import instant_of, integer_of, number_of
from board_core.match.openings import Opening
from board_core.text.codec import Facts, Json, text_of

from .cards import card_facts, card_of
from .confined import confined_facts, confined_of
from .decisions import DECISION_KINDS, decision_of, entrant_of, request_facts
from .field import Entrant, Pairing, Round
from .plan import Plan
from .state import Checked, Closed, Contest, ContestEvent, Met, Paired, PlayedPairing, Request

MOST_ATTEMPTS_READ = 1_000_000


def first_facts(
    plan: Plan, entrants: tuple[Entrant, ...], openings: tuple[Opening, ...]
) -> dict[str, Json]:
    """Return the facts of the first line, about a contest that begins."""
    return {
        "plan": plan.model_dump(mode="json"),
        "entrants": [asdict(entrant) for entrant in entrants],
        "openings": [asdict(opening) for opening in openings],
    }


def contest_of(line: Facts) -> Contest:
    """Return the contest of a first line. Raises ValueError, KeyError and TypeError."""
    entrants = tuple(map(entrant_of, line["entrants"]))
    for number, entrant in enumerate(entrants, start=1):
        if entrant.number != number:
            raise ValueError(number)
    openings = tuple(Opening(facts["setup"], tuple(facts["moves"])) for facts in line["openings"])
    for opening in openings:
        if not all(isinstance(text, str) for text in (opening.setup or "", *opening.moves)):
            raise TypeError(opening)
    return Contest(Plan.model_validate(line["plan"]), entrants, openings, instant_of(line["at"]))


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
        case Checked(entrant, card):
            return "checked", {"entrant": entrant, "card": card_facts(card)}
        case Met(machine, keeps):
            return "machine", {"name": machine, "keeps": confined_facts(keeps)}
        case Closed(why):
            return "ended", {"why": why}
        case Request():
            facts = request_facts(event)
            return facts.pop("event"), facts
        case _:
            raise TypeError(event)


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
            attempts = integer_of(line["attempts"], MOST_ATTEMPTS_READ) or 1
            game = game_of(contest.rules, line)
            return PlayedPairing(
                number_of(line["fixture"]), game, attempts, confined_of(line.get("confined"))
            )
        case kind if kind in DECISION_KINDS:
            return decision_of(line, instant_of(line["at"]))
        case "checked":
            return Checked(number_of(line["entrant"]), card_of(line["card"]))
        case "machine":
            keeps = confined_of(line.get("keeps"))
            return None if keeps is None else Met(text_of(line.get("name")), keeps)
        case "ended":
            return Closed(text_of(line["why"]), instant_of(line["at"]))
        case _:
            return None


def _round(line: Facts) -> Round:
    number = number_of(line["number"])
    pairings = tuple(
        Pairing(
            number_of(pairing),
            number,
            number_of(white),
            number_of(black),
            None if opening is None else number_of(opening),
        )
        for pairing, white, black, opening in line["fixtures"]
    )
    return Round(number, pairings, tuple(map(number_of, line["byes"])))
