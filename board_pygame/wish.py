"""The wish for a new game: pure values, and the computer opponents and times to choose from."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from functools import cache
from pathlib import Path

from board_core import CHESS, PerColor, Rules, TimeControl
from board_core.ais import LADDER, explain_level
from board_core.ais.levels import LEVEL_NAMES, OfferedLevel, installed, upper_levels
from board_core.ais.levels import Level as NamedLevel
from board_core.fast_dataclass import dataclass
from board_core.game.clock import UNTIMED, control_told
from board_core.match.known_games import hosted
from board_core.match.player_spec import (
    BadPlayer,
    PlayerKind,
    PlayerSpec,
    absent_file,
    parse_player,
)
from board_core.text.languages import N_

from .language import _, sentence

LEVEL_NOTES = {"random": N_("any move"), "greedy": N_("sees one move ahead")}
"""What an AI does, where nobody has measured how strong it is."""

FIRST_LEVELS = (("beginner", "club", "hard"), ("easy", "medium", "hard"))
"""The levels that a game offers before all others: those of the first row that it has."""


@cache
def offered(rules: Rules = CHESS) -> tuple[OfferedLevel, ...]:
    """Return the built-in AIs of a game, the weakest first, then installed engines."""
    if not _is_measured(rules):
        ais = [OfferedLevel(name, LEVEL_NAMES.get(name, name)) for name in hosted(rules).ais]
        engines = [engine for engine in installed() if engine.plays(rules)]
        return (*ais, *(OfferedLevel(f"uci:{one.command}", one.name) for one in engines))
    ours = [
        OfferedLevel(level.name, LEVEL_NAMES[level.name], level.elo, level.skill is None)
        for level in LADDER
    ]
    return (*ours, *(replace(above, elo=None) for above in upper_levels()))


@cache
def first_levels(rules: Rules = CHESS) -> dict[str, int]:
    """Return the few levels to offer first: their names, and their indices in :func:`offered`."""
    players = [level.player for level in offered(rules)]
    rows = (names for names in FIRST_LEVELS if set(names) <= set(players))
    names = next(rows, tuple(hosted(rules).ais)[:3])
    return {offered(rules)[players.index(name)].name: players.index(name) for name in names}


def _is_measured(rules: Rules) -> bool:
    """Return whether levels have measured Elo ratings; other games use their own scale."""
    return rules.name == CHESS.name


@dataclass(frozen=True, slots=True)
class OfStrength:
    """The opponent of an Elo rating."""

    elo: int

    @property
    def player(self) -> str:
        return f"elo:{self.elo}"


@dataclass(frozen=True, slots=True)
class OwnPlayer:
    """A program or a function of the user, as a player's text."""

    player: str


Level = int | OfStrength | OwnPlayer
"""A chosen opponent: an index of :func:`offered`, a strength, or a program of the user."""


@cache
def strengths(rules: Rules = CHESS) -> tuple[int, int] | None:
    """Return the lowest and the highest Elo to choose; None in a game without ratings."""
    own = hosted(rules).strengths
    if own is None:
        return None
    engines = upper_levels() if _is_measured(rules) else []
    above = [level.elo for level in engines if level.elo is not None]
    return own.elos[0], max([own.elos[-1], *above])


def opponent(strength: OfStrength) -> OfferedLevel:
    """Return the opponent of this strength."""
    return OfferedLevel(strength.player, f"Elo {strength.elo}")


def explained(strength: OfStrength, rules: Rules = CHESS) -> str:
    """Return what the opponent of this strength is. Raises BadPlayer outside :func:`strengths`."""
    spec = parse_player(strength.player, rules=rules)
    if spec.kind is PlayerKind.PROGRAM:
        return _("the engine {name}", name=spec.name)
    if _is_measured(rules):
        return sentence(explain_level(strength.elo, _level_name))
    said = hosted(rules).explained(strength.player)
    return "" if said is None else sentence(said)


def _level_name(level: NamedLevel) -> str:
    return _(LEVEL_NAMES[level.name])


def level_text(level: Level, rules: Rules = CHESS) -> str:
    """Return a level as a player's text, for :func:`level_of`."""
    return offered(rules)[level].player if isinstance(level, int) else level.player


def level_of(text: str, rules: Rules = CHESS) -> Level:
    """Return the level of a text; the first one that is offered if the text names none."""
    prefix, _colon, number = text.partition(":")
    bounds = strengths(rules)
    if bounds is not None and prefix == "elo" and number.isascii() and number.isdigit():
        return OfStrength(max(bounds[0], min(bounds[1], int(number[:5]))))
    players = [level.player for level in offered(rules)]
    if text in players:
        return players.index(text)
    if is_own_player(text):
        return OwnPlayer(text)
    return next(iter(first_levels(rules).values()))


def is_own_player(text: str) -> bool:
    """Return whether a text names a program, a function that is there, or an address."""
    if not set(text) & set(":/\\"):
        return False
    try:
        spec = parse_player(text)
    except BadPlayer:
        return False
    if spec.kind is PlayerKind.FUNCTION:
        return Path(spec.function[0]).is_file()
    return spec.kind is PlayerKind.URL or (
        spec.kind is PlayerKind.PROGRAM and absent_file(spec) is None
    )


OFFERED_NOTATIONS = "- 60 180+2 300 600 900+10 1/1 1/5 300d3 300b3 600+5x30 0+3x10"
OFFERED_TIMES = tuple(map(control_told, OFFERED_NOTATIONS.split()))
"""The time controls to choose from, besides those that somebody types."""

QUICK_TIMES = tuple(map(control_told, ("-", "300", "600")))
"""The time controls that are offered first."""

TIME_NOTES = {
    "300d3": N_("Some seconds of each move are free, or given back:"),
    "600+5x30": N_("When the time is over, some seconds for each move:"),
}
"""What the time control of this notation and those after it are."""


def level_spec(wanted: Level, rules: Rules = CHESS) -> PlayerSpec:
    """Return the player of a level, under its English name. Raises BadPlayer."""
    if isinstance(wanted, OwnPlayer):
        return parse_player(wanted.player, rules=rules)
    level = opponent(wanted) if isinstance(wanted, OfStrength) else offered(rules)[wanted]
    return parse_player(f"{level.name}={level.player}", rules=rules)


@dataclass(frozen=True, slots=True)
class Wish:
    """A game to be played; a side without a level is a person."""

    levels: PerColor[Level | None]
    pace: TimeControl = UNTIMED
    variant: int = 0
    by_hand: bool = False
    pause_ms: int | None = None  # after each move of an AI; None: that of the settings
    from_board: bool = False  # start from the position on the board
    game: str = "chess"  # the key of a family of games
    opening: int = 0  # index among the openings of its rules
    side: str = "white"  # the one that was chosen against the computer: white, black or either
    rules_name: str = ""  # English name of the variant


class Way(Enum):
    """The ways on from the first screen, in its order."""

    PLAY = auto()
    WATCH = auto()
    TEST = auto()
    ANALYSE = auto()
    OPEN = auto()
    CONTESTS = auto()


class Frame(Enum):
    """The frames of the window."""

    START = auto()  # the first screen
    GAME = auto()  # the board, a game on it or a record
    ANALYSIS = auto()  # the free board with what an engine thinks of it
    EDITOR = auto()  # a position while it is set up
