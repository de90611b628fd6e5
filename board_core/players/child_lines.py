"""The lines that a function's child process writes and the host reads.

The function runs in the child and can write anything to its pipe, so the host accepts only five
messages, none of which can hold a sentence, a template or an object::

    ready                            the function is loaded and a game can begin
    late N                           it has returned from question N, which was withdrawn
    move N TEXT                      its answer to question N
    info N KEY=VALUE ...             what it says of its search
    failed N CAUSE KEY=VALUE ...     why it has no answer; N is 0 while its file is loaded

N has at most nine digits. KEY of ``info`` is one of ``depth seldepth cp mate nodes nps ms hashfull
rank pv text``, of ``failed`` a fact of the sentence that CAUSE stands for (:data:`CHILD_FAILURES`),
or ``traceback``. The place of a function that has not returned is no answer. In a text a space is
written as ``+``, and plus and per cent signs, semicolons and unprintable characters are escaped as
in ``%2B``. Moves of ``pv`` are joined by semicolons. Anything else is a breach.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any
from urllib.parse import unquote_plus

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.player import (
    MOST_COUNT,
    MOST_CP,
    MOST_DEPTH,
    MOST_HASHFULL,
    MOST_MATE,
    MOST_MS,
    MOST_PV,
    MOST_RANK,
    Cause,
    Explanation,
    Fail,
    Play,
    Reply,
    Score,
    Thought,
    sound,
)
from board_core.game.refused_answers import ASYNC_FUNCTION
from board_core.protocols.base import MOST_DIGITS, Breach, breach
from board_core.text.codec import Fields, written
from board_core.text.findings import Row, row_of
from board_core.text.harmless_text import MOST_LINE, MOST_MOVE, legible, legible_lines
from board_core.text.sentence import fields_of, say

MOST_LINE_BYTES = 1 << 16
MOST_FACT = 2_000  # characters
MOST_TRACEBACK = 12_000  # characters, counted from the end
ROOM_FOR_FACT, ROOM_FOR_TRACEBACK = 8_000, 36_000  # bytes, with escapes: the line must hold them

CHILD_FAILURES: Mapping[str, tuple[Cause, Row]] = {
    row.code: (cause, row)
    for cause, row in (
        (Cause.EXCEPTION, rows.FUNCTION_RAISED),
        (Cause.EXCEPTION, rows.NAME_UNDER_MAIN),
        (Cause.EXCEPTION, rows.NOT_LOADED),
        (Cause.EXCEPTION, rows.NO_FUNCTION_FILE),
        (Cause.EXCEPTION, rows.NO_FUNCTION),
        (Cause.EXCEPTION, rows.NO_FUNCTIONS),
        (Cause.WRONG_TYPE, rows.NO_MOVE),
        (Cause.WRONG_TYPE, ASYNC_FUNCTION),
        (Cause.WRONG_TYPE, rows.NOTHING_YIELDED),
        (Cause.COMPUTING, rows.NOT_RETURNED),
    )
}
"""The findings that a child may tell of, by their codes."""

LINE_PATTERN = re.compile(r"(late|changed|move|info|failed) (0|[1-9][0-9]{0,8})(?: (.*))?")
NUMBER_PATTERN = re.compile(rf"-?[0-9]{{1,{MOST_DIGITS}}}")
NUMBER_RANGES = {
    "depth": (0, MOST_DEPTH),
    "seldepth": (0, MOST_DEPTH),
    "cp": (-MOST_CP, MOST_CP),
    "mate": (-MOST_MATE, MOST_MATE),
    "nodes": (0, MOST_COUNT),
    "nps": (0, MOST_COUNT),
    "ms": (0, MOST_MS),
    "hashfull": (0, MOST_HASHFULL),
    "rank": (1, MOST_RANK),
}

NUMBERS = Fields(
    "depth? seldepth? cp?=score mate?=score nodes? nps? ms?=time hashfull? rank?",
    cp=written(attrgetter("cp")),
    mate=written(attrgetter("mate")),
    ms=written(lambda seconds: round(seconds * 1000)),
    rank=written(lambda rank: rank if rank > 1 else None),
)

CHILD_RULE = say("a function may only send the board what it returns and reports")
"""Only our own code in the child may use the pipe."""


@dataclass(frozen=True, slots=True)
class ChildReady:
    pass


@dataclass(frozen=True, slots=True)
class ChildLate:
    number: int


@dataclass(frozen=True, slots=True)
class ChildChanged:
    """The function has changed the board that it got."""

    number: int


@dataclass(frozen=True, slots=True)
class ChildMove:
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ChildThought:
    number: int
    thought: Thought


@dataclass(frozen=True, slots=True)
class ChildFailed:
    number: int  # 0: while it was loaded
    explanation: Explanation


ChildMessage = (
    ChildReady | ChildLate | ChildChanged | ChildMove | ChildThought | ChildFailed | Breach
)


# The host reads


def read_child(line: str) -> ChildMessage:
    """Return the message in a line of the child, or a breach for any other line."""
    if line == "ready":
        return ChildReady()
    found = LINE_PATTERN.fullmatch(line)
    if found is None or not line.isprintable():
        return breach(line, CHILD_RULE)
    kind, number, rest = found[1], int(found[2]), found[3]
    message: ChildMessage | None = None
    match kind:
        case "late":
            message = ChildLate(number) if rest is None else None
        case "changed":
            message = ChildChanged(number) if rest is None else None
        case "move":
            message = None if rest is None else ChildMove(number, _plain(rest, MOST_MOVE))
        case "info":
            message = _thought_of(number, rest or "")
        case "failed":
            message = _failure_of(number, rest or "")
    return message or breach(line, CHILD_RULE)


def _pairs(text: str) -> dict[str, str] | None:
    pairs: dict[str, str] = {}
    for part in text.split(" ") if text else ():
        key, equals, value = part.partition("=")
        if not equals or key in pairs:
            return None
        pairs[key] = value
    return pairs


def _thought_of(number: int, text: str) -> ChildThought | None:
    pairs = _pairs(text)
    if pairs is None:
        return None
    pv, remark = pairs.pop("pv", ""), pairs.pop("text", "")
    numbers: dict[str, Any] = {}
    for key, value in pairs.items():
        low, high = NUMBER_RANGES.get(key, (0, -1))
        if not NUMBER_PATTERN.fullmatch(value) or not low <= int(value) <= high:
            return None
        numbers[key] = int(value)
    moves = pv.split(";") if pv else []
    if len(moves) > MOST_PV:
        return None
    cp, mate, milliseconds = (numbers.pop(key, None) for key in ("cp", "mate", "ms"))
    thought = Thought(
        score=None if cp is None and mate is None else Score(cp, mate),
        time=None if milliseconds is None else milliseconds / 1000,
        pv=tuple(_plain(move, MOST_MOVE) for move in moves),
        text=_plain(remark, MOST_LINE),
        **numbers,
    )
    return ChildThought(number, thought)


def _failure_of(number: int, text: str) -> ChildFailed | None:
    word, _, rest = text.partition(" ")
    pairs = _pairs(rest)
    if pairs is None or word not in CHILD_FAILURES:
        return None
    trace = pairs.pop("traceback", "")
    cause, row = CHILD_FAILURES[word]
    if set(pairs) != set(fields_of(row.words)):
        return None
    sentence = row(**{key: _plain(pairs[key], MOST_FACT) for key in pairs})
    lines = legible_lines(unquote_plus(trace), MOST_TRACEBACK)
    return ChildFailed(number, Explanation(cause, sentence, traceback=lines))


def _plain(text: str, most: int) -> str:
    return legible(unquote_plus(text), most)


# The child writes


def reply_line(number: int, reply: Reply) -> str:
    match reply:
        case Play(text):
            return f"move {number} {_escaped(text, MOST_MOVE)}"
        case Fail(explanation):
            return failed_line(number, explanation)
        case _:
            raise AssertionError(f"{reply} is no answer of a function")


def failed_line(number: int, explanation: Explanation) -> str:
    sentence = explanation.sentence
    code = next(code for code, (_, row) in CHILD_FAILURES.items() if row_of(sentence) is row)
    facts = (f"{key}={_escaped(str(fact), MOST_FACT)}" for key, fact in sentence.facts.items())
    trace = _escaped_end(explanation.traceback)
    return " ".join(["failed", str(number), code, *facts, f"traceback={trace}"])


def thought_line(number: int, thought: Thought) -> str:
    """Return a thought as a line. Raises AttributeError or TypeError for anything else."""
    said = sound(thought)
    parts = [f"{key}={value}" for key, value in NUMBERS.write(said).items()]
    if said.pv:
        parts.append("pv=" + ";".join(_escaped(move, MOST_MOVE) for move in said.pv))
    if said.text:
        parts.append("text=" + _escaped(said.text, MOST_LINE))
    return " ".join(["info", str(number), *parts])


def _escaped(text: str, most: int) -> str:
    """Return the text, truncated, with separators of lines, pairs and moves escaped."""
    cut = legible(text, most) if len(text) > most else text
    return "".join(_within(map(_code, cut), ROOM_FOR_FACT))


def _escaped_end(text: str) -> str:
    """Return the escaped end of a traceback, which names the exception."""
    codes = map(_code, reversed(text[-MOST_TRACEBACK:]))
    return "".join(reversed(_within(codes, ROOM_FOR_TRACEBACK)))


def _within(codes: Iterable[str], room: int) -> list[str]:
    kept = []
    for code in codes:
        room -= len(code.encode())
        if room < 0:
            break
        kept.append(code)
    return kept


def _code(character: str) -> str:
    if character == " ":
        return "+"
    if character.isprintable() and character not in "+%;":
        return character
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
