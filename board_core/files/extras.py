"""Import optional packages, and tell the user how to install the missing ones.

The library needs only ``chess``. The terminal's packages come with the distribution, all others
with its extras; the module that needs one imports it under :func:`extra`::

    with extra("contest"):
        import rustworkx

If the package is missing, the error is one sentence with the command to type.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from board_core.text.sentence import BoardError, Sentence, say

DISTRIBUTION = "the-chess-board"
"""The name of the distribution."""

OUR_PACKAGES = ("board_core", "board_cli", "board_pygame")

NOT_INSTALLED = 3
"""The exit code of a command whose extra is missing."""

ENVIRONMENT_TOOLS = (
    ("uv-receipt.toml", "uv tool install --force", f"--reinstall-package {DISTRIBUTION}"),
    ("pipx_metadata.json", "pipx install --force", "--pip-args=--no-cache-dir"),
)
"""Tools that make an environment for a program: their record in it, how they install the program
once more, and the options by which they build it anew. The record alone knows the extras."""


class NotInstalled(BoardError, ImportError):
    """A required extra is not installed; the sentence says how to add it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Wrap the imports of an extra's packages; "" is the terminal. Raises NotInstalled."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in OUR_PACKAGES:
            raise
        raise NotInstalled(needs(name)) from missing


def needs(name: str) -> Sentence:
    """Return the sentence that reports a missing extra, with the command that adds it."""
    if not name:
        return say("the packages of the terminal are missing: {command}", command=adding(""))
    return say("this needs the extra {extra}: {command}", extra=repr(name), command=adding(name))


def adding(name: str, *, compiled: bool = False) -> str:
    """Return the command that reinstalls the board here, from its source, with this extra too.

    The searches are compiled if they are now, or if ``compiled`` is set.
    """
    command, anew, record = _installer()
    kept = re.search(r'(?:extras = |"package_or_url": ".*)\[(.*?)\]', record)
    extras = {name, *re.findall(r"[\w-]+", kept[1] if kept else "")} - {""}
    source = _source(sorted(extras))
    if compiled and source[-1].endswith(".whl"):
        source = ("path/to/its/sources",)  # a wheel has none
    first = ""
    if command[1:3] == ["-m", "pip"] and version_of("pip") is None:
        first = f"{_quoted(command[0])} -m ensurepip && "
    if compiled or any(Path(__file__).parent.glob("ais/hard/search.*.*")):
        first += "set BOARD_COMPILE=1&&" if os.name == "nt" else "BOARD_COMPILE=1 "
    words = (*command, *(anew.split() if compiled else ()), *source)
    line = first + " ".join(map(_quoted, words))
    return f'cmd /c "{line}"' if first and os.name == "nt" else line  # for PowerShell and cmd


def _installer() -> tuple[list[str], str, str]:
    """Return the install command, its options for rebuilding, and the installing tool's record."""
    for record, command, anew in ENVIRONMENT_TOOLS:
        with suppress(OSError):
            return command.split(), anew, Path(sys.prefix, record).read_text(encoding="utf-8")
    from shutil import which

    python = sys.executable or "python"
    if version_of("pip") is None and which("uv"):
        return ["uv", "pip", "install", "--python", python], ENVIRONMENT_TOOLS[0][2], ""
    return [python, "-m", "pip", "install"], "--force-reinstall --no-deps --no-cache-dir", ""


def version_of(distribution: str) -> str | None:
    """Return the version of a distribution; None if it is not installed.

    The board itself has none if it runs from its sources.
    """
    from importlib.metadata import PackageNotFoundError, version  # rarely needed, slow to import

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _source(extras: list[str]) -> tuple[str, ...]:
    """Return pip's arguments for the board, from the source that PEP 610 records, with extras."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    origin, wanted = _origin(), f"[{','.join(extras)}]" if extras else ""
    url, vcs = str(origin.get("url", "")), origin.get("vcs_info")
    sources = Path(__file__).parents[1]
    if vcs:
        url = f"{vcs['vcs']}+{url}@{vcs['commit_id']}"
    elif url.startswith("file:"):
        editable = origin.get("dir_info", {}).get("editable", False)
        return (*(["-e"] if editable else []), url2pathname(urlsplit(url).path) + wanted)
    elif not url and (sources / "pyproject.toml").exists():  # it runs without an installation
        return ("-e", f"{sources}{wanted}")
    return (f"{DISTRIBUTION}{wanted} @ {url}" if url else f"{DISTRIBUTION}{wanted}",)  # of an index


def _origin() -> dict[str, Any]:
    """Return pip's record of the board's source; empty if it came from an index."""
    import json
    from importlib.metadata import distributions

    for found in distributions(name=DISTRIBUTION):  # one in a folder of sources may have none
        with suppress(OSError, ValueError):
            if isinstance(noted := json.loads(found.read_text("direct_url.json") or ""), dict):
                return noted
    return {}


def _quoted(word: str) -> str:
    """Return a word quoted for this system's shell."""
    if os.name == "nt":
        return f'"{word}"' if " " in word else word
    from shlex import quote

    return quote(word)
