"""Ways to hold memory that are not the usual ones; part of ``attacks.py``."""

import array
import contextlib
import ctypes
import os
import socket
import time

LIBC = ctypes.CDLL(None, use_errno=True)
MIB = 1024 * 1024
PIECE = 16 * MIB
REST = 1.0  # seconds for whoever watches to see it


def hoard(kind: str, wanted: str) -> str:
    """Take memory until there is as much as wanted; whoever is ended for it says nothing."""
    take, total, kept = KINDS[kind], 0, []
    with contextlib.suppress(OSError, MemoryError):
        while total < int(wanted):
            piece, size = take(total)
            kept.append(piece)
            total += size
    time.sleep(REST)
    if total < int(wanted):
        raise MemoryError(f"only {total // MIB} MiB")
    return f"{total // MIB} MiB"


def _child(total: int) -> "tuple[object, int]":
    """A process that holds a piece; it says so, or dies of it."""
    told, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            piece = bytearray(b"x") * PIECE
            os.write(tell, piece[:1])
            time.sleep(600)
        finally:
            os._exit(1)
    os.close(tell)
    if not os.read(told, 1):
        raise MemoryError
    os.close(told)
    return pid, PIECE


def _memfd(total: int) -> "tuple[object, int]":
    file = os.memfd_create("piece")
    for _ in range(PIECE // MIB):
        os.write(file, b"x" * MIB)
    return file, PIECE


def _in_flight(total: int) -> "tuple[object, int]":
    """A file of memory that nobody holds but a message on its way."""
    ends = socket.socketpair()
    file, size = _memfd(total)
    ends[0].sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))])
    os.close(file)
    return ends, size


def _segment(total: int) -> "tuple[object, int]":
    """Shared memory of System V, which stays when nobody holds it."""
    LIBC.shmat.restype = ctypes.c_void_p
    LIBC.shmdt.argtypes = (ctypes.c_void_p,)
    number = LIBC.shmget(0, PIECE, 0o1600)
    address = LIBC.shmat(number, None, 0) if number >= 0 else None
    if address in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "shmget")
    ctypes.memset(address, 1, PIECE)
    LIBC.shmdt(address)
    return number, PIECE


def _buffers(total: int) -> "tuple[object, int]":
    """Messages that nobody reads: they wait in the kernel."""
    ends, size = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM), 0
    for end in ends:
        end.setblocking(False)
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        with contextlib.suppress(BlockingIOError):
            while True:
                size += end.send(b"x" * 4096)
    return ends, size


def _empty_files(total: int) -> "tuple[object, int]":
    """Files without a byte in the temporary folder: each costs the kernel one kibibyte."""
    folder = f"{os.environ['TMPDIR']}/{total}"
    os.mkdir(folder)  # noqa: PTH102
    for name in range(PIECE // 1024):
        os.close(os.open(f"{folder}/{name}", os.O_CREAT | os.O_WRONLY))
    return folder, PIECE


KINDS = {
    "children": _child,
    "memfds": _memfd,
    "messages": _in_flight,
    "segments": _segment,
    "sockets": _buffers,
    "empty files": _empty_files,
}
