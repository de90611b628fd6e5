"""User namespaces in which a sandboxed program has a user ID of its own (Linux).

The system counts pipes, signals and much else for each user, and lets the owner of a file change
it. So each program is a user that this machine does not have. bubblewrap makes its sandbox in the
namespace S, which that user owns, with capabilities over the files of the person who runs the
board. It then enters S2, in which there is only that user, and no namespace can be made. ::

    root:  machine ───────► S ──► S2
    user:  machine ──► B ─► S ──► S2        B has the person and the subordinate IDs of /etc/subuid

Descriptors keep them alive; no process remains. The watcher makes them, because it has no threads
and may fork. It imports this file by its path, and otherwise only the standard library.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import NoReturn

assert sys.platform == "linux"

UID_INSIDE = 1000
"""The user ID of every program inside its sandbox."""
RANGES_FOR_ROOT = ((0x7F000000, 65536), (60706, 478))
"""First IDs and numbers of IDs that no tool of a system gives away; the second for containers."""
FIRST_OF_ROOTS = 0x80000000  # from here on, S has the other users of the machine
MOST_OF_USER, USUAL_OFFSET = 20_000, 40_000  # a person's containers use the first IDs, and 65534
NEW_USER_NAMESPACE, SET_DUMPABLE = 0x10000000, 4
TOOL_SECONDS = 5.0
C_LIBRARY = ctypes.CDLL(None, use_errno=True)

_held: list[socket.socket] = []  # locks, held while the watcher has something to kill
_base: list[int] = []  # B, once it is made


def own_uids() -> range:
    """Return the range of user IDs for this person's programs; the first stays unused.

    Raises OSError with a word of :data:`.uids.UID_REASONS`.
    """
    return _root_range() if os.geteuid() == 0 else _subordinate("uid")


def _root_range() -> range:
    ends = []
    for kind in ("uid", "gid"):
        with open(f"/proc/self/{kind}_map") as lines:
            ends += [int(line.split()[2]) for line in lines if line.split()[0] == "0"]
    for first, count in RANGES_FOR_ROOT:
        if first + count <= min(ends):
            return range(first, first + count)
    raise OSError("range")


def _subordinate(kind: str) -> range:
    names = {str(os.geteuid())}
    with suppress(KeyError):
        names.add(pwd.getpwuid(os.geteuid()).pw_name)
    with suppress(FileNotFoundError), open(f"/etc/sub{kind}") as file:
        for name, first, count in (line.strip().split(":") for line in file):
            if name in names and int(count) > 1:
                begin = min(USUAL_OFFSET, int(count) // 2)
                end = min(begin + MOST_OF_USER, int(count))
                return range(int(first) + begin, int(first) + end)
    raise OSError("subids")


def answer(descriptor: int) -> None:
    """Send one more user ID with its lock and namespaces, or ``-`` and the reason for none."""
    with socket.socket(fileno=os.dup(descriptor)) as to:
        try:
            uids = own_uids()
            if os.geteuid() and not _base:
                _base.append(_made_base(uids, _subordinate("gid")))
            uid = _lock(uids)
            fork = Fork(partial(_make, to, uid, uids.start))
            try:
                fork.next()
            finally:
                fork.end()
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            with suppress(OSError):
                to.send(f"-{error}".encode()[:500])


def _lock(uids: range) -> int:
    """Return a user ID that no process uses and no other host has locked by a socket name."""
    used = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            used.add(os.stat(f"/proc/{name}").st_uid)
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    for uid in uids[1:]:
        with suppress(OSError):
            if uid not in used:
                lock.bind(f"\0board-uid-{uid}")
                _held.append(lock)
                return uid
    lock.close()
    raise OSError("full")


def _made_base(uids: range, gids: range) -> int:
    fork = Fork(lambda step: _new_namespace())
    try:
        fork.next()
        for tool, own, ids in (
            ("newuidmap", os.geteuid(), uids),
            ("newgidmap", os.getegid(), gids),
        ):
            others = [2, ids.start + 1, min(len(uids), len(gids)) - 1]
            command = [tool, *map(str, (fork.pid, 0, ids.start, 1, 1, own, 1, *others))]
            subprocess.run(command, check=True, capture_output=True, timeout=TOOL_SECONDS)
        return fork.namespace()
    except FileNotFoundError:
        raise OSError("uidmap") from None
    except subprocess.CalledProcessError as error:
        raise OSError(error.stderr.decode(errors="replace").strip()) from None
    finally:
        fork.end()


def _make(to: socket.socket, uid: int, spare: int, step: Callable[..., None]) -> None:
    """Make S and S2 from within B, and send them."""
    number, others = uid, f"{FIRST_OF_ROOTS} 0 {spare}"
    if _base:
        number, spare, others = uid - spare + 1, 0, "1 1 1"
        _checked(C_LIBRARY.setns(_base[0], NEW_USER_NAMESPACE))
    outer = Fork(partial(_outer, number))
    outer.next()
    # where there is no user 0, no terminal can be mounted
    outer.map(f"0 {spare} 1\n{UID_INSIDE} {number} 1\n{others}\n")
    inner = int(outer.next())
    spaces = [outer.namespace(), os.open(f"/proc/{inner}/ns/user", os.O_RDONLY)]
    socket.send_fds(to, [b"+%d %d" % (uid, number)], [_held[-1].fileno(), *spaces, *_base])
    outer.end()


def _outer(number: int, step: Callable[..., None]) -> None:
    """Make S, and S2 in it; if its user does not own S, a sandbox outlives its host."""
    os.setgroups([])
    os.setresgid(number, number, number)
    os.setresuid(number, number, number)
    C_LIBRARY.prctl(SET_DUMPABLE, 1, 0, 0, 0)  # else its maps are root's
    _new_namespace()
    step()
    inner = Fork(_inner)
    inner.next()
    inner.map(f"{UID_INSIDE} {UID_INSIDE} 1\n")
    inner.next()
    step(b"%d" % inner.pid)
    inner.end()


def _inner(step: Callable[..., None]) -> None:
    _new_namespace()
    step()
    _write("/proc/sys/user/max_user_namespaces", "0")


class Fork:
    """A fork that works step by step; :meth:`map` and :meth:`end` let it continue."""

    def __init__(self, work: Callable[[Callable[..., None]], object]) -> None:
        self._here, there = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            self._here.close()
            _work(work, there)
        there.close()

    def next(self) -> bytes:
        """Wait for its next step, and return its report."""
        said = self._here.recv(600)
        if said[:1] != b"+":
            raise OSError(said[1:].decode(errors="replace"))
        return said[1:]

    def map(self, lines: str) -> None:
        """Map these users and groups into its namespace, and let it continue."""
        for kind in ("uid", "gid"):
            _write(f"/proc/{self.pid}/{kind}_map", lines)
        self._here.send(b"g")

    def namespace(self) -> int:
        return os.open(f"/proc/{self.pid}/ns/user", os.O_RDONLY)

    def end(self) -> None:
        self._here.close()
        os.waitpid(self.pid, 0)


def _work(work: Callable[[Callable[..., None]], object], there: socket.socket) -> NoReturn:
    def step(told: bytes = b"") -> None:
        there.send(b"+" + told)
        there.recv(1)  # or end-of-file: nobody needs the rest

    try:
        work(step)
        step()
    except BaseException as error:
        there.send(f"-{error}".encode()[:500])
    finally:
        os._exit(0)


def _checked(result: int) -> None:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _new_namespace() -> None:
    _checked(C_LIBRARY.unshare(NEW_USER_NAMESPACE))


def _write(file: str, text: str) -> None:
    descriptor = os.open(file, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
