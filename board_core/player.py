"""What a player is: someone who is asked for a move and answers when ready.

Questions are numbered, and an answer carries the number of its question: after a stop, a time-out
or a take-back a late answer falls away by the comparison of two numbers. Colour and ply would not
do, as after a take-back they come again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from traceback import format_exception
from typing import Protocol

from .clock import Clock
from .fast_dataclass import quick
from .movelist import MoveList
from .rules import BoardError, Move, Outcome, Position, Reason, Rules, notation_of, told
from .sentence import Sentence, say
from .sides import Color


@quick
@dataclass(frozen=True, slots=True)
class Turn:
    """All a player may know when asked for a move."""

    color: Color
    ply: int
    question: int  # counts the questions of a game; an answer to an earlier one is void
    position: Position
    clock: Clock
    moves: MoveList  # since the start of the game
    before: Position | None = None  # what the last move was played on

    @property
    def last_notation(self) -> str | None:
        """The opponent's move as people write it (SAN in chess)."""
        return notation_of(self.before, self.moves[-1]) if self.before else None


class Cause(Enum):
    """Why a player failed: the code beside the sentence, for programs to read."""

    EXITED = "exited"
    KILLED = "killed"  # by a signal
    CLOSED_OUTPUT = "closed-output"
    CLOSED_INPUT = "closed-input"
    EXCEPTION = "exception"
    WRONG_TYPE = "wrong-type"
    NO_ANSWER = "no-answer"
    LATE = "late"
    NOT_FOUND = "not-found"
    NOT_EXECUTABLE = "not-executable"
    NO_INTERPRETER = "no-interpreter"
    WINDOWS_LINE_BREAK = "windows-line-break"
    WRONG_FORMAT = "wrong-format"
    NO_HANDSHAKE = "no-handshake"
    REFUSED = "refused"  # it said that it cannot play this
    TOO_MANY_LINES = "too-many-lines"
    LINE_TOO_LONG = "line-too-long"
    ENCODING = "encoding"
    CONTROL_CHARACTERS = "control-characters"
    NOT_READING = "not-reading"
    NEVER_READ = "never-read"
    TOO_EARLY = "too-early"
    IDLE = "idle"
    COMPUTING = "computing"
    SUSPENDED = "suspended"
    NO_NEWLINE = "no-newline"
    UNFLUSHED = "unflushed"
    BUSY_MACHINE = "busy-machine"
    NO_ROOM = "no-room"  # on the host's disk
    OVERLOADED = "overloaded"  # the machine, by others than the players
    STARVED = "starved"  # by its opponent, which computed meanwhile
    BREACH = "breach"  # a number or a message out of bounds
    OFF_TURN = "off-turn"  # it did not stand still
    MEMORY = "memory"  # more than it may use
    INTERFERENCE = "interference"  # it acted against the board itself
    NOT_A_MOVE = "not-a-move"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of a player's failure, for its author."""

    cause: Cause
    sentence: Sentence
    last_sent: str = ""  # by us
    last_heard: str = ""  # from the player
    exit_status: Sentence | None = None
    stderr: str = ""  # its last lines
    traceback: str = ""

    def __str__(self) -> str:
        """The sentence in English, and the traceback of a function."""
        return "\n".join(filter(None, (str(self.sentence), self.traceback.rstrip())))


@quick
@dataclass(frozen=True, slots=True)
class Play:
    """An answer: this move."""

    text: str  # as the player wrote it; the referee parses it


@dataclass(frozen=True, slots=True)
class Resign:
    """An answer: the game is given up."""


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """An answer: the rules give a draw to whoever asks for it."""


@dataclass(frozen=True, slots=True)
class Fail:
    """The player cannot go on. With the reason STOPPED nobody is to blame, and nobody wins."""

    explanation: Explanation
    reason: Reason = Reason.CRASH


def raised(error: Exception, reason: Reason = Reason.CRASH) -> Fail:
    """The failure of a player whose own code raised."""
    sentence = say("the player raised {error}", error=told(error))
    return Fail(Explanation(Cause.EXCEPTION, sentence, traceback=traceback_of(error)), reason)


def traceback_of(error: BaseException) -> str:
    """Return the traceback of anybody's exception. Raises nothing."""
    try:
        return "".join(format_exception(error))
    except Exception:  # its text or its notes raise
        return ""


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """A statement: a draw is offered."""


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """A statement: the draw that was offered is taken."""


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """A statement: the draw that was offered is not taken."""


@dataclass(frozen=True, slots=True)
class Score:
    """From the thinking side's point of view: centipawns, or moves to mate (minus: against it)."""

    cp: int | None = None
    mate: int | None = None


def score_text(score: Score, color: Color = Color.WHITE) -> str:
    """``+0.35`` in pawns, ``#3`` for a mate in three; empty if the score says nothing.

    From White's point of view, as records have it, if ``color`` is the side that said it; from
    that side's own if it is left out.
    """
    sign = 1 if color is Color.WHITE else -1
    if score.mate is not None:
        return f"#{sign * score.mate}"
    return f"{sign * score.cp / 100:+.2f}" if score.cp is not None else ""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player says of its search; everything it did not say is None or empty."""

    depth: int | None = None
    seldepth: int | None = None
    score: Score | None = None
    nodes: int | None = None
    nps: int | None = None
    time: float | None = None  # seconds
    hashfull: int | None = None  # permille
    pv: tuple[str, ...] = ()  # as the player wrote it
    text: str = ""


class NoteKind(Enum):
    IGNORED = "ignored"  # a line that came when nothing was asked, or could not be used
    COMMENT = "comment"  # a line for people
    STDERR = "stderr"


@dataclass(frozen=True, slots=True)
class Note:
    """A line of a player that is not an answer, for the log."""

    text: str
    kind: NoteKind


Reply = Play | Resign | ClaimDraw | Fail
"""What may answer a question."""

Statement = Resign | Fail | OfferDraw | AcceptDraw | DeclineDraw | Thought | Note
"""What a player may say at any time."""


class Answer(Protocol):
    def __call__(self, reply: Reply, at: float | None = None) -> None:
        """Answer the question, once, from any thread.

        ``at`` is the instant the reply was made, for players that know it better than
        the moment of this call; it is what the clock charges.
        """


class Tell(Protocol):
    def __call__(self, statement: Statement, at: float | None = None) -> None:
        """Say something, from any thread; ``at`` is when, if not just now."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A new game, as one of its players gets to know it."""

    color: Color
    rules: Rules
    start: Position
    setup: str | None  # None: the usual first position
    clock: Clock
    opponent: str
    ready: Callable[[], None]  # to be called, from any thread, when questions may come
    tell: Tell
    game: object = field(default_factory=object)  # the same of both sides, and of no other game
    moves: tuple[Move, ...] = ()  # that are played before anybody is asked


class CannotTakeBack(BoardError):
    """Moves cannot be taken back here; the sentence says why."""


class Player:
    """Human, program or function; derive from it. Whoever makes a player closes it.

    The methods are called on the game's thread and return at once.
    """

    name: str = "player"
    may_retry: int = 0
    """How many illegal answers to one question are forgiven."""
    automatic: bool = True
    """Moves without a person's hand; the viewing pause stands before such a move."""
    standard_start_only: bool = False
    """Cannot begin from a set-up position or after given moves."""
    cannot_rewind: Sentence | None = None
    """Why moves cannot be taken back, if they cannot."""

    def seat(self, seat: Seat) -> None:
        """A new game begins. Calls ``seat.ready()`` now or later."""
        seat.ready()

    def rouse(self) -> None:
        """A question follows at once; the clock does not run yet."""

    def ask(self, turn: Turn, answer: Answer) -> None:
        """Start choosing and return; ``answer`` is called later, from any thread."""
        raise NotImplementedError

    def rejected(self, text: str, why: Sentence) -> None:
        """The answer was no legal move; the question will be put again."""

    def withdraw(self) -> None:
        """The question is void; an answer still on its way is ignored."""

    def offered_draw(self) -> None:
        """The opponent offers a draw."""

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        """The game is over; ``turn`` is its final position with the last move."""

    def off_turn(self) -> float | None:
        """Seconds of processor time used in this game out of turn; None: not measured."""
        return None

    def explain(self, reason: Reason) -> Explanation | None:
        """What is known of this player's loss. May take a second."""
        return None

    def close(self) -> None:
        """Release threads and processes. Safe to call twice."""
