"""Describe a game's appearance as one value for the window, the terminal and contest pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Move, Position
from board_core.game.sides import Color
from board_core.text.sentence import Sentence

Places = tuple[str, ...]
"""The places of a move, from its origin to its target; a placed piece has one."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Pieces in hand and a note of one side, shown beside the board."""

    held: tuple[str, ...] = ()
    """The symbols of the pieces in hand, which a move can put on the board; one for each piece."""
    note: Sentence | None = None

    def told(self, sign: Callable[[str], str], sentence: Callable[[Sentence], str]) -> str:
        """Return one line with the sign and the number of each kind of piece, and the note."""
        kinds = Counter(self.held).items()
        parts = [f"{sign(symbol)}{count if count > 1 else ''}" for symbol, count in kinds]
        return " ".join((*parts, *(() if self.note is None else (sentence(self.note),))))


NOTHING_BESIDE = Beside()


def _nothing_beside(_position: Position, _color: Color) -> Beside:
    return NOTHING_BESIDE


def hand_place(symbol: str) -> str:
    """Return the place name of a piece in hand, such as ``N@``."""
    return f"{symbol.upper()}@"


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
