"""A tiny program for the tests: plays the moves of its arguments, then does as it is told.

python opponent.py e5 Nc6 crash
"""

import os
import signal
import sys
import time

BUSY = 600


def compute() -> None:
    while True:
        pass


def unflushed() -> None:
    buffered = open(1, "w", buffering=65536, closefd=False)  # noqa: SIM115
    buffered.write("d5\n")
    sys.stdin.readline()


def close_output() -> None:
    os.close(1)
    time.sleep(BUSY)


def close_input() -> None:
    os.close(0)
    print("d5", flush=True)
    time.sleep(BUSY)


def endless_line() -> None:
    while True:
        os.write(1, b"x" * 65536)


def endless_lines() -> None:
    while True:
        os.write(1, b"thinking\n" * 4096)


def fork_and_die() -> None:
    """A grandchild, in a session of its own, holds the pipe."""
    reads, writes = os.pipe()
    if os.fork() == 0:
        os.setsid()
        os.close(writes)
        time.sleep(BUSY)
    os.close(writes)
    os.read(reads, 1)  # the end, once it has left the group
    os._exit(5)


def complain() -> None:
    print("cannot find my book", file=sys.stderr)
    sys.exit(3)


def ignore_sigterm() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("d5", flush=True)
    while True:
        time.sleep(BUSY)


ENDINGS = {
    "crash": complain,
    "leave": lambda: sys.exit(0),
    "raise": lambda: [][1],
    "hoard": lambda: bytearray(600 << 20),
    "segfault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "hang": lambda: time.sleep(BUSY),
    "compute": compute,
    "suspend": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "half": lambda: (os.write(1, b"d5"), time.sleep(BUSY)),
    "unflushed": unflushed,
    "nul": lambda: (os.write(1, b"d\x005\n"), time.sleep(BUSY)),
    "utf16": lambda: (os.write(1, "d5\n".encode("utf-16")), time.sleep(BUSY)),
    "close-output": close_output,
    "close-input": close_input,
    "endless-line": endless_line,
    "endless-lines": endless_lines,
    "fork-and-die": fork_and_die,
    "ignore-sigterm": ignore_sigterm,
    "stay": lambda: sys.stdin.read(),
}


def main() -> None:
    *moves, ending = sys.argv[1:]
    color = sys.stdin.readline().strip()
    for index, move in enumerate(moves):
        if index or color == "black":
            sys.stdin.readline()
        print(move, flush=True)
    if moves or color == "black":
        sys.stdin.readline()
    ENDINGS[ending]()


if __name__ == "__main__":
    main()
