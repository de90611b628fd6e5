"""Convert values to JSON and back, without trusting the JSON.

A journal may come from anybody. So JSON is read by :func:`parsed`, and the parts of a game by total
functions: they return values of the right types within bounds, whatever is missing or wrong.
A sentence is only filled if its template has plain fields and all their facts; else it is quoted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime
from itertools import islice
from math import inf, isfinite
from typing import Any

from board_core.game.clock import UNTIMED, Clock, TimeControl
from board_core.game.events import NONE_REFUSED
from board_core.game.player import Cause, Explanation, clamped
from board_core.game.rules import Outcome, Position, Reason
from board_core.game.sides import Color, PerColor
from board_core.record import UNKNOWN_DATE
from board_core.record.files import attributes, both
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, is_plain, say

Json = Any
Facts = Mapping[str, Json]

MOST_INTEGER = 2**63 - 1
MOST_SECONDS = 10**9
MOST_PERIODS = 10**6
MOST_NAME = 200
MOST_TEXT = 5_000
MOST_LINES = 100_000
"""Characters of a traceback, or of standard error."""

MOST_TEMPLATE, MOST_FACTS, DEEPEST_JSON = 1_000, 30, 5
"""Bounds of a sentence: characters, facts, and levels of nested sentences."""

PLAUSIBLE_YEARS = range(1900, 2300)
NOBODY_KNOWS = Reason.STOPPED
"""The reason in place of an unknown one if nobody has won; otherwise it is adjudication."""


def _no_number(name: str) -> None:
    """Read NaN and infinity as None."""


def _integer(digits: str) -> int:
    """Read an integer, clamped to 64 bits: Python refuses to read more than 4,300 digits."""
    if len(digits) < 20:
        return int(digits)
    return -MOST_INTEGER if digits.startswith("-") else MOST_INTEGER


JSON_DECODER = json.JSONDecoder(parse_constant=_no_number)
CAREFUL_DECODER = json.JSONDecoder(parse_constant=_no_number, parse_int=_integer)


def parsed(data: bytes) -> Json:
    """Read JSON. Raises ValueError if it is invalid or nested too deeply."""
    text = data.decode("utf-8")
    try:
        try:
            return JSON_DECODER.decode(text)
        except json.JSONDecodeError:
            raise
        except ValueError:
            return CAREFUL_DECODER.decode(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def text(facts: Facts) -> str:
    """Return facts as compact JSON. Raises ValueError for NaN and infinity."""
    return json.dumps(facts, separators=(",", ":"), allow_nan=False)


def clocks_text(clock: Clock) -> str:
    """Return the JSON fields of both clocks, with the periods if there is byo-yomi."""
    left, control = clock.remaining, clock.control
    white, black = left.white, left.black
    said = f'"white":{white if white < inf else "null"},"black":{black if black < inf else "null"}'
    if control.white.byoyomi or control.black.byoyomi:
        said += f',"periods":{text(both(clock.periods))}'
    return said


# Values within bounds


def mapping(value: Json) -> Facts:
    """Return a JSON object; an empty one for any other value."""
    return value if isinstance(value, Mapping) else {}


def text_of(value: Json, most: int = MOST_TEXT) -> str:
    """Return a text, cut to a length; empty for any other value.

    Unprintable characters stay: whoever shows the text must escape them.
    """
    if not isinstance(value, str):
        return ""
    return value if len(value) <= most else value[:most] + "…"


def seconds_of(value: Json) -> float | None:
    """Return seconds within bounds; None, which is no limit, for any other value."""
    known = isinstance(value, int | float) and not isinstance(value, bool)
    return value if known and 0 <= value <= MOST_SECONDS else None


def number_of(value: Json) -> int:
    """Return an integer of any size. Raises TypeError for any other value, such as ``true``."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value


def integer_of(value: Json, most: int) -> int | None:
    """Return an integer, clamped to bounds; None for any other value."""
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return clamped(value, most)


def instant_of(value: Json) -> datetime:
    """Return a date and time with a time zone; :data:`UNKNOWN_DATE` for any other value."""
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return UNKNOWN_DATE
    if at.year not in PLAUSIBLE_YEARS:
        return UNKNOWN_DATE
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


def left_of(line: Facts) -> PerColor[float | None]:
    """Return the seconds left to both sides."""
    return PerColor(seconds_of(line.get("white")), seconds_of(line.get("black")))


def periods_of(line: Facts) -> PerColor[int]:
    """Return the byo-yomi periods left to both sides; 0 in main time."""
    told = mapping(line.get("periods"))
    return PerColor(_periods(told.get("white")), _periods(told.get("black")))


def _periods(told: Json) -> int:
    return max(0, integer_of(told, MOST_PERIODS) or 0)


def off_turn_of(told: Json) -> PerColor[float | None]:
    """Return the seconds of processor time out of turn of both sides; None if not measured."""
    used = mapping(told)
    return PerColor(_used(used.get("white")), _used(used.get("black")))


def _used(told: Json) -> float | None:
    seconds = seconds_of(told)
    return None if seconds is None else float(seconds)


def refused_of(told: Json) -> PerColor[int]:
    """Return the number of refused answers of both sides."""
    counts = mapping(told)
    return PerColor(_count(counts.get("white")), _count(counts.get("black")))


def refused_facts(refused: PerColor[int]) -> dict[str, Json]:
    """Return the numbers of refused answers as JSON, if there were any."""
    return {} if refused == NONE_REFUSED else {"refused": both(refused)}


def _count(told: Json) -> int:
    return max(0, integer_of(told, MOST_INTEGER) or 0)


def setup_of(position: Position) -> str | None:
    """Return the position as text; None if its rules return no text, or raise."""
    try:
        setup = position.setup
    except (Exception, SystemExit):  # untrusted code
        return None
    return setup if isinstance(setup, str) else None


def unlimited(number: float | None) -> float:
    """Return the number; infinity for None."""
    return inf if number is None else number


def color_of(name: Json) -> Color:
    """Return the side of a name; Black for any value but ``white``."""
    return Color.WHITE if name == "white" else Color.BLACK


OTHER_NAMES = {"time_margin": "margin"}
"""Fields of a time control that have another name in JSON."""

LIMIT_BOUNDS = {
    "moves_per_period": MOST_PERIODS,
    "depth": MOST_INTEGER,
    "nodes": MOST_INTEGER,
}
"""The greatest whole numbers of a time control; ``periods`` has a reader of its own."""


def control_facts(control: TimeControl) -> Json:
    """Return a time control as JSON; null is no limit."""
    values = ((each, getattr(control, each.name)) for each in fields(control))
    return {
        OTHER_NAMES.get(each.name, each.name): None if value == each.default == inf else value
        for each, value in values
    }


def control_of(facts: Facts) -> TimeControl:
    """Return the time control; an untimed one if it is invalid."""
    read: dict[str, Any] = {}
    for each in fields(TimeControl):
        value = facts.get(OTHER_NAMES.get(each.name, each.name))
        if each.name == "periods":
            read[each.name] = _periods(value)
        elif (most := LIMIT_BOUNDS.get(each.name)) is not None:
            read[each.name] = integer_of(value, most) or (0 if each.default == 0 else None)
        else:
            seconds = seconds_of(value)
            read[each.name] = each.default if seconds in (None, each.default) else seconds
    try:
        return TimeControl(**read)
    except ValueError:
        return UNTIMED


def outcome_facts(outcome: Outcome) -> Json:
    """Return an outcome as JSON."""
    return attributes(outcome, "winner reason detail")


def outcome_of(facts: Facts) -> Outcome:
    """Return the outcome of a game. An unknown reason becomes a detail; the winner stays."""
    name, said = facts.get("winner"), text_of(facts.get("reason"))
    winner = color_of(name) if name in ("white", "black") else None
    detail = text_of(facts.get("detail"))
    try:
        return Outcome(winner, Reason(said), detail)
    except ValueError:
        reason = NOBODY_KNOWS if winner is None else Reason.ADJUDICATION
        return Outcome(winner, reason, legible(f"{said!r} {detail}".strip()))


def explanation_facts(explanation: Explanation) -> Json:
    """Return an explanation as JSON."""
    names = "cause sentence last_sent last_heard exit_status stderr traceback"
    if explanation.refused is not None:
        names += " refused"
    return attributes(explanation, names, sentence_facts)


def explanation_of(facts: Json) -> Explanation | None:
    """Return an explanation within bounds; None for a value that is no object."""
    if not isinstance(facts, Mapping):
        return None
    status, refused = facts.get("exit_status"), facts.get("refused")
    try:
        cause = Cause(text_of(facts.get("cause")))
    except ValueError:  # of another version
        cause = Cause.NO_ANSWER
    return Explanation(
        cause,
        sentence_of(facts.get("sentence")),
        text_of(facts.get("last_sent")),
        text_of(facts.get("last_heard")),
        None if status is None else sentence_of(status),
        text_of(facts.get("stderr"), MOST_LINES),
        text_of(facts.get("traceback"), MOST_LINES),
        None if refused is None else sentence_of(refused),
    )


def sentence_facts(sentence: Sentence) -> Json:
    """Return a sentence as JSON: its template and its facts."""
    facts = {name: _fact_facts(fact) for name, fact in sentence.facts.items()}
    return {"template": sentence.template, "facts": facts}


def _fact_facts(fact: object) -> Json:
    match fact:
        case Sentence():
            return sentence_facts(fact)
        case Color():
            return {"color": fact.value}
        case bool() | int() | str() | None:
            return fact
        case float() if abs(fact) < inf:
            return fact
        case _:
            return str(fact)


def sentence_of(said: Json, depth: int = 0) -> Sentence:
    """Return the sentence; if it is invalid, one that quotes its text."""
    template, facts = mapping(said).get("template"), mapping(mapping(said).get("facts"))
    if isinstance(template, str) and len(template) <= MOST_TEMPLATE and depth < DEEPEST_JSON:
        known = {str(k): _fact(fact, depth) for k, fact in islice(facts.items(), MOST_FACTS)}
        if is_plain(template, known):
            return Sentence(template, known)
    found = said if isinstance(said, str) else template
    return say("the journal says {text} here", text=repr(legible(text_of(found))))


def _fact(fact: Json, depth: int) -> object:
    match fact:
        case {"color": str(name)}:
            return color_of(name)
        case {"template": _, "facts": _}:
            return sentence_of(fact, depth + 1)
        case None | bool():
            return fact
        case int():
            return clamped(fact, MOST_INTEGER)
        case float() if isfinite(fact):
            return fact
        case str():
            return text_of(fact)
        case _:
            return "?"
