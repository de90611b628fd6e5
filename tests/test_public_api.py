"""What others may build on: it exists, is documented, and can be used by a typed program.

It is what the reference lists: the ``members`` of each module, or else its ``__all__``.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

import pytest

import board_core

ROOT = Path(__file__).parents[1]
REFERENCE = ROOT / "docs" / "api"
EMBEDDER = Path(__file__).with_name("embedder.py")

LISTED = re.compile(r"^::: (\S+)$(?:\n    options:\n      members: \[(.*)\]$)?", re.MULTILINE)
PYTHON = re.compile(r"^```+python[^\n]*\n(.*?)^```+ *$", re.DOTALL | re.MULTILINE)


@cache
def reference() -> dict[str, frozenset[str]]:
    """The modules of the reference, each with its public names."""
    pages = "".join(page.read_text(encoding="utf-8") for page in REFERENCE.glob("*.md"))
    return {
        module: frozenset(
            members.split(", ") if members else importlib.import_module(module).__all__
        )
        for module, members in LISTED.findall(pages)
    }


def modules() -> tuple[str, ...]:
    return tuple(sorted(reference()))


def names_of(module: str) -> frozenset[str]:
    return reference()[module]


def test_the_public_names_are_few():
    assert len(reference()) <= 10
    things = {id(getattr(importlib.import_module(m), n)) for m in modules() for n in names_of(m)}
    assert len(things) <= 150


def lacks_docstring(name: str, thing: object) -> bool:
    """Look at classes and functions; a dataclass without one has its parameters there."""
    if inspect.isclass(thing):
        text = vars(thing).get("__doc__")
        return not text or text.startswith(f"{name}(")
    return inspect.isfunction(thing) and not thing.__doc__


@pytest.mark.parametrize("module", modules())
def test_every_public_name_exists_and_is_documented(module: str):
    loaded = importlib.import_module(module)
    assert [n for n in names_of(module) if lacks_docstring(n, getattr(loaded, n))] == []


def undocumented(thing: object) -> list[str]:
    """What an editor has no words for when the pointer rests on it."""
    found = vars(thing) if inspect.isclass(thing) else {}
    return [
        name
        for name, member in found.items()
        if not name.startswith("_")
        and (inspect.isroutine(member) or isinstance(member, property | cached_property))
        and not inspect.getdoc(getattr(thing, name))
    ]


@pytest.mark.parametrize("name", board_core.__all__)
def test_every_member_of_what_is_offered_first_is_documented(name: str):
    assert undocumented(getattr(board_core, name)) == []


def imported(source: str) -> Iterator[tuple[str, str]]:
    """Each module of the core that a program imports, and the name it takes from it."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if _is_ours(module):
                yield from ((module, each.name) for each in names)
            case ast.Import(names=names):
                yield from ((each.name, "") for each in names if _is_ours(each.name))


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "board_core"


def is_public(module: str, name: str) -> bool:
    if f"{module}.{name}" in modules():
        return True
    return module in modules() and (not name or name in names_of(module))


def programs() -> Iterator[tuple[str, str]]:
    """What users are shown: the examples, and the programs on the pages."""
    for file in sorted((ROOT / "examples").rglob("*.py")):
        if "faulty" not in file.parts:
            yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")
    for page in [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("README*.md"))]:
        for number, block in enumerate(PYTHON.findall(page.read_text(encoding="utf-8")), 1):
            if not block.startswith("--8<--"):
                yield f"{page.relative_to(ROOT).as_posix()} {number}", block


@pytest.mark.parametrize("source", [pytest.param(source, id=name) for name, source in programs()])
def test_what_users_are_shown_imports_nothing_else(source: str):
    assert [each for each in imported(source) if not is_public(*each)] == []


def test_the_package_itself_offers_what_an_embedder_begins_with():
    wanted = [
        "CHESS",
        "GOMOKU",
        "Game",
        "Human",
        "InProcessAI",
        "ProcessAI",
        "TimeControl",
        "play_match",
    ]
    assert set(wanted) <= set(board_core.__all__)
    assert not set(board_core.__all__) & {"Referee", "Tick", "Replied", "Stopped"}


def test_the_embedder_s_script_uses_every_name_of_the_package():
    used = {
        node.id
        for node in ast.walk(ast.parse(EMBEDDER.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name)
    }
    assert set(board_core.__all__) - used == set()


def test_the_embedder_s_script_runs():
    done = subprocess.run(
        [sys.executable, str(EMBEDDER)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("everything was used\n", "")


def test_every_public_name_can_be_used_by_a_strictly_typed_program(tmp_path: Path):
    """Outside the package: what is not exported as mypy wants it is an error there."""
    everything = ["from __future__ import annotations\n"]
    for module in modules():
        everything.append(f"import {module}\n")
        everything += [f"{module}.{name}\n" for name in sorted(names_of(module))]
    (tmp_path / "every_name.py").write_text("".join(everything), encoding="utf-8")
    (tmp_path / "embedder.py").write_text(EMBEDDER.read_text(encoding="utf-8"), encoding="utf-8")
    found = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file", ""),
            "--follow-imports=silent",  # only these two are outside the package
            *("--cache-dir", str(ROOT / ".mypy_cache" / "outside")),
            *("every_name.py", "embedder.py"),
        ],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
