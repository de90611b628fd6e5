"""Whose work kept the processors busy."""

import subprocess
import sys

import pytest

from board_core.supervise.load import Load, counters, load_between, overloaded_by_others


@pytest.mark.parametrize(
    ("load", "by_others"),
    [
        (Load(had=4.0, idle=0.1, ours=1.9, started=0), True),
        (Load(had=4.0, idle=0.1, ours=2.1, started=0), False),
        (Load(had=4.0, idle=1.0, ours=0.1, started=0), False),
        (Load(had=4.0, idle=0.0, ours=0.1, started=51), False),
    ],
    ids=["by others", "by the players", "not at all", "by nobody knows whom"],
)
def test_who_overloads_a_machine(load: Load, by_others: bool):
    assert overloaded_by_others(load) is by_others


SPIN = "import time; end = time.process_time() + 0.3\nwhile time.process_time() < end: pass"


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_what_a_child_has_used_is_ours_even_when_it_has_ended():
    before = counters()
    subprocess.run([sys.executable, "-c", SPIN], check=True)
    load = load_between(before, counters())
    assert load is not None
    assert load.ours >= 0.25
    assert load.started >= 1
    assert load.had >= 0.25


def test_where_nothing_is_told_nothing_is_concluded():
    assert load_between(None, None) is None
