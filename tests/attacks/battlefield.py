"""A host with something to lose, and what became of it: the attacks as seen from outside."""

import ctypes
import os
import select
import shutil
import signal
import socket
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

from board_core.supervise.command import Command
from board_core.supervise.limits import MIB, Limits
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox

ATTACKS_FILE = Path(__file__).parent.parent / "programs" / "attacks.py"
PATIENCE = 20.0
SMALL = replace(Limits(), memory=512 * MIB, scratch=16 * MIB, processes=32)
LIBC = ctypes.CDLL(None, use_errno=True)


class Heard:
    """Keeps a program's lines; None is its end."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[str | None] = SimpleQueue()

    def lines(self, program: Program, texts: list[str], at: float) -> None:
        for text in texts:
            self.queue.put(text)

    def flood(self, program: Program) -> None:
        self.queue.put(None)

    def garbled(self, program: Program, shown: str) -> None:
        self.queue.put(None)

    def ended(self, program: Program, returncode: int | None) -> None:
        self.queue.put(None)


class Battlefield:
    """A home with a secret, a running opponent, and the attacker's own folder."""

    def __init__(self, folder: Path, how: Confinement) -> None:
        self.how = how
        self.token = uuid.uuid4().hex
        self.home = folder / "home"
        self.attacker, self.opponent = folder / "attacker", folder / "opponent"
        for place in (self.home, self.attacker, self.opponent):
            place.mkdir()
        for place in (self.attacker, self.opponent):
            shutil.copy(ATTACKS_FILE, place / "attacks.py")
        self.secret = self.home / "secret.txt"
        self.secret.write_text("secret")
        self._victim: tuple[Program, Heard] | None = None
        self._closing = ExitStack()

    def close(self) -> None:
        self._closing.close()

    def victim(self) -> tuple[Program, Heard]:
        """The opponent, as confined as the attacker is."""
        if self._victim is None:
            self._victim = self._start(self.opponent, "victim", self.token)
            assert self._victim[1].queue.get(timeout=PATIENCE) == "ready"
        return self._victim

    def attack(self, *words: str) -> str:
        """What the attacker says it got; empty if it failed."""
        program, heard = self._start(self.attacker, *words)
        said = heard.queue.get(timeout=PATIENCE)
        if said is None and program.excess is not None:
            return ""  # ended by its memory
        assert said is not None, f"{words} ended without a word"
        return "" if said.startswith("failed: ") else said

    def hears(self, line: str) -> bool:
        """Whether the next the referee hears from the opponent is this; it is asked for a word."""
        program, heard = self.victim()
        with suppress(OSError):
            program.write("hello\n")
        return heard.queue.get(timeout=PATIENCE) == line

    def _start(self, folder: Path, *words: str) -> tuple[Program, Heard]:
        heard = Heard()
        argv = (sys.executable, "-S", "-u", str(folder / "attacks.py"), *words)
        program = Program(Command(argv, folder), heard, confinement=self.how, grace=0.1)
        self._closing.callback(program.close)
        return program, heard

    @contextmanager
    def listening(self, family: int, address: object) -> Iterator[socket.socket]:
        with socket.socket(family, socket.SOCK_STREAM) as listener:
            listener.bind(address)
            listener.listen()
            yield listener


def attack_files(*words: str) -> Callable[[Battlefield], bool]:
    """An attack that has succeeded if it got anything."""
    return lambda field: bool(
        field.attack(*(word.format(field=field, tmp=field.home.parent) for word in words))
    )


def write_outside(field: Battlefield) -> bool:
    field.attack("write", f"at:{field.home}/attacked")
    return (field.home / "attacked").exists()


def leave_a_message(folder: str) -> Callable[[Battlefield], bool]:
    def attack(field: Battlefield) -> bool:
        place = Path(folder) / f"board-attack-{field.token}"
        field.attack("write", f"at:{place}")
        found = place.exists()
        place.unlink(missing_ok=True)
        return found

    return attack


def write_own_folder(field: Battlefield) -> bool:
    field.attack("write_own_folder")
    return (field.attacker / "attacked").exists()


def against_opponent(attack: str) -> Callable[[Battlefield], bool]:
    def run(field: Battlefield) -> bool:
        field.victim()
        return bool(field.attack(attack, field.token))

    return run


def talks(attack: str, line: str) -> Callable[[Battlefield], bool]:
    """Whether the referee hears this line from the opponent, which nobody has told it to say."""

    def run(field: Battlefield) -> bool:
        field.victim()
        field.attack(attack, field.token)
        return field.hears(line)

    return run


def kill_opponent(field: Battlefield) -> bool:
    program, _ = field.victim()
    field.attack("kill_opponent", field.token)
    return not field.hears("heard hello") or not program.running


def slow_opponent(field: Battlefield) -> bool:
    program, _ = field.victim()
    field.attack("slow_opponent", field.token)
    return os.getpriority(os.PRIO_PROCESS, program.pid) == 19


def signal_host(field: Battlefield) -> bool:
    inode = Path("/proc/self/ns/pid").stat().st_ino
    return bool(field.attack("signal_host", str(os.getpid()), str(inode)))


def read_environment(field: Battlefield) -> bool:
    return bool(field.attack("read_environment", _of_host_only()))


def _of_host_only() -> str:
    """A variable with which this process was started."""
    first = Path("/proc/self/environ").read_bytes().split(b"\0")
    ours = [word.decode(errors="replace") for word in first if not word.startswith(b"PATH=")]
    return next(word for word in ours if len(word) > 12)


def shared_memory(field: Battlefield) -> bool:
    key = int(field.token[:7], 16)
    LIBC.shmat.restype = ctypes.c_void_p
    LIBC.shmdt.argtypes = (ctypes.c_void_p,)
    number = LIBC.shmget(key, 4096, 0o1600)
    assert number >= 0
    address = LIBC.shmat(number, None, 0)
    ctypes.memmove(address, b"secret", 6)
    try:
        return field.attack("attach_memory", str(key)) == "secret"
    finally:
        LIBC.shmdt(address)
        LIBC.shmctl(number, 0, None)


def abstract_socket(field: Battlefield) -> bool:
    with field.listening(socket.AF_UNIX, f"\0{field.token}"):
        return bool(field.attack("abstract_socket", field.token))


def unix_socket(field: Battlefield) -> bool:
    path = f"/tmp/{field.token}"
    try:
        with field.listening(socket.AF_UNIX, path):
            return bool(field.attack("unix_socket", f"at:{path}"))
    finally:
        Path(path).unlink()


def network(field: Battlefield) -> bool:
    with field.listening(socket.AF_INET, ("127.0.0.1", 0)) as listener:
        return bool(field.attack("network", str(listener.getsockname()[1])))


def outlive(field: Battlefield) -> bool:
    assert field.attack("outlive", field.token) == "lives"
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


BINDS_ROOT_NOT = "fork 200 processes"

ATTACKS: dict[str, Callable[[Battlefield], bool]] = {
    "read a file in the user's home": attack_files("read", "at:{field.secret}"),
    "list the user's home": attack_files("list_folder", "at:{field.home}"),
    "read the opponent's program": attack_files("read", "at:{field.opponent}/attacks.py"),
    "read /etc/hostname": attack_files("read", "at:/etc/hostname"),
    "read the environment the board was started with": read_environment,
    "write into the user's home": write_outside,
    "write into its own folder": write_own_folder,
    "change its own program": attack_files("rewrite_itself"),
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
    "change settings of the system (/proc/sys)": attack_files("system_settings"),
    "become root": attack_files("become_root"),
    "make a user namespace": attack_files("user_namespace"),
    "outlive the game": outlive,
    BINDS_ROOT_NOT: attack_files("fork_many", "200"),
    "use 1 GiB of memory, with 512 MiB allowed": attack_files("use_memory", str(1024 * MIB)),
    "write 32 MiB of temporary files, with 16 MiB allowed": attack_files("use_disk", str(32 * MIB)),
    "write 32 MiB of shared memory": attack_files("use_disk", str(32 * MIB), "at:/dev/shm"),
    "open 1,000 files": attack_files("many_files", "1000"),
}


def succeeds(name: str, folder: Path, sandbox: Sandbox) -> bool:
    """Whether the attack succeeds; whatever it has done is undone."""
    field = Battlefield(folder, Confinement(sandbox, SMALL, allow_root=True))
    try:
        return ATTACKS[name](field)
    finally:
        field.close()
        for file in Path("/dev/shm").glob("attack-*"):
            file.unlink()
