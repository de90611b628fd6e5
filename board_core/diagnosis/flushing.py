"""How a program flushes its output, in the language shown by its command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from board_core.game.player import Cause, Explanation
from board_core.supervise.command import ELF_MAGIC, Command, is_interpreter
from board_core.text.sentence import Sentence, say

from . import rows
from .facts import Facts, head_of, program_file
from .source import FLUSHES, language_of
from .telling_lines import class_path

RUNTIME_CALLS = {"java": "out.flush()", "mono": "out.Flush()", "dotnet": "out.Flush()"}
"""The same for the runtime that a command begins with."""
COMPILED = ((b"\x04\0\0\0Go\0\0", "go"), (b"libstdc++", "cpp"), (b"libc++", "cpp"))
"""What stands near the beginning of a compiled program of a language: a note, a library."""
HEAD_BYTES = 1 << 16

LOSES_ITS_BUFFER = re.compile(rb"PrintWriter|BufferedWriter|StreamWriter|bufio\.NewWriter")
"""The writers of Java, C# and Go that do not write what they hold when the program ends."""
MOST_BYTES, MOST_CLASSES = 8 << 20, 20

IN_A_COMPILED_PROGRAM = say("{call} in C", call="fflush(stdout)")


def call_that_flushes(facts: Facts) -> Iterator[Sentence]:
    """Find the call that mends a missing flush."""
    if facts.known.cause is Cause.UNFLUSHED and (how := flushing_call(facts.command)) is not None:
        yield rows.WITH_FLUSHING(how=how)


def missing_flush(facts: Facts) -> Iterator[Sentence]:
    """Suspect a missing flush of a program that is still asked; Python runs unbuffered here."""
    if facts.still_asked and flushing_call(facts.command) != FLUSHES["python"].call:
        yield from _unflushed(facts)


def lost_buffer(facts: Facts) -> Iterator[Sentence]:
    """Suspect a lost buffer in a silence to the end, of a writer that is never flushed."""
    if facts.row is rows.WAITS_FOR_MORE and any(map(_loses, _files(facts.command))):
        yield from _unflushed(facts)


def _unflushed(facts: Facts) -> Iterator[Sentence]:
    how = flushing_call(facts.command)
    if facts.row is rows.WAITS_FOR_MORE and how is not None:
        yield rows.PERHAPS_UNFLUSHED(how=how)


def _files(command: Command) -> list[Path]:
    """Return the file of a program, or the classes that Java loads from its folders."""
    if (file := program_file(command)) is not None:
        return [file]
    if Path(command.argv[0]).name != "java":
        return []
    places = (Path(command.folder or ".") / place for place in class_path(command.argv))
    classes = (each for place in places for each in place.glob("*.class"))
    return [*islice(classes, MOST_CLASSES)]


def _loses(file: Path) -> bool:
    """Return True if a program's file names a writer that loses its buffer, and no flush."""
    data = head_of(file, MOST_BYTES)
    names_it = LOSES_ITS_BUFFER.search(data) is not None
    return names_it and (data.startswith(ELF_MAGIC) or b"lush" not in data)


def flushing_call(command: Command) -> Sentence | str | None:
    """Return the call that flushes a program's output; None if its language is unknown."""
    program, file = command.argv[0], program_file(command)
    if (call := RUNTIME_CALLS.get(Path(program).name)) is not None:
        return call
    if file is None:
        return None if is_interpreter(program) else IN_A_COMPILED_PROGRAM
    if not file.suffix:
        head = head_of(file, HEAD_BYTES)
        known = (FLUSHES[language].call for word, language in COMPILED if word in head)
        return next(known, IN_A_COMPILED_PROGRAM)
    known_as = FLUSHES.get(language_of(file))
    return None if known_as is None else known_as.call


def is_buffered_elsewhere(command: Command) -> bool:
    """Return whether this is a Python program, which only the board runs unbuffered."""
    return flushing_call(command) == FLUSHES["python"].call and "-u" not in command.argv


def held_back(found: Explanation | None) -> Sentence | None:
    """Say that a program never flushes, if it failed so in a game with a buffer as elsewhere."""
    if found is None or found.cause not in (Cause.UNFLUSHED, Cause.READS_TO_END):
        return None
    return say("it plays here, where Python writes at once, and hangs elsewhere: it never flushes")
