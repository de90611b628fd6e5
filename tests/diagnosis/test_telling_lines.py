"""What a failed program's standard error and files tell of the cause."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from board_core.diagnosis import rows
from board_core.diagnosis.advice import advice_on
from board_core.diagnosis.error_lines import last_error, shown_lines
from board_core.diagnosis.facts import Facts, Surroundings
from board_core.diagnosis.ranking import explain
from board_core.diagnosis.telling_lines import RELATIVE_IMPORT, mistakes, own_threads
from board_core.game.player import Cause, Explanation
from board_core.protocols import Gomocup, Uci, XBoard
from board_core.supervise.command import Command
from board_core.supervise.status import exit_status
from board_core.text.harmless_text import decoded
from board_core.text.sentence import say

PYTHON = """\
Traceback (most recent call last):
  File "/home/ann/my_ai.py", line 28, in <module>
    play()
  File "/usr/lib/python3.11/random.py", line 370, in choice
    return seq[self._randbelow(len(seq))]
           ~~~^^^^^^^^^^^^^^^^^^^^^^^^^^^
"""
THREAD = "Exception in thread Thread-1 (worker):\n"
FRAMES = "\n".join(f"    at bot.Search.go(Search.java:{line})" for line in range(40, 90))
CRASHES = {
    PYTHON + "KeyError: 6": "KeyError: 6 (my_ai.py, line 28)",
    PYTHON + "queue.Empty": "Empty (my_ai.py, line 28)",
    PYTHON + "KeyError: 6\n\nDuring handling:\n\n" + PYTHON + "chess.InvalidMoveError: 'x'": (
        "InvalidMoveError: 'x' (my_ai.py, line 28)"
    ),
    "my_ai.py: depth 3\n" + PYTHON + "AssertionError\nnote: still here": (
        "AssertionError (my_ai.py, line 28)"
    ),
    "  File \"my_ai.py\", line 3\n    f(\n     ^\nSyntaxError: '(' was never closed": (
        "SyntaxError: '(' was never closed (my_ai.py, line 3)"
    ),
    'Exception in thread "main" java.lang.IllegalArgumentException: bound must be positive\n'
    "    at java.base/java.util.Random.nextInt(Random.java:322)\n"
    "    at Greedy.main(Greedy.java:18)": (
        "IllegalArgumentException: bound must be positive (Greedy.java, line 18)"
    ),
    'Exception in thread "main" java.lang.RuntimeException: no book\n    at C.main(C.java:1)\n'
    'Caused by: java.lang.NumberFormatException: For input string: "x"\n'
    "    at java.base/java.lang.Integer.parseInt(Integer.java:668)\n    ... 1 more": (
        'NumberFormatException: For input string: "x" (C.java, line 1)'
    ),
    f'Exception in thread "main" java.lang.StackOverflowError\n{FRAMES}': (
        "StackOverflowError (Search.java, line 40)"
    ),
    "thread 'main' (7) panicked at src/main.rs:3:5:\nno move": "no move (main.rs, line 3)",
    "panic: runtime error: index out of range [7] with length 1\n\ngoroutine 1 [running]:\n"
    "main.f(...)\n    /home/ann/ai.go:2\nmain.main()\n    /home/ann/ai.go:3 +0x1d": (
        "panic: runtime error: index out of range [7] with length 1 (ai.go, line 2)"
    ),
    "/home/ann/n.js:1\nfunction f(){ return undefined.x }\n\nTypeError: no x\n"
    "    at f (/home/ann/n.js:1:32)\n    at node:internal/main:1:2\n\nNode.js v20.1": (
        "TypeError: no x (n.js, line 1)"
    ),
    "x.rb:46:in `block': undefined method `y' (NoMethodError)": (
        "undefined method `y' (NoMethodError) (x.rb, line 46)"
    ),
    "no move at ai.pl line 7, <STDIN> line 2.": "no move (ai.pl, line 7)",
    "[ERROR] FATAL UNHANDLED EXCEPTION: System.IndexOutOfRangeException: Index was outside\n"
    "  at P.Main () [0x00001] in <a>:0": "IndexOutOfRangeException: Index was outside",
    "terminate called after throwing an instance of 'std::out_of_range'\n  what():  at: 9": (
        "std::out_of_range: at: 9"
    ),
    "ai: ai.c:2: main: Assertion `n==7' failed.": "Assertion `n==7' failed. (ai.c, line 2)",
    "==2==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6\n    #0 0x1 in main ai.c:2\n"
    "SUMMARY: AddressSanitizer: heap-buffer-overflow ai.c:2 in main": (
        "SUMMARY: AddressSanitizer: heap-buffer-overflow ai.c:2 in main"
    ),
}
IDLE = Explanation(Cause.IDLE, rows.WAITS_FOR_MORE())
EXITED = Explanation(Cause.EXITED, say("it ended"))
NOWHERE = Command(("my_ai",), None)


def explained(found: Explanation, command: Command = NOWHERE, **more) -> Explanation:
    return explain(Facts(found, command, **more))


@pytest.mark.parametrize("stderr", CRASHES)
def test_the_line_that_names_the_exception_is_quoted_with_its_place(stderr):
    found = last_error(f"thinking\n{stderr}\n")
    assert str(found.sentence) == CRASHES[stderr]
    ended = explained(replace(EXITED, stderr=stderr))
    assert str(ended.sentence).endswith(CRASHES[stderr])


@pytest.mark.parametrize(
    "stderr", ["", "depth 3 score 20", "book not found, playing without", "Picked e4", "a\nb\n"]
)
def test_notes_are_no_exception(stderr):
    assert last_error(stderr) is None
    assert explained(replace(EXITED, stderr=stderr)).sentence == EXITED.sentence


@pytest.mark.parametrize(
    "stderr",
    [
        THREAD + PYTHON + "KeyError: 6",
        'Exception in thread "Thread-0" java.lang.IllegalStateException: x',
        "thread '<unnamed>' panicked at 'x', walker.rs:30:17",
    ],
)
def test_an_exception_in_a_thread_is_the_reason_of_the_rest_that_waits(stderr):
    said = str(explained(replace(IDLE, stderr=stderr)).sentence)
    assert said.startswith("one of its threads ended by ")
    assert said.endswith(", and the rest waits for it")
    main = stderr.replace(THREAD, "").replace("Thread-0", "main").replace("<unnamed>", "main")
    said = str(explained(replace(IDLE, stderr=main)).sentence)
    assert said.startswith(f"{rows.WAITS_FOR_MORE()}; its standard error says ")


def test_a_recursion_without_an_end_is_called_one():
    stderr = PYTHON + "RecursionError: maximum recursion depth exceeded"
    said = str(explained(replace(EXITED, stderr=stderr)).sentence)
    assert "it calls functions within functions without an end: RecursionError" in said


@pytest.mark.parametrize(
    ("names", "own"),
    [
        ([], 0),
        (["python3"], 0),
        (["python3", "python3"], 1),
        (["ai", "ai", "ai"], 2),
        (["java", "java", "GC Thread#0", "VM Thread", "Signal Dispatch"], 0),
        (["java", "java", "GC Thread#0", "pool-1-thread-1"], 1),
        (["node", "node", "DelayedTaskSche"], 0),
    ],
)
def test_threads_of_a_runtime_are_not_the_programs_own(names, own):
    assert own_threads(names) == own
    lost = "an exception in a task is lost" in str(explained(IDLE, threads=names).sentence)
    assert lost == bool(own)


def test_a_thread_that_computes_beside_one_that_reads_may_wait_for_it():
    computing = Explanation(Cause.COMPUTING, say("it was still computing"))
    told = explained(computing, threads=["java", "java", "C2 CompilerThre", "Thread-0"], reads=True)
    assert str(told.sentence).endswith("while another thread of it waits for the next line")
    assert "volatile (Java)" in str(advice_on(told))
    compiling = ["java", "java", "C2 CompilerThre"]  # of which the main thread reads
    assert explained(computing, threads=compiling, reads=True) == computing
    assert explained(computing, threads=["ai", "ai"]) == computing


def test_memory_that_grows_while_it_computes_is_told():
    computing = Explanation(Cause.COMPUTING, say("it was still computing"))
    assert explained(computing, memory=(300 << 20, 300 << 20)) == computing
    assert "now 310 MiB" in str(explained(computing, memory=(300 << 20, 310 << 20)).sentence)


OPEN, HIDES_ALL = Surroundings(), Surroundings(sandboxed=True)


def proven(found: Explanation, command: Command, around: Surroundings = OPEN) -> str | None:
    """Return the mistake that the words of a program prove."""
    told = next(mistakes(Facts(found, command, around)), None)
    return None if told is None else str(told)


def mistake(stderr: str, *argv: str, around: Surroundings = OPEN) -> str:
    found = replace(EXITED, stderr=stderr)
    return str(explained(found, Command(argv, None), around=around).sentence)


def test_mistakes_that_the_words_show_for_certain_are_named():
    lacks = 'Exception in thread "main" java.lang.NoClassDefFoundError: bot/Bot$Opening\n    at x'
    said = mistake(lacks, "java", "-jar", "dist/bot.jar")
    assert said == "bot.jar lacks the class 'bot.Bot$Opening': pack all classes into it"
    missing = "Error: Could not find or load main class Main\nCaused by: x"
    assert "its class path, lib:., has no class 'Main'" in mistake(missing, "java", "-cp", "lib:.")
    packaged = "java.lang.NoClassDefFoundError: Bot (wrong name: my/Bot)\n    at java.x"
    assert "its class is my.Bot," in mistake(f"{missing}\n{packaged}", "java", "Bot")
    newer = (
        "java.lang.UnsupportedClassVersionError: bot/Main has been compiled by a more recent "
        "version of the Java Runtime (class file version 69.0), this version of the Java Runtime "
        "only recognizes class file versions up to 61.0"
    )
    assert "for Java 25, and this is Java 17: compile it with javac --release 17" in mistake(
        newer, "java", "bot.Main"
    )
    window = 'Exception in thread "main" java.awt.HeadlessException: \nNo X11 DISPLAY variable\n'
    assert "there is no screen in a game: HeadlessException" in mistake(window, "java", "View")
    dotted = "ImportError: attempted relative import with no known parent package\n"
    assert "started as a single file" in mistake(dotted, "python3", "ai.py")
    argument = "Can't open 3: No such file or directory at deep.pl line 19."
    assert "it read the word '3' of its command" in mistake(argument, "perl", "deep.pl", "3")


@pytest.mark.skipif(sys.platform == "win32", reason="there it exists")
def test_a_module_of_windows_cannot_be_installed_elsewhere():
    words = PYTHON + "ModuleNotFoundError: No module named 'msvcrt'"
    assert "its module msvcrt exists on Windows only" in mistake(words, "python3", "my_ai.py")


def test_a_class_path_that_the_sandbox_hides_in_part_is_left_to_the_sandbox():
    missing = "Error: Could not find or load main class Main"
    assert "found no 'Main'" in mistake(missing, "java", "-cp", "/opt/x", around=HIDES_ALL)


def test_a_file_with_the_name_of_a_module_of_python_may_be_the_cause(tmp_path):
    program = tmp_path / "my_ai.py"
    program.write_text("import random")
    command = Command(("python3", str(program)), tmp_path, handed_in=True)
    assert explained(IDLE, command) == IDLE
    (tmp_path / "bisect.py").write_text("input()")
    (tmp_path / "board.py").write_text("")
    said = str(explained(IDLE, command).sentence)
    assert "'bisect.py' in its folder hides Python's own module bisect" in said
    other = replace(EXITED, stderr=PYTHON + "KeyError: 6")
    assert "bisect" not in str(explained(other, command).sentence)
    words = PYTHON + "AttributeError: module 'bisect' has no attribute 'insort'"
    said = str(explained(replace(EXITED, stderr=words), command).sentence)
    assert "'bisect.py' has the name of the module bisect and is imported in its place" in said


NOT_THERE = {
    "FileNotFoundError: [Errno 2] No such file or directory: 'data/book.txt'": "data/book.txt",
    "Error: ENOENT: no such file or directory, open 'data/book.txt'": "data/book.txt",
    "a.rb:1:in `o': No such file or directory @ rb_sysopen - book.txt (Errno::ENOENT)": "book.txt",
    "cannot open book.txt: No such file or directory at ai.pl line 3.": "book.txt",
    'Exception in thread "main" java.io.FileNotFoundException: data/book.txt (No such file or '
    "directory)": "data/book.txt",
    "panic: open data/book.txt: no such file or directory": "data/book.txt",
    "ai.sh: line 3: data/book.txt: No such file or directory": "data/book.txt",
    "data/book.txt: No such file or directory": "data/book.txt",
}


@pytest.mark.parametrize("stderr", NOT_THERE)
def test_a_file_that_was_not_found_is_told_with_the_folder_it_was_looked_for_from(stderr):
    found = replace(EXITED, stderr=stderr)
    told = explained(found, Command(("ai",), Path("/home/ann/bots")))
    where = f"it ended; it runs in the folder 'bots', and found no file {NOT_THERE[stderr]!r} from"
    assert str(told.sentence).startswith(where)
    assert str(advice_on(told)).startswith("keep the file in the program's folder")
    submitted = Command(("ai",), Path("/tmp/x7"), handed_in=True)
    assert "it runs in its own folder, and" in str(explained(found, submitted).sentence)


@pytest.mark.parametrize(
    ("source", "absent"),
    [
        ("book = open('data/book.bin', 'rb')", "'data/book.bin'"),
        ('const fs = require("fs"); fs.readFileSync("openings.json")', "'openings.json'"),
        ("log = open('log.txt', 'w')", ""),
        ("here = open('here.txt')", ""),
        ("print('no book.txt here')", ""),
    ],
)
def test_a_file_of_a_silent_programs_source_is_told_if_it_is_not_there(source, absent, tmp_path):
    program = tmp_path / "my_ai"
    program.write_text(source)
    (tmp_path / "here.txt").write_text("")
    command = Command(("python3", str(program)), tmp_path)
    said = str(explained(IDLE, command).sentence)
    assert (f"there is no file {absent}, which its source names" in said) == bool(absent)


@pytest.mark.skipif(sys.platform == "win32", reason="there it divides folders")
@pytest.mark.parametrize(
    "stderr",
    [
        "打不开设置文件 data\\设置.txt：No such file or directory，程序退出",
        "FileNotFoundError: [Errno 2] No such file or directory: 'data\\\\book.txt'",
    ],
)
def test_a_path_of_windows_is_called_one(stderr):
    told = explained(replace(EXITED, stderr=stderr))
    assert "only Windows divides folders by '\\'" in str(told.sentence)
    assert "for the file 'data\\\\" not in str(told.sentence)
    assert str(advice_on(told)) == "write paths with '/', which Windows reads too"


@pytest.mark.parametrize(
    "stderr", ["no book found", "sh: 1: stockfish: not found", "ENOENT: /etc/x", "No such file"]
)
def test_other_words_name_no_missing_file(stderr):
    told = explained(replace(EXITED, stderr=stderr), Command(("ai",), Path("/home/ann")))
    assert "found no file" not in str(told.sentence)


@pytest.mark.parametrize(
    "stderr",
    [
        "/usr/bin/lua: /home/ann/ai.lua:2: <name> expected near '<\\231>'",
        "Unrecognized character \\xE8; marked by <-- HERE after <-- HERE at a.pl line 1.",
        "  File \"a.py\", line 2\nSyntaxError: invalid character '，' (U+FF0C)",
        "/home/ann/a.js:1\n\nSyntaxError: Invalid or unexpected token",
        "A.java:3: error: illegal character: '\\uff0c'\n1 error\nerror: compilation failed",
    ],
)
def test_a_letter_that_a_language_does_not_read_is_advised_on(stderr):
    told = explained(replace(EXITED, stderr=stderr))
    assert str(advice_on(told)).startswith("use ASCII there: half-width commas")


@pytest.mark.parametrize(
    ("stderr", "sent", "advice"),
    [
        (
            PYTHON + "AssertionError: push() expects move to be pseudo-legal, but got h7h5 in 8/8",
            "white",
            "take back (pop) every move that the search tries",
        ),
        (PYTHON + "chess.InvalidMoveError: invalid san: 'white'", "white", "tells the colour"),
        (PYTHON + "chess.InvalidMoveError: invalid san: 'START 15'", "START 15", "the protocol"),
        (
            "/a.rb:12:in `<main>': undefined method `[]' for nil:NilClass (NoMethodError)",
            "white",
            "in Ruby and Perl take that off with chomp",
        ),
        ("cannot understand exd5", "exd5", "look where its source prints that line"),
        *(
            (error, "exd5", "its way of finding moves found none")
            for error in (
                PYTHON + "ValueError: max() arg is an empty sequence",
                PYTHON + "ValueError: min() iterable argument is empty",
                PYTHON + "IndexError: Cannot choose from an empty sequence",
                PYTHON + "ValueError: empty range in randrange(0, 0)",
                'Exception in thread "main" java.lang.IndexOutOfBoundsException: '
                "Index 0 out of bounds for length 0\n\tat A.main(A.java:3)",
                "lua5.4: a.lua:7: bad argument #1 to 'random' (interval is empty)",
            )
        ),
        (
            'Exception in thread "main" java.util.NoSuchElementException: No line found\n'
            "\tat A.main(A.java:3)",
            "exd5",
            "the input has ended there",
        ),
        (PYTHON + "KeyError: 6", "exd5", "the lines around it say where it happened"),
        (PYTHON + "chess.InvalidMoveError: invalid uci: 'Nbd2'", "Nbd2", "in SAN"),
        (PYTHON + "chess.InvalidMoveError: invalid uci: 'KQkq'", "go", "the lines around it"),
        (
            PYTHON + "AssertionError: san() and lan() expect move to be legal or null, but got "
            "g1h3 in 8/8/8/8/8/8/8/8 b - - 0 1",
            "white",
            "before board.push",
        ),
    ],
)
def test_what_to_do_about_an_error_depends_on_its_line(stderr, sent, advice):
    found = replace(EXITED, stderr=stderr, last_sent=sent)
    assert advice in str(advice_on(explained(found)))


def test_what_breaks_memory_is_listed_after_a_segmentation_fault():
    broken = Explanation(Cause.KILLED, say("it ended"), exit_status=exit_status(-11))
    assert "an array too short for a line" in str(advice_on(broken))
    assert "a debugger" in str(advice_on(replace(broken, exit_status=exit_status(-6))))
    assert "killpg" in str(advice_on(replace(broken, exit_status=exit_status(-9))))


@pytest.mark.parametrize("name", ["ai.rb", "ai.py"])
def test_a_program_in_utf16_is_called_so(name, tmp_path):
    file = tmp_path / name
    file.write_text("puts 'e4'", encoding="utf-16")
    found = replace(EXITED, stderr=f"{name}:1: invalid multibyte char (UTF-8)")
    command = Command(("/usr/bin/x", str(file)), tmp_path)
    told = explained(found, command)
    assert f"it ended: its file '{name}' is written in UTF-16" in str(told.sentence)
    assert str(advice_on(told)) == "save the file as UTF-8"
    file.write_text("puts 'e4'")
    assert "UTF-16" not in str(explained(found, command).sentence)


def test_what_a_program_without_a_word_can_do_depends_on_its_exit_code():
    silent = replace(EXITED, exit_status=exit_status(1))
    assert "look where it ends itself" in str(advice_on(silent))
    assert "read on" in str(advice_on(replace(EXITED, exit_status=exit_status(0))))
    smashed = replace(silent, stderr="*** stack smashing detected ***: terminated")
    told = advice_on(explained(smashed))
    assert "past the end of an array" in str(told)


@pytest.mark.parametrize(
    ("dialogue", "line", "form"),
    [
        (Uci(), "e2e4", "'bestmove e2e4'"),
        (XBoard(), "e7e8q", "'move e7e8q'"),
        (Gomocup(), "3 9", "'3,9'"),
        (Gomocup(), "(3;9)", "'3,9'"),
    ],
)
def test_an_answer_in_another_form_is_told_with_the_right_one(dialogue, line, form):
    assert str(dialogue.misread(line)).endswith(f"write {form}")
    assert dialogue.misread("info depth 3") is None
    assert dialogue.misread("my move is e2e4") is None


def test_the_word_before_a_move_is_read_with_other_signs_than_a_blank():
    for line in (
        "bestmove: e2e4",
        "Bestmove e2e4",
        "bestmove=e2e4.",
        "best move e2e4",
        "move e2e4",
    ):
        assert str(Uci().misread(line)).endswith("write 'bestmove e2e4'")
    assert Uci().misread("bestmove e2e4") is None
    assert XBoard().misread("move e2e4") is None


def test_a_program_that_names_the_move_it_was_sent_is_quoted():
    ended = Explanation(Cause.EXITED, say("it ended"), last_sent="exd6+", last_heard="d5")
    command = Command(("./my_ai",), None)
    for stderr, quoted in (("start\ncannot read exd6\n", True), ("exd6\nsegfault\n", False)):
        told = str(explained(replace(ended, stderr=stderr), command).sentence)
        assert told == (
            "it ended; its standard error says 'cannot read exd6'" if quoted else "it ended"
        )


def test_the_shown_lines_begin_with_the_exception_if_frames_follow_it():
    shown = shown_lines(f'note\nException in thread "main" java.lang.Error: x\n{FRAMES}')
    assert shown.startswith('Exception in thread "main" java.lang.Error: x\n    at bot.Search.go')
    assert len(shown.splitlines()) == 8
    assert shown_lines("x\n    ^^~^\nKeyError: 6") == "x\nKeyError: 6"
    assert shown_lines("a\n" * 20 + "b") == "a\n" * 7 + "b"


@pytest.mark.timeout(10)
def test_no_flood_of_words_takes_long():
    for part in (
        "a.",
        "Error: ",
        "Exception in thread ",
        "\n",
        "Traceback (most recent call last):\n",
    ):
        stderr = part * (64 * 1024 // len(part))
        last_error(stderr)
        mistake(stderr, "java", "-jar", "x")


def test_text_in_gbk_is_read_and_said_to_be():
    assert decoded("打不开".encode("gbk")) == "[GBK, not UTF-8]\n打不开"
    assert decoded("打不开".encode()) == "打不开"
    assert decoded("打不开".encode()[1:]) == "不开"  # cut within a letter
    assert decoded("Données für".encode("latin-1")) == "Donn\\xe9es f\\xfcr"
    assert decoded("打不開".encode("big5"), "big5") == "打不開"
    assert decoded("打不开".encode(), "gbk") == "打不开"


NOT_FOUND_BY_AN_INTERPRETER = {
    "lua5.4": "/usr/bin/lua5.4: cannot open {file}: No such file or directory",
    "python3": "/usr/bin/python3: can't open file '{place}/{file}': [Errno 2] No such file",
    "perl": 'Can\'t open perl script "{file}": No such file or directory',
    "bash": "/usr/bin/bash: {file}: No such file or directory",
    "node": "node:internal\n  throw err;\n\nError: Cannot find module '{place}/{file}'\n    at x",
    "ruby": "ruby: No such file or directory -- {file} (LoadError)",
    "php": "Could not open input file: {file}",
}


ENDINGS = {
    "lua5.4": "lua",
    "python3": "py",
    "perl": "pl",
    "bash": "sh",
    "node": "mjs",
    "ruby": "rb",
}


@pytest.mark.parametrize("interpreter", NOT_FOUND_BY_AN_INTERPRETER)
@pytest.mark.parametrize("known_folder", [True, False])
def test_a_file_that_is_named_without_its_ending_is_missed_by_its_interpreter(
    interpreter, known_folder, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    words = NOT_FOUND_BY_AN_INTERPRETER[interpreter].format(file="pbrain", place=tmp_path)
    command = Command((f"/usr/bin/{interpreter}", "pbrain"), tmp_path if known_folder else None)
    found = replace(EXITED, stderr=words)
    told = explained(found, command)
    assert str(told.sentence) == "its command names the file 'pbrain', which does not exist"
    assert advice_on(told) is None, "the sentence says what to do"
    for ending in (".lua", ".mjs", ".php", ".pl", ".py", ".rb", ".sh", ".txt"):
        (tmp_path / f"pbrain{ending}").touch()
    said = str(explained(found, command).sentence)
    ending = ENDINGS.get(interpreter, interpreter)
    assert said.endswith(f"'pbrain', which does not exist; did you mean pbrain.{ending}?")
    (tmp_path / "pbrain").touch()  # the sandbox may hide it
    assert proven(found, command) is None


def test_a_variable_of_the_command_is_no_file_of_it(tmp_path):
    found = replace(EXITED, stderr="No such file or directory: '/data/book.txt'")
    command = Command(("/usr/bin/env", "BOOK=/data/book.txt", "python3", "ai.py"), tmp_path)
    assert proven(found, command) is None


def test_other_words_of_an_interpreter_name_no_missing_file_of_its_command(tmp_path):
    program = tmp_path / "bot.lua"
    program.touch()
    for words, *argv in (
        ("Error: Could not find or load main class Main", "java", "-cp", "/secret", "Main"),
        ("bot.lua: cannot open book.txt: No such file", "lua", str(program)),
        ("env: 'lua': No such file or directory", "env", "lua", "bot.lua"),
        ("cannot open pbrain", "./ai", "pbrain"),
    ):
        found, command = replace(EXITED, stderr=words), Command(tuple(argv), None)
        assert "its command names" not in (proven(found, command, HIDES_ALL) or ""), words


def test_what_lies_outside_of_a_submitted_folder_changes_no_sentence(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.py").touch()
    command = Command(("python3", "../secret"), inside, handed_in=True)
    found = replace(EXITED, stderr="can't open file '../secret': No such file or directory")
    assert proven(found, command) is None


@pytest.mark.parametrize("marked", [True, False])
def test_a_file_of_a_package_is_told_how_to_be_started_as_a_module(tmp_path, marked):
    inner = tmp_path / "gambit" / "play"
    inner.mkdir(parents=True)
    for place in (inner, inner.parent):
        (place / ("__init__.py" if marked else "other.py")).touch()
    found = replace(EXITED, stderr=f"{PYTHON}ImportError: {RELATIVE_IMPORT}")
    argv = ("python3", str(inner / "main.py"))
    told = explained(found, Command(argv, inner))
    module = "gambit.play.main" if marked else "play.main"
    assert str(told.sentence).endswith(f"by 'python3 -m {module}'")
    assert told.codes == ("start-as-module",)
    assert advice_on(told) is None, "the sentence says what to do"
    submitted = explained(found, Command(argv, inner, handed_in=True))
    assert submitted.codes == ("relative-import",)
    below = explained(found, Command(argv, tmp_path, handed_in=True))
    assert str(below.sentence).endswith(f"'python3 -m {module}'")


def test_the_interpreters_version_stands_with_an_error_that_an_old_one_makes(tmp_path):
    real = tmp_path / "python3.9"
    real.touch()
    (tmp_path / "python3").symlink_to(real)
    python = str(tmp_path / "python3")
    old = replace(EXITED, stderr='  File "a.py", line 2\nSyntaxError: invalid syntax')
    said = str(explained(old, Command((python, "a.py"), None)).sentence)
    assert said.endswith("says SyntaxError: invalid syntax (a.py, line 2), run by Python 3.9")
    own = str(explained(old, Command((python, "a.py"), None, clean=True)).sentence)
    assert own.endswith(f"run by Python {sys.version_info[0]}.{sys.version_info[1]}")
    other = replace(old, stderr=PYTHON + "KeyError: 6")
    for found, command in (
        (other, Command((python, "a.py"), None)),
        (old, Command((python, "a.py"), tmp_path, handed_in=True)),
        (old, Command(("/opt/python", "a.py"), None)),
    ):
        assert "run by" not in str(explained(found, command).sentence)


def test_what_to_do_about_too_much_memory_is_to_keep_less():
    excess = Explanation(Cause.MEMORY, say("it used more"), exit_status=exit_status(-9))
    assert str(advice_on(excess)).startswith("keep less: what grows from move to move")
    killed = replace(excess, cause=Cause.KILLED)
    assert "killpg" in str(advice_on(killed))


def test_a_name_in_another_encoding_is_not_called_a_move():
    broken = Explanation(Cause.ENCODING, say("it printed bytes"), last_heard="id name K\xf6nig")
    assert "a name too" in str(advice_on(broken))
    for move in ("\xe94", "bestmove \xe94", "move \xe94", ""):
        assert "write moves in ASCII" in str(advice_on(replace(broken, last_heard=move)))


def test_a_console_that_is_not_there_is_told_what_to_read_from():
    for words in (
        'Exception in thread "main" java.lang.NullPointerException: Cannot invoke '
        '"java.io.Console.readLine()" because "<local2>" is null\n\tat Bot.main(Bot.java:192)',
        "Unhandled Exception: System.InvalidOperationException: Cannot see if a key has been "
        "pressed when either application does not have a console or when console input has been "
        "redirected from a file.",
    ):
        advice = str(advice_on(explained(replace(EXITED, stderr=words))))
        assert "new BufferedReader(new InputStreamReader(System.in))" in advice


def test_a_warning_of_php_is_sent_to_standard_error():
    text = say("{text} is not a move", text=repr("Warning: Undefined array key -1 in bot.php"))
    assert "ini_set('display_errors', 'stderr')" in str(advice_on(Explanation(Cause.ILLEGAL, text)))


@pytest.mark.parametrize("path", ["endgame.csv", "{}/endgame.csv"])
def test_a_missing_file_that_differs_in_capitals_is_named(tmp_path, path):
    (tmp_path / "Endgame.csv").touch()
    name = path.format(tmp_path)
    words = f"FileNotFoundError: [Errno 2] No such file or directory: '{name}'"
    command = Command(("python3", "ai.py"), tmp_path)
    known = Explanation(Cause.EXITED, say("it ended"), stderr=words)
    told = explain(Facts(known, command))
    assert told.codes[0] == "other-capitals"
    assert "there is 'Endgame.csv': capitals count here" in str(told.sentence)


@pytest.mark.parametrize(
    ("error", "begins", "marked"),
    [
        ("KeyError: 'line'", "line,reply", True),
        ("ValueError: invalid literal for int() with base 10: '\\ufeff12'", "12", True),
        ("json.decoder.JSONDecodeError: Unexpected UTF-8 BOM (decode using utf-8-sig)", "{", True),
        ("KeyError: 'reply'", "line,reply", False),
        ("IndexError: list index out of range", "line,reply", False),
    ],
)
def test_a_mark_before_the_first_word_of_a_file_is_told(tmp_path, error, begins, marked):
    file = tmp_path / "ai.py"
    file.write_text("open('book.csv')")
    (tmp_path / "book.csv").write_text(begins, encoding="utf-8-sig")
    words = f'Traceback (most recent call last):\n  File "{file}", line 1, in <module>\n{error}\n'
    known = Explanation(Cause.EXITED, rows.ENDED(status="exit code 1"), stderr=words)
    found = explain(Facts(known, Command(("python3", str(file)), tmp_path)))
    assert found.codes[0] == ("data-with-mark" if marked else "error-line")
    assert ("'book.csv' begins with a byte order mark" in str(found.sentence)) is marked
    (tmp_path / "book.csv").write_text(begins, encoding="utf-8")
    assert explain(Facts(known, Command(("python3", str(file)), tmp_path))).codes[0] == "error-line"
