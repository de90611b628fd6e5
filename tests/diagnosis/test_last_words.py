"""What the last words of a program say of its confinement, and what they never reveal."""

import os
import shlex
import shutil
import subprocess
import sys
import venv
from dataclasses import replace
from pathlib import Path

import pytest

from board_core import Explanation, Game, TimeControl
from board_core.author.testing import FakeTime, ScriptedPlayer
from board_core.diagnosis import last_words
from board_core.diagnosis.advice import advice_on
from board_core.diagnosis.facts import Surroundings
from board_core.diagnosis.last_words import confinement_sentence
from board_core.games import CHESS
from board_core.players import ProcessAI
from board_core.supervise.limits import Limits
from board_core.supervise.sandbox import Confinement, Sandbox, trial

MINE = Surroundings(
    sandboxed=True,
    shown=(Path("/usr"), Path("/home/ann/ai"), Path("/tmp")),
    hidden=(Path("/usr/games"),),
    folder=Path("/home/ann/ai"),
    lists_packages=True,
    memory=2048,
)
STRANGERS = replace(MINE, handed_in=True)


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """All engines are on this machine."""
    monkeypatch.setattr(last_words, "find_program", "/usr/games/{}".format)


def test_an_engine_that_is_not_installed_is_said_to_be_so_but_to_no_stranger(monkeypatch):
    monkeypatch.setattr(last_words, "find_program", lambda name: None)
    words = "No such file or directory: 'stockfish'"
    assert "'stockfish', which is not on this machine" in str(confinement_sentence(words, MINE))
    assert "are hidden" in str(confinement_sentence(words, STRANGERS))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("[Errno 2] No such file or directory: '/opt/tables/K'", "--readable '/opt/tables/K'"),
        ("./engine: cannot open /home/ann/nets/big.nnue", "--readable '/home/ann/nets/big.nnue'"),
        ("java.nio.file.NoSuchFileException: /etc/my/engine.conf", "'/etc/my/engine.conf'"),
        ("No such file or directory: '../data/book.txt'", "--readable '/home/ann/data/book.txt'"),
        ("../nets/big.nnue: No such file or directory", "--readable '/home/ann/nets/big.nnue'"),
        ("./run.sh: 2: cd: can't cd to /home/ann/tables", "--readable '/home/ann/tables'"),
        ("cannot open /home/ann/ai/../book.bin", "--readable '/home/ann/book.bin'"),
        ("No such file or directory: '/tmp/.config/my_ai.toml'", "its home folder ('~')"),
        (
            "error while loading shared libraries: libfoo.so.1: cannot open shared object file",
            "'libfoo.so.1' is in no folder",
        ),
        ("System.DllNotFoundException: System.Native", "'System.Native' is in no folder"),
        ("ModuleNotFoundError: No module named 'numpy'", "--package numpy"),
        ("Error: Cannot find module 'chess.js'", "'chess.js'"),
        ("Can't locate Chess/Rep.pm in @INC (you may", "'Chess/Rep.pm'"),
        ("<internal>: cannot load such file -- chess (LoadError)", "'chess'"),
        ("lua: x.lua:1: module 'lpeg' not found:", "'lpeg'"),
        ("Error: Could not find or load main class Main", "'Main'"),
        ("Error: Cannot find module '../engine'", "--readable FOLDER"),
        (
            "tellusererror POLYGLOT: pipex_open(): execvp(): toga2: No such file or directory",
            "no program 'toga2': the chess and gomoku programs",
        ),
        ("execvp(): ./fruit: No such file or directory", "--readable /usr/games/fruit"),
        ("sh: 1: stockfish: not found", "no program 'stockfish'"),
        ("No such file or directory: 'stockfish-16.1'", "no program 'stockfish-16.1'"),
        ("Error: spawn stockfish ENOENT", "no program 'stockfish'"),
        ('java.io.IOException: Cannot run program "crafty": error=2', "no program 'crafty'"),
        ("OSError: [Errno 30] Read-only file system: '/home/ann/ai/log'", "TMPDIR"),
        ("socket.gaierror: Temporary failure in name resolution", "no network"),
        ("RuntimeError: can't start new thread", "another thread"),
        ("Error occurred during initialization of VM", "2048 MiB (--memory)"),
        (
            "  File 'ai.py', line 1\nFileNotFoundError: [Errno 2] No such file or directory",
            "says FileNotFoundError: [Errno 2] No such file or directory; the sandbox shows it",
        ),
        ("book: No such file or directory", "says book: No such file or directory; the sandbox"),
        ('Os { code: 2, kind: NotFound, message: "No such file or directory" }', "--readable"),
        ("sqlite3.OperationalError: unable to open database file", "--readable with that path"),
        (
            "    open(os.environ['BOOK'])\nKeyError: 'BOOK'",
            "begin the command with 'env BOOK=VALUE'",
        ),
        ("./run.sh: line 3: BOOK: unbound variable", "the variable BOOK is not set"),
        ("./run.sh: 3: BOOK: parameter not set", "your own environment is not passed on"),
    ],
)
def test_the_sentence_says_what_is_not_shown_and_how_to_show_it(words, said):
    assert said in str(confinement_sentence(f"starting\n{words}\n", MINE))


@pytest.mark.parametrize(
    "words",
    [
        "",
        "book.bin not found, playing without",
        "FileNotFoundError: No such file or directory: '/home/ann/ai/book.bin'",
        "FileNotFoundError: No such file or directory: '/usr/share/x'",
        "File '/opt/x/main.py', line 3\nZeroDivisionError",
        "IndexError: list index out of range",
        "Error: Cannot find module './engine'",
        "cannot load such file -- /home/ann/ai/engine (LoadError)",
        "fruit.bin: No such file or directory",
        "No such file or directory: '../ai/book.txt'",
        "stockfishing: not found",
        "    value = VALUES[piece]\nKeyError: 'Q'",
        "[Errno 2] No such file or directory: 'book'",
        "cat: book: No such file or directory",
    ],
)
def test_what_the_sandbox_shows_is_not_blamed_on_it(words):
    assert confinement_sentence(words, MINE) is None


@pytest.mark.parametrize(
    ("file", "words", "said"),
    [
        (
            "libbrain.so",
            "error while loading shared libraries: libbrain.so: cannot open shared object file",
            "-Wl,-rpath,'$ORIGIN'",
        ),
        ("Board.pm", "Can't locate Board.pm in @INC (you may", "perl -I ."),
        ("engine.rb", "cannot load such file -- engine (LoadError)", "require_relative"),
        ("book.js", "Error: Cannot find module 'book'", "'./'"),
    ],
)
def test_what_lies_beside_the_program_is_not_blamed_on_the_sandbox(file, words, said, tmp_path):
    around = replace(MINE, folder=tmp_path, shown=(Path("/usr"), tmp_path))
    assert "--readable" in str(confinement_sentence(words, around))
    (tmp_path / file).write_text("")
    sentence = str(confinement_sentence(words, around))
    assert f"{file!r} lies beside it, where it is not looked for" in sentence.replace(
        "the library ", ""
    )
    assert said in sentence
    assert "--readable" not in sentence


def test_an_engine_that_the_command_names_is_told_with_its_path():
    around = replace(MINE, named={"crafty": Path("/opt/engines/crafty")})
    words = "execvp(): crafty: No such file or directory"
    assert "--readable /opt/engines/crafty" in str(confinement_sentence(words, around))


def test_an_environment_of_its_own_has_its_own_packages():
    words = "ModuleNotFoundError: No module named 'numpy'"
    assert confinement_sentence(words, replace(MINE, lists_packages=False)) is None


@pytest.mark.parametrize("handed_in", [True, False])
def test_no_sentence_tells_whether_a_file_exists(handed_in, tmp_path):
    """As '/root/.ssh/id_rsa: No such file', printed to have its existence told to the author."""
    (tmp_path / "secret").write_text("key")
    around = replace(MINE, shown=(Path("/usr"),), handed_in=handed_in)

    def said(path: Path) -> str:
        return str(confinement_sentence(f"{path}: No such file", around)).replace(str(path), "X")

    assert said(tmp_path / "secret") == said(tmp_path / "nothing") == said(Path("/no/where"))


def test_a_strangers_sentence_names_no_option_of_the_board():
    for words in (
        "ModuleNotFoundError: No module named 'x'",
        "Cannot find module 'x'",
        "/x: not found",
        "sh: 1: stockfish: not found",
        "book: No such file or directory",
        "os.environ['BOOK']\nKeyError: 'BOOK'",
    ):
        assert "--" not in str(confinement_sentence(words, STRANGERS))
        assert str(confinement_sentence(words, STRANGERS)) != "None"


def test_a_stranger_is_told_the_path_that_it_wrote():
    for path in ("../data/book.txt", "/home/ann/ai/../book.bin"):
        said = str(confinement_sentence(f"No such file or directory: '{path}'", STRANGERS))
        assert said.startswith(f"the sandbox shows it nothing at {path!r}")


@pytest.mark.parametrize("folder", [Path("/home/ann"), Path("/tmp")])
def test_of_a_folder_that_holds_too_much_only_the_named_files_are_seen(folder: Path):
    around = replace(MINE, folder=folder, shown=(Path("/usr"), Path("/tmp"), folder / "ai.py"))
    only = f"of {str(folder)!r} it sees only the files that its command names"
    for words in ("No such file or directory: 'book.txt'", "No module named 'book'"):
        said = str(confinement_sentence(f"ModuleNotFoundError: {words}", around))
        assert said.startswith(only)
        assert "a folder of its own" in said
    assert confinement_sentence("IndexError: list index out of range", around) is None


@pytest.mark.parametrize(
    "words",
    [
        "{place}/run.sh: 3: exec: .venv/bin/python: not found",
        "{place}/run.sh: line 3: {place}/.venv/bin/python3: No such file or directory",
        "FileNotFoundError: [Errno 2] No such file or directory: '.venv/bin/python3.11'",
    ],
)
def test_an_environment_that_a_script_begins_is_to_be_named_by_the_command(words: str, tmp_path):
    around = replace(MINE, folder=tmp_path, shown=(Path("/usr"), tmp_path))
    words = words.format(place=tmp_path)
    assert "only if" not in str(confinement_sentence(words, around))
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "pyvenv.cfg").write_text("")
    said = str(confinement_sentence(words, around))
    assert "is shown only if the command begins with it: as in '" in said
    assert "left out of what is handed in" in str(
        confinement_sentence(words, replace(around, handed_in=True))
    )
    named = replace(around, shown=(*around.shown, tmp_path / ".venv"))
    assert "only if" not in str(confinement_sentence(words, named))


def test_no_variable_is_passed_on_whether_there_is_a_sandbox_or_not():
    words = "os.environ['BOOK']\nKeyError: 'BOOK'"
    assert confinement_sentence(words, Surroundings()) == confinement_sentence(words, MINE)


def test_a_hostile_name_is_made_harmless_and_short():
    said = str(confinement_sentence(f"Error: Cannot find module '\x1b[2J{'a' * 5000}'", MINE))
    assert "\x1b" not in said
    assert len(said) < 700


@pytest.mark.timeout(10)
@pytest.mark.parametrize("part", ["\u2018/", "'/a", "/a", "Cannot find module '", "Can't locate x"])
def test_no_flood_of_words_takes_long(part):
    confinement_sentence("no such file " + part * 100_000, MINE)
    confinement_sentence(f"no such file {part}\n" * 100_000, MINE)


def end_of(command: list[str], **how) -> str:
    return str(explained(command, **how).sentence)


def explained(command: list[str], *, folder: Path | None = None, **how) -> Explanation:
    if (why := trial().why) is not None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(str(why))
    confinement = Confinement(Sandbox.REQUIRED, allow_root=True, **how)
    player = ProcessAI(command, sandbox=confinement, grace=0.2, folder=folder)
    black, events = ScriptedPlayer(FakeTime(), "e5"), []
    game = Game(CHESS, white=player, black=black, time_control=TimeControl(60))
    game.bus.subscribe(events.append)
    try:
        game.run()
    finally:
        player.close()
    return events[-1].explanation


def test_a_program_that_reads_a_file_elsewhere_is_told_why_it_found_none(tmp_path):
    program = tmp_path / "my_ai.py"
    program.write_text("open('/opt/board-tables/KQK.rtbw')")
    said = end_of([sys.executable, str(program)])
    assert "ended before its first move: exit code 1; the sandbox shows it nothing at" in said
    assert "--readable '/opt/board-tables/KQK.rtbw'" in said


def test_a_program_that_reads_a_file_beside_its_folder_is_told_its_whole_path(tmp_path):
    program = tmp_path / "src" / "my_ai.py"
    program.parent.mkdir()
    (tmp_path / "book.txt").write_text("")
    program.write_text("open('../book.txt')")
    assert f"--readable {str(tmp_path / 'book.txt')!r}" in end_of([sys.executable, str(program)])


def test_a_file_beside_a_program_in_the_temporary_folder_of_the_host_is_hidden():
    around = replace(MINE, folder=Path("/tmp/ann/ai"), shown=(Path("/tmp"), Path("/tmp/ann/ai")))
    assert not around.shows(Path("/tmp/ann/book.bin"))
    assert around.shows(Path("/tmp/ann/ai/book.bin"))
    assert around.shows(Path("/tmp/own.txt"))


def test_a_program_that_reads_a_file_of_its_home_is_told_that_it_has_another(tmp_path):
    program = tmp_path / "my_ai.py"
    program.write_text("import os; open(os.path.expanduser('~/book.txt'))")
    assert "'/tmp/book.txt' is below its home folder" in end_of([sys.executable, str(program)])


def test_a_script_whose_interpreter_is_hidden_is_told_how_to_start_it(tmp_path):
    interpreter = tmp_path / "tools" / "python"
    interpreter.parent.mkdir()
    interpreter.symlink_to("/usr/bin/python3")
    program = tmp_path / "ai" / "my_ai"
    program.parent.mkdir()
    program.write_text(f"#!{interpreter} -u\nimport sys\n")
    program.chmod(0o755)
    why = explained([str(program)])
    said = str(why.sentence)
    assert advice_on(why) is None, "the sentence says what to do"
    assert f"its first line names {str(interpreter)!r}, which the sandbox does not show" in said
    assert f"'{interpreter} my_ai'" in said


def test_a_script_may_begin_with_the_python_of_an_environment_beside_it(tmp_path):
    venv.create(tmp_path / ".venv", with_pip=False)
    program = tmp_path / "my_ai"
    program.write_text(f"#!{tmp_path}/.venv/bin/python\nimport sys\n")
    program.chmod(0o755)
    said = end_of([str(program)])
    assert f"begin the command with it, as in '{tmp_path}/.venv/bin/python my_ai'" in said


@pytest.mark.skipif(sys.platform != "linux", reason="its loader is the one of Linux")
def test_a_program_whose_loader_is_not_on_this_machine_is_told_so(tmp_path):
    usual = Path("/bin/true").read_bytes()
    assert b"/ld-linux" in usual
    program = tmp_path / "my_ai"
    program.write_bytes(usual.replace(b"/ld-linux", b"/ld-nolin"))
    program.chmod(0o755)
    assert "the system has no loader for 'my_ai'" in end_of([str(program)])


def test_a_program_whose_module_lies_above_its_folder_is_told_so(tmp_path):
    program = tmp_path / "src" / "my_ai.py"
    program.parent.mkdir()
    (tmp_path / "shuffle.py").write_text("")
    program.write_text("import sys; sys.path.append('..'); import shuffle")
    said = end_of(["/usr/bin/python3", str(program)])
    assert "has no module shuffle" in said
    assert f"a module of its own is to be in {str(program.parent)!r}" in said


def test_what_an_engine_tells_its_user_is_quoted_as_it_ends(tmp_path):
    program = tmp_path / "my_ai.py"
    program.write_text("print('tellusererror ADAPTER: execvp(): toga2: not found', flush=True)")
    said = end_of([sys.executable, str(program)])
    assert "exit code 0; it said 'ADAPTER: execvp(): toga2: not found'; the sandbox shows" in said


def test_a_program_that_cannot_write_beside_itself_is_told_where_it_can(tmp_path, monkeypatch):
    monkeypatch.setattr("board_core.supervise.program.MOST_COPIED", 0)
    program = tmp_path / "my_ai.py"
    program.write_text(f"open({str(tmp_path / 'log.txt')!r}, 'w')")
    said = end_of([sys.executable, str(program)])
    assert f"it wants to write {str(tmp_path / 'log.txt')!r}: in the sandbox it can" in said


READ_ONLY = replace(MINE, writes_beside=False)


@pytest.mark.parametrize(
    "words",
    [
        "OSError: [Errno 30] Read-only file system: 'log.txt'",
        "PermissionError: [Errno 13] Permission denied: '/home/ann/ai/log.txt'",
        "./run.sh: line 3: log.txt: Read-only file system",
        "./run.sh: 3: cannot create log.txt: Read-only file system",
        "log.txt: Permission denied",
        "java.io.FileNotFoundException: log.txt (Read-only file system)",
        "Error: EROFS: read-only file system, open 'log.txt'",
        "Read-only file system @ rb_sysopen - log.txt (Errno::EROFS)",
        "panic: open log.txt: read-only file system",
        "lua: x.lua:1: log.txt: Read-only file system",
        "Can't open log.txt: Read-only file system at my_ai.pl line 1.",
        "mkdir: cannot create directory 'log.txt': Read-only file system",
    ],
)
def test_a_file_that_it_could_not_write_is_named(words):
    assert "it wants to write '/home/ann/ai/log.txt':" in str(
        confinement_sentence(words, READ_ONLY)
    )
    stranger = replace(READ_ONLY, handed_in=True)
    assert "wants to write" in (said := str(confinement_sentence(words, stranger)))
    assert "/home/ann" not in said or "/home/ann" in words


def test_a_file_that_it_must_not_read_is_none_that_it_could_not_write():
    for words in ("[Errno 13] Permission denied: '/root/key'", "Permission denied"):
        assert "write" not in str(confinement_sentence(words, READ_ONLY))
        assert "write" not in str(confinement_sentence(words, MINE))
    words = (
        "thread 'main' panicked at src/main.rs:4:5: called `Result::unwrap()` on an `Err` value: "
        'Os { code: 30, kind: ReadOnlyFilesystem, message: "Read-only file system" }'
    )
    for line in (words, "log('Read-only file system')", "cannot log: 'Read-only file system'"):
        said = str(confinement_sentence(line, READ_ONLY))
        assert "it can write only where TMPDIR" in said
        assert "wants" not in said


LOGS = """
#include <stdio.h>
int main(void) { FILE *log = fopen("engine.log", "a"); fprintf(log, "x"); fflush(log); return 0; }
"""


@pytest.mark.parametrize("beside", [True, False])
def test_a_compiled_program_that_breaks_off_over_its_log_may_want_to_write(
    tmp_path, monkeypatch, beside
):
    if shutil.which("gcc") is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("there is no gcc")
    monkeypatch.setattr("board_core.supervise.program.MOST_COPIED", 32 << 20 if beside else 0)
    (tmp_path / "engine.c").write_text(LOGS)
    subprocess.run(["gcc", "-o", "engine", "engine.c"], cwd=tmp_path, check=True)
    why = explained([str(tmp_path / "engine")])
    assert ("it may want to write 'engine.log'" in str(why.sentence)) is not beside
    assert beside or ("SIGSEGV" in str(why.exit_status) and advice_on(why) is None)


def test_a_program_without_enough_memory_is_told_of_the_limit(tmp_path):
    program = tmp_path / "my_ai.py"
    program.write_text("print('Error occurred during initialization of VM', flush=True)")
    limits = replace(Limits(), memory=512 << 20)
    assert "it may use 512 MiB (--memory)" in end_of([sys.executable, str(program)], limits=limits)


def test_a_stranger_is_not_told_where_the_board_keeps_programs_and_python(tmp_path):
    """Their sentences are on the contest's page."""
    (tmp_path / "lacks.py").write_text("import nowhere_installed")
    (tmp_path / "main.exe").write_bytes(b"MZ" + bytes(90))
    (tmp_path / "locked").write_text("e4")
    for command in ("python3 lacks.py", "./main.exe", "locked"):
        said = end_of(shlex.split(command), folder=tmp_path)
        assert "/" not in said.replace("#!/usr/bin/env", "")
