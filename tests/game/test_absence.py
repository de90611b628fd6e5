"""Why the host did not run, told from two looks at its clocks."""

import pytest

from board_core.game.absence import (
    HEARTBEAT_SECONDS,
    LATE_BEAT_SECONDS,
    UNEXPLAINED_DELAY_SECONDS,
    Absence,
    ClockReadings,
    Missed,
    judge,
    missed,
)

START = ClockReadings(at=100, asleep=7, cpu=3, waited=1)


def after(
    passed: float, *, asleep: float = 0, cpu: float = 0, waited: float | None = 0
) -> Absence | None:
    before = START if waited is not None else ClockReadings(START.at, START.asleep, START.cpu)
    return judge(
        before,
        ClockReadings(
            START.at + passed,
            START.asleep + asleep,
            START.cpu + cpu,
            None if waited is None else 1 + waited,
        ),
    )


@pytest.mark.parametrize(
    "passed", [0, HEARTBEAT_SECONDS, HEARTBEAT_SECONDS + LATE_BEAT_SECONDS / 2]
)
def test_a_look_that_is_hardly_late_means_nothing(passed: float):
    assert after(passed) is None


def test_time_in_which_nothing_ran_and_nothing_waited_is_an_absence():
    assert after(5) == Absence(Missed.AWAY, 100, 105, 5)


def test_a_sleep_that_the_steady_clock_has_not_counted_is_told_in_full():
    assert after(HEARTBEAT_SECONDS, asleep=3600) == Absence(
        Missed.SUSPENDED, 100, 100 + HEARTBEAT_SECONDS, 3600 + HEARTBEAT_SECONDS
    )


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        ({"asleep": 4, "cpu": 4, "waited": 4}, Missed.SUSPENDED),
        ({"cpu": 4, "waited": 4}, Missed.OWN_WORK),
        ({"cpu": 2, "waited": 3}, Missed.BUSY),
        ({"cpu": 2, "waited": 2}, Missed.AWAY),
    ],
)
def test_the_first_cause_that_explains_most_of_it_counts(facts: dict, kind: Missed):
    absence = after(5, **facts)
    assert absence is not None
    assert absence.kind is kind


@pytest.mark.parametrize(
    ("passed", "kind"),
    [(UNEXPLAINED_DELAY_SECONDS, Missed.BUSY), (UNEXPLAINED_DELAY_SECONDS + 1, Missed.AWAY)],
)
def test_where_the_system_does_not_tell_only_a_long_stop_is_no_load(passed: float, kind: Missed):
    absence = after(passed, waited=None)
    assert absence is not None
    assert absence.kind is kind


def test_instants_on_one_side_of_an_absence_keep_their_distance():
    absence = Absence(Missed.AWAY, 10, 15, 5)
    assert [absence.moved(at) for at in (4, 10, 12, 15, 20)] == [9, 15, 15, 15, 20]


def test_what_is_missed_after_an_instant_is_the_rest_of_what_is_given_back():
    absences = [
        Absence(Missed.AWAY, 10, 15, 5),
        Absence(Missed.BUSY, 20, 25, 5),
        Absence(Missed.SUSPENDED, 30, 31, 3600),
    ]
    assert [missed(absences, since) for since in (0, 12, 16, 40)] == [6, 4, 1, 0]
