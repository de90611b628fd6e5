"""What the author of a program can do about its failure: a sentence for each cause. Pure."""

from __future__ import annotations

import re

from board_core.player import Cause, Explanation
from board_core.sentence import Sentence, say

RETURN_IN_PATH = re.compile(r"(?:\\r|\r)\W*: (?:No such file|not found|bad interpreter)")
"""The system's error for ``#!/usr/bin/env python3`` with a carriage return behind it."""

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
    Cause.COMPUTING: say("search less, or stop searching at a time limit of your own"),
    Cause.BUSY_MACHINE: say("try again when the machine has nothing else to do"),
    Cause.OVERLOADED: say("try again when the machine has nothing else to do"),
    Cause.SUSPENDED: say("do not stop the program: SIGSTOP leaves it on the clock"),
    Cause.NO_MODULE: say("install it for that Python, or start the program with one that has it"),
    Cause.READS_TO_END: say("read one line, answer it and flush, before you read the next"),
    Cause.NEVER_READ: say("load less or later, and read a line before every move"),
    Cause.NOT_READING: say("read a line from standard input before every move"),
    Cause.ENCODING: say("write moves in ASCII, one byte a letter, not in UTF-16"),
    Cause.LINE_TOO_LONG: say("print only the move, and a line break after it"),
    Cause.TOO_MANY_LINES: say("print only the move; for your own notes use standard error"),
    Cause.ILLEGAL: say("set this position up in the program and see which moves it finds"),
}
"""The advice that a cause alone tells."""

SAVE_WITH_UNIX_LINES = say(
    "most editors have a setting for line endings; or run dos2unix on the file"
)
ITS_LAST_WORDS_TELL = say("look at the last lines of its standard error: they say what ended it")


def advice_on(found: Explanation) -> Sentence | None:
    """Return what to do about a failure, as far as its explanation tells."""
    if RETURN_IN_PATH.search(found.stderr):
        return SAVE_WITH_UNIX_LINES
    exited = found.cause is Cause.EXITED and found.exit_status is not None
    if exited and found.stderr.strip():
        return ITS_LAST_WORDS_TELL
    return CAUSE_ADVICE.get(found.cause)
