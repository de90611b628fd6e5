"""Who runs the board, and how programs are held: each is a process of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from board_core.supervise.groups import _own
from board_core.supervise.hold import HoldKind, kind
from board_core.supervise.sandbox import is_root, trial

TREE = Path(__file__).parent.parent.parent
MODULES = os.pathsep.join(map(str, (TREE, TREE / "tests")))
HOLD = "BOARD_HOLD"
"""``signals``: as on a machine without control groups."""

CONTROLLERS = ("freezer", "memory", "pids", "cpuacct")
GIVEN = ("cgroup.procs", "tasks", "cgroup.subtree_control", "cgroup.threads")
NEEDED = """
import board_cli.app, board_core.contest.plan, chess, pydantic, subprocess, sys
subprocess.run([sys.executable, "-c", ""], check=True)  # it may be run, and not only by setpriv
"""


@dataclass(frozen=True, slots=True)
class Mode:
    """``user`` is root or user; ``hold`` is groups (if there are any) or signals."""

    user: str
    hold: str

    def __str__(self) -> str:
        return f"{self.user}, {self.hold}"


@dataclass(frozen=True, slots=True)
class Ordinary:
    """Somebody who is not root, with a Python that he may run."""

    uid: int
    gid: int
    python: str
    path: str  # of modules
    own_uids: bool  # programs have user IDs of their own


def modes_here() -> list[Mode]:
    users = ["root", *(["user"] if ordinary() else [])] if is_root() else ["user"]
    holds = ["groups", "signals"] if kind() in (HoldKind.V1, HoldKind.V2) else ["signals"]
    return [Mode(user, hold) for user in users for hold in holds]


def mode_now() -> Mode:
    """That of this process."""
    held = kind() in (HoldKind.V1, HoldKind.V2)
    return Mode("root" if is_root() else "user", "groups" if held else "signals")


@cache
def ordinary() -> Ordinary | None:
    """Whose rights root's tests can borrow; None: nobody has a Python that finds the board."""
    file, tool = Path("/etc/subuid"), shutil.which("newuidmap")
    given = file.read_text() if file.exists() and tool else ""
    having = {line.partition(":")[0] for line in given.splitlines()}
    users = [user for user in pwd.getpwall() if 1000 <= user.pw_uid < 60000]
    users.sort(key=lambda user: user.pw_name not in having)
    user = users[0] if users else pwd.getpwnam("nobody")
    own = f"python{sys.version_info.major}.{sys.version_info.minor}"
    paths = os.pathsep.join([MODULES, *(path for path in sys.path if "site-packages" in path)])
    if shutil.which("setpriv") is None:
        return None
    for python in (sys.executable, f"/usr/bin/{own}", f"/usr/local/bin/{own}"):
        found = Ordinary(user.pw_uid, user.pw_gid, python, paths, user.pw_name in having)
        if _run(found, ["-P", "-c", NEEDED], {}).returncode == 0:
            return found
    return None


def has_own_uids(mode: Mode) -> bool:
    """Whether programs have user IDs of their own in a mode."""
    if mode.user == "user" and is_root():
        who = ordinary()
        return who is not None and who.own_uids
    return trial().shared is None


@contextmanager
def _delegated(who: Ordinary) -> Iterator[list[Path]]:
    """Control groups of this process's own that belong to somebody else, as systemd gives them."""
    made: list[Path] = []
    owns = [_own("", "cgroup2"), *(_own(name, "cgroup") for name in CONTROLLERS)]
    try:
        for own in dict.fromkeys(place for place in owns if place is not None):
            group = own / f"attacks-{os.getpid()}-{threading.get_ident()}"
            group.mkdir()
            made.append(group)
            for place in (group, *(group / name for name in GIVEN)):
                if place.exists():
                    os.chown(place, who.uid, who.gid)
        yield made
    finally:
        for group in made:
            for inner in sorted(group.rglob("*/"), reverse=True):
                inner.rmdir()
            group.rmdir()


def _run(
    who: Ordinary, words: Sequence[str], more: dict[str, str], groups: Sequence[Path] = ()
) -> subprocess.CompletedProcess[str]:
    """Python, as somebody else and in these groups."""
    home = Path(tempfile.mkdtemp(prefix="attack-", dir="/tmp"))
    os.chown(home, who.uid, who.gid)
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": who.path,
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(home),
        "TMPDIR": str(home),
        **more,
    }
    enter = "".join(f"echo $$ >{group}/cgroup.procs && " for group in groups)
    become = ["setpriv", f"--reuid={who.uid}", f"--regid={who.gid}", "--clear-groups"]
    try:
        return subprocess.run(
            ["/bin/sh", "-c", f'{enter}exec "$@"', "sh", *become, who.python, *words],
            cwd=home,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        shutil.rmtree(home, ignore_errors=True)


def run_in(mode: Mode, program: Path, *words: str) -> str:
    """What a Python program prints in a mode."""
    more = {HOLD: "signals"} if mode.hold == "signals" else {}
    if mode.user == "user" and is_root():
        who = ordinary()
        assert who is not None
        with ExitStack() as closing:
            groups = [] if more else closing.enter_context(_delegated(who))
            ran = _run(who, [str(program), *words], more, groups)
    else:
        environment = {**os.environ, "PYTHONPATH": MODULES, **more}
        ran = subprocess.run(
            [sys.executable, str(program), *words],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    return ran.stdout.strip() or f"unclear: {ran.stderr.strip()[-300:]}"
