"""ARCHITECTURE.md and the packages' own descriptions, held against the tree."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.repo.test_sources import PACKAGES, ROOT

ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]
[LAYERS] = [
    [layer.split(" | ") for layer in contract["layers"]]
    for contract in CONTRACTS
    if contract.get("containers") == ["board_core"]
]
FLOOR_OF = {name: -depth for depth, names in enumerate(LAYERS) for name in names}
"""The modules and packages of the core by their height."""

INITS = sorted(file for name in PACKAGES for file in (ROOT / name).rglob("__init__.py"))


def name_of(file: Path) -> str:
    return file.parent.relative_to(ROOT).as_posix()


def described(file: Path) -> str:
    return ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""


@pytest.mark.parametrize("file", INITS, ids=name_of)
def test_every_package_names_a_first_file_to_read_that_exists(file: Path):
    [first] = re.findall(r"Read first:\s+``([^`]+)``", described(file))
    assert (file.parent / first).is_file()


@pytest.mark.parametrize("file", INITS, ids=name_of)
def test_every_package_says_what_it_may_import(file: Path):
    [allowed] = re.findall(r"may\s+import(.*?)(?:\.\s|$)", described(file), re.S | re.I)
    if name_of(file).count("/") == 1 and name_of(file).startswith("board_core/"):
        rooms = [name for name in re.findall(r"``(\w+)``", allowed) if name in FLOOR_OF]
        assert rooms, "name the highest floor"
        assert {name for name in rooms if FLOOR_OF[name] >= FLOOR_OF[file.parent.name]} == set()


def test_the_table_of_floors_is_that_of_the_import_contract():
    rows = re.findall(r"^\| (`board_[^|]*) \|", ARCHITECTURE, re.MULTILINE)
    named = re.findall(r"`board_core/(\w+)(?:\.py)?`", " ".join(rows))
    packages = {file.parent.name for file in INITS if name_of(file).count("/") == 1}
    packages &= FLOOR_OF.keys()
    assert packages <= {*named}
    assert [FLOOR_OF[name] for name in named] == sorted(
        (FLOOR_OF[name] for name in named), reverse=True
    )


def test_every_file_that_the_architecture_names_exists():
    names = re.findall(r"`((?:\w+/)*\w+\.py)`", ARCHITECTURE)
    places = [ROOT, *(ROOT / "board_core" / room for room in (".", "contest", "files", "game"))]
    assert [name for name in names if not any((place / name).is_file() for place in places)] == []
