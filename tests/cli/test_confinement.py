"""How far programs are trusted, from the command line."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from board_cli.app import app
from board_core import say
from board_core.supervise import hold, sandbox
from board_core.supervise.sandbox import SandboxTrial

OPPONENT = Path(__file__).parents[1] / "programs" / "opponent.py"
MATED = f"mated=san:{sys.executable} {OPPONENT} f3 g4 stay"
MATES = f"mates=san:{sys.executable} {OPPONENT} e5 Qh4 leave"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(sandbox, "_said", set())


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(sandbox, "_trial", SandboxTrial(None, say("bubblewrap is not installed")))


def board(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(app, arguments, env=environment)


def test_without_a_sandbox_a_match_is_played_and_the_warning_comes_once(nothing_installed, caplog):
    result = board("match", MATED, MATES, "--quiet")
    assert result.exit_code == 0
    assert "0-1  Black wins" in result.stdout
    assert result.stderr.count("Warning: programs run without a sandbox") == 1
    assert "without a sandbox" not in caplog.text


def test_whoever_switches_it_off_knows(nothing_installed):
    assert board("match", MATED, MATES, "--quiet", "--sandbox", "off").stderr == ""
    assert board("match", MATED, MATES, "--quiet", BOARD_SANDBOX="off").stderr == ""


def test_players_that_come_with_the_board_need_none(nothing_installed):
    result = board("match", "random", "greedy", "--seed", "1", "-q", "--sandbox", "required")
    assert result.exit_code == 0
    assert result.stderr == ""


@pytest.mark.parametrize("command", [("match", MATED, MATES), ("play", MATES)])
def test_required_refuses_before_the_game(nothing_installed, command):
    result = board(*command, "--sandbox", "required")
    assert result.exit_code == 2
    assert "no sandbox: bubblewrap is not installed" in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_root_is_refused_until_it_is_allowed(monkeypatch):
    if sandbox.trial().bwrap is None:
        pytest.skip("no sandbox works here")
    monkeypatch.setattr(sandbox, "is_root", lambda: True)
    command = ("match", MATED, MATES, "--quiet", "--sandbox", "required")
    assert "not run by root" in " ".join(board(*command).stderr.split())
    assert board(*command, "--allow-root").exit_code == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits are set by prlimit")
@pytest.mark.parametrize(
    ("memory", "kind", "words"),
    [
        ("200", "v2", "more than its 200 MiB of memory"),
        ("200", "v1", "more than its 200 MiB of memory"),
        ("200", "signals", "more than its 200 MiB of memory"),
        ("0", "", "exit code 0"),
    ],
)
def test_memory_is_limited(tmp_path, memory, kind, words, monkeypatch):
    monkeypatch.setenv(hold.HOLD_VARIABLE, kind)
    if kind and hold.kind() is not hold.HoldKind(kind):
        pytest.skip(f"no control groups of kind {kind} here")
    program = tmp_path / "greedy_for_memory.py"
    program.write_text("bytearray(300 * 1024 * 1024)\ninput()\n")
    result = board("match", str(program), "random", "--quiet", "--memory", memory)
    assert words in result.stdout


def test_what_programs_write_beside_themselves_can_be_kept(tmp_path):
    if sandbox.trial().bwrap is None:
        pytest.skip("no sandbox works here")
    (tmp_path / "ai").mkdir()
    program = tmp_path / "ai" / "my_ai.py"
    program.write_text("open('my.log', 'w').write('x'); print('resign')")
    spec = f"my ai=san:python3 {program}"
    result = board("match", spec, spec, "-q", "-n", "2", "--keep", str(tmp_path / "kept"))
    assert result.exit_code == 0, result.output
    names = {path.parent.name for path in (tmp_path / "kept").rglob("my.log")}
    assert names == {"my-ai-1-", "my-ai-1--2", "my-ai-2-", "my-ai-2--2"}


def test_what_cannot_be_shown_is_refused_before_the_game(tmp_path):
    result = board("match", MATED, MATES, "--quiet", "--readable", str(tmp_path / "no"))
    assert result.exit_code == 2
    assert "there is nothing to be read at" in " ".join(result.stderr.split())
    result = board("check", MATED, "--package", "no-such-thing")
    assert result.exit_code == 2
    assert "there is no package 'no-such-thing'" in " ".join(result.stderr.split())


def test_a_file_that_the_program_is_not_shown_is_named(tmp_path):
    if sandbox.trial().bwrap is None:
        pytest.skip("no sandbox works here")
    folder, secret = tmp_path / "ai", tmp_path / "secret"
    folder.mkdir()
    secret.write_text("e4")
    program = folder / "my_ai.py"
    program.write_text("import sys; print(open(sys.argv[1]).read(), flush=True); input()")
    command = ("match", f"{program} {secret}", "random", "--quiet")
    result = board(*command)
    assert f"Warning: the program cannot see {secret}: add --readable {secret}" in result.stderr
    assert "FileNotFoundError" in result.stdout + result.stderr or "exit code 1" in result.stdout
    result = board(*command, "--readable", str(secret))
    assert "is not shown" not in result.stderr
    assert "exit code 1" not in result.stdout


def test_a_wrong_value_of_a_variable_is_told_by_the_name_of_the_variable():
    wrong = board("match", MATED, MATES, BOARD_SANDBOX="maybe")
    assert "Invalid value for BOARD_SANDBOX: 'maybe' is not one of: auto" in wrong.stderr
    wrong = board("match", MATED, MATES, "--sandbox", "never", BOARD_SANDBOX="maybe")
    assert "Invalid value for --sandbox: 'never' is not one of: auto" in wrong.stderr
