"""How a program flushes, told in the language of its file."""

import os
from pathlib import Path

import pytest

from board_core.diagnosis import rows
from board_core.diagnosis.advice import LOG_TO_STDERR, ONLY_THE_MOVE, advice_on
from board_core.diagnosis.facts import Facts
from board_core.diagnosis.flushing import is_buffered_elsewhere
from board_core.diagnosis.ranking import explain
from board_core.game.player import Cause, Explanation
from board_core.supervise.command import Command
from board_core.text.sentence import say

HELD_BACK = Explanation(Cause.UNFLUSHED, say("flush the output after every move"))


def explained(found: Explanation, command: Command, **more) -> Explanation:
    return explain(Facts(found, command, **more))


def command(file: Path, *interpreter: str) -> Command:
    return Command((*interpreter, str(file)), file.parent)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("my_ai.py", "print(move, flush=True)"),
        ("my_ai", "fflush(stdout) in C"),
        ("my_ai.jar", "out.flush()"),
    ],
)
def test_a_missing_flush_is_told_with_the_call_of_the_language(tmp_path, name, how):
    file = tmp_path / name
    file.touch()
    told = str(explained(HELD_BACK, command(file)).sentence)
    assert told == f"flush the output after every move, as {how} does"


def test_an_unknown_language_and_another_cause_are_told_as_before(tmp_path):
    file = tmp_path / "my_ai.zig"
    file.touch()
    assert explained(HELD_BACK, command(file)) is HELD_BACK
    without_file = Command(("/usr/bin/python3", "-c", "input()"), None)
    assert explained(HELD_BACK, without_file) is HELD_BACK
    slept = Explanation(Cause.IDLE, say("it slept"))
    assert explained(slept, command(tmp_path / "my_ai.py")) is slept


def test_a_writer_that_loses_what_it_holds_is_suspected_where_the_file_names_one(tmp_path):
    silent, java = Explanation(Cause.IDLE, rows.WAITS_FOR_MORE()), Command(("java", "Ai"), tmp_path)
    file = tmp_path / "Ai.class"
    for code, suspected in (
        (b"java/io/PrintWriter", True),
        (b"java/io/PrintWriter flush", False),
        (b"java/io/PrintStream", False),
    ):
        file.write_bytes(code)
        told = str(explained(silent, java).sentence)
        assert told.endswith("stands in a buffer, which out.flush() would flush") is suspected


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_in_the_place_of_a_file_holds_nobody_up(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo(tmp_path / "Ai.class")
    os.mkfifo(tmp_path / "my_ai")
    silent = Explanation(Cause.IDLE, rows.WAITS_FOR_MORE())
    assert explained(silent, Command(("java", "Ai"), tmp_path)) == silent
    told = str(explained(HELD_BACK, Command((str(tmp_path / "my_ai"),), tmp_path)).sentence)
    assert told == "flush the output after every move, as fflush(stdout) in C does"


@pytest.mark.parametrize(
    ("head", "how"), [(b"\x04\0\0\0Go\0\0", "w.Flush()"), (b"libstdc++.so.6", "std::flush")]
)
def test_the_language_of_a_compiled_program_is_seen_in_it(tmp_path, head, how):
    file = tmp_path / "my_ai"
    file.write_bytes(b"\x7fELF" + head)
    assert how in str(explained(HELD_BACK, command(file)).sentence)


@pytest.mark.parametrize(
    ("name", "interpreter", "buffered"),
    [
        ("my_ai.py", ("python3",), True),
        ("my_ai.py", ("python3", "-u"), False),
        ("my_ai.rb", ("ruby",), False),
    ],
)
def test_only_a_python_program_without_u_is_run_differently_here(
    tmp_path, name, interpreter, buffered
):
    file = tmp_path / name
    file.write_text("print(move)")
    assert is_buffered_elsewhere(command(file, *interpreter)) is buffered


def test_more_than_a_move_is_no_matter_of_the_board():
    text = say("{text} has more in it than a move", text=repr("bestmove e2e4"))
    assert advice_on(Explanation(Cause.ILLEGAL, text)) is ONLY_THE_MOVE
    for line in (
        "INFO best move e4",
        "[12:30:01] start",
        "received:white",
        "score=0",
        "2026/11/23 22:10:05 got white",
        "Evaluating 20 moves",
        "depth 3: Nf3",
        "Searching",
    ):
        text = say("{text} is not a move", text=repr(line))
        assert advice_on(Explanation(Cause.ILLEGAL, text)) is LOG_TO_STDERR
    text = say("{text} is not legal", text=repr("e2e5"))
    assert advice_on(Explanation(Cause.ILLEGAL, text)) is not ONLY_THE_MOVE


def test_a_sentence_that_asks_for_something_else_is_not_joined_with_the_call(tmp_path):
    file = tmp_path / "my_ai.pl"
    file.touch()
    two_ways = Explanation(Cause.UNFLUSHED, rows.TWO_WAYS(text="'e4'"))
    assert explained(two_ways, command(file)) is two_ways


def test_a_program_that_waits_is_told_that_it_may_not_flush_unless_it_is_let_write_at_once(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    waits = Explanation(Cause.IDLE, rows.WAITS_FOR_MORE())
    for name, hint in (("my_ai.lua", "io.flush()"), ("my_ai.py", ""), ("my_ai.zig", "")):
        file = tmp_path / name
        file.touch()
        told = str(explained(waits, command(file), still_asked=True).sentence)
        assert told.startswith(str(rows.WAITS_FOR_MORE()))
        assert ("buffer" in told) is bool(hint)
        assert hint in told
    without_file = Command(("/usr/bin/python3", "-c", "input()"), None)
    assert explained(HELD_BACK, without_file) is HELD_BACK
    slept = Explanation(Cause.IDLE, say("it slept"))
    assert explained(slept, command(tmp_path / "my_ai.lua"), still_asked=True) is slept
