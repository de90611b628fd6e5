"""Import optional packages, and tell the user how to install the missing ones.

The library needs ``chess`` and nothing else. Every other package belongs to an extra of the
distribution, and the module that needs it imports it under :func:`extra`::

    with extra("contest"):
        import rustworkx

If the package is missing, the error is one sentence with the command to type.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .rules import BoardError
from .sentence import Sentence, say

DISTRIBUTION = "the-chess-board"
"""The name of the distribution."""

OUR_PACKAGES = ("board_core", "board_cli", "board_pygame")

NOT_INSTALLED = 3
"""The exit code of a command whose extra is missing."""


class NotInstalled(BoardError, ImportError):
    """A needed extra is not installed; the sentence says how to add it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Wrap the imports of an extra's packages. Raises NotInstalled when one of them is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in OUR_PACKAGES:
            raise
        raise NotInstalled(needs(name)) from missing


def needs(name: str) -> Sentence:
    """Return the sentence that reports a missing extra, with the command that adds it."""
    return say("this needs the extra {extra}: {command}", extra=repr(name), command=adding(name))


def adding(name: str) -> str:
    """Return the command that adds an extra to this environment, from the board's own source."""
    source = _source(name)
    return " ".join(map(_quoted, (sys.executable or "python", "-m", "pip", "install", *source)))


def version_of(distribution: str) -> str | None:
    """Return the version of a distribution; None if it is not installed.

    The board itself has none when it runs from its sources.
    """
    from importlib.metadata import PackageNotFoundError, version  # rarely needed, slow to import

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _source(name: str) -> tuple[str, ...]:
    """Return pip's arguments for the extra, from the source that PEP 610 records."""
    origin = _origin()
    url = str(origin.get("url", ""))
    if "vcs_info" in origin:
        vcs = origin["vcs_info"]
        return (f"{DISTRIBUTION}[{name}] @ {vcs['vcs']}+{url}@{vcs['commit_id']}",)
    if url.startswith("file:"):
        editable = origin.get("dir_info", {}).get("editable", False)
        return (*(["-e"] if editable else []), f"{_path(url)}[{name}]")
    if url:
        return (f"{DISTRIBUTION}[{name}] @ {url}",)
    sources = Path(__file__).parents[1]
    if (sources / "pyproject.toml").exists():  # the board runs without having been installed
        return ("-e", f"{sources}[{name}]")
    return (f"{DISTRIBUTION}[{name}]",)  # the board came from an index


def _origin() -> dict[str, Any]:
    """Return pip's record of the board's source; empty if it came from an index."""
    import json
    from importlib.metadata import distributions

    for found in distributions(name=DISTRIBUTION):  # one in a folder of sources may have none
        with suppress(OSError, ValueError):
            if isinstance(noted := json.loads(found.read_text("direct_url.json") or ""), dict):
                return noted
    return {}


def _path(url: str) -> str:
    """Return the path of a ``file:`` URL."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return url2pathname(urlsplit(url).path)


def _quoted(word: str) -> str:
    """Return a word quoted for this system's shell."""
    if os.name == "nt":
        return f'"{word}"' if " " in word else word
    from shlex import quote

    return quote(word)
