"""One running program: its pipes, its threads, its end."""

from __future__ import annotations

import logging
import os
import select
import signal
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
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
from .inside import Inside
from .jobs import Job
from .limits import MIB
from .lines import BadEncoding, LineCutter, LineTooLong
from .processes import Spent, Usage, holders, schedstat, state, tasks
from .sandbox import TRUSTED_CODE, Confinement, call_filter, caution, confined, usable
from .senders import SIGNAL_WATCH
from .starter import Starter, running_on
from .visibility import VisibleFiles, named_files, view_of
from .watch import WATCH, host_mark, new_name

log = logging.getLogger(__name__)

STDERR_KEPT = 64 * 1024
WRITE_LIMIT = 1.0  # seconds a program may leave a full pipe unread
LAST_LINES = 0.2  # seconds for the lines of a program that has ended to arrive
LAST_PAGES = 10.0  # seconds that much memory may take to be given back on a busy machine
STARTER: Starter[subprocess.Popen[bytes]] = Starter()


class Listener(Protocol):
    """Called on the program's own threads, one call at a time for each."""

    def lines(self, program: Program, texts: list[str], at: float) -> None:
        """Lines that came together, and when: seconds of ``time.perf_counter``."""

    def flood(self, program: Program) -> None:
        """A line without end; nothing more is read."""

    def garbled(self, program: Program, shown: str) -> None:
        """A line that is no text; nothing more is read."""

    def interfered(self, program: Program, signal_name: str) -> None:
        """It has sent this signal to the host, which ignored it."""

    def ended(self, program: Program, returncode: int | None) -> None:
        """It exited, or (None) it lives on but has closed its output."""


class NotReading(Exception):
    """The program leaves its input unread until the pipe is full."""


class Pace:
    """Rests between two reads of what nobody waits for: a flood costs the host next to nothing.

    A burst is read at once; who goes on and on is read a hundred times a second.
    """

    LONGEST = 0.01

    def __init__(self) -> None:
        self._rest = 0.0002
        self._woke = 0.0

    def rest(self) -> None:
        goes_on = time.perf_counter() - self._woke < self.LONGEST
        self._rest = min(self._rest * 1.2, self.LONGEST) if goes_on else 0.0002
        time.sleep(self._rest)
        self._woke = time.perf_counter()


class Program:
    """Owns one process, its group, the threads that read it and its temporary folder.

    Ended by :meth:`close`, which may be called twice and from any thread. Raises OSError when
    the program cannot be started.
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
        max_line: int = 4096,
        cr_ends_lines: bool = False,
        on_stderr: Callable[[bytes], object] = len,
    ) -> None:
        """``grace`` is how many seconds each step of the end may take.

        ``on_stderr`` hears what is written there as it comes, and nothing (``b""``) at the end.

        Without an ``environment`` the program gets one built from nothing. ``clock`` is how many
        seconds it may think in its life. Raises SandboxUnavailable if that is required, and
        CannotTake for a folder or a listed path that cannot be shown.
        """
        self._listener = listener
        self._grace = grace
        self._limits = confinement.limits
        self._exceeded = False
        self.left: bool | None = None
        """Whether it ended by itself once its input was closed; None: not closed yet."""
        bwrap = usable(confinement)
        if (warning := caution(confinement)) is not None:
            log.warning("%s", warning)
        self._name = new_name()
        self._home = Path(tempfile.gettempdir(), self._name)
        self._hold = hold(self._name, confinement.limits)
        self._inside: Inside | None = None
        self._copy: Copy | None = None  # of its own folder, which it sees in a sandbox
        WATCH.register(self._name, self._home, self._hold.places)  # before there is any of it
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
        self._stdin = self._process.stdin
        if self._inside is None:
            self._hold.started(self.pid, whole=True)
        if os.name == "posix":  # Windows has no such pipes before Python 3.12
            os.set_blocking(self._stdin.fileno(), False)
        self._writing = threading.Lock()
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
        """Nobody will ever call :meth:`close`."""
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
        """Remove what was made around the program."""
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
        return STARTER.run(start) if on_starter else start()

    def freeze(self) -> None:
        """Stand still, with all it has started, where that is possible; until :meth:`thaw`."""
        with self._freezing:
            if not self._closed:
                self._hold.freeze()

    def thaw(self) -> None:
        """Go on after :meth:`freeze`."""
        self._hold.thaw()

    def spent(self) -> Spent | None:
        """What all of it has used so far; None where the system does not tell."""
        return self._hold.spent()

    @property
    def excess(self) -> Sentence | None:
        """Why it was ended: it used more than it may. Known when it has ended, or is about to."""
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
        """Tell the listener: called by :mod:`.senders`."""
        self._listener.interfered(self, signal_name)

    def _view(self, command: Command, how: Confinement, path: str) -> VisibleFiles:
        """What it sees, with a copy of its own folder. Raises CannotTake."""
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
        """No more lines are wanted: what it still prints is thrown away."""
        self._unheard = True

    @property
    def running(self) -> bool:
        return not self._exited.is_set()

    @property
    def unfinished_line(self) -> str:
        """What it has printed without a line break."""
        return self._cutter.rest.decode("utf-8", "backslashreplace")

    @property
    def stderr(self) -> str:
        """The last of what it wrote to its standard error."""
        return b"".join(tuple(self._stderr)).decode("utf-8", "backslashreplace")

    def write(self, text: str) -> None:
        """Send text; OSError if its input is closed, NotReading after a second of a full pipe."""
        data = text.encode()
        with self._writing:
            if self._stdin.closed:
                raise BrokenPipeError("its input is closed")
            fd = self._stdin.fileno()
            try:
                sent = os.write(fd, data)
            except BlockingIOError:
                sent = 0
            if sent != len(data):
                self._write_slowly(fd, data[sent:])

    def close_input(self) -> None:
        with self._writing, suppress(OSError):
            self._stdin.close()

    def usage(self) -> Usage:
        """A look at the process from outside (Linux; elsewhere nothing is known)."""
        if self._exited.is_set():
            return Usage()
        unread, closed = None, False
        with self._writing:
            if not self._stdin.closed:
                unread = _unread(self._stdin.fileno())
                closed = _has_no_reader(self._stdin.fileno())
        threads = tasks(self._program())
        return Usage(state(threads), *schedstat(threads), unread, closed)

    def wait(self, seconds: float) -> bool:
        """Whether it has exited, after waiting at most so long."""
        return self._exited.wait(seconds)

    def close(self) -> None:
        """Close its input, then ask it to end, then kill it and all of its group."""
        with self._closing:
            if self._closed:
                return
            with self._freezing:
                self._closed = True
            self.thaw()  # it is to hear that its input is closed
            self.close_input()
            self.left = self._exited.wait(self._grace)
            if not self.left:
                self._signal("terminate")
                self._exited.wait(self._grace)
            self._signal("kill")  # also what a leader that has gone left in its group
            self._exited.wait()
            self._kill_strays()
            for thread in self._threads[:2]:
                thread.join(LAST_LINES)
            if any(thread.is_alive() for thread in self._threads[:2]):
                self._kill_holders()
            self._process.wait()
            self._hold.close()  # which ends the watch of its memory
            for thread in self._threads:
                if thread is not threading.current_thread():
                    thread.join(self._grace)
            self._unmake()
            self._job.close()
            if self._inside is not None:
                self._inside.close()
            for pipe in (self._process.stdout, self._process.stderr):
                if pipe is not None and not any(t.is_alive() for t in self._threads[:2]):
                    pipe.close()

    def _thread(self, run: Callable[[], None], what: str) -> threading.Thread:
        return threading.Thread(target=run, name=f"{what} of {self.pid}", daemon=True)

    def _write_slowly(self, fd: int, data: bytes) -> None:
        deadline = time.perf_counter() + WRITE_LIMIT
        poll = select.poll()
        poll.register(fd, select.POLLOUT)
        while data:
            left = max(0.0, deadline - time.perf_counter())  # the host may have been away
            if not poll.poll(left * 1000):
                raise NotReading
            with suppress(BlockingIOError):
                data = data[os.write(fd, data) :]

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
                ending = LAST_LINES if self.excess is None else LAST_PAGES
                if not self._exited.wait(ending):
                    self._listener.ended(self, None)
                return
        self._swallow(fd)

    def _swallow(self, fd: int) -> None:
        """Go on emptying the pipe, so that the end of the program is as usual."""
        pace = Pace()
        with suppress(OSError):
            while os.read(fd, 65536) and not self._closed:
                pace.rest()

    def _read_stderr(self) -> None:
        assert self._process.stderr
        fd, pace = self._process.stderr.fileno(), Pace()
        with suppress(OSError):
            while data := os.read(fd, 65536):
                self._stderr.append(data)
                self._stderr_size += len(data)
                while self._stderr_size - len(self._stderr[0]) >= STDERR_KEPT:
                    self._stderr_size -= len(self._stderr.popleft())
                self._on_stderr(data)
                pace.rest()
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
        self._threads[0].join(LAST_LINES)  # its last line may still be on the way
        self._threads[1].join(LAST_LINES)
        self._listener.ended(self, self._returncode)

    def _watch(self) -> None:
        if self._hold.watch():
            self._exceeded = True
            self._hold.kill()

    def _wait_for_exit(self) -> int:
        if not hasattr(os, "waitid"):
            return self._process.wait()
        # Not reaped yet: the number of its group stays taken until close() has killed the group
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
                    os.kill(program, signal.SIGTERM)  # of bubblewrap it would be the end of all
                else:
                    os.killpg(self.pid, signal.SIGTERM if how == "terminate" else signal.SIGKILL)
            elif how == "kill":
                watcher.kill_group(self.pid)
            else:
                self._process.terminate()

    def _program(self) -> int:
        """The process that is the program, or the sandbox around it until that has started it."""
        inside = self._inside.program() if self._inside is not None else None
        return self.pid if inside is None else inside

    def _kill_strays(self) -> None:
        """Daemons that it started outside its group: they have its folder in their environment."""
        home = f"HOME={self._home}"
        known: set[int] = {self.pid}
        deadline = time.perf_counter() + self._grace
        while strays := set(watcher.marked(home)) - {self.pid}:
            self._kill_left_behind(strays - known)  # again, for what they have started meanwhile
            known |= strays
            if time.perf_counter() > deadline:
                break

    def _kill_holders(self) -> None:
        """Somebody without that environment holds its pipes."""
        pipes = [self._process.stdout, self._process.stderr]
        ends = {os.fstat(pipe.fileno()).st_ino for pipe in pipes if pipe is not None}
        self._kill_left_behind(holders({f"pipe:[{end}]" for end in ends}))

    def _kill_left_behind(self, pids: Iterable[int]) -> None:
        for pid in pids:
            log.warning("program %s left process %s behind; it is killed", self.pid, pid)
            watcher.kill_group(pid)


def _as_without_sandbox(returncode: int) -> int:
    """bubblewrap says as a shell does that a signal has ended the program."""
    ended_by = returncode - 128
    return -ended_by if ended_by in set(map(int, signal.Signals)) else returncode


def _has_no_reader(fd: int) -> bool:
    if not hasattr(select, "poll"):
        return False
    poll = select.poll()
    poll.register(fd, 0)
    return any(happened & select.POLLERR for _, happened in poll.poll(0))


def _unread(fd: int) -> int | None:
    try:
        import fcntl
        import struct
        import termios

        return int(struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, b"\0" * 4))[0])
    except (ImportError, OSError, ValueError):
        return None
