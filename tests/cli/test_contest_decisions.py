"""``board contest``: the organiser's hand, from the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from board_cli.app import app
from board_core.contest.store import Folder, read_contest


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
    shown = contest("standings", spring).output
    assert "The contest is paused; Ann: so it is" in shown
    assert "The contest goes on; Ann: so it is" in shown


def test_nobody_stops_a_contest_that_does_not_run(spring: Path):
    begin(spring)
    assert "nobody runs the contest" in refused("stop", home=spring)


def write_entrant(home: Path, name: str, player: str, more: str = "") -> None:
    with (home / "contest.toml").open("a") as file:
        file.write(f'\n[[entrants]]\nname = "{name}"\nplayer = "{player}"\n{more}\n')


def test_what_is_changed_in_the_file_is_told_with_the_command_that_takes_it_up(spring: Path):
    begin(spring)
    path = spring / "contest.toml"
    path.write_text(
        path.read_text()
        .replace("rounds = 2", "rounds = 3\nconcurrency = 2\n[clock]\ntime = 5")
        .replace('name = "B"\nplayer = "greedy"', 'name = "B"\nplayer = "random"')
        .replace('name = "D"', 'name = "Dan"')
    )
    decided("pause", home=spring)
    told = " ".join(contest("check", spring, "--quick").output.split())
    assert "begun without Dan, written into contest.toml since then: 'board contest add'" in told
    assert "D still take part" in told
    assert "'board contest withdraw'" in told
    assert "changes of B do not count yet: 'board contest update'" in told
    assert "clock.time, concurrency, rounds" in told
    assert "--jobs" in told


def test_an_entrant_joins_and_another_plays_with_a_new_version(spring: Path):
    (spring / "ada").mkdir()
    (spring / "ada" / "ai.py").write_text("def choose(board):\n    return min(board.legal_moves)\n")
    write_entrant(spring, "Ada", "ai.py:choose", 'folder = "ada"')
    begin(spring)
    assert "write its table" in refused("add", "Zoe", home=spring)
    write_entrant(spring, "Zoe", "greedy", "memory = 512")
    (spring / "ada" / "ai.py").write_text("def choose(board):\n    return 1 / 0\n")
    assert "files" not in contest("standings", spring).output
    decided("add", "Zoe", "--missed", "half", home=spring)
    decided("update", "Ada", home=spring)
    assert "already has this version" in refused("update", "Ada", home=spring)
    assert "already takes part" in refused("add", "Zoe", home=spring)
    assert contest("run", spring, "--quiet").exit_code == 0
    found = read_contest(Folder(spring))
    assert found.entrant(6).name == "Zoe"
    assert found.field.encounters()[6]
    files = Folder(spring).packages.iterdir()
    assert {f"{each.package}.zip" for each, _ in (found.version(5, 0), found.version(5, 1))} == {
        path.name for path in files
    }
    shown = contest("standings", spring).output
    assert "Zoe joins: the points of a draw for each round missed; Ann: so it is" in shown
    assert "Ada plays with version 2 from round 1; Ann: so it is" in shown
    assert "Zoe plays with 512 MiB of memory" in shown


def test_a_swiss_is_held_by_hand(spring: Path):
    begin(spring)
    decided("pair", 1, "A", "B", "C", "D", home=spring)
    assert "two names are a game" in refused("pair", 1, "A", home=spring)
    assert "is not an entrant" in refused("pair", 1, "A", "X", home=spring)
    decided("forbid", "A", "C", home=spring)
    decided("forbid", "A", "C", "--lift", home=spring)
    decided("bye", "D", 2, "half", home=spring)
    assert contest("run", spring, "--quiet").exit_code == 0
    found = read_contest(Folder(spring))
    assert [(each.white, each.black) for each in found.rounds[0].pairings] == [(1, 2), (3, 4)]
    assert not any(each.has(4) for each in found.rounds[1].pairings)
    decided("cancel", 1, home=spring)
    decided("withdraw", "B", home=spring)
    decided("reinstate", "B", home=spring)
    decided("cancel", 1, home=spring)
    assert contest("run", spring, "--quiet").exit_code == 0
    shown = " ".join(contest("standings", spring, "--games").output.split())
    for text in (
        "Round 1 is paired by hand: A – B, C – D",
        "A and C may meet again",
        "D has a bye in round 2, with the points of a draw",
        "Game 1 (A – B) is cancelled and played again",
        "B takes part again",
    ):
        assert f"{text}; Ann: so it is" in shown
    assert read_contest(Folder(spring)).ended is not None


def test_without_a_number_the_machine_decides_how_many_games_are_played_at_a_time(spring: Path):
    path = spring / "contest.toml"
    path.write_text(path.read_text().replace("rounds = 2", "rounds = 1\nconcurrency = 0"))
    assert contest("run", spring, "--quiet").exit_code == 0
    assert len(read_contest(Folder(spring)).results) == 2


def test_one_round_is_played_and_what_comes_before_the_first_is_decided(spring: Path):
    assert "'--rounds 0' only begins it" in refused("pair", 1, "A", "C", "B", "D", home=spring)
    begun = contest("run", spring, "--rounds", 0)
    assert begun.exit_code == 0
    assert "Stopped. Run it again" in begun.output
    decided("pair", 1, "A", "C", "B", "D", home=spring)
    for played in (1, 2, 2):
        done = contest("run", spring, "--rounds", 1, "--quiet")
        assert done.exit_code == 0, done.output
        now = read_contest(Folder(spring))
        assert len(now.rounds) == played
        assert not now.to_play
        assert ("final standings" in done.output) == (played == 2)
    pairs = [tuple(now.names(each)) for each in now.rounds[0].pairings]
    assert pairs == [("A", "C"), ("B", "D")]


def test_a_round_that_breaks_rules_is_told_by_names_where_it_is_typed(spring: Path):
    assert contest("run", spring, "--rounds", 1).exit_code == 0
    first = read_contest(Folder(spring)).rounds[0].pairings
    names = [name for each in first for name in read_contest(Folder(spring)).names(each)]
    told = decided("pair", 2, *names, home=spring)
    assert f"{names[0]} and {names[1]} already met in round 1" in told
    assert "already met" not in decided("pair", 2, home=spring)
    decided("pair", 2, *names, home=spring)
    assert f"{names[2]} and {names[3]} already met in round 1" in contest("run", spring).output
