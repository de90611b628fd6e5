"""Limits of the server's connections: how many, and how long each may take; and its streams.

The web server itself would wait forever for the rest of a request, and for a slow reader of its
answer. A :class:`Stream` is an answer without an end: lines as they come, to a client that reads.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import re
import socket
import struct
import sys
from collections import deque
from contextlib import suppress
from math import inf
from typing import Any

from board_core.fast_dataclass import dataclass
from board_core.files.extras import extra

with extra("contest"):
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 400
"""Connections at the same time, where a process may have 800 files or more."""

TINY_CHUNKS, LEAST_CHUNK = 200, 256
"""Pieces of a request's body of any size, and the bytes that others have at least, on average."""

HOST_HEADER = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{0,5})?", re.ASCII)

KEEP_ALIVE_SECONDS = 6.0
"""Between two empty lines of a silent stream: clients give one up after 9 seconds."""

TAKES_SECONDS = 20.0
"""For a reader to take what was sent, or its system; a stream that it does not take is ended."""

MOST_LINES_UNSENT = 1_000
"""Lines that wait for a slow reader of a stream."""

MOST_BYTES_UNSENT = 65_536
"""Bytes that the system holds for a stream, beside as many in this process."""

CONNECTION = "board.connection"
"""The key of the connection in what the web server tells of a request."""

DISCARD_UNSENT = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)
"""The value of SO_LINGER with which a socket discards unsent bytes when it is closed."""


def most_connections() -> int:
    """Return how many connections leave half of this process's open files to others."""
    if sys.platform == "win32":  # which has no such limit
        return MOST_CONNECTIONS
    import resource

    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (
        MOST_CONNECTIONS
        if soft == resource.RLIM_INFINITY
        else max(8, min(MOST_CONNECTIONS, soft // 2))
    )


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The bounds of a server: its connections, and the seconds that each may take."""

    head: float = 10.0
    """For the head of a request, from the connection or from the answer before."""
    answer: float = 120.0
    """For an answer, until its last byte is taken; ``head`` seconds without a byte end it."""
    most: int = MOST_CONNECTIONS
    each: int = 200
    """Connections from one address; a room behind one router has one address."""
    slowest: int = 4096
    """Bytes a second of a request's body, measured over ``head`` seconds."""
    proxies: frozenset[str] = frozenset()
    """Addresses that are believed for whom they ask; they may have ``most`` connections."""


class OpenConnections:
    """Tracks a server's connections, and ends the idlest when there are too many.

    A new connection is always accepted. The one that has waited longest without a request is
    ended, first among those of the same address. Used on the server's loop only.
    """

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self._by_address: dict[str, dict[LimitedConnection, None]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._by_address.values()))

    def add(self, connection: LimitedConnection) -> None:
        here = self._by_address.get(connection.address, {})
        if len(here) >= self.limits.each and connection.host not in self.limits.proxies:
            self._end_one(here)
        elif len(self) >= self.limits.most:
            self._end_one(max(self._by_address.values(), key=len))
        self._by_address.setdefault(connection.address, {})[connection] = None

    def remove(self, connection: LimitedConnection) -> None:
        """Forget a connection; safe to call twice."""
        here = self._by_address.get(connection.address, {})
        here.pop(connection, None)
        if not here:
            self._by_address.pop(connection.address, None)

    def _end_one(self, among: dict[LimitedConnection, None]) -> None:
        connection = min(among, key=lambda each: (each.answering, each.since))
        self.remove(connection)
        connection.end()


class BoundedRequests(h11.Connection):
    """The requests of one connection, refusing bodies in many tiny pieces, which cost time."""

    came = chunks = 0  # bytes and pieces of the body of this request

    def next_event(self) -> Any:
        event = super().next_event()
        if type(event) is h11.Request:
            self.came = self.chunks = 0
            if {b"content-length", b"transfer-encoding"} <= dict(event.headers).keys():
                raise h11.RemoteProtocolError("two lengths: a proxy may have read the other")
        elif type(event) is h11.Data:
            self.came, self.chunks = self.came + len(event.data), self.chunks + 1
            if self.chunks > TINY_CHUNKS + self.came // LEAST_CHUNK:
                raise h11.RemoteProtocolError("the body comes in too many pieces")
        return event


class LimitedConnection(H11Protocol):
    """One connection, ended when a request, or taking an answer, takes too long."""

    open_connections: OpenConnections
    _stream: Stream | None = None

    def __init__(self, config: Any, *more: Any, **others: Any) -> None:
        super().__init__(config, *more, **others)
        most = config.h11_max_incomplete_event_size
        self.conn: BoundedRequests = BoundedRequests(h11.SERVER, most)

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.host = plain_host(self.client[0] if self.client else "")
        sock = transport.get_extra_info("socket")
        # asyncio asks for the protocol's number, which create_server leaves at 0: else each answer
        # that is written in two parts would wait 40 ms for the reader's system
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.address = address_group(self.host)
        self._alarm: Any = None
        self._came = 0  # bytes of the body, at the last look
        self._asked = self.cycle
        self._until = self.loop.time() + self.open_connections.limits.answer
        self._await_request()
        self.open_connections.add(self)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._check_request()

    def become_stream(self, stream: Stream) -> None:
        """Let the present answer last; its owner counts it, by its token."""
        self._stream = stream
        self._alarm.cancel()
        self.open_connections.remove(self)
        sock = self.transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_BYTES_UNSENT)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # a peer that lost its power says nothing
            milliseconds = int(TAKES_SECONDS * 1000)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)

    def shutdown(self) -> None:
        """End with the server; a stream is not ended cleanly, as its game goes on."""
        if self._stream is not None:
            self.end()
        else:
            super().shutdown()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._stream is not None:
            self._stream = None
            self.open_connections.add(self)
        self._await_request()
        self._check_request()  # it may have asked again meanwhile

    def connection_lost(self, exc: Exception | None) -> None:
        self._alarm.cancel()
        self.open_connections.remove(self)
        super().connection_lost(exc)
        if self._stream is not None:
            self._stream.lost()

    def send_400_response(self, msg: str) -> None:
        """Refuse an unreadable request; end the connection if another answer has begun."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.end()
            return
        if self.cycle is not None:  # the application has begun, and must not answer too
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        headers = [("Content-Type", "application/json"), ("Connection", "close")]
        body = json.dumps({"error": msg}).encode()  # whatever asked may have meant the API
        with suppress(h11.LocalProtocolError):  # an answer to HEAD has no body
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event))
        self.transport.close()

    def end(self) -> None:
        """End the connection at once; the system discards what is unsent."""
        if self.transport.get_write_buffer_size():
            sock = self.transport.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, DISCARD_UNSENT)
        self.transport.abort()

    def _await_request(self) -> None:
        """Start the timer of the next request."""
        self.answering, self._unsent = False, inf
        self.since = self.loop.time()
        self._set(self.open_connections.limits.head)

    def _check_request(self) -> None:
        """Start the answer's timer when all request headers have arrived."""
        if self.cycle is self._asked:
            return
        if self.cycle is not None:
            scope: Any = self.cycle.scope
            scope[CONNECTION] = self
        self._asked, self.answering = self.cycle, True
        self.since = self.loop.time()
        self._until = self.since + self.open_connections.limits.answer
        self._came = 0
        self._set_for_body()

    def _set_for_body(self) -> None:
        """Start the timer of the whole answer, or of the next part of the body."""
        rest = self._until - self.loop.time()
        coming = self.conn.their_state is h11.SEND_BODY
        self._set(min(rest, self.open_connections.limits.head) if coming else rest)

    def _set(self, seconds: float) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self.loop.call_later(seconds, self._overdue)

    def _overdue(self) -> None:
        limits, came = self.open_connections.limits, self.conn.came - self._came
        coming = self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused
        slow = coming and came < limits.slowest * limits.head
        if self.answering and not slow and self.loop.time() < self._until:
            self._came = self.conn.came
            self._set_for_body()
            return
        unsent = self.transport.get_write_buffer_size()
        reads = not self.answering and 0 < unsent < self._unsent
        if reads and self.loop.time() < self._until:
            self._unsent = unsent
            self._set(limits.head)
        else:
            self.end()


class Stream:
    """Lines for one client, until it goes, is too slow, or :meth:`finish`. On the server's loop.

    Clients leave a game, or stay deaf, when a stream ends cleanly. So whatever ends one before its
    time aborts the connection (:meth:`abort`), and only what is finished ends as HTTP has it.
    """

    def __init__(self, scope: Any) -> None:
        self._connection: LimitedConnection = scope[CONNECTION]
        self._lines = deque[bytes]()
        self._more = asyncio.Event()
        self._more.set()  # at first, as the head of an answer is sent with its first line
        self._gone = asyncio.Event()
        self._finished = False

    def put(self, line: bytes) -> None:
        """Send a line, which ends with a line break."""
        self._lines.append(line)
        self._more.set()
        if len(self._lines) > MOST_LINES_UNSENT:
            self.abort()

    def finish(self) -> None:
        """End the stream cleanly when all lines are sent."""
        self._finished = True
        self._more.set()

    def abort(self) -> None:
        """End the connection at once."""
        self._connection.end()

    def lost(self) -> None:
        """Hear that the connection has ended."""
        self._gone.set()
        self._more.set()

    async def answer(self, send: Any, headers: list[tuple[bytes, bytes]]) -> None:
        """Answer the request with the lines; return when the stream has ended."""
        self._connection.become_stream(self)
        await asyncio.sleep(0)  # for the lines that are on their way: clients read them first
        try:
            await self._send(
                send, {"type": "http.response.start", "status": 200, "headers": headers}
            )
            while not self._gone.is_set():
                if not self._lines and self._finished:
                    await self._send(send, {"type": "http.response.body", "body": b""})
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                        await self._more.wait()
                self._more.clear()
                said = b"".join(self._lines) or b"\n"
                self._lines.clear()
                if said != b"\n" or not self._finished:
                    body = {"type": "http.response.body", "body": said, "more_body": True}
                    await self._send(send, body)
        except TimeoutError:
            self.abort()
        await self._gone.wait()

    async def _send(self, send: Any, message: dict[str, Any]) -> None:
        async with asyncio.timeout(TAKES_SECONDS):
            await send(message)


def limited_connections(limits: ConnectionLimits) -> type[LimitedConnection]:
    """Return the protocol class for all connections of one server."""

    class OfOneServer(LimitedConnection):
        open_connections = OpenConnections(limits)

    return OfOneServer


def address_group(host: str) -> str:
    """Return the group that is counted together: an IPv4 address, or an IPv6 /64 network."""
    try:
        address = plain_address(host)
    except ValueError:
        return host
    if address.version == 6:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def plain_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return the address without zone, as IPv4 if it is mapped. Raises ValueError for a name."""
    address = ipaddress.ip_address(host.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def host_in_header(header: str) -> str | None:
    """Return the host of a ``Host`` header, ready to be compared; None for anything else."""
    found = HOST_HEADER.fullmatch(header.strip(" \t").lower())
    if found is None:
        return None
    host: str = found[1] or found[2].rstrip(".")
    return plain_host(host) or None


def plain_host(host: str) -> str:
    """Return the canonical spelling of an address or name, for comparison."""
    try:
        return str(plain_address(host))
    except ValueError:
        return host.lower().rstrip(".")
