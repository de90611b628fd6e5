"""The environment of a program, built from scratch."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from . import watcher
from .watcher import remove_tree

JAVA_NOTICE = re.compile(rb"^Picked up JAVA_TOOL_OPTIONS: .*\r?\n", re.MULTILINE)
"""The line by which Java reports options that are the board's, not the program's."""

HOST_VARIABLE = "BOARD_GAME_HOST"
"""The variable that names the host in every program's environment, to identify strays."""

NEEDED_ON_WINDOWS = (
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "COMSPEC",
    "PATHEXT",
    "WINDIR",
    "NUMBER_OF_PROCESSORS",
)


def program_environment(
    home: Path,
    mark: str,
    ours: Mapping[str, str] = os.environ,
    *,
    memory: int | None = None,
    buffered: bool = False,
    encoding: str = "utf-8",
) -> dict[str, str]:
    """Return PATH and little else: none of the organiser's tokens, and a temporary home.

    PYTHONUNBUFFERED fixes most Python programs that forget to flush; it is left out if
    ``buffered``. Java would size its heap by the whole machine, so it is told that there are
    ``memory`` bytes. Its statistics file for other processes is disabled, because Java locks it by
    ``flock`` and would print that this fails.
    """
    java = ["-XX:-UsePerfData", *([] if memory is None else [f"-XX:MaxRAM={memory}"])]
    kept = {name: ours[name] for name in NEEDED_ON_WINDOWS if os.name == "nt" and name in ours}
    return {
        **kept,
        "PATH": ours.get("PATH", os.defpath),
        "HOME": str(home),
        "USERPROFILE": str(home),
        "TMPDIR": str(home),
        "TEMP": str(home),
        "TMP": str(home),
        "LANG": "C.UTF-8",
        **({} if buffered else {"PYTHONUNBUFFERED": "1"}),
        "PYTHONIOENCODING": f"{encoding}:backslashreplace",
        "PYTHONDONTWRITEBYTECODE": "1",
        "JAVA_TOOL_OPTIONS": " ".join(java),
        HOST_VARIABLE: mark,
    }


def past_launcher(
    command: Sequence[str], environment: Mapping[str, str]
) -> tuple[Sequence[str], Mapping[str, str]]:
    """Return a command and its environment, bypassing the launcher of a virtual environment.

    On Windows an environment's ``python.exe`` only starts the real one and holds its pipes too, so
    that closing them would go unnoticed. The real one finds the environment by a variable.
    """
    real = getattr(sys, "_base_executable", sys.executable)
    if sys.platform != "win32" or command[0] != sys.executable or real == sys.executable:
        return command, environment
    return (real, *command[1:]), {**environment, "__PYVENV_LAUNCHER__": sys.executable}


def is_marked(pid: int) -> bool:
    """Return whether any host started the process: a contest's workers are hosts too."""
    mark = b"%s=" % HOST_VARIABLE.encode()
    return any(entry.startswith(mark) for entry in watcher.environment(pid))


log = logging.getLogger(__name__)


def remove_folder(folder: Path) -> None:
    """Remove a program's folder, whatever the program did to it; follow no links."""
    with suppress(OSError):
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
    if folder.exists():
        remove_tree(str(folder))
    if folder.exists():
        log.warning("the temporary folder %s could not be removed", folder)
