"""Real programs and real pipes: each test waits only for events."""

import errno
import logging
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import SimpleQueue

import pytest
from patience import PATIENCE

from board_core import (
    Cause,
    Clock,
    Color,
    Event,
    Explanation,
    Game,
    GameEnded,
    MovePlayed,
    Outcome,
    PerColor,
    PlayerSilent,
    Reason,
    Resign,
    TimeControl,
    Turn,
    TurnStarted,
)
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.diagnosis import rows
from board_core.diagnosis.evidence import cannot_start
from board_core.game import EventBus, MoveList
from board_core.game.loop import Loop
from board_core.games import CHESS
from board_core.match.player_spec import parse_player
from board_core.players import Human, ProcessAI, Seat, conversation, process, turn_watch, witness
from board_core.players.wrappers import Stepped
from board_core.protocols import SanLine
from board_core.supervise import copies, hold
from board_core.supervise.command import Command
from board_core.supervise.input_pipe import InputPipe
from board_core.supervise.limits import Limits
from board_core.supervise.program_news import ProgramEnded
from board_core.supervise.sandbox import Confinement, Sandbox, SandboxUnavailable, trial
from board_core.supervise.uids import NoUid
from board_core.text.findings import Certainty, certainty_of
from board_core.text.sentence import say

PROGRAMS = Path(__file__).parent.parent / "programs"
OPPONENT = PROGRAMS / "opponent.py"

linux = pytest.mark.skipif(sys.platform != "linux", reason="its programs are ELF files")
posix = pytest.mark.skipif(os.name != "posix", reason="signals and file modes are POSIX")


@contextmanager
def opponent(*script: str, **options) -> Iterator[ProcessAI]:
    player = ProcessAI([str(OPPONENT), *script], name="opponent", grace=0.1, **options)
    try:
        yield player
    finally:
        player.close()


def lost(*script: str, control: TimeControl | None = None, **options) -> GameEnded:
    """The end of a game that Black, the program, loses by its script's last word."""
    with opponent(*script, **options) as black:
        return end_of(black, control or TimeControl(base=60))


def end_of(black: ProcessAI, control: TimeControl) -> GameEnded:
    white = ScriptedPlayer(FakeTime(), "e4", "d4", "c4")
    bus, ended = EventBus(), []
    bus.subscribe(lambda event: ended.append(event) if isinstance(event, GameEnded) else None)
    Game(CHESS, white=white, black=black, bus=bus, time_control=control, start_limit=PATIENCE).run()
    assert len(ended) == 1
    return ended[0]


def explained(argv: list[str], control: TimeControl) -> Explanation:
    """Why a program lost that plays Black."""
    black = ProcessAI(argv, grace=0.1)
    try:
        explanation = end_of(black, control).explanation
    finally:
        black.close()
    assert explanation is not None
    return explanation


BRIEF = TimeControl(base=60, per_move=1.2)


def lost_on_time(*script: str) -> GameEnded:
    """Black answers once and then not at all: with more time where even the first was too late."""
    ended = lost(*script, control=BRIEF)
    for seconds in (6, 30):
        if ended.explanation is None or ended.explanation.cause is not Cause.LATE:
            break
        ended = lost(*script, control=TimeControl(base=60, per_move=seconds))
    return ended


def test_a_program_plays_to_mate():
    with opponent("e5", "Qh4", "stay") as black:
        white = ScriptedPlayer(FakeTime(), "f3", "g4")
        outcome = Game(CHESS, white=white, black=black).run().outcome
    assert outcome == Outcome(Color.BLACK, Reason.CHECKMATE)


def test_a_program_that_leaves_right_after_its_mating_move_wins():
    with opponent("e5", "Qh4", "leave") as black:
        white = ScriptedPlayer(FakeTime(), "f3", "g4")
        assert Game(CHESS, white=white, black=black).run().outcome.winner is Color.BLACK


def test_a_program_that_takes_milliseconds_for_seconds_is_told_so_behind_what_was_seen(tmp_path):
    (tmp_path / "engine.py").write_text(
        "import time\n"
        "while line := input().split():\n"
        "    if line[0] == 'uci': print('uciok', flush=True)\n"
        "    if line[0] == 'isready': print('readyok', flush=True)\n"
        "    if line[0] == 'go':\n"
        "        end = time.monotonic() + int(line[line.index('btime') + 1]) / 30\n"
        "        while time.monotonic() < end: pass\n"
    )
    black = ProcessAI([sys.executable, str(tmp_path / "engine.py")], protocol="uci", grace=0.1)
    try:
        ended = end_of(black, TimeControl(base=2))
    finally:
        black.close()
    assert ended.explanation is not None
    assert ended.explanation.cause in (Cause.COMPUTING, Cause.BUSY_MACHINE, Cause.OVERLOADED)
    if ended.explanation.cause is Cause.COMPUTING:
        assert ended.explanation.codes == ("milliseconds", "still-computing")
        assert ended.explanation.legal_moves == 20


def test_a_crash_loses_with_exit_code_and_last_words():
    ended = lost("e5", "crash")
    assert ended.outcome == Outcome(Color.WHITE, Reason.CRASH)
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.EXITED
    assert "exit code 3" in str(ended.explanation.sentence)
    assert ended.explanation.stderr.strip() == "cannot find my book"
    assert (ended.explanation.last_sent, ended.explanation.last_heard) == ("d4", "e5")


def test_an_exception_shows_its_traceback():
    ended = lost("e5", "raise")
    assert ended.explanation is not None
    assert "IndexError" in ended.explanation.stderr


@posix
def test_a_signal_is_named():
    ended = lost("e5", "segfault")
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.KILLED
    assert "SIGSEGV (invalid memory access, or" in str(ended.explanation.exit_status)


@pytest.mark.parametrize("script", [("e5", "hoard"), ("hoard",)])
def test_a_program_that_uses_too_much_memory_is_ended_and_told_so(script):
    if hold.kind() not in (hold.HoldKind.V2, hold.HoldKind.V1):
        pytest.skip("without control groups its allocation fails")
    how = Confinement(Sandbox.OFF, replace(Limits(), memory=256 << 20))
    ended = lost(*script, sandbox=how)
    assert ended.outcome == Outcome(Color.WHITE, Reason.CRASH)
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.MEMORY
    assert "more than its 256 MiB of memory" in str(ended.explanation.sentence)


def test_a_program_that_ends_before_it_has_read_anything_was_not_started():
    black = ProcessAI([sys.executable, "-c", "raise SystemExit(3)"], grace=0.1)
    with closing(black):
        ended = end_of(black, TimeControl(base=60))
    assert ended.outcome == Outcome(Color.WHITE, Reason.NOT_STARTED)
    assert "ended before its first move" in str(ended.explanation.sentence)


@posix
def test_a_program_that_ended_before_anything_was_sent_was_not_started(monkeypatch):
    sent = InputPipe.write
    black = ProcessAI([sys.executable, "-c", "raise SystemExit(3)"], grace=0.1)

    def write_late(pipe: InputPipe, data: bytes) -> None:
        program = black.program
        assert program is not None
        os.waitid(os.P_PID, program.pid, os.WEXITED | os.WNOWAIT)
        sent(pipe, data)

    monkeypatch.setattr(InputPipe, "write", write_late)
    with closing(black):
        ended = end_of(black, TimeControl(base=60))
    assert ended.outcome == Outcome(Color.WHITE, Reason.NOT_STARTED)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells enough")
def test_a_program_that_ends_after_it_has_read_the_first_move_has_crashed():
    ended = lost("raise")
    assert ended.outcome == Outcome(Color.WHITE, Reason.CRASH)
    assert "ended before its first move" in str(ended.explanation.sentence)


@posix
@pytest.mark.parametrize(
    ("script", "cause", "words"),
    [
        ("hang", Cause.IDLE, "its main thread waits for a time"),
        ("compute", Cause.COMPUTING, "still computing"),
        ("suspend", Cause.SUSPENDED, "SIGSTOP"),
        ("half", Cause.NO_NEWLINE, "'d5' without a line break"),
        ("unflushed", Cause.UNFLUSHED, "it held back 'd5'"),
    ],
)
def test_a_program_that_does_not_answer_loses_on_time_and_is_told_why(script, cause, words):
    ended = lost_on_time("e5", script)
    assert ended.outcome == Outcome(Color.WHITE, Reason.TIME)
    if script == "hang" and os.name == "nt":
        words = "is waiting, without computing"  # nothing more can be seen there
    assert ended.explanation is not None
    assert ended.explanation.cause in (cause, Cause.BUSY_MACHINE, Cause.OVERLOADED)
    if ended.explanation.cause is cause:
        assert words in str(ended.explanation.sentence)


@posix
def test_a_program_that_never_reads_is_told_so():
    black = ProcessAI([sys.executable, "-c", "import time; print(flush=True); time.sleep(600)"])
    try:
        ended = end_of(black, BRIEF)
    finally:
        black.close()
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.NEVER_READ


@pytest.mark.parametrize(
    ("script", "reason", "cause"),
    [
        ("nul", Reason.PROTOCOL, Cause.ENCODING),
        ("utf16", Reason.PROTOCOL, Cause.ENCODING),
        ("endless-line", Reason.OUTPUT, Cause.LINE_TOO_LONG),
        ("endless-lines", Reason.OUTPUT, Cause.TOO_MANY_LINES),
        ("close-output", Reason.CRASH, Cause.CLOSED_OUTPUT),
    ],
)
def test_what_cannot_be_understood_loses(script, reason, cause):
    ended = lost("e5", script)
    assert ended.outcome == Outcome(Color.WHITE, reason)
    assert ended.explanation is not None
    assert ended.explanation.cause is cause


ENGINE_IN_GBK = """
import sys
sys.stdin.reconfigure(encoding="gbk")
for line in sys.stdin:
    if line == "uci\\n":
        sys.stdout.buffer.write("id name 棋手\\nuciok\\n".encode("gbk"))
    elif line == "isready\\n":
        print("readyok")
    elif line.startswith("go"):
        sys.stderr.buffer.write("打不开\\n".encode("gbk"))
        sys.stdout.buffer.write("info string 思考\\nbestmove e7e5\\n".encode("gbk"))
    sys.stdout.flush()
    sys.stderr.flush()
"""


def test_a_program_that_prints_gbk_is_read_if_its_encoding_is_named(tmp_path):
    (tmp_path / "engine.py").write_text(ENGINE_IN_GBK, encoding="utf-8")
    heard = []
    player = parse_player("uci:engine.py encoding=gbk", tmp_path)
    spec = replace(player, folder=tmp_path)
    with closing(spec.make(transcript=lambda way, line: heard.append((way, line)))) as black:
        assert end_of(black, TimeControl(base=60)).outcome.reason is Reason.ILLEGAL_MOVES
        assert black.name == "engine"
    assert (">", "id name 棋手") in heard
    assert (">", "info string 思考") in heard
    assert ("!", "打不开") in heard


def test_a_program_that_prints_gbk_is_told_how_it_can_be_read(tmp_path):
    (tmp_path / "engine.py").write_text(ENGINE_IN_GBK, encoding="utf-8")
    spec = replace(parse_player("uci:engine.py", tmp_path), folder=tmp_path)
    with closing(spec.make()) as black:
        ended = end_of(black, TimeControl(base=60))
    assert ended.outcome.reason is Reason.PROTOCOL
    assert "GBK, not UTF-8 (id name 棋手)" in str(ended.explanation.sentence)


@posix
def test_a_program_that_closes_its_input_loses():
    ended = lost("e5", "close-input")
    assert ended.explanation is not None
    assert ended.explanation.cause is Cause.CLOSED_INPUT


@posix
def test_a_dead_program_whose_grandchild_holds_the_pipe_loses_at_once_and_nothing_is_left(caplog):
    caplog.set_level(logging.INFO, "board_core.supervise.exit_watch")
    ended = lost("e5", "fork-and-die", sandbox="off")  # where nothing outlives its first process
    assert ended.outcome == Outcome(Color.WHITE, Reason.CRASH)
    levels = {record.levelno for record in caplog.records if "left process" in record.message}
    assert levels == {logging.INFO}  # a warning would stand in the middle of a card


@posix
def test_a_program_that_ignores_sigterm_is_killed():
    with opponent("e5", "ignore-sigterm") as black:
        white = ScriptedPlayer(FakeTime(), "e4", "d4", "exd5")
        human = Human()
        game = Game(CHESS, white=white, black=black)
        mailbox = game.bus.mailbox()
        with game:
            while getattr(mailbox.get(timeout=PATIENCE), "ply", 0) != 4:
                pass
        del human
    assert black._program is None


def test_three_illegal_answers_lose_and_all_are_quoted():
    ended = lost("e5", "Ke5", "stay", control=BRIEF)
    assert ended.outcome.reason is Reason.TIME, "one illegal answer is forgiven"
    with opponent("e5", "Ke5", "Ke6", "Ke4", "stay") as black:
        ended = end_of(black, TimeControl(base=60))
    assert ended.outcome == Outcome(Color.WHITE, Reason.ILLEGAL_MOVES, "Ke4")
    assert ended.explanation is not None
    assert "'Ke5' is not legal" in str(ended.explanation.sentence), "the others come of the first"
    assert "Black's move 2, and then tried 'Ke6', 'Ke4'" in str(ended.explanation.refused)


DOTNET = b"MZ".ljust(60) + b"\x40\0\0\0" + b"PE\0\0".ljust(24) + b"\x0b\1" + b"\1" * 300
OTHER_ELF = b"\x7fELF\2\1".ljust(18, b"\0") + b"\x16\0" + bytes(60)  # S/390


@posix
@pytest.mark.parametrize(
    ("name", "content", "mode", "words"),
    [
        (
            "main.exe",
            DOTNET,
            0o755,
            "a program for .NET: start it with mono, as in 'mono main.exe'",
        ),
        ("main.exe", DOTNET, 0o644, "'mono main.exe'"),
        ("main.exe", b"MZ" + bytes(90), 0o755, "a program for Windows: build it for this system"),
        ("ai.jar", b"PK\3\4" + bytes(90), 0o644, "'java -jar ai.jar'"),
        ("Main.class", b"\xca\xfe\xba\xbe\0\0\0\x41", 0o644, "as in 'java -cp "),
        ("ai.js", b"for (;;) {}\n", 0o755, "as in 'node ai.js'"),
        ("ai.rb", b"#!/usr/bin/ruby\nputs 1\n", 0o644, "run chmod +x on it"),
        ("ai.cpp", b"int main() {}\n", 0o644, "the source of a program: build it"),
        ("notes", b"e4 e5\n", 0o755, "a script needs a first line such as #!/usr/bin/env python3"),
        pytest.param("ai", OTHER_ELF, 0o755, "another kind of processor (22) than", marks=linux),
    ],
)
def test_what_the_system_does_not_run_is_told_with_what_to_type(
    tmp_path, name, content, mode, words
):
    file = tmp_path / name
    file.write_bytes(content)
    file.chmod(mode)
    with closing(ProcessAI([str(file)])) as black:
        ended = end_of(black, TimeControl(base=60))
    assert words in str(ended.explanation.sentence)


def test_a_program_that_is_called_without_its_ending_is_met_with_its_name(tmp_path):
    def told(folder: Path | None, handed_in: bool) -> str:
        program = "pbrain" if handed_in else str(tmp_path / "pbrain")
        command = Command((program,), folder, handed_in)
        cause, sentence = cannot_start(command, FileNotFoundError())
        assert cause is Cause.NOT_FOUND
        return str(sentence)

    assert told(None, False) == f"there is no program {str(tmp_path / 'pbrain')!r}"
    (tmp_path / "pbrain.lua").touch()
    assert told(None, False).endswith("; did you mean pbrain.lua?")
    assert told(tmp_path, True) == "there is no program 'pbrain'; did you mean pbrain.lua?"
    assert told(None, True) == "there is no program 'pbrain'"


def test_a_folder_is_no_program(tmp_path):
    with closing(ProcessAI([str(tmp_path)])) as black:
        ended = end_of(black, TimeControl(base=60))
    assert "is a folder: name the program that is in it" in str(ended.explanation.sentence)


@posix
@pytest.mark.parametrize(
    ("content", "mode", "cause", "words"),
    [
        (None, 0, Cause.NOT_FOUND, "there is no program"),
        (b"#!/bin/sh\n", 0o644, Cause.NOT_EXECUTABLE, "chmod +x"),
        (b"#!/no/such/python3\n", 0o755, Cause.NO_INTERPRETER, "/no/such/python3"),
        (b"#!/bin/sh\r\n", 0o755, Cause.WINDOWS_LINE_BREAK, "Windows line break"),
        (b"\x7fELFnonsense", 0o755, Cause.WRONG_FORMAT, "no program for this machine"),
    ],
)
def test_a_program_that_cannot_start_says_why(tmp_path, content, mode, cause, words):
    file = tmp_path / "program"
    if content is not None:
        file.write_bytes(content)
        file.chmod(mode)
    black = ProcessAI([str(file)])
    ended = end_of(black, TimeControl(base=60))
    black.close()
    assert ended.outcome == Outcome(Color.WHITE, Reason.NOT_STARTED)
    assert ended.explanation is not None
    assert ended.explanation.cause is cause
    assert words in str(ended.explanation.sentence)


@posix
def test_a_batch_file_of_windows_is_called_one_whatever_its_rights_are(tmp_path):
    file = tmp_path / "run.bat"
    for mode in (0o644, 0o755):
        file.write_text("@echo off\r\npython ai.py\r\n")
        file.chmod(mode)
        with closing(ProcessAI([str(file)])) as black:
            ended = end_of(black, TimeControl(base=60))
        assert "is a batch file of Windows" in str(ended.explanation.sentence)


def test_a_path_with_blanks_and_chinese_characters_and_files_beside_the_program(tmp_path):
    folder = tmp_path / "我的 程序"
    folder.mkdir()
    (folder / "book.txt").write_text("e5\nQh4\n")
    program = folder / "my ai.py"
    program.write_text(
        "for move in open('book.txt'):\n    input()\n    print(move.strip())\ninput()\n".replace(
            "for", "input()\nfor", 1
        )
    )
    black = ProcessAI([str(program)])
    white = ScriptedPlayer(FakeTime(), "f3", "g4")
    try:
        assert Game(CHESS, white=white, black=black).run().outcome.reason is Reason.CHECKMATE
    finally:
        black.close()
    assert black.name == "my ai"


LINGERS = """\
import os, sys, time
with open("running", "x"): pass
input(); input(); print("e5", flush=True)
sys.stdin.read()
time.sleep(0.1)
os.remove("running")
"""


def test_a_game_begins_when_the_program_of_the_last_one_has_ended(tmp_path):
    program = tmp_path / "lingers.py"
    program.write_text(LINGERS)
    black = ProcessAI([str(program)], grace=5, sandbox="off")  # it writes a file
    try:
        for _ in range(3):
            white = ScriptedPlayer(FakeTime(), "e4", Resign())
            assert Game(CHESS, white=white, black=black).run().outcome.reason is Reason.RESIGNATION
    finally:
        black.close()
    assert black.exited_voluntarily


def test_a_transcript_that_fails_is_nobodys_loss(caplog):
    def fails(way, line):
        raise OSError("no space")

    with opponent("e5", "Qh4", "stay", transcript=fails) as black:
        white = ScriptedPlayer(FakeTime(), "f3", "g4")
        assert Game(CHESS, white=white, black=black).run().outcome.reason is Reason.CHECKMATE
    assert "the transcript of opponent failed" in caplog.text
    caplog.clear()


def test_a_program_gets_a_fresh_process_for_each_game_when_its_protocol_wants_it():
    with opponent("e5", "Qh4", "stay") as black:
        for _ in range(2):
            white = ScriptedPlayer(FakeTime(), "f3", "g4")
            assert Game(CHESS, white=white, black=black).run().outcome.reason is Reason.CHECKMATE


def test_the_transcript_has_both_directions():
    heard: list[tuple[str, str]] = []
    black = ProcessAI(
        [str(OPPONENT), "e5", "Qh4", "stay"], transcript=lambda way, line: heard.append((way, line))
    )
    white = ScriptedPlayer(FakeTime(), "f3", "g4")
    try:
        Game(CHESS, white=white, black=black).run()
    finally:
        black.close()
    assert heard == [("<", "black"), ("<", "f3"), (">", "e5"), ("<", "g4"), (">", "Qh4")]


def test_closing_leaves_no_thread_and_no_folder():
    before = set(threading.enumerate())
    with opponent("e5", "stay") as black:
        game = Game(CHESS, white=Human(), black=black)
        mailbox = game.bus.mailbox()
        with game:
            mailbox.get(timeout=PATIENCE)
        program = black._program
    assert black._program is None
    for thread in (left := set(threading.enumerate()) - before):
        if thread.name == "memory":  # of all programs; it ends when it notices
            thread.join(PATIENCE)
    assert {thread.name for thread in left if thread.is_alive()} <= {
        "heartbeat",
        "starter",
    }  # the host's own
    del program


def test_the_environment_is_built_from_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET_TOKEN", "x")
    program = tmp_path / "shows_environment.py"
    program.write_text(
        "import os\ninput()\n"
        "while True:\n    input()\n    print('SECRET_TOKEN' in os.environ, flush=True)\n"
    )
    black = ProcessAI([str(program)])
    try:
        ended = end_of(black, TimeControl(base=60))
    finally:
        black.close()
    assert ended.outcome.reason is Reason.ILLEGAL_MOVES
    assert ended.explanation is not None
    assert ended.explanation.last_heard == "False"


def test_an_empty_command_and_an_unknown_protocol_are_refused():
    with pytest.raises(ValueError, match="names no program"):
        ProcessAI("")
    with pytest.raises(ValueError, match="'chess' is no protocol"):
        ProcessAI("x", protocol="chess")


def test_a_program_whose_input_was_closed_to_explain_its_loss_is_started_anew(tmp_path):
    program = tmp_path / "idle_once.py"
    program.write_text(
        "import os, sys\n"
        "fresh = not os.path.exists('seen')\n"
        "open('seen', 'w').close()\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('uci\\n'):\n        print('uciok')\n"
        "    elif line.startswith('isready'):\n        print('readyok')\n"
        "    elif line.startswith('go') and not fresh:\n        print('bestmove e7e5')\n"
    )
    black = ProcessAI([str(program)], protocol="uci", grace=0.1, sandbox="off")  # it writes a file
    try:
        first = end_of(black, BRIEF)
        white = ScriptedPlayer(FakeTime(), "e4", Resign())
        second = Game(CHESS, white=white, black=black).run().outcome
    finally:
        black.close()
    assert first.outcome.reason is Reason.TIME
    assert second.reason is Reason.RESIGNATION


UCI_ENGINE = """
import sys, threading
def compute():
    while True: pass
def computes():
    threading.Thread(target=compute, daemon=True).start()
def answers():
    print('bestmove e7e5')
def waits():
    pass
for line in sys.stdin:
    if line.startswith('uci\\n'): print('uciok')
    if line.startswith('isready'): print('readyok')
    if line.startswith('go'): ACTION()
"""


@contextmanager
def uci_engine(folder: Path, action: str, **options) -> Iterator[ProcessAI]:
    program = folder / "engine.py"
    program.write_text(UCI_ENGINE.replace("ACTION", action))
    player = ProcessAI([str(program)], protocol="uci", grace=0.1, **options)
    try:
        yield player
    finally:
        player.close()


def seated(player: ProcessAI, loop: Loop) -> Turn:
    """Black at its first question."""
    start = CHESS.start(None)
    clock = Clock.new(PerColor.both(BRIEF))
    ready = threading.Event()
    seat = Seat(
        Color.BLACK, CHESS, start, None, clock, "somebody", ready.set, lambda *said: None, loop=loop
    )
    player.seat(seat)
    assert loop.drive(ready.is_set, time.perf_counter() + PATIENCE)
    after = start.play(start.parse("e4"))
    return Turn(Color.BLACK, 1, 1, after, clock, MoveList([start.parse("e4")]), start)


@posix
def test_a_program_that_ends_between_two_games_is_started_anew(tmp_path):
    with uci_engine(tmp_path, "answers", sandbox="off") as black:  # bwrap may end before it
        for _ in range(3):
            white = ScriptedPlayer(FakeTime(), "e4", Resign())
            outcome = Game(CHESS, white=white, black=black).run().outcome
            assert outcome.reason is Reason.RESIGNATION
            assert black._program is not None
            os.kill(black._program.pid, signal.SIGKILL)
            while black._program.running:  # the player hears of it in the next game
                time.sleep(0.01)


@posix
def test_a_program_that_lost_on_time_is_ended_with_the_game(tmp_path):
    with uci_engine(tmp_path, "computes") as black:
        ended = end_of(black, BRIEF)
        assert ended.outcome.reason is Reason.TIME
        assert black._program is None


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are seen in /proc")
def test_a_program_that_computes_in_another_thread_than_it_reads_in_is_not_called_idle(tmp_path):
    with uci_engine(tmp_path, "computes") as black:
        ended = end_of(black, BRIEF)
    assert ended.explanation is not None
    assert ended.explanation.cause in (Cause.COMPUTING, Cause.BUSY_MACHINE, Cause.OVERLOADED)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are seen in /proc")
def test_a_child_that_took_the_line_of_a_program_lost_on_time_is_named(tmp_path):
    program = tmp_path / "bot.sh"
    program.write_text("#!/bin/bash\nwhile read -r line; do\n  mine=$(python3 next.py)\ndone\n")
    program.chmod(0o755)
    (tmp_path / "next.py").write_text("import sys; sys.stdin.read()")
    black = ProcessAI([str(program)], grace=0.1)
    try:
        ended = end_of(black, TimeControl(2.0))
    finally:
        black.close()
    assert ended.explanation is not None
    assert "its child 'python3 next.py' waits for the same standard input" in str(
        ended.explanation.sentence
    )
    assert "line 3 of 'bot.sh'" in str(ended.explanation.sentence)


WITH_AN_ENGINE = """#!{python}
import subprocess, sys
P = subprocess.PIPE
engine = subprocess.Popen([sys.executable, "engine.py"], stdin=P, stdout=P, stderr=P, text=True)
for line in sys.stdin:
    {asks}
    print(engine.stdout.readline(), end="", flush=True)
"""
ASKS = "print(line, end='', file=engine.stdin, flush=True)"
OF_THE_LOAD = ("machine-overloaded", "machine-overloaded-by-others")
"""What a machine that the other tests keep busy adds to a program that computes."""
ANSWERS = "import sys, time\nfor line in sys.stdin:\n    {first}\n    print('e5', flush=True)"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are seen in /proc")
@pytest.mark.parametrize(
    ("asks", "first", "codes"),
    [
        ("print(line, end='', file=engine.stdin)", "", ("wait-for-each-other",)),
        ("engine.wait()", "", ("wait-for-each-other",)),
        (ASKS, "sys.stderr.write('depth 1\\n' * 99999)", ("child-cannot-write",)),
        (ASKS, "time.sleep(60)", ("waits-for-child",)),
        (ASKS, "while True: pass", ("waits-for-child", "still-computing")),
    ],
)
def test_a_program_that_waits_for_its_child_is_told_what_that_does(tmp_path, asks, first, codes):
    program = tmp_path / "bot.py"
    program.write_text(WITH_AN_ENGINE.format(python=sys.executable, asks=asks))
    program.chmod(0o755)
    (tmp_path / "engine.py").write_text(ANSWERS.format(first=first))
    explanation = explained([str(program)], TimeControl(2.0))
    found = ["still-computing" if it in OF_THE_LOAD else it for it in explanation.codes]
    assert found[: len(codes)] == list(codes)
    assert certainty_of(explanation.sentence) is Certainty.CERTAIN
    assert "engine.py'" in str(explanation.sentence)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are seen in /proc")
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_full_pipe_of_a_child_of_node_is_seen_though_it_is_a_socket(tmp_path):
    (tmp_path / "bot.js").write_text(
        "const child = require('child_process').spawn('python3', ['engine.py']);"
        "process.stdin.on('data', text => child.stdin.write(text));"
        "child.stdout.on('data', text => process.stdout.write(text));"
    )
    first = "sys.stderr.write('depth 1\\n' * 999999)"
    (tmp_path / "engine.py").write_text(ANSWERS.format(first=first))
    explanation = explained(["node", str(tmp_path / "bot.js")], TimeControl(3.0))
    assert explanation.codes[0] == "child-cannot-write"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are seen in /proc")
@pytest.mark.parametrize(
    "script",
    [
        "python3 -u bot.py",  # in its place
        "python3 -u bot.py | tee /dev/null",
        "tee /dev/null | python3 -u bot.py",
        "cat </dev/zero >/dev/null 2>&1 & kill $!; python3 -u bot.py",
    ],
)
def test_what_a_shell_starts_in_its_place_is_no_child_to_blame(tmp_path, script):
    program = tmp_path / "bot.sh"
    program.write_text(f"#!/bin/sh\n{script}\n:\n")
    program.chmod(0o755)
    (tmp_path / "bot.py").write_text("while True: input()")
    explanation = explained([str(program)], TimeControl(2.0))
    assert "waits-for-input" in explanation.codes
    assert not {row.code for row in (*rows.OF_ITS_CHILD, rows.CHILD_BEHIND)} & {*explanation.codes}


def test_an_answer_that_comes_while_its_lateness_is_explained_is_called_late(tmp_path):
    explained: list[Explanation | None] = []
    with closing(Loop()) as loop, uci_engine(tmp_path, "answers") as black:
        turn, answered = seated(black, loop), threading.Event()
        black.ask(turn, lambda reply, at=None: answered.set())
        assert loop.drive(answered.is_set, time.perf_counter() + PATIENCE)
        black.explain(Reason.TIME, explained.append)
        assert loop.drive(lambda: bool(explained), time.perf_counter() + PATIENCE)
    (explanation,) = explained
    assert explanation is not None
    assert explanation.cause is Cause.LATE
    assert "'bestmove e7e5'" in str(explanation.sentence)


def test_each_game_has_its_own_allowance_of_lines(tmp_path):
    program = tmp_path / "chatty.py"
    program.write_text("input()\ninput()\nprint('\\n' * 200 + 'e5')\ninput()\n")
    black = ProcessAI([str(program)], grace=0.1)
    try:
        for _ in range(2):
            white = ScriptedPlayer(FakeTime(), "e4", Resign())
            assert Game(CHESS, white=white, black=black).run().outcome.reason is Reason.RESIGNATION
    finally:
        black.close()


def test_a_dialogue_that_raises_loses_and_nobody_waits(caplog):
    class Broken(SanLine):
        def heard(self, line):
            raise LookupError("no such line")

    black = ProcessAI([str(OPPONENT), "e5", "stay"], protocol=Broken(), grace=0.1)
    try:
        ended = end_of(black, TimeControl())
    finally:
        black.close()
    assert ended.outcome == Outcome(Color.WHITE, Reason.CRASH)
    assert ended.explanation is not None
    assert "no such line" in ended.explanation.traceback
    caplog.clear()


def test_what_a_dialogue_finds_wrong_comes_with_the_evidence(tmp_path):
    program = tmp_path / "no_move.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('uci\\n'):\n        print('uciok')\n"
        "    elif line.startswith('isready'):\n        print('readyok')\n"
        "    elif line.startswith('go'):\n        print('bestmove')\n"
    )
    black = ProcessAI([str(program)], protocol="uci", grace=0.1)
    try:
        ended = end_of(black, TimeControl(base=60))
    finally:
        black.close()
    assert ended.outcome.reason is Reason.PROTOCOL
    assert ended.explanation is not None
    assert ended.explanation.last_heard == "bestmove"
    assert ended.explanation.last_sent.startswith("position startpos moves e2e4; go ")


class Ending(ProcessAI):
    """Calls somebody when its program has ended and it knows."""

    knows = staticmethod(lambda: None)

    def _brings(self, number, program, news, at):
        super()._brings(number, program, news, at)
        if isinstance(news, ProgramEnded):
            self.knows()


class Late(ScriptedPlayer):
    """Is ready only when the other player's program has ended."""

    def __init__(self, other: Ending) -> None:
        super().__init__(FakeTime(), "e5")
        self.other = other

    def seat(self, seat: Seat) -> None:
        self.other.knows = partial(super().seat, seat)


def test_a_first_move_counts_although_the_program_ended_before_it_was_asked(tmp_path):
    file = tmp_path / "brief.py"
    file.write_text("input()\nprint('e4')\n")
    white = Ending([str(file)], name="brief", grace=0.1)
    bus, heard = EventBus(), []
    bus.subscribe(heard.append)
    try:
        outcome = Game(CHESS, white=white, black=Late(white), bus=bus).run().outcome
    finally:
        white.close()
    assert [event.move for event in heard if isinstance(event, MovePlayed)][:1] == ["e2e4"]
    assert outcome == Outcome(Color.BLACK, Reason.CRASH)
    assert heard[-1].explanation.cause is Cause.EXITED


@pytest.mark.skipif(trial().bwrap is None, reason="without a sandbox nothing is copied")
@pytest.mark.parametrize(
    "error",
    [
        *(OSError(number, os.strerror(number)) for number in (errno.ENOSPC, errno.EMFILE)),
        NoUid("full"),
        SandboxUnavailable(say("bubblewrap is gone")),
    ],
    ids=str,
)
def test_nobody_loses_because_the_board_cannot_write_a_copy(monkeypatch, tmp_path, error):
    def full(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(copies, "_copy", full)
    (tmp_path / "new.py").write_text("input()\n")
    black = ProcessAI([str(tmp_path / "new.py")], grace=0.1)
    ended = end_of(black, TimeControl(base=60))
    black.close()
    assert (ended.outcome.winner, ended.outcome.reason) == (None, Reason.STOPPED)
    assert ended.explanation is not None
    said = str(ended.explanation.sentence)
    assert ("lacks a resource needed to start a program" in said) is isinstance(error, OSError)
    assert said.endswith(str(getattr(error, "strerror", error)))


def test_a_command_that_no_system_takes_loses_and_the_host_lives(caplog):
    with opponent("e5", "stay", "\0") as black:
        ended = end_of(black, TimeControl(base=60))
    assert ended.outcome == Outcome(Color.WHITE, Reason.NOT_STARTED)
    assert ended.explanation is not None
    assert "embedded null" in str(ended.explanation.sentence)
    caplog.clear()


def test_so_does_a_program_that_cannot_be_started_when_the_one_before_it_has_ended(
    monkeypatch, caplog
):
    def refused(*facts, **more):
        raise RuntimeError("can't start new thread")

    with opponent("e5", "hang") as black:  # it does not end when it is told to
        white = ScriptedPlayer(FakeTime(), "e4", Resign())
        Game(CHESS, white, black).run()
        monkeypatch.setattr(process, "Program", refused)
        ended = end_of(black, TimeControl(base=60))
    assert ended.outcome == Outcome(Color.WHITE, Reason.NOT_STARTED)
    assert ended.explanation is not None
    assert "can't start new thread" in str(ended.explanation.sentence)
    caplog.clear()


@pytest.mark.parametrize("name", ["turns", "end of opponent"])
def test_where_no_more_threads_can_be_started_the_game_ends_and_nothing_is_left(
    name, monkeypatch, caplog
):
    start = threading.Thread.start

    def refused(thread: threading.Thread) -> None:
        if thread.name == name:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refused)
    monkeypatch.setattr(turn_watch, "TURN_WATCH", turn_watch.TurnWatch())
    monkeypatch.setattr(process, "TURN_WATCH", turn_watch.TURN_WATCH)
    with opponent("e5", "stay") as black:
        ended = end_of(black, TimeControl(base=60, per_move=1))
        assert ended.outcome.winner is Color.WHITE
        program = black.program
    assert program is None or not program.running
    caplog.clear()


@pytest.mark.parametrize("asked", [True, False])
def test_closing_a_player_ends_its_untimed_game_and_nobody_loses(asked):
    bus, turns = EventBus(), SimpleQueue[Color]()

    def heard(event: Event) -> None:
        if isinstance(event, TurnStarted):
            turns.put(event.turn.color)

    bus.subscribe(heard)
    with opponent("hang") as black, Game(CHESS, human := Human(), black, bus=bus) as game:
        assert turns.get(timeout=PATIENCE) is Color.WHITE
        if asked:
            human.play("e4")
            assert turns.get(timeout=PATIENCE) is Color.BLACK
        black.close()
        played = game.join(timeout=PATIENCE)
    assert played is not None
    assert (played.outcome.winner, played.outcome.reason) == (None, Reason.STOPPED)
    assert game.explanation is not None
    assert game.explanation.cause is Cause.CLOSED


KEEPS_WHAT_IT_READS = """
import sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as heard:
        heard.write(line)
    if line.startswith("white "):
        print("Nf3", flush=True)
"""


def test_a_program_of_lines_plays_on_from_where_a_person_moved_in_its_place(tmp_path: Path):
    script, heard = tmp_path / "keeps.py", tmp_path / "heard"
    script.write_text(KEEPS_WHAT_IT_READS)
    inner = ProcessAI(
        [sys.executable, str(script), str(heard)],
        protocol=SanLine("lines"),
        sandbox=Sandbox.OFF,
        grace=0.1,
    )
    with closing(Stepped(inner)) as white:
        game = Game(CHESS, white=white, black=ScriptedPlayer(FakeTime(), "e5", Resign()))
        mailbox = game.bus.mailbox()
        with game:
            while not white.waiting:
                mailbox.get(timeout=PATIENCE)
            assert white.play("e4")
            while not white.waiting:
                mailbox.get(timeout=PATIENCE)
            assert white.release()
            while not isinstance(event := mailbox.get(timeout=PATIENCE), GameEnded):
                pass
    assert event.outcome == Outcome(Color.WHITE, Reason.RESIGNATION)
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert heard.read_text().splitlines()[-1] == f"white {fen}"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells enough")
def test_a_program_that_hangs_is_told_of_long_before_it_loses(monkeypatch):
    for module in (process, conversation, witness):
        monkeypatch.setattr(module, "SILENCE_LOOK_SECONDS", 0.1)
    with opponent("e5", "stay") as black:
        bus, told = EventBus(), []
        game = Game(CHESS, white=ScriptedPlayer(FakeTime(), "e4", "d4"), black=black, bus=bus)

        def hear(event: Event) -> None:
            if isinstance(event, PlayerSilent):
                told.append(event)
                game.stop()

        bus.subscribe(hear)
        game.run()
    (silent,) = told
    assert (silent.name, silent.ply) == ("opponent", 3)
    assert silent.explanation.cause is Cause.IDLE
