"""The games this library can host, each as one value: its rules, and all that it brings along.

A text names a game (:func:`game_named`):

==================  ============================================================================
``chess``           a game that comes with the library (:data:`HOSTED`)
``NAME``            a game of a package that is installed here, found by its entry point in the
                    group ``board_core.games``
``FILE.py:NAME``    a :class:`~board_core.Rules` or a :class:`HostedGame` in a Python file
``spiel:NAME``      a game of OpenSpiel (:mod:`board_core.games.spiel`), as in ``spiel:othello``
                    and ``spiel:hex(board_size=7)``
==================  ============================================================================
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from .argument_types import given
from .game_file import (
    A_FILE,
    IN_A_FILE,
    OF_SPIEL,
    BadGame,
    GameFile,
    last_line,
    read_game_file,
)
from .games.chess import (
    CHESS,
    PRESETS,
    VARIANT_GAMES,
    chess_rules,
    draws_name,
    variant_rules,
)
from .games.chess.lessons import CHESS_LESSONS, variant_lessons
from .games.chess.pgn import pgn_of
from .games.chess.pictures import CHESS_LOOK, VARIANT_LOOKS
from .games.chess.samples import CHESS_SAMPLES
from .games.chess.variants import CHESS960, OTHER_NAMES, drawn_start
from .games.gomoku import GOMOKU_GAMES, record_formats
from .games.gomoku.lessons import GOMOKU_LESSONS
from .games.gomoku.samples import GOMOKU_SAMPLES
from .games.lessons import Lessons, Samples
from .games.usual import USUAL_LESSONS, USUAL_SAMPLES
from .look import ANY_LOOK, PLAIN_STONES, Look
from .record.files import RecordFormat
from .record.json_records import json_format
from .rules import BoardError, Position, Rules, first_position
from .sentence import Sentence, say

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

try:
    from .ais import AIS, ANY_GAME, GOMOKU_AIS, THINKERS, VARIANT_AIS
except ModuleNotFoundError as error:
    if error.name != f"{__package__}.ais":
        raise
    # the process of a confined function: nothing that chooses moves is there, but its game is
    AIS, ANY_GAME, GOMOKU_AIS, THINKERS, VARIANT_AIS = {}, {}, {}, frozenset(), {}

GROUP = "board_core.games"
"""The entry points by which an installed package offers games."""

MakeAI = Callable[[int | None], Callable[..., Any]]
"""Make a function that plays, repeatable by a seed."""


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A game, and what it brings along. Only the rules have no default."""

    rules: Rules
    ais: Mapping[str, MakeAI] = field(default_factory=lambda: dict(ANY_GAME))
    """Players that come with it, by their names; weak ones first."""
    opponent: str = ""
    """The one of them that a person plays who names nobody; empty: ``greedy``, or the first."""
    lessons: Lessons = USUAL_LESSONS
    """What programs are examined in."""
    samples: Samples = USUAL_SAMPLES
    """What players are timed on."""
    look: Look = ANY_LOOK
    """How it is drawn."""
    records: tuple[RecordFormat, ...] = field(default=(), compare=False)
    """How its records are written and read, the usual form first; empty: as JSON."""
    draw_rules: Mapping[str, Rules] = field(default_factory=dict)
    """The same game under other rules of what is a draw, where there is a choice."""
    drawn_start: Callable[[Random], str] | None = None
    """Draw by lot what a pair of games begins with, where a game has no usual first position."""
    packages: tuple[str, ...] = ()
    """Installed Python packages that the rules need, and that confined functions are shown."""

    def __post_init__(self) -> None:
        given(self.rules, Rules, "is no game's Rules: give Rules(…)")
        if not self.records:
            object.__setattr__(self, "records", (json_format(self.rules),))
        if not self.opponent:
            usual = "greedy" if "greedy" in self.ais else next(iter(self.ais), "human")
            object.__setattr__(self, "opponent", usual)

    @property
    def record(self) -> RecordFormat:
        """The usual form of its records."""
        return self.records[0]

    def with_draws(self, draws: str) -> Rules:
        """Return the rules with these draw rules; a former name of them means the same."""
        return self.draw_rules.get(draws_name(draws), self.rules)

    def found_in(self, origin: GameFile | Installed, packages: tuple[str, ...] = ()) -> HostedGame:
        """Return the same game, whose rules say where they were found."""
        return replace(
            self,
            rules=replace(self.rules, origin=origin),
            draw_rules={
                name: replace(rules, origin=origin) for name, rules in self.draw_rules.items()
            },
            packages=(*self.packages, *packages),
        )


@dataclass(frozen=True, slots=True)
class Installed:
    """A game of somebody's package, by the text that names it: where its rules come from."""

    text: str

    def restored(self, data: bytes) -> Rules:
        """Return the rules that were pickled on a machine that has the game too."""
        rules: Rules = pickle.loads(data)
        return replace(rules, origin=self)


HOSTED: Mapping[str, HostedGame] = {
    CHESS.name: HostedGame(
        CHESS,
        AIS,
        "greedy",
        CHESS_LESSONS,
        CHESS_SAMPLES,
        CHESS_LOOK,
        (pgn_of(CHESS),),
        {name: chess_rules(draws) for name, draws in PRESETS.items()},
    ),
    **{
        variant: HostedGame(
            rules,
            VARIANT_AIS,
            "greedy",
            variant_lessons(variant),
            look=VARIANT_LOOKS.get(variant, CHESS_LOOK),
            records=(pgn_of(rules),),
            draw_rules={name: variant_rules(variant, draws) for name, draws in PRESETS.items()},
            drawn_start=drawn_start if variant == CHESS960 else None,
        )
        for variant, rules in VARIANT_GAMES.items()
    },
    **{
        name: HostedGame(
            rules,
            GOMOKU_AIS,
            "easy",
            GOMOKU_LESSONS,
            GOMOKU_SAMPLES,
            PLAIN_STONES,
            record_formats(rules),
        )
        for name, rules in GOMOKU_GAMES.items()
    },
}
"""The games that come with the library, by the names of their rules."""

AI_NAMES = tuple(dict.fromkeys(name for game in HOSTED.values() for name in game.ais))
"""The names of all players that come with these games."""


def game_named(text: str) -> HostedGame:
    """Return the game that a text names. Nothing else is loaded.

    Raises BadGame, and NotInstalled for one whose extra is missing.
    """
    given(text, str, "names no game: give a text, as 'chess' or 'my_game.py:RULES'")
    if (game := HOSTED.get(text)) is not None:
        return game
    if found := IN_A_FILE.fullmatch(text):
        return game_in(read_game_file(found[1]), found[2])
    if A_FILE.search(text):
        raise BadGame(_which_of(read_game_file(text)))
    if text.startswith(OF_SPIEL):
        return _of_spiel(text.removeprefix(OF_SPIEL))
    return _installed(text)


def game_in(file: GameFile, name: str) -> HostedGame:
    """Return the game of this name in somebody's file. Raises BadGame."""
    value = vars(file.module).get(name)
    if not isinstance(value, Rules | HostedGame):
        games = _games_of(file)
        if value is not None and not games:
            raise BadGame(
                say(
                    "{name} of {file} is {value}, and neither Rules nor a HostedGame",
                    file=file.path,
                    name=name,
                    value=repr(value)[:80],
                )
            )
        raise BadGame(
            say(
                "{file} has no game {name}: it has {games}",
                file=file.path,
                name=name,
                games=", ".join(games),
            )
            if games
            else say("{file} has no game {name}, nor any other", file=file.path, name=name)
        )
    rules = value.rules if isinstance(value, HostedGame) else value
    _check_name(rules, f"{file.path}:{name}")
    _check_start(rules, file)
    return value.found_in(file) if isinstance(value, HostedGame) else _of_file(file, value)


def _games_of(file: GameFile) -> list[str]:
    return [
        name
        for name, value in vars(file.module).items()
        if isinstance(value, Rules | HostedGame) and not name.startswith("_")
    ]


def _which_of(file: GameFile) -> Sentence:
    games = _games_of(file)
    return say(
        "{file} is a file: name the game in it, as {example}",
        file=file.path,
        example=", ".join(f"{file.path}:{game}" for game in games or ["RULES"]),
    )


def _check_travel(rules: Rules, file: GameFile) -> None:
    try:
        pickle.dumps(rules)
    except Exception as error:  # anyone's value
        raise BadGame(
            say(
                "the rules of {file} cannot be sent to another process: {why}. Give them functions "
                "from the top of the file",
                file=file.path,
                why=error,
            )
        ) from error


_POSITION = tuple(name for name in vars(Position) if not name.startswith("_"))
"""What every position has."""


def _check_start(rules: Rules, file: GameFile) -> None:
    """Refuse rules by which no game can begin. Raises BadGame."""
    try:
        position = rules.start(None)
        if not (missing := set(_POSITION).difference(dir(position))):
            position.outcome()
            _check_travel(rules, file)
            return
    except BadGame:
        raise
    except Exception as error:  # anyone's code
        why = last_line(error, file.path)
        raise BadGame(say("no game of {file} can begin: {why}", file=file.path, why=why)) from error
    raise BadGame(
        say(
            "no game of {file} can begin: start(None) returned {value}, which has no {missing}",
            file=file.path,
            value=repr(position)[:80],
            missing=", ".join(name for name in _POSITION if name in missing),
        )
    )


def hosted(rules: Rules) -> HostedGame:
    """Return what a game brings along, found by its rules."""
    given(rules, Rules, "is no game's Rules: give CHESS, or game_named('gomoku').rules")
    match rules.origin:
        case GameFile() as file:
            return _of_file(file, rules)
        case Installed(text):
            return game_named(text)
        case _:
            return HOSTED.get(rules.name) or HostedGame(rules)


def thinks(rules: Rules, ai: str) -> bool:
    """Whether a player that comes with a game may take its time, as far as is known."""
    if rules.origin is None:
        return ai in THINKERS
    return hosted(rules).ais[ai] is not ANY_GAME.get(ai)


def names_of_games() -> tuple[str, ...]:
    """Return the names of all games here, those of installed packages last; loads none."""
    return tuple(dict.fromkeys((*HOSTED, *(entry.name for entry in _entries()))))


def _has(game: HostedGame, rules: Rules) -> bool:
    return rules == game.rules or rules in game.draw_rules.values()


@lru_cache(maxsize=64)
def _of_file(file: GameFile, rules: Rules) -> HostedGame:
    brought = (each for each in vars(file.module).values() if isinstance(each, HostedGame))
    game = next((each for each in brought if _has(each, rules)), HostedGame(rules))
    return game.found_in(file)


def _entries() -> tuple[EntryPoint, ...]:
    from importlib.metadata import entry_points  # it brings the network's modules along

    return tuple(entry_points(group=GROUP))


@lru_cache(maxsize=64)
def _of_spiel(text: str) -> HostedGame:
    from .games.spiel import look_of, spiel_rules  # which other games do not need

    rules = spiel_rules(text)
    game = HostedGame(rules, look=look_of(rules.family))
    return game.found_in(Installed(rules.name), ("open_spiel",))


@lru_cache(maxsize=64)
def _installed(text: str) -> HostedGame:
    entry = next((entry for entry in _entries() if entry.name == text), None)
    if entry is None:
        raise BadGame(_unknown(text))
    source = f"{entry.value} ({entry.dist.name if entry.dist else '?'})"
    try:
        value = entry.load()
    except (Exception, SystemExit) as error:  # anyone's code
        raise BadGame(
            say(
                "the game {text} of {source} could not be loaded: {why}",
                text=text,
                source=source,
                why=f"{type(error).__name__}: {error}",
            )
        ) from error
    if not isinstance(value, Rules | HostedGame):
        raise BadGame(
            say(
                "the game {text} of {source} is {value}, and neither Rules nor a HostedGame",
                text=text,
                source=source,
                value=repr(value)[:80],
            )
        )
    game = value if isinstance(value, HostedGame) else HostedGame(value)
    try:
        first_position(game.rules, None)
    except BoardError as error:
        raise BadGame(say("{text} cannot begin: {why}", text=text, why=error.sentence)) from error
    _check_name(game.rules, text)
    return game.found_in(Installed(text), (entry.module.partition(".")[0],))


def _check_name(rules: Rules, text: str) -> None:
    """Refuse a name that records and programs would take for another game. Raises BadGame."""
    if rules.name in HOSTED:
        raise BadGame(
            say(
                "{text} is called {name}, as a game of the board's own: give its rules another "
                "name",
                text=text,
                name=repr(rules.name),
            )
        )


def _unknown(text: str) -> Sentence:
    names = names_of_games()
    known = OTHER_NAMES.get(text.casefold())
    close = get_close_matches(text, names, n=1) if known is None else [known]
    if close:
        return say(
            "{text} is no game; did you mean {meant}? There is {there_is}",
            text=repr(text),
            meant=close[0],
            there_is=", ".join(names),
        )
    return say(
        "{text} is no game: there is {there_is}, FILE.py:NAME for a game of your own, and "
        "spiel:NAME for one of OpenSpiel",
        text=repr(text),
        there_is=", ".join(names),
    )
