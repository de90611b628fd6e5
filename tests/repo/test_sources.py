"""What the sources themselves must keep: names, imports, patterns, and who opens files.

One file, so that one process reads and parses them once.
"""

from __future__ import annotations

import ast
import gc
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
PACKAGES = ("board_core", "board_cli", "board_pygame")

READING_METHODS = ("read_bytes", "read_text")

POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+|\(\?>")
"""Before 3.11.5 Python does not find what such a group could match by giving something back."""


@cache
def sources() -> dict[str, str]:
    """The text of each module of the packages by its path."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }


@cache
def tree(path: str) -> ast.Module:
    """Parse a module; to look for garbage meanwhile would take three times as long as parsing."""
    gc.disable()
    try:
        return ast.parse(sources()[path])
    finally:
        gc.enable()


def circles(graph: grimp.ImportGraph) -> list[list[str]]:
    """The sets of modules that import each other, however indirectly."""
    left = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    while loose := [module for module, imported in left.items() if not imported & left.keys()]:
        for module in loose:
            del left[module]
    reached = {module: graph.find_upstream_modules(module) & left.keys() for module in left}
    together = {
        tuple(sorted({one} | {other for other in reached[one] if one in reached[other]}))
        for one in left
    }
    return sorted(list(modules) for modules in together if len(modules) > 1)


def test_a_public_class_has_a_name_of_its_own():
    modules = defaultdict(list)
    for path in sources():
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                modules[node.name].append(path)
    assert {name: paths for name, paths in modules.items() if len(paths) > 1} == {}


def test_no_modules_import_each_other_in_a_circle():
    """An import for types alone counts too: who reads one module has to read the other."""
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=False)
    assert circles(graph) == []


def test_a_circle_is_found():
    graph = grimp.ImportGraph()
    for module in ("a", "b", "c", "d"):
        graph.add_module(module)
    for importer, imported in (("a", "b"), ("b", "c"), ("c", "b"), ("d", "a")):
        graph.add_import(importer=importer, imported=imported)
    assert circles(graph) == [["b", "c"]]


def test_no_group_of_a_pattern_is_possessive():
    """A pattern has to mean the same under every Python that the packages run on."""
    found = [
        f"{path}:{node.lineno} {node.value}"
        for path, text in sources().items()
        if POSSESSIVE_GROUP.search(text)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if POSSESSIVE_GROUP.search(node.value)
    ]
    assert found == []


def opens_a_file(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):  # a dialogue is opened too, without a mode
        return node.func.attr in READING_METHODS or (node.func.attr == "open" and bool(node.args))
    return isinstance(node.func, ast.Name) and node.func.id == "open"


def test_what_looks_at_the_file_of_a_program_opens_none_itself():
    """Strangers' files come in by ``untrusted_files``, which no pipe or device can hold up."""
    found = [
        f"{path}:{node.lineno}"
        for path in sources()
        if path.startswith("board_core/players/")
        for node in ast.walk(tree(path))
        if opens_a_file(node)
    ]
    assert found == []
