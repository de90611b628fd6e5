"""The watch over programs that are off turn, with programs that only tell figures."""

import threading
from dataclasses import dataclass, field
from itertools import count
from queue import SimpleQueue

import pytest
from patience import PATIENCE

from board_core import Sentence
from board_core.players import turn_watch
from board_core.players.turn_watch import TurnWatch
from board_core.supervise.processes import Spent, Usage
from board_core.supervise.sandbox import Ponder


@dataclass
class Figures:
    """A program that has used ``each`` seconds more at each look, and waited as much."""

    each: float = 0.0
    waits: float = 0.0
    starts: int = 0
    looks: int = 0
    looked: threading.Event = field(default_factory=threading.Event)

    def spent(self) -> Spent:
        self.looks += 1
        if self.looks >= 3:
            self.looked.set()
        return Spent(self.each * self.looks, 1, self.starts * self.looks)

    def usage(self) -> Usage:
        self.looks += 1
        return Usage("R", 0.0, self.waits * self.looks)


@dataclass(eq=False)
class Somebody:
    name: str
    said: SimpleQueue[Sentence | str] = field(default_factory=SimpleQueue)
    judged_in: object = None
    kept_still: threading.Event = field(default_factory=threading.Event)

    def keep_still(self) -> None:
        self.kept_still.set()

    def lose_for_off_turn(self, game: object, why: Sentence) -> None:
        self.judged_in = game
        self.said.put(why)


@pytest.fixture
def watch(monkeypatch):
    monkeypatch.setattr(turn_watch, "processors", lambda: (0.0, 0.0))  # none is free
    made = TurnWatch()
    people: list[Somebody] = []

    def seated(name: str, program: Figures, game: object, ponder: Ponder) -> Somebody:
        person = Somebody(name)
        people.append(person)
        made.seated(person, program, game, ponder)  # type: ignore[arg-type]
        return person

    made.seat = seated  # type: ignore[attr-defined]
    yield made
    for person in people:
        made.gone(person)


def test_a_program_that_has_to_stand_still_and_computes_is_convicted(watch):
    game = object()
    person = watch.seat("spinner", Figures(each=0.15), game, Ponder.FREEZE)
    watch.off_turn(person, counts=True)
    assert "did not stand still" in str(person.said.get(timeout=PATIENCE))
    assert person.judged_in is game


def test_so_is_one_that_starts_processes(watch):
    person = watch.seat("sower", Figures(starts=150), object(), Ponder.FREEZE)
    watch.off_turn(person, counts=True)
    assert "processes" in str(person.said.get(timeout=PATIENCE))


def test_it_is_convicted_once(watch):
    program = Figures(each=1.0)
    person = watch.seat("spinner", program, object(), Ponder.FREEZE)
    watch.off_turn(person, counts=True)
    person.said.get(timeout=PATIENCE)
    program.looks = 0
    program.looked.clear()
    assert program.looked.wait(PATIENCE)
    assert person.said.empty()


def test_one_that_stands_still_is_looked_at_and_left_alone(watch):
    program = Figures()
    person = watch.seat("calm", program, object(), Ponder.FREEZE)
    watch.off_turn(person, counts=True)
    assert program.looked.wait(PATIENCE)
    assert person.said.empty()
    assert watch.used(person).cpu == 0


def test_one_that_has_to_stand_still_is_kept_still_whatever_it_started_in_the_last_moment(watch):
    person = watch.seat("late", Figures(), object(), Ponder.FREEZE)
    watch.off_turn(person, counts=True)
    assert person.kept_still.wait(PATIENCE)


def test_where_a_processor_is_free_nobody_is_convicted(watch, monkeypatch):
    idle = count(step=1000.0)
    monkeypatch.setattr(turn_watch, "processors", lambda: (0.0, next(idle)))
    game, program = object(), Figures(each=0.3)
    spinner = watch.seat("spinner", program, game, Ponder.WATCH)
    watch.seat("victim", Figures(waits=0.25), game, Ponder.WATCH)
    watch.off_turn(spinner, counts=False)
    for _ in range(4):
        watch.contention(spinner)
    assert program.looked.wait(PATIENCE)
    assert spinner.said.empty()


def test_who_starves_the_side_to_move_is_convicted_and_named(watch):
    game = object()
    spinner = watch.seat("spinner", Figures(each=0.3), game, Ponder.WATCH)
    victim = watch.seat("victim", Figures(waits=0.25), game, Ponder.WATCH)
    watch.off_turn(spinner, counts=False)
    assert "victim waited" in str(spinner.said.get(timeout=PATIENCE))
    assert victim.said.empty()


def test_who_ponders_where_nobody_waits_is_measured_and_not_convicted(watch):
    game, program = object(), Figures(each=0.3)
    thinker = watch.seat("thinker", program, game, Ponder.WATCH)
    watch.seat("other", Figures(), game, Ponder.WATCH)
    watch.off_turn(thinker, counts=False)
    assert program.looked.wait(PATIENCE)
    assert thinker.said.empty()
    assert watch.used(thinker).cpu > 0


def test_another_game_has_nothing_to_do_with_it(watch):
    program = Figures(each=0.3)
    spinner = watch.seat("spinner", program, object(), Ponder.WATCH)
    watch.seat("victim", Figures(waits=0.25), object(), Ponder.WATCH)
    watch.off_turn(spinner, counts=False)
    watch.used(spinner)
    assert spinner.said.empty()
    assert watch.contention(spinner) is None


@pytest.mark.parametrize("ponder", [Ponder.ALLOW, Ponder.PLAY])
def test_where_pondering_is_allowed_nobody_is_convicted_but_the_wait_is_known(watch, ponder):
    game, program = object(), Figures(each=0.3)
    spinner = watch.seat("spinner", program, game, ponder)
    victim = watch.seat("victim", Figures(waits=0.25), game, ponder)
    watch.off_turn(spinner, counts=False)
    assert program.looked.wait(PATIENCE)
    assert spinner.said.empty()
    used = watch.used(spinner)
    assert used is None if ponder is Ponder.ALLOW else used.cpu > 0
    found = watch.contention(victim)
    assert (found.culprit, found.victim) == ("spinner", "victim")
    assert found.used > 0
    assert found.waited > 0


def test_what_it_does_in_its_own_turn_does_not_count(watch):
    program = Figures(each=1.0)
    person = watch.seat("busy", program, object(), Ponder.FREEZE)
    watch.to_move(person)
    program.spent()
    assert watch.used(person).cpu == 0
    assert person.said.empty()


def test_the_periods_out_of_turn_are_added(watch, monkeypatch):
    monkeypatch.setattr(turn_watch, "FIRST_LOOK_SECONDS", 3600.0)  # each look finds more
    person = watch.seat("busy", Figures(each=0.05), object(), Ponder.FREEZE)
    for _ in range(3):
        watch.off_turn(person, counts=True)
        watch.to_move(person)
    assert watch.used(person).cpu == pytest.approx(0.15)


def test_what_it_did_until_its_turn_came_is_judged_too(watch):
    person = watch.seat("quick", Figures(each=0.5), object(), Ponder.FREEZE)
    watch.off_turn(person, counts=True)
    watch.to_move(person)
    assert "did not stand still" in str(person.said.get(timeout=PATIENCE))


def play(watch: TurnWatch) -> threading.Thread:
    """Let one program have its turn in a game that ends then; return the thread that looked."""
    person = Somebody("one")
    watch.seated(person, Figures(), object(), Ponder.FREEZE)  # type: ignore[arg-type]
    watch.off_turn(person, counts=True)
    assert watch._thread is not None
    watch.gone(person)
    return watch._thread


def test_the_thread_ends_after_the_last_game(monkeypatch):
    monkeypatch.setattr(turn_watch, "LINGER_SECONDS", 0.01)
    thread = play(TurnWatch())
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_the_thread_of_one_game_looks_in_the_next_too():
    watch = TurnWatch()
    assert play(watch) is play(watch)


def test_a_game_that_comes_after_the_thread_has_ended_gets_a_new_one(monkeypatch):
    monkeypatch.setattr(turn_watch, "LINGER_SECONDS", 0.01)
    watch = TurnWatch()
    first = play(watch)
    first.join(PATIENCE)
    second = play(watch)
    assert second is not first
    second.join(PATIENCE)


@pytest.mark.parametrize("ponder", [Ponder.WATCH, Ponder.ALLOW])
def test_who_was_looked_at_while_nobody_was_to_move_is_looked_at_again_in_the_next_turn(
    watch, ponder
):
    game = object()
    spinner = watch.seat("spinner", Figures(each=1.0), game, ponder)
    thinker = watch.seat("thinker", Figures(waits=0.1), game, ponder)
    for person in (thinker, spinner):
        watch.off_turn(person, counts=False)
    while any(watch._entries[person].look_at < float("inf") for person in (thinker, spinner)):
        threading.Event().wait(0.005)  # a busy host is slow to ask the next side
    watch.to_move(thinker)
    assert watch._entries[spinner].look_at < float("inf")
    if ponder is Ponder.WATCH:
        assert "thinker waited" in str(spinner.said.get(timeout=PATIENCE))


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("no thread")], ids=repr)
def test_programs_are_looked_at_although_the_thread_could_not_be_started_before(
    watch, monkeypatch, error
):
    start = threading.Thread.start

    def fails(thread: threading.Thread) -> None:
        monkeypatch.setattr(threading.Thread, "start", start)
        raise error

    monkeypatch.setattr(threading.Thread, "start", fails)
    person = watch.seat("spinner", Figures(each=0.15), object(), Ponder.FREEZE)
    with pytest.raises(type(error)):
        watch.off_turn(person, counts=True)
    watch.to_move(person)
    watch.off_turn(person, counts=True)
    assert "did not stand still" in str(person.said.get(timeout=PATIENCE))


def test_a_program_that_cannot_be_looked_at_does_not_keep_others_from_it(watch, caplog):
    class Strange(Figures):
        def spent(self):
            raise LookupError("no such process")

    stranger = watch.seat("stranger", Strange(), object(), Ponder.FREEZE)
    watch.off_turn(stranger, counts=False)
    assert stranger.kept_still.wait(PATIENCE)
    spinner = watch.seat("spinner", Figures(each=0.15), object(), Ponder.FREEZE)
    watch.off_turn(spinner, counts=True)
    assert "did not stand still" in str(spinner.said.get(timeout=PATIENCE))
    caplog.clear()
