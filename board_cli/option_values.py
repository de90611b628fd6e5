"""Kinds of values of options and arguments: their readers, names in help, and completion.

The library's own refusals neither quote the text nor speak the user's language; these do both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from math import inf
from typing import Any, TypeVar

import typer

from board_core.fast_dataclass import dataclass
from board_core.match.sprt import BadSprt, Sprt
from board_core.sentence import Listed
from board_core.words import SPOKEN_LANGUAGES, language_of

from . import shell_completion as complete
from .language import _, words

N = TypeVar("N", int, float)
E = TypeVar("E", bound=StrEnum)

LAST_PORT = 65535

LIST_GAMES = "help"
"""The value of ``--game`` that lists the games."""

USUAL_SPRT_ERROR = 0.05
"""The probability that a sequential test errs, unless the user chooses another."""


@dataclass(frozen=True, slots=True)
class ValueKind:
    """A kind of value: its name in help, its reader and its completion."""

    metavar: str
    read: Callable[[str], object] | None = None
    complete: Callable[[str], list[str]] | None = None


def option(kind: ValueKind | None, help: str, names: str = "", **more: Any) -> Any:
    """Return an option that is called like its parameter, or as in ``"--games -n"``.

    The words of one without a kind are those of its enumeration.
    """
    return typer.Option(..., *names.split(), help=help, **_shown(kind), **more)


def flag(names: str, help: str) -> Any:
    """Return an option without a value; its name is given, or it would have a ``--no-`` twin."""
    return option(None, help, names)


def argument(kind: ValueKind, help: str) -> Any:
    return typer.Argument(help=help, **_shown(kind))


def _shown(kind: ValueKind | None) -> dict[str, Any]:
    if kind is None:
        return {}
    return {"metavar": kind.metavar, "parser": kind.read, "autocompletion": kind.complete}


def refusal(name: str | None, message: str) -> typer.BadParameter:
    """Return the error for the value of an option or argument."""
    return typer.BadParameter(message, param_hint=name)


def language(text: str) -> str:
    known = language_of(text)
    if known is None:
        raise typer.BadParameter(
            _(
                "{text} is not a language of the board: choose one of: {known}",
                text=repr(text),
                known=Listed(SPOKEN_LANGUAGES),
            )
        )
    return known


def game(text: str) -> str:
    """Return the name of a game; for ``help`` list the games and end the program."""
    if text != LIST_GAMES:
        return text
    from board_core.match.known_games import names_of_games

    typer.echo("\n".join(names_of_games()))
    typer.echo(
        _("FILE.py:NAME is a game of your own, and spiel:NAME one of OpenSpiel, as spiel:othello.")
    )
    raise typer.Exit


def seconds(text: str) -> float:
    return _number(text, float, _("a number of seconds, as in 5 or 0.5"), 0)


def milliseconds(text: str) -> float:
    return _number(text, float, _("a number of milliseconds, as in 100"), 0)


def whole_number(text: str) -> int:
    return _number(text, int, _("a whole number"), -inf)


def count(text: str) -> int:
    return _number(text, int, _("a whole number from 1"), 1)


def count_from_zero(text: str) -> int:
    return _number(text, int, _("a whole number from 0"), 0)


def even_count(text: str) -> int:
    number = count_from_zero(text)
    if number % 2:
        raise typer.BadParameter(
            _("{text} is not even: each side gets half of the cores", text=repr(text))
        )
    return number


def port_number(text: str) -> int:
    port = count_from_zero(text)
    if port > LAST_PORT:
        raise typer.BadParameter(_("{text} is not a port: the last is 65535", text=repr(text)))
    return port


def _number(text: str, kind: Callable[[str], N], wanted: str, least: float) -> N:
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not number >= least:  # nan is not
        raise typer.BadParameter(_("{text} is not {wanted}", text=repr(text), wanted=wanted))
    return number


def choice(choices: type[E]) -> ValueKind:
    """Return a kind with these choices."""

    def read(text: str) -> E:
        try:
            return choices(text)
        except ValueError:
            known = Listed(choices)
            why = _("{text} is not one of: {known}", text=repr(text), known=known)
            raise typer.BadParameter(why) from None

    return ValueKind(f"[{'|'.join(choices)}]", read, complete.one_of(choices))


def sprt_of(text: str) -> Sprt:
    numbers, logistic = re.fullmatch(r"(.*?)(,logistic)?", text).groups()  # type: ignore[union-attr]
    try:
        elo0, elo1, *errors = map(float, numbers.split(","))
        alpha, beta = [*errors, *(USUAL_SPRT_ERROR, USUAL_SPRT_ERROR)[len(errors) :]]
    except ValueError:
        wanted = _("two numbers of Elo points, as in 0,10")
        raise typer.BadParameter(
            _("{text} is not {wanted}", text=repr(text), wanted=wanted)
        ) from None
    try:
        return Sprt(elo0, elo1, alpha, beta, normalized=logistic is None)
    except BadSprt as error:
        raise typer.BadParameter(words.sentence(error.sentence)) from None


class Value:
    """The kinds of values that options and arguments have."""

    ADDRESS = ValueKind("ADDRESS")
    COUNT = ValueKind("N", count)
    COUNT_FROM_ZERO = ValueKind("N", count_from_zero)
    DIRECTORY = ValueKind("DIRECTORY")
    EVEN_COUNT = ValueKind("N", even_count)
    FEN = ValueKind("FEN")
    FILE = ValueKind("FILE")
    FOLDER = ValueKind("FOLDER")
    GAME = ValueKind("NAME", game, complete.games)
    GAME_FILE = ValueKind("FILE.py:NAME", complete=complete.games)
    LANGUAGE = ValueKind("LANGUAGE", language)
    LEVEL = ValueKind("LEVEL", complete=complete.levels)
    MEBIBYTES = ValueKind("MIB", count_from_zero)
    MILLISECONDS = ValueKind("MS", milliseconds)
    NAME = ValueKind("NAME")
    PATH = ValueKind("PATH")
    PLAYER = ValueKind("PLAYER", complete=complete.players)
    PORT = ValueKind("N", port_number)
    SECONDS = ValueKind("SECONDS", seconds)
    SETTING = ValueKind("NAME", complete=complete.settings)
    SPRT = ValueKind("ELO0,ELO1", sprt_of)
    TEXT = ValueKind("TEXT")
    WHOLE_NUMBER = ValueKind("N", whole_number)


def player(metavar: str) -> ValueKind:
    """Return the kind of a player that help names in another way."""
    return ValueKind(metavar, complete=complete.players)
