"""Why a program did not start, or ended before it moved: from its file, command and last words."""

from __future__ import annotations

import platform
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from board_core.game.player import Cause
from board_core.supervise.command import (
    Command,
    elf_machine,
    interpreter_of,
    is_for_this_machine,
    is_interpreter,
    scripts_named,
)
from board_core.text.harmless_text import legible
from board_core.text.sentence import Sentence

from . import rows
from .facts import Facts, head_of, program_file, text_of

OLDEST_CLASS = 45  # the version of Java's first classes; in Mach-O files this is a small number
MACH_O = (b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe")
PE_START, PE_SIGNATURE = 60, b"PE\0\0"  # offset of the header's offset in a Windows program
DOTNET_TABLE = 14  # of a Windows program; only those of .NET have it

USUAL_INTERPRETERS = {
    **dict.fromkeys((".py", ".pyz", ".pyc"), "python3"),
    **dict.fromkeys((".js", ".mjs", ".cjs"), "node"),
    **dict.fromkeys((".sh", ".bash"), "bash"),
    ".awk": "gawk -f",
    ".hs": "runghc",
    ".jar": "java -jar",
    ".java": "java",
    ".jl": "julia",
    ".lua": "lua",
    ".m": "octave-cli",
    ".ml": "ocaml",
    ".php": "php",
    ".pl": "perl",
    ".r": "Rscript",
    ".rb": "ruby",
}
BATCH_ENDINGS = (".bat", ".cmd")
SOURCE_ENDINGS = frozenset(
    (".c", ".cc", ".cpp", ".cs", ".cxx", ".go", ".kt", ".pas", ".rs", ".scala", ".ts", ".zig")
)
PROCESSOR_NAMES = {
    3: "x86, 32 bits",
    8: "MIPS",
    21: "PowerPC",
    40: "ARM, 32 bits",
    62: "x86-64",
    183: "ARM64",
    243: "RISC-V",
    258: "LoongArch",
}


def with_ending(file: Path, interpreter: str = "") -> str:
    """Return the name of a script that differs from this file only by its suffix, or "".

    If there are several, one that this ``interpreter`` runs is preferred.
    """

    def is_run_by_another(each: Path) -> bool:
        usual = USUAL_INTERPRETERS.get(each.suffix.lower(), "").partition(" ")[0]
        return usual.rstrip("0123456789") != Path(interpreter).name.rstrip("0123456789.")

    scripts = sorted(scripts_named(file), key=lambda each: (is_run_by_another(each), each.name))
    return scripts[0].name if scripts else ""


def kind_of(file: Path, head: bytes) -> Sentence | None:
    """Say what a file is that did not start, and what to type; None if its bytes do not show it.

    ``head`` is its beginning. A script with a ``#!`` line and a program for this machine are
    programs, whatever their names are.
    """
    if is_for_this_machine(head) or interpreter_of(head) is not None:
        return None
    if (elsewhere := _for_another_system(file, head)) is not None:
        return elsewhere
    shown, ending = repr(str(file)), file.suffix.lower()
    if head.startswith(b"\xca\xfe\xba\xbe") and head[7:8] >= bytes([OLDEST_CLASS]):
        return rows.NEEDS_INTERPRETER(program=shown, how=f"java -cp {file.parent} {file.stem}")
    if (interpreter := USUAL_INTERPRETERS.get(ending)) is not None:
        return rows.NEEDS_INTERPRETER(program=shown, how=f"{interpreter} {file.name}")
    return rows.SOURCE_ONLY(program=shown) if ending in SOURCE_ENDINGS else None


def _for_another_system(file: Path, head: bytes) -> Sentence | None:
    shown = repr(str(file))
    if sys.platform != "win32" and (dotnet := _is_dotnet(head)) is not None:
        if dotnet:
            return rows.FOR_DOTNET(program=shown, how=f"mono {file.name}")
        return rows.FOR_WINDOWS(program=shown)
    if sys.platform != "win32" and file.suffix.lower() in BATCH_ENDINGS:
        return rows.BATCH_FILE(program=shown)
    if head.startswith(MACH_O) and sys.platform != "darwin":
        return rows.FOR_MACOS(program=shown)
    if (number := elf_machine(head)) is None:
        return None
    if sys.platform != "linux":
        return rows.FOR_LINUX(program=shown)
    other = PROCESSOR_NAMES.get(number, str(number))
    return rows.OTHER_PROCESSOR(program=shown, other=other, ours=platform.machine())


def _is_dotnet(head: bytes) -> bool | None:
    """Return whether a program for Windows is one for .NET; None if it is none for Windows."""
    if not head.startswith(b"MZ"):
        return None
    try:
        (start,) = struct.unpack_from("<I", head, PE_START)
        header = start + len(PE_SIGNATURE) + 20
        (kind,) = struct.unpack_from("<H", head, header)
        tables = header + (112 if kind == 0x20B else 96)  # in 64 or 32 bits
        (place,) = struct.unpack_from("<I", head, tables + 8 * DOTNET_TABLE)
    except struct.error:
        return False
    return head[start:].startswith(PE_SIGNATURE) and bool(place)


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


def false_starts(facts: Facts) -> Iterator[Sentence]:
    """Find why a program exited before it played: its Python, its file, or what it said."""
    known, command = facts.known, facts.command
    if known.cause is not Cause.EXITED:
        return
    if facts.error is not None and (module := facts.error.missing_module) is not None:
        if module.partition(".")[0] == OWN_PACKAGES[-1]:
            yield from _functions_only(command)
        if _is_hidden(module.partition(".")[0], facts):
            yield rows.PACKAGE_HIDDEN(package=module.partition(".")[0])
        yield _no_module(module, command)
    if told := TELLS_ITS_USER.match(known.last_heard.strip()):
        yield rows.SAID_SO(words=repr(legible(told[1], MOST_WORDS)))
    if known.last_heard:
        return
    file = program_file(command)
    if file is not None and head_of(file).startswith(UTF16_MARKS):
        yield rows.IN_UTF16(file=repr(legible(file.name)))
    yield from _functions_only(command)


def _no_module(module: str, command: Command) -> Sentence:
    python = Path(command.argv[0])
    names_it = is_interpreter(python.name) and python.name.lower().startswith("py")
    if command.handed_in or not names_it:  # the path of the organiser's Python stays private
        return rows.NO_MODULE(module=module)
    missing = rows.NO_MODULE_IN(python=str(python), module=module)
    ours = Path(sys.executable)
    if python != ours and module.partition(".")[0] in OWN_PACKAGES:
        return rows.THE_BOARD_HAS_IT(missing=missing, ours=str(ours))
    return missing


def _is_hidden(package: str, facts: Facts) -> bool:
    """Return whether the board's own Python has a package that the sandbox does not show."""
    command = facts.command
    hides = command.clean and facts.around.lists_packages and package not in OWN_PACKAGES
    if not hides or command.handed_in or {"-I", "-S"} & set(command.argv):
        return False
    places = (Path(place) for place in sys.path if place.endswith("-packages"))
    return any((place / name).exists() for place in places for name in (package, f"{package}.py"))


def _functions_only(command: Command) -> Iterator[Sentence]:
    """Say that a Python file has functions that take a board, but never reads its input."""
    if "-c" in command.argv:  # it plays with a function, or runs another program's words
        return
    file = next((Path(word) for word in command.argv[1:] if word.endswith(".py")), None)
    source = text_of(file)
    found = FUNCTION_OF_A_BOARD.search(source)
    if file is not None and found is not None and not READS_ITS_INPUT.search(source):
        yield rows.FUNCTIONS_ONLY(file=file.name, function=found[1])
