"""One running program: starts it, reads it, ends it.

**What it knows**

A :class:`Program` owns one process and its process group, the three pipes, the threads that read
them, a temporary folder (the program's ``HOME``), the :mod:`~board_core.supervise.hold` that counts
and freezes all its processes, and, in a sandbox, a copy of the program's own folder. It knows no
protocol and no game. It passes on lines, each with an instant, and one end.

**Its states**::

     __init__: registered with the watcher ──► folder, hold, process made ──► threads started
                         │ OSError: everything made so far is undone            │
                         ▼                                                      ▼
                      nothing                                            RUNNING ◄──► frozen
                                                                        │     │
                     the process exits by itself                        │     │ close()
             ┌──────────────────────────────────────────────────────────┘     ▼
             ▼                               close()                       CLOSING
          EXITED (``_exited`` is set, the process is not reaped) ─────────►   │
                                                                              ▼
                                                                           CLOSED
     CLOSING: thaw, close its input ──grace──► SIGTERM ──grace──► SIGKILL to the group
              ──► kill what left the group ──► reap ──► close the hold, the folder, the pipes

     the thread "output":   LISTENING ── end of output ──► has it exited? ──no, 0.2 s──► ended(None)
                              │    ▲ lines(texts, at)           │ yes
                              │    └──┐                         ▼
                              ├───────┘                     the thread "end" reports
                              └─ stop_listening(), flood, garbled ──► SWALLOWING (empties the pipe)

**Which thread does what**

* "output" reads stdout and calls ``Listener.lines``, ``flood``, ``garbled`` and ``ended(None)``.
* "errors" reads stderr, keeps its last 64 KiB and passes the bytes to ``on_stderr``.
* "end" waits for the exit, and calls ``Listener.ended`` with the return code.
* "memory" runs only where the system does not end the whole program for too much memory.
* The thread "signals" (:mod:`.senders`) calls ``Listener.interfered``.
* The game's thread writes, freezes, thaws and asks for :meth:`Program.usage`; the thread of
  :mod:`board_core.players.turn_watch` freezes, and asks for usage; :meth:`Program.close` runs on
  any thread and usually takes at most three times ``grace``.
* The watcher is another process (:mod:`board_core.supervise.watch`). It does nothing while the host
  lives; when the host ends, it kills every registered group and removes the folders.

**Stamps**

The instant of a line is read as soon as ``os.read`` returns, before the bytes are cut and
decoded and before the listener waits for a lock. All lines that one read brings have the same
instant. It is the instant that the clock of a game charges.

**Invariants**

* The watcher knows of the folder and the control groups before they exist, and of the process as
  soon as it has a number: however the host ends, nothing is left.
* Where the system can wait for an exit without reaping the process, it is not reaped before
  :meth:`Program.close` has killed its group: the number of the group cannot be anybody else's.
* No pipe is left unread while the program lives: it would block the program, and hide its end.
* ``Listener.ended`` with a return code comes once, and after the lines that came before it, unless
  they take longer than 0.2 s.
* Nothing is frozen once closing has begun.

**Races, and how they are decided**

*The exit against the last line.* They come by different ways, a pipe and a child's state. "end"
sets ``_exited``, gives "output" and "errors" 0.2 s each to read what is left, and only then reports
the exit. If "output" finds the end of the pipe first, it waits 0.2 s for the exit: a program that
closed its output but runs on is reported as ``ended(None)``, any other by "end". A program that was
killed for its memory gets 10 s, since so much memory may take long to be given back. Standard error
may come after the report: closing waits up to 10 s until all of it is read.

*A freeze against closing.* Both take ``_freezing``; closing thaws first, for a frozen program could
not read the end of its input.

*A write against closing.* :class:`.InputPipe` has a lock; a write after closing raises OSError. A
write to a full pipe gives up after a second (NotReading), so that it cannot hold up the game.

*A flood against the host.* What nobody waits for (stderr, and output once it is swallowed) is read
at most a hundred times a second (:class:`ReadThrottle`), 64 KiB each.

*Somebody who holds the pipes.* A daemon with the program's folder in its environment is found by
that, any other by the pipe that it has open (:mod:`.leftovers`); until then a reader would wait.
"""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Protocol

from board_core.sentence import Sentence, say
from board_core.untrusted_files import TooMuch

from . import bubblewrap, watcher
from .command import Command
from .copies import COPIES, Copy
from .environment import HOST_VARIABLE, program_environment
from .folders import remove_folder
from .hold import hold
from .input_pipe import InputPipe
from .inside import Inside
from .jobs import Job
from .leftovers import kill_holders, kill_strays
from .limits import MIB
from .line_cutter import MOST_LINE_BYTES, BadEncoding, LineCutter, LineTooLong
from .processes import Spent, Usage, schedstat, state, tasks
from .sandbox import TRUSTED_CODE, Confinement, call_filter, confined, usable, warn_once
from .senders import SIGNAL_WATCH
from .starter import Starter, running_on
from .visibility import VisibleFiles, named_files, view_of
from .watch import WATCH, host_mark, new_name

log = logging.getLogger(__name__)

MOST_STDERR_BYTES = 64 * 1024
LAST_LINES_SECONDS = 0.2
"""For the lines of a program that has ended to arrive."""
LAST_ERRORS_SECONDS = 10.0
"""For the rest of its standard error to be read on a busy machine, when it is closed."""
LAST_PAGES_SECONDS = 10.0
"""For much memory to be given back on a busy machine."""
PROCESS_STARTER: Starter[subprocess.Popen[bytes]] = Starter()


class Listener(Protocol):
    """Whoever a program is run for. Each thread of the program makes one call at a time."""

    def lines(self, program: Program, texts: list[str], at: float) -> None:
        """Take lines that came together at this instant, in seconds of ``time.perf_counter``."""

    def flood(self, program: Program) -> None:
        """Hear that a line exceeded the limit; no more lines follow."""

    def garbled(self, program: Program, shown: str) -> None:
        """Hear that a line was not UTF-8 text, and how it can be shown; no more lines follow."""

    def interfered(self, program: Program, signal_name: str) -> None:
        """Hear that the program has sent this signal to the host, which ignored it."""

    def ended(self, program: Program, returncode: int | None) -> None:
        """Hear that the program exited, or (None) that it runs on but has closed its output."""


class ReadThrottle:
    """Rests between two reads of what nobody waits for: a flood costs the host next to nothing.

    A burst is read at once; a program that never stops is read a hundred times a second.
    """

    SHORTEST_SECONDS = 0.0002
    LONGEST_SECONDS = 0.01

    def __init__(self) -> None:
        self._seconds = self.SHORTEST_SECONDS
        self._woke = 0.0

    def rest(self) -> None:
        """Sleep, and longer each time as long as there is always something to read."""
        goes_on = time.perf_counter() - self._woke < self.LONGEST_SECONDS
        longer = min(self._seconds * 1.2, self.LONGEST_SECONDS)
        self._seconds = longer if goes_on else self.SHORTEST_SECONDS
        time.sleep(self._seconds)
        self._woke = time.perf_counter()


class Program:
    """Owns one process, its group, the threads that read it and its temporary folder.

    :meth:`close` ends it; calling that twice and from any thread is safe.
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
        on_stderr: Callable[[bytes], object] = len,
    ) -> None:
        """Start the program and the threads that read it.

        ``environment`` replaces the one that is otherwise built from nothing. ``grace`` is how many
        seconds each step of ending it may take, ``clock`` how many it may think in its life, and
        ``max_line`` how many bytes its lines may have. ``on_stderr`` gets the bytes it writes there
        as they come, and ``b""`` at the end.

        Raises OSError if the program cannot be started, SandboxUnavailable if a sandbox is required
        in vain, and CannotTake for a folder or a listed path that it cannot be shown.
        """
        self._listener = listener
        self._grace = grace
        self._limits = confinement.limits
        self._exceeded = False
        self.exited_voluntarily: bool | None = None
        """True if it exited within ``grace`` after its input was closed; None until then."""
        bwrap = usable(confinement)
        if (warning := warn_once(confinement)) is not None:
            log.warning("%s", warning)
        self._name = new_name()
        self._home = Path(tempfile.gettempdir(), self._name)
        self._hold = hold(self._name, confinement.limits)
        self._inside: Inside | None = None
        self._copy: Copy | None = None  # of its own folder, which it sees in a sandbox
        WATCH.register(self._name, self._home, self._hold.places)  # before any of it exists
        with ExitStack() as undo:
            undo.callback(self._unmake)
            self._home.mkdir(0o700)
            self._hold.make()
            if bwrap is not None:
                self._inside = Inside()
            try:
                self._process = self._start(command, environment, confinement, bwrap, clock)
            except BaseException:
                if self._inside is not None:
                    self._inside.started(ok=False)
                raise
            undo.callback(self._give_up)
            if self._inside is not None:
                self._inside.started()
            self.pid = self._process.pid
            self._job = Job(self._process, confinement.limits)
            undo.callback(self._job.close)
            WATCH.register(self._name, self._home, self._hold.places, self.pid)
            SIGNAL_WATCH.register(self)
            undo.pop_all()
        assert self._process.stdin is not None
        if self._inside is None:
            self._hold.started(self.pid, whole=True)
        self._input = InputPipe(self._process.stdin)
        self._closing = threading.Lock()
        self._freezing = threading.Lock()  # nobody freezes what is being closed
        self._closed = False
        self._unheard = False
        self._exited = threading.Event()
        self._returncode: int | None = None
        self._cutter = LineCutter(max_line, cr_ends_lines=cr_ends_lines)
        self._on_stderr = on_stderr
        self._stderr: deque[bytes] = deque()
        self._stderr_size = 0
        self._threads = [
            self._thread(self._read_lines, "output"),
            self._thread(self._read_stderr, "errors"),
            self._thread(self._wait, "end"),
        ]
        if self._hold.needs_watch:
            self._threads.append(self._thread(self._watch, "memory"))
        for thread in self._threads:
            thread.start()

    def _give_up(self) -> None:
        """End a process whose start has failed halfway: nobody will call :meth:`close`."""
        self._signal("kill")
        self._process.wait()
        if self._inside is not None:
            self._inside.learn()
            self._inside.wait(self._grace)
            self._inside.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _unmake(self) -> None:
        """Remove the folder and the hold that were made for the program."""
        self._hold.close()
        self._give_back()
        with suppress(OSError):  # where no more files can be opened this is possible, and enough
            (self._home / "calls").unlink(missing_ok=True)
            self._home.rmdir()
        remove_folder(self._home)
        WATCH.release(self._name)

    def _give_back(self) -> None:
        copy, self._copy = self._copy, None
        if copy is not None:
            COPIES.give_back(copy)

    def _start(
        self,
        command: Command,
        environment: Mapping[str, str] | None,
        confinement: Confinement,
        bwrap: str | None,
        clock: float,
    ) -> subprocess.Popen[bytes]:
        """Start the process, in a sandbox if ``bwrap`` is the path of bubblewrap."""
        inside, home = self._inside, Path(bubblewrap.HOME_INSIDE) if bwrap else self._home
        mark = host_mark()
        env = program_environment(home, mark, memory=self._limits.memory)
        if environment is not None:
            env = {**environment, HOST_VARIABLE: mark}
        info, view = None if inside is None else inside.told_on, None
        if bwrap is not None:
            view = self._view(command, confinement, env.get("PATH", os.defpath))
            env = {**env, **view.environment}
        calls = None
        if bwrap and (filtered := call_filter(confinement, self._hold)) is not None:
            calls = self._home / "calls"  # which no program sees
            calls.write_bytes(filtered)
        argv = confined(
            command,
            confinement,
            self._hold,
            bwrap=bwrap,
            clock=clock,
            view=view,
            info=info,
            calls=calls,
        )

        def start() -> subprocess.Popen[bytes]:
            with running_on(self._limits.cores), SIGNAL_WATCH.unblocked():
                return subprocess.Popen(
                    argv,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    cwd=self._home if bwrap else command.folder or self._home,
                    env=env,
                    pass_fds=() if info is None else (info,),
                    start_new_session=True,  # Ctrl-C is for us, and its group can be killed whole
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )

        on_starter = inside is not None or self._limits.cores is not None
        return PROCESS_STARTER.run(start) if on_starter else start()

    def freeze(self) -> None:
        """Stop the program and all its processes, where that is possible, until :meth:`thaw`."""
        with self._freezing:
            if not self._closed:
                self._hold.freeze()

    def thaw(self) -> None:
        """Let the program go on after :meth:`freeze`."""
        self._hold.thaw()

    def spent(self) -> Spent | None:
        """Return what all its processes have used so far; None where the system does not tell."""
        return self._hold.spent()

    @property
    def excess(self) -> Sentence | None:
        """The sentence that says which limit it exceeded; None if it was not ended for that.

        Known when the program has ended, or is about to.
        """
        memory = self._limits.memory
        if self._hold.exceeded():
            self._exceeded = True
        if memory is None or not self._exceeded:
            return None
        return say(
            "it used more than its {limit} MiB of memory, with its children and temporary files",
            limit=memory // MIB,
        )

    def interfered(self, signal_name: str) -> None:
        """Pass on to the listener what :mod:`.senders` found out."""
        self._listener.interfered(self, signal_name)

    def _view(self, command: Command, how: Confinement, path: str) -> VisibleFiles:
        """Return the files it sees in a sandbox, with a copy of its folder. Raises CannotTake."""
        view = view_of(command, path, how.readable, how.packages, how.for_function)
        if view.own is None:
            return view
        try:
            self._copy = COPIES.take(view.own.folder, view.own.names)
        except TooMuch as error:
            if command.handed_in or command.folder != view.own.folder:
                raise
            log.warning("%s; the program sees the files that its command names", error.sentence)
            view = replace(view, own=replace(view.own, names=named_files(command)))
            self._copy = COPIES.take(command.folder, named_files(command))
        return view.with_copy(self._copy.path)

    def stop_listening(self) -> None:
        """Throw away from now on what the program prints."""
        self._unheard = True

    @property
    def running(self) -> bool:
        return not self._exited.is_set()

    @property
    def unfinished_line(self) -> str:
        """The text it has printed behind its last line break."""
        return self._cutter.rest.decode("utf-8", "backslashreplace")

    @property
    def stderr(self) -> str:
        """The last 64 KiB, and at most one read more, of what it wrote to its standard error."""
        return b"".join(tuple(self._stderr)).decode("utf-8", "backslashreplace")

    def write(self, text: str) -> None:
        """Send text. Raises OSError if its input is closed, NotReading if the pipe stays full."""
        self._input.write(text.encode())

    def close_input(self) -> None:
        """Let the program read the end of its input. Safe to call twice."""
        self._input.close()

    def usage(self) -> Usage:
        """Look at the process from outside; only Linux tells anything."""
        if self._exited.is_set():
            return Usage()
        unread, closed = self._input.look()
        threads = tasks(self._program())
        return Usage(state(threads), *schedstat(threads), unread, closed)

    def wait(self, seconds: float) -> bool:
        """Wait at most so long for the exit, and return whether it has exited."""
        return self._exited.wait(seconds)

    def close(self) -> None:
        """Close its input, then ask it to end, then kill it and all its processes."""
        with self._closing:
            if self._closed:
                return
            with self._freezing:
                self._closed = True
            self.thaw()  # frozen, it could not read the end of its input
            self.close_input()
            self.exited_voluntarily = self._exited.wait(self._grace)
            if not self.exited_voluntarily:
                self._signal("terminate")
                self._exited.wait(self._grace)
            self._signal("kill")  # also what a leader that exited left in its group
            self._exited.wait()
            kill_strays(self.pid, self._home, self._grace)
            for thread in self._threads[:2]:
                thread.join(LAST_LINES_SECONDS)
            if any(thread.is_alive() for thread in self._threads[:2]):
                kill_holders(self.pid, [self._process.stdout, self._process.stderr])
            self._process.wait()
            self._hold.close()  # which ends the watch of its memory
            for thread in self._threads:
                if thread is not threading.current_thread():
                    # nobody holds the pipe any more: the log is whole when it has been read
                    thread.join(LAST_ERRORS_SECONDS if thread is self._threads[1] else self._grace)
            self._unmake()
            self._job.close()
            if self._inside is not None:
                self._inside.close()
            for pipe in (self._process.stdout, self._process.stderr):
                if pipe is not None and not any(t.is_alive() for t in self._threads[:2]):
                    pipe.close()

    def _thread(self, run: Callable[[], None], what: str) -> threading.Thread:
        return threading.Thread(target=run, name=f"{what} of {self.pid}", daemon=True)

    def _read_lines(self) -> None:
        assert self._process.stdout
        fd, read, now = self._process.stdout.fileno(), os.read, time.perf_counter
        cut, deliver = self._cutter.cut, self._listener.lines
        try:
            while not self._unheard and (data := read(fd, 65536)):
                at = now()
                deliver(self, cut(data), at)
            if not self._unheard:
                deliver(self, self._cutter.last(), now())
        except LineTooLong:
            self._listener.flood(self)
        except BadEncoding as error:
            self._listener.garbled(self, str(error))
        except OSError:
            pass
        else:
            if not self._unheard:
                ending = LAST_LINES_SECONDS if self.excess is None else LAST_PAGES_SECONDS
                if not self._exited.wait(ending):
                    self._listener.ended(self, None)
                return
        self._swallow(fd)

    def _swallow(self, fd: int) -> None:
        """Empty the pipe until its end, so that the program does not block on a full one."""
        throttle = ReadThrottle()
        with suppress(OSError):
            while os.read(fd, 65536) and not self._closed:
                throttle.rest()

    def _read_stderr(self) -> None:
        assert self._process.stderr
        fd, throttle = self._process.stderr.fileno(), ReadThrottle()
        with suppress(OSError):
            while data := os.read(fd, 65536):
                self._stderr.append(data)
                self._stderr_size += len(data)
                while self._stderr_size - len(self._stderr[0]) >= MOST_STDERR_BYTES:
                    self._stderr_size -= len(self._stderr.popleft())
                self._on_stderr(data)
                throttle.rest()
        self._on_stderr(b"")

    def _wait(self) -> None:
        if self._inside is None:
            self._returncode = self._wait_for_exit()
        else:
            first = self._inside.learn()
            if first is not None:
                self._hold.started(first, whole=False)
            self._returncode = _as_without_sandbox(self._wait_for_exit())
            self._inside.wait(self._grace)
        if self._hold.exceeded():
            self._exceeded = True
        self._exited.set()
        self._threads[0].join(LAST_LINES_SECONDS)  # its last line may still be on the way
        self._threads[1].join(LAST_LINES_SECONDS)
        self._listener.ended(self, self._returncode)

    def _watch(self) -> None:
        if self._hold.watch():
            self._exceeded = True
            self._hold.kill()

    def _wait_for_exit(self) -> int:
        if not hasattr(os, "waitid"):
            return self._process.wait()
        # Not reaped: the number of its group stays taken until close() has killed the group
        try:
            result = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        except ChildProcessError:  # the host ignores SIGCHLD, or waits for all its children
            return self._process.wait()
        assert result is not None
        killed = result.si_code in (os.CLD_KILLED, os.CLD_DUMPED)
        return -result.si_status if killed else result.si_status

    def _signal(self, how: str) -> None:
        with suppress(OSError):
            if os.name == "posix":
                program = self._program()
                if how == "terminate" and program != self.pid:
                    os.kill(program, signal.SIGTERM)  # bubblewrap would end all at once
                else:
                    os.killpg(self.pid, signal.SIGTERM if how == "terminate" else signal.SIGKILL)
            elif how == "kill":
                watcher.kill_group(self.pid)
            else:
                self._process.terminate()

    def _program(self) -> int:
        """Return the program's process number, or the sandbox's until that has started it."""
        inside = self._inside.program() if self._inside is not None else None
        return self.pid if inside is None else inside


def _as_without_sandbox(returncode: int) -> int:
    """Return the code as Python has it; bubblewrap adds 128 to a signal's number, as shells do."""
    ended_by = returncode - 128
    return -ended_by if ended_by in set(map(int, signal.Signals)) else returncode
