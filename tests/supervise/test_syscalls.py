"""The filter of both machines, run by a small interpreter of BPF; and its tables."""

import errno
import re
import struct
from pathlib import Path

import pytest

from board_core.supervise import syscalls
from board_core.supervise.syscalls import (
    ANSWERED_OTHERWISE,
    CALL_NUMBERS,
    KERNEL_AIO,
    MACHINE_NUMBERS,
    SECCOMP_ALLOW,
    SECCOMP_FAIL,
    SECCOMP_KILL,
    program,
    refusals,
)

EPERM, ENOSYS, EINVAL, ENOMEM, FAMILY, DOES_NOTHING = (
    SECCOMP_FAIL | error
    for error in (
        *(errno.EPERM, errno.ENOSYS, errno.EINVAL, errno.ENOMEM, errno.EAFNOSUPPORT),
        0,
    )
)
USUAL = refusals(stopped=False, hiding=False, pinned=False)
ALL = refusals(stopped=True, hiding=True, pinned=True)

needs_headers = pytest.mark.skipif(
    not Path("/usr/include/asm-generic/unistd.h").exists(), reason="the headers are not installed"
)


def run(filter_: bytes, machine: int, number: int, *arguments: int) -> int:
    """What the filter says of a call: as the kernel runs it, and no step twice."""
    shown = struct.pack("=IIQ6Q", number, machine, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = list(struct.iter_unpack("=HBBI", filter_))
    value, at = 0, 0
    while True:
        code, yes, no, k = steps[at]
        at += 1
        match code:
            case syscalls.BPF_LOAD:
                (value,) = struct.unpack_from("=I", shown, k)
            case syscalls.BPF_AND:
                value &= k
            case syscalls.BPF_EQUAL:
                at += yes if value == k else no
            case syscalls.AT_LEAST:
                at += yes if value >= k else no
            case syscalls.BPF_RETURN:
                return k
            case _:
                raise AssertionError(code)


@pytest.fixture(params=MACHINE_NUMBERS)
def call(request):
    """``call("keyctl", 1, refused=USUAL)`` on one kind of machine."""

    def verdict(name: str | int, *arguments: int, refused=USUAL) -> int | None:
        column = list(MACHINE_NUMBERS).index(request.param)
        number = CALL_NUMBERS[name][column] if isinstance(name, str) else name
        filter_ = program(request.param, refused)
        assert filter_ is not None
        return (
            None
            if number is None
            else run(filter_, MACHINE_NUMBERS[request.param], number, *arguments)
        )

    return verdict


@pytest.mark.parametrize(
    "name", sorted({r.call for r in USUAL if not r.tests} - ANSWERED_OTHERWISE)
)
def test_what_is_named_is_refused(call, name):
    assert call(name) in (EPERM, None)
    assert call(name, 2**64 - 1, 2**64 - 1) in (EPERM, None)


def test_a_lock_of_a_file_locks_nothing(call):
    assert call("flock", 3, 2) in (DOES_NOTHING, None)
    for command in (6, 7, 37, 38):
        assert call("fcntl", 3, command, 0x7F0000000000) == DOES_NOTHING
    assert call("fcntl", 3, 5) == SECCOMP_ALLOW  # F_GETLK


def test_only_commands_of_fcntl_that_runtimes_need_are_allowed(call):
    allowed = {number for number in range(2000) if call("fcntl", 3, number) == SECCOMP_ALLOW}
    copies_and_flags, owners, pipes_and_seals = {0, 1, 2, 3, 4}, {8, 9, 10, 11, 15, 16}, {1032}
    pipes_and_seals |= {1033, 1034}
    assert allowed == copies_and_flags | owners | pipes_and_seals | {5, 36, 1027, 1028, 1030}
    for lease_or_hint in (1024, 1025, 1026, 1031, 1036, 1038, 1040, 2**32 + 1024):
        assert call("fcntl", 3, lease_or_hint) == EINVAL


def test_no_aio_and_no_huge_pages(call):
    assert {call(name) for name in KERNEL_AIO} == {ENOSYS}
    assert call("mmap", 0, 1 << 21, 3, 0x22 | 0x40000) == ENOMEM
    assert call("mmap", 0, 1 << 21, 3, 0x22 | 0x40000 | 21 << 26, refused=ALL) == ENOMEM
    assert call("memfd_create", 0, 4) == ENOSYS
    assert call("memfd_create", 0, 3) == SECCOMP_ALLOW
    assert call("shmget", 0, 4096, 0o4600) == ENOMEM
    assert call("shmget", 0, 4096, 0o1600) == SECCOMP_ALLOW


def test_what_is_not_named_is_allowed(call):
    refused = {number for name in CALL_NUMBERS for number in CALL_NUMBERS[name]}
    assert {call(number) for number in range(600) if number not in refused} == {SECCOMP_ALLOW}


@pytest.mark.parametrize(
    ("name", "arguments", "wanted"),
    [
        ("personality", (0,), SECCOMP_ALLOW),
        ("personality", (0xFFFFFFFF,), SECCOMP_ALLOW),
        ("personality", (0x0040000,), EPERM),
        ("personality", (0x400000,), EPERM),
        ("clone", (0x3D0F00,), SECCOMP_ALLOW),  # a thread
        ("clone", (17,), SECCOMP_ALLOW),  # a fork
        *(("clone", (flag | 17,), EPERM) for flag in (0x00020000, 0x02000000, 0x04000000)),
        *(("clone", (flag,), EPERM) for flag in (0x08000000, 0x10000000, 0x20000000, 0x40000000)),
        ("clone3", (), ENOSYS),
        ("ioctl", (0, 0x5401), SECCOMP_ALLOW),
        ("ioctl", (0, 0x5412), EPERM),
        ("ioctl", (0, 0x100005412), EPERM),  # the kernel looks at the lower half only
        ("ioctl", (0, 0x541C), EPERM),
        *((name, (1,), SECCOMP_ALLOW) for name in ("socket", "socketpair")),
        *(("socket", (family,), FAMILY) for family in (0, 2, 3, 10, 16, 17, 38, 40, 44)),
        ("socketpair", (16,), FAMILY),
        *(("setsockopt", (3, 1, filter_), EPERM) for filter_ in (26, 50, 51, 52, 2**32 + 26)),
        ("setsockopt", (3, 1, 2), SECCOMP_ALLOW),  # SO_REUSEADDR
        ("setsockopt", (3, 6, 26), SECCOMP_ALLOW),  # of TCP
        ("prctl", (22, 2), EPERM),
        ("prctl", (21,), SECCOMP_ALLOW),
        ("kill", (-1 & 0xFFFFFFFF, 18), SECCOMP_ALLOW),
        ("timer_create", (), SECCOMP_ALLOW),
        ("memfd_create", (), SECCOMP_ALLOW),
        ("mmap", (0, 4096, 3, 0x21), SECCOMP_ALLOW),
        ("sched_setaffinity", (), SECCOMP_ALLOW),
    ],
)
def test_arguments_decide_about_some(call, name, arguments, wanted):
    assert call(name, *arguments) == wanted


@pytest.mark.parametrize(
    ("name", "arguments", "wanted"),
    [
        ("kill", (-1 & 0xFFFFFFFF, 18), EPERM),
        ("kill", (2, 15), SECCOMP_ALLOW),
        ("tgkill", (2, 2, 18), EPERM),
        ("tgkill", (18, 18, 19), SECCOMP_ALLOW),
        ("tkill", (2, 18), EPERM),
        ("rt_sigqueueinfo", (2, 18), EPERM),
        ("rt_tgsigqueueinfo", (2, 2, 18), EPERM),
        ("pidfd_send_signal", (3, 18), EPERM),
        ("timer_create", (), EPERM),
        ("setpgid", (), EPERM),
        ("fcntl", (0, 10, 18), EPERM),
        ("fcntl", (0, 10, 9), EPERM),
        ("fcntl", (0, 10, 0x100000009), EPERM),
        ("fcntl", (0, 10, 0), SECCOMP_ALLOW),
        ("fcntl", (0, 10, 29), SECCOMP_ALLOW),  # SIGIO, as ever
        ("fcntl", (0, 9, 18), SECCOMP_ALLOW),
        ("prctl", (1, 18), EPERM),
        ("prctl", (1, 9), SECCOMP_ALLOW),
        ("prctl", (15, 18), SECCOMP_ALLOW),
        ("clone", (18,), EPERM),  # a child whose end continues its parent
        ("clone", (17,), SECCOMP_ALLOW),
        ("clone", (0x10000000,), EPERM),
        ("ioctl", (0, 0x5412), EPERM),
        ("ioctl", (0, 0x40045431), EPERM),
        ("ioctl", (0, 0x5441), EPERM),
        ("ioctl", (0, 0x540E), EPERM),
        ("ioctl", (0, 0x5401), SECCOMP_ALLOW),
        ("memfd_create", (), EPERM),
        ("shmget", (), EPERM),
        ("msgget", (), EPERM),
        ("semget", (), EPERM),
        ("sched_setaffinity", (), EPERM),
        ("mmap", (0, 4096, 3, 0x21), EPERM),
        ("mmap", (0, 4096, 3, 0x23), EPERM),  # MAP_SHARED_VALIDATE
        ("mmap", (0, 4096, 3, 0x22), SECCOMP_ALLOW),
        ("mmap", (0, 4096, 3, 0x01), SECCOMP_ALLOW),
    ],
)
def test_more_is_refused_where_signals_stop_a_program_and_nothing_counts_for_all(
    call, name, arguments, wanted
):
    assert call(name, *arguments, refused=ALL) == wanted


def test_calls_of_another_machine_end_the_program():
    for machine, number in MACHINE_NUMBERS.items():
        filter_ = program(machine, USUAL)
        assert filter_ is not None
        assert run(filter_, 0x40000003, 20) == SECCOMP_KILL  # int 0x80
        assert run(filter_, number ^ 1, 39) == SECCOMP_KILL


def test_calls_of_x32_are_not_there():
    filter_ = program("x86_64", ALL)
    assert filter_ is not None
    assert run(filter_, MACHINE_NUMBERS["x86_64"], 0x40000000 | 39) == ENOSYS
    assert run(filter_, MACHINE_NUMBERS["x86_64"], 0xFFFFFFFF) == ENOSYS


def test_another_kind_of_machine_has_no_filter():
    assert program("riscv64", USUAL) is None


@needs_headers
@pytest.mark.parametrize(
    ("column", "header"),
    [(0, "x86_64-linux-gnu/asm/unistd_64.h"), (1, "asm-generic/unistd.h")],
)
def test_the_numbers_are_those_of_the_systems_headers(column, header):
    file = Path("/usr/include", header)
    if not file.exists():
        pytest.skip(f"{file} is for another machine")
    defined = {
        name: int(number)
        for name, number in re.findall(r"#define (?:__NR|__NR3264)_(\w+)\s+(\d+)", file.read_text())
    }
    newest = max(number for number in defined.values() if number < 1000)  # of these headers
    for name, numbers in CALL_NUMBERS.items():
        if (numbers[column] or 0) <= newest:
            assert numbers[column] == defined.get(name), name
