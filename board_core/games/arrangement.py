"""A position that is being set up piece by piece, as a value, and what its game says of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from board_core.fast_dataclass import dataclass
from board_core.game.rules import BadSetup, Position, Rules
from board_core.game.sides import Color
from board_core.text.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Pieces by their places, and what a board does not show. It need not be a legal position."""

    pieces: Mapping[str, str]  # symbols by places; White's are capitals
    to_move: Color
    rights: frozenset[str] = frozenset()  # wanted, as ``K`` to castle; written while possible
    passed: str = ""  # the square that a pawn has just passed; empty for none
    origin: str = field(default="", compare=False)  # the position it was made from, as text

    def put(self, place: str, piece: str) -> Arrangement:
        """Return the arrangement with this piece there, in the place of what stood there."""
        return replace(self, pieces={**self.pieces, place: piece})

    def without(self, place: str) -> Arrangement:
        """Return the arrangement with nothing on this place."""
        return replace(self, pieces={at: what for at, what in self.pieces.items() if at != place})

    def carried(self, place: str, to: str) -> Arrangement:
        """Return the arrangement after a piece went to another place, if one is there."""
        piece = self.pieces.get(place)
        return self if piece is None else self.without(place).put(to, piece)

    def emptied(self) -> Arrangement:
        """Return the arrangement without any piece."""
        return replace(self, pieces={}, rights=frozenset(), passed="")

    def turned(self) -> Arrangement:
        """Return the arrangement with the other side to move."""
        return replace(self, to_move=self.to_move.other, passed="")

    def toggled(self, right: str) -> Arrangement:
        """Return the arrangement with this right wanted, or no longer."""
        return replace(self, rights=self.rights ^ {right})

    def passing(self, place: str) -> Arrangement:
        """Return the arrangement in which a pawn has just passed this square; empty: none."""
        return replace(self, passed=place)


@dataclass(frozen=True, slots=True)
class Flaw:
    """The reason why an arrangement is no position of its game, and the places concerned."""

    sentence: Sentence
    places: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Arranger(ABC):
    """Knows how positions of one game are set up."""

    rules: Rules
    palette: tuple[str, ...]
    """The symbols of all pieces, White's first."""

    @abstractmethod
    def written(self, arrangement: Arrangement) -> str:
        """Return the arrangement as the text that :attr:`.Rules.start` reads."""

    def read(self, position: Position) -> Arrangement:
        """Return the arrangement of a position."""
        return Arrangement(dict(position.pieces()), position.to_move, origin=position.setup)

    def rights(self, arrangement: Arrangement) -> tuple[str, ...]:
        """Return the rights that the pieces allow, such as ``K`` for White to castle short."""
        return ()

    def passable(self, arrangement: Arrangement) -> tuple[str, ...]:
        """Return the squares that a pawn may just have passed, to be taken there."""
        return ()

    def flaws(self, arrangement: Arrangement) -> tuple[Flaw, ...]:
        """Return why this is no position of the game; empty if it is one."""
        try:
            self.rules.start(self.written(arrangement))
        except BadSetup as error:
            return (Flaw(error.sentence),)
        return ()
