"""How much memory a running program has needed so far."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


def peak_memory(pid: int) -> int | None:
    """Bytes, of it and of the processes it has started; None where the system does not tell."""
    total, family = None, [pid]
    for member in family:
        with suppress(OSError, ValueError):
            found = PEAK.search(Path(f"/proc/{member}/status").read_text())
            if found:
                total = (total or 0) + int(found[1]) * 1024
            children = Path(f"/proc/{member}/task/{member}/children").read_text()
            family += [int(child) for child in children.split()]
    return total
