"""The Chess Engine Communication Protocol, version 2: the conversation with an XBoard engine."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import assert_never

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.player import (
    Cause,
    ClaimDraw,
    Explanation,
    Fail,
    Note,
    NoteKind,
    OfferDraw,
    Play,
    Resign,
    Seat,
    Thought,
    Turn,
)
from board_core.game.rules import MoveList, Outcome, Reason
from board_core.game.sides import Color
from board_core.text.harmless_text import MOST_NAME, legible
from board_core.text.sentence import Sentence, say

from .base import (
    NORMAL_CHESS,
    SQUARES_FROM_AND_TO,
    Breach,
    Dialogue,
    Effects,
    GiveAnswer,
    SayReady,
    Send,
    TellGame,
    WakeAfter,
    Word,
    lost_by,
    move_alone,
    xboard_variant,
)
from .engine_options import NO_WISHES, OptionsListed, as_listed, xboard_option
from .xboard_commands import (
    DEFAULT_FEATURES,
    KNOWN_FEATURES,
    can_be_edited,
    limit_commands,
    result_command,
    setup_commands,
    time_commands,
    written_moves,
)
from .xboard_door import (
    Complaint,
    EngineMove,
    EngineRefuses,
    Features,
    Pong,
    ResultClaim,
    is_thinking,
    read_xboard,
)

SILENCE_SECONDS = 0.25
"""The time between two lines to an engine that has said nothing yet."""
MOST_WAITS = 8
"""After so many of these times an engine without features speaks version 1."""

GO_ON_SECONDS = 0.5
"""After a claim that did not end the game, until an engine is told the game anew."""
LOST_RESULTS = {Color.WHITE: "0-1", Color.BLACK: "1-0"}


@dataclass(frozen=True, slots=True)
class EngineBoard:
    """The engine's own board in one game, as far as our commands and its moves tell."""

    moves: MoveList | None  # up to the last question; None: the game has to be set up again
    held: int = 0  # moves on it
    sent: tuple[str, ...] = ()  # moves, with the last question
    plays: bool = False  # it answers the opponent's moves by itself, out of force mode
    byoyomi: bool = False  # it has been told a time for each move
    claimed_at: int = -1  # the ply of its last draw claim


@dataclass(frozen=True, slots=True)
class XBoardIntroduction:
    """The engine has yet to say all its features."""

    seat: Seat | None = None  # of a game that begins as soon as it has
    more_to_come: bool = False  # it asked for time to start
    waits: int = 0  # for something new of it, in vain
    has_spoken: bool = False


@dataclass(frozen=True, slots=True)
class XBoardNoGame:
    """The engine is in no game; what it says belongs to an earlier one."""


@dataclass(frozen=True, slots=True)
class XBoardInGame:
    """The engine is in a game."""

    seat: Seat
    board: EngineBoard
    begins: bool = False  # it was set up, and has yet to answer a ping behind that
    asked: bool = False  # it is to move in the open question


XBoardPhase = XBoardIntroduction | XBoardNoGame | XBoardInGame


class XBoard(Dialogue):
    """One engine that speaks CECP 2. The referee checks whatever it claims.

    A game is set up by ``new`` and its moves in force mode; after moves have been taken back it is
    set up again. A variant is chosen if the engine's feature ``variants`` has it; otherwise the
    engine is not asked for a move, and nobody wins.

    Without a clock and without limits an engine gets ``untimed_seconds`` for each move. ::

        open() ──► XBoardIntroduction ──── done=1 or silence, no game waits ──► XBoardNoGame
                        │                                                seat() │   ▲
                        │ done=1 or silence, and a game waits                   │   │ finish()
                        ▼                                                       ▼   │
             XBoardInGame, begins ◄─────────────────────────────────────────────┘   │
                        │ pong, or at once without pings                            │
                        ▼                  ask()                                    │
                   XBoardInGame ◄═════════════════════════════════► it is asked     │
                        │      an answer, or withdraw(): force           │          │
                        └────────────────────────────────────────────────┴──────────┘

    Two numbers outlive the phases: of the last ping sent and of the last one answered. Whatever
    the engine says between them belongs to an earlier question or game, and is not heard.

    A silent engine is sent ``force`` four times a second: gnuchess may wait for one more line
    before it answers, as a thread of its own waits for a lock on its input that only a line frees.
    An engine that says its features after two seconds of silence, when the game has begun in
    version 1, is told the game again.
    """

    game = "chess"
    writing = SQUARES_FROM_AND_TO
    answering = say("when it is your turn, answer with a line 'move …', and flush")
    handshake = say("answer 'protover 2' with 'feature done=1' and 'ping' with 'pong', and flush")
    start_wait = SILENCE_SECONDS
    told_time = r"\btime \d+"
    time_unit, in_a_second = say("hundredths of a second"), 100

    def __init__(
        self, options: Mapping[str, str] = NO_WISHES, untimed_seconds: float = 1.0
    ) -> None:
        self._options = options
        self._untimed_seconds = untimed_seconds
        self._forget()

    def _forget(self) -> None:
        self._phase: XBoardPhase = XBoardIntroduction()
        self._features = dict(DEFAULT_FEATURES)
        self._listed: OptionsListed = {}
        self._unmet: Sentence | None = None  # why an option cannot be set
        self._was_silent = False  # when its first game began, and has not moved since
        self._turn: Turn | None = None  # of the last question
        self._pinged = self._ponged = 0

    def open(self) -> Effects:
        self._forget()
        return [Send("xboard\nprotover 2")]

    def waited(self) -> Effects:
        """Wait on, or begin with an engine without features: it speaks version 1."""
        phase = self._phase
        if isinstance(phase, XBoardInGame) and phase.asked and phase.board.moves is None:
            return self._tell_anew(phase)  # it takes the game to be over
        if not isinstance(phase, XBoardIntroduction) or phase.more_to_come:
            return []
        if phase.waits + 1 >= MOST_WAITS:
            self._was_silent = not phase.has_spoken
            return self._introduced(phase)
        self._phase = replace(phase, waits=phase.waits + 1)
        return [*(() if phase.has_spoken else (Send("force"),)), WakeAfter(SILENCE_SECONDS)]

    def seat(self, seat: Seat) -> Effects:
        phase = self._phase
        if not isinstance(phase, XBoardIntroduction):
            return self._new_game(seat)
        self._phase = replace(phase, seat=seat)
        return []

    def ask(self, turn: Turn) -> Effects:
        phase = self._phase
        assert not isinstance(phase, XBoardNoGame)
        assert phase.seat is not None, "an engine is asked in a game only"
        board = EngineBoard(None)  # of one that is asked too early: it answers as ever
        if isinstance(phase, XBoardInGame):
            board = phase.board
        self._turn = turn
        lines, board = self._question(turn, phase.seat, board)
        self._phase = XBoardInGame(phase.seat, board, asked=True)
        return [Send("\n".join(lines))]

    def withdraw(self) -> Effects:
        phase = self._phase
        if not isinstance(phase, XBoardInGame):
            return []
        board = replace(phase.board, moves=None, plays=phase.board.plays and not phase.asked)
        self._phase = replace(phase, board=board, asked=False)
        return [Send("\n".join(["force", *self._ping()]))] if phase.asked else []

    def offered_draw(self) -> Effects:
        return [Send("draw")] if self._features["draw"] == "1" else []

    def finish(self, turn: Turn, outcome: Outcome) -> Effects:
        phase, self._turn = self._phase, None
        if isinstance(phase, XBoardIntroduction):
            self._phase = replace(phase, seat=None)
        else:
            self._phase = XBoardNoGame()
        return [Send(f"{result_command(outcome)}\nforce")]

    def quit(self) -> Effects:
        return [Send("quit")]

    def is_answer(self, line: str) -> bool:
        return isinstance(read_xboard(line), EngineMove | Features | Pong)

    def misread(self, line: str) -> Sentence | None:
        return move_alone(line, "move")

    def expects(self) -> str:
        phase = self._phase
        if isinstance(phase, XBoardIntroduction):
            return "feature done=1"
        if self._ponged < self._pinged:
            return f"pong {self._pinged}"
        return "move" if self._asked else ""

    # What the engine says

    def heard(self, line: str) -> Effects:
        if isinstance(phase := self._phase, XBoardIntroduction) and not phase.has_spoken:
            self._phase = replace(phase, has_spoken=True)
        message = read_xboard(line)
        match message:
            case Thought():
                return [TellGame(message)] if self._asked and not self._deaf else []
            case EngineMove(text, doubtful):
                return self._moved(text, doubtful)
            case Note():
                return [TellGame(message)]
            case None:
                return []
            case Features(values):
                return self._feature(values)
            case Pong(number):
                return self._pong(number)
            case Word.RESIGNS:
                return self._resigned()
            case Word.OFFERS_DRAW:
                return [] if self._deaf else [TellGame(OfferDraw())]
            case EngineRefuses(text):
                return self._refuses(text)
            case ResultClaim():
                return self._result(message)
            case Complaint(text, subject):
                if self._about_a_move(subject):
                    return self._refuses(text)
                return [TellGame(Note(text, NoteKind.COMMENT))]
            case Breach():
                return lost_by(message)
            case _:
                assert_never(message)

    def outdated(self, lines: Sequence[str]) -> Collection[int]:
        """Return which lines are thoughts that another one follows at once."""
        thoughts = [is_thinking(line) for line in lines]
        return {at for at, pair in enumerate(pairwise(thoughts)) if all(pair)}

    @property
    def _asked(self) -> XBoardInGame | None:
        """The phase, if a question is open."""
        phase = self._phase
        return phase if isinstance(phase, XBoardInGame) and phase.asked else None

    @property
    def _in_game(self) -> bool:
        """True from the moment the engine got a seat until its game is over."""
        return not isinstance(self._phase, XBoardNoGame) and self._phase.seat is not None

    @property
    def _deaf(self) -> bool:
        """True while whatever the engine says belongs to an earlier question or game."""
        return self._ponged < self._pinged or not self._in_game

    def _moved(self, text: str, doubtful: bool) -> Effects:
        phase = self._asked
        if self._deaf:
            return []
        if phase is None:
            return [] if doubtful else [TellGame(Note(f"move {text}", NoteKind.IGNORED))]
        self._was_silent = False
        self._phase = XBoardInGame(phase.seat, replace(phase.board, held=phase.board.held + 1))
        if is_thinking(text):
            split = rows.SPLIT_BESTMOVE(line=repr(f"move {text}"), word="'move'")
            return [GiveAnswer(Fail(Explanation(Cause.NOT_A_MOVE, split), Reason.PROTOCOL))]
        return [GiveAnswer(Play(text))]

    def _feature(self, values: Sequence[tuple[str, str]]) -> Effects:
        replies: list[str] = []
        begin: Effects = []
        for name, value in values:
            understood = name in KNOWN_FEATURES
            replies.append(f"{'accepted' if understood else 'rejected'} {name}")
            if understood:  # an engine may go on inventing names
                self._features[name] = value
            if name == "option" and (option := xboard_option(value)) is not None:
                option.keep(self._listed)
            if name == "myname":
                self.name = legible(value, MOST_NAME)
            elif name == "reuse" and value == "0":
                self.fresh_process = True
            elif name == "done" and isinstance(phase := self._phase, XBoardIntroduction):
                if value == "0":
                    self._phase = replace(phase, more_to_come=True)
                else:
                    begin = self._introduced(phase)
            elif name == "done" and value != "0":
                begin = self._told_again()
        return [Send("\n".join(replies)), *begin] if replies else []

    def _pong(self, number: int | None) -> Effects:
        answered = self._pinged if number is None else number
        self._ponged = max(self._ponged, min(answered, self._pinged))
        phase = self._phase
        if isinstance(phase, XBoardInGame) and phase.begins and self._ponged >= self._pinged:
            self._phase = replace(phase, begins=False)
            return [SayReady()]
        return []

    def _resigned(self) -> Effects:
        phase = self._asked
        if self._deaf:
            return []
        if phase is None:
            return [TellGame(Resign())]
        self._phase = replace(phase, asked=False)
        return [GiveAnswer(Resign())]

    def _result(self, claim: ResultClaim) -> Effects:
        ignored: Effects = [TellGame(Note(claim.line, NoteKind.IGNORED))]
        phase = self._phase
        if self._deaf or isinstance(phase, XBoardNoGame):
            return ignored
        asked, ply = self._asked is not None, self._turn.ply if self._turn is not None else 0
        lost = phase.seat is not None and claim.result == LOST_RESULTS[phase.seat.color]
        again = isinstance(phase, XBoardInGame) and asked and phase.board.claimed_at == ply
        if lost and (again or not claim.mates):
            return self._resigned()
        if claim.result == "*" or not isinstance(phase, XBoardInGame):
            return ignored
        claimed_at = ply if asked else phase.board.claimed_at
        board = replace(phase.board, moves=None, claimed_at=claimed_at)
        self._phase = replace(phase, board=board)
        if claim.result == "1/2-1/2":
            note = Note(claim.line, NoteKind.COMMENT)
            ignored = [TellGame(note), TellGame(ClaimDraw())]
        return [*ignored, WakeAfter(GO_ON_SECONDS)] if asked and not again else ignored

    def _about_a_move(self, subject: str) -> bool:
        """Return whether a complaint is about the move sent last and not, say, about a command."""
        phase = self._phase
        if self._deaf or not isinstance(phase, XBoardInGame):
            return False
        sent = phase.board.sent
        if subject == "go":
            return phase.asked
        return subject in sent if subject else bool(sent) and phase.asked

    def _refuses(self, line: str) -> Effects:
        if not self._in_game:
            return []
        sentence = rows.REFUSES_THE_GAME(line=repr(line))
        fail = Fail(Explanation(Cause.REFUSED, sentence, last_heard=line), Reason.PROTOCOL)
        if (phase := self._asked) is None:
            return [TellGame(fail)]
        self._phase = replace(phase, asked=False)
        return [GiveAnswer(fail)]

    # What it is told

    def _introduced(self, phase: XBoardIntroduction) -> Effects:
        """Begin: the engine has said all its features, or will say none."""
        known, self._unmet = as_listed(self._options, self._listed)
        lines = [f"option {n}={value}" if value else f"option {n}" for n, value in known.items()]
        options: Effects = [Send("\n".join(lines))] if lines else []
        if phase.seat is not None:
            return [*options, *self._new_game(phase.seat)]
        self._phase = XBoardNoGame()
        return options

    def _told_again(self) -> Effects:
        """Tell the game anew to an engine that was told it before it said its features."""
        phase, was_silent = self._asked, self._was_silent
        if phase is None or not was_silent or self._features["ping"] != "1":
            return []
        self._was_silent = False
        return self._tell_anew(phase)

    def _tell_anew(self, phase: XBoardInGame) -> Effects:
        """Set the game up again, and put the open question."""
        turn = self._turn
        assert turn is not None
        stop = ["force", *self._ping()]  # up to the pong it is not heard
        board = EngineBoard(None, claimed_at=phase.board.claimed_at)
        lines, board = self._question(turn, phase.seat, board)
        self._phase = replace(phase, board=board)
        return [Send("\n".join([*stop, *lines]))]

    def _new_game(self, seat: Seat) -> Effects:
        self._phase = XBoardInGame(seat, EngineBoard(None))
        variant = xboard_variant(seat.rules)
        offered = self._features["variants"].replace(",", " ").split()
        if variant not in (NORMAL_CHESS, *offered):
            return _unable(rows.NO_FEATURE_VARIANT(game=seat.rules.name, variant=variant))
        if self._unmet is not None:
            return _unable(self._unmet)
        if self._features["setboard"] != "1" and not can_be_edited(seat):
            return _unable(rows.STANDARD_START_ONLY())
        lines = [*self._set_up(seat), *self._ping()]
        board = EngineBoard(MoveList(), byoyomi=_in_byoyomi(seat))
        begins = self._ponged < self._pinged
        self._phase = XBoardInGame(seat, board, begins)
        return [Send("\n".join(lines)), *(() if begins else (SayReady(),))]

    def _set_up(self, seat: Seat) -> list[str]:
        limits = limit_commands(seat.clock, seat.color, self._features, self._untimed_seconds)
        return setup_commands(seat, limits, self._features, ponders=self.ponders)

    def _ping(self) -> list[str]:
        if self._features["ping"] != "1":
            return []
        self._pinged += 1
        return [f"ping {self._pinged}"]

    def _question(
        self, turn: Turn, seat: Seat, board: EngineBoard
    ) -> tuple[list[str], EngineBoard]:
        """Return what brings the engine from where it is to its next move, and its board then."""
        lines: list[str] = []
        known, moves, color, features = board.moves, turn.moves, turn.color, self._features
        plays, byoyomi = board.plays, board.byoyomi
        if known is not None and board.held <= len(moves) and (not known or moves.continues(known)):
            news = moves.since(board.held)
        else:
            lines = self._set_up(seat)
            news, plays, byoyomi = list(moves), False, _in_byoyomi(seat)
        times = time_commands(turn.clock, color, features)
        if byoyomi is not bool(turn.clock.periods[color]):  # from now on each move
            byoyomi = not byoyomi
            limits = limit_commands(turn.clock, color, features, self._untimed_seconds)
            times = [*limits, *times]
        usermove = "usermove " if features["usermove"] == "1" else ""
        sent = tuple(written_moves(turn, seat, news, san=features["san"] == "1"))
        after = EngineBoard(moves, len(moves), sent, True, byoyomi, board.claimed_at)
        told = [usermove + text for text in sent]
        if plays and len(told) == 1:
            return [*times, *told], after
        if not lines:
            lines = ["force"]
        if features.get("colors", "1") == "1":
            times = [color.other.value, *times, color.value]
        return [*lines, *told, *times, "go"], after


def _unable(why: Sentence) -> Effects:
    return [TellGame(Fail(Explanation(Cause.REFUSED, why), Reason.NOT_STARTED))]


def _in_byoyomi(seat: Seat) -> bool:
    return bool(seat.clock.periods[seat.color])
