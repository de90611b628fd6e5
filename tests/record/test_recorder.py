"""What a recorder keeps of a game."""

from datetime import UTC, datetime, timedelta

import pytest
from refereeing import Unexplained

from board_core import (
    Clock,
    Color,
    Fail,
    Game,
    GameEnded,
    MovesTakenBack,
    Outcome,
    PerColor,
    Play,
    Reason,
    Score,
    Thought,
    TimeControl,
)
from board_core.author.testing import ONE_MINUTE, FakeTime, ScriptedPlayer
from board_core.game import EventBus
from board_core.game.player import Cause, Explanation
from board_core.game.referee import GameSettings, Ready, Replied, Stopped, TakeBack, Told
from board_core.games import CHESS
from board_core.record import Recorder
from board_core.text.sentence import say

ONE_MINUTE_AND_ONE_SECOND = TimeControl(60, 1)
NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
ENDED = NOON + timedelta(minutes=5)


def recorder_at(*instants):
    return Recorder(iter(instants or (NOON, ENDED)).__next__)


class Played:
    """A referee whose events a recorder hears, driven by hand."""

    def __init__(self, control=ONE_MINUTE_AND_ONE_SECOND, **options):
        self.recorder = recorder_at(*[NOON] * 9)
        self.referee = Unexplained(
            CHESS,
            PerColor("Ann", "Bob"),
            GameSettings(PerColor.both(control)),
            may_retry=PerColor(0, 0),
            **options,
        )
        self.hear(self.referee.start(0.0))
        for color in Color:
            self.hear(self.referee.handle(Ready(color, 0.0)))

    def hear(self, events):
        for event in events:
            self.recorder(event)

    def say(self, color, statement, at=0.0):
        self.hear(self.referee.handle(Told(color, statement, at)))

    def play(self, text, at):
        color = self.referee.started.position.to_move
        color = color if self.referee.ply % 2 == 0 else color.other
        self.hear(self.referee.handle(Replied(color, self.referee.question, Play(text), at)))

    @property
    def record(self):
        return self.recorder.record


def test_a_move_is_kept_with_its_notation_its_time_and_the_clock_after_it():
    played = Played()
    played.play("e2e4", at=1.5)
    played.play("e5", at=4.0)
    white, black = played.record.moves
    assert (white.color, white.move, white.notation) == (Color.WHITE, "e2e4", "e4")
    assert (white.elapsed, white.clock_left) == (1.5, 59.5)
    assert (black.color, black.elapsed, black.clock_left) == (Color.BLACK, 2.5, 58.5)


def test_the_last_score_before_a_move_belongs_to_it():
    played = Played()
    played.say(Color.WHITE, Thought(depth=1, score=Score(cp=10)))
    played.say(Color.WHITE, Thought(depth=2, score=Score(cp=34)))
    played.say(Color.WHITE, Thought(nodes=1000))
    played.play("e4", at=1)
    played.play("e5", at=2)
    played.say(Color.WHITE, Thought(score=Score(mate=3)))
    played.play("Nf3", at=3)
    assert [(m.score, m.depth) for m in played.record.moves] == [
        (Score(cp=34), 2),
        (None, None),
        (Score(mate=3), None),
    ]


def test_moves_taken_back_are_gone_and_so_is_what_was_thought_since():
    played = Played()
    for at, text in enumerate(("e4", "e5", "Nf3"), start=1):
        played.play(text, at)
    played.say(Color.BLACK, Thought(score=Score(cp=-50)), at=3.5)
    played.hear(played.referee.handle(TakeBack(2, 4.0)))
    assert [m.notation for m in played.record.moves] == ["e4"]
    played.play("c5", at=5.0)
    assert [(m.notation, m.score) for m in played.record.moves] == [("e4", None), ("c5", None)]


def test_given_moves_have_no_times_because_nobody_was_asked():
    played = Played(moves=["e4", "e5"])
    played.play("Nf3", at=2.0)
    assert [(m.notation, m.elapsed, m.clock_left) for m in played.record.moves] == [
        ("e4", None, None),
        ("e5", None, None),
        ("Nf3", 2.0, 59.0),
    ]


@pytest.mark.parametrize("control", [TimeControl(), TimeControl(per_move=5)])
def test_without_a_clock_that_runs_down_no_time_left_is_recorded(control):
    played = Played(control)
    played.play("e4", at=2.0)
    assert (played.record.moves[0].elapsed, played.record.moves[0].clock_left) == (2.0, None)


def test_a_running_game_has_a_record_without_an_outcome():
    record = Played().record
    assert (record.over, record.result, record.moves) == (False, "*", ())
    assert record.names == PerColor("Ann", "Bob")
    assert (record.rules.name, record.setup, record.started) == ("chess", None, NOON)


def test_a_stopped_game_keeps_its_moves():
    played = Played()
    played.play("e4", at=1)
    played.hear(played.referee.handle(Stopped(2.0, "lunch")))
    assert played.record.outcome == Outcome(None, Reason.STOPPED, "lunch")
    assert [m.notation for m in played.record.moves] == ["e4"]


def test_a_setup_is_kept_as_the_full_fen_it_became():
    played = Played(setup="8/8/8/4k3/8/8/4P3/4K3 b - -")
    assert played.record.setup == "8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"


def test_a_failure_is_kept_with_its_explanation():
    explanation = Explanation(Cause.EXITED, say("the program ended"))
    recorder = play(["e4", Fail(explanation)], ["e5"])
    record = recorder.record
    assert record.outcome == Outcome(Color.BLACK, Reason.CRASH)
    assert record.explanation == explanation
    assert (record.started, record.seconds) == (NOON, 300.0)


def test_a_recorder_begins_anew_with_the_next_game_on_its_bus():
    bus = EventBus()
    recorder = recorder_at(NOON, ENDED, ENDED, ENDED)
    bus.subscribe(recorder)
    play(["e4", "d4"], ["e5", "d5"], bus=bus)
    first = recorder.record
    play(["c4"], [None], bus=bus)
    assert [m.notation for m in first.moves] == ["e4", "e5", "d4", "d5"]
    assert [m.notation for m in recorder.record.moves] == ["c4"]
    assert recorder.record.started == ENDED


def test_a_recorder_that_has_heard_no_game_says_so():
    with pytest.raises(RuntimeError, match="no game has started"):
        _ = Recorder().record
    recorder = Recorder()
    position = CHESS.start(None)
    clock = Clock.new(PerColor.both(TimeControl()))
    recorder(MovesTakenBack(1, 0, position, clock))  # joined in the middle of a game
    with pytest.raises(RuntimeError, match="no game has started"):
        _ = recorder.record


def play(white, black, bus=None, control=ONE_MINUTE):
    fake, recorder = FakeTime(), recorder_at()
    bus = bus or EventBus()
    unsubscribe = bus.subscribe(recorder)
    game = Game(
        CHESS,
        white=ScriptedPlayer(fake, *white, name="Ann"),
        black=ScriptedPlayer(fake, *black, name="Bob"),
        time_control=control,
        bus=bus,
        time=fake,
    )
    events = []
    bus.subscribe(events.append)
    game.run()
    unsubscribe()
    assert isinstance(events[-1], GameEnded)
    return recorder
