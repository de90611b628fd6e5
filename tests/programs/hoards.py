"""Ways to hold memory that are not the usual ones; part of ``attacks.py``."""

import array
import contextlib
import ctypes
import fcntl
import mmap
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


def _semaphores(total: int) -> "tuple[object, int]":
    """Semaphores of System V: a cache line each."""
    for _ in range(PIECE // MIB // 2):
        if LIBC.semget(0, 32000, 0o1600) < 0:
            raise OSError(ctypes.get_errno(), "semget")
    return None, PIECE


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


def _maps(total: int) -> "tuple[object, int]":
    """Shared memory without a name."""
    piece = mmap.mmap(-1, PIECE)
    for at in range(0, PIECE, 4096):
        piece[at] = 1
    return piece, PIECE


def _page_tables(total: int) -> "tuple[object, int]":
    """Addresses without memory: one page read in each two mebibytes costs the kernel one page."""
    size = PIECE // 4096 * 2 * MIB
    piece = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | 0x4000, prot=mmap.PROT_READ)
    piece.madvise(15)  # no huge pages
    for at in range(0, size, 2 * MIB):
        piece[at]
    return piece, PIECE


def _mappings(total: int) -> "tuple[object, int]":
    """A process with as many mappings as may be; none of them has a page."""
    told, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        LIBC.mmap.restype = ctypes.c_void_p
        count = PIECE // 256
        at = LIBC.mmap(None, ctypes.c_size_t(count << 12), 1, 0x4022, -1, ctypes.c_long(0))
        for number in range(0, min(count, 65000), 2):
            LIBC.mprotect(ctypes.c_void_p(at + (number << 12)), ctypes.c_size_t(4096), 0)
        os.write(tell, b"x")
        time.sleep(600)
        os._exit(0)
    os.close(tell)
    if not os.read(told, 1):
        raise MemoryError
    os.close(told)
    return pid, PIECE


def _pipes(total: int) -> "tuple[object, int]":
    """What nobody reads, in pipes as large as may be, of as many processes as it takes."""
    told, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        size, kept = 0, []
        with contextlib.suppress(OSError):
            while size < 64 * MIB:
                kept.append(os.pipe())
                os.set_blocking(kept[-1][1], False)
                with contextlib.suppress(OSError):
                    fcntl.fcntl(kept[-1][1], 1031, MIB)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        size += os.write(kept[-1][1], b"x" * 4096)
        os.write(tell, b"%12d" % size)
        time.sleep(600)
        os._exit(0)
    os.close(tell)
    said = os.read(told, 12)
    os.close(told)
    if len(said) < 12:
        raise MemoryError
    return pid, int(said)


KINDS = {
    "maps": _maps,
    "page tables": _page_tables,
    "mappings": _mappings,
    "pipes": _pipes,
    "children": _child,
    "memfds": _memfd,
    "messages": _in_flight,
    "segments": _segment,
    "semaphores": _semaphores,
    "sockets": _buffers,
    "empty files": _empty_files,
}
