"""Write and read records of any game as JSON, one game on a line.

Each line is an object. ``game`` is the name of the rules, ``white`` and ``black`` are names,
``setup`` is the text of the first position or null for the standard one, ``moves`` are the moves as
people write them, ``result`` is ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; these are read back. The
other fields are for other programs: ``reason``, ``detail``, ``why`` (a sentence), ``started``,
``control``, ``clocks`` and ``seconds`` (one number for each move), ``event``, ``site``, ``round``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from math import isinf
from typing import Any

from board_core.rules import BadSetup, IllegalMove, Move, Rules
from board_core.sentence import Sentence, say
from board_core.sides import Color, PerColor
from board_core.words import Words

from . import BadRecord, Mark, PlayedGame, ReadGame, game_read
from .files import RecordFormat

IN_ENGLISH = Words("en")
NO_MARKS: Mapping[int, Mark] = {}


def json_format(rules: Rules) -> RecordFormat:
    """Return the JSON record format of a game."""
    return RecordFormat("json", to_json, partial(read_json, rules))


def to_json(
    record: PlayedGame,
    *,
    event: str = "?",
    site: str = "?",
    round: str | int = "?",
    words: Words = IN_ENGLISH,
    marks: Mapping[int, Mark] = NO_MARKS,
) -> str:
    """Return the game as one line of JSON. ``marks`` are the marks of an analysis, by ply."""
    facts = {
        "game": record.rules.name,
        "white": record.names.white,
        "black": record.names.black,
        "setup": record.setup,
        "moves": [played.notation for played in record.moves],
        "result": record.result,
        "reason": record.outcome.reason.value,
        "detail": record.outcome.detail,
        "why": words.outcome(record.outcome, record.explanation),
        "started": record.started.isoformat(),
        "control": {color.value: record.controls[color].notation for color in Color},
        "clocks": [_number(played.clock_left) for played in record.moves],
        "seconds": [_number(played.elapsed) for played in record.moves],
        "event": event,
        "site": site,
        "round": round,
    }
    if marks:
        facts["marks"] = {str(ply): words.sentence(mark.words) for ply, mark in marks.items()}
    return json.dumps(facts, ensure_ascii=False) + "\n"


def read_json(rules: Rules, text: str) -> list[ReadGame]:
    """Return the games of a text, one on each line. Raises BadRecord if there is none.

    A game ends before its first illegal move, and ``problem`` says why.
    """
    lines = [line for line in text.removeprefix("\ufeff").splitlines() if line.strip()]
    games = [_read(rules, number, line) for number, line in enumerate(lines, start=1)]
    if not games:
        raise BadRecord(say("the text holds no game"))
    return games


def _read(rules: Rules, number: int, line: str) -> ReadGame:
    try:
        facts = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRecord(_bad(number, say("{why}", why=str(error)))) from None
    match facts:
        case {"game": str(name)} if name != rules.name:
            other = say("{name} is another game than {game}", name=repr(name), game=rules.name)
            raise BadRecord(_bad(number, other))
        case {"moves": [*moves]} if all(isinstance(move, str) for move in moves):
            pass
        case _:
            raise BadRecord(_bad(number, say("it has no list of moves")))
    names = PerColor(_text(facts, "white", "?"), _text(facts, "black", "?"))
    result = _text(facts, "result", "*")
    setup = facts.get("setup")
    try:
        position = rules.start(setup if setup is None else str(setup))
    except BadSetup as error:
        raise BadRecord(_bad(number, error.sentence)) from None
    played, problem = list[Move](), None
    for written in moves:
        try:
            played.append(position.parse(written))
        except IllegalMove as error:
            problem = error.sentence
            break
        position = position.play(played[-1])
    first = None if setup is None else str(setup)
    return game_read(rules, names, first, played, result, problem)


def _bad(number: int, why: Sentence) -> Sentence:
    return say("line {line}: {why}", line=number, why=why)


def _text(facts: Mapping[str, Any], name: str, usual: str) -> str:
    value = facts.get(name, usual)
    return value if isinstance(value, str) else usual


def _number(seconds: float | None) -> float | None:
    return None if seconds is None or isinf(seconds) else round(seconds, 6)
