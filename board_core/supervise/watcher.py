"""Kill the programs of a host that has ended. Runs as a separate process, by its path.

It reads lines: ``+NAME NUL PID NUL UID NUL FOLDER NUL GROUP…`` for a program that is about to start
or has started (unknown fields are empty), ``-NAME`` for one that has ended, and ``?`` for one more
user ID (:mod:`.uid_namespaces`). When its input ends, the host has ended, in whatever way. Then all
processes in those control groups are thawed and killed, and so are all registered process groups
and all processes with the host's mark or with one of those user IDs; groups and folders are
removed. It imports only the standard library, and starts with ``-I -S`` to be small and quick.
"""

import importlib
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

KILL_SECONDS = 5.0  # seconds for killed processes to disappear and free their resources
PAUSE_SECONDS = 0.005


def creation_flags(module: object = subprocess) -> int:
    """Return the flags that make Windows start a process detached from the host.

    It opens no window, and Ctrl-C in the host's console, or closing that, does not reach it.
    """
    names = ("CREATE_NEW_PROCESS_GROUP", "CREATE_NO_WINDOW")  # which other systems lack
    return sum(getattr(module, name, 0) for name in names)


CREATION_FLAGS = creation_flags()


def main(mark: str, answers: str = "") -> None:
    if hasattr(signal, "SIGCHLD"):  # a host that ignores it would leave no child to wait for
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    programs: dict[str, list[str]] = {}
    for line in sys.stdin:
        if line == "?\n":
            answer(int(answers))
            continue
        name, *about = line[1:].rstrip("\n").split("\0")
        if line[0] == "+":
            programs[name] = about
        else:
            programs.pop(name, None)
    left = list(programs.values())
    groups = [group for about in left for group in about[3:]]
    folders = [about[2] for about in left if about[2]]
    pids = [int(about[0]) for about in left if about[0]]
    marks = [mark, *(about[1] for about in left if about[1])]
    until = time.monotonic() + KILL_SECONDS
    while True:
        for pid in pids:
            kill_group(pid)
        for pid in marked(*marks):  # also what the host was starting when it was killed
            kill_group(pid)
        remove(folders)
        groups = [group for group in groups if not end(group)]
        folders = [folder for folder in folders if os.path.lexists(folder)]
        if not (groups or folders or marked(*marks)) or time.monotonic() > until:
            return
        pids = []  # they have ended or carry the mark, and their numbers may be reused by now
        time.sleep(PAUSE_SECONDS)


def answer(answers: int) -> None:
    """Send one more user ID to the host."""
    here = os.path.dirname(os.path.abspath(__file__))
    if here not in sys.path:
        sys.path.append(here)
    importlib.import_module("uid_namespaces").answer(answers)


def end(group: str) -> bool:
    """Kill all processes in a control group and remove it; return True if it is gone."""
    if sys.platform == "win32":
        return True
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
    write(f"{group}/freezer.state", "THAWED")  # frozen processes do not even die
    return False


def members(group: str) -> list[int]:
    try:
        with open(f"{group}/cgroup.procs") as file:
            return [int(pid) for pid in file]
    except OSError:
        return []


def write(file: str, word: str) -> bool:
    """Return True if the file exists and accepts the word."""
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
    """Remove a folder, despite missing permissions and at any depth; follow no links.

    Every folder is moved to the top before it is opened, so that no path is too long and no
    recursion is needed. What cannot be removed is left.
    """
    name, found = os.urandom(8).hex(), [folder]
    for place in found:
        for entry in opened(place):
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.path, 0o700)  # it must be writable to be moved
                    moved = os.path.join(folder, f"{name}-{len(found)}")
                    os.rename(entry.path, moved)
                    found.append(moved)
                else:
                    os.unlink(entry.path)
    for place in reversed(found):
        with suppress(OSError):
            os.rmdir(place)


def opened(folder: str) -> "list[os.DirEntry[str]]":
    """Return the entries of a folder; none if it cannot be opened."""
    try:
        os.chmod(folder, 0o700)
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def kill_group(pid: int) -> None:
    if sys.platform == "win32":
        command = ["taskkill", "/T", "/F", "/PID", str(pid)]
        subprocess.run(command, capture_output=True, check=False, creationflags=CREATION_FLAGS)
        return
    for kill in (os.killpg, os.kill):
        with suppress(OSError):
            kill(pid, signal.SIGKILL)


def marked(*marks: str) -> list[int]:
    """Return the processes that carry one of the marks (Linux)."""
    return [pid for pids in all_marked([*marks]).values() for pid in pids]


def all_marked(marks: "list[str]") -> "dict[str, list[int]]":
    """Return the processes that carry each of the marks; one scan takes some ms.

    A mark is an entry of the environment of this user's processes, or a user ID of a program.
    """
    found: dict[str, list[int]] = {mark: [] for mark in marks}
    wanted = {mark.encode(): pids for mark, pids in found.items()}
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return found
    for name in names:
        try:
            owner = str(os.stat(f"/proc/{name}").st_uid)
            if owner in found:
                found[owner] += [int(name)] if lives(name) else []
                continue
        except OSError:
            continue
        entries = environment(name)
        for mark, pids in wanted.items():
            if mark in entries:
                pids.append(int(name))
    return found


def lives(pid: str) -> bool:
    """Return False for a zombie: a process that has ended but was not waited for.

    A process whose first thread has ended lives as long as any other thread.
    """
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/stat", "rb", 0) as file:
            if file.read().rpartition(b")")[2][1:2] not in b"ZX":
                return True
    return False


def environment(pid: "int | str") -> "list[bytes]":
    """Return the entries of a process's environment, as far as they can be read.

    Reading them blocks while the process changes its memory map. So processes in a sandbox, which
    end with its first process, are skipped. If the first thread has ended, another one is read.
    """
    with suppress(OSError):
        spaces = {os.stat(f"/proc/{process}/ns/pid").st_ino for process in ("self", pid)}
        for thread in os.listdir(f"/proc/{pid}/task") if len(spaces) == 1 else ():
            with suppress(OSError), open(f"/proc/{pid}/task/{thread}/environ", "rb", 0) as file:
                if text := file.read():
                    return text.split(b"\0")
    return []


if __name__ == "__main__":
    main(*sys.argv[1:])
