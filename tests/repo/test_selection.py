"""A bare ``pytest`` runs the quick tests; whoever names something, and `.ci/run`, get all."""

import re
import subprocess
import sys

import pytest
import selection
from installed import ROOT

TESTS = ROOT / "tests"


def collected(*arguments: str) -> tuple[int, str]:
    """Return how many tests would run, and the last line."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    return sum(int(n) for n in re.findall(r"^tests/.*: (\d+)$", done.stdout, re.M)), lines[-1]


@pytest.mark.parametrize("place", selection.MARKERS)
def test_what_is_left_out_is_there(place: str):
    file, _, name = place.partition("::")
    assert (TESTS / file).exists()
    assert f"def {name}" in ((TESTS / file).read_text(encoding="utf-8") if name else "def ")


FEW = ("-o", "testpaths=tests/journal")  # as if these were all


def test_without_arguments_the_quick_tests_run_and_a_last_line_counts_the_others():
    quick, said = collected(*FEW)
    everything, _ = collected("tests/journal")
    left_out = re.match(r"(\d+) slow tests were left out. All tests: pytest tests", said)
    assert left_out
    assert quick + int(left_out[1]) == everything > quick


@pytest.mark.parametrize(
    "arguments",
    [("tests/journal/test_kills.py",), (*FEW, "-k", "test_a_killed_match_loses_no_move")],
    ids=["a file", "a word"],
)
def test_who_names_something_gets_all_of_it(arguments: tuple[str, ...]):
    number, said = collected(*arguments)
    assert number == 2
    assert "left out" not in said


def test_continuous_integration_runs_what_a_bare_command_leaves_out():
    (line,) = re.findall(r".*pytest tests .*", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert '-m "not fast or hypothesis"' in line
    assert "--hypothesis-profile=ci" in line


def test_continuous_integration_plays_with_programs_as_on_windows_too():
    assert re.search(
        r"^ +BOARD_LOOP=threads .* tests/players tests/supervise/test_program.py tests/zoo ",
        (ROOT / ".ci" / "run").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
