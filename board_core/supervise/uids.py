"""Separate user IDs for programs: taken for each sandbox, and given back for the next."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import threading
from contextlib import suppress
from functools import cache

from board_core.fast_dataclass import dataclass
from board_core.text.sentence import Sentence, say

from . import watcher
from .watch import WATCH

UID_REASONS = {
    "uidmap": say("newuidmap is not installed; Debian and Ubuntu: apt install uidmap"),
    "subids": say(
        "you have no subordinate user IDs; as root: usermod --add-subuids FIRST-LAST "
        "--add-subgids FIRST-LAST USER, with 65536 numbers that nobody else has in /etc/subuid"
    ),
    "range": say("the user IDs that the board would use are not there, as in a container"),
    "full": say("all user IDs for programs are used"),
}
"""The watcher's reasons why there is no user ID."""


class NoUid(OSError):
    """Error: a program cannot have its own user ID; the sentence says why.

    Its ``errno`` names a resource that the host lacks; the program is not at fault.
    """

    def __init__(self, why: str) -> None:
        self.sentence: Sentence = UID_REASONS.get(why) or say("{why}", why=why)
        super().__init__(errno.EAGAIN, str(self.sentence))


@dataclass(frozen=True, slots=True)
class OwnUid:
    """A user ID for one program at a time, with descriptors of its lock and namespaces."""

    number: int
    in_base: int  # the same user, as the base namespace has it, if there is one
    descriptors: tuple[int, ...]

    @property
    def enter(self) -> str:
        """Return a shell command, ended by ``&&``, that opens the two namespaces as 6 and 7."""
        return "exec 6<{} 7<{} && ".format(*map(_path, self.descriptors[1:3]))

    @property
    def become(self) -> tuple[str, ...]:
        """Return the command prefix that runs bubblewrap with this user ID."""
        base = [f"--user={_path(descriptor)}" for descriptor in self.descriptors[3:]]
        return (nsenter(), *base, "-S", str(self.in_base), "-G", str(self.in_base))

    def close(self) -> None:
        for descriptor in self.descriptors:
            with suppress(OSError):
                os.close(descriptor)


class Uids:
    """Owns the user IDs of this host. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[OwnUid] = []
        self._lingering: list[OwnUid] = []  # of programs that are slow to die
        self.all: list[OwnUid] = []

    def take(self) -> OwnUid:
        """Return a user ID that no process has. Raises NoUid."""
        with self._lock:
            if not self._idle:
                self._collect()
            if not self._idle:
                self._idle.append(_new())
                self.all.append(self._idle[-1])
            return self._idle.pop()

    def give_back(self, uid: OwnUid, *, unused: bool) -> None:
        """Keep it for the next program, once no process uses it.

        Until then the watcher knows it, and kills the processes that use it if this host ends.
        """
        with self._lock:
            (self._idle if unused else self._lingering).append(uid)
            if not unused:
                with suppress(OSError):
                    WATCH.register(str(uid.number), None, (), 0, uid.number)

    def _collect(self) -> None:
        lingering = {str(uid.number): uid for uid in self._lingering}
        found = watcher.all_marked([*lingering]) if lingering else {}
        for name in (name for name, pids in found.items() if not pids):
            self._lingering.remove(lingering[name])
            self._idle.append(lingering[name])
            WATCH.release(name)

    def forget(self) -> None:
        """Disown them, in a fork of the host, which would otherwise hold their locks."""
        for uid in self.all:
            uid.close()
        self._lock, self._idle, self._lingering, self.all = threading.Lock(), [], [], []


def _new() -> OwnUid:
    if sys.platform == "win32":
        raise NoUid("range")
    try:
        said, descriptors = WATCH.uid()
    except OSError as error:
        raise NoUid(str(error)) from error
    text = said.decode(errors="replace")
    if not text.startswith("+"):
        raise NoUid(text[1:] or os.strerror(errno.EPIPE))
    number, in_base = map(int, text.split())
    uid = OwnUid(number, in_base, tuple(descriptors))
    if len(descriptors) < (4 if os.geteuid() else 3):  # some could not be received
        uid.close()
        raise NoUid(os.strerror(errno.EMFILE))
    return uid


def _path(descriptor: int) -> str:
    return f"/proc/{os.getpid()}/fd/{descriptor}"


@cache
def nsenter() -> str:
    """Return the path of util-linux's nsenter, which runs bubblewrap as another user."""
    return shutil.which("nsenter", path="/usr/bin:/bin") or "nsenter"


@cache
def _numbers() -> range:
    if sys.platform == "linux":
        from .uid_namespaces import own_uids

        with suppress(OSError, ValueError):
            return own_uids()
    return range(0)


def has_own_uid(pid: int) -> bool:
    """Return True if a process has a program's user ID, from this host or another."""
    with suppress(OSError):
        return os.stat(f"/proc/{pid}").st_uid in _numbers()  # noqa: PTH116  # of every process
    return False


OWN_UIDS = Uids()
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=OWN_UIDS.forget)
