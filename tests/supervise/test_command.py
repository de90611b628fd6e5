import sys
from pathlib import Path

import pytest

from board_core.players.process import display_name
from board_core.supervise.command import find_program, is_interpreter, missing_script, resolve
from board_core.supervise.environment import past_launcher, program_environment
from board_core.supervise.status import exit_status, was_fatal


def test_a_python_file_runs_unbuffered_with_this_python_in_its_folder(tmp_path):
    file = tmp_path / "ai.py"
    file.touch()
    command = resolve([str(file), "--depth", "3"])
    assert command.argv == (sys.executable, str(file), "--depth", "3")
    assert command.folder == tmp_path


def test_files_among_the_arguments_become_absolute(tmp_path, monkeypatch):
    (tmp_path / "ai.py").touch()
    monkeypatch.chdir(tmp_path)
    command = resolve(["python3", "-O", "ai.py", "book"])
    assert command.argv[1:] == ("-O", str(tmp_path / "ai.py"), "book")
    assert command.folder == tmp_path


@pytest.mark.parametrize("launcher", ["py", "pyw.exe", "pythonw", "python3.11"])
def test_the_launchers_of_python_are_interpreters(launcher):
    assert is_interpreter(launcher)
    assert missing_script([launcher, "-3", "no-such-file.py"]) == "no-such-file.py"
    assert display_name([launcher, "-3", "my_ai.py"]) == "my_ai"


def test_a_program_from_the_path_has_no_folder_of_its_own():
    assert resolve([Path(sys.executable).name]).folder is None


def test_a_program_that_is_nowhere_stays_as_it_was_written():
    assert resolve(["no-such-program", "x"]).argv == ("no-such-program", "x")
    assert find_program("no-such-program") is None


def test_the_environment_has_a_home_of_its_own_and_none_of_our_secrets(tmp_path):
    environment = program_environment(tmp_path, "mark", {"PATH": "/bin", "TOKEN": "secret"})
    assert environment["PATH"] == "/bin"
    assert environment["HOME"] == environment["TMPDIR"] == str(tmp_path)
    assert environment["PYTHONUNBUFFERED"] == "1"
    assert "secret" not in environment.values()


def test_the_python_of_an_environment_of_windows_is_started_without_its_launcher(monkeypatch):
    """Which would hold the pipes as well, so that nobody saw its program close them."""
    command, environment = (sys.executable, "my_ai.py"), {"PATH": "p"}
    monkeypatch.setattr(sys, "_base_executable", "python.exe", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert past_launcher(command, environment) == (command, environment)
    monkeypatch.setattr(sys, "platform", "win32")
    assert past_launcher(command, environment) == (
        ("python.exe", "my_ai.py"),
        {"PATH": "p", "__PYVENV_LAUNCHER__": sys.executable},
    )
    assert past_launcher(("my_ai.exe",), environment) == (("my_ai.exe",), environment)
    monkeypatch.setattr(sys, "_base_executable", sys.executable)
    assert past_launcher(command, environment) == (command, environment)


def test_an_exit_status_is_put_into_words():
    assert str(exit_status(3)) == "exit code 3"
    assert str(exit_status(-11)) == "SIGSEGV (invalid memory access, or a recursion without an end)"
    assert str(exit_status(-10)).startswith("signal")
    assert str(exit_status(-99)) == "signal 99"


def test_the_errors_that_windows_tells_have_words():
    assert str(exit_status(0xC0000005)) == (
        "exit code 0xC0000005 (invalid memory access, or a recursion without an end)"
    )
    assert "library" in str(exit_status(0xC0000135))
    for uncaught in (0xE0434352, 0xE06D7363, 0xC0000409):  # of .NET, of C++, and abort()
        assert str(exit_status(uncaught)).endswith(
            "(it aborted itself, as after a failed assertion or an uncaught exception)"
        )
    assert str(exit_status(0xC0000095)).endswith(
        "(a wrong calculation, such as a division by zero)"
    )
    assert str(exit_status(0xC0001234)) == "exit code 0xC0001234"
    assert was_fatal(0xC0000409)
    assert was_fatal(-11)
    assert not was_fatal(1)
    assert not was_fatal(255)


def test_a_script_whose_suffix_was_forgotten_is_missing(tmp_path):
    (tmp_path / "brain.lua").touch()
    (tmp_path / "book.txt").touch()
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot.py").touch()
    assert missing_script(["lua", "brain"], tmp_path) == "brain"
    assert missing_script(["lua", "brain.lua"], tmp_path) is None
    assert missing_script(["lua", "book"], tmp_path) is None
    assert missing_script(["python3", "bot"], tmp_path) is None


@pytest.mark.parametrize(
    ("interpreter", "source", "found"),
    [
        ("java", "Main.java", "Main.class"),
        ("/usr/bin/java.exe", "Main.java", "Main.class"),
        ("kotlin", "Main.js", "Main.class"),
        ("node", "Main.js", ""),
        ("nodejs18", "Main.js", ""),
        ("runghc", "Main.hs", ""),
        ("swipl", "Main.pl", ""),
        ("env", "Main.sh", ""),
        ("timeout", "Main.py", ""),
    ],
)
def test_a_name_that_an_interpreter_completes_is_not_missing(interpreter, source, found, tmp_path):
    for name in filter(None, (source, found)):
        (tmp_path / name).touch()
    assert missing_script([interpreter, "Main"], tmp_path) is None


def test_a_class_that_was_not_compiled_is_missing(tmp_path):
    (tmp_path / "Main.java").touch()
    assert missing_script(["java", "Main"], tmp_path) == "Main"
