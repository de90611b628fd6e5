"""The host's side of the watcher.

When the host ends in any way, its end of the pipe closes. The watcher then kills the remaining
programs, removes their folders, and exits.
"""

from __future__ import annotations

import atexit
import itertools
import os
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from . import watcher
from .environment import HOST_VARIABLE
from .senders import SIGNAL_WATCH
from .starter import run_unbroken

if TYPE_CHECKING:
    import socket  # importing the core alone needs no network library

_WATCH_TOKEN = uuid.uuid4().hex
_NUMBERS = itertools.count(1)

UID_SECONDS = 15.0
"""Seconds that the watcher may take to make a user ID on a busy machine."""


def host_mark() -> str:
    """Return this host's mark in its programs' environment; a fork of it is another host."""
    return f"{_WATCH_TOKEN}.{os.getpid()}"


def new_name() -> str:
    """Return a new name for a program's own resources, which identifies the host."""
    return f"board-{_WATCH_TOKEN[:12]}.{os.getpid()}-{next(_NUMBERS)}"


class Watch:
    """Owns the one watcher process of this host, from the first program to the host's end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._registered: dict[str, bytes] = {}  # the watcher's facts about each program
        self._answers: socket.socket | None = None  # answers of the watcher, on Linux

    def register(
        self,
        name: str,
        folder: Path | None = None,
        groups: Iterable[Path] = (),
        pid: int = 0,
        uid: int | None = None,
    ) -> None:
        """Register what to end and remove if the host ends: a process group, groups and a folder.

        All processes with the user ID ``uid`` are killed, too. Call it before any of them is made,
        and again for new ones. Raises OSError without a watcher.
        """
        known = (name, str(pid or ""), str(uid or ""), str(folder or ""), *map(str, groups))
        told = "\0".join(known)
        with self._lock:
            before = self._registered.get(name)
            self._registered[name] = b"+%s\n" % told.encode("utf-8", "surrogateescape")
            try:
                self._write(self._registered[name])
            except OSError:
                if before is None:
                    del self._registered[name]
                else:
                    self._registered[name] = before
                raise

    def uid(self) -> tuple[bytes, list[int]]:
        """Return the watcher's answer about one more user ID, and descriptors. Raises OSError."""
        with self._lock:
            self._write(b"?\n")
            if sys.platform == "win32" or self._answers is None:
                return b"-", []
            import socket

            try:
                return socket.recv_fds(self._answers, 600, 4)[:2]
            except TimeoutError:
                self._hear(None)  # its answer would be mistaken for the next one's
                raise

    def release(self, name: str) -> None:
        with self._lock, suppress(OSError):
            if self._registered.pop(name, None) is not None:
                self._write(f"-{name}\n".encode())

    def forget(self) -> None:
        """Forget the watcher and the programs, in a fork of the host, which does not own them."""
        process, self._process = self._process, None
        self._lock, self._registered = threading.Lock(), {}
        self._hear(None)
        if process is not None and process.stdin is not None:
            process.stdin.close()  # otherwise the watcher would not notice that the host ended
            process.returncode = 0  # not our child to wait for

    def close(self) -> None:
        with self._lock:
            process, self._process = self._process, None
            self._hear(None)
        if process is None:
            return
        assert process.stdin
        process.stdin.close()
        try:
            process.wait(1)
        except subprocess.TimeoutExpired:
            process.returncode = 0  # it still ends and removes what was left, and then exits

    def _write(self, line: bytes) -> None:
        for _ in range(2):
            if self._process is None:
                run_unbroken(self._start)
                line = b"".join(self._registered.values()) + line
            process = self._process
            assert process is not None
            assert process.stdin
            try:
                process.stdin.write(line)
            except OSError:  # the watcher was killed: register everything again with the next one
                process.stdin.close()
                process.wait()
                self._process = None
            else:
                return

    def _start(self) -> None:
        with SIGNAL_WATCH.unblocked(), ExitStack() as undo:
            if sys.platform != "linux":
                self._process = _started()
                return
            import socket

            ours, theirs = socket.socketpair()
            undo.callback(ours.close)
            with theirs:
                self._process = _started(theirs.fileno())
            undo.pop_all()
            ours.settimeout(UID_SECONDS)
            self._hear(ours)

    def _hear(self, answers: socket.socket | None) -> None:
        """Listen to the answers of a new watcher, or of none."""
        if self._answers is not None:
            self._answers.close()
        self._answers = answers


def _started(*answers: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [
            sys.executable,
            "-I",
            "-S",
            "-X",
            "utf8",
            watcher.__file__,
            f"{HOST_VARIABLE}={host_mark()}",
            *map(str, answers),
        ],
        pass_fds=answers,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        env={
            name: value for name, value in os.environ.items() if name != HOST_VARIABLE
        },  # nor a mark
        start_new_session=True,  # Ctrl-C in the terminal must not reach it
        creationflags=watcher.CREATION_FLAGS,
    )


WATCH = Watch()
atexit.register(WATCH.close)
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=WATCH.forget)
