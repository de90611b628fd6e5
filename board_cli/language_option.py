"""What must be known of the command line before it is read: its language."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from board_core.words import language_of


def set_language(arguments: Sequence[str], environment: MutableMapping[str, str]) -> None:
    """Puts the language of ``--lang`` into the environment, for this program and those it starts.

    What is no language is left alone: whoever reads the arguments refuses it.
    """
    wanted = language_option(arguments)
    if wanted is not None and (language := language_of(wanted)) is not None:
        environment["BOARD_LANG"] = language


def language_option(arguments: Sequence[str]) -> str | None:
    """What ``--lang`` says before the name of the command."""
    wanted = None
    rest = iter(arguments)
    for argument in rest:
        if argument == "--lang":
            wanted = next(rest, None)
        elif argument.startswith("--lang="):
            wanted = argument.removeprefix("--lang=")
        elif not argument.startswith("-"):
            break
    return wanted
