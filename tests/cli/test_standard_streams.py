"""Closed descriptors and full disks behind the standard streams of any command."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from patience import PATIENCE
from terminals import Terminal

from board_cli.standard_streams import LossyOutput
from board_core.supervise import interrupts
from board_core.supervise.interrupts import raise_keyboard_interrupt_once

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a shell closes descriptors there")

FULL = Path("/dev/full")
full_disk = pytest.mark.skipif(not FULL.exists(), reason="there is no disk that is always full")
ONE_MOVE = "Krk5/Q7/8/8/B7/8/8/8 w - - 0 1"
"""Whoever plays White has one legal move, which mates."""
MATE = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"

COMMANDS = (
    ("about",),
    ("levels",),
    ("--help",),
    ("match", "--help"),
    ("match", "--game", "help"),
    ("settings",),
    ("settings", "--path"),
    ("match", "greedy", "greedy", "--opening", MATE),
    ("match", "greedy", "greedy", "--opening", MATE, "-n", "3", "--quiet"),
    ("match", "greedy", "greedy", "--opening", MATE, "--json"),
    ("play", "greedy", "greedy", "--opening", MATE),
)


def shell(redirected: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the board in a shell that redirects its streams."""
    line = ["sh", "-c", f'exec "$@" {redirected}', "sh", sys.executable, "-m", "board_cli"]
    return subprocess.run(
        [*line, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_closed_output_is_told_in_a_sentence(arguments):
    ran = shell(">&-", *arguments)
    assert ran.stderr == "Error: the output cannot be written: it is closed\n"
    assert ran.returncode == 1


@full_disk
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_disk_behind_the_output_is_told_in_a_sentence(arguments):
    ran = shell(f">{FULL}", *arguments)
    assert ran.stderr == "Error: the output cannot be written: No space left on device\n"
    assert ran.returncode == 1


@pytest.mark.parametrize("redirected", ["2>&-", "<&-", "2>&- <&-"])
def test_a_closed_error_output_or_input_changes_nothing(redirected: str):
    ran = shell(redirected, "play", "random", "greedy", "--opening", MATE, "--seed", "1")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Draw" in ran.stdout or "wins" in ran.stdout


@full_disk
def test_a_wrong_command_line_keeps_its_exit_code_where_nothing_can_be_said():
    assert shell(f">{FULL} 2>{FULL}", "match", "random").returncode == 2


def test_no_file_takes_the_number_of_a_closed_output(tmp_path: Path):
    games = tmp_path / "games.pgn"
    shell(">&- 2>&-", "match", "greedy", "greedy", "--opening", MATE, "--pgn", str(games))
    text = games.read_text()
    assert text.startswith("[Event")
    assert "Error" not in text


@full_disk
def test_a_full_log_does_not_stop_a_match(tmp_path: Path):
    games = tmp_path / "games.pgn"
    match = ("match", "greedy", "greedy", "--opening", MATE, "-n", "5", "--pgn", str(games))
    assert shell(f">{FULL}", *match).returncode == 1
    assert games.read_text().count("[Event ") == 5


def test_no_room_for_the_games_is_told_at_once_and_the_journal_has_them(tmp_path: Path):
    journal, games = str(tmp_path / "journal"), tmp_path / "games.pgn"
    games.write_text("\n" * 100 * 512)
    match = ("match", "greedy", "greedy", "--opening", MATE, "-n", "3", "--journal", journal)
    command = (sys.executable, "-m", "board_cli", *match, "--quiet", "--pgn", str(games))
    ran = subprocess.run(
        ["sh", "-c", 'ulimit -f 100; exec "$@"', "sh", *command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr.splitlines() == [
        f"{games} could not be written: File too large",
        f"3 games are missing in {games}: File too large",
        f"The journal has all games: 'board recover {journal}' prints them.",
    ]
    assert (ran.returncode, games.stat().st_size) == (1, 100 * 512)
    assert shell("", "recover", journal).stdout.count("[Event ") == 3


def test_a_new_contest_is_written_whole_or_refused_with_the_reason(tmp_path: Path):
    made = [sys.executable, "-m", "board_cli", "contest", "new", str(tmp_path / "cup")]
    ran = subprocess.run(
        ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *made],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "contest.toml' cannot be written: File too large" in " ".join(ran.stderr.split())
    assert ran.returncode == 2
    assert list((tmp_path / "cup").iterdir()) == []


def test_only_the_first_failure_is_told_and_the_rest_is_dropped():
    reader, writer = os.pipe()
    os.close(writer)
    failures = []
    output = LossyOutput(reader, failures.append)  # a descriptor that cannot be written
    assert (output.write(b"abc"), output.write(b"de")) == (3, 2)
    assert len(failures) == 1
    os.close(reader)


def test_a_reader_that_has_ended_still_ends_the_command():
    with subprocess.Popen(
        [sys.executable, "-m", "board_cli", "match", "random", "random", "-n", "50", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as match:
        match.stdout.readline()
        match.stdout.close()
        assert match.stderr.read() == ""
        assert match.wait(20) == 1


def test_a_reader_that_has_ended_is_no_fault_of_the_file_that_is_printed(tmp_path: Path):
    journal = str(tmp_path / "journal")
    match = ("match", "random", "random", "-n", "9", "--seed", "1", "--journal", journal)
    assert shell(">&-", *match).returncode == 1
    ran = shell("| true", "recover", journal)
    assert ran.stderr == ""


def test_a_terminal_that_is_closed_ends_the_match_with_129():
    match = ("match", "random", "random", "-n", "1000", "--viewing-pause", "20")
    with closing(Terminal(*match)) as terminal:
        terminal.see("random")
        os.close(terminal.master)
        terminal.master = os.open(os.devnull, os.O_RDWR)
        terminal.kill(signal.SIGHUP)
        assert terminal.end() == 128 + signal.SIGHUP


@pytest.mark.parametrize("options", [(), ("--quiet",), ("--jobs", "2")], ids=" ".join)
def test_ctrl_c_three_times_is_ctrl_c_once(tmp_path: Path, options):
    journal = str(tmp_path / "journal")
    match = ("match", "random", "random", "-n", "9000", "--opening", ONE_MOVE)
    watched = ("--viewing-pause", "0", "--journal", journal)
    with closing(Terminal(*match, *watched, *options)) as terminal:
        terminal.see("(1 move)" if options else "1 won")
        for _ in range(3):
            terminal.kill(signal.SIGINT)
        terminal.see("The match was interrupted.")
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
    assert shell("", "recover", journal).stdout.count("[Event ") >= 1


@pytest.fixture
def ctrl_c_raises_once(monkeypatch):
    usual = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(interrupts, "_ctrl_c_at", -interrupts.REPEAT_SECONDS)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    raise_keyboard_interrupt_once()
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.mark.usefixtures("ctrl_c_raises_once")
def test_ctrl_c_that_is_pressed_again_later_interrupts_again(monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGINT)
    monkeypatch.setattr(interrupts, "_ctrl_c_at", -interrupts.REPEAT_SECONDS)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("ctrl_c_raises_once")
def test_ctrl_c_where_python_drops_exceptions_interrupts_afterwards():
    class Gone:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    in_vain = threading.Event()
    late = threading.Timer(PATIENCE, in_vain.set)
    late.start()
    try:
        Gone()
        with pytest.raises(KeyboardInterrupt):
            in_vain.wait()
    finally:
        late.cancel()
        late.join()
    assert not in_vain.is_set(), "it interrupts what waits, too"
