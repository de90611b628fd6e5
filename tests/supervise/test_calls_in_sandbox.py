"""What the filter of system calls, the keyring and the masks come to in a real sandbox."""

import ctypes
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest
from heard import Heard

from board_core.supervise import hold
from board_core.supervise.command import Command
from board_core.supervise.hold import HoldKind
from board_core.supervise.limits import Limits
from board_core.supervise.sandbox import Confinement, Ponder, Sandbox, trial
from board_core.supervise.starter import Starter
from board_core.supervise.status import exit_status
from board_core.supervise.syscalls import CALL_NUMBERS

REQUIRED = Confinement(Sandbox.REQUIRED, allow_root=True)


@pytest.fixture(autouse=True)
def sandbox():
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))
    if platform.machine() != "x86_64":
        pytest.skip("the numbers here are those of x86-64")


def said(command: list[str], how: Confinement = REQUIRED, lines: int = 1) -> list[object]:
    """The first lines of a program, or how it ended."""
    heard = Heard()
    program = heard.start(Command(tuple(command), None), confinement=how, grace=0.2)
    try:
        return [heard.next() for _ in range(lines)]
    finally:
        program.close()


def python(code: str, how: Confinement = REQUIRED) -> object:
    return said([sys.executable, "-S", "-u", "-c", code], how)[0]


CALL = """
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
result = libc.syscall(*[{number}, {arguments}])
print(errno.errorcode[ctypes.get_errno()] if result < 0 else "done", flush=True)
"""


def called(name: str, arguments: str = "0, 0, 0, 0, 0", how: Confinement = REQUIRED) -> object:
    return python(CALL.format(number=CALL_NUMBERS[name][0], arguments=arguments), how)


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("keyctl", "0, -3, 0", "EPERM"),
        ("add_key", 'b"user", b"x", b"x", 1, -3', "EPERM"),
        ("ptrace", "16, 1, 0, 0", "EPERM"),  # PTRACE_ATTACH to the sandbox's first process
        ("ptrace", "0x4206, 1, 0, 0", "EPERM"),  # PTRACE_SEIZE
        ("process_vm_readv", "1, 0, 0, 0, 0, 0", "EPERM"),
        ("userfaultfd", "1", "EPERM"),
        ("perf_event_open", "0, 0, -1, -1, 0", "EPERM"),
        ("io_uring_setup", "1, 0", "EPERM"),
        ("bpf", "0, 0, 0", "EPERM"),
        ("memfd_secret", "0", "EPERM"),
        ("landlock_create_ruleset", "0, 0, 1", "EPERM"),
        ("unshare", "0x10000000", "EPERM"),
        ("clone", "0x10000011, 0, 0, 0, 0", "EPERM"),
        ("clone3", "0, 0", "ENOSYS"),
        ("socket", "40, 1, 0", "EAFNOSUPPORT"),  # AF_VSOCK
        ("socket", "16, 3, 0", "EAFNOSUPPORT"),  # AF_NETLINK
        ("socket", "2, 1, 0", "EAFNOSUPPORT"),  # AF_INET: its timers work while it stands still
        ("socket", "10, 2, 0", "EAFNOSUPPORT"),  # AF_INET6
        ("setxattr", 'b"/tmp", b"user.x", b"x", 1, 0', "ENOTSUP"),
        ("fsetxattr", '0, b"user.x", b"x", 1, 0', "ENOTSUP"),
        ("prctl", "78, 1, 4096, 0, 0", "EINVAL"),  # PR_FUTEX_HASH
        ("setsid", "", "done"),
        ("socket", "1, 1, 0", "done"),
        ("personality", "0xffffffff", "done"),
        ("personality", "0x40000", "EPERM"),
    ],
)
def test_a_call_is_refused(name, arguments, error):
    assert called(name, arguments) == error


def test_threads_and_children_are_started_all_the_same():
    code = """
import subprocess, threading
thread = threading.Thread(target=print, args=["thread"])
thread.start()
thread.join()
subprocess.run(["/bin/echo", "child"])
"""
    assert said([sys.executable, "-S", "-u", "-c", code], lines=2) == ["thread", "child"]


def test_the_keys_of_the_host_are_not_seen():
    """Without the filter too: neither by the files nor by the thread that starts programs."""
    for file in ("keys", "key-users"):
        read = f"try: print(open('/proc/{file}').read())\nexcept PermissionError: print('hidden')"
        assert python(read) == "hidden"
    number = CALL_NUMBERS["keyctl"][0]
    libc = ctypes.CDLL(None)
    own = libc.syscall(number, 0, -3, 0)  # KEYCTL_GET_KEYRING_ID of the session
    other = Starter[int]().run(lambda: libc.syscall(number, 0, -3, 0))
    if own < 0 and other < 0:
        pytest.skip("this machine has no keyrings")
    assert own != other


def test_nothing_is_inherited_but_the_three_pipes():
    code = "import os; print([n for n in range(3, 256) if os.path.exists(f'/proc/self/fd/{n}')])"
    assert python(code) == "[]"


THIRTY_TWO = """
.globl _start
_start: mov $20, %eax
        int $0x80
        mov $1, %eax
        xor %ebx, %ebx
        int $0x80
"""


@pytest.fixture(scope="session")
def old_program(tmp_path_factory):
    """A program of 64 bits that makes a system call of 32: as a 32-bit program makes all."""
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    folder = tmp_path_factory.mktemp("old")
    (folder / "old.s").write_text(THIRTY_TWO)
    command = ["gcc", "-nostdlib", "-static", "-o", str(folder / "old"), str(folder / "old.s")]
    subprocess.run(command, check=True)
    return folder / "old"


def test_a_call_of_another_kind_of_machine_ends_the_program(old_program):
    assert said([str(old_program)]) == [-31]


def test_its_author_is_told_of_32_bits():
    assert "32-bit program cannot run in the sandbox" in str(exit_status(-31))


def test_the_processors_are_chosen_by_the_host():
    some = min(os.sched_getaffinity(0))
    how = replace(REQUIRED, limits=replace(Limits(), cores=frozenset({some})))
    assert python("import os; print(os.sched_getaffinity(0))", how) == f"{{{some}}}"
    everywhere = "import os; os.sched_setaffinity(0, range(os.cpu_count()))"
    assert python(f"{everywhere}; print('moved')", how) == 1
    assert python(f"{everywhere}; print('moved')") == "moved"
    assert os.sched_getaffinity(0) >= {some}


@pytest.mark.parametrize(
    "name", ["memfd_create", "shmget", "msgget", "semget", "timer_create", "setpgid"]
)
def test_what_escapes_signals_is_refused_where_they_stop_a_program(name, monkeypatch):
    still = replace(REQUIRED, ponder=Ponder.FREEZE)
    monkeypatch.setenv(hold.HOLD_VARIABLE, "signals")
    assert hold.kind() is HoldKind.SIGNALS
    assert called(name, how=still) == "EPERM"
    monkeypatch.delenv(hold.HOLD_VARIABLE)
    if hold.kind() is not HoldKind.SIGNALS:
        assert called(name, how=still) != "EPERM"


@pytest.mark.parametrize("name", ["timer_create", "setpgid"])
def test_a_program_that_is_never_stopped_may_have_timers(name, monkeypatch):
    """The runtime of every Haskell program makes one at its start."""
    monkeypatch.setenv(hold.HOLD_VARIABLE, "signals")
    assert called(name) != "EPERM"
