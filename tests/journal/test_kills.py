"""A host that is killed loses nothing it has announced: the benchmark, in short."""

import subprocess
import sys
from pathlib import Path

import pytest

KILLS = Path(__file__).parents[2] / "benchmarks" / "kills.py"


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="strays are found by /proc")
@pytest.mark.parametrize("game", ["chess", "chess-3d"])
def test_a_killed_match_loses_no_move_and_goes_on_to_its_end(game: str):
    command = [sys.executable, str(KILLS), "--kills", "3", "--seed", "3", "--game", game]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "3 kills" in run.stdout
    assert " 0 lost" in run.stdout
    assert "0 matches incomplete" in run.stdout
    assert "0 programs left" in run.stdout
    assert "0 folders or control groups left" in run.stdout
