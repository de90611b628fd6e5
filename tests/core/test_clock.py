from math import inf, nan

import pytest

from board_core import UNTIMED, Clock, Color, PerColor, TimeControl

WHITE, BLACK = Color.WHITE, Color.BLACK


def running(at: float = 0, **control: float) -> Clock:
    """White's clock runs since ``at``; both sides have the same control."""
    return Clock.new(PerColor.both(TimeControl(**control))).start(WHITE, at)


def test_only_the_running_side_loses_time():
    clock = running(at=100, base=60)
    assert clock.left(WHITE, at=107) == 53
    assert clock.left(BLACK, at=107) == 60


def test_a_clock_never_shows_less_than_nothing():
    assert running(base=60).left(WHITE, at=61) == 0


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
    assert running(at=5, base=60, margin=0.5).flag_falls == 65.5


def test_time_taken_from_the_margin_leaves_nothing_and_owes_nothing():
    assert running(base=60, margin=1, increment=2).press(at=60.5).left(WHITE, at=99) == 2


def test_a_limit_for_each_move_can_fall_first():
    clock = running(at=5, base=60, per_move=10)
    assert clock.flag_falls == 15
    assert clock.left(WHITE, at=8) == 7


def test_a_limit_for_each_move_is_whole_again_for_the_next():
    clock = running(per_move=10).press(at=9)
    assert clock.left(WHITE, at=9) == 10
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
    assert clock.start(BLACK, at=0).press(at=4).left(BLACK, at=4) == 5


def test_a_changed_clock_leaves_the_old_one_as_it_was():
    before = running(base=60)
    before.press(at=10)
    before.stop(at=10)
    assert before.left(WHITE, at=1) == 59


@pytest.mark.parametrize("name", ["base", "increment", "per_move", "moves_per_period", "margin"])
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
    ],
)
def test_the_pgn_tag_of_a_time_control(control: TimeControl, notation: str):
    assert control.notation == notation
    assert control.untimed == (notation == "-")
