"""The protocol of Gomocup and Piskvork: the conversation with a program that plays gomoku.

Its door makes one message of any line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import zip_longest
from math import inf
from typing import Literal, assert_never

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock
from board_core.game.player import Cause, Explanation, Fail, Note, NoteKind, Play, Seat, Turn
from board_core.game.rules import Move, Outcome, Reason, Rules
from board_core.game.sides import Color
from board_core.text.harmless_text import MOST_MOVE, MOST_NAME, legible
from board_core.text.sentence import Sentence, say

from .base import (
    MOST_SECONDS,
    Dialogue,
    DialogueEffect,
    Effects,
    GiveAnswer,
    SayReady,
    Send,
    StartAnew,
    TellGame,
    WakeAfter,
    Word,
    comment,
)

POINT_PATTERN = re.compile(r"(-?\d+)\s*,\s*(-?\d+)", re.ASCII)
POINTS_PATTERN = re.compile(
    rf"\s*{POINT_PATTERN.pattern}(\s+{POINT_PATTERN.pattern})*\s*", re.ASCII
)
NAME_PATTERN = re.compile(r'name\s{0,9}=\s{0,9}"([^"]*)"', re.IGNORECASE)

MOST_POINTS = 256
"""Points that are read of a line; no stage of an opening asks for more than three."""

FAR_COORDINATE = 10**6
"""Stands for every greater number: no board has it."""


@dataclass(frozen=True, slots=True)
class Points:
    """Stones, each from the left and from the top, counted from zero; none: ``SWAP``."""

    text: str
    points: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SaysError:
    """An error; ``unknown`` if the program does not know the command."""

    text: str
    unknown: bool


@dataclass(frozen=True, slots=True)
class Suggests:
    text: str
    point: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ProgramName:
    text: str
    name: str


GomocupMessage = Points | Literal[Word.OK] | SaysError | Suggests | ProgramName | Note | None


def read_gomocup(line: str) -> GomocupMessage:
    """Return the message in a line of a program."""
    text = line.strip()
    if not text:
        return None
    if POINTS_PATTERN.fullmatch(text):
        return Points(legible(text, MOST_MOVE), _points(text))
    word = text.split(None, 1)[0].upper()
    if word == "SWAP" and len(text) == len(word):
        return Points(legible(text, MOST_MOVE), ())
    if word in ("MESSAGE", "DEBUG"):
        return comment(text[len(word) :].strip())
    if word == "SUGGEST" and POINT_PATTERN.fullmatch(named := text[len(word) :].strip()):
        return Suggests(legible(text), _points(named)[0])
    if word.startswith("OK"):
        return Word.OK
    if word.startswith(("ERROR", "UNKNOWN")):
        return SaysError(legible(text), word.startswith("UNKNOWN"))
    if found := NAME_PATTERN.search(text):
        return ProgramName(legible(text), legible(found[1], MOST_NAME))
    return comment(text)


def _points(text: str) -> tuple[tuple[int, int], ...]:
    found = POINT_PATTERN.findall(text)[:MOST_POINTS]
    return tuple((_coordinate(x), _coordinate(y)) for x, y in found)


def _coordinate(digits: str) -> int:
    return min(int(digits), FAR_COORDINATE) if len(digits) < 10 else FAR_COORDINATE


LINE_BREAK = re.compile(r"[\r\n]+")

LEAST_MS = 100
"""The shortest time that is sent: at ``timeout_turn 0`` one program exits, one never answers."""
NO_LIMIT_MS = 2**31 - 1
"""The value of ``time_left`` where no clock runs."""
MOVE_OVERHEAD = 0.05
"""Seconds of a fixed time per move that are kept back: programs use up all they are told."""
PAUSE_SECONDS = 0.02
"""Wait before RESTART and TAKEBACK: one program drops what comes right behind its move."""
RETRY_SECONDS = 1.0
"""Wait before a START or RESTART without an answer is sent once more, and before a command that
was not understood is given up."""
MOVES_AHEAD = 30
"""A program that only knows ``timeout_turn`` gets the time of one move of this many."""

RULE_BITS = {"freestyle": 0, "standard": 1, "renju": 4}
AGAINST_A_PROGRAM = 1  # game_type
MOST_MEMORY = 350 << 20
"""Bytes that ``max_memory`` allows at most, as in the tournaments such programs are made for.

The program is told less than the limit that ends it: some plan with all of it and need more.
"""

SWAP_MOVE, MORE_MOVE = Move("swap"), Move("more")
STONES_ALLOWED = {"first": (3,), "choice": (0, 1, 2), "last-choice": (0, 1)}
"""The numbers of stones an answer may name at each stage of swap2; 0 means SWAP."""


class Stage(Enum):
    NEW = "new"
    STARTING = "starting"  # START was sent
    PAUSING = "pausing"  # RESTART is due
    PAUSING_BEFORE_TAKEBACK = "pausing before TAKEBACK"
    RESTARTING = "restarting"  # RESTART was sent
    TAKING_BACK = "taking back"  # TAKEBACK was sent, perhaps several times
    READY = "ready"


USUAL_SIZE = 15
POINT_APART = re.compile(r"\(?(\d{1,2})(?:\.0+)?[\s,;:./-]+(\d{1,2})(?:\.0+)?\)?", re.ASCII)
"""A point that is not written as two whole numbers with a comma between them."""
POINT_SENT = re.compile(r"\b\d{1,2}\b", re.ASCII)
SURPLUS_OK = "OK"


class Gomocup(Dialogue):
    """One program that speaks the Gomocup protocol and keeps the board: ``told`` stands on it.

    A question is ``BEGIN``, ``TURN``, or the whole position (``BOARD``) if the program does not
    know it yet. After a take-back the last stones are taken back from it too. Where that is not
    possible, or is refused, it is sent ``RESTART`` and the whole position; a program that refuses
    this as well is started anew. No command stops its thinking: the move to a withdrawn question is
    waited for, and then the board is set up again.

    In the opening swap2 it is asked by ``SWAP2BOARD``; stones that it names together also answer
    the questions that follow. ``INFO folder`` is not sent: no folder outlives a game.

    One process plays one game, as in the tournaments: some programs answer RESTART with OK and go
    on with what they know of the last game.
    """

    game = "gomoku"
    fresh_process = True
    writing = say("write a point as its numbers from 0, column and row, as in 7,7")
    answering = say("answer BEGIN, TURN and BOARD with a point, and flush")
    handshake = say("answer START with OK, and flush")
    cr_ends_lines = True
    told_time = r"time_left \d+"

    def __init__(self, untimed_seconds: float = 2.0) -> None:
        self._untimed_seconds = untimed_seconds
        self._seat: Seat | None = None
        self._turn: Turn | None = None  # to be asked as soon as it is ready
        self._forget()

    def _forget(self) -> None:
        self._stage = Stage.NEW
        self._size = (0, 0)
        self._retried = False  # the last START or RESTART
        self._told: list[Move] | None = []  # None: nobody knows what stands on its board
        self._set_up = False  # the stones the game begins with are on its board
        self._asked = False
        self._owed = 0  # moves to questions since withdrawn
        self._oks = 0  # expected of TAKEBACK
        self._sent_infos: dict[str, int] = {}
        self._choosing = False  # SWAP2BOARD was sent, and has no answer
        self._complaint = ""  # about it
        self._opening = ""  # the stage that it was asked in
        self._played: list[Move] = []  # before that
        self._plan: list[Move] = []  # all the moves of its last choice, and those before

    # What the game wants

    def open(self) -> Effects:
        self._forget()
        return []

    def seat(self, seat: Seat) -> Effects:
        self._seat = seat
        self._asked = False
        return self._start(seat.rules)

    def ask(self, turn: Turn) -> Effects:
        self._turn = turn
        if self._stage is not Stage.READY or self._owed:
            return []
        return self._question()

    def withdraw(self) -> Effects:
        self._turn = None
        if self._asked:
            self._asked = False
            self._owed += 1
            self._told = None
        return []

    def finish(self, turn: Turn, outcome: Outcome) -> Effects:
        self._seat = None
        return self.withdraw()

    def quit(self) -> Effects:
        return [Send("END")]

    def waited(self) -> Effects:
        """Go on after a pause, or do without an answer that is overdue."""
        retried, seat = self._retried, self._seat
        match self._stage:
            case Stage.PAUSING:
                self._stage = Stage.RESTARTING
                return [Send("RESTART"), WakeAfter(RETRY_SECONDS)]
            case Stage.STARTING if seat is not None and not retried:
                self._retried = True
                return [Send(start_command(seat.rules))]
            case Stage.RESTARTING if seat is not None:
                self._retried = True
                return [StartAnew()] if retried else [Send("RESTART"), WakeAfter(RETRY_SECONDS)]
            case Stage.PAUSING_BEFORE_TAKEBACK:
                self._stage = Stage.READY
                return self._take_back() if self._turn is not None else []
            case Stage.TAKING_BACK:
                return self._restart()
            case Stage.READY if self._choosing and self._asked and self._complaint:
                return [self._does_not_know_it()]
            case _:
                return []

    def expects(self) -> str:
        if self._stage in (Stage.STARTING, Stage.RESTARTING, Stage.TAKING_BACK):
            return "OK"
        choice = " or SWAP" if self._choosing else ""
        return f"x,y{choice}" if self._asked or self._owed else ""

    def is_answer(self, line: str) -> bool:
        return isinstance(read_gomocup(line), Points | Word)

    def misread(self, line: str) -> Sentence | None:
        if (point := POINT_APART.fullmatch(line.strip())) is None:
            return None
        form = f"{point[1]},{point[2]}"
        if form == line.strip():
            return None  # a point as it should be, of an earlier question
        return rows.MEANT_AS_ANSWER(line=repr(line.strip()), form=repr(form))

    def surplus(self, comment: str) -> Sentence | None:
        if comment != SURPLUS_OK:
            return None
        return rows.SURPLUS_OK()

    def suspicion(self, sent: str, heard: str) -> Sentence | None:
        """Return what it was sent that it may not know: RESTART, or a point of a large board."""
        if self._stage in (Stage.RESTARTING, Stage.TAKING_BACK):
            return rows.OWES_AN_OK(line=repr(sent.partition(" ")[0]))
        numbers = [int(number) for number in POINT_SENT.findall(sent)]
        if max(self._size) <= USUAL_SIZE or max(numbers, default=0) < USUAL_SIZE:
            return None
        return rows.MAY_BE_SMALLER(sent=repr(sent), size=f"{self._size[0]}x{self._size[1]}")

    # What it says

    def heard(self, line: str) -> Effects:
        return [step for text in LINE_BREAK.split(line) for step in self._heard(text)]

    def _heard(self, line: str) -> Effects:
        message = read_gomocup(line)
        match message:
            case Points(text, points) if self._choosing:
                return self._chosen(text, points)
            case Points(text, [(x, y)]):
                return self._moved(text, x, y)
            case Suggests(text, (x, y)):
                note: DialogueEffect = TellGame(Note(text, NoteKind.COMMENT))
                return [note, Send(f"PLAY {x},{y}")] if self._asked else [note]
            case Word.OK:
                return self._ok()
            case SaysError(text, unknown):
                note = TellGame(Note(text, NoteKind.COMMENT))
                return [note, *self._refused(text, unknown=unknown)]
            case ProgramName(text, name):
                self.name = name
                return [TellGame(Note(text, NoteKind.COMMENT))]
            case Points(text):
                return [TellGame(Note(text, NoteKind.COMMENT))]
            case Note():
                return [TellGame(message)]
            case None:
                return []
            case _:
                assert_never(message)

    def _ok(self) -> Effects:
        match self._stage:
            case Stage.STARTING:
                return [*self._ready(about=True)]
            case Stage.RESTARTING:
                return [*self._ready()]
            case Stage.TAKING_BACK:
                self._oks -= 1
                return [] if self._oks else [*self._ready()]
            case _ if self._retried:
                return []  # of a START that was sent twice
            case _:
                return [TellGame(Note(SURPLUS_OK, NoteKind.COMMENT))]

    def _ready(self, about: bool = False) -> Iterator[DialogueEffect]:
        """Report that the program is ready, and put a question that came meanwhile."""
        anew, self._stage = self._stage is not Stage.TAKING_BACK, Stage.READY
        if anew:
            self._told, self._set_up, self._owed, self._choosing = [], False, 0, False
            self._sent_infos = {}
            if self._seat is not None:
                infos = self._infos(
                    first_infos(self._seat, self._untimed_seconds, self.memory_limit)
                )
                yield Send("\n".join([*infos, "ABOUT"] if about else infos))
        yield SayReady()
        if self._turn is not None and not self._owed:
            yield from self._question()

    def _refused(self, line: str, *, unknown: bool) -> Effects:
        """Treat an error as the refusal of the last command; ignore any other complaint."""
        match self._stage:
            case Stage.STARTING if not unknown:
                sentence = say("the program cannot play on this board: {line}", line=repr(line))
                explanation = Explanation(Cause.REFUSED, sentence, last_heard=line)
                return [TellGame(Fail(explanation, Reason.NOT_STARTED))]
            case Stage.RESTARTING:
                return [StartAnew()]
            case Stage.TAKING_BACK:
                return self._restart()
            case Stage.READY if self._choosing and self._asked:
                self._complaint = self._complaint or line
                known = unknown or "SWAP2" in line.upper()
                return [self._does_not_know_it() if known else WakeAfter(RETRY_SECONDS)]
            case _:
                return []

    def _does_not_know_it(self) -> DialogueEffect:
        """Lose: the program cannot play the opening swap2."""
        self._asked = self._choosing = False
        sentence = rows.NO_SWAP2(line=repr(self._complaint))
        return GiveAnswer(Fail(Explanation(Cause.REFUSED, sentence), Reason.NOT_STARTED))

    def _chosen(self, line: str, points: Sequence[tuple[int, int]]) -> Effects:
        """Take the answer to SWAP2BOARD: stones, or SWAP."""
        self._choosing = False
        if self._owed:
            self._owed -= 1
            ready = self._stage is Stage.READY and not self._owed
            return self._question() if ready and self._turn is not None else []
        seat, moves = self._seat, self._played
        if not self._asked or seat is None:
            return [TellGame(Note(line, NoteKind.IGNORED))]
        self._asked = False
        stones = [point_at(seat.rules, x, y) for x, y in points]
        named = [stone for stone in stones if stone is not None]
        if len(named) < len(stones) or len(named) not in STONES_ALLOWED[self._opening]:
            return [GiveAnswer(Play(line))]  # to be refused
        if len(named) == 2:
            named.insert(0, MORE_MOVE)
        chosen = named or [SWAP_MOVE]
        self._plan = [*moves, *chosen]
        return [GiveAnswer(Play(chosen[0]))]

    def _moved(self, line: str, x: int, y: int) -> Effects:
        if self._owed and self._stage is Stage.READY:
            self._owed -= 1
            return self._question() if self._turn is not None and not self._owed else []
        if not self._asked or self._seat is None:
            return [TellGame(Note(line, NoteKind.IGNORED))]
        self._asked = False
        point = point_at(self._seat.rules, x, y)
        if self._told is not None and point is not None:
            self._told.append(point)
        return [GiveAnswer(Play(line if point is None else point))]

    # What it is told

    def _start(self, rules: Rules) -> Effects:
        self._stage, self._size, self._retried = Stage.STARTING, rules.geometry.size, False
        return [Send(start_command(rules)), WakeAfter(RETRY_SECONDS)]

    def _restart(self) -> Effects:
        self._stage, self._retried, self._told = Stage.PAUSING, False, None
        return [WakeAfter(PAUSE_SECONDS)]

    def _question(self) -> Effects:
        turn, seat = self._turn, self._seat
        assert turn is not None
        assert seat is not None
        if opening := getattr(turn.position.native, "opening", ""):
            return self._opening_question(turn, opening)
        told = self._told
        if told is None:
            return self._restart()
        if self._set_up and self._to_take_back(turn, told, seat.rules):
            self._stage = Stage.PAUSING_BEFORE_TAKEBACK
            return [WakeAfter(PAUSE_SECONDS)]
        if self._set_up and not self._knows_all_but_the_last(turn, told):
            return self._restart()
        self._turn, self._asked = None, True
        lines = [*self._infos(infos_of(turn, self._untimed_seconds)), *self._command(turn, seat)]
        self._told, self._set_up = list(turn.moves) if not self._set_up else told, True
        if len(self._told) < len(turn.moves):
            self._told.append(turn.moves[-1])
        return [Send("\n".join(lines))]

    def _take_back(self) -> Effects:
        turn, seat, told = self._turn, self._seat, self._told
        assert turn is not None
        assert seat is not None
        stones = self._to_take_back(turn, told, seat.rules) if told else []
        if not told or not stones:
            return self._question()
        self._told = told[: -len(stones)]
        self._stage, self._oks = Stage.TAKING_BACK, len(stones)
        lines = [f"TAKEBACK {at(seat.rules, move)}" for move in stones]
        return [Send("\n".join(lines)), WakeAfter(RETRY_SECONDS)]

    def _opening_question(self, turn: Turn, opening: str) -> Effects:
        """Ask for stones and choices of swap2, or answer with those it has named already."""
        played = list(turn.moves)
        if opening not in STONES_ALLOWED:
            self._turn = None
            if self._plan[: len(played)] == played and len(self._plan) > len(played):
                return [GiveAnswer(Play(self._plan[len(played)]))]
            sentence = say("the program can only be asked at the beginning of a stage of swap2")
            return [GiveAnswer(Fail(Explanation(Cause.REFUSED, sentence), Reason.STOPPED))]
        if self._set_up or self._told is None:
            return self._restart()
        self._turn, self._asked, self._choosing, self._complaint = None, True, True, ""
        self._opening, self._played = opening, played
        seat, board = self._seat, turn.position.native
        assert seat is not None
        stones = [at(seat.rules, Move(board.text(point))) for point in board.moves]
        infos = self._infos(infos_of(turn, self._untimed_seconds))
        return [Send("\n".join([*infos, "SWAP2BOARD", *stones, "DONE"]))]

    def _knows_all_but_the_last(self, turn: Turn, told: Sequence[Move]) -> bool:
        """Compare one move, not all: the others cannot have changed without a take-back."""
        moves = turn.moves
        if len(moves) != len(told) + 1:
            return False
        return not told or moves[-2] == told[-1]

    def _to_take_back(self, turn: Turn, told: Sequence[Move], rules: Rules) -> list[Move]:
        """Return the stones that are no longer on the board, the last one first."""
        moves = turn.moves
        if self._knows_all_but_the_last(turn, told):
            return []
        kept = len(moves) - 1
        if not 0 <= kept < len(told) or list(told[:kept]) != moves[:kept]:
            return []
        stones = list(reversed(told[kept:]))
        return stones if all(stone in rules.geometry for stone in stones) else []

    def _command(self, turn: Turn, seat: Seat) -> list[str]:
        moves, rules = turn.moves, seat.rules
        first = len(moves) == 1 and moves[0] in rules.geometry and not seat.start.pieces()
        if self._set_up or first:
            return [f"TURN {at(rules, moves[-1])}"]
        if not moves and not seat.start.pieces():
            return ["BEGIN"]
        return ["BOARD", *board_lines(seat, turn), "DONE"]

    def _infos(self, infos: dict[str, int]) -> list[str]:
        """Return the lines for what has changed, and always for the time left."""
        known = self._sent_infos
        news = {k: v for k, v in infos.items() if k == "time_left" or known.get(k) != v}
        self._sent_infos.update(news)
        return [f"INFO {key} {value}" for key, value in news.items()]


def start_command(rules: Rules) -> str:
    width, height = rules.geometry.size
    return f"START {width}" if width == height else f"RECTSTART {width},{height}"


def first_infos(seat: Seat, untimed: float, memory: int | None = None) -> dict[str, int]:
    """Return what the program is told after every START and RESTART, which make it forget."""
    control = seat.clock.control[seat.color]
    match = control.base + control.byoyomi * control.periods
    return {
        "timeout_turn": timeout_turn(seat.clock, seat.color, untimed),
        "timeout_match": 0 if control.base == inf else milliseconds(match),
        "max_memory": min((memory or 0) * 7 // 8, MOST_MEMORY),  # 0: no limit
        "game_type": AGAINST_A_PROGRAM,
        "rule": RULE_BITS.get(getattr(seat.start.native, "rule", ""), 0),
    }


def infos_of(turn: Turn, untimed: float) -> dict[str, int]:
    """Return what the program is told with each question."""
    left = turn.clock.at_hand(turn.color)
    return {
        "timeout_turn": timeout_turn(turn.clock, turn.color, untimed),
        "time_left": NO_LIMIT_MS if left == inf else milliseconds(left),
    }


def timeout_turn(clock: Clock, color: Color, untimed: float) -> int:
    """Return the milliseconds for one move: the fixed time, or a share of the time left."""
    own, left = clock.control[color], clock.at_hand(color)
    if own.per_move < inf or clock.periods[color]:
        fixed = min(left, own.per_move)
        return milliseconds(fixed - max(0.0, min(MOVE_OVERHEAD, fixed / 10) - own.time_margin))
    if left < inf:
        moves = clock.moves_to_go(color) or MOVES_AHEAD
        return milliseconds(min(left / moves + 0.75 * own.bonus, 0.9 * left))
    return milliseconds(untimed)


def milliseconds(seconds: float) -> int:
    if seconds == inf:
        return NO_LIMIT_MS
    return max(LEAST_MS, int(min(seconds, MOST_SECONDS) * 1000))


def board_lines(seat: Seat, turn: Turn) -> Iterator[str]:
    """Return all stones in the order of play; those of the first position alternate colours."""
    given, pieces = seat.start.pieces(), turn.position.pieces()
    white = [square for square, symbol in given.items() if symbol.isupper()]
    black = [square for square, symbol in given.items() if not symbol.isupper()]
    pairs = zip_longest(black, white)
    stones = [stone for pair in pairs for stone in pair if stone is not None]
    stones += [move for move in turn.moves if move in seat.rules.geometry]
    for stone in stones:
        color = Color.WHITE if pieces[stone].isupper() else Color.BLACK
        yield f"{at(seat.rules, Move(stone))},{1 if color is seat.color else 2}"


def at(rules: Rules, move: Move) -> str:
    """Return a point as ``7,7``: from the left and from the top, counted from zero."""
    column, row = rules.geometry.at(move)
    return f"{column},{row}"


def point_at(rules: Rules, x: int, y: int) -> Move | None:
    """Return the point at these numbers, free or not; None if the board has no such point."""
    name = rules.geometry.place(x, y)
    return None if name is None else Move(name)
