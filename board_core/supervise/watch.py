"""The host's side of the watcher."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
import uuid
from pathlib import Path

from . import watcher
from .environment import MARK

HOST = uuid.uuid4().hex
"""This host's mark in the environment of its programs."""


class Watch:
    """Owns the one watcher process of this host, from the first program to the host's end."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._registered: dict[int, Path] = {}  # each program's own folder

    def register(self, pid: int, folder: Path) -> None:
        """``folder`` goes with the program, if the host cannot see to it any more."""
        with self._lock:
            if self._owner != os.getpid():  # the first program, or this host is a fork
                self._process, self._registered, self._owner = None, {}, os.getpid()
            self._registered[pid] = folder
            self._write(_entry(pid, folder))

    def release(self, pid: int) -> None:
        with self._lock:
            self._registered.pop(pid, None)
            self._write(f"-{pid}\n")

    def close(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        assert process.stdin
        process.stdin.close()
        try:
            process.wait(1)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _write(self, line: str) -> None:
        for _ in range(2):
            if self._process is None:
                self._process = _start()
                line = "".join(_entry(*entry) for entry in self._registered.items()) or line
            assert self._process.stdin
            try:
                self._process.stdin.write(line.encode())
            except OSError:  # somebody killed the watcher: the next one learns everything again
                self._process.stdin.close()
                self._process.wait()
                self._process = None
            else:
                return


def _entry(pid: int, folder: Path) -> str:
    return f"+{pid} {str(folder)!a}\n"


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", str(Path(watcher.__file__)), f"{MARK}={HOST}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,  # a Ctrl-C in the terminal is not for it
    )


WATCH = Watch()
atexit.register(WATCH.close)
