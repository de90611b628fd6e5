"""The oldest attacks: on the machine, the referee and the opponent, by a program alone."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from battlefield import LIBC, MEMORY, MIB, Alone
from patience import PATIENCE

Judge = Callable[[Alone], bool]


def files(*words: str) -> Judge:
    """An attack that has succeeded if it got anything."""
    return lambda field: bool(
        field.attack(*(word.format(field=field, tmp=field.folder) for word in words))
    )


def write_outside(field: Alone) -> bool:
    field.attack("write", f"at:{field.home}/attacked")
    return (field.home / "attacked").exists()


def leave_a_message(folder: str) -> Judge:
    def attack(field: Alone) -> bool:
        place = Path(folder) / f"board-attack-{field.token}"
        field.attack("write", f"at:{place}")
        found = place.exists()
        place.unlink(missing_ok=True)
        return found

    return attack


def write_own_folder(field: Alone) -> bool:
    field.attack("write_own_folder")
    return (field.attacker / "attacked").exists()


def rewrite_itself(field: Alone) -> bool:
    field.attack("rewrite_itself")
    return (field.attacker / "attacks.py").read_text().endswith("# attacked")


def against_opponent(attack: str) -> Judge:
    def run(field: Alone) -> bool:
        field.victim()
        return bool(field.attack(attack, field.token))

    return run


def talks(attack: str, line: str) -> Judge:
    """Whether the referee hears this line from the opponent, which nobody has told it to say."""

    def run(field: Alone) -> bool:
        field.victim()
        field.attack(attack, field.token)
        return field.hears(line)

    return run


def kill_opponent(field: Alone) -> bool:
    program, _ = field.victim()
    field.attack("kill_opponent", field.token)
    return not field.hears("heard hello") or not program.running


def slow_opponent(field: Alone) -> bool:
    program, _ = field.victim()
    field.attack("slow_opponent", field.token)
    return os.getpriority(os.PRIO_PROCESS, program.pid) == 19


def signal_host(field: Alone) -> bool:
    inode = Path("/proc/self/ns/pid").stat().st_ino
    return bool(field.attack("signal_host", str(os.getpid()), str(inode)))


def read_environment(field: Alone) -> bool:
    return bool(field.attack("read_environment", _of_host_only()))


def _of_host_only() -> str:
    """A variable with which this process was started."""
    first = Path("/proc/self/environ").read_bytes().split(b"\0")
    ours = [word.decode(errors="replace") for word in first if not word.startswith(b"PATH=")]
    return next(word for word in ours if len(word) > 12)


def shared_memory(field: Alone) -> bool:
    key = int(field.token[:7], 16)
    LIBC.shmat.restype = ctypes.c_void_p
    LIBC.shmdt.argtypes = (ctypes.c_void_p,)
    number = LIBC.shmget(key, 4096, 0o1600)
    assert number >= 0
    address = LIBC.shmat(number, None, 0)
    ctypes.memmove(address, b"secret", 6)
    try:
        return field.attack("attach_memory", str(key)) == "GOT secret"
    finally:
        LIBC.shmdt(address)
        LIBC.shmctl(number, 0, None)


def abstract_socket(field: Alone) -> bool:
    with field.listening(socket.AF_UNIX, f"\0{field.token}"):
        return bool(field.attack("abstract_socket", field.token))


def unix_socket(field: Alone) -> bool:
    path = f"/tmp/{field.token}"
    try:
        with field.listening(socket.AF_UNIX, path):
            return bool(field.attack("unix_socket", f"at:{path}"))
    finally:
        Path(path).unlink()


def network(field: Alone) -> bool:
    with field.listening(socket.AF_INET, ("127.0.0.1", 0)) as listener:
        return bool(field.attack("network", str(listener.getsockname()[1])))


def outlive(field: Alone) -> bool:
    assert field.attack("outlive", field.token) == "GOT lives"
    daemons = [os.pidfd_open(pid) for pid in _with_word(field.token, "time.sleep")]
    assert daemons
    field.close()
    survived = False
    for daemon in daemons:
        survived |= not select.select([daemon], [], [], 1.0)[0]
        with suppress(OSError):
            signal.pidfd_send_signal(daemon, signal.SIGKILL)
        select.select([daemon], [], [], PATIENCE)
        os.close(daemon)
    return survived


def _with_word(*words: str) -> list[int]:
    found = []
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit():
                line = (process / "cmdline").read_text(errors="replace")
                if all(word in line for word in words) and "outlive" not in line:
                    found.append(int(process.name))
    return found


KNOWN: dict[str, Judge] = {
    "read a file in the user's home": files("read", "at:{field.secret}"),
    "list the user's home": files("list_folder", "at:{field.home}"),
    "read the opponent's program": files("read", "at:{field.opponent}/attacks.py"),
    "read /etc/hostname": files("read", "at:/etc/hostname"),
    "read the environment the board was started with": read_environment,
    "write into the user's home": write_outside,
    "write into its own folder": write_own_folder,
    "change its own program": rewrite_itself,
    "leave a file in /tmp": leave_a_message("/tmp"),
    "leave a file in /var/tmp": leave_a_message("/var/tmp"),
    "leave a file in /dev/shm": leave_a_message("/dev/shm"),
    "see that the opponent runs": against_opponent("see_processes"),
    "tell the opponent a move (/proc/PID/fd/0)": talks("say_to_opponent", "heard attacked"),
    "move in the opponent's name (/proc/PID/fd/1)": talks("speak_for_opponent", "attacked"),
    "read the opponent's memory (/proc/PID/mem)": against_opponent("read_memory"),
    "trace the opponent (ptrace)": against_opponent("trace"),
    "suspend the opponent (SIGSTOP)": against_opponent("stop_opponent"),
    "kill the opponent (SIGKILL)": kill_opponent,
    "slow the opponent down (renice)": slow_opponent,
    "send signals to the referee": signal_host,
    "share memory (System V)": shared_memory,
    "reach an abstract socket": abstract_socket,
    "reach a socket in /tmp": unix_socket,
    "reach the network": network,
    "change settings of the system (/proc/sys)": files("system_settings"),
    "become root": files("become_root"),
    "make a user namespace": files("user_namespace"),
    "outlive the game": outlive,
    "fork 200 processes": files("fork_many", "200"),
    "use 1 GiB of memory at once": files("use_memory", str(1024 * MIB)),
    "write 32 MiB of temporary files, with 16 MiB allowed": files("use_disk", str(32 * MIB)),
    "write 32 MiB of shared memory": files("use_disk", str(32 * MIB), "at:/dev/shm"),
    "open 1,000 files": files("many_files", "1000"),
}
assert MEMORY < 1024
