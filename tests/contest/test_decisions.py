"""The organiser's decisions beside rulings and withdrawals: their lines, effects and limits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from small import NOON, Everybody, Imagined, begun, plan_with, result

from board_core.contest import runner as running
from board_core.contest.decision_lines import decision_of, request_facts, request_of
from board_core.contest.decision_words import decision_line
from board_core.contest.decisions import (
    Addition,
    Cancellation,
    ContestContinuation,
    ContestPause,
    ContestStop,
    ForbiddenPair,
    ManualRound,
    Reinstatement,
    Request,
    RequestedBye,
    Ruling,
    Update,
    Withdrawal,
)
from board_core.contest.entrants import Entrant
from board_core.contest.field import ByeKind, PairingVerdict
from board_core.contest.plan_tables import EntrantPlan
from board_core.contest.runner import GameBegun, GameOver, RequestTaken, Runner
from board_core.contest.store import ContestStore, Folder, leave_request, read_contest
from board_core.words import Words

EVE = Entrant(5, "Zoe", "greedy", "a student", "0" * 64, {"ai.py": "1" * 64})
SAID: dict[str, Any] = {"author": "Ann", "reason": "so it is"}

EVERY_KIND: list[Request] = [
    Ruling(1, PairingVerdict.DRAW, **SAID),
    Ruling(1, None, **SAID),
    Cancellation(1, **SAID),
    Withdrawal(2, **SAID),
    Reinstatement(2, **SAID),
    Addition(EVE, EntrantPlan(name="Zoe", player="greedy", memory=9), ByeKind.HALF, **SAID),
    Update(EVE, EntrantPlan(name="Zoe", player="greedy"), **SAID),
    RequestedBye(1, 3, ByeKind.ZERO, **SAID),
    RequestedBye(1, 3, None, **SAID),
    ForbiddenPair(1, 2, **SAID),
    ForbiddenPair(1, 2, lifted=True, **SAID),
    ManualRound(2, ((1, 2), (4, 3)), (5,), **SAID),
    ContestPause(**SAID),
    ContestContinuation(**SAID),
    ContestStop(**SAID),
]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "REQUEST_POLL_SECONDS", 0.001)


@pytest.mark.parametrize("decision", EVERY_KIND, ids=lambda each: type(each).__name__)
def test_a_decision_is_read_as_it_was_written(decision: Request):
    facts = json.loads(json.dumps(request_facts(decision)))
    assert decision_of(facts, NOON) == decision
    assert request_of(json.dumps(facts).encode(), NOON, "1.json").left == "1.json"


@pytest.mark.parametrize(
    "spoiled",
    [
        {"event": "crowned"},
        {"event": "cancelled", "fixture": "1"},
        {"event": "bye", "entrant": 1, "round": 3, "kind": "full"},
        {"event": "forbidden", "pair": [1, 2, 3], "lifted": False},
        {"event": "pairing", "round": 1, "games": [[1]], "byes": []},
        {"event": "updated", "entrant": {"number": 1}, "plan": {}},
        {
            "event": "updated",
            "entrant": {"number": 1, "name": "A", "player": "x", "package": "../../etc"},
            "plan": {"name": "A", "player": "x"},
        },
    ],
    ids=str,
)
def test_a_request_that_no_command_left_is_refused(spoiled: dict[str, Any]):
    with pytest.raises(ValueError):  # noqa: PT011  # whatever was found first
        request_of(json.dumps({**spoiled, **SAID}).encode(), NOON)


def swiss(home: Any, more: str = "rounds = 3", names: str = "Ada Bob Eve Joe") -> ContestStore:
    return begun(home, plan_with(names.split(), more))


def run(store: ContestStore, on: Any, slots: int = 1) -> list[Any]:
    """Play on, and leave the decisions that ``on`` makes of the news."""
    news: list[Any] = []

    def hear(each: Any) -> None:
        news.append(each)
        for decision in on(each) or ():
            leave_request(store.folder, decision)

    runner = Runner(store, Everybody(), Imagined(result), slots, tell=hear)
    runner.run()
    return news


def test_a_pause_lets_no_game_begin_until_the_contest_goes_on(tmp_path):
    def on(news: Any) -> Any:
        if isinstance(news, GameOver) and news.pairing.number == 2:
            return [ContestPause(**SAID)]
        if isinstance(news, RequestTaken) and isinstance(news.request, ContestPause):
            return [ContestContinuation(**SAID)]
        return []

    with begun(tmp_path) as store:
        told = run(store, on)
        assert len(store.contest.results) == 6
        assert store.contest.pause is None
    kinds = [each for each in told if isinstance(each, GameBegun | RequestTaken)]
    places = [n for n, each in enumerate(kinds) if isinstance(each, RequestTaken)]
    assert [type(kinds[n].request) for n in places] == [ContestPause, ContestContinuation]
    assert places[1] == places[0] + 1


def test_a_pause_survives_the_process(tmp_path):
    with begun(tmp_path) as store:
        store.request(ContestPause(**SAID))
    with ContestStore(Folder(tmp_path)) as store:

        def on(news: Any) -> Any:
            said = str(getattr(news, "warning", ""))
            return [ContestStop(**SAID)] if "the contest is paused" in said else []

        told = run(store, on)
        # the stop was left before the loop began, and is meant for this process
        assert not any(isinstance(each, GameBegun) for each in told)
        assert store.contest.pause is not None


def test_a_stop_ends_the_process_after_the_running_games(tmp_path):
    def on(news: Any) -> Any:
        return (
            [ContestStop(**SAID)]
            if isinstance(news, GameBegun) and news.pairing.number == 3
            else []
        )

    with begun(tmp_path) as store:
        run(store, on, slots=2)
        assert store.contest.ended is None
        assert set(store.contest.results) >= {1, 2, 3}
        assert len(store.contest.results) < 6
        assert not read_contest(store.folder).pause
        run(store, lambda news: None)  # a new process goes on
        assert len(store.contest.results) == 6


def test_a_stop_that_nobody_took_up_does_not_stop_the_next_process(tmp_path):
    with begun(tmp_path) as store:
        leave_request(store.folder, ContestStop(**SAID))
        run(store, lambda news: None)
        assert store.contest.ended is not None


def test_every_decision_is_told_in_both_languages(tmp_path):
    with begun(tmp_path, plan_with(("Ada", "Bob", "Eve", "Joe", "Zoe"))) as store:
        each = Everybody().next_round(store.contest.field)
        store.paired(each)
        for decision in EVERY_KIND:
            for language in ("en", "zh_CN"):
                line = decision_line(store.contest, decision, Words(language))
                assert "Ann" in line
                assert "so it is" in line
