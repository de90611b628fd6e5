"""Parts of the board that an installation may leave out: what imports them, and what to say then.

The library needs ``chess`` and nothing else. Whatever another package is needed for belongs to an
extra of the distribution, and its module imports that package under :func:`extra`::

    with extra("contest"):
        import rustworkx

so that it either imports or refuses with one sentence, which has the command to type.
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
    """An extra was left out of this installation; the sentence says how to add it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import the packages of an extra inside. Raises NotInstalled when one of them is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] in OUR_PACKAGES:
            raise
        raise NotInstalled(needs(name)) from missing


def needs(name: str) -> Sentence:
    """Return the sentence for somebody who lacks an extra, with the command that adds it."""
    return say("this needs the extra {extra}: {command}", extra=repr(name), command=adding(name))


def adding(name: str) -> str:
    """Return the command that adds an extra to this environment, from where the board came."""
    source = _source(name)
    return " ".join(map(_quoted, (sys.executable or "python", "-m", "pip", "install", *source)))


def version_of(distribution: str) -> str | None:
    """None: it is not installed, as the board itself when it runs from its sources."""
    from importlib.metadata import PackageNotFoundError, version  # seldom wanted

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _source(name: str) -> tuple[str, ...]:
    """Return what pip is to install: as the environment's own record says (PEP 610)."""
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
    if (sources / "pyproject.toml").exists():  # it runs without having been installed
        return ("-e", f"{sources}[{name}]")
    return (f"{DISTRIBUTION}[{name}]",)  # it came from an index


def _origin() -> dict[str, Any]:
    """Return what pip noted of where the board came from; nothing if that was an index."""
    import json
    from importlib.metadata import distributions

    for found in distributions(
        name=DISTRIBUTION
    ):  # in a folder of sources there may be one without
        with suppress(OSError, ValueError):
            if isinstance(noted := json.loads(found.read_text("direct_url.json") or ""), dict):
                return noted
    return {}


def _path(url: str) -> str:
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return url2pathname(urlsplit(url).path)


def _quoted(word: str) -> str:
    """Return a word for the shells of this system."""
    if os.name == "nt":
        return f'"{word}"' if " " in word else word
    from shlex import quote

    return quote(word)
