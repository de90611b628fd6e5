"""The option ``--lang``, which is read before the command line: help is in its language."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence

from board_core.text.languages import language_of


def set_language(arguments: Sequence[str], environment: MutableMapping[str, str]) -> None:
    """Put the language of ``--lang`` into the environment, for this program and those it starts.

    A text that is not a language is ignored here and refused with the other arguments.
    """
    wanted = language_option(arguments)
    if wanted is not None and (language := language_of(wanted)) is not None:
        environment["BOARD_LANG"] = language


def language_option(arguments: Sequence[str]) -> str | None:
    """Return the value of ``--lang`` before the name of the command; None without one."""
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
