"""The checks of the doctor, in the order of the report card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from board_core.fast_dataclass import dataclass
from board_core.game.refused_answers import COLOR_NAMES
from board_core.game.rules import Rules
from board_core.game.sides import Color, PerColor
from board_core.games import CHESS
from board_core.games.lessons import Feature, Lesson, Lessons
from board_core.match.known_games import hosted
from board_core.protocols import PROTOCOLS
from board_core.protocols.base import Dialogue
from board_core.text.sentence import say

from .card import Check

SANDBOX_LIMITS = "sandbox.md#limits"


def checked(name: str, title: str, meaning: str = "", /, **more: Any) -> Check:
    """Return a check. The message catalogues collect the texts from calls of this name."""
    return Check(name, say(title), say(meaning) if meaning else None, **more)


PROGRAM_STARTS = checked("start", "start", "the system can run it until its first move")
INTRODUCES_ITSELF = checked(
    "handshake", "introduction", "engines say that they are ready before the first game"
)
FIRST_MOVE_AS_WHITE = checked("white", "first move as White")
FIRST_MOVE_AS_BLACK = checked("black", "first move as Black")
FLUSHES_OUTPUT = checked(
    "flush", "flushing", "what is printed waits in a buffer of the program until it is flushed"
)
WRITES_PLAIN_TEXT = checked("encoding", "plain text", "one byte for each letter")
PRINTS_ONLY_MOVES = checked(
    "chatter", "printed lines", "every line on standard output is read as a move"
)
WRITES_NOTATION = checked("notation", "notation")
IN_SQUARES = say("in UCI a move is its squares from and to, as in e2e4")
MOVES_AGAIN = checked(
    "again",
    "another move after '.'",
    "a dot says that the last move was not legal and does not count",
)
TAKE_BACK = checked("take-back", "moves taken back", "a person may undo the last moves of the game")
NEW_GAME = checked("new-game", "another game", "one process plays several games, each from afresh")
READS_CRLF = checked("crlf", "Windows line ends", "on Windows a line ends in two characters, CR LF")
STARTS_AGAIN = checked("restart", "start after a kill", "a board that is switched off kills it")
PLAYS_WHOLE_GAMES = checked("plays", "whole games", "from the first move to the end of the game")
TIME_FOR_A_MOVE = checked(
    "time", "time for a move", "whoever runs out of time loses, in any position"
)
EXITS_WHEN_TOLD = checked(
    "leaves", "exit", "the end of its input tells it that nobody plays any more", manners=True
)
WAITS_PATIENTLY = checked(
    "waits", "slow opponent", "an opponent may think for minutes, and nothing is sent meanwhile"
)
STANDS_STILL = checked(
    "still",
    "work out of turn",
    "the processor belongs to the opponent while it thinks",
    page="contest-toml.md#off-turn",
    manners=True,
)
LEAVES_NOTHING = checked("processes", "processes", "what it starts ends with it", manners=True)
MEMORY_USE = checked("memory", "memory", "contests limit it", page=SANDBOX_LIMITS, manners=True)
FILES_WRITTEN = checked("files", "files", "what it writes is deleted after the game", manners=True)
SIGNALS_SENT = checked(
    "signals",
    "signals",
    "signals stop or end other programs, such as the board",
    page=SANDBOX_LIMITS,
    manners=True,
)
STANDARD_ERROR = checked(
    "stderr", "standard error", "the place for a program's own notes", manners=True
)

FIRST_MOVE = {Color.WHITE: FIRST_MOVE_AS_WHITE, Color.BLACK: FIRST_MOVE_AS_BLACK}


def _first_moves(rules: Rules) -> tuple[Check, Check]:
    """Return the checks of both sides' first moves, with the side that begins in this game."""
    first, second = COLOR_NAMES[rules.first], COLOR_NAMES[rules.first.other]
    begins = say("{first} moves first, and is told no move before", first=first)
    follows = say(
        "{second} moves second, and reads {first}'s move before", second=second, first=first
    )
    meanings = PerColor(begins, follows) if rules.first.is_white else PerColor(follows, begins)
    white, black = (replace(FIRST_MOVE[color], meaning=meanings[color]) for color in Color)
    return white, black


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
        return (dialogue := self.dialogue) is not None and dialogue.in_words

    @property
    def has_one_notation(self) -> bool:
        """Return True if its protocol has one way to write moves, and others are accepted here."""
        return self.from_the_start_only or self.protocol == "uci"

    def check_of(self, feature: Feature) -> Check:
        return Check(feature.value, feature.title, feature.meaning, self.lessons.page)

    def check_for(self, lesson: Lesson) -> Check:
        """Return the check that a lesson is given for."""
        for feature in self.lessons.catalogue:
            if feature.value == lesson.name:
                return self.check_of(feature)
        return Check(lesson.name, lesson.title, lesson.meaning, self.lessons.page)

    @property
    def heard(self) -> tuple[Feature, ...]:
        """Return the features whose understanding can be seen from outside."""
        lessons = self.lessons
        if self.from_the_start_only:
            return lessons.catalogue
        return tuple(feature for feature in lessons.catalogue if not feature.told_apart)

    @property
    def positions(self) -> tuple[Lesson, ...]:
        """Return the positions in which it is asked, if it can begin anywhere."""
        dialogue, lessons = self.dialogue, self.lessons
        if dialogue is not None and dialogue.in_words:
            asked = lessons.asked_in_lines and not dialogue.standard_start_only
            return lessons.positions(self.rules) if asked else ()
        return lessons.positions(self.rules)

    @property
    def checks(self) -> tuple[Check, ...]:
        """Return the checks that apply to this program."""
        relayed = [self.check_of(feature) for feature in self.heard]
        given = [self.check_for(lesson) for lesson in self.positions]
        taught = list({check.name: check for check in [*relayed, *given]}.values())
        dialogue, lessons = self.dialogue, self.lessons
        if dialogue is None:
            white, black = _first_moves(self.rules)
            return (PROGRAM_STARTS, white, black, *taught, PLAYS_WHOLE_GAMES, TIME_FOR_A_MOVE)
        meaning = lessons.notation if dialogue.in_words else IN_SQUARES
        notation = replace(WRITES_NOTATION, meaning=meaning, page=lessons.page)
        return (
            PROGRAM_STARTS,
            *([INTRODUCES_ITSELF] if dialogue.handshake is not None else []),
            *_first_moves(self.rules),
            *(FLUSHES_OUTPUT, WRITES_PLAIN_TEXT, PRINTS_ONLY_MOVES),
            *([notation] if self.has_one_notation else []),
            *([MOVES_AGAIN] if dialogue.may_retry else []),
            *taught,
            *([TAKE_BACK] if dialogue.cannot_rewind is None else []),
            *([NEW_GAME] if not dialogue.fresh_process else []),
            *(READS_CRLF, STARTS_AGAIN, PLAYS_WHOLE_GAMES, TIME_FOR_A_MOVE, WAITS_PATIENTLY),
            *(EXITS_WHEN_TOLD, STANDS_STILL, LEAVES_NOTHING, MEMORY_USE, FILES_WRITTEN),
            *(SIGNALS_SENT, STANDARD_ERROR),
        )


def checks_for(protocol: str, rules: Rules = CHESS) -> tuple[Check, ...]:
    """Return the checks that apply to a protocol; ``""`` stands for a Python function."""
    return Subject(rules, protocol).checks
