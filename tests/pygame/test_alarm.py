"""A sound when little time is left."""

from dataclasses import replace

from board_core import Clock, Color, PerColor, TimeControl
from board_core.games import CHESS
from board_pygame.game_state import GameState, new_game_state
from board_pygame.host import Opened
from board_pygame.phases import GameRunning, Mode, SeatState
from board_pygame.sounds import Alarm


def running(left: float, mode: Mode = Mode.PERSON, number: int = 1) -> GameState:
    """White's clock runs from time 0."""
    state = new_game_state(CHESS)
    control = PerColor.both(TimeControl(300))
    clock = Clock(control, PerColor(left, 300.0), PerColor(0, 0)).start(Color.WHITE, 0)
    return replace(
        state,
        view=replace(state.view, clock=clock),
        phase=GameRunning(Opened(number, None, None)),
        number=number,
        seats=PerColor(SeatState(None, mode), SeatState()),
    )


def test_it_rings_once_when_a_persons_time_becomes_little():
    alarm, state = Alarm(), running(60)
    assert [alarm.rings(state, at) for at in (0, 20, 23, 24, 40)] == [0, 0, 1, 0, 0]


def test_it_rings_again_after_the_clock_had_recovered():
    alarm = Alarm()
    assert alarm.rings(running(30), 0)
    assert not alarm.rings(running(40), 0)
    assert not alarm.rings(running(30), 0)  # not enough
    assert not alarm.rings(running(60), 0)
    assert alarm.rings(running(30), 0)


def test_every_game_has_its_own():
    alarm = Alarm()
    assert alarm.rings(running(30), 0)
    assert alarm.rings(running(30, number=2), 0)


def test_nobody_is_warned_of_a_programs_time():
    assert not Alarm().rings(running(5, Mode.AUTO), 0)
