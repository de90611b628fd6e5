"""Find the program's process inside its bubblewrap sandbox."""

from __future__ import annotations

import errno
import json
import os
import select
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from board_core.game.loop import Loop

from .output_pipe import OutputPipe
from .processes import children, inner_numbers, kernel_text, state, tasks

ABOVE_SHELLS_OWN = 20  # the program's pipes travel as 3 and 4, and a shell keeps its own from 10 on


class Inside:
    """Owns the pipe on which bubblewrap reports the first process in its sandbox.

    That process ends last, and everything in the sandbox with it; the program is its only child
    with the number 2 inside. The attached loop reads the pipe and calls ``learned`` with the
    process number; :meth:`close` closes the pipe. Raises OSError if too many files are open.
    """

    def __init__(self, learned: Callable[[int], object]) -> None:
        read, write = os.pipe()
        try:
            self.told_on = _copy_above_shells_own(write)
        except OSError as error:  # EINVAL: the host may be allowed fewer
            os.close(read)
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE)) from error
        finally:
            os.close(write)
        self._learned = learned
        self._told = b""
        self._first: int | None = None
        self._pidfd: int | None = None
        self._pipe = OutputPipe(os.fdopen(read, "rb", 0), self._took, "bubblewrap")
        self._pipe.has_rests = False

    def started(self) -> None:
        """Close the host's copy of the writing end, which bubblewrap now has or will never get."""
        os.close(self.told_on)

    def attach(self, loop: Loop[Any]) -> None:
        self._pipe.attach(loop)

    def detach(self) -> None:
        self._pipe.detach()

    def is_empty(self) -> bool:
        """Return True if bubblewrap and the sandbox's first process, so all inside, have ended."""
        self._pipe.drain(0.0)
        if self._pipe.is_open:
            return False
        return self._pidfd is None or _has_ended(self._pidfd)

    def _took(self, data: bytes, at: float) -> None:
        self._told += data
        if sys.platform != "linux" or data:
            return
        with suppress(ValueError, KeyError, OSError):
            first = int(json.loads(self._told)["child-pid"])
            self._pidfd = os.pidfd_open(first)
            self._first = first
            self._learned(first)

    def others(self) -> int | None:
        """Return how many orphaned processes the sandbox's first process has adopted."""
        program = self.program()
        if self._first is None or program is None:
            return None
        return sum(bool(state(tasks(pid))) for pid in set(children(self._first)) - {program})

    def program(self) -> int | None:
        """Return the outside process number of the program; None if it has not started yet."""
        if self._first is None:
            return None
        with suppress(OSError, ValueError):
            for child in kernel_text(f"/proc/{self._first}/task/{self._first}/children").split():
                if inner_numbers(int(child))[-1:] == [2]:
                    return int(child)
        return None

    def close(self) -> None:
        """Close everything. Safe to call twice."""
        self._pipe.close()
        pidfd, self._pidfd = self._pidfd, None
        if pidfd is not None:
            os.close(pidfd)


def _copy_above_shells_own(fd: int) -> int:
    if sys.platform == "win32":
        raise OSError("there is no bubblewrap")
    import fcntl

    return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, ABOVE_SHELLS_OWN)


def _has_ended(pidfd: int) -> bool:
    if sys.platform == "win32":
        return True
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(0))
