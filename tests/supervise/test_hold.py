"""A program is held as a whole: all it starts stands still, is counted and is ended with it."""

import subprocess
import sys
import textwrap
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from heard import Heard

from board_core.supervise.command import Command
from board_core.supervise.hold import HoldKind
from board_core.supervise.limits import Limits
from board_core.supervise.memory import memory_available
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="groups are Linux's"),
]


@pytest.fixture(autouse=True)
def each_kind(kind):
    """All of these tests are for each way of holding a program."""


@pytest.fixture
def sandbox(sandbox):
    return Confinement(sandbox, allow_root=True)


def started(code: str, how: Confinement) -> tuple[Program, Heard]:
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", textwrap.dedent(code)), None)
    return heard.start(command, confinement=how, grace=0.5), heard


def test_each_program_has_a_share_of_the_processors_of_its_own(sandbox, kind):
    """Sixty processes of one do not take the time of a program in another game."""
    if kind not in (HoldKind.V1, HoldKind.V2):
        pytest.skip("signals share nothing out")
    programs = [started("print('ready'); input()", sandbox) for _ in range(2)]
    shares = set()
    for program, heard in programs:
        assert heard.next() == "ready"
        text = Path(f"/proc/{program.pid}/cgroup").read_text()
        lines = [line.split(":", 2) for line in text.splitlines()]
        shares |= {path for _, names, path in lines if "cpu" in names.split(",")} or {
            path for _, names, path in lines if not names
        }
    for program, _ in programs:
        program.close()
    assert len(shares) == 2, shares


COUNTS = """
    import os
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            while True:
                pass
    print("ready")
    while input() == "x":
        print("here")
"""


def test_a_frozen_program_and_all_its_children_use_no_processor(sandbox):
    program, heard = started(COUNTS, sandbox)
    assert heard.next() == "ready"
    for _ in range(2):
        program.freeze()
        program.freeze()
        program.write("x\n")
        before = standing(program)
        busy(0.1)
        assert standing(program) - before < 0.03  # what the system had not counted yet
        assert heard.nothing()
        program.thaw()
        program.thaw()
        assert heard.next() == "here"
    program.close()
    assert not program.running


def standing(program: Program) -> float:
    """Processor time once it has settled: freezing takes hold at the next step of each process."""
    busy(0.02)
    spent = program.spent()
    assert spent is not None
    return spent.cpu


def busy(seconds: float) -> None:
    """Use a processor for so long: time that passes for the others too."""
    code = f"import time\nwhile time.process_time() < {seconds}: pass"
    subprocess.run([sys.executable, "-S", "-c", code], check=True)


def test_a_frozen_program_is_closed_and_leaves_no_group(sandbox):
    program, heard = started(COUNTS, sandbox)
    assert heard.next() == "ready"
    places = program._hold.places
    assert all(place.exists() for place in places)
    program.freeze()
    program.close()
    assert not any(place.exists() for place in places)
    program.freeze()
    program.thaw()


def test_a_program_that_is_thawed_hears_that_its_input_is_closed(sandbox):
    program, heard = started("print('ready')\nwhile input(): pass", sandbox)
    assert heard.next() == "ready"
    program.freeze()
    program.close()
    assert program.exited_voluntarily


# Memory

MIB = 1024 * 1024

HOGS = {
    "one process": "x = bytearray(600 << 20)",
    "twenty children": """
        import os, time
        for _ in range(20):
            if os.fork() == 0:
                x = bytearray(100 << 20)
                time.sleep(600)
        time.sleep(600)
        """,
    "forty files in memory": """
        import os
        files = [os.memfd_create("x") for _ in range(40)]
        for file in files:
            for _ in range(50):
                os.write(file, bytes(1 << 20))
        """,
    "files in memory, in flight between sockets": """
        import array, os, socket
        pairs = []
        for _ in range(40):
            file = os.memfd_create("x")
            for _ in range(50):
                os.write(file, bytes(1 << 20))
            pairs.append(socket.socketpair())
            sent = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))
            pairs[-1][0].sendmsg([b"x"], [sent])
            os.close(file)
        """,
    "detached segments": """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        libc.shmat.restype = ctypes.c_void_p
        for _ in range(40):
            segment = libc.shmget(0, 50 << 20, 0o1600)
            if segment < 0:
                raise OSError(ctypes.get_errno(), "shmget")
            at = libc.shmat(segment, None, 0)
            ctypes.memset(at, 1, 50 << 20)
            libc.shmdt(ctypes.c_void_p(at))
        """,
    "temporary files": """
        for number in range(40):
            with open(f"/tmp/{number}", "wb") as file:
                for _ in range(50):
                    file.write(bytes(1 << 20))
        """,
    "one page of each mapping": """
        import ctypes, mmap, os
        libc = ctypes.CDLL(None)
        kept = []
        for _ in range(40):
            kept.append(mmap.mmap(-1, 50 << 20))
            kept[-1].write(b"x" * (50 << 20))
            at = ctypes.addressof(ctypes.c_char.from_buffer(kept[-1]))
            libc.munmap(ctypes.c_void_p(at + 4096), ctypes.c_size_t((50 << 20) - 4096))
        """,
    "one page of each mapping of zeros": """
        import ctypes, mmap, os
        libc = ctypes.CDLL(None)
        kept = []
        for _ in range(40):
            kept.append(mmap.mmap(os.open("/dev/zero", os.O_RDWR), 50 << 20))
            kept[-1].write(b"x" * (50 << 20))
            at = ctypes.addressof(ctypes.c_char.from_buffer(kept[-1]))
            libc.munmap(ctypes.c_void_p(at + 4096), ctypes.c_size_t((50 << 20) - 4096))
        """,
    "shared pages": """
        import mmap
        maps = []
        for _ in range(40):
            maps.append(mmap.mmap(-1, 50 << 20))
            maps[-1].write(b"x" * (50 << 20))
        """,
}


@pytest.mark.parametrize("hog", HOGS)
def test_a_program_is_ended_or_refused_before_it_has_a_fifth_more_memory_than_it_may(hog, sandbox):
    """The whole of it: what a machine says is in use is never much more than before."""
    if sandbox.sandbox is Sandbox.OFF and hog not in ("one process", "twenty children"):
        pytest.skip("without a sandbox there are no files in memory of its own")
    how = replace(sandbox, limits=replace(Limits(), memory=256 * MIB, scratch=None, file_size=None))
    code = textwrap.dedent(HOGS[hog]).strip()
    before = used()
    program, heard = started(f"print('ready')\n{code}\nprint('got it')", how)
    try:
        assert heard.next() == "ready"
        most = 0
        while heard.nothing():
            most = max(most, used() - before)
        assert heard.next() not in ("got it", 0)  # None: its output is closed, it is just ending
        assert peak(program) < 256 * 1.2 * MIB
        assert most < 256 * 1.2 * MIB + ELSEWHERE
        for _ in range(1000):  # its output may be closed before its end, or last words, are seen
            if program.excess or program.stderr:
                break
            time.sleep(0.01)
        if program.excess is None:
            assert "Errno" in program.stderr or "MemoryError" in program.stderr
        else:
            assert "256 MiB of memory" in str(program.excess)
    finally:
        program.close()


ELSEWHERE = 700 * MIB
"""What other processes of this machine, such as other tests, may take meanwhile."""


def peak(program: Program) -> int:
    """Bytes of memory that the system has counted at most; 0 where it does not."""
    for place in program._hold.places:
        for name in ("memory.peak", "memory.max_usage_in_bytes"):
            with suppress(OSError):
                return int((place / name).read_text())
    return 0


def used() -> int:
    """Bytes of memory of this machine that are not free for others."""
    left = memory_available()
    assert left is not None
    return -left


def test_a_program_that_stays_below_its_limit_is_left_alone(sandbox):
    how = replace(sandbox, limits=replace(Limits(), memory=256 * MIB))
    program, heard = started("x = bytearray(150 << 20)\nprint('ready')\ninput()", how)
    assert heard.next() == "ready"
    busy(0.3)
    assert program.running
    assert program.excess is None
    program.close()


def test_memory_that_a_program_reserves_and_does_not_use_is_not_counted(sandbox):
    """As AddressSanitizer reserves 14 TiB."""
    code = """
        import mmap
        how = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000  # MAP_NORESERVE
        shadow = mmap.mmap(-1, 14 << 40, flags=how)
        shadow[1 << 40] = 1
        print("ready")
        input()
        """
    limits = replace(Limits(), memory=256 * MIB)
    program, heard = started(textwrap.dedent(code).strip(), replace(sandbox, limits=limits))
    assert heard.next() == "ready", program.stderr
    program.close()


def test_processes_are_counted_for_the_whole_program(sandbox, kind):
    if kind is HoldKind.SIGNALS:
        pytest.skip("there the system counts them for ordinary users only")
    how = replace(sandbox, limits=replace(Limits(), processes=20))
    code = """
        import os, time
        for number in range(200):
            try:
                if os.fork() == 0:
                    time.sleep(600)
            except OSError:
                break
        print(number, flush=True)
        time.sleep(600)
        """
    program, heard = started(code, how)
    assert 10 < int(str(heard.next())) < 30
    program.close()
