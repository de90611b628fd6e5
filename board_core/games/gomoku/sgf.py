"""Games of gomoku in SGF (Smart Game Format 4, game number 4).

Points are two letters as for Go: the column from the left and the row from the top, each from a.
Nodes that set stones up represent the opening swap2 (``ON[swap2]``), each with the move as its
name, ``N[h8]`` or ``N[swap]``: a reader that does not know it still shows the right stones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import inf

from board_core.record import BadRecord, Mark, PlayedGame, PlayedMove, ReadGame
from board_core.rules import BadSetup, Reason, Rules
from board_core.sentence import say
from board_core.sides import Color, PerColor
from board_core.words import Words, on_one_line

from .replay import OpeningStep, Point, opening_of, point_of, replayed, text_of
from .setup import read_setup, written
from .swap2 import SWAP2
from .variant import RENJU, GomokuVariant

GAME_NUMBER = 4  # gomoku and renju
ENGLISH = Words("en")
NO_MARKS: Mapping[int, Mark] = {}
LETTER_OF_COLOR = {Color.BLACK: "B", Color.WHITE: "W"}
AFTER_RESULT = {Reason.RESIGNATION: "+R", Reason.TIME: "+T", Reason.FIVE_IN_A_ROW: "+"}
RESULT_OF_LETTER = {"B": "0-1", "W": "1-0", "0": "1/2-1/2", "D": "1/2-1/2"}

TOKEN_PATTERN = re.compile(r"[();]|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\]|\s+|.", re.DOTALL)


def to_sgf(
    rules: Rules,
    variant: GomokuVariant,
    record: PlayedGame,
    *,
    event: str = "?",
    site: str = "?",
    round: str | int = "?",
    words: Words = ENGLISH,
    marks: Mapping[int, Mark] = NO_MARKS,
) -> str:
    """Return the game as a game tree of one line, with the time left where it is known.

    The comment of the last move tells how the game ended; ``marks`` are an analysis by ply.
    """
    known = {"EV": event, "PC": site, "RO": str(round)}
    first = {
        "FF": "4",
        "GM": str(GAME_NUMBER),
        "CA": "UTF-8",
        "AP": "the-chess-board",
        "SZ": str(variant.size),
        "RU": variant.rule,
        **{key: value for key, value in known.items() if value not in ("", "?")},
        "DT": f"{record.started:%Y-%m-%d}",
        "PB": record.names.black,
        "PW": record.names.white,
        "RE": _result(record),
    }
    base = record.controls.black.base
    if base < inf:
        first["TM"] = f"{base:g}"
    nodes = [";" + "".join(f"{key}[{_escaped(value)}]" for key, value in first.items())]
    opened = opening_of(rules, record)
    nodes[0] += f"ON[{SWAP2}]" if opened else _stones(rules, record.setup)
    given = len(opened) - sum(step.recorded for step in opened)
    nodes += [_laid(rules, step) for step in opened[:given]]
    for ply, move in enumerate(record.moves):
        said = [words.sentence(marks[ply].words)] if ply in marks else []
        if ply == len(record.moves) - 1 and record.over:
            said.append(words.outcome(record.outcome, record.explanation))
        step = opened[given + ply] if given + ply < len(opened) else None
        head = _move(rules, move) if step is None else _laid(rules, step)
        nodes.append(head + _told(move, " ".join(said)))
    return "(" + "\n".join(nodes) + ")\n\n"


def _move(rules: Rules, move: PlayedMove) -> str:
    return f";{LETTER_OF_COLOR[move.color]}[{_letters(point_of(rules, move.move))}]"


def _laid(rules: Rules, step: OpeningStep) -> str:
    """Return a move of an opening, and the stones that it placed or recoloured."""
    changed = {at: stone for at, stone in step.after.items() if step.before.get(at) != stone}
    return f";N[{step.move}]" + _points(rules, changed)


def _told(move: PlayedMove, comment: str) -> str:
    left = move.clock_left
    text = "" if left is None else f"{LETTER_OF_COLOR[move.color]}L[{left:.3f}]"
    return text + (f"C[{_escaped(comment)}]" if comment else "")


def _stones(rules: Rules, setup: str | None) -> str:
    if setup is None:
        return ""
    position = rules.start(setup)
    return _points(rules, position.pieces()) + f"PL[{LETTER_OF_COLOR[position.to_move]}]"


def _points(rules: Rules, pieces: Mapping[str, str]) -> str:
    text = ""
    for key, symbol in (("AB", "x"), ("AW", "O")):
        points = [
            _letters(point_of(rules, at)) for at, stone in sorted(pieces.items()) if stone == symbol
        ]
        text += key + "".join(f"[{point}]" for point in points) if points else ""
    return text


def _result(record: PlayedGame) -> str:
    outcome = record.outcome
    if not outcome.decided:
        return "Void" if record.over else "?"
    if outcome.winner is None:
        return "Draw"
    return LETTER_OF_COLOR[outcome.winner] + AFTER_RESULT.get(outcome.reason, "+F")


def _letters(point: Point) -> str:
    return "".join(chr(ord("a") + number) for number in point)


def _escaped(text: str) -> str:
    """Return a text on one line without anything that ends the value."""
    return on_one_line(text).replace("\\", "\\\\").replace("]", "\\]")


# Reading


@dataclass(slots=True)
class _Tree:
    """The first line of play of one game: its nodes, each with its properties."""

    nodes: list[dict[str, list[str]]] = field(default_factory=list)


def read_sgf(rules: Rules, variant: GomokuVariant, text: str) -> list[ReadGame]:
    """Return the games of an SGF text, first variations only. Raises BadRecord."""
    games = [_read(rules, variant, tree.nodes) for tree in _trees(text) if tree.nodes]
    if not games:
        shown = repr(text if len(text) < 80 else text[:77])
        raise BadRecord(say("{text} holds no game in SGF", text=shown))
    return games


def _trees(text: str) -> Iterator[_Tree]:
    """Return the games of a text. After the end of one variation, its others are skipped."""
    tree, depth, closed, key = _Tree(), 0, False, ""
    for token in TOKEN_PATTERN.finditer(text.removeprefix("\ufeff")):
        sign, word, value = token[0], token[1], token[2]
        if sign == "(":
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
            closed = True
            if depth == 0:
                yield tree
                tree, closed = _Tree(), False
        elif not depth or closed:
            continue
        elif sign == ";":
            tree.nodes.append({})
        elif word and tree.nodes:
            key = "".join(letter for letter in word if letter.isupper())
        elif value is not None and tree.nodes and key:
            tree.nodes[-1].setdefault(key, []).append(re.sub(r"\\(.)", r"\1", value))


def _read(rules: Rules, variant: GomokuVariant, nodes: list[dict[str, list[str]]]) -> ReadGame:
    first = nodes[0]
    game = _value(first, "GM") or str(GAME_NUMBER)
    if game != str(GAME_NUMBER):
        raise BadRecord(say("the record is of another game: its number is {game}", game=repr(game)))
    size = _value(first, "SZ") or str(variant.size)
    if size != str(variant.size):
        raise BadRecord(
            say(
                "the record is of a board of size {size}, not {wanted}",
                size=repr(size),
                wanted=variant.size,
            )
        )
    opened = _value(first, "ON").casefold() == SWAP2 and variant.rule != RENJU
    texts = [text for node in nodes for text in _texts(rules, node, opened and node is not first)]
    names = PerColor(_value(first, "PW") or "?", _value(first, "PB") or "?")
    result = RESULT_OF_LETTER.get(_value(first, "RE")[:1], "*") if _value(first, "RE") else None
    named = opened and any("N" in node for node in nodes[1:])
    setup = SWAP2 if named else _setup(rules, variant, first, nodes)
    return replayed(rules, names, texts, result, setup)


def _texts(rules: Rules, node: dict[str, list[str]], opened: bool) -> list[str]:
    """Return the moves of a node; in an opening the node's name is the move."""
    values = [value for key in ("B", "W") for value in node.get(key, ())]
    points = [point for value in values if (point := _point(value)) is not None]
    if opened and not values and "N" in node:
        return [_value(node, "N")]
    return [text_of(rules, point) for point in points]


def _setup(
    rules: Rules,
    variant: GomokuVariant,
    first: dict[str, list[str]],
    nodes: list[dict[str, list[str]]],
) -> str | None:
    """Return the stones before the first move, as a set-up of this game."""
    if not ("AB" in first or "AW" in first or "PL" in first):
        return None
    cells = bytearray(variant.size**2)
    for key, stone in (("AB", 1), ("AW", 2)):
        for value in first.get(key, ()):
            column, row = _point(value) or (-1, -1)
            if not (0 <= column < variant.size and 0 <= row < variant.size):
                raise BadRecord(say("{point} is no point of this board", point=repr(value)))
            cells[(variant.size - 1 - row) * variant.size + column] = stone
    begins = "W" if any("W" in node and "B" not in node for node in nodes[1:2]) else "B"
    side = (_value(first, "PL") or begins)[:1].upper()
    text = written(variant.size, cells, 2 if side == "W" else 1)
    try:
        read_setup(variant, text)
    except BadSetup as error:
        raise BadRecord(error.sentence) from None
    return text


def _value(node: dict[str, list[str]], key: str) -> str:
    return node.get(key, [""])[0].strip()


def _point(value: str) -> Point | None:
    """Return the point of a value; None for a pass."""
    letters = value.strip().lower()
    if len(letters) != 2 or not letters.isascii() or not letters.isalpha():
        return None
    return ord(letters[0]) - ord("a"), ord(letters[1]) - ord("a")
