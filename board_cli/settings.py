"""Shows and changes the user's settings."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from rich.table import Column
from rich.text import Text

from board_core.frontend.settings import (
    HELP_OF_SETTINGS,
    Settings,
    accepted_values,
    format_value,
    require_name,
    reset,
    save,
    with_value,
)
from board_core.text.harmless_text import visible

from .language import _, words
from .screen import console_for, ruled_table

DEFAULT_SETTINGS = Settings()


def show_all(settings: Settings, file: Path, stream: TextIO) -> None:
    """Print every setting with its value, and whether it was chosen."""
    console = console_for(stream)
    table = ruled_table(
        Column(_("Setting"), no_wrap=True),
        Column(_("Value"), overflow="fold"),
        Column(_("From"), no_wrap=True),
    )
    for name in HELP_OF_SETTINGS:
        chosen = _is_chosen(settings, name)
        source = _("the file") if chosen else _("default")
        table.add_row(name, Text(_value(settings, name), "bold" if chosen else ""), source)
    console.print(table)
    console.print()
    console.print(Text(visible(str(file)), "dim"), soft_wrap=True)


def show_one(settings: Settings, name: str, stream: TextIO) -> None:
    """Print the value of a setting, the values it can have and its use. Raises BoardError."""
    console = console_for(stream)
    require_name(name)
    console.print(f"{name} = {_value(settings, name)}", style="bold", soft_wrap=True)
    console.print(words.sentence(HELP_OF_SETTINGS[name]), soft_wrap=True)
    wanted, usual = words.sentence(accepted_values(name)), _value(DEFAULT_SETTINGS, name)
    text = _("It is {wanted}; by default {usual}.", wanted=wanted, usual=usual)
    console.print(text, soft_wrap=True)


def change(settings: Settings, name: str, text: str | None, file: Path, stream: TextIO) -> None:
    """Keep another value, or the usual one if there is no text. Raises BoardError and OSError."""
    new = reset(settings, name) if text is None else with_value(settings, name, text)
    save(new, file)
    console_for(stream).print(f"{name} = {_value(new, name)}", soft_wrap=True)


def _value(settings: Settings, name: str) -> str:
    return visible(format_value(settings, name)) or "''"


def _is_chosen(settings: Settings, name: str) -> bool:
    return bool(getattr(settings, name) != getattr(DEFAULT_SETTINGS, name))
