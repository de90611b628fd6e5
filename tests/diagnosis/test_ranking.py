"""One ranking decides what of all that is found is said."""

import pytest

from board_core.diagnosis import rows
from board_core.diagnosis.facts import Facts, Surroundings
from board_core.diagnosis.ranking import explain
from board_core.game.player import Cause, Explanation
from board_core.supervise.children import ChildSeen
from board_core.supervise.command import Command
from board_core.text.findings import hinted
from board_core.text.sentence import say

ENDED, WAITS = say("it ended"), rows.WAITS_FOR_MORE()
COMPUTES, OVERLOADED = rows.STILL_COMPUTES(total=3.0), rows.OVERLOADED(computed=0.1)
LIMITED = Surroundings(memory=200)
CRASH = 'Traceback (most recent call last):\n  File "ai.py", line 2, in f\nMemoryError'
RECURSION = 'Traceback (most recent call last):\n  File "ai.py", line 2, in f\nRecursionError: deep'


def codes(cause: Cause, stderr: str = "", *argv: str, known=ENDED, **more):
    command = Command(argv or ("ai",), None)
    return explain(Facts(Explanation(cause, known, stderr=stderr), command, **more)).codes


def test_what_is_proven_leaves_nothing_to_add():
    windows = "ModuleNotFoundError: No module named 'msvcrt'\nOut of memory"
    assert codes(Cause.EXITED, windows, around=LIMITED) == ("windows-only",)


def test_what_it_was_kept_from_is_said_without_the_error_that_follows():
    assert codes(Cause.EXITED, CRASH, around=LIMITED) == ("memory-used-up",)
    assert codes(Cause.EXITED, CRASH) == ("error-line",)


@pytest.mark.parametrize(
    ("stderr", "more", "said"),
    [
        ("", {}, ("waits-for-input",)),
        ("", {"threads": ("ai", "ai")}, ("silent-tasks", "waits-for-input")),
        (CRASH, {"threads": ("ai", "ai")}, ("error-line", "waits-for-input")),
        (f"Exception in thread T:\n{CRASH}", {"threads": ("ai", "ai")}, ("thread-ended",)),
        (RECURSION, {}, ("endless-recursion", "waits-for-input")),
    ],
)
def test_a_silence_is_explained_by_what_tells_most_of_it(stderr, more, said):
    assert codes(Cause.IDLE, stderr, known=WAITS, **more) == said


def test_a_guess_at_what_is_only_common_is_made_where_nothing_else_was_found():
    program = ("./ai",)
    assert codes(Cause.IDLE, "", *program, known=WAITS, still_asked=True)[0] == "perhaps-unflushed"
    assert codes(Cause.IDLE, "", *program, known=WAITS) == ("waits-for-input",)
    assert codes(Cause.IDLE, CRASH, *program, known=WAITS, still_asked=True)[0] == "error-line"


@pytest.mark.parametrize(
    ("known", "child", "said"),
    [
        (WAITS, {"fed": True, "awaited": True}, "wait-for-each-other"),
        (WAITS, {"fed": True}, "child-behind"),  # it may wait for its next question
        (WAITS, {"writes": 2}, "child-cannot-write"),
        (WAITS, {"sleeps": True, "awaited": True}, "waits-for-child"),
        (WAITS, {"sleeps": True}, "waits-for-input"),
        (WAITS, {"state": "R", "awaited": True}, "waits-for-input"),  # it has only just begun
        (COMPUTES, {"state": "R", "awaited": True}, "waits-for-child"),
        (OVERLOADED, {"state": "R", "awaited": True}, "waits-for-child"),
        (COMPUTES, {"state": "R", "awaited": True, "shares_input": True}, "still-computing"),
        (COMPUTES, {"state": "R"}, "still-computing"),
        (COMPUTES, {"writes": 2}, "still-computing"),  # it may be about to read
    ],
)
def test_what_a_child_was_seen_to_do_comes_before_guesses(known, child, said):
    cause = Cause.IDLE if known is WAITS else Cause.COMPUTING
    children = (ChildSeen("./engine", **child),)
    assert codes(cause, known=known, children=children)[0] == said
    seen = said in {row.code for row in rows.OF_ITS_CHILD}
    with_threads = codes(cause, known=known, threads=("ai", "ai"), children=children)
    assert (with_threads[0] == "silent-tasks") == (cause is Cause.IDLE and not seen)


def test_what_the_protocol_told_is_not_told_again_by_its_words():
    told = hinted(WAITS, rows.PERHAPS_COORDINATES(sent="'Nf3'", heard="'e7e5'"))
    assert codes(Cause.IDLE, CRASH, known=told) == ("reads-coordinates", "waits-for-input")
