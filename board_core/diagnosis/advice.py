"""Advice to a program's author about its failure: a sentence for each cause. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from board_core.game.player import Cause, Explanation
from board_core.supervise.status import SIGNAL_MEANINGS
from board_core.text.findings import telling_row
from board_core.text.sentence import Sentence, say

from . import rows
from .error_lines import last_error, names_line

RETURN_IN_PATH = re.compile(
    r"(?:\\r|\r)\W*: (?:\[Errno 2\] )?(?:No such file|not found|bad interpreter)"
)
"""The errors for ``#!/usr/bin/env python3``, or a line of a script, with a carriage return."""

LOG_LINE = re.compile(
    r"\W{0,3}(?:debug|info(?! (?:depth|score|string))|warn(?:ing)?|error|trace|log|received|got|"
    r"think(?:ing)?|search(?:ing)?|eval(?:uat\w+)?|depth|nodes|score|best|move|opponent|notice|"
    r"deprecated|fatal error)\b|"
    r"\W{0,3}\d{1,4}[:/-]\d\d[:/-]",
    re.IGNORECASE,
)
"""The beginning of a line of a log."""
ONE_WORD = re.compile(r"\s*(?:(?:best)?move\s+)?\S+\s*$")
LOG_TO_STDERR = say(
    "a log goes to standard error (in Python logging does that by itself, else "
    "console.error, System.err, std::cerr, io.stderr:write), and so do PHP's warnings after "
    "ini_set('display_errors', 'stderr')"
)
ONLY_THE_MOVE = say(
    "leave out what stands beside the move; or, if the program was written for engines, choose its "
    "protocol (uci, xboard, gomocup)"
)
LINE_ADVICE: dict[str, Sentence] = {
    r"\w\\+\w.{0,200}o such file|o such file.{0,200}\w\\+\w": rows.WITH_SLASHES,
    "o such file|FileNotFound|NoSuchFile|ENOENT": rows.KEEP_FILES_BESIDE,
    r"near '<\\\d+>'|Unrecognized character|invalid (?:non-printable )?character|"
    r"illegal character|Invalid or unexpected token|stray '": say(
        "use ASCII there: half-width commas, brackets and quotes, and names without Chinese "
        "letters where the language knows none (Lua, Perl, C)"
    ),
    "UnicodeDecodeError|MalformedInputException|invalid (?:byte sequence|multibyte)": say(
        "save what it reads, or the program itself, as UTF-8, or read it in its own encoding: "
        "on Windows in Chinese that is often GBK"
    ),
    r"stack smashing|buffer overflow|Sanitizer|corrupted|free\(\)|double free": say(
        "it writes past the end of an array: a line may be longer than the array, as exd8=Q+ and "
        "its line break (read with fgets into 64 letters); gcc -fsanitize=address shows where"
    ),
    r"push\(\) expects move to be pseudo-legal": say(
        "that move starts on an empty square of its board: take back (pop) every move that the "
        "search tries, also where it returns early, as at a cutoff"
    ),
    r"(?:invalid uci|expected uci string to be of length 4 or 5): "
    r"'(?:O-O|[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8]|[a-h][1-8](?!"
    r"[a-h][1-8]))": rows.READ_SAN,
    r"san\(\) and lan\(\) expect move to be legal": say(
        "that move, or others, stand on its board already: take back (pop) every move that the "
        "search tries, also before a return; and print board.san(move) before board.push(move)"
    ),
    r"for nil(?::NilClass)? \(NoMethodError|Use of uninitialized value": say(
        "there is no value: an index past the end, a name that a table does not have, or a "
        "line that was compared with its line break (in Ruby and Perl take that off with chomp)"
    ),
    r"(?:min|max)\(\).{0,40}(?:is an empty|is empty|at least one)|from an empty sequence|"
    r"empty range (?:for|in) rand|array_rand\(\).{0,40}empty|interval is empty|"  # PHP, Lua
    r"No value present|(?<!Array)IndexOutOfBounds.*Index 0 .* length 0\b|"  # Java
    r"bound must be positive|ollection is empty|contains no elements|"  # Kotlin, C#
    r"sample empty range|argument to Intn|Reduce of empty array": say(  # Rust, Go, JavaScript
        "the list that it chooses from was empty: its way of finding moves found none. If it "
        "looks for some only, such as captures, choose among all then. Within a search that is "
        "right where the game has ended, and needs an answer of its own; elsewhere have it "
        "print its board to standard error: a square may be wrong there"
    ),
    r"java\.io\.Console\b|does not have a console|console input .*redirected": rows.READ_LINES,
    "start a new process before the": say(  # Python's multiprocessing
        "put what starts the program under if __name__ == '__main__': each worker imports the "
        "file again, and would start workers of its own"
    ),
    r"NoSuchElementException(?!.*No line found)|ConcurrentModification|AggregateException": say(
        "if threads share that list or board, one changes what another counts on: give each "
        "its own, and wait for the end of an old search before the next begins"
    ),
    "unable to create native thread|can't start new thread": say(
        "it starts threads and ends none: keep one pool for all moves, or end that of each move "
        "(in Java shutdown())"
    ),
    "EOFError|No line found|EOF when reading": say(
        "the input has ended there: exit then, and read no more lines than are sent"
    ),
}
"""What to change where the line of an error shows it."""

FIRST_LINES: dict[str, Sentence] = {
    "white|black": say(
        "the first line tells the colour and is no move: take its line break off before you "
        "compare it (strip, chomp), and compare texts with equals in Java"
    ),
    r"START \d+|uci|xboard": say(
        "it does not know that line, with which its protocol begins: choose the protocol that "
        "it speaks, and the game that it plays"
    ),
}
"""What to do about a program that names the first line it was sent as a mistake."""


def advice_on(found: Explanation) -> Sentence | None:
    """Return what to do about a failure, judging by its explanation."""
    if RETURN_IN_PATH.search(found.stderr):
        return say("most editors have a setting for line endings; or run dos2unix on the file")
    row = telling_row(found.sentence)
    if row is not None and (row.complete or row.advice is not None):
        general = advice_on_line(found.sentence) or row.advice
        if row is not rows.WITH_TELLING_LINE or general != row.advice:
            return general
        return next(_on_its_line(found), general)
    if found.cause is Cause.ENCODING and found.last_heard and not ONE_WORD.match(found.last_heard):
        return say(
            "write that line in ASCII or UTF-8, a name too: save the source as UTF-8, and print "
            "its text so"
        )
    if found.cause is Cause.MEMORY:
        return rows.CAUSE_ADVICE[Cause.MEMORY]  # it was killed for that
    meaning = found.exit_status.facts.get("meaning") if found.exit_status else None
    if meaning == SIGNAL_MEANINGS["SIGSEGV"]:
        return say(
            "look for an index past the end of a list, an array too short for a line (exd8=Q+ has "
            "7 letters, and a line break), a null pointer (fopen gives one where the sandbox lets "
            "it write no file) or a recursion without an end; in C and C++ -g -fsanitize=address "
            "shows the line"
        )
    if meaning == SIGNAL_MEANINGS["SIGKILL"]:
        return say(
            "look for what kills in its source (kill, killpg, os.kill): 0 and its own group mean "
            "itself too; if there is nothing, it may need less memory"
        )
    text = str(found.sentence.facts.get("text", "")) if found.cause is Cause.ILLEGAL else ""
    if LOG_LINE.match(text):
        return LOG_TO_STDERR
    if " " in text:
        return ONLY_THE_MOVE
    if advice := _on_error(str(found.sentence.facts.get("error", ""))):
        return advice  # of a function
    exited = found.cause is Cause.EXITED and found.exit_status is not None
    if exited and found.stderr.strip():
        return say("look at the last lines of its standard error: they say what ended it")
    if ended_silently(found):
        return say(
            "it wrote nothing to standard error: look where it ends itself (exit, return in main, "
            "set -e)"
        )
    return rows.CAUSE_ADVICE.get(found.cause)


def _on_its_line(found: Explanation) -> Iterator[Sentence]:
    """Yield advice on an error that names its first line, or is one line without a location."""
    if names_line(found.stderr, found.last_sent):
        sent = found.last_sent
        yield from (FIRST_LINES[line] for line in FIRST_LINES if re.fullmatch(line, sent))
    error = last_error(found.stderr)
    if "\n" not in found.stderr.strip() and not (error and error.file):
        yield say("look where its source prints that line, and what leads there")


def ended_silently(found: Explanation) -> bool:
    """Return whether a program ended with a non-zero exit code and without output."""
    status = found.exit_status
    coded = status is not None and status.facts.get("code", 0) != 0
    return found.cause is Cause.EXITED and coded and not found.stderr.strip()


def advice_on_line(sentence: Sentence) -> Sentence | None:
    """Return what to do about the error that a sentence quotes, if the quoted line shows it."""
    is_quoted = telling_row(sentence) is rows.WITH_TELLING_LINE
    return _on_error(str(sentence.facts["line"])) if is_quoted else None


def _on_error(line: str) -> Sentence | None:
    return next((LINE_ADVICE[error] for error in LINE_ADVICE if re.search(error, line)), None)
