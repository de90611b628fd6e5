"""Strangers' files come in by ``untrusted_files``, which no pipe or device can hold up."""

from __future__ import annotations

import ast

from tests.repo.test_names import trees

READING_METHODS = ("read_bytes", "read_text")


def opens_a_file(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):  # a dialogue is opened too, without a mode
        return node.func.attr in READING_METHODS or (node.func.attr == "open" and bool(node.args))
    return isinstance(node.func, ast.Name) and node.func.id == "open"


def test_what_looks_at_the_file_of_a_program_opens_none_itself():
    found = [
        f"{path}:{node.lineno}"
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if path.startswith("board_core/players/") and opens_a_file(node)
    ]
    assert found == []
