"""The content of a bug report: ``board about --report``. It is in English, for its readers."""

from __future__ import annotations

import getpass
import io
import locale
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from board_core.ais import search_build
from board_core.ais.builds import COMPILED_SPEEDS
from board_core.files.extras import DISTRIBUTION, version_of
from board_core.supervise import hold
from board_core.supervise.limits import usable_cores
from board_core.supervise.sandbox import trial
from board_core.supervise.weaknesses import weaknesses

from .language import words

TOLD_VARIABLES = ("TERM", "LANG", "LC_ALL", "PYTHONUTF8", "PYTHONIOENCODING", "NO_COLOR")
"""Environment variables that change what the terminal shows."""


def facts() -> Iterator[str]:
    """Yield the lines of a report on this machine; names are removed afterwards."""
    yield f"{DISTRIBUTION} {version_of(DISTRIBUTION) or 'from its sources'}"
    yield f"{platform.python_implementation()} {platform.python_version()}"
    processors = len(usable_cores()) or os.cpu_count()
    yield f"system: {platform.platform()}, {platform.machine()}, {processors} processors"
    yield "packages: " + ", ".join(_packages())
    for search in COMPILED_SPEEDS:
        yield f"search {search}: {search_build(search).sentence}"
    yield f"language: {words.language}"
    yield f"encodings: {_encodings()}"
    yield f"terminal: {_terminal()}"
    yield f"programs are held by: {hold.HOLD_NAMES[hold.kind()]}"
    tried = trial()
    filtered = f"{'with' if tried.filters else 'without'} a filter of system calls"
    yield f"sandbox: {filtered if tried.why is None else f'none ({tried.why})'}"
    for promise in weaknesses():
        yield f"weaker here: {promise}"


def facts_of_frontend(start: Callable[[list[str]], object]) -> list[str]:
    """Return a frontend's lines about itself, or about what it lacks."""
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        start(["--about"])
    return told.getvalue().splitlines()


def redacted(line: str) -> str:
    """Return a line without the names of the user, of the home folder and of the machine.

    On Windows their case is ignored.
    """
    home = Path.home()
    names = {str(home): "~", platform.node(): "MACHINE", _user(): "USER", home.name: "USER"}
    for name, stand_in in names.items():
        if len(name) > 1:
            line = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", stand_in, line, flags=re.IGNORECASE)
    return line


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name
        return ""


def _packages() -> Iterator[str]:
    """Yield the packages that the board can use, each with its version if it is installed."""
    try:
        needed = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        needed = []
    used = [text for text in needed if "extra == 'dev'" not in text.replace('"', "'")]
    names = dict.fromkeys(re.split(r"[^\w.-]", text, maxsplit=1)[0] for text in used)
    for name in names:
        if name != DISTRIBUTION and (version := version_of(name)):
            yield f"{name} {version}"


def _encodings() -> str:
    told = {
        "standard output": getattr(sys.stdout, "encoding", None),
        "files": locale.getpreferredencoding(False),
        "file names": sys.getfilesystemencoding(),
    }
    return ", ".join(f"{what} {encoding}" for what, encoding in told.items())


def _terminal() -> str:
    size = shutil.get_terminal_size()
    kind = "a terminal" if sys.stdout.isatty() else "no terminal"
    told = [f"{name}={os.environ[name]}" for name in TOLD_VARIABLES if name in os.environ]
    return ", ".join((kind, f"{size.columns}x{size.lines}", *told))
