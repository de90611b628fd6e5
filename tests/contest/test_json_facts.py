"""A contest as JSON: all of it, and as the schema in the docs says."""

from __future__ import annotations

import json
from pathlib import Path

from board_core.contest.json_facts import (
    ContestFacts,
    GameFileFacts,
    contest_facts,
    game_facts,
    schema,
)
from board_core.contest.report import write_report
from board_core.contest.report.live import Live

SCHEMA = Path(__file__).parents[2] / "docs" / "contest.schema.json"


def test_the_schema_in_the_docs_is_that_of_the_files():
    assert json.loads(SCHEMA.read_text()) == schema(), "python docs/contest_schema.py"


def test_the_files_of_a_report_hold_everything_and_keep_to_the_schema(running, contest, tmp_path):
    write_report(running, contest, tmp_path)
    told = ContestFacts.model_validate_json((tmp_path / "contest.json").read_text("utf-8"))
    assert told == contest_facts(contest)
    assert [each.name for each in told.entrants] == [each.name for each in contest.entrants]
    assert {each.number for each in told.games} == set(contest.pairings)
    ruled = told.games[4]
    assert (ruled.played.result, ruled.counts.result, ruled.counts.because) == (
        "0-1",
        "1/2-1/2",
        "ruling",
    )
    game = GameFileFacts.model_validate_json((tmp_path / told.games[0].facts).read_text("utf-8"))
    assert [each.move for each in game.moves] == list(contest.played[1].game.line)
    assert None not in {each.cp for each in game.moves}


def test_the_standings_follow_from_the_rest_of_the_file(contest):
    told = contest_facts(contest)
    points = {each.number: 0.0 for each in told.entrants}
    worth = {"1-0": "win loss", "0-1": "loss win", "1/2-1/2": "draw draw", "0-0": "loss loss"}
    for game in told.games:
        if game.counts is not None:
            for number, name in zip(
                (game.white, game.black), worth[game.counts.result].split(), strict=True
            ):
                points[number] += getattr(told.scoring, name)
    for each in told.rounds:
        for number in each.byes:
            points[number] += told.scoring.bye
    assert {each.number: each.points for each in told.standings} == points


def test_the_server_has_the_same_files(running, contest):
    live = Live(running)
    assert ContestFacts.model_validate_json(live.answer("contest.json").body) == contest_facts(
        contest
    )
    answer = live.answer("game0003.facts.json")
    assert answer.media == "application/json"
    assert GameFileFacts.model_validate_json(answer.body) == game_facts(contest, 3)
    assert live.answer("game0099.facts.json") is None
