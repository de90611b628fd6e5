"""Ends the programs of a host that was killed. Runs as a process of its own, by its path.

Reads lines: ``+NAME NUL PID NUL FOLDER NUL GROUP…`` for a program that is about to be, or has been,
started (what is not known is empty), and ``-NAME`` for one that is gone. When its input ends, the
host is gone, however it went: whatever is in those control groups is thawed and killed, so is every
process group still registered and whatever else carries the host's mark; groups and folders are
removed. Imports nothing but the standard library: it starts with ``-I -S`` to be small and quick.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

KILL_SECONDS = 5.0  # seconds for what was killed to be gone, and for what it kept to be free
PAUSE_SECONDS = 0.005


def main(mark: str) -> None:
    programs: dict[str, list[str]] = {}
    for line in sys.stdin:
        name, *about = line[1:].rstrip("\n").split("\0")
        if line[0] == "+":
            programs[name] = about
        else:
            programs.pop(name, None)
    left = list(programs.values())
    groups = [group for about in left for group in about[2:]]
    folders = [about[1] for about in left if about[1]]
    pids = [int(about[0]) for about in left if about[0]]
    until = time.monotonic() + KILL_SECONDS
    while True:
        for pid in pids:
            kill_group(pid)
        for pid in marked(mark):  # also what the host was starting while it was killed
            kill_group(pid)
        remove(folders)
        groups = [group for group in groups if not end(group)]
        folders = [folder for folder in folders if os.path.lexists(folder)]
        if not (groups or folders or marked(mark)) or time.monotonic() > until:
            return
        pids = []  # they are gone, or carry the mark; their numbers may be others' by now
        time.sleep(PAUSE_SECONDS)


def end(group: str) -> bool:
    """Kill all in a control group and remove it; whether it is gone."""
    try:
        os.rmdir(group)
    except FileNotFoundError:
        return True
    except OSError:
        pass
    else:
        return True
    if not write(f"{group}/cgroup.kill", "1"):
        for pid in members(group):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
    write(f"{group}/cgroup.freeze", "0")
    write(f"{group}/freezer.state", "THAWED")  # what is frozen there does not even die
    return False


def members(group: str) -> list[int]:
    try:
        with open(f"{group}/cgroup.procs") as file:
            return [int(pid) for pid in file]
    except OSError:
        return []


def write(file: str, word: str) -> bool:
    """Whether there is such a file and it takes the word."""
    try:
        descriptor = os.open(file, os.O_WRONLY)
    except OSError:
        return False
    try:
        os.write(descriptor, word.encode())
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True


def remove(folders: list[str]) -> None:
    for folder in folders:
        remove_tree(folder)


def remove_tree(folder: str) -> None:
    """Remove a folder, whatever rights it lacks and however deep it is; follow no links.

    Every folder is moved to the top before it is opened: no path is ever too long, and nothing
    here calls itself. What cannot be removed is left.
    """
    name, found = os.urandom(8).hex(), [folder]
    for place in found:
        for entry in opened(place):
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.path, 0o700)  # it has to be writable to be moved
                    moved = os.path.join(folder, f"{name}-{len(found)}")
                    os.rename(entry.path, moved)
                    found.append(moved)
                else:
                    os.unlink(entry.path)
    for place in reversed(found):
        with suppress(OSError):
            os.rmdir(place)


def opened(folder: str) -> "list[os.DirEntry[str]]":
    """What is in it; nothing if it cannot be opened."""
    try:
        os.chmod(folder, 0o700)
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


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
