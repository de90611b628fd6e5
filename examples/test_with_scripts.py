"""Whole games in a test, with scripted players and a fake clock. Run me with pytest."""

from board_core import CHESS, Color, GameEnded, Outcome, Reason
from board_core.author import play_script


def test_fools_mate() -> None:
    ended = play_script(CHESS, white=["f3", "g4"], black=["e5", "Qh4"])[-1]
    assert isinstance(ended, GameEnded)
    assert ended.outcome == Outcome(Color.BLACK, Reason.CHECKMATE)


def test_silence_loses_on_time_and_takes_no_time() -> None:
    ended = play_script(CHESS, white=["e4", None], black=[("e5", 2.5)])[-1]
    assert isinstance(ended, GameEnded)
    assert ended.outcome == Outcome(Color.BLACK, Reason.TIME)
    assert ended.clock.remaining.black == 57.5
