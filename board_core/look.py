"""How a game is drawn: one value, for the window, the terminal and the pages of a contest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .rules import Move, Position
from .sentence import Sentence
from .sides import Color

Places = tuple[str, ...]
"""The places of a move: from where … to where, or one."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside the board on the account of one side."""

    held: tuple[str, ...] = ()
    """The symbols of the pieces in its hand, one for each, to be put on the board by a move."""
    note: Sentence | None = None

    def told(self, sign: Callable[[str], str], sentence: Callable[[Sentence], str]) -> str:
        """Return it on one line: each kind of piece by its sign with its number, and the note."""
        kinds = Counter(self.held).items()
        parts = [f"{sign(symbol)}{count if count > 1 else ''}" for symbol, count in kinds]
        return " ".join((*parts, *(() if self.note is None else (sentence(self.note),))))


NOTHING_BESIDE = Beside()


def _nothing_beside(_position: Position, _color: Color) -> Beside:
    return NOTHING_BESIDE


def hand_place(symbol: str) -> str:
    """The name of the place that a piece in hand comes from: ``N@``."""
    return f"{symbol.upper()}@"


def _no_pictures() -> Mapping[str, str]:
    return {}


def _no_aliases(_pieces: Mapping[str, str], _moves: Sequence[Move]) -> Mapping[Places, Move]:
    return {}


@dataclass(frozen=True, eq=False)
class Look:
    """What a game says of its look. As it is, it suits any game.

    A symbol without a picture is a disc in the colour of its side, with the symbol written on it;
    as everywhere, White's symbols are capitals.
    """

    pictures: Callable[[], Mapping[str, str]] = _no_pictures
    """The SVG elements of symbols, each in a viewBox of 45 by 45; asked for by those who draw."""
    signs: Mapping[str, str] = field(default_factory=dict)
    """A character for each symbol of either side, for terminals: outlined for White."""
    letters: bool = True
    """The symbols are written on the discs; without them, discs are plain stones."""
    discs: tuple[str, str] | None = None
    """The colours of White's and Black's discs, as ``#rrggbb``."""
    ground: tuple[str, str] | None = None
    """The colours of light and dark squares, or of cells and the lines between them; None: as the
    user likes it."""
    tints: Mapping[str, str] = field(default_factory=dict)
    """The colours of places that are unlike the others."""
    order: str = ""
    """How moves that share their places are offered: by the letter that tells them apart."""
    aliases: Callable[[Mapping[str, str], Sequence[Move]], Mapping[Places, Move]] = _no_aliases
    """Other places that stand for a move: from the pieces and the legal moves."""
    beside: Callable[[Position, Color], Beside] = _nothing_beside
    """Pieces in hand, and what else is counted for a side."""

    def sign(self, symbol: str, outlined: bool = False) -> str:
        """The character that a terminal shows for a symbol.

        ``outlined``: the terminal has no colours, so that the two sides have to differ in shape.
        """
        if symbol in self.signs:
            return self.signs[symbol if outlined else symbol.lower()]
        if self.letters:
            return symbol
        return "○" if outlined and symbol.isupper() else "●"


def ink_on(ground: str) -> str:
    """The colour of letters on a disc of this colour, ``#rrggbb``: dark on a light one."""
    light = sum(int(ground[at : at + 2], 16) for at in (1, 3, 5)) > 3 * 110
    return "#181818" if light else "#f8f8f4"


ANY_LOOK = Look()
"""Discs with letters, in the user's colours."""

PLAIN_STONES = Look(letters=False)
"""Black and white stones."""


def tag(move: Move, places: Places) -> str:
    """What is left of a move's text without its places: ``q`` of ``e7e8q``."""
    left: str = move
    for place in places:
        left = left.replace(place, "", 1)
    return "".join(filter(str.isalnum, left))
