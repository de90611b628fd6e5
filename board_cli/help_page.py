"""Help and usage of the command line in the user's language, wrapped to the terminal.

click looks its own texts up by gettext: they are listed here, for the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import east_asian_width

import click

from board_core.text.languages import N_

from .language import _


def plural(one: str, many: str) -> tuple[str, str]:
    """Return the texts; marks them for the catalogues, as :func:`N_` does."""
    return one, many


LIBRARY_TEXTS = (
    N_("Aborted!"),
    N_("Commands"),
    N_("Options"),
    N_("Positional arguments"),
    N_("Show this message and exit."),
    N_("Try '{command} {option}' for help."),
    N_("default: {default}"),
    N_("env var: {var}"),
    N_("required"),
    N_("Error: {message}"),
    N_("Error: invalid input"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing command."),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("Option {name!r} does not take a value."),
    plural("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
)

OPENING_SIGNS, CLOSING_SIGNS = "（「『《", "，。、；：！？）」』》…"

WIDE_CHARACTERS = "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60"

LINE_UNITS = (
    rf"\[[^\[\]\s]+\]|\s+"
    rf"|[{OPENING_SIGNS}]*(?:[^\s{WIDE_CHARACTERS}{CLOSING_SIGNS}]+|(?![{CLOSING_SIGNS}])[{WIDE_CHARACTERS}])?[{CLOSING_SIGNS}]*"
)
"""Parts of a text that a line does not break: words, notes in brackets, and Chinese characters with
the punctuation that belongs to them."""


def cell_width(text: str) -> int:
    """Return the columns that a text takes on a terminal."""
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in text)


def wrapped(text: str, width: int) -> list[str]:
    """Return a paragraph as lines of so many columns; no word is broken, however long it is."""
    lines, line = list[str](), ""
    for unit in re.findall(LINE_UNITS, " ".join(text.split())):
        if line and unit != " " and cell_width(line + unit) > width:
            lines.append(line.rstrip())
            line = ""
        if line or unit != " ":
            line += unit
    return [*lines, line.rstrip()]


class HelpPage(click.HelpFormatter):
    """The text of a command's help."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        begin = _("Usage: {command}", command=prog) + " "
        indent = cell_width(begin)
        lines = wrapped(args, self.width - indent)
        self.write(begin + f"\n{' ' * indent}".join(lines) + "\n")

    def write_heading(self, heading: str) -> None:
        self.write(_("{heading}:", heading=heading) + "\n")

    def write_text(self, text: str) -> None:
        indent = " " * self.current_indent
        paragraphs = []
        for paragraph in text.split("\n\n"):
            if paragraph.startswith("\b"):  # its lines stay as they are
                lines = paragraph.splitlines()[1:]
            else:
                lines = wrapped(paragraph, self.width - self.current_indent)
            paragraphs.append("\n".join(indent + line for line in lines))
        self.write("\n\n".join(paragraphs) + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        rows = list(rows)
        column = min(max(cell_width(term) for term, _said in rows), col_max) + col_spacing
        indent, gap = " " * self.current_indent, " " * (self.current_indent + column)
        for term, said in rows:
            lines = wrapped(said, self.width - column - self.current_indent)
            room = column - cell_width(term)
            begin = f"{indent}{term}" + (" " * room if room >= col_spacing else f"\n{gap}")
            self.write((begin + f"\n{gap}".join(lines)).rstrip() + "\n")


class HelpContext(click.Context):
    """Makes help pages in the user's language."""

    formatter_class = HelpPage
