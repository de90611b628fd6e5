"""What a game was played under: told by the machine, kept with the game, shown on the page."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import Any

import pytest
from html_page import Page
from labs import needs_cluster, scheduler, worker
from patience import PATIENCE
from small import Everybody, Imagined, begun, game, plan_with, played, result

from board_core.contest.cluster.connection import (
    CONFINEMENT_PREFIX,
    EDITION_PREFIX,
    GAME_SLOT,
    NoCluster,
)
from board_core.contest.cluster.executor import Machine, cluster_executor
from board_core.contest.confined import (
    LONGEST_REASON,
    Confined,
    confined_facts,
    confined_of,
    refused,
    weaker,
)
from board_core.contest.field import Pairing, Round
from board_core.contest.jobs import (
    BadResult,
    GameJob,
    PackagesWanted,
    check_result,
    confinement_here,
    job_for,
    play,
)
from board_core.contest.plan import SandboxPlan
from board_core.contest.report.pages import Pages
from board_core.contest.report.view import contest_view
from board_core.contest.runner import MachineFailed, Runner
from board_core.contest.store import Folder, read_contest
from board_core.game.player import Cause, Explanation
from board_core.game.rules import Move, Outcome, Reason
from board_core.game.sides import Color, PerColor
from board_core.journal.telling import game_facts
from board_core.match.openings import Opening
from board_core.record import Moves, PlayedMove
from board_core.text.sentence import say

WELL = Confined(True, hold="v2", filtered=True)
BARE = Confined(False, "bubblewrap is not installed")
ROOT = Confined(True, root=True)

CHOOSES = "def choose(board):\n    return next(iter(board.legal_moves))\n"


def test_a_contest_that_requires_more_than_a_worker_keeps_gives_it_no_games():
    assert refused("lab-3", WELL, "required", allow_root=False) is None
    assert str(refused("lab-3", BARE, "required", allow_root=True)) == (
        "worker lab-3 has no sandbox and gets no games: bubblewrap is not installed"
    )
    assert "no reason was given" in str(refused("lab-3", None, "required", allow_root=True))
    assert "runs as root" in str(refused("lab-3", ROOT, "required", allow_root=False))
    assert refused("lab-3", ROOT, "required", allow_root=True) is None
    for mode in ("auto", "off"):
        assert refused("lab-3", BARE, mode, allow_root=False) is None


def test_a_worker_without_a_sandbox_is_told_of():
    assert weaker("lab-3", WELL, "auto") is None
    assert "worker lab-3 has no sandbox: programs can read" in str(weaker("lab-3", BARE, "auto"))
    assert "start it as an ordinary user" in str(weaker("lab-3", ROOT, "auto"))
    assert weaker("lab-3", BARE, "off") is None  # that is what the organiser wants


@pytest.mark.parametrize("keeps", [WELL, BARE, ROOT])
def test_it_survives_the_journal(keeps: Confined):
    assert confined_of(json.loads(json.dumps(confined_facts(keeps)))) == keeps


@pytest.mark.parametrize(
    "facts", [None, 5, "x", [], {}, {"sandbox": 1}, {"sandbox": "yes"}, {"why": "no"}]
)
def test_what_tells_nothing_is_taken_for_nothing(facts: Any):
    assert confined_of(facts) is None


def test_what_another_machine_says_is_bounded_and_never_a_template():
    told = confined_of({"sandbox": False, "why": "{x}" * 500, "hold": "{y}", "root": "yes"})
    assert told == Confined(False, ("{x}" * 500)[:LONGEST_REASON])
    assert "{x}{x}" in str(refused("{z}", told, "required", allow_root=False))
    resources = {GAME_SLOT: 1, EDITION_PREFIX + "9": 1}
    for text in ("", "{", "[" * 100_000, "[]", '{"sandbox": 7}'):
        there = {
            "name": "n",
            "status": "running",
            "last_seen": 0.0,
            "resources": {**resources, CONFINEMENT_PREFIX + text: 1},
        }
        assert Machine.of("tls://a:1", there).keeps is None


def test_a_game_keeps_what_it_was_played_under(tmp_path):
    (tmp_path / "ai.py").write_text(CHOOSES)
    job = GameJob(
        1,
        "chess",
        "no-claims",
        PerColor(*(side(name, "random") for name in ("Ada", "Bob"))),
        plan_with().clock.control,
        Opening(),
        30.0,
        SandboxPlan(mode="off"),
        plan_with().adjudication.model_copy(update={"max_moves": 2}),
        1000,
        cache=tmp_path,
    )
    assert play(job).confined is None  # nobody's program took part
    foreign = replace(job, sides=replace(job.sides, black=side("Bob", f"{tmp_path}/ai.py:choose")))
    kept = play(foreign).confined
    assert kept is not None
    assert not kept.sandbox
    auto = replace(foreign, sandbox=SandboxPlan())
    assert play(auto).confined == confinement_here()


def side(name: str, player: str) -> Any:
    from board_core.contest.jobs import JobSide

    return JobSide(name, player, 1)


def test_a_journal_keeps_games_and_machines_and_reads_older_ones(tmp_path):
    with begun(tmp_path) as store:
        store.paired(Round(1, (Pairing(1, 1, 1, 2), Pairing(2, 1, 3, 4))))
        store.met("lab-3", BARE)
        store.met("lab-3", BARE)
        store.met("lab-4", WELL)
        store.finished(replace(played(1), confined=WELL))
        store.finished(played(2))
        contest = store.contest
    lines = Folder(tmp_path).journal.read_text().splitlines()
    assert sum('"machine"' in line for line in lines) == 2
    again = read_contest(Folder(tmp_path))
    assert again.machines == contest.machines == {"lab-3": BARE, "lab-4": WELL}
    assert [each.confined for each in again.played.values()] == [WELL, None]


def page_of(folder: Folder, *kept: Confined | None, language: str = "en") -> Page:
    contest = read_contest(folder)
    games = {
        number: replace(each, confined=kept[number % len(kept)])
        for number, each in contest.played.items()
    }
    contest = replace(contest, played=games, machines={"lab-3": BARE})
    pages = Pages(language)
    return Page(pages.contest(contest_view(contest, pages.words, record="games.pgn")))


def test_the_page_says_what_the_games_were_played_under(running):
    alike = page_of(running, WELL)
    told = "in the sandbox (bubblewrap), as an ordinary user, held by control groups (v2), "
    assert f"{told}with a filter for system calls" in alike.texts
    assert "worker lab-3 has no sandbox: programs can read" in alike.text
    several = page_of(running, WELL, BARE)
    assert "without a sandbox, as an ordinary user (9 games)" in several.text
    assert several.texts.count("without a sandbox, as an ordinary user") == 9
    assert "Programs ran" not in page_of(running, None).text  # no program of a stranger's


# What a worker sends back


def wrong(job: GameJob) -> list[Any]:
    good = result(job)
    moves = good.game.moves
    illegal = (replace(moves[0], move=Move("e2e5")), *moves[1:])
    return [
        replace(good, pairing=99),
        replace(good, logs=PerColor("x" * 10_000_000, "")),
        replace(good, game=replace(good.game, moves=illegal)),
        replace(good, game=replace(good.game, moves=("e2e4", None))),
        replace(good, game=replace(good.game, moves=(replace(moves[0], elapsed=float("nan")),))),
        replace(good, game={"start": {}}),
        replace(good, game=replace(good.game, setup="8/8/8/8/8/8/8/8 w - - 0 1")),
        replace(good, game=game(job.pairing, names="Eve Joe")),
        "won",
        replace(good, logs=None),
        replace(good, game=replace(good.game, moves=Moves(partial(raising, moves), 9))),
        replace(good, game=replace(good.game, moves=Moves(partial(repeat, moves[0]), 9))),
        replace(good, game=replace(good.game, moves=Moves(partial(repeat, moves[0]), 10**9))),
        replace(good, game=replace(good.game, started="today")),
        replace(good, game=replace(good.game, outcome="won")),
        replace(good, game=replace(good.game, explanation="so")),
        PackagesWanted(job.pairing, ("../../contest.toml",)),
        PackagesWanted(job.pairing, (["x"],)),
        PackagesWanted(job.pairing, ()),
    ]


def raising(moves: Sequence[PlayedMove]) -> Iterator[PlayedMove]:
    yield from moves
    raise SystemError("\x1b[31m" + "x" * 10_000)


@pytest.mark.parametrize("which", range(19))
def test_a_result_that_is_not_of_the_game_is_a_failure_of_the_machine(tmp_path, which: int):
    sent: list[int] = []

    def answer(job: GameJob) -> Any:
        own = result(job)
        names = [job.sides.white.name, job.sides.black.name]
        own = replace(own, game=game(job.pairing, names=" ".join(names)))
        if job.pairing == 1 and not sent:
            sent.append(job.pairing)
            return wrong(job)[which]
        return own

    news: list[Any] = []
    with begun(tmp_path) as store:
        Runner(store, Everybody(), Imagined(answer), 1, local=False, tell=news.append).run()
        assert store.contest.played[1].attempts == 2
        assert {each.attempts for n, each in store.contest.played.items() if n != 1} == {1}
    assert [each.pairing.number for each in news if isinstance(each, MachineFailed)] == [1]


def test_a_good_result_passes(tmp_path):
    with begun(tmp_path) as store:
        store.paired(Round(1, (Pairing(1, 1, 1, 2),)))
        job = job_for(store.contest, store.contest.pairings[1])
    check_result(job, result(job))
    with pytest.raises(BadResult, match="belongs to another game"):
        check_result(replace(job, pairing=2), result(job))


def test_what_a_result_holds_beside_the_game_is_kept_within_bounds(tmp_path):
    with begun(tmp_path) as store:
        store.paired(Round(1, (Pairing(1, 1, 1, 2),)))
        job = job_for(store.contest, store.contest.pairings[1])
    good = result(job)
    failed = Explanation(Cause.EXITED, say("{x}", x="y" * 10**6), stderr="z" * 10**6)
    outcome = Outcome(Color.WHITE, Reason.CRASH, "x" * 10**6)
    long = replace(good.game, outcome=outcome, explanation=failed)
    whys: list[Any] = [5, "w" * 10**6, Confined(True, why="w" * 10**6, hold="none of ours")]
    for why in whys:
        kept = check_result(job, replace(good, game=long, confined=why))
        assert len(pickle.dumps(replace(kept, game=None))) < 2_000
        assert len(json.dumps(game_facts(kept.game))) < 200_000
        assert kept.confined is None or kept.confined == Confined(True, why="w" * LONGEST_REASON)


# A worker that has no bubblewrap


@needs_cluster
def test_a_worker_without_a_sandbox_plays_no_contest_that_requires_one(tmp_path):
    met: list[tuple[str, Confined]] = []
    warned: list[str] = []
    (tmp_path / "nothing").mkdir()
    bare = {"PATH": str(tmp_path / "nothing")}

    def said(why: Any) -> None:
        warned.append(str(why))

    with (
        scheduler(tmp_path) as lab,
        worker(tmp_path / "one", lab, "--slots", "1", "--name", "lab-3", **bare) as one,
    ):
        one.ready()
        required = SandboxPlan(mode="required", allow_root=True)
        with (
            pytest.raises(NoCluster, match="worker lab-3 has no sandbox and gets no games"),
            cluster_executor(
                lab.address,
                lab.member,
                sandbox=required,
                patience=5,
                met=lambda name, keeps: met.append((name, keeps)),
                warn=said,
            ),
        ):
            pass
        assert [name for name, keeps in met if not keeps.sandbox] == ["lab-3"]
        assert len(warned) == 1
        with cluster_executor(lab.address, lab.member, patience=PATIENCE, warn=said) as (
            executor,
            _,
        ):
            assert executor.submit(pow, 2, 5).result() == 32
        assert "programs can read and change everything that its user can" in warned[1]
