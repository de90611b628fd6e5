"""A contest as JSON: all of it, and as the schema in the docs says."""

from __future__ import annotations

import copy
import json

import pytest
from schema import SCHEMA, faults_of
from test_groups import cup

from board_core.contest.exports import json_text
from board_core.contest.json_facts import contest_facts, game_facts
from board_core.contest.report import write_report
from board_core.contest.report.live import Live
from board_core.contest.state import Contest
from board_core.contest.store import read_contest


def test_the_schema_says_of_each_object_what_it_has_and_that_it_has_nothing_else():
    for name, kind in SCHEMA["$defs"].items():
        assert kind["additionalProperties"] is False, name
        assert [*kind["properties"]] in (kind["required"], ["version", *kind["required"]]), name


@pytest.fixture(params=["running", "finished", "stones", "cup"])
def any_contest(request: pytest.FixtureRequest) -> Contest:
    if request.param == "cup":
        more = "format = 'groups-knockout'\nqualifiers = 1\ngames = 1"
        return cup("Ada Bob Eve Joe", more, "4-1 0-1, 3-2 =")
    return read_contest(request.getfixturevalue(request.param))


def test_every_contest_and_every_game_of_it_keeps_to_the_schema(any_contest):
    assert faults_of("contest", json.loads(json_text(contest_facts(any_contest)))) == []
    for number in [*any_contest.played][:5]:
        assert faults_of("game", json.loads(json_text(game_facts(any_contest, number)))) == []


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("seed",), "5"),
        (("seed",), True),
        (("version",), 2),
        (("more",), 1),
        (("began",), 5),
        (("scoring", "win"), None),
        (("games", 0, "white"), 1.5),
        (("games", 0, "counts", "because"), "luck"),
        (("entrants", 0, "files"), {"ai.py": 5}),
    ],
)
def test_what_does_not_keep_to_the_schema_is_found(contest, place, value):
    facts = copy.deepcopy(contest_facts(contest))
    inner = facts
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    assert len(faults_of("contest", facts)) == 1


def test_a_field_that_is_missing_is_found(contest):
    facts = contest_facts(contest)
    del facts["games"][0]["setup"]
    assert faults_of("contest", facts) == ["contest.games[0]: setup is missing"]


def test_the_files_of_a_report_hold_everything(running, contest, tmp_path):
    write_report(running, contest, tmp_path)
    told = json.loads((tmp_path / "contest.json").read_text("utf-8"))
    assert told == contest_facts(contest)
    assert [each["name"] for each in told["entrants"]] == [each.name for each in contest.entrants]
    assert {each["number"] for each in told["games"]} == set(contest.pairings)
    ruled = told["games"][4]
    assert (ruled["played"]["result"], ruled["counts"]["result"], ruled["counts"]["because"]) == (
        "0-1",
        "1/2-1/2",
        "ruling",
    )
    game = json.loads((tmp_path / told["games"][0]["facts"]).read_text("utf-8"))
    assert [each["move"] for each in game["moves"]] == list(contest.played[1].game.line)
    assert None not in {each["cp"] for each in game["moves"]}


def test_the_standings_follow_from_the_rest_of_the_file(contest):
    told = contest_facts(contest)
    points = {each["number"]: 0.0 for each in told["entrants"]}
    worth = {"1-0": "win loss", "0-1": "loss win", "1/2-1/2": "draw draw", "0-0": "loss loss"}
    for game in told["games"]:
        if game["counts"] is not None:
            for number, name in zip(
                (game["white"], game["black"]), worth[game["counts"]["result"]].split(), strict=True
            ):
                points[number] += told["scoring"][name]
    for each in told["rounds"]:
        for number in each["byes"]:
            points[number] += told["scoring"]["bye"]
    assert {each["number"]: each["points"] for each in told["standings"]} == points


def test_the_server_has_the_same_files(running, contest):
    live = Live(running)
    assert json.loads(live.answer("contest.json").body) == contest_facts(contest)
    answer = live.answer("game0003.facts.json")
    assert answer.media == "application/json"
    assert json.loads(answer.body) == game_facts(contest, 3)
    assert live.answer("game0099.facts.json") is None
