"""Games of gomoku in SGF (Smart Game Format 4, game number 4).

Points are two letters as for Go: the column from the left and the row from the top, each from a.
Nodes that set stones up represent the opening swap2 (``ON[swap2]``), each with the move as its
name, ``N[h8]`` or ``N[swap]``: a reader that does not know it still shows the right stones.

Properties that the board does not know are kept and written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import takewhile
from math import inf

from board_core.fast_dataclass import dataclass
from board_core.game.game_tree import NO_NOTES, UNKNOWN_TAGS, Problems
from board_core.game.rules import BadSetup, IllegalMove, Move, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.game.words import Words
from board_core.record import (
    BadRecord,
    DrawnShape,
    GameTree,
    Notes,
    PlayedGame,
    TreeMove,
    Variation,
    WrittenGame,
    tree_of,
)
from board_core.text.harmless_text import on_one_line
from board_core.text.sentence import Sentence, say

from .board import RENJU, SWAP2, GomokuVariant, read_setup, written

Point = tuple[int, int]
"""Column from the left and row from the top, both from 0."""


def point_of(rules: Rules, move: str) -> Point:
    return rules.geometry.at(move)


def text_of(rules: Rules, point: Point) -> str:
    """Return the move's text; the point need not be on the board."""
    files, ranks = rules.geometry.size
    column, row = point
    return (
        f"{rules.geometry.column_labels[column]}{ranks - row}"
        if 0 <= column < files
        else f"{point}"
    )


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """A move of the opening swap2, and the stones before and after it."""

    move: Move
    before: Mapping[str, str]
    after: Mapping[str, str]
    recorded: bool  # False if the set-up contains it


def opening_of(rules: Rules, setup: str | None, moves: Iterable[Move]) -> list[OpeningStep]:
    """Return the moves of a game's opening; none if it had no opening."""
    given = (setup or "").lower().split()
    if given[:1] != [SWAP2]:
        return []
    position, steps = rules.start(SWAP2), list[OpeningStep]()
    texts = [(text, False) for text in given[1:]] + [(move, True) for move in moves]
    for text, recorded in texts:
        if not position.native.opening:
            break
        move = position.parse(text)
        after = position.play(move)
        steps.append(OpeningStep(move, position.pieces(), after.pieces(), recorded))
        position = after
    return steps


GAME_NUMBER = 4  # gomoku and renju
ENGLISH = Words("en")
LETTER_OF_COLOR = {Color.BLACK: "B", Color.WHITE: "W"}
LETTERS = {*LETTER_OF_COLOR.values()}
AFTER_RESULT = {Reason.RESIGNATION: "+R", Reason.TIME: "+T", Reason.FIVE_IN_A_ROW: "+"}
RESULT_PATTERN = re.compile(
    r"(?P<black>b(?:lack)?\b|b\+|0-1$)|(?P<white>w(?:hite)?\b|w\+|1-0$)"
    r"|(?P<draw>(?:0|d|draw|jigo|tie|1/2|1/2-1/2|½-½)$)|(?P<open>(?:|\?|void|unknown|\*)$)",
    re.IGNORECASE,
)
RESULT_OF_GROUP = {"black": "0-1", "white": "1-0", "draw": "1/2-1/2"}
WORD_OF_RESULT = {"0-1": "B+", "1-0": "W+", "1/2-1/2": "Draw"}

PROPERTY_OF_TAG = {
    "Event": "EV",
    "Site": "PC",
    "Round": "RO",
    "Date": "DT",
    "Black": "PB",
    "White": "PW",
    "RE": "RE",
}
"""The properties for the tags of other formats, in the order in which they are written."""
OWN_PROPERTIES = ("FF", "GM", "CA", "AP", "SZ", "RU", "ON", "AB", "AW", "PL", "C")
"""Properties of the first node that are written from other facts."""
STONES = ("AB", "AW", "AE")
KEY_OF_GLYPH = {1: "TE[1]", 3: "TE[2]", 2: "BM[1]", 4: "BM[2]", 5: "IT[]", 6: "DO[]"}
GLYPH_OF_KEY = {text: glyph for glyph, text in KEY_OF_GLYPH.items()}
KEY_OF_COLOR = {"green": "CR", "red": "MA", "yellow": "TR", "blue": "SQ"}
COLOR_OF_KEY = {key: color for color, key in KEY_OF_COLOR.items()}

MOST_NESTED = 60
"""Variations within variations; deeper ones are kept as text."""

TOKEN_PATTERN = re.compile(r"[();]|([A-Za-z]+)|\[([^\]\\]*(?:\\.[^\]\\]*)*)\]|\s+|.", re.DOTALL)
ESCAPE = re.compile(r"\\(?:\n|(.))", re.DOTALL)
"""An escaped character; an escaped line break is none."""
UNCLOSED_PATTERN = re.compile(r"[();]|([A-Za-z]+)|(?!)()|\s+|.", re.DOTALL)
"""The tokens behind a value that is not closed: no other one is."""


def to_sgf(
    rules: Rules,
    variant: GomokuVariant,
    record: PlayedGame,
    *,
    event: str = "?",
    site: str = "?",
    round: str | int = "?",
    words: Words = ENGLISH,
) -> str:
    """Return the game as a game tree of one line, with the time left where it is known.

    The comment of the last move tells how the game ended.
    """
    tree = sgf_tree(record, event=event, site=site, round=round, words=words)
    return tree_to_sgf(rules, variant, tree)


def sgf_tree(
    record: PlayedGame,
    *,
    event: str = "?",
    site: str = "?",
    round: str | int = "?",
    words: Words = ENGLISH,
) -> GameTree:
    """Return a played game as a tree with the facts of SGF."""
    tags = UNKNOWN_TAGS | {
        "Event": event,
        "Site": site,
        "Date": f"{record.started:%Y-%m-%d}",
        "Round": str(round),
        "White": record.names.white,
        "Black": record.names.black,
        "Result": record.result,
        "RE": _result(record),
    }
    base = record.controls.black.base
    if base < inf:
        tags["TM"] = f"{base:g}"
    said = words.outcome(record.outcome, record.explanation) if record.over else ""
    return tree_of(record, tags, on_one_line(said))


def tree_to_sgf(rules: Rules, variant: GomokuVariant, tree: GameTree) -> str:
    """Return a tree as one game tree of SGF, with a blank line after it."""
    first = {
        "FF": "4",
        "GM": str(GAME_NUMBER),
        "CA": "UTF-8",
        "AP": "the-chess-board",
        "SZ": str(variant.size),
        "RU": variant.rule,
    }
    result = WORD_OF_RESULT.get(tree.result)
    tags = ({} if result is None else {"RE": result}) | dict(tree.tags)
    for tag, key in PROPERTY_OF_TAG.items():
        said = tags.get(tag, "")
        if tag in ("Black", "White") or said not in ("", UNKNOWN_TAGS.get(tag, "")):
            first[key] = said or "?"
    further = {key: text for key, text in tags.items() if key.isupper() and key not in first}
    root = "".join(f"{key}[{_escaped(text)}]" for key, text in (first | further).items())
    opened = opening_of(rules, tree.setup, [move.move for move in tree.main.moves])
    root += f"ON[{SWAP2}]" if opened else _stones(rules, tree.setup)
    given = [step for step in opened if not step.recorded]
    nodes = [f";{root}{_noted(rules, tree.notes)}", *(_laid(rules, step) for step in given)]
    nodes += _nodes(rules, tree, (), tree.main)
    return "(" + "\n".join(nodes) + ")\n\n"


def _nodes(rules: Rules, tree: GameTree, before: tuple[Move, ...], line: Variation) -> list[str]:
    """Return the nodes of a line that begins after these moves, and of its variations."""
    moves = (*before, *(move.move for move in line.moves))
    steps = [step for step in opening_of(rules, tree.setup, moves) if step.recorded]
    position = rules.start(tree.setup)
    for move in before:
        position = position.play(move)
    nodes, closing = list[str](), list[str]()
    for ply, each in enumerate(line.moves, start=len(before)):
        color, branches = position.to_move, bool(each.variations)
        step = steps[ply] if ply < len(steps) else None
        head = _move(rules, color, each.move) if step is None else _laid(rules, step)
        left = each.notes.clock_left
        time = "" if left is None else f"{LETTER_OF_COLOR[color]}L[{left:.3f}]"
        said = f"{each.before}\n{each.notes.comment}".strip()
        notes = replace(each.notes, comment=said)
        nodes.append(f"{'(' if branches else ''}{head}{time}{_noted(rules, notes)}")
        if branches:
            others = (_nodes(rules, tree, moves[:ply], other) for other in each.variations)
            closing.append(")" + "".join("\n(" + "\n".join(other) + ")" for other in others))
        position = position.play(each.move)
    if line.unread:
        nodes.append(line.unread)
    if closing:
        nodes[-1] += "".join(reversed(closing))
    return nodes


def _move(rules: Rules, color: Color, move: Move) -> str:
    return f";{LETTER_OF_COLOR[color]}[{_letters(point_of(rules, move))}]"


def _laid(rules: Rules, step: OpeningStep) -> str:
    """Return a move of an opening, and the stones that it placed or recoloured."""
    changed = {at: stone for at, stone in step.after.items() if step.before.get(at) != stone}
    return f";N[{step.move}]" + _points(rules, changed)


def _noted(rules: Rules, notes: Notes) -> str:
    """Return the properties for the notes on a position."""
    text = "".join(KEY_OF_GLYPH.get(glyph, "") for glyph in notes.glyphs)
    for color, key in KEY_OF_COLOR.items():
        told = [
            one.places[0] for one in notes.shapes if one.color == color and len(one.places) == 1
        ]
        text += key + "".join(f"[{_letters(point_of(rules, at))}]" for at in told) if told else ""
    arrows = [shape.places for shape in notes.shapes if len(shape.places) == 2]
    if arrows:
        ends = (":".join(_letters(point_of(rules, at)) for at in places) for places in arrows)
        text += "AR" + "".join(f"[{each}]" for each in ends)
    text += "".join(f"{key}{value}" for key, value in notes.other)
    return text + (f"C[{_escaped_text(notes.comment)}]" if notes.comment else "")


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
    return _escaped_text(on_one_line(text))


def _escaped_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


# Reading


@dataclass(slots=True)
class _Node:
    """One node of a file: its properties, their text, and where they stand."""

    at: int
    values: dict[str, list[str]] = field(default_factory=dict)
    raw: list[str] = field(default_factory=list)

    def value(self, key: str) -> str:
        return self.values.get(key, [""])[0].strip()


@dataclass(slots=True)
class _Sequence:
    """Nodes one after another, and the lines that go on after them."""

    nodes: list[_Node] = field(default_factory=list)
    lines: list[_Sequence] = field(default_factory=list)
    unclosed: str = ""  # of a game: the bracket that is still open at its end

    def raw(self) -> str:
        """Return it all as text."""
        parts, waiting = list[str](), list[_Sequence | str]([self])
        while waiting:
            match waiting.pop():
                case str(text):
                    parts.append(text)
                case _Sequence(nodes, lines):
                    parts += [part for node in nodes for part in node.raw]
                    for line in reversed(lines):
                        waiting += [")", line, "("]
        return "".join(parts)


def split_sgf(text: str) -> list[WrittenGame]:
    """Return the games of an SGF text without their moves. Raises BadRecord."""
    text = text.removeprefix("\ufeff")
    games, line, counted = list[WrittenGame](), 1, 0
    for start, end, sequence in _sequences(text):
        if sequence.nodes and (games or sequence.unclosed != "["):
            line, counted = line + text.count("\n", counted, start), start
            tags = tuple(_tags(sequence.nodes[0]).items())
            games.append(WrittenGame(text[start:end] + "\n\n", line, tags))
    if not games:
        shown = repr(text if len(text) < 80 else text[:77])
        raise BadRecord(say("{text} holds no game in SGF", text=shown))
    return games


def _tokens(text: str) -> Iterator[re.Match[str]]:
    for token in TOKEN_PATTERN.finditer(text):
        yield token
        if token[0] == "[":
            yield from UNCLOSED_PATTERN.finditer(text, token.end())
            return


def _sequences(text: str) -> Iterator[tuple[int, int, _Sequence]]:
    """Yield the games of a text with their beginnings and ends."""
    open_ones, start, key, unclosed = list[_Sequence](), 0, "", "("
    for token in _tokens(text):
        sign, word, value = token[0], token[1], token[2]
        if sign == "[":
            unclosed = sign
        if sign == "(":
            new = _Sequence()
            if open_ones:
                open_ones[-1].lines.append(new)
            else:
                start = token.start()
            open_ones.append(new)
            key = ""
        elif not open_ones:
            continue
        elif sign == ")":
            done = open_ones.pop()
            if not open_ones:
                yield start, token.end(), done
        elif sign == ";":
            nodes, key = open_ones[-1].nodes, ""
            if len(nodes) < 2 or len(nodes[-1].raw) > 1:  # else it is empty: one is enough
                nodes.append(_Node(token.start(), raw=[";"]))
        elif (nodes := open_ones[-1].nodes) and not open_ones[-1].lines:
            if word:
                key = "".join(letter for letter in word if letter.isupper()) or word.upper()
                nodes[-1].raw.append(key)
            elif value is not None and key:
                plain = ESCAPE.sub(r"\1", value) if "\\" in value else value
                nodes[-1].values.setdefault(key, []).append(plain)
                nodes[-1].raw.append(f"[{value}]")
    if open_ones:
        open_ones[0].unclosed = unclosed
        yield start, len(text), open_ones[0]


def _tags(first: _Node) -> dict[str, str]:
    """Return the tags of a game, the usual ones first; properties that have none are tags too."""
    tags, tag_of = dict(UNKNOWN_TAGS), {key: tag for tag, key in PROPERTY_OF_TAG.items()}
    for key in first.values:
        text = first.value(key)
        if text and (key in tag_of or (key not in OWN_PROPERTIES and not _is_mark(key))):
            tags[tag_of.get(key, key)] = text
    found = RESULT_PATTERN.match(first.value("RE"))
    tags["Result"] = RESULT_OF_GROUP.get((found and found.lastgroup) or "", "*")
    return tags


def _is_mark(key: str) -> bool:
    """Tell whether a property of the first node is about its position."""
    return key in ("LB", "AR", "LN", "DD", "VW", "N", *COLOR_OF_KEY)


def read_sgf_tree(rules: Rules, variant: GomokuVariant, game: WrittenGame) -> GameTree:
    """Return one game with all that was written about it. Raises BadRecord."""
    _start, _end, sequence = next(_sequences(game.text))
    first = sequence.nodes[0]
    number = first.value("GM") or str(GAME_NUMBER)
    if number != str(GAME_NUMBER):
        raise BadRecord(
            say("the record is of another game: its number is {game}", game=repr(number))
        )
    size = first.value("SZ") or str(variant.size)
    if size not in (str(variant.size), f"{variant.size}:{variant.size}"):
        raise BadRecord(
            say(
                "the record is of a board of size {size}, not {wanted}",
                size=repr(size),
                wanted=variant.size,
            )
        )
    opened = first.value("ON").casefold() == SWAP2 and variant.rule != RENJU
    nodes = list(_main_nodes(sequence))
    named = opened and any("N" in node.values for node in nodes[1:])
    setup = SWAP2 if named else _setup(rules, variant, first, nodes)
    reader = _Reader(rules, game, opened)
    reader.check(sequence)
    main = reader.line(sequence, rules.start(setup), 0)
    tags = _tags(first)
    position = rules.start(setup)
    for move in main.moves:
        position = position.play(move.move)
    ended = position.outcome()
    if ended is not None and not first.value("RE"):
        tags["Result"] = ended.result
    return GameTree(
        rules, tuple(tags.items()), setup, reader.notes, main, tuple(reader.problems.told)
    )


def _main_nodes(sequence: _Sequence) -> Iterator[_Node]:
    while True:
        yield from sequence.nodes
        if not sequence.lines:
            return
        sequence = sequence.lines[0]


class _Reader:
    """Reads the nodes of one game as moves, with what is written in them."""

    def __init__(self, rules: Rules, game: WrittenGame, opened: bool) -> None:
        self.problems = Problems(game.text, game.line)
        self.notes = NO_NOTES  # on the first position
        self._rules, self._opened = rules, opened
        self._root: _Node | None = None

    def check(self, game: _Sequence) -> None:
        """Tell what is wrong with the game as a whole."""
        first, text = game.nodes[0], self.problems.text
        used, misnamed, named = first.value("CA").partition(", not ")
        if misnamed:
            why = say(
                "the text is in {used}, not in {named} as it says", used=used, named=repr(named)
            )
            self._trouble(first, why)
        if (at := text.find("\N{REPLACEMENT CHARACTER}")) >= 0:
            self.problems.add(at, say("there is text that its encoding does not have"))
        if RESULT_PATTERN.match(result := first.value("RE")) is None:
            self._trouble(first, say("{text} is no result", text=repr(result)))
        if game.unclosed:
            self.problems.add(len(text.rstrip()), say("a bracket is not closed"))

    def line(self, sequence: _Sequence, position: Position, depth: int) -> Variation:
        """Return the line that begins with these nodes."""
        moves, said = list[TreeMove](), [list[Notes]()]  # before the first move and after each
        others: list[_Sequence] = []  # lines in the place of the next move, the last one first
        while True:
            for index, node in enumerate(sequence.nodes):
                root = self._root is None
                if root:
                    self._root = node
                elif not node.values:
                    continue
                texts, notes = self._texts(node, root), self._noted(node, root)
                late = bool(moves or depth) and not self._opened and node.values.keys() & STONES
                if not texts and not late:  # a node without a move goes with the one before
                    said[-1].append(notes)
                for color, text in texts or ([("", "")] if late else []):
                    move = self._move(position, color, text, node)
                    if move is None:
                        rest = _Sequence(sequence.nodes[index:], [*sequence.lines, *others[::-1]])
                        return self._done(moves, said, rest, depth)
                    variations = self._variations(others[::-1], position, depth, node)
                    moves.append(TreeMove(move, position.notation(move), variations=variations))
                    said.append([notes])
                    position, others = position.play(move), []
            if not sequence.lines:
                return self._done(moves, said, _Sequence([], others[::-1]), depth)
            others += sequence.lines[:0:-1]
            sequence = sequence.lines[0]

    def _done(
        self, moves: list[TreeMove], said: Iterable[Sequence[Notes]], rest: _Sequence, depth: int
    ) -> Variation:
        first, *others = map(_joined, said)
        if not depth:
            self.notes = first
        elif moves:
            moves[0] = replace(moves[0], before=first.comment)
        noted = (replace(move, notes=each) for move, each in zip(moves, others, strict=True))
        return Variation(tuple(noted), rest.raw())

    def _variations(
        self, others: Sequence[_Sequence], position: Position, depth: int, node: _Node
    ) -> tuple[Variation, ...]:
        if others and depth >= MOST_NESTED:
            self._trouble(node, say("the variations are nested too deeply"))
            return tuple(Variation((), other.raw()) for other in others)
        lines = (self.line(other, position, depth + 1) for other in others)
        return tuple(line for line in lines if line.moves or line.unread)

    def _move(self, position: Position, color: str, text: str, node: _Node) -> Move | None:
        if not text:
            if not color:
                self._trouble(node, say("stones are set up behind the first move"))
        elif position.outcome() is not None:
            self._trouble(node, say("the game had ended before"))
        elif color and LETTER_OF_COLOR[position.to_move] != color:
            self._trouble(node, say("a side moves twice in a row, or out of turn"))
        else:
            try:
                return position.parse(text)
            except IllegalMove as error:
                self._trouble(node, error.sentence)
        return None

    def _trouble(self, node: _Node, why: Sentence) -> None:
        self.problems.add(node.at, why)

    def _texts(self, node: _Node, root: bool) -> list[tuple[str, str]]:
        """Return the moves of a node with their colours; passes are told.

        In an opening the node's name is the move.
        """
        keys = [key for key in node.values if key in LETTERS]
        values = [(key, each) for key in keys for each in node.values[key]]
        if self._opened and not root and not values and "N" in node.values:
            return [("", node.value("N"))]
        moves = list[tuple[str, str]]()
        for color, value in values:
            if value.strip() in (("", "tt") if self._rules.geometry.size[0] < 20 else ("",)):
                self._trouble(node, say("a pass is left out: this game has none"))
            else:
                point = _point(value)
                if point is None:
                    self._trouble(node, say("{text} is no point", text=repr(value)))
                moves.append((color, "" if point is None else text_of(self._rules, point)))
        return moves

    def _noted(self, node: _Node, root: bool) -> Notes:
        """Return what a node says about its position."""
        glyphs, shapes, other, left = list[int](), list[DrawnShape](), [], None
        for key, values in node.values.items():
            if key in ("B", "W", "C") or (root and not _is_mark(key)):
                continue
            if (glyph := GLYPH_OF_KEY.get(f"{key}[{values[0]}]")) is not None:
                glyphs.append(glyph)
            elif key in COLOR_OF_KEY and (points := self._places(values)):
                shapes += [DrawnShape(COLOR_OF_KEY[key], (point,)) for point in points]
            elif key == "AR" and (arrows := self._arrows(values)):
                shapes += [DrawnShape("green", places) for places in arrows]
            elif key in ("BL", "WL") and key[0] in node.values and _seconds(values[0]) is not None:
                left = _seconds(values[0])
            elif key not in (("N", *STONES) if self._opened else STONES):
                other.append((key, "".join(f"[{_escaped_text(value)}]" for value in values)))
        comment = node.value("C")
        return Notes(comment, tuple(glyphs), tuple(shapes), None, None, left, None, tuple(other))

    def _places(self, values: Sequence[str]) -> tuple[str, ...]:
        """Return the places of points; none if one of them is off the board."""
        points = [point for value in values if (point := _point(value)) is not None]
        places = tuple(text_of(self._rules, point) for point in points)
        known = all(place in self._rules.geometry for place in places)
        return places if known and len(places) == len(values) else ()

    def _arrows(self, values: Sequence[str]) -> list[tuple[str, ...]]:
        arrows = [self._places(value.split(":")) for value in values]
        return arrows if all(len(places) == 2 for places in arrows) else []


def _joined(notes: Sequence[Notes]) -> Notes:
    """Return the notes of a move's node, and of those without a move that follow it, as one."""
    return replace(
        notes[0] if notes else NO_NOTES,
        comment="\n".join(each.comment for each in notes if each.comment),
        glyphs=tuple(glyph for each in notes for glyph in each.glyphs),
        shapes=tuple(shape for each in notes for shape in each.shapes),
        other=tuple(pair for each in notes for pair in each.other),
    )


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 <= seconds < inf else None


def _setup(
    rules: Rules, variant: GomokuVariant, first: _Node, nodes: Sequence[_Node]
) -> str | None:
    """Return the stones before the first move, as a set-up of this game."""
    given, cells = False, bytearray(variant.size**2)
    begins = next((key for n in nodes for key in n.values if key in LETTERS), "B")
    for node in takewhile(lambda node: node is first or not node.values.keys() & LETTERS, nodes):
        for key in STONES:
            for value in node.values.get(key, ()):
                given = True
                for column, row in _rectangle(value):
                    if not (0 <= column < variant.size and 0 <= row < variant.size):
                        raise BadRecord(say("{point} is no point of this board", point=repr(value)))
                    at = (variant.size - 1 - row) * variant.size + column
                    cells[at] = (STONES.index(key) + 1) % len(STONES)
    if not (given or "PL" in first.values or begins == "W"):
        return None
    side = (first.value("PL") or begins)[:1].upper()
    text = written(variant.size, cells, 2 if side == "W" else 1)
    try:
        read_setup(variant, text)
    except BadSetup as error:
        raise BadRecord(error.sentence) from None
    return text


def _rectangle(value: str) -> list[Point]:
    """Return the points of a value, which may name two corners."""
    ends = [_point(corner) or (-1, -1) for corner in value.split(":")]
    (left, top), (right, bottom) = ends[0], ends[-1]
    return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)] or [(-1, -1)]


def _point(value: str) -> Point | None:
    """Return the point of a value; None if it is no point."""
    letters = value.strip().lower()
    if len(letters) != 2 or not letters.isascii() or not letters.isalpha():
        return None
    return ord(letters[0]) - ord("a"), ord(letters[1]) - ord("a")
