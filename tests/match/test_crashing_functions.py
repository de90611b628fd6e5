"""Functions that a text names and that end their process: they lose, and nothing else happens."""

import os
import re
import subprocess
import sys
from multiprocessing.shared_memory import SharedMemory

import pytest

from board_core import CHESS, Game, PlayerSilent, Reason, TimeControl, play_match
from board_core.author.doctor import examine
from board_core.match.player_spec import BadPlayer, parse_player
from board_core.players import conversation, process
from board_core.supervise.limits import MIB, Limits
from board_core.supervise.sandbox import Confinement, Sandbox

WAYS = {
    "leaves": "import os\ndef choose(board):\n    os._exit(0)\n",
    "aborts": "import os\ndef choose(board):\n    os.abort()\n",
    "reads_nothing": "import ctypes\ndef choose(board):\n    ctypes.string_at(0)\n",
    "overflows": """
import sys
sys.setrecursionlimit(10**7)
def choose(board, depth=0):
    return max(choose(board, depth + 1) for move in board.legal_moves)
""",
    "recurses": "def choose(board):\n    return choose(board)\n",
    "exits": "import sys\ndef choose(board):\n    sys.exit()\n",
    "raises_a_base": "class Stop(BaseException): ...\ndef choose(board):\n    raise Stop\n",
    "interrupts": "def choose(board):\n    raise KeyboardInterrupt\n",
    "interrupts_a_search": "def choose(board):\n    yield 'e4'\n    raise KeyboardInterrupt\n",
    "closes_all": "import os\ndef choose(board):\n    os.closerange(0, 200)\n",
    "exec": "import os, sys\ndef choose(board):\n    os.execv(sys.executable, ['x', '-c', ''])\n",
    "late": """
import os, threading
def choose(board):
    threading.Timer(0.05, os._exit, [5]).start()
    threading.Event().wait()
""",
}
GOOD = "def choose(board):\n    return min(map(str, board.legal_moves))\n"
PRINTS = """
import threading
def prints():
    while True:
        print("move 1 e2e4")
        threading.Event().wait(0.01)
threading.Thread(target=prints, daemon=True).start()
print("ready")
"""


@pytest.fixture
def text(tmp_path):
    """Makes the text of a function in a file of this name."""

    def make(name, source):
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        return f"{tmp_path / name}.py:choose"

    return make


@pytest.mark.parametrize("way", WAYS)
def test_a_function_that_ends_its_process_loses(text, way):
    result = play_match(text(way, WAYS[way]), "random")
    assert result.lost_by == ({Reason.CRASH: 2}, {})
    assert result.names == (f"{way}.choose", "random")
    assert all(game.played.explanation is not None for game in result.lost)


@pytest.mark.parametrize("way", ["leaves", "overflows"])
def test_it_loses_in_workers_too_whoever_it_plays(text, way):
    result = play_match("random", text(way, WAYS[way]), games=4, concurrency=2)
    assert result.lost_by == ({}, {Reason.CRASH: 4})


def test_two_of_them_lose_to_each_other_in_turn(text):
    both = [text(way, WAYS[way]) for way in ("leaves", "aborts")]
    result = play_match(*both, games=2)
    assert result.lost_by == ({Reason.CRASH: 1}, {Reason.CRASH: 1})


def leaves(board):
    os._exit(0)


@pytest.mark.parametrize("sides", [(leaves, "random"), ("random", leaves)])
def test_a_worker_that_a_function_ended_is_a_loss_of_that_function(sides, caplog):
    result = play_match(*sides, games=4, concurrency=2)
    losses = {Reason.CRASH: 4}
    assert result.lost_by == ((losses, {}) if sides[0] is leaves else ({}, losses))
    assert 1 <= caplog.text.count("has died") <= 2, "later games are played apart at once"


@pytest.mark.parametrize("concurrency", [1, 2])
def test_a_function_of_this_program_can_play_apart_too(concurrency):
    result = play_match(leaves, "random", isolate=True, concurrency=concurrency)
    assert result.lost_by == ({Reason.CRASH: 2}, {})


@pytest.mark.skipif(sys.platform == "darwin", reason="it limits no memory")
def test_a_function_that_takes_too_much_memory_loses(text):
    eats = """
def choose(board):
    kept = [bytearray(10**8) for _ in range(40)]
    while kept: ...
"""
    limited = Confinement(Sandbox.OFF, Limits(memory=300 * MIB))
    result = play_match(text("eats", eats), "random", games=1, sandbox=limited)
    assert result.lost_by == ({Reason.CRASH: 1}, {})
    assert "300" in str(result.lost[0].played.explanation.sentence)


def test_what_a_thread_of_it_prints_disturbs_nobody(text, capfd):
    result = play_match(text("prints", PRINTS + GOOD), "random", seed=1)
    assert result.complete
    assert set(result.lost_by[0]) <= {Reason.CHECKMATE}
    assert "move 1" not in capfd.readouterr().out


def test_its_process_is_kept_and_loaded_anew_for_each_game(text, tmp_path):
    counts = f"""
import os, random
import beside
beside.games += 1
with open({str(tmp_path / "log")!r}, "a") as log:
    print(os.getpid(), beside.games, file=log)
def choose(board):
    return random.choice(list(board.legal_moves))
"""
    (tmp_path / "beside.py").write_text("games = 0\n")
    mine = text("counts", counts)
    result = play_match(mine, "random", games=4, seed=3)
    lines = (tmp_path / "log").read_text().splitlines()
    assert len(lines) == 4
    assert len(set(lines)) == 1, "one process, and the same state in each game"
    trusted = play_match(f"in-process:{mine}", "random", games=4, seed=3)
    assert trusted.score == result.score


def test_one_that_cannot_be_loaded_is_told_of_once(text, capfd, caplog):
    broken = text("broken", "import no_such_module\n" + GOOD)
    for options in ({}, {"concurrency": 2}, {"isolate": False}):
        with pytest.raises(BadPlayer, match=r"broken\.py could not be loaded: ModuleNotFound"):
            play_match("random", broken, games=20, **options)
    assert "Traceback" not in capfd.readouterr().err + caplog.text


def test_one_that_ends_its_process_while_it_is_loaded_loses(text):
    result = play_match("random", text("leaves", "import os\nos._exit(0)\n"), games=1)
    assert result.lost_by == ({}, {Reason.NOT_STARTED: 1})


def test_a_text_is_not_loaded_where_it_is_only_read(text):
    spec = parse_player(text("leaves", "import os\nos._exit(0)\n"))
    spec.make().close()
    trusted = parse_player("in-process:" + spec.text)
    assert trusted.in_process


@pytest.mark.parametrize("way", ["leaves", "overflows", "raises_a_base"])
def test_the_doctor_finds_the_fault(text, way):
    card = examine(parse_player(text(way, WAYS[way])))
    assert [finding.check.name for finding in card.faults] == ["white"]


def board(*arguments, folder):
    done = subprocess.run(
        [sys.executable, "-m", "board_cli", *arguments],
        cwd=folder,
        env={**os.environ, "BOARD_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_line_tells_of_it(text, tmp_path, jobs):
    text("leaves", WAYS["leaves"])
    code, said = board(
        *("match", "leaves.py:choose", "random", "-n", "2", "--quiet", "--jobs", jobs),
        folder=tmp_path,
    )
    assert code == 0, "the match was played"
    assert said.count("loses by a crash: the program ended before its first move") == 2
    assert re.search(r"^1 .*leaves\.choose - random +0-1", said, re.MULTILINE)


def test_a_match_of_one_that_cannot_be_loaded_is_refused_in_one_sentence(text, tmp_path):
    text("broken", "1 / 0\n" + GOOD)
    code, said = board("match", "broken.py:choose", "random", "-n", "50", folder=tmp_path)
    assert code == 2
    assert said.count("broken.py could not be loaded: ZeroDivisionError") == 1
    assert "Traceback" not in said


def test_a_course_is_graded_with_a_verdict_for_each(text, tmp_path):
    for way, source in WAYS.items():
        text(way, source)
    for number in range(3):
        text(f"good{number}", GOOD)
    (tmp_path / "test_course.py").write_text("""
import pathlib, pytest
from board_core.author.pytest_plugin import assert_plays_legally
FILES = sorted(path.name for path in pathlib.Path().glob("*.py") if path.name != "test_course.py")
@pytest.mark.parametrize("file", FILES)
def test_it(file):
    assert_plays_legally(f"{file}:choose", games=1)
""")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=tmp_path,
        env={**os.environ, "BOARD_LANG": "en"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"{len(WAYS)} failed, 3 passed" in done.stdout
    for way in WAYS:
        assert f"{way}.choose does not play legally" in done.stdout


PLAYS = "    return min(map(str, board.legal_moves))\n"
PLAYING = {  # whatever it does besides, it plays as well as any other
    "forks": "import os\ndef choose(board):\n    os.fork()\n",
    "uses_processes": """
from multiprocessing import get_context
def choose(board):
    if len(board.move_stack) < 2:
        with get_context("fork").Pool(1) as pool:
            pool.map(abs, range(4))
""",
    "closes_streams": """
import sys
def choose(board):
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.close()
""",
    "hangs_at_exit": """
import atexit, threading
atexit.register(threading.Event().wait)
def choose(board):
""",
    "名字 a b": "\ufeffdef choose(board):\n",
}
VERDICTS = {
    "sleeps": (
        "import time\ndef choose(board):\n    time.sleep(1e5)\n",
        Reason.TIME,
        "sleeps.py:3",
    ),
    "loops": ("def choose(board):\n    while True: pass\n", Reason.TIME, 'loops.py", line 2'),
    "str_hangs": (
        """
class Bad(Exception):
    def __str__(self):
        while True: pass
def choose(board):
    raise Bad
""",
        Reason.TIME,
        'str_hangs.py", line 4',
    ),
    "keeps_the_interpreter": (
        "import ctypes\ndef choose(board):\n    ctypes.PyDLL(None).sleep(10000)\n",
        Reason.TIME,
        "waits for a time|is waiting, without computing|was still computing|not read its input",
    ),
    "stops": (
        "import os, signal\ndef choose(board):\n    os.kill(os.getpid(), signal.SIGSTOP)\n" + PLAYS,
        Reason.TIME,
        "is suspended",
    ),
    "asks": ("def choose(board):\n    return input()\n", Reason.CRASH, "EOFError.* at .*asks.py:2"),
    "takes_nothing": ("\ndef choose():\n    return 'e4'\n", Reason.CRASH, "takes_nothing.py:2"),
    "signals_its_group": (
        "import os, signal\ndef choose(board):\n    os.killpg(0, signal.SIGTERM)\n",
        Reason.CRASH,
        "SIGTERM",
    ),
    "alarms": (
        """
import signal, time
def choose(board):
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    time.sleep(60)
""",
        Reason.CRASH,
        "SIGALRM",
    ),
    "breaks_python": (
        """
import ctypes
def choose(board):
    for _ in range(10**6):
        ctypes.pythonapi.Py_DecRef(ctypes.py_object(None))
""",
        Reason.CRASH,
        "SIG",
    ),
    "str_exits": (
        """
import os
class Bad(Exception):
    def __str__(self):
        os._exit(3)
def choose(board):
    raise Bad
""",
        Reason.CRASH,
        "exit code 3",
    ),
    "repr_exits": (
        "class Bad:\n    def __repr__(self): raise SystemExit\n"
        "def choose(board):\n    return Bad()\n",
        Reason.CRASH,
        "raised SystemExit",
    ),
    "says_much": (
        "def choose(board):\n    raise OSError('x' * 10**7)\n",
        Reason.CRASH,
        "OSError: x+",
    ),
    "says_signs": (
        "def choose(board):\n    raise OSError('\\ud800 \\x1b[2J \\n1-0')\n",
        Reason.CRASH,
        r"OSError: \\ud800 \\x1b\[2J \\n1-0 at",
    ),
    "answers_signs": (
        "def choose(board):\n    return 'e2\\ud800e4'\n",
        Reason.ILLEGAL_MOVES,
        "is not a move",
    ),
}
UNLOADABLE = {
    "quits": ("quit()\n", "SystemExit"),
    "asks_first": ("name = input()\n", "EOFError"),
    "latin": ("name = '\u00e9'\n", "utf-8"),
}


@pytest.mark.parametrize("way", VERDICTS)
def test_each_gets_its_own_verdict(text, way, monkeypatch):
    monkeypatch.setattr(conversation, "SECOND_LOOK_SECONDS", 1.0)  # on a busy machine too
    source, reason, said = VERDICTS[way]
    control = TimeControl(1 if reason is Reason.TIME else 60)
    result = play_match(text(way, source), "random", games=1, time_control=control)
    assert result.lost_by == ({reason: 1}, {})
    assert re.search(said, str(result.lost[0].played.explanation))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a program waits for")
def test_without_a_clock_it_is_told_where_it_is_and_the_game_can_be_stopped(text, monkeypatch):
    for module in (conversation, process):
        monkeypatch.setattr(module, "SILENCE_LOOK_SECONDS", 1.0)
    game, told = Game(CHESS, text("sleeps", VERDICTS["sleeps"][0]), "random"), []

    def hear(silent):
        told.append(silent.explanation)
        game.stop(wait=False)

    game.bus.subscribe(hear, only=PlayerSilent)
    assert game.run().outcome.reason is Reason.STOPPED
    assert told[0].codes == ("function-not-returned",)
    assert "sleeps.py:3" in str(told[0].sentence)
    assert "time.sleep" in told[0].traceback


@pytest.mark.parametrize("way", PLAYING)
def test_one_that_only_looks_so_plays_on(text, way):
    plain = play_match(text("plain", "def choose(board):\n" + PLAYS), "random", seed=1)
    odd = play_match(text(way, PLAYING[way] + PLAYS), "random", seed=1)
    assert (odd.score, odd.lost_by) == (plain.score, plain.lost_by)


@pytest.mark.parametrize("way", UNLOADABLE)
def test_one_that_waits_or_quits_while_it_is_loaded_is_refused(tmp_path, way):
    source, said = UNLOADABLE[way]
    file = tmp_path / f"{way}.py"
    file.write_text(source + GOOD, encoding="latin-1")
    with pytest.raises(BadPlayer, match=rf"{way}\.py could not be loaded: .*{said}"):
        play_match(f"{file}:choose", "random", games=1)


def test_shared_memory_is_removed_with_the_process(text, tmp_path):
    shares = f"""
from multiprocessing.shared_memory import SharedMemory
shared = SharedMemory(create=True, size=8)
open({str(tmp_path / "name")!r}, "w").write(shared.name)
def choose(board):
"""
    play_match(text("shares", shares + PLAYS), "random", games=1)
    with pytest.raises(FileNotFoundError):
        SharedMemory((tmp_path / "name").read_text())


def test_a_function_of_the_test_can_be_graded_apart():
    from board_core.author.trials import assert_plays_legally

    with pytest.raises(AssertionError, match="leaves does not play legally"):
        assert_plays_legally(leaves, games=1, isolate=True)


@pytest.mark.parametrize("way", ["raises_a_base", "interrupts", "interrupts_a_search"])
def test_in_this_process_too_it_only_loses(text, way):
    result = play_match(f"in-process:{text(way, WAYS[way])}", "random", games=1)
    assert result.lost_by == ({Reason.CRASH: 1}, {})
