"""Read PGN: split a text into games, and read each with its variations, comments and marks.

Reading never fails: unreadable text is kept where it was, and reported with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Protocol

from board_core.fast_dataclass import dataclass
from board_core.game.game_tree import (
    NO_NOTES,
    UNKNOWN_TAGS,
    DrawnShape,
    GameTree,
    Notes,
    Problems,
    TreeMove,
    Variation,
    WrittenGame,
)
from board_core.game.geometry import PLACE_NAME, Geometry
from board_core.game.player import Score
from board_core.game.rules import BadSetup, IllegalMove, Move, Position, Rules
from board_core.text.harmless_text import lines_of
from board_core.text.sentence import say

MOST_NESTED = 60
"""Variations within variations; deeper ones are kept as text."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

TAG_LINE = re.compile(r'\s*\[\s*([A-Za-z0-9][\w+#=:-]*)\s+"(.*)"\s*\]\s*$')
SEVERAL_TAGS = re.compile(r'\[\s*([A-Za-z0-9][\w+#=:-]*)\s+"((?:[^"\\]|\\.)*)"\s*\]')
CLOSED_COMMENT = re.compile(r"\{[^}]*\}")
LAST_RESULT = re.compile(r"(?:^|[\s)}.])(1-0|0-1|1/2-1/2|\*)\s*$")

TOKEN_PATTERN = re.compile(
    r"""
    (?P<comment>\{[^}]*(?P<closed>\})?)
    | (?P<remark>;[^\n]*|(?<=\n)%[^\n]*)
    | (?P<opens>\() | (?P<closes>\))
    | \$(?P<glyph>\d{1,3})
    | (?P<sign>[!?]{1,2})
    | (?P<result>1-0|0-1|1/2-1/2|\*)(?=[\s{}();]|$)
    | (?P<number>\d+(?:\.+|(?=\s))|\.+|…)
    | (?P<word>[^\s{}();$!?]+)
    """,
    re.VERBOSE,
)
GLYPH_OF_SIGN = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
NULL_MOVES = ("--", "Z0", "0000", "@@@@")

EVALUATION_PATTERN = re.compile(
    r"\[%eval\s+(?:\#([+-]?\d{1,5})|([+-]?\d{0,6}(?:\.\d{1,2})?))(?:,(\d{1,4}))?\]"
)
CLOCK_PATTERN = re.compile(r"\[%(clk|emt)\s+(-?)(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)\]")
ONE_SHAPE = rf"[RGYB](?:{PLACE_NAME.pattern}){{1,2}}"
SHAPES_PATTERN = re.compile(rf"\[%c(?:sl|al)\s+({ONE_SHAPE}(?:\s*,\s*{ONE_SHAPE})*)\]")
COLOR_OF_LETTER = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


# A text into games


def split_pgn(text: str) -> list[WrittenGame]:
    """Split a text into games, which begin with tags or with the move number 1.

    An unclosed comment ends with its game.
    """
    lines = lines_of(text.removeprefix("\ufeff"))
    starts, in_comment, depth, moves, blank = list[int](), False, 0, False, True
    begun = False  # the present game has a line
    for number, line in enumerate(lines):
        bare = line.strip()
        if not bare:
            blank = True
            continue
        tag = bare[0] == "[" and (blank or not in_comment) and TAG_LINE.match(line) is not None
        outside = not in_comment and depth == 0
        if tag and (moves or not begun):
            starts.append(number)
            begun, moves, in_comment, depth = True, False, False, 0
        elif not begun or (blank and moves and outside and re.match(r"1\s*\.", bare)):
            starts.append(number)
            begun, moves = True, False
        blank = False
        if tag:
            continue
        moves = True
        told, in_comment = _outside_comments(line, in_comment)
        depth = max(0, depth + told.count("(") - told.count(")"))
        if not in_comment and depth == 0 and LAST_RESULT.search(told.rstrip()):
            begun = False
    ends = [*starts[1:], len(lines)][: len(starts)]
    return [
        _written("".join(lines[start:end]), start + 1)
        for start, end in zip(starts, ends, strict=True)
    ]


def _outside_comments(line: str, in_comment: bool) -> tuple[str, bool]:
    """Return the part of a line outside comments, and whether a comment is still open."""
    if in_comment:
        _said, closed, line = line.partition("}")
        if not closed:
            return "", True
    if "{" in line:
        closed_up_to = line.rfind("}") + 1  # after it no comment is closed
        line = CLOSED_COMMENT.sub(" ", line[:closed_up_to]) + line[closed_up_to:]
    before_remark = line.partition(";")[0]
    told, opened, _said = before_remark.partition("{")
    return told, bool(opened)


def _written(text: str, line: int) -> WrittenGame:
    return WrittenGame(text, line, tuple(_tags(text)[0].items()))


def _tags(text: str) -> tuple[dict[str, str], int]:
    """Return a game's tags, the standard ones first, and where its moves begin."""
    found, at = dict(UNKNOWN_TAGS), 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        line = text[at:end]
        if line.strip() and not line.startswith("%"):
            if (tag := TAG_LINE.match(line)) is None:
                break
            if '"' in re.sub(r"\\.", "", tag[2]):  # several on one line
                found |= {name: _unescaped(value) for name, value in SEVERAL_TAGS.findall(line)}
            else:
                found[tag[1]] = _unescaped(tag[2])
        at = end
    return found, at


def _unescaped(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value)


# A game into a tree


class LineOfPlay(Protocol):
    """A position that follows the moves being read, and can go back."""

    def play(self, text: str) -> tuple[Move, str]:
        """Play the move of a text; return it, and its notation. Raises IllegalMove."""

    def play_again(self, move: Move) -> None:
        """Play a move that was taken back."""

    def take_back(self) -> None:
        """Take the last move back."""


@dataclass(frozen=True, slots=True)
class PgnGame:
    """The rules of a game, as needed for reading PGN."""

    rules: Rules
    told: Callable[[Mapping[str, str]], str]
    """Return the name of the rules that the tags of a game name."""
    line: Callable[[Position], LineOfPlay]
    """Return a line of play from a first position."""
    always_set_up: bool = False
    """True if the games have their first position as a tag even if it is the standard one."""


def read_game(written: WrittenGame, pgn: PgnGame) -> GameTree:
    """Return one game with everything written about it."""
    rules = pgn.rules
    tags, begin = _tags(written.text)
    if tags["Result"] not in RESULTS:
        tags["Result"] = "*"
    body = written.text[begin:]
    problems = Problems(written.text, written.line, begin)
    setup = tags.get("FEN") if tags.get("SetUp", "1") == "1" else None
    blamed = "[Variant "
    try:
        told = pgn.told(tags)
        if told != rules.name:
            raise BadSetup(say("it is a game of {told}, not of {game}", told=told, game=rules.name))
        blamed = "[FEN "
        if pgn.always_set_up and setup == rules.start(None).setup:
            setup = None
        start = rules.start(setup)
    except BadSetup as error:
        unread = Variation((), _without_result(body).strip())
        tag = max(0, written.text.find(blamed, 0, begin))
        problems.add(tag - begin, error.sentence)
        told_problems = tuple(problems.told)
        return GameTree(rules, tuple(tags.items()), setup, NO_NOTES, unread, told_problems)
    reader = _Reader(pgn.line(start), problems, rules.geometry)
    reader.read(body)
    if reader.result and tags["Result"] == "*":
        tags["Result"] = reader.result
    notes = notes_of(rules.geometry, reader.first)
    told_problems = tuple(problems.told)
    return GameTree(rules, tuple(tags.items()), setup, notes, reader.main(), told_problems)


def _without_result(body: str) -> str:
    found = LAST_RESULT.search(body)
    return body if found is None else body[: found.start(1)]


@dataclass(slots=True)
class _Draft:
    """A move whose notes are still being read."""

    move: Move
    notation: str
    before: str
    said: list[str] = field(default_factory=list)
    glyphs: list[int] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    def done(self, geometry: Geometry) -> TreeMove:
        known = self.said or self.glyphs
        notes = notes_of(geometry, self.said, self.glyphs) if known else NO_NOTES
        return TreeMove(self.move, self.notation, notes, self.before, tuple(self.variations))


@dataclass(slots=True)
class _Frame:
    """A variation that is being read."""

    moves: list[_Draft] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)  # comments before its first move
    unread: str = ""

    def done(self, geometry: Geometry) -> Variation:
        unread = self.unread
        if self.waiting:  # comments and no move
            unread = " ".join([*(f"{{{text}}}" for text in self.waiting), unread]).strip()
        return Variation(tuple(move.done(geometry) for move in self.moves), unread)


class _Reader:
    """Reads the moves of one game; afterwards :meth:`main` is its main line."""

    def __init__(self, line: LineOfPlay, problems: Problems, geometry: Geometry) -> None:
        self.first: list[str] = []  # comments on the first position
        self.result = ""
        self._line, self._trouble, self._geometry = line, problems.add, geometry
        self._frames = [_Frame()]

    def main(self) -> Variation:
        return self._frames[0].done(self._geometry)

    def read(self, body: str) -> None:
        at, end = 0, len(body)
        while at < end:
            token = TOKEN_PATTERN.search(body, at)
            if token is None:
                break
            at = token.end()
            match token.lastgroup:
                case "comment" | "closed":
                    at = self._commented(body, token)
                case "remark":
                    self._said(token[0].lstrip(";").strip())
                case "opens":
                    at = self._opened(body, token.start())
                case "closes":
                    self._closed(token.start())
                case "glyph" | "sign":
                    self._marked(token)
                case "result":
                    at = self._ended(body, token)
                case "word":
                    at = self._moved(body, token)
        if len(self._frames) > 1:
            self._trouble(end, say("a bracket is not closed"))
        while len(self._frames) > 1:
            self._close()

    def _commented(self, body: str, token: re.Match[str]) -> int:
        if token["closed"]:
            self._said(token[0][1:-1].strip())
            return token.end()
        self._trouble(token.start(), say("a comment is not closed"))
        told = body[token.start() + 1 :]
        result = LAST_RESULT.search(told)
        self._said((told if result is None else told[: result.start(1)]).strip())
        return len(body)

    def _said(self, text: str) -> None:
        frame = self._frames[-1]
        if not text:
            return
        if frame.moves:
            frame.moves[-1].said.append(text)
        elif len(self._frames) == 1:
            self.first.append(text)
        else:
            frame.waiting.append(text)

    def _marked(self, token: re.Match[str]) -> None:
        glyph = int(token["glyph"]) if token["glyph"] else GLYPH_OF_SIGN.get(token["sign"], 0)
        if self._frames[-1].moves and glyph not in self._frames[-1].moves[-1].glyphs:
            self._frames[-1].moves[-1].glyphs.append(glyph)

    def _moved(self, body: str, token: re.Match[str]) -> int:
        frame, text = self._frames[-1], token["word"]
        try:
            if text in NULL_MOVES:
                raise IllegalMove(say("{text} is a null move", text=repr(text)))
            move, notation = self._line.play(text)
        except IllegalMove as error:
            self._trouble(token.start(), error.sentence)
            return self._left_unread(body, token.start())
        frame.moves.append(_Draft(move, notation, " ".join(frame.waiting)))
        frame.waiting = []
        return token.end()

    def _left_unread(self, body: str, at: int) -> int:
        """Keep the rest of the variation as text, and return where it ends."""
        depth, scan = 0, at
        while scan < len(body) and (token := TOKEN_PATTERN.search(body, scan)) is not None:
            kind = token.lastgroup
            if kind == "opens":
                depth += 1
            elif kind == "closes":
                if not depth and len(self._frames) > 1:
                    break
                depth = max(0, depth - 1)
            elif kind == "result" and not depth and len(self._frames) == 1:
                break
            scan = token.end()
        else:
            token = None
        end = len(body) if token is None else token.start()
        self._frames[-1].unread = " ".join(
            part for part in (self._frames[-1].unread, body[at:end].strip()) if part
        )
        return end

    def _opened(self, body: str, at: int) -> int:
        frame = self._frames[-1]
        if not frame.moves or len(self._frames) > MOST_NESTED:
            deep = say("the variations are nested too deeply")
            why = deep if frame.moves else say("a variation stands before any move")
            self._trouble(at, why)
            return self._left_unread(body, at)
        self._line.take_back()
        self._frames.append(_Frame())
        return at + 1

    def _closed(self, at: int) -> None:
        if len(self._frames) == 1:
            self._trouble(at, say("a bracket closes that was not opened"))
        else:
            self._close()

    def _close(self) -> None:
        frame = self._frames.pop()
        for _move in frame.moves:
            self._line.take_back()
        last = self._frames[-1].moves[-1]
        self._line.play_again(last.move)
        variation = frame.done(self._geometry)
        if variation.moves or variation.unread:
            last.variations.append(variation)

    def _ended(self, body: str, token: re.Match[str]) -> int:
        """Handle the result at the end of a game; anything after it is reported and kept."""
        if len(self._frames) > 1:
            return token.end()  # of a variation: some programs write it
        self.result = token["result"]
        rest = body[token.end() :].strip()
        if rest:
            at = token.end()
            self._trouble(at, say("text follows the result: {text}", text=repr(rest[:60])))
            self._frames[0].unread = f"{self._frames[0].unread} {rest}".strip()
        return len(body)


def notes_of(geometry: Geometry, said: Sequence[str], glyphs: Iterable[int] = ()) -> Notes:
    """Parse comments into notes: scores, times and shapes are removed from the text."""
    text = " ".join(said)
    notes = Notes(text, tuple(glyphs))
    if "[%" not in text:
        return notes
    if (found := EVALUATION_PATTERN.search(text)) and (found[1] or found[2]):
        mate, pawns = found[1], found[2]
        score = Score(mate=int(mate)) if mate else Score(cp=_centipawns(pawns))
        depth = None if found[3] is None else int(found[3])
        notes = replace(notes, score=score, depth=depth)
        text = _without(text, found)
    times: dict[str, float] = {}
    shapes: list[DrawnShape] = []

    def timed(found: re.Match[str]) -> str:
        seconds = int(found[3]) * 3600 + int(found[4]) * 60 + float(found[5])
        if (found[2] and seconds) or found[1] in times:
            return found[0]
        times[found[1]] = seconds
        return ""

    def drawn(found: re.Match[str]) -> str:
        for each in re.split(r"\s*,\s*", found[1]):
            places = PLACE_NAME.findall(each[1:])
            if all(place in geometry for place in places):
                shapes.append(DrawnShape(COLOR_OF_LETTER[each[0]], tuple(places)))
        return ""

    text = SHAPES_PATTERN.sub(drawn, CLOCK_PATTERN.sub(timed, text))
    notes = replace(notes, clock_left=times.get("clk"), elapsed=times.get("emt"))
    return replace(notes, comment=re.sub(r"^ +| +$|(?<= ) +", "", text), shapes=tuple(shapes))


def _centipawns(pawns: str) -> int:
    try:
        return round(float(pawns) * 100)
    except ValueError:  # a sign or a point alone
        return 0


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]}{text[found.end() :]}"
