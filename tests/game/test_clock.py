from dataclasses import dataclass
from math import ceil, inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_core import UNTIMED, Clock, Color, PerColor, TimeControl
from board_core.game.clock import (
    BadTimeControl,
    byoyomi_of,
    clock_face,
    control_told,
    control_typed,
)

WHITE, BLACK = Color.WHITE, Color.BLACK


def running(at: float = 0, **control: float) -> Clock:
    """White's clock runs since ``at``; both sides have the same control."""
    return Clock.new(PerColor.both(TimeControl(**control))).start(WHITE, at)


def test_only_the_running_side_loses_time():
    clock = running(at=100, base=60)
    assert clock.remaining_at(WHITE, at=107) == 53
    assert clock.remaining_at(BLACK, at=107) == 60


def test_a_clock_never_shows_less_than_nothing():
    assert running(base=60).remaining_at(WHITE, at=61) == 0


def test_pressing_stops_the_clock_and_adds_the_increment():
    clock = running(base=60, increment=2).press(at=10)
    assert clock.remaining == PerColor(52, 60)
    assert clock.running is None


def test_a_move_stamped_before_its_question_gains_no_time():
    assert running(at=10, base=60).press(at=9).remaining == PerColor(60, 60)
    assert running(at=10, base=60).stop(at=9).remaining == PerColor(60, 60)


def test_the_flag_falls_when_the_running_side_has_no_time_left():
    assert running(at=5, base=60).flag_falls == 65


def test_the_flag_falls_later_by_the_margin():
    assert running(at=5, base=60, time_margin=0.5).flag_falls == 65.5


def test_time_taken_from_the_margin_leaves_nothing_and_owes_nothing():
    assert (
        running(base=60, time_margin=1, increment=2).press(at=60.5).remaining_at(WHITE, at=99) == 2
    )


def test_a_limit_for_each_move_can_fall_first():
    clock = running(at=5, base=60, per_move=10)
    assert clock.flag_falls == 15
    assert clock.remaining_at(WHITE, at=8) == 7


def test_a_limit_for_each_move_is_whole_again_for_the_next():
    clock = running(per_move=10).press(at=9)
    assert clock.remaining_at(WHITE, at=9) == 10
    assert clock.start(WHITE, at=20).flag_falls == 30


def test_an_untimed_clock_never_falls():
    clock = Clock.new(PerColor.both(UNTIMED)).start(WHITE, at=5)
    assert clock.flag_falls == inf
    assert clock.press(at=1e9).remaining == PerColor(inf, inf)


def test_a_clock_that_stands_never_falls():
    assert Clock.new(PerColor.both(TimeControl(60))).flag_falls == inf


def test_the_last_move_of_a_period_adds_the_base_again():
    clock = running(base=60, moves_per_period=2)
    clock = clock.press(at=10).start(WHITE, at=10)
    assert clock.moves_to_go(WHITE) == 1
    clock = clock.press(at=30)
    assert clock.remaining == PerColor(90, 60)
    assert (clock.moves_to_go(WHITE), clock.moves_to_go(BLACK)) == (2, 2)


def test_sudden_death_has_no_moves_to_go():
    assert running(base=60).moves_to_go(WHITE) is None


def test_each_side_may_have_its_own_control():
    clock = Clock.new(PerColor(TimeControl(60, increment=1), TimeControl(per_move=5)))
    assert clock.start(WHITE, at=0).flag_falls == 60
    assert clock.start(BLACK, at=0).flag_falls == 5
    assert clock.start(BLACK, at=0).press(at=4).remaining_at(BLACK, at=4) == 5


def test_a_changed_clock_leaves_the_old_one_as_it_was():
    before = running(base=60)
    before.press(at=10)
    before.stop(at=10)
    assert before.remaining_at(WHITE, at=1) == 59


@pytest.mark.parametrize(
    "name",
    [
        *("base", "increment", "per_move", "moves_per_period", "time_margin"),
        *("delay", "bronstein", "byoyomi", "periods"),
    ],
)
@pytest.mark.parametrize("value", [-1, nan])
def test_a_time_control_cannot_be_negative(name: str, value: float):
    with pytest.raises(ValueError, match=f"{name} cannot be {value!r}"):
        TimeControl(**{name: value})


@pytest.mark.parametrize("name", ["depth", "nodes"])
def test_a_search_limit_is_at_least_one(name: str):
    with pytest.raises(ValueError, match=f"{name} cannot be 0"):
        TimeControl(**{name: 0})


@pytest.mark.parametrize(
    ("control", "notation"),
    [
        (UNTIMED, "-"),
        (TimeControl(600), "600"),
        (TimeControl(180, 2), "180+2"),
        (TimeControl(7200, moves_per_period=40), "40/7200"),
        (TimeControl(per_move=0.5), "1/0.5"),
        (TimeControl(300, delay=3), "300d3"),
        (TimeControl(7200, moves_per_period=40, delay=5), "40/7200d5"),
        (TimeControl(300, bronstein=2.5), "300b2.5"),
        (TimeControl(600, byoyomi=30, periods=5), "600+5x30"),
        (TimeControl(0, byoyomi=10, periods=3), "0+3x10"),
    ],
)
def test_the_pgn_tag_of_a_time_control(control: TimeControl, notation: str):
    assert control.notation == notation
    assert control.untimed == (notation == "-")


@pytest.mark.parametrize(
    "control",
    [
        {"increment": 2, "delay": 2},
        {"delay": 2, "bronstein": 2},
        {"bronstein": 2, "byoyomi": 30, "periods": 1},
        {"byoyomi": 30},
        {"periods": 3},
        {"byoyomi": inf, "periods": 3},
        {"byoyomi": 30, "periods": 3, "moves_per_period": 40},
    ],
    ids=str,
)
def test_a_control_adds_time_in_one_way(control: dict[str, float]):
    with pytest.raises(ValueError, match="give"):
        TimeControl(60, **control)


# A delay


def test_a_delay_passes_before_the_time_runs():
    clock = running(at=100, base=60, delay=5)
    assert [clock.remaining_at(WHITE, at) for at in (100, 105, 107)] == [60, 60, 58]
    assert [clock.delayed(WHITE, at) for at in (100, 103.5, 105, 107)] == [5, 1.5, 0, 0]
    assert clock.delayed(BLACK, at=100) == 0


def test_a_move_within_the_delay_costs_nothing_and_saves_nothing():
    assert running(base=60, delay=5).press(at=4).remaining.white == 60


def test_a_move_after_the_delay_costs_what_is_beyond_it():
    assert running(base=60, delay=5).press(at=12).remaining.white == 53


def test_the_flag_falls_after_the_delay_and_the_time():
    assert running(at=100, base=60, delay=5).flag_falls == 165
    assert running(at=100, base=60, delay=5, time_margin=1, per_move=10).flag_falls == 111


def test_a_side_without_time_lives_on_its_delay():
    clock = running(base=0, delay=5)
    assert clock.flag_falls == 5
    assert clock.press(at=4.5).start(WHITE, at=10).flag_falls == 15


# Bronstein's


def test_what_was_used_is_given_back_up_to_the_delay():
    assert running(base=60, bronstein=5).press(at=4).remaining.white == 60
    assert running(base=60, bronstein=5).press(at=12).remaining.white == 53


def test_bronsteins_time_runs_at_once_and_the_flag_falls_with_it():
    clock = running(base=3, bronstein=5)
    assert clock.remaining_at(WHITE, at=1) == 2
    assert clock.flag_falls == 3
    assert clock.press(at=2.5).remaining.white == 3


def test_the_margin_gives_nothing_back():
    assert running(base=3, bronstein=5, time_margin=1).press(at=3.5).remaining.white == 3


@given(st.lists(st.integers(0, 400), max_size=8), st.integers(0, 40), st.integers(0, 200))
def test_bronsteins_delay_is_a_simple_one_that_the_time_includes(turns, delay, base):
    simple = Clock.new(PerColor.both(TimeControl(base, delay=delay)))
    given_back = Clock.new(PerColor.both(TimeControl(base + delay, bronstein=delay)))
    for used in (each / 4 for each in turns):
        simple, given_back = simple.start(WHITE, 0), given_back.start(WHITE, 0)
        assert simple.flag_falls == given_back.flag_falls
        if used >= simple.flag_falls:
            return
        simple, given_back = simple.press(used), given_back.press(used)
        assert given_back.remaining.white == simple.remaining.white + delay


# Byo-yomi


def byoyomi(base: float = 60, periods: int = 3, at: float = 0, **more: float) -> Clock:
    return running(at=at, base=base, byoyomi=10, periods=periods, **more)


def test_byoyomi_begins_when_the_time_is_over():
    clock = byoyomi()
    assert (clock.remaining_at(WHITE, at=59), clock.periods_left(WHITE, at=59)) == (1, 0)
    assert (clock.remaining_at(WHITE, at=60), clock.periods_left(WHITE, at=60)) == (10, 3)
    assert (clock.remaining_at(WHITE, at=64), clock.periods_left(WHITE, at=64)) == (6, 3)
    assert (clock.remaining_at(WHITE, at=70), clock.periods_left(WHITE, at=70)) == (10, 2)
    assert (clock.remaining_at(WHITE, at=89), clock.periods_left(WHITE, at=89)) == (1, 1)
    assert (clock.remaining_at(WHITE, at=90), clock.periods_left(WHITE, at=90)) == (0, 1)


def test_the_flag_falls_with_the_last_period():
    assert byoyomi(at=100).flag_falls == 190
    assert byoyomi(base=0).flag_falls == 30


def test_a_period_is_whole_again_for_the_next_move():
    clock = byoyomi().press(at=67)
    assert (clock.remaining.white, clock.periods.white) == (10, 3)
    clock = clock.start(WHITE, at=100)
    assert clock.flag_falls == 130
    clock = clock.press(at=109)
    assert (clock.remaining.white, clock.periods.white) == (10, 3)


def test_a_period_that_runs_out_is_gone():
    clock = byoyomi().press(at=75)
    assert (clock.remaining.white, clock.periods.white) == (10, 2)
    assert clock.start(WHITE, at=0).press(at=10).periods.white == 1


def test_the_last_period_can_be_overstepped_by_the_margin_and_is_kept():
    clock = byoyomi(base=0, periods=1, time_margin=1).press(at=10.5)
    assert (clock.remaining.white, clock.periods.white) == (10, 1)


def test_the_limit_for_a_move_holds_in_byoyomi_too():
    clock = byoyomi(per_move=15).press(at=12)
    assert clock.start(WHITE, at=0).flag_falls == 15


def test_a_clock_that_is_stopped_in_byoyomi_shows_what_it_showed():
    clock = byoyomi().stop(at=76)
    assert (clock.remaining_at(WHITE, at=200), clock.periods_left(WHITE, at=200)) == (4, 2)


def test_a_side_in_byoyomi_saves_nothing():
    clock = byoyomi(base=5)
    assert (clock.saves(WHITE), clock.at_hand(WHITE)) == (True, 15)
    clock = clock.press(at=6)
    assert (clock.saves(WHITE), clock.at_hand(WHITE)) == (False, 10)


@pytest.mark.parametrize(
    ("clock", "at", "face"),
    [
        (running(base=598), 0, "9:58"),
        (running(base=598, delay=3), 0, "9:58 +3"),
        (running(base=598, delay=3), 2.5, "9:58 +1"),
        (running(base=598, delay=3), 4, "9:57"),
        (byoyomi(), 1, "0:59"),
        (byoyomi(), 60, "0:10 x3"),
        (byoyomi(), 74.5, "0:05.5 x2"),
    ],
)
def test_the_face_of_a_clock(clock: Clock, at: float, face: str):
    assert clock_face(clock, WHITE, at) == face


@pytest.mark.parametrize(("text", "meaning"), [("5x30", (5, 30)), (" 1x0.5 ", (1, 0.5))])
def test_byoyomi_is_written_as_periods_times_seconds(text: str, meaning: tuple[int, float]):
    assert byoyomi_of(text) == meaning


@pytest.mark.parametrize("text", ["", "5", "x30", "0x30", "5x0", "5x-1", "5*30", "٥x30", "5x30x2"])
def test_what_is_no_byoyomi_is_refused_with_an_example(text: str):
    with pytest.raises(ValueError, match="write 5x30"):
        byoyomi_of(text)


# All of them against a clock that counts eighths of a second


@dataclass
class Counted:
    """One side's time, counted down tick by tick as a clock on a table does."""

    time: int
    increment: int = 0
    delay: int = 0
    bronstein: int = 0
    period: int = 0
    periods: int = 0
    in_period: bool = False
    fallen: bool = False

    def __post_init__(self) -> None:
        self._look(self.delay)

    def turn(self, ticks: int) -> list[tuple[int, int, int]]:
        """Use so much; what it shows (time, delay, periods) after none, one, two ... ticks."""
        waits, used, shown = self.delay, 0, []
        while True:
            shown.append((self.time, waits, self.periods if self.in_period else 0))
            if self.fallen or used == ticks:
                break
            used += 1
            if waits:
                waits -= 1
            else:
                self.time -= 1
            self._look(waits)
        if not self.fallen:
            self._pressed(used)
        return shown

    def _look(self, waits: int) -> None:
        if self.time > 0 or waits:
            return
        if self.in_period:
            if self.periods > 1:
                self.periods, self.time = self.periods - 1, self.period
            else:
                self.fallen = True
        elif self.periods:
            self.in_period, self.time = True, self.period
        else:
            self.fallen = True

    def _pressed(self, used: int) -> None:
        if self.in_period:
            self.time = self.period
        else:
            self.time += self.increment + min(used, self.bronstein)


TICK = 1 / 8

additions = st.one_of(
    st.fixed_dictionaries({"increment": st.integers(1, 12)}),
    st.fixed_dictionaries({"delay": st.integers(1, 12)}),
    st.fixed_dictionaries({"bronstein": st.integers(1, 12)}),
    st.fixed_dictionaries({"period": st.integers(1, 12), "periods": st.integers(1, 4)}),
    st.just({}),
)


@given(st.integers(0, 60), additions, st.lists(st.integers(0, 30), max_size=12))
def test_a_clock_does_what_one_does_that_counts(base: int, added: dict[str, int], turns: list[int]):
    names = {"period": "byoyomi"}
    control = TimeControl(
        base * TICK,
        **{
            names.get(name, name): ticks if name == "periods" else ticks * TICK
            for name, ticks in added.items()
        },
    )
    clock, counted = Clock.new(PerColor.both(control)), Counted(base, **added)
    for ticks in turns:
        clock = clock.start(WHITE, at=0)
        for tick, (time, waits, periods) in enumerate(counted.turn(ticks)):
            at = tick * TICK
            assert clock.remaining_at(WHITE, at) == time * TICK
            assert clock.delayed(WHITE, at) == waits * TICK
            assert clock.periods_left(WHITE, at) == periods
            stopped = clock.stop(at)
            assert (stopped.remaining.white, stopped.periods.white) == (time * TICK, periods)
        last = tick
        assert (clock.flag_falls <= last * TICK) is counted.fallen
        if counted.fallen:
            assert clock.flag_falls == last * TICK
            return
        clock = clock.press(last * TICK)
        assert clock.remaining_at(WHITE, at=99) == counted.time * TICK
        assert clock.remaining.black == Clock.new(clock.control).remaining.black
        assert ceil(clock.at_hand(WHITE) / TICK) <= clock.start(WHITE, 0).flag_falls / TICK


@pytest.mark.parametrize(
    "control",
    [
        TimeControl(),
        TimeControl(300),
        TimeControl(300, 3),
        TimeControl(7200, moves_per_period=40),
        TimeControl(per_move=5.5),
        TimeControl(300, delay=3),
        TimeControl(300.5, bronstein=3),
        TimeControl(600, byoyomi=30, periods=5),
    ],
    ids=str,
)
def test_the_notation_of_a_time_control_is_read_back(control):
    assert control_told(control.notation) == control


@pytest.mark.parametrize(
    "text", ["?", "-", "", "*180", "40/5400:1800", "40/600+5x30", "x", "9" * 99]
)
def test_any_other_notation_is_no_limit(text):
    assert control_told(text).untimed


@pytest.mark.parametrize(
    ("typed", "control"),
    [
        ("10", TimeControl(10)),
        ("10+0.1", TimeControl(10, 0.1)),
        ("5 min + 3 s", TimeControl(300, 3)),
        ("1.5 Minutes", TimeControl(90)),
        ("2分钟+1秒", TimeControl(120, 1)),
        ("40/2h", TimeControl(7200, moves_per_period=40)),
        ("300d3", TimeControl(300, delay=3)),
        ("5m b 3s", TimeControl(300, bronstein=3)),
        ("10 min + 5x30 s", TimeControl(600, byoyomi=30, periods=5)),
        ("0+3x10", TimeControl(0, byoyomi=10, periods=3)),
        ("1/5", TimeControl(per_move=5)),
    ],
)
def test_a_typed_time_control_is_read(typed: str, control: TimeControl):
    assert control_typed(typed) == control


@pytest.mark.parametrize("typed", ["", "?", "ten", "-5", "5 mins", "0", "0+5", "1/0", "10+5+3"])
def test_what_is_no_time_control_is_refused_in_words(typed: str):
    with pytest.raises(BadTimeControl) as refused:
        control_typed(typed)
    assert "no time" in str(refused.value)
