"""The processes that a program has started, and who waits for whom (Linux; else none is known)."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.text.harmless_text import visible

from .processes import family, kernel_text, main_thread, sleeps, stat_words, state, threads_of

MOST_CHILDREN = 20
READING = ("pipe_read", "unix_stream_read_generic")
WRITING = ("pipe_write", "sock_alloc_send_pskb")
"""Where the kernel blocks who uses a pipe, or one of the sockets that node has in their place."""


@dataclass(frozen=True, slots=True)
class ChildSeen:
    """A process that a program has started, and what it is doing."""

    command: str
    state: str = ""  # as in :class:`.Usage`
    reads: bool = False  # it is blocked reading its standard input
    shares_input: bool = False  # that is the program's own
    fed: bool = False  # it reads what the program is to write
    writes: int = 0  # its descriptor, 1 or 2, if nobody reads that and the pipe is full
    sleeps: bool = False
    awaited: bool = False  # the program waits for its end, or for what it prints


def children_seen(pid: int) -> tuple[ChildSeen, ...]:
    """Return what the processes that a program has started are doing, itself left out."""
    seen: dict[int, _Look] = {}
    for member in family(pid)[: MOST_CHILDREN + 1]:
        with suppress(OSError, IndexError):  # it has ended
            seen[member] = _Look(member, seen)
    own = seen.get(pid)
    return tuple(look.child(own) for look in seen.values() if own and look is not own)


class _Look:
    """One process of a program: where its main thread is blocked, and at which descriptor."""

    def __init__(self, pid: int, before: dict[int, _Look]) -> None:
        folder, self._threads = Path(f"/proc/{pid}"), threads_of(pid)
        main = main_thread(self._threads)
        # first: what is blocked so has become what it shall be
        self._place, call = kernel_text(main / "wchan"), kernel_text(main / "syscall").split()
        self._at = int(call[1], 16) if len(call) > 1 else -1
        self._open: dict[int, str] = {}
        with suppress(OSError):
            for descriptor in (folder / "fd").iterdir():
                self._open[int(descriptor.name)] = os.readlink(descriptor)  # noqa: PTH115  # pipes
        parent = before.get(int(stat_words(folder / "stat")[1]))
        self._given = parent._held if parent else frozenset[str]()
        self._held: frozenset[str] = self._given | {*self._open.values()}
        self._awaited: bool = parent is None or (parent._awaited and parent._waits_for(self))
        self._command = visible(kernel_text(folder / "cmdline").replace("\0", " ").strip())

    def _waits_for(self, child: _Look) -> bool:
        printed = {child._open.get(1, ""), child._open.get(2, "")}
        reads = self._place.endswith(READING) and self._open.get(self._at) in printed
        return reads or self._place == "do_wait"

    def child(self, own: _Look) -> ChildSeen:
        """Return what it does, as a child of that one."""
        end = self._open.get(self._at, "")
        # both ends of a pipe have one name, those of a socket have not
        by_program = end in self._given or end.startswith("socket:")
        by_program = by_program and end not in (own._open.get(number) for number in range(3))
        reads = self._place.endswith(READING) and self._at == 0
        writes = self._place.endswith(WRITING) and self._at in (1, 2) and by_program
        slept = sleeps(self._threads)  # before its state, as what is blocked so has become it
        return ChildSeen(
            self._command,
            state(self._threads),
            reads=reads,
            shares_input=self._open.get(0, "") == own._open.get(0),
            fed=reads and by_program,
            writes=self._at if writes else 0,
            sleeps=slept,
            awaited=self._awaited,
        )
