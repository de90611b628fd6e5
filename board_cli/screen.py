"""Consoles and tables suited to an output, and the signs and colours of boards."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, TextIO

from board_core.fast_dataclass import dataclass

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text


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


def is_terminal(stream: TextIO) -> bool:
    """Return whether the stream is a terminal that can move its cursor."""
    return stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


def console_for(stream: TextIO, *, wide: bool = False) -> Console:
    """Writes colours to terminals only, and takes no text for markup.

    With ``wide`` there is room for tables in what is no terminal, unless COLUMNS says otherwise.
    """
    from rich.console import Console

    roomy = wide and not is_terminal(stream) and "COLUMNS" not in os.environ
    return Console(
        file=stream,
        width=200 if roomy else None,
        force_terminal=is_terminal(stream),
        markup=False,
        emoji=False,
        highlight=False,
    )


@contextmanager
def waiting(console: Console, *, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows progress on a terminal."""
    from rich.text import Text

    if quiet or not console.is_terminal:
        yield lambda text: None
        return
    with console.status("") as status:
        yield lambda text: status.update(Text(text, style="dim"))


CHINESE_SIGNS = "[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]"
WORDS_TO_WRAP = re.compile(
    rf"\s+|[（“‘《「]*(?:{CHINESE_SIGNS}|[^\s\u3000-\u9fff\uff00-\uffef]+)[，。；：、）”’》」！？]*"
)
"""The parts of a text between which a line may break: words, and single Chinese characters."""


def folded(text: str, width: int, indent: str = "") -> str:
    """Return a text in lines of at most ``width`` columns; all but the first are indented.

    A line of Chinese breaks between any two characters, but not before closing punctuation.
    """
    from rich.cells import cell_len, chop_cells

    lines, line = list[str](), ""
    room = width - len(indent)
    for part in WORDS_TO_WRAP.findall(text):
        if cell_len(line + part.rstrip()) <= (room if lines else width):
            line += part
            continue
        if line.strip():
            lines.append(line.rstrip())
        *whole, line = chop_cells(part.lstrip(), room) or [""]
        lines += whole
    return f"\n{indent}".join([*lines, line.rstrip()])


def look_of(console: Console, *, plain: bool = False) -> Palette:
    """Return the palette for this console; ``plain`` is ASCII on every console."""
    if plain or not console.is_terminal:
        return PLAIN_PALETTE
    color_system = None if console.no_color else console.color_system
    return look_for(color_system, console.encoding, os.environ.get("TERM", ""))


def ruled_table(*columns: Column | str) -> Table:
    """Return a table with a line below its headings."""
    from rich import box
    from rich.table import Table

    return Table(*columns, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")


def figures(heading: str | Text) -> Column:
    """Return a column of figures, which end at its right edge."""
    from rich.table import Column

    return Column(heading, justify="right")


def bare_table() -> Table:
    """Return a table without lines, for one that is long or often redrawn."""
    from rich.table import Table

    return Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
