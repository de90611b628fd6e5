"""What crosses a border is frozen, complete and exported."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import assert_never, get_args

import pytest

import board_core
from board_core import Color, Event, Message, Outcome, PerColor, Reason, Reply, Statement, say
from board_core.games import CHESS
from board_core.testing import play_script

KINDS = sorted(
    {kind for union in (Event, Message, Reply, Statement) for kind in get_args(union)},
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_is_frozen_slotted_and_exported(kind: type):
    assert is_dataclass(kind)
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)
    assert getattr(board_core, kind.__name__) is kind
    assert kind.__name__ in board_core.__all__


def words(reply: Reply) -> str:
    """The type checker finds what is missing here."""
    match reply:
        case board_core.Play(text):
            return text
        case board_core.Resign():
            return "resigns"
        case board_core.ClaimDraw():
            return "claims"
        case board_core.Fail():
            return "fails"
        case _:
            assert_never(reply)


def test_a_match_over_replies_is_whole():
    assert words(board_core.Play("e4")) == "e4"


def test_events_cannot_be_changed():
    event = play_script(CHESS, [board_core.Resign()], [])[0]
    for field in fields(event):
        with pytest.raises(FrozenInstanceError):
            setattr(event, field.name, None)


def test_every_name_the_package_offers_is_there():
    assert all(hasattr(board_core, name) for name in board_core.__all__)


def test_one_value_for_each_side():
    pair = PerColor("w", "b")
    assert (pair[Color.WHITE], pair[Color.BLACK]) == ("w", "b")
    assert pair.put(Color.BLACK, "x") == PerColor("w", "x")
    assert pair.put(Color.WHITE, "x") == PerColor("x", "b")
    assert pair.map(str.upper) == PerColor("W", "B")
    assert PerColor.both(1) == PerColor(1, 1)


def test_each_side_has_the_other():
    assert (Color.WHITE.other, Color.BLACK.other) == (Color.BLACK, Color.WHITE)


@pytest.mark.parametrize(
    ("outcome", "result"),
    [
        (Outcome(Color.WHITE, Reason.CHECKMATE), "1-0"),
        (Outcome(Color.BLACK, Reason.NOT_STARTED), "0-1"),
        (Outcome(None, Reason.STALEMATE), "1/2-1/2"),
        (Outcome(None, Reason.TIME), "1/2-1/2"),
        (Outcome(None, Reason.NOT_STARTED), "*"),
        (Outcome(None, Reason.STOPPED), "*"),
        (Outcome(None, Reason.INTERNAL_ERROR), "*"),
    ],
)
def test_the_result_of_an_outcome(outcome: Outcome, result: str):
    assert outcome.result == result


def test_a_sentence_is_english_until_it_is_translated():
    sentence = say("{text} is not a move", text="'{x}'")
    assert str(sentence) == "'{x}' is not a move"
    assert sentence.fill("kein Zug: {text}") == "kein Zug: '{x}'"
