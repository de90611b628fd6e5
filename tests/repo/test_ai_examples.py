"""The AIs of examples/ais do what their files say: they play, in matches too, and pass the check.

They may be longer than the other examples: students read them to learn how an AI works.
"""

import json
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner, Result

from board_cli.app import app
from board_core import TimeControl
from board_core.author.trials import assert_beats, assert_moves

AIS = sorted((Path(__file__).parents[2] / "examples" / "ais").glob("*.py"))
LINES = {"random_with_style": 15, "one_ply": 45, "alpha_beta": 160}
ALPHA_BETA, ONE_PLY, RANDOM = (f"{file}:choose" for file in AIS)

every_ai = pytest.mark.parametrize("file", AIS, ids=lambda file: file.stem)


def board(*arguments: str, lines: str | None = None) -> Result:
    return CliRunner().invoke(app, arguments, input=lines)


@every_ai
def test_it_is_as_long_as_it_says(file: Path):
    assert len(file.read_text(encoding="utf-8").splitlines()) <= LINES[file.stem]


@every_ai
def test_a_person_can_play_against_it(file: Path):
    result = board("play", f"{file}:choose", "--depth", "1", lines="e4\nresign\n")
    assert result.exit_code == 0, result.output
    assert "choose plays " in result.stdout


@every_ai
def test_it_plays_a_match(file: Path):
    arguments = ("-n", "2", "--seed", "3", "--depth", "1", "--json")
    result = board("match", f"{file}:choose", "random", *arguments)
    assert result.exit_code == 0, result.output
    last = json.loads(result.stdout.splitlines()[-1])
    assert last["played"] == 2
    assert set(last["players"][0]["lost_by"]) <= {"checkmate"}


@every_ai
def test_it_passes_the_check(file: Path):
    result = board("check", f"{file}:choose", "--limit", "30", "--json")
    card = json.loads(result.stdout)
    assert card["passed"], card
    assert {check["verdict"] for check in card["checks"]} <= {"ok", "skipped"}


def test_the_longer_ones_see_more():
    assert_moves(ONE_PLY, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", any_of={"exd5"})
    assert_moves(ONE_PLY, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", any_of={"Ra8#"})
    poisoned = "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1"  # the pawn on d5 is protected
    assert_moves(ONE_PLY, poisoned, any_of={"Qxd5"})
    three = TimeControl(per_move=60, depth=3)
    with pytest.raises(AssertionError):
        assert_moves(ALPHA_BETA, poisoned, any_of={"Qxd5"}, time_control=three)
    mate_in_two = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"
    assert_moves(ALPHA_BETA, mate_in_two, any_of={"Ra7", "Rb7"}, time_control=three)


def test_one_ply_beats_chance():
    assert_beats(ONE_PLY, "random", games=4, score=0.75)


def moves_in(path: Path) -> dict[str, list[str]]:
    with path.open() as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    return {game.headers["Round"]: [n.san() for n in game.mainline()] for game in games}


def test_a_seed_repeats_a_match_of_functions_exactly_however_many_games_run_at_once(tmp_path):
    arguments = ("match", RANDOM, ONE_PLY, "-n", "3", "--seed", "5", "--quiet")
    for number, jobs in enumerate(("1", "1", "2")):
        path = str(tmp_path / f"{number}.pgn")
        assert board(*arguments, "--jobs", jobs, "--pgn", path).exit_code == 0
    once, again, together = (moves_in(tmp_path / f"{number}.pgn") for number in range(3))
    assert once == again == together
    assert len({tuple(moves) for moves in once.values()}) == 3, "each game has a seed of its own"
