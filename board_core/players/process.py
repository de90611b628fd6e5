"""A program that plays over its standard input and output.

A :class:`ProcessAI` holds the program (:mod:`board_core.supervise.program`, the process and its
pipes) and the conversation with it (:mod:`.conversation`, a pure machine that decides everything).
It passes events to the conversation and carries out the effects returned.

The game's calls, the program's news and the wake-ups (timers of the loop) all run on the thread of
the game's loop. So nothing is locked, and nothing here may wait. Calls from other threads are
passed to the loop: the findings of :mod:`.turn_watch`, the end of a retired program, and
:meth:`ProcessAI.close`, which any thread may call.

A program that is retired is detached from the loop, and a thread of its own ends it, which may take
three times ``grace``. A new game's program is started when the earlier ones have ended; a
replacement during a game is started at once.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, TypeVarTuple, assert_never

from board_core.diagnosis import evidence as diagnosis
from board_core.diagnosis import rows
from board_core.diagnosis.facts import Facts, Surroundings
from board_core.diagnosis.ranking import explain
from board_core.files.untrusted_files import CannotTake
from board_core.game.clock import TimeControl
from board_core.game.loop import Loop, Timer
from board_core.game.player import (
    Answer,
    Cause,
    Explain,
    Explanation,
    Fail,
    Player,
    Seat,
    Silent,
    Statement,
    Turn,
)
from board_core.game.rules import Outcome, Reason
from board_core.protocols import PROTOCOLS
from board_core.protocols.base import (
    Dialogue,
    GiveAnswer,
    SayReady,
    Send,
    TellGame,
    WakeAfter,
    WakeUp,
)
from board_core.supervise.children import ChildSeen
from board_core.supervise.command import Command, missing_script, programs_in, resolve, split_words
from board_core.supervise.hold import HoldKind, kind, takes_time
from board_core.supervise.limits import MIB
from board_core.supervise.load import counters
from board_core.supervise.program import Program
from board_core.supervise.program_news import ProgramNews
from board_core.supervise.sandbox import (
    Confinement,
    Ponder,
    Sandbox,
    SandboxUnavailable,
    confinement,
    usable,
)
from board_core.supervise.visibility import PACKAGES_FOLDER, VisibleFiles
from board_core.text.sentence import BoardError, Sentence, given

from .conversation import Conversation
from .effects import (
    Act,
    AttachProgram,
    Effect,
    GiveExplanation,
    LogError,
    ProgramEffect,
    ProvokeProgram,
    QuoteLine,
    RareEffect,
    StartProgram,
)
from .endings import Endings
from .stderr_lines import StderrLines
from .turn_watch import TURN_WATCH
from .witness import NOTHING_SEEN, SILENCE_LOOK_SECONDS, Sighting

log = logging.getLogger(__name__)

Ts = TypeVarTuple("Ts")

Transcript = Callable[[str, str], None]
"""Gets each line, after ``"<"`` (to the program), ``">"`` (from it) or ``"!"`` (on its stderr)."""


LONGEST_FOLDER_NAME = 60  # characters of a player's name in that of a folder
NAMES_FOLDERS = ("-cp", "-classpath", "--class-path", "-p", "--module-path", "-I")
"""The options of interpreters whose values are lists of folders."""
SETS_VALUES = ("-d", "-X", "-W")
"""The options of interpreters whose values are settings, as in ``php -d display_errors=1``."""


class ProcessAI(Player):
    """Owns one program, started for its first game, until :meth:`close`.

    The program is kept between games if its protocol can play several. Otherwise a new one is
    started for each game, and also after a failure, a loss on time, or an exit before the next game
    has begun.

    ``protocol`` is one of the names in :data:`board_core.protocols.PROTOCOLS` or a dialogue.
    ``command`` is an argument list, or a string that is split as a shell would, without a shell.
    ``sandbox`` is ``auto``, ``required`` or ``off``, or a
    :class:`~board_core.supervise.sandbox.Confinement`, which also sets limits and what a program
    may do out of turn. Raises BoardError for an empty command or an unknown protocol, and
    SandboxUnavailable if a required sandbox is missing.

    A program that must stand still out of turn runs while somebody waits for it: until it is ready,
    while a question is open, between games, and while it ends. Anything else, such as a draw offer
    or the answer to one of its lines, is sent before its next question. After a question is
    withdrawn it has a second to stop, which counts as time out of turn.
    """

    returns_at_once = True

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
        buffered: bool = False,
    ) -> None:
        """Prepare to run the program; :meth:`seat` starts it.

        ``grace`` is how many seconds each step of ending it may take (by itself, asked, killed).
        ``folder`` is a submitted folder, in which the program is started. With ``buffered`` a
        Python program's output is buffered until it flushes, as elsewhere. ``transcript`` may be
        replaced between games.
        """
        given(command, (str, Sequence), "is no command: give a text, or a list of words")
        argv = split_words(command) if isinstance(command, str) else list(command)
        if not argv:
            raise BoardError(f"{command!r} names no program: give its command")
        dialogue = protocol if isinstance(protocol, Dialogue) else _dialogue(protocol)
        self.name: str = name or display_name(argv)
        self.may_retry: int = dialogue.may_retry
        self.standard_start_only: bool = dialogue.standard_start_only
        self.cannot_rewind = dialogue.cannot_rewind
        self.own_moves_only = dialogue.own_moves_only
        self._argv, self._folder = argv, folder
        self._grace = grace
        self._environment = environment
        self.transcript = transcript
        self._buffered = buffered
        self._confinement = how = confinement(sandbox)
        if how.kept is not None:
            mine = how.kept / re.sub(r"[^\w-]+", "-", self.name)[:LONGEST_FOLDER_NAME]
            self._confinement = replace(how, kept=mine)
        usable(self._confinement)  # so that it raises before the game
        self._dialogue = dialogue
        dialogue.memory_limit = self._confinement.limits.memory
        self._conversation = Conversation(
            dialogue, ponder=self._confinement.ponder, quotes=transcript is not None
        )
        self._program: Program | None = None
        self._ahead: Program | None = None  # waiting to become the first one
        self._endings = Endings(self.name)
        self._waiting: StartProgram | None = None  # for earlier programs to end
        self._loop: Loop[Any] = Loop()  # of the last game
        self._seat: Seat | None = None
        self._answer: Answer | None = None
        self._explained: Explain = _unheard
        self._timers: dict[WakeUp, Timer] = {}
        self._command = Command((), None)  # of the last program
        self._stands_still = False  # between two games
        self._memory_before = 0  # bytes, when it was found to be late
        self._children: tuple[ChildSeen, ...] = ()  # then
        self._stderr_before: str | None = None  # before the program was provoked

    @property
    def program(self) -> Program | None:
        """The running program, for external measurements."""
        return self._program

    @property
    def exited_voluntarily(self) -> bool | None:
        """True if the last program that was ended exited by itself when asked to."""
        return self._endings.exited_voluntarily

    @property
    def plays_once(self) -> bool:
        """True if its protocol needs a new program for each game."""
        return self._dialogue.fresh_process

    def begin_anew(self, seed: int | None) -> None:
        """Let its next game be as its first one, with this seed; most programs need nothing."""
        self._dialogue.begin_anew(seed)

    def start_ahead(self, control: TimeControl) -> None:
        """Let the first program wait in its control groups, for a game with this time control.

        It starts at :meth:`seat`, which no other thread may call meanwhile.
        """
        if takes_time(self._confinement.limits):
            with suppress(SandboxUnavailable, CannotTake, OSError):  # it is tried again then
                self._ahead = self._made(resolve(self._argv, self._folder), control, waits=True)

    def stand_still(self) -> None:
        """Stop the program that is kept between two games, with its children, until the next one.

        On systems that cannot stop programs, it goes on running.
        """
        if self._program is not None:
            self._program.freeze()
            self._stands_still = True

    # Called by the game

    def seat(self, seat: Seat) -> None:
        if self._stands_still and self._program is not None:
            self._program.thaw()
        self._stands_still = False
        self._loop, self._seat = seat.loop, seat
        self._tell(self._conversation.seat, seat)

    @property
    def must_be_roused(self) -> bool:
        return self._confinement.ponder is Ponder.FREEZE

    def rouse(self) -> None:
        if self._conversation.stands_still:
            self._tell(self._conversation.rouse)

    def ask(self, turn: Turn, answer: Answer) -> None:
        self._answer = answer
        if self._seat is not None:
            self._dialogue.wants_thoughts = self._seat.wants_thoughts()
        if (program := self._program) is not None and not self._dialogue.announces:
            program.hear()  # what was printed before the question is no answer to it
            self._dialogue.begun = program.unfinished_line
        self._tell(self._conversation.ask, turn)

    def rejected(self, text: str, why: Sentence) -> None:
        self._tell(self._conversation.rejected, text, why)

    def withdraw(self) -> None:
        self._tell(self._conversation.withdraw)

    def offered_draw(self) -> None:
        self._tell(self._conversation.offered_draw)

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        self._tell(self._conversation.finish, turn, outcome)
        self._seat = None  # it refers to the game, which is no longer needed

    def off_turn(self) -> float | None:
        used = TURN_WATCH.used(self)
        return None if used is None else used.cpu

    def explain(self, reason: Reason, explained: Explain) -> None:
        self._explained = explained
        late = reason in (Reason.TIME, Reason.NOT_STARTED)
        contention = TURN_WATCH.contention(self) if reason is Reason.TIME else None
        if late and self._program is not None:
            self._memory_before = self._program.used_memory
            self._children = self._program.children
        self._tell(self._conversation.explain, reason, self._look(counting=late), contention)

    def close(self) -> None:
        self._loop.run(self._quit)
        self._endings.join()

    def keep_still(self) -> None:
        """Freeze the program again; called by the watch of what is done out of turn."""
        self._loop.call(partial(self._tell, self._conversation.keep_still))

    def lose_for_off_turn(self, game: object, why: Sentence) -> None:
        """Make the program lose this game, unless it is over; called by the same watch."""
        self._loop.call(partial(self._tell, self._conversation.lose_for_off_turn, game, why))

    # On the thread of the loop

    def _quit(self) -> None:
        self._tell(self._conversation.quit)
        self._retire()  # effects that Ctrl-C interrupted

    def _tell(self, happens: Callable[[*Ts], list[Effect]], *facts: *Ts) -> None:
        """Pass an event to the conversation, and carry out its effects.

        The player loses if that raises: the dialogue may be third-party code, or the system out of
        threads.
        """
        left: Iterable[Effect] = ()
        try:
            left = iter(happens(*facts))
            for effect in left:  # the most frequent effects come first
                if type(effect) is Send:
                    if self.transcript is not None and self._dialogue.readable:
                        for line in effect.text.split("\n"):
                            self._quote("<", line)
                    if (program := self._program) is not None:
                        program.write(effect.text + "\n")
                elif effect is Act.TURN_COMES:
                    TURN_WATCH.to_move(self)
                elif effect is Act.TURN_ENDS or effect is Act.TURN_ENDS_FROZEN:
                    frozen = effect is Act.TURN_ENDS_FROZEN
                    TURN_WATCH.off_turn(self, counts=frozen and kind() is HoldKind.SIGNALS)
                elif type(effect) is GiveAnswer:
                    answer, self._answer = self._answer, None
                    if answer is not None:
                        reply = effect.reply
                        answer(self._evident(reply) if type(reply) is Fail else reply, effect.at)
                else:
                    self._do_rarely(effect)
        except Exception as error:
            self._tell(self._conversation.could_not_go_on, error)
            self._tell(lambda: list(left))

    def _do_rarely(self, effect: RareEffect) -> None:
        match effect:
            case TellGame(said, at):
                if self._seat is not None:
                    self._seat.tell(self._evident_in(said), at)
            case SayReady():
                self._cancel(WakeUp.DIALOGUE)
                if self._seat is not None:
                    self._seat.ready()
            case GiveExplanation(found, by_its_times):
                explained, self._explained = self._explained, _unheard
                explained(found and self._explanation(found, by_its_times=by_its_times))
                self._stderr_before = None
            case QuoteLine(line):
                self._quote(">", line)
            case LogError(error):
                log.error("%s could not be understood", self.name, exc_info=error)
            case WakeAfter(seconds, wake_up):
                self._wake_after(wake_up, seconds)
            case StartProgram(_, alone):
                self._waiting = effect
                if not alone or self._endings.are_over:
                    self._tell(self._start)
            case Act.RETIRE:
                self._retire()
            case _ if self._program is not None:
                self._handle(self._program, effect)

    def _handle(self, program: Program, effect: ProgramEffect) -> None:
        match effect:
            case AttachProgram(seat):
                program.attach(self._loop)
                self._wake_after(WakeUp.SILENCE, SILENCE_LOOK_SECONDS)
                TURN_WATCH.seated(self, program, seat.game, self._confinement.ponder)
            case Act.DETACH:
                TURN_WATCH.gone(self)
                self._cancel(*WakeUp)
                program.detach()
            case Act.STOP_LISTENING:
                program.stop_listening()
            case Act.CLOSE_INPUT:
                program.close_input()
            case ProvokeProgram(text):
                if self._stderr_before is None:
                    self._stderr_before = program.stderr
                program.write(text + "\n")
            case Act.FREEZE:
                program.freeze()
            case Act.THAW:
                program.thaw()
            case _:
                assert_never(effect)

    def _start(self) -> list[Effect]:
        """Start the program that is waited for, unless the game is over."""
        wanted, self._waiting = self._waiting, None
        if wanted is None:
            return []
        command, conversation = resolve(self._argv, self._folder), self._conversation
        self._command = command
        if (missing := missing_script(self._argv, self._folder)) is not None:
            return conversation.could_not_start(Cause.NOT_FOUND, rows.NO_SCRIPT(file=repr(missing)))
        program, self._ahead = self._ahead, None
        try:
            if program is None:
                control = wanted.seat.clock.control[wanted.seat.color]
                program = self._made(command, control)
            else:
                program.let_start()
        except (SandboxUnavailable, CannotTake) as error:
            by_board = isinstance(error, SandboxUnavailable)
            blamed = Reason.STOPPED if by_board else Reason.NOT_STARTED
            return conversation.could_not_start(Cause.REFUSED, error.sentence, blamed)
        except OSError as error:
            cause, sentence = diagnosis.cannot_start(command, error)
            blamed = Reason.STOPPED if cause is Cause.NO_ROOM else Reason.NOT_STARTED
            return conversation.could_not_start(cause, sentence, blamed)
        self._program = program
        self._stderr_before, self._children = None, ()
        self._handle(program, AttachProgram(wanted.seat))
        return conversation.started()

    def _made(self, command: Command, control: TimeControl, *, waits: bool = False) -> Program:
        """Start the program for a game. Raises as :class:`.Program` does."""
        return Program(
            command,
            partial(self._brings, self._conversation.number),
            environment=self._environment,
            grace=self._grace,
            max_line=self._dialogue.max_line,
            cr_ends_lines=self._dialogue.cr_ends_lines,
            counts=self._dialogue.is_answer,
            confinement=self._confinement,
            clock=_thinking_time(control, self._dialogue),
            encoding=self._dialogue.encoding,
            is_awaited=self._conversation.awaits,
            on_stderr=StderrLines(partial(self._quote, "!"), self._dialogue.encoding),
            buffered=self._buffered,
            waits=waits,
        )

    def _retire(self) -> None:
        """End the program, and one that waits to start, on other threads."""
        TURN_WATCH.gone(self)
        self._cancel(*WakeUp)
        self._waiting = None
        if self._ahead is not None:
            self._endings.begin(self._ahead, self._ended)
            self._ahead = None
        if (program := self._program) is not None:
            program.detach()
            program.thaw()
            self._endings.begin(program, self._ended)
            self._program = None  # not before: Ctrl-C may come between any two steps

    def _ended(self) -> None:
        """Start the next program if it waits for this; called on the thread that ended one."""
        self._loop.call(lambda: self._tell(self._start) if self._endings.are_over else None)

    def _brings(self, number: int, program: Program, news: ProgramNews, at: float) -> None:
        self._tell(self._conversation.brings, number, news, at)

    def _due(self, wake_up: WakeUp) -> None:
        look = self._look(counting=wake_up is WakeUp.SECOND_LOOK)
        if wake_up in (WakeUp.SECOND_LOOK, WakeUp.COMPLAINT) and self._program is not None:
            self._program.hear()  # one that waits again may just have answered
        self._tell(self._conversation.due, wake_up, look)

    def _look(self, *, counting: bool) -> Sighting:
        """Look at the program, and at all processors if ``counting``."""
        program = self._program
        if program is None:
            return NOTHING_SEEN
        machine = counters() if counting else None
        return Sighting(
            program.running, program.usage(), program.unfinished_line, machine, program.age
        )

    def _evident_in(self, said: Statement) -> Statement:
        if isinstance(said, Silent):
            return replace(said, explanation=self._explanation(said.explanation, still_asked=True))
        return self._evident(said) if isinstance(said, Fail) else said

    def _evident(self, failure: Fail) -> Fail:
        return replace(failure, explanation=self._explanation(failure.explanation))

    def _explanation(
        self,
        known: Explanation,
        *,
        still_asked: bool = False,
        by_its_times: Sentence | None = None,
    ) -> Explanation:
        """Add the program's stderr, and what that and other facts tell, to the explanation."""
        if (program := self._program) is None:
            return known
        before = self._stderr_before  # later output was provoked
        known = replace(known, stderr=program.stderr if before is None else before)
        waits = known.cause in (Cause.IDLE, Cause.COMPUTING)
        facts = Facts(
            known,
            self._command,
            self._surroundings(program.view),
            still_asked=still_asked,
            threads=program.thread_names if waits and self._dialogue.readable else (),
            reads=waits and program.usage().reads,
            children=program.children if still_asked else self._children,
            memory=(self._memory_before, program.used_memory if waits else 0),
            by_its_times=by_its_times,
        )
        return explain(facts)

    def _surroundings(self, view: VisibleFiles | None) -> Surroundings:
        limit = self._confinement.limits.memory
        memory = None if limit is None else limit // MIB
        if view is None:
            return Surroundings(memory=memory)
        return Surroundings(
            sandboxed=True,
            handed_in=self._folder is not None,
            shown=tuple(view.places()),
            hidden=(*view.hidden.folders, *view.hidden.files),
            folder=view.folder,
            lists_packages=str(PACKAGES_FOLDER) in view.environment.get("PYTHONPATH", ""),
            memory=memory,
            named=programs_in(self._argv),
            writes_beside=view.writable is not None,
        )

    def _quote(self, way: str, line: str) -> None:
        """Pass a line to the transcript, whose errors are not the program's fault."""
        if self.transcript is not None:
            try:
                self.transcript(way, line)
            except Exception:
                log.exception("the transcript of %s failed", self.name)

    def _wake_after(self, wake_up: WakeUp, seconds: float) -> None:
        self._cancel(wake_up)
        self._timers[wake_up] = self._loop.later(seconds, partial(self._due, wake_up))

    def _cancel(self, *wake_ups: WakeUp) -> None:
        for wake_up in wake_ups:
            if (timer := self._timers.pop(wake_up, None)) is not None:
                timer.cancel()


ProgramPlayer = ProcessAI
"""Another name of :class:`ProcessAI`."""


def _unheard(explanation: Explanation | None) -> None:
    """Drop an explanation that nobody asked for."""


def _thinking_time(control: TimeControl, dialogue: Dialogue) -> float:
    """Return the seconds a program can think in total; ``inf`` unless it plays one timed game."""
    grows = control.bonus or control.moves_per_period or control.byoyomi
    if grows or not dialogue.fresh_process:
        return inf
    return control.base + control.time_margin


def _dialogue(protocol: str) -> Dialogue:
    given(protocol, (str, Dialogue), "is no protocol: give its name, as 'uci'")
    if protocol not in PROTOCOLS:
        raise BoardError(f"{protocol!r} is no protocol: use one of {', '.join(PROTOCOLS)}")
    return PROTOCOLS[protocol]()


def display_name(argv: Sequence[str]) -> str:
    """Return the program's name for people: its file without folder and suffix.

    An interpreter's script is the first word that is neither an option nor the value of an option
    for folders; for a folder, even ``.``, its real name is used.
    """
    interpreters = (
        *("python", "pythonw", "py", "pyw"),
        *("java", "mono", "node", "ruby", "perl", "bash", "sh", "lua", "php"),
    )
    words = [
        word
        for before, word in pairwise(argv)
        if not word.startswith("-") and before not in (*NAMES_FOLDERS, *SETS_VALUES)
    ]
    first = Path(argv[0]).stem
    if words and first.rstrip("0123456789.").lower() in interpreters:
        return Path(words[0]).stem or Path(words[0]).absolute().resolve().name or first
    return first
