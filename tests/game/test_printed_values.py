"""What languages print for a value that is no text of a move, and how its refusal tells that."""

import pytest

from board_core import Color
from board_core.author.testing import play_script
from board_core.game.events import MoveRejected
from board_core.game.refused_answers import NO_TEXT, NO_VALUE, NOT_AWAITED, printed_value_sentence
from board_core.games import CHESS, GOMOKU
from board_core.text.findings import row_of

ABSENT = ("undefined", "None", "null", "nil", "<nil>", "(null)", "NaN", "NA", "--")
OTHERS = (
    "[object Object]",
    "<generator object moves at 0x7f3a>",
    "<__main__.Move object at 0x7f9b2c>",
    "Move.from_uci('e2e4')",
    "b'e4'",
    "['e4']",
    "Move@1b6d3586",
    "[Ljava.lang.String;@1b6d3586",
    "System.String[]",
    "System.Linq.Enumerable+ListPartition`1[System.String]",
    "#<struct Move from=1>",
    "table: 0x55d0c8e3f2a0",
    "ARRAY(0x55d0c8)",
    "{e4 5}",
    "{ move: 'e4', score: 10 }",
    "move = e4",
    "%!s(<nil>)",
    'Some("e4")',
    '[1] "e4"',
)
AWAITED = ("<coroutine object choose at 0x7fa1>", "Promise { <pending> }", "[object Promise]")
TEXTS = ("e4", "Nf3", "exd5", "O-O", "e8=Q+", "e2e4", "QL1a2W", "h8", "7,7", "1-0", "x", "", "none")


@pytest.mark.parametrize("text", ABSENT)
def test_a_word_for_a_value_that_is_not_there_is_known(text):
    assert row_of(printed_value_sentence(text)) is NO_VALUE


@pytest.mark.parametrize("text", OTHERS)
def test_a_value_that_was_not_turned_into_a_text_is_known(text):
    assert row_of(printed_value_sentence(text)) is NO_TEXT


@pytest.mark.parametrize("text", AWAITED)
def test_a_value_that_is_still_to_be_awaited_is_known(text):
    assert row_of(printed_value_sentence(text)) is NOT_AWAITED


def test_an_object_of_javascript_is_told_from_a_struct_of_go():
    assert printed_value_sentence("{ move: 'e4' }").facts["language"] == "JavaScript"
    assert printed_value_sentence("{From:e2 To:e4}").facts["language"] == "Go"


@pytest.mark.parametrize("text", TEXTS)
def test_what_may_be_meant_as_a_move_is_not_explained_so(text):
    assert printed_value_sentence(text) is None


@pytest.mark.parametrize("rules", [CHESS, GOMOKU], ids=["chess", "gomoku"])
def test_the_referee_says_so_in_every_game(rules):
    scripts = (["undefined"], []) if rules.first is Color.WHITE else ([], ["undefined"])
    rejected = [e for e in play_script(rules, *scripts) if isinstance(e, MoveRejected)]
    assert str(rejected[0].why).startswith("'undefined' is not a move: it is printed for a value")
