"""Define what the referee needs of a game: positions, moves and outcomes.

``Position`` is a protocol, as all its methods are needed; ``Player`` is a base class, as most of
its methods have sensible defaults. The cost of a ply is constant: a position does not copy its
past, but holds the positions since the last capture or pawn move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum
from types import NoneType
from typing import Any, NewType, Protocol, Self, SupportsIndex, runtime_checkable

from board_core.fast_dataclass import dataclass
from board_core.text.argument_types import given
from board_core.text.harmless_text import MOST_MOVE, legible
from board_core.text.sentence import BoardError, Sentence, say

from .geometry import Geometry
from .sides import Color

Move = NewType("Move", str)
"""A legal move in its game's own coordinates (``e2e4``, ``h8``).

Only :meth:`Position.parse` and :meth:`Position.legal_moves` make one.
"""


class IllegalMove(BoardError):
    """The text names no legal move in this position; the sentence quotes it and says why."""


class AmbiguousMove(IllegalMove):
    """The text names several legal moves, which are ``moves``."""

    def __init__(self, sentence: Sentence, moves: Sequence[Move]) -> None:
        super().__init__(sentence)
        self.moves = tuple(moves)


class BadSetup(BoardError):
    """The text describes no position a game can start from."""


class BadRules(BoardError):
    """The rules of a game raised an error or returned an invalid value; the sentence names them."""

    @classmethod
    def by(cls, rules: Rules, step: str, error: BaseException) -> BadRules:
        """Return the error to raise for an exception in this step, such as ``parse``."""
        return cls(
            say(
                "the rules of {game} failed in {step}: {why}",
                game=legible(rules.name),
                step=step,
                why=told(error),
            )
        )


def told(error: BaseException) -> str:
    """Return the class and the text of an exception of untrusted code. Raises nothing."""
    try:
        text = str(error)
    except Exception:
        text = ""
    kind = type(error).__name__
    return legible(f"{kind}: {text}" if text else kind)


class Reason(Enum):
    """The reasons for which a game can end."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    FIFTY_MOVES = "fifty-moves"
    SEVENTY_FIVE_MOVES = "seventy-five-moves"
    THREEFOLD_REPETITION = "threefold-repetition"
    FIVEFOLD_REPETITION = "fivefold-repetition"
    INSUFFICIENT_MATERIAL = "insufficient-material"
    FIVE_IN_A_ROW = "five-in-a-row"
    FULL_BOARD = "full-board"  # no point is free
    KING_EXPLODED = "king-exploded"  # atomic
    KING_ON_THE_HILL = "king-on-the-hill"
    THREE_CHECKS = "three-checks"
    RACE_WON = "race-won"  # racing kings
    RACE_TIED = "race-tied"
    HORDE_DESTROYED = "horde-destroyed"
    NO_PIECE_LEFT = "no-piece-left"  # antichess, where that wins
    NO_MOVE_LEFT = "no-move-left"
    RULES = "rules"  # any other rule of a game; the outcome's detail says which
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    ADJUDICATION = "adjudication"
    TIME = "time"
    ILLEGAL_MOVES = "illegal-moves"
    CRASH = "crash"
    PROTOCOL = "protocol"  # its output does not follow the protocol
    OUTPUT = "output"  # too much output
    BREACH = "breach"  # a number or a message beyond the bounds of its protocol
    OFF_TURN = "off-turn"  # it used processor time in the opponent's turn
    INTERFERENCE = "interference"  # it interfered with the board
    NOT_STARTED = "not-started"
    UNKNOWN = "unknown"  # the file holds a result without a reason
    UNFINISHED = "unfinished"  # the game goes on, or its record breaks off
    STOPPED = "stopped"  # by the caller; nobody won
    INTERNAL_ERROR = "internal-error"  # an error of the board; nobody won


BLAMES_A_PLAYER = frozenset(
    (
        Reason.TIME,
        Reason.ILLEGAL_MOVES,
        Reason.CRASH,
        Reason.PROTOCOL,
        Reason.OUTPUT,
        Reason.BREACH,
        Reason.OFF_TURN,
        Reason.INTERFERENCE,
        Reason.NOT_STARTED,
    )
)
"""Endings caused by a fault of the losing program."""

NO_RESULT = frozenset((Reason.STOPPED, Reason.INTERNAL_ERROR, Reason.UNFINISHED))
"""Endings in which nobody won, drew or lost."""

ON_THE_BOARD = (
    frozenset(Reason)
    - BLAMES_A_PLAYER
    - NO_RESULT
    - {Reason.AGREEMENT, Reason.RESIGNATION, Reason.ADJUDICATION, Reason.UNKNOWN}
)
"""Endings by the rules of the game itself."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner and the reason. ``winner`` is None for a draw or a game without a result."""

    winner: Color | None
    reason: Reason
    detail: str = ""

    def __post_init__(self) -> None:
        given(self.winner, (Color, NoneType), "wins no game: give a Color, or None")
        given(self.reason, Reason, "is no Reason: give one, as Reason.RULES")

    @property
    def decided(self) -> bool:
        """True if the game has a result: a win or a draw."""
        return self.reason not in NO_RESULT and (
            self.reason is not Reason.NOT_STARTED or self.winner is not None
        )

    @property
    def result(self) -> str:
        """The result as text: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        match self.winner:
            case Color.WHITE:
                return "1-0"
            case Color.BLACK:
                return "0-1"
            case None:
                return "1/2-1/2" if self.decided else "*"


def first_position(rules: Rules, setup: str | None) -> Position:
    """Return the position a game begins from. Raises BadSetup and BadRules."""
    try:
        position = rules.start(setup)
        side_to_move(position)
    except BoardError:
        raise
    except (Exception, SystemExit) as error:  # untrusted code
        raise BadRules.by(rules, "start", error) from error
    return position


def side_to_move(position: Position) -> Color:
    """Return the side to move. Raises TypeError if the rules give no Color."""
    color = position.to_move
    if type(color) is not Color:
        raise TypeError(f"to_move is {color!r}, and no Color")
    return color


def checked_move(move: Move) -> Move:
    """Return the move if it is a short, printable text. Raises TypeError and ValueError."""
    if not isinstance(move, str):
        raise TypeError(f"the move {move!r} is no text")
    if len(move) > MOST_MOVE or not move.isprintable():
        raise ValueError(f"a move is at most {MOST_MOVE} printable characters, and not {move!r}")
    return move


def notation_of(position: Position, move: Move) -> str:
    """Return the move as people write it; if the rules fail, the move itself."""
    try:
        text = position.notation(move)
    except (Exception, SystemExit):  # untrusted code
        return move
    return text if isinstance(text, str) else move


def checked_outcome(outcome: Outcome | None) -> Outcome | None:
    """Return the outcome if it is valid, made printable. Raises TypeError."""
    if outcome is None:
        return None
    if not isinstance(outcome, Outcome) or type(outcome.winner) not in (Color, type(None)):
        raise TypeError(f"the outcome {outcome!r} is no Outcome")
    reason, detail = outcome.reason, outcome.detail
    if not isinstance(reason, Reason) or reason in NO_RESULT or not isinstance(detail, str):
        raise TypeError(f"the outcome {outcome!r} ends no game")
    return outcome if detail.isprintable() else replace(outcome, detail=legible(detail))


class Position(Protocol):
    """A position of one game; immutable, so that any thread may keep it.

    It is a value: two positions are equal, and have the same hash, if they have the same ``setup``
    and every continuation has the same outcome. If the rules count repetitions, the earlier
    positions belong to the value. It can be pickled.
    """

    @property
    def to_move(self) -> Color: ...

    @property
    def setup(self) -> str:
        """The position as text that :attr:`Rules.start` reads (FEN in chess)."""

    @property
    def native(self) -> Any:
        """The board object that AIs of this game get, such as a new ``chess.Board``."""

    def legal_moves(self) -> Sequence[Move]: ...

    def parse(self, text: str) -> Move:
        """Read a move as players write it. Raises IllegalMove."""

    def play(self, move: Move) -> Self:
        """Return the position after a legal move from :meth:`parse` or :meth:`legal_moves`.

        Raises IllegalMove for any other move, as :meth:`parse` does.
        """

    def notation(self, move: Move) -> str:
        """Return a legal move of this position as people write it, such as ``Nf3``."""

    def outcome(self) -> Outcome | None:
        """Return the outcome if the rules end the game here; None if it goes on."""

    def claim(self) -> Outcome | None:
        """Return the draw the side to move may claim here; None for none."""

    def can_win(self, color: Color) -> bool:
        """Return True if this side could still win by any sequence of legal moves."""

    def pieces(self) -> Mapping[str, str]:
        """Return the symbols of the pieces by place names; White's symbols are capitals."""

    def marked(self) -> Sequence[str]:
        """Return the places to highlight: a king in check, the stones of a finished five."""

    def describe(self, move: Move) -> Sentence:
        """Return a legal move of this position in words: "white knight g1 to f3"."""

    def after_null_move(self) -> Self | None:
        """Return the same position with the other side to move, for analysis.

        None if the rules allow no null move here.
        """


@runtime_checkable
class DrawnElsewhere(Protocol):
    """A position that other rules of its game may call a draw, as those of chess do."""

    def drawn_elsewhere(self) -> Sentence | None:
        """Return why other rules would call this position a draw, in which the game goes on."""


class Origin(Protocol):
    """The source of the rules of a game that the library does not bring along."""

    def restored(self, data: bytes) -> Rules:
        """Return the rules from bytes that were pickled without their origin."""


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """The rules of a game, with its name, first side, layout and starting position."""

    name: str
    first: Color
    geometry: Geometry
    start: Callable[[str | None], Position]
    """Return the starting position; a text sets up another one. Raises BadSetup."""
    examples: tuple[str, ...] = ()
    """Examples of moves as people may write them."""
    variant_of: str = ""
    """The name of the game that this is a variant of; empty for none."""
    places_of: Callable[[Position, Move], tuple[str, ...]] | None = None
    """Return the places of a move whose text does not name them; see :meth:`places`."""
    origin: Origin | None = field(default=None, compare=False, repr=False)
    """The source of the rules, pickled with them; None for the library's own games."""

    def __post_init__(self) -> None:
        """Raise TypeError for an argument of a wrong type."""
        given(self.name, str, "is no name of a game: give a text")
        given(self.first, Color, "begins no game: give a Color, as Color.WHITE")
        given(
            self.geometry,
            Geometry,
            "is no Geometry: make one by squares, cells, points or plan of "
            "board_core.game.geometry",
        )
        if not callable(self.start):
            given(self.start, (), "makes no position: give a function of a set-up, or of None")

    def __repr__(self) -> str:
        """Return a short text with the name, as values made of rules quote it."""
        return f"<Rules of {self.name}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        if self.origin is None:
            return object.__reduce_ex__(self, protocol)
        from pickle import dumps  # only needed to send rules

        return self.origin.restored, (dumps(replace(self, origin=None)),)

    @property
    def family(self) -> str:
        """The name of the game that AIs and protocols must know to play this one."""
        return self.variant_of or self.name

    def places(self, position: Position, move: Move) -> tuple[str, ...]:
        """Return the places of a legal move of this position, from its origin to its target.

        Frontends highlight them and let people click them; a move without places is typed.
        """
        if self.places_of is not None:
            return self.places_of(position, move)
        return self.geometry.named_in(move)
