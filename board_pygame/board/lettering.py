"""The letters of a grid's columns as the window shows them: with i, which their names leave out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from functools import lru_cache
from string import ascii_lowercase

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import Geometry

PLACE_PATTERN = re.compile(r"\b[a-z]\d{1,2}\b", re.ASCII)  # Chinese words touch what they name


@dataclass(frozen=True)
class Lettering:
    """The letters of one board's columns; the default changes nothing.

    Records, programs and the clipboard keep the names of the game. What is typed is read by the
    letters that the board shows: ``j8`` means two points otherwise.
    """

    columns: Mapping[str, str] = field(default_factory=dict)  # shown letters by those of the game

    def show(self, text: str) -> str:
        """Return a text with the places as they are shown."""
        return _lettered(text, self.columns)

    def read(self, text: str) -> str:
        """Return a text with the places as the game names them."""
        return _lettered(text, {shown: known for known, shown in self.columns.items()})


def _lettered(text: str, letters: Mapping[str, str]) -> str:
    if not letters:
        return text

    def place(found: re.Match[str]) -> str:
        return letters.get(found[0][0], found[0][0]) + found[0][1:]

    return PLACE_PATTERN.sub(place, text)


PLAIN_LETTERING = Lettering()


@lru_cache(maxsize=16)
def lettering(geometry: Geometry, with_i: bool) -> Lettering:
    """Return the lettering of a board; only a grid whose columns leave out i has another one."""
    known = geometry.column_labels
    plain = tuple(ascii_lowercase[: len(known)])
    without = tuple(letter for letter in ascii_lowercase if letter != "i")[: len(known)]
    if not with_i or not geometry.on_points or known != without or known == plain:
        return PLAIN_LETTERING
    return Lettering(dict(zip(known, plain, strict=True)))


@lru_cache(maxsize=16)
def lettered(geometry: Geometry, with_i: bool) -> Geometry:
    """Return a board with the shown letters beside it; its places keep their names."""
    columns = lettering(geometry, with_i).columns
    if not columns:
        return geometry
    labels = tuple(columns[label] for label in geometry.column_labels)
    return replace(geometry, column_labels=labels)
