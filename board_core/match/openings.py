"""Read starting positions, and single games, from files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import CannotTake, read_small
from board_core.game.rules import BadSetup, Position, Rules
from board_core.games import RecordFormat
from board_core.games.chess import CHESS
from board_core.games.chess.variants import CHESS960
from board_core.games.hosted import HostedGame
from board_core.record import BadRecord, GameTree, PlayedGame, ReadGame, read_of_tree
from board_core.record.files import read_games_file
from board_core.text.harmless_text import lines_of
from board_core.text.sentence import BoardError, Listed, Sentence, say

from .known_games import HOSTED_GAMES, hosted

LARGEST_FILE_BYTES = 64 * 1024 * 1024
"""The largest size of an openings file, in bytes."""

DRAWN_IN_VAIN = 300
"""The number of known starts drawn in a row after which the search for new ones ends."""


class BadOpenings(BoardError):
    """Error: a file has no openings, or an invalid one; the sentence names the file and line."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A starting position and the moves played from it before any player is asked."""

    setup: str | None = None  # None: the standard starting position
    moves: tuple[str, ...] = ()  # played from the position, in the game's own coordinates


def read_openings(
    path: str | Path, rules: Rules = CHESS, plies: int | None = None
) -> tuple[Opening, ...]:
    """Return the openings in a file, in order.

    A file of records (``.pgn`` in chess) has one in each game: its first ``plies``, or all of its
    moves. Any other file has one position per line, in chess as FEN or EPD. Of the operations of an
    EPD only ``hmvc`` and ``fmvn`` are read. Empty lines and lines that begin with ``#`` are
    ignored. Raises BadOpenings, which for a game names the line that it begins on.
    """
    path = Path(path)
    try:
        text = read_small(path, LARGEST_FILE_BYTES).decode("utf-8-sig", errors="replace")
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
    """Return the openings of a text; the extension of the file's name tells the format.

    Raises BadOpenings.
    """
    if plies is not None and plies < 0:
        raise BoardError(f"{plies!r} plies of each game: give 0 or more")
    formats = {f".{form.name}": form for form in hosted(rules).records}
    form = formats.get(Path(file).suffix.casefold())
    found, line = [], 1
    if form is None:
        for line, setup in _setups(text):
            found.append(_from_setup(rules, setup, file, line))
    else:
        try:
            for written in form.split(text) if text.strip() else ():
                line, game = written.line, read_of_tree(form.read_tree(written))
                found.append(_from_game(rules, game, plies, file, line))
        except BadRecord as error:
            raise _bad(file, line, error.sentence) from error
    if not found:
        raise BadOpenings(say("there are no openings in {file}", file=repr(file)))
    return tuple(found)


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


def _setups(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines_of(text), 1):
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
    """Return True if positions are written as in chess; a few variants add fields."""
    return rules.name in (CHESS.name, CHESS960)


def _fen(text: str) -> str:
    """Return the FEN for a FEN or an EPD, whose counters are operations or missing."""
    fields = text.split()
    if len(fields) >= 6 and fields[4].isdigit() and fields[5].isdigit():
        return " ".join(fields[:6])
    known = {match["name"]: match["value"] for match in EPD_COUNTERS.finditer(" ".join(fields[4:]))}
    return " ".join((*fields[:4], known.get("hmvc", "0"), known.get("fmvn", "1")))


EPD_COUNTERS = re.compile(r"\b(?P<name>hmvc|fmvn) (?P<value>\d+)")


def _from_game(rules: Rules, read: ReadGame, plies: int | None, file: str, line: int) -> Opening:
    game, moves = read.game, read.game.line[:plies]
    if read.problem is not None and (plies is None or len(moves) < plies):
        raise BadOpenings(say("{file}, {why}", file=repr(file), why=read.problem))
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


@dataclass(frozen=True, slots=True)
class GameSource:
    """A game as read from a file of games."""

    path: Path
    number: int  # counts from 1
    form: RecordFormat
    tree: GameTree
    game: PlayedGame  # the main line of the tree
    problem: Sentence | None = None  # why the remaining moves are left out


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
    read = read_of_tree(tree)
    return GameSource(path, number, form, tree, read.game, read.problem)


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
