"""The refusals are those of the system itself."""

import os
import subprocess
import sys

import pytest

from board_core.supervise import command as executable
from board_core.supervise import hold
from board_core.supervise.command import check_executable, interpreter_of
from board_core.supervise.limits import Limits

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="as Linux refuses")

FILES = {
    "missing": None,
    "not executable": (b"#!/bin/sh\n", 0o644),
    "a script": (b"#!/bin/sh\nexit 0\n", 0o755),
    "a script with blanks": (b"#! /bin/sh -e\nexit 0\n", 0o755),
    "no such interpreter": (b"#!/no/such/python3\n", 0o755),
    "Windows line break": (b"#!/bin/sh\r\n", 0o755),
    "broken program": (b"\x7fELFnonsense", 0o755),
    "text": (b"e4 e5\n" * 20, 0o755),
    "empty": (b"", 0o755),
}


@pytest.mark.parametrize("what", FILES)
def test_a_file_is_refused_as_the_system_would(what, tmp_path):
    file = tmp_path / "program"
    if (given := FILES[what]) is not None:
        file.write_bytes(given[0])
        file.chmod(given[1])
    assert refusal(lambda: check_executable(str(file))) == refusal(
        lambda: subprocess.run([str(file)], check=True)
    )


def test_a_folder_is_refused_and_this_python_is_not(tmp_path):
    assert refusal(lambda: check_executable(str(tmp_path)))
    assert refusal(lambda: check_executable(os.path.realpath(sys.executable))) is None


def test_the_interpreter_is_the_first_word_of_a_scripts_first_line():
    assert interpreter_of(b"#! /usr/bin/env  python3\nx") == b"/usr/bin/env"
    assert interpreter_of(b"#!/bin/sh\r\nx") == b"/bin/sh\r"
    assert interpreter_of(b"e4\n") is None


@pytest.mark.parametrize(
    ("entry", "meant"),
    [
        ("enabled\ninterpreter /usr/bin/cli\nflags: \noffset 0\nmagic 4d5a\n", True),
        ("disabled\ninterpreter /usr/bin/cli\nflags: \noffset 0\nmagic 4d5a\n", False),
        ("enabled\ninterpreter /usr/bin/x\nflags: \noffset 1\nmagic 4d5a\n", False),
        ("enabled\ninterpreter /usr/bin/x\nflags: \noffset 0\nmagic 4d00\nmask ff00\n", True),
        ("enabled\ninterpreter /usr/bin/jarwrapper\nflags: \nextension .jar\n", False),
        ("enabled\ninterpreter /usr/bin/x\nflags: \nextension .exe\n", True),
        ("enabled\nin a later form\n", False),
    ],
)
def test_only_what_the_system_knows_is_left_to_its_other_programs(
    entry, meant, tmp_path, monkeypatch
):
    (tmp_path / "status").write_text("enabled\n")
    (tmp_path / "known").write_text(entry)
    monkeypatch.setattr(executable, "BINFMT_FOLDER", tmp_path)
    file = tmp_path / "main.exe"
    file.write_bytes(b"MZ" + bytes(90))
    file.chmod(0o755)
    assert (refusal(lambda: check_executable(str(file))) is None) is meant


def refusal(act) -> int | None:
    try:
        act()
    except OSError as error:
        return error.errno
    return None


def test_on_another_system_its_own_programs_are_started_as_they_are(tmp_path, monkeypatch):
    program = tmp_path / "ai"
    program.write_bytes(b"\xcf\xfa\xed\xfe" + bytes(100))  # as on macOS
    program.chmod(0o755)
    with pytest.raises(OSError, match="format"):
        check_executable(str(program))
    monkeypatch.setattr("sys.platform", "darwin")
    check_executable(str(program))
    monkeypatch.setenv(hold.HOLD_VARIABLE, "signals")
    assert hold.hold("board-test", Limits(memory=10**9)).enter == ""
