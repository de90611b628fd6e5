from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import replace
from typing import Any

import pytest
from patience import PATIENCE
from small import Everybody, Imagined, begun, game, plan_with, result

from board_core.contest.field import Field, Pairing, PairingVerdict, Round
from board_core.contest.jobs import GameJob, GameResult, PackagesWanted
from board_core.contest.pairing.scheme import NoPairingError, PairingStep
from board_core.contest.runner import (
    MOST_ATTEMPTS,
    GameOver,
    MachineFailed,
    NotFinished,
    RequestTaken,
    RoundPaired,
    Runner,
    Warned,
)
from board_core.contest.state import Ruling, Withdrawal
from board_core.contest.store import ContestStore, Folder, leave_request, read_contest
from board_core.game.player import Cause, Explanation
from board_core.game.rules import Outcome, Reason
from board_core.game.sides import PerColor
from board_core.record import wall_clock
from board_core.text.sentence import BoardError, say


def always(job: GameJob) -> GameResult:
    return result(job, "white" if job.pairing % 2 else "black")


def run(
    store: ContestStore,
    answer: Callable[[GameJob], Any] = always,
    scheme: Any = None,
    slots: int = 2,
    **more: Any,
) -> tuple[Imagined, list[Any]]:
    executor, news = Imagined(answer), []
    Runner(store, scheme or Everybody(), executor, slots, tell=news.append, **more).run()
    return executor, news


def test_every_game_is_played_once_and_counts_once(tmp_path):
    with begun(tmp_path) as store:
        executor, news = run(store)
        assert [job.pairing for job in executor.jobs] == [1, 2, 3, 4, 5, 6]
        assert set(store.contest.results) == {1, 2, 3, 4, 5, 6}
        assert store.contest.ended is not None
        assert sum(isinstance(each, RoundPaired) for each in news) == 3
        assert sum(isinstance(each, GameOver) for each in news) == 6
    assert read_contest(Folder(tmp_path)).results == store.contest.results


def test_a_game_between_two_who_play_elsewhere_takes_no_slot(tmp_path):
    sent: list[int] = []

    class Begins(Executor):
        def submit(self, fn: Any, job: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:  # type: ignore[override]
            sent.append(job.pairing)
            if len(sent) == 3:
                runner.stop()
            return Future()

    names = ("Ada", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
    plan = plan_with(names)
    away = [each.model_copy(update={"player": "remote"}) for each in plan.entrants[:5]]
    plan = plan.model_copy(update={"entrants": (*away, *plan.entrants[5:])})
    pairs = [(1, 2), (1, 3), (3, 4), (6, 7), (5, 8)]

    class Pairs:
        def next_round(self, field: Field) -> Round:
            return Round(1, tuple(Pairing(n, 1, *pair) for n, pair in enumerate(pairs, start=1)))

        def keeps(self, field: Field) -> frozenset[object]:
            return frozenset()

    with begun(tmp_path, plan) as store:
        runner = Runner(store, Pairs(), Begins(), 1)  # type: ignore[arg-type]
        unsent = threading.Timer(PATIENCE, runner.stop)
        unsent.start()
        runner.run()
        unsent.cancel()
    # not 2, as Ada plays; and not 5, as 4 has the only slot
    assert sent == [1, 3, 4]


def test_a_pairing_is_in_the_journal_before_a_game_of_it_begins(tmp_path):
    def look(job: GameJob) -> GameResult:
        assert job.pairing in read_contest(Folder(tmp_path)).pairings
        return always(job)

    with begun(tmp_path) as store:
        executor, _news = run(store, look)
        assert len(executor.jobs) == 6


def test_a_contest_that_is_over_stays_over(tmp_path):
    with begun(tmp_path) as store:
        run(store)
    journal = Folder(tmp_path).journal.read_bytes()
    with ContestStore(Folder(tmp_path)) as store:
        executor, _news = run(store)
        assert executor.jobs == []
    assert Folder(tmp_path).journal.read_bytes() == journal


@pytest.mark.parametrize("last", range(1, 7))
def test_resuming_is_running(tmp_path, last: int):
    """Stopped after any number of games, the rest is played, with the same seeds."""
    with begun(tmp_path / "whole") as store:
        whole, _news = run(store)
        expected = store.contest.results
    with begun(tmp_path / "cut") as store:
        runner: Runner

        def tell(news: Any) -> None:
            if isinstance(news, GameOver) and len(store.contest.played) == last:
                runner.stop()

        first = Imagined(always)
        runner = Runner(store, Everybody(), first, 1, tell=tell)
        runner.run()
        assert len(store.contest.played) == last
    with ContestStore(Folder(tmp_path / "cut")) as store:
        second, _news = run(store, slots=1)
        assert store.contest.results == expected
    again = {job.pairing: job.sides for job in (*first.jobs, *second.jobs)}
    assert again == {job.pairing: job.sides for job in whole.jobs}
    assert len(second.jobs) == 6 - last


def test_who_stops_while_a_round_is_paired_sees_no_game_begin(tmp_path):
    class Stopping(Everybody):
        def next_round(self, field: Field) -> Round | PairingStep:
            runner.stop()
            return super().next_round(field)

    with begun(tmp_path) as store:
        executor = Imagined(always)
        runner = Runner(store, Stopping(), executor, 4)
        runner.run()
        assert executor.jobs == []
        assert len(store.contest.rounds) == 1


def test_a_game_that_was_over_when_somebody_stopped_is_kept(tmp_path):
    def stop(job: GameJob) -> GameResult:
        if job.pairing == 2:
            runner.stop()
        return always(job)

    with begun(tmp_path) as store:
        runner = Runner(store, Everybody(), Imagined(stop), 2)
        runner.run()
        assert set(store.contest.played) == {1, 2}


def test_no_more_games_at_once_than_there_are_slots(tmp_path):
    waiting: list[tuple[Future[Any], GameJob]] = []
    most = 0

    class Slow(Imagined):
        def submit(self, fn: Any, job: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:  # type: ignore[override]
            nonlocal most
            future: Future[Any] = Future()
            waiting.append((future, job))
            most = max(most, len(waiting))
            if len(waiting) == 3:
                for future_, job_ in (*waiting,):
                    waiting.clear()
                    future_.set_result(always(job_))
            return future

    with begun(tmp_path) as store:
        Runner(store, Everybody(size=3), Slow(always), 3).run()
        assert most == 3
        assert len(store.contest.played) == 6


def test_a_failure_of_the_machine_is_charged_to_nobody(tmp_path):
    failed: list[int] = []

    def sometimes(job: GameJob) -> GameResult:
        if job.pairing == 2 and len(failed) < MOST_ATTEMPTS - 1:
            failed.append(job.pairing)
            raise BrokenExecutor("gone")
        return always(job)

    with begun(tmp_path) as store:
        _executor, news = run(store, sometimes)
        assert store.contest.played[2].attempts == MOST_ATTEMPTS
        assert store.contest.played[1].attempts == 1
        assert store.contest.results[2].verdict is PairingVerdict.BLACK
        told = [each for each in news if isinstance(each, MachineFailed)]
        assert [(each.pairing.number, each.again) for each in told] == [(2, True), (2, True)]
        assert "the game died" in str(told[0].why)


def test_a_machine_that_never_works_stops_the_contest_and_not_the_other_games(tmp_path):
    def never(job: GameJob) -> GameResult:
        if job.pairing == 1:
            raise OSError("no disk")
        return always(job)

    with begun(tmp_path) as store:
        with pytest.raises(NotFinished, match=r"game 1 could not be played: .*no disk"):
            run(store, never)
        assert set(store.contest.played) == {2}
        store.request(Ruling(1, PairingVerdict.DRAW, author="Ann", reason="the disk"))
        executor, _news = run(store)
        assert [job.pairing for job in executor.jobs] == [3, 4, 5, 6]
        assert store.contest.results[1].verdict is PairingVerdict.DRAW


def test_what_the_organiser_has_to_mend_is_not_tried_again(tmp_path):
    class NoSandbox(BoardError):
        pass

    def refuse(job: GameJob) -> GameResult:
        raise NoSandbox(say("no sandbox here"))

    with begun(tmp_path) as store:
        with pytest.raises(NotFinished, match="no sandbox here"):
            run(store, refuse)
        assert not store.contest.played


def test_a_game_that_our_own_mistake_ended_is_played_again(tmp_path):
    tried: list[int] = []

    def broken(job: GameJob) -> GameResult:
        tried.append(job.pairing)
        if tried.count(job.pairing) == 1:
            return GameResult(job.pairing, game(1, None, "internal-error"), PerColor("", ""))
        return always(job)

    with begun(tmp_path) as store:
        run(store, broken)
        assert {each.attempts for each in store.contest.played.values()} == {2}


def overloaded(job: GameJob, reason: str = "time", cause: str = "overloaded") -> GameResult:
    explanation = Explanation(Cause(cause), say("it was computing"))
    lost = replace(game(job.pairing, "white", reason), explanation=explanation)
    return GameResult(job.pairing, lost, PerColor("", ""))


def test_who_lost_on_time_on_an_overloaded_machine_plays_anew(tmp_path):
    tried: list[int] = []

    def once(job: GameJob) -> GameResult:
        tried.append(job.pairing)
        return overloaded(job) if tried.count(job.pairing) == 1 else always(job)

    with begun(tmp_path) as store:
        _executor, news = run(store, once)
        assert {each.attempts for each in store.contest.played.values()} == {2}
        assert {each.game.outcome.reason for each in store.contest.played.values()} != {Reason.TIME}
        told = [each for each in news if isinstance(each, MachineFailed)]
        assert {(each.again, str(each.why)) for each in told} == {
            (True, "programs other than the players overloaded the machine")
        }


def test_a_machine_that_stays_overloaded_does_not_stop_the_contest(tmp_path):
    with begun(tmp_path) as store:
        run(store, overloaded)
        assert {each.attempts for each in store.contest.played.values()} == {MOST_ATTEMPTS}
        assert {each.game.outcome.reason for each in store.contest.played.values()} == {Reason.TIME}


@pytest.mark.parametrize(
    ("reason", "cause"), [("time", "busy-machine"), ("illegal-moves", "overloaded")]
)
def test_only_a_loss_on_time_that_others_have_caused_is_played_anew(tmp_path, reason, cause):
    with begun(tmp_path) as store:
        run(store, lambda job: overloaded(job, reason, cause))
        assert {each.attempts for each in store.contest.played.values()} == {1}


def test_a_full_disk_is_named_as_the_reason_why_a_game_has_no_result(tmp_path):
    def full(job: GameJob) -> GameResult:
        if job.pairing == 1:
            raise OSError(28, "No space left on device", "game0001.jsonl")
        outcome = Outcome(None, Reason.INTERNAL_ERROR, "No space left on device")
        one = always(job)
        return replace(one, game=replace(one.game, outcome=outcome))

    news: list[Any] = []
    with begun(tmp_path) as store, pytest.raises(NotFinished, match="No space left on device"):
        Runner(store, Everybody(), Imagined(full), 2, tell=news.append).run()
    told = {each.pairing.number: str(each.why) for each in news if isinstance(each, MachineFailed)}
    assert told == {1: "No space left on device: game0001.jsonl", 2: "No space left on device"}


def test_packages_are_sent_when_they_are_asked_for(tmp_path):
    folder = Folder(tmp_path)

    def once(job: GameJob) -> GameResult | PackagesWanted:
        return always(job) if job.packages else PackagesWanted(job.pairing, ("ab",))

    with begun(tmp_path, package="ab") as store:
        folder.package("ab").write_bytes(b"zip")
        executor, _news = run(store, once, local=False)
        sent = [job for job in executor.jobs if job.packages]
        assert [job.packages for job in sent] == [{"ab": b"zip"}] * 6
        assert {each.attempts for each in store.contest.played.values()} == {1}
        assert all(job.cache is None and job.running is None for job in executor.jobs)


def test_requests_of_others_are_taken_up_between_games(tmp_path):
    folder = Folder(tmp_path)

    def ask(job: GameJob) -> GameResult:
        if job.pairing == 1:
            leave_request(folder, Withdrawal(4, author="Ann", reason="ill"))
            leave_request(folder, Ruling(1, PairingVerdict.DRAW, author="Ann", reason="noise"))
        return always(job)

    with begun(tmp_path) as store:
        executor, news = run(store, ask, slots=1)
        assert sum(isinstance(each, RequestTaken) for each in news) == 2
        assert store.contest.results[1].verdict is PairingVerdict.DRAW
        played = {job.pairing for job in executor.jobs}
        pairings = store.contest.pairings
        assert played == {n for n, pairing in pairings.items() if not pairing.has(4)}
        assert all(store.contest.results[n].forfeit for n in pairings if pairings[n].has(4))


def test_a_game_that_begins_anew_after_an_interruption_says_so_and_one_that_goes_on_does_not(
    tmp_path,
):
    """Games 1 and 2 were running when the host was killed."""

    def ask(job: GameJob) -> GameResult:
        ended = always(job)
        if job.pairing == 2:  # it went on, as its record began before this run
            return ended
        return replace(ended, game=replace(ended.game, started=wall_clock()))

    with begun(tmp_path) as store:
        scheme = Everybody()
        store.paired(scheme.next_round(store.contest.field))
        for number in (1, 2):
            store.folder.running_game(number).touch()
        run(store, ask, scheme)
        attempts = {number: each.attempts for number, each in store.contest.played.items()}
    assert attempts == {1: 2, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}


class Stuck(Everybody):
    """Pairs one round, and then cannot."""

    def next_round(self, field: Field) -> Round | PairingStep:
        if field.next_round == 1:
            return super().next_round(field)
        if not field.complete:
            return PairingStep.WAIT
        if field.next_round == 2:
            raise NoPairingError(say("everybody has met"))
        return PairingStep.OVER


def test_without_a_pairing_the_contest_waits_for_the_organiser(tmp_path):
    with begun(tmp_path) as store:
        with pytest.raises(NotFinished, match=r"everybody has met\. Nobody meets anybody twice"):
            run(store, scheme=Stuck())
        assert len(store.contest.played) == 2
        assert store.contest.ended is None
        run(store, scheme=Stuck(), no_pairing="finish")
        assert store.contest.why_ended == "everybody has met"
        run(store, scheme=Stuck())  # over, and no error any more
        assert len(store.contest.played) == 2


def test_the_colours_can_be_given_up(tmp_path):
    with begun(tmp_path, plan_with(more='no_pairing = "relax-colors"')) as store:
        _executor, news = run(store, scheme=Stuck(), relaxed=Everybody())
        assert any(isinstance(each, Warned) for each in news)
        assert store.contest.relaxed == {2}
        assert len(store.contest.rounds) == 2


def test_a_round_that_breaks_a_rule_is_not_written_down(tmp_path):
    class Careless(Everybody):
        def next_round(self, field: Field) -> Round | PairingStep:
            return Round(7, (Pairing(1, 7, 1, 2),))

    with begun(tmp_path) as store:
        with pytest.raises(NotFinished, match="round 7 is not played"):
            run(store, scheme=Careless())
        assert store.contest.rounds == ()


def test_rounds_that_wait_for_nobody_keep_every_worker_busy(tmp_path):
    with begun(tmp_path) as store:
        order: list[str] = []

        def tell(news: Any) -> None:
            order.append(type(news).__name__)

        Runner(store, Everybody(size=1, wait=False), Imagined(always), 3, tell=tell).run()
        assert order[:6] == ["RoundPaired"] * 3 + ["GameBegun"] * 3


def test_where_giving_up_the_colours_does_not_help_the_organiser_is_asked(tmp_path):
    with begun(tmp_path, plan_with(more='no_pairing = "relax-colors"')) as store:
        with pytest.raises(NotFinished, match=r"everybody has met\. .*'finish'"):
            run(store, scheme=Stuck(), relaxed=Stuck())
        assert len(store.contest.rounds) == 1


def test_a_request_that_nobody_understands_stops_nothing(tmp_path):
    with begun(tmp_path) as store:
        (Folder(tmp_path).requests / "1.json").write_text("?")
        _executor, news = run(store)
        assert len(store.contest.played) == 6
        assert sum(isinstance(each, Warned) for each in news) == 1
