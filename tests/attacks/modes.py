"""Who runs the board, and how programs are held: each is a process of its own."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from board_core.supervise.groups import _own
from board_core.supervise.hold import HoldKind, kind
from board_core.supervise.sandbox import is_root, trial

TREE = Path(__file__).parent.parent.parent
MODULES = os.pathsep.join(map(str, (TREE, TREE / "tests", TREE / "tests/attacks")))
HOLD = "BOARD_HOLD"
"""``signals``: as on a machine without control groups."""

CONTROLLERS = ("freezer", "memory", "pids", "cpuacct", "cpu")
GIVEN = ("cgroup.procs", "tasks", "cgroup.subtree_control", "cgroup.threads")
NEEDED = """
import listed, subprocess, sys
from board_core.supervise.sandbox import trial
subprocess.run([sys.executable, "-c", ""], check=True)  # it may be run, and not only by setpriv
print("shared:", trial().shared)
"""
LOADED = """
import sys
import jinja2, listed, multipart, prompt_toolkit, rich, starlette.applications, uvicorn
for module in [*sys.modules.values()]:
    before, folder, name = (getattr(module, "__file__", None) or "").partition("site-packages/")
    if folder:
        print(before + folder + name.partition("/")[0])
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
    tree: Path  # of the board, which he may read
    path: str  # of modules
    has_range: bool  # of subordinate user IDs
    shared: str = ""
    """Why programs have no user IDs of their own; empty if they have."""


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
    """Whose rights root's tests can borrow; None: nobody can run the board here."""
    file, tool = Path("/etc/subuid"), shutil.which("newuidmap")
    text = file.read_text() if file.exists() and tool else ""
    ranges = {line.partition(":")[0] for line in text.splitlines()}
    users = [user for user in pwd.getpwall() if 1000 <= user.pw_uid < 60000]
    users.sort(key=lambda user: user.pw_name not in ranges)
    user = users[0] if users else pwd.getpwnam("nobody")
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    pythons = dict.fromkeys(
        (os.path.realpath(sys.executable), f"/usr/bin/{name}", f"/usr/local/bin/{name}")
    )
    if shutil.which("setpriv") is None:
        return None
    for make in (lambda: TREE, _readable_tree):
        place = make()
        packages = [path for path in sys.path if "site-packages" in path and place == TREE]
        path = os.pathsep.join(
            map(str, (place, place / "tests", place / "tests/attacks", *packages))
        )
        for python in pythons:
            who = Ordinary(user.pw_uid, user.pw_gid, python, place, path, user.pw_name in ranges)
            ran = _run(who, ["-P", "-c", NEEDED], {})
            if ran.returncode == 0:
                shared = ran.stdout.partition("shared: ")[2].strip()
                return replace(who, shared="" if shared == "None" else shared)
    return None


def _readable_tree() -> Path:
    """Copy what the attacks need to where everybody may read it, until this process ends."""
    copy = Path(tempfile.mkdtemp(prefix="attacked-", dir="/tmp"))
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    copy.chmod(0o755)
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED],
        env={**os.environ, "PYTHONPATH": MODULES},
        capture_output=True,
        text=True,
        check=True,
    )
    packages = {Path(line) for line in loaded.stdout.splitlines()}
    ours = {TREE / name for name in ("board_core", "board_cli", "tests")}
    for place in packages | ours:
        if place.is_dir():
            shutil.copytree(place, copy / place.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(place, copy)
    for place in copy.rglob("*"):
        place.chmod(0o755 if place.is_dir() else 0o644)
    return copy


def has_own_uids(mode: Mode) -> bool:
    """Whether programs have user IDs of their own in a mode."""
    if mode.user == "user" and is_root():
        who = ordinary()
        return who is not None and not who.shared
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
            file = who.tree / program.relative_to(TREE)
            ran = _run(who, [str(file), *words], more, groups)
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
