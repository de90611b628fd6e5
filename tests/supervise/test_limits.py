from dataclasses import replace
from math import inf

from board_core.supervise.limits import MIB, NO_LIMITS, Limits, cpu_limit, prlimit_arguments


def test_limits_stand_before_the_command():
    limits = replace(Limits(), memory=10 * MIB)
    assert prlimit_arguments("/usr/bin/prlimit", limits, 90) == [
        "/usr/bin/prlimit",
        "--core=1",
        "--rtprio=0",
        "--nice=0",
        "--memlock=65536",
        "--fsize=67108864",
        "--nofile=256",
        "--cpu=90",
        "--",
    ]


def test_memory_that_is_only_reserved_has_no_limit():
    limited = prlimit_arguments("/usr/bin/prlimit", Limits(), 90)
    assert not any(word.startswith(("--data", "--as")) for word in limited)


def test_without_the_tool_or_without_limits_nothing_stands_there():
    assert prlimit_arguments(None, Limits(), 90) == []
    assert prlimit_arguments("/usr/bin/prlimit", NO_LIMITS, None) == []


def test_processor_time_is_the_clock_and_a_minute_on_each_processor():
    assert cpu_limit(Limits(), 600.0, processors=2) == 1320
    assert cpu_limit(Limits(), inf) is None
    assert cpu_limit(NO_LIMITS, 600.0) is None
