"""``board bench``, from its arguments to its exit codes."""

import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from board_cli.app import app
from board_core.games.chess.lessons import SAMPLE_POSITIONS

ROOT = Path(__file__).parents[2]
ALPHA_BETA = f"{ROOT}/examples/ais/alpha_beta.py:choose"


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["bench", *arguments])


@pytest.fixture
def without_pyinstrument(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyinstrument", None)


def test_a_function_is_timed_in_every_position_and_over_all():
    result = bench(ALPHA_BETA, "--depth", "1", "-r", "1")
    assert result.exit_code == 0, result.output
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["Milliseconds", "a", "move", "Least", "Median", "Most", "Nodes", "Nodes/s"] in lines
    assert sum(line[:1] == ["all"] for line in lines) == 1
    assert "ending with rooks" in result.stdout
    assert "218 moves to choose from" in result.stdout


def test_any_player_of_the_roster_can_be_timed():
    for player in ("random", "greedy"):
        result = bench(player, "--json", "-r", "2")
        assert result.exit_code == 0, result.output
        told = json.loads(result.stdout)
        assert [row["name"] for row in told["positions"]] == [p.name for p in SAMPLE_POSITIONS]
        assert all(len(row["seconds"]) == 2 for row in told["positions"])
        assert told["all"]["min"] <= told["all"]["median"] <= told["all"]["max"]


def test_a_program_is_timed_in_games():
    result = bench(f"san:{sys.executable} {ROOT}/examples/san_line_ai.py", "--json")
    assert result.exit_code == 0, result.output
    names = [row["name"] for row in json.loads(result.stdout)["positions"]]
    assert names[:2] == ["opening", "middle"]


def test_a_faulty_function_is_told_with_its_position_and_without_a_traceback(tmp_path):
    file = tmp_path / "ai.py"
    file.write_text(
        "def choose(board):\n"
        "    if board.fullmove_number == 12:\n"
        "        raise KeyError('book')\n"
        "    return 'Ka9' if board.fullmove_number == 4 else next(iter(board.legal_moves))\n"
    )
    result = bench(f"{file}:choose", "-r", "1")
    assert result.exit_code == 1
    said = result.stdout
    assert "middle game, White to move  r2q1rk1/1b2bppp" in said
    assert f"the function raised KeyError: 'book' at {file}:3" in said
    assert "White loses by illegal moves: 'Ka9'" in said
    assert "Traceback" not in said + result.stderr


def test_a_function_that_never_returns_does_not_stop_the_bench(tmp_path):
    file = tmp_path / "ai.py"
    file.write_text(
        "def choose(board):\n"
        "    while board.legal_moves.count() == 218:\n"
        "        pass\n"
        "    return next(iter(board.legal_moves))\n"
    )
    result = bench(f"{file}:choose", "-r", "1", "--move-time", "0.1", "--limit", "1.5", "--json")
    assert result.exit_code == 1
    rows = {row["name"]: row for row in json.loads(result.stdout)["positions"]}
    assert rows["most-moves"]["fault"]["reason"] == "time"
    assert rows["only-move"]["fault"] is None


def test_the_profile_shows_the_functions_that_cost_most(without_pyinstrument):
    result = bench(ALPHA_BETA, "--depth", "1", "-r", "1", "--profile")
    assert result.exit_code == 0, result.output
    _times, _, profile = result.stdout.partition("Seconds")
    assert "Own" in profile
    assert "alpha_beta.py" in profile.splitlines()[2]
    assert len(profile.strip().splitlines()) <= 2 + 15
    assert "the extra 'bench'" in result.stderr


def test_the_profile_is_pyinstruments_where_it_is_installed():
    try:
        import pyinstrument  # noqa: F401
    except ImportError:
        why = "needs the extra bench"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)
    result = bench(ALPHA_BETA, "--depth", "2", "-r", "1", "--profile")
    assert result.exit_code == 0, result.output
    assert "best_move" in result.stdout
    assert "Samples" in result.stdout


def test_a_broken_function_has_no_profile(tmp_path, without_pyinstrument):
    file = tmp_path / "ai.py"
    file.write_text("def choose(board):\n    return None\n")
    result = bench(f"{file}:choose", "-r", "1", "--profile")
    assert result.exit_code == 1
    assert "Seconds" not in result.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["human"], ["PLAYER", "only programs"]),
        (["nonsense"], ["PLAYER", "'nonsense'"]),
        (["no.py:choose"], ["PLAYER", "no.py"]),
        (["san:false", "--profile"], ["--profile", "program"]),
        (["random", "--profile", "--json"], ["--profile", "--json"]),
        (["random", "--move-time", "0"], ["--move-time", "more"]),
        (["random", "--repeat", "0"], ["--repeat", "'0'"]),
    ],
)
def test_bad_usage_is_quoted_and_explained(arguments, told):
    result = bench(*arguments)
    assert result.exit_code == 2
    for part in told:
        assert part in " ".join(result.stderr.split())
