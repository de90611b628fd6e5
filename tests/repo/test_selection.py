"""Which tests run when: every test has its place, and what is in doubt runs."""

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


RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
FILES = sorted(file.relative_to(TESTS).as_posix() for file in TESTS.rglob("test_*.py"))


def test_all_of_continuous_integration_runs_what_a_bare_command_leaves_out():
    everything, what_is_touched = re.findall(r"^ +tests\+=\((.*)\)$", RUN, re.MULTILINE)
    assert everything == '-m "not fast or hypothesis" --hypothesis-profile=ci'
    assert what_is_touched == '-m "not fast" --since "$since"'
    assert re.search(r"^tests=\(\.venv/bin/python -m pytest tests -n ", RUN, re.MULTILINE)


def test_continuous_integration_plays_with_programs_as_on_windows_too():
    assert re.search(
        r"^ +BOARD_LOOP=threads .* tests/players tests/supervise/test_program.py tests/zoo ",
        RUN,
        re.MULTILINE,
    )


def test_all_of_continuous_integration_takes_every_step():
    (steps,) = re.findall(r'^ +steps="(.*)"$', RUN, re.MULTILINE)
    assert steps.split() == [*selection.STEPS]
    functions = re.findall(r"^(\w+)\(\) \{$", RUN, re.MULTILINE)
    assert {*functions} == {"quick", "beside", "others", "sources", "readme", *selection.STEPS}


@pytest.mark.parametrize("file", FILES)
def test_every_test_has_its_place(file: str):
    """A row for its folder or for itself says which changes of the product run it."""
    assert {file, file.partition("/")[0]} & selection.COVERS.keys()


@pytest.mark.parametrize("place", [*selection.COVERS, *selection.CORE, *selection.GROUPS])
def test_a_place_is_there(place: str):
    assert (TESTS / place.partition("::")[0]).exists()


@pytest.mark.parametrize(
    "path", sorted({*sum([*selection.COVERS.values(), *selection.STEPS.values()], ())})
)
def test_a_path_that_a_test_is_about_is_there(path: str):
    assert (ROOT / path).exists()


@pytest.mark.parametrize(
    ("path", "places"),
    [
        ("board_pygame/window.py", {"pygame"}),
        ("docs/zh/faq.md", {"docs", "docs/test_built_site.py"}),
        ("tests/zoo/test_zoo.py", {"zoo/test_zoo.py"}),
        ("tests/contest/serving.py", {"contest"}),
        ("board_core/game/game.py", None),
        ("pyproject.toml", None),
        ("tests/conftest.py", None),
        ("tests/programs/opponent.py", None),
    ],
)
def test_a_change_runs_what_it_touches_and_everything_when_in_doubt(path, places):
    assert selection.places_of(path) == places
    assert selection.touched([path]) == (None if places is None else sorted(places))
    assert selection.touched([".ci/verified"]) == selection.steps([".ci/verified"]) == []
    assert (selection.steps([path]) == [*selection.STEPS]) == (places is None)


def test_a_commit_that_git_does_not_know_runs_everything():
    assert selection.changed_since("0" * 40) is None
    assert selection.touched(None) is None
    assert selection.steps(None) == [*selection.STEPS]


def test_the_core_runs_whatever_has_changed_but_its_chinese_pages():
    page = "tests/docs/test_pages.py::test_what_a_page_says_to_do_works"
    assert selection.belongs("tests/zoo/test_zoo.py::test_it[loud.py]", [])
    assert selection.belongs(f"{page}[docs/faq.md]", [])
    assert not selection.belongs(f"{page}[docs/zh/faq.md]", [])
    assert selection.belongs(f"{page}[docs/zh/faq.md]", ["docs"])
    assert not selection.belongs("tests/cli/test_bench.py::test_it", ["pygame"])
    assert selection.belongs("tests/cli/test_bench.py::test_it", None)
