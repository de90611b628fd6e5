"""The base class of dialogues, and the messages and bounds that the doors of all protocols share.

A dialogue knows no pipes, threads or clocks: it returns effects, which
:class:`~board_core.players.conversation.Conversation` passes on or acts upon, and gets the lines
that come back. Tests call it.

A door is one function from a line to one typed message. It is total: for any line it returns a
message, which may be a :class:`Breach`, and never raises. Texts in messages are printable and of a
bounded length, numbers are within bounds (:mod:`board_core.game.player`). A dialogue sees
messages only; None is a line that says nothing of interest.

Honest programs write lines that no protocol knows, and numbers that have overflowed. So what is
not understood is a comment, and breaks nothing; a number out of bounds counts as not
said; a score within 64 bits is brought within bounds. A breach is what no honest program writes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import Enum, auto
from typing import final

from board_core.diagnosis import rows
from board_core.fast_dataclass import constructor, dataclass
from board_core.game.player import (
    MOST_SAID,
    Cause,
    Explanation,
    Fail,
    Note,
    NoteKind,
    Reply,
    Seat,
    Statement,
    Turn,
)
from board_core.game.rules import Outcome, Reason, Rules
from board_core.supervise.line_cutter import MOST_LINE_BYTES
from board_core.text.harmless_text import MOST_LINE, legible
from board_core.text.sentence import Sentence, say

MOST_SECONDS = 2**31 // 1000 - 1.0
"""The longest time that a program is told, 24 days: many count milliseconds in 32 bits."""


# What a dialogue wants done, and the conversation with a program passes on


@final
@dataclass(frozen=True, slots=True)
class Send:
    """Send lines to the program, in one write; each without its line break."""

    text: str


new_send = constructor(Send)


@dataclass(frozen=True, slots=True)
class SayReady:
    """Tell the game that the program can be asked from now on; the wait for that is over."""


@final
@dataclass(frozen=True, slots=True)
class TellGame:
    """Make a statement of the program to the game; its stderr must be added to a failure."""

    statement: Statement
    at: float | None = None  # its instant, which no dialogue knows


new_tell_game = constructor(TellGame)


@final
@dataclass(frozen=True, slots=True)
class GiveAnswer:
    """Answer the open question; the program's stderr must be added to a failure."""

    reply: Reply
    at: float | None = None  # its instant, which no dialogue knows


new_give_answer = constructor(GiveAnswer)


class WakeUp(Enum):
    """The timers of a conversation with a program; at most one of each kind is pending."""

    DIALOGUE = "dialogue"  # the dialogue continues, or the program was not ready in time
    REST = "rest"  # look whether a program has come to rest
    CLOSED_INPUT = "closed input"  # by then it has exited, or closed its input
    SECOND_LOOK = "second look"  # look at a program that did not answer in time
    SILENCE = "silence"  # look repeatedly whether it has been silent for long
    COMPLAINT = "complaint"  # look whether a program that cannot answer waits for more
    LAST_WORDS = "last words"  # by then it has reacted to what it was sent last


@dataclass(frozen=True, slots=True)
class WakeAfter:
    """Go on after this many seconds, a dialogue by :meth:`Dialogue.waited`.

    It replaces an earlier wish of its kind.
    """

    seconds: float
    wake_up: WakeUp = WakeUp.DIALOGUE


@dataclass(frozen=True, slots=True)
class StartAnew:
    """Replace the program by a new one in the same game."""


DialogueEffect = Send | SayReady | TellGame | GiveAnswer | WakeAfter | StartAnew
Effects = list[DialogueEffect]
"""What a dialogue wants done, in this order."""


def lost_by(breach: Breach) -> Effects:
    """Return what follows from a breach: the program loses, and its line is quoted."""
    explanation = Explanation(Cause.BREACH, breach.sentence, last_heard=breach.line)
    return [TellGame(Fail(explanation, Reason.BREACH))]


SQUARES_FROM_AND_TO = say("write a move as its squares in small letters, as in g1f3 and e7e8q")


class Dialogue:
    """One conversation with one program; derive from it.

    Methods return the effects that follow, in order. The caller makes one call at a time.
    """

    name: str = ""
    game: str = ""
    """The family of games that it can be used for; empty for any."""
    may_retry: int = 0
    """Illegal answers to one question after which the program may try again."""
    standard_start_only: bool = False
    in_words: bool = False
    """Moves are sent in the notation people write, and the program builds up the position."""
    cannot_rewind: Sentence | None = None
    own_moves_only: Sentence | None = None
    """The reason why it cannot be told a move that somebody chose in its place; None if it can."""
    answering: Sentence = say("answer every question with a move, and flush")
    """Advice to a program's author on how to answer."""
    writing: Sentence | None = None
    """Advice on how a move is written, where that is not the notation of the game."""
    handshake: Sentence | None = None
    """Advice to a program's author on how to get ready; None if it only has to start."""
    fresh_process: bool = False
    """True if each game needs a new process; otherwise one is kept for many games."""
    max_lines: int = 20_000
    """Lines to one question; more are a flood."""
    max_line: int = MOST_LINE_BYTES
    """Bytes of a line; more without a line break are a flood."""
    cr_ends_lines: bool = False
    """True if a carriage return alone ends a line too."""
    encoding: str = "utf-8"
    """The encoding of the lines that a program reads and writes, set by whoever starts it."""
    announces: bool = True
    """True if the program announces by a line that it is ready."""
    start_wait: float | None = None
    """Seconds of start-up after which :meth:`waited` is called; None for never."""

    memory_limit: int | None = None
    """Bytes that the program may use, set by whoever starts it; None for no limit."""

    probe: str = ""
    """Lines that show which protocol a program speaks that does not seem to speak this one."""

    wants_thoughts: bool = True
    """False if nobody follows the search, so that only the last thought before the move is kept;
    set by the caller before each question."""

    ponders: bool = False
    """True if the program is asked to think on its opponent's time; set by the caller."""

    begun: str = ""
    """The text that the program has printed without a line break; set by the caller before each
    question, if the program does not announce that it is ready."""

    readable: bool = True
    """True if its lines help the program's author: then transcripts and explanations quote them."""

    found_at: Explanation | None = None
    """Where the program has said that it is, after :meth:`locate`; None if it has not."""

    told_time: str = ""
    """The pattern of the words in a question that tell a program its time, which end with the
    number; empty for a protocol that tells none, or tells seconds."""
    time_unit: Sentence = say("milliseconds")
    in_a_second: int = 1000

    def open(self) -> Effects:
        """Greet a program that has just been started."""
        return []

    def begin_anew(self, seed: int | None) -> None:
        """Let a kept program's next game be as its first one, with this seed."""

    def seat(self, seat: Seat) -> Effects:
        """Begin a game; SayReady follows now or after some lines."""
        return [SayReady()]

    def waited(self) -> Effects:
        """Go on when a :class:`Wake` is due, or the program was not ready within ``start_wait``."""
        return []

    def ask(self, turn: Turn) -> Effects:
        """Return the effects that ask the program for a move."""
        raise NotImplementedError

    def ponder(self, turn: Turn, at: float) -> Effects:
        """Ask the program, which answered at this instant, to think on its opponent's time.

        Called if :attr:`ponders` is set, before anybody has judged the answer.
        """
        return []

    def rejected(self, text: str, why: Sentence) -> Effects:
        """Refuse an illegal answer; :meth:`ask` puts the question again."""
        return []

    def withdraw(self) -> Effects:
        """Withdraw the open question."""
        return []

    def offered_draw(self) -> Effects:
        """Pass on the opponent's draw offer."""
        return []

    def finish(self, turn: Turn, outcome: Outcome) -> Effects:
        """End the game; the program may not know the last move of the turn's position."""
        return []

    def quit(self) -> Effects:
        """Tell the program to exit; its input is closed afterwards."""
        return []

    def heard(self, line: str) -> Effects:
        """Take a line of the program, without its line break.

        Our dialogues pass it through their door first (:mod:`~board_core.protocols.base`).
        """
        raise NotImplementedError

    def heard_text(self, text: str) -> Effects | None:
        """Take whole lines that came together, each with its line break, if a glance is enough.

        Returns None, and has taken nothing, if each line is to be given to :meth:`heard`.
        """
        return None

    def outdated(self, lines: Sequence[str]) -> Collection[int]:
        """Return which of many lines that came together can be skipped: a later one says more."""
        return ()

    @property
    def has_moved_early(self) -> bool:
        """True if the answer to the next question has come before it was asked."""
        return False

    def is_foreign(self, line: str) -> bool:
        """Return whether a line that was refused may be of a program of another protocol."""
        return False

    def spoken(self, line: str) -> Sentence | None:
        """Return which protocol the program speaks if it is another; None if that is unknown."""
        return None

    def nudges(self, sent: str) -> tuple[str, ...]:
        """Return lines that may bring out the answer of a silent program, to be sent one by one.

        ``sent`` is the text that it did not answer.
        """
        return (sent.rpartition("\n")[2],)

    def is_answer(self, line: str) -> bool:
        """Return whether a line may be the answer that a silent program owes."""
        return bool(line.strip())

    def shown_by(self, sent: str, nudge: str, line: str) -> Sentence | None:
        """Return what it shows that a silent program answered a nudge with this line."""
        return None

    def locate(self) -> Effects:
        """Ask a program that does not answer where it is."""
        return []

    def misread(self, line: str) -> Sentence | None:
        """Return how a line is written that seems meant as an answer and is none."""
        return None

    def surplus(self, comment: str) -> Sentence | None:
        """Return what is wrong with a comment that others would read as an answer."""
        return None

    def suspicion(self, sent: str, heard: str) -> Sentence | None:
        """Return what may be wrong with a program that failed between these lines."""
        return None

    def expects(self) -> str:
        """Return what the program should say next, such as ``uciok``; empty for nothing."""
        return ""


CHESS, CHESS960 = "chess", "chess960"  # the names of rules, and of UCI
NORMAL_CHESS, FISCHER_RANDOM = "normal", "fischerandom"  # what XBoard calls the same

UCI_NAMES = {"three-check": "3check"}
"""UCI's names that differ from ours by more than hyphens."""


def uci_variant(rules: Rules) -> str:
    """Return the value of the option ``UCI_Variant`` for a game of the chess family.

    Chess960 is chess there, and has an option of its own.
    """
    if rules.name == CHESS960:
        return CHESS
    return UCI_NAMES.get(rules.name, rules.name.replace("-", ""))


def xboard_variant(rules: Rules) -> str:
    """Return the name of a game for XBoard's command ``variant``."""
    return {CHESS: NORMAL_CHESS, CHESS960: FISCHER_RANDOM}.get(rules.name) or uci_variant(rules)


PROBE_LINES = "uci\nxboard\nprotover 2\nABOUT"
"""Lines to which programs of other protocols have to answer."""

COORDINATES_PATTERN = re.compile(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?")
MEANT_MOVE = re.compile(
    r"(?:best[ _-]?move|move)?[\s:=>-]*([a-h][1-8][a-h][1-8][qrbn]?)[.;!]?", re.IGNORECASE
)
"""A move in coordinates, perhaps behind the word for it, and with other signs than a blank."""
SAN_ONLY = re.compile(r"[KQRBNO]|[a-h]x?[a-h]?[1-8](?![a-h])")

ANSWERS_OF_PROTOCOLS = (
    (re.compile(r"\s*uciok\b|id name "), "UCI", "uci:"),
    (re.compile(r"\s*feature\s.*="), "XBoard", "xboard:"),
    (re.compile(r"""\s*name\s*=\s*["'].*version\s*="""), "Gomocup", "gomocup:"),
)


COMPLAINT = re.compile(
    r"(?i)\s*(?:info string\b)?\W*(?:\w*error|illegal|invalid|unknown|unsupported|fatal)\b"
)
"""The beginning of a line which tells that a program cannot answer what it was asked."""


def protocol_of(line: str) -> Sentence | None:
    """Return the sentence about a program that answered a probe; None for any other line."""
    for pattern, protocol, prefix in ANSWERS_OF_PROTOCOLS:
        if pattern.match(line):
            return rows.OTHER_PROTOCOL(protocol=protocol, prefix=prefix)
    return None


def may_speak_another(line: str) -> bool:
    """Return whether a line that was refused as a move has several words, as of an engine."""
    return len(line.split(maxsplit=1)) > 1


def move_alone(line: str, word: str) -> Sentence | None:
    """Return that a line is a move without the word that begins an answer, or with it otherwise."""
    meant, form = MEANT_MOVE.fullmatch(line.strip()), ""
    if meant is not None:
        form = f"{word} {meant[1].lower()}"
    if not form or line.strip().startswith(form):
        return None
    return rows.MEANT_AS_ANSWER(line=repr(line.strip()), form=repr(form))


def coordinates_only(sent: str, heard: str) -> Sentence | None:
    """Return the suspicion that a program writes and reads coordinates, and was sent SAN."""
    if not COORDINATES_PATTERN.fullmatch(heard.strip()) or not SAN_ONLY.match(sent):
        return None
    return rows.PERHAPS_COORDINATES(sent=repr(sent), heard=repr(heard.strip()))


MOST_DIGITS = 19
"""Digits of the largest number within 64 bits."""

MOST_QUOTED = 100
"""Characters that are quoted of a line that broke the rules."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A line that holds a number or message its protocol forbids; whoever wrote it loses."""

    line: str  # quoted, and cut
    rule: Sentence

    @property
    def sentence(self) -> Sentence:
        return say("it printed {line}: {rule}", line=self.line, rule=self.rule)


class Word(Enum):
    """The messages of all doors that have no facts."""

    UCIOK = auto()
    READYOK = auto()
    OK = auto()
    RESIGNS = auto()
    OFFERS_DRAW = auto()


SCORE_RULE = say("a score is a number of at most {digits} digits", digits=MOST_DIGITS)


def breach(line: str, rule: Sentence) -> Breach:
    return Breach(repr(legible(line, MOST_QUOTED)), rule)


def comment(text: str) -> Note:
    """Return the note for a line meant for people, or for one that nobody understands."""
    if len(text) <= MOST_LINE and text.isprintable():
        return Note(text, NoteKind.COMMENT)
    return Note(legible(text), NoteKind.COMMENT)


def number_of(word: str, low: int, high: int) -> int | None:
    """Return the number if the word is one and within these bounds, else None."""
    if len(word) > MOST_DIGITS + 1:
        return None
    try:
        number = int(word)
    except ValueError:
        return None
    return number if low <= number <= high else None


def is_beyond(word: str) -> bool:
    """Return whether the word is a number that does not fit into 64 bits."""
    if len(word) < MOST_DIGITS:
        return False
    digits = word.lstrip("+-")
    return digits.isdecimal() and (len(digits) > MOST_DIGITS or int(digits) > MOST_SAID)
