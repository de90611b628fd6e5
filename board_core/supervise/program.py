"""One running program: starts it, hears it on a loop, ends it.

**What it knows**

A :class:`Program` owns one process and its process group, the three pipes, a temporary folder (the
program's ``HOME``), the :mod:`~board_core.supervise.hold` that counts and freezes all its
processes, and, in a sandbox, a copy of the program's own folder. It knows no protocol or game. It
passes complete lines and the program's exit as values (:mod:`.program_news`), each with its
instant, to its listener.

**Its states**::

     __init__: registered with the watcher ──► folder, hold, process made ──► RUNNING
                         │ OSError: everything made so far is undone        │  ▲
                         ▼                                          attach()▼  │detach()
                      nothing                                            ATTACHED ◄──► frozen
                                                                            │
     on the loop, while it is ATTACHED:                                     │ close()
                                                                            ▼
     output  LISTENING ──► Output…          flood, garbled,              CLOSING ──► CLOSED
                │    stop_listening(), ProgramEnded ──► THROWN AWAY
                │ end of the pipe
                ▼
             exited within 0.2 s? ──no──► ProgramEnded(None); it may exit later
     exit    RUNNING ──► its sandbox is empty ──► the pipes are read ──► ProgramEnded(code)
     input   OPEN ──pipe is full──► REST KEPT ──a second, or 1 MiB──► NotReading
               │ nobody reads ──► InputClosed    │ the program reads ──► OPEN

     A program that ``waits`` is RUNNING as a shell in its control groups, until let_start().

     CLOSING: thaw, close its input ──grace──► SIGTERM ──grace──► SIGKILL to the group
              ──► kill what left the group ──► kill who holds its pipes ──► reap
              ──► close the hold, the folder, the pipes

**Which thread does what**

* The game's thread drives the loop. It calls :meth:`Program.attach`, :meth:`Program.detach` and
  :meth:`Program.write`, and runs the listener and ``on_stderr``. Nothing waits: pipes are
  non-blocking, delays are timers of the loop.
* :meth:`Program.close` runs on a thread of its own when no loop is attached. It attaches the
  program to a loop of its own, so that exits and pipes are handled by the same methods; further
  output is discarded. It usually takes at most three times ``grace``.
* :mod:`.senders` and :mod:`.memory` have one thread each for all programs. The first reports its
  news through the loop, the second notes the excess and kills.
* The thread of :mod:`board_core.players.turn_watch` calls :meth:`Program.usage`; the loop does the
  freezing.
* Where a loop cannot wait for pipes (Windows, ``BOARD_LOOP=threads``), each pipe has a thread that
  reads a piece, passes it to the loop, and reads on once it was taken; a timer polls for exits.
  Only :class:`.OutputPipe` and :class:`.ExitWatch` see the difference.
* The watcher is another process (:mod:`board_core.supervise.watch`). It does nothing while the host
  lives; when the host ends, it kills every registered group and removes the folders.

**Stamps**

The instant of a line is the loop's: taken when the wait for the pipe ended, before the bytes are
read, cut and decoded. All lines from one read have the same instant. The game's clock is charged up
to that instant.

**Invariants**

* The watcher knows of the folder and the control groups before they exist, and of the process as
  soon as it has a number: however the host ends, nothing is left behind.
* Where the system can wait for an exit without reaping the process, it is not reaped before
  :meth:`Program.close` has killed its group: the number of the group cannot have been reused.
* While a loop is attached every pipe is read; an unread one would block the program, and hide its
  exit.
* News comes only from the loop, never during a call except :meth:`Program.hear`, and never after
  :meth:`Program.detach`.
* ``ProgramEnded`` with a return code comes once, after all lines that the program has printed.
* Nothing is frozen once closing has begun.

**Races, and how they are decided**

*The exit against the last line.* When the exit is noticed, everything the program has written is in
its pipes. They are emptied first (at most 32 reads, as a child may go on writing; by a thread,
until 20 looks in 0.2 s bring nothing), then the exit is reported. If the end of the output comes
first, the exit has 0.2 s, or 10 s if it was killed for its memory, which takes long to free.

*A game that ends during a report.* The listener may detach at any time; the remaining news is
reported in the next game, or never.

*A freeze against closing.* Both take ``_freezing``; closing thaws first, because a frozen program
cannot read the end of its input.

*A flood against the host.* Output that nobody waits for is read in small pieces with pauses of 1 to
10 ms (:class:`.ReadThrottle`): 1 KiB of output that is cut into lines, 64 KiB of discarded output
and standard error. Awaited output is read first, 4 KiB at a time.

*Daemons that hold the pipes.* A daemon is found by the program's folder in its environment, or else
by its open pipe (:mod:`.leftovers`); until then closing waits 0.2 s.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

from board_core.files.untrusted_files import CannotTake, TooMuch
from board_core.game.loop import Loop
from board_core.text.harmless_text import decoded
from board_core.text.sentence import Sentence, say

from . import bubblewrap, jobs, watcher
from .children import ChildSeen, children_seen
from .command import Command
from .copies import COPIES, Copy, KeptFiles
from .environment import (
    HOST_VARIABLE,
    JAVA_NOTICE,
    past_launcher,
    program_environment,
    remove_folder,
)
from .exit_watch import SHARED_SEARCH, ExitWatch, kill_holders, kill_strays
from .hold import hold
from .input_pipe import InputPipe, process_with_roomy_input
from .inside import Inside
from .jobs import Job
from .limits import MIB
from .line_cutter import MOST_LINE_BYTES, BadEncoding, LineCutter, LineTooLong
from .memory import resident
from .output_pipe import DISCARDED_BYTES, IsAwaited, OutputPipe, never
from .processes import (
    Spent,
    Usage,
    reads_a_pipe,
    reads_input,
    schedstat,
    seen,
    sleeps,
    state,
    tasks,
    thread_names,
    written,
)
from .program_news import Flooded, Garbled, Interfered, ProgramEnded, ProgramNews, new_output
from .sandbox import TRUSTED_CODE, Confinement, call_filter, confined, trial, usable, warn_once
from .senders import SIGNAL_WATCH
from .starter import Starter, run_unbroken, running_on
from .uids import OWN_UIDS
from .visibility import VisibleFiles, check_named, named_files, view_of
from .watch import WATCH, host_mark, new_name

log = logging.getLogger(__name__)

MOST_STDERR_BYTES = 64 * 1024
TAB_BLANKS = 4
LAST_LINES_SECONDS = 0.2
"""For a program to exit after its output has ended, or for its pipes to be let go after that."""
LAST_ERRORS_SECONDS = 10.0
"""For the rest of its standard error to be read on a busy machine, when it is closed."""
LAST_PAGES_SECONDS = 10.0
"""For much memory to be given back on a busy machine."""
ENDING_LOOK_SECONDS = 0.001
"""Between two looks at what has almost ended."""
MOST_COPIED = 32 * MIB
"""Bytes of its own folder that are copied into a program's memory."""
PROCESS_STARTER: Starter[None] = Starter()


Listener: TypeAlias = "Callable[[Program, ProgramNews, float], object]"
"""Gets each piece of news, on the loop's thread, and its instant (``time.perf_counter``)."""


def _nobody(program: Program, news: ProgramNews, at: float) -> None:
    """Listen to a program that is being closed."""


class Program:
    """Owns one process, its group, its pipes and its temporary folder.

    :meth:`close` ends it; it may be called twice and from any thread.
    """

    def __init__(
        self,
        command: Command,
        listener: Listener,
        *,
        environment: Mapping[str, str] | None = None,
        grace: float = 0.5,
        confinement: Confinement = TRUSTED_CODE,
        clock: float = inf,
        max_line: int = MOST_LINE_BYTES,
        cr_ends_lines: bool = False,
        counts: Callable[[str], bool] = bool,
        on_stderr: Callable[[bytes], object] = len,
        buffered: bool = False,
        waits: bool = False,
        encoding: str = "utf-8",
        is_awaited: IsAwaited = never,
    ) -> None:
        """Start the program; :meth:`attach` begins to read it.

        ``environment`` replaces the default one, which is built from scratch. ``grace`` is the
        seconds each step of ending it may take, ``clock`` the seconds it may think in total, and
        ``max_line`` the maximum bytes of a line; NUL bytes are dropped in lines for which
        ``counts`` is false. ``on_stderr`` gets its standard error as it
        arrives, and ``b""`` at the end. With ``buffered`` Python buffers its output until it is
        flushed, as everywhere else. With ``waits`` it enters its control groups, which takes some
        milliseconds, and starts at :meth:`let_start`. It reads and writes text in the ``encoding``.
        While ``is_awaited()`` is true it is read before other programs.

        Raises OSError if the program cannot be started, SandboxUnavailable if a required sandbox is
        missing, and CannotTake for a folder or a listed path that it cannot be shown.
        """
        self._listener = listener
        self._grace = grace
        self._limits = confinement.limits
        self._exceeded = self._machine_ran_out = False
        self.exited_voluntarily: bool | None = None
        """True if it exited within ``grace`` after its input was closed; None until then."""
        self._loop: Loop[Any] | None = None
        self._waits_for_pipes: bool | None = None  # as in the loops that it is attached to
        self._news: deque[ProgramNews] = deque()  # to be told by the loop
        bwrap = usable(confinement)
        if (warning := warn_once(confinement)) is not None:
            log.warning("%s", warning)
        self._buffered, self._encoding = buffered, encoding
        self._name, self.pid = new_name(), 0
        self._home = Path(tempfile.gettempdir(), self._name)
        self._hold = hold(self._name, confinement.limits)
        self._inside: Inside | None = None
        self._copy: Copy | None = None  # of its own folder, which it sees in a sandbox
        self._kept = confinement.kept
        self._gate: int | None = None  # the pipe on which it is let start; then its folder is held
        self._folder: int | None = None
        self._root: int | None = None  # the number of the first process in its sandbox
        self.view: VisibleFiles | None = None
        """The files that it sees; None without a sandbox."""
        self._uid = OWN_UIDS.take() if bwrap is not None and trial().shared is None else None
        self._is_alone = False  # no process has its user ID yet
        with ExitStack() as undo:
            undo.callback(self._unmake)
            self._register()  # before any of them exists
            self._home.mkdir(0o700)
            self._hold.make()
            if bwrap is not None:
                self._inside = Inside(self._learned)
            made: list[subprocess.Popen[bytes]] = []
            undo.callback(self._give_up, made)
            try:
                self._start(made.append, command, environment, confinement, bwrap, clock, waits)
            finally:
                if self._inside is not None:
                    self._inside.started()
            (process,) = made
            self._process, self._started_at = process, time.perf_counter()
            self.pid = process.pid
            self._job = Job(process, confinement.limits, clock)
            undo.callback(self._job.close)
            self._register()
            self._exit = ExitWatch(process, self._left)
            undo.callback(self._exit.close)
            self._hold.watch(self._used_too_much_memory)
            SIGNAL_WATCH.register(self)
            if self._inside is None:
                self._hold.started(self.pid, whole=True)
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            self._input = InputPipe(process.stdin, self._tell_later)
            output, errors = f"output of {self.pid}", f"errors of {self.pid}"
            self._output = OutputPipe(process.stdout, self._printed, output, is_awaited)
            self._errors = OutputPipe(process.stderr, self._complained, errors)
            self._errors.unawaited_bytes = DISCARDED_BYTES
            self._cutter = LineCutter(
                max_line, cr_ends_lines=cr_ends_lines, encoding=encoding, counts=counts
            )
            self._on_stderr = on_stderr
            self._stderr: deque[bytes] = deque()
            self._stderr_size = 0
            self._is_unheard = False
            self._left_at: float | None = None
            self._has_exited = False
            self._end_was_told = False
            self._lives_on_was_told = False
            self._closing = threading.Lock()
            self._freezing = threading.Lock()  # prevents freezing while closing
            self._closed = False
            undo.pop_all()

    # On the thread of the game

    def let_start(self) -> None:
        """Start a program that ``waits``; call it once, before writing anything."""
        self._started_at = time.perf_counter()
        self._input.write_unnoted(b"\n")

    def attach(self, loop: Loop[Any]) -> None:
        """Let the loop read it until :meth:`detach`. Safe to call twice with the same loop."""
        if self._loop is loop:
            return
        assert self._loop is None, "the program is attached to another loop"
        self._loop, self._waits_for_pipes = loop, loop.waits_for_pipes
        if self._inside is not None:
            self._inside.attach(loop)
        self._exit.attach(loop)
        self._output.attach(loop)
        self._errors.attach(loop)
        self._input.attach(loop)
        if self._news:
            loop.call(partial(self._tell_now, loop))
        self._hold_folder()
        if self._exit.was_noticed:
            self._later(0.0, lambda: self._left(time.perf_counter()))
        elif not self._output.is_open:
            self._output_has_ended()

    def detach(self) -> None:
        """Stop reading it: between games its output stays in the pipes. Safe to call twice."""
        if self._loop is not None:
            self._loop = self._left_at = None
            if self._inside is not None:
                self._inside.detach()
            for part in (self._exit, self._output, self._errors, self._input):
                part.detach()

    def write(self, text: str) -> None:
        """Send text, without waiting. The loop reports problems with the pipe as news.

        This ends any pause in reading its output, as the text may be a question.
        """
        self._output.hurry()
        if self._encoding == "utf-8":
            self._input.write(text.encode("utf-8", "surrogateescape"))  # as a command line has it
        else:
            self._input.write(text.encode(self._encoding, "replace"))

    def hear(self) -> None:
        """Report what it has printed at once, before doing anything else."""
        self._output.look(time.perf_counter())

    def close_input(self) -> None:
        """Close the program's input, so that it reads end-of-file. Safe to call twice."""
        self._input.close()

    def stop_listening(self) -> None:
        """Discard everything the program prints from now on."""
        self._is_unheard = True
        self._output.is_awaited = never
        self._output.unawaited_bytes = DISCARDED_BYTES

    # Starting

    def _give_up(self, made: list[subprocess.Popen[bytes]]) -> None:
        """End a process whose start failed halfway, as nobody will call :meth:`close`."""
        for process in made:
            self.pid = process.pid
            self._signal("kill")
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()
        until = time.perf_counter() + self._grace
        while made and self._inside is not None and not self._inside.is_empty():
            if time.perf_counter() > until:
                break
            time.sleep(ENDING_LOOK_SECONDS)

    def _register(self) -> None:
        uid = None if self._uid is None else self._uid.number
        WATCH.register(self._name, self._home, self._hold.places, self.pid, uid)

    def _unmake(self) -> None:
        """Remove the folder and the hold that were made for the program."""
        self._hold.close()
        if self._inside is not None:
            self._inside.close()
        self._keep()
        self._give_back()
        if self._uid is not None:
            OWN_UIDS.give_back(self._uid, unused=self._is_alone or not self.pid)
        with suppress(OSError):  # where no more files can be opened this is possible, and enough
            (self._home / "calls").unlink(missing_ok=True)
            self._home.rmdir()
        remove_folder(self._home)
        WATCH.release(self._name)

    def _keep(self) -> None:
        """Keep what it wrote into its folder, which is there as long as it is held."""
        folder, gate = self._folder, self._gate
        self._folder = self._gate = None
        if folder is not None and self._copy is not None and self._kept is not None:
            try:
                KeptFiles(self._copy.path, self._kept).keep(folder)
            except OSError as error:
                log.warning("what a program wrote cannot be kept: %s", error)
        for descriptor in (folder, gate):
            if descriptor is not None:
                os.close(descriptor)

    def _give_back(self) -> None:
        copy, self._copy = self._copy, None
        if copy is not None:
            COPIES.give_back(copy)

    def _start(
        self,
        made: Callable[[subprocess.Popen[bytes]], object],
        command: Command,
        environment: Mapping[str, str] | None,
        confinement: Confinement,
        bwrap: str | None,
        clock: float,
        waits: bool,
    ) -> None:
        """Start the process, in a sandbox if ``bwrap`` is the path of bubblewrap.

        The process is added to ``made``, perhaps on another thread.
        """
        inside, home = self._inside, Path(bubblewrap.HOME_INSIDE) if bwrap else self._home
        mark = host_mark()
        memory = self._limits.memory
        env = program_environment(
            home, mark, memory=memory, buffered=self._buffered, encoding=self._encoding
        )
        if environment is not None:
            env = {**environment, HOST_VARIABLE: mark}
        info, view = None if inside is None else inside.told_on, None
        if bwrap is not None:
            view = self._view(command, confinement, env.get("PATH", os.defpath))
            self.view = view
            env = {**env, **view.environment}
        calls = None
        if bwrap and (filtered := call_filter(confinement, self._hold)) is not None:
            calls = self._home / "calls"  # which no program sees
            calls.write_bytes(filtered)
        gate = None
        writes = view is not None and view.writable is not None
        if sys.platform != "win32" and writes and self._kept is not None:
            gate = self._home / "gate"
            os.mkfifo(gate)
            self._gate = os.open(gate, os.O_RDWR)
        argv = confined(
            command,
            confinement,
            self._hold,
            bwrap=bwrap,
            clock=clock,
            view=view,
            uid=self._uid,
            info=info,
            calls=calls,
            gate=gate,
            waits=waits,
        )
        whole, variables = past_launcher(argv, env)

        def start() -> None:
            with running_on(self._limits.cores), SIGNAL_WATCH.unblocked():
                process = process_with_roomy_input(
                    whole,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    cwd=self._home if bwrap else command.folder or self._home,
                    env=variables,
                    pass_fds=() if info is None else (info,),
                    start_new_session=True,  # Ctrl-C is for us, and its group can be killed whole
                    creationflags=watcher.CREATION_FLAGS | jobs.CREATION_FLAGS,
                )
                made(process)

        if inside is not None or self._limits.cores is not None:
            PROCESS_STARTER.run(start)
        else:
            run_unbroken(start)

    def freeze(self) -> None:
        """Stop the program and all its processes, if possible, until :meth:`thaw`."""
        with self._freezing:
            if not self._closed:
                self._hold.freeze()

    def thaw(self) -> None:
        """Let the program go on after :meth:`freeze`."""
        self._hold.thaw()

    def spent(self) -> Spent | None:
        """Return what all its processes have used so far; None if the system does not report it."""
        return seen(self._hold.spent, None)

    @property
    def excess(self) -> Sentence | None:
        """The sentence that says which limit it exceeded; None if it was not ended for that.

        Set when the program has ended or is about to end.
        """
        memory = self._limits.memory
        if self._hold.exceeded():
            self._exceeded = True
        if memory is None or not self._exceeded:
            return None
        if self._machine_ran_out:
            return say("the machine ran out of memory")
        return say(
            "it used more than its {limit} MiB of memory, with its children and temporary files",
            limit=memory // MIB,
        )

    def interfered(self, signal_name: str) -> None:
        """Report a finding of :mod:`.senders` to the listener. May be called on any thread."""
        self._tell_later(Interfered(signal_name))

    def _learned(self, root: int) -> None:
        assert self.view is not None
        self._hold.started(root, whole=False, writable=self.view.writable)
        self._root = root
        self._hold_folder()

    def _hold_folder(self) -> None:
        """Hold its folder, which else is gone with its last process, and let it start."""
        if self._gate is None or self._root is None or self._folder is not None:
            return
        assert self.view is not None
        root = Path(f"/proc/{self._root}/root")
        try:
            if not root.samefile("/"):  # bubblewrap has changed it
                self._folder = os.open(f"{root}{self.view.writable}", os.O_RDONLY)
        except FileNotFoundError:
            pass
        except OSError as error:
            log.warning("what a program writes cannot be kept: %s", error)
            os.write(self._gate, b"\n")
            return
        if self._folder is None:
            self._later(ENDING_LOOK_SECONDS, self._hold_folder)
        else:
            os.write(self._gate, b"\n")

    def _view(self, command: Command, how: Confinement, path: str) -> VisibleFiles:
        """Return the files it sees in a sandbox, with a copy of its folder. Raises CannotTake."""
        view = view_of(command, path, how.readable, how.packages, how.for_function)
        if self._uid is not None:
            check_named(view, how.readable)
        if (own := view.own) is None:
            return view
        if self._kept is not None and self._kept.is_relative_to(own.folder):
            raise CannotTake(  # the next program of this folder would read it
                say("{path} is in the program's own folder: keep files elsewhere", path=self._kept)
            )
        try:
            self._copy = COPIES.take(own.folder, own.names)
        except TooMuch as error:
            if command.handed_in or command.folder != own.folder:
                raise
            log.warning("%s; the program sees the files that its command names", error.sentence)
            view = replace(view, own=replace(own, names=named_files(command)))
            self._copy = COPIES.take(command.folder, named_files(command))
        return view.with_copy(self._copy, self._room(own.folder))

    def _room(self, folder: Path) -> int:
        """Return how many bytes of its folder may be copied into its memory, so that it can write.

        In its own temporary folder it could move the folder away, where only the system counts it.
        """
        memory, inside = self._limits.memory, folder.is_relative_to(bubblewrap.HOME_INSIDE)
        uncounted = memory is not None and not self._hold.counts_memory
        if not Path(bubblewrap.COPY).exists() or (inside and uncounted):
            return -1
        return min(MOST_COPIED, (memory or 16 * MOST_COPIED) // 16)

    @property
    def running(self) -> bool:
        """True until it has exited, whether a loop is attached or not."""
        return self._exit.look() is None

    @property
    def written_bytes(self) -> int | None:
        """The bytes it has written to pipes and files; None if unknown."""
        return seen(lambda: written(self._program()), None)

    @property
    def daemons(self) -> int | None:
        """The number of processes it has started and orphaned; None without a sandbox."""
        return None if self._inside is None else seen(self._inside.others, None)

    @property
    def age(self) -> float:
        """The seconds since its start."""
        return time.perf_counter() - self._started_at

    @property
    def unfinished_line(self) -> str:
        """The text it has printed after its last line break."""
        return self._cutter.rest.decode(self._encoding, "backslashreplace")

    @property
    def has_byte_order_mark(self) -> bool:
        """True if it printed one before its first line; it was skipped."""
        return self._cutter.has_mark

    @property
    def stderr(self) -> str:
        """The last 64 KiB, plus at most one read, of its standard error."""
        return decoded(b"".join(tuple(self._stderr)), self._encoding).expandtabs(TAB_BLANKS)

    @property
    def thread_names(self) -> list[str]:
        """The names of its threads, the first thread's first."""
        return seen(lambda: thread_names(tasks(self._program())), [])

    @property
    def children(self) -> tuple[ChildSeen, ...]:
        """Return what the processes that the program has started are doing."""
        return seen(lambda: children_seen(self._program()), ())

    @property
    def used_memory(self) -> int:
        """The bytes of memory that its first process has now; 0 if unknown."""
        return seen(lambda: resident(self._program()), 0)

    def usage(self) -> Usage:
        """Measure the process from outside; Linux reports much, Windows its processor time."""
        return seen(self._usage, Usage()) if self.running else Usage()

    def _usage(self) -> Usage:
        if (cpu := self._job.cpu) is not None:
            return Usage("S", cpu)  # two looks show whether it computes
        unread, taken, closed = self._input.look()
        threads = tasks(self._program())
        reads = reads_a_pipe(threads)
        only = reads and len(threads) == 1 and reads_input(threads[0])
        slept = sleeps(threads)
        return Usage(state(threads), *schedstat(threads), unread, closed, taken, reads, only, slept)

    # Ending

    def close(self) -> None:
        """Close its input, then ask it to end, then kill it and all its processes.

        It can take seconds, so the thread of a running game must not call it.
        """
        with self._closing:
            if self._closed:
                return
            if self._loop is not None:
                self._loop.run(self.detach)
            with self._freezing:
                self._closed = True
            self.thaw()  # frozen, it could not read the end of its input
            self.close_input()
            self.stop_listening()
            self._listener = _nobody
            with closing(Loop[None](waits_for_pipes=self._waits_for_pipes)) as loop:
                self.attach(loop)
                self._exit.expect()
                self._kill(loop)
                self._read_rest(loop)
                self.detach()
            self._unmake()
            self._job.close()
            self._exit.close()
            self._output.close()
            self._errors.close()

    def _kill(self, loop: Loop[Any]) -> None:
        """End all its processes, step by step; the loop notices the effect of each step."""

        def exited(seconds: float) -> bool:
            return loop.drive(lambda: self._has_exited, time.perf_counter() + seconds)

        with SHARED_SEARCH.expected():
            self.exited_voluntarily = exited(self._grace)
            if not self.exited_voluntarily:
                self._signal("terminate")
                exited(self._grace)
            self._signal("kill")  # also kills what an exited leader left in its group
            exited(inf)
            mark = f"HOME={self._home}" if self._uid is None else str(self._uid.number)
            self._is_alone = kill_strays(self.pid, mark, self._grace)

    def _read_rest(self, loop: Loop[Any]) -> None:
        """Drain its pipes, after killing whatever still holds them, and reap it."""

        def read(seconds: float, *pipes: OutputPipe) -> bool:
            until = time.perf_counter() + seconds
            return loop.drive(lambda: not any(pipe.is_open for pipe in pipes), until)

        if not read(LAST_LINES_SECONDS, self._output, self._errors):
            kill_holders(self.pid, [self._process.stdout, self._process.stderr])
        self._process.wait()
        self._hold.close()  # which ends the memory watch
        # nobody holds the pipe any longer: once it is read, the log is complete
        read(LAST_ERRORS_SECONDS, self._errors)
        read(self._grace, self._output)
        if self._errors.is_open:
            self._on_stderr(b"")

    # Within, on the thread of the loop

    def _tell_later(self, news: ProgramNews) -> None:
        self._news.append(news)
        if (loop := self._loop) is not None:
            loop.call(partial(self._tell_now, loop))

    def _tell_now(self, loop: Loop[Any]) -> None:
        while self._news and self._loop is loop:
            self._listener(self, self._news.popleft(), time.perf_counter())

    def _printed(self, data: bytes, at: float) -> None:
        if self._is_unheard:
            return
        try:
            text = self._cutter.text(data) if data else self._cutter.last_text()
        except LineTooLong:
            self.stop_listening()
            self._listener(self, Flooded(), at)
            return
        except BadEncoding as error:
            self.stop_listening()
            self._listener(self, Garbled(str(error), error.what), at)
            return
        if text:
            self._listener(self, new_output(text), at)
        if not data:
            self._output_has_ended()

    def _complained(self, data: bytes, at: float) -> None:
        if data and not (data := JAVA_NOTICE.sub(b"", data)):
            return  # b"" would mean the end
        if data:
            self._stderr.append(data)
            self._stderr_size += len(data)
            while self._stderr_size - len(self._stderr[0]) >= MOST_STDERR_BYTES:
                self._stderr_size -= len(self._stderr.popleft())
        self._on_stderr(data)

    def _output_has_ended(self) -> None:
        """Wait for its exit; a program may also close its output and run on."""
        self._exit.expect()
        if not self._is_unheard and not self._lives_on_was_told:
            wait = LAST_LINES_SECONDS if self.excess is None else LAST_PAGES_SECONDS
            self._later(wait, self._lives_on)

    def _lives_on(self) -> None:
        if self.running and not self._is_unheard and not self._lives_on_was_told:
            self._lives_on_was_told = True
            self._listener(
                self,
                ProgramEnded(None, self.excess, is_machines=self._machine_ran_out),
                time.perf_counter(),
            )

    def _left(self, at: float) -> None:
        """After its exit wait a moment for its sandbox to be empty."""
        if self._left_at is None:
            self._left_at = at
        inside = self._inside
        if inside is not None and not inside.is_empty() and at - self._left_at < self._grace:
            self._later(ENDING_LOOK_SECONDS, lambda: self._left(time.perf_counter()))
            return
        if self._hold.exceeded():
            self._exceeded = True
        self._has_exited = True
        self._end(at)

    def _end(self, at: float) -> None:
        """Report its exit, after all of its output."""
        is_drained = self._errors.drain(at) & self._output.drain(at)  # both are read
        loop = self._loop
        if loop is None or self._left_at is None or self._end_was_told:
            return  # this listener has detached: report it to the next one
        if not is_drained:
            self._later(ENDING_LOOK_SECONDS, lambda: self._end(time.perf_counter()))
            return
        self._end_was_told = True
        self.stop_listening()
        returncode = self._exit.look()
        assert returncode is not None
        if self._inside is not None:
            returncode = _as_without_sandbox(returncode)
        unread, taken, _ = self._input.look()
        has_read = unread == 0 and bool(taken)
        self._listener(
            self, ProgramEnded(returncode, self.excess, has_read, self._machine_ran_out), at
        )

    def _later(self, seconds: float, call: Callable[[], object]) -> None:
        """Call a function later, unless the loop is detached before."""
        if (loop := self._loop) is not None:
            loop.later(seconds, lambda: call() if self._loop is loop else None)

    def _used_too_much_memory(self, is_its_own: bool) -> None:
        """Kill it; called on the thread that watches all programs' memory."""
        self._exceeded, self._machine_ran_out = True, not is_its_own
        self._hold.kill()

    def _signal(self, how: str) -> None:
        with suppress(OSError):
            if sys.platform != "win32":
                program = self._program()
                if how == "terminate" and program != self.pid:
                    os.kill(program, signal.SIGTERM)  # bubblewrap would end everything at once
                else:
                    os.killpg(self.pid, signal.SIGTERM if how == "terminate" else signal.SIGKILL)
            elif how == "kill":
                if not self._job.kill():
                    watcher.kill_group(self.pid)
            else:
                self._process.terminate()

    def _program(self) -> int:
        """Return the program's process number, or the sandbox's until the program has started."""
        inside = self._inside.program() if self._inside is not None else None
        return self.pid if inside is None else inside


def _as_without_sandbox(returncode: int) -> int:
    """Return the code as Python reports it; bubblewrap adds 128 to signals, as shells do."""
    ended_by = returncode - 128
    return -ended_by if ended_by in set(map(int, signal.Signals)) else returncode
