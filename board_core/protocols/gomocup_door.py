"""The door of the Gomocup protocol: any line becomes one message.

No line is a breach: points beyond the board are a move that is refused, and a line that nobody
understands is a comment.
"""

from __future__ import annotations

import re

from board_core.fast_dataclass import dataclass
from board_core.game.player import Note
from board_core.text.harmless_text import MOST_MOVE, MOST_NAME, legible

from .door import NOTHING_SAID, Nothing, comment

POINT_PATTERN = re.compile(r"(-?\d+)\s*,\s*(-?\d+)", re.ASCII)
POINTS_PATTERN = re.compile(
    rf"\s*{POINT_PATTERN.pattern}(\s+{POINT_PATTERN.pattern})*\s*", re.ASCII
)
NAME_PATTERN = re.compile(r'name\s{0,9}=\s{0,9}"([^"]*)"', re.IGNORECASE)

MOST_POINTS = 256
"""Points that are read of a line; no stage of an opening asks for more than three."""

FAR_COORDINATE = 10**6
"""Stands for every greater number: no board has it."""


@dataclass(frozen=True, slots=True)
class Points:
    """Stones, each from the left and from the top, counted from zero."""

    text: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Swaps:
    text: str


@dataclass(frozen=True, slots=True)
class SaysOk:
    pass


@dataclass(frozen=True, slots=True)
class SaysError:
    """An error; ``unknown`` if the program does not know the command."""

    text: str
    unknown: bool


@dataclass(frozen=True, slots=True)
class Suggests:
    text: str
    point: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ProgramName:
    text: str
    name: str


GomocupMessage = Points | Swaps | SaysOk | SaysError | Suggests | ProgramName | Note | Nothing


def read_gomocup(line: str) -> GomocupMessage:
    """Return the message in a line of a program."""
    text = line.strip()
    if not text:
        return NOTHING_SAID
    if POINTS_PATTERN.fullmatch(text):
        return Points(legible(text, MOST_MOVE), _points(text))
    word = text.split(None, 1)[0].upper()
    if word == "SWAP" and len(text) == len(word):
        return Swaps(legible(text, MOST_MOVE))
    if word in ("MESSAGE", "DEBUG"):
        return comment(text[len(word) :].strip())
    if word == "SUGGEST" and POINT_PATTERN.fullmatch(named := text[len(word) :].strip()):
        return Suggests(legible(text), _points(named)[0])
    if word.startswith("OK"):
        return SaysOk()
    if word.startswith(("ERROR", "UNKNOWN")):
        return SaysError(legible(text), word.startswith("UNKNOWN"))
    if found := NAME_PATTERN.search(text):
        return ProgramName(legible(text), legible(found[1], MOST_NAME))
    return comment(text)


def _points(text: str) -> tuple[tuple[int, int], ...]:
    found = POINT_PATTERN.findall(text)[:MOST_POINTS]
    return tuple((_coordinate(x), _coordinate(y)) for x, y in found)


def _coordinate(digits: str) -> int:
    return min(int(digits), FAR_COORDINATE) if len(digits) < 10 else FAR_COORDINATE
