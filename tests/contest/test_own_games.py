"""Contests of a game from a file: packed, sent, named by its SHA-256, and drawn on the pages."""

import hashlib
import pickle
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from html_page import Page
from test_elsewhere import Machines

from board_cli.app import app
from board_core.contest.beginning import begin, changed_game, openings_of
from board_core.contest.field import Pairing
from board_core.contest.jobs import GameResult, job_for
from board_core.contest.plan import BadPlan, GameFilePlan, Plan, plan_of, read_plan, scheme_of
from board_core.contest.report import write_report
from board_core.contest.runner import Runner
from board_core.contest.store import ContestStore, Folder, read_contest
from board_core.game.rules import BLAMES_A_PLAYER, Reason
from board_core.match.known_games import hosted
from board_core.supervise.sandbox import trial

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = {
    "own_game.py:HEAP": EXAMPLES / "own_game.py",
    "games/othello.py:OTHELLO": EXAMPLES / "games" / "othello.py",
    "games/connect_four.py:CONNECT_FOUR": EXAMPLES / "games" / "connect_four.py",
}
every_game = pytest.mark.parametrize("game", GAMES)

CHOOSE = "def choose(board, turn):\n    return turn.position.legal_moves()[0]\n"

PLAN = """\
name = "Cup"
game = "{game}"
seed = 7
format = "round-robin"
openings = "{openings}"
[sandbox]
mode = "off"
[[entrants]]
name = "Ada"
player = "ada.py:choose"
folder = "ada"
[[entrants]]
name = "Greedy"
player = "greedy"
[[entrants]]
name = "Lot"
player = "random"
"""


def prepared(home: Path, game: str, openings: str = "book") -> Folder:
    (home / "ada").mkdir(parents=True)
    (home / "ada" / "ada.py").write_text(CHOOSE)
    file = home / game.partition(":")[0]
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(GAMES[game], file)
    (home / "contest.toml").write_text(PLAN.format(game=game, openings=openings))
    return Folder(home)


def begun(home: Path, game: str) -> ContestStore:
    folder = prepared(home, game)
    return begin(folder, read_plan(folder.plan))


@every_game
def test_a_contest_of_a_game_from_a_file_with_its_pages_and_replays(game, tmp_path):
    folder = prepared(tmp_path, game)
    ran = CliRunner().invoke(app, ["contest", "run", str(tmp_path), "--quiet"])
    assert ran.exit_code == 0, ran.output
    contest = read_contest(folder)
    assert len(contest.played) == 3
    assert all(played.game.outcome.decided for played in contest.played.values())
    report = tmp_path / "pages"
    write_report(folder, contest, report)
    page = Page((report / "index.html").read_text(encoding="utf-8")).text
    sha256 = hashlib.sha256(GAMES[game].read_bytes()).hexdigest()
    assert sha256 in page
    assert game in page
    rules = contest.plan.rules
    replay = (report / "game0001.html").read_text(encoding="utf-8")
    last = contest.played[1].game.moves[-1]
    assert last.notation in Page(replay).text
    records = (report / f"games.{hosted(rules).record.name}").read_text(encoding="utf-8")
    assert len(hosted(rules).record.read(records)) == 3


@pytest.mark.skipif(trial().bwrap is None, reason="there is no sandbox here")
@every_game
def test_a_confined_function_plays_a_game_from_a_file(game, tmp_path):
    folder = prepared(tmp_path, game)
    folder.plan.write_text(folder.plan.read_text().replace('"off"', '"auto"'))
    ran = CliRunner().invoke(app, ["contest", "run", str(tmp_path), "--quiet"])
    assert ran.exit_code == 0, ran.output
    games = read_contest(folder).played.values()
    assert any(played.confined is not None and played.confined.sandbox for played in games)
    assert {played.game.outcome.reason for played in games} == {Reason.RULES}


@pytest.mark.parametrize(
    ("game", "beside"), [("crazyhouse", r"[♕♖♗♘♙]"), ("three-check", r"checks: [123] of 3")]
)
def test_what_stands_beside_the_board_is_on_the_pages_of_games(game, beside, tmp_path):
    text = PLAN.replace('player = "ada.py:choose"\nfolder = "ada"', 'player = "random"')
    (tmp_path / "contest.toml").write_text(text.format(game=game, openings=""))
    ran = CliRunner().invoke(app, ["contest", "run", str(tmp_path), "--quiet"])
    assert ran.exit_code == 0, ran.output
    report = tmp_path / "pages"
    write_report(Folder(tmp_path), read_contest(Folder(tmp_path)), report)
    page = Page((report / "game0001.html").read_text(encoding="utf-8"))
    boards = page.game["boards"]
    assert len(boards["beside"]) == len(boards["clocks"])
    assert not re.search(beside, "".join(map(str, boards["beside"][0])))
    assert any(re.search(beside, white) for white, _ in filter(any, boards["beside"]))


@pytest.mark.parametrize("form", ["swiss", "round-robin", "double-round-robin"])
def test_games_of_chess960_begin_from_starts_by_lot(form, tmp_path):
    text = PLAN.replace('player = "ada.py:choose"\nfolder = "ada"', 'player = "random"')
    text = text.format(game="chess960", openings="").replace('"round-robin"', f'"{form}"')
    rounds = "rounds = 2\n" if form == "swiss" else ""
    folder = Folder(tmp_path)
    folder.plan.write_text(rounds + text)
    ran = CliRunner().invoke(app, ["contest", "run", str(tmp_path), "--quiet"])
    assert ran.exit_code == 0, ran.output
    contest = read_contest(folder)
    starts = {number: played.game.first_position.setup for number, played in contest.played.items()}
    usual = contest.rules.start(None).setup
    assert usual not in starts.values()
    assert len(set(starts.values())) == (2 if form == "swiss" else 3)
    for one in contest.pairings.values():
        for other in contest.pairings.values():
            if (one.white, one.black) == (other.black, other.white):
                assert starts[one.number] == starts[other.number]


def test_a_program_that_knows_no_other_start_does_not_take_part_in_chess960(tmp_path):
    folder = prepared(tmp_path, "own_game.py:HEAP")
    text = PLAN.format(game="chess960", openings="")
    folder.plan.write_text(text.replace("ada.py:choose", "san:python3 ada.py"))
    ran = CliRunner().invoke(app, ["contest", "run", str(tmp_path)])
    assert "chess960 has random ones" in ran.output


def test_the_journal_names_the_file_and_keeps_what_was_in_it(tmp_path):
    with begun(tmp_path, "own_game.py:HEAP"):
        pass
    (tmp_path / "own_game.py").unlink()
    plan = read_contest(Folder(tmp_path)).plan
    assert plan.game == "own_game.py:HEAP"
    assert plan.game_file is not None
    assert plan.game_file.sha256 == hashlib.sha256(GAMES[plan.game].read_bytes()).hexdigest()
    assert plan.rules.start(None).setup == "21 w"
    assert plan.rules == plan.rules


def test_a_job_is_played_where_the_file_has_never_been(tmp_path):
    with begun(tmp_path / "home", "games/othello.py:OTHELLO") as store:
        job = job_for(store.contest, Pairing(1, 1, 2, 3))
    shutil.rmtree(tmp_path / "home")
    code = (
        "import pickle, sys; from board_core.contest.jobs import play;"
        "job = pickle.loads(sys.stdin.buffer.read());"
        "sys.stdout.buffer.write(pickle.dumps(play(job)))"
    )
    sent = pickle.dumps(replace(job, cache=tmp_path / "cache"))
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    result = pickle.loads(done.stdout)
    assert isinstance(result, GameResult)
    assert result.game.outcome.decided


def test_a_file_that_was_changed_on_its_way_is_not_played():
    with pytest.raises(ValueError, match="has been changed"):
        GameFilePlan(sha256="0" * 64, source="X = 1\n")


def test_a_changed_file_is_noticed_and_the_contest_goes_on_as_it_began(tmp_path):
    with begun(tmp_path, "own_game.py:HEAP") as store:
        plan = store.contest.plan
    assert changed_game(plan, tmp_path) is None
    file = tmp_path / "own_game.py"
    file.write_text(file.read_text().replace("MATCHES = 21", "MATCHES = 5"))
    assert plan.game_file.sha256 in str(changed_game(plan, tmp_path))
    ran = CliRunner().invoke(app, ["contest", "run", str(tmp_path), "--quiet"])
    assert ran.exit_code == 0
    assert "has been changed since the contest began" in ran.output
    game = read_contest(Folder(tmp_path)).played[1].game
    assert sum(int(each.move) for each in game.moves) == 21
    file.unlink()
    assert changed_game(plan, tmp_path) is None


def test_what_is_wrong_with_the_file_is_told_at_the_line_of_the_plan(tmp_path):
    folder = prepared(tmp_path, "own_game.py:HEAP")
    text = folder.plan.read_text()
    for wrong, words in {
        "none.py:HEAP": "there is no file",
        "own_game.py:HEAPS": "it has HEAP",
        "chesss": "did you mean chess",
    }.items():
        folder.plan.write_text(text.replace("own_game.py:HEAP", wrong))
        with pytest.raises(BadPlan) as caught:
            read_plan(folder.plan)
        assert "line 2, game" in str(caught.value)
        assert words in str(caught.value)


def test_nobody_writes_the_content_of_the_file_into_a_plan():
    with pytest.raises(BadPlan) as caught:
        plan_of('name = "x"\nseed = 1\n[game_file]\nsource = ""\n')
    assert "no such setting" in str(caught.value)
    assert "game_file" not in str(caught.value).partition("there is no such setting")[2]


def plan(tmp_path: Path, game: str) -> Plan:
    return read_plan(prepared(tmp_path, game).plan)


@every_game
def test_openings_by_lot_are_different_and_open_in_any_game(game, tmp_path):
    wanted = plan(tmp_path, game)
    openings = openings_of(wanted, tmp_path)
    assert openings
    assert openings == openings_of(wanted, tmp_path)
    ends = set()
    for opening in openings:
        position = wanted.rules.start(opening.setup)
        for move in opening.moves:
            position = position.play(position.parse(move))
        assert position.outcome() is None
        ends.add(position.setup)
    assert len(ends) == len(openings)


def test_a_program_of_lines_is_told_the_opening_behind_its_colour(tmp_path):
    folder = prepared(tmp_path, "own_game.py:HEAP")
    (tmp_path / "ada" / "ada.py").write_text(
        "import sys\n"
        "color, heap, side = input().split()\n"
        "left = int(heap)\n"
        "if side == color[0]:\n"
        "    print(1, flush=True)\n"
        "    left -= 1\n"
        "for line in sys.stdin:\n"
        "    left -= int(line)\n"
        "    print(min(left, 1), flush=True)\n"
        "    left -= 1\n"
    )
    text = folder.plan.read_text().replace("ada.py:choose", f"lines:{sys.executable} ada.py")
    folder.plan.write_text(text.replace("\\", "/"))
    with begin(folder, read_plan(folder.plan)) as store:
        runner = Runner(
            store, scheme_of(store.contest.plan), Machines(tmp_path / "cache"), 1, local=False
        )
        contest = runner.run()
    assert all(played.game.outcome.reason.value == "rules" for played in contest.played.values())


def test_a_program_of_san_lines_cannot_be_told_of_openings(tmp_path):
    folder = prepared(tmp_path, "own_game.py:HEAP")
    folder.plan.write_text(folder.plan.read_text().replace("ada.py:choose", "san:python3 ada.py"))
    checked = CliRunner().invoke(app, ["contest", "check", str(tmp_path), "--quick"])
    assert "the protocol san can only begin from the starting position" in checked.output


@every_game
def test_the_check_before_a_contest_examines_programs_in_its_game(game, tmp_path):
    prepared(tmp_path, game, openings="")
    checked = CliRunner().invoke(app, ["contest", "check", str(tmp_path), "--quick"])
    assert checked.exit_code == 0, checked.output


@every_game
def test_a_confined_function_shadows_no_module_of_its_game_and_changes_no_file(game, tmp_path):
    folder = prepared(tmp_path, game)
    text = folder.plan.read_text().replace('mode = "off"', 'mode = "auto"\nallow_root = true')
    folder.plan.write_text(text)
    stem = GAMES[game].stem
    for name in (stem, "board_core", "chess", "dataclasses", "sitecustomize"):
        (tmp_path / "ada" / f"{name}.py").write_text("raise SystemExit('shadowed')\n")
    before = (tmp_path / game.partition(":")[0]).read_bytes()
    ran = CliRunner().invoke(app, ["contest", "run", str(tmp_path), "--quiet"])
    assert ran.exit_code == 0, ran.output
    for played in read_contest(folder).played.values():
        assert played.game.outcome.reason not in BLAMES_A_PLAYER, played.game.explanation
    assert (tmp_path / game.partition(":")[0]).read_bytes() == before
