"""Positions that games of a contest begin from, so that programs do not repeat their games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from random import Random

from board_core.ais.hard.evaluation import tables_for
from board_core.ais.hard.search import Search
from board_core.ais.openings import LINES
from board_core.games.chess import CHESS
from board_core.games.chess.variants import CHESS960
from board_core.games.gomoku import GOMOKU
from board_core.games.usual import winning
from board_core.handed_in import CannotTake, read_small
from board_core.hosted import hosted
from board_core.record import BadRecord, ReadGame
from board_core.rules import BadSetup, Explained, Move, Position, Rules
from board_core.sentence import Sentence, say

MOST = 64 * 1024 * 1024
"""Bytes of a file of openings."""

PLIES = 8
"""Of an opening that is made here, for chess."""

FROM_THE_BOOK = (4, 6)
"""So many of them are moves of the book, where the others are drawn by lot."""

EVEN = 50
"""Centipawns by which one side may be better off after an opening that is made here."""

NODES = 1_000
"""Of the search that says so: 15 ms in Python, the same answer on every machine."""

STONES, MIDDLE = 4, 3
"""Of an opening of stones: how many, and how far from the middle of the board at most."""

TRIES = 300
"""Openings in a row that are known already, after which no other is looked for."""


class BadOpenings(Explained):
    """A file holds no openings, or one that cannot be; the sentence names the file and the line."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What stands on the board before anybody is asked."""

    setup: str | None = None  # None: the usual first position
    moves: tuple[str, ...] = ()  # that are played from there, in the game's own coordinates


def read_openings(
    path: str | Path, rules: Rules = CHESS, plies: int | None = None
) -> tuple[Opening, ...]:
    """The openings of a file, in its order.

    A file of records (``.pgn`` in chess) has one in each game: its first ``plies``, or all of its
    moves. Any other file has a position on each line, in chess as FEN or EPD, whose operations but
    ``hmvc`` and ``fmvn`` are ignored; empty lines and those that begin with ``#`` are too. Raises
    BadOpenings, which for a game names the line that it begins on.
    """
    path = Path(path)
    try:
        text = read_small(path, MOST).decode("utf-8-sig", errors="replace")
    except CannotTake as error:
        raise BadOpenings(error.sentence) from None
    except OSError as error:
        why = error.strerror or repr(error)
        raise BadOpenings(
            say("the openings {file} cannot be read: {why}", file=repr(str(path)), why=why)
        ) from error
    return parse_openings(text, path.name, rules, plies)


def parse_openings(
    text: str, file: str, rules: Rules = CHESS, plies: int | None = None
) -> tuple[Opening, ...]:
    """The openings of a text, whose form the ending of the file's name says. Raises BadOpenings."""
    if plies is not None and plies < 0:
        raise ValueError(f"{plies!r} plies of each game: give 0 or more")
    formats = {f".{form.name}": form for form in hosted(rules).records}
    form = formats.get(Path(file).suffix.casefold())
    found = []
    if form is None:
        for line, setup in _setups(text):
            found.append(_from_setup(rules, setup, file, line))
    else:
        for line, part in _games(rules, text):
            try:
                games = form.read(part)
            except BadRecord as error:
                raise _bad(file, line, error.sentence) from error
            found += [_from_game(rules, game, plies, file, line) for game in games]
    if not found:
        raise BadOpenings(say("there are no openings in {file}", file=repr(file)))
    return tuple(found)


def shuffled(openings: Sequence[Opening], seed: int) -> tuple[Opening, ...]:
    """The same openings in an order that the seed says."""
    return tuple(Random(seed).sample(openings, len(openings)))


def default_openings(rules: Rules, count: int, seed: int) -> tuple[Opening, ...]:
    """So many different openings for a contest that brings none.

    Chess has the lines of the board's own book first. They are few, and long matches need many:
    the others begin like the book, go on by lot for a few plies, and are kept if a small search
    finds neither side better off. Whoever gains by one, in a pair of games both gain by it. In
    games of stones some are put near the middle by lot; a game without a usual first position
    (Chess960) has its starts by lot; in any other game a few moves are made by lot. Fewer openings
    come back where there are no more. The same seed gives the same openings with this version; what
    a contest plays belongs in its journal.
    """
    return tuple(islice(_made(rules, Random(seed)), count))


def _made(rules: Rules, chance: Random) -> Iterator[Opening]:
    """No two that lead to the same position, until no other is found."""
    seen, in_vain = set[str](), 0
    starts = hosted(rules).drawn_start
    for position, moves in (
        _lines(rules, chance) if starts is None else _drawn(rules, chance, starts)
    ):
        known = _without_counters(position) if _is_chess(rules) else position.setup
        in_vain += 1
        if known not in seen and position.outcome() is None:
            seen.add(known)
            in_vain = 0
            yield Opening(None if starts is None else position.setup, moves)
        if in_vain == TRIES:
            return


def _drawn(rules: Rules, chance: Random, start: Callable[[Random], str]) -> Iterator[Line]:
    while True:
        yield rules.start(start(chance)), ()


def _lines(rules: Rules, chance: Random) -> Iterator[Line]:
    if rules.name == CHESS.name:
        return _of_chess(rules, chance)
    return _stones(rules, chance) if rules.family == GOMOKU.family else _any(rules, chance)


def _is_chess(rules: Rules) -> bool:
    return rules.family == CHESS.name


Line = tuple[Position, tuple[Move, ...]]
"""Moves, and where they have led to."""

Allowed = Callable[[Position, Move], bool]


def _of_chess(rules: Rules, chance: Random) -> Iterator[Line]:
    book = [line.split() for line in LINES]
    for line in chance.sample(book, len(book)):
        yield _played(rules, line[:PLIES])
    while True:
        known = chance.choice(book)[: chance.choice(FROM_THE_BOOK)]
        position, moves = _by_lot(_played(rules, known), PLIES - len(known), chance)
        if position.outcome() is None and abs(_score(position)) <= EVEN:
            yield position, moves


def _stones(rules: Rules, chance: Random) -> Iterator[Line]:
    geometry = rules.geometry
    columns, rows = geometry.columns // 2, (geometry.height - 1) // 2
    middle = {
        geometry.place(column, row)
        for column in range(columns - MIDDLE, columns + MIDDLE + 1)
        for row in range(rows - MIDDLE, rows + MIDDLE + 1)
    }

    def allowed(position: Position, move: Move) -> bool:
        return middle.issuperset(rules.places(position, move))

    while True:
        yield _by_lot((rules.start(None), ()), STONES, chance, allowed)


def _any(rules: Rules, chance: Random) -> Iterator[Line]:
    """A few moves by lot, after which nobody wins at once."""
    while True:
        line = _by_lot((rules.start(None), ()), STONES, chance)
        yield line if not winning(line[0]) else (rules.start(None), ())


def _played(rules: Rules, line: Sequence[str]) -> Line:
    position, moves = rules.start(None), list[Move]()
    for text in line:
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    return position, tuple(moves)


def _by_lot(line: Line, plies: int, chance: Random, allowed: Allowed | None = None) -> Line:
    """Goes on for so many plies, or until the game is over."""
    position, moves = line
    for _ in range(plies):
        if position.outcome() is not None:
            break
        legal = position.legal_moves()
        if allowed is not None:
            legal = [move for move in legal if allowed(position, move)]
        move = chance.choice(legal)
        position, moves = position.play(move), (*moves, move)
    return position, moves


def _score(position: Position) -> int:
    """Centipawns, for the side to move."""
    board = position.native
    *_, found = Search(board, tables_for(board), max_nodes=NODES).deepen()
    return found.score


def _without_counters(position: Position) -> str:
    """Positions that differ in their move numbers are the same opening."""
    return " ".join(position.setup.split()[:4])


def _setups(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if (stripped := line.strip()) and not stripped.startswith("#"):
            yield number, stripped


def _from_setup(rules: Rules, text: str, file: str, line: int) -> Opening:
    try:
        position = rules.start(_fen(text) if _has_fen(rules) else text)
    except BadSetup as error:
        raise _bad(file, line, error.sentence) from error
    _check(position, file, line)
    return Opening(position.setup)


def _has_fen(rules: Rules) -> bool:
    """Whether a position is told as in chess: a few variants add fields of their own."""
    return rules.name in (CHESS.name, CHESS960)


def _fen(text: str) -> str:
    """Of a FEN, or of an EPD, whose counters are operations (or missing)."""
    fields = text.split()
    if len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit():
        return " ".join(fields[:6])
    known = {match["name"]: match["value"] for match in COUNTERS.finditer(" ".join(fields[4:]))}
    return " ".join((*fields[:4], known.get("hmvc", "0"), known.get("fmvn", "1")))


COUNTERS = re.compile(r"\b(?P<name>hmvc|fmvn) (?P<value>\d+)")

TAG = re.compile(r"\[\w+ ")
"""How a line of a PGN's tags begins; a comment's ``[%clk`` is none."""

ASIDE = (";", "%")
"""How a line of a PGN begins that stands anywhere and says nothing."""


def _games(rules: Rules, text: str) -> Iterator[tuple[int, str]]:
    """The parts of a PGN with a game each, and their first lines; other records are one part."""
    lines = text.splitlines(keepends=True)
    starts, in_tags = [0], True
    for number, line in enumerate(lines if _is_chess(rules) else ()):
        if not line.strip() or line.startswith(ASIDE):
            continue
        is_tag = TAG.match(line) is not None
        if is_tag and not in_tags:
            starts.append(number)
        in_tags = is_tag
    for start, end in pairwise([*starts, len(lines)]):
        if part := "".join(lines[start:end]).strip():
            yield start + 1, part


def _from_game(rules: Rules, read: ReadGame, plies: int | None, file: str, line: int) -> Opening:
    game, moves = read.game, read.game.line[:plies]
    if read.trouble is not None and (plies is None or len(moves) < plies):
        raise _bad(file, line, read.trouble)
    try:
        position = rules.start(game.setup)
    except BadSetup as error:
        raise _bad(file, line, error.sentence) from error
    for move in moves:
        position = position.play(move)
    _check(position, file, line)
    return Opening(None if game.setup is None else rules.start(game.setup).setup, moves)


def _check(position: Position, file: str, line: int) -> None:
    if position.outcome() is not None:
        raise _bad(file, line, say("the game is over in this position"))


def _bad(file: str, line: int, why: Sentence) -> BadOpenings:
    return BadOpenings(say("{file}, line {line}: {why}", file=repr(file), line=line, why=why))
