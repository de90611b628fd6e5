"""A command line whose commands are files, imported only when called.

A command's file has the function ``run``, whose parameters are its arguments and options. It may
have ``MORE_HELP``, paragraphs below the summary, ``EXAMPLES``, lines to type with a few words on
each, and ``CONTEXT_SETTINGS``. A file of several commands has them in its ``TABLE``. A folder of
commands has ``COMMANDS`` instead of ``run``.
Help and usage are in the user's language, wrapped to the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from inspect import signature
from typing import Any, get_type_hints
from unicodedata import east_asian_width

import click

from board_core.fast_dataclass import dataclass
from board_core.supervise.interrupts import CTRL_C_EXIT_CODE
from board_core.text.languages import N_

from .language import _
from .option_values import parameter


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
    """Wrap a paragraph to this many columns, without breaking words."""
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


Example = tuple[str, str]
"""A command line, and a few words on it where it does not speak for itself."""

EXAMPLE_COLUMNS = 76
"""The widest line of examples, which help indents by two more columns."""

EXTRA_WORDS = N_("Got unexpected extra argument ({words}): a command of several words needs quotes")

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


@dataclass(frozen=True, slots=True)
class CommandFile:
    """The module of a command, and the sentence on it in the list of commands."""

    module: str
    summary: str


class TableCommand:
    """A command in the ``TABLE`` of its file: what it runs, and the texts of its help."""

    def __init__(self, run: Callable[..., None], *examples: Example, more_help: str = "") -> None:
        self.run = run
        self.EXAMPLES = examples
        self.MORE_HELP = (more_help,) if more_help else ()


class FileCommand(click.Command):
    """The command of a file."""

    context_class = HelpContext
    allow_extra_args = True  # refused here, with advice

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            ctx.fail(_(EXTRA_WORDS, words=" ".join(rest)))
        return rest


class FileGroup(click.Group):
    """Commands by name, each made from its file on demand."""

    context_class = HelpContext

    def __init__(self, name: str, files: Mapping[str, CommandFile], help: str, **more: Any) -> None:
        super().__init__(
            name,
            help=help,
            options_metavar=_("[OPTIONS]"),
            subcommand_metavar=_("COMMAND [ARGS]..."),
            context_settings=HELP_OPTIONS,
            **more,
        )
        self.files = files
        self.commands = dict.fromkeys(files)  # type: ignore[assignment]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.files)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if self.commands.get(cmd_name) is None and cmd_name in self.files:
            self.commands[cmd_name] = command_of(self.files[cmd_name], cmd_name)
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, file.summary) for name, file in self.files.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. After Ctrl-C the exit code is that of shells."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise SystemExit(CTRL_C_EXIT_CODE) from None


def command_of(file: CommandFile, name: str) -> click.Command:
    """Import a command's file and return the command."""
    module = content_of(file, name)
    examples = epilog(getattr(module, "EXAMPLES", ()))
    if files := getattr(module, "COMMANDS", None):
        return FileGroup(name, files, file.summary, epilog=examples)
    parameters, callback = flat_options(module.run)
    return FileCommand(
        name,
        params=parameters,
        callback=callback,
        help="\n\n".join([file.summary, *getattr(module, "MORE_HELP", ())]),
        epilog=examples,
        options_metavar=_("[OPTIONS]"),
        context_settings=HELP_OPTIONS | getattr(module, "CONTEXT_SETTINGS", {}),
    )


def content_of(file: CommandFile, name: str) -> Any:
    """Return the module of a command, or its row in the module's table."""
    module = import_module(file.module)
    return getattr(module, "TABLE", {}).get(name, module)


def epilog(examples: tuple[Example, ...]) -> str | None:
    """Return the examples of a command as its help shows them; None if there are none."""
    if not examples:
        return None
    width = max(len(line) for line, _said in examples)
    lines = ["\b", _("Examples:")]  # \b: the lines stay as they are
    for line, said in examples:
        beside = f"  {line:<{width}}  # {_(said)}"
        if not said:
            lines.append(f"  {line}")
        elif cell_width(beside) <= EXAMPLE_COLUMNS:
            lines.append(beside)
        else:
            lines += [f"  {line}", f"      # {_(said)}"]
    return "\n".join(lines)


def flat_options(command: Callable[..., None]) -> tuple[list[click.Parameter], Any]:
    """Return a command's options, also those of its dataclasses, and what calls it with them."""
    hints = get_type_hints(command, include_extras=True)
    parameters: list[click.Parameter] = []
    groups: dict[str, tuple[Callable[..., object], list[str]]] = {}
    for name, each in signature(command).parameters.items():
        group = hints[name]
        if not is_dataclass(group):
            parameters.append(parameter(name, group, each.default))
            continue
        assert isinstance(group, type)
        kinds = get_type_hints(group, include_extras=True)
        options = {field.name: field.default for field in fields(group)}
        parameters += [parameter(option, kinds[option], options[option]) for option in options]
        groups[name] = group, list(options)

    def run(**given: object) -> None:
        made = {
            name: make(**{option: given.pop(option) for option in names})
            for name, (make, names) in groups.items()
        }
        command(**given, **made)

    return parameters, run
