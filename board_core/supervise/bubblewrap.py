"""The argument list of bubblewrap, which makes a sandbox. Starts nothing.

A program sees the files of this machine listed in its :class:`~.visibility.VisibleFiles`, all
read-only but its own folder, a copy in memory. It has its own temporary files, no network, and sees
no other process.
"""

from __future__ import annotations

import os
import platform
import shlex
from collections.abc import Sequence
from pathlib import Path

from .limits import Limits
from .uids import OwnUid
from .visibility import COPY_FOLDER, SYSTEM_FOLDERS, VisibleFiles, system_settings

HOME_INSIDE = "/tmp"
"""The home and temporary folder inside: empty, writable, and removed with the program."""

COPY = "/bin/cp"
"""The program that fills a writable folder; what is shown there already it cannot replace."""

PASSWD_FILE = Path(__file__).with_name("passwd")
"""A file of one user: some programs do not start if they cannot look up their user."""

KEYRING_FILES = (Path("/proc/keys"), Path("/proc/key-users"))
"""The kernel's lists of keyrings: no namespace hides them."""

ZERO_DEVICE = Path("/dev/zero")
"""A device whose mappings are memory that no process shows and no filter can tell from a file."""

MOVE_PIPES_UP = 'exec 3<&0 4>&1 </dev/null >/dev/null; exec "$@"'
MOVE_PIPES_DOWN = 'exec "$@" <&3 >&4 3<&- 4>&- 5<&- 6<&- 7<&- 8<&-'
"""The shell command that moves the program's pipes from 3 and 4 to 0 and 1.

bubblewrap keeps its own 0 and 1 open as long as the sandbox lives, but closes descriptors above 2
once the program has them. So only the program holds its pipes, and closing one is noticed at once,
as without a sandbox. The filter of system calls is 5, the namespaces of a user ID are 6 and 7, the
gate is 8: a shell cannot close numbers of two digits, and bubblewrap leaves them open.
"""

SHARED_USER = ("--unshare-all", "--unshare-user", "--disable-userns")
OWN_USER = (
    *("--userns", "6", "--userns2", "7"),
    *(f"--unshare-{name}" for name in ("ipc", "pid", "net", "uts", "cgroup")),
)
"""The arguments for a program that has the user ID of this process, or one of its own."""


def bubblewrap_arguments(
    bwrap: str,
    prlimit: str | None,
    view: VisibleFiles,
    limits: Limits,
    argv: Sequence[str],
    info: int | None = None,
    *,
    enter: str = "",
    uid: OwnUid | None = None,
    calls: Path | None = None,
    gate: Path | None = None,
    counted: bool = True,
) -> list[str]:
    """Return the whole command: shell, bubblewrap, process limit, program.

    ``info`` is the descriptor on which bubblewrap reports its first process; ``enter`` are shell
    commands to run first; ``uid`` is the program's own user ID; ``calls`` is a file with the system
    call filter; ``gate`` a pipe whose line the program waits for before it starts. If the system
    does not count memory (``counted``), places where memory could be hidden are covered.
    """
    size = [] if limits.scratch is None else ["--size", str(limits.scratch)]
    folder, own = str(view.folder or HOME_INSIDE), shlex.quote(str(view.writable))
    fill = f"{COPY} -R {COPY_FOLDER}/. {own} 2>/dev/null; " if view.writable else ""
    # those who look into its folder from outside may be another user
    above = [] if view.writable is None else [*view.writable.parents][-2::-1]
    hidden = [
        file for file in (*KEYRING_FILES, *(() if counted else (ZERO_DEVICE,))) if file.exists()
    ]
    opened = "" if calls is None else f"exec 5<{shlex.quote(str(calls))} && "
    if gate is not None:
        opened, fill = f"{opened}exec 8<{shlex.quote(str(gate))} && ", f"{fill}read -r line <&8; "
    before, user = (("", *()), SHARED_USER) if uid is None else ((uid.enter, *uid.become), OWN_USER)
    return [
        *("/bin/sh", "-c", f"{enter}{opened}{before[0]}{MOVE_PIPES_UP}", "sh", *before[1:], bwrap),
        *user,
        *("--uid", "1000", "--gid", "1000"),  # no process inside is root, even if root started it
        *("--hostname", "board"),
        *("--die-with-parent", "--new-session"),
        *(() if info is None else ("--info-fd", str(info))),
        *(() if calls is None else ("--seccomp", "5")),
        *(word for each in above for word in ("--perms", "0755", "--dir", str(each))),
        *_system(),
        *("--proc", "/proc", "--dev", "/dev"),
        *(
            word
            for file in hidden
            if file.exists()
            for word in ("--ro-bind", os.devnull, str(file))
        ),
        *(*size, "--tmpfs", HOME_INSIDE),  # the size applies to the next argument
        *(*size, "--tmpfs", "/dev/shm"),
        *_shown(view, 0 if limits.scratch is None else limits.scratch),
        *("--dir", folder),
        *("--remount-ro", "/dev", "--remount-ro", "/"),
        # programs of root could change /proc/sys even without capabilities
        *("--remount-ro", "/proc"),
        *("--chdir", folder),
        *("--", "/bin/sh", "-c", f"{fill}{MOVE_PIPES_DOWN}", "sh"),
        *_limits_inside(prlimit, limits),
        *argv,
    ]


def _shown(view: VisibleFiles, scratch: int) -> list[str]:
    """Return arguments that mount and hide files, each parent before its contents."""
    mounts = {}
    if (own := view.writable) is not None:
        size = ["--size", str(scratch + view.room)] if scratch else []
        mounts[own] = [*size, "--tmpfs", str(own)]
    mounts |= {path: ["--tmpfs", str(path)] for path in view.hidden.folders}
    mounts |= {path: ["--ro-bind", "/dev/null", str(path)] for path in view.hidden.files}
    mounts |= {path: ["--ro-bind", str(at), str(path)] for path, at in view.shown.items()}
    mounts |= {path: ["--symlink", str(to), str(path)] for path, to in view.links.items()}
    in_order = [mounts[path] for path in sorted(mounts, key=lambda path: path.parts)]
    closed = [("--remount-ro", str(path)) for path in sorted(view.hidden.folders)]
    return [word for words in (*in_order, *closed) for word in words]


def _system() -> list[str]:
    arguments: list[str] = []
    for name in SYSTEM_FOLDERS:
        path = Path(name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), name]
        elif path.is_dir():
            arguments += ["--ro-bind", name, name]
    for name in system_settings():
        arguments += ["--ro-bind-try", name, name]
    arguments += ["--ro-bind-try", str(PASSWD_FILE), "/etc/passwd"]
    return arguments


def _limits_inside(prlimit: str | None, limits: Limits) -> list[str]:
    """Return the prlimit arguments that count inside only for the program (since Linux 5.14).

    Pending signals and messages are charged to the user, who could run out of them: a program may
    have 256 of the user's ten thousand signals, and no messages.
    """
    if prlimit is None or _linux() < (5, 14):
        return []
    processes = [] if limits.processes is None else [f"--nproc={limits.processes}"]
    return [prlimit, *processes, "--sigpending=256", "--msgqueue=0", "--"]


def _linux() -> tuple[int, ...]:
    release = platform.release().split("-")[0].split(".")
    return tuple(int(part) for part in release[:2] if part.isdigit())
