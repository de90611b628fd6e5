"""Attacks on the machine, the referee and the opponent: one a run, harmless where it succeeds.

python attacks.py ATTACK ARGUMENT…: prints what it got, or "failed: " and why. Without arguments it
is an entrant that speaks SAN lines and does what ``orders.json`` beside it says.
"""

# ruff: noqa: PTH100, PTH101, PTH102, PTH112, PTH113, PTH115, PTH116, PTH118, PTH120, PTH123, PTH208

import ctypes
import errno
import fcntl
import json
import mmap
import os
import platform
import select
import signal
import socket
import struct
import subprocess
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH = 16
NEW_USER_NAMESPACE = 0x10000000
BUSY = 600
HIDDEN = "at:"  # a path in the command would be shown to the program by its sandbox
MOMENT = 0.25  # seconds in which a host that is busy stops a program, or it sees that it runs


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


def read(path: str, *shown: str) -> str:
    """``shown`` are words of the command, for the sandbox."""
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
    with open(os.path.abspath(__file__), "a") as file:
        file.write("# attacked")
    return "written"


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


HERE = os.path.dirname(os.path.abspath(__file__))
X86 = platform.machine() == "x86_64"
SYSTEM_CALLS = {  # x86-64, and what aarch64 and others call it
    "ptrace": (101, 117),
    "syslog": (103, 116),
    "add_key": (248, 217),
    "keyctl": (250, 219),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "process_vm_readv": (310, 270),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "landlock_create_ruleset": (444, 444),
    "memfd_secret": (447, 447),
}
SEARCH, READ_KEY, LINK = 10, 11, 8  # of keyctl
KEYRINGS = (-1, -2, -3, -4, -5)  # of the thread, process, session, user, user's session
SEIZE = 0x4206  # of ptrace


def call(name: str, *arguments: object) -> int:
    number = SYSTEM_CALLS[name][0 if X86 else 1]
    wide = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return checked(LIBC.syscall(ctypes.c_long(number), *wide))


def reach(name: str) -> str:
    """The system call with arguments that do no harm."""
    zeros = ctypes.create_string_buffer(256)
    event = ctypes.create_string_buffer(struct.pack("<IIQQQQQ", 1, 112, 0, 0, 0, 0, 0x61), 112)
    arguments = {
        "ptrace": (SEIZE, 1, 0, 0),
        "process_vm_readv": (os.getppid(), zeros, 0, zeros, 0, 0),
        "perf_event_open": (event, 0, -1, -1, 0),
        "userfaultfd": (1,),
        "io_uring_setup": (1, zeros),
        "landlock_create_ruleset": (None, 0, 1),
        "memfd_secret": (0,),
        "syslog": (3, zeros, 200),
        "fanotify_init": (0x200, 0),
        "bpf": (0, zeros, 72),
    }
    try:
        return f"{name} {call(name, *arguments[name])}"
    except OSError as error:
        if error.errno in (errno.EPERM, errno.ENOSYS, errno.EACCES):
            raise
        return f"{name} {error!r}"


def leave_key(name: str) -> str:
    return str(call("add_key", b"user", name.encode(), b"secret", 6, -4))


def read_key(name: str) -> str:
    for ring in KEYRINGS:
        try:
            key = call("keyctl", SEARCH, ring, b"user", name.encode(), 0)
        except OSError:
            continue
        text = ctypes.create_string_buffer(64)
        size = call("keyctl", READ_KEY, key, text, 64)
        return text.raw[:size].decode()
    raise LookupError("no such key")


def list_keys() -> str:
    if found := read("/proc/keys"):
        return str(len(found))
    raise LookupError("none is shown")


def old_call() -> str:
    """A call of 32-bit Linux, whose numbers are others: getpid by int 0x80."""
    if not X86:
        raise LookupError("there are none")
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    run = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    child = os.fork()
    if child == 0:
        os._exit(0 if run() == os.getpid() else 1)
    if os.waitpid(child, 0)[1] != 0:
        raise OSError(errno.EPERM, "the call was refused")
    return "called"


def narrow_call() -> str:
    """A call by the numbers of x32, which no table of x86-64 has: getpid."""
    if not X86:
        raise LookupError("there are none")
    return f"called {checked(LIBC.syscall(ctypes.c_long(0x40000000 | 39)))}"


def see_lock(path: str) -> str:
    """Whether somebody holds a lock (flock) on a file that both can see."""
    with open(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "locked"
    raise LookupError("nothing to see")


def see_record_lock(path: str) -> str:
    """The same of locks by F_SETLK."""
    with open(path) as file:
        asked = struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, 0, 0)
        kind = struct.unpack("hhqqi", fcntl.fcntl(file, fcntl.F_GETLK, asked))[0]
    if kind == fcntl.F_UNLCK:
        raise LookupError("nothing to see")
    return "locked"


KEPT: list = []
"""What an attack has made stays until the program ends."""


def _other_files() -> "list[str]":
    """Files that other programs open, which belong to the system or to who runs the board."""
    found = [sys.executable, os.__file__, "/usr/lib/os-release", "/usr/bin/env"]
    packages = [os.path.join(place, "chess", "__init__.py") for place in sys.path]
    return [*found, *filter(os.path.exists, packages)]


def _any_file(command: int, argument: object) -> str:
    """Give this command of fcntl to every such file, and return those for which it works."""
    done = []
    for path in _other_files():
        KEPT.append(os.open(path, os.O_RDONLY))
        try:
            fcntl.fcntl(KEPT[-1], command, argument)
            done.append(path)
        except OSError as error:
            failed = error
    if not done:
        raise failed
    return " ".join(done)


def lease(kind: str) -> str:
    """Whoever opens the file waits, up to 45 seconds."""
    return _any_file(1024, {"read": fcntl.F_RDLCK, "write": fcntl.F_WRLCK}[kind])


def hint_at_writing() -> str:
    """F_SET_RW_HINT, which F_GET_RW_HINT of others tells."""
    return _any_file(1036, struct.pack("=Q", 4))


def see_changes() -> str:
    """F_NOTIFY: a signal for each file that somebody opens in a folder."""
    KEPT.append(os.open("/usr/bin", os.O_RDONLY))
    return f"watching: {fcntl.fcntl(KEPT[-1], 1026, 0x80000001)}"


def leave_record_lock(path: str) -> str:
    """A lock on a file of the system, of either kind, that others find by F_GETLK."""
    KEPT.append(os.open(path, os.O_RDONLY))
    for command in (fcntl.F_SETLK, 37):
        fcntl.fcntl(KEPT[-1], command, struct.pack("hhqqi", fcntl.F_RDLCK, 0, 0, 0, 0))
    print("made", file=sys.stderr, flush=True)
    time.sleep(1.5)
    return "locked"


def set_up_aio() -> str:
    """A context of the 65,536 that the machine has."""
    context = ctypes.c_ulong(0)
    checked(LIBC.syscall(ctypes.c_long(206 if X86 else 0), 1, ctypes.byref(context)))
    return "a context"


def compile_filters() -> str:
    """Their limit is the machine's: when it is reached, no other sandbox starts."""
    steps = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 1) * 4096)  # return 1
    program = struct.pack("HxxxxxxP", 4096, ctypes.addressof(steps))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as attached:
        attached.setsockopt(socket.SOL_SOCKET, 26, program)  # SO_ATTACH_FILTER
    return "a filter of 4,096 steps"


def huge_pages(how: str) -> str:
    """Memory that no limit counts: taken here without a page set aside, and never touched."""
    size = 2 << 20
    if how == "mmap":
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000 | 0x40000
        KEPT.append(mmap.mmap(-1, size, flags=flags))
    elif how == "memfd":
        KEPT.append(checked(LIBC.memfd_create(b"huge", 4)))
    else:
        KEPT.append(checked(LIBC.shmget(0, size, 0o1600 | 0o4000 | 0o10000)))
    return how


def pass_many() -> str:
    """Descriptors that nobody has received, of which a user may have as many as open files."""
    made = 0
    try:
        for _ in range(60):
            KEPT.append(socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
            for _ in range(5):
                socket.send_fds(KEPT[-1][0], [b"x"], [0] * 10)
                made += 10
    except OSError:
        pass
    return f"{made} in flight"


def pass_one() -> str:
    """Whether somebody else keeps this program from passing a descriptor to its own child."""
    here, there = socket.socketpair()
    KEPT.append(there)
    try:
        socket.send_fds(here, [b"x"], [0])
    except OSError as error:
        return f"cannot: {error}"
    raise LookupError("it can")


def many_pipes() -> str:
    """As many pipes as a user may have of the usual size, in twelve processes."""
    read, write = os.pipe()
    for _ in range(12):
        if os.fork() == 0:
            made = []
            try:
                while len(made) < 120:
                    made.append(os.pipe())
            except OSError:
                pass
            os.write(write, b"%03d" % len(made))
            time.sleep(BUSY)
            os._exit(0)
    return f"{sum(int(os.read(read, 3)) for _ in range(12))} pipes"


def small_pipe() -> str:
    """Whether a new pipe is smaller than usual."""
    size = fcntl.fcntl(os.pipe()[1], 1032)
    if size >= 16 * mmap.PAGESIZE:
        raise LookupError(f"it has {size} bytes")
    return f"{size} bytes"


def read_as_owner(*paths: str) -> str:
    """Files that only root may read."""
    done = []
    for path in paths:
        try:
            with open(path, "rb") as file:
                done.append(f"{path}: {len(file.read(64))}")
        except OSError as error:
            failed = error
    if not done:
        raise failed
    return " ".join(done)


def change_devices() -> str:
    """The rights of a device of the machine; they stay as they are."""
    done = []
    for name in ("null", "zero", "full", "random", "urandom", "tty"):
        try:
            os.chmod(f"/dev/{name}", os.stat(f"/dev/{name}").st_mode & 0o7777)
            done.append(name)
        except OSError as error:
            failed = error
    if not done:
        raise failed
    return " ".join(done)


def see_opening(path: str, shown: str) -> str:
    """Whether somebody opens a file that both can see (inotify); ``shown`` says when to begin."""
    watch = checked(LIBC.inotify_init())
    checked(LIBC.inotify_add_watch(watch, path.encode(), 0x20))
    print(shown, file=sys.stderr, flush=True)
    if select.select([watch], [], [], 3)[0]:
        return "opened"
    raise LookupError("nothing was seen")


def read_locks(inode: str) -> str:
    if f":{inode} " in read("/proc/locks"):
        return "listed"
    raise LookupError("not listed")


def name_of_host(name: str) -> str:
    if os.uname().nodename == name or read("/proc/sys/kernel/hostname").strip() == name:
        return name
    raise LookupError("it has another name")


def same_boot(identity: str) -> str:
    if read("/proc/sys/kernel/random/boot_id").strip() == identity:
        return identity
    raise LookupError("another")


def see_arguments(path: str) -> str:
    """The host's words for the sandbox."""
    if path in read("/proc/1/cmdline"):
        return path
    raise LookupError("not there")


def read_pipe(name: str) -> str:
    """Somebody outside writes to a pipe in this program's own folder."""
    pipe = os.open(os.path.join(HERE, name), os.O_RDONLY | os.O_NONBLOCK)
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        if select.select([pipe], [], [], 0.1)[0] and (said := os.read(pipe, 100)):
            return said.decode()
        time.sleep(0.01)
    raise LookupError("nobody writes")


def ask_helper(name: str) -> str:
    """Somebody outside listens on a socket in this program's own folder."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(os.path.join(HERE, name))
        return connection.recv(100).decode()


def ask_engine(*commands: str) -> str:
    """An engine of the machine answers for this program."""
    for command in commands:
        try:
            ran = subprocess.run(
                [command],
                input="uci\nprotover 2\nquit\n",
                text=True,
                timeout=5,
                capture_output=True,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if ran.stdout:
            return f"{command}: {ran.stdout.split(chr(10))[0]}"
    raise LookupError("there is none")


def find_module(name: str) -> str:
    try:
        return __import__(name).__name__
    except ImportError as error:
        raise LookupError(str(error)) from None


def run_as_root() -> str:
    """A file with the setuid bit, which would run with another's rights."""
    for folder in ("/usr/bin", "/usr/sbin", "/usr/lib/openssh", "/usr/lib/dbus-1.0"):
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            path = os.path.join(folder, name)
            if os.path.isfile(path) and os.stat(path).st_mode & 0o6000 and os.access(path, os.X_OK):
                return path
    raise LookupError("there is none")


def pin() -> str:
    """All of this program on the processor of its choice: that of its opponent."""
    last = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {last})
    return f"on {last}"


def kernel_cryptography() -> str:
    with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as made:
        made.bind(("hash", "sha256"))
        return "bound"


def kernel_messages_of_devices() -> str:
    """Netlink: what is plugged in and out."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15) as made:
        made.bind((0, 1))
        return "bound"


def watch_many() -> str:
    """Every inotify instance that the user may have, kept until the end."""
    made = 0
    while made < 200 and LIBC.inotify_init() >= 0:
        made += 1
    print("made", file=sys.stderr, flush=True)
    time.sleep(1.5)
    return f"{made} instances"


def queue_signals() -> str:
    """Every signal that may wait for the user's processes, kept until the end."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGRTMIN})
    queued = 0
    while queued < 300_000 and LIBC.sigqueue(os.getpid(), int(signal.SIGRTMIN), None) == 0:
        queued += 1
    print("made", file=sys.stderr, flush=True)
    time.sleep(1.5)
    return f"{queued} signals"


def swell_pipes() -> str:
    """Pipes as large as may be, until the user may have no more: others' are small then."""
    kept, size = [], 0
    for _ in range(100):
        try:
            kept.append(os.pipe())
            size += fcntl.fcntl(kept[-1][1], 1031, 1 << 20)
        except OSError:
            continue
    print("made", file=sys.stderr, flush=True)
    time.sleep(1.5)
    return f"{size} bytes of pipes"


def fill_queues() -> str:
    """POSIX message queues, of which the user may have 800 KiB."""
    made = 0
    rt = ctypes.CDLL("librt.so.1", use_errno=True)
    while made < 64 and rt.mq_open(f"/q{made}".encode(), os.O_CREAT | os.O_RDWR, 0o600, None) >= 0:
        made += 1
    print("made", file=sys.stderr, flush=True)
    time.sleep(1.5)
    if not made:
        raise OSError(ctypes.get_errno(), "mq_open")
    return f"{made} queues"


def kill_host(number: str) -> str:
    """The process that started this one; in a sandbox it is not the host."""
    os.kill(os.getppid(), int(number))
    time.sleep(1)
    return "sent"


def stop_host(seconds: str) -> str:
    """The host's clock stands still with it."""
    host = os.getppid()
    os.kill(host, signal.SIGSTOP)
    time.sleep(float(seconds))
    os.kill(host, signal.SIGCONT)
    return "stopped"


def overload(seconds: str) -> str:
    """Whoever loses on time then may say that the machine was busy."""
    for _ in range(60):
        if os.fork() == 0:
            end = time.monotonic() + float(seconds)
            while time.monotonic() < end:
                pass
            os._exit(0)
    time.sleep(float(seconds))
    return "overloaded"


def reopen_pipes() -> str:
    """The other ends of its own pipes: what the referee writes, and reads."""
    os.close(os.open("/proc/self/fd/0", os.O_WRONLY | os.O_NONBLOCK))
    os.close(os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK))
    return "opened"


def leave_locked_folders() -> str:
    """Folders in folders, each without rights: whoever cleans up has to open each."""
    here = os.environ["TMPDIR"]
    made = []
    for _ in range(24):
        here += "/d"
        os.mkdir(here)
        made.append(here)
    for folder in reversed(made):
        os.chmod(folder, 0)
    return str(len(made))


def leave_deep_folders() -> str:
    """So many that who calls itself for each comes to an end before they do."""
    here = os.open(os.environ["TMPDIR"], os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("deep" * 50, dir_fd=here)
        below = os.open("deep" * 50, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    return "1500"


def play_victim() -> str:
    """The opponent: tells what it is told."""
    print("ready", flush=True)
    for line in sys.stdin:
        print(f"heard {line.strip()}", flush=True)
    return "end"


MOVES = {"white": ("e4", "Nf3", "Bc4", "Nc3", "d3"), "black": ("e5", "Nc6", "Bc5", "d6", "a6")}


def attacked(attack: str, words: "list[str]") -> str:
    """What came of an attack, in one line that is no move."""
    import hoards
    import spinners

    made = {**vars(hoards), **vars(spinners), **globals()}
    try:
        return f"GOT {made[attack](*(word.removeprefix(HIDDEN) for word in words))}"
    except (OSError, LookupError, MemoryError, ValueError, AttributeError) as error:
        return f"NOT {error!r}"[:200]


def honest(color: str, think: float) -> None:
    for index, move in enumerate(MOVES[color]):
        if (index or color == "black") and not sys.stdin.readline():
            return
        time.sleep(think)
        print(move, flush=True)


def entrant(orders: dict) -> None:
    """Attacks when it is asked for its first move; ``off_turn``: between its first and second."""
    color = sys.stdin.readline().strip()
    if orders["attack"] == "honest":
        honest(color, float(orders["words"][0]))
        return
    if color == "black":
        sys.stdin.readline()
    if orders["off_turn"]:
        import spinners

        spent = spinners.begin(*orders["words"])
        print(MOVES[color][0], flush=True)
        moved = time.perf_counter()
        told = sys.stdin.readline()
        used = spent(moved + MOMENT, time.perf_counter() - MOMENT)
        print(f"GOT {used:.2f}" if told else "NOT asked", flush=True)
    else:
        print(attacked(orders["attack"], orders["words"]), flush=True)
    sys.stdin.readline()
    print("resign", flush=True)


def main() -> None:
    if len(sys.argv) == 1:
        with open(os.path.join(HERE, "orders.json")) as file:
            entrant(json.load(file))
        return
    attack, *words = sys.argv[1:]
    if attack == "victim":
        play_victim()
        return
    print(attacked(attack, words), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
