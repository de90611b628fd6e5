"""Programs in a real sandbox are started, heard and ended as others are."""

import errno
import os
import resource
import select
import shutil
import subprocess
import sys
import tempfile
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from heard import Heard

from board_core.files import untrusted_files as handed_in
from board_core.files.untrusted_files import CannotTake, TooMuch
from board_core.supervise import watcher
from board_core.supervise.command import Command, find_program, resolve
from board_core.supervise.environment import HOST_VARIABLE
from board_core.supervise.hold import HOLD_VARIABLE
from board_core.supervise.limits import MIB, NO_LIMITS, Limits
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox, trial

ROOT = Path(__file__).parents[2]
REQUIRED = Confinement(Sandbox.REQUIRED, allow_root=True)


@pytest.fixture(autouse=True)
def sandbox():
    """Skip without one; on the machine that decides, fail."""
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))


def started(code: str, folder: Path | None = None, grace: float = 0.2) -> tuple[Program, Heard]:
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", code), folder)
    return heard.start(command, confinement=REQUIRED, grace=grace), heard


@pytest.mark.skipif(sys.version_info < (3, 11, 4), reason="subprocess itself leaves pipes there")
def test_however_few_files_may_be_open_a_program_that_cannot_start_leaves_nothing():
    free = os.dup(0)
    os.close(free)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    refused = []
    for most in range(free, free + 40):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        try:
            program, _ = started("input()")
        except OSError as error:
            refused.append(error.errno)
        else:
            program.close()
            break
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert set(refused) == {errno.EMFILE}
    assert len(refused) < 40, "it has never started"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import os; print(sorted(os.listdir('/proc/self/fd'))[:-1])", "['0', '1', '2']"),
        ("import os; print(os.getuid(), os.getgid(), os.getpid())", "1000 1000 2"),
        ("import os; print(os.path.expanduser('~'), os.environ['TMPDIR'])", "/tmp /tmp"),
        ("open('/tmp/x', 'w').write('x'); print(open('/tmp/x').read())", "x"),
        ("import pwd, os; print(pwd.getpwuid(os.getuid()).pw_name)", "player"),
        ("import os; print(os.listdir('/home') if os.path.exists('/home') else [])", "[]"),
    ],
)
def test_what_a_program_finds_inside(code, said):
    program, heard = started(f"{code}\ninput()")
    assert heard.next() == said
    program.close()


def test_it_starts_in_its_own_folder_which_it_reads(tmp_path):
    folder = tmp_path / "我的 程序"
    folder.mkdir()
    (folder / "book.txt").write_text("e4")
    program, heard = started("import os; print(os.getcwd(), open('book.txt').read())", folder)
    assert heard.next() == f"{folder} e4"
    program.close()


@pytest.mark.parametrize(
    ("code", "returncode"),
    [
        ("raise SystemExit(3)", 3),
        ("import os; os.kill(os.getpid(), 11)", -11),
        ("import os; os.kill(os.getpid(), 9)", -9),
        ("import os; os.close(1); input()", None),
    ],
)
def test_its_end_is_told_as_without_a_sandbox(code, returncode):
    program, heard = started(code)
    assert heard.next() == returncode
    program.close()


def test_it_is_asked_to_end_before_it_is_killed():
    code = "import signal, sys, time\nsignal.signal(15, lambda *_: sys.exit('bye'))\n"
    program, heard = started(f"{code}print('ready')\ntime.sleep(600)", grace=1)
    assert heard.next() == "ready"
    program.close()
    assert program.stderr == "bye\n"
    assert program.exited_voluntarily is False


def test_what_is_seen_from_outside_is_the_program_and_not_its_sandbox():
    program, heard = started("import os\nprint('ready')\nos.kill(os.getpid(), 19)")
    assert heard.next() == "ready"
    heard.until(lambda: program._program() != program.pid)  # told by a pipe of its own
    inside = program._program()
    assert b"-S" in Path(f"/proc/{inside}/cmdline").read_bytes().split(b"\0")
    assert b"--die-with-parent" not in Path(f"/proc/{inside}/cmdline").read_bytes()
    program.close()


def test_it_outlives_the_thread_that_started_it():
    programs: list[tuple[Program, Heard]] = []
    thread = threading.Thread(target=lambda: programs.append(started("print(input())")))
    thread.start()
    thread.join()
    ((program, heard),) = programs
    program.write("still here\n")
    assert heard.next() == "still here"
    program.close()


HOST = """
import sys, time
from board_core.supervise.command import Command
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox
from board_core.supervise.watch import host_mark
from board_core.game.loop import Loop
def listener(program, news, at):
    print(host_mark(), program._uid.number if program._uid else 0, flush=True)
code = "import os, time\\nif os.fork() == 0: os.setsid()\\nelse: print('ready')\\ntime.sleep(600)"
command = Command((sys.executable, "-S", "-u", "-c", code), None)
how = Confinement(Sandbox.REQUIRED, allow_root=True)
loop = Loop()
Program(command, listener, confinement=how).attach(loop)
loop.drive(lambda: False, time.perf_counter() + 600)
"""


def test_a_killed_host_leaves_no_sandbox_behind():
    host = subprocess.Popen(
        [sys.executable, "-c", HOST],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with host:
        mark, uid = host.stdout.readline().split()
        left = [os.pidfd_open(pid) for pid in {*watcher.marked(f"{HOST_VARIABLE}={mark}", uid)}]
        assert len(left) >= 4  # bubblewrap twice, the program, its daemon
        left += [os.pidfd_open(pid) for pid in children(host.pid) if is_watcher(pid)]
        host.kill()
    for process in left:
        assert select.select([process], [], [], 10)[0], "it lives on"
        os.close(process)


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def is_watcher(pid: int) -> bool:
    """It removes the folders last of all."""
    return b"watcher.py" in Path(f"/proc/{pid}/cmdline").read_bytes()


def said(argv: list[str], folder: Path | None = None, **how: object) -> object:
    """The first line of a command that a person typed, or that was handed in with its folder."""
    heard = Heard()
    confinement = replace(REQUIRED, limits=NO_LIMITS, **how)
    program = heard.start(resolve(argv, folder), confinement=confinement, grace=0.2)
    try:
        return heard.next()
    finally:
        program.close()


def can(program: str) -> str:
    """The path of a program that is tried here."""
    found = shutil.which(program)
    if found is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"no {program} here")
    return found


@pytest.fixture
def ai(tmp_path, monkeypatch):
    folder = tmp_path / "ai"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


PROBE = """
import importlib, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
        print(name)
    except ImportError:
        print('no', name)
"""


@pytest.mark.parametrize("command", [["my_ai.py"], ["python3", "my_ai.py"], ["./script"]])
def test_a_program_in_python_finds_chess_and_nothing_of_the_board(ai, command):
    (ai / "my_ai.py").write_text(PROBE)
    (ai / "script").write_text(f"#!/usr/bin/env python3\n{PROBE}")
    (ai / "script").chmod(0o755)
    assert said([*command, "chess"]) == "chess"
    for module in ("board_core.ais", "board_core", "click", "pydantic"):
        assert said([*command, module]) == f"no {module}"
    assert said([*command, "pydantic"], packages=("chess", "pydantic")) == "pydantic"


def test_the_process_of_a_function_has_nothing_that_chooses_moves(ai):
    (ai / "my_ai.py").write_text(PROBE)
    for module, there in (("players.child", ""), ("ais", "no "), ("analysis", "no ")):
        answer = said(["my_ai.py", f"board_core.{module}"], for_function=True)
        assert answer == f"{there}board_core.{module}"
    for module in ("board_core.games", "board_core.games.hosted"):  # a game's file imports them
        assert said(["my_ai.py", module], for_function=True) == module


def test_an_environment_beside_the_program_keeps_what_is_in_it(ai):
    """The commonest way of all: '.venv/bin/python my_ai.py', with a module beside it."""
    made = [sys.executable, "-m", "venv", "--without-pip", str(ai / ".venv")]
    subprocess.run(made, check=True)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    packages = ai / ".venv" / "lib" / version / "site-packages"
    (packages / "helpful.py").write_text("")
    (packages / "board_core").mkdir()
    (packages / "board_core" / "ais.py").write_text("")
    (ai / "mine.py").write_text("")
    (ai / "my_ai.py").write_text(PROBE)
    for module in ("helpful", "mine"):
        assert said([".venv/bin/python", "-u", "my_ai.py", module]) == module
    assert said([".venv/bin/python", "-u", "my_ai.py", "board_core.ais"]) == "no board_core.ais"


SEES = "import os, sys; print(os.path.exists(sys.argv[1]) and sorted(os.listdir(sys.argv[1])))"


@pytest.mark.parametrize(
    "place", ["/usr/games", "/usr/local/games", "/usr/lib/python3/dist-packages", "/usr/src"]
)
def test_folders_of_the_system_that_hold_others_work_are_empty(ai, place):
    (ai / "my_ai.py").write_text(SEES)
    assert said(["my_ai.py", place]) in ("[]", "False")


def test_nor_can_any_program_run_with_rights_of_somebody_else(ai):
    (ai / "my_ai.py").write_text(
        "import sys\ntry:\n    open(sys.argv[1], 'rb').read(1); print('read')\n"
        "except OSError:\n    print('hidden')\n"
    )
    assert said(["my_ai.py", os.path.realpath(can("su"))]) == "hidden"


def test_an_engine_that_is_named_runs_and_another_is_not_there(ai):
    engine = find_program("stockfish") or can("stockfish")
    assert "Stockfish" in str(said(["stockfish"]))
    (ai / "my_ai.py").write_text(SEES.replace("sorted(os.listdir(sys.argv[1]))", "'there'"))
    assert said(["my_ai.py", engine]) == "False"


def test_a_file_of_the_command_elsewhere_is_not_there_unless_it_is_listed(ai, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    (ai / "my_ai.py").write_text("import os, sys; print(os.path.exists(sys.argv[1]))")
    assert said(["my_ai.py", str(secret)]) == "False"
    assert said(["my_ai.py", str(secret)], readable=(secret,)) == "True"


WRITES = """
import os
with open('engine.log', 'a') as log:
    log.write('x')
with open('note', 'a') as note:
    note.write('!')
os.mkdir('games/new')
os.rename('note', 'games/note')
print(open('engine.log').read(), open('games/note').read(), len(open('net').read()))
"""


def test_it_may_write_into_its_own_folder_and_nobody_sees_it(ai, monkeypatch):
    """Many engines write a log beside themselves, and end where they cannot."""
    monkeypatch.setattr("board_core.supervise.visibility.LARGE_BYTES", 1000)
    (ai / "note").write_text("before")
    (ai / "net").write_text("x" * 2000)  # is shown, as it would take memory
    (ai / "games").mkdir()
    (ai / "my_ai.py").write_text(WRITES)
    for _ in range(2):  # what the first one wrote is gone
        assert said(["my_ai.py"]) == "x before! 2000"
    assert sorted(path.name for path in ai.iterdir()) == ["games", "my_ai.py", "net", "note"]
    assert (ai / "note").read_text() == "before"


HOSTILE = """
import os, socket
os.symlink('/etc/passwd', 'link')
os.symlink('/etc', 'folder')
os.link('my_ai.py', 'hard')
os.mkfifo('pipe')
socket.socket(socket.AF_UNIX).bind('socket')
open('a\\nb', 'w').write('x')
os.chmod('a\\nb', 0o4755)
os.truncate(os.open('sparse', os.O_CREAT | os.O_RDWR), 60 << 20)
os.truncate(os.open('sparser', os.O_CREAT | os.O_RDWR), 60 << 20)
here = os.getcwd()
for name in ('deep' * 60, 'd'):
    for _ in range(70):
        os.mkdir(name); os.chdir(name)
        open('log' if _ > 65 or name != 'd' and _ > 9 else '/dev/null', 'w').write('x')
    os.chdir(here)
os.remove('gone')
os.mkdir('games'); open('games/log', 'w').write('e4'); open('note', 'a').write('!')
os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("kind", ["v2", "signals"])
def test_what_it_wrote_there_is_kept_if_it_is_to_be_and_nothing_else(
    ai, tmp_path, monkeypatch, kind
):
    monkeypatch.setenv(HOLD_VARIABLE, kind)
    here = Path(tempfile.mkdtemp(dir="/var/tmp"))
    for name in ("gone", "note", "same"):
        (here / name).write_text("before")
    (here / "my_ai.py").write_text(HOSTILE)
    kept = tmp_path / "kept" / "of-it"
    for _ in range(2):
        heard = Heard()
        how = replace(REQUIRED, kept=kept)
        program = heard.start(resolve(["my_ai.py"], here), confinement=how, grace=0.2)
        assert heard.next() == -9, program.stderr
        program.close()
    shutil.rmtree(here)
    assert sorted(path.name for path in kept.parent.iterdir()) == ["of-it", "of-it-2"]
    for folder in kept.parent.iterdir():
        files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
        assert files.keys() - {"sparse", "sparser"} == {
            "a\nb",
            "games",
            "games/log",
            "hard",
            "note",
        }
        assert len(files.keys() & {"sparse", "sparser"}) == 1  # both are more than is kept
        assert files["note"].read_text() == "before!"
        assert files["games/log"].read_text() == "e4"
        assert not any(
            path.is_symlink() or path.stat().st_mode & 0o7133
            for path in files.values()
            if path.is_file()
        )


def test_what_it_writes_there_is_seen_from_outside_by_another_user():
    """The board looks at it through ``/proc``, as an ordinary user too, and counts and keeps it."""
    here = Path(tempfile.mkdtemp(dir="/var/tmp"))
    (here / "my_ai.py").write_text(
        "import os; print(*(oct(os.stat(p).st_mode) for p in ('/var', '/var/tmp', '.')))"
    )
    assert said(["my_ai.py"], folder=here) == "0o40755 0o40755 0o40755"
    shutil.rmtree(here)


def test_what_is_kept_is_not_shown_to_the_next_program_of_the_folder(ai):
    (ai / "my_ai.py").write_text("open('note', 'w').write('x')")
    how = replace(REQUIRED, kept=ai / "kept" / "of-it")
    with pytest.raises(CannotTake, match="in the program's own folder"):
        Heard().start(resolve(["my_ai.py"]), confinement=how)


def test_nothing_is_kept_of_a_program_that_wrote_nothing(ai, tmp_path):
    (ai / "my_ai.py").write_text("print('e4')")
    heard = Heard()
    how = replace(REQUIRED, kept=tmp_path / "kept")
    program = heard.start(resolve(["my_ai.py"]), confinement=how, grace=0.2)
    assert heard.next() == "e4"
    program.close()
    assert not (tmp_path / "kept").exists()


FILLS = """
for path in ("log", "/tmp/log"):
    with open(path, "wb") as file:
        for _ in range(30):
            file.write(bytes(1 << 20))
input()  # a look at it from outside comes a moment later
"""


@pytest.mark.parametrize("kind", ["v2", "v1", "signals"])
def test_what_it_writes_there_counts_as_its_memory(monkeypatch, kind):
    """The folder and the temporary one take 30 MiB each, and it may have 48."""
    monkeypatch.setenv(HOLD_VARIABLE, kind)
    here = Path(tempfile.mkdtemp(dir="/var/tmp"))  # no part of its own temporary folder
    (here / "my_ai.py").write_text(FILLS)
    heard = Heard()
    how = replace(REQUIRED, limits=Limits(memory=48 * MIB))
    program = heard.start(resolve(["my_ai.py"], here), confinement=how, grace=0.2)
    try:
        assert heard.next() == -9
        assert "more than its 48 MiB" in str(program.excess)
    finally:
        program.close()
        shutil.rmtree(here)


def test_in_the_temporary_folder_only_the_system_can_count_it(ai, monkeypatch):
    monkeypatch.setenv(HOLD_VARIABLE, "signals")
    (ai / "my_ai.py").write_text("import os; print(os.access('.', os.W_OK))")
    heard = Heard()
    program = heard.start(resolve(["my_ai.py"]), confinement=REQUIRED, grace=0.2)
    assert heard.next() == "False"
    program.close()


def test_into_a_folder_that_would_take_much_memory_it_cannot_write(ai, monkeypatch):
    monkeypatch.setattr("board_core.supervise.program.MOST_COPIED", 10_000)
    (ai / "book").write_text("x" * 20_000)
    code = "import os; print(len(open('book').read()), os.access('.', os.W_OK))"
    (ai / "my_ai.py").write_text(code)
    assert said(["my_ai.py"]) == "20000 False"


def test_what_is_written_into_its_folder_later_is_not_seen(ai):
    (ai / "note").write_text("before")
    (ai / "my_ai.py").write_text("for _ in range(2): print(open('note').read()); input()")
    heard = Heard()
    program = heard.start(resolve(["my_ai.py"]), confinement=REQUIRED, grace=0.2)
    assert heard.next() == "before"
    (ai / "note").write_text("play e4")
    program.write("\n")
    assert heard.next() == "before"
    program.close()


def test_a_pipe_in_its_folder_is_a_reason_not_to_start_it(ai):
    (ai / "my_ai.py").write_text("print('started')")
    os.mkfifo(ai / "pipe")
    with pytest.raises(CannotTake, match="no pipe, socket or device"):
        said(["my_ai.py"])


def test_its_own_paths_stay_as_they_were_in_what_it_says(ai):
    (ai / "my_ai.py").write_text("print(__file__)")
    assert said(["my_ai.py"]) == str(ai / "my_ai.py")


JAVA = 'class Main { public static void main(String[] a) { System.out.println("java"); } }'
SHARP = 'class Program { static void Main() { System.Console.WriteLine("mono"); } }'


@pytest.mark.parametrize("handed_in", [False, True])
def test_java_runs_from_its_source_and_from_a_class(ai, handed_in):
    (ai / "Main.java").write_text(JAVA)
    subprocess.run([can("javac"), "Main.java"], check=True)
    folder = ai if handed_in else None
    assert said(["java", "Main.java"], folder) == "java"
    assert said(["java", "-cp", ".", "Main"], folder) == "java"


def test_mono_runs(ai):
    (ai / "p.cs").write_text(SHARP)
    subprocess.run([can("mcs"), "p.cs"], check=True)
    assert said([can("mono"), "p.exe"]) == "mono"


@pytest.mark.parametrize(
    ("program", "code"),
    [("node", "console.log('hi')"), ("perl", "print 'hi', \"\\n\""), ("sh", "echo hi")],
)
def test_interpreters_of_the_system_run_a_file_and_a_folder_that_was_handed_in(ai, program, code):
    can(program)
    (ai / "script").write_text(code)
    assert said([program, "script"]) == "hi"
    assert said([program, "./script"], ai) == "hi"


def test_a_module_of_the_folder_runs(ai):
    (ai / "bot.py").write_text("print('bot')")
    assert said(["python3", "-m", "bot"]) == "bot"
    assert said(["python3", "-m", "bot"], ai) == "bot"


def test_of_a_folder_with_too_much_in_it_the_named_file_is_seen(ai, monkeypatch, caplog):
    (ai / "my_ai.py").write_text("import os; print(os.listdir())")
    (ai / "other").write_text("123456789")
    monkeypatch.setattr(handed_in, "MOST_BYTES", 35)
    assert said(["my_ai.py"]) == "['my_ai.py']"
    assert "submit less" in caplog.text
    with pytest.raises(TooMuch):
        said(["my_ai.py"], ai)


@pytest.mark.skipif(sys.prefix == sys.base_prefix, reason="the board is in no environment")
def test_a_script_of_the_boards_environment_runs_with_this_python(ai, monkeypatch):
    """As 'pip install' and editors write them; its first line is not read to decide anything."""
    (ai / "script").write_text(f"#!{sys.executable}\n{PROBE}")
    (ai / "script").chmod(0o755)
    assert said(["./script", "chess"]) == "chess"
    assert said(["./script", "click"]) == "no click"
    environment = ai / ".venv"
    (environment / "bin").mkdir(parents=True)
    (environment / "pyvenv.cfg").touch()
    (environment / "bin" / "python3").symlink_to(sys.executable)
    monkeypatch.setattr(sys, "prefix", str(environment))
    (ai / "script").write_text(f"#!{environment}/bin/python3\n{PROBE}")
    assert said(["./script", "chess"]) == "chess"
