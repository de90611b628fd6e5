"""Read starting positions, and single games, from files."""

from __future__ import annotations

import logging
import re
from array import array
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake, read_small
from board_core.game.rules import BadSetup, Move, Rules
from board_core.games import RecordFormat
from board_core.games.chess import CHESS, is_chess
from board_core.games.hosted import HostedGame
from board_core.record import BadRecord, GameTree, PlayedGame, WrittenGame, read_of_tree
from board_core.record.files import decoded, read_games_file
from board_core.text.harmless_text import lines_of
from board_core.text.sentence import BoardError, Listed, Sentence, say

from .known_games import HOSTED_GAMES, hosted

log = logging.getLogger(__name__)

LARGEST_FILE_BYTES = 64 * 1024 * 1024
"""The largest size of an openings file that is read whole, in bytes."""

CHECKED_BEFORE = 500
"""The most openings of a file that are checked before the first game of a match."""

ORDERS = ("sequential", "random")
"""The orders in which the openings of a file are played."""

POLYGLOT_PLIES = 8
POLYGLOT_WALKS = 100_000
"""The usual length of an opening from a Polyglot book, and how many are drawn."""

DRAWN_IN_VAIN = 300
"""The number of known starts drawn in a row after which the search for new ones ends."""


class BadOpenings(BoardError):
    """Error: a file has no openings, or an invalid one; the sentence names the file and line."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A starting position and the moves played from it before any player is asked."""

    setup: str | None = None  # None: the standard starting position
    moves: tuple[str, ...] = ()  # played from the position, in the game's own coordinates


class Book(Sequence[Opening]):
    """The openings of a file. Each is read and checked when it is asked for.

    Then BadOpenings is raised for one that is broken; what is left out of another is logged.
    """

    def __init__(
        self, file: str, rules: Rules, plies: int | None, written: Sequence[WrittenGame] = ()
    ) -> None:
        if plies is not None and plies < 0:
            raise BoardError(f"{plies!r} plies of each game: give 0 or more")
        self._file, self._rules, self._plies, self._written = repr(file), rules, plies, written
        self._form = _form_of(file, rules)
        self._numbers: Sequence[int] = range(len(written))
        self._first = self._checked = 0

    def ordered(self, order: str, start: int, seed: int | None) -> Book:
        """Put them into order, the one of number ``start``, from 1, first. Raises BadOpenings."""
        count = len(self)
        if order not in ORDERS:
            raise BoardError(f"{order!r} is no order: give one of {', '.join(map(repr, ORDERS))}")
        if not count:
            raise BadOpenings(say("there are no openings in {file}", file=self._file))
        if not 1 <= start <= count:
            facts = {"number": start, "file": self._file, "count": count}
            raise BadOpenings(say("there is no opening {number}: {file} has {count}", **facts))
        self._first = start - 1
        if order == ORDERS[1] and self._written:
            self._numbers = numbers = array("I", range(count))
            Random(seed or 0).shuffle(numbers)
        return self

    def check(self, count: int) -> list[Sentence]:
        """Read the first openings, and return what is left out of them. Raises BadOpenings."""
        self._checked = min(count, len(self), CHECKED_BEFORE)
        return [why for number in range(self._checked) for why in self._read(number)[1]]

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self))))
        number = range(len(self))[number]
        opening, problems = self._read(number)
        for why in problems if number >= self._checked else ():
            log.warning("%s", why)
        return opening

    def _read(self, number: int) -> tuple[Opening, list[Sentence]]:
        return self._opening(self._numbers[(number + self._first) % len(self)])

    def _opening(self, number: int) -> tuple[Opening, list[Sentence]]:
        written, file, told = self._written[number], self._file, list[Sentence]()
        try:
            if self._form is None:
                return _from_setup(self._rules, written.text.partition("\n")[0]), told
            tree = self._form.read_tree(written)
            told += (say("{file}, {why}", file=file, why=why) for why in tree.problems)
            moves = [each.move for each in tree.main.moves[: self._plies]]
            if not (tree.whole or (moves and len(moves) == self._plies)):
                raise BadOpenings(told[0])
            return _from_game(self._rules, tree.setup, moves), told
        except (BadRecord, BadSetup) as error:
            facts = {"file": file, "line": written.line, "why": error.sentence}
            raise BadOpenings(say("{file}, line {line}: {why}", **facts)) from error


class _Polyglot(Book):
    """Openings drawn by lot from a Polyglot book."""

    def __init__(self, path: Path, rules: Rules, plies: int | None, seed: int | None) -> None:
        super().__init__(path.name, rules, POLYGLOT_PLIES if plies is None else plies)
        self._path, self._seed, self._numbers = path, seed or 0, range(POLYGLOT_WALKS)
        size = path.stat().st_size
        if rules.name != CHESS.name or size % 16 or not size or not self[0].moves:
            raise BadOpenings(say("{file} is no Polyglot book of chess", file=self._file))

    def _opening(self, number: int) -> tuple[Opening, list[Sentence]]:
        from board_core.games.chess.polyglot import drawn_line  # most matches do without it

        moves = drawn_line(self._path, self._plies or 1, Random(f"{self._seed} {number}"))
        return _from_game(self._rules, None, moves), []


class _Indexed(Sequence[WrittenGame]):
    """The lines or games of a file by their places: it is not read whole."""

    def __init__(self, opened: Callable[[], BinaryIO], begins: Callable[[str], bool]) -> None:
        self._opened, self._places, self._lines, at = opened, array("Q"), array("Q"), 0
        with opened() as file:
            for number, line in enumerate(file, 1):
                if begins(line.decode(errors="replace")):
                    self._places.append(at)
                    self._lines.append(number)
                at += len(line)
        self._places.append(at)

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, number: Any) -> Any:
        begin, end = self._places[number : number + 2]
        with self._opened() as file:
            file.seek(begin)
            text = file.read(end - begin).decode(errors="replace")
        return WrittenGame(text.removeprefix("\ufeff"), self._lines[number])


def read_openings(
    path: str | Path,
    rules: Rules = CHESS,
    plies: int | None = None,
    *,
    order: str = ORDERS[0],
    start: int = 1,
    seed: int | None = None,
) -> Book:
    """Return the openings in a file, each of which is read and checked when it is asked for.

    A file of records (``.pgn`` in chess) has one in each game: its first ``plies``, or all of its
    moves. A Polyglot book (``.bin``) has many, by lot: walks of ``plies`` moves, or 8. Any other
    file has one position per line, in chess as FEN or EPD. Of the operations of an EPD only
    ``hmvc`` and ``fmvn`` are read. Empty lines and lines that begin with ``#``, ``;`` or ``%`` are
    ignored. The ``order`` is that of the file (``"sequential"``), or one that the ``seed`` decides
    (``"random"``). Raises BadOpenings, which names the line; for a broken opening when it is read.
    """
    path, form = Path(path), _form_of(path, rules)
    streamed = form is None or form.name == "pgn"
    try:
        if path.suffix.casefold() == ".bin":
            return _Polyglot(path, rules, plies, seed).ordered(order, start, seed)
        if streamed and path.stat().st_size > LARGEST_FILE_BYTES:
            from board_core.record.pgn_reading import GameStarts  # which workers do not need

            begins = _is_opening if form is None else GameStarts().begins
            book = Book(path.name, rules, plies, _Indexed(lambda: path.open("rb"), begins))
        else:
            text = decoded(read_small(path, LARGEST_FILE_BYTES))
            book = _book(text, path.name, rules, plies)
    except CannotTake as error:
        raise BadOpenings(error.sentence) from None
    except OSError as error:
        why = error.strerror or repr(error)
        raise BadOpenings(
            say("the openings {file} cannot be read: {why}", file=repr(str(path)), why=why)
        ) from error
    return book.ordered(order, start, seed)


def parse_openings(
    text: str, file: str, rules: Rules = CHESS, plies: int | None = None
) -> tuple[Opening, ...]:
    """Return the openings of a text; the extension of the file's name tells the format.

    Raises BadOpenings.
    """
    return tuple(_book(text, file, rules, plies).ordered(ORDERS[0], 1, None))


def _book(text: str, file: str, rules: Rules, plies: int | None) -> Book:
    if (form := _form_of(file, rules)) is None:
        data = "".join(lines_of(text)).encode(errors="replace")
        return Book(file, rules, plies, _Indexed(lambda: BytesIO(data), _is_opening))
    try:
        return Book(file, rules, plies, form.split(text) if text.strip() else ())
    except BadRecord as error:
        raise BadOpenings(say("{file}: {why}", file=repr(file), why=error.sentence)) from error


def _form_of(file: str | Path, rules: Rules) -> RecordFormat | None:
    """Return the format of a file of records; None if it has a position on each line."""
    ending = Path(file).suffix.casefold()
    return next((form for form in hosted(rules).records if f".{form.name}" == ending), None)


def _is_opening(line: str) -> bool:
    bare = line.strip(" \t\r\n\ufeff")
    return bool(bare) and bare[0] not in "#;%"


def drawn_openings(rules: Rules, count: int, seed: int | None) -> tuple[Opening, ...]:
    """Draw ``count`` different starting positions, for a game without a standard one.

    Returns none for other games, and fewer than ``count`` if there are no more. The same seed gives
    the same positions.
    """
    start = hosted(rules).drawn_start
    if start is None:
        return ()
    chance, found, in_vain = Random(seed), dict[str, Opening](), 0
    while len(found) < count and in_vain < DRAWN_IN_VAIN:
        setup = rules.start(start(chance)).setup
        in_vain = in_vain + 1 if setup in found else 0
        found[setup] = Opening(setup)
    return tuple(found.values())


def _from_setup(rules: Rules, text: str) -> Opening:
    has_fen = is_chess(rules) and rules.name != "three-check"  # which has a field more
    setup = _fen(text) if has_fen else text.strip(" \t\r;")
    return Opening(_from_game(rules, setup, ()).setup)


FEN_LINE = re.compile(r"\s*(\S+\s+[bw]\s+[^\s;,]+\s+[^\s;,]+)[\s;,]*(.*)")
FEN_COUNTERS = re.compile(r"(\d+)(?:\s+(\d+)|(?=\s*(?:;|$|[A-Za-z])))(?=[\s;,]|$)")
EPD_COUNTERS = re.compile(r"\b(hmvc|fmvn)\s+([^\s;]+)")
EPD_TEXT = re.compile(r'"[^"]*"?')


def _fen(text: str) -> str:
    """Return the FEN for a FEN or an EPD, whose counters are operations or missing.

    Raises BadSetup for other text behind the position, which may be counters.
    """
    if (line := FEN_LINE.fullmatch(text.rstrip(" \t\r;,"))) is None:
        return text.strip()
    if counters := FEN_COUNTERS.match(line[2]):
        return f"{line[1]} {counters[1]} {counters[2] or 1}"
    known = dict(EPD_COUNTERS.findall(EPD_TEXT.sub("", line[2]).lower()))
    if not all(map(str.isdecimal, known.values())) or (line[2] and not line[2][0].isalpha()):
        raise BadSetup(say("{text} is no FEN and no EPD", text=repr(text.strip())))
    return f"{line[1]} {known.get('hmvc', 0)} {known.get('fmvn', 1)}"


def _from_game(rules: Rules, setup: str | None, moves: Sequence[Move]) -> Opening:
    position = rules.start(setup)
    first = None if setup is None else position.setup
    for move in moves:
        position = position.play(move)
    if position.outcome() is not None:
        raise BadSetup(say("the game is over in this position"))
    return Opening(first, tuple(moves))


def openings_of_games(openings: Sequence[Opening], games: int) -> list[list[str | None]]:
    """Return the openings of these games, as they identify a match in its journal."""
    return [[each.setup, *each.moves] for each in islice(openings, (games + 1) // 2)]


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game as read from a file of games."""

    path: Path
    number: int  # counts from 1
    form: RecordFormat
    tree: GameTree
    game: PlayedGame  # the main line of the tree


def read_source(path: Path, number: int, game: HostedGame | None = None) -> GameSource:
    """Read a game from a file; ``game`` names the kind of game, if the file does not.

    Raises BoardError, and OSError when the file cannot be read.
    """
    ending = path.suffix.lower().lstrip(".")
    games = HOSTED_GAMES.values() if game is None else [game]
    forms = [form for each in games for form in each.records if form.name == ending]
    if not forms:
        extensions = sorted({f".{form.name}" for each in games for form in each.records})
        raise BoardError(
            say(
                "{path} is not a file of games: its extension must be one of {extensions}",
                path=repr(str(path)),
                extensions=Listed(extensions),
            )
        )
    text = read_games_file(path)
    form, tree = _chosen(forms, text, number)
    return GameSource(path, number, form, tree, read_of_tree(tree).game)


def _chosen(forms: Sequence[RecordFormat], text: str, number: int) -> tuple[RecordFormat, GameTree]:
    """Read a game by the first rules that allow all its moves, else by the default rules."""
    found: list[tuple[RecordFormat, GameTree]] = []
    refusal: BoardError | None = None
    for form in forms:
        try:
            games = form.split(text)
            tree = form.read_tree(games[number - 1]) if number <= len(games) else None
        except BoardError as error:
            refusal = refusal or error
            continue
        if tree is None:
            raise BoardError(
                say(
                    "there is no game {number}: the file has games 1 to {last}",
                    number=number,
                    last=len(games),
                )
            )
        found.append((form, tree))
        if not tree.problems:
            return found[-1]
    if not found:
        assert refusal is not None
        raise refusal
    return found[0]
