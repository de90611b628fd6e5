"""The benchmarks of speed and of clocks run through and print what they promise, in short."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the benchmarks look into /proc"),
]


def printed(script: str, *words: str) -> list[str]:
    command = [sys.executable, str(BENCHMARKS / script), *words]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize(
    "setting",
    [
        "one core, 20 info, 1 at once, sandbox off",
        "any core, 1 info, 2 at once, sandbox off",
        "any core, 1 info, 1 at once, sandbox auto",
    ],
)
def test_the_board_is_compared_with_another_checkout(setting: str):
    lines = printed("runners.py", "--quick", "--landed", sys.executable, "--only", setting)
    at = next(number for number, line in enumerate(lines) if line.startswith(setting))
    assert "to landed" in lines[at + 1]
    ours, landed = (line.split() for line in lines[at + 2 : at + 4])
    assert (ours[0], landed[0]) == ("ours", "landed")
    assert landed[3] == "1.00"


def test_games_at_once_in_one_process_end_as_they_must():
    lines = printed("runners.py", "--quick", "--only", "one process, any core, 1 info, 8 at once")
    (ours,) = (line.split() for line in lines if line.startswith("ours"))
    assert ours[-1] == "24"  # eight threads with three games each


def test_what_is_charged_is_held_against_the_notes_of_the_program():
    words = ["--moves", "3", "--rounds", "1", "--only", "200 lines every 10 ms"]
    lines = printed("clocks.py", *words)
    (ours,) = (line for line in lines if line.startswith("200 lines every 10 ms, ours"))
    assert len(ours.split(", ours")[1].split()) == 4
