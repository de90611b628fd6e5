"""What the author of a program can do about its failure: a sentence for each cause. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from board_core.game.player import Cause, Explanation
from board_core.game.refused_answers import ASYNC_FUNCTION
from board_core.protocols.base import PERHAPS_COORDINATES
from board_core.protocols.gomocup import MAY_BE_SMALLER, OWES_AN_OK
from board_core.protocols.uci import ONLY_AFTER_STOP, ONLY_ALONE
from board_core.supervise.status import SIGNAL_MEANINGS
from board_core.text.sentence import Sentence, say

from .diagnosis import (
    EMPTY_LINE,
    LEFT_BEFORE_A_MOVE,
    LEFT_OFF_TURN,
    ONLY_CRLF,
    OVER_ELSEWHERE,
    TWO_WAYS,
    WAITED_FOR_ANOTHER,
    WITH_PROMPT,
)
from .ended_at_once import IN_UTF16
from .error_lines import last_error, names_line
from .flushing import PERHAPS_UNFLUSHED
from .last_words import WITH_ITS_CONFINEMENT
from .telling_lines import (
    ARGUMENT_AS_FILE,
    BACKSLASH_IN_PATH,
    CLASS_NOT_FOUND,
    CLASS_NOT_PACKED,
    COMPUTES_BESIDE_A_READER,
    FILE_NOT_FOUND,
    FILE_OF_COMMAND,
    FILE_OF_ITS_SOURCE,
    HIDDEN_INTERPRETER,
    HIDES_A_MODULE,
    MEANT_FILE,
    NEWER_JAVA,
    NO_LOADER,
    SAME_NAME,
    STRANGERS_INTERPRETER,
    WANTS_A_WINDOW,
    WINDOWS_ONLY,
    WITH_MEMORY,
    WITH_RECURSION,
    WITH_SILENT_TASKS,
    WITH_TELLING_LINE,
    WITH_THREAD_ENDED,
)

RETURN_IN_PATH = re.compile(
    r"(?:\\r|\r)\W*: (?:\[Errno 2\] )?(?:No such file|not found|bad interpreter)"
)
"""The errors for ``#!/usr/bin/env python3``, or a line of a script, with a carriage return."""

CAUSE_ADVICE = {
    Cause.EXITED: say("read on until the input ends; its standard error may say why it ended"),
    Cause.KILLED: say("look for what broke it: its standard error, a debugger, fewer threads"),
    Cause.CLOSED_OUTPUT: say("keep standard output open until the input ends"),
    Cause.CLOSED_INPUT: say("keep standard input open until the game is over"),
    Cause.EXCEPTION: say("the traceback shows the line"),
    Cause.WRONG_TYPE: say("return a move of the list of legal moves"),
    Cause.NO_ANSWER: say("answer every line with a move, end it with a line break and flush"),
    Cause.IDLE: say("answer every line with a move, end it with a line break and flush"),
    Cause.LATE: say("search less, or stop searching at a time limit of your own"),
    Cause.COMPUTING: say(
        "search less, or stop at a time limit of your own; if it should not search here, look for "
        "a loop without end"
    ),
    Cause.BUSY_MACHINE: say("try again when the machine has nothing else to do"),
    Cause.OVERLOADED: say("try again when the machine has nothing else to do"),
    Cause.SUSPENDED: say("do not stop the program: SIGSTOP leaves it on the clock"),
    Cause.NO_MODULE: say("install it for that Python, or start the program with one that has it"),
    Cause.READS_TO_END: say("read one line, answer it and flush, before you read the next"),
    Cause.NEVER_READ: say("load less or later, and read a line before every move"),
    Cause.NOT_READING: say("read a line from standard input before every move"),
    Cause.ENCODING: say("write moves in ASCII, one byte a letter"),
    Cause.LINE_TOO_LONG: say("end every move with a line break, and print nothing longer than one"),
    Cause.TOO_MANY_LINES: say(
        "print one line for each move; for your own notes use standard error"
    ),
    Cause.ILLEGAL: say(
        "have it print its own board to standard error before this move: a square that differs "
        "from the position shows that an earlier move went wrong there, or that one which was only "
        "tried still stands on it (a copy that shares its rows); if none does, look at how it "
        "finds its moves"
    ),
}
"""The advice that a cause alone tells."""

NO_PROMPT = say("print no prompt: that of input('…') in Python goes to standard output too")
WAIT_FOR_THE_OPPONENT = say(
    "wait for the next line until the input ends: reading must have no time limit (read -t, alarm, "
    "select), however long the opponent thinks"
)
LOG_LINE = re.compile(
    r"\W{0,3}(?:debug|info(?! (?:depth|score|string))|warn(?:ing)?|error|trace|log|received|got|"
    r"think(?:ing)?|search(?:ing)?|eval(?:uat\w+)?|depth|nodes|score|best|move|opponent)\b|"
    r"\W{0,3}\d{1,4}[:/-]\d\d[:/-]",
    re.IGNORECASE,
)
"""The beginning of a line of a log."""
LOG_TO_STDERR = say(
    "a log goes to standard error (in Python logging does that by itself, else "
    "console.error, System.err, std::cerr, io.stderr:write)"
)
ONLY_THE_MOVE = say(
    "leave out what stands beside the move; or, if the program was written for engines, choose its "
    "protocol (uci, xboard, gomocup)"
)
GIVE_ANOTHER_NAME = say("give that file another name")
ENDS_ITSELF = say(
    "see that each call comes nearer to its end: a depth of exactly 0 is never reached in steps of "
    "0.3"
)
KEEP_FILES_BESIDE = say(
    "keep the file in the program's folder and name it from there (in Python Path(__file__).parent "
    "/ 'book.txt', in JavaScript __dirname, in Ruby __dir__); print exceptions that are caught"
)
WITH_SLASHES = say("write paths with '/', which Windows reads too")
READ_SAN = say("read the moves as they are sent, in SAN: board.push_san(line) in Python")
SENTENCE_ADVICE: dict[str, Sentence | None] = {
    **dict.fromkeys((WITH_ITS_CONFINEMENT, CLASS_NOT_PACKED, CLASS_NOT_FOUND, NEWER_JAVA)),
    **dict.fromkeys((FILE_OF_COMMAND, MEANT_FILE)),
    **dict.fromkeys((HIDDEN_INTERPRETER, STRANGERS_INTERPRETER, NO_LOADER)),
    OVER_ELSEWHERE: say(
        "answer as long as there is a legal move: in python-chess any(board.legal_moves) says so, "
        "and is_game_over() does not"
    ),
    WITH_TELLING_LINE: say("mend what that line names; the lines around it say where it happened"),
    WITH_THREAD_ENDED: say(
        "mend that line first: an exception ends its thread only, and the rest of the program waits"
    ),
    WITH_SILENT_TASKS: say("ask each task for its result, or print every exception within it"),
    WITH_RECURSION: ENDS_ITSELF,
    WITH_MEMORY: ENDS_ITSELF,
    FILE_NOT_FOUND: KEEP_FILES_BESIDE,
    FILE_OF_ITS_SOURCE: KEEP_FILES_BESIDE,
    BACKSLASH_IN_PATH: WITH_SLASHES,
    IN_UTF16: say("save the file as UTF-8"),
    COMPUTES_BESIDE_A_READER: say(
        "if it searches, search less or stop at a time limit; if that loop waits for the line, "
        "take it from a queue, or make what both threads use volatile (Java) or atomic (C++)"
    ),
    WINDOWS_ONLY: say("do without it: nobody presses keys or hears sounds in a game"),
    WANTS_A_WINDOW: say("open no window where it plays: a game has only standard input and output"),
    ARGUMENT_AS_FILE: say("read standard input: <STDIN> in Perl, $stdin.gets in Ruby"),
    HIDES_A_MODULE: GIVE_ANOTHER_NAME,
    SAME_NAME: GIVE_ANOTHER_NAME,
    PERHAPS_COORDINATES: READ_SAN,
    EMPTY_LINE.template: say(
        "see why there is no move: PHP, Perl, Ruby, Tcl and shells print nothing for a value that "
        "is not there, as behind the end of a list; a warning on standard error may name the line"
    ),
    OWES_AN_OK: say(
        "at RESTART clear the board, at TAKEBACK take that stone off it, and answer OK"
    ),
    MAY_BE_SMALLER: say("make the board as large as START says: 'START 19' means 19x19"),
    ONLY_AFTER_STOP: say(
        "compute a time limit from wtime, btime, winc and binc: only 'go infinite' waits for 'stop'"
    ),
    ONLY_ALONE: say(
        "one read may bring several lines, or a part of one: collect what comes, and split it at "
        "line breaks (in node: the module readline)"
    ),
    LEFT_OFF_TURN: WAIT_FOR_THE_OPPONENT,
    LEFT_BEFORE_A_MOVE: WAIT_FOR_THE_OPPONENT,
    WITH_PROMPT: NO_PROMPT,
    ONLY_CRLF.template: say(
        "read lines that end in LF too: no $/ or split of CR LF, and take the CR off where one is"
    ),
    WAITED_FOR_ANOTHER: say(
        "answer each line that asks for a move before you read the next: 'white' and 'go' are such "
        "lines, and BEGIN in Gomocup"
    ),
    ASYNC_FUNCTION: say(
        "write 'def' in place of 'async def'; what it awaits can run in asyncio.run(…) within it"
    ),
    PERHAPS_UNFLUSHED: say(
        "flush after every move: in Java, C# and Go a writer of the program's own holds what it is "
        "given until then, even when the program ends"
    ),
    TWO_WAYS: say("write both in the same way (not printf and cout), and flush that"),
}
"""The advice for sentences that tell more than their cause; None if they say what to do."""

LINE_ADVICE: tuple[tuple[re.Pattern[str], Sentence], ...] = (
    (re.compile(r"\w\\+\w.{0,200}o such file|o such file.{0,200}\w\\+\w"), WITH_SLASHES),
    (re.compile("o such file|FileNotFound|NoSuchFile|ENOENT"), KEEP_FILES_BESIDE),
    (
        re.compile(
            r"near '<\\\d+>'|Unrecognized character|invalid (?:non-printable )?character|"
            r"illegal character|Invalid or unexpected token|stray '"
        ),
        say(
            "use ASCII there: half-width commas, brackets and quotes, and names without Chinese "
            "letters where the language knows none (Lua, Perl, C)"
        ),
    ),
    (
        re.compile(
            "UnicodeDecodeError|MalformedInputException|invalid (?:byte sequence|multibyte)"
        ),
        say(
            "save what it reads, or the program itself, as UTF-8, or read it in its own encoding: "
            "on Windows in Chinese that is often GBK"
        ),
    ),
    (
        re.compile(r"stack smashing|buffer overflow|Sanitizer|corrupted|free\(\)|double free"),
        say(
            "it writes beyond the end of an array: a line may be longer than it is, as exd8=Q+ and "
            "its line break (read with fgets into 64 letters); gcc -fsanitize=address shows where"
        ),
    ),
    (
        re.compile(r"push\(\) expects move to be pseudo-legal"),
        say(
            "that move starts on an empty square of its board: take back (pop) every move that the "
            "search tries, also where it returns early, as at a cutoff"
        ),
    ),
    (
        re.compile(
            r"(?:invalid uci|expected uci string to be of length 4 or 5): "
            r"'(?:O-O|[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8]|[a-h][1-8](?![a-h][1-8]))"
        ),
        READ_SAN,
    ),
    (
        re.compile(r"san\(\) and lan\(\) expect move to be legal"),
        say(
            "print board.san(move) before board.push(move), after which it is no legal move any "
            "more; if it does, its search has left other moves on that board"
        ),
    ),
    (
        re.compile(r"for nil(?::NilClass)? \(NoMethodError|Use of uninitialized value"),
        say(
            "there is no value: an index behind the end, a name that a table does not have, or a "
            "line that was compared with its line break (in Ruby and Perl take that off with chomp)"
        ),
    ),
    (
        re.compile(
            r"(?:min|max)\(\).{0,40}(?:is an empty|is empty|at least one)|from an empty sequence|"
            r"empty range (?:for|in) rand|array_rand\(\).{0,40}empty|interval is empty|"  # PHP, Lua
            r"No value present|(?<!Array)IndexOutOfBounds.*Index 0 .* length 0\b|"  # Java
            r"bound must be positive|ollection is empty|contains no elements|"  # Kotlin, C#
            r"sample empty range|argument to Intn|Reduce of empty array"  # Rust, Go, JavaScript
        ),
        say(
            "the list that it chooses from was empty: its way of finding moves found none. If it "
            "looks for some only, such as captures, choose among all then. Within a search that is "
            "right where the game has ended, and needs an answer of its own; elsewhere have it "
            "print its board to standard error: a square may be wrong there"
        ),
    ),
    (
        re.compile("EOFError|NoSuchElementException|EOF when reading"),
        say("the input has ended there: exit then, and read no more lines than are sent"),
    ),
)
"""What to change where the line of an error shows it."""

SAVE_WITH_UNIX_LINES = say(
    "most editors have a setting for line endings; or run dos2unix on the file"
)
LOOK_FOR_EXITS = say(
    "it wrote nothing to standard error: look where it ends itself (exit, return in main, set -e)"
)
LOOK_WHERE_IT_IS_PRINTED = say("look where its source prints that line, and what leads there")
FIRST_LINES: tuple[tuple[re.Pattern[str], Sentence], ...] = (
    (
        re.compile("white|black"),
        say(
            "the first line tells the colour and is no move: take its line break off before you "
            "compare it (strip, chomp), and compare texts with equals in Java"
        ),
    ),
    (
        re.compile(r"START \d+|uci|xboard"),
        say(
            "it does not know that line, with which its protocol begins: choose the protocol that "
            "it speaks, and the game that it plays"
        ),
    ),
)
"""What to do about a program that names the first line it was sent as a mistake."""
LOOK_FOR_MEMORY = say(
    "look for an index behind the end of a list, an array too short for a line (exd8=Q+ has 7 "
    "letters, and a line break), a null pointer or a recursion without an end; in C and C++ "
    "-g -fsanitize=address shows the line"
)
LOOK_FOR_KILLS = say(
    "look for what kills in its source (kill, killpg, os.kill): 0 and its own group mean itself "
    "too; if there is nothing, it may need less memory"
)
ITS_LAST_WORDS_TELL = say("look at the last lines of its standard error: they say what ended it")


def advice_on(found: Explanation) -> Sentence | None:
    """Return what to do about a failure, as far as its explanation tells."""
    if RETURN_IN_PATH.search(found.stderr):
        return SAVE_WITH_UNIX_LINES
    confined = found.sentence.template == WITH_ITS_CONFINEMENT
    if template_of(found.sentence) in SENTENCE_ADVICE and not (
        confined and found.cause is Cause.NO_MODULE  # which can be installed as well
    ):
        general = advice_on_sentence(found.sentence)
        if general != SENTENCE_ADVICE[WITH_TELLING_LINE]:
            return general
        return next(_on_its_line(found), general)
    meaning = found.exit_status.facts.get("meaning") if found.exit_status else None
    if meaning == SIGNAL_MEANINGS["SIGSEGV"]:
        return LOOK_FOR_MEMORY
    if meaning == SIGNAL_MEANINGS["SIGKILL"]:
        return LOOK_FOR_KILLS
    text = str(found.sentence.facts.get("text", "")) if found.cause is Cause.ILLEGAL else ""
    if LOG_LINE.match(text):
        return LOG_TO_STDERR
    if " " in text:
        return ONLY_THE_MOVE
    if advice := _on_error(str(found.sentence.facts.get("error", ""))):
        return advice  # of a function
    exited = found.cause is Cause.EXITED and found.exit_status is not None
    if exited and found.stderr.strip():
        return ITS_LAST_WORDS_TELL
    if ended_silently(found):
        return LOOK_FOR_EXITS
    return CAUSE_ADVICE.get(found.cause)


def _on_its_line(found: Explanation) -> Iterator[Sentence]:
    """Yield what to do about an error that names its first line, or is one line without a place."""
    if names_line(found.stderr, found.last_sent):
        yield from (advice for line, advice in FIRST_LINES if line.fullmatch(found.last_sent))
    error = last_error(found.stderr)
    if "\n" not in found.stderr.strip() and not (error and error.file):
        yield LOOK_WHERE_IT_IS_PRINTED


def ended_silently(found: Explanation) -> bool:
    """Return whether a program ended with an exit code other than 0, and without a word."""
    status = found.exit_status
    coded = status is not None and status.facts.get("code", 0) != 0
    return found.cause is Cause.EXITED and coded and not found.stderr.strip()


def advice_on_sentence(sentence: Sentence) -> Sentence | None:
    """Return what to do about what a sentence tells beyond its cause; None if it says that."""
    return advice_on_line(sentence) or SENTENCE_ADVICE.get(template_of(sentence))


def advice_on_line(sentence: Sentence) -> Sentence | None:
    """Return what to do about the error that a sentence quotes, if that line shows it."""
    is_quoted = template_of(sentence) == WITH_TELLING_LINE
    return _on_error(str(sentence.facts["line"])) if is_quoted else None


def _on_error(line: str) -> Sentence | None:
    return next((advice for pattern, advice in LINE_ADVICE if pattern.search(line)), None)


def template_of(sentence: Sentence) -> str:
    """Return the template of a sentence, or of the suspicion that it ends with."""
    hint = sentence.facts.get("hint")
    return hint.template if isinstance(hint, Sentence) else sentence.template
