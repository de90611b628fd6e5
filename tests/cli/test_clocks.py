"""Clocks on the command line: what can be asked for, what is refused, and what a match keeps."""

import pytest
from click.testing import CliRunner, Result

from board_cli.app import app
from board_core import TimeControl
from board_core.games import CHESS
from board_core.journal import read_journal


def match(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["match", "random", "greedy", "--seed", "1", *arguments])


@pytest.mark.parametrize(
    ("arguments", "control"),
    [
        ("--delay 2", TimeControl(600, delay=2)),
        ("--time 30 --bronstein 2", TimeControl(30, bronstein=2)),
        ("--time 30 --byoyomi 5x3", TimeControl(30, byoyomi=3, periods=5)),
        ("--time 0 --byoyomi 5x3", TimeControl(0, byoyomi=3, periods=5)),
        ("--time 0 --delay 2", TimeControl(0, delay=2)),
        ("--time 30 --moves-per-period 5 --delay 2", TimeControl(30, 0, delay=2)),
    ],
)
def test_a_match_is_played_by_the_clock_that_was_asked_for(arguments, control, tmp_path):
    journal, pgn = tmp_path / "j", tmp_path / "out.pgn"
    result = match(*arguments.split(), "--quiet", "--journal", str(journal), "--pgn", str(pgn))
    assert result.exit_code == 0, result.stderr
    (game,) = read_journal(journal).games(lambda name: CHESS).values()
    moves = 5 if "--moves-per-period" in arguments else 0
    wanted = TimeControl(
        control.base,
        moves_per_period=moves,
        delay=control.delay,
        bronstein=control.bronstein,
        byoyomi=control.byoyomi,
        periods=control.periods,
    )
    assert game.controls.white == game.controls.black == wanted
    assert f'[TimeControl "{wanted.notation}"]' in pgn.read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--byoyomi 5", "--byoyomi: '5' is no byo-yomi: write 5x30"),
        ("--delay 1 --increment 1", "delay and increment do not go together"),
        ("--byoyomi 5x3 --moves-per-period 40", "byoyomi and moves_per_period do not go together"),
        ("--time 0", "--time: 0 seconds leave no time to move"),
        ("--time 0 --bronstein 2", "--time: 0 seconds leave no time to move"),
        ("--move-time 1 --delay 2", "--delay: there is no clock without a time for the game"),
        ("--delay soon", "for --delay: 'soon' is not a number of seconds"),
    ],
)
def test_a_clock_that_cannot_be_is_refused(arguments: str, said: str):
    result = match(*arguments.split())
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_a_match_goes_on_with_the_clock_it_had(tmp_path):
    journal = str(tmp_path / "j")
    assert match("--byoyomi", "5x3", "--journal", journal, "--quiet").exit_code == 0
    assert match("--byoyomi", "5x3", "--journal", journal, "--resume", "--quiet").exit_code == 0
    other = match("--byoyomi", "6x3", "--journal", journal, "--resume")
    assert other.exit_code == 2
    assert "--byoyomi was 5x3 and is 6x3" in " ".join(other.stderr.split())
    without = match("--journal", journal, "--resume")
    assert without.exit_code == 2
    assert "--byoyomi" in without.stderr
