"""The checks of the doctor, in the order of the report card."""

from __future__ import annotations

from dataclasses import dataclass

from board_core.games import CHESS
from board_core.games.lessons import Feature, Lesson, Lessons
from board_core.match.known_games import hosted
from board_core.protocols import PROTOCOLS
from board_core.protocols.base import Dialogue
from board_core.rules import Rules
from board_core.sentence import say
from board_core.sides import Color

from .card import Check

PROGRAM_STARTS = Check("start", say("starts"))
INTRODUCES_ITSELF = Check("handshake", say("introduces itself"))
FIRST_MOVE_AS_WHITE = Check("white", say("first move as White"))
FIRST_MOVE_AS_BLACK = Check("black", say("first move as Black"))
FLUSHES_OUTPUT = Check("flush", say("flushes its output"))
WRITES_PLAIN_TEXT = Check("encoding", say("writes plain text"))
PRINTS_ONLY_MOVES = Check("chatter", say("prints only moves"))
MOVES_AGAIN = Check("again", say("answers '.' with another move"))
TAKE_BACK = Check("take-back", say("takes moves back"))
NEW_GAME = Check("new-game", say("plays another game"))
READS_CRLF = Check("crlf", say("reads Windows line ends"))
STARTS_AGAIN = Check("restart", say("starts again after a kill"))
EXITS_WHEN_TOLD = Check("leaves", say("exits when it is told to"))
PLAYS_WHOLE_GAMES = Check("plays", say("plays whole games"))
TIME_FOR_A_MOVE = Check("time", say("time for a move"))
STANDS_STILL = Check("still", say("stands still off turn"))
MEMORY_USE = Check("memory", say("memory"))
STANDARD_ERROR = Check("stderr", say("standard error"))

FIRST_MOVE = {Color.WHITE: FIRST_MOVE_AS_WHITE, Color.BLACK: FIRST_MOVE_AS_BLACK}

_CLOSING_CHECKS = (
    READS_CRLF,
    STARTS_AGAIN,
    EXITS_WHEN_TOLD,
    PLAYS_WHOLE_GAMES,
    TIME_FOR_A_MOVE,
    STANDS_STILL,
    MEMORY_USE,
    STANDARD_ERROR,
)


@dataclass(frozen=True, slots=True)
class Subject:
    """The program under examination: its game, the game's lessons and its protocol."""

    rules: Rules
    protocol: str  # "" for a Python function

    @property
    def lessons(self) -> Lessons:
        return hosted(self.rules).lessons

    @property
    def dialogue(self) -> Dialogue | None:
        """Return a new dialogue of the program's protocol; None for a function."""
        return PROTOCOLS[self.protocol]() if self.protocol else None

    @property
    def from_the_start_only(self) -> bool:
        """Return True if it begins only from the start and is told moves in words.

        Such a program has to be steered towards each special move.
        """
        dialogue = self.dialogue
        return dialogue is not None and dialogue.in_words

    def check_of(self, feature: Feature) -> Check:
        return Check(str(feature.value), self.lessons.titles[feature])

    @property
    def heard(self) -> tuple[Feature, ...]:
        """Return the features whose understanding can be seen from outside."""
        lessons = self.lessons
        if self.from_the_start_only:
            return tuple(lessons.titles)
        return tuple(f for f in lessons.titles if f not in lessons.told_apart)

    @property
    def positions(self) -> tuple[Lesson, ...]:
        """Return the positions in which it is asked, if it can begin anywhere."""
        return () if self.from_the_start_only else self.lessons.positions(self.rules)

    @property
    def checks(self) -> tuple[Check, ...]:
        """Return the checks that apply to this program."""
        relayed = [self.check_of(feature) for feature in self.heard]
        given = [Check(lesson.name, lesson.title) for lesson in self.positions]
        taught = list({check.name: check for check in [*relayed, *given]}.values())
        dialogue = self.dialogue
        if dialogue is None:
            return (
                PROGRAM_STARTS,
                FIRST_MOVE_AS_WHITE,
                FIRST_MOVE_AS_BLACK,
                *taught,
                PLAYS_WHOLE_GAMES,
                TIME_FOR_A_MOVE,
            )
        return (
            PROGRAM_STARTS,
            *([INTRODUCES_ITSELF] if dialogue.handshake is not None else []),
            *(
                FIRST_MOVE_AS_WHITE,
                FIRST_MOVE_AS_BLACK,
                FLUSHES_OUTPUT,
                WRITES_PLAIN_TEXT,
                PRINTS_ONLY_MOVES,
            ),
            *([MOVES_AGAIN] if dialogue.may_retry else []),
            *taught,
            *([TAKE_BACK] if dialogue.cannot_rewind is None else []),
            *([NEW_GAME] if not dialogue.fresh_process else []),
            *_CLOSING_CHECKS,
        )


def checks_for(protocol: str, rules: Rules = CHESS) -> tuple[Check, ...]:
    """Return the checks that apply to a protocol; ``""`` stands for a Python function."""
    return Subject(rules, protocol).checks
