"""Arbitrary stories: whatever is told to a referee, some things always hold."""

from collections.abc import Callable, Iterator
from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from refereeing import Unexplained

from board_core import (
    Cause,
    Clock,
    Color,
    Event,
    Explanation,
    Fail,
    Game,
    GameEnded,
    GameStarted,
    MovePlayed,
    MovesTakenBack,
    PerColor,
    Play,
    Resign,
    Thought,
    TimeControl,
    TurnStarted,
    say,
)
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.game.absence import Absence, Missed
from board_core.game.referee import (
    Adjudicate,
    Away,
    GameSettings,
    Message,
    Pause,
    Ready,
    Replied,
    Resume,
    Stopped,
    TakeBack,
    Tick,
    Told,
)
from board_core.games import CHESS
from board_core.players import AcceptDraw, ClaimDraw, DeclineDraw, Note, NoteKind, OfferDraw

Happening = Callable[[Unexplained, float], Message]
"""What happens next, made into a message when its time has come."""

CRASH = Fail(Explanation(Cause.EXITED, say("it ended")))
SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]
TEXTS = [*SHUFFLE, "e4", "e5", "e8=Q", "0000", ""]


def reply(color: Color, age: int, what, earlier: float) -> Happening:
    """An answer to the question asked ``age`` questions ago, stamped earlier than it arrives."""
    return lambda referee, at: Replied(color, referee.question - age, what, at - earlier)


def good_move(referee: Unexplained, at: float) -> Message:
    """Legal, unless something else has been played before."""
    color = Color.WHITE if referee.ply % 2 == 0 else Color.BLACK
    return Replied(color, referee.question, Play(SHUFFLE[referee.ply % 4]), at)


def host_was_away(kind: Missed, seconds: float) -> Happening:
    return lambda _, at: Away(Absence(kind, at - seconds, at, seconds))


colors = st.sampled_from(Color)
waits = st.floats(0, 2)
said = st.sampled_from(
    [OfferDraw(), DeclineDraw(), Thought(depth=1), Note("?", NoteKind.COMMENT), AcceptDraw()]
)
answers = st.sampled_from([*map(Play, TEXTS), ClaimDraw()])
stale = st.builds(reply, colors, st.integers(1, 3), answers | st.just(Resign()), waits)
odd = st.builds(reply, colors, st.just(0), answers, waits)
others = st.one_of(
    st.just(lambda _, at: Tick(at)),
    st.just(lambda _, at: Pause(at)),
    st.builds(host_was_away, st.sampled_from(Missed), waits),
    st.just(lambda _, at: Resume(at)),
    st.just(lambda _, at: Resume(at)),
    st.integers(0, 4).map(lambda plies: lambda _, at: TakeBack(plies, at)),
    colors.map(lambda color: lambda _, at: Ready(color, at)),
    st.builds(lambda color, what: lambda _, at: Told(color, what, at), colors, said),
)
endings = st.one_of(
    st.builds(reply, colors, st.just(0), st.sampled_from([Resign(), CRASH]), waits),
    st.builds(lambda color: lambda _, at: Told(color, CRASH, at), colors),
    st.just(lambda _, at: Stopped(at)),
    st.just(lambda _, at: Adjudicate(None, at)),
    st.just(lambda referee, at: Tick(max(at, min(referee.deadline, at + 100)))),
)
good = st.just(good_move)
usual = st.one_of(*[good] * 8, odd, stale, others, others)
stories = st.builds(
    lambda start, end, rest: [*start, *end, *rest],
    st.lists(st.tuples(waits, usual), min_size=15, max_size=40),
    st.lists(st.tuples(waits, endings), max_size=1),
    st.lists(st.tuples(waits, usual), max_size=5),
)
controls = st.builds(
    TimeControl,
    st.sampled_from([60.0, 60.0, 60.0, 20.0, 0.0]),
    st.sampled_from([0.0, 2.0]),
    st.sampled_from([inf, 5.0]),
    st.sampled_from([0, 2]),
    st.sampled_from([0.0, 0.5]),
)
tables = st.builds(
    lambda white, black, pause, saved, retry, automatic, moves: Unexplained(
        CHESS,
        PerColor("w", "b"),
        GameSettings(PerColor(white, black), pause, saved, start_limit=20),
        may_retry=PerColor.both(retry),
        automatic=PerColor(*automatic),
        moves=moves,
    ),
    controls,
    controls,
    st.sampled_from([0.0, 0.5]),
    st.booleans(),
    st.sampled_from([9, 9, 2, 0]),
    st.tuples(st.booleans(), st.booleans()),
    st.sampled_from([(), ("e4", "e5")]),
)


def tell(referee: Unexplained, story: list[tuple[float, Happening]]) -> list[Event]:
    """The events of a story, and then of an end in which only time passes."""
    at = 0.0
    events = referee.start(at)
    for color in Color:
        if len(story) % 8:
            events += referee.handle(Ready(color, at))
    for wait, happening in story:
        at += wait
        events += referee.handle(happening(referee, at), lambda at=at: at)
    events += referee.handle(Resume(at))
    for _ in range(4):
        at = max(at, min(referee.deadline, 1e9))
        events += referee.handle(Tick(at))
    return events


def clocks(events: list[Event]) -> Iterator[Clock]:
    for event in events:
        if isinstance(event, TurnStarted):
            yield event.turn.clock
        elif (clock := getattr(event, "clock", None)) is not None:
            yield clock


@settings(max_examples=examples(150))
@given(tables, stories)
def test_any_story_has_one_end_and_nothing_after_it(referee: Unexplained, story):
    events = tell(referee, story)
    ends = [index for index, event in enumerate(events) if isinstance(event, GameEnded)]
    assert ends == [len(events) - 1]
    assert referee.outcome == events[-1].outcome
    assert isinstance(events[0], GameStarted)


@settings(max_examples=examples(150))
@given(tables, stories)
def test_in_any_story_the_plies_are_counted_without_a_gap(referee: Unexplained, story):
    ply, played = 0, []
    for event in tell(referee, story):
        match event:
            case MovePlayed():
                assert (event.ply, event.elapsed >= 0) == (ply, True)
                ply += 1
                played = [*played, event.move]
            case MovesTakenBack():
                assert event.ply == ply - event.plies
                ply = event.ply
                played = played[:ply]
            case TurnStarted(turn) | GameEnded(turn=turn):
                assert (turn.ply, list(turn.moves)) == (ply, played)


@settings(max_examples=examples(150))
@given(tables, stories)
def test_in_any_story_positions_follow_from_the_moves(referee: Unexplained, story):
    for event in tell(referee, story):
        if isinstance(event, TurnStarted | GameEnded):
            position = CHESS.start(None)
            for move in event.turn.moves:
                position = position.play(move)
            assert event.turn.position.setup == position.setup
            assert event.turn.color is position.to_move


@settings(max_examples=examples(150))
@given(tables, stories)
def test_in_any_story_no_clock_shows_less_than_nothing_or_more_than_was_given(
    referee: Unexplained, story
):
    for clock in clocks(tell(referee, story)):
        for color in Color:
            control, made = clock.control[color], clock.made[color]
            periods = made // control.moves_per_period if control.moves_per_period else 0
            given_time = control.base * (1 + periods) + control.increment * made
            assert 0 <= clock.remaining[color] <= given_time
            assert clock.remaining_at(color, at=1e9) >= 0


@settings(max_examples=examples(150))
@given(tables, stories)
def test_in_any_story_each_question_is_new(referee: Unexplained, story):
    turns = [event.turn for event in tell(referee, story) if isinstance(event, TurnStarted)]
    questions = [turn.question for turn in turns]
    assert questions == sorted(set(questions))


steps = st.lists(
    st.none()
    | st.sampled_from(TEXTS)
    | st.tuples(st.sampled_from(TEXTS), st.floats(0, 40))
    | st.sampled_from([Resign(), CRASH, ClaimDraw()]),
    max_size=8,
)


@given(steps, steps, st.sampled_from([0, 2]))
def test_any_scripted_game_has_one_end_and_tells_it_to_all(white, black, may_retry):
    time, events = FakeTime(), []
    players = [ScriptedPlayer(time, *script, may_retry=may_retry) for script in (white, black)]
    game = Game(CHESS, white=players[0], black=players[1], time_control=TimeControl(60), time=time)
    game.bus.subscribe(events.append)
    outcome = game.run().outcome
    assert [event.outcome for event in events if isinstance(event, GameEnded)] == [outcome]
    assert isinstance(events[-1], GameEnded)
    assert [player.outcome for player in players] == [outcome, outcome]
