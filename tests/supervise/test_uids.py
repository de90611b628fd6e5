"""Each sandboxed program has a user ID of its own; no two hosts use the same one."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import pytest
from heard import Heard
from patience import PATIENCE

from board_core.files.untrusted_files import CannotTake
from board_core.supervise import processes, sandbox, uids, watcher
from board_core.supervise.command import Command, resolve
from board_core.supervise.copies import Copies
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox, is_root, trial
from board_core.supervise.uids import NoUid, Uids
from board_core.supervise.visibility import check_open
from board_core.supervise.watch import Watch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")

ROOT = Path(__file__).parents[2]
REQUIRED = Confinement(Sandbox.REQUIRED, allow_root=True)
FACTS = """
import os
print(os.getuid(), os.getgroups(), open("/proc/self/uid_map").read().split(),
      os.stat("/usr").st_uid)
input()
"""
HOST = """
import sys, time
from board_core.game.loop import Loop
from board_core.supervise.command import Command
from board_core.supervise.program import Program
from board_core.supervise.sandbox import Confinement, Sandbox
heard, loop = [], Loop()
code = "print('ready', flush=True); import time; time.sleep(600)"
how = Confinement(Sandbox.REQUIRED, allow_root=True)
for _ in range(3):
    program = Program(
        Command((sys.executable, "-S", "-c", code), None),
        lambda program, news, at: heard.append(news),
        confinement=how,
    )
    program.attach(loop)
    loop.drive(lambda: bool(heard), time.perf_counter() + 60)
    heard.clear()
    print(program._uid.number, flush=True)
time.sleep(600)
"""


@pytest.fixture
def own():
    """Skip where programs have none; on the machine that decides, fail."""
    if trial().bwrap is None or (why := trial().shared) is not None:
        why = trial().why or why
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))


@contextmanager
def host():
    """Another host with three programs, and their user IDs."""
    with subprocess.Popen(
        [sys.executable, "-c", HOST],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process, [process.stdout.readline().strip() for _ in range(3)]
        finally:
            process.kill()
            folders = f"board-*.{process.pid}-*"
            wait_until(lambda: not [*Path(tempfile.gettempdir()).glob(folders)])


def wait_until(true: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < until:
        time.sleep(0.01)
    return true()


def nobody_is(numbers: list[str]) -> bool:
    return wait_until(lambda: watcher.marked(*numbers) == [])


def is_held(number: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as lock:
        try:
            lock.bind(f"\0board-uid-{number}")
        except OSError:
            return True
    return False


@pytest.mark.usefixtures("own")
def test_a_program_is_a_user_that_this_machine_does_not_have():
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", FACTS), None)
    program = heard.start(command, confinement=REQUIRED, grace=0.2)
    try:
        assert heard.next() == "1000 [] ['1000', '1000', '1'] 65534"
        number = program._uid.number
        assert number in uids._numbers()
        assert len(watcher.marked(str(number))) >= 3  # bubblewrap twice, and the program
        assert uids.has_own_uid(program.pid)
        assert not uids.has_own_uid(os.getpid())
    finally:
        program.close()
    assert nobody_is([str(number)])


@pytest.mark.usefixtures("own")
def test_a_program_gets_the_user_id_of_one_that_has_ended_and_never_of_one_that_runs():
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", "print(1); input()"), None)
    first, second = (heard.start(command, confinement=REQUIRED, grace=0.2) for _ in range(2))
    assert first._uid.number != second._uid.number
    first.close()
    third = heard.start(command, confinement=REQUIRED, grace=0.2)
    assert third._uid is first._uid
    for program in (second, third):
        program.close()


@pytest.mark.usefixtures("own")
def test_two_hosts_at_once_have_different_user_ids_and_a_killed_one_leaves_nothing():
    with host() as (first, ours), host() as (_, theirs):
        assert len({*ours, *theirs}) == 6
        assert len(watcher.marked(*ours)) >= 9
        first.kill()
        assert nobody_is(ours)
        assert wait_until(lambda: not any(map(is_held, ours))), "they are not given back"
        assert all(map(is_held, theirs))
    assert nobody_is(theirs)


@pytest.mark.usefixtures("own")
@pytest.mark.skipif(os.name == "posix" and os.geteuid() != 0, reason="only root may be anybody")
def test_a_user_id_that_a_process_has_is_not_given():
    free = Uids()
    first = free.take()
    number, pid = first.number, os.fork()
    if pid == 0:
        os.setresuid(number + 1, number + 1, number + 1)
        signal.pause()
    try:
        assert wait_until(lambda: watcher.marked(str(number + 1)) != [])
        second = free.take()
        assert number < second.number != number + 1
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        free.forget()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"-uidmap", "apt install uidmap"),
        (b"-subids", "usermod --add-subuids"),
        (b"-newuidmap: no", "newuidmap: no"),
        (b"", "Broken pipe"),
    ],
)
def test_why_there_is_no_user_id_is_said_with_what_to_install(monkeypatch, answer, words):
    monkeypatch.setattr(uids.WATCH, "uid", lambda: (answer, []))
    with pytest.raises(NoUid, match=words):
        Uids().take()


def test_without_a_user_id_the_sandbox_works_as_before(monkeypatch):
    if trial().bwrap is None:
        pytest.skip(str(trial().why))
    monkeypatch.setattr(uids.WATCH, "uid", lambda: (b"-uidmap", []))
    monkeypatch.setattr(sandbox, "OWN_UIDS", Uids())
    tried = sandbox._try()
    assert (tried.bwrap, tried.filters) == (trial().bwrap, trial().filters)
    assert tried.shared == uids.UID_REASONS["uidmap"]
    monkeypatch.setattr(sandbox, "_trial", tried)
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", "print(1)"), None)
    program = heard.start(command, confinement=REQUIRED, grace=0.2)
    assert heard.next() == "1"
    assert program._uid is None
    program.close()


def test_a_person_without_subordinate_ids_has_no_range(monkeypatch):
    from board_core.supervise import uid_namespaces

    monkeypatch.setattr(os, "geteuid", lambda: 3_999_999_999)
    with pytest.raises(OSError, match="subids"):
        uid_namespaces.own_uids()


def test_copies_can_be_read_whatever_the_umask(tmp_path):
    (tmp_path / "ai" / "sub" / "deep").mkdir(parents=True)
    (tmp_path / "ai" / "sub" / "deep" / "book").write_text("e4")
    before, copies = os.umask(0o077), Copies()
    try:
        check_open(copies.take(tmp_path / "ai").path)
    finally:
        os.umask(before)
        copies.close()


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("closed", [".venv/lib", ".venv/lib/book.py", ".venv"])
def test_an_environment_that_others_cannot_read_is_named_with_the_command(tmp_path, closed):
    """Only what is in it: the folders above it may be closed."""
    home = tmp_path / "home"
    for folder in (home / "ai" / ".venv" / "bin", home / "ai" / ".venv" / "lib"):
        folder.mkdir(parents=True)
    (home / "ai" / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (home / "ai" / ".venv" / "lib" / "book.py").write_text("")
    (home / "ai" / "my_ai.py").write_text("print('plays')")
    home.chmod(0o700)
    words = [str(home / "ai" / ".venv" / "bin" / "python"), str(home / "ai" / "my_ai.py")]
    heard, place = Heard(), home / "ai" / closed
    place.chmod(0o700 if place.is_dir() else 0o600)
    with pytest.raises(CannotTake) as refused:
        heard.start(resolve(words), confinement=REQUIRED, grace=0.2)
    said, command = str(refused.value).split(": ")
    assert said.endswith(f"cannot read {place}")
    assert command == f"chmod -R o+rX {home / 'ai' / '.venv'}"
    subprocess.run(command.split(), check=True)
    program = heard.start(resolve(words), confinement=REQUIRED, grace=0.2)
    assert heard.next() == "plays"
    program.close()


def test_a_host_that_ignores_the_end_of_its_children_has_user_ids_too(own):
    usual = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    another = Watch()
    try:
        answers = [another.uid(), another.uid()]  # a failure would be the answer to the next one
    finally:
        another.close()
        signal.signal(signal.SIGCHLD, usual)
    for said, descriptors in answers:
        for descriptor in descriptors:
            os.close(descriptor)
        assert said.startswith(b"+")


def test_a_program_that_does_not_start_gives_its_user_id_back(own, monkeypatch):
    def fails(*_facts: object, **_options: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", fails)
    command = Command((sys.executable, "-S", "-c", "pass"), None)
    for _ in range(3):
        with pytest.raises(OSError, match="no more processes"):
            Program(command, lambda *news: None, confinement=REQUIRED)
        idle, every = len(uids.OWN_UIDS._idle), len(uids.OWN_UIDS.all)
        assert idle == every > 0


@pytest.mark.usefixtures("own")
def test_the_user_id_of_a_program_that_dies_slowly_is_given_back_when_it_is_gone():
    free = Uids()
    slow = free.take()
    name = str(slow.number)
    assert nobody_is([name]), "what has made it is gone"
    if is_root():
        pid = os.fork()
        if pid == 0:
            os.setresuid(slow.number, slow.number, slow.number)
            signal.pause()
        assert wait_until(lambda: watcher.marked(name) == [pid])
    free.give_back(slow, unused=False)
    assert name in uids.WATCH._registered, "if this host is killed, the program is ended"
    if is_root():
        free.give_back(free.take(), unused=True)
        assert slow not in free._idle
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        assert free.take() is not slow, "there is another one"
    assert free.take() is slow
    assert name not in uids.WATCH._registered
    free.forget()


THREAD_REMAINS = """
import ctypes, os, threading
def remain():
    print("ready", flush=True)
    input()
threading.Thread(target=remain).start()
ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[os.uname().machine], 0)  # exit
"""


@pytest.mark.usefixtures("own")
def test_a_program_whose_first_thread_has_ended_is_found_all_the_same():
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", THREAD_REMAINS), None)
    program = heard.start(command, confinement=REQUIRED, grace=0.2)
    assert heard.next() == "ready"
    inside = program._inside.program()
    assert wait_until(lambda: processes.stat_words(f"/proc/{inside}/stat")[0] == "Z")
    assert inside in watcher.marked(str(program._uid.number))
    program.close()


def test_a_mark_is_found_although_the_first_thread_has_ended():
    environment = {**os.environ, "BOARD_TEST_MARK": "here"}
    with subprocess.Popen(
        [sys.executable, "-S", "-c", THREAD_REMAINS],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == b"ready\n"
        assert wait_until(lambda: processes.stat_words(f"/proc/{process.pid}/stat")[0] == "Z")
        assert process.pid in watcher.marked("BOARD_TEST_MARK=here")
        process.kill()


def test_the_environment_of_a_program_in_a_sandbox_is_not_read():
    """Who reads it waits while the program changes its map."""
    if trial().bwrap is None:
        pytest.skip(str(trial().why))
    heard = Heard()
    command = Command((sys.executable, "-S", "-u", "-c", "print(1); input()"), None)
    program = heard.start(command, confinement=REQUIRED, grace=0.2)
    assert heard.next() == "1"
    assert watcher.environment(os.getpid()) != []
    assert watcher.environment(program._inside.program()) == []
    program.close()


IN_CONTAINER = """
import ctypes, os, sys
from board_core.supervise import sandbox, uid_namespaces
if ctypes.CDLL(None).unshare(0x10000000) != 0:
    sys.exit("no user namespaces")
print("unshared", flush=True)
input()
os.setresgid(0, 0, 0)
os.setresuid(0, 0, 0)
try:
    print(uid_namespaces.own_uids())
except OSError as error:
    print(error)
found = sandbox.trial()
print(found.bwrap is not None, sandbox.shared_uid())
"""


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(
    ("users", "found"),
    [
        ("0 {me} 1", "range"),
        ("0 0 60000", "range"),
        ("0 0 65536", "range(60706, 61184)"),
        ("0 0 1000\n1000 1000 2147000000", "range"),
    ],
)
def test_a_container_has_other_user_ids_or_falls_back_with_a_sentence(users, found):
    if not is_root() and "{me}" not in users:
        pytest.skip("only root may map others")
    lines = users.format(me=os.geteuid())
    with subprocess.Popen(
        [sys.executable, "-c", IN_CONTAINER],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "unshared\n"
        if not is_root():
            Path(f"/proc/{process.pid}/setgroups").write_text("deny")
        Path(f"/proc/{process.pid}/uid_map").write_text(lines)
        Path(f"/proc/{process.pid}/gid_map").write_text(
            lines.replace(str(os.geteuid()), str(os.getegid()))
        )
        said, trouble = process.communicate("\n", PATIENCE)
    assert trouble == ""
    numbers, weaker = said.splitlines()
    assert numbers == found
    if found == "range":
        assert weaker.startswith("True programs in the sandbox have root's user ID")
        assert weaker.endswith(f"({uids.UID_REASONS['range']})")
    else:
        assert weaker == "True None"
