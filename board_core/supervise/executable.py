"""A check that the system can run a file, made before a sandbox or ``prlimit`` stands between."""

from __future__ import annotations

import errno
import os
import struct
import sys
from pathlib import Path

from board_core.files.untrusted_files import CannotTake, read_head

from .processes import kernel_text

ELF_MAGIC = b"\x7fELF"
SMALLEST_ELF = 52  # bytes of the header of a 32-bit program
RUNS_TOO = {62: {3}, 183: {40}}  # x86-64 runs x86, ARM64 runs ARM
BINFMT_FOLDER = Path("/proc/sys/fs/binfmt_misc")  # other kinds of programs that this Linux runs


def check_executable(program: str) -> None:
    """Raise the OSError with which the system itself would refuse to start the file."""
    file = Path(program)
    if not file.exists():
        raise _refusal(errno.ENOENT, program)
    if not file.is_file() or not os.access(file, os.X_OK):
        raise _refusal(errno.EACCES, program)
    try:
        head = read_head(file, 256)
    except (CannotTake, OSError):
        return  # it may be executable without being readable
    if (interpreter := interpreter_of(head)) is not None:
        if not Path(os.fsdecode(interpreter)).is_file():
            raise _refusal(errno.ENOENT, program)
    elif sys.platform != "linux":
        return  # programs of other systems have other beginnings
    elif not is_for_this_machine(head) and not _runs_by_another(head, file.suffix):
        raise _refusal(errno.ENOEXEC, program)


def interpreter_of(head: bytes) -> bytes | None:
    """Return the interpreter on the ``#!`` line of a script, with any carriage return."""
    if not head.startswith(b"#!"):
        return None
    line = head[2:].split(b"\n")[0].strip(b" \t")
    return line if line.endswith(b"\r") else line.split()[0] if line else b""


def elf_machine(head: bytes) -> int | None:
    """Return the number of the processor for which a Linux program was built; None for others."""
    is_elf = len(head) >= SMALLEST_ELF and head.startswith(ELF_MAGIC)
    return _machine(head) if is_elf else None


def is_for_this_machine(head: bytes) -> bool:
    """Return True if a file with this beginning is a program that this machine's processor runs."""
    if (machine := elf_machine(head)) is None:
        return False
    try:
        with open("/proc/self/exe", "rb") as opened:  # noqa: PTH123
            ours = _machine(opened.read(SMALLEST_ELF))
    except OSError:
        return True  # not Linux: the system itself will report it
    return machine in {ours, *RUNS_TOO.get(ours, ())}


def _machine(head: bytes) -> int:
    order = ">" if head[5] == 2 else "<"
    return int(struct.unpack_from(f"{order}H", head, 18)[0])


def _runs_by_another(head: bytes, suffix: str) -> bool:
    """Return True if this Linux starts another program for files of this kind (binfmt_misc)."""
    try:
        return any(
            _is_meant(kernel_text(entry), head, suffix)
            for entry in BINFMT_FOLDER.iterdir()
            if entry.name not in ("register", "status")
        )
    except (OSError, ValueError, KeyError):  # the format of a later Linux
        return False


def _is_meant(entry: str, head: bytes, suffix: str) -> bool:
    """Return True if an entry of binfmt_misc, as the system shows it, is for such a file."""
    lines = dict(line.partition(" ")[::2] for line in entry.split("\n"))
    if "enabled" not in lines:
        return False
    if (extension := lines.get("extension")) is not None:
        return extension == suffix
    magic = bytes.fromhex(lines["magic"])
    mask = bytes.fromhex(lines.get("mask", "ff" * len(magic)))
    part = head[int(lines["offset"]) :][: len(magic)]
    return bytes(a & b for a, b in zip(part, mask, strict=False)) == bytes(
        a & b for a, b in zip(magic, mask, strict=False)
    )


def _refusal(number: int, program: str) -> OSError:
    return OSError(number, os.strerror(number), program)
