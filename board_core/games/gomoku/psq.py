"""Games of gomoku in Piskvork's format (``.psq``).

A file has a line with the board's size, a line for each move (column and row from the top left,
from 1, and milliseconds), the two players, and a number that is not used here. It has no place for
the rule, for stones at the start, for the winner, or for choices in an opening. Of a game with
swap2 it has the stones; the player of the first stone is named first.
"""

from __future__ import annotations

import re

from board_core.record import BadRecord, PlayedGame, ReadGame
from board_core.rules import Rules
from board_core.sentence import say
from board_core.sides import Color, PerColor

from .replay import Point, opening_of, point_of, replayed, text_of

HEAD_LINE = re.compile(r"Piskvorky\s+(\d{1,3})x(\d{1,3}),", re.ASCII | re.IGNORECASE)
MOVE_LINE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*-?\d+\s*)?", re.ASCII)

END_LINE = "-1"


def to_psq(rules: Rules, record: PlayedGame, **_other: object) -> str:
    """Return the game; the stones of a set-up come first, as moves that took no time."""
    files, ranks = rules.geometry.size
    lines = [f"Piskvorky {files}x{ranks}, 0:0, 0"]
    lines += [f"{_numbers(rules, move)},0" for move in _given(rules, record)]
    lines += [
        f"{_numbers(rules, recorded.move)},{round((recorded.elapsed or 0) * 1000)}"
        for recorded in record.moves
        if recorded.move in rules.geometry
    ]
    names = [record.names.black, record.names.white]
    opened = opening_of(rules, record)
    if opened and opened[-1].after[opened[0].move] == "O":  # the stones were exchanged
        names.reverse()
    return "\n".join([*lines, *(_line(name) for name in names), END_LINE]) + "\n"


def _given(rules: Rules, record: PlayedGame) -> list[str]:
    """Return the stones of the set-up, black and white in turn as far as possible."""
    pieces = rules.start(record.setup).pieces()
    black, white = ([at for at, stone in pieces.items() if stone == kind] for kind in "xO")
    pairs = [at for pair in zip(black, white, strict=False) for at in pair]
    return [*pairs, *black[len(white) :], *white[len(black) :]]


def _numbers(rules: Rules, move: str) -> str:
    column, row = point_of(rules, move)
    return f"{column + 1},{row + 1}"


def _line(name: str) -> str:
    """Return a name as one line that is no move."""
    text = "".join(c if c.isprintable() else "?" for c in " ".join(name.split())) or "?"
    return f"{text} " if MOVE_LINE.fullmatch(text) else text


def read_psq(rules: Rules, text: str) -> list[ReadGame]:
    """Return the games of a file. Raises BadRecord."""
    games = [part for part in re.split(r"(?im)^(?=Piskvorky )", text) if HEAD_LINE.match(part)]
    if not games:
        shown = repr(text if len(text) < 80 else text[:77])
        raise BadRecord(say("{text} holds no game of Piskvork", text=shown))
    return [_read(rules, part.splitlines()) for part in games]


def _read(rules: Rules, lines: list[str]) -> ReadGame:
    head = HEAD_LINE.match(lines[0])
    assert head is not None
    size = int(head[1]), int(head[2])
    if size != rules.geometry.size:
        raise BadRecord(
            say(
                "the record is of a board of size {size}, not {wanted}",
                size=repr(f"{size[0]}x{size[1]}"),
                wanted=rules.geometry.size[0],
            )
        )
    points, rest = list[Point](), list[str]()
    for line in lines[1:]:
        found = MOVE_LINE.fullmatch(line)
        if found and not rest:
            points.append((int(found[1]) - 1, int(found[2]) - 1))
        elif line.strip():
            rest.append(line.strip())
    named = rest[:2] if len(rest) > 2 else []
    black, white = named or ("?", "?")
    names = PerColor("?", "?").put(Color.BLACK, black).put(Color.WHITE, white)
    return replayed(rules, names, (text_of(rules, point) for point in points))
