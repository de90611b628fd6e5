"""A game that was played is one value: no other class says what was moved and how it ended."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, get_args, get_type_hints

import pytest

import board_cli
import board_core
import board_pygame
from board_core.game.events import GameEnded, MovePlayed
from board_core.game.played_game import _Game
from board_core.game.rules import Line, MoveList, Outcome, Reason
from board_core.game.view import View
from board_core.journal.telling import Moved
from board_core.record import Moves, PlayedGame, PlayedMove

MOVES = (PlayedMove, MovePlayed, Moves, MoveList, Line, Moved)
ENDS = (Outcome, GameEnded, Reason)

ALLOWED = {
    PlayedGame: "it is the one",
    _Game: "what a recorder has heard so far, of which it makes the one",
    View: "what there is to see of a game while it goes on: drawn, and thrown away",
}


def modules() -> Iterator[ModuleType]:
    for package in (board_core, board_cli, board_pygame):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                try:
                    yield importlib.import_module(found.name)
                except ImportError:  # an extra that is not installed here
                    continue


def kinds(hint: object) -> set[type]:
    """All the classes that a type is made of."""
    found = {hint} if isinstance(hint, type) else set()
    return found.union(*(kinds(each) for each in get_args(hint)))


def said(kind: type) -> list[set[type]]:
    """The classes that each field of a class is made of."""
    try:
        hints = get_type_hints(kind, localns={"datetime": datetime})
    except NameError:  # a name that is imported for type checkers only
        return []
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
    return [kinds(hints[name]) for name in names if name in hints]


def values() -> Iterator[type]:
    for module in modules():
        for kind in vars(module).values():
            own = isinstance(kind, type) and kind.__module__ == module.__name__
            if own and (is_dataclass(kind) or hasattr(kind, "_fields")):
                yield kind


def is_a_played_game(kind: type) -> bool:
    """Whether one field says what was moved, and another how it ended: no PlayedGame does.

    A field for any event says neither.
    """
    found = [(bool(each.intersection(MOVES)), bool(each.intersection(ENDS))) for each in said(kind)]
    return (True, False) in found and (False, True) in found


def test_one_class_means_a_game_that_was_played():
    assert {kind for kind in values() if is_a_played_game(kind)} == set(ALLOWED)


class Another(NamedTuple):
    moves: tuple[PlayedMove, ...]
    outcome: Outcome | None


def test_another_class_would_be_found():
    assert is_a_played_game(Another)


DOORS = {
    "contest/lines.py",
    "contest/store.py",
    "contest/cards.py",
    "contest/decisions.py",
    "contest/hand_in.py",
    "contest/hand_in_log.py",
    "contest/plan.py",
    "contest/report/replay.py",
    "match/joining.py",
    "match/joining_line.py",
}
"""Where a contest's journals, the cards of its entrants and the organiser's file come in, and what
a room elsewhere tells."""


UNTYPED = r"\b(Facts|Json)\b"


@pytest.mark.parametrize("package", ["contest", "match", "author/doctor"])
def test_nothing_above_the_doors_handles_dictionaries_of_anything(package: str):
    home = Path(board_core.__file__).parent
    for path in (home / package).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "Mapping[str, Any]" not in text, path
        assert path.relative_to(home).as_posix() in DOORS or not re.search(UNTYPED, text), path
