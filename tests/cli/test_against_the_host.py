"""A program that acts against its host loses; a host that was stopped makes nobody lose."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE

from board_core.contest.store import Folder, read_contest
from board_core.game.rules import Reason
from board_core.game.sides import Color

PROGRAMS = Path(__file__).parents[1] / "programs"
HOSTILE = PROGRAMS / "against_the_host.py"
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who sent a signal"),
]


def attacker(*how: str) -> str:
    return shlex.join([sys.executable, str(HOSTILE), *how])


def match(*arguments: str) -> tuple[int, list[dict]]:
    command = [sys.executable, "-m", "board_cli", "match", *arguments, "--json"]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)
    return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()]


def end_of(events: list[dict]) -> dict:
    (ended,) = [event for event in events if event["event"] == "game_ended"]
    return ended


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGALRM", "SIGRTMIN"])
def test_a_program_that_signals_its_host_loses(name: str):
    code, events = match(attacker(name), "random", "--sandbox", "off")
    ended = end_of(events)
    assert ended["outcome"]["winner"] == "black"
    assert ended["outcome"]["reason"] == ended["explanation"]["cause"] == "interference"
    assert ended["explanation"]["sentence"] == (
        f"it sent {name} to the program that hosts the game"
    )
    assert code == 0


def test_a_child_in_a_session_of_its_own_stands_for_its_program():
    code, events = match("random", attacker("SIGTERM", "child"), "--sandbox", "off")
    assert (end_of(events)["outcome"]["winner"], code) == ("white", 0)


@pytest.mark.parametrize("how", ["daemon", "told"])
def test_what_nobody_can_be_blamed_for_has_no_effect(how: str):
    code, events = match(attacker("SIGTERM", how), "random", "--sandbox", "off")
    assert end_of(events)["outcome"]["reason"] not in ("stopped", "interference")
    assert code == 0


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="there is no sandbox here")
def test_in_the_sandbox_a_program_cannot_signal_its_host():
    """Nor kill it: its parent is the first process of its own, which nothing in there can end."""
    code, events = match(attacker("SIGKILL"), "random", "--sandbox", "auto", "--time", "1")
    assert end_of(events)["outcome"]["reason"] == "time"
    assert code == 0


@pytest.mark.parametrize("how", ["itself", "grandparent"])
def test_a_contest_goes_on_whomever_a_program_signals(how: str, tmp_path: Path):
    (tmp_path / "bad").mkdir()
    shutil.copy(HOSTILE, tmp_path / "bad" / "bad.py")
    (tmp_path / "contest.toml").write_text(
        'name = "Spring"\nseed = 1\nformat = "round-robin"\n[sandbox]\nmode = "off"\n'
        f'[[entrants]]\nname = "Bad"\nplayer = "san:bad.py SIGTERM {how}"\nfolder = "bad"\n'
        '[[entrants]]\nname = "Good"\nplayer = "random"\n'
    )
    command = [sys.executable, "-m", "board_cli", "contest", "run", str(tmp_path), "-j", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    contest = read_contest(Folder(tmp_path))
    (played,) = contest.played.values()
    bad = Color.WHITE if contest.pairings[1].white == 1 else Color.BLACK
    assert (played.attempts, played.game.outcome.winner) == (1, bad.other)
    if how == "itself":
        assert played.game.outcome.reason is Reason.INTERFERENCE


# A host that was stopped


def events_of(program: subprocess.Popen[str]) -> Iterator[dict]:
    assert program.stdout is not None
    for line in program.stdout:
        yield json.loads(line)


CLOCK_SECONDS, STOPPED_SECONDS = 3, 3.3

WAITS = """\
import os, sys, time
from pathlib import Path
go = Path(sys.argv[1])
white = sys.stdin.readline() == 'white\\n' or not sys.stdin.readline()
print('e4' if white else 'e5', flush=True)
sys.stdin.readline()
go.with_name('host').write_text(str(os.getppid()))
go.with_name('host').rename(go.with_name('thinks'))
while not go.exists():
    time.sleep(0.01)
print('resign', flush=True)
"""


def waits_at(folder: Path) -> str:
    """Return the command of a program that thinks at its second move until there is a file."""
    (folder / "waits.py").write_text(WAITS)
    return shlex.join([sys.executable, str(folder / "waits.py"), str(folder / "go")])


def test_nobody_loses_on_time_while_the_host_is_stopped(tmp_path: Path):
    """Stopped for longer than the whole clock, while a program thinks about its second move."""
    arguments = [waits_at(tmp_path), "random", "--time", str(CLOCK_SECONDS)]
    command = [sys.executable, "-m", "board_cli", "match", *arguments, "--json", "--sandbox", "off"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        events, seen = events_of(program), []
        for event in events:
            seen.append(event)
            if event["event"] == "turn_started" and event["ply"] == 2:
                break
        stopped_with(tmp_path, program.pid)
        seen += list(events)
    (away,) = [event for event in seen if event["event"] == "host_away"]
    assert (away["kind"], away["ply"]) == ("away", 2)
    assert end_of(seen)["outcome"]["reason"] == "resignation"


def test_nobody_loses_on_time_while_a_contest_is_stopped(tmp_path: Path):
    """The contest, and the worker that plays the game, as when a laptop sleeps."""
    (tmp_path / "contest.toml").write_text(
        'name = "Spring"\nseed = 1\nformat = "round-robin"\n[sandbox]\nmode = "off"\n'
        f"[clock]\ntime = {CLOCK_SECONDS}\n"
        f'[[entrants]]\nname = "Waits"\nplayer = {json.dumps("san:" + waits_at(tmp_path))}\n'
        '[[entrants]]\nname = "Random"\nplayer = "random"\n'
    )
    command = [sys.executable, "-m", "board_cli", "contest", "run", str(tmp_path), "-j", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as contest:
        while not (tmp_path / "thinks").exists():
            assert contest.poll() is None
            time.sleep(0.01)
        stopped_with(tmp_path, contest.pid, int((tmp_path / "thinks").read_text()))
        assert contest.wait(PATIENCE) == 0
    (played,) = read_contest(Folder(tmp_path)).played.values()
    assert played.game.outcome.reason is Reason.RESIGNATION


def stopped_with(folder: Path, *pids: int) -> None:
    """Stop processes, and let the program move meanwhile: the time that passes is tested."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    code = f"import time; time.sleep({STOPPED_SECONDS})"
    with subprocess.Popen([sys.executable, "-c", code]) as pause:
        pause.wait(PATIENCE)
    for pid in pids:
        assert Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    (folder / "go").touch()
    for pid in pids:
        os.kill(pid, signal.SIGCONT)
