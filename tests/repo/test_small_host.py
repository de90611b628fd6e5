"""What a match does without is not imported: each of these takes memory from every match."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "examples" / "san_line_ai.py"

LIBRARIES = {"asyncio", "chess.engine", "chess.pgn", "multiprocessing", "numpy", "pydantic", "rich"}
PARTS = {
    *("email", "hashlib", "hmac", "importlib.metadata", "pickle", "secrets"),
    *("board_core.journal", "board_core.match.workers"),
    *("board_core.games.chess3d", "board_core.games.gomoku.lessons", "chess.syzygy"),
}

AND_SAY_WHAT_IS_LOADED = """
import atexit, sys
atexit.register(lambda: print("loaded:", *sys.modules, file=sys.stderr))
"""


def loaded(code: str, *arguments: str) -> set[str]:
    """Return the modules that a fresh Python has loaded when this code has run."""
    command = [sys.executable, "-c", AND_SAY_WHAT_IS_LOADED + code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.rpartition("loaded:")[2].split())


def test_importing_the_core_brings_nothing_that_only_some_games_need():
    modules = loaded("import board_core")
    assert "board_core" in modules
    heavy = {"board_core.games", "chess", "json", "click", "subprocess"}
    assert modules & (LIBRARIES | PARTS | heavy) == set()


@pytest.mark.parametrize("kept", [False, True])
def test_a_quiet_match_of_programs_imports_no_more_than_it_needs(kept, tmp_path):
    program = f"san:{sys.executable} {PROGRAM}"
    pgn = ["--pgn", str(tmp_path / "games.pgn")] if kept else []
    modules = loaded(
        "from board_cli.__main__ import main; main()",
        *("match", "--quiet", program, program, "--time", "60", *pgn),
    )
    assert "board_core.players.process" in modules
    assert modules & (LIBRARIES | PARTS) == set()
    assert (tmp_path / "games.pgn").exists() == kept
