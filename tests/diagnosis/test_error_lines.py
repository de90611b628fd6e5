"""The error that ended a program, found in what its language prints."""

from dataclasses import replace

import pytest

from board_core.diagnosis.error_lines import ErrorLines, last_error

PYTHON = """\
Traceback (most recent call last):
  File "/home/ann/ai/my_ai.py", line 41, in <module>
    main()
  File "/home/ann/ai/my_ai.py", line 12, in choose
    if n == 4: board.fubar()
               ^^^^^^^^^^^
AttributeError: 'Board' object has no attribute 'fubar'
"""
IN_A_LIBRARY = """\
Traceback (most recent call last):
  File "C:\\\\ai\\\\my_ai.py", line 9, in main
    board.push_san(line)
  File "/usr/lib/python3/dist-packages/chess/__init__.py", line 3104, in push_san
    move = self.parse_san(san)
chess.IllegalMoveError: illegal san: 'Ke5'
"""
CHAINED = PYTHON + "\nDuring handling of the above exception, another occurred:\n\n" + IN_A_LIBRARY
IN_A_THREAD = "Exception in thread Thread-1 (work):\n" + PYTHON + "waiting …\n"
SYNTAX = """\
  File "/home/ann/ai/my_ai.py", line 3
    def choose(board)
                     ^
SyntaxError: expected ':'
"""
NODE = """\
/home/ann/ai/a.js:1
function choose(b){ return b.moves[0].x; }
                                      ^

TypeError: Cannot read properties of undefined (reading 'x')
    at choose (/home/ann/ai/a.js:1:39)
    at Object.<anonymous> (/home/ann/ai/a.js:2:1)
    at Module._compile (node:internal/modules/cjs/loader:1521:14)
    at node:internal/main/run_main_module:28:49

Node.js v20.11.0
"""
JAVA = """\
Exception in thread "main" java.lang.IllegalStateException: no move
\tat A.main(A.java:9)
Caused by: java.lang.NullPointerException: board is null
\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)
\tat A.choose(A.java:4)
\t... 1 more
"""
CSHARP = """\
Unhandled Exception:
System.IndexOutOfRangeException: Index was outside the bounds of the array.
  at A.Main () [0x00001] in /home/ann/ai/a.cs:1
"""
RUBY = "a.rb:2:in `choose': undefined method `foo' for nil (NoMethodError)\n\n  b.foo\n   ^^^^\n"
PERL = 'Can\'t call method "foo" on an undefined value at a.pl line 2.\n'
PHP = (
    "PHP Fatal error:  Uncaught Error: no member foo() in /home/a.php:2\nStack trace:\n#0 {main}\n"
)
LUA = "lua: a.lua:1: attempt to index a nil value (field 'x')\nstack traceback:\n\t[C]: in ?\n"
RUST = """\
thread 'main' (30993) panicked at src/main.rs:12:84:
index out of bounds: the len is 0 but the index is 4
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807/library/std/src/panicking.rs:689:5
"""
GO = "panic: runtime error: index out of range [5] with length 0\n\ngoroutine 1 [running]:\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            PYTHON,
            ErrorLines(
                "AttributeError: 'Board' object has no attribute 'fubar'",
                "my_ai.py",
                12,
                "choose",
                "if n == 4: board.fubar()",
            ),
        ),
        (
            IN_A_LIBRARY,
            ErrorLines(
                "IllegalMoveError: illegal san: 'Ke5'",
                "my_ai.py",
                9,
                "main",
                "board.push_san(line)",
            ),
        ),
        (SYNTAX, ErrorLines("SyntaxError: expected ':'", "my_ai.py", 3, "", "def choose(board)")),
        (
            NODE,
            ErrorLines(
                "TypeError: Cannot read properties of undefined (reading 'x')",
                "a.js",
                1,
                "choose",
            ),
        ),
        (
            JAVA,
            ErrorLines("NullPointerException: board is null", "A.java", 4, "A.choose"),
        ),
        (
            CSHARP,
            ErrorLines(
                "IndexOutOfRangeException: Index was outside the bounds of the array.",
                "a.cs",
                1,
                "A.Main",
            ),
        ),
        (RUBY, ErrorLines("undefined method `foo' for nil (NoMethodError)", "a.rb", 2)),
        (PERL, ErrorLines('Can\'t call method "foo" on an undefined value', "a.pl", 2)),
        (PHP, ErrorLines("Uncaught Error: no member foo()", "a.php", 2)),
        (LUA, ErrorLines("attempt to index a nil value (field 'x')", "a.lua", 1)),
        (RUST, ErrorLines("index out of bounds: the len is 0 but the index is 4", "main.rs", 12)),
        (GO, ErrorLines("panic: runtime error: index out of range [5] with length 0")),
    ],
)
def test_the_error_of_a_language_is_found_with_its_place(text, found):
    assert last_error(text) == found


def test_the_last_of_chained_errors_counts():
    assert last_error(CHAINED) == last_error(IN_A_LIBRARY)


def test_what_is_written_after_a_traceback_does_not_hide_it():
    assert last_error(IN_A_THREAD) == replace(last_error(PYTHON), in_thread=True)


@pytest.mark.parametrize("text", ["", "\n\n", "loading the book\n", '  File "x.py", line 3\n'])
def test_other_words_are_no_error(text):
    assert last_error(text) is None


def test_an_error_is_shown_harmless_and_short():
    found = last_error('  File "/a/\x1b[31m.py", line 7, in f\n    x\nError: \u202e' + "y" * 9_000)
    assert found is not None
    assert found.file == "\\x1b[31m.py"
    assert found.error.startswith("Error: \\u202e")
    assert len(found.error) <= 300
