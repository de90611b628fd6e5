"""What a game brings along for the examination of a program, and for timing one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from board_core.rules import Move, Position, Rules
from board_core.sentence import Sentence
from board_core.sides import Color

Feature = Enum
"""What is special about a move: a member of the game's own enumeration."""


class ExaminerManner(Protocol):
    """How the examiner moves when nothing that it wants to be heard can be played."""

    def choose(
        self, position: Position, moves: Sequence[Move], wanted: Collection[Feature], luck: Luck
    ) -> Move:
        """One of these legal moves."""


Luck = Callable[[], float]
"""A number from 0 to 1, by lot."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position that a program is asked in, after it has been told some moves there."""

    name: str  # of the check it belongs to
    title: Sentence
    setup: str
    told: tuple[str, ...] = ()
    sound: frozenset[Move] = frozenset()
    """The good answers; empty: any that is legal."""
    missed: Sentence | None = None
    """What is said of another one: it is legal, and it loses."""

    def side(self, rules: Rules) -> Color:
        """Who answers."""
        position = rules.start(self.setup)
        for text in self.told:
            position = position.play(position.parse(text))
        return position.to_move


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a game has for the examination of a program."""

    features: Callable[[Position, Move], Sequence[Feature]]
    """Of a legal move; what is blamed first comes first."""
    titles: Mapping[Feature, Sentence]
    """Of the checks that belong to them, in the order of the report card."""
    called: Mapping[Feature, Sentence]
    possible: Callable[[Position, Feature], bool]
    """Whether the side to move could still come to play such a move."""
    manner: Callable[[], ExaminerManner]
    """Made anew for each game."""
    is_move: Callable[[str], bool]
    """Whether somebody meant it as a move, legal or not."""
    positions: Callable[[Rules], tuple[Lesson, ...]]
    lasting: Feature | None = None
    """The feature that ends a game, and is to be played last."""
    told_apart: frozenset[Feature] = frozenset()
    """Those that only the notation shows, and not the coordinates."""
    changes_more: frozenset[Feature] = frozenset()
    """More happens on the board than one piece going somewhere: a program's board may go wrong."""
    openings: tuple[tuple[frozenset[Feature], tuple[str, ...]], ...] = ()
    """What leads to which features, as the first side plays it."""
    mirrored: Callable[[str], str] = str
    """The same move of an opening for the other side."""
    bold: Callable[[Position, Move], bool] = field(default=lambda position, move: False)
    """Whether a move of an opening would cost too much here."""

    def opening_for(
        self, wanted: Iterable[Feature], number: int, *, first: bool
    ) -> tuple[str, ...]:
        """The moves to begin a game with: another one for each number."""
        lines = [line for leads_to, line in self.openings if leads_to & set(wanted)]
        lines = lines or [line for _, line in self.openings]
        if not lines:
            return ()
        line = lines[number % len(lines)]
        return line if first else tuple(map(self.mirrored, line))


@dataclass(frozen=True, slots=True)
class Sample:
    """A position to time moves in, or a part of whole games for those that cannot be given one."""

    name: str  # a code, for scripts
    title: Sentence
    setup: str | None = None


@dataclass(frozen=True, slots=True)
class Samples:
    """Always the same, so that two versions of an AI can be compared."""

    positions: Callable[[Rules], tuple[Sample, ...]]
    phase: Callable[[int, Position], str]
    """Where in a game a ply is: ``opening``, ``middle`` or ``ending``."""
