"""Which Python lacks a module, as far as the command tells."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from board_core import Cause, Explanation, say
from board_core.diagnosis.advice import advice_on
from board_core.diagnosis.facts import Facts, Surroundings
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


def test_a_package_that_only_the_sandbox_hides_is_said_to_be_there(tmp_path, monkeypatch):
    place = tmp_path / "site-packages"
    (place / "numbers_fast").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(place))
    words = "ModuleNotFoundError: No module named 'numbers_fast'"
    hidden = Surroundings(sandboxed=True, lists_packages=True, folder=tmp_path)

    def explained(around: Surroundings, *options: str, **more: bool) -> Explanation:
        known = Explanation(Cause.EXITED, say("it ended"), stderr=words)
        command = Command((sys.executable, *options, "ai.py"), tmp_path, clean=True, **more)
        return explain(Facts(known, command, around))

    there = explained(hidden)
    assert there.cause is Cause.NO_MODULE
    assert str(there.sentence) == (
        "it imports numbers_fast, which is installed there, but the sandbox shows programs only "
        "chess: add --package numbers_fast"
    )
    assert advice_on(there) is None, "the sentence says what to do"
    assert "installed there" not in str(explained(Surroundings()).sentence)
    assert "installed there" not in str(explained(hidden, "-I", "-S").sentence)
    stranger = explained(replace(hidden, handed_in=True), handed_in=True)
    assert "installed there" not in str(stranger.sentence)


def test_a_function_that_ended_its_process_is_not_to_be_played_as_a_function(tmp_path):
    file = tmp_path / "ai.py"
    file.write_text("def choose(board): ...\n")
    known = Explanation(Cause.EXITED, say("it ended"))

    def said(*words: str) -> str:
        return str(explain(Facts(known, Command(("python", *words, str(file)), None))).sentence)

    assert "write ai.py:choose to play with one" in said()
    assert said("-c", "from board_core.players.child import main; main()") == "it ended"
