"""One game from a file of games, of any game and in any of its formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.games import RecordFormat
from board_core.games.hosted import HostedGame
from board_core.record import GameTree, PlayedGame, read_of_tree
from board_core.record.files import read_games_file
from board_core.text.sentence import BoardError, Listed, Sentence, say

from .known_games import HOSTED_GAMES


class NoSuchGame(BoardError):
    """Error: the file has no such game; the sentence says why."""


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
    """Read a game of a file; ``game`` is the game that was played, if the file does not say.

    Raises NoSuchGame or BadRecord, and OSError when the file cannot be read.
    """
    ending = path.suffix.lower().lstrip(".")
    games = HOSTED_GAMES.values() if game is None else [game]
    forms = [form for each in games for form in each.records if form.name == ending]
    if not forms:
        extensions = sorted({f".{form.name}" for each in games for form in each.records})
        raise NoSuchGame(
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
    """Read a game by the first rules that fit all of its moves, else by the default rules."""
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
            raise NoSuchGame(
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
