"""Attacks on the machine, the referee and the opponent: one a run, harmless where it succeeds.

python attacks.py ATTACK ARGUMENT…: prints what it got, or "failed: " and why.
"""

# ruff: noqa: PTH100, PTH115, PTH118, PTH120, PTH123, PTH208

import ctypes
import os
import signal
import socket
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH = 16
NEW_USER_NAMESPACE = 0x10000000
BUSY = 600
HIDDEN = "at:"  # a path in the command would be shown to the program by its sandbox


def victims(token: str) -> list[int]:
    """Processes with this word in their command line, but for this one."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if token.encode() in words and b"victim" in words and int(name) != os.getpid():
            found.append(int(name))
    return found


def victim(token: str) -> int:
    found = victims(token)
    if not found:
        raise LookupError("there is no such process")
    return found[-1]


def checked(result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def read(path: str) -> str:
    with open(path) as file:
        return file.read()


def list_folder(path: str) -> str:
    return " ".join(os.listdir(path))


def write(path: str) -> str:
    with open(path, "w") as file:
        file.write("attacked")
    return path


def write_own_folder() -> str:
    return write(os.path.join(os.path.dirname(os.path.abspath(__file__)), "attacked"))


def rewrite_itself() -> str:
    with open(os.path.abspath(__file__), "a"):
        return "opened"


def see_processes(token: str) -> str:
    return str(victim(token))


def read_environment(token: str) -> str:
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if token.encode() in file.read():
                    return "read"
        except OSError:
            continue
    raise LookupError("nothing to read")


def say_to_opponent(token: str) -> str:
    with open(f"/proc/{victim(token)}/fd/0", "w") as file:
        file.write("attacked\n")
    return "said"


def speak_for_opponent(token: str) -> str:
    with open(f"/proc/{victim(token)}/fd/1", "w") as file:
        file.write("attacked\n")
    return "said"


def read_memory(token: str) -> str:
    pid = victim(token)
    with open(f"/proc/{pid}/maps") as maps:
        start = int(maps.readline().split("-")[0], 16)
    with open(f"/proc/{pid}/mem", "rb") as memory:
        memory.seek(start)
        return repr(memory.read(4))


def trace(token: str) -> str:
    pid = victim(token)
    checked(LIBC.ptrace(PTRACE_ATTACH, pid, None, None))
    return "attached"


def stop_opponent(token: str) -> str:
    os.kill(victim(token), signal.SIGSTOP)
    return "stopped"


def kill_opponent(token: str) -> str:
    os.kill(victim(token), signal.SIGKILL)
    return "killed"


def signal_host(pid: str, inode: str) -> str:
    """Only where the number stands for the host, and not for somebody in the sandbox."""
    if not os.readlink(f"/proc/{pid}/ns/pid").endswith(f"[{inode}]"):
        raise LookupError("that is another process")
    os.kill(int(pid), 0)
    return "may be killed"


def slow_opponent(token: str) -> str:
    os.setpriority(os.PRIO_PROCESS, victim(token), 19)
    return "slowed"


def attach_memory(key: str) -> str:
    LIBC.shmat.restype = ctypes.c_void_p
    number = checked(LIBC.shmget(int(key), 0, 0))
    address = LIBC.shmat(number, None, 0)
    if address in (None, ctypes.c_void_p(-1).value):
        raise OSError(ctypes.get_errno(), "shmat")
    return ctypes.string_at(address, 6).decode()


def abstract_socket(name: str) -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(f"\0{name}")
    return "connected"


def unix_socket(path: str) -> str:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
    return "connected"


def network(port: str) -> str:
    with socket.create_connection(("127.0.0.1", int(port)), timeout=5):
        return "connected"


def system_settings() -> str:
    """Writes a setting of the kernel back as it was."""
    with open("/proc/sys/kernel/core_pattern") as file:
        value = file.read()
    with open("/proc/sys/kernel/core_pattern", "w") as file:
        file.write(value)
    return "written"


def user_namespace() -> str:
    checked(LIBC.unshare(NEW_USER_NAMESPACE))
    return "made"


def become_root() -> str:
    os.setuid(0)
    return "root"


def outlive(token: str) -> str:
    """A daemon without our session, pipes and environment."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            nothing = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(nothing, descriptor)
            code = f"import time; time.sleep({BUSY})"
            os.execve(sys.executable, [sys.executable, "-c", code, "victim", token], {})
        os._exit(0)
    os.wait()
    while not victims(token):
        time.sleep(0.01)
    return "lives"


def fork_many(wanted: str) -> str:
    """Not without end: a test is no place for a fork bomb that works."""
    children: list[int] = []
    try:
        while len(children) < int(wanted):
            child = os.fork()
            if child == 0:
                time.sleep(BUSY)
                os._exit(0)
            children.append(child)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
    return f"{len(children)} processes"


def use_memory(size: str) -> str:
    return f"{len(bytearray(int(size)))} bytes"


def use_disk(size: str, folder: str = "") -> str:
    """In pieces, each of which is small."""
    folder = folder or os.environ["TMPDIR"]
    for number in range(8):
        with open(f"{folder}/attack-{number}", "wb") as file:
            file.write(bytes(int(size) // 8))
    return "written"


def many_files(wanted: str) -> str:
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(int(wanted))]
    return f"{len(opened)} files"


def play_victim() -> str:
    """The opponent: tells what it is told."""
    print("ready", flush=True)
    for line in sys.stdin:
        print(f"heard {line.strip()}", flush=True)
    return "end"


def main() -> None:
    attack, *arguments = sys.argv[1:]
    if attack == "victim":
        play_victim()
        return
    arguments = [word.removeprefix(HIDDEN) for word in arguments]
    try:
        print(globals()[attack](*arguments), flush=True)
    except (OSError, LookupError, MemoryError) as error:
        print(f"failed: {error!r}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
