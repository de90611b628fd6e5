"""The closed union of the effects of a conversation with a program, beside those of its dialogue.

:class:`~board_core.players.conversation.Conversation` returns them, and
:class:`~board_core.players.process.ProcessAI` carries them out.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal

from board_core.fast_dataclass import dataclass
from board_core.game.player import Explanation, Seat
from board_core.protocols.base import GiveAnswer, SayReady, Send, TellGame, WakeAfter
from board_core.text.sentence import Sentence


@dataclass(frozen=True, slots=True)
class GiveExplanation:
    """Answer :meth:`.Conversation.explain`; the program's stderr must be added."""

    explanation: Explanation | None
    by_its_times: Sentence | None = None  # what its times make possible


@dataclass(frozen=True, slots=True)
class QuoteLine:
    """Put a line of the program into the transcript."""

    line: str


@dataclass(frozen=True, slots=True)
class LogError:
    """Log what the dialogue raised: the program loses, but the dialogue is at fault."""

    error: Exception


@dataclass(frozen=True, slots=True)
class StartProgram:
    """Start a program for this game, and call ``started`` or ``could_not_start``."""

    seat: Seat
    alone: bool  # after the retired ones have ended


@dataclass(frozen=True, slots=True)
class AttachProgram:
    """Listen to the program in the game of this seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ProvokeProgram:
    """Send lines only to see the reaction; what it wrote to stderr before is kept."""

    text: str


class Act(Enum):
    """Names the effects that need no facts."""

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
    | StartProgram
    | SayReady
    | Literal[Act.RETIRE]
    | ProgramEffect
)
"""What does not come every ply."""

Effect = Send | GiveAnswer | Act | RareEffect
