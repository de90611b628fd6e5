"""The door of XBoard (CECP 2): any line becomes one message.

Engines of this protocol print many lines for people, which are comments. The one breach is a score
in a line of thinking that does not fit into 64 bits.
"""

from __future__ import annotations

import re
from typing import Literal

from board_core.fast_dataclass import dataclass
from board_core.game.player import (
    MOST_COUNT,
    MOST_CP,
    MOST_MATE,
    MOST_PV,
    Note,
    Score,
    Thought,
    clamped,
)
from board_core.text.harmless_text import MOST_MOVE, legible

from .base import MOST_DIGITS, SCORE_RULE, Breach, Word, breach, comment, is_beyond, number_of

FEATURE_PATTERN = re.compile(r"""\b(\w{1,40})=(?:"([^"]*)"|'([^']*)'|(\S+))""")
MOST_FEATURES = 64  # in a line
MOST_VALUE = 4_096  # characters of one: some engines know a hundred variants
MY_MOVE = re.compile(r"\bmy move is\s*:?\s*(\S+)", re.IGNORECASE)
REFUSAL_PATTERN = re.compile(r"(?:illegal|invalid) move|error\b", re.IGNORECASE)
RESULT_PATTERN = re.compile(r"(1-0|0-1|1/2-1/2|\*)(?![\w/-])\s*(.*)")
THINKING_PATTERN = re.compile(
    r"\s*(?P<depth>\d+)[.&+-]?\s+(?P<score>[+-]?\d+)\s+(?P<time>\d+)\s+(?P<nodes>\d+)(?:\s+(?P<pv>.*))?"
)
MATE_SCORE = 100_000  # CECP: 100000 + n is mate in n
DEPTH_DIGITS, TIME_DIGITS = 4, 12
"""Longer depths, and longer times in hundredths of a second, are dropped."""


@dataclass(frozen=True, slots=True)
class EngineMove:
    """A move; ``doubtful`` if it is written as older engines write it in other lines too."""

    text: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Features:
    """Features of the engine, names and values in the order of the line."""

    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pong:
    number: int | None  # None: without one


@dataclass(frozen=True, slots=True)
class EngineRefuses:
    """The engine cannot play this position."""

    line: str


@dataclass(frozen=True, slots=True)
class Complaint:
    """The engine rejects a move or a command; ``subject`` is the last word, if it named one."""

    line: str
    subject: str


@dataclass(frozen=True, slots=True)
class ResultClaim:
    line: str
    result: str  # 1-0 0-1 1/2-1/2 *
    mates: bool  # by the words behind the result


XBoardMessage = (
    Thought
    | EngineMove
    | Note
    | None
    | Features
    | Pong
    | Literal[Word.RESIGNS, Word.OFFERS_DRAW]
    | EngineRefuses
    | Complaint
    | ResultClaim
    | Breach
)


def read_xboard(line: str) -> XBoardMessage:
    """Return the message in a line of an engine."""
    line = line.strip()
    # first: nothing comes as often
    if line[:1].isdigit() and (found := THINKING_PATTERN.fullmatch(line)):
        return _thought(line, found)
    word, _, rest = line.partition(" ")
    match word:
        case "":
            return None
        case "move" | "MOVE" if word == "move" or len(rest.split()) == 1:
            return EngineMove(legible(rest.strip(), MOST_MOVE))
        case "feature":
            return _features(rest)
        case "pong":
            return Pong(number_of(rest, -MOST_COUNT, MOST_COUNT))
        case "resign" | "resigns":
            return Word.RESIGNS
        case "offer" if rest.startswith("draw"):
            return Word.OFFERS_DRAW
        case "tellusererror" if "illegal position" in line.lower():
            return EngineRefuses(legible(line))
        case _ if line.startswith(("#", "tell")):
            return comment(line)
    if found := MY_MOVE.search(line):
        return EngineMove(legible(found[1], MOST_MOVE), doubtful=True)
    if found := RESULT_PATTERN.fullmatch(line):
        return ResultClaim(legible(line), found[1], "mate" in found[2].lower())
    if REFUSAL_PATTERN.match(line):
        named = line.rpartition(":")[2].split() if ":" in line else []
        return Complaint(legible(line), legible(named[-1], MOST_MOVE) if named else "")
    return comment(line)


def is_thinking(line: str) -> bool:
    return THINKING_PATTERN.fullmatch(line.strip()) is not None


def _features(text: str) -> Features:
    found = FEATURE_PATTERN.findall(text)[:MOST_FEATURES]
    return Features(tuple((name, legible("".join(value), MOST_VALUE)) for name, *value in found))


def _thought(line: str, found: re.Match[str]) -> Thought | Breach:
    depth, said, time, nodes, pv = found.groups()
    if len(said) >= MOST_DIGITS and is_beyond(said):
        return breach(line, SCORE_RULE)
    score = int(said)
    if MATE_SCORE < abs(score) <= MATE_SCORE + MOST_MATE:
        value = Score(None, score - MATE_SCORE if score > 0 else score + MATE_SCORE)
    else:  # some engines have numbers of their own for a mate, such as 999994
        value = Score(clamped(score, MOST_CP))
    moves = pv.split() if pv else []
    if not line.isprintable() or (moves and max(map(len, moves)) > MOST_MOVE):
        moves = [legible(move, MOST_MOVE) for move in moves]
    return Thought(
        int(depth) if len(depth) <= DEPTH_DIGITS else None,
        None,
        value,
        int(nodes) if len(nodes) < MOST_DIGITS else None,
        None,
        int(time) / 100 if len(time) <= TIME_DIGITS else None,
        None,
        tuple(moves[:MOST_PV]),
    )
