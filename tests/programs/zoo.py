"""The hostile zoo: programs that do what programs should not.

python zoo.py ANIMAL: says that it is awake, answers e5, and when it is asked again does as its
kind does. Wild animals do so from the beginning.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

BUSY = 600
AWAKE = "# awake"

Animal = Callable[[], object]
TAME: dict[str, Animal] = {}
WILD: dict[str, Animal] = {}


def tame(animal: Animal) -> Animal:
    TAME[animal.__name__] = animal
    return animal


def wild(animal: Animal) -> Animal:
    WILD[animal.__name__] = animal
    return animal


def put(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def hear() -> str:
    return sys.stdin.readline().strip()


def stay() -> None:
    """Idle until the input is closed."""
    while sys.stdin.readline():
        pass


def sleep() -> None:
    while True:
        time.sleep(BUSY)


def move() -> None:
    put(b"d5\n")


def move_and_stay() -> None:
    move()
    stay()


# Floods


@tame
def endless_line():
    while True:
        put(b"x" * 65536)


@tame
def endless_lines():
    while True:
        put(b"thinking\n" * 4096)


@tame
def gibibyte_without_newline():
    for _ in range(16384):
        put(b"\0" * 65536)
    stay()


# What is no text


@tame
def nul():
    put(b"d\x005\n")
    sleep()


@tame
def invalid_utf8():
    put(b"d5 \xff\xfe\n")
    sleep()


@tame
def utf16():
    put("d5\n".encode("utf-16"))
    sleep()


@tame
def colours():
    put(b"\x1b[31md5\x1b[0m\n")
    sleep()


@tame
def clears_the_screen():
    put(b"\x1b[2J\x1b]0;gotcha\x07\n")
    sleep()


@tame
def backspaces():
    put(b"d6\b5\n")
    sleep()


# Strange, but a move all the same


@tame
def crlf():
    put(b"d5\r\n")
    stay()


@wild
def bom():
    hear(), hear()
    put(b"\xef\xbb\xbfe5\n")
    hear()
    move_and_stay()


@tame
def blank_lines():
    put(b"\n\r\n   \n\td5\n\n")
    stay()


@tame
def split_writes():
    for byte in b"d5\n":
        put(bytes([byte]))
        time.sleep(0.01)
    stay()


@wild
def no_last_newline():
    hear(), hear()
    put(b"e5\n")
    hear()
    put(b"Qh4")


@wild
def mates_and_leaves():
    hear(), hear()
    put(b"e5\n")
    hear()
    put(b"Qh4#\n")
    os._exit(1)


@tame
def form_feed():
    put(b"\fd5\v\n")
    stay()


@tame
def three_thousand_writes():
    for _ in range(3000):
        put(b" ")
    move_and_stay()


@tame
def long_line():
    put(b"d5" + b" " * 4000 + b"\n")
    stay()


@tame
def twice():
    put(b"d5\nd5\n")
    stay()


@tame
def chatters():
    put(b"d5\nyour turn\n")
    stay()


# Moves that are none


@tame
def illegal():
    for _ in range(3):
        put(b"Ke5\n")
        hear()
    stay()


@tame
def debug_text():
    for _ in range(3):
        put(b"depth 3, 4242 nodes\n")
        hear()
    stay()


@tame
def prompt():
    for _ in range(3):
        put(b"My move is: d5\n")
        hear()
    stay()


@tame
def echo():
    put(b"d4\n")
    while line := hear():
        put(line.encode() + b"\n")


@tame
def null_move():
    for _ in range(3):
        put(b"0000\n")
        hear()
    stay()


@tame
def half_castles():
    """A letter and a nought."""
    for _ in range(3):
        put(b"O-0\n")
        hear()
    stay()


@tame
def endless_word():
    for _ in range(3):
        put(b"d5" * 2000 + b"\n")
        hear()
    stay()


@tame
def again_and_again():
    """Says what only the board may say."""
    for _ in range(3):
        put(b".\n")
        hear()
    stay()


@tame
def resigns():
    put(b"resign\n")
    stay()


@tame
def claims_to_have_won():
    for _ in range(3):
        put(b"0-1\n")
        hear()
    stay()


@tame
def resigns_out_of_turn():
    put(b"d5\nresign\n")
    stay()


# Out of turn


@wild
def early_white():
    """Moves before it has read its colour."""
    put(b"e4\n")
    stay()


@wild
def early_black():
    """The same, though it is not Black who begins."""
    put(f"{AWAKE}\ne5\n".encode())
    stay()


@wild
def computes_in_the_opponents_time():
    if os.fork() == 0:
        while True:
            pass
    put(f"{AWAKE}\n".encode())
    hear(), hear()
    put(b"e5\n")
    hear()
    move_and_stay()


# Ends


@tame
def closes_output():
    os.close(1)
    sleep()


@tame
def closes_input():
    os.close(0)
    move()
    sleep()


@tame
def closes_input_and_is_silent():
    os.close(0)
    sleep()


@tame
def closes_errors():
    os.close(2)
    move_and_stay()


@tame
def leaves():
    sys.exit(0)


@tame
def complains_and_leaves():
    print("cannot find my book", file=sys.stderr)
    sys.exit(3)


@tame
def segfaults():
    if os.name == "nt":  # with the exit code of Windows for it: wine starts its debugger otherwise
        import ctypes

        ctypes.windll.kernel32.ExitProcess(0xC0000005)
    os.kill(os.getpid(), signal.SIGSEGV)


@tame
def raises():
    return [][1]


@tame
def kills_its_group():
    os.killpg(0, signal.SIGKILL)
    sleep()


@tame
def dies_with_a_grandchild():
    if os.fork() == 0:
        os.setsid()
        sleep()
    os._exit(5)


@tame
def child_plays_on():
    """What was started ends; a copy of it has the pipes and plays."""
    if os.fork() == 0:
        os.setsid()
        time.sleep(0.05)
        move_and_stay()
    os._exit(0)


@wild
def ends_at_once():
    print("no module named numpy", file=sys.stderr)
    sys.exit(1)


@wild
def reads_nothing_and_ends():
    os.close(0)
    os._exit(0)


# No answer


@wild
def never_reads():
    put(f"{AWAKE}\n".encode())
    sleep()


@tame
def hangs():
    sleep()


@tame
def computes():
    while True:
        pass


@tame
def suspends_itself():
    os.kill(os.getpid(), signal.SIGSTOP)
    sleep()


@tame
def drips():
    while True:
        put(b"d")
        time.sleep(0.02)


@tame
def carriage_return_only():
    put(b"d5\r")
    sleep()


@tame
def unflushed():
    buffered = open(1, "w", buffering=65536, closefd=False)  # noqa: SIM115
    buffered.write("d5\n")
    hear()
    buffered.flush()


@tame
def grandchild_reads_its_input():
    """Two read one pipe: the next move goes to the wrong one."""
    move()
    if os.fork() == 0:
        stay()
    time.sleep(BUSY)


@tame
def waits_for_the_deadline():
    time.sleep(float(sys.argv[2]))
    move_and_stay()


# Will not go, or leave something behind


@tame
def ignores_every_signal():
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    move()
    sleep()


def daemon(then: Animal) -> None:
    """A grandchild in a session of its own, as the textbook has it."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            then()
            sleep()
        os._exit(0)
    os.wait()


def let_go() -> None:
    for pipe in range(3):
        os.close(pipe)


def forget_everything() -> None:
    os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)"], {})


@tame
def daemon_of_windows():
    """A child in a group of its own, without a console, which is told to break away."""
    endless = [sys.executable, "-c", "import time; time.sleep(600)"]
    alone = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.DETACHED_PROCESS
    for flags in (alone | subprocess.CREATE_BREAKAWAY_FROM_JOB, alone):
        with contextlib.suppress(OSError):
            nothing = subprocess.DEVNULL
            child = subprocess.Popen(endless, stdin=nothing, creationflags=flags)
            Path(sys.argv[2]).write_text(str(child.pid))
            break
    move_and_stay()


@tame
def daemon_with_pipes():
    daemon(lambda: None)
    move_and_stay()


@tame
def daemon_without_pipes():
    daemon(let_go)
    move_and_stay()


@tame
def daemon_without_environment():
    daemon(forget_everything)
    move_and_stay()


@tame
def bears_sixty_children():
    first = os.getpid()
    for _ in range(6):
        os.fork()
    if os.getpid() == first:
        move_and_stay()
    if os.getpid() % 2:
        os.setsid()
    sleep()


@tame
def starts_itself_anew():
    """The same process with another program."""
    play_on = "import sys; print('d5', flush=True); sys.stdin.read()"
    os.execv(sys.executable, [sys.executable, "-c", play_on])


@tame
def changes_its_group():
    """Its child leaves the group and stays."""
    if os.fork() == 0:
        os.setpgid(0, 0)
        let_go()
        sleep()
    move_and_stay()


@tame
def endless_errors():
    move()
    while True:
        os.write(2, b"warning: deprecated\n" * 3000)


@tame
def error_without_newline():
    data = b"!" * 1_000_000
    while data:
        data = data[os.write(2, data) :]
    move_and_stay()


@tame
def opens_thousands_of_files():
    import resource

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 6000), hard))
    opened = []
    with contextlib.suppress(OSError):
        while len(opened) < 5000:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    os.close(opened.pop()) if opened else None
    move_and_stay()


@tame
def fills_its_folder():
    with contextlib.suppress(OSError), (Path.home() / "big").open("wb") as file:
        for _ in range(32):
            file.write(bytes(1 << 20))
        file.truncate(256 << 20)
    move_and_stay()


@tame
def locks_its_folder():
    inner = Path.home() / "a" / "b"
    inner.mkdir(parents=True)
    (inner / os.fsdecode(b"\xff\n")).write_text("x")
    inner.chmod(0)
    inner.parent.chmod(0)
    Path.home().chmod(0o500)
    move_and_stay()


@tame
def swaps_its_folder():
    """A link to somebody else's folder stands where the thrown-away one is expected."""
    home = Path.home()
    home.rmdir()
    home.symlink_to(sys.argv[2])
    move_and_stay()


@tame
def does_not_block():
    for pipe in range(3):
        os.set_blocking(pipe, False)
    move()
    sleep()


# Speak UCI


def uci(on_go: Animal, ready: bytes = b"readyok\n", hello: bytes = b"uciok\n") -> None:
    for line in sys.stdin:
        if line.strip() == "uci":
            put(hello)
        elif line.startswith("isready"):
            put(ready)
        elif line.startswith("go"):
            on_go()


@wild
def endless_infos():
    def on_go():
        while True:
            put(b"info depth 1 score cp 3\n" * 64)

    uci(on_go)


@wild
def endless_comments():
    """Slow enough not to be a flood."""

    def on_go():
        while True:
            put(b"info string still here\n")
            time.sleep(0.01)

    uci(on_go)


@wild
def never_ready():
    uci(sleep, hello=b"hello\n")


@wild
def two_best_moves():
    uci(lambda: put(b"bestmove e7e5\nbestmove e7e5\n"))


@wild
def null_best_move():
    uci(lambda: put(b"bestmove 0000\n"))


@wild
def best_move_before_it_is_asked():
    uci(lambda: put(b"bestmove e7e5\n"), ready=b"bestmove a2a3\nreadyok\n")


@wild
def colourful_infos():
    uci(lambda: put(b"info string \x1b[31mred\x1b[0m\nbestmove e7e5\n"))


def main() -> None:
    animal = sys.argv[1]
    if animal in WILD:
        WILD[animal]()
        return
    put(f"{AWAKE}\n".encode())
    hear(), hear()
    put(b"e5\n")
    hear()
    TAME[animal]()


if __name__ == "__main__":
    main()
