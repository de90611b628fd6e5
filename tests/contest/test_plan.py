from __future__ import annotations

import os
from pathlib import Path

import pytest

from board_core.contest.jobs import confinement_of
from board_core.contest.lines import contest_of, first_facts
from board_core.contest.plan import BadPlan, Plan, plan_of, read_plan
from board_core.contest.plan_mistakes import line_of
from board_core.contest.summary import handicaps
from board_core.game.clock import TimeControl
from board_core.game.words import Words

GOOD = """\
name = "Spring"
seed = 5

[clock]
time = 30

[[entrants]]
name = "Ada"
player = "random"

[[entrants]]
name = "Bob"
player = "greedy"
"""

MATCH = 'format = "match"\n' + GOOD


def refusal(text: str) -> str:
    with pytest.raises(BadPlan) as error:
        plan_of(text)
    return str(error.value.sentence)


def test_a_preset_fills_in_what_is_not_written():
    plan = plan_of(GOOD)
    assert (plan.preset, plan.draws, plan.format) == ("classroom", "no-claims", "swiss")
    assert (plan.points.win, plan.points.draw, plan.points.bye) == (2, 1, 2)
    assert plan.clock.control.base == 30
    engine = plan_of('preset = "engine"\n' + GOOD)
    assert (engine.format, engine.openings, engine.points.win) == ("match", "book", 1)
    assert (engine.clock.time, engine.clock.increment) == (30, 0.1)  # one of them is written


def test_a_plan_survives_the_journal():
    plan = plan_of(GOOD)
    assert Plan.model_validate(plan.model_dump(mode="json")) == plan


def test_time_for_each_move_is_no_time_for_the_game():
    plan = plan_of(GOOD.replace("time = 30", "move_time = 2"))
    assert (plan.clock.control.per_move, plan.clock.control.base) == (2, float("inf"))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"Spring"', '""', "line 1, name: this is empty"),
        ("seed = 5\n", "", "line 1, seed: this is missing"),
        ("seed = 5", 'seed = "x"', "line 2, seed: 'x' is not a whole number"),
        ("seed = 5", "sed = 5", "line 1, seed: this is missing"),
        ("seed = 5", "seed = 5\nround = 3", "line 3, round: there is no such setting; did you"),
        ("seed = 5", "seed = 5\nrounds = 0", "line 3, rounds: 0 is too small: write 1 or more"),
        (
            "seed = 5",
            'seed = 5\nformat = "swis"',
            "line 3, format: 'swis' is not allowed; did you mean 'swiss'?",
        ),
        (
            "seed = 5",
            'seed = 5\ngame = "go"',
            "line 3, game: 'go' is not a game: choose one of chess,",
        ),
        ("time = 30", "time = -1", "line 5, clock.time: -1 is too small: write 0.0 or more"),
        ("time = 30", "time = 0", "line 4, clock: 0 seconds leave no time to move"),
        ("time = 30", "byoyomi = '5'", "line 4, clock: '5' is no byo-yomi: write 5x30"),
        (
            "time = 30",
            "delay = 2\nbronstein = 2",
            "line 4, clock: bronstein and delay do not go together: give one",
        ),
        (
            "time = 30",
            "tim = 30",
            "line 5, clock.tim: there is no such setting; did you mean time",
        ),
        ("seed = 5", 'seed = 5\npage = {logs = "all"}', "line 3, page.logs: 'all' is not allowed"),
        ("seed = 5", 'seed = 5\npage = {hosts = "a"}', "line 3, page.hosts: 'a' is not a list of"),
        ('"Bob"', '"ada"', "line 12, entrants.2.name: 'ada' is the name of two entrants"),
        ('player = "greedy"', "", "line 11, entrants.2.player: this is missing"),
        ("seed = 5", "seed = 5 5", "line 2, column 10"),
        (
            "seed = 5",
            'seed = 5\ntie_breaks = ["wins", "bucholz"]',
            "line 3, tie_breaks.2: 'bucholz' is not allowed; did you mean 'buchholz'?",
        ),
        (
            "seed = 5",
            'seed = 5\nformat = "round-robbin"',
            "line 3, format: 'round-robbin' is not allowed; did you mean 'round-robin'?",
        ),
        ("seed = 5", 'seed = 5\ntie_breaks = ["x"]', "'x' is not allowed: write 'buchholz', "),
        ("seed = 5", 'seed = 5\nponder = "no"', "line 3, ponder: 'no' is not allowed: write"),
        ("seed = 5", "seed = 5\ncores_per_game = 3", "line 3, cores_per_game: 3 is not even"),
        ('"greedy"', '"greedy"\nmemory = -1', "line 14, entrants.2.memory: -1 is too small"),
        (
            '"greedy"',
            '"greedy"\n[entrants.clock]\nnodes = 0',
            "line 15, entrants.2.clock.nodes: 0 is too small",
        ),
        (
            '"random"',
            '"random"\n[entrants.clock]\n\nnods = 9',
            "line 12, entrants.1.clock.nods: there is no such setting; did you mean nodes",
        ),
    ],
)
def test_a_mistake_is_told_with_its_line(before: str, after: str, said: str):
    assert before in GOOD
    assert said in refusal(GOOD.replace(before, after))


@pytest.mark.parametrize(
    ("written", "ignored"),
    [
        ('rounds = 5\nformat = "round-robin"', ["rounds"]),
        ("rounds = 5\ngames = 4", ["games"]),
        ('preset = "engine"\ngames = 4', []),
        (
            'preset = "engine"\nformat = "gauntlet"\nrounds = 3\nprecision = 9',
            ["rounds", "precision"],
        ),
        ('format = "fide-swiss"\nrounds = 3', []),
    ],
)
def test_a_setting_that_the_format_does_not_read_is_known(written, ignored):
    assert plan_of(f"{written}\n{GOOD}").ignored == ignored


@pytest.mark.parametrize("name", [" ", "\u200b", "\u3000\u2060"])
def test_a_name_that_nobody_can_see_is_refused(name):
    assert "shows no letters" in refusal(GOOD.replace("Ada", name))


def test_one_entrant_is_no_contest():
    assert "needs two entrants or more" in refusal(GOOD[: GOOD.rindex("[[entrants]]")])


def test_a_match_has_two_entrants_and_only_it_an_sprt():
    third = '[[entrants]]\nname = "Eve"\nplayer = "random"\n'
    assert "a match needs exactly two" in refusal('format = "match"\n' + GOOD + third)
    assert "only a match ends by SPRT" in refusal(GOOD + "[sprt]\nelo0 = 0\n")


def test_the_line_of_a_key_in_the_second_table_of_its_name():
    assert line_of(GOOD, ("entrants", 1, "player")) == 13
    assert line_of(GOOD, ("entrants", 1)) == 11
    assert line_of(GOOD, ("clock", "time")) == 5
    assert line_of(GOOD, ("nowhere",)) == 1


HANDICAPPED = """\
name = "Odds"
seed = 5
[clock]
time = 60
increment = 1
nodes = 5000
[sandbox]
memory = 1024
processes = 16
[[entrants]]
name = "Strong"
player = "random"
memory = 256
processes = 4
[entrants.clock]
time = 10
nodes = 1000
[[entrants]]
name = "Weak"
player = "greedy"
"""


def test_a_clock_may_have_a_delay_or_byoyomi():
    def control(clock: str) -> TimeControl:
        return plan_of(GOOD.replace("time = 30", clock)).clock.control

    assert control("time = 30\ndelay = 2") == TimeControl(30, delay=2)
    assert control("time = 30\nbronstein = 2") == TimeControl(30, bronstein=2)
    assert control("time = 0\nbyoyomi = '5x30'") == TimeControl(0, byoyomi=30, periods=5)


def test_one_way_to_add_time_ends_that_of_the_preset_and_of_the_contest():
    text = GOOD.replace("seed = 5", "seed = 5\npreset = 'engine'")
    plan = plan_of(text.replace("time = 30", "delay = 2"))
    assert plan.clock.control == TimeControl(10, delay=2)
    own = '"random"\n[entrants.clock]\nbyoyomi = "3x5"'
    plan = plan_of(text.replace('"random"', own))
    assert plan.control_of(plan.entrants[0]) == TimeControl(30, byoyomi=5, periods=3)


def test_an_entrant_has_its_own_clock_where_it_says_so_and_the_contests_elsewhere():
    plan = plan_of(HANDICAPPED)
    strong, weak = map(plan.control_of, plan.entrants)
    assert (strong.base, strong.increment, strong.nodes) == (10, 1, 1000)
    assert weak == plan.clock.control


def test_an_entrants_time_for_the_game_takes_the_place_of_a_time_for_each_move():
    plan = plan_of(HANDICAPPED.replace("time = 60", "move_time = 2"))
    strong, weak = map(plan.control_of, plan.entrants)
    assert (strong.base, strong.per_move) == (10, float("inf"))
    assert (weak.base, weak.per_move) == (float("inf"), 2)


def test_only_who_has_limits_of_its_own_is_handicapped():
    plan = plan_of(HANDICAPPED)
    assert [entrant.handicapped for entrant in plan.entrants] == [True, False]
    assert dict(handicaps(plan, Words("en"))) == {
        "Strong": "10 s + 1 s a move, at most 1000 positions a move, 256 MiB of memory, "
        "at most 4 processes"
    }


def test_programs_stand_still_out_of_turn_unless_the_organiser_says_otherwise():
    assert plan_of(GOOD).ponder == "freeze"
    assert plan_of('ponder = "allow"\n' + GOOD).ponder == "allow"


NESTED = "[" * 5_000 + "]" * 5_000


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("seed = " + "9" * 5_000, "too many digits"),
        ("seed = " + "9" * 4_000, "too many digits"),
        ("seed = " + NESTED, "too deep"),
        ("deep" + ".a" * 3_000 + " = 1\nseed = 5", "nested too deeply"),
        ("seed = 5\n" + "[" * 10_000, "contest.toml"),
        (f"seed = '{'x' * 100_000}'", "seed: 'xxx"),
    ],
)
def test_what_no_organiser_would_write_is_answered_with_a_sentence(line: str, said: str):
    sentence = refusal(GOOD.replace("seed = 5", line, 1))
    assert said in sentence
    assert len(sentence) < 1_000


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_a_file_that_is_none_is_answered_at_once(tmp_path: Path):
    path = tmp_path / "contest.toml"
    for make in (lambda: os.mkfifo(path), lambda: path.symlink_to("/dev/zero")):
        make()
        with pytest.raises(BadPlan, match="neither a file nor a folder"):
            read_plan(path)
        path.unlink()
    path.write_bytes(b"#" * 2_000_000)
    with pytest.raises(BadPlan, match="too large"):
        read_plan(path)


def test_what_programs_may_read_is_found_from_the_contests_folder(tmp_path: Path):
    path = tmp_path / "contest.toml"
    sandbox = "[sandbox]\nreadable = ['tables']\npackages = ['chess', 'pydantic']\n\n[clock]"
    path.write_text(GOOD.replace("[clock]", sandbox))
    with pytest.raises(BadPlan, match=r"line 5, sandbox\.readable: there is nothing to be read"):
        read_plan(path)
    (tmp_path / "tables").mkdir()
    confinement = confinement_of(read_plan(path).sandbox)
    assert confinement.readable == (tmp_path / "tables",)
    assert confinement.packages == ("chess", "pydantic")
    path.write_text(path.read_text().replace("pydantic", "no-such-thing"))
    with pytest.raises(BadPlan, match=r"sandbox\.packages: there is no package 'no-such-thing'"):
        read_plan(path)
    plan = plan_of(GOOD)
    assert confinement_of(plan.sandbox).packages == ("chess",)


def test_a_journal_has_the_plan_under_the_names_of_the_file():
    text = MATCH.replace("time = 30", "time = 30\ndelay = 2\ntime_margin = 0.5")
    plan = plan_of(text + '[sprt]\nelo = "logistic"\n')
    line = {"at": "2026-01-01T00:00:00+00:00", **first_facts(plan, (), ())}
    assert line["plan"]["clock"]["time_margin"] == 0.5
    assert (line["plan"]["preset"], line["plan"]["draws"]) == ("classroom", "no-claims")
    assert contest_of(line).plan == plan
    assert not plan.sprt.test.normalized
    assert plan_of(MATCH + "[sprt]\nelo0 = 0\n").sprt.test.normalized


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("[scoring]\nwin = nan\n", "scoring"),
        ("[scoring]\ndraw = inf\n", "scoring"),
        ('tie_breaks = ["koya"]\n', "'sonneborn-berger'"),
        ('tie_breaks = ["wins", "wins"]\n', "twice"),
    ],
)
def test_points_and_tie_breaks_that_rank_nobody_are_refused(lines, why):
    assert why in refusal(lines + GOOD if lines.startswith("tie") else GOOD + lines)
