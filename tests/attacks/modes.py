"""Who runs the board, and how programs are held: each is a process of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from board_core.supervise.sandbox import is_root

TREE = Path(__file__).parent.parent.parent
HOLD = "BOARD_HOLD"
"""``signals``: as on a machine without control groups."""

NEEDED = "import board_cli.app, board_core.contest.plan, chess, pydantic"


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


def modes_here() -> list[Mode]:
    users = ["root", *(["user"] if ordinary() else [])] if is_root() else ["user"]
    return [Mode(user, hold) for user in users for hold in ("groups", "signals")]


@cache
def ordinary() -> Ordinary | None:
    """Whose rights root's tests can borrow; None: nobody has a Python that finds the board."""
    users = [user for user in pwd.getpwall() if 1000 <= user.pw_uid < 60000]
    user = users[0] if users else pwd.getpwnam("nobody")
    own = f"python{sys.version_info.major}.{sys.version_info.minor}"
    paths = os.pathsep.join([str(TREE), *(path for path in sys.path if "site-packages" in path)])
    for python in (sys.executable, f"/usr/bin/{own}", f"/usr/local/bin/{own}"):
        found = Ordinary(user.pw_uid, user.pw_gid, python, paths)
        try:
            if _run(found, [python, "-P", "-c", NEEDED], {}).returncode == 0:
                return found
        except OSError:
            continue
    return None


def _run(
    who: Ordinary, command: Sequence[str], more: dict[str, str]
) -> subprocess.CompletedProcess[str]:
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
    try:
        return subprocess.run(
            command,
            cwd=home,
            env=environment,
            user=who.uid,
            group=who.gid,
            extra_groups=[],
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        subprocess.run(["chmod", "-R", "u+rwx", str(home)], capture_output=True, check=False)
        shutil.rmtree(home, ignore_errors=True)


def run_in(mode: Mode, program: Path, *words: str) -> str:
    """What a Python program prints in a mode."""
    more = {HOLD: "signals"} if mode.hold == "signals" else {}
    if mode.user == "user" and is_root():
        who = ordinary()
        assert who is not None
        ran = _run(who, [who.python, str(program), *words], more)
    else:
        environment = {**os.environ, "PYTHONPATH": str(TREE), **more}
        ran = subprocess.run(
            [sys.executable, str(program), *words],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    return ran.stdout.strip() or f"unclear: {ran.stderr.strip()[-300:]}"
