"""``board contest``: as an organiser uses it, from an empty folder to the trophy."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from board_cli.app import app
from board_cli.contest import entering
from board_cli.contest.running import time_left
from board_cli.contest.showing import NARROWEST_NAME, show_standings
from board_core.contest.plan import plan_of
from board_core.contest.report.view import total_games
from board_core.contest.store import ContestStore, Folder, read_contest
from board_core.contest.template import EntryFolder, found_entries, template
from board_core.game.words import Words
from board_core.journal import BadJournal
from board_core.supervise.sandbox import trial

ROOT = Path(__file__).parents[2]


ENGINE = """language = "native"
file = "engine"
arguments = ["option.Hash=16"]
protocol = "uci"
"""


def contest(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["contest", *map(str, arguments)])


def small(home: Path, more: str = "", rounds: int = 2) -> Path:
    """Four built-in players of whom nobody thinks."""
    home.mkdir(exist_ok=True)
    entrants = "".join(
        f'[[entrants]]\nname = "{name}"\nplayer = "{player}"\n'
        for name, player in zip("ABCD", ("random", "greedy", "random", "greedy"), strict=True)
    )
    (home / "contest.toml").write_text(
        f'name = "Small"\nseed = 4\nrounds = {rounds}\n{more}\n{entrants}',
        encoding="utf-8",
    )
    return home


def test_from_an_empty_folder_to_the_trophy(tmp_path):
    home = tmp_path / "spring"
    assert contest("new", home, "--name", "Spring").exit_code == 0
    text = (home / "contest.toml").read_text("utf-8")
    (home / "contest.toml").write_text(
        text.replace("rounds = 7", "rounds = 2").replace('"casual"', '"random"'),
        encoding="utf-8",
    )
    ran = contest("run", home)
    assert ran.exit_code == 0, ran.output
    assert "Round 2: 1 game; bye:" in ran.output
    assert "Spring: final standings" in ran.output
    contest_ = read_contest(Folder(home))
    assert contest_.ended is not None
    assert f"seed {contest_.plan.seed}" in ran.output
    again = contest("run", home)
    assert again.exit_code == 0
    assert "Round" not in again.output


def test_a_second_new_keeps_its_hands_off(tmp_path):
    assert contest("new", tmp_path).exit_code == 0
    before = (tmp_path / "contest.toml").read_bytes()
    second = contest("new", tmp_path)
    assert second.exit_code == 2
    assert "exists already" in second.output
    assert (tmp_path / "contest.toml").read_bytes() == before


def test_everybody_who_handed_something_in_is_in_the_file(tmp_path):
    entries = tmp_path / "entries"
    for name in ("ada", "bob", "eve", "zoe"):
        (entries / name).mkdir(parents=True)
    (entries / "ada" / "my_ai.py").touch()
    (entries / "ada" / "helper.py").touch()
    (entries / "bob" / "engine").touch()
    (entries / "bob" / "entry.toml").write_text(ENGINE)
    (entries / "eve" / "only.py").touch()
    written = contest("new", tmp_path, "--entries", entries, "--accept-manifests")
    assert written.exit_code == 0, written.output
    assert "zoe: cannot guess" in written.output
    assert "uci:./engine option.Hash=16" in written.output, "the organiser sees what is taken"
    found = {found.name: found for found in found_entries(entries, tmp_path)}
    assert found["ada"].player == "san:my_ai.py"
    assert found["bob"].player == "uci:./engine option.Hash=16"
    assert found["eve"].player == "san:only.py"
    assert found["zoe"].player == ""
    assert found["zoe"].folder == "entries/zoe"
    checked = contest("check", tmp_path)
    assert checked.exit_code == 2
    assert "entrants.4.player: this is empty" in " ".join(checked.output.split())


XBOARD = """
import sys
for line in sys.stdin:
    if line.startswith("protover"):
        print("feature setboard=1 usermove=1 done=1", flush=True)
"""


def test_an_executable_without_its_file_is_asked_which_protocol_it_speaks(tmp_path):
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))
    kit = ROOT / "tests" / "docs" / "kit"
    programs = {
        "lines/mine": (kit / "my_ai.py").read_text("utf-8"),
        "mute/engine": "import sys; sys.stdin.read()",
        "two/one": (kit / "my_ai.py").read_text("utf-8"),
        "two/other": (kit / "my_ai.py").read_text("utf-8"),
        "uci/my engine": (kit / "my_engine.py").read_text("utf-8"),
        "xboard/engine": XBOARD,
    }
    for name, text in programs.items():
        place = tmp_path / "entries" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(f"#!/usr/bin/env python3\n{text}", "utf-8")
        place.chmod(0o755)
    (tmp_path / "entries" / "lines" / "notes").write_text("#! no program")
    written = contest("new", tmp_path, "--entries", tmp_path / "entries")
    assert written.exit_code == 0, written.output
    players = re.findall("player = (.*)", (tmp_path / "contest.toml").read_text("utf-8"))
    assert players == ['"san:./mine"', '""', '""', "\"uci:'./my engine'\"", '"xboard:./engine"']


LOGS = """
import sys
open("my.log", "a").write("begun")
print("resign", flush=True)
"""


@pytest.mark.parametrize("keep", ["", "keep = true"])
def test_what_programs_write_beside_themselves_is_kept_if_it_is_to_be(tmp_path, keep):
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))
    entrants = ""
    for name in ("Ada", "../Bob"):
        folder = f"entry{len(entrants)}"
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "my_ai.py").write_text(LOGS)
        entrants += f'[[entrants]]\nname = "{name}"\nplayer = "san:my_ai.py"\nfolder = "{folder}"\n'
    (tmp_path / "contest.toml").write_text(
        f'name = "x"\nseed = 1\nrounds = 1\n[sandbox]\n{keep}\n{entrants}'
    )
    assert contest("run", tmp_path).exit_code == 0
    logs = [path for path in (tmp_path / "contest").rglob("my.log") if "unpacked" not in path.parts]
    games = sorted(path.relative_to(tmp_path / "contest").parent.as_posix() for path in logs)
    assert games == (["written/game0001/-Bob", "written/game0001/Ada"] if keep else [])
    assert all(path.read_text() == "begun" for path in logs)


def two_entries(home: Path) -> Path:
    entries = home / "entries"
    for name in ("ada", "bob", "eve"):
        (entries / name).mkdir(parents=True)
        (entries / name / "my_ai.py").touch()
    (entries / "bob" / "engine").touch()
    (entries / "bob" / "entry.toml").write_text(ENGINE)
    return entries


def entrants_of(home: Path) -> list[str]:
    plan = plan_of((home / "contest.toml").read_text(encoding="utf-8"))
    return [f"{entrant.name} {entrant.player}" for entrant in plan.entrants]


def test_in_a_script_nothing_that_an_entrant_says_is_taken_silently(tmp_path):
    written = contest("new", tmp_path, "--entries", two_entries(tmp_path))
    assert written.exit_code == 0, written.output
    assert entrants_of(tmp_path) == ["ada san:my_ai.py", "eve san:my_ai.py"]
    text = (tmp_path / "contest.toml").read_text(encoding="utf-8")
    assert '# player = "uci:./engine option.Hash=16"' in text
    assert "--accept-manifests" in text


@pytest.mark.parametrize(("answer", "there"), [("y", 3), ("n", 2)])
def test_at_a_terminal_the_organiser_is_asked(tmp_path, monkeypatch, answer, there):
    monkeypatch.setattr(entering, "is_terminal", lambda stream: True)
    entries = two_entries(tmp_path)
    arguments = ["contest", "new", str(tmp_path), "--entries", str(entries)]
    written = CliRunner().invoke(app, arguments, input=f"{answer}\n")
    assert written.exit_code == 0, written.output
    assert "as their entry.toml files say?" in written.output
    assert len(entrants_of(tmp_path)) == there


def test_who_hands_in_what_is_not_taken_is_told_why_and_the_others_are_in_the_file(tmp_path):
    entries = two_entries(tmp_path)
    (entries / "bob" / "entry.toml").write_text('player = "expert"')
    (entries / "zoe").mkdir()
    (entries / "zoe" / "my_ai.py").symlink_to("/etc/passwd")
    (entries / "zed").symlink_to(entries / "ada")
    written = contest("new", tmp_path, "--entries", entries)
    assert written.exit_code == 0, written.output
    said = " ".join(written.output.split())
    assert "bob: entry.toml: " in said
    assert "is a link that leads out of its folder" in said
    assert "zed: 'entries/zed' is a link: hand in the folder itself" in said
    assert entrants_of(tmp_path) == ["ada san:my_ai.py", "eve san:my_ai.py"]


@pytest.mark.skipif(os.name != "posix", reason="there are no such files")
def test_a_folder_that_is_not_taken_withdraws_its_entrant_and_the_others_play(tmp_path):
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "my_ai.py").write_text("print('e4')")
    os.mkfifo(tmp_path / "bob" / "pipe")
    entrants = "".join(
        f'[[entrants]]\nname = "{name}"\nplayer = "{player}"\nfolder = "{folder}"\n'
        for name, player, folder in (
            ("Ada", "random", ""),
            ("Bob", "san:my_ai.py", "bob"),
            ("Eve", "greedy", ""),
        )
    )
    rules = 'name = "x"\nseed = 1\nformat = "round-robin"\nadjudication.max_moves = 2\n'
    (tmp_path / "contest.toml").write_text(rules + entrants)
    checked = contest("check", tmp_path, "--quick")
    assert checked.exit_code == 1
    assert "no pipe, socket or device is taken" in " ".join(checked.output.split())
    assert "Eve  ok" in checked.output
    ran = contest("run", tmp_path, "--quiet")
    assert ran.exit_code == 0, ran.output
    assert "Bob is withdrawn" in " ".join(ran.output.split())
    shown = contest("standings", tmp_path, "--games")
    assert "no pipe, socket or device is taken" in " ".join(shown.output.split())
    assert "Ada" in shown.output


def test_one_broken_folder_keeps_nobody_else_from_the_check(tmp_path):
    entrants = "".join(
        f'[[entrants]]\nname = "{name}"\nplayer = "{player}"\nfolder = "{folder}"\n'
        for name, player, folder in (
            ("Ada", "san:my_ai.py", "gone"),
            ("Bob", "nobody", ""),
            ("Eve", "greedy", ""),
        )
    )
    (tmp_path / "contest.toml").write_text(f'name = "x"\nseed = 1\nrounds = 1\n{entrants}')
    checked = contest("check", tmp_path, "--quick")
    assert checked.exit_code == 1
    assert "Ada: there is no folder" in checked.output
    assert "Bob: 'nobody' names no player" in checked.output
    assert "Eve  ok" in checked.output
    assert "2 of 3 have faults: Ada, Bob." in checked.output


def test_at_eighty_columns_no_heading_of_the_standings_is_cut(tmp_path, monkeypatch):
    every = ["buchholz-cut-1", "sonneborn-berger", "direct-encounter", "progressive", "black-wins"]
    small(tmp_path, f"tie_breaks = {every}\nadjudication.max_moves = 1")
    assert contest("run", tmp_path, "--quiet").exit_code == 0
    shown = StringIO()
    shown.isatty = lambda: True
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    show_standings(read_contest(Folder(tmp_path)), shown)
    heading, *rows = re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue()).splitlines()[1:6]
    assert heading.split() == [
        "#",
        "name",
        "points",
        "BH/C1",
        "SB",
        "DE",
        "PS",
        "BWG",
        "games",
        "rating",
    ]
    assert all(len(row.rstrip()) <= 80 and "…" not in row for row in rows)
    assert "SB: Sonneborn-Berger" in shown.getvalue()


FIVE = ["buchholz-cut-1", "buchholz", "sonneborn-berger", "direct-encounter", "wins"]


@pytest.mark.parametrize("columns", [None, 80, 60, 40])
@pytest.mark.parametrize("terminal", [True, False])
def test_names_never_leave_the_standings(tmp_path, monkeypatch, columns, terminal):
    """Five tie-breaks are too much: first they are shortened, and then the last are left out."""
    small(tmp_path, f"tie_breaks = {FIVE}\nadjudication.max_moves = 1")
    plan = tmp_path / "contest.toml"
    plan.write_text(
        plan.read_text().replace('"A"', '"Alexander the Great"').replace('"B"', '"小明"')
    )
    assert contest("run", tmp_path, "--quiet").exit_code == 0
    shown = StringIO()
    shown.isatty = lambda: terminal
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    if columns is not None:
        monkeypatch.setenv("COLUMNS", str(columns))
    show_standings(read_contest(Folder(tmp_path)), shown)
    told = re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue())
    heading, *lines = told.splitlines()[1:]
    assert heading.split()[:3] == ["#", "name", "points"]
    assert all(name in told for name in ("Alexander th", "小明"))
    assert any(re.match(r"\d  Alexander th", line) for line in lines)
    if columns is not None:
        assert all(cell_len(line.rstrip()) <= columns for line in lines)
    assert ("no room for: " in told) == (columns in (40, 60))
    if columns == 60:
        assert heading.split()[-2:] == ["games", "rating"]
        assert "no room for: Direct encounter, Wins" in told


@pytest.mark.parametrize("columns", [30, 40, 50])
def test_on_a_narrow_terminal_the_standings_keep_names_and_points(tmp_path, monkeypatch, columns):
    long = "Wilhelmina-the-Third"
    small(tmp_path, "adjudication.max_moves = 1")
    plan = tmp_path / "contest.toml"
    plan.write_text(plan.read_text().replace('"A"', f'"{long}"'))
    assert contest("run", tmp_path, "--quiet").exit_code == 0
    shown = StringIO()
    shown.isatty = lambda: True
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    show_standings(read_contest(Folder(tmp_path)), shown)
    heading, *rows = re.sub(r"\x1b\[[0-9;]*m", "", shown.getvalue()).splitlines()[1:8]
    assert heading.split()[:3] == ["#", "name", "points"]
    assert all(len(row.rstrip()) <= columns and "…" not in row for row in [heading, *rows])
    assert long[:NARROWEST_NAME] in "".join(rows)


@pytest.mark.parametrize("preset", ["classroom", "engine"])
def test_what_new_writes_is_a_plan_whatever_the_names(preset: str):
    names = ('say "hi"', "back\\slash", "阿达", "x = 1 # no", "tab\tand\x7f")
    entries = [EntryFolder(name, "", "random") for name in names][
        : 5 if preset == "classroom" else 2
    ]
    plan = plan_of(template("Name", preset, 7, entries, Words("en")))
    assert [entrant.name for entrant in plan.entrants] == [entry.name for entry in entries]
    assert plan.preset == preset


def test_a_folder_without_a_contest(tmp_path):
    for command in ("run", "check"):
        result = contest(command, tmp_path)
        assert result.exit_code == 2
        assert "there is no contest.toml" in result.output
    for command in ("standings", "resume"):
        result = contest(command, tmp_path)
        assert result.exit_code == 1
        assert "no contest has begun" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_mistake_in_the_file_is_told_with_its_line(tmp_path):
    small(tmp_path, "round = 3")
    result = contest("run", tmp_path)
    assert result.exit_code == 2
    assert "line 4, round: there is no such setting; did you mean rounds?" in " ".join(
        result.output.split()
    )


def test_an_entrant_who_cannot_play_is_named(tmp_path):
    small(tmp_path)
    path = tmp_path / "contest.toml"
    path.write_text(path.read_text().replace('"greedy"', '"nobody"', 1))
    result = contest("run", tmp_path)
    assert result.exit_code == 1
    assert "B: 'nobody' names no player" in result.output


def test_a_contest_prints_the_lines_of_cutechess(tmp_path):
    small(tmp_path, "adjudication.max_moves = 1", rounds=1)
    ran = contest("run", tmp_path, "--format", "cutechess")
    assert ran.exit_code == 0
    assert "Started game 1 of 2 (" in ran.output
    assert ": 1/2-1/2 {Draw by adjudication: the game had 1 moves}" in ran.output
    assert ran.output.endswith("Finished match\n")
    shown = contest("standings", tmp_path, "--games", "--format", "cutechess").output
    assert set(shown.splitlines()) < set(ran.output.splitlines())


def test_too_many_rounds_offer_a_round_robin(tmp_path):
    result = contest("run", small(tmp_path, rounds=9))
    assert result.exit_code == 1
    assert result.output.count("in a round robin everybody meets everybody in 3") == 1
    assert not Folder(tmp_path).journal.exists()


def test_check_warns_of_what_run_would_refuse_or_ignore(tmp_path, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    small(tmp_path, 'concurrency = 8\nformat = "round-robin"\n[adjudication]\nmax_moves = 1')
    checked = contest("check", tmp_path, "--quick")
    assert checked.exit_code == 0
    assert "8 games at the same time on 2 processors would be lost on time" in checked.output
    assert "rounds has no effect with format = 'round-robin'" in checked.output
    ran = contest("run", tmp_path)
    assert ran.exit_code == 2
    assert "Invalid value for concurrency: 8 games at the same time" in " ".join(ran.output.split())


def test_more_games_at_once_than_processors_need_force(tmp_path):
    result = contest("run", small(tmp_path), "--jobs", 10_000)
    assert result.exit_code == 2
    assert "through nobody's fault" in " ".join(result.output.split())


def test_rulings_and_withdrawals_change_the_standings_and_are_shown(tmp_path):
    assert contest("run", small(tmp_path)).exit_code == 0
    ruled = contest(
        "rule", 1, "0-0", "--by", "Ann", "--reason", "both cheated", "--folder", tmp_path
    )
    assert ruled.exit_code == 0, ruled.output
    gone = contest("withdraw", "A", "--by", "Ann", "--reason", "ill", "-f", tmp_path)
    assert gone.exit_code == 0, gone.output
    shown = contest("standings", tmp_path, "--games").output
    assert ") counts as 0–0; Ann: both cheated" in shown
    assert "0-0  ruled by Ann: both cheated" in shown
    assert "A withdraws; Ann: ill" in shown
    facts = json.loads(contest("standings", tmp_path, "--json").output)
    assert facts["over"] is True
    assert sum(row["points"] for row in facts["standings"]) == 2 * 3
    assert [row["withdrawn"] for row in facts["standings"] if row["name"] == "A"] == [True]
    assert contest("rule", 1, "as-played", "--reason", "no", "-f", tmp_path).exit_code == 0
    facts = json.loads(contest("standings", tmp_path, "--json").output)
    assert sum(row["points"] for row in facts["standings"]) == 2 * 4


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("rule", 99, "1-0", "--reason", "x"), 1, "there is no game 99"),
        (("rule", 1, "2-0", "--reason", "x"), 2, "2-0"),
        (("rule", 1, "1-0", "--reason", " "), 1, "an author and a reason"),
        (
            ("withdraw", "Nobody", "--reason", "x"),
            2,
            "'Nobody' is not an entrant: choose one of: A, B, C, D",
        ),
        (("replay", 99), 2, "there is no game 99"),
    ],
)
def test_decisions_that_make_no_sense(tmp_path, arguments, code: int, said: str):
    assert contest("run", small(tmp_path, rounds=1)).exit_code == 0
    before = Folder(tmp_path).journal.read_bytes()
    result = contest(*arguments, "--folder", tmp_path)
    assert result.exit_code == code
    assert said in " ".join(result.output.replace("│", " ").split())
    assert Folder(tmp_path).journal.read_bytes() == before


def test_a_round_can_be_published_and_ruled_before_it_is_played(tmp_path):
    home = small(tmp_path)
    paired = contest("run", home, "--pair")
    assert paired.exit_code == 0, paired.output
    lines = paired.output.splitlines()
    assert lines[-3] == "Round 1: 2 games"
    assert all(line.endswith("  *") for line in lines[-2:])
    assert "Round" not in contest("run", home, "--pair").output  # it has not been played
    assert contest("pause", "--reason", "x", "-f", home).exit_code == 0
    assert contest("rule", 1, "0-1", "--reason", "absent", "-f", home).exit_code == 0
    assert contest("unpause", "--reason", "x", "-f", home).exit_code == 0
    assert contest("run", home, "--rounds", 1).exit_code == 0
    assert list(read_contest(Folder(home)).played) == [2]
    assert "Round 2: 2 games" in contest("run", home, "--pair").output
    assert contest("report", home).exit_code == 0
    table = (home / "report" / "pairings.csv").read_text("utf-8-sig").splitlines()
    assert table[0] == "Round,Game,White,Black,Result"
    assert [row[:4] for row in table[1:]] == ["2,3,", "2,4,", "1,1,", "1,2,"]
    assert table[1].endswith(",")
    assert table[3].endswith(",0\N{EN DASH}1")
    assert "pairings.csv" in (home / "report" / "index.html").read_text("utf-8")
    assert contest("run", home).exit_code == 0
    assert contest("run", home, "--pair").exit_code == 0  # there is nothing to pair


def test_while_it_runs_a_decision_is_left_for_whoever_runs_it(tmp_path):
    assert contest("run", small(tmp_path, rounds=1)).exit_code == 0
    with ContestStore(Folder(tmp_path)) as store:
        result = contest("rule", 1, "1/2-1/2", "--reason", "x", "-f", tmp_path)
        assert result.exit_code == 0
        assert "takes up the decision" in result.output
        assert not store.contest.rulings
        store.take_requests()
        assert len(store.contest.rulings) == 1
    with ContestStore(Folder(tmp_path)), pytest.raises(BadJournal):
        ContestStore(Folder(tmp_path))


def test_decisions_that_were_left_come_before_later_ones(tmp_path):
    assert contest("run", small(tmp_path, rounds=1)).exit_code == 0
    with ContestStore(Folder(tmp_path)):
        contest("rule", 1, "1/2-1/2", "--reason", "first", "-f", tmp_path)
    assert contest("rule", 1, "0-0", "--reason", "second", "-f", tmp_path).exit_code == 0
    reasons = [ruling.reason for ruling in read_contest(Folder(tmp_path)).rulings]
    assert reasons == ["first", "second"]


def test_a_game_can_be_played_again(tmp_path):
    assert contest("run", small(tmp_path, rounds=1)).exit_code == 0
    result = contest("replay", 1, "-f", tmp_path)
    assert result.exit_code == 0, result.output
    assert "The same moves, and the same end." in result.output


def test_the_pre_flight_names_faults_and_leaves_nobody_out(tmp_path):
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "ai.py").write_text("raise SystemExit(3)")
    text = 'name = "x"\nseed = 1\nrounds = 1\n[sandbox]\nmode = "off"\n'
    text += '[[entrants]]\nname = "Good"\nplayer = "greedy"\n'
    text += '[[entrants]]\nname = "Bad"\nplayer = "san:ai.py"\nfolder = "bad"\n'
    (tmp_path / "contest.toml").write_text(text)
    result = contest("check", tmp_path, "--quick")
    assert result.exit_code == 1, result.output
    assert "Good  ok" in result.output
    assert "Bad  FAULT" in result.output
    assert "1 of 2 have faults: Bad. They stay in the contest." in result.output
    assert contest("check", tmp_path, "--quick", "--only", "Good").exit_code == 0
    assert contest("check", tmp_path, "--only", "Nobody").exit_code == 2
    assert contest("run", tmp_path).exit_code == 0
    cards = read_contest(Folder(tmp_path)).checks
    assert {number: card.passed for number, card in cards.items()} == {1: True, 2: False}


def test_the_time_left_is_told_at_the_pace_so_far():
    assert time_left(10, 0, 5.0) == ""
    assert time_left(0, 5, 5.0) == ""
    assert time_left(10, 5, 60.0) == "about 0:02:00 left"


def test_how_many_games_are_to_come(tmp_path):
    assert contest("run", small(tmp_path)).exit_code == 0
    assert total_games(read_contest(Folder(tmp_path))) == 4


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_contest_that_is_killed_goes_on_and_ends_the_same(tmp_path):
    """Killed three times, each as soon as there is more in the journal."""
    robin = 'format = "round-robin"'
    one, other = small(tmp_path / "one", robin), small(tmp_path / "other", robin)
    assert contest("run", one).exit_code == 0
    journal = Folder(other).journal
    command = [sys.executable, "-m", "board_cli", "contest", "run", str(other), "--quiet"]
    for _kill in range(3):
        size = journal.stat().st_size if journal.exists() else 0
        run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        while (journal.stat().st_size if journal.exists() else 0) <= size:
            threading.Event().wait(0.01)
        run.send_signal(signal.SIGKILL)
        run.wait()
    assert read_contest(Folder(other)).ended is None
    assert contest("run", other).exit_code == 0
    assert read_contest(Folder(other)).results == read_contest(Folder(one)).results
    assert list(Folder(other).running.iterdir()) == []
