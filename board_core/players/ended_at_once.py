"""Why a program that was started ended before it moved: from its last words and its files."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

from board_core.harmless_text import legible
from board_core.player import Cause, Explanation
from board_core.sentence import Sentence, say
from board_core.supervise.command import Command
from board_core.untrusted_files import read_small
from board_core.words import N_

from .error_lines import last_error

READS_ITS_INPUT = re.compile(r"\binput\s*\(|\bstdin\b|\bfileinput\b")
FUNCTION_OF_A_BOARD = re.compile(r"^(?:async )?def ([A-Za-z]\w{0,60})\(\s*\w+", re.MULTILINE)

THE_BOARD_HAS_IT = N_("{missing}; the board's own Python has it: write {ours} in its place")
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
        sentence = _no_module(module, command)
        return replace(found, cause=Cause.NO_MODULE, sentence=sentence)
    if told := TELLS_ITS_USER.match(found.last_heard.strip()):
        words = repr(legible(told[1], MOST_WORDS))
        sentence = say("{what}; it said {words}", what=found.sentence, words=words)
        return replace(found, sentence=sentence)
    functions = None if found.last_heard else _functions_only(command)
    if functions is None:
        return found
    return replace(found, cause=Cause.OTHER_PROTOCOL, sentence=functions)


def _no_module(module: str, command: Command) -> Sentence:
    if command.handed_in:  # where the Python of the organiser lies is told nobody
        return say("its Python has no module {module}", module=module)
    python = Path(command.argv[0])
    missing = say("its Python, {python}, has no module {module}", python=str(python), module=module)
    ours = Path(sys.executable)
    if python != ours and module.partition(".")[0] in OWN_PACKAGES:
        return say(
            THE_BOARD_HAS_IT,
            missing=missing,
            ours=str(ours),
        )
    return missing


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
    return say(
        "{file} never reads its input, and has functions: write {file}:{function} to play with one",
        file=file.name,
        function=found[1],
    )
