"""What a function's child says: five messages, and nothing else."""

import ai_functions as functions
import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_core import Cause, Color, Explanation, Fail, Game, Play, Reason, Score, Thought, say
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.game.player import sound
from board_core.games import CHESS
from board_core.players import InProcessAI
from board_core.players.child_lines import (
    CHILD_FAILURES,
    MOST_LINE_BYTES,
    ChildFailed,
    ChildLate,
    ChildMove,
    ChildReady,
    ChildThought,
    failed_line,
    read_child,
    reply_line,
    thought_line,
)
from board_core.protocols.base import Breach
from board_core.text.findings import row_of
from board_core.text.harmless_text import MOST_MOVE, legible
from board_core.text.sentence import fields_of

anything = st.text() | st.text(st.characters(categories=["Cs", "Cc", "Zs", "L"]))


def test_the_five_messages():
    assert read_child("ready") == ChildReady()
    assert read_child("late 3") == ChildLate(3)
    assert read_child("move 12 e7e8q") == ChildMove(12, "e7e8q")
    assert read_child("info 4 depth=12 cp=-35 ms=90 pv=e2e4;e7e5") == ChildThought(
        4, Thought(depth=12, score=Score(cp=-35), time=0.09, pv=("e2e4", "e7e5"))
    )
    assert read_child("failed 3 no-move-returned value=None traceback=a%0A+b") == ChildFailed(
        3,
        Explanation(
            Cause.WRONG_TYPE,
            say("the function returned {value}: return a move, or its text", value="None"),
            traceback="a\n b",
        ),
    )


@pytest.mark.parametrize(
    "line",
    [
        '{"move": 5}',
        '{"number": 1, "template": "{nope}", "facts": {}, "cause": "exception", "traceback": ""}',
        "",
        "ready ",
        "Ready",
        "move e4",
        "move 1",
        "move 1000000000 e4",
        "move -1 e4",
        "move 1 \x1b[31m",
        "late 1 e4",
        "info 1 depth",
        "info 1 depth=x",
        "info 1 depth=1 depth=2",
        "info 1 cp=1000001",
        f"info 1 nodes={'9' * 400}",
        "info 1 template={x.__class__}",
        f"info 1 pv={';'.join(['e4'] * 257)}",
        "failed 1 I+was+robbed",
        "failed 1 function-raised error=x",
        "failed 1 function-raised error=x where=y template={nope}",
        "failed 1",
    ],
)
def test_anything_else_is_a_breach(line):
    message = read_child(line)
    assert isinstance(message, Breach)
    assert str(message.sentence)


@given(st.text(max_size=200))
def test_every_line_becomes_a_message(line):
    for begin in (
        "",
        "move 1 ",
        "info 1 ",
        "info 1 text=",
        "failed 1 function-raised ",
        "failed 0 ",
    ):
        read_child(begin + line)


@given(anything)
def test_any_text_that_a_function_returns_arrives_legible(text):
    line = reply_line(7, Play(text))
    assert line.isprintable()
    message = read_child(line)
    assert isinstance(message, ChildMove)
    assert message.text.isprintable()
    if text.isprintable() and len(text) <= MOST_MOVE:
        assert message.text == text


@given(
    st.sampled_from(sorted(CHILD_FAILURES)), st.lists(anything, min_size=3, max_size=3), anything
)
def test_any_failure_arrives_with_its_facts(word, facts, trace):
    cause, row = CHILD_FAILURES[word]
    names = dict(zip(fields_of(row.words), facts, strict=False))
    line = failed_line(3, Explanation(cause, row(**names), traceback=trace))
    assert line.isprintable()
    message = read_child(line)
    assert isinstance(message, ChildFailed)
    assert message.explanation.cause is cause
    assert row_of(message.explanation.sentence) is row
    for name, fact in names.items():
        if fact.isprintable() and len(fact) < 500:
            assert message.explanation.sentence.facts[name] == legible(fact)


def test_the_longest_failure_fits_into_a_line():
    long = "\u202e" * 100_000
    facts = {"file": long, "function": long, "functions": long}
    _, row = CHILD_FAILURES["no-such-function"]
    line = failed_line(999_999_999, Explanation(Cause.EXCEPTION, row(**facts), traceback=long))
    assert len(line.encode()) < MOST_LINE_BYTES
    assert isinstance(read_child(line), ChildFailed)


NUMBERS = st.none() | st.integers() | st.floats() | st.text(max_size=5)
THOUGHTS = st.builds(
    Thought,
    depth=NUMBERS,
    seldepth=NUMBERS,
    score=st.none() | st.builds(Score, cp=NUMBERS, mate=NUMBERS),
    nodes=NUMBERS,
    nps=NUMBERS,
    time=NUMBERS,
    hashfull=NUMBERS,
    pv=st.lists(anything).map(tuple),
    text=anything,
)


@given(THOUGHTS)
def test_whatever_a_function_reports_is_brought_within_bounds(thought):
    message = read_child(thought_line(5, thought))
    assert isinstance(message, ChildThought)
    assert sound(message.thought) == message.thought


def test_the_whole_of_a_sensible_thought_arrives():
    thought = Thought(9, 12, Score(mate=-3), 10**12, 10**7, 1.25, 33, ("e2e4", "N+f3"), "so it is")
    assert read_child(thought_line(5, thought)) == ChildThought(5, thought)


def played(function, **options):
    ended = []
    black = InProcessAI(function, **options)
    game = Game(CHESS, white=ScriptedPlayer(FakeTime(), "e4"), black=black)
    game.bus.subscribe(lambda event: ended.append(event))
    try:
        game.run()
    finally:
        black.close()
    return ended[-1]


def test_a_function_that_writes_to_the_board_itself_loses_by_a_breach():
    ended = played(functions.writes_to_the_board, isolate=True)
    assert ended.outcome.winner is Color.WHITE
    assert ended.outcome.reason is Reason.BREACH
    assert ended.explanation.cause is Cause.BREACH
    assert '{"move": 5}' in str(ended.explanation.sentence)


@pytest.mark.parametrize("options", [{"isolate": True}, {"inline": True}, {}], ids=str)
def test_a_move_whose_text_is_no_text_is_no_move(options):
    ended = played(functions.returns_an_odd_move, **options)
    assert ended.outcome.winner is Color.WHITE
    assert ended.explanation.cause is Cause.WRONG_TYPE


@pytest.mark.parametrize("options", [{"isolate": True}, {"inline": True}, {}], ids=str)
def test_a_text_that_is_no_move_is_quoted(options):
    ended = played(functions.returns_nonsense, **options)
    assert ended.outcome.reason is Reason.ILLEGAL_MOVES
    assert ended.outcome.detail == r"é4 +;%=\x07 马"


@pytest.mark.parametrize("options", [{"isolate": True}, {"inline": True}, {}], ids=str)
def test_a_function_that_reports_nonsense_plays_on(options):
    ended = played(functions.reports_nonsense, **options)
    assert ended.outcome.reason is Reason.ILLEGAL_MOVES, "it has been asked for its move"


def test_a_sentence_of_the_child_is_never_its_own():
    line = "failed 1 function-raised error={where.__class__} where={nope:>200000000} traceback="
    message = read_child(line)
    assert isinstance(message, ChildFailed)
    said = str(message.explanation.sentence)
    assert said == "the function raised {where.__class__} at {nope:>200000000}"
    assert isinstance(Fail(message.explanation), Fail)
