"""Who is connected to the contest's page: how many at once, and for how long without a question.

The web server itself waits for ever for the rest of a request, and for whoever reads its answer.
"""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import struct
from dataclasses import dataclass
from math import inf
from typing import Any

from board_core.extras import extra

with extra("contest"):
    from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 400
"""Connections at the same time, where a process may have 800 files or more."""

HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{0,5})?", re.ASCII)

FORGET = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)
"""The option of a socket that throws unsent bytes away when it is closed."""


def room() -> int:
    """So many connections leave half of the files that this process may open to others."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else max(8, min(MOST, soft // 2))


@dataclass(frozen=True, slots=True)
class Patience:
    """How many may come, and the seconds they may take."""

    head: float = 10.0
    """For a question, all of it: from the connection, or from the answer before."""
    answer: float = 120.0
    """For an answer, until its last byte is taken; ``head`` seconds without a byte are its end."""
    most: int = MOST
    each: int = 200
    """From one address; a room behind one router has one."""


class Visitors:
    """Knows all connections of one server, and ends the idlest when there are too many.

    Whoever comes is let in: who asks at once is answered, and who waits longest without a question
    goes, first of those at the same address. Used on the server's loop only.
    """

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._by_address: dict[str, dict[Visit, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_address.values()))

    def come(self, visit: Visit) -> None:
        here = self._by_address.get(visit.address, {})
        if len(here) >= self.patience.each:
            self._end_one(here)
        elif len(self) >= self.patience.most:
            self._end_one(max(self._by_address.values(), key=len))
        self._by_address.setdefault(visit.address, {})[visit] = None

    def go(self, visit: Visit) -> None:
        """Twice is fine."""
        here = self._by_address.get(visit.address, {})
        here.pop(visit, None)
        if not here:
            self._by_address.pop(visit.address, None)

    def _end_one(self, among: dict[Visit, None]) -> None:
        visit = min(among, key=lambda each: (each.answering, each.since))
        self.go(visit)
        visit.end()


class Visit(H11Protocol):
    """One connection. It ends when a question, or the taking of an answer, takes too long."""

    visitors: Visitors

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = neighbourhood(self.client[0] if self.client else "")
        self._alarm: Any = None
        self._asked = self.cycle
        self._until = self.loop.time() + self.visitors.patience.answer
        self._wait()
        self.visitors.come(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()
        self._look()  # it may have asked again meanwhile

    def connection_lost(self, exc: Exception | None) -> None:
        self._alarm.cancel()
        self.visitors.go(self)
        super().connection_lost(exc)

    def end(self) -> None:
        """At once: if anything is unsent, the system forgets it, too."""
        if self.transport.get_write_buffer_size():
            connection = self.transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, FORGET)
        self.transport.abort()

    def _wait(self) -> None:
        """For the next question."""
        self.answering, self._unsent = False, inf
        self.since = self.loop.time()
        self._set(self.visitors.patience.head)

    def _look(self) -> None:
        """Whether all of a question's head has come."""
        if self.cycle is self._asked:
            return
        self._asked, self.answering = self.cycle, True
        self.since = self.loop.time()
        self._until = self.since + self.visitors.patience.answer
        self._set(self.visitors.patience.answer)

    def _set(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self.loop.call_later(seconds, self._overdue)

    def _overdue(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        reads = not self.answering and 0 < unsent < self._unsent
        if reads and self.loop.time() < self._until:
            self._unsent = unsent
            self._set(self.visitors.patience.head)
        else:
            self.end()


def visits(patience: Patience) -> type[Visit]:
    """What a server is to make of each of its connections."""

    class Visiting(Visit):
        visitors = Visitors(patience)

    return Visiting


def neighbourhood(host: str) -> str:
    """Whose connections are counted together: one address, or the 2⁶⁴ that one has in IPv6."""
    try:
        address = plain_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def plain_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Raises ValueError for a name."""
    address = ipaddress.ip_address(host.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def host_named(header: str) -> str | None:
    """The host of a ``Host`` header, as one compares it; None: that is none."""
    found = HOST.fullmatch(header.strip().lower())
    if found is None:
        return None
    host: str = found[1] or found[2].rstrip(".")
    return same_name(host) or None


def same_name(host: str) -> str:
    """One way of writing for each address and name."""
    try:
        return str(plain_address(host))
    except ValueError:
        return host.lower().rstrip(".")
