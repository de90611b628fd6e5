"""A check that the system can run a file, made before a sandbox or ``prlimit`` stands between."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path

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
        with file.open("rb") as opened:
            head = opened.read(256)
    except OSError:
        return  # it may be executable without being readable
    if (interpreter := interpreter_of(head)) is not None:
        if not Path(os.fsdecode(interpreter)).is_file():
            raise _refusal(errno.ENOENT, program)
    elif not _is_for_this_machine(head) and not _foreign_programs_run():
        raise _refusal(errno.ENOEXEC, program)


def interpreter_of(head: bytes) -> bytes | None:
    """Return the interpreter on the ``#!`` line of a script, with any carriage return."""
    if not head.startswith(b"#!"):
        return None
    line = head[2:].split(b"\n")[0].strip(b" \t")
    return line if line.endswith(b"\r") else line.split()[0] if line else b""


def _is_for_this_machine(head: bytes) -> bool:
    if len(head) < SMALLEST_ELF or not head.startswith(ELF_MAGIC):
        return False
    try:
        with open("/proc/self/exe", "rb") as opened:  # noqa: PTH123
            ours = _machine(opened.read(SMALLEST_ELF))
    except OSError:
        return True  # not Linux: the system itself will report it
    return _machine(head) in {ours, *RUNS_TOO.get(ours, ())}


def _machine(head: bytes) -> int:
    order = ">" if head[5] == 2 else "<"
    return int(struct.unpack_from(f"{order}H", head, 18)[0])


def _foreign_programs_run() -> bool:
    try:
        return any(entry.name not in ("register", "status") for entry in BINFMT_FOLDER.iterdir())
    except OSError:
        return False


def _refusal(number: int, program: str) -> OSError:
    return OSError(number, os.strerror(number), program)
