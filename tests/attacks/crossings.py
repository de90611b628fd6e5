"""Attacks that got through once: by what is handed in, printed and used."""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path

from battlefield import (
    LIBC,
    MEMORY,
    MIB,
    Alone,
    CannotTell,
    Entry,
    InContest,
    InMatch,
    Scene,
    wait_until,
)
from patience import PATIENCE

from board_core.contest.packages import BadPackage, pack

SHARED = Path("/usr/lib/os-release")
"""A file that every sandbox shows."""

NEW = ("contest", "new", "contest", "--entries", "entries", "--accept-manifests")
"""The organiser's command that takes up what was handed in, and what it says of itself."""

LOCKED = Path("/usr/bin/env")
"""Another one, which only one attack locks."""

ENGINES = ("stockfish", "/usr/games/stockfish", "gnuchess", "/usr/games/gnuchess")


def word(*words: str) -> Callable[[Scene], bool]:
    """An attack by the program itself, in any scene."""
    return lambda scene: bool(
        scene.attack(*(text.format(scene=scene, host=os.uname().nodename) for text in words))
    )


def handing_in(
    prepare: Callable[[Path, Scene], object], player: str, *words: str
) -> Callable[[Scene], bool]:
    """An attack by what lies in the entry's folder."""

    def run(scene: Scene) -> bool:
        def prepared(folder: Path) -> None:
            prepare(folder, scene)

        entry = Entry(player, prepared)
        return bool(scene.attack(*(text.format(scene=scene) for text in words), entry=entry))

    return run


# What is handed in


def manifest(file: str, *arguments: str) -> str:
    """Return the text of an ``entry.toml``."""
    return f"file = {json.dumps(file)}\narguments = {json.dumps(arguments)}\n"


def by_entry_toml(*words: str) -> Callable[[InContest], bool]:
    """The entrant's own word for how it is started, taken up by ``board contest new``."""

    def run(scene: InContest) -> bool:
        said = 'language = "python"\n' + manifest(
            "attacks.py", *(word.format(scene=scene) for word in words)
        )
        entry = Entry(prepare=lambda folder: (folder / "entry.toml").write_text(said))
        scene.handed_in(scene.contest / "entries" / "Mallory", entry, {})
        return "GOT " in _new_and_run(scene)

    return run


def _new_and_run(scene: InContest) -> str:
    """What the attacker said in a contest as ``board contest new`` has written it down."""
    bob = {"attack": "honest", "words": ["0"], "off_turn": False}
    place = scene.handed_in(scene.contest / "entries" / "Bob", Entry(), bob)
    (place / "my_ai.py").write_text("import attacks\nattacks.main()\n")
    scene.board(*NEW)
    written = scene.contest / "contest.toml"
    text = written.read_text() if written.exists() else ""
    confined = f'mode = "{scene.sandbox.value}"\nallow_root = {str(os.geteuid() == 0).lower()}'
    text = text.replace('mode = "auto"', confined).replace("rounds = 7", "rounds = 1")
    text = text.replace("time = 600", "time = 20")
    written.write_text(text)
    fought = scene.fought(scene.board("contest", "run", "contest", "--quiet"))
    return "\n".join(fought.said)


def _entrants(scene: InContest) -> dict[str, dict[str, str]]:
    """What ``board contest new`` has written, by the entrants' names."""
    scene.board(*NEW)
    path = scene.contest / "contest.toml"
    plan = tomllib.loads(path.read_text()) if path.exists() else {}
    return {entrant["name"]: entrant for entrant in plan.get("entrants", [])}


def be_a_built_in(scene: InContest) -> bool:
    said = 'language = "native"\n' + manifest("expert")
    entry = Entry(prepare=lambda folder: (folder / "entry.toml").write_text(said))
    scene.handed_in(scene.contest / "entries" / "Mallory", entry, {})
    return _entrants(scene).get("Mallory", {}).get("player", "").endswith("expert")


def be_another(scene: InContest) -> bool:
    """An entry that is a link to the folder of another."""
    honest = {"attack": "honest", "words": ["0"], "off_turn": False}
    ada = scene.handed_in(scene.contest / "entries" / "Ada", Entry(), honest)
    (ada / "entry.toml").write_text('language = "python"\n' + manifest("attacks.py"))
    (scene.contest / "entries" / "Mallory").symlink_to("Ada")
    found = _entrants(scene)
    return bool(found.get("Mallory", {}).get("player"))


def copy_a_file_into_the_plan(scene: InContest) -> bool:
    """``entry.toml`` is a link to what the organiser may read."""
    entry = Entry(prepare=lambda folder: (folder / "entry.toml").symlink_to(scene.secret))
    scene.handed_in(scene.contest / "entries" / "Mallory", entry, {})
    ran = scene.board(*NEW)
    path = scene.contest / "contest.toml"
    return "secret" in (path.read_text() if path.exists() else "") + ran.out


def script(first: str) -> Callable[[Path, Scene], object]:
    def prepare(folder: Path, scene: Scene) -> None:
        (folder / "bin").mkdir()
        main = (folder / "attacks.py").read_text()
        place = folder / "bin" / "my_ai"
        place.write_text(f"#!{first.format(scene=scene)}\n{main}")
        place.chmod(0o755)
        for name in ("hoards.py", "spinners.py", "orders.json"):
            (folder / name).rename(folder / "bin" / name)

    return prepare


def prefix_named_by_itself(folder: Path, scene: Scene) -> None:
    script("/usr/bin/env python3")(folder, scene)
    (scene.home / "lib").mkdir()
    (scene.home / "bin").mkdir()
    (folder / "pyvenv.cfg").write_text(f"home = {scene.home}/bin\n")


def link_out(folder: Path, scene: Scene) -> None:
    (folder / "data.txt").symlink_to(scene.secret)


def link_out_by_name(scene: Scene) -> bool:
    """The command names a link in the program's folder; so the organiser has written it."""
    entry = Entry("san:attacks.py", lambda folder: link_out(folder, scene))
    if isinstance(scene, InMatch):
        orders = {"attack": "read", "words": [str(scene.secret)], "off_turn": False}
        place = scene.handed_in(scene.folder / "mallory", entry, orders)
        # arguments make it a run from the command line, so the orders travel as words
        player = f"san:{place}/attacks.py read at:{scene.secret} {place}/data.txt"
        fought = scene.match(f"Mallory={player}", "random")
        return "GOT secret" in fought.ran.out
    return bool(scene.attack("read", f"at:{scene.secret}", entry=entry))


def others_go_on(prepare: Callable[[Path, Scene], object]) -> Callable[[InContest], bool]:
    """Whether one entry stops the contest of all: Ada and Bob have not played."""

    def run(scene: InContest) -> bool:
        place = scene.handed_in(
            scene.contest / "entries" / "mallory",
            Entry(),
            {"attack": "honest", "words": ["0"], "off_turn": False},
        )
        prepare(place, scene)
        scene.plan("san:attacks.py", others=2)
        ran = scene.board("contest", "run", str(scene.contest), "--quiet")
        shown = scene.here("contest", "standings", str(scene.contest), "--games")
        return ran.crashed or not _played(shown.out, "Ada", "Bob")

    return run


def _played(text: str, *names: str) -> bool:
    return any(
        all(name in line for name in names) and any(r in line for r in ("1-0", "0-1", "1/2", "½"))
        for line in text.splitlines()
    )


def link_loop(folder: Path, scene: Scene) -> None:
    (folder / "a").symlink_to("b")
    (folder / "b").symlink_to("a")
    (folder / "again").symlink_to(".")


def too_deep(folder: Path, scene: Scene) -> None:
    """As deep as this machine allows, which is too deep where it is unpacked."""
    at = os.open(folder, os.O_RDONLY)
    left = 4090 - len(str(folder.resolve()))
    while left > 250:
        os.mkdir("d" * 200, dir_fd=at)
        below = os.open("d" * 200, os.O_RDONLY, dir_fd=at)
        os.close(at)
        at, left = below, left - 201
    os.close(os.open("f" * (left - 10), os.O_CREAT | os.O_WRONLY, dir_fd=at))
    os.close(at)


def unreadable(folder: Path, scene: Scene) -> None:
    (folder / "closed.txt").write_text("")
    (folder / "closed.txt").chmod(0)


def names_of_windows(scene: InContest) -> bool:
    """A package is for every machine; files that one of them cannot have stop its games."""
    for name in ("NUL.txt", "COM1", "ends with a dot.", "a|b", "my_ai.PY", "line\nbreak"):
        place = scene.contest / "entries" / f"m{abs(hash(name))}"
        scene.handed_in(place, Entry(), {"attack": "honest", "words": ["0"], "off_turn": False})
        (place / "my_ai.py").write_text("")
        (place / name).write_text("")
        try:
            pack(place)
        except BadPackage:
            continue
        return True
    return False


def draw_on_terminal(scene: InContest) -> bool:
    """``board contest new`` prints the names of folders."""
    (scene.contest / "entries" / "Eve\x1b[2J\x1b]0;gone\x07").mkdir(parents=True)
    (scene.contest / "entries" / "Ada").mkdir()
    ran = scene.board(*NEW)
    return "\x1b" in ran.out or "\x07" in ran.out


def stop_by_name(scene: InContest) -> bool:
    """A folder's name that contest.toml cannot hold."""
    for name in ("Ada", "Bob", "x" * 200):
        place = scene.contest / "entries" / name
        place.mkdir(parents=True)
        (place / "my_ai.py").write_text("")
    scene.board(*NEW)
    ran = scene.board("contest", "run", "contest", "--quiet")
    return ran.code == 2


def look_like_another(one: str, other: str) -> Callable[[InContest], bool]:
    """Two names that nobody can tell apart."""

    def run(scene: InContest) -> bool:
        scene.write_plan([(one, "random", ""), (other, "random", ""), ("Bob", "random", "")])
        return scene.board("contest", "run", "contest", "--quiet").code == 0

    return run


def shadow_modules(scene: Scene) -> bool:
    """Who stands in a stranger's folder and asks the board to look at the program there."""
    place = scene.handed_in(
        scene.folder / "mallory", Entry(), {"attack": "", "words": [], "off_turn": False}
    )
    mark = scene.home / "imported"
    for name in ("json", "signal", "select", "chess", "sitecustomize", "usercustomize", "random"):
        code = f"try: open({str(mark)!r}, 'a').write({name!r})\nexcept OSError: pass\n"
        (place / f"{name}.py").write_text(code)
    confined = scene.confined()
    scene.board("match", "san:attacks.py", "hard", "--quiet", "--time", "2", *confined, cwd=place)
    return mark.exists()


# What is printed


FORGED = {
    "a move that is a number": '{"number": 1, "move": 5}',
    "a template of its own": '{"number": 1, "cause": "exception", "template": "{nope}", '
    '"facts": {}, "traceback": ""}',
    "a format that is evaluated": '{"number": 1, "cause": "exception", "template": '
    '"{x.__class__.__mro__}", "facts": {"x": "y"}, "traceback": ""}',
    "a format of 200 MB": '{"number": 1, "cause": "exception", "template": "{x:>200000000}", '
    '"facts": {"x": "y"}, "traceback": ""}',
    "no JSON": "{{{",
    "a cause there is not": '{"number": 1, "cause": "victory", "template": "a", "facts": {}, '
    '"traceback": ""}',
    "that it is ready, in the game": '{"ready": true}\n{"ready": true}',
}
FORGER = """
import os
def choose(board):
    for name in os.listdir("/proc/self/fd"):
        try:
            if "pipe" in os.readlink("/proc/self/fd/" + name) and int(name) != 2:
                os.write(int(name), LINES)
        except OSError:
            pass
    import time
    time.sleep(3)
    return "e4"
"""


def forge(line: str) -> Callable[[InContest], bool]:
    """A function writes to its child's pipe what only the child should."""

    def run(scene: InContest) -> bool:
        text = FORGER.replace("LINES", repr(f"{line}\n".encode()))
        place = scene.contest / "entries" / "mallory"
        place.mkdir(parents=True)
        (place / "ai.py").write_text(text)
        scene.plan("ai.py:choose")
        return _broken(scene)

    return run


def _broken(scene: InContest) -> bool:
    """Whether the contest does not end, or cannot be shown."""
    ran = scene.board("contest", "run", "contest", "--quiet")
    report = scene.here("contest", "report", str(scene.contest), "--bundles")
    shown = scene.here("contest", "standings", str(scene.contest), "--games")
    evaluated = "class 'object'" in ran.out + report.out + shown.out
    return evaluated or ran.crashed or ran.code != 0 or report.code != 0 or shown.code != 0


ENGINE = """
import sys, time
MOVES = (("e2e4", "g1f3", "f1c4", "b1c3", "d2d3"), ("e7e5", "b8c6", "f8c5", "d7d6", "a7a6"))
made = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("uciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        made = len(words[3:])
    elif words[0] == "go":
        BEFORE
        print("bestmove", MOVES[made % 2][min(made // 2, 4)], flush=True)
        AFTER
"""


def engine_saying(before: str = "pass", after: str = "pass") -> str:
    return ENGINE.replace("BEFORE", before).replace("AFTER", after)


def engine(text: str) -> Callable[[InContest], bool]:
    """A UCI engine that says this before each move; the contest breaks."""

    def run(scene: InContest) -> bool:
        place = scene.contest / "entries" / "mallory"
        place.mkdir(parents=True)
        (place / "engine.py").write_text(engine_saying(f"print({text!r})"))
        scene.plan("uci:engine.py")
        return _broken(scene)

    return run


def nameless(scene: InContest) -> bool:
    """A process whose name is no text, which thinks for so long that it is looked at."""
    place = scene.contest / "entries" / "mallory"
    place.mkdir(parents=True)
    name = "__import__('ctypes').CDLL(None).prctl(15, b'\\xff\\rVmPTE: 0', 0, 0, 0)"
    (place / "engine.py").write_text(engine_saying(f"{name}; time.sleep(5.5); raise SystemExit"))
    scene.plan("uci:engine.py")
    return _broken(scene)


TALKER = """\
import chess, os, sys, time
board, spent, rest, after = chess.Board(), 0.0, b"", False
def read():
    global rest
    while b"\\n" not in rest:
        if not (more := os.read(0, 65536)): raise SystemExit
        rest += more
    line, rest = rest.split(b"\\n", 1)
    return line.decode().split() or [""]
def go():
    global after
    move = next(iter(board.legal_moves))
    board.push(move)
    print(f"move {move.uci()}\\nfeature smp=0", flush=True)
    after = True
while True:
    word, *more = read()
    if word == "protover": print("feature usermove=1 sigint=0 colors=0 done=1", flush=True)
    if word == "go": go()
    if word in ("accepted", "rejected") and after:
        until = time.process_time() + 0.02
        while time.process_time() < until: pass
        spent += 0.02
        print("feature smp=0", flush=True)
    if word == "usermove":
        after = False
        if spent > 0.4: print("# MARK", flush=True)
        board.push_uci(more[0])
        go()
"""


def be_answered_out_of_turn(scene: InContest) -> bool:
    """An engine that says one thing after another, as the answer lets it compute."""
    place = scene.contest / "entries" / "mallory"
    place.mkdir(parents=True)
    (place / "engine.py").write_text(TALKER)
    slow = {"attack": "honest", "words": ["0.5"], "off_turn": False}
    scene.handed_in(scene.contest / "entries" / "ada", Entry(), slow)
    fought = scene.contest_of("xboard:engine.py", "san:attacks.py")
    return any("MARK" in line for line in fought.said)


def quote_another(scene: InContest) -> bool:
    """The last words of another program, on a page for everybody or in somebody else's bundle."""
    place = scene.contest / "entries" / "mallory"
    place.mkdir(parents=True)
    words = f"sys.stderr.write('{scene.token} \\x1b[2J\\n'); raise ValueError('{scene.token}')"
    (place / "engine.py").write_text(engine_saying(f"import sys; {words}"))
    scene.plan("uci:engine.py")
    scene.board("contest", "run", "contest", "--quiet")
    scene.board("contest", "report", "contest", "--bundles")
    files = [path for path in scene.contest.rglob("*") if path.is_file()]
    logs = [path.read_bytes() for path in files if path.suffix == ".log"]
    assert any(scene.token.encode() in log for log in logs), "it has said it"
    shown = [path.read_bytes() for path in (scene.contest / "report").rglob("*") if path.is_file()]
    return any(scene.token.encode() in each for each in shown) or any(
        b"\x1b" in log for log in logs
    )


def trickle_to_page(scene: InContest) -> bool:
    """A body in pieces of a byte, each of which costs the server time, is read to its end."""
    ask = "{} / HTTP/1.1\r\nHost: {}:{}\r\n"
    with page(scene) as (host, port), socket.create_connection((host, port), PATIENCE) as slow:
        slow.sendall(
            ask.format("POST", host, port).encode() + b"Transfer-Encoding: chunked\r\n\r\n"
        )
        said = slow.recv(65536)
        with suppress(ConnectionError):
            slow.sendall(b"1\r\n-\r\n" * 20_000 + b"0\r\n\r\n")
            slow.sendall(ask.format("GET", host, port).encode() + b"Connection: close\r\n\r\n")
            while more := slow.recv(65536):
                said += more
        assert b" 405 " in said
        return b" 200 " in said


def stall_host(scene: Scene) -> bool:
    """One line, in the opponent's time, over which the host broods for a minute or more."""
    after = "time.sleep(0.1); print('option name' + ' ' * 2500 + 'x', flush=True)"
    place = scene.folder / "contest" / "entries" / "mallory"
    place.mkdir(parents=True)
    (place / "engine.py").write_text(engine_saying(after=after))
    honest = {"attack": "honest", "words": ["0.3"], "off_turn": False}
    ada = scene.handed_in(scene.folder / "contest" / "entries" / "ada", Entry(), honest)
    if isinstance(scene, InMatch):
        white, black = f"uci:{place}/engine.py", f"san:{ada}/attacks.py"
        fought = scene.match(f"Mallory={white}", f"Ada={black}", "--time", "5")
    else:
        assert isinstance(scene, InContest)
        scene.plan("uci:engine.py", "san:attacks.py")
        plan = scene.contest / "contest.toml"
        plan.write_text(plan.read_text().replace("time = 60", "time = 5"))
        fought = scene.fought(scene.board("contest", "run", "contest", "--quiet"))
    return fought.ran.crashed or (fought.won is True and fought.reason.startswith("time"))


def fill_disk(scene: InContest) -> bool:
    """A move comes after twenty thousand long lines; the journal of one game keeps them all."""
    text = "for n in range(15000): print('info depth 1 score cp 1 pv', 'e2e4 ' * 700, n)"
    place = scene.contest / "entries" / "mallory"
    place.mkdir(parents=True)
    (place / "engine.py").write_text(engine_saying(text))
    scene.plan("uci:engine.py")
    scene.board("contest", "run", "contest", "--quiet")
    size = sum(file.stat().st_size for file in scene.contest.rglob("*") if file.is_file())
    return size > 16 * MIB


COMPUTES = """
import threading, time
spent = []
def work():
    while True:
        sum(range(10000))
        spent.append(0)
def choose(board):
    if not spent:
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.2)
        choose.before = time.process_time()
        return "e4" if board.turn else "e5"
    return "GOT %.2f" % (time.process_time() - choose.before)
"""


ASKS_AI = """
def choose(board):
    try:
        from board_core.ais import AIS
        return "GOT " + type(AIS["greedy"](1)).__name__
    except Exception as error:
        return "NOT " + repr(error)[:60]
"""


def function_asks_ai(scene: InContest) -> bool:
    place = scene.contest / "entries" / "mallory"
    place.mkdir(parents=True)
    (place / "ai.py").write_text(ASKS_AI)
    return bool(scene.contest_of("ai.py:choose").loot)


def function_off_turn(scene: InContest) -> bool:
    place = scene.contest / "entries" / "mallory"
    place.mkdir(parents=True)
    (place / "ai.py").write_text(COMPUTES)
    honest = {"attack": "honest", "words": ["1.5"], "off_turn": False}
    scene.handed_in(scene.contest / "entries" / "ada", Entry(), honest)
    fought = scene.contest_of("ai.py:choose", "san:attacks.py")
    return _spent(fought.loot)


def off_turn(kind: str) -> Callable[[Scene], bool]:
    """Whether it computes while its opponent thinks for a second and a half."""
    return lambda scene: _spent(scene.attack("spin", kind, off_turn=True))


def _spent(loot: str) -> bool:
    """A tenth of a second, in the second of the opponent's turn that is neither first nor last.

    On a busy machine its helpers may compute for some moments before the host has got a processor
    to stop them, and after it let them go, before the attacker has got one to see that.
    """
    return bool(loot) and float(loot.split()[1]) > 0.1


def hoard(kind: str) -> Callable[[Scene], bool]:
    """A fifth more than is allowed."""
    return lambda scene: bool(scene.attack("hoard", kind, str(MEMORY * MIB * 12 // 10)))


# What is used


def pipe_inside(scene: Scene) -> bool:
    """A helper outside writes to a pipe in the entry's folder."""
    over = threading.Event()

    def prepare(folder: Path) -> None:
        os.mkfifo(folder / "pipe")
        helper = threading.Thread(target=tell, args=(folder / "pipe",))
        helper.start()
        scene.closing.callback(helper.join)
        scene.closing.callback(over.set)

    def tell(path: Path) -> None:
        while not over.wait(0.02):
            with suppress(OSError):
                pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
                os.write(pipe, b"play e4")
                os.close(pipe)

    return bool(scene.attack("read_pipe", "pipe", entry=Entry(prepare=prepare)))


def socket_inside(scene: Scene) -> bool:
    """A helper outside answers on a socket in the entry's folder."""
    listener = scene.closing.enter_context(socket.socket(socket.AF_UNIX))
    listener.settimeout(0.1)
    over = threading.Event()

    def prepare(folder: Path) -> None:
        here = os.open(folder, os.O_RDONLY)
        listener.bind(f"/proc/self/fd/{here}/ear")  # the whole path is too long
        os.close(here)
        listener.listen()
        helper = threading.Thread(target=answer)
        helper.start()
        scene.closing.callback(helper.join)
        scene.closing.callback(over.set)

    def answer() -> None:
        while not over.is_set():
            with suppress(OSError):
                connection = listener.accept()[0]
                connection.sendall(b"play e4")
                connection.close()

    return bool(scene.attack("ask_helper", "ear", entry=Entry(prepare=prepare)))


def host_key(scene: Scene) -> bool:
    """A key of the organiser's, in the keyring of the session and in that of the user."""
    add_key = 248 if os.uname().machine == "x86_64" else 217
    name = f"board-{scene.token}".encode()
    keys = []
    for ring in (-3, -4):
        key = LIBC.syscall(ctypes.c_long(add_key), b"user", name, b"secret", 6, ctypes.c_long(ring))
        keys.append((key, ring))
    try:
        return bool(scene.attack("read_key", name.decode()))
    finally:
        for key, ring in keys:
            LIBC.syscall(ctypes.c_long(add_key + 2), 9, key, ctypes.c_long(ring), 0)  # unlink


def locked(attack: str, lock: Callable[[int], object]) -> Callable[[Scene], bool]:
    """The host, for whom another sandbox could stand, locks a file that all can see."""

    def run(scene: Scene) -> bool:
        file = os.open(SHARED, os.O_RDONLY)
        try:
            lock(file)
            told = str(SHARED.stat().st_ino) if attack == "read_locks" else f"at:{SHARED}"
            return bool(scene.attack(attack, told))
        finally:
            os.close(file)

    return run


def by_flock(file: int) -> None:
    fcntl.flock(file, fcntl.LOCK_SH)


def by_record(file: int) -> None:
    fcntl.fcntl(file, fcntl.F_SETLK, struct.pack("hhqqi", fcntl.F_RDLCK, 0, 0, 0, 0))


def found_lock() -> bool:
    file = os.open(LOCKED, os.O_RDONLY)
    try:
        asked = struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, 0, 0)
        return struct.unpack("hhqqi", fcntl.fcntl(file, fcntl.F_GETLK, asked))[0] != fcntl.F_UNLCK
    finally:
        os.close(file)


def opened(scene: Scene) -> bool:
    def open_it() -> bool:
        os.close(os.open(SHARED, os.O_RDONLY))
        return False

    with scene.meanwhile(open_it):
        return bool(scene.attack("see_opening", f"at:{SHARED}", "watching"))


def same_boot(scene: Scene) -> bool:
    identity = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return bool(scene.attack("same_boot", identity))


def no_more_instances() -> bool:
    made = LIBC.inotify_init()
    if made >= 0:
        os.close(made)
    return bool(made < 0)


def no_more_signals() -> bool:
    event = ctypes.create_string_buffer(struct.pack("<qii48x", 0, signal.SIGUSR1, 0))
    timer = ctypes.c_void_p()
    if LIBC.timer_create(0, event, ctypes.byref(timer)) < 0:
        return True
    LIBC.timer_delete(timer)
    return False


def small_pipes() -> bool:
    read, write = os.pipe()
    size = fcntl.fcntl(write, 1032)
    os.close(read)
    os.close(write)
    return size < resource.getpagesize() * 16


def no_more_queues() -> bool:
    library = ctypes.CDLL("librt.so.1", use_errno=True)
    name = f"/board-{os.getpid()}".encode()
    made = library.mq_open(name, os.O_CREAT | os.O_RDWR, 0o600, None)
    if made < 0:
        return True
    os.close(made)
    library.mq_unlink(name)
    return False


def starve_host(attack: str, look: Callable[[], bool], *words: str) -> Callable[[Scene], bool]:
    """What the user may have of something is used up for everybody."""

    def run(scene: Scene) -> bool:
        assert wait_until(lambda: not look()), "there is nothing left before the attack"
        with scene.meanwhile(look) as seen:
            scene.attack(attack, *words)
        return bool(seen)

    return run


def starve_another(attack: str, look: str) -> Callable[[Alone], bool]:
    """Two sandboxes: what one program keeps, another lacks."""

    def run(scene: Alone) -> bool:
        assert not scene.attack(look), "there is nothing left before the attack"
        _, heard = scene.start(scene.opponent, attack)
        made = heard.next()
        assert made is not None
        assert "GOT" in made, made
        return bool(scene.attack(look))

    return run


def files_of_root(scene: Scene) -> bool:
    """What root keeps to itself in a folder of the system; another user can make none."""
    paths = [f"/proc/{name}" for name in ("kpagecgroup", "kpageflags", "slabinfo", "vmallocinfo")]
    if os.geteuid() == 0:
        place = Path(f"/usr/local/share/board-attack-{scene.token}")
        place.touch(0o600)
        scene.closing.callback(place.unlink)
        paths.append(str(place))
    return bool(scene.attack("read_as_owner", *(f"at:{path}" for path in paths)))


def kill_host(number: int) -> Callable[[Scene], bool]:
    """The game is called off, and nobody has lost it."""

    def run(scene: Scene) -> bool:
        fought = scene.fight("kill_host", str(number))
        return fought.won is not False

    return run


def stop_clock(scene: InMatch) -> bool:
    """Two seconds in which the host stands still are charged to nobody."""
    fought = scene.fight("stop_host", "2")
    lines = [json.loads(line) for line in fought.ran.out.splitlines() if line.startswith("{")]
    left = [line["clock"]["white"] for line in lines if line["event"] == "game_ended"]
    return not left or (fought.won is not False) or left[0] > 58.5


def have_it_played_anew(scene: InContest) -> bool:
    """A lost game is the machine's fault, because the loser keeps the machine busy."""
    if os.getloadavg()[0] > (os.cpu_count() or 1):
        raise CannotTell("others could have done it")
    orders = {"attack": "overload", "words": ["6"], "off_turn": False}
    scene.handed_in(scene.contest / "entries" / "mallory", Entry(), orders)
    scene.plan("san:attacks.py")
    plan = scene.contest / "contest.toml"
    plan.write_text(plan.read_text().replace("time = 60", "time = 4"))
    fought = scene.fought(scene.board("contest", "run", "contest", "--quiet"))
    return fought.won is not False or "again" in fought.ran.out


def leave_folders(attack: str) -> Callable[[Alone], bool]:
    """Nobody can clear away what it leaves in its temporary folder."""

    def run(scene: Alone) -> bool:
        program, heard = scene.start(scene.attacker, attack)
        heard.next()
        home = program._home
        with suppress(RecursionError):
            program.close()
        left = home.exists()
        subprocess.run(["chmod", "-R", "u+rwx", home], capture_output=True, check=False)
        subprocess.run(["rm", "-rf", home], check=False)
        return left

    return run


def plan_text(text: str) -> Callable[[InContest], bool]:
    """A contest.toml that breaks what reads it."""

    def run(scene: InContest) -> bool:
        scene.plan("random")
        plan = scene.contest / "contest.toml"
        plan.write_text(plan.read_text().replace("seed = 1", text))
        return scene.board("contest", "run", "contest", "--quiet").crashed

    return run


def plan_pipe(scene: InContest) -> bool:
    scene.contest.mkdir()
    os.mkfifo(scene.contest / "contest.toml")
    return scene.board("contest", "run", "contest", "--quiet").crashed


# What listens, and what is left


def address_in(process: subprocess.Popen[str], pattern: str) -> str:
    """What it prints that looks so; empty if it ends without."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(pattern, line):
            return found[0]
    return ""


@contextmanager
def lab(scene: Scene) -> Iterator[tuple[str, list[int]]]:
    """A scheduler on this machine and a worker: its address, and who they are."""
    with scene.background("scheduler", "--host", "127.0.0.1", "--port", "0") as scheduler:
        address = address_in(scheduler, r"(tcp|tls)://[\w.:]+")
        if not address:
            yield "", []  # it serves nobody without more
            return
        pem = [word for path in scene.folder.glob("*.pem") for word in ("--lab", str(path))]
        with scene.background("worker", address, "--slots", "1", *pem) as worker:
            begun = address_in(worker, r"Worker .*: \d")
            yield address, [scheduler.pid, *([worker.pid] if begun else [])]


def open_to_the_network(scene: Scene) -> bool:
    """Something of a lab on one machine listens for others."""
    with lab(scene) as (_, pids):
        return any(is_open for pid in pids for is_open in _listens_for_others(pid))


def _listens_for_others(pid: int) -> Iterator[bool]:
    inodes = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(OSError):
            inodes.add(link.readlink().name.removeprefix("socket:[").removesuffix("]"))
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and words[9] in inodes:
                yield words[1].split(":")[0] in ("0" * 8, "0" * 32)


CLIENT = """
import os, sys
from distributed import Client
with Client(sys.argv[1], timeout=5, set_as_default=False) as client:
    print("ran", client.run_on_scheduler(os.getpid))
"""


def run_code_on_lab(scene: Scene) -> bool:
    """Who has nothing but the address."""
    if find_spec("distributed") is None:
        raise CannotTell("the extra 'cluster' is not installed")
    with lab(scene) as (address, _):
        client = [sys.executable, "-c", CLIENT, address]
        ran = subprocess.run(client, capture_output=True, text=True, check=False)
        return "ran" in ran.stdout


@contextmanager
def page(scene: InContest) -> Iterator[tuple[str, int]]:
    scene.plan("random")
    scene.board("contest", "run", "contest", "--quiet")
    with scene.background("contest", "serve", "contest", "--port", "0") as serving:
        found = address_in(serving, r"http://[\w.]+:\d+")
        usual = (1024, resource.prlimit(serving.pid, resource.RLIMIT_NOFILE)[1])
        resource.prlimit(serving.pid, resource.RLIMIT_NOFILE, usual)
        host, port = found.removeprefix("http://").split(":")
        yield host, int(port)


def _asks(host: str, port: int, name: str = "") -> int:
    """The status; 0: nobody answers."""
    connection = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        connection.request("GET", "/", headers={"Host": name or f"{host}:{port}"})
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def hold_page(scene: InContest) -> bool:
    """More half-open connections than the server can have files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as held, page(scene) as (host, port):
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
        held.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for _ in range(1100):
            with suppress(OSError):
                connection = held.enter_context(socket.socket())
                connection.settimeout(1)
                connection.connect((host, port))
                connection.send(b"GET / HTTP/1.1\r\nHost: ")
        return _asks(host, port) == 0


def rebind_page(scene: InContest) -> bool:
    """Another site's name for this machine: its scripts could read the page."""
    with page(scene) as (host, port):
        return _asks(host, port, "evil.example") == 200


def outlive_killed_host(scene: InMatch) -> bool:
    """Somebody kills the board while the attacker waits for its turn."""
    orders = {"attack": "spin", "words": ["plain"], "off_turn": True}
    place = scene.handed_in(scene.folder / "mallory", Entry(), orders)
    slow = {"attack": "honest", "words": ["30"], "off_turn": False}
    ada = scene.handed_in(scene.folder / "ada", Entry(), slow)
    words = [f"Mallory=san:{place}/attacks.py", f"Ada=san:{ada}/attacks.py", "--json"]
    words += [*scene.confined(), "--ponder", "freeze"]
    with scene.background("match", *words) as match:
        address_in(match, "move_played")
        alive = {pid: _born(pid) for pid in _below(match.pid)}
        match.kill()
        gone = wait_until(
            lambda: not any(born and _born(pid) == born for pid, born in alive.items())
        )
        for pid in alive if not gone else ():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        return not gone


def _below(pid: int) -> set[int]:
    """All descendants of a process."""
    children: set[int] = set()
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children |= {int(word) for word in (task / "children").read_text().split()}
    return children.union(*map(_below, children))


def _born(pid: int) -> str:
    """Tells a process from a later one of the same number; empty: it has gone."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return "" if words[0] in "ZX" else words[19]
    return ""
