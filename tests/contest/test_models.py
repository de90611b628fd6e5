"""Language models in contests: whose fault an outage is, and what their calls come to."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from schema import faults_of
from small import Everybody, Imagined, begun, entrants_of

from board_core.contest.jobs import play
from board_core.contest.json_facts import contest_facts, game_facts
from board_core.contest.plan import BadPlan, Plan, plan_of
from board_core.contest.runner import MachineFailed, NotFinished, Runner
from board_core.contest.store import ContestStore, Folder, read_contest
from board_core.contest.summary import model_accounts, model_lines
from board_core.game.player import CallEnd
from board_core.game.rules import Reason
from board_core.game.words import Words
from board_core.match.accounts import ModelAccount

sys.path.insert(0, str(Path(__file__).parents[1] / "players"))
from http_server import Server, answer
from test_llm import plays

EXAMPLE = Path(__file__).parents[2] / "examples" / "models" / "contest.toml"
DOWN = answer(b"down", "503 No", more="Retry-After: 0\r\n")


def plan(server: Server, models: str = "", game: str = "gomoku") -> Plan:
    return plan_of(
        f'name = "x"\nseed = 1\ngame = "{game}"\n[models]\n{models}\n'
        '[[entrants]]\nname = "Level"\nplayer = "elo:400"\n[[entrants]]\nname = "Tiny"\n'
        f'player = "llm:tiny@http://{server.address}/v1 tries=2 legal=on"\n'
    )


def run(folder: Path, wanted: Plan) -> tuple[ContestStore, list[Any]]:
    news: list[Any] = []
    store = begun(folder, wanted)
    Runner(store, Everybody(1), Imagined(play), 1, tell=news.append).run()
    return store, news


def test_an_outage_at_an_endpoint_of_the_organiser_is_played_again(tmp_path):
    left = [DOWN] * 3

    def answers(question):
        return left.pop() if len(server.questions) > 1 and left else plays(question)

    with Server(answers) as server:
        named = f'endpoints = ["http://{server.address}/v1/"]\nprices = {{ tiny = [1, 2] }}'
        store, news = run(tmp_path, plan(server, named))
    with store:
        played = store.contest.played[1]
        assert played.attempts == 2
        assert played.game.outcome.reason is not Reason.ABSENCE
        again = [each for each in news if isinstance(each, MachineFailed)]
        assert [each.again for each in again] == [True]
        assert "503" in str(again[0].why)
        # what the attempt that was spoilt had cost is in the account
        assert [json.loads(call.prompt) for call in played.game.calls] == [
            question for _, _, question in server.questions
        ]
        ends = [call.category for call in played.game.calls]
        assert ends.count(CallEnd.TRANSPORT) == 3
        assert not store.folder.running_game(1).exists()
        kept = read_contest(Folder(tmp_path))
        assert kept.played[1].game.calls == played.game.calls
        [(number, account, rating)] = model_accounts(kept)
        told = len(ends) - 3
        assert (number, account.calls, account.untold) == (2, len(ends), 3)
        assert account.cost == pytest.approx((100 * told + 7 * 2 * told) / 1_000_000)
        assert rating is not None
        [(name, line)] = model_lines(kept, Words("en"))
        assert name == "Tiny"
        assert f"without an answer (transport): 3 ({3 / len(ends):.0%})" in line
        assert f"Elo {rating.elo:.0f}" in line
        assert faults_of("contest", contest_facts(kept)) == []
        assert faults_of("game", game_facts(kept, 1)) == []


def test_the_third_attempt_counts(tmp_path):
    with Server(lambda _: DOWN) as server:
        named = f'endpoints = ["http://{server.address}/v1"]'
        store, _ = run(tmp_path, plan(server, named))
    with store:
        played = store.contest.played[1]
    assert (played.attempts, len(played.game.calls)) == (3, 6)
    assert played.game.outcome.reason is Reason.ABSENCE
    assert played.game.result == "1-0"


def test_an_outage_at_an_address_of_an_entrant_is_its_loss_with_the_status(tmp_path):
    with Server(lambda _: DOWN) as server:
        store, _ = run(tmp_path, plan(server, 'endpoints = ["http://elsewhere/v1"]'))
    with store:
        played = store.contest.played[1]
    assert (played.attempts, played.game.outcome.reason) == (1, Reason.ABSENCE)
    assert "503" in str(played.game.explanation.sentence)


def test_a_key_that_the_machine_lacks_costs_nobody_a_game(tmp_path, monkeypatch):
    monkeypatch.delenv("BOARD_TEST_KEY", raising=False)
    with Server(plays) as server:
        wanted = plan(server)
        level, tiny = wanted.entrants
        tiny = tiny.model_copy(update={"player": f"{tiny.player} key=BOARD_TEST_KEY"})
        wanted = wanted.model_copy(update={"entrants": (level, tiny)})
        with begun(tmp_path, wanted) as store:
            with pytest.raises(NotFinished, match="BOARD_TEST_KEY holds no key"):
                Runner(store, Everybody(1), Imagined(play), 1).run()
            assert store.contest.results == {}
        monkeypatch.setenv("BOARD_TEST_KEY", "k")
        folder = tmp_path / "again"
        store, _ = run(folder, wanted)
        assert store.contest.played[1].attempts == 1
        store.close()


def test_an_answer_without_a_move_is_no_outage(tmp_path):
    with Server(lambda _: answer({"choices": [{"message": {"content": "no"}}]})) as server:
        named = f'endpoints = ["http://{server.address}/v1"]'
        store, _ = run(tmp_path, plan(server, named))
    with store:
        played = store.contest.played[1]
    assert (played.attempts, played.game.outcome.reason) == (1, Reason.PROTOCOL)


@pytest.mark.parametrize("models", ["prices = { m = [1] }", "prices = { m = [-1, 1] }", "key = 1"])
def test_a_table_of_models_that_cannot_be_is_refused(models):
    with Server(plays) as server, pytest.raises(BadPlan, match="models"):
        plan(server, models)


def test_the_example_rates_two_models_by_four_levels(tmp_path):
    """Chess is short where the answers are the first legal move, and the game file says 2 moves."""
    with Server(plays) as server:
        text = EXAMPLE.read_text("utf-8").replace("localhost:11434", server.address)
        wanted = plan_of(text.replace("max_moves = 150", "max_moves = 2"))
        assert [each.name for each in wanted.entrants][:2] == ["Llama", "Qwen"]
        assert len(entrants_of(wanted)) == 6
        store, _ = run(tmp_path, wanted)
    with store:
        accounts = {number: account for number, account, _ in model_accounts(store.contest)}
        lines = dict(model_lines(store.contest, Words("en")))
    assert set(accounts) == {1, 2}
    assert all(each.ends == {CallEnd.MOVE: 10} for each in accounts.values())
    assert all(each.cost is not None for each in accounts.values())
    assert all("; Elo " in line for line in lines.values())
    assert ModelAccount().facts["cost"] == 0
