"""Whoever starts the board may have it ignore signals; the programs that it starts hear them."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from board_core.match.workers import LocalWorkers

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows passes on no such choice")

IGNORING = """
import os, signal, sys
for name in ("SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT", "SIGCHLD", "SIGPIPE", "SIGALRM", "SIGUSR1"):
    signal.signal(getattr(signal, name), signal.SIG_IGN)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""As ``nohup``, a shell's background and continuous integration do, and some more."""

SAYS = """
import signal, sys
print([number.name for number in signal.valid_signals() - {signal.SIGPIPE, signal.SIGXFSZ}
    if signal.getsignal(number) is signal.SIG_IGN])
"""
"""Python itself ignores two signals."""

HEARS_ALL = "[]"

PLAYS = """
import contextlib, sys, time
from pathlib import Path
folder = Path(sys.argv[1])
with (folder / "heard").open("w") as file, contextlib.redirect_stdout(file):
    SAYS
(folder / "begun").touch()
while not (folder / "go").exists():
    time.sleep(0.01)
print("a3" if input() == "white" else input() and "a6", flush=True)
"""
"""Plays one move, and has crashed then."""


def ignoring(*command: str) -> list[str]:
    return [sys.executable, "-c", IGNORING, *command]


def match(folder: Path, *options: str) -> list[str]:
    """Return the command for a match of a program that waits for the file ``go``."""
    script = folder / "plays.py"
    script.write_text(PLAYS.replace("SAYS", SAYS.strip().replace("\n", "\n    ")))
    player = shlex.join([sys.executable, str(script), str(folder)])
    return ignoring("-m", "board_cli", "match", player, "random", "--sandbox", "off", *options)


@pytest.mark.parametrize("options", [("--json",), ("--json", "-n", "2", "--jobs", "2")], ids=len)
def test_the_programs_of_a_match_hear_what_their_host_ignores(tmp_path: Path, options):
    (tmp_path / "go").touch()
    ran = subprocess.run(match(tmp_path, *options), capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "heard").read_text().strip() == HEARS_ALL


def test_a_programs_end_is_known_though_the_host_was_to_ignore_the_ends_of_programs(tmp_path: Path):
    script = tmp_path / "ends.py"
    script.write_text("raise SystemExit(7)")
    player = shlex.join([sys.executable, str(script)])
    command = ignoring("-m", "board_cli", "match", player, "random", "--sandbox", "off", "--json")
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert '"code": 7' in ran.stdout or "exit code 7" in ran.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP, signal.SIGTERM])
def test_a_match_that_is_to_ignore_a_signal_goes_on_when_it_comes(tmp_path: Path, number: int):
    with subprocess.Popen(match(tmp_path, "--json"), stdout=subprocess.PIPE) as host:
        while not (tmp_path / "begun").exists():
            assert host.poll() is None
        host.send_signal(number)
        (tmp_path / "go").touch()
        told, _ = host.communicate()
    assert host.returncode == 0
    assert b'"stopped"' not in told


def test_what_a_worker_starts_hears_ctrl_c_which_the_worker_does_not():
    with LocalWorkers(1) as workers:
        worker = workers.submit(os.getpid).result()
        os.kill(worker, signal.SIGINT)
        said = workers.submit(subprocess.check_output, [sys.executable, "-c", SAYS]).result()
        assert workers.submit(os.getpid).result() == worker
    assert said.decode().strip() == HEARS_ALL


def test_what_a_test_starts_hears_ctrl_c():
    said = subprocess.check_output([sys.executable, "-c", SAYS], text=True)
    assert said.strip() == HEARS_ALL


def test_what_a_test_starts_hears_ctrl_c_also_where_pytest_was_started_to_ignore_it():
    this = f"{__file__}::{test_what_a_test_starts_hears_ctrl_c.__name__}"
    command = ignoring("-m", "pytest", "-p", "no:cacheprovider", this)
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
