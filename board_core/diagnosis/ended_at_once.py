"""Why a program that was started ended before it moved: from its last words and its files."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from board_core.files.untrusted_files import read_small
from board_core.game.player import Cause, Explanation
from board_core.supervise.command import Command, is_interpreter
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence

from . import rows
from .error_lines import last_error

READS_ITS_INPUT = re.compile(r"\binput\s*\(|\bstdin\b|\bfileinput\b")
FUNCTION_OF_A_BOARD = re.compile(r"^(?:async )?def ([A-Za-z]\w{0,60})\(\s*\w+", re.MULTILINE)

UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
TELLS_ITS_USER = re.compile(
    r"(?:tell(?:usererror|user|opponent|others|all)\s+|"
    r"info string\s+(?=.{0,40}\berror\b)|(?=error\b))(\S.*)",
    re.IGNORECASE,
)
"""The lines by which the protocols have an engine say what went wrong."""
MOST_WORDS = 200  # characters of such a line

OWN_PACKAGES = ("chess", "board_core")
"""The packages that the board's own Python has for certain: what else is there is told nobody."""


def better_explained(found: Explanation, command: Command) -> Explanation:
    """Return the explanation of an exit with the reason, if its words or its files tell one."""
    if found.cause is not Cause.EXITED:
        return found
    error = last_error(found.stderr)
    if error is not None and (module := error.missing_module) is not None:
        ours = module.partition(".")[0] == OWN_PACKAGES[-1]
        if ours and (functions := _functions_only(command)) is not None:
            return replace(found, cause=Cause.OTHER_PROTOCOL, sentence=functions)
        sentence = _no_module(module, command)
        return replace(found, cause=Cause.NO_MODULE, sentence=sentence)
    if told := TELLS_ITS_USER.match(found.last_heard.strip()):
        words = repr(legible(told[1], MOST_WORDS))
        sentence = rows.SAID_SO(what=found.sentence, words=words)
        return replace(found, sentence=sentence)
    if found.last_heard:
        return found
    if (file := _in_utf16(command)) is not None:
        sentence = rows.IN_UTF16(what=found.sentence, file=repr(legible(file.name)))
        return replace(found, sentence=sentence)
    functions = _functions_only(command)
    if functions is None:
        return found
    return replace(found, cause=Cause.OTHER_PROTOCOL, sentence=functions)


def _no_module(module: str, command: Command) -> Sentence:
    python = Path(command.argv[0])
    names_it = is_interpreter(python.name) and python.name.lower().startswith("py")
    if command.handed_in or not names_it:  # where the organiser's Python lies is told nobody
        return rows.NO_MODULE(module=module)
    missing = rows.NO_MODULE_IN(python=str(python), module=module)
    ours = Path(sys.executable)
    if python != ours and module.partition(".")[0] in OWN_PACKAGES:
        return rows.THE_BOARD_HAS_IT(
            missing=missing,
            ours=str(ours),
        )
    return missing


def program_file(command: Command) -> Path | None:
    """Return the file of the program in its own folder; None if its command names none."""
    folder = command.folder
    if folder is None:
        return None
    files = (Path(word) for word in command.argv)
    return next((file for file in files if file.is_relative_to(folder) and file.is_file()), None)


def _in_utf16(command: Command) -> Path | None:
    """Return the file of the program if it begins with the mark of UTF-16."""
    file = program_file(command)
    with suppress(OSError, ValueError):
        if file is not None and read_small(file).startswith(UTF16_MARKS):
            return file
    return None


def _functions_only(command: Command) -> Sentence | None:
    """Return that a Python file has functions of a board, and nothing that reads its input."""
    file = next((Path(word) for word in command.argv[1:] if word.endswith(".py")), None)
    if file is None:
        return None
    try:
        source = read_small(file).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None
    found = FUNCTION_OF_A_BOARD.search(source)
    if found is None or READS_ITS_INPUT.search(source):
        return None
    return rows.FUNCTIONS_ONLY(
        file=file.name,
        function=found[1],
    )
