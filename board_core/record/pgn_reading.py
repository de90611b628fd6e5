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
    ROSTER_TAGS,
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
from board_core.text.sentence import Sentence, say

MOST_NESTED = 60
"""Variations within variations; deeper ones are kept as text."""

RESULT_OF = dict.fromkeys(("1-0", "1:0", "1–0"), "1-0")
RESULT_OF |= dict.fromkeys(("0-1", "0:1", "0–1"), "0-1")
RESULT_OF |= dict.fromkeys(("1/2-1/2", "½-½", "½–½", "0.5-0.5", "1/2", "½"), "1/2-1/2")
RESULT_OF |= {"*": "*"}
"""The results as programs write them, the longer ones first."""
ANY_RESULT = "|".join(map(re.escape, RESULT_OF))

TAG_NAME = r"\s*\[\s*([A-Za-z0-9][\w+#=:-]*)"
TAG_BEGIN = re.compile(rf'{TAG_NAME}\s+"')
TAG_PATTERN = re.compile(rf'{TAG_NAME}\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
TAG_LINE = re.compile(rf'{TAG_NAME}\s+"(.*)"\s*\]\s*$')
TAG_END = re.compile(r'[^\[\]"\n]*"\s*\]\s*?(?:\n|$)')
"""The rest of a tag whose value has a line break."""
USUAL_TAGS = {name.casefold(): name for name in (*ROSTER_TAGS, "FEN", "SetUp", "Variant")}
"""The tags that are read here, in any case."""
CLOSED_COMMENT = re.compile(r"\{[^}]*\}")
LAST_RESULT = re.compile(rf"(?:^|[\s)}}.])({ANY_RESULT})\s*$")
SAID_AFTERWARDS = re.compile(r"(?:\s|\{[^}]*\}|;[^\n]*(?:\n|$))*")

TOKEN_PATTERN = re.compile(
    rf"""
    (?P<comment>\{{[^}}]*(?P<closed>\}})?)
    | (?P<remark>;[^\n]*|(?:(?<=\n)|\A)%[^\n]*)
    | (?P<opens>\() | (?P<closes>\))
    | \$(?P<glyph>\d{{1,3}})(?!\d)
    | (?P<sign>[!?]{{1,2}})
    | (?P<result>{ANY_RESULT})(?=[\s{{}}();]|$)
    | (?P<number>\d+(?:[.…．]+|(?=\s|$))|[.…．]+)
    | (?P<stray><[^<>\n]*>|\[[^][\n]*\]|\$|\}})
    | (?P<word>[^\s{{}}();$!?]+(?:\([QRBN]\))?)
    """,
    re.VERBOSE,
)
GLYPH_OF_SIGN = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
MORE_SIGNS = (
    "‼ 3 ⁇ 4 ⁉ 5 ⁈ 6 □ 7 = 10 ∞ 13 ⩲ 14 +/= 14 += 14 ⩱ 15 =/+ 15 =+ 15 ± 16 +/- 16 ∓ 17 -/+ 17 "
    "+- 18 -+ 19 ⨀ 22 ⟳ 32 ↑ 36 → 40 ⇆ 132 ⊕ 138 ∆ 140 ⌓ 142"
)
GLYPH_OF_SIGN |= dict(zip(MORE_SIGNS.split()[::2], map(int, MORE_SIGNS.split()[1::2]), strict=True))
"""The numeric glyphs of signs that stand for themselves or behind a move."""
GLYPH_OF_WORD = GLYPH_OF_SIGN | {"N": 146, "TN": 146, "D": 220}
WITHOUT_MEANING = re.compile(r"e\.?p\.?|ch\.?|dbl|mate|[+#†‡]+|[~,]")
"""Words about a move that say nothing more than the move."""
SIGNS_AT_END = re.compile("(?:" + "|".join(map(re.escape, GLYPH_OF_SIGN)) + r"|e\.?p\.?|[†‡:,])$")
PLAIN_LETTERS = str.maketrans(
    dict(zip("♔♕♖♗♘♚♛♜♝♞–‐‑−—", "KQRBNKQRBN-----", strict=True))
    | dict.fromkeys("♙♟()\ufe0e\ufe0f\ufeff\u200b\u200c\u200d\u2060")
)
BETWEEN_SQUARES = re.compile(r"(?<=[a-h][1-8])[-:](?=[a-h][1-8])")
LONGEST_MOVE = 20
NULL_MOVES = ("--", "Z0", "0000", "@@@@")

EVALUATION_PATTERN = re.compile(
    r"\[%eval\s+(?:\#([+-]?\d{1,5})|([+-]?\d{0,6}(?:\.\d{1,2})?))(?:,(\d{1,4}))?\]"
)
CLOCK_PATTERN = re.compile(r"\[%(clk|emt)\s+(-?)(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d{1,6})?)\]")
ONE_SHAPE = rf"[RGYB](?:{PLACE_NAME.pattern}){{1,2}}"
SHAPES_PATTERN = re.compile(rf"\[%c(?:sl|al)\s+({ONE_SHAPE}(?:\s*,\s*{ONE_SHAPE})*)\]")
COLOR_OF_LETTER = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}


# A text into games


class GameStarts:
    """Tells of each line of a text in turn whether a game begins there.

    A game begins with tags or with the move number 1. An unclosed comment ends with its game.
    """

    def __init__(self) -> None:
        self._in_comment, self._depth, self._moves, self._blank = False, 0, False, True
        self._begun = False  # the present game has a line
        self._open = False  # the value of its last tag goes on
        self._names = set[str]()

    def begins(self, line: str) -> bool:
        bare = line.strip(" \t\r\n\ufeff")
        if not bare:
            self._blank = True
            return False
        if not self._in_comment and (bare[0] == ";" or line[0] == "%"):
            return False
        goes_on, self._open = self._open, False
        if goes_on and TAG_END.match(bare):
            return False
        tags, rest = list[tuple[str, str]](), bare
        if bare[0] == "[" and (not self._in_comment or self._blank):
            tags, rest = _tags_on(bare)
        if self._in_comment and (rest or tags[0][0] != "Event"):
            tags, rest = [], bare
        elif rest[:1] == "[":  # damaged, or it goes on
            damaged = self._begun and not self._moves
            self._open = damaged or TAG_BEGIN.match(rest) is not None
        if tags or self._open:
            again = any(name in self._names for name, _value in tags)
            again = again and (self._blank or tags[0][0] == "Event")
            begins = self._moves or not self._begun or again
        elif not self._begun:
            begins = bool(_outside_comments(bare, self._in_comment)[0].strip())
        else:
            outside = self._blank and self._moves and not self._in_comment and not self._depth
            begins = outside and re.match(r"1\s*[.…]", bare) is not None
        if begins:
            self._begun, self._moves, self._in_comment, self._depth = True, False, False, 0
            self._names.clear()
        self._blank = False
        self._names.update(name for name, _value in tags)
        if rest and not self._open:
            self._moves = True
            told, self._in_comment = _outside_comments(rest, self._in_comment)
            self._depth = max(0, self._depth + told.count("(") - told.count(")"))
            if not self._in_comment and self._depth == 0 and LAST_RESULT.search(told.rstrip()):
                self._begun = False
        return begins


def split_pgn(text: str) -> list[WrittenGame]:
    """Split a text into games; see :class:`GameStarts`."""
    lines, begins = lines_of(text.removeprefix("\ufeff")), GameStarts().begins
    starts = [number for number, line in enumerate(lines) if begins(line)]
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


def _tags_on(line: str) -> tuple[list[tuple[str, str]], str]:
    """Return the tags with which a line begins, and the rest of the line."""
    found, at = list[tuple[str, str]](), 0
    while tag := TAG_PATTERN.match(line, at) or TAG_LINE.match(line, at):  # with quotes in it
        found.append((tag[1], tag[2]))
        at = tag.end()
    return found, line[at:]


def _tags(text: str) -> tuple[dict[str, str], int, list[tuple[int, Sentence]]]:
    """Return a game's tags, the standard ones first, where its moves begin, and what is wrong."""
    found, begin, at = dict(UNKNOWN_TAGS), 0, 0
    wrong, seen, rest = list[tuple[int, Sentence]](), set[str](), ""
    while at < len(text) and not rest:
        end = text.find("\n", at) + 1 or len(text)
        line = text[at:end].lstrip("\ufeff")
        if (bare := line.strip()) and bare[0] not in ";[" and line[0] != "%":
            break
        if bare[:1] == "[":
            tags, rest = _tags_on(bare)
            if rest[:1] == "[" and (more := TAG_END.match(text, end)):
                end, end_of_tag = more.end(), more[0].strip()
                tags += _tags_on(rest + (" " if end_of_tag[0] != '"' else "") + end_of_tag)[0]
                rest = ""
            if rest[:1] == "[":
                wrong.append((at, say("{text} is no tag: it is left out", text=repr(rest[:60]))))
                rest = ""
            for name, value in tags:
                name = USUAL_TAGS.get(name.casefold(), name)
                if name in seen:
                    wrong.append((at, say("the tag {name} is there twice", name=name)))
                seen.add(name)
                found[name] = re.sub(r'\\(["\\])', r"\1", value)
            begin = text.rindex(rest, at, end) if rest else end
        at = end
    return found, begin, wrong


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
    rules, (tags, begin, wrong) = pgn.rules, _tags(written.text)
    body = written.text[begin:]
    problems = Problems(written.text, written.line, begin)
    for at, why in wrong:
        problems.add(at - begin, why)
    if (said := tags["Result"].strip()) not in RESULT_OF and said not in ("", "?"):
        at = max(0, written.text.find("[Result ", 0, begin))
        problems.add(at - begin, say("{text} is no result", text=repr(said)))
    tags["Result"] = RESULT_OF.get(said, "*")
    setup = None if tags.get("FEN", "").strip() in ("", "?") else tags["FEN"]
    if setup is not None and tags.get("SetUp") == "0":
        at = max(0, written.text.find("[SetUp ", 0, begin))
        problems.add(at - begin, say("SetUp is 0, but the game begins from its FEN"))
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
    elif reader.result not in ("", "*", tags["Result"]):
        why = say("the game ends with {result}, unlike its tag Result", result=reader.result)
        problems.add(len(body.rstrip()), why)
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
        body = body.replace("\ufeff", " ")  # where two files were joined
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
                case "glyph":
                    self._marked(int(token["glyph"]))
                case "sign":
                    self._marked(GLYPH_OF_SIGN[token["sign"]])
                case "result":
                    at = self._ended(body, token)
                case "word":
                    at = self._moved(body, token)
                case "stray":
                    self._left_out(token)
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

    def _marked(self, glyph: int) -> None:
        if self._frames[-1].moves and glyph not in self._frames[-1].moves[-1].glyphs:
            self._frames[-1].moves[-1].glyphs.append(glyph)

    def _moved(self, body: str, token: re.Match[str]) -> int:
        frame, text = self._frames[-1], token["word"]
        sign = text if text.isascii() else text.translate(PLAIN_LETTERS)
        if (glyph := GLYPH_OF_WORD.get(sign)) is not None:
            self._marked(glyph)
            return token.end()
        try:
            move, notation, signs = self._played(text)
        except IllegalMove as error:
            if WITHOUT_MEANING.fullmatch(text):
                return token.end()
            if text not in NULL_MOVES and not any(map(str.isalnum, text)):
                self._left_out(token)
                return token.end()
            self._trouble(token.start(), error.sentence)
            return self._left_unread(body, token.start())
        frame.moves.append(_Draft(move, notation, " ".join(frame.waiting), glyphs=signs))
        frame.waiting = []
        return token.end()

    def _played(self, text: str) -> tuple[Move, str, list[int]]:
        """Play a move as it is written, or in plainer letters. Raises IllegalMove."""
        if text in NULL_MOVES:
            raise IllegalMove(say("{text} is a null move", text=repr(text)))
        try:
            return *self._line.play(text), []
        except IllegalMove as error:
            plain, signs = text.translate(PLAIN_LETTERS), list[int]()
            while len(plain) < LONGEST_MOVE and (sign := SIGNS_AT_END.search(plain, 1)):
                plain = plain[: sign.start()]
                signs.append(GLYPH_OF_SIGN.get(sign[0], 0))
            plain = BETWEEN_SQUARES.sub("", plain.removeprefix("P") or text).replace("/", "=")
            if plain == text:
                raise
            try:
                return *self._line.play(plain), [glyph for glyph in reversed(signs) if glyph]
            except IllegalMove:
                raise error from None

    def _left_out(self, token: re.Match[str]) -> None:
        self._trouble(token.start(), say("{text} is left out", text=repr(token[0][:60])))

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
        if not frame.moves:
            self._trouble(at, say("a variation stands before any move"))
            depth, end = 1, at + 1
            while depth and (token := TOKEN_PATTERN.search(body, end)):
                depth += {"opens": 1, "closes": -1}.get(token.lastgroup or "", 0)
                end = token.end()
            return end
        if len(self._frames) > MOST_NESTED:
            self._trouble(at, say("the variations are nested too deeply"))
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
        self.result = RESULT_OF[token["result"]]
        said = SAID_AFTERWARDS.match(body, token.end())
        if said is not None and said.end() == len(body):
            return token.end()
        if rest := body[token.end() :].strip():
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
