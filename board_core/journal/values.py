"""Convert values to JSON and back, without trusting the JSON.

A journal may come from anybody. So :func:`parsed` reads the JSON, and total functions read the
parts of a game: they return values of the right types within bounds, whatever is missing or wrong.
A sentence is filled only if its template has plain fields and all their facts; otherwise it is
quoted.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import islice
from math import inf, isfinite
from typing import TypeVar

from board_core.game.clock import UNTIMED, Clock, TimeControl
from board_core.game.player import Cause, Explanation, clamped
from board_core.game.rules import Outcome, Position, Reason
from board_core.game.sides import Color, PerColor
from board_core.record import UNKNOWN_DATE
from board_core.record.files import both
from board_core.text.codec import (
    Codec,
    Facts,
    Fields,
    Json,
    mapping,
    one_of,
    optional,
    text_of,
    text_within,
)
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence, is_plain, say

T = TypeVar("T")

MOST_INTEGER = 2**63 - 1
MOST_SECONDS = 10**9
MOST_PERIODS = 10**6
MOST_NAME = 200
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
    """Return the fields of :func:`clock_facts` as JSON: a journal has them at each move."""
    left, control = clock.remaining, clock.control
    white, black = left.white, left.black
    said = f'"white":{white if white < inf else "null"},"black":{black if black < inf else "null"}'
    if control.white.byoyomi or control.black.byoyomi:
        said += f',"periods":{text(both(clock.periods))}'
    return said


# Values within bounds


def seconds_of(value: Json) -> float | None:
    """Return seconds within bounds; None, which means no limit, for any other value."""
    kind = type(value)  # a journal has several such values a move
    return value if (kind is float or kind is int) and 0 <= value <= MOST_SECONDS else None


def number_of(value: Json) -> int:
    """Return an integer of any size. Raises TypeError for any other value, such as ``true``."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(value)
    return value


def integer_of(value: Json, most: int) -> int | None:
    """Return an integer, clamped to bounds; None for any other value."""
    if type(value) is not int:
        return None
    return value if -most <= value <= most else clamped(value, most)


def instant_of(value: Json) -> datetime:
    """Return a date and time with a time zone; :data:`UNKNOWN_DATE` for any other value."""
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return UNKNOWN_DATE
    if at.year not in PLAUSIBLE_YEARS:
        return UNKNOWN_DATE
    return at if at.tzinfo is not None else at.replace(tzinfo=UTC)


INSTANT = Codec(instant_of, datetime.isoformat)


def count_of(value: Json, most: int = MOST_INTEGER) -> int:
    """Return a whole number from 0 to a bound; 0 for any other value."""
    return max(0, integer_of(value, most) or 0)


def each_side(codec: Codec[T]) -> Codec[PerColor[T]]:
    """Return the codec of pairs of such values, which are in fields called white and black."""

    def read(value: Json) -> PerColor[T]:
        get = mapping(value).get
        return PerColor(codec.read(get("white")), codec.read(get("black")))

    return Codec(read, lambda pair: both(pair.map(codec.write)))


LEFT = each_side(Codec(seconds_of))
"""The seconds left to both sides: they have no field of their own, but stand beside others."""

PERIODS = each_side(Codec(lambda value: count_of(value, MOST_PERIODS)))


def setup_of(position: Position) -> str | None:
    """Return the position as text; None if its rules raise or return something else."""
    try:
        setup = position.setup
    except (Exception, SystemExit):  # untrusted code
        return None
    return setup if isinstance(setup, str) else None


def color_of(name: Json) -> Color:
    """Return the side with this name; Black for any value except ``white``."""
    return Color.WHITE if name == "white" else Color.BLACK


def _whole(usual: int | None, most: int) -> Codec[int | None]:
    return Codec(lambda value: integer_of(value, most) or usual)


TIME = Codec(
    lambda value: inf if (seconds := seconds_of(value)) is None else seconds,
    lambda seconds: None if seconds == inf else seconds,
)
"""Seconds; null is no limit."""

CONTROL_FIELDS = Fields(
    "base increment per_move moves_per_period margin=time_margin depth nodes delay bronstein "
    "byoyomi periods",
    **dict.fromkeys(
        ("increment", "margin", "delay", "bronstein", "byoyomi"),
        Codec(lambda value: seconds_of(value) or 0.0),
    ),
    base=TIME,
    per_move=TIME,
    moves_per_period=_whole(0, MOST_PERIODS),
    depth=_whole(None, MOST_INTEGER),
    nodes=_whole(None, MOST_INTEGER),
    periods=Codec(lambda value: count_of(value, MOST_PERIODS)),
)


def control_of(facts: Json) -> TimeControl:
    """Return the time control; an untimed one if it is invalid."""
    try:
        return TimeControl(**CONTROL_FIELDS.read(facts))
    except ValueError:
        return UNTIMED


def outcome_of(value: Json) -> Outcome:
    """Return the outcome of a game. An unknown reason becomes a detail; the winner stays."""
    facts = mapping(value)
    name, said = facts.get("winner"), text_of(facts.get("reason"))
    winner = color_of(name) if name in ("white", "black") else None
    detail = text_of(facts.get("detail"))
    try:
        return Outcome(winner, Reason(said), detail)
    except ValueError:
        reason = NOBODY_KNOWS if winner is None else Reason.ADJUDICATION
        return Outcome(winner, reason, legible(f"{said!r} {detail}".strip()))


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


CONTROL = Codec(control_of, CONTROL_FIELDS.write)
OUTCOME = Codec(outcome_of, Fields("winner reason detail").write)
SENTENCE = Codec(sentence_of, sentence_facts)
LINES = text_within(MOST_LINES)

EXPLANATION = Fields(
    "cause sentence last_sent last_heard exit_status stderr traceback refused? "
    "sent_letters? legal_moves? answered?",
    cause=one_of(Cause, Cause.NO_ANSWER),  # one of another version
    sentence=SENTENCE,
    exit_status=optional(SENTENCE),
    stderr=LINES,
    traceback=LINES,
    refused=optional(SENTENCE),
    sent_letters=_whole(None, MOST_INTEGER),
    legal_moves=_whole(None, MOST_INTEGER),
    answered=optional(Codec(bool)),
).perhaps(Explanation)
"""Why a player failed; None for a value that is no object."""
