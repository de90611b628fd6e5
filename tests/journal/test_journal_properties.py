"""Whatever happens in a game, its journal tells the same as a recorder."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from journal_stories import chess, noon
from profiles import examples
from refereeing import Unexplained

from board_core import Color, PerColor, Play, Resign, Score, Thought, TimeControl
from board_core.game.player import MOST_CP, MOST_DEPTH
from board_core.game.referee import (
    GameSettings,
    Pause,
    Ready,
    Replied,
    Resume,
    Stopped,
    TakeBack,
    Told,
)
from board_core.games import CHESS
from board_core.journal import JournalWriter, read_journal
from board_core.record import Recorder

CONTROLS = st.sampled_from(
    [
        TimeControl(),
        TimeControl(60, 0.1),
        TimeControl(5, moves_per_period=2),
        TimeControl(per_move=3),
        TimeControl(5, delay=1),
        TimeControl(5, bronstein=1),
        TimeControl(3, byoyomi=1, periods=4),
        TimeControl(0, byoyomi=2, periods=2),
    ]
)
SECONDS = st.floats(0, 2)
CENTIPAWNS = st.integers(-MOST_CP, MOST_CP)
SCORES = st.one_of(st.none(), st.builds(Score, cp=CENTIPAWNS), st.builds(Score, mate=st.just(3)))
DEPTHS = st.none() | st.integers(1, MOST_DEPTH)
THOUGHTS = st.builds(Thought, depth=DEPTHS, score=SCORES)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.integers(0, 40)),
        st.tuples(st.just("think"), THOUGHTS),
        st.tuples(st.just("back"), st.integers(1, 3)),
        st.tuples(st.sampled_from(["nonsense", "resign", "pause", "resume", "stop"]), st.none()),
    ),
    max_size=30,
)


def message(referee: Unexplained, step, at: float):
    position, question = referee.events_position, referee.question
    match step:
        case ("move", number):
            legal = sorted(position.legal_moves())
            move = legal[number % len(legal)] if legal else ""
            return Replied(position.to_move, question, Play(move), at)
        case ("think", thought):
            return Told(position.to_move, thought, at)
        case ("back", plies):
            return TakeBack(plies, at)
        case ("nonsense", _):
            return Replied(position.to_move, question, Play("Ke9"), at)
        case ("resign", _):
            return Replied(position.to_move, question, Resign(), at)
        case ("pause", _):
            return Pause(at)
        case ("resume", _):
            return Resume(at)
    return Stopped(at, "enough")


class Followed(Unexplained):
    """Knows the position that its events have led to."""

    events_position = CHESS.start(None)


@settings(max_examples=examples(60))
@given(STEPS, CONTROLS, SECONDS, st.integers(0, 2), st.booleans())
def test_a_journal_tells_what_a_recorder_heard(steps, control, pause, given_moves, torn):
    with TemporaryDirectory() as folder:
        path, recorder = Path(folder, "j"), Recorder(noon)
        with JournalWriter(path, now=noon) as writer:
            journal = writer.game()
            names, limits = PerColor("a", "b"), GameSettings(PerColor.both(control))
            referee = Followed(
                CHESS, names, limits, may_retry=PerColor(2, 2), moves=["e4", "e5"][:given_moves]
            )

            def hear(events):
                for event in events:
                    journal(event)
                    recorder(event)
                    referee.events_position = getattr(event, "position", referee.events_position)

            hear(referee.start(0.0))
            for color in Color:
                hear(referee.handle(Ready(color, 0.0)))
            at = 0.0
            for step in steps:
                at += pause
                hear(referee.handle(message(referee, step, at)))
        if torn:
            path.write_bytes(path.read_bytes() + b'{"seq":')
        (game,) = read_journal(path).games(chess).values()
        assert game == recorder.record
        if not steps or referee.outcome is None:
            assert game.clock.made == referee._clock.made
            assert game.clock.control == referee._clock.control
