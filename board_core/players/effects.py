"""What a conversation with a program sees, and what it wants done: a closed union of effects.

:class:`~board_core.players.conversation.Conversation` returns them, and
:class:`~board_core.players.process.ProcessAI` carries them out.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal, final

from board_core.diagnosis.evidence import NO_USAGE
from board_core.fast_dataclass import constructor, dataclass
from board_core.game.player import Explanation, Reply, Seat, Statement
from board_core.protocols.base import Send
from board_core.supervise.load import Counters
from board_core.supervise.processes import Usage


@dataclass(frozen=True, slots=True)
class Sighting:
    """The program as it is seen from outside at one moment."""

    running: bool = True
    usage: Usage = NO_USAGE
    unfinished: str = ""  # printed without a line break
    machine: Counters | None = None  # of all processors, where a loss on time is explained
    age: float | None = None  # seconds since its start


NOTHING_SEEN = Sighting()


class WakeUp(Enum):
    """The waits of a conversation; each is waited for once at a time."""

    DIALOGUE = "dialogue"  # the dialogue wants to go on, or the program was not ready in time
    REST = "rest"  # a look at a program that is to come to rest
    CLOSED_INPUT = "closed input"  # it has exited until then, or closed its input
    SECOND_LOOK = "second look"  # at a program that did not answer in time
    SILENCE = "silence"  # a look whether it has been silent for long, again and again
    LAST_WORDS = "last words"  # it has reacted to what it was sent last, or to the end


@dataclass(frozen=True, slots=True)
class WakeAfter:
    """Call :meth:`.Conversation.due` after this many seconds; replaces an earlier wish."""

    wake_up: WakeUp
    seconds: float


@dataclass(frozen=True, slots=True)
class CancelWakeUp:
    """Do not call :meth:`.Conversation.due` for it."""

    wake_up: WakeUp


@final
@dataclass(frozen=True, slots=True)
class GiveAnswer:
    """Answer the open question; a failure lacks what the program wrote to its stderr."""

    reply: Reply
    at: float | None


new_give_answer = constructor(GiveAnswer)


@final
@dataclass(frozen=True, slots=True)
class TellGame:
    """Make a statement to the game; a failure lacks what the program wrote to its stderr."""

    statement: Statement
    at: float | None


new_tell_game = constructor(TellGame)


@dataclass(frozen=True, slots=True)
class GiveExplanation:
    """Answer :meth:`.Conversation.explain`; what the program wrote to its stderr is lacking."""

    explanation: Explanation | None


@dataclass(frozen=True, slots=True)
class QuoteLine:
    """Put a line of the program into the transcript."""

    line: str


@dataclass(frozen=True, slots=True)
class LogError:
    """Log what the dialogue raised: the program loses, but the mistake is the dialogue's."""

    error: Exception


@dataclass(frozen=True, slots=True)
class StartProgram:
    """Start a program for this game, and call ``started`` or ``could_not_start``."""

    seat: Seat
    alone: bool  # once those that were retired have ended


@dataclass(frozen=True, slots=True)
class AttachProgram:
    """Listen to the program in the game of this seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ProvokeProgram:
    """Send lines whose only purpose is the reaction; what it wrote to its stderr is kept before."""

    text: str


class Act(Enum):
    """What is to be done without further facts."""

    SAY_READY = "say ready"  # tell the game that the program can be asked
    DETACH = "detach"  # keep the program, without listening to it, until the next game
    RETIRE = "retire"  # end the program, if there is one, and forget all wake-ups
    STOP_LISTENING = "stop listening"  # throw away from now on what the program prints
    CLOSE_INPUT = "close input"  # let the program read the end of its input
    FREEZE = "freeze"  # stop the program and all its processes
    THAW = "thaw"
    TURN_ENDS = "turn ends"  # have the watch look at the program from now on
    TURN_ENDS_FROZEN = "turn ends frozen"
    TURN_COMES = "turn comes"  # have the watch take its last look: the program may run again


ProgramEffect = (
    AttachProgram
    | ProvokeProgram
    | Literal[Act.DETACH, Act.STOP_LISTENING, Act.CLOSE_INPUT, Act.FREEZE, Act.THAW]
)
"""What is to be done to the present program."""

RareEffect = (
    TellGame
    | GiveExplanation
    | QuoteLine
    | LogError
    | WakeAfter
    | CancelWakeUp
    | StartProgram
    | Literal[Act.SAY_READY, Act.RETIRE]
    | ProgramEffect
)
"""What does not come every ply."""

Effect = Send | GiveAnswer | Act | RareEffect
