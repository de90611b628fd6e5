"""The library OpenSpiel: the only module that imports it, the choice of games that can be hosted,
and a position of any of them as a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from types import ModuleType
from typing import Any, Protocol, Self

from board_core.files.extras import extra
from board_core.game.rules import BadSetup, IllegalMove, Move, Outcome, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.games.chess.pictures import CHESS_LOOK
from board_core.games.chess.pictures import pictures as chess_pictures
from board_core.games.draws import Start
from board_core.games.game_file import OF_SPIEL, BadGame
from board_core.games.look import ANY_LOOK, PLAIN_STONES, Look
from board_core.text.sentence import Listed, Sentence, say

from .catalog import BLACK_IS_ZERO, SpielBoard, board_of, spaceless

NAME_PATTERN = re.compile(r"\s*(\w+)\s*(?:\((.*)\)\s*)?", re.ASCII | re.DOTALL)

HIDDEN_PARAMETERS = frozenset(
    (
        "ansi_color_output",  # changes the texts that are read here
        "egocentric",
        "egocentric_obs_tensor",
        "plain_obs_tensor",
        "string_rep",
        "players",  # always two
        "dims",  # of a board
        "chess960",  # begins at random
        "fen",  # the library does not check it
        "handicap",  # places stones outside small boards
        "utility_margin",
    )
)
"""Parameters that users cannot set."""

HIDDEN_BY_GAME = {"checkers": frozenset(("columns",))}
"""The same for one game: with more columns than rows, version 2.0 finds jumps that do not exist."""

FIXED_PARAMETERS = {"twixt": {"ansi_color_output": False}}
"""Parameters with a fixed value."""

LONGEST_SIDE = 26
"""Greatest side of a board, as its columns have letters."""

LONGEST_SIDE_BY_GAME = {
    ("breakthrough", "rows"): 9,  # beyond it the library numbers rows with signs
    ("go", "board_size"): 19,
    ("cursor_go", "board_size"): 19,
    ("havannah", "board_size"): 13,
}
"""The same for parameters with a smaller limit."""

MOST_MOVES = 10_000
"""Greatest value of a parameter for the length of a game."""

PILES_PATTERN = re.compile(r"\d{1,2}(;\d{1,2}){0,25}", re.ASCII)


class SpielState(Protocol):
    """A state of a game of the library, as far as it is used here."""

    def action_to_string(self, action: int) -> str: ...
    def apply_action(self, action: int) -> None: ...
    def clone(self) -> SpielState: ...
    def current_player(self) -> int: ...
    def history(self) -> list[int]: ...
    def is_terminal(self) -> bool: ...
    def legal_actions(self) -> list[int]: ...
    def returns(self) -> list[float]: ...


class LoadedGame(Protocol):
    """A game of the library, as far as it is used here."""

    def max_game_length(self) -> int: ...
    def new_initial_state(self) -> SpielState: ...


@cache
def pyspiel() -> ModuleType:
    """Return the library. Raises NotInstalled."""
    with extra("spiel"):
        import pyspiel as library
    loaded: ModuleType = library
    return loaded


@cache
def hosted_types() -> Mapping[str, Any]:
    """Return the kinds of game that can be hosted, by name. Raises NotInstalled."""
    return {kind.short_name: kind for kind in pyspiel().registered_games() if _can_be_hosted(kind)}


def _can_be_hosted(kind: Any) -> bool:
    return bool(
        kind.min_num_players <= 2 <= kind.max_num_players
        and kind.information == kind.Information.PERFECT_INFORMATION
        and kind.chance_mode == kind.ChanceMode.DETERMINISTIC
        and kind.dynamics == kind.Dynamics.SEQUENTIAL
        and kind.utility == kind.Utility.ZERO_SUM
        and kind.default_loadable
    )


def read_name(text: str) -> tuple[str, dict[str, Any]]:
    """Return the game and all parameters of a text such as ``hex(board_size=7)``.

    Raises NotInstalled and BadGame.
    """
    found = NAME_PATTERN.fullmatch(text)
    name = found[1] if found else text
    kind = hosted_types().get(name)
    if found is None or kind is None:
        raise BadGame(_why_not(text, name))
    usual = dict(kind.parameter_specification)
    hidden = HIDDEN_PARAMETERS | HIDDEN_BY_GAME.get(name, frozenset())
    free = {key: value for key, value in usual.items() if key not in hidden}
    given = {}
    for part in filter(str.strip, (found[2] or "").split(",")):
        key, _, value = (word.strip() for word in part.partition("="))
        if key not in free:
            raise BadGame(_no_parameter(text, key, free))
        most = (
            MOST_MOVES
            if key.startswith("max_")
            else LONGEST_SIDE_BY_GAME.get((name, key), LONGEST_SIDE)
        )
        given[key] = _value(text, key, value, free[key], most)
    return name, {**usual, **given, **FIXED_PARAMETERS.get(name, {})}


def canonical_name(name: str, parameters: Mapping[str, Any]) -> str:
    """Return the shortest text that :func:`read_name` reads the same, without defaults."""
    usual = hosted_types()[name].parameter_specification
    unusual = [
        f"{key}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in sorted(parameters.items())
        if value != usual[key] and key not in FIXED_PARAMETERS.get(name, {})
    ]
    return f"{name}({','.join(unusual)})" if unusual else name


def load(name: str, parameters: Mapping[str, Any]) -> LoadedGame:
    """Return the library's own game. Raises BadGame."""
    library = pyspiel()
    usual = hosted_types()[name].parameter_specification
    unusual = {key: value for key, value in parameters.items() if value != usual[key]}
    try:
        game: LoadedGame = library.load_game(name, unusual)
        first = game.new_initial_state()
        playable = first.current_player() in (0, 1) and len(first.legal_actions()) > 0
    except library.SpielError as error:
        why = str(error).strip().splitlines()[0]
        raise BadGame(
            say(
                "{text} is refused by OpenSpiel: {why}",
                text=repr(canonical_name(name, parameters)),
                why=why,
            )
        ) from None
    if not playable:
        raise BadGame(
            say(
                "{text} has no legal first move",
                text=repr(canonical_name(name, parameters)),
            )
        )
    return game


def _value(text: str, key: str, value: str, usual: Any, most: int) -> Any:
    """Return a parameter of the type of its default, within bounds."""
    match usual:
        case bool():
            if value.lower() in ("true", "false"):
                return value.lower() == "true"
            wanted = "true, false"
        case int():
            least = 0 if usual == 0 else 1 if len(key) == 1 or key in ("connect", "x_in_row") else 2
            if re.fullmatch(r"\d{1,6}", value, re.ASCII) and least <= int(value) <= most:
                return int(value)
            wanted = f"{least} … {most}"
        case float():
            if re.fullmatch(r"-?\d{1,3}(\.\d{1,3})?", value, re.ASCII):
                return float(value)
            wanted = "-999 … 999"
        case _:
            if PILES_PATTERN.fullmatch(value):
                return value
            wanted = str(usual)
    raise BadGame(
        say(
            "{text}: {key} is {value}, but must be {wanted}",
            text=repr(text),
            key=key,
            value=repr(value),
            wanted=wanted,
        )
    )


def _no_parameter(text: str, key: str, free: Mapping[str, Any]) -> Sentence:
    if not free:
        return say("{text}: this game has no parameters", text=repr(text))
    return say(
        "{text}: {key} is not a parameter of this game: choose one of {there_is}",
        text=repr(text),
        key=repr(key),
        there_is=Listed(f"{name}={value}" for name, value in sorted(free.items())),
    )


def _why_not(text: str, name: str) -> Sentence:
    names = list(hosted_types())
    if name in pyspiel().registered_names():
        return say(
            "{text} is a game of OpenSpiel, but not one in which two players take turns, "
            "see everything and throw no dice",
            text=repr(text),
        )
    if close := get_close_matches(name, names, n=1):
        return say(
            "{text} is no game of OpenSpiel; did you mean {meant}?",
            text=repr(text),
            meant=f"spiel:{close[0]}",
        )
    return say(
        "{text} is not a game of OpenSpiel that can be hosted: choose one of {there_is}",
        text=repr(text),
        there_is=Listed(names),
    )


FAMILY = OF_SPIEL
"""The prefix of the names of these games."""

MOVES_WORD = "moves"
"""The first word of a position's text; the moves that led to it follow."""


class SpielGame:
    """A game of the library and its properties; one for each name in a process.

    ``zero`` is the side of the library's player 0, ``longest`` the greatest number of moves of a
    game, and ``latest`` the position that was set up last: a text that continues it replays
    only the
    new moves.
    """

    def __init__(self, name: str, loaded: LoadedGame, board: SpielBoard, zero: Color) -> None:
        self.name, self.loaded, self.board, self.zero = name, loaded, board, zero
        self.longest = loaded.max_game_length()
        self.text = lru_cache(maxsize=65_536)(board.text)
        self.latest: SpielPosition | None = None

    def color(self, player: int) -> Color:
        return self.zero if player == 0 else self.zero.other


@lru_cache(maxsize=64)
def spiel_game_of(text: str) -> SpielGame:
    """Return the game of a name. Raises NotInstalled and BadGame."""
    name, parameters = read_name(text)
    canonical = canonical_name(name, parameters)
    if canonical != text:
        return spiel_game_of(canonical)
    loaded = load(name, parameters)
    board = board_of(name, parameters, str(loaded.new_initial_state()))
    zero = Color.BLACK if name in BLACK_IS_ZERO else Color.WHITE
    return SpielGame(canonical, loaded, board, zero)


class SpielPosition:
    """A state of the library, and the moves that led to it.

    Two positions are equal if the same moves of the same game led to them, since the library does
    not tell how its rules depend on the past. ``str(position)`` is the library's own picture.
    """

    __slots__ = ("_actions", "_game", "_state", "_texts", "_to_move", "played")

    def __init__(
        self, game: SpielGame, state: SpielState, played: tuple[Move, ...], to_move: Color
    ) -> None:
        """Take a state. ``to_move`` is the side to move if the library has none, after the end."""
        player = state.current_player()
        self._game = game
        self._state = state
        self.played = played
        self._to_move = game.color(player) if player in (0, 1) else to_move
        self._actions: Mapping[Move, int] | None = None
        self._texts: Mapping[str, Move] | None = None

    @property
    def to_move(self) -> Color:
        return self._to_move

    @property
    def setup(self) -> str:
        """The word ``moves``, and the moves since the game began."""
        return " ".join((MOVES_WORD, *self.played))

    @property
    def native(self) -> Any:
        """A new ``pyspiel.State``."""
        return self._state.clone()

    @property
    def _legal(self) -> Mapping[Move, int]:
        """The legal moves with the library's number of each; none when the game is over."""
        if self._actions is None:
            state, text = self._state, self._game.text
            actions = () if self._is_over else state.legal_actions()
            self._actions = {
                Move(text(state.action_to_string(action))): action for action in actions
            }
        return self._actions

    @property
    def _loose(self) -> Mapping[str, Move]:
        """The legal moves by their texts without insignificant signs, and by the
        library's texts.
        """
        if self._texts is None:
            state, folded = self._state, self._game.board.folded
            self._texts = {
                spaceless(state.action_to_string(action)): move
                for move, action in self._legal.items()
            } | {folded(move): move for move in self._legal}
        return self._texts

    @property
    def _is_over(self) -> bool:
        return self._state.is_terminal() or len(self.played) >= self._game.longest

    def legal_moves(self) -> Sequence[Move]:
        return tuple(self._legal)

    def parse(self, text: str) -> Move:
        """Read a move in this board's notation, or in the library's."""
        legal = self._legal
        if (word := Move("".join(text.split()))) in legal:
            return word
        if not legal:
            raise IllegalMove(say("{text} is no move: the game is over", text=_quoted(text)))
        if meant := self._loose.get(self._game.board.folded(word), self._loose.get(word)):
            return meant
        some = Listed(list(legal)[:MOVES_SHOWN])
        if len(legal) <= MOVES_SHOWN:
            raise IllegalMove(
                say("{text} is no legal move: {moves}", text=_quoted(text), moves=some)
            )
        raise IllegalMove(
            say("{text} is no legal move; some are {moves}", text=_quoted(text), moves=some)
        )

    def play(self, move: Move) -> Self:
        action = self._legal.get(move)
        if action is None:
            move = self.parse(move)
            action = self._legal[move]
        state = self._state.clone()
        state.apply_action(action)
        return type(self)(self._game, state, (*self.played, move), self._to_move.other)

    def notation(self, move: Move) -> str:
        return move

    def outcome(self) -> Outcome | None:
        if not self._is_over:
            return None
        if not self._state.is_terminal():
            return Outcome(None, Reason.RULES, f"{self._game.longest} moves were played")
        ours, theirs = self._state.returns()
        if ours == theirs:
            return Outcome(None, Reason.RULES)
        return Outcome(self._game.color(0 if ours > theirs else 1), Reason.RULES)

    def claim(self) -> Outcome | None:
        return None

    def can_win(self, color: Color) -> bool:
        """Return whether the game goes on, or this side has won it: the library knows no more."""
        outcome = self.outcome()
        return outcome is None or outcome.winner is color

    def pieces(self) -> Mapping[str, str]:
        return self._game.board.pieces(str(self._state))

    def marked(self) -> Sequence[str]:
        return ()

    def describe(self, move: Move) -> Sentence:
        return say("{color} plays {move}", color=self._to_move, move=move)

    def after_null_move(self) -> Self | None:
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpielPosition):
            return NotImplemented
        return self._game.name == other._game.name and self.played == other.played

    def __hash__(self) -> int:
        return hash((self._game.name, len(self.played), self.played[-8:]))

    def __reduce__(self) -> tuple[object, ...]:
        actions = tuple(self._state.history())
        return _again, (type(self), self._game.name, actions, self.played, self._to_move)

    def __str__(self) -> str:
        return str(self._state).rstrip("\n")

    def __repr__(self) -> str:
        return f"SpielPosition({self._game.name!r}, {self.setup!r})"


MOVES_SHOWN = 4
"""Number of legal moves that an error message shows."""


def _again(
    kind: type[SpielPosition],
    name: str,
    actions: Iterable[int],
    played: tuple[Move, ...],
    to_move: Color,
) -> SpielPosition:
    game = spiel_game_of(name)
    state = game.loaded.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return kind(game, state, played, to_move)


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def _start(name: str, setup: str | None) -> Position:
    game = spiel_game_of(name)
    state = game.loaded.new_initial_state()
    position = SpielPosition(game, state, (), game.zero)
    if setup is None:
        return position
    first, *moves = setup.split() or [""]
    if first != MOVES_WORD:
        raise BadSetup(
            say(
                "{text} is no position: write {word}, and the moves that lead to it",
                text=repr(setup),
                word=repr(MOVES_WORD),
            )
        )
    latest = game.latest
    if latest is not None and tuple(moves[: len(latest.played)]) == latest.played:
        position, moves = latest, moves[len(latest.played) :]
    for move in moves:
        try:
            position = position.play(position.parse(move))
        except IllegalMove as error:
            why = error.sentence
            raise BadSetup(say("{text} is no position: {why}", text=repr(setup), why=why)) from None
    game.latest = position
    return position


def spiel_rules(text: str) -> Rules:
    """Return the rules of a game of OpenSpiel, named as in ``hex(board_size=7)``.

    Raises NotInstalled where the extra ``spiel`` is not installed, and BadGame.
    """
    game = spiel_game_of(text)
    start = Start(_start, game.name)
    first = start(None)
    return Rules(
        FAMILY + game.name,
        first.to_move,
        game.board.geometry,
        start,
        examples=tuple(first.legal_moves()[:2]),
        variant_of=FAMILY + game.name.partition("(")[0],
        places_of=game.board.places,
    )


STONE_COLORS = ("#f4efe2", "#26262b")
"""Colours of White's and Black's stones."""

CROWN_PATH = "M11 29 L9 15 L17 22 L22.5 12 L28 22 L36 15 L34 29 Z"


def _crowned() -> Mapping[str, str]:
    """Return the kings of checkers: stones with a crown."""
    return {
        symbol: f'<g id="{symbol}-crowned"><circle cx="22.5" cy="22.5" r="18" fill="{fill}" '
        f'stroke="{ink}" stroke-width="1.5"/><path d="{CROWN_PATH}" fill="{ink}"/></g>'
        for symbol, fill, ink in (("K", *STONE_COLORS), ("k", *reversed(STONE_COLORS)))
    }


def _lines() -> Mapping[str, str]:
    """Return dots, and the lines between them."""
    return {
        "+": '<circle cx="22.5" cy="22.5" r="7" fill="#26262b"/>',
        "-": '<rect x="0" y="19" width="45" height="7" fill="#26262b"/>',
        "|": '<rect x="19" y="0" width="7" height="45" fill="#26262b"/>',
    }


def _queens() -> Mapping[str, str]:
    """Return amazons, and the places that arrows have burnt."""
    burnt = '<rect x="6" y="6" width="33" height="33" rx="5" fill="#5a3a28"/>'
    return {**{symbol: chess_pictures()[symbol] for symbol in "Qq"}, "#": burnt}


CHESS_LIKE_GAMES = frozenset(("antichess", "breakthrough", "chess", "crazyhouse"))

LETTERED_GAMES = frozenset(("mnk", "tic_tac_toe", "ultimate_tic_tac_toe", "shogi"))

SPIEL_LOOKS: Mapping[str, Look] = {
    "amazons": replace(CHESS_LOOK, pictures=_queens),
    "checkers": replace(
        PLAIN_STONES,
        pictures=_crowned,
        signs=dict(zip("KkOx", "♔♚○●", strict=True)),
        discs=STONE_COLORS,
    ),
    "connect_four": replace(
        PLAIN_STONES, discs=("#f2c230", "#c0392b"), ground=("#3f6fb3", "#2d548c")
    ),
    "dots_and_boxes": replace(PLAIN_STONES, pictures=_lines, signs={sign: sign for sign in "+-|"}),
    "othello": replace(PLAIN_STONES, ground=("#3a9160", "#256b44")),
    "xiangqi": Look(discs=("#b3261e", "#26262b")),
}


def look_of(family: str) -> Look:
    """Return the look of a game of the library, by the family of its rules."""
    name = family.removeprefix(FAMILY)
    if name in CHESS_LIKE_GAMES:
        return CHESS_LOOK
    return SPIEL_LOOKS.get(name, ANY_LOOK if name in LETTERED_GAMES else PLAIN_STONES)
