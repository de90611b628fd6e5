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
    """Return what the processes that a program has started are doing."""
    looks: dict[int, _Look] = {}
    for member in family(pid)[: MOST_CHILDREN + 1]:
        with suppress(OSError, IndexError):  # it has ended
            looks[member] = _Look(member, looks.get(pid), looks)
    return tuple(look.seen for member, look in looks.items() if member != pid and pid in looks)


class _Look:
    """One process of a program: where its main thread is blocked, and at which descriptor."""

    def __init__(self, pid: int, program: _Look | None, before: dict[int, _Look]) -> None:
        folder, threads = Path(f"/proc/{pid}"), threads_of(pid)
        main = main_thread(threads)
        # first: what is blocked so has become what it shall be
        self._place, call = kernel_text(main / "wchan"), kernel_text(main / "syscall").split()
        slept, at = sleeps(threads), int(call[1], 16) if len(call) > 1 else -1
        self._open: dict[int, str] = {}
        with suppress(OSError):
            for descriptor in (folder / "fd").iterdir():
                self._open[int(descriptor.name)] = os.readlink(descriptor)  # noqa: PTH115  # pipes
        self._end = self._open.get(at, "")
        parent, own = before.get(int(stat_words(folder / "stat")[1])), (program or self)._open
        given = parent._held if parent else frozenset[str]()
        self._held: frozenset[str] = given | {*self._open.values()}
        self._awaited: bool = parent is None or (parent._awaited and parent._waits_for(self))
        # both ends of a pipe have one name, those of a socket have not
        by_program = self._end in given or self._end.startswith("socket:")
        by_program = by_program and self._end not in (own.get(number) for number in range(3))
        reads = self._place.endswith(READING) and at == 0
        writes = self._place.endswith(WRITING) and at in (1, 2) and by_program
        self.seen = ChildSeen(
            visible(kernel_text(folder / "cmdline").replace("\0", " ").strip()),
            state(threads),
            reads=reads,
            shares_input=self._open.get(0, "") == own.get(0),
            fed=reads and by_program,
            writes=at if writes else 0,
            sleeps=slept,
            awaited=self._awaited,
        )

    def _waits_for(self, child: _Look) -> bool:
        reads = self._place.endswith(READING) and self._end != ""
        printed = self._end in (child._open.get(1), child._open.get(2))
        return (reads and printed) or self._place == "do_wait"
