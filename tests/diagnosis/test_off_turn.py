"""Who computes out of turn, judged from figures."""

from dataclasses import replace

import pytest

from board_core.diagnosis.evidence import Evidence, diagnose
from board_core.diagnosis.off_turn import (
    Contention,
    OffTurn,
    off_turn_violation,
    starved,
    starves,
)
from board_core.game.player import Cause
from board_core.game.rules import Reason

FIGHT = Contention("spinner", "victim", seconds=1.0, waited=0.9, used=3.8)


def test_a_program_that_stands_still_has_done_nothing():
    assert off_turn_violation(OffTurn()) is None


def test_processor_time_of_a_program_that_has_to_stand_still_counts():
    why = off_turn_violation(OffTurn(seconds=2.0, cpu=1.3))
    assert str(why) == ("it did not stand still while it was not its turn: 1.3 s of processor time")


def test_a_tremor_in_a_long_game_is_forgiven():
    assert off_turn_violation(OffTurn(seconds=100.0, cpu=0.9)) is None
    assert off_turn_violation(OffTurn(seconds=1.0, cpu=0.9)) is not None


def test_who_had_to_stand_still_and_starved_its_opponent_is_told_that_it_did_not_stand_still():
    little = OffTurn(seconds=2.0, cpu=0.21)
    assert off_turn_violation(little) is None
    assert "did not stand still" in str(off_turn_violation(little, starved_its_opponent=True))


def test_many_short_processes_count_though_their_time_is_not_seen():
    why = off_turn_violation(OffTurn(seconds=1.0, started=201))
    assert str(why) == "it did not stand still while it was not its turn: it started 201 processes"
    assert off_turn_violation(OffTurn(seconds=1.0, started=200)) is None


def test_what_was_used_before_is_added():
    both = OffTurn(1.0, 0.1, 3).plus(OffTurn(2.0, 0.2, 4))
    assert (both.seconds, both.started) == (3.0, 7)
    assert both.cpu == pytest.approx(0.3)


def test_who_keeps_the_other_from_a_processor_starves_it():
    assert starves(FIGHT)
    assert starved(FIGHT)


def test_who_leaves_a_processor_free_starves_nobody():
    """Two children of the side to move that share one processor wait for each other."""
    assert starves(replace(FIGHT, idle=0.1))
    assert not starves(replace(FIGHT, used=1.0, idle=0.9))


def test_a_short_wait_is_nobodys_loss():
    assert not starves(replace(FIGHT, waited=0.2))


def test_who_used_less_than_the_other_missed_is_not_to_blame():
    assert not starves(replace(FIGHT, used=0.8))
    assert not starved(replace(FIGHT, used=0.4))


def test_who_used_half_of_what_the_other_missed_is_named():
    assert starved(replace(FIGHT, used=0.5))


def test_in_a_short_turn_a_short_wait_explains_the_loss_on_time():
    short = Contention("spinner", "victim", seconds=0.3, waited=0.1, used=0.5)
    assert not starves(short)
    assert starved(short)
    assert not starved(replace(short, waited=0.05))


def test_who_never_waited_was_not_starved():
    assert not starved(Contention("spinner", "victim"))


def test_both_are_named_with_their_seconds():
    cause, why = diagnose(Reason.TIME, Evidence("a move", "", contention=FIGHT))
    assert cause is Cause.STARVED
    assert str(why) == (
        "it was kept from computing: it waited 0.9 s for a processor, while spinner used 3.8 s of "
        "processor time out of turn"
    )
