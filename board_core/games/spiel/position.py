"""A position of any game of the library, as a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Self

from board_core.fast_dataclass import dataclass
from board_core.game.rules import BadSetup, IllegalMove, Move, Outcome, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.games.chess.pictures import CHESS_LOOK
from board_core.games.chess.pictures import pictures as chess_pictures
from board_core.games.game_file import OF_SPIEL
from board_core.games.look import ANY_LOOK, PLAIN_STONES, Look
from board_core.text.sentence import Listed, Sentence, say

from .catalog import BLACK_IS_ZERO, SpielBoard, board_of, spaceless
from .library import LoadedGame, SpielState, canonical_name, load, read_name

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
    """Return the game of a name. Raises NotInstalled and NoSpielGame."""
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


@dataclass(frozen=True, slots=True)
class SpielStart:
    """Makes a first position. It is a value, so that rules with equal games are equal."""

    name: str

    def __call__(self, setup: str | None) -> Position:
        game = spiel_game_of(self.name)
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
                raise BadSetup(
                    say("{text} is no position: {why}", text=repr(setup), why=why)
                ) from None
        game.latest = position
        return position


def spiel_rules(text: str) -> Rules:
    """Return the rules of a game of OpenSpiel, named as in ``hex(board_size=7)``.

    Raises NotInstalled where the extra ``spiel`` is not installed, and NoSpielGame.
    """
    game = spiel_game_of(text)
    start = SpielStart(game.name)
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
