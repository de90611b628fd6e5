"""The options that several commands have, and how their values are read.

Typer's own refusals neither quote the text nor speak the user's language; these do both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from inspect import Parameter, Signature, signature
from math import inf
from pathlib import Path
from typing import Annotated, TypeVar, get_type_hints

import typer

from board_core.match.sprt import BadSprt, Sprt
from board_core.words import SPOKEN_LANGUAGES, language_of

from . import values
from .language import _, words

N = TypeVar("N", int, float)
E = TypeVar("E", bound=StrEnum)


class Draws(StrEnum):
    """The drawn positions that end a game by themselves."""

    NO_CLAIMS = "no-claims"
    FIDE = "fide"
    ENGINE = "engine"

    @property
    def in_journal(self) -> str:
        """The word for it in journals of matches, which keep that of their first version."""
        return "course" if self is Draws.NO_CLAIMS else self.value


class Side(StrEnum):
    """The colour a person wants."""

    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"


class EngineProtocol(StrEnum):
    """How a built-in AI is spoken to when it is a program."""

    UCI = "uci"
    SAN = "san"


class SandboxWish(StrEnum):
    """Whether programs run in a sandbox."""

    AUTO = "auto"
    REQUIRED = "required"
    OFF = "off"


class PonderWish(StrEnum):
    """What programs may do while it is not their turn."""

    FREEZE = "freeze"
    WATCH = "watch"
    ALLOW = "allow"


LAST_PORT = 65535

ERROR = 0.05
"""How likely a sequential test may err, unless something else is said."""

PLAYERS = _(
    "A player is 'human', the name of a built-in AI (random, greedy, … hard: see 'board levels'), "
    "a strength (elo:1200), a program with its protocol (uci:COMMAND, xboard:COMMAND, "
    "san:COMMAND), a function (FILE.py:FUNCTION), or a command that speaks SAN lines. NAME= before "
    "it gives it another name; option.NAME=VALUE behind it sets an option of a UCI engine."
)


def draws(text: str) -> Draws:
    """Return the draw rules of this name, or of a name that an earlier version gave them."""
    from board_core.hosted import draws_name

    try:
        return Draws(draws_name(text))
    except ValueError:
        raise typer.BadParameter(
            _("{text} is not one of: {names}", text=repr(text), names=", ".join(Draws))
        ) from None


def language(text: str) -> str:
    known = language_of(text)
    if known is None:
        there_is = ", ".join(SPOKEN_LANGUAGES)
        raise typer.BadParameter(
            _("{text} is not spoken here: there is {there_is}", text=repr(text), there_is=there_is)
        )
    return known


def renamed_choice(choices: type[E], before: Mapping[str, str]) -> Callable[[str], E]:
    """Return a parser of these choices, and of the names that earlier versions had for some."""

    def parse(text: str) -> E:
        try:
            return choices(before.get(text, text))
        except ValueError:
            there_is = ", ".join(choices)
            raise typer.BadParameter(
                _("{text} is not one of: {there_is}", text=repr(text), there_is=there_is)
            ) from None

    return parse


def seconds(text: str) -> float:
    return _number(text, float, _("a number of seconds, as in 5 or 0.5"), 0)


def count(text: str) -> int:
    return _number(text, int, _("a whole number from 1"), 1)


def count_from_zero(text: str) -> int:
    return _number(text, int, _("a whole number from 0"), 0)


def even_count(text: str) -> int:
    number = count_from_zero(text)
    if number % 2:
        raise typer.BadParameter(
            _("{text} is not even: each side has half of them", text=repr(text))
        )
    return number


def port_number(text: str) -> int:
    port = count_from_zero(text)
    if port > LAST_PORT:
        raise typer.BadParameter(_("{text} is no port: the last is 65535", text=repr(text)))
    return port


def milliseconds(text: str) -> float:
    return _number(text, float, _("a number of milliseconds, as in 100"), 0)


def sprt_of(text: str) -> Sprt:
    try:
        elo0, elo1, *errors = map(float, text.split(","))
        alpha, beta = [*errors, *(ERROR, ERROR)[len(errors) :]]
    except ValueError:
        wanted = _("two numbers of Elo points, as in 0,10")
        raise typer.BadParameter(
            _("{text} is not {wanted}", text=repr(text), wanted=wanted)
        ) from None
    try:
        return Sprt(elo0, elo1, alpha, beta)
    except BadSprt as error:
        raise typer.BadParameter(words.sentence(error.sentence)) from None


def whole_number(text: str) -> int:
    return _number(text, int, _("a whole number"), -inf)


def _number(text: str, kind: Callable[[str], N], wanted: str, least: float) -> N:
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not number >= least:  # nan is not
        raise typer.BadParameter(_("{text} is not {wanted}", text=repr(text), wanted=wanted))
    return number


Time = Annotated[
    float | None,
    typer.Option(
        "--time",
        parser=seconds,
        metavar="SECONDS",
        help=_("Each side's time for the game; 600 in a match, no limit in play."),
    ),
]
Increment = Annotated[
    float,
    typer.Option(
        "--increment",
        parser=seconds,
        metavar="SECONDS",
        help=_("Added to the clock after each move."),
    ),
]
Delay = Annotated[
    float,
    typer.Option(
        "--delay",
        parser=seconds,
        metavar="SECONDS",
        help=_("Seconds of each move that pass before the clock runs."),
    ),
]
Bronstein = Annotated[
    float,
    typer.Option(
        "--bronstein",
        parser=seconds,
        metavar="SECONDS",
        help=_("What a move took is given back, up to so much."),
    ),
]
Byoyomi = Annotated[
    str,
    typer.Option(
        "--byoyomi",
        metavar="NxSECONDS",
        help=_("So many periods when the time is over, each whole again for the next move: 5x30."),
    ),
]
MoveTime = Annotated[
    float | None,
    typer.Option(
        "--move-time",
        parser=seconds,
        metavar="SECONDS",
        help=_("Time for each move, whatever was saved before."),
    ),
]
MovesPerPeriod = Annotated[
    int,
    typer.Option(
        "--moves-per-period",
        parser=count_from_zero,
        metavar="N",
        help=_("Give --time anew after so many moves; 0: never."),
    ),
]
Margin = Annotated[
    float,
    typer.Option(
        "--time-margin",
        "--margin",
        parser=seconds,
        metavar="SECONDS",
        help=_("Seconds that a move may be late without losing on time."),
    ),
]
Depth = Annotated[
    int | None,
    typer.Option(
        "--depth",
        parser=count,
        metavar="N",
        help=_("Plies that engines may search (UCI, XBoard, hard)."),
    ),
]
Nodes = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        parser=count,
        metavar="N",
        help=_("Positions that engines may search (UCI, hard)."),
    ),
]
DrawsOption = Annotated[
    Draws | None,
    typer.Option(
        "--draws",
        parser=draws,
        metavar=f"[{'|'.join(Draws)}]",
        autocompletion=lambda: list(Draws),
        help=_(
            "Draws that end a game of chess without a claim. 'no-claims': stalemate and fifty "
            "moves; 'fide': the FIDE Laws, where players claim threefold repetition and fifty "
            "moves; 'engine': these end a game at once. The default is 'engine' in a match and "
            "'fide' in 'board play'."
        ),
    ),
]
Opening = Annotated[
    str | None, typer.Option("--opening", metavar="FEN", help=_("Start from this position."))
]
GameOption = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="NAME",
        help=_("What is played; '--game help' says what there is."),
        autocompletion=values.games,
    ),
]
Pgn = Annotated[
    Path | None, typer.Option("--pgn", metavar="FILE", help=_("Add the games to this PGN file."))
]
RecordOption = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE",
        help=_("Add the games to this file, in the form its ending names (.pgn, .sgf, .psq)."),
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        parser=whole_number,
        metavar="N",
        help=_("Built-in AIs and functions play the same games again with the same seed."),
    ),
]

SandboxOption = Annotated[
    SandboxWish,
    typer.Option(
        "--sandbox",
        envvar="BOARD_SANDBOX",
        help=_("Confine programs: where a sandbox works, or refuse to start without, or not."),
    ),
]
Plain = Annotated[
    bool,
    typer.Option("--ascii", help=_("Draw the board in ASCII, without colours.")),
]
Memory = Annotated[
    int,
    typer.Option(
        "--memory",
        parser=count_from_zero,
        metavar="MIB",
        help=_("Memory that a program may use, with all it starts; 0: no limit."),
    ),
]
PonderOption = Annotated[
    PonderWish,
    typer.Option(
        "--ponder",
        help=_(
            "While it is not their turn, programs stand still, or may do what takes no processor "
            "from the opponent, or whatever they like."
        ),
    ),
]
CoresPerGame = Annotated[
    int,
    typer.Option(
        "--cores-per-game",
        parser=even_count,
        metavar="N",
        help=_("Processor cores of a game's own, half of them for each side; 0: all share all."),
    ),
]
Readable = Annotated[
    list[Path] | None,
    typer.Option(
        "--readable",
        metavar="PATH",
        help=_(
            "A file or folder that programs in a sandbox may read beside their own; may be given "
            "several times."
        ),
    ),
]
Packages = Annotated[
    list[str] | None,
    typer.Option(
        "--package",
        metavar="NAME",
        help=_(
            "A Python package that programs in a sandbox may import beside chess; may be given "
            "several times."
        ),
    ),
]
AllowRoot = Annotated[
    bool,
    typer.Option("--allow-root", help=_("Let root use --sandbox required.")),
]


# Groups of options, each made once and given to a command whole


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """What is played, and from where."""

    game: GameOption = "chess"
    draws: DrawsOption = None
    opening: Opening = None


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How far engines may search."""

    depth: Depth = None
    nodes: Nodes = None


@dataclass(frozen=True, slots=True)
class ClockOptions:
    """What time the players have."""

    time: Time = None
    increment: Increment = 0.0
    move_time: MoveTime = None
    moves_per_period: MovesPerPeriod = 0
    time_margin: Margin = 0.0
    depth: Depth = None
    nodes: Nodes = None
    delay: Delay = 0.0
    bronstein: Bronstein = 0.0
    byoyomi: Byoyomi = ""

    @property
    def later(self) -> dict[str, object]:
        """What is asked for of the options that older journals of matches do not name."""
        added = {"--delay": self.delay, "--bronstein": self.bronstein, "--byoyomi": self.byoyomi}
        return {option: given for option, given in added.items() if given}


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """Where games are written down."""

    pgn: Pgn = None
    record: RecordOption = None


@dataclass(frozen=True, slots=True)
class SandboxOptions:
    """How programs are confined."""

    sandbox: SandboxOption = SandboxWish.AUTO
    memory: Memory = 2048
    allow_root: AllowRoot = False
    readable: Readable = None
    package: Packages = None


@dataclass(frozen=True, slots=True)
class OpponentOptions(SandboxOptions):
    """The same for programs that have an opponent."""

    ponder: PonderOption = PonderWish.WATCH


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of every dataclass among its parameters."""
    hints = get_type_hints(command, include_extras=True)
    parameters: list[Parameter] = []
    groups: dict[str, tuple[Callable[..., object], list[str]]] = {}
    for parameter in signature(command).parameters.values():
        group = hints[parameter.name]
        if not is_dataclass(group):
            parameters.append(
                parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[parameter.name])
            )
            continue
        assert isinstance(group, type)
        options, names = get_type_hints(group, include_extras=True), []
        for option in fields(group):
            parameters.append(
                Parameter(
                    option.name,
                    Parameter.KEYWORD_ONLY,
                    default=option.default,
                    annotation=options[option.name],
                )
            )
            names.append(option.name)
        groups[parameter.name] = (group, names)

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
