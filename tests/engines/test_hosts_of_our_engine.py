"""``board engine`` in the hosts of others, as far as they are installed here."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import board_core
from board_core.supervise.command import find_program

HERE = Path(board_core.__file__).parents[1]
PATIENCE = 300


@pytest.fixture
def engine(tmp_path):
    """Return a maker of programs that are our engine at a level: some hosts take no arguments."""

    def make(level: str, game: str = "chess") -> str:
        program = tmp_path / f"engine-{level}"
        board = [sys.executable, "-m", "board_cli"]
        command = [*board, "engine", "--level", level, "--game", game]
        path = f"PYTHONPATH={shlex.quote(str(HERE))}"
        program.write_text(f"#!/bin/sh\n{path} exec {shlex.join(command)}\n")
        program.chmod(0o755)
        return str(program)

    return make


def host(*command: str, folder: Path) -> str:
    """Run a host to its end and return what it printed; skip if it is not installed."""
    if find_program(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("level", ["random", "beginner", "hard"])
def test_it_passes_the_compliance_test_of_fastchess(engine, tmp_path, level):
    told = host("fastchess", "--compliance", engine(level), folder=tmp_path)
    assert "Engine passed all compliance checks." in told


@pytest.mark.parametrize("time", ["tc=1+0.1", "tc=1+0.05", "st=0.1", "tc=40/2"])
def test_it_plays_in_fastchess(engine, tmp_path, time):
    told = host(
        *("fastchess", "-engine", f"cmd={engine('club')}", "name=club"),
        *("-engine", f"cmd={engine('greedy')}", "name=greedy"),
        *("-each", time, "timemargin=5000", "-rounds", "1", "-games", "2"),
        folder=tmp_path,
    )
    assert told.count("mates}") == 2, told


@pytest.mark.parametrize("program", ["c-chess-cli", "cutechess-cli"])
def test_it_plays_in_other_hosts(engine, tmp_path, program):
    protocol = ["proto=uci"] if program == "cutechess-cli" else []
    told = host(
        *(program, "-engine", f"cmd={engine('club')}", "name=club", *protocol),
        *("-engine", f"cmd={engine('greedy')}", "name=greedy", *protocol),
        *("-each", "tc=10+0.1", "-rounds", "1", "-games", "2"),
        folder=tmp_path,
    )
    assert "Score of club vs greedy: 2 - 0 - 0" in told


def test_it_ponders_in_cutechess(engine, tmp_path):
    told = host(
        *("cutechess-cli", "-engine", f"cmd={engine('club')}", "name=club", "ponder"),
        *("-engine", f"cmd={engine('greedy')}", "name=greedy", "ponder"),
        *("-each", "tc=10+0.1", "proto=uci", "-rounds", "1", "-games", "2", "-debug", "all"),
        folder=tmp_path,
    )
    assert "Score of club vs greedy: 2 - 0 - 0" in told
    assert "ponderhit" in told


def test_it_plays_behind_polyglot_as_an_xboard_engine(engine, tmp_path):
    settings = f"[PolyGlot]\nEngineCommand = {engine('club')}\nEngineDir = {tmp_path}\n[Engine]\n"
    (tmp_path / "polyglot.ini").write_text(settings)
    if (polyglot := find_program("polyglot")) is None:
        pytest.skip("polyglot is not installed (Debian: apt install polyglot)")
    with subprocess.Popen(
        [polyglot, "polyglot.ini"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("xboard\nprotover 2\nnew\nlevel 40 0:10 0\nusermove e2e4\n")
        process.stdin.flush()
        assert any(line.startswith("move ") for line in process.stdout)
        process.stdin.write("quit\n")


@pytest.mark.parametrize(("rule", "more"), [("0", []), ("1", ["-sendbyboard"]), ("4", [])])
def test_it_plays_gomoku_in_c_gomoku_cli(engine, tmp_path, rule, more):
    told = host(
        *("c-gomoku-cli", "-engine", f"cmd={engine('medium', 'gomoku')}", "name=medium"),
        *("-engine", f"cmd={engine('easy', 'gomoku')}", "name=easy"),
        *("-each", "tc=60/5", "-rule", rule, "-boardsize", "15", "-games", "2", "-fatalerror"),
        *more,
        folder=tmp_path,
    )
    assert told.count("by five connection") == 2, told
