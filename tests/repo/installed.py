"""Python as it is where only some extras of the board were installed.

Nothing is installed for it: a finder hides from a new process all packages but the standard
library, the board, and what the extras' requirements lead to in this environment.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
BOARD = "the-chess-board"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
CORE = "chess"
"""In place of an extra: the one dependency that the core needs, and nothing of the terminal's."""

HIDE = """
import sys
from importlib.machinery import PathFinder

class Installed(PathFinder):
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {hidden}:
            return None
        return PathFinder.find_spec(name, path, target)

sys.meta_path[sys.meta_path.index(PathFinder)] = Installed
"""


def python(
    extras: Collection[str], code: str, *arguments: str, also: Iterable[str] = (), **more: Any
) -> subprocess.CompletedProcess[str]:
    """Run code in an environment with these extras; with ``also`` what others need.

    The dependencies of the board are there too, unless ``CORE`` stands in place of an extra.
    """
    wanted = set().union(*(distributions(extra) for extra in extras))
    wanted |= set() if CORE in extras else distributions("")
    for name in also:
        _collect(Requirement(name), wanted)
    hidden = {name for name, owners in _owners().items() if not wanted & owners}
    return subprocess.run(
        [sys.executable, "-c", f"{HIDE.format(hidden=sorted(hidden))}\n{code}", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        **more,
    )


@cache
def _owners() -> dict[str, set[str]]:
    """Return all names that can be imported here, but our own, and who brings them."""
    found = {name: set(map(_plain, by)) for name, by in packages_distributions().items()}
    return {name: owners for name, owners in found.items() if BOARD not in owners}


@cache
def included(extra: str) -> frozenset[str]:
    """Return the extras that an extra of the board brings, and itself."""
    found = {extra}
    for requirement in map(Requirement, EXTRAS.get(extra, [])):
        if requirement.name == BOARD:
            found.update(*map(included, requirement.extras))
    return frozenset(found)


@cache
def distributions(extra: str) -> frozenset[str]:
    """Return what an extra of the board brings, with all that these need; "" is no extra."""
    found: set[str] = set()
    dependencies = {"": PROJECT["dependencies"], CORE: PROJECT["dependencies"][:1]}
    for name in included(extra):
        for requirement in dependencies.get(name) or EXTRAS[name]:
            if (needed := Requirement(requirement)).name != BOARD:
                _collect(needed, found)
    return frozenset(found)


def _collect(requirement: Requirement, found: set[str]) -> None:
    """What is not installed here (an optional package of another system) needs nothing."""
    key = f"{_plain(requirement.name)}[{','.join(sorted(requirement.extras))}]"
    if key in found:
        return
    found |= {key, _plain(requirement.name)}
    try:
        wanted = requires(requirement.name) or []
    except PackageNotFoundError:
        return
    for needed in map(Requirement, wanted):
        environments = [{"extra": extra} for extra in (*requirement.extras, "")]
        if needed.marker is None or any(map(needed.marker.evaluate, environments)):
            _collect(needed, found)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
