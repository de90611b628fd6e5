"""What the referee needs to know of a game: positions, moves and outcomes.

``Position`` is a protocol and ``Player`` a base class: positions are many and strict, players have
sensible defaults for most of what they may be told. The cost of a ply is constant: a position does
not copy its past, it holds the positions since the last capture or pawn move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from types import NoneType
from typing import Any, NewType, Protocol, Self, SupportsIndex

from .argument_types import given
from .geometry import Geometry
from .harmless_text import MOST_MOVE, legible
from .sentence import Sentence, say
from .sides import Color

Move = NewType("Move", str)
"""A legal move in its game's own coordinates (``e2e4``, ``h8``).

Only :meth:`Position.parse` and :meth:`Position.legal_moves` make one.
"""


class BoardError(ValueError):
    """An error that carries its :class:`~board_core.sentence.Sentence`."""

    def __init__(self, sentence: Sentence | str) -> None:
        """A text of a game's author, in one language, does as well."""
        super().__init__(str(sentence))
        self.sentence = say("{text}", text=sentence) if isinstance(sentence, str) else sentence

    def __reduce__(self) -> tuple[object, ...]:
        return _raised, (type(self), str(self), vars(self))


def _raised(kind: type[BoardError], text: str, facts: Mapping[str, object]) -> BoardError:
    """Make an error that has been pickled anew, whatever its kind is made of."""
    error = kind.__new__(kind, text)
    vars(error).update(facts)
    return error


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
    """The rules of a game failed, or gave what is no value of a game; the sentence names them."""

    @classmethod
    def by(cls, rules: Rules, step: str, error: BaseException) -> BadRules:
        """Return what to raise for an exception in this step, such as ``parse``."""
        return cls(
            say(
                "the rules of {game} failed in {step}: {why}",
                game=legible(rules.name),
                step=step,
                why=told(error),
            )
        )


def told(error: BaseException) -> str:
    """Return the kind of an exception and its text, which may be anybody's. Raises nothing."""
    try:
        text = str(error)
    except Exception:
        text = ""
    kind = type(error).__name__
    return legible(f"{kind}: {text}" if text else kind)


class Reason(Enum):
    """Everything that can end a game, each by its own name."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    FIFTY_MOVES = "fifty-moves"
    SEVENTY_FIVE_MOVES = "seventy-five-moves"
    THREEFOLD_REPETITION = "threefold-repetition"
    FIVEFOLD_REPETITION = "fivefold-repetition"
    INSUFFICIENT_MATERIAL = "insufficient-material"
    FIVE_IN_A_ROW = "five-in-a-row"
    FULL_BOARD = "full-board"  # nothing is left to play
    KING_EXPLODED = "king-exploded"  # atomic
    KING_ON_THE_HILL = "king-on-the-hill"
    THREE_CHECKS = "three-checks"
    RACE_WON = "race-won"  # racing kings
    RACE_TIED = "race-tied"
    HORDE_DESTROYED = "horde-destroyed"
    NO_PIECE_LEFT = "no-piece-left"  # antichess, where that wins
    NO_MOVE_LEFT = "no-move-left"
    RULES = "rules"  # of a game without a name of its own for it; the outcome's detail says how
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    ADJUDICATION = "adjudication"
    TIME = "time"
    ILLEGAL_MOVES = "illegal-moves"
    CRASH = "crash"
    PROTOCOL = "protocol"  # what it says cannot be understood at all
    OUTPUT = "output"  # a flood
    BREACH = "breach"  # a number or a message that its protocol has no room for
    OFF_TURN = "off-turn"  # it used the machine while it was the other side's turn
    INTERFERENCE = "interference"  # it acted against the board itself
    NOT_STARTED = "not-started"
    UNKNOWN = "unknown"  # a file tells the result, and not why
    UNFINISHED = "unfinished"  # it goes on, or its record breaks off
    STOPPED = "stopped"  # from outside; nobody won
    INTERNAL_ERROR = "internal-error"  # our own mistake; nobody won


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
"""Endings that the loser would not have had with a sound program."""

NO_RESULT = frozenset((Reason.STOPPED, Reason.INTERNAL_ERROR, Reason.UNFINISHED))
"""Endings in which nobody won, drew or lost."""

ON_THE_BOARD = (
    frozenset(Reason)
    - BLAMES_A_PLAYER
    - NO_RESULT
    - {Reason.AGREEMENT, Reason.RESIGNATION, Reason.ADJUDICATION, Reason.UNKNOWN}
)
"""Endings that a game's own rules give."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, and why: two things. ``winner`` is None for a draw or a game without a result."""

    winner: Color | None
    reason: Reason
    detail: str = ""

    def __post_init__(self) -> None:
        given(self.winner, (Color, NoneType), "wins no game: give a Color, or None")
        given(self.reason, Reason, "is no Reason: give one, as Reason.RULES")

    @property
    def decided(self) -> bool:
        """Whether the game has a result at all: a win or a draw."""
        return self.reason not in NO_RESULT and (
            self.reason is not Reason.NOT_STARTED or self.winner is not None
        )

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
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
    except (Exception, SystemExit) as error:  # anyone's code
        raise BadRules.by(rules, "start", error) from error
    return position


def side_to_move(position: Position) -> Color:
    """Return the side to move. Raises TypeError if it is none."""
    color = position.to_move
    if type(color) is not Color:
        raise TypeError(f"to_move is {color!r}, and no Color")
    return color


def checked_move(move: Move) -> Move:
    """Return the move if it can be written down and told. Raises TypeError and ValueError."""
    if not isinstance(move, str):
        raise TypeError(f"the move {move!r} is no text")
    if len(move) > MOST_MOVE or not move.isprintable():
        raise ValueError(f"a move is at most {MOST_MOVE} printable characters, and not {move!r}")
    return move


def notation_of(position: Position, move: Move) -> str:
    """Return the move as people write it; as it is, where its rules fail to say."""
    try:
        text = position.notation(move)
    except (Exception, SystemExit):  # anyone's code
        return move
    return text if isinstance(text, str) else move


def checked_outcome(outcome: Outcome | None) -> Outcome | None:
    """Return the outcome if it is one. Raises TypeError."""
    if outcome is None:
        return None
    if not isinstance(outcome, Outcome) or type(outcome.winner) not in (Color, type(None)):
        raise TypeError(f"the outcome {outcome!r} is no Outcome")
    reason, detail = outcome.reason, outcome.detail
    if not isinstance(reason, Reason) or reason in NO_RESULT or not isinstance(detail, str):
        raise TypeError(f"the outcome {outcome!r} ends no game")
    return outcome if detail.isprintable() else replace(outcome, detail=legible(detail))


class Position(Protocol):
    """A position of one game; immutable, so any thread may hold on to it.

    It is a value: two positions are equal, and have the same hash, if whatever is played on goes
    the same way and reads the same (``setup``). Where the rules count repetitions, what may be
    repeated belongs to it. It can be pickled.
    """

    @property
    def to_move(self) -> Color: ...

    @property
    def setup(self) -> str:
        """The position as text that :attr:`Rules.start` reads (FEN in chess)."""

    @property
    def native(self) -> Any:
        """What an AI of this game works on, fresh at each call: a ``chess.Board``, say."""

    def legal_moves(self) -> Sequence[Move]: ...

    def parse(self, text: str) -> Move:
        """Read a move as players write it. Raises IllegalMove."""

    def play(self, move: Move) -> Self:
        """Return the position after a legal move, which :meth:`parse` and :meth:`legal_moves` make.

        Raises IllegalMove for any other, as :meth:`parse` does.
        """

    def notation(self, move: Move) -> str:
        """The move as people write it (``Nf3``), asked before it is played."""

    def outcome(self) -> Outcome | None:
        """How the rules alone end the game here."""

    def claim(self) -> Outcome | None:
        """The draw the side to move may claim here."""

    def can_win(self, color: Color) -> bool:
        """Whether this side could still win by any sequence of legal moves."""

    def pieces(self) -> Mapping[str, str]:
        """Square name to piece symbol; White's symbols are capitals, Black's are not."""

    def marked(self) -> Sequence[str]:
        """Squares the rules point at: a king in check, the stones of a finished five."""

    def describe(self, move: Move) -> Sentence:
        """The move in words, asked before it is played: "white knight g1 to f3"."""

    def after_null_move(self) -> Self | None:
        """The same position with the other side to move, for trying things out.

        None where that cannot be.
        """


class Origin(Protocol):
    """Where the rules of a game come from that is not the library's own."""

    def restored(self, data: bytes) -> Rules:
        """Return the rules that these bytes are, pickled without their origin."""


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """A game that can be hosted."""

    name: str
    first: Color
    geometry: Geometry
    start: Callable[[str | None], Position]
    """The first position; a text sets another one up. Raises BadSetup."""
    examples: tuple[str, ...] = ()
    """Moves as people may write them."""
    variant_of: str = ""
    """The game this is a variant of, if it has another name."""
    places_of: Callable[[Position, Move], tuple[str, ...]] | None = None
    """The places that a move touches where its text does not name them; see :meth:`places`."""
    origin: Origin | None = field(default=None, compare=False, repr=False)
    """Where they were found, if they are not the library's own; it is pickled with them."""

    def __post_init__(self) -> None:
        """Raise TypeError for a part that is none."""
        given(self.name, str, "is no name of a game: give a text")
        given(self.first, Color, "begins no game: give a Color, as Color.WHITE")
        given(
            self.geometry,
            Geometry,
            "is no Geometry: make one by squares, cells, points or plan of board_core.geometry",
        )
        if not callable(self.start):
            given(self.start, (), "makes no position: give a function of a set-up, or of None")

    def __repr__(self) -> str:
        """Name the game: what is made of rules quotes them."""
        return f"<Rules of {self.name}>"

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        if self.origin is None:
            return object.__reduce_ex__(self, protocol)
        from pickle import dumps  # only for those who send rules

        return self.origin.restored, (dumps(replace(self, origin=None)),)

    @property
    def family(self) -> str:
        """The game that AIs and protocols have to know to play this one."""
        return self.variant_of or self.name

    def places(self, position: Position, move: Move) -> tuple[str, ...]:
        """The places that a legal move of this position touches, from where to where.

        Frontends mark them and let people click them; a move that touches none is typed.
        """
        if self.places_of is not None:
            return self.places_of(position, move)
        return self.geometry.named_in(move)
