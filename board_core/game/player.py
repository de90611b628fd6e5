"""Define players, the questions they are asked and the answers and statements they give.

An answer carries the number of its question, so that the referee recognises a late answer after a
stop, a time-out or a take-back. Colour and ply would not identify a question, as they recur after a
take-back. The bounds of search reports are the same for all protocols and functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from enum import Enum
from itertools import islice
from traceback import format_exception
from typing import Any, Protocol, final, runtime_checkable

from board_core.fast_dataclass import constructor, dataclass
from board_core.text.codec import plain
from board_core.text.findings import codes_of, page_of
from board_core.text.harmless_text import MOST_LINE, MOST_MOVE, legible, real_number, whole_number
from board_core.text.sentence import BoardError, Sentence, say

from .clock import Clock
from .loop import Loop
from .rules import Move, MoveList, Outcome, Position, Reason, Rules, notation_of, told
from .sides import Color


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of the game that a player gets with a question."""

    color: Color
    ply: int
    question: int  # numbers the game's questions; answers to earlier ones are void
    position: Position
    clock: Clock
    moves: MoveList  # since the start of the game
    before: Position | None = None  # the position before the last move

    @property
    def last_notation(self) -> str | None:
        """The opponent's move as people write it (SAN in chess)."""
        return notation_of(self.before, self.moves[-1]) if self.before else None


new_turn = constructor(Turn)


class Cause(Enum):
    """The cause of a player's failure, as a code for programs to read."""

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
    NO_MODULE = "no-module"  # its Python lacks a module
    WINDOWS_LINE_BREAK = "windows-line-break"
    WRONG_FORMAT = "wrong-format"
    NO_HANDSHAKE = "no-handshake"
    REFUSED = "refused"  # the program cannot play this game
    OTHER_PROTOCOL = "other-protocol"  # the board used the wrong protocol
    TOO_MANY_LINES = "too-many-lines"
    LINE_TOO_LONG = "line-too-long"
    ENCODING = "encoding"
    CONTROL_CHARACTERS = "control-characters"
    NOT_READING = "not-reading"
    NEVER_READ = "never-read"
    READS_TO_END = "reads-to-end"  # it waits for the end of its input
    TOO_EARLY = "too-early"
    IDLE = "idle"
    COMPUTING = "computing"
    SUSPENDED = "suspended"
    NO_NEWLINE = "no-newline"
    UNFLUSHED = "unflushed"
    BUSY_MACHINE = "busy-machine"
    NO_ROOM = "no-room"  # the disk or the machine is full
    CLOSED = "closed"  # the host closed the player
    OVERLOADED = "overloaded"  # other programs overloaded the machine
    STARVED = "starved"  # its opponent used the processors out of turn
    BREACH = "breach"  # a number or a message out of bounds
    OFF_TURN = "off-turn"  # it computed out of turn
    MEMORY = "memory"  # it used more than its limit
    INTERFERENCE = "interference"  # it interfered with the board
    AWAY = "away"  # nothing connected it with the board, which plays on another machine
    NOT_A_MOVE = "not-a-move"
    ILLEGAL = "illegal"


ENDED_BY_AN_ERROR = frozenset(
    (Cause.EXITED, Cause.KILLED, Cause.CLOSED_OUTPUT, Cause.EXCEPTION, Cause.NO_MODULE)
)
"""The causes of which the program's own error tells more than any sentence."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The evidence for a player's failure, for its author."""

    cause: Cause
    sentence: Sentence
    last_sent: str = ""  # by the board
    last_heard: str = ""  # from the player
    exit_status: Sentence | None = None
    stderr: str = ""  # its last lines
    traceback: str = ""
    refused: Sentence | None = None  # its illegal answers, and the move it was asked for
    sent_letters: int | None = None  # of the longest of the lines sent last, which may be shortened
    legal_moves: int | None = None  # in the position of the question that it did not answer, or
    # answered illegally
    answered: bool | None = None  # an earlier question of the same game

    @property
    def full_sentence(self) -> Sentence:
        """The sentence, followed by the answers that the referee had refused."""
        if self.refused is None:
            return self.sentence
        return say("{why}; {refused}", why=self.sentence, refused=self.refused)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of what was found out, the most telling first; ``board why`` explains them."""
        return codes_of(self.sentence) or (self.cause.value,)

    @property
    def page(self) -> str:
        """Return the section of the pages in ``docs`` that explains its most telling code."""
        return page_of(self.codes[0])

    def __str__(self) -> str:
        """Return the sentence in English, followed by the traceback if there is one."""
        return "\n".join(filter(None, (str(self.full_sentence), self.traceback.rstrip())))


@dataclass(frozen=True, slots=True)
class Score:
    """A score from the thinking side's point of view.

    ``cp`` is in centipawns; ``mate`` counts moves to mate and is negative if the side is mated.
    """

    cp: int | None = None
    mate: int | None = None


new_score = constructor(Score)


def score_text(score: Score, color: Color = Color.WHITE) -> str:
    """Return a score as ``+0.35`` in pawns or ``#3`` for mate in three; empty for no score.

    With ``color``, the side that gave the score, the text is from White's point of view, as in
    records; without it, from that side's own.
    """
    sign = 1 if color is Color.WHITE else -1
    if score.mate is not None:
        return f"#{sign * score.mate}"
    return f"{sign * score.cp / 100:+.2f}" if score.cp is not None else ""


@dataclass(frozen=True, slots=True)
class Thought:
    """A player's report on its search; values it did not report are None or empty."""

    depth: int | None = None
    seldepth: int | None = None
    score: Score | None = None
    nodes: int | None = None
    nps: int | None = None
    time: float | None = None  # seconds
    hashfull: int | None = None  # permille
    pv: tuple[str, ...] = ()  # as the player wrote it
    text: str = ""
    rank: int = 1  # 2 for the second best line, if several were requested


new_thought = constructor(Thought)


@final
class Said:
    """A player's last report with a score before its move, parsed when first needed.

    Most engine reports are never read, and parsing one takes as long as applying a move's rules.
    Two are equal if their thoughts are equal; pickling parses the line.
    """

    __slots__ = ("_thought", "_unread")

    def __init__(self, line: str, read: Callable[[str], Thought | None]) -> None:
        """Store a line of the player, and the function that parses it."""
        self._unread: tuple[str, Callable[[str], Thought | None]] | None = line, read
        self._thought: Thought | None = None

    @classmethod
    def known(cls, thought: Thought | None) -> Said:
        """Return an already parsed report."""
        said = cls.__new__(cls)
        said._unread, said._thought = None, thought
        return said

    @property
    def thought(self) -> Thought | None:
        """The report; None if the line holds none."""
        if (unread := self._unread) is not None:
            line, read = unread
            self._thought = read(line)
            self._unread = None  # set last: a concurrent thread parses the line again
        return self._thought

    def __eq__(self, other: object) -> bool:
        return self.thought == other.thought if isinstance(other, Said) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.thought)

    def __reduce__(self) -> tuple[object, ...]:
        return Said.known, (self.thought,)

    def __repr__(self) -> str:
        return f"Said({self.thought})"


class CallEnd(Enum):
    """The ends of a request to a language model."""

    MOVE = "move"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    UNPARSABLE = "unparsable"
    ILLEGAL = "illegal"
    REFUSED = "refused"  # by the model, or by whoever filters it
    TRANSPORT = "transport"  # no answer came: never an attempt
    OPEN = "open"  # no end was heard before the game, or the board, ended


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a language model, as the account of its game lists it; None is unknown."""

    id: str
    color: Color
    ply: int
    attempt: int  # at this move, from 1
    tries: int  # at this answer, from 1
    model: str  # as asked
    endpoint: str
    prompt: str  # the body of the request
    prompt_hash: str  # SHA-256 of it
    category: CallEnd = CallEnd.OPEN
    answered_by: str | None = None  # the model, as its server names it
    answer: str | None = None
    finish_reason: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None  # among those of the completion
    seconds: float | None = None
    why: str | None = None  # it brought no move, in English

    @property
    def facts(self) -> dict[str, Any]:
        """Return the call as JSON."""
        return {each.name: plain(getattr(self, each.name)) for each in fields(self)}


@dataclass(frozen=True, slots=True)
class Play:
    """An answer that plays a move."""

    text: str  # as the player wrote it; the referee parses it
    said: Said | None = None  # of its search, if not yet reported


new_play = constructor(Play)


@dataclass(frozen=True, slots=True)
class Resign:
    """An answer or a statement that resigns the game."""


@dataclass(frozen=True, slots=True)
class ClaimDraw:
    """An answer that claims a draw by the rules, such as threefold repetition.

    A program may state it at any time: it is judged for the position that is on the board, that its
    last move has brought, or that its next one brings; it is ignored if none is such a draw.
    """


@dataclass(frozen=True, slots=True)
class Fail:
    """A failure: the player cannot go on and loses.

    With the reason STOPPED neither player is to blame, and nobody wins; with ``both``, both are.
    """

    explanation: Explanation
    reason: Reason = Reason.CRASH
    both: bool = False


def raised(error: BaseException, reason: Reason = Reason.CRASH) -> Fail:
    """Return the failure for an error raised by a player's own code."""
    sentence = say("the player raised {error}", error=told(error))
    return Fail(Explanation(Cause.EXCEPTION, sentence, traceback=traceback_of(error)), reason)


def traceback_of(error: BaseException) -> str:
    """Return the traceback of an exception of untrusted code. Raises nothing."""
    try:
        return "".join(format_exception(error))
    except Exception:  # its str() or its notes raise
        return ""


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """A statement that offers a draw."""


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """A statement that accepts the offered draw."""


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """A statement that declines the offered draw."""


class NoteKind(Enum):
    """The kinds of lines that are not answers."""

    IGNORED = "ignored"  # a line that was unexpected or unusable
    COMMENT = "comment"  # a line for people
    STDERR = "stderr"
    CALL = "call"  # a request to a language model was sent, or has ended


@dataclass(frozen=True, slots=True)
class Note:
    """A line of a player that is not an answer, for the log."""

    text: str
    kind: NoteKind
    call: ModelCall | None = None


@dataclass(frozen=True, slots=True)
class Silent:
    """A statement that a program has not answered for a long time, and what it is doing."""

    seconds: float  # since the question, at least
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class Begin:
    """A statement of a player with :attr:`Player.time_waits`: its time runs from now on."""


Reply = Play | Resign | ClaimDraw | Fail
"""All that may answer a question."""

Statement = (
    Resign
    | ClaimDraw
    | Fail
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Thought
    | Note
    | Silent
    | Begin
)
"""All that a player may say at any time."""


def reply_of(given: object) -> Reply:
    """Return what a player answered; a text is a move, and any other value loses."""
    if isinstance(given, str):
        return new_play(legible(given, MOST_MOVE))
    if isinstance(given, Play):
        given = given.text if not isinstance(given.text, str) else given
    if isinstance(given, Reply):
        return given
    return _wrong_type(
        say(
            "the player answered {value}: answer with a move's text, Play(…), Resign(), "
            "ClaimDraw() or Fail(…)",
            value=_quoted(given),
        )
    )


def statement_of(given: object) -> Statement:
    """Return what a player said; a text is a comment, and any other value loses."""
    if isinstance(given, str):
        return Note(legible(given, MOST_LINE), NoteKind.COMMENT)
    if isinstance(given, Statement):
        return given
    return _wrong_type(say("the player said {value}, which is no statement", value=_quoted(given)))


def _wrong_type(sentence: Sentence) -> Fail:
    return Fail(Explanation(Cause.WRONG_TYPE, sentence))


def _quoted(value: object) -> str:
    try:
        return legible(repr(value))
    except Exception:  # of untrusted code
        return legible(type(value).__name__)


class Answer(Protocol):
    """The function by which a player answers its question."""

    def __call__(self, reply: Reply | str, at: float | None = None) -> None:
        """Answer the question, once, from any thread. A text is a move, as ``Play(text)``.

        ``at`` is the instant of the reply on the game's time source, up to which the clock is
        charged; None means now.
        """


class Tell(Protocol):
    """The function by which a player makes a statement."""

    def __call__(self, statement: Statement, at: float | None = None) -> None:
        """Make a statement, from any thread; ``at`` is its instant, None for now."""


Explain = Callable[[Explanation | None], None]
"""The function by which a player explains its loss, once, from any thread; None: it cannot."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A new game as presented to one of its players."""

    color: Color
    rules: Rules
    start: Position
    setup: str | None  # None: the standard starting position
    clock: Clock
    opponent: str
    ready: Callable[[], None]  # call it, from any thread, when ready for questions
    tell: Tell
    game: object = field(default_factory=object)  # identifies the game to both its players
    loop: Loop[Any] = field(default_factory=Loop)  # on whose thread the player is called
    moves: tuple[Move, ...] = ()  # played before any player is asked
    wants_thoughts: Callable[[], bool] = lambda: True  # False: nobody needs every report
    opens: bool = False  # this player is asked first


class CannotTakeBack(BoardError):
    """Moves cannot be taken back here; the sentence says why."""


class Player:
    """Base class of players: people, programs and functions. Whoever creates a player closes it.

    The methods return at once. The game calls them one after the other, on a thread of the player's
    own, so that one that blocks loses on time and holds nobody up.
    """

    name: str = "player"
    returns_at_once: bool = False
    """True if no method ever blocks: then the game calls them on its own thread, which is quicker.
    ``seat.loop`` and :meth:`off_turn` are for such players only."""
    may_retry: int = 0
    """The number of illegal answers to one question that do not lose the game."""
    automatic: bool = True
    """True if no person makes the moves; the viewing pause comes before such moves."""
    standard_start_only: bool = False
    """True if the player cannot begin from a set-up position or after given moves."""
    cannot_rewind: Sentence | None = None
    """The reason why moves cannot be taken back; None if they can."""
    own_moves_only: Sentence | None = None
    """The reason why it cannot be told a move that somebody chose in its place; None if it can."""

    def seat(self, seat: Seat) -> None:
        """Prepare for a new game, and call ``seat.ready()`` now or later."""
        seat.ready()

    @property
    def time_waits(self) -> bool:
        """True if the time of its next question runs only from its :class:`Begin` on."""
        return False

    @property
    def must_be_roused(self) -> bool:
        """True if :meth:`rouse` does anything; otherwise it is not called."""
        return type(self).rouse is not Player.rouse

    def rouse(self) -> None:
        """Wake up for a question that follows immediately; the clock is not running yet."""

    def ask(self, turn: Turn, answer: Answer) -> None:
        """Start choosing a move and return; call ``answer`` later, from any thread."""
        raise NotImplementedError

    def rejected(self, text: str, why: Sentence) -> None:
        """Hear that the answer was refused; the question comes again unless the game ends."""

    def kept(self, call: ModelCall) -> None:
        """Hear that the journal has a note of this call."""

    def withdraw(self) -> None:
        """Stop choosing: the question is void, and its answer would be ignored."""

    def offered_draw(self) -> None:
        """Hear that the opponent offers a draw."""

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        """Hear that the game is over; ``turn`` holds the final position and the last move."""

    def off_turn(self) -> float | None:
        """Return the seconds of processor time used out of turn; None if not measured."""
        return None

    def explain(self, reason: Reason, explained: Explain) -> None:
        """Pass the evidence for this player's loss to ``explained``, now or some seconds later."""
        explained(None)

    def close(self) -> None:
        """Release threads and processes. Safe to call twice."""


@runtime_checkable
class PlayerSource(Protocol):
    """A factory of equal players; ``board_core.match.maker_of`` returns one."""

    @property
    def name(self) -> str: ...

    def make(self, seed: int | None = None) -> Player:
        """Return a new player, which the caller closes."""


PlayerLike = str | Player | PlayerSource | Callable[..., Any]
"""A player, its text (``"greedy"``, ``"uci:stockfish"``), a source of players, or a function."""

SourceOf = Callable[[PlayerLike, Rules], PlayerSource]
"""Returns the source of such players for a game; raises BadPlayer and TypeError."""

_source_of: list[SourceOf] = []


def make_players_with(source_of: SourceOf) -> None:
    """Register the factory of the players that a :class:`Game` gets as texts or functions."""
    _source_of[:] = [source_of]


def player_source(wish: PlayerLike, rules: Rules) -> PlayerSource:
    """Return the factory of these players for this game; see :data:`SourceOf`."""
    return _source_of[0](wish, rules)


MOST_CP = 1_000_000
"""The greatest score in centipawns; greater ones within 64 bits are clamped to it."""

MOST_MATE = 10_000
MOST_DEPTH = 10_000
MOST_HASHFULL = 10_000
MOST_COUNT = 2**63 - 1
"""The greatest count of nodes, or of nodes a second."""

MOST_MS = 10**12
MOST_RANK = 1_000
"""The greatest number of a line of play among several."""

MOST_PV = 256

MOST_SAID = 2**63 - 1
"""The greatest number that is read as a score; a greater one is a breach of the protocol."""


def clamped(value: int, most: int) -> int:
    """Return the value, limited to the range from ``-most`` to ``most``."""
    return min(max(value, -most), most)


def sound(thought: Thought) -> Thought:
    """Return a function's search report without out-of-bounds values.

    A function may report anything, such as texts for numbers or objects for moves. Raises
    AttributeError or TypeError for a value that is not a Thought.
    """
    seconds = real_number(thought.time, 0, MOST_MS / 1000)
    return Thought(
        depth=whole_number(thought.depth, 0, MOST_DEPTH),
        seldepth=whole_number(thought.seldepth, 0, MOST_DEPTH),
        score=_sound_score(thought.score),
        nodes=whole_number(thought.nodes, 0, MOST_COUNT),
        nps=whole_number(thought.nps, 0, MOST_COUNT),
        time=seconds,
        hashfull=whole_number(thought.hashfull, 0, MOST_HASHFULL),
        pv=tuple(legible(str(move), MOST_MOVE) for move in islice(thought.pv, MOST_PV)),
        text=legible(str(thought.text), MOST_LINE),
        rank=whole_number(thought.rank, 1, MOST_RANK) or 1,
    )


def _sound_score(score: Score | None) -> Score | None:
    if score is None:
        return None
    cp = whole_number(score.cp, -MOST_SAID, MOST_SAID)
    mate = whole_number(score.mate, -MOST_SAID, MOST_SAID)
    if cp is None and mate is None:
        return None
    return Score(
        None if cp is None else clamped(cp, MOST_CP),
        None if mate is None else clamped(mate, MOST_MATE),
    )
