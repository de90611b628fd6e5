"""What macOS has in place of Linux's calls and files: its own folders and clocks, or nothing."""

import importlib.util
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from board_core.files import folders
from board_core.game import heartbeat
from board_core.supervise.sandbox import trial

TESTS = Path(__file__).parent.parent

GAMES = """
import os

for name in ("eventfd", "pidfd_open", "sched_getaffinity", "sched_setaffinity", "waitid"):
    delattr(os, name)

from keeper import BRIEF, LONG, visit

for animal in ("ignores_every_signal", "complains_and_leaves", "illegal", "endless_lines", "hangs"):
    seen = visit(animal, control=BRIEF if animal == "hangs" else LONG)
    print(animal, seen.outcome.reason.value, seen.words if seen.ended.explanation else "", sep=": ")
"""
"""Leaves out the calls that only Linux has; its files in /proc are hidden from outside."""


@pytest.fixture
def macos(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.skipif(trial().bwrap is None, reason="without bubblewrap nothing hides /proc")
def test_without_the_calls_and_files_of_linux_games_are_played_and_judged():
    hidden = (str(trial().bwrap), "--dev-bind", "/", "/", "--tmpfs", "/proc")
    ran = subprocess.run(
        (*hidden, sys.executable, "-c", GAMES),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (TESTS, TESTS / "zoo")))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    told = [line.split(": ", 2) for line in ran.stdout.splitlines()]
    assert [(animal, reason) for animal, reason, _ in told] == [
        ("ignores_every_signal", "resignation"),
        ("complains_and_leaves", "crash"),
        ("illegal", "illegal-moves"),
        ("endless_lines", "output"),
        ("hangs", "time"),
    ]
    assert "exit code 3" in told[1][2]
    assert told[4][2] == "it did not answer; its last line was 'e5'"  # why is told by /proc


@pytest.mark.skipif(os.name != "posix", reason="it has drives")
def test_settings_and_caches_are_where_macos_keeps_them(macos, monkeypatch):
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    library = macos / "Library"
    assert folders.config_folder() == library / "Application Support" / "the-chess-board"
    assert folders.data_folder() == folders.config_folder()
    assert folders.cache_folder() == library / "Caches" / "the-chess-board"


@pytest.mark.skipif(os.name != "posix", reason="other systems lack clock_gettime")
def test_the_sleep_of_a_mac_is_what_its_one_clock_counts_and_the_other_does_not(macos, monkeypatch):
    clocks = {-1: 1000.0, -2: 400.0}  # seconds since the start, and those of them it was awake
    monkeypatch.setattr(time, "CLOCK_MONOTONIC", -1)
    monkeypatch.setattr(time, "CLOCK_UPTIME_RAW", -2, raising=False)
    ours = time.clock_gettime  # for the heartbeat of other tests' games
    monkeypatch.setattr(
        time, "clock_gettime", lambda clock: clocks[clock] if clock in clocks else ours(clock)
    )
    monkeypatch.delattr(os, "register_at_fork")
    spec = importlib.util.spec_from_file_location("board_core.game.heartbeat", heartbeat.__file__)
    assert spec is not None
    assert spec.loader is not None
    anew = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(anew)
    assert anew._asleep() == 600.0
