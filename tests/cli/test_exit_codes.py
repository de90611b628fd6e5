"""``docs/exit-codes.md`` says what programs really return."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from patience import PATIENCE

from board_cli.app import app
from board_core.journal import JournalWriter

ROOT = Path(__file__).parents[2]
OPPONENT = ROOT / "tests" / "programs" / "opponent.py"
MATE = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent in another way there")


def opponent(*moves: str) -> str:
    return f"san:{sys.executable} {OPPONENT} {' '.join(moves)}"


def code_of(*arguments: str, lines: str = "", **more: str) -> int:
    ran = subprocess.run(
        [sys.executable, "-m", "board_cli", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        env={**os.environ, **more},
    )
    assert "Traceback" not in ran.stderr
    return ran.returncode


def ended_by(number: int, *arguments: str) -> int:
    """The exit code of a program that hears this signal once it has printed something."""
    with subprocess.Popen(
        [sys.executable, "-m", "board_cli", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as program:
        program.stdout.readline()
        program.send_signal(number)
        program.stdout.read()
        return program.wait(PATIENCE)


def test_the_page_names_every_code_once():
    page = (ROOT / "docs" / "exit-codes.md").read_text()
    assert re.findall(r"^\| (\d+) \|", page, re.M) == ["0", "1", "2", "3", "129", "130", "143"]


DONE = [
    ("about",),
    ("settings",),
    ("match", "random", "greedy", "--opening", MATE, "--quiet"),
    ("play", "random"),  # the input ends at once
]
IN_PART = [
    ("match", "san:/no/such/program", "greedy", "--quiet"),
    ("play", "san:/no/such/program"),
    ("check", "san:/no/such/program"),
    ("bench", opponent("a1"), "--limit", "5"),
]
WRONG = [
    ("nothing",),
    ("--lang", "fr", "about"),
    ("play", "nobody"),
    ("play", "--time", "soon"),
    ("play", "--opening", "8/8"),
    ("play", "--pgn", "/no/such/folder/x.pgn"),
    ("match", "random"),
    ("match", "human", "random"),
    ("check", "human"),
    ("bench", "human"),
    ("recover", "/no/such/journal"),
    ("engine", "--level", "human"),
    ("settings", "sound", "loud"),
    ("settings", "nothing"),
    ("review", "/no/such.pgn"),
    ("contest", "run", "/no/such/folder"),
    ("contest", "nothing"),
    ("gui", "nobody"),
]


@pytest.mark.parametrize("arguments", DONE, ids=" ".join)
def test_0_is_done(arguments):
    assert code_of(*arguments) == 0


@pytest.mark.parametrize("arguments", IN_PART, ids=" ".join)
def test_1_is_done_in_part_or_faults_were_found(arguments):
    assert code_of(*arguments) == 1


def test_1_is_a_journal_without_games(tmp_path):
    journal = tmp_path / "empty.journal"
    JournalWriter(journal, {}).close()
    assert code_of("recover", str(journal)) == 1


def test_1_is_a_file_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    inside_a_file = str(tmp_path / "file" / "settings.json")
    assert code_of("settings", "theme", "dark", BOARD_SETTINGS=inside_a_file) == 1


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_2_is_wrong_use(arguments):
    ran = CliRunner().invoke(app, arguments)
    assert ran.exit_code == 2
    assert isinstance(ran.exception, SystemExit)


@pytest.mark.parametrize("arguments", [WRONG[0], WRONG[1], WRONG[-1]], ids=" ".join)
def test_2_is_the_code_of_the_process_too(arguments):
    assert code_of(*arguments) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have a screen")
def test_3_is_no_display():
    assert code_of("gui", DISPLAY="", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="x11") == 3


@posix
@pytest.mark.parametrize(
    ("number", "code"),
    [("SIGHUP", 129), ("SIGINT", 130), ("SIGTERM", 143)],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "random"),
        ("match", opponent("e4", "hang"), "random", "--json"),
    ],
    ids=["play", "match"],
)
def test_signals_end_a_game_in_good_order(arguments, number, code):
    assert ended_by(getattr(signal, number), *arguments) == code


def test_a_game_of_people_that_is_over_is_done():
    assert code_of("play", "human", "human", lines="f3\ne5\ng4\nQh4\n") == 0


PRESSED_EARLY = """
import board_cli.language_option
from board_cli.__main__ import main

def pressed(arguments, environment):
    raise KeyboardInterrupt

board_cli.language_option.set_language = pressed
main()
"""


def test_ctrl_c_ends_a_command_that_is_still_imported_without_a_traceback():
    ran = subprocess.run([sys.executable, "-c", PRESSED_EARLY], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (130, "")
