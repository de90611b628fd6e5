"""The signs and colours that a terminal can show, for boards drawn as text."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from board_core.fast_dataclass import dataclass


class Signs(Enum):
    """The ways in which a terminal shows the symbols of pieces."""

    LETTERS = "letters"  # as they are
    OUTLINED = "outlined"  # the sides told apart by their shape
    FILLED = "filled"  # told apart by their colour


@dataclass(frozen=True, slots=True)
class Palette:
    """Signs and colours that a terminal can show; without colours the last move is bracketed."""

    signs: Signs = Signs.LETTERS
    empty: tuple[str, str] = (".", ".")  # light, dark
    point: str = "."  # a cell, or where lines cross
    squares: tuple[str, str] | None = None  # background colours: light, dark
    marked: tuple[str, str] = ("", "")
    white: str = ""
    black: str = ""
    any_color: bool = False  # also those of a game's own
    arrow: str = ">"
    bar: tuple[str, str] = ("#", "-")
    dot: str = "-"
    infinity: str = "-"


PLAIN_PALETTE = Palette()
"""Letters, for files and terminals that show nothing else."""

SIGN_PALETTE = Palette(
    Signs.OUTLINED, ("·", "·"), "·", arrow="▶", bar=("━", "─"), dot="·", infinity="∞"
)
"""Signs without colours."""

COLOR_PALETTE = replace(
    SIGN_PALETTE,
    signs=Signs.FILLED,
    empty=(" ", " "),
    squares=("#a3b18a", "#6b8a5e"),
    marked=("#d3b85c", "#b8963e"),
    white="bold #ffffff",
    black="bold #000000",
    any_color=True,
)

SIXTEEN_COLOR_PALETTE = replace(
    COLOR_PALETTE,
    squares=("green", "blue"),
    marked=("yellow", "yellow"),
    white="bold bright_white",
    black="black",
    any_color=False,
)
"""For terminals with sixteen colours."""

CONSOLE_PALETTE = replace(
    SIXTEEN_COLOR_PALETTE, signs=Signs.LETTERS, arrow=">", bar=("#", "-"), dot="-", infinity="-"
)
"""For the console without a desktop: its font has no chess pieces."""


def look_for(color_system: str | None, encoding: str, terminal: str) -> Palette:
    """Return the palette for an output with these colours, this encoding and this ``TERM``."""
    if terminal == "linux" and color_system:
        return CONSOLE_PALETTE
    if not encoding.lower().startswith("utf"):
        return PLAIN_PALETTE
    if color_system is None:
        return SIGN_PALETTE
    return SIXTEEN_COLOR_PALETTE if color_system in ("standard", "windows") else COLOR_PALETTE
