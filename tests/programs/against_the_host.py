"""Plays its first move, then turns against the process that hosts it.

python against_the_host.py SIGTERM [itself | child | daemon | told | worker]
"""

import ctypes
import os
import signal
import sys
import time
from pathlib import Path

BUSY = 600


def in_a_child(do: "object") -> None:
    if os.fork() == 0:
        os.setsid()
        do()  # type: ignore[operator]
        time.sleep(BUSY)


def as_a_daemon(do: "object") -> None:
    """Without a parent, a session or a group that lead to the program."""
    if (child := os.fork()) == 0:
        os.setsid()
        if os.fork() == 0:
            while os.getppid() == os.getsid(0):
                time.sleep(0.01)
            do()  # type: ignore[operator]
            time.sleep(BUSY)
        os._exit(0)
    os.waitpid(child, 0)


def queue_in_the_name_of(pid: int, host: int, number: int) -> None:
    """A signal may carry any sender if its code says that a program made it up."""
    queued, code = -1, 129  # SI_QUEUE, the number of rt_sigqueueinfo
    facts = (ctypes.c_int * 32)(number, 0, queued, 0, pid, os.getuid())
    ctypes.CDLL(None).syscall(code, host, number, ctypes.byref(facts))


def main() -> None:
    number = getattr(signal, sys.argv[1])
    how = sys.argv[2] if len(sys.argv) > 2 else "itself"
    host = os.getppid()
    if sys.stdin.readline().strip() == "black":
        sys.stdin.readline()

    def attack() -> None:
        os.kill(host, number)

    match how:
        case "itself":
            attack()
        case "child":
            in_a_child(attack)
        case "daemon":
            as_a_daemon(attack)
        case "told":
            queue_in_the_name_of(1, host, number)
        case "grandparent":
            stat = Path(f"/proc/{host}/stat").read_text().rpartition(")")[2].split()
            os.kill(int(stat[1]), number)
    time.sleep(0.3 if how in ("daemon", "told", "grandparent") else BUSY)
    print("resign", flush=True)


if __name__ == "__main__":
    main()
