"""What is concluded from what was seen: values in, values out."""

from dataclasses import replace

import pytest

from board_core import Cause, Reason, say
from board_core.diagnosis.evidence import Evidence, diagnose, seems_idle
from board_core.supervise.load import Load
from board_core.supervise.processes import Usage

OTHERS = Load(had=0.4, idle=0.01, others=0.3)
PLAYERS = Load(had=0.4, idle=0.01, others=0.1)


def seen(state: str = "S", cpu: float = 1.0, waited: float = 0.0, **more) -> Evidence:
    unread = more.pop("unread", 0)
    return Evidence(
        "a move",
        "e4",
        before=Usage("S", 1.0, 0.0, 0),
        now=Usage(state, cpu, waited, unread),
        **more,
    )


@pytest.mark.parametrize(
    ("evidence", "cause"),
    [
        (seen(), Cause.IDLE),
        (seen("R", 1.1), Cause.COMPUTING),
        (seen("S", 1.05), Cause.COMPUTING),
        (seen("R", 1.001, waited=0.09), Cause.BUSY_MACHINE),
        (seen("R", 1.001, waited=9.0, load=OTHERS), Cause.OVERLOADED),
        (seen("R", 1.001, waited=0.09, load=OTHERS), Cause.BUSY_MACHINE),  # only at its end
        (seen("R", 1.001, waited=9.0, load=PLAYERS), Cause.BUSY_MACHINE),
        (seen("T"), Cause.SUSPENDED),
        (seen(unread=6), Cause.NEVER_READ),
        (seen("R", 2.0, waited=0.09, unread=6), Cause.NEVER_READ),
        (seen("R", 1.001, waited=0.09, unread=6), Cause.BUSY_MACHINE),  # it had no time to
        (seen(unfinished="e4"), Cause.NO_NEWLINE),
        (seen(when_closed=["e4"], reacted=True), Cause.UNFLUSHED),
        (seen(when_closed=["e4"]), Cause.READS_TO_END),
        (seen(""), Cause.NO_ANSWER),
    ],
)
def test_why_a_program_did_not_answer_in_time(evidence, cause):
    assert diagnose(Reason.TIME, evidence)[0] is cause


def test_only_a_program_that_sleeps_may_have_a_move_in_its_buffer():
    assert seems_idle(seen())
    assert not seems_idle(seen("R"))
    assert not seems_idle(seen(unread=3))


def test_an_illegal_move_is_explained_by_its_refusal():
    why = say("no such piece")
    assert diagnose(Reason.ILLEGAL_MOVES, seen(refusal=why)) == (Cause.ILLEGAL, why)


@pytest.mark.parametrize(
    ("more", "last"),
    [
        ({"heard": "id name A"}, "its last line was 'id name A'"),
        ({"heard": "", "blank": True}, "its last line was empty"),
        ({"heard": ""}, "no line came"),
    ],
)
def test_an_empty_last_line_is_called_so(more, last):
    _, sentence = diagnose(Reason.NOT_STARTED, replace(seen(), **more))
    assert str(sentence).endswith(last)


def test_a_missing_handshake_names_what_was_expected():
    _, sentence = diagnose(Reason.NOT_STARTED, seen())
    assert "'a move'" in str(sentence)
