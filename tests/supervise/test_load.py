"""Whose work kept the processors busy."""

import os
import subprocess
import sys

import pytest

from board_core.supervise.load import Load, counters, load_between, overloaded_by_others


@pytest.mark.parametrize(
    ("load", "by_others"),
    [
        (Load(had=4.0, idle=0.1, others=2.1), True),
        (Load(had=4.0, idle=0.1, others=1.9), False),
        (Load(had=4.0, idle=1.0, others=2.9), False),
    ],
    ids=["by others", "by whom is not seen", "not at all"],
)
def test_who_overloads_a_machine(load: Load, by_others: bool):
    assert overloaded_by_others(load) is by_others


SPIN = "import time; end = time.process_time() + 0.3\nwhile time.process_time() < end: pass"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_what_ours_have_used_is_never_that_of_others_even_when_they_have_ended():
    before = counters()
    child = subprocess.Popen([sys.executable, "-c", SPIN])
    child.wait()
    load = load_between(before, counters())
    assert load is not None
    assert load.had - load.idle >= 0.25
    assert child.pid not in {pid for pid, _ in counters().others}
    assert before.others
    assert os.getpid() not in {pid for pid, _ in before.others}


def test_where_nothing_is_told_nothing_is_concluded():
    assert load_between(None, None) is None
