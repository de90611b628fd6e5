"""The environment of a program, built from nothing."""

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
    """Return PATH and little else: no tokens of the organiser, and a home that is thrown away.

    PYTHONUNBUFFERED alone cures most Python programs that forget to flush; it is left out for one
    that is to be ``buffered``. Java would plan with the
    memory of the whole machine, so it is told how many bytes of ``memory`` there are. Its file of
    statistics for other processes is locked by ``flock``, and it would print that this fails.
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
    """Return a command and its environment without the launcher of a virtual environment.

    On Windows the ``python.exe`` of an environment only starts the real one, and holds its pipes
    too: nobody would see it close them. The real one finds the environment by a variable.
    """
    real = getattr(sys, "_base_executable", sys.executable)
    if sys.platform != "win32" or command[0] != sys.executable or real == sys.executable:
        return command, environment
    return (real, *command[1:]), {**environment, "__PYVENV_LAUNCHER__": sys.executable}


def is_marked(pid: int) -> bool:
    """Say whether a host started it, maybe another: a contest's workers are hosts of their own."""
    mark = b"%s=" % HOST_VARIABLE.encode()
    return any(entry.startswith(mark) for entry in watcher.environment(pid))


log = logging.getLogger(__name__)


def remove_folder(folder: Path) -> None:
    """Remove a program's folder, whatever the program made of it; follow no links."""
    with suppress(OSError):
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
    if folder.exists():
        remove_tree(str(folder))
    if folder.exists():
        log.warning("the temporary folder %s could not be removed", folder)
