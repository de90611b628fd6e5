"""What a file is that the system does not run by itself, and what to type: from name and bytes."""

from __future__ import annotations

import platform
import struct
import sys
from pathlib import Path

from board_core.supervise.command import scripts_named
from board_core.supervise.executable import elf_machine, interpreter_of, is_for_this_machine
from board_core.text.sentence import Sentence

from . import rows

HEAD_BYTES = 4096  # of a file, from which its kind is told
OLDEST_CLASS = 45  # the version of Java's first classes; Mach-O files have a small number there
MACH_O = (b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe")
PE_START, PE_SIGNATURE = 60, b"PE\0\0"  # where a Windows program says where its header is
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
    """Return the name of a script that differs from this file by its ending alone; "" if none.

    Of several, one that this ``interpreter`` runs comes first.
    """
    scripts = sorted(
        scripts_named(file), key=lambda each: (not _is_run_by(each, interpreter), each.name)
    )
    return scripts[0].name if scripts else ""


def _is_run_by(file: Path, interpreter: str) -> bool:
    usual = USUAL_INTERPRETERS.get(file.suffix.lower(), "").partition(" ")[0]
    return usual.rstrip("0123456789") == Path(interpreter).name.rstrip("0123456789.")


def kind_of(file: Path, head: bytes) -> Sentence | None:
    """Return what a file is that did not start, and what to type; None if its bytes tell nothing.

    ``head`` is its beginning. A script with a ``#!`` line and a program for this machine are
    programs, whatever their names are.
    """
    if is_for_this_machine(head) or interpreter_of(head) is not None:
        return None
    return _for_another_system(file, head) or _for_an_interpreter(file, head) or _source(file)


def _for_another_system(file: Path, head: bytes) -> Sentence | None:
    shown = repr(str(file))
    if sys.platform != "win32" and (dotnet := _is_dotnet(head)) is not None:
        if dotnet:
            return rows.FOR_DOTNET(
                program=shown,
                how=f"mono {file.name}",
            )
        return rows.FOR_WINDOWS(program=shown)
    if sys.platform != "win32" and file.suffix.lower() in BATCH_ENDINGS:
        return rows.BATCH_FILE(
            program=shown,
        )
    if head.startswith(MACH_O) and sys.platform != "darwin":
        return rows.FOR_MACOS(program=shown)
    if (number := elf_machine(head)) is None:
        return None
    if sys.platform != "linux":
        return rows.FOR_LINUX(program=shown)
    return rows.OTHER_PROCESSOR(
        program=shown,
        other=PROCESSOR_NAMES.get(number, str(number)),
        ours=platform.machine(),
    )


def _for_an_interpreter(file: Path, head: bytes) -> Sentence | None:
    interpreter = USUAL_INTERPRETERS.get(file.suffix.lower())
    if head.startswith(b"\xca\xfe\xba\xbe") and head[7:8] >= bytes([OLDEST_CLASS]):
        how = f"java -cp {file.parent} {file.stem}"
    elif interpreter is not None:
        how = f"{interpreter} {file.name}"
    else:
        return None
    return rows.NEEDS_INTERPRETER(
        program=repr(str(file)),
        how=how,
    )


def _source(file: Path) -> Sentence | None:
    if file.suffix.lower() not in SOURCE_ENDINGS:
        return None
    return rows.SOURCE_ONLY(
        program=repr(str(file)),
    )


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
