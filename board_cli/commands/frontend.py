"""``board gui`` and its like: frontends of packages that are installed here.

A package declares a frontend as an entry point of the group ``board_core.frontends``: a function
that takes the arguments behind the name and returns the exit status. With ``--about`` it prints
lines for a bug report.
"""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint, entry_points
from typing import Annotated

import click

from board_cli.language import _
from board_cli.option_values import ValueKind, argument, refusal

FRONTENDS_GROUP = "board_core.frontends"

CONTEXT_SETTINGS = {"ignore_unknown_options": True, "help_option_names": []}


def run(
    arguments: Annotated[
        tuple[str, ...], argument(ValueKind("[WHITE] [BLACK]"), _("Who plays each side at first."))
    ] = (),
) -> None:
    context = click.get_current_context()
    name, language = str(context.info_name), context.find_root().params.get("lang")
    found = frontend(name)
    if found is None:
        why = _("{name} is not installed here: reinstall the board", name=repr(name))
        raise refusal(None, why)
    start = found.load()
    sys.exit(start([*(["--lang", language] if language else []), *arguments]))


def frontend(name: str) -> EntryPoint | None:
    """Return the entry point of an installed frontend."""
    return next(iter(entry_points(group=FRONTENDS_GROUP, name=name)), None)
