"""The examples below every help can be typed as they are."""

import shlex

import click
import pytest
from click.testing import CliRunner

from board_cli.app import COMMANDS as FILES
from board_cli.app import app
from board_cli.command_files import content_of
from board_pygame.__main__ import EXAMPLES as OF_THE_WINDOW


def commands(group, before: str = "") -> dict:
    """Every command by its whole name, also those in groups."""
    found, context = {}, click.Context(group, info_name=f"board {before}".strip())
    for name in group.list_commands(context):
        found[before + name] = command = group.get_command(context, name)
        if hasattr(command, "commands"):
            found |= commands(command, f"{before}{name} ")
    return found


def examples(files, before: str = "") -> dict:
    """The examples of every command's file, also of those in folders."""
    found = {}
    for name, file in files.items():
        content = content_of(file, name)
        found[before + name] = getattr(content, "EXAMPLES", ())
        found |= examples(getattr(content, "COMMANDS", {}), f"{before}{name} ")
    return found


COMMANDS = commands(app)
EXAMPLES = examples(FILES)
LINES = [line for examples in EXAMPLES.values() for line, _said in examples]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "gui"])
def test_every_help_has_examples(name):
    helped = CliRunner().invoke(app, [*name.split(), "--help"]).stdout
    assert f"Examples:\n    board {name}" in helped
    assert all(f"    {line}" in helped for line, _said in EXAMPLES[name])


@pytest.mark.parametrize("line", [*LINES, *OF_THE_WINDOW])
def test_an_example_is_a_line_that_is_understood(line):
    program, *arguments = shlex.split(line)
    assert program == "board"
    name = arguments.pop(0)
    while hasattr(COMMANDS[name], "commands"):
        name += f" {arguments.pop(0)}"
    COMMANDS[name].make_context(name, arguments)  # raises what a person would be told
