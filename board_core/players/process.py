"""A program that plays over its standard input and output."""

from __future__ import annotations

import logging
import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import assert_never

from board_core.heartbeat import HEARTBEAT
from board_core.player import (
    Answer,
    Cause,
    Explanation,
    Fail,
    Note,
    NoteKind,
    Play,
    Player,
    Reply,
    Seat,
    Statement,
    Turn,
    raised,
)
from board_core.protocols import PROTOCOLS
from board_core.protocols.base import (
    Answers,
    Dialogue,
    IsReady,
    Says,
    Send,
    StartAnew,
    Step,
    Wake,
)
from board_core.rules import Outcome, Reason
from board_core.sentence import Sentence, say
from board_core.supervise.command import resolve
from board_core.supervise.hold import HoldKind, kind
from board_core.supervise.input_pipe import NotReading
from board_core.supervise.load import counters, load_between
from board_core.supervise.processes import Usage
from board_core.supervise.program import Program
from board_core.supervise.sandbox import (
    Confinement,
    Ponder,
    Sandbox,
    SandboxUnavailable,
    confinement,
    usable,
)
from board_core.supervise.status import exit_status
from board_core.untrusted_files import CannotTake

from . import diagnosis
from .stderr_lines import StderrLines
from .turn_watch import TURN_WATCH

log = logging.getLogger(__name__)

Transcript = Callable[[str, str], None]
"""Hears every line: ``"<"`` to the program, ``">"`` from it or ``"!"`` on its stderr, and the line.

Called on several threads.
"""

TOO_LATE = frozenset((Reason.TIME, Reason.NOT_STARTED))
"""Losses after which nobody knows whether the program hangs."""

TALKATIVE_LINES = 500
"""Lines to one question after which the newest thought of those that come together is enough."""

LOOK_SECONDS = 0.1  # seconds to look at a program that did not answer: does it compute?
UNFLUSHED_WAIT = 0.6  # seconds for a buffered move to come out once the input is closed
CLOSED_INPUT_WAIT = 0.2  # seconds a program may take to exit after it has closed its input
LOOK_FOR_REST = 0.01  # seconds between two looks at a program that is to come to rest
STARTING_LOOKS = 200  # after which nobody waits any more for one that starts
READING_LOOKS = 100  # and for one that was told what it need not answer
BLIND_LOOKS = 10  # where the system tells nothing of it


class ProcessAI(Player):
    """Owns one program, started for its first game, until :meth:`close`.

    Between games the program is kept if its protocol can play several, else started anew; so is one
    that has failed or lost on time, and one that ends before its next game has begun.
    ``protocol`` is one of the names in :data:`board_core.protocols.PROTOCOLS` or a dialogue of
    its own. ``command`` is an argument list, or a string that is split as a shell would, without
    a shell. ``sandbox`` is ``auto``, ``required`` or ``off``, or a
    :class:`~board_core.supervise.sandbox.Confinement`, which has limits too, and says what a
    program may do out of turn. Raises ValueError for
    an empty command or an unknown protocol, SandboxUnavailable if one is required in vain.

    A program that has to stand still out of turn runs while somebody waits for it: until it is
    ready, while a question is open or an answer to a void one is due, between two games, and while
    it ends. What it is told otherwise, such as a draw offer, it has a second to read.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        protocol: str | Dialogue = "san",
        name: str | None = None,
        grace: float = 0.5,
        environment: Mapping[str, str] | None = None,
        transcript: Transcript | None = None,
        sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
        folder: Path | None = None,
    ) -> None:
        """``grace``: seconds for each step of ending the program (by itself, asked, killed).

        ``folder`` is what somebody handed in: the program's own, in which it is started.
        """
        argv = shlex.split(command) if isinstance(command, str) else list(command)
        if not argv:
            raise ValueError(f"{command!r} names no program")
        dialogue = protocol if isinstance(protocol, Dialogue) else _dialogue(protocol)
        self.name = name or display_name(argv)
        self.may_retry = dialogue.may_retry
        self.standard_start_only = dialogue.standard_start_only
        self.cannot_rewind = dialogue.cannot_rewind
        self._argv, self._folder = argv, folder
        self._grace = grace
        self._environment = environment
        self._transcript = transcript
        self._confinement = confinement(sandbox)
        usable(self._confinement)  # refuses before the game, not in it
        self._dialogue = dialogue
        dialogue.memory_limit = self._confinement.limits.memory
        self._lock = threading.RLock()  # guards all below
        self._program: Program | None = None
        self._retired: list[threading.Thread] = []  # they end programs
        self._timer: threading.Timer | None = None
        self.exited_voluntarily: bool | None = None
        """Whether the last program that is no more left by itself when it was to."""
        self._games = 0  # of this program
        self._seat: Seat | None = None
        self._is_ready = False
        self._answer: Answer | None = None
        self._ply = -1
        self._lines = 0  # to the question of this ply
        self._sent = ""
        self._heard = ""
        self._failure: Fail | None = None  # the program is of no more use
        self._refusal: Sentence | None = None
        self._early = ""  # said since its last answer, when nothing was asked
        self._late: list[str] = []  # what came out when its input was closed
        self._listening_late = False
        self._heard_all = threading.Event()  # of what came late
        self._still = False  # the program is stopped
        self._is_off_turn = False  # the watch looks at it
        self._unheeded = False  # it was told what it need not answer, and may be reading it
        self._starting = False  # it will not say that it is ready
        self._looks = 0  # since it was last asked, that have not shown it at rest
        self._looked: Usage | None = None  # at the last of them

    @property
    def program(self) -> Program | None:
        """The running program, for whoever wants to look at it from outside."""
        return self._program

    # Called by the game

    def seat(self, seat: Seat) -> None:
        with self._lock:
            spent = self._failure is not None or self._listening_late
            if spent or (self._program and self._dialogue.fresh_process):
                self._retire()
        self._wait_for_retired()
        with self._lock:
            if self._failure is not None:  # it ended while another one was waited for
                self._retire()
            self._seat, self._is_ready, self._refusal = seat, False, None
            self._early = ""
            self._ply = -1
            self._begin(seat)

    def rouse(self) -> None:
        if self._still:
            with self._lock:
                if self._failure is None:
                    self._wake_up()

    def ask(self, turn: Turn, answer: Answer) -> None:
        with self._lock:
            self._answer = answer
            self._unheeded = self._starting = False
            self._looks = 0
            if turn.ply != self._ply:  # a retry shares the allowance of its question
                self._ply, self._lines = turn.ply, 0
            if self._failure is not None and not self._dialogue.has_moved_early:
                self._settle(self._failure)
                return
            self._do(self._dialogue.ask(turn))
            if self._failure is not None:  # it moved, and ended before it was asked
                self._tell(self._failure)
            self._mind_turn()

    def rejected(self, text: str, why: Sentence) -> None:
        with self._lock:
            self._refusal = why
            self._do(self._dialogue.rejected(text, why))
            self._mind_turn()

    def withdraw(self) -> None:
        with self._lock:
            asked, self._answer = self._answer is not None, None
            self._ply = -1
            if asked:
                self._do(self._dialogue.withdraw())
                self._mind_turn()

    def offered_draw(self) -> None:
        with self._lock:
            self._do(self._dialogue.offered_draw())
            self._mind_turn()

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        with self._lock:
            seat, self._seat = self._seat, None
            self._starting = False
            self._mind_turn()
            self._do(self._dialogue.finish(turn, outcome))
            TURN_WATCH.gone(self)
            hangs = outcome.reason in TOO_LATE and seat and outcome.winner is not seat.color
            if self._dialogue.fresh_process or self._failure is not None or hangs:
                self._retire()

    def off_turn(self) -> float | None:
        used = TURN_WATCH.used(self)
        return None if used is None else used.cpu

    def explain(self, reason: Reason) -> Explanation | None:
        contention = TURN_WATCH.contention(self) if reason is Reason.TIME else None
        with self._lock:
            program, failure = self._program, self._failure
            if failure is not None:
                return failure.explanation
            if program is None:
                return None
            if reason is Reason.ILLEGAL_MOVES and not self._dialogue.readable:
                return None  # the outcome has the move itself
            before = program.usage()
            evidence = diagnosis.Evidence(
                self._dialogue.expects(),
                self._heard,
                self._refusal,
                program.unfinished_line,
                early=self._early,
                contention=contention,
            )
        if reason is Reason.TIME:
            counted = counters()
            program.wait(LOOK_SECONDS)
            load = load_between(counted, counters())
            with self._lock:
                answered, heard = self._answer is None, self._heard
            evidence = replace(
                evidence,
                before=before,
                now=program.usage(),
                answered=answered,
                heard=heard,
                load=load,
            )
        if reason is Reason.TIME and diagnosis.seems_idle(evidence):
            evidence = replace(evidence, when_closed=self._close_input_and_listen(program))
        cause, sentence = diagnosis.diagnose(reason, evidence)
        return self._explanation(cause, sentence)

    def close(self) -> None:
        with self._lock:
            self._seat = self._answer = None
            if self._program is not None:
                self._do(self._dialogue.quit())
            self._retire()
        self._wait_for_retired()

    # Called by the program's threads

    def lines(self, program: Program, texts: list[str], at: float) -> None:
        with self._lock:
            if program is not self._program:
                return  # of an earlier game
            if self._listening_late:
                self._late = self._late or texts[:1]
                return
            if self._starting:
                self._has_started()
            try:
                self._hear(texts, at)
                self._mind_turn()
            except Exception as error:  # a dialogue may be anyone's code; reading goes on
                log.exception("%s could not be understood", self.name)
                self._broken_off(raised(error))

    def flood(self, program: Program) -> None:
        with self._lock:
            if program is self._program:
                limit = self._dialogue.max_line
                sentence = say(
                    "it printed more than {limit} bytes without a line break", limit=limit
                )
                self._fail(Cause.LINE_TOO_LONG, sentence, Reason.OUTPUT)

    def garbled(self, program: Program, shown: str) -> None:
        with self._lock:
            if program is self._program:
                self._heard = shown
                sentence = say("it printed a line that is not UTF-8 text: print plain ASCII")
                self._fail(Cause.ENCODING, sentence, Reason.PROTOCOL)

    def interfered(self, program: Program, signal_name: str) -> None:
        with self._lock:
            if program is self._program:
                sentence = say(
                    "it sent {signal} to the program that hosts the game", signal=signal_name
                )
                self._fail(Cause.INTERFERENCE, sentence, Reason.INTERFERENCE)

    def ended(self, program: Program, returncode: int | None) -> None:
        with self._lock:
            if program is not self._program or self._failure is not None:
                return
            if self._listening_late:
                self._heard_all.set()
                return
            if self._started_anew():
                return
            status = None if returncode is None else exit_status(returncode)
            if (excess := program.excess) is not None:
                self._fail(Cause.MEMORY, excess, Reason.CRASH, status)
                return
            if returncode is None or status is None:
                sentence = say("it closed its output and lives on")
                self._fail(Cause.CLOSED_OUTPUT, sentence, self._crash)
                return
            cause = Cause.KILLED if returncode < 0 else Cause.EXITED
            sentence = say("the program ended in the middle of the game: {status}", status=status)
            if self._crash is Reason.NOT_STARTED:
                sentence = say("the program ended before its first move: {status}", status=status)
            self._fail(cause, sentence, self._crash, status)

    # Called by the watch that looks at programs out of turn

    def look_for_rest(self) -> None:
        with self._lock:
            if self._program is None or not (self._starting or self._unheeded):
                return
            if not self._rests(self._program.usage()):
                TURN_WATCH.look_for_rest(self, LOOK_FOR_REST)
            elif self._starting:
                self._has_started()
            else:
                self._unheeded = False
                self._mind_turn()

    def _rests(self, now: Usage) -> bool:
        """Whether it sleeps, with all its input read; or nobody waits any longer for that."""
        before, self._looked = self._looked, now
        self._looks += 1
        if not now.state:
            return self._looks >= BLIND_LOOKS
        if self._looks >= (STARTING_LOOKS if self._starting else READING_LOOKS):
            return True
        return before is not None and now.state == "S" and now == before and not now.unread

    def keep_still(self) -> None:
        with self._lock:
            if self._still and self._program is not None:
                self._program.freeze()

    def used_the_machine(self, why: Sentence) -> None:
        with self._lock:
            if self._seat is not None:
                self._fail(Cause.OFF_TURN, why, Reason.OFF_TURN)

    def _wait_for_retired(self) -> None:
        """Outside the lock: the threads that end may want it."""
        for thread in self._retired:
            thread.join()

    # Within the lock

    @property
    def _crash(self) -> Reason:
        return Reason.CRASH if self._is_ready and self._heard else Reason.NOT_STARTED

    def _begin(self, seat: Seat) -> None:
        """The program, started if there is none, gets to know of the game."""
        if self._dialogue.game not in ("", seat.rules.family):
            sentence = say("the program plays {game} only", game=self._dialogue.game)
            self._fail(Cause.REFUSED, sentence, Reason.NOT_STARTED)
            return
        if self._program is None and not self._start(seat):
            return
        assert self._program is not None
        TURN_WATCH.seated(self, self._program, seat.game, self._confinement.ponder)
        self._is_off_turn = False
        self._games += 1
        if not self._dialogue.announces and self._confinement.ponder is not Ponder.ALLOW:
            self._starting = True
            self._looks = 0
            self._look_for_rest()
        if not (self._starting and self._stands_still_off_turn):
            self._game_begins(seat)

    def _game_begins(self, seat: Seat) -> None:
        self._do(self._dialogue.seat(seat))
        if self._dialogue.start_wait is not None and not self._is_ready:
            self._wake(self._dialogue.start_wait, self._waited)
        if not self._dialogue.announces:
            self._unheeded = False  # it is not to think before its clock runs
        self._mind_turn()

    def _has_started(self) -> None:
        """What a program does until then is not held against it.

        One that has to stand still is told of the game only now: it would stand still
        half-started, and pay for the rest with its own time.
        """
        self._starting = False
        if self._seat is not None and self._stands_still_off_turn:
            self._game_begins(self._seat)
        else:
            self._mind_turn()

    def _started_anew(self) -> bool:
        """Whether another took the place of a program that ended, unseen, after its last game."""
        if self._seat is None or self._is_ready or self._games < 2:
            return False
        self._retire()
        self._begin(self._seat)
        return True

    def _start(self, seat: Seat) -> bool:
        command = resolve(self._argv, self._folder)
        self._games, self._sent, self._heard = 0, "", ""
        self._still = self._unheeded = False
        try:
            self._program = Program(
                command,
                self,
                environment=self._environment,
                grace=self._grace,
                max_line=self._dialogue.max_line,
                cr_ends_lines=self._dialogue.cr_ends_lines,
                confinement=self._confinement,
                clock=self._thinking_time(seat),
                on_stderr=StderrLines(self._wrote_to_stderr),
            )
        except (SandboxUnavailable, CannotTake) as error:
            self._fail(Cause.REFUSED, error.sentence, Reason.NOT_STARTED)
            return False
        except OSError as error:
            cause, sentence = diagnosis.cannot_start(command, error)
            blamed = Reason.STOPPED if cause is Cause.NO_ROOM else Reason.NOT_STARTED
            self._fail(cause, sentence, blamed)
            return False
        self._do(self._dialogue.open())
        return True

    def _thinking_time(self, seat: Seat) -> float:
        """All the time it can have in its life: known of a program that plays one timed game."""
        control = seat.clock.control[seat.color]
        grows = control.bonus or control.moves_per_period or control.byoyomi
        if grows or not self._dialogue.fresh_process:
            return inf
        return control.base + control.time_margin

    def _retire(self) -> None:
        """End the program on a thread of its own: it may take as long as ``grace`` three times."""
        self._stop_timer()
        TURN_WATCH.gone(self)
        program, self._program, self._failure = self._program, None, None
        self._late, self._listening_late = [], False
        self._starting = False
        if program is not None:
            self._still = False
            program.thaw()
            thread = threading.Thread(target=self._end, args=[program], name=f"end of {self.name}")
            thread.start()
            self._retired = [*(t for t in self._retired if t.is_alive()), thread]

    def _end(self, program: Program) -> None:
        program.close()
        self.exited_voluntarily = program.exited_voluntarily

    def _wake(self, seconds: float, function: Callable[[], None]) -> None:
        """Call the function after so many seconds in which the host was there to listen."""
        missed_now = HEARTBEAT.from_now()

        def due() -> None:
            missed = missed_now()
            with self._lock:
                if self._timer is not timer:
                    return
                if missed:
                    self._wake(missed, function)
                    return
            function()

        self._stop_timer()
        self._timer = timer = threading.Timer(seconds, due)
        timer.daemon = True
        timer.start()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wrote_to_stderr(self, line: str) -> None:
        if self._transcript is not None:
            self._transcript("!", line)

    def _hear(self, texts: list[str], at: float) -> None:
        talkative = self._lines + len(texts) > TALKATIVE_LINES
        outdated = self._dialogue.outdated(texts) if talkative else ()
        for index, text in enumerate(texts):
            self._heard = text
            if self._transcript is not None:
                self._transcript(">", text)
            self._lines += 1
            if self._lines > self._dialogue.max_lines:
                self._too_many()
                return
            if index not in outdated:
                self._do(self._dialogue.heard(text), at)

    def _too_many(self) -> None:
        if self._failure is None:
            limit = self._dialogue.max_lines
            sentence = say("it printed more than {limit} lines for one move", limit=limit)
            self._fail(Cause.TOO_MANY_LINES, sentence, Reason.OUTPUT)

    def _waited(self) -> None:
        with self._lock:
            if not self._is_ready and self._seat is not None and self._failure is None:
                self._do(self._dialogue.waited())

    def _woken(self) -> None:
        with self._lock:
            if self._program is not None and self._failure is None:
                self._do(self._dialogue.waited())
                self._mind_turn()

    # Who is off turn

    @property
    def _stands_still_off_turn(self) -> bool:
        return self._confinement.ponder is Ponder.FREEZE

    @property
    def _is_awaited(self) -> bool:
        """Whether the program has something to do: a question, its start, its leave."""
        if self._seat is None or not self._is_ready or self._answer is not None:
            return True
        if self._starting:
            return True
        return bool(self._dialogue.expects())

    def _mind_turn(self) -> None:
        """Have the program looked at, or stand still, as long as nobody waits for it."""
        if self._program is None or self._failure is not None:
            return
        if self._is_awaited:
            self._wake_up()
        elif self._unheeded and self._stands_still_off_turn:
            self._look_for_rest()
        elif not self._is_off_turn:
            self._stop()
            self._is_off_turn = True
            TURN_WATCH.off_turn(self, counts=self._still and kind() is HoldKind.SIGNALS)

    def _look_for_rest(self) -> None:
        self._looked = None
        TURN_WATCH.look_for_rest(self, LOOK_FOR_REST)

    def _stop(self) -> None:
        if self._program is not None and self._stands_still_off_turn and not self._still:
            self._still = True
            self._program.freeze()

    def _wake_up(self) -> None:
        if self._is_off_turn:
            self._is_off_turn = False
            TURN_WATCH.to_move(self)
        if self._still and self._program is not None:
            self._still = False
            self._program.thaw()

    def _do(self, steps: list[Step], at: float | None = None) -> None:
        for step in steps:
            match step:
                case Send(text):
                    self._send(text)
                case Answers(Fail() as failure) | Says(Fail() as failure):
                    self._broken_off(failure)
                case Answers(reply):
                    self._settle(reply, at)
                case Says(statement):
                    self._tell(statement, at)
                case IsReady():
                    if not self._is_ready and self._seat is not None:
                        self._is_ready = True
                        self._stop_timer()
                        self._seat.ready()
                case Wake(seconds):
                    self._wake(seconds, self._woken)
                case StartAnew():
                    self._retire()
                    if self._seat is not None:
                        self._begin(self._seat)
                case _:
                    assert_never(step)

    def _send(self, text: str) -> None:
        program = self._program
        if program is None or self._failure is not None:
            return
        if self._transcript is not None:
            for line in text.split("\n"):
                self._transcript("<", line)
        self._sent = text
        if self._still:
            self._wake_up()
        self._unheeded = self._answer is None
        try:
            program.write(text + "\n")
        except NotReading:
            sentence = say("it does not read its input: a full pipe waits for it")
            self._fail(Cause.NOT_READING, sentence, self._crash)
        except OSError:  # it has ended, as its own thread will report; or it lives on
            timer = threading.Timer(CLOSED_INPUT_WAIT, self._input_is_closed, [program])
            timer.daemon = True
            timer.start()

    def _input_is_closed(self, program: Program) -> None:
        with self._lock:
            if program is not self._program or self._failure is not None:
                return
            if program.running and not self._started_anew():
                sentence = say("it closed its input and lives on")
                self._fail(Cause.CLOSED_INPUT, sentence, self._crash)

    def _settle(self, reply: Reply, at: float | None = None) -> None:
        answer, self._answer = self._answer, None
        if answer is not None:
            self._early = ""
            if self._failure is None and not self._is_awaited:
                self._stop()  # before the other side is asked
            answer(reply, at)
        elif isinstance(reply, Play):
            self._tell(Note(reply.text, NoteKind.IGNORED))

    def _tell(self, statement: Statement, at: float | None = None) -> None:
        if isinstance(statement, Note) and statement.kind is NoteKind.IGNORED:
            self._early = statement.text
        if self._seat is not None:
            self._seat.tell(statement, at)

    def _fail(
        self, cause: Cause, sentence: Sentence, reason: Reason, status: Sentence | None = None
    ) -> None:
        self._broken_off(Fail(self._explanation(cause, sentence, status), reason))

    def _broken_off(self, failure: Fail) -> None:
        """The first failure is the one that counts; what the dialogue found gets its evidence."""
        if self._failure is None:
            found = failure.explanation
            known = self._explanation(found.cause, found.sentence, found.exit_status)
            self._failure = Fail(replace(known, traceback=found.traceback), failure.reason)
            if self._program is not None:
                self._program.stop_listening()
        if self._answer is not None:
            self._settle(self._failure)
        elif not self._dialogue.has_moved_early:
            self._tell(self._failure)

    def _explanation(
        self, cause: Cause, sentence: Sentence, status: Sentence | None = None
    ) -> Explanation:
        quoted = self._dialogue.readable
        return Explanation(
            cause,
            sentence,
            last_sent=self._sent.rpartition("\n")[2][-400:] if quoted else "",
            last_heard=self._heard[-400:] if quoted else "",
            exit_status=status,
            stderr=self._program.stderr if self._program else "",
        )

    def _close_input_and_listen(self, program: Program) -> list[str]:
        """Proves that a move lay in the program's buffer: closing its input brings it out."""
        with self._lock:
            self._listening_late = True
            self._heard_all.clear()
        program.close_input()
        self._heard_all.wait(UNFLUSHED_WAIT)
        with self._lock:
            return list(self._late)


def _dialogue(protocol: str) -> Dialogue:
    if protocol not in PROTOCOLS:
        raise ValueError(f"{protocol!r} is no protocol: use one of {', '.join(PROTOCOLS)}")
    return PROTOCOLS[protocol]()


def display_name(argv: Sequence[str]) -> str:
    """What a program is called on the screen: its file without folder and ending."""
    interpreters = ("python", "java", "node", "ruby", "perl", "bash", "sh")
    words = [word for word in argv[1:] if not word.startswith("-")]
    first = Path(argv[0]).stem
    if words and first.rstrip("0123456789.").lower() in interpreters:
        return Path(words[0]).stem
    return first
