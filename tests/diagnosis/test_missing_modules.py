"""Which Python lacks a module, as far as the command tells."""

import sys
from pathlib import Path

import pytest

from board_core import Cause, Explanation, say
from board_core.diagnosis.facts import Facts
from board_core.diagnosis.ranking import explain
from board_core.supervise.command import Command

LAST_WORDS = "ModuleNotFoundError: No module named 'chess'"


def told(program: str) -> str:
    found = Explanation(Cause.EXITED, say("it ended"), stderr=LAST_WORDS)
    return str(explain(Facts(found, Command((program, "ai"), None))).sentence)


@pytest.mark.parametrize("program", ["/usr/bin/python3", "python", "py.exe", "pypy3"])
def test_the_python_that_the_command_names_is_told(program):
    ours = f"the board's own Python has it: write {sys.executable} in its place"
    assert told(program) == f"its Python, {Path(program)}, has no module chess; {ours}"


@pytest.mark.parametrize("program", ["start.bat", "./run", "ai.py", "/bin/bash"])
def test_what_starts_python_is_not_taken_for_one(program):
    assert told(program) == "its Python has no module chess"
