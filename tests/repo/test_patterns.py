"""Regular expressions that mean the same under every Python the packages run on."""

from __future__ import annotations

import ast
import re

from tests.repo.test_names import trees

POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+|\(\?>")
"""Before 3.11.5 Python does not find what such a group could match by giving something back."""


def test_no_group_is_possessive():
    found = [
        f"{path}:{node.lineno} {node.value}"
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if POSSESSIVE_GROUP.search(node.value)
    ]
    assert found == []
