"""A finder of the program's process behind the bubblewrap that runs it."""

from __future__ import annotations

import errno
import json
import os
import select
from contextlib import suppress
from pathlib import Path

ABOVE_SHELLS_OWN = 20  # the program's pipes travel as 3 and 4, and a shell keeps its own from 10 on


class Inside:
    """Owns the pipe on which bubblewrap reports the first process in its sandbox.

    That process ends last, and everything in the sandbox with it; the program is its only child
    with the number 2 inside. Reads on one thread, once; :meth:`close` ends it. Raises OSError if
    too many files are open.
    """

    def __init__(self) -> None:
        import fcntl  # not on Windows, where there is no bubblewrap

        self._read, write = os.pipe()
        try:
            self.told_on = fcntl.fcntl(write, fcntl.F_DUPFD_CLOEXEC, ABOVE_SHELLS_OWN)
        except OSError as error:  # EINVAL: the host may be allowed fewer
            os.close(self._read)
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE)) from error
        finally:
            os.close(write)
        self._first: int | None = None
        self._pidfd: int | None = None

    def started(self, *, ok: bool = True) -> None:
        """Close the host's copy of the writing end, which bubblewrap now has."""
        os.close(self.told_on)
        if not ok:
            os.close(self._read)

    def learn(self) -> int | None:
        """Return the first process once bubblewrap reports it; None if bubblewrap has ended."""
        told = b""
        with suppress(OSError):
            while data := os.read(self._read, 4096):
                told += data
        os.close(self._read)
        with suppress(ValueError, KeyError, OSError):
            first = int(json.loads(told)["child-pid"])
            self._pidfd = os.pidfd_open(first)
            self._first = first
        return self._first

    def program(self) -> int | None:
        """Return the outside process number of the program; None if it has not started yet."""
        if self._first is None:
            return None
        with suppress(OSError, ValueError):
            children = Path(f"/proc/{self._first}/task/{self._first}/children").read_text()
            for child in children.split():
                for line in Path(f"/proc/{child}/status").read_text().splitlines():
                    if line.startswith("NSpid:") and line.split()[-1] == "2":
                        return int(child)
        return None

    def wait(self, seconds: float) -> None:
        """Wait until the sandbox is empty, which takes no more than a moment."""
        if self._pidfd is not None:
            poll = select.poll()
            poll.register(self._pidfd, select.POLLIN)
            poll.poll(seconds * 1000)

    def close(self) -> None:
        pidfd, self._pidfd = self._pidfd, None
        if pidfd is not None:
            os.close(pidfd)
