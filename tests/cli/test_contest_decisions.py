"""``board contest``: the organiser's hand, from the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from board_cli.app import app
from board_core.contest.store import Folder


def contest(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["contest", *map(str, arguments)])


def decided(name: str, *arguments: object, home: Path) -> str:
    """Return what a command prints that writes a decision down."""
    done = contest(name, *arguments, "--by", "Ann", "--reason", "so it is", "-f", home)
    assert done.exit_code == 0, done.output
    return done.output


def refused(name: str, *arguments: object, home: Path) -> str:
    done = contest(name, *arguments, "--by", "Ann", "--reason", "so it is", "-f", home)
    assert done.exit_code != 0
    return " ".join(done.output.split())


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    """A Swiss of three rounds among four built-in players, of whom nobody thinks."""
    entrants = "".join(
        f'[[entrants]]\nname = "{name}"\nplayer = "{player}"\n'
        for name, player in zip("ABCD", ("random", "greedy", "random", "greedy"), strict=True)
    )
    (tmp_path / "contest.toml").write_text(
        f'name = "Small"\nseed = 4\nrounds = 2\n[adjudication]\nmax_moves = 2\n{entrants}'
    )
    return tmp_path


def begin(home: Path) -> None:
    """Begin a contest, and pair nothing."""
    from board_core.contest.beginning import begin as begun
    from board_core.contest.plan import read_plan

    folder = Folder(home)
    begun(folder, read_plan(folder.plan)).close()


def test_a_pause_is_written_down_and_shown(spring: Path):
    begin(spring)
    assert "Written down" in decided("pause", home=spring)
    assert "already been paused" in refused("pause", home=spring)
    assert "Written down" in decided("unpause", home=spring)
    assert "not been paused" in refused("unpause", home=spring)
    assert contest("run", spring, "--quiet").exit_code == 0
    shown = contest("standings", spring).output
    assert "The contest is paused; Ann: so it is" in shown
    assert "The contest goes on; Ann: so it is" in shown


def test_nobody_stops_a_contest_that_does_not_run(spring: Path):
    begin(spring)
    assert "nobody runs the contest" in refused("stop", home=spring)
