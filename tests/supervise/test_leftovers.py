"""One look at the system for the strays of all programs that are being closed."""

import threading

import pytest
from patience import PATIENCE

from board_core.supervise import leftovers, watcher
from board_core.supervise.leftovers import Search


@pytest.fixture
def looks(monkeypatch):
    """The marks that each look was for; processes 1 and 2 carry all of them."""
    made: list[set[str]] = []

    def look(marks):
        made.append(set(marks))
        return {mark: [1, 2] for mark in marks}

    monkeypatch.setattr(watcher, "all_marked", look)
    return made


def test_who_is_alone_looks_at_once(looks, monkeypatch):
    monkeypatch.setattr(leftovers, "GATHERING_SECONDS", PATIENCE)
    search = Search()
    with search.expected():
        assert search.marked("HOME=one") == [1, 2]
    assert search.marked("HOME=two") == [1, 2]
    assert looks == [{"HOME=one"}, {"HOME=two"}]


def test_who_ends_together_with_others_has_one_look_with_them(looks, monkeypatch):
    monkeypatch.setattr(leftovers, "GATHERING_SECONDS", PATIENCE)
    search, found = Search(), []
    all_here = threading.Barrier(4)

    def end(number: int) -> None:
        with search.expected():
            all_here.wait()
            found.append(search.marked(f"HOME={number}"))

    threads = [threading.Thread(target=end, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert found == [[1, 2]] * 4
    assert looks == [{f"HOME={number}" for number in range(4)}]


def test_nobody_waits_for_a_program_that_takes_long_to_end(looks):
    search = Search()
    with search.expected(), search.expected():
        assert search.marked("HOME=one") == [1, 2]
    assert looks == [{"HOME=one"}]


def test_a_look_that_has_begun_does_not_count_for_who_comes_later(monkeypatch):
    began, may_end, looks = threading.Event(), threading.Event(), []

    def look(marks):
        looks.append(set(marks))
        began.set()
        assert may_end.wait(PATIENCE)
        return {mark: [] for mark in marks}

    monkeypatch.setattr(watcher, "all_marked", look)
    search = Search()
    first = threading.Thread(target=search.marked, args=["HOME=one"])
    first.start()
    assert began.wait(PATIENCE)
    second = threading.Thread(target=search.marked, args=["HOME=two"])
    second.start()
    may_end.set()
    first.join(PATIENCE)
    second.join(PATIENCE)
    assert looks == [{"HOME=one"}, {"HOME=two"}]


def test_a_look_that_fails_leaves_nobody_waiting(monkeypatch):
    def look(marks):
        raise RuntimeError("our own mistake")

    monkeypatch.setattr(watcher, "all_marked", look)
    search = Search()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="our own mistake"):
            search.marked("HOME=one")
