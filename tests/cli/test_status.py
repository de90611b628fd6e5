"""The lines below the prompt, and when they change by themselves."""

from math import inf

import pytest

from board_cli.prompt import next_change, status
from board_cli.screen import PLAIN_PALETTE
from board_core import Color, GameStarted, MovePlayed, Resign, Score, Thinking, Thought, TimeControl
from board_core.author.testing import play_script
from board_core.game.view import View, first_view
from board_core.games import CHESS

PROGRAM = frozenset({Color.BLACK})


def view_after(events, *more) -> View:
    view = first_view(events[0])
    assert isinstance(events[0], GameStarted)
    for event in (*events[1:], *more):
        view = view.after(event)
    return view


def told(view: View, now: float = 0.0, width: int = 80) -> str:
    line = status(view, now, PLAIN_PALETTE, width, programs=PROGRAM)
    return "".join(text for _style, text in line)


def played(control: TimeControl):
    events = play_script(CHESS, ["e4", "d4"], ["e5", Resign()], control)
    until = [index for index, event in enumerate(events) if isinstance(event, MovePlayed)]
    return events[:2], events[: until[0] + 2], events


def test_both_clocks_and_who_is_to_move():
    begun, _black, _all = played(TimeControl(300, 2))
    assert told(view_after(begun), 1.5) == " > script (White) 4:58       script (Black) 5:00"


def test_a_narrow_terminal_keeps_the_opponents_clock_on_a_line_of_its_own():
    begun, _black, _all = played(TimeControl(300, 2))
    view = view_after(begun)
    assert told(view, 1.5, 40) == " > script (White) 4:58\n   script (Black) 5:00"
    assert told(view, 1.5, 14) == " > scrip… 4:58\n   scrip… 5:00"


def test_without_a_clock_there_is_none():
    begun, _black, _all = played(TimeControl(per_move=inf))
    assert told(view_after(begun)) == " > script (White)       script (Black)"


def test_a_program_that_is_to_move_thinks_below():
    _begun, black, _all = played(TimeControl(300))
    view = view_after(black)
    assert told(view).endswith("\n   script is thinking")
    thought = Thinking(Color.BLACK, 1, Thought(score=Score(cp=35), depth=7, pv=("e5", "Nf3")))
    assert told(view.after(thought)).endswith("\n   script: +0.35  depth 7  e5 Nf3")


def test_nobody_thinks_when_the_game_is_over():
    _begun, _black, events = played(TimeControl(60))
    view = view_after(events)
    assert view.ended is not None
    assert "\n" not in told(view)
    assert ">" not in told(view)
    assert next_change(view, 3.0) is None


@pytest.mark.parametrize(
    ("base", "now"), [(300, 0.0), (300, 0.25), (300, 289.5), (10.5, 0.0), (5, 0.02), (5, 4.85)]
)
def test_the_clocks_are_drawn_again_when_they_show_something_else_and_not_before(base, now):
    view = view_after(played(TimeControl(base))[0])
    wait = next_change(view, now)
    assert wait is not None
    assert told(view, now + wait) != told(view, now)
    assert told(view, now + max(0.0, wait - 0.01)) == told(view, now)


@pytest.mark.parametrize(
    ("control", "now", "clock"),
    [
        (TimeControl(300, delay=3), 0.5, "5:00 +3"),
        (TimeControl(300, delay=3), 2.5, "5:00 +1"),
        (TimeControl(300, delay=3), 4.5, "4:58"),
        (TimeControl(5, byoyomi=30, periods=3), 5.5, "0:29 x3"),
        (TimeControl(5, byoyomi=30, periods=3), 4.95, "0:00.0"),
        (TimeControl(0, byoyomi=30, periods=3), 29.95, "0:00.0 x3"),
    ],
)
def test_delays_and_periods_are_shown_and_drawn_again_when_they_change(control, now, clock):
    view = view_after(played(control)[0])
    assert f" {clock} " in told(view, now)
    wait = next_change(view, now)
    assert told(view, now + wait) != told(view, now)
    assert told(view, now + max(0.0, wait - 0.01)) == told(view, now)


@pytest.mark.parametrize("control", [TimeControl(), TimeControl(per_move=inf)])
def test_without_a_running_clock_nothing_is_drawn_again(control):
    assert next_change(view_after(played(control)[0]), 1.0) is None


def test_a_flag_that_falls_is_news_and_no_change_of_a_clock():
    view = view_after(played(TimeControl(5))[0])
    assert next_change(view, 4.98) is None  # 0:00.0 already
    assert next_change(view, 9.0) is None
