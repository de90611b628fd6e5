"""A game's appearance for the window, the terminal and pages; and setting up its positions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from board_core.fast_dataclass import dataclass
from board_core.game.rules import BadSetup, Move, Position, Rules
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


Places = tuple[str, ...]
"""The places of a move, from its origin to its target; a placed piece has one."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Pieces in hand and a note of one side, shown beside the board."""

    held: tuple[str, ...] = ()
    """The symbols of the pieces in hand, which a move can put on the board; one for each piece."""
    note: Sentence | None = None
    keeps: bool = False
    """True if what a side takes goes to its hand, and is not shown as taken besides."""

    def told(self, sign: Callable[[str], str], sentence: Callable[[Sentence], str]) -> str:
        """Return one line with the sign and the number of each kind of piece, and the note."""
        kinds = Counter(self.held).items()
        parts = [f"{sign(symbol)}{count if count > 1 else ''}" for symbol, count in kinds]
        return " ".join((*parts, *(() if self.note is None else (sentence(self.note),))))


NOTHING_BESIDE = Beside()


def _nothing_beside(_position: Position, _color: Color) -> Beside:
    return NOTHING_BESIDE


def in_hand(place: str) -> bool:
    """Return whether a place stands for a piece in hand."""
    return place.endswith("@")


def hand_place(symbol: str) -> str:
    """Return the place name of a piece in hand, such as ``N@``, or ``n@`` of Black."""
    return f"{symbol}@"


def _no_pictures() -> Mapping[str, str]:
    return {}


def _no_aliases(_pieces: Mapping[str, str], _moves: Sequence[Move]) -> Mapping[Places, Move]:
    return {}


@dataclass(frozen=True, eq=False)
class Look:
    """The appearance of a game. The defaults suit any game.

    A symbol without a picture is drawn as a disc in the colour of its side, with the symbol on it.
    White's symbols are capitals.
    """

    pictures: Callable[[], Mapping[str, str]] = _no_pictures
    """Return the SVG elements of symbols, each in a viewBox of 45 by 45."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """Characters for the symbols of both sides in terminals; White's are outlined."""
    letters: bool = True
    """True if symbols are written on the discs; otherwise the discs are plain stones."""
    discs: tuple[str, str] | None = None
    """The colours of White's and Black's discs, as ``#rrggbb``; None: the defaults."""
    ground: tuple[str, str] | None = None
    """The colours of light and dark squares, or of cells and the lines between them; None: as the
    user has chosen."""
    tints: Mapping[str, str] = field(default_factory=dict)
    """The colours of places that differ from the others, as ``#rrggbb``."""
    order: str = ""
    """The order in which moves with the same places are offered, as the letters that differ."""
    aliases: Callable[[Mapping[str, str], Sequence[Move]], Mapping[Places, Move]] = _no_aliases
    """Return further places that stand for moves, from the pieces and the legal moves."""
    beside: Callable[[Position, Color], Beside] = _nothing_beside
    """Return the pieces in hand and the note of a side."""

    def sign(self, symbol: str, outlined: bool = False) -> str:
        """Return the character that a terminal shows for a symbol.

        Set ``outlined`` if the terminal has no colours, so that the sides must differ in shape.
        """
        if symbol in self.signs:
            return self.signs[symbol if outlined else symbol.lower()]
        if self.letters:
            return symbol
        return "○" if outlined and symbol.isupper() else "●"


def ink_on(ground: str) -> str:
    """Return the colour of letters on a disc of this colour, both as ``#rrggbb``."""
    light = sum(int(ground[at : at + 2], 16) for at in (1, 3, 5)) > 3 * 110
    return "#181818" if light else "#f8f8f4"


ANY_LOOK = Look()
"""Discs with letters, in the user's colours."""

PLAIN_STONES = Look(letters=False)
"""Plain black and white stones."""


def tag(move: Move, places: Places) -> str:
    """Return the rest of a move's text without its places: ``q`` of ``e7e8q``."""
    left: str = move
    for place in places:
        left = left.replace(place, "", 1)
    return "".join(filter(str.isalnum, left))


def clicked(move: Move, places: Places, held: Sequence[str]) -> Places:
    """Return the places to click for a move: a piece in hand is picked up beside the board."""
    dropped = tag(move, places).upper() if held and len(places) == 1 else ""
    symbol = next((symbol for symbol in held if symbol.upper() == dropped), None)
    return places if symbol is None else (hand_place(symbol), *places)
