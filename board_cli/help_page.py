"""Help, usage and refusals of the command line in the user's language, wrapped to the terminal.

The library that reads the command line speaks English only. All of its words that people read
pass through this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unicodedata import east_asian_width

import typer

from board_core.sentence import Listed
from board_core.words import N_

from .language import _

LIBRARY_TEXTS = (
    N_("Arguments"),
    N_("Commands"),
    N_("Options"),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
    N_("Show this message and exit."),
)
"""Headings and help texts that the library brings along."""

USAGE_METAVARS = (N_("[OPTIONS]"), N_("COMMAND [ARGS]..."))
"""Words of a line of usage that stand for several others."""

VALUE_NOTES = {
    "default": N_("default: {value}"),
    "env var": N_("environment: {value}"),
    "required": N_("required"),
}
"""Notes in brackets behind the help of an option, by the words they begin with."""

REFUSAL_PATTERNS = (
    (
        r"Invalid value for (?P<names>.+?)(?: \(env var: .*?\))?: (?P<why>.*)",
        N_("Invalid value for {name}: {why}"),
    ),
    (r"Invalid value: (?P<why>.*)", N_("Invalid value: {why}")),
    (r"Missing argument (?P<names>'.*')\.(?s:.*)", N_("Missing argument {name}.")),
    (r"Missing option (?P<names>'.*')\.(?s:.*)", N_("Missing option {name}.")),
    (r"Missing command\.", N_("Missing command.")),
    (
        r"No such (?:option|command):? (?P<name>\S+?)\.?"
        r" (?:\(Possible options:|Did you mean) (?P<similar>.*?)[)?]+",
        N_("{name} is not known. Did you mean {similar}?"),
    ),
    (r"No such (?:option|command):? (?P<name>.*?)\.?", N_("{name} is not known.")),
    (r"Option (?P<names>'.*?') requires an argument\.", N_("Option {name} needs a value.")),
    (r"Option (?P<names>'.*?') does not take a value\.", N_("Option {name} takes no value.")),
    (
        r"Got unexpected extra argument(?:s|\(s\))? \((?P<words>.*)\)",
        N_("Got unexpected extra argument ({words}): a command of several words needs quotes"),
    ),
    (
        r"(?:Value error, )?(?P<text>'.*?') is not one of:? (?P<known>.*?)\.?",
        N_("{text} is not one of: {known}"),
    ),
)
"""The library's refusals of a command line as patterns, and the sentences for people."""

OPENING_SIGNS, CLOSING_SIGNS = "（「『《", "，。、；：！？）」』》…"

WIDE_CHARACTERS = "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60"

LINE_UNITS = (
    rf"\[[^\[\]\s]+\]|\s+"
    rf"|[{OPENING_SIGNS}]*(?:[^\s{WIDE_CHARACTERS}{CLOSING_SIGNS}]+|(?![{CLOSING_SIGNS}])[{WIDE_CHARACTERS}])?[{CLOSING_SIGNS}]*"
)
"""Parts of a text that a line does not break: words, notes in brackets, and Chinese characters with
the punctuation that belongs to them."""


def as_in_help(names: str) -> str:
    """Return the names of an option as help shows them, from ``'--jobs' / '-j'``."""
    found = names.replace("'", "").split(" / ")
    return ", ".join(sorted(found, key=lambda name: name.startswith("--")))


def usage_text(text: str) -> str:
    """Return what the library says about a wrong command line in the user's language."""
    for pattern, template in REFUSAL_PATTERNS:
        if found := re.fullmatch(pattern, text, re.DOTALL):
            facts: dict[str, Any] = found.groupdict()
            if "names" in facts:
                facts["name"] = as_in_help(facts.pop("names"))
            if "why" in facts:
                facts["why"] = usage_text(facts["why"])
            if "known" in facts:
                facts["known"] = Listed(facts["known"].replace("'", "").split(", "))
            return _(template, **facts)
    return text


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


class HelpPage(typer.Context.formatter_class):  # type: ignore[misc, valid-type]  # no public name
    """The text of a command's help."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        args = re.sub(r"\{([^{}]+)\}", r"\1", args)  # the library's sign for what is required
        for metavar in USAGE_METAVARS:
            args = args.replace(metavar, _(metavar))
        begin = _("Usage: {command}", command=prog) + " "
        indent = cell_width(begin)
        lines = wrapped(args, self.width - indent)
        self.write(begin + f"\n{' ' * indent}".join(lines) + "\n")

    def write_heading(self, heading: str) -> None:
        self.write(_("{heading}:", heading=_known(heading)) + "\n")

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
        self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        rows = [(_plain_term(term), said) for term, said in rows]
        column = min(max(cell_width(term) for term, _said in rows), col_max) + col_spacing
        indent, gap = " " * self.current_indent, " " * (self.current_indent + column)
        for term, said in rows:
            lines = wrapped(_with_notes(said), self.width - column - self.current_indent)
            room = column - cell_width(term)
            begin = f"{indent}{term}" + (" " * room if room >= col_spacing else f"\n{gap}")
            self.write((begin + f"\n{gap}".join(lines)).rstrip() + "\n")


class HelpContext(typer.Context):
    """Makes help pages in the user's language."""

    formatter_class = HelpPage


def _plain_term(term: str) -> str:
    """Return an option or argument with its choices in brackets, and without its Python type."""
    return re.sub(r" <([^<>]+)>", lambda kind: f" [{kind[1]}]" if "|" in kind[1] else "", term)


def _known(text: str) -> str:
    return _(text) if text in LIBRARY_TEXTS else text


def _with_notes(text: str) -> str:
    """Return the help of an option with the library's notes translated."""
    said, bracket, notes = text.rpartition("[")
    kind = notes.partition(":")[0].rstrip("]")
    if not bracket or kind not in VALUE_NOTES or not notes.endswith("]"):
        return _known(text)
    shown = []
    for note in notes[:-1].split("; "):
        kind, _colon, value = note.partition(": ")
        shown.append(_(VALUE_NOTES[kind], value=value) if kind in VALUE_NOTES else note)
    return f"{said}[{'; '.join(shown)}]"


UsageError: Any = typer.BadParameter.__base__


def _message_of(error: Any) -> str:
    """Return the library's message, with the variable's name for a value that a variable gave."""
    message, option = str(error.format_message()), getattr(error, "param", None)
    source = None if option is None else error.ctx.get_parameter_source(option.name)
    if source is None or source.name != "ENVIRONMENT":
        return message
    return re.sub(r"for .*? \(env var: ('.*?')\)", r"for \1", message, count=1)


class CommandLineError(typer.BadParameter):
    """A wrong command line, explained in the user's language."""

    def __init__(self, error: Any) -> None:
        super().__init__(usage_text(_message_of(error)), ctx=error.ctx)

    def format_message(self) -> str:
        return self.message

    def show(self, file: Any = None) -> None:
        if self.ctx is not None:
            command = self.ctx.command_path
            typer.echo(self.ctx.get_usage(), file, err=True)
            typer.echo(_("Try '{command} -h' for help.", command=command) + "\n", file, err=True)
        typer.echo(_("Error: {why}", why=self.message), file, err=True)


@contextmanager
def explained_usage_errors() -> Iterator[None]:
    """Raise what is wrong with a command line as :class:`CommandLineError`."""
    try:
        yield
    except UsageError as error:
        if isinstance(error, CommandLineError) or type(error).__name__ == "NoArgsIsHelpError":
            raise
        raise CommandLineError(error) from None
