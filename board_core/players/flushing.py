"""How a program flushes its output, in the language that its command shows."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from board_core.player import Cause, Explanation
from board_core.sentence import Sentence, say
from board_core.supervise.command import Command, is_interpreter
from board_core.untrusted_files import CannotTake, read_small
from board_core.words import N_

from .diagnosis import TWO_WAYS, WAITS_FOR_MORE
from .ended_at_once import program_file

WITH_FLUSHING = N_("{why}, as {how} does")
PERHAPS_UNFLUSHED = N_("{why}; perhaps its move stands in a buffer, which {how} would flush")

FLUSHING_CALLS = {
    ".py": "print(move, flush=True)",
    ".jar": "System.out.flush()",
    ".class": "System.out.flush()",
    ".java": "System.out.flush()",
    ".rb": "$stdout.flush",
    ".pl": "$| = 1",
    ".lua": "io.flush()",
    ".c": "fflush(stdout)",
    ".cpp": "std::cout << std::flush",
    ".hs": "hSetBuffering stdout LineBuffering",
    ".ml": "print_endline",
    ".go": "w.Flush()",
}
"""What flushes the output in the language of a file with this ending."""

IN_A_COMPILED_PROGRAM = say("{call} in C", call="fflush(stdout)")

FLUSHING_WORDS = re.compile(r"flush|line_buffering|os\.write|buffering=0|unbuffered", re.IGNORECASE)
"""The words in the source of a Python program that writes at once by itself."""


def with_flushing(found: Explanation, command: Command) -> Explanation:
    """Return the explanation of a missing flush with the call that mends it."""
    how = flushing_call(command)
    asks_for_it = found.cause is Cause.UNFLUSHED and found.sentence.template != TWO_WAYS
    if how is None or not asks_for_it:
        return found
    return replace(found, sentence=say(WITH_FLUSHING, why=found.sentence, how=how))


def perhaps_unflushed(found: Explanation, command: Command) -> Explanation:
    """Return the explanation of a program that waits for more, with a missing flush as a guess.

    A Python program is let write at once here.
    """
    how = flushing_call(command)
    if found.sentence != WAITS_FOR_MORE or how is None or how == FLUSHING_CALLS[".py"]:
        return found
    return replace(found, sentence=say(PERHAPS_UNFLUSHED, why=found.sentence, how=how))


def flushing_call(command: Command) -> Sentence | str | None:
    """Return what flushes the output of a program; None if its language is not known."""
    file = program_file(command)
    if file is None:
        return None if is_interpreter(command.argv[0]) else IN_A_COMPILED_PROGRAM
    suffix = file.suffix.lower()
    return FLUSHING_CALLS.get(suffix) if suffix else IN_A_COMPILED_PROGRAM


def never_flushes(command: Command) -> Sentence | None:
    """Return that a Python program plays only because the board has Python write at once."""
    file = program_file(command)
    if file is None or file.suffix.lower() != ".py" or "-u" in command.argv:
        return None
    return None if FLUSHING_WORDS.search(_source(file)) else PLAYS_ONLY_HERE


def _source(file: Path) -> str:
    try:
        return read_small(file).decode("utf-8", "replace")
    except (CannotTake, OSError):
        return "flush, for all that is known"


PLAYS_ONLY_HERE = say(
    "nothing in its file flushes: it plays here because the board has Python write at once; write "
    "print(move, flush=True), and it plays everywhere"
)
