"""The organiser's decisions beside rulings and withdrawals: their lines, effects and limits."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from contests import field_of
from small import NOON, Everybody, Imagined, begun, plan_with, played, result

from board_core.contest import runner as running
from board_core.contest.decisions import (
    Addition,
    Cancellation,
    ContestContinuation,
    ContestPause,
    ContestStop,
    ForbiddenPair,
    ManualRound,
    Reinstatement,
    RequestedBye,
    Update,
    decision_line,
    decision_of,
    request_facts,
    request_of,
)
from board_core.contest.exports import Heading, to_csv, to_trf
from board_core.contest.field import ByeKind, Entrant, PairingVerdict, Round
from board_core.contest.jobs import GameJob, JobSide, job_for
from board_core.contest.pairing.invariants import violations
from board_core.contest.plan import EntrantPlan, plan_of, scheme_of
from board_core.contest.runner import GameBegun, GameOver, RequestTaken, Runner, Warned
from board_core.contest.standings import TieBreak, TieBreakFigures, standings
from board_core.contest.state import Request, Ruling, Withdrawal
from board_core.contest.store import BadRequest, ContestStore, Folder, leave_request, read_contest
from board_core.game.words import Words

ZOE = Entrant(5, "Zoe", "greedy", "a student", "0" * 64, {"ai.py": "1" * 64})
SAID: dict[str, Any] = {"author": "Ann", "reason": "so it is"}

EVERY_KIND: list[Request] = [
    Ruling(1, PairingVerdict.DRAW, **SAID),
    Ruling(1, None, **SAID),
    Cancellation(1, **SAID),
    Withdrawal(2, **SAID),
    Reinstatement(2, **SAID),
    Addition(ZOE, EntrantPlan(name="Zoe", player="greedy", memory=9), ByeKind.HALF, **SAID),
    Update(ZOE, EntrantPlan(name="Zoe", player="greedy"), **SAID),
    RequestedBye(1, 3, ByeKind.ZERO, **SAID),
    RequestedBye(1, 3, None, **SAID),
    ForbiddenPair((1, 2), **SAID),
    ForbiddenPair((1, 2), lifted=True, **SAID),
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
        {"event": "cancelled", "fixture": True},
        {"event": "bye", "entrant": 1, "round": 3, "kind": "full"},
        {"event": "forbidden", "pair": [1, 2, 3], "lifted": False},
        {"event": "pairing", "round": 1, "games": [[1]], "byes": []},
        {"event": "updated", "entrant": {"number": 1}, "plan": {}},
        {
            "event": "updated",
            "entrant": {"number": 1, "name": "A", "player": "x", "package": "../../etc"},
            "plan": {"name": "A", "player": "x"},
        },
        {
            "event": "updated",
            "entrant": {"number": True, "name": "A", "player": "x"},
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


def test_a_contest_that_is_over_is_not_held_by_a_pause(tmp_path):
    with begun(tmp_path) as store:
        run(store, lambda news: None)
        with pytest.raises(BadRequest, match="the contest is over"):
            store.request(ContestPause(**SAID))
        store.request(Cancellation(3, **SAID))
        store.request(ContestPause(**SAID))
        store.request(Ruling(3, PairingVerdict.DRAW, **SAID))
        store.ended("")
        run(store, lambda news: None)  # and returns


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
    with begun(tmp_path) as store:
        each = Everybody().next_round(store.contest.field)
        store.paired(each)
        contest = store.contest
        for decision in EVERY_KIND:
            contest = contest.after(decision)
            for language in ("en", "zh_CN"):
                line = decision_line(contest, decision, Words(language))
                assert "Ann" in line
                assert "so it is" in line


def pair(store: ContestStore) -> None:
    """Pair the next round by the scheme of the plan, or by hand."""
    contest = store.contest
    scheme = contest.manual_round or scheme_of(contest.plan)
    each = scheme.next_round(contest.field)
    assert isinstance(each, Round)
    assert violations(contest.field, each, scheme.keeps(contest.field)) == ()
    store.paired(each)


def play(store: ContestStore) -> None:
    """Let White win every game that is to be played."""
    for each in store.contest.to_play:
        store.finished(played(each.number))


def addition(name: str = "Zoe", missed: ByeKind = ByeKind.ZERO) -> Addition:
    entrant = replace(ZOE, name=name)
    return Addition(entrant, EntrantPlan(name=name, player="greedy"), missed, **SAID)


def points(store: ContestStore, number: int) -> float:
    return next(each.points for each in store.contest.table if each.number == number)


@pytest.mark.parametrize(("missed", "counted"), [(ByeKind.HALF, 2.0), (ByeKind.ZERO, 0.0)])
def test_who_joins_late_has_points_for_the_rounds_it_missed(tmp_path, missed, counted: float):
    with swiss(tmp_path, "rounds = 4") as store:
        for _round in range(2):
            pair(store)
            play(store)
        store.request(addition(missed=missed))
        assert points(store, 5) == counted  # a draw counts 1
        pair(store)
        third = store.contest.rounds[-1]
        assert 5 in {*third.byes, *(n for g in third.pairings for n in (g.white, g.black))}
        assert store.contest.plan.entrants[4].name == "Zoe"
        before = store.contest.table
    contest = read_contest(Folder(tmp_path))
    assert contest.table == before
    assert set(contest.requested_byes) == {(5, 1), (5, 2)}


def test_two_who_join_at_the_same_time_have_numbers_of_their_own(tmp_path):
    with swiss(tmp_path) as store:
        leave_request(store.folder, addition("Zoe"))
        leave_request(store.folder, addition("Kim"))
        store.take_requests()
        assert [each.name for each in store.contest.entrants[4:]] == ["Zoe", "Kim"]
        assert [each.number for each in store.contest.entrants[4:]] == [5, 6]


def test_a_new_version_plays_in_the_rounds_paired_after_it(tmp_path):
    with swiss(tmp_path) as store:
        pair(store)
        old = store.contest.entrant(1)
        new = replace(old, player="greedy", package="7" * 64)
        settings = EntrantPlan(name=old.name, player="greedy", memory=77)
        store.request(Update(new, settings, **SAID))
        jobs = {job.pairing: job for job in jobs_of(store)}
        assert "random" in {side.player for side in sides_of(jobs.values(), old.name)}
        play(store)
        pair(store)
        later = [job for job in jobs_of(store) if job.pairing not in jobs]
        found = [(s.player, s.package, s.memory) for s in sides_of(later, old.name)]
        assert found == [("greedy", "7" * 64, 77)]
        told = decision_line(store.contest, store.contest.decisions[0], Words("en"))
        assert "Ada plays with version 2 from round 2; Ann: so it is" in told
        with pytest.raises(BadRequest, match="already has this version"):
            store.request(Update(new, settings, **SAID))


def jobs_of(store: ContestStore) -> list[GameJob]:
    return [job_for(store.contest, each) for each in store.contest.pairings.values()]


def sides_of(jobs: Iterable[GameJob], name: str) -> list[JobSide]:
    sides = [side for job in jobs for side in (job.sides.white, job.sides.black)]
    return [side for side in sides if side.name == name]


def test_who_is_reinstated_is_paired_again_and_keeps_its_losses(tmp_path):
    with swiss(tmp_path) as store:
        pair(store)
        lost = next(each for each in store.contest.to_play if each.has(1))
        store.request(Withdrawal(1, **SAID))
        assert store.contest.field.active == (2, 3, 4)
        store.request(Reinstatement(1, **SAID))
        assert store.contest.withdrawn == frozenset()
        result = store.contest.results[lost.number]
        assert result.verdict.winner is lost.color(lost.opponent(1))
        assert result.forfeit
        with pytest.raises(BadRequest, match="Ada has not withdrawn"):
            store.request(Reinstatement(1, **SAID))
        store.request(Cancellation(lost.number, **SAID))  # and has it played after all
        assert lost in store.contest.to_play
        play(store)
        pair(store)
        assert any(each.has(1) for each in store.contest.rounds[1].pairings)


def test_a_cancelled_game_is_played_again_and_rulings_on_it_no_longer_count(tmp_path):
    with begun(tmp_path) as store:
        run(store, lambda news: None)
        assert store.contest.ended is not None
        store.request(Ruling(3, PairingVerdict.NEITHER, **SAID))
        store.request(Cancellation(3, **SAID))
        assert [each.number for each in store.contest.to_play] == [3]
        assert store.contest.ended is None
        with pytest.raises(BadRequest, match="no result that could be cancelled"):
            store.request(Cancellation(3, **SAID))
        told = run(store, lambda news: None)
        assert [each.pairing.number for each in told if isinstance(each, GameOver)] == [3]
        assert store.contest.results[3].verdict is PairingVerdict.WHITE
        assert store.contest.ended is not None


def test_a_game_that_is_cancelled_while_others_run_is_played_again_at_once(tmp_path):
    def on(news: Any) -> Any:
        second = isinstance(news, GameOver) and news.pairing.number == 2
        return [Cancellation(1, **SAID)] if second else []

    with begun(tmp_path) as store:
        told = run(store, on)
        assert sorted(store.contest.results) == [1, 2, 3, 4, 5, 6]
    assert sum(isinstance(each, GameOver) and each.pairing.number == 1 for each in told) == 2


def test_a_requested_bye_is_kept_and_limited(tmp_path):
    with swiss(tmp_path, "rounds = 3", "Ada Bob Eve Joe Kim") as store:
        store.request(RequestedBye(2, 1, ByeKind.HALF, **SAID))
        store.request(RequestedBye(3, 2, ByeKind.ZERO, **SAID))
        with pytest.raises(BadRequest, match="Bob has already had 1 byes with half a point"):
            store.request(RequestedBye(2, 2, ByeKind.HALF, **SAID))
        pair(store)
        first = store.contest.rounds[0]
        assert first.byes == ()
        assert not any(each.has(2) for each in first.pairings)
        play(store)
        assert points(store, 2) == 1  # as a draw
        pair(store)
        assert not any(each.has(3) for each in store.contest.rounds[1].pairings)
        assert store.contest.rounds[1].byes == ()
        with pytest.raises(BadRequest, match="round 2 has been paired"):
            store.request(RequestedBye(4, 2, ByeKind.ZERO, **SAID))
        with pytest.raises(BadRequest, match="there is no round 4"):
            store.request(RequestedBye(4, 4, ByeKind.ZERO, **SAID))
        store.request(RequestedBye(4, 3, ByeKind.ZERO, **SAID))
        store.request(RequestedBye(4, 3, None, **SAID))
        assert (4, 3) not in store.contest.requested_byes


def test_a_requested_bye_does_not_use_up_the_bye_of_an_odd_round(tmp_path):
    with swiss(tmp_path, "rounds = 2", "Ada Bob Eve") as store:
        store.request(RequestedBye(1, 1, ByeKind.HALF, **SAID))
        pair(store)
        play(store)
        lowest = {
            entrant.number: points(store, entrant.number) for entrant in store.contest.entrants
        }
        pair(store)
        assert store.contest.rounds[0].byes == ()
        assert lowest[store.contest.rounds[1].byes[0]] == min(lowest.values())


def test_forbidden_pairs_and_teams_never_meet(tmp_path):
    plan = plan_of(
        'name = "Teams"\nseed = 1\nrounds = 3\n'
        + "".join(
            f'[[entrants]]\nname = "{name}"\nplayer = "random"\nteam = "{team}"\n'
            for name, team in zip("ABCDEF", ("x", "x", "y", "", "", ""), strict=True)
        )
    )
    with begun(tmp_path, plan) as store:
        store.request(ForbiddenPair((4, 5), **SAID))
        assert store.contest.forbidden == {frozenset({1, 2}), frozenset({4, 5})}
        for _round in range(3):
            pair(store)
            play(store)
        met = {frozenset((each.white, each.black)) for each in store.contest.pairings.values()}
        assert len(met) == 9
        assert not met & store.contest.forbidden
        store.request(ForbiddenPair((4, 5), lifted=True, **SAID))
        assert store.contest.forbidden == {frozenset({1, 2})}


def test_a_round_paired_by_hand_is_played_as_it_is(tmp_path):
    with swiss(tmp_path, "rounds = 2", "Ada Bob Eve Joe Kim") as store:
        pair(store)
        play(store)
        games = tuple((each.black, each.white) for each in store.contest.rounds[0].pairings)
        again = ManualRound(2, games, store.contest.rounds[0].byes, **SAID)
        with pytest.raises(BadRequest, match="the round leaves out"):
            store.request(replace(again, games=games[1:]))
        with pytest.raises(BadRequest, match="is in the round 2 times"):
            store.request(replace(again, games=(*games, games[0])))
        store.request(again)
        told: list[Any] = []
        runner = Runner(store, scheme_of(store.contest.plan), Imagined(result), 1, tell=told.append)
        runner.run()
        assert [(g.white, g.black) for g in store.contest.rounds[1].pairings] == list(games)
        said = [str(each.warning) for each in told if isinstance(each, Warned)]
        assert any("already met in round 1" in each for each in said)  # played all the same
        assert store.contest.ended is not None


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (addition(), "only in a Swiss"),
        (RequestedBye(1, 9, ByeKind.ZERO, **SAID), "only in a Swiss"),
        (ForbiddenPair((1, 2), **SAID), "only in a Swiss"),
        (ManualRound(2, ((1, 2),), **SAID), "only in a Swiss"),
        (Cancellation(99, **SAID), "there is no game 99"),
        (Reinstatement(9, **SAID), "there is no entrant 9"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_where_pairings_are_fixed_nobody_changes_them(tmp_path, decision: Request, said: str):
    with begun(tmp_path, plan_with(more='format = "round-robin"')) as store:
        pair(store)
        with pytest.raises(BadRequest, match=said):
            store.request(decision)


def test_a_bye_on_request_counts_as_fide_says():
    """C.07, 16.2 to 16.4: a voluntary round of one's own is cut first; an opponent's last rounds
    that were missed on request count as draws."""
    field = field_of(4, "1-2 1-0, 3-4 1-0", "1-3 1-0", "1-4 1-0")
    asked = {(2, 2): ByeKind.HALF, (4, 2): ByeKind.ZERO, (2, 3): ByeKind.ZERO, (3, 3): ByeKind.HALF}
    made = TieBreakFigures(replace(field, requested_byes=asked))
    assert made.points == {1: 3.0, 2: 0.5, 3: 1.5, 4: 0.0}
    # of 2, who left: 0 and two draws; of 3, whose last is a draw; of 4, who came back
    assert made.of(TieBreak.BUCHHOLZ, 1) == 1.0 + 1.5 + 0.0
    # 3 met 4 (0) and 1 (3), and had a dummy with its own points, which is cut first
    assert made.of(TieBreak.BUCHHOLZ, 3) == 0.0 + 3.0 + 1.5
    assert made.of(TieBreak.BUCHHOLZ_CUT_1, 3) == 3.0


def test_a_bye_on_request_stands_in_the_files_for_others():
    field = replace(
        field_of(3, "1-2 1-0", "1-3 1-0"),
        requested_byes={(3, 1): ByeKind.HALF, (2, 2): ByeKind.ZERO},
    )
    lines = to_trf(field, {1: "A", 2: "B", 3: "C"}, Heading("Cup")).split("\r\n")
    players = [line for line in lines if line.startswith("001")]
    assert "0000 - Z" in players[1]
    assert "0000 - H" in players[2]
    table = to_csv(field, standings(field, 1), (), {1: "A", 2: "B", 3: "C"})
    assert "bye 0.5" in table
    assert "bye 0" in table
