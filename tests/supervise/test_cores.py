"""Cores that belong to one game at a time."""

import os
import sys

import pytest
from heard import Heard

from board_core.supervise.command import Command
from board_core.supervise.limits import (
    NO_LIMITS,
    Limits,
    TooFewCores,
    check_cores,
    cores_for_game,
    games_for_cores,
    usable_cores,
)
from board_core.supervise.sandbox import Confinement, Sandbox, with_cores

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux says which cores a program runs on"
)

two_cores = pytest.mark.skipif(len(usable_cores()) < 2, reason="this machine has one core")


def test_a_game_without_cores_of_its_own_has_them_all():
    with cores_for_game(0) as cores:
        assert cores.white is cores.black is None


def test_where_the_system_has_no_affinity_each_side_has_all_cores(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setitem(sys.modules, "fcntl", None)  # as on Windows
    with cores_for_game(2) as cores:
        assert cores.white is cores.black is None


@two_cores
def test_each_side_has_a_core_of_its_own(free_cores):
    with cores_for_game(2) as cores:
        assert cores.white is not None
        assert cores.black is not None
        assert len(cores.white) == len(cores.black) == 1
        assert cores.white.isdisjoint(cores.black)


def test_games_do_not_share_cores_and_who_finds_none_has_them_all(free_cores):
    every = len(usable_cores()) // 2 * 2
    with cores_for_game(every) as first, cores_for_game(2) as second:
        assert first.white is not None
        assert second.white is None
    with cores_for_game(every) as again:
        assert again == first


@pytest.fixture
def free_cores(monkeypatch, tmp_path):
    """Other tests, and other people, may be using this machine's."""
    for core in usable_cores():
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr("board_core.supervise.limits.CPU_FOLDER", tmp_path)


def test_more_cores_than_there_are_is_refused_with_the_figures():
    there_are = len(usable_cores())
    check_cores(1, 0)
    with pytest.raises(TooFewCores) as error:
        check_cores(there_are, 2)
    assert f"need {2 * there_are}" in str(error.value.sentence)


@two_cores
def test_a_program_runs_on_its_cores_and_no_others():
    code = "import os; print(*sorted(os.sched_getaffinity(0)))"
    core, heard = usable_cores()[-1], Heard()
    how = with_cores(Confinement(Sandbox.OFF, Limits()), frozenset((core,)))
    program = heard.start(Command((sys.executable, "-S", "-c", code), None), confinement=how)
    assert [heard.next(), heard.next()] == [str(core), 0]
    program.close()
    assert usable_cores() == tuple(sorted(os.sched_getaffinity(0)))
    assert NO_LIMITS.cores is None


def test_games_at_a_time_are_chosen_from_the_processors_and_one_is_left():
    assert [games_for_cores(count, 0) for count in (1, 2, 3, 4, 16)] == [1, 2, 2, 3, 15]
    assert [games_for_cores(count, 2) for count in (1, 2, 4, 16)] == [1, 1, 1, 7]
