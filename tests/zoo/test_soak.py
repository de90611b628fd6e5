"""Games in which something goes wrong, in the programs and in the host: the benchmark, in short."""

import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).parents[2] / "benchmarks" / "soak.py"


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="what is left is found by /proc")
@pytest.mark.skipif(sys.version_info < (3, 11, 4), reason="subprocess leaves pipes there (EMFILE)")
def test_whatever_goes_wrong_every_game_ends_as_it_must_and_nothing_is_left():
    command = [sys.executable, str(SOAK), "--games", "40", "--seed", "4", "--quick"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.startswith("40 games")
    assert "0 problems" in run.stdout
