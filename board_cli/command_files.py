"""A command line whose commands are files, each imported only when its command is wanted.

A command's file has the function ``run``, whose parameters are its arguments and options. It may
have ``MORE_HELP``, paragraphs below the summary, ``EXAMPLES``, lines to type with a few words on
each, and ``CONTEXT_SETTINGS``. A folder of commands has ``COMMANDS`` instead of ``run``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib import import_module
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from board_core.fast_dataclass import dataclass
from board_core.supervise.interrupts import CTRL_C_EXIT_CODE

from .help_page import HelpContext, cell_width, explained_usage_errors
from .language import _

Example = tuple[str, str]
"""A command line, and a few words on it where it does not speak for itself."""

EXAMPLE_COLUMNS = 76
"""The widest line of examples, which help indents by two more columns."""

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


@dataclass(frozen=True, slots=True)
class CommandFile:
    """The module of a command, and the sentence on it in the list of commands."""

    module: str
    summary: str


class _ReadHere:
    """Reads the values of its parameters by :func:`read_here`, and shows help pages of ours."""

    context_class: Any = HelpContext

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        for parameter in self.get_params(ctx):  # type: ignore[attr-defined]
            read_here(parameter)
        return super().parse_args(ctx, args)  # type: ignore[misc, no-any-return]


class FileCommand(_ReadHere, TyperCommand):
    """The command of a file."""


class FileGroup(_ReadHere, TyperGroup):
    """Commands by name, each made of its file when it is asked for."""

    files: Mapping[str, CommandFile] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = dict.fromkeys(self.list_commands(None))  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.files)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if self.commands.get(cmd_name) is None and cmd_name in self.files:
            path = [*ctx.command_path.split()[1:], cmd_name]
            self.commands[cmd_name] = command_of(self.files[cmd_name], " ".join(path))
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, file.summary) for name, file in self.files.items()])

    def make_context(self, *given: Any, **named: Any) -> Any:
        with explained_usage_errors():
            return super().make_context(*given, **named)

    def invoke(self, ctx: Any) -> Any:
        """Run the command. After Ctrl-C the exit code is that of shells."""
        try:
            with explained_usage_errors():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(CTRL_C_EXIT_CODE) from None


def read_here(parameter: Any) -> None:
    """Let a parameter's text become its value without pydantic.

    The library checks every value by pydantic, also one that is not given, and that takes 70 ms and
    7 MB to import. What is refused here is still refused by the library.
    """
    kind = getattr(parameter, "type_descriptor", None)
    if kind is None:  # an older typer, which does without pydantic
        return
    check, read = parameter.process_value, kind.parameter_info.parser or _plain_type(kind)

    def process(ctx: Any, value: Any) -> Any:
        if value is None:
            value = () if parameter.multiple else None
        elif isinstance(value, str | list | tuple):
            try:
                value = read(value) if isinstance(value, str) else [read(each) for each in value]
            except ValueError:
                return check(ctx, value)
        if parameter.required and parameter.value_is_missing(value):
            return check(ctx, None)
        return value if parameter.callback is None else parameter.callback(ctx, parameter, value)

    parameter.process_value = process


def _plain_type(kind: Any) -> Callable[[str], object]:
    """Return the type of one value of a parameter, which also reads it."""
    plain: Any = get_args(kind.annotation)[0] if kind.is_list else kind.annotation
    if plain in (str, Path) or (isinstance(plain, type) and issubclass(plain, Enum)):
        return plain  # type: ignore[no-any-return]
    return _unread


def _unread(text: str) -> object:
    raise ValueError(f"the library reads {text!r}")


def group_app(
    cls: type[FileGroup],
    help: str,
    callback: Callable[..., None],
    examples: tuple[Example, ...] = (),
    *,
    completion: bool = False,
) -> typer.Typer:
    """Return an application whose commands are those of ``cls``."""
    return typer.Typer(
        cls=cls,
        help=help,
        callback=callback,
        epilog=epilog(examples),
        no_args_is_help=True,
        add_completion=completion,
        rich_markup_mode=None,  # help is there at once: rich takes longer to import than the rest
        pretty_exceptions_enable=False,
        context_settings=HELP_OPTIONS,
    )


def command_of(file: CommandFile, path: str) -> Any:
    """Import a command's file and return the command; ``path`` is what people type for it."""
    module = import_module(file.module)
    examples = getattr(module, "EXAMPLES", ())
    if commands := getattr(module, "COMMANDS", None):
        cls = type("FolderGroup", (FileGroup,), {"files": commands})
        return typer.main.get_command(group_app(cls, file.summary, _no_options, examples))
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    make = app.command(
        path.rpartition(" ")[2],
        cls=FileCommand,
        help="\n\n".join([file.summary, *getattr(module, "MORE_HELP", ())]),
        epilog=epilog(examples),
        context_settings=HELP_OPTIONS | getattr(module, "CONTEXT_SETTINGS", {}),
    )
    make(with_flat_options(module.run))
    return typer.main.get_command(app)


def _no_options() -> None:
    pass


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


def with_flat_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of every dataclass among its parameters."""
    hints = get_type_hints(command, include_extras=True)
    parameters: list[Parameter] = []
    groups: dict[str, tuple[Callable[..., object], list[str]]] = {}
    for parameter in signature(command).parameters.values():
        group = hints[parameter.name]
        if not is_dataclass(group):
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=group))
            continue
        assert isinstance(group, type)
        options = {each.name: each.default for each in fields(group)}
        kinds = get_type_hints(group, include_extras=True)
        for name, usual in options.items():
            kind = kinds[name]
            parameters.append(
                Parameter(name, Parameter.KEYWORD_ONLY, default=usual, annotation=kind)
            )
        groups[parameter.name] = (group, list(options))

    def run(**given: object) -> None:
        made = {
            name: make(**{option: given.pop(option) for option in names})
            for name, (make, names) in groups.items()
        }
        command(**given, **made)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run
