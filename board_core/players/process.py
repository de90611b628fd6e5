"""A program that plays over its standard input and output: the conversation with it.

**What it knows**

A :class:`ProcessAI` stands between three parties. The *game* seats it, asks it and withdraws
questions. The *dialogue* (:mod:`board_core.protocols`) knows the protocol: it turns what the game
wants, and each line that comes, into steps. The *program* (:mod:`board_core.supervise.program`) is
the process: it takes text and brings lines with their instants. ``ProcessAI`` carries out the
steps. It holds the program, the seat and the open question (``_seat``, ``_answer``), the first
failure of this program (``_failure``), what it said last, and whether it stands still.

**Its states**::

      no program ─── seat() ──────► GETTING READY ── IsReady ──► READY ──── ask() ────► ASKED
           ▲                          │        ▲                 │   ▲                   │
           │                          │        │                 │   └─ an answer, or ───┤
           │                          │      seat()              │       withdraw()      │
           │                          │        │                 │                       │
           │                          │  BETWEEN GAMES ◄─────────┴─── finish() ──────────┘
           │                          │        │
           │        any of these ──► FAILED    │ the program is not to play on
           │                          │        ▼
           └──── its end is over ◄── RETIRED: a thread of its own ends it

GETTING READY   ``_seat`` is set and ``_is_ready`` is not. With the step StartAnew, or if the
                program turns out to have ended after its last game, another takes its place here
READY, ASKED    ``_is_ready`` is set; in ASKED so is ``_answer``
BETWEEN GAMES   ``_seat`` is None, and ``_program`` is not
FAILED          ``_failure`` is set: it answers the open question, or any that is asked later
RETIRED         at ``finish()``, or the next ``seat()``, if the program has failed, may hang (the
                game was lost on time or at the start) or plays one game only; and at ``close()``

Beside these runs a second machine, which matters only for programs that are watched or have to
stand still out of turn (``Ponder``): *awaited* (it may run), *off turn* (the watch looks at it)
and, of the latter, *still* (frozen). Two states lie between: ``_starting``, for a program that
never says that it is ready, and ``_unheeded``, for one that may still be reading what it need not
answer. Both last until two looks have shown the program at rest (asleep, with its input read), or
it has been looked at in vain often enough.

**Who calls it, on which thread**

* the game's thread: ``seat`` to ``finish``, ``explain``; ``close`` may come from any thread
* the program's threads: ``lines``, ``flood``, ``garbled``, ``ended``; ``interfered`` from the
  thread that waits for signals
* the thread of :mod:`.turn_watch`: ``look_for_rest``, ``keep_still``, ``used_the_machine``
* a timer: :meth:`.Dialogue.waited`, and the check of a closed input
* a thread for each program that is retired: ``Program.close``

One re-entrant lock guards everything. ``seat.ready``, ``seat.tell`` and ``answer`` are called
under it; they only put a message into the game's inbox.

**Invariants**

* A question is answered once: whoever answers it takes ``_answer`` away.
* The first failure of a program counts; after it nothing more is read or sent.
* A program that has to stand still is frozen before its answer is handed on, unless the dialogue
  expects more of it: it cannot compute while the other side is asked.
* No thread that ends a program is waited for under the lock: it may need the lock itself.
* At most one timer is set; a new wish replaces the old one.

**Races, and how they are decided**

*Old program against new.* Every call from a program's threads names its program, and is dropped if
that is not the present one. ``seat()`` waits for retired programs to end before it starts another,
and then looks again whether the present one has failed meanwhile.

*Answer against end.* A program may move and exit at once. Its lines come before its end
(:mod:`board_core.supervise.program`), so the move counts. If it came before the question, the
dialogue keeps it (``has_moved_early``), and the failure is told behind the answer.

*End against next game.* A kept program may exit between two games, seen only after ``seat()``.
Before it was ready in its new game that is nobody's loss: another one is started.

*Write against exit.* A failed write shows that nobody reads, not why. The program's own thread
reports an exit; if the program still runs after 0.2 s, it has closed its input.

*Timer against progress.* A timer that comes due checks that it is still the one that is set. Time
in which the host did not run does not count: it is waited for once more.

*Explanation against answer.* After a loss on time ``explain`` looks at the program twice, 0.1 s
apart, and closes the input of one that seems idle: a move that lay in its buffer comes out
(``_listening_late``). Nothing that comes then can answer a question.
"""

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
    Explain,
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
"""Gets every line, behind ``"<"`` (to the program), ``">"`` (from it) or ``"!"`` (on its stderr).

Called on several threads.
"""

TOO_LATE = frozenset((Reason.TIME, Reason.NOT_STARTED))
"""Reasons of losses after which the program may hang."""

TALKATIVE_LINES = 500
"""Lines to one question; of later thoughts that come together only the newest is heard."""

LOOK_SECONDS = 0.1
"""Between two looks that show whether a program that did not answer computes."""
UNFLUSHED_WAIT_SECONDS = 0.6
"""For a buffered move to come out once the input is closed."""
CLOSED_INPUT_WAIT_SECONDS = 0.2
"""For a program to exit after it has closed its input."""
LOOK_FOR_REST_SECONDS = 0.01
"""Between two looks at a program that is to come to rest."""
MOST_STARTING_LOOKS = 200
"""At a program that starts; after them it counts as being at rest."""
MOST_READING_LOOKS = 100
"""At a program that was told what it need not answer."""
MOST_BLIND_LOOKS = 10
"""At a program of which the system tells nothing."""


class ProcessAI(Player):
    """Owns one program, started for its first game, until :meth:`close`.

    The program is kept between games if its protocol can play several. Otherwise a new one is
    started for each game, and also after a failure, a loss on time, or an exit before the next game
    has begun.

    ``protocol`` is one of the names in :data:`board_core.protocols.PROTOCOLS` or a dialogue.
    ``command`` is an argument list, or a string that is split as a shell would, without a shell.
    ``sandbox`` is ``auto``, ``required`` or ``off``, or a
    :class:`~board_core.supervise.sandbox.Confinement`, which also sets limits and what a program
    may do out of turn. Raises ValueError for an empty command or an unknown protocol, and
    SandboxUnavailable if a sandbox is required in vain.

    A program that has to stand still out of turn runs while somebody waits for it: until it is
    ready, while a question is open or an answer to a withdrawn one is due, between two games, and
    while it ends. It has a second to read whatever else it is sent, such as a draw offer.
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
        """Prepare to run the program; :meth:`seat` starts it.

        ``grace`` is how many seconds each step of ending it may take (by itself, asked, killed).
        ``folder`` is a folder that somebody handed in, in which the program is started.
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
        usable(self._confinement)  # raises before the game, not in it
        self._dialogue = dialogue
        dialogue.memory_limit = self._confinement.limits.memory
        self._lock = threading.RLock()  # guards everything below
        self._program: Program | None = None
        self._retired: list[threading.Thread] = []  # they end programs
        self._timer: threading.Timer | None = None
        self.exited_voluntarily: bool | None = None
        """True if the last program that was ended exited by itself when it was told to."""
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
        self._starting = False  # it never says that it is ready
        self._looks = 0  # since it was last asked; none showed it at rest
        self._looked: Usage | None = None  # at the last of them

    @property
    def program(self) -> Program | None:
        """The running program, for measurements from outside."""
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

    def explain(self, reason: Reason, explained: Explain) -> None:
        explained(self._diagnosed(reason))

    def _diagnosed(self, reason: Reason) -> Explanation | None:
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
                sentence = say("it closed its output but is still running")
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
                TURN_WATCH.look_for_rest(self, LOOK_FOR_REST_SECONDS)
            elif self._starting:
                self._has_started()
            else:
                self._unheeded = False
                self._mind_turn()

    def _rests(self, now: Usage) -> bool:
        """Return whether it sleeps with all its input read, or has been looked at long enough."""
        before, self._looked = self._looked, now
        self._looks += 1
        if not now.state:
            return self._looks >= MOST_BLIND_LOOKS
        if self._looks >= (MOST_STARTING_LOOKS if self._starting else MOST_READING_LOOKS):
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
        """Wait for retired programs to end; outside the lock, which their threads may need."""
        for thread in self._retired:
            thread.join()

    # Within the lock

    @property
    def _crash(self) -> Reason:
        return Reason.CRASH if self._is_ready and self._heard else Reason.NOT_STARTED

    def _begin(self, seat: Seat) -> None:
        """Tell the program of the game, after starting one if there is none."""
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
        """Begin to hold against the program what it does out of turn.

        A program that has to stand still is told of the game only now. Told before, it would be
        frozen half-started, and its clock would be charged for the rest.
        """
        self._starting = False
        if self._seat is not None and self._stands_still_off_turn:
            self._game_begins(self._seat)
        else:
            self._mind_turn()

    def _started_anew(self) -> bool:
        """Replace a program that has ended since its last game; return whether that was so."""
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
        """Return the seconds it can think in its life; ``inf`` unless it plays one timed game."""
        control = seat.clock.control[seat.color]
        grows = control.bonus or control.moves_per_period or control.byoyomi
        if grows or not self._dialogue.fresh_process:
            return inf
        return control.base + control.time_margin

    def _retire(self) -> None:
        """End the program on a thread of its own, which may take three times ``grace``."""
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
        """Call the function after this many seconds, not counting those the host did not run."""
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
        """True while the program has something to do: to start, to answer, to take its leave."""
        if self._seat is None or not self._is_ready or self._answer is not None:
            return True
        if self._starting:
            return True
        return bool(self._dialogue.expects())

    def _mind_turn(self) -> None:
        """Have the program watched, and frozen if it has to stand still, unless it is awaited."""
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
        TURN_WATCH.look_for_rest(self, LOOK_FOR_REST_SECONDS)

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
            sentence = say("it does not read its input: the pipe to it is full")
            self._fail(Cause.NOT_READING, sentence, self._crash)
        except OSError:  # it exited, as its own thread will report, or it closed its input
            timer = threading.Timer(CLOSED_INPUT_WAIT_SECONDS, self._input_is_closed, [program])
            timer.daemon = True
            timer.start()

    def _input_is_closed(self, program: Program) -> None:
        with self._lock:
            if program is not self._program or self._failure is not None:
                return
            if program.running and not self._started_anew():
                sentence = say("it closed its input but is still running")
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
        """Keep the first failure, with what was seen of the program, and answer or tell it."""
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
        """Close the input and return what comes out: a move that lay in the program's buffer."""
        with self._lock:
            self._listening_late = True
            self._heard_all.clear()
        program.close_input()
        self._heard_all.wait(UNFLUSHED_WAIT_SECONDS)
        with self._lock:
            return list(self._late)


def _dialogue(protocol: str) -> Dialogue:
    if protocol not in PROTOCOLS:
        raise ValueError(f"{protocol!r} is no protocol: use one of {', '.join(PROTOCOLS)}")
    return PROTOCOLS[protocol]()


def display_name(argv: Sequence[str]) -> str:
    """Return the program's name for people: its file without folder and suffix."""
    interpreters = ("python", "java", "node", "ruby", "perl", "bash", "sh")
    words = [word for word in argv[1:] if not word.startswith("-")]
    first = Path(argv[0]).stem
    if words and first.rstrip("0123456789.").lower() in interpreters:
        return Path(words[0]).stem
    return first
