"""Ways to compute while it is the opponent's turn; part of ``attacks.py``."""

import contextlib
import ctypes
import fcntl
import mmap
import os
import signal
import socket
import struct
import threading
import time
from collections.abc import Callable

LIBC = ctypes.CDLL(None, use_errno=True)
MOST = 64
SLICE = 0.05  # seconds of wall-clock time, for each of which a helper notes what it has used
SLICES = 200  # after which it begins again with the first
PDEATHSIG, SETSIG = 1, 10
TIMER = struct.Struct("<qiixxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")  # struct sigevent


def begin(kind: str) -> "Callable[[float, float], float]":
    """Start the helpers; the answer says how many seconds of processor all have used between two
    instants of ``time.perf_counter``."""
    file = os.open(f"{os.environ['TMPDIR']}/used", os.O_CREAT | os.O_RDWR)
    os.ftruncate(file, 8 * MOST * SLICES)
    used = mmap.mmap(file, 8 * MOST * SLICES)
    for index in range(COUNTS[kind]):
        if os.fork() == 0:
            os.setsid()
            with contextlib.suppress(BaseException):
                KINDS[kind](used, index)
            os._exit(0)
    time.sleep(0.3)

    def between(since: float, until: float) -> float:
        slices = range(int(since / SLICE) + 1, int(until / SLICE))
        places = [
            8 * (index * SLICES + slice % SLICES) for index in range(MOST) for slice in slices
        ]
        return sum(struct.unpack_from("<d", used, place)[0] for place in places)

    return between


def _spin(used: mmap.mmap, index: int, seconds: float = 600.0) -> None:
    before = time.process_time()
    end = before + seconds
    while before < end:
        now, slice = time.process_time(), int(time.perf_counter() / SLICE)
        place = 8 * (index * SLICES + slice % SLICES)
        so_far = struct.unpack_from("<d", used, place)[0]
        struct.pack_into("<d", used, place, so_far + now - before)
        before = now


def _plain(used: mmap.mmap, index: int) -> None:
    _spin(used, index)


def _by_timer(used: mmap.mmap, index: int) -> None:
    """A timer of its own wakes it a thousand times a second."""
    event = ctypes.create_string_buffer(TIMER.pack(0, signal.SIGCONT, 0))
    timer = ctypes.c_void_p()
    if LIBC.timer_create(0, event, ctypes.byref(timer)) == 0:
        every = struct.pack("<qqqq", 0, 1_000_000, 0, 1_000_000)
        LIBC.timer_settime(timer, 0, ctypes.create_string_buffer(every), None)
    _spin(used, index)


def _by_siblings(used: mmap.mmap, index: int) -> None:
    """Each wakes all the others, all the time."""
    while True:
        _spin(used, index, 0.01)
        with contextlib.suppress(OSError):
            os.kill(-1, signal.SIGCONT)


def _by_file(used: mmap.mmap, index: int) -> None:
    """What comes on a socket wakes its owner (F_SETSIG); a thread beside it sends."""
    ends = socket.socketpair()
    fcntl.fcntl(ends[0], fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(ends[0], SETSIG, int(signal.SIGCONT))
    flags = fcntl.fcntl(ends[0], fcntl.F_GETFL)
    fcntl.fcntl(ends[0], fcntl.F_SETFL, flags | os.O_ASYNC | os.O_NONBLOCK)
    child = os.fork()
    if child == 0:
        while True:
            with contextlib.suppress(OSError):
                ends[1].send(b"x", socket.MSG_DONTWAIT)
            time.sleep(0.001)
    while True:
        _spin(used, index, 0.005)
        with contextlib.suppress(OSError):
            ends[0].recv(4096)


def _by_death(used: mmap.mmap, index: int) -> None:
    """A relay: whoever has spun a moment dies, which wakes the next (PR_SET_PDEATHSIG)."""
    while True:
        if os.fork() != 0:
            _spin(used, index, 0.01)
            os._exit(0)
        LIBC.prctl(PDEATHSIG, int(signal.SIGCONT))


def _short(used: mmap.mmap, index: int) -> None:
    """Children that live for a moment, and that nobody has to wait for."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork() == 0:
            _spin(used, index, 0.01)
            os._exit(0)
        time.sleep(0.01)


def _by_terminal(used: mmap.mmap, index: int) -> None:
    """The system continues the leader of a session whose terminal is closed.

    The terminal, never unlocked, is taken by its master; whoever alone holds that is killed by a
    connection that fails when all stand still. It computes no longer than is forgiven.
    """
    master = os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
    with contextlib.suppress(OSError):
        fcntl.ioctl(master, 0x540E, 0)  # TIOCSCTTY
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if os.fork() != 0:
        os.close(master)
        before = time.perf_counter()
        while time.perf_counter() - before < 0.2:  # else it stood still
            before = time.perf_counter()
            time.sleep(0.005)
        _spin(used, index, 0.15)
        time.sleep(600)
    listener = socket.create_server(("127.0.0.1", 0), backlog=0)
    clients = [socket.socket() for _ in range(4)]
    for client in clients:  # the last ones are never answered
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, 18, 700)  # TCP_USER_TIMEOUT: it gives up then
        fcntl.fcntl(client, fcntl.F_SETOWN, os.getpid())
        with contextlib.suppress(OSError):
            fcntl.fcntl(client, SETSIG, int(signal.SIGKILL))
        client.connect_ex(listener.getsockname())
    for client in clients[2:]:
        fcntl.fcntl(client, fcntl.F_SETFL, fcntl.fcntl(client, fcntl.F_GETFL) | os.O_ASYNC)
    time.sleep(600)


def _threads(used: mmap.mmap, index: int) -> None:
    thread = threading.Thread(target=_spin, args=(used, index))
    thread.start()
    thread.join()


KINDS = {
    "plain": _plain,
    "timer": _by_timer,
    "siblings": _by_siblings,
    "file": _by_file,
    "death": _by_death,
    "short": _short,
    "terminal": _by_terminal,
    "threads": _threads,
}
COUNTS = {
    "plain": 8,
    "timer": 4,
    "siblings": 4,
    "file": 4,
    "death": 4,
    "short": 4,
    "terminal": 1,
    "threads": 4,
}
