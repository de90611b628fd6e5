"""Ends the programs of a host that was killed. Runs as a process of its own, by its path.

Reads ``+PID FOLDER`` and ``-PID`` lines; when its input ends, the host is gone, however it went,
and every process group still registered is killed, with whatever else carries the host's mark;
their folders are removed.
Imports nothing but the standard library: it starts with ``-I -S`` to be small and quick.
"""

import os
import signal
import subprocess
import sys
from contextlib import suppress


def main(mark: str) -> None:
    folders: dict[int, str] = {}
    for line in sys.stdin:
        number, _, folder = line[1:].rstrip("\n").partition(" ")
        if line[0] == "+":
            folders[int(number)] = folder
        else:
            folders.pop(int(number), None)
    for pid in folders:
        if pid > 0:  # else it is a folder alone
            kill_group(pid)
    for pid in marked(mark):
        kill_group(pid)
    remove(list(folders.values()))


def remove(folders: list[str]) -> None:
    import shutil  # only now: it doubles the time to start

    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def kill_group(pid: int) -> None:
    if os.name == "nt":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(pid)], capture_output=True, check=False)
        return
    for kill in (os.killpg, os.kill):
        with suppress(OSError):
            kill(pid, signal.SIGKILL)


def marked(mark: str) -> list[int]:
    """Processes of this user whose environment carries the mark (Linux)."""
    found: list[int] = []
    try:
        pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return found
    wanted = mark.encode()
    for pid in pids:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if wanted in file.read().split(b"\0"):
                    found.append(pid)
        except OSError:
            continue
    return found


if __name__ == "__main__":
    main(sys.argv[1])
