"""Define what the referee needs of a game: positions, moves and outcomes.

``Position`` is a protocol, as all its methods are needed; ``Player`` is a base class, as most of
its methods have sensible defaults. The cost of a ply is constant: a position does not copy its
past, but holds the positions since the last capture or pawn move.

The rules of a game may be untrusted code: ``try_move`` and its like call them and turn their errors
into BadRules. A text that is no legal move raises IllegalMove, whatever the rules raise for it.
Otherwise a losing player could end a game without a result by a text that the rules do not expect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum
from itertools import islice
from types import NoneType
from typing import Any, NewType, Protocol, Self, SupportsIndex, TypeVar, overload, runtime_checkable

from board_core.fast_dataclass import dataclass
from board_core.text.harmless_text import MOST_MOVE, legible
from board_core.text.sentence import BoardError, Sentence, given, say

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
        self.moves: tuple[Move, ...] = tuple(moves)


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
    ABSENCE = "absence"  # it plays on another machine, and was not there
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
        Reason.ABSENCE,
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
        return self.reason not in NO_RESULT and not self.both_lost

    @property
    def both_lost(self) -> bool:
        """True if neither side could begin, or was there: nobody has a point."""
        return self.winner is None and self.reason in (Reason.NOT_STARTED, Reason.ABSENCE)

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
    def to_move(self) -> Color:
        """The side whose turn it is."""

    @property
    def setup(self) -> str:
        """The position as text that :attr:`Rules.start` reads (FEN in chess)."""

    @property
    def native(self) -> Any:
        """The board object that AIs of this game get, such as a new ``chess.Board``."""

    def legal_moves(self) -> Sequence[Move]:
        """Return all legal moves."""

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

    def engines_draw(self) -> Outcome | None:
        """Return the draw that engines see here, though by its rules nobody may claim it."""


@runtime_checkable
class ShowsMistakes(Protocol):
    """A position of a game in which a refused move may show what its player keeps wrongly."""

    def mistakes(self, moves: Sequence[Move], text: str) -> Iterable[Sentence]:
        """Return how a player's own board may differ, if a text would be a legal move there.

        ``moves`` lead from here to the position in which it was refused. The surest come first.
        """


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
    draws: str = ""
    """The name of its draw rules; empty if the game has no choice of them."""

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
        """Return a short text with the names, as values made of rules quote it."""
        return f"<Rules of {self.name}{self.draws and f', draws: {self.draws}'}>"

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


def try_move(
    rules: Rules, position: Position, text: str, *, judge: bool
) -> tuple[Move, Position, Color, Outcome | None]:
    """Return the move a text names, and the position after it with its side to move and outcome.

    The outcome is computed only if ``judge`` is set. Raises IllegalMove and BadRules.
    """
    step, read = "parse", None
    try:
        read = position.parse(text)
        move = checked_move(read)
        step = "play"
        after = position.play(move)
        step = "to_move"
        to_move = side_to_move(after)
        step = "outcome"
        outcome = after.outcome() if judge else None
        if outcome is not None:
            outcome = checked_outcome(outcome)
    except IllegalMove:
        raise
    except (Exception, SystemExit) as error:  # untrusted code
        bad = BadRules.by(rules, step, error)
        raise (bad if _is_legal(position, text, read) else IllegalMove(bad.sentence)) from error
    return move, after, to_move, outcome


def _is_legal(position: Position, text: str, read: Move | None) -> bool:
    """Return True if a text names a legal move, or if the rules fail to list their moves.

    ``read`` is the move that the rules parsed from the text; None if they failed before.
    """
    try:
        legal = position.legal_moves()
        if text in legal or read in legal:
            return True
        return read is None and any(position.notation(move) == text for move in legal)
    except (Exception, SystemExit):
        return True


def outcome_of(rules: Rules, position: Position) -> Outcome | None:
    """Return the outcome of the game in this position; None if it goes on. Raises BadRules."""
    try:
        return checked_outcome(position.outcome())
    except (Exception, SystemExit) as error:  # untrusted code
        raise BadRules.by(rules, "outcome", error) from error


def claimed_draw(rules: Rules, position: Position, *, by_engine: bool = False) -> Outcome | None:
    """Return the draw that the side to move may claim; None for none. Raises BadRules.

    An engine that claims takes the game to be over: any draw that engines know is one.
    """
    try:
        claimed = checked_outcome(position.claim())
        if claimed is None and by_engine and isinstance(position, DrawnElsewhere):
            claimed = checked_outcome(position.engines_draw())
        return claimed
    except (Exception, SystemExit) as error:  # untrusted code
        raise BadRules.by(rules, "claim", error) from error


def can_win(rules: Rules, position: Position, color: Color) -> bool:
    """Return True if a side could still win by legal moves. Raises BadRules."""
    try:
        return bool(position.can_win(color))
    except (Exception, SystemExit) as error:  # untrusted code
        raise BadRules.by(rules, "can_win", error) from error


T = TypeVar("T")


class Line(Sequence[T]):
    """A view of the first ``n`` items of a shared, append-only list, one item for each ply.

    Adding to the longest view appends in place, so a game of n plies takes time O(n), not O(n²).
    Adding to an earlier view (after a take-back) copies the list. Only one thread may add; any
    thread may read.
    """

    __slots__ = ("_length", "_line")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._line = list(items)
        self._length = len(self._line)

    def added(self, item: T) -> Self:
        """Return this sequence with one more item at its end."""
        longer = self.__new__(type(self))
        line = self._line
        if len(line) != self._length:
            line = line[: self._length]
        line.append(item)
        longer._line, longer._length = line, self._length + 1
        return longer

    def first(self, count: int) -> Self:
        """Return the sequence as it was after this many plies."""
        shorter = self.__new__(type(self))
        shorter._line, shorter._length = self._line, min(count, self._length)
        return shorter

    def continues(self, earlier: Line[T]) -> bool:
        """Return True if this is the same list as that of an earlier view, and no shorter."""
        return self._line is earlier._line and self._length >= earlier._length

    def since(self, ply: int) -> list[T]:
        """Return the items from a ply on; the cost is proportional to their number."""
        return self._line[ply : self._length]

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._line[i] for i in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError(f"ply {index} of {self._length}")
        return self._line[index % self._length]

    def __iter__(self) -> Iterator[T]:
        return islice(self._line, self._length)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Line):
            same = self._line is other._line and self._length == other._length
            return same or (self._length == other._length and list(self) == list(other))
        return isinstance(other, list | tuple) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the items of this view, without later ones of the shared list."""
        return type(self), (list(self),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)})"


class MoveList(Line[Move]):
    """The moves of a game, one for each ply."""

    __slots__ = ()
