"""Append game records to files in one of several formats, including JSON for any game.

A line of JSON is an object. ``game`` is the name of the rules, ``white`` and ``black`` are names,
``setup`` is the text of the first position or null for the standard one, ``moves`` are the moves as
people write them, ``result`` is ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; these are read back. The
other fields are for other programs: ``reason``, ``detail``, ``why`` (a sentence), ``started``,
``control``, ``clocks`` and ``seconds`` (one number for each move), ``event``, ``site``, ``round``.
Of a tree, the main line is written, and ``comments`` by ply; both are read back.
"""

from __future__ import annotations

import codecs
import json
import re
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from math import isinf
from pathlib import Path
from typing import Any

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import read_small
from board_core.game.bus import EventBus, Unsubscribe
from board_core.game.clock import Clock, TimeControl
from board_core.game.events import Event, GameEnded
from board_core.game.played_game import Recorder
from board_core.game.rules import BadSetup, IllegalMove, Rules, notation_of
from board_core.game.sides import PerColor
from board_core.game.words import Words
from board_core.text.harmless_text import lines_of
from board_core.text.sentence import Sentence, say

from . import (
    BadRecord,
    GameTree,
    Notes,
    PlayedGame,
    ReadGame,
    TreeMove,
    Variation,
    WrittenGame,
    read_of_tree,
    seconds_left,
    tree_of,
)


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """One way to write the record of a game as text, and to read it back."""

    name: str  # also the extension of its files: ``pgn``
    write: Callable[..., str]
    """Return the text of a record, with ``event``, ``site`` and ``round`` if it can hold them."""
    split: Callable[[str], list[WrittenGame]]
    """Return the games of a text with their tags, without reading moves. Raises BadRecord."""
    read_tree: Callable[[WrittenGame], GameTree]
    """Return one of these games with everything that is written about it."""
    tree: Callable[..., GameTree]
    """Return a played game as a tree; takes the same options as ``write``."""
    write_tree: Callable[[GameTree], str]
    """Return the text of a tree."""
    told: Callable[[Mapping[str, str]], str] | None = None
    """Return the name of the rules that the tags of a game name; None: they name none."""

    def read(self, text: str) -> list[ReadGame]:
        """Return the main lines of the games in a text. Raises BadRecord."""
        return [read_of_tree(self.read_tree(game)) for game in self.split(text)]


LARGEST_FILE_BYTES = 32 * 2**20
"""The largest file of games that is opened."""


def read_games_file(path: Path) -> str:
    """Return the text of a file of games. Raises CannotTake if it is too large, and OSError."""
    return decoded(read_small(path, LARGEST_FILE_BYTES))


SGF_GAMES = re.compile(rb"(?<=\))(?=\s*\(\s*;\s*[A-Z]{2}\[)")
SGF_ENCODING = re.compile(rb"\A[^(]*\(\s*;[^;]*?\bCA\s*\[([^]]{0,40})\]")
LARGER_ENCODING = {"shift_jis": "cp932", "gb2312": "gb18030", "gbk": "gb18030"}
LARGER_ENCODING |= {"big5": "cp950", "euc_kr": "cp949", "iso8859-1": "cp1252"}
"""Encodings that hold all of another one, and what programs write in its name."""
USUAL_ENCODINGS = ("big5", "cp", "euc", "gb", "iso8859", "johab", "koi8", "mac")
SEVERAL_BYTES = ("big5", "cp9", "euc", "gb", "johab")
"""The beginnings of their names, and of those with several bytes for a character."""
SURELY_UTF_8 = re.compile(rb"[\xe0-\xef][\x80-\xbf]{2}")


def decoded(data: bytes) -> str:
    """Decode a file of games, and normalise line breaks to line feeds.

    A game in SGF names its encoding. If that is wrong, ``CA`` says in the result what was used;
    bytes that it cannot decode become U+FFFD. PGN declares none: it is UTF-8, UTF-16, GB18030 or
    Latin-1.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", "replace")
    elif b"\0" in data[:2]:
        text = data.decode("utf-16-be" if data[0] == 0 else "utf-16-le", "replace")
    elif SGF_ENCODING.match(data):
        parts, named = list[str](), ""
        for part in SGF_GAMES.split(data):
            found = SGF_ENCODING.match(part)
            named = named if found is None else found[1].decode("latin-1")
            parts.append(_decoded_as(part, named))
        text = "".join(parts)
    else:
        text = _guessed(data)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded_as(data: bytes, named: str) -> str:
    """Decode a game of an SGF that names its encoding, perhaps a wrong one."""
    encoding, is_utf_8 = "", _is_utf_8(data)
    with suppress(LookupError):
        encoding = codecs.lookup(named.strip().lower().removeprefix("x-")).name
    encoding = LARGER_ENCODING.get(encoding, encoding)
    if encoding.startswith(USUAL_ENCODINGS) and b"(;[".decode(encoding, "replace") == "(;[":
        unsure = encoding.startswith(SEVERAL_BYTES) and not SURELY_UTF_8.search(data)
        if unsure or not is_utf_8:
            return data.decode(encoding, "replace")
    text, used = _guessed(data), "utf-8" if is_utf_8 else "another encoding"
    if data.isascii() or used == encoding:
        return text
    return re.sub(r"(CA\s*\[)", rf"\1{used}, not ", text, count=1)


def _guessed(data: bytes) -> str:
    """Decode text that does not say its encoding.

    Chinese characters are pairs of high bytes; accented Latin-1 letters mostly stand alone. Of
    joined files, each line may have its own encoding.
    """
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8-sig")
    lines = data.split(b"\n")
    foreign = [line for line in lines if not line.isascii()]
    if 2 * sum(map(_is_utf_8, foreign)) > len(foreign):
        return "\n".join(map(_guessed, lines))
    pairs = all(len(run) % 2 == 0 for run in re.findall(rb"[\x80-\xff]+", data))
    try:
        return data.decode("gb18030" if pairs else "cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _is_utf_8(data: bytes) -> bool:
    with suppress(UnicodeDecodeError):
        data.decode()
        return True
    return False


class RecordWriter:
    """Writer that appends each game to a file as soon as the game has ended.

    Several running games may share a writer: each bus has its own recorder, and the writer appends
    one game at a time. Raises OSError at once if the file cannot be written. A game that does not
    fit on the disk is not written at all.
    """

    def __init__(
        self, path: str | Path, text: Callable[..., str], *, event: str = "?", site: str = "?"
    ) -> None:
        self.path: Path = Path(path)
        self._text = text
        self._event = event
        self._site = site
        self._lock = threading.Lock()
        self._append("")

    def watch(self, bus: EventBus, *, round: str | int = "?") -> Unsubscribe:
        """Write every game on this bus, until the returned function is called."""
        recorder = Recorder()

        def hear(event: Event) -> None:
            recorder(event)
            if isinstance(event, GameEnded):
                self.write(recorder.record, round=round)

        return bus.subscribe(hear, thoughts=False)

    def write(self, record: PlayedGame, *, round: str | int = "?") -> None:
        """Append one game. May be called from any thread."""
        self._append(self._text(record, event=self._event, site=self._site, round=round))

    def _append(self, text: str) -> None:
        data = text.encode()
        with self._lock, self.path.open("ab", buffering=0) as file:
            size = file.tell()
            try:
                written = file.write(data)  # one call, so that a killed process leaves whole games
                while written < len(data):  # the disk is full: the next write raises the error
                    written += file.write(data[written:])
            except OSError:
                with suppress(OSError):
                    file.truncate(size)
                raise


IN_ENGLISH = Words("en")
NAME_OF_TAG = {
    "White": "white",
    "Black": "black",
    "Event": "event",
    "Site": "site",
    "Round": "round",
}


def json_format(rules: Rules) -> RecordFormat:
    """Return the JSON record format of a game."""
    return RecordFormat(
        "json",
        to_json,
        split=_split,
        read_tree=partial(_read_tree, rules),
        tree=_tree,
        write_tree=_write_tree,
    )


def to_json(
    record: PlayedGame,
    *,
    event: str = "?",
    site: str = "?",
    round: str | int = "?",
    words: Words = IN_ENGLISH,
) -> str:
    """Return the game as one line of JSON."""
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
        "control": notations(record.controls),
        "clocks": [_number(played.clock_left) for played in record.moves],
        "seconds": [_number(played.elapsed) for played in record.moves],
        "event": event,
        "site": site,
        "round": round,
    }
    return json.dumps(facts, ensure_ascii=False) + "\n"


def _split(text: str) -> list[WrittenGame]:
    lines = enumerate(lines_of(text.removeprefix("\ufeff")), start=1)
    games = [
        WrittenGame(line.rstrip("\r\n") + "\n", number, _tags(line))
        for number, line in lines
        if line.strip()
    ]
    if not games:
        raise BadRecord(say("the text holds no game"))
    return games


def _tags(line: str) -> tuple[tuple[str, str], ...]:
    try:
        facts = json.loads(line)
    except (ValueError, RecursionError):  # reported when the game is read
        return ()
    if not isinstance(facts, dict):
        return ()
    tags = {tag: _text(facts, name, "?") for tag, name in NAME_OF_TAG.items()}
    tags["Date"] = _text(facts, "started", "?")[:10]
    return tuple((tags | {"Result": _text(facts, "result", "*")}).items())


def _read_tree(rules: Rules, written: WrittenGame) -> GameTree:
    number = written.line
    try:
        facts = json.loads(written.text)
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
    first = facts.get("setup")
    setup = None if first is None else str(first)
    try:
        position = rules.start(setup)
    except BadSetup as error:
        raise BadRecord(_bad(number, error.sentence)) from None
    said = facts.get("comments")
    comments = said if isinstance(said, dict) else {}
    played, problems, unread = list[TreeMove](), list[Sentence](), ""
    for ply, text in enumerate(moves):
        try:
            move = position.parse(text)
        except IllegalMove as error:
            problems.append(error.sentence)
            unread = json.dumps(moves[ply:], ensure_ascii=False)
            break
        notation = notation_of(position, move)
        played.append(TreeMove(move, notation, Notes(_text(comments, str(ply + 1), ""))))
        position = position.play(move)
    notes = Notes(_text(comments, "0", ""))
    main = Variation(tuple(played), unread)
    return GameTree(rules, _tags(written.text), setup, notes, main, tuple(problems))


def _tree(
    record: PlayedGame,
    *,
    event: str = "?",
    site: str = "?",
    round: str | int = "?",
    words: Words = IN_ENGLISH,
) -> GameTree:
    names = record.names
    tags = {"White": names.white, "Black": names.black, "Event": event, "Site": site}
    tags |= {"Round": str(round), "Date": f"{record.started:%Y-%m-%d}"}
    said = words.outcome(record.outcome, record.explanation) if record.over else ""
    return tree_of(record, tags, said)


def _write_tree(tree: GameTree) -> str:
    line = tree.main
    said = {0: tree.notes.comment} | {
        ply: move.notes.comment for ply, move in enumerate(line.moves, start=1)
    }
    facts: dict[str, Any] = {
        "game": tree.rules.name,
        "setup": tree.setup,
        "moves": [
            *(move.notation for move in line.moves),
            *(json.loads(line.unread) if line.unread else ()),
        ],
        "result": tree.result,
        "started": tree.tag("Date"),
        **{name: tree.tag(tag) or "?" for tag, name in NAME_OF_TAG.items()},
    }
    comments = {str(ply): text for ply, text in said.items() if text}
    if comments:
        facts["comments"] = comments
    return json.dumps(facts, ensure_ascii=False) + "\n"


def _bad(number: int, why: Sentence) -> Sentence:
    return say("line {line}: {why}", line=number, why=why)


def _text(facts: Mapping[str, Any], name: str, usual: str) -> str:
    value = facts.get(name, usual)
    return value if isinstance(value, str) else usual


def _number(seconds: float | None) -> float | None:
    return None if seconds is None or isinf(seconds) else round(seconds, 6)


def both(values: PerColor[Any]) -> dict[str, Any]:
    """Return the values of both sides as a JSON object."""
    return {"white": values.white, "black": values.black}


def notations(controls: PerColor[TimeControl]) -> dict[str, Any]:
    """Return the time controls of both sides, as PGN has them."""
    return both(controls.map(lambda control: control.notation))


def left_facts(
    left: PerColor[float | None], controls: PerColor[TimeControl], periods: PerColor[int]
) -> dict[str, Any]:
    """Return the seconds left to both sides as JSON, with the periods if there is byo-yomi."""
    facts = both(left)
    if controls.white.byoyomi or controls.black.byoyomi:
        facts["periods"] = both(periods)
    return facts


def clock_facts(clock: Clock) -> dict[str, Any]:
    """Return a clock as JSON; while it runs, the seconds are those at its start."""
    return left_facts(seconds_left(clock), clock.control, clock.periods)
