"""Moves its king's knight out and back, and does what it was told to do in between.

python -I -S shuffler.py [WHAT [NUMBER [MOVES]]]

Speaks SAN lines; resigns after so many moves. ``WHAT``:

* ``plays`` (the usual): nothing;
* ``works``: computes ``NUMBER`` milliseconds of its own processor time for each move;
* ``thinks``: from its second move on it thinks until it is ended;
* ``spins``: after its first move ``NUMBER`` children compute, each in a session of its own;
* ``ponders``: after its first move a child computes while the opponent thinks;
* ``sows``: after its first move it starts short children, one after the other, unwaited for;
* ``wakes``: children that compute, and one that sends SIGCONT to all of them all the time;
* ``timer``: computes on a timer's SIGCONT.
"""

import ctypes
import os
import signal
import sys
import time
from contextlib import suppress

WHAT = sys.argv[1] if len(sys.argv) > 1 else "plays"
NUMBER = int(sys.argv[2]) if len(sys.argv) > 2 else 0
MOVES = int(sys.argv[3]) if len(sys.argv) > 3 else 0


def spin() -> None:
    while True:
        pass


def child(run) -> int:
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.close(0)
        os.close(1)
        run()
        os._exit(0)
    return pid


def wake(pids: list[int]) -> None:
    """Continue these, and nobody else: other tests have processes that must stand still."""
    while True:
        for pid in pids:
            with suppress(OSError):
                os.kill(pid, signal.SIGCONT)


def sow() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork() == 0:
            os._exit(0)
        time.sleep(0.0005)


def timer() -> None:
    """A timer of the system that continues this process a thousand times a second."""

    class Event(ctypes.Structure):
        _fields_ = (("value", ctypes.c_void_p), ("signo", ctypes.c_int), ("notify", ctypes.c_int),
                    ("pad", ctypes.c_char * 48))  # fmt: skip

    libc, made = ctypes.CDLL(None, use_errno=True), ctypes.c_void_p()
    event = Event(None, signal.SIGCONT, 0)
    if libc.timer_create(1, ctypes.byref(event), ctypes.byref(made)) == 0:
        libc.timer_settime(made, 0, (ctypes.c_long * 4)(0, 1_000_000, 0, 1_000_000), None)
    spin()


def after_first_move() -> None:
    if WHAT == "spins":
        for _ in range(NUMBER):
            child(spin)
    elif WHAT == "ponders":
        child(spin)
    elif WHAT == "sows":
        child(sow)
    elif WHAT == "wakes":
        spinning = [child(spin) for _ in range(NUMBER or 4)]
        child(lambda: wake([os.getppid(), *spinning]))
    elif WHAT == "timer":
        child(timer)


def compute(milliseconds: int) -> None:
    end = time.process_time() + milliseconds / 1000
    while time.process_time() < end:
        pass


def main() -> None:
    color = sys.stdin.readline().strip()
    home, out = ("g1", "f3") if color == "white" else ("g8", "f6")
    number = 0
    if color == "black":
        sys.stdin.readline()
    while True:
        if WHAT == "works":
            compute(NUMBER)
        if WHAT == "thinks" and number:
            spin()
        knight = f"N{out if number % 2 == 0 else home}"
        print("resign" if MOVES and number == MOVES else knight, flush=True)
        number += 1
        if number == 1:
            after_first_move()
        if not sys.stdin.readline():
            return


main()
