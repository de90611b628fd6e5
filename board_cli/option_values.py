"""Options and arguments: their kinds of values, with readers, names in help, and completion.

click's own refusals of values neither quote the text nor say what is right; these do both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import Enum
from functools import partial
from inspect import Parameter
from math import inf
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin

import click
from click.formatting import join_options

from board_core.fast_dataclass import dataclass
from board_core.match.elo import BadSprt, Sprt
from board_core.text.languages import N_, SPOKEN_LANGUAGES, language_of
from board_core.text.sentence import Listed

from .language import _, words

Completion = Callable[[], Iterable[str]]
N = TypeVar("N", int, float)
E = TypeVar("E", bound=Enum)

LAST_PORT = 65535

LIST_GAMES = "help"
"""The value of ``--game`` that lists the games."""

USUAL_SPRT_ERROR = 0.05
"""The probability that a sequential test errs, unless the user chooses another."""

BEFORE_A_PROGRAM = ("uci:", "xboard:", "gomocup:", "san:", "elo:")


def known_players() -> Iterable[str]:
    from board_core.match.known_games import AI_NAMES

    return ("human", *AI_NAMES, *BEFORE_A_PROGRAM)


def known_games() -> Iterable[str]:
    from board_core.match.known_games import names_of_games

    return names_of_games()


def known_levels() -> Iterable[str]:
    from board_core.ais import LADDER

    return (level.name for level in LADDER)


def known_settings() -> Iterable[str]:
    from board_core.frontend.settings import HELP_OF_SETTINGS

    return HELP_OF_SETTINGS


@dataclass(frozen=True, slots=True)
class ValueKind:
    """A kind of value: its name in help, its reader and its completion."""

    metavar: str
    read: Callable[[str], object] | None = None
    complete: Completion | None = None


def option(kind: ValueKind | None, help: str, names: str = "", **more: Any) -> dict[str, Any]:
    """Return an option that is called like its parameter, or as in ``"--games -n"``.

    The words of one without a kind are those of its enumeration.
    """
    return {"kind": kind, "help": help, "names": names.split(), **more}


def flag(help: str, names: str = "") -> dict[str, Any]:
    """Return an option without a value."""
    return option(None, help, names)


def argument(kind: ValueKind, help: str) -> dict[str, Any]:
    return {"kind": kind, "help": help}


class Text(click.ParamType[object]):
    """The type of a value that is written as a text of a kind."""

    name = "text"

    def __init__(self, read: Callable[[str], object], complete: Completion | None) -> None:
        self.read, self.complete = read, complete

    def convert(self, value: Any, param: Any, ctx: Any) -> object:
        return self.read(value) if type(value) is str else value  # a default may be one already

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[Any]:
        """Return the values that begin like this; where none does, the shell offers files."""
        from click.shell_completion import CompletionItem

        known = self.complete() if self.complete else ()
        found = [CompletionItem(each) for each in known if each.startswith(incomplete)]
        return found or [CompletionItem(incomplete, "file")]


MISSING_TEXTS = {
    "argument": N_("Missing argument {name}."),
    "option": N_("Missing option {name}."),
}


class Refusing(click.Parameter):
    """Refuses values in sentences that click makes of parts, with names as help shows them."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        source = None if ctx is None else ctx.get_parameter_source(self.name)
        if source is click.ParameterSource.ENVIRONMENT:
            return str(self.envvar)
        return join_options(self.opts)[0]

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        try:
            return super().process_value(ctx, value)
        except click.MissingParameter:
            name = self.get_error_hint(ctx)
            raise click.UsageError(_(MISSING_TEXTS[self.param_type_name], name=name), ctx) from None


class Option(Refusing, click.Option):
    """An option of a command."""


class Argument(Refusing, click.Argument):
    """An argument of a command."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        return str(self.metavar).strip("[].")


def parameter(name: str, annotation: Any, default: object) -> click.Parameter:
    """Return the option or argument of a command's parameter; an empty default: it is required.

    ``X | None`` is an X that has no default, and ``tuple[X, ...]`` is any number of X.
    """
    kind, settings = annotation.__origin__, dict(annotation.__metadata__[0])
    if isinstance(kind, UnionType):
        kind = get_args(kind)[0]
    if many := get_origin(kind) is tuple:
        kind = get_args(kind)[0]
    told, names = settings.pop("kind"), settings.pop("names", None)
    settings["required"] = default is Parameter.empty
    if default not in (Parameter.empty, ()):
        settings["default"] = default.value if isinstance(default, Enum) else default
    if kind is not bool:
        words = choice(kind) if issubclass(kind, Enum) else ValueKind("", kind)
        told = told or words
        settings["metavar"] = told.metavar
        settings["type"] = Text(told.read or words.read or kind, told.complete or words.complete)
    if names is None:
        if default is not Parameter.empty and "[" not in told.metavar:
            settings["metavar"] = f"[{told.metavar}]" + "..." * many
        return Argument([name], nargs=-1 if many else 1, **settings)
    return Option(
        [name, *(names or [f"--{name.replace('_', '-')}"])],
        is_flag=kind is bool,
        multiple=many,
        show_default=default not in (None, ""),
        show_envvar=True,
        **settings,
    )


def refusal(name: str | None, message: str) -> click.BadParameter:
    """Return the error for the value of an option or argument."""
    return click.BadParameter(message, param_hint=name)


def language(text: str) -> str:
    known = language_of(text)
    if known is None:
        raise click.BadParameter(
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

    print("\n".join(names_of_games()))
    print(
        _("FILE.py:NAME is a game of your own, and spiel:NAME one of OpenSpiel, as spiel:othello.")
    )
    raise SystemExit


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
        raise click.BadParameter(
            _("{text} is not even: each side gets half of the cores", text=repr(text))
        )
    return number


def port_number(text: str) -> int:
    port = count_from_zero(text)
    if port > LAST_PORT:
        raise click.BadParameter(_("{text} is not a port: the last is 65535", text=repr(text)))
    return port


def _number(text: str, kind: Callable[[str], N], wanted: str, least: float) -> N:
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not number >= least:  # nan is not
        raise click.BadParameter(_("{text} is not {wanted}", text=repr(text), wanted=wanted))
    return number


def choice(choices: type[E]) -> ValueKind:
    """Return a kind with these choices."""
    known = [each.value for each in choices]

    def read(text: str) -> E:
        try:
            return choices(text)
        except ValueError:
            why = _("{text} is not one of: {known}", text=repr(text), known=Listed(known))
            raise click.BadParameter(why) from None

    return ValueKind(f"[{'|'.join(known)}]", read, lambda: known)


def sprt_of(text: str) -> Sprt:
    numbers, logistic = re.fullmatch(r"(.*?)(,logistic)?", text).groups()  # type: ignore[union-attr]
    try:
        elo0, elo1, *errors = map(float, numbers.split(","))
        alpha, beta = [*errors, *(USUAL_SPRT_ERROR, USUAL_SPRT_ERROR)[len(errors) :]]
    except ValueError:
        wanted = _("two numbers of Elo points, as in 0,10")
        raise click.BadParameter(
            _("{text} is not {wanted}", text=repr(text), wanted=wanted)
        ) from None
    try:
        return Sprt(elo0, elo1, alpha, beta, normalized=logistic is None)
    except BadSprt as error:
        raise click.BadParameter(words.sentence(error.sentence)) from None


def facts_of(text: str, form: str) -> dict[str, int]:
    """Read ``name=number`` pairs between commas or blanks, as fastchess and cutechess-cli do.

    ``form`` shows all of them; ``true`` is 1.
    """
    known = re.findall(r"(\w+)=", form)
    found: dict[str, int] = {}
    for pair in re.split(r"[,\s]+", text.strip()):
        name, _equals, value = pair.partition("=")
        number = {"true": "1", "false": "0"}.get(value, value)
        if name not in known or name in found or not number.isdecimal():
            wanted = _("of the form {form}", form=form)
            raise click.BadParameter(_("{text} is not {wanted}", text=repr(text), wanted=wanted))
        found[name] = int(number)
    return found


RESIGN_FORM = "movecount=3,score=600,twosided=true"
DRAW_FORM = "movenumber=40,movecount=8,score=10"


class Value:
    """The kinds of values that options and arguments have."""

    ADDRESS = ValueKind("ADDRESS")
    COUNT = ValueKind("N", count)
    COUNT_FROM_ZERO = ValueKind("N", count_from_zero)
    DIRECTORY = ValueKind("DIRECTORY")
    DRAW_RULE = ValueKind("NAME=N,…", partial(facts_of, form=DRAW_FORM))
    EVEN_COUNT = ValueKind("N", even_count)
    FEN = ValueKind("FEN")
    FILE = ValueKind("FILE")
    FOLDER = ValueKind("FOLDER")
    GAME = ValueKind("NAME", game, known_games)
    GAME_FILE = ValueKind("FILE.py:NAME", complete=known_games)
    LEVEL = ValueKind("LEVEL", complete=known_levels)
    MEBIBYTES = ValueKind("MIB", count_from_zero)
    MILLISECONDS = ValueKind("MS", milliseconds)
    NAME = ValueKind("NAME")
    PATH = ValueKind("PATH")
    PLAYER = ValueKind("PLAYER", complete=known_players)
    PORT = ValueKind("N", port_number)
    RESIGN_RULE = ValueKind("NAME=N,…", partial(facts_of, form=RESIGN_FORM))
    SECONDS = ValueKind("SECONDS", seconds)
    SETTING = ValueKind("NAME", complete=known_settings)
    SPRT = ValueKind("ELO0,ELO1", sprt_of)
    TEXT = ValueKind("TEXT")
    WHOLE_NUMBER = ValueKind("N", whole_number)


def player(metavar: str) -> ValueKind:
    """Return the kind of a player that help names in another way."""
    return ValueKind(metavar, complete=known_players)
