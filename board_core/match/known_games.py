"""Find games by name: the library's own, and those of others.

A text names a game (:func:`game_named`):

==================  ============================================================================
``chess``           a game that comes with the library (:data:`HOSTED_GAMES`)
``NAME``            a game of a package that is installed here, found by its entry point in the
                    group ``board_core.games``
``FILE.py:NAME``    a :class:`~board_core.Rules` or a
                    :class:`~board_core.games.hosted.HostedGame` in a Python file
``spiel:NAME``      a game of OpenSpiel (:mod:`board_core.games.spiel`), as in ``spiel:othello``
                    and ``spiel:hex(board_size=7)``
==================  ============================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from board_core.ais import (
    AIS,
    ANY_GAME,
    CHESS_3D_AIS,
    GOMOKU_AIS,
    GOMOKU_ELOS,
    LEVEL_ELOS,
    THINKERS,
    VARIANT_AIS,
    chess_3d_analyst,
    chess_analyst,
    explain_gomoku_level,
    explain_level,
    gomoku_analyst,
    gomoku_level_at,
    level_at,
)
from board_core.game.rules import Position, Rules, first_position
from board_core.games.chess import CHESS, PRESETS, VARIANT_GAMES, chess_rules, variant_rules
from board_core.games.chess.pictures import CHESS_LOOK, VARIANT_LOOKS
from board_core.games.chess.tablebases import opened_tables
from board_core.games.chess.variants import CHESS960, OTHER_NAMES, drawn_start
from board_core.games.game_file import (
    A_FILE,
    IN_A_FILE,
    OF_SPIEL,
    BadGame,
    GameFile,
    last_line,
    read_game_file,
)
from board_core.games.hosted import STRENGTH_PREFIX, HostedGame, Installed, MakeAI, Strengths
from board_core.games.look import PLAIN_STONES
from board_core.text.languages import N_
from board_core.text.sentence import BoardError, Listed, Sentence, given, say

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from board_core.games.look import Arranger

ENTRY_POINT_GROUP = "board_core.games"
"""The entry point group by which installed packages offer games."""


def _chess_arranger(rules: Rules) -> Arranger:
    from board_core.games.chess.arranging import arranger_of  # only an editor needs it

    return arranger_of(rules)


def _chess() -> HostedGame:
    from board_core.games.chess.lessons import CHESS_LESSONS, CHESS_SAMPLES
    from board_core.games.chess.pgn import pgn_of

    return HostedGame(
        CHESS,
        AIS,
        "greedy",
        CHESS_LESSONS,
        CHESS_SAMPLES,
        CHESS_LOOK,
        (pgn_of(CHESS),),
        {name: chess_rules(draws) for name, draws in PRESETS.items()},
        arranger=_chess_arranger,
        tables=opened_tables,
        strengths=Strengths(LEVEL_ELOS, level_at, explain_level),
        search="hard",
        analyst=chess_analyst,
    )


def _chess_variant(variant: str) -> HostedGame:
    from board_core.games.chess.lessons import variant_lessons
    from board_core.games.chess.pgn import pgn_of

    rules = VARIANT_GAMES[variant]
    return HostedGame(
        rules,
        VARIANT_AIS,
        "greedy",
        variant_lessons(variant),
        look=VARIANT_LOOKS.get(variant, CHESS_LOOK),
        records=(pgn_of(rules),),
        draw_rules={name: variant_rules(variant, draws) for name, draws in PRESETS.items()},
        drawn_start=drawn_start if variant == CHESS960 else None,
        arranger=_chess_arranger,
    )


def _gomoku(name: str) -> HostedGame:
    from board_core.games.gomoku import GOMOKU_GAMES, record_formats
    from board_core.games.gomoku.lessons import GOMOKU_LESSONS, GOMOKU_SAMPLES
    from board_core.games.gomoku.position import arranger_of

    rules = GOMOKU_GAMES[name]
    return HostedGame(
        rules,
        GOMOKU_AIS,
        "easy",
        GOMOKU_LESSONS,
        GOMOKU_SAMPLES,
        PLAIN_STONES,
        record_formats(rules),
        arranger=arranger_of,
        strengths=Strengths(GOMOKU_ELOS, gomoku_level_at, explain_gomoku_level),
        search="gomoku",
        analyst=gomoku_analyst,
    )


def _chess3d() -> HostedGame:
    from board_core.games.chess3d import CHESS_3D, chess3d_rules
    from board_core.games.chess3d.lessons import CHESS_3D_LESSONS, CHESS_3D_SAMPLES
    from board_core.games.chess3d.look import CHESS_3D_LOOK, arranger_of, records_of

    return HostedGame(
        CHESS_3D,
        CHESS_3D_AIS,
        "easy",
        CHESS_3D_LESSONS,
        CHESS_3D_SAMPLES,
        CHESS_3D_LOOK,
        (records_of(CHESS_3D),),
        {name: chess3d_rules(draws) for name, draws in PRESETS.items()},
        arranger=arranger_of,
        scores_against_weaker={"greedy": 1.0, "easy": 1.0, "medium": 1.0, "hard": 0.95},
        search="chess3d",
        analyst=chess_3d_analyst,
    )


GOMOKU_NAMES = ("gomoku", "gomoku-standard", "renju")
WITH_THEIR_SIZE = {f"{name}-15": name for name in GOMOKU_NAMES}


class HostedGames(Mapping[str, HostedGame]):
    """Games by name, each loaded when first needed.

    A name may have the size of the one board that its game has, as ``gomoku-15``.
    """

    def __init__(self, makers: Mapping[str, Callable[[], HostedGame]]) -> None:
        self._makers = makers
        self._made: dict[str, HostedGame] = {}

    def __getitem__(self, name: str) -> HostedGame:
        name = WITH_THEIR_SIZE.get(name, name)
        game = self._made.get(name)
        # Two threads may both load it; all get the same one.
        return game or self._made.setdefault(name, self._makers[name]())

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


HOSTED_GAMES: Mapping[str, HostedGame] = HostedGames(
    {
        CHESS.name: _chess,
        **{variant: partial(_chess_variant, variant) for variant in VARIANT_GAMES},
        **{name: partial(_gomoku, name) for name in GOMOKU_NAMES},
        "chess-3d": _chess3d,
    }
)
"""The games that come with the library, by the names of their rules."""

AI_NAMES = tuple(
    dict.fromkeys(name for ais in (AIS, VARIANT_AIS, GOMOKU_AIS, CHESS_3D_AIS) for name in ais)
)
"""The names of all players that come with these games."""


GAME_TITLES = {
    "chess": N_("Chess"),
    "chess960": N_("Chess960"),
    "atomic": N_("Atomic"),
    "antichess": N_("Antichess"),
    "crazyhouse": N_("Crazyhouse"),
    "horde": N_("Horde"),
    "king-of-the-hill": N_("King of the hill"),
    "racing-kings": N_("Racing kings"),
    "three-check": N_("Three-check"),
    "gomoku": N_("Gomoku"),
    "gomoku-standard": N_("Gomoku, exactly five"),
    "renju": N_("Renju"),
    "chess-3d": N_("3D chess"),
}
"""The names of the library's own games for people, to be translated."""


def game_named(text: str) -> HostedGame:
    """Return the game that a text names, without loading any other.

    Raises BadGame, and NotInstalled if its extra is missing.
    """
    given(text, str, "names no game: give a text, as 'chess' or 'my_game.py:RULES'")
    if (game := HOSTED_GAMES.get(text)) is not None:
        return game
    if found := IN_A_FILE.fullmatch(text):
        return game_in(read_game_file(found[1]), found[2])
    if A_FILE.search(text):
        raise BadGame(_which_of(read_game_file(text)))
    if text.startswith(OF_SPIEL):
        return _of_spiel(text.removeprefix(OF_SPIEL))
    return _installed(text)


def game_in(file: GameFile, name: str) -> HostedGame:
    """Return the game of this name in a person's file. Raises BadGame."""
    value = vars(file.module).get(name)
    if not isinstance(value, Rules | HostedGame):
        games = _games_of(file)
        if value is not None and not games:
            raise BadGame(
                say(
                    "{name} of {file} is {value}, which is neither Rules nor a HostedGame",
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
                games=Listed(games),
            )
            if games
            else say("{file} has no game {name} and no other game", file=file.path, name=name)
        )
    rules = value.rules if isinstance(value, HostedGame) else value
    _check_name(rules, f"{file.path}:{name}")
    _check_start(rules, file)
    if isinstance(value, HostedGame):
        return _with_players(value).found_in(file)
    return _of_file(file, value)


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
        example=Listed(f"{file.path}:{game}" for game in games or ["RULES"]),
    )


def _check_travel(rules: Rules, file: GameFile) -> None:
    import pickle  # only games from files are sent that way

    try:
        pickle.dumps(rules)
    except Exception as error:  # a stranger's value
        raise BadGame(
            say(
                "the rules of {file} cannot be sent to another process: {why}. Give them functions "
                "from the top of the file",
                file=file.path,
                why=error,
            )
        ) from error


_POSITION_MEMBERS = tuple(name for name in vars(Position) if not name.startswith("_"))
"""The members that every position has."""


def _check_start(rules: Rules, file: GameFile) -> None:
    """Check that a game can begin with these rules. Raises BadGame."""
    try:
        position = rules.start(None)
        if not (missing := set(_POSITION_MEMBERS).difference(dir(position))):
            position.outcome()
            _check_travel(rules, file)
            return
    except BadGame:
        raise
    except Exception as error:  # a stranger's code
        why = last_line(error, file.path)
        raise BadGame(say("no game of {file} can begin: {why}", file=file.path, why=why)) from error
    raise BadGame(
        say(
            "no game of {file} can begin: start(None) returned {value}, which has no {missing}",
            file=file.path,
            value=repr(position)[:80],
            missing=Listed(name for name in _POSITION_MEMBERS if name in missing),
        )
    )


def hosted(rules: Rules) -> HostedGame:
    """Return the hosted game that has these rules."""
    given(rules, Rules, "is no game's Rules: give CHESS, or game_named('gomoku').rules")
    match rules.origin:
        case GameFile() as file:
            return _of_file(file, rules)
        case Installed(text):
            return game_named(text)
        case _:
            return HOSTED_GAMES.get(rules.name) or _with_players(HostedGame(rules))


def _with_players(game: HostedGame) -> HostedGame:
    """Return the game, with the generic players if it has none of its own."""
    return game if game.ais else replace(game, ais=dict(ANY_GAME))


def ai_of(rules: Rules, text: str) -> MakeAI:
    """Return this game's AI with a name or a strength. Raises KeyError if there is none."""
    found = hosted(rules).ai(text)
    if found is None:
        raise KeyError(text)
    return found


def thinks(rules: Rules, ai: str) -> bool:
    """Return True if a game's built-in player may think for long, as far as is known."""
    if rules.origin is None:
        return ai in THINKERS or ai.startswith(STRENGTH_PREFIX)
    return ai_of(rules, ai) is not ANY_GAME.get(ai)


def names_of_games() -> tuple[str, ...]:
    """Return the names of all games here, those of installed packages last; loads none."""
    return tuple(dict.fromkeys((*HOSTED_GAMES, *(entry.name for entry in _entries()))))


def _has(game: HostedGame, rules: Rules) -> bool:
    return rules == game.rules or rules in game.draw_rules.values()


@lru_cache(maxsize=64)
def _of_file(file: GameFile, rules: Rules) -> HostedGame:
    brought = (each for each in vars(file.module).values() if isinstance(each, HostedGame))
    game = next((each for each in brought if _has(each, rules)), HostedGame(rules))
    return _with_players(game).found_in(file)


def _entries() -> tuple[EntryPoint, ...]:
    from importlib.metadata import entry_points  # it imports the network's modules

    return tuple(entry_points(group=ENTRY_POINT_GROUP))


@lru_cache(maxsize=64)
def _of_spiel(text: str) -> HostedGame:
    from board_core.games.spiel import look_of, spiel_rules  # which other games do not need

    rules = spiel_rules(text)
    game = HostedGame(rules, dict(ANY_GAME), look=look_of(rules.family))
    return game.found_in(Installed(rules.name), ("open_spiel",))


@lru_cache(maxsize=64)
def _installed(text: str) -> HostedGame:
    entry = next((entry for entry in _entries() if entry.name == text), None)
    if entry is None:
        raise BadGame(_unknown(text))
    source = f"{entry.value} ({entry.dist.name if entry.dist else '?'})"
    try:
        value = entry.load()
    except (Exception, SystemExit) as error:  # a stranger's code
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
                "the game {text} of {source} is {value}, which is neither Rules nor a HostedGame",
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
    return _with_players(game).found_in(Installed(text), (entry.module.partition(".")[0],))


def _check_name(rules: Rules, text: str) -> None:
    """Refuse a name that records and programs could confuse with another game. Raises BadGame."""
    if rules.name in HOSTED_GAMES:
        raise BadGame(
            say(
                "{text} is called {name}, like a game of the board: give its rules another name",
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
            "{text} is not a game; did you mean {meant}? Choose one of {choices}",
            text=repr(text),
            meant=close[0],
            choices=Listed(names),
        )
    return say(
        "{text} is not a game: choose one of {choices}, FILE.py:NAME for a game of "
        "your own, or spiel:NAME for one of OpenSpiel",
        text=repr(text),
        choices=Listed(names),
    )
