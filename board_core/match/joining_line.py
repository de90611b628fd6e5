"""The line of a player who has joined a room elsewhere: requests, and streams of JSON lines.

Whatever comes over it is read within bounds. A line that breaks, and an answer that refuses, raise
:class:`LineLost`.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from importlib.metadata import version
from typing import TypeVar
from urllib.parse import SplitResult

from board_core.journal.values import parsed
from board_core.players.over_http import CONNECT_SECONDS, checked_url, connection_to, why_not_there
from board_core.text.codec import Facts, mapping, text_of
from board_core.text.harmless_text import MOST_LINE, legible
from board_core.text.sentence import BoardError, Sentence, say

T = TypeVar("T")

LINE_BYTES = 1024 * 1024
"""Bytes of the longest line or answer."""

QUIET_SECONDS = 20.0
"""Seconds without a byte after which a stream counts as lost: a room writes every six."""

ANSWER_SECONDS = 10.0


FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before another try to open a line: at first, and after many."""

FINAL = (400, 401, 403, 404, 405, 421, 501)
"""States of an answer that another try would not change."""


class LineLost(BoardError):
    """The line broke, could not be opened, or the room refused; the sentence says how.

    ``status`` is that of a refusal by HTTP, and ``wait`` the seconds that it asks for.
    """

    def __init__(self, sentence: Sentence, status: int = 0, wait: float = 0.0) -> None:
        super().__init__(sentence)
        self.status, self.wait = status, wait

    @property
    def is_final(self) -> bool:
        return self.status in FINAL


class Pauses:
    """Waits between tries, longer each time, until it is told that the game or all is over."""

    def __init__(self, over: threading.Event) -> None:
        self._over, self._seconds = over, FIRST_PAUSE

    def wait(self, least: float = 0.0) -> None:
        self._over.wait(max(self._seconds, least))
        self._seconds = min(2 * self._seconds, LONGEST_PAUSE)

    def begin_anew(self) -> None:
        self._seconds = FIRST_PAUSE


class RoomLine:
    """The way to a room, for one thread at a time; each further thread takes a :meth:`copy`.

    The constructor raises BadURL.
    """

    def __init__(self, address: str, token: str) -> None:
        self._url: SplitResult = checked_url(address if "://" in address else f"http://{address}")
        self._token = token
        self._connection: HTTPConnection | None = None
        self._socket: socket.socket | None = None  # the connection drops its own too early
        self.is_ended = False

    def copy(self) -> RoomLine:
        return RoomLine(self._url.geturl(), self._token)

    def ask(self, method: str, path: str, body: bytes | None = None) -> Facts:
        """Return what a request is answered. Raises LineLost.

        A connection that was kept may have ended meanwhile: then another one is opened, once.
        """
        kept = self._connection is not None
        try:
            return self._asked(method, path, body)
        except LineLost as error:
            if not kept or self.is_ended or error.status:
                raise
        return self._asked(method, path, body)

    def lines(self, path: str, opened: Callable[[], object]) -> Iterator[Facts]:
        """Yield the lines of a stream until it ends cleanly; ``opened`` is called first.

        Raises LineLost.
        """
        response = self._sent("GET", path, None, QUIET_SECONDS)
        opened()
        while line := self._guarded(lambda: response.readline(LINE_BYTES + 1)):
            if len(line) > LINE_BYTES:
                self.close()
                raise LineLost(say("the room sent a line that is too long"))
            if line.strip():
                try:
                    yield mapping(parsed(line))
                except ValueError:
                    self.close()
                    raise LineLost(say("the room sent a line that is no JSON")) from None
        self.close()

    def end(self) -> None:
        """Break what this waits for, now and later; from any thread."""
        self.is_ended = True
        if (sock := self._socket) is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _asked(self, method: str, path: str, body: bytes | None) -> Facts:
        response = self._sent(method, path, body, ANSWER_SECONDS)
        data = self._guarded(lambda: response.read(LINE_BYTES))
        if not response.isclosed():
            self.close()
        try:
            return mapping(parsed(data))
        except ValueError:
            return {}

    def _sent(self, method: str, path: str, body: bytes | None, timeout: float) -> HTTPResponse:
        if self._connection is None:
            began = time.monotonic()
            connection = connection_to(self._url, CONNECT_SECONDS)
            try:
                connection.connect()
            except OSError as error:
                seconds = time.monotonic() - began
                raise LineLost(why_not_there(error, self._url, seconds)) from None
            self._connection, self._socket = connection, connection.sock
        connection = self._connection
        if self.is_ended:
            self.close()
            raise LineLost(say("the line was ended here"))
        connection.sock.settimeout(timeout)
        headers = {
            "Authorization": f"Bearer {self._token}",
            "User-Agent": f"the-chess-board/{version('the-chess-board')} join",
        }
        if body is not None:
            headers["Content-Type"] = "application/json"
        path = f"{self._url.path.rstrip('/')}{path}"

        def send() -> HTTPResponse:
            connection.request(method, path, body, headers)
            return connection.getresponse()

        response = self._guarded(send)
        if response.status != HTTPStatus.OK:
            raise self._refusal(response)
        return response

    def _guarded(self, call: Callable[[], T]) -> T:
        """Return what a call returns, and raise LineLost for all that a broken line raises."""
        try:
            return call()
        except (OSError, HTTPException, ValueError, AttributeError) as error:
            self.close()
            quiet = isinstance(error, TimeoutError)
            why = say("nothing came over it") if quiet else say("the connection broke")
            raise LineLost(why) from error

    def _refusal(self, response: HTTPResponse) -> LineLost:
        data = self._guarded(lambda: response.read(LINE_BYTES))
        wait = response.headers.get("Retry-After", "")
        status = response.status
        self.close()
        with suppress(ValueError):
            told = text_of(mapping(parsed(data)).get("error"))
            if told:
                why = say("the room says: {text}", text=legible(told, MOST_LINE))
                return LineLost(why, status, float(wait) if wait.isdigit() else 0.0)
        return LineLost(say("the room answered with the status {status}", status=status), status)
