"""The door of UCI: any line becomes one message.

It lets in ``uciok``, ``readyok``, ``id name``, ``option``,
``info`` and ``bestmove``. Anything else is a comment or nothing. The one breach is a score that
does not fit into 64 bits.

Engines write twenty ``info`` lines a move of which one is kept. :func:`glance` finds it without
reading them, if they are as engines usually write them and none can be a breach.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from board_core.fast_dataclass import dataclass
from board_core.game.player import (
    MOST_COUNT,
    MOST_CP,
    MOST_DEPTH,
    MOST_HASHFULL,
    MOST_MATE,
    MOST_MS,
    MOST_PV,
    Note,
    Score,
    Thought,
    clamped,
    new_score,
    new_thought,
)
from board_core.text.harmless_text import MOST_MOVE, MOST_NAME, legible

from .base import MOST_DIGITS, SCORE_RULE, Breach, Word, breach, comment, is_beyond, number_of
from .engine_options import EngineOption, uci_option

MOST_OF_NUMBERS = {
    "depth": MOST_DEPTH,
    "seldepth": MOST_DEPTH,
    "nodes": MOST_COUNT,
    "nps": MOST_COUNT,
    "time": MOST_MS,
    "hashfull": MOST_HASHFULL,
    "multipv": 1_000,
}
"""The numbers of an ``info`` line and their greatest values; a greater one counts as not given."""

INFO_KEYWORDS = frozenset(
    (*MOST_OF_NUMBERS, "score", "pv", "string", "currmove", "currline", "refutation", "tbhits")
)


@dataclass(frozen=True, slots=True)
class EngineName:
    name: str


@dataclass(frozen=True, slots=True)
class BestMove:
    line: str
    move: str  # empty: it named none, or its search still spoke


_ANSWER_LINE = rf"bestmove (?!info\s)([!-~]{{1,{MOST_MOVE}}}+)(?: [ -~]*+)?\r?\n"
_USUAL_LINES = re.compile(rf"((?:info (?!string)[a-z][^\n]*+\n)*)(?:{_ANSWER_LINE})?")
"""``info`` lines that are no comments, and perhaps the answer behind them."""

_LONG_SCORE = re.compile(rf"score\s++\S++\s++[+-]*+[0-9]{{{MOST_DIGITS}}}")
"""Part of any breach."""

_NUMBER_FIELD = (
    "(?:(?:depth|seldepth|nodes|nps|time|hashfull|tbhits) [0-9]{1,18}|multipv ([0-9]{1,3}))"
)
_SCORED_LINE = (
    rf"info (?:{_NUMBER_FIELD} )*score (?:cp|mate) -?[0-9]{{1,18}}+(?: (?:lower|upper)bound)?"
    rf"(?: wdl [0-9]++ [0-9]++ [0-9]++)?(?: {_NUMBER_FIELD})*(?: pv[a-lnqrA-Z0-9@+=* -]*+)?\r?"
)
_USUAL_SCORE = re.compile(_SCORED_LINE)
"""A line with a score. The letters of moves spell no keyword, so nothing follows the moves."""

_REPORT_AND_ANSWER = re.compile(f"({_SCORED_LINE}\n){_ANSWER_LINE}")
"""All that usually comes with a move."""


UciMessage = (
    Thought
    | BestMove
    | Note
    | None
    | Literal[Word.READYOK, Word.UCIOK]
    | EngineName
    | EngineOption
    | Breach
)


def read_uci(line: str, lines: int = 1) -> UciMessage:
    """Return the message in a line of an engine that reports so many lines of play."""
    words = line.split()
    if words[:1] == ["info"]:  # first: nothing comes as often
        if words[1:2] == ["string"]:
            return comment(line.split("string", 1)[1].strip())
        return read_info(line, words, lines)
    match words:
        case []:
            return None
        case ["bestmove", *rest]:
            named = rest[0] if rest[:1] not in ([], ["info"]) else ""
            return BestMove(legible(line.strip()), legible(named, MOST_MOVE))
        case ["readyok"]:
            return Word.READYOK
        case ["uciok"]:
            return Word.UCIOK
        case ["id", "name", *name]:
            return EngineName(legible(" ".join(name), MOST_NAME))
        case ["option", "name", *option]:
            return uci_option(option)
        case ["id" | "option" | "copyprotection" | "registration", *_]:
            return None
        case _:
            return comment(line.strip())


def glance(text: str) -> tuple[str, str] | None:
    """Return what counts in whole lines that came together: a thought's line, and the move.

    The line is the last one with a score of the main line of play, for :func:`scored_thought`. Both
    are empty if there is none. None: the lines have to be read one by one.
    """
    answer = text.rfind("\n", 0, -1) + 1
    report = text.rfind("\n", 0, answer - 1) + 1 if answer else 0
    usual = _REPORT_AND_ANSWER.fullmatch(text, report)
    is_main = usual is not None and int(usual[3] or usual[2] or 1) <= 1
    if usual is not None and is_main and (not report or _only_reports(text[:report])):
        return usual[1], usual[4]
    if (lines := _USUAL_LINES.fullmatch(text)) is None or not text.isascii():
        return None
    start, move = lines.end(1), lines[2] or ""
    while (at := text.rfind("score", 0, start)) >= 0:
        start, end = text.rfind("\n", 0, at) + 1, text.index("\n", at)
        if (scored := _USUAL_SCORE.fullmatch(text, start, end)) is None:
            return None
        if int(scored[2] or scored[1] or 1) <= 1:
            if start and _LONG_SCORE.search(text, 0, start):  # in the lines before
                return None
            return text[start:end], move
    return "", move


def _only_reports(text: str) -> bool:
    """Return whether all lines are reports, and none can be a comment or a breach."""
    reports = text.count("\ninfo ") + text.startswith("info ")
    if reports != text.count("\n") or "string" in text or not text.isascii():
        return False
    return _LONG_SCORE.search(text) is None


def scored_thought(line: str) -> Thought | None:
    """Return the thought of an ``info`` line, if it has a score."""
    message = read_info(line, line.split())
    return message if isinstance(message, Thought) and message.score is not None else None


def newest_thoughts(text: str) -> list[Thought]:
    """Return the last thought of the lines and, if it has no score, the last one that has."""
    found: list[Thought] = []
    for line in reversed(text.split("\n")):
        if line.startswith("info ") and not (found and "score" not in line):
            message = read_info(line, line.split())
            if isinstance(message, Thought) and (message.score is not None or not found):
                found.insert(0, message)
                if message.score is not None:
                    break
    return found


def read_info(line: str, words: Sequence[str], lines: int = 1) -> Thought | Breach | None:
    """Return the thought in the words of an ``info`` line, if it is about one of the first lines.

    Without ``lines`` only the main line of play counts.
    """
    numbers: dict[str, int | None] = {}
    score: Score | None = None
    pv: Sequence[str] = ()
    at, end = 1, len(words)
    while at < end:
        word = words[at]
        at += 1
        if (most := MOST_OF_NUMBERS.get(word)) is not None:
            if at < end and (said := words[at]).isdecimal() and len(said) < MOST_DIGITS:
                value = int(said)
                numbers[word] = value if value <= most else None
                at += 1
            else:
                numbers[word] = number_of(words[at], 0, most) if at < end else None
        elif word == "score":
            score = None
            if end - at > 1:
                kind, said = words[at], words[at + 1]
                if len(said) >= MOST_DIGITS and is_beyond(said):
                    return breach(line, SCORE_RULE)
                score = _score(kind, said)
        elif word == "pv":
            start = at
            while at < end and words[at] not in INFO_KEYWORDS:
                at += 1
            pv = words[start : min(at, start + MOST_PV)]
        elif word in ("currmove", "currline", "refutation", "string"):
            break
    number = numbers.get
    rank = number("multipv") or 1
    if rank > lines or not (score or pv or number("nodes")):
        return None
    time = number("time")
    return new_thought(
        number("depth"),
        number("seldepth"),
        score,
        number("nodes"),
        number("nps"),
        None if time is None else time / 1000,
        number("hashfull"),
        _moves(line, pv),
        "",
        rank,
    )


def _score(kind: str, said: str) -> Score | None:
    try:
        value = int(said) if len(said) <= MOST_DIGITS + 1 else None
    except ValueError:
        return None
    if value is None:
        return None
    if kind == "cp":
        return new_score(value if -MOST_CP <= value <= MOST_CP else clamped(value, MOST_CP))
    return new_score(None, clamped(value, MOST_MATE)) if kind == "mate" else None


def _moves(line: str, pv: Sequence[str]) -> tuple[str, ...]:
    if line.isprintable() and (not pv or max(map(len, pv)) <= MOST_MOVE):
        return tuple(pv)
    return tuple(legible(move, MOST_MOVE) for move in pv)
