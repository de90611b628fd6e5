"""The words of a state."""

import pytest
from test_state import opened, told, until

from board_core import TimeControl, TurnStarted
from board_core.author.testing import play_script
from board_core.games import CHESS
from board_pygame.game_state import new_game_state
from board_pygame.labels import move_facts, time_facts, time_text
from board_pygame.seats import Mode

GAME = play_script(CHESS, [("e4", 70), "Nf3"], [("e5", 2.5)], TimeControl(base=600))
"""White thinks 70 seconds, Black two and a half."""


@pytest.fixture
def running():
    """White is to move for the second time, since 72.5 s."""
    return told(opened(Mode.PERSON, Mode.PERSON), until(TurnStarted, GAME, 3))


def test_before_the_first_move_there_is_little_to_say():
    state = new_game_state(CHESS)
    assert move_facts(state) == ("0", "")
    assert time_facts(state, 5.0) == ("", "0.0 s", "0.0 s")


def test_a_running_move_counts_and_so_does_its_side(running):
    assert move_facts(running) == ("2", "e5")
    assert time_facts(running, 75.9) == ("3 s", "1:13", "2.5 s")


def test_an_earlier_position_has_the_time_of_its_own_move(running):
    assert move_facts(running.looking_at(1)) == ("1/2", "e4")
    assert time_facts(running.looking_at(1), 75.9) == ("1:10", "1:13", "2.5 s")


def test_tenths_are_shown_of_what_is_over():
    assert [time_text(7.25), time_text(7.25, running=True), time_text(61)] == [
        "7.2 s",
        "7 s",
        "1:01",
    ]
