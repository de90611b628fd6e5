"""A program that answers HTTP requests: one POST for each question, anywhere in the network.

``docs/http.md`` describes what is sent and answered. Nothing is asked twice, no redirect is
followed, and the game's clock is the limit. Imported only where such a player plays.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from http import HTTPStatus
from http.client import (
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
    IncompleteRead,
)
from math import isinf
from secrets import token_hex
from typing import Any
from urllib.parse import SplitResult, urlsplit

from board_core.diagnosis import rows
from board_core.diagnosis.evidence import illegal_in
from board_core.game.player import (
    Answer,
    Cause,
    ClaimDraw,
    Explain,
    Explanation,
    Fail,
    Note,
    NoteKind,
    OfferDraw,
    Play,
    Player,
    Reply,
    Resign,
    Seat,
    Statement,
    Thought,
    Turn,
)
from board_core.game.rules import Reason
from board_core.game.sides import Color
from board_core.text.harmless_text import MOST_LINE, MOST_MOVE, decoded, legible
from board_core.text.sentence import BoardError, Sentence, fields_of, given, say

SCHEMES = ("http", "https")
CONNECT_SECONDS = 10.0
"""Seconds in which the other side must take a connection, if its clock allows them."""

ANSWER_BYTES = 64 * 1024
"""Bytes of the longest answer."""

HIDDEN = "***"
"""What stands in place of a secret."""

QUOTED = 80
"""Characters of an answer that a finding quotes."""

FAILS = {
    **dict.fromkeys((301, 302, 303, 307, 308), rows.HTTP_REDIRECT),
    404: rows.HTTP_NOT_FOUND,
    405: rows.HTTP_NOT_ALLOWED,
}
"""What is said of a status; of the others, :data:`rows.HTTP_STATUS`."""


class BadURL(BoardError):
    """Error: a text is no address to ask for moves; the sentence says why."""


def checked_url(text: str) -> SplitResult:
    """Return the parts of an address that can be asked for moves. Raises BadURL."""
    try:
        url = urlsplit(text)
        known = (
            url.scheme in SCHEMES and url.port != 0 and bool((url.hostname or "").encode("idna"))
        )
    except ValueError:
        known = False
    if not known or not text.isascii() or not text.isprintable() or " " in text or url.fragment:
        raise BadURL(
            say(
                "{text} is no address that can be asked for moves: write http://HOST:PORT/PATH, "
                "or the same with https",
                text=repr(legible(text, QUOTED)),
            )
        )
    if "@" in url.netloc:
        raise BadURL(
            say(
                "a name or password in an address ends up in records and logs: leave out what is "
                "before the @ of {host}",
                host=repr(url.hostname),
            )
        )
    return url


def why_not_there(error: OSError, url: SplitResult, seconds: float) -> Sentence:
    """Say why there was no connection after some seconds."""
    address, host = url.netloc, str(url.hostname)
    match error:
        case socket.gaierror():
            return rows.HTTP_NO_HOST(host=repr(host))
        case ssl.SSLCertVerificationError():
            return rows.HTTP_CERTIFICATE(host=host, why=error.verify_message)
        case ssl.SSLError():
            return rows.HTTP_NO_TLS(address=address)
        case TimeoutError():
            return rows.HTTP_NO_CONNECTION(address=address, seconds=seconds)
        case ConnectionRefusedError():
            return rows.HTTP_REFUSED(address=address)
        case _:
            return rows.HTTP_UNREACHABLE(address=address, why=error.strerror or str(error))


def connection_to(url: SplitResult, timeout: float) -> HTTPConnection:
    """Return a connection to an address, which is not open yet."""
    kind: type[HTTPConnection] = HTTPSConnection if url.scheme == "https" else HTTPConnection
    return kind(str(url.hostname), url.port, timeout=timeout)


class OverHTTP(Player):
    """Asks the server at an address for each move, on a thread that ends with its question.

    The constructor raises BadURL.
    """

    returns_at_once = True

    def __init__(self, url: str, *, name: str | None = None) -> None:
        given(url, str, "is no address: give a text, as 'http://localhost:8000/'")
        self._url = checked_url(url)
        self.name = name or self._url.netloc
        self._seat: Seat | None = None
        self._game = ""
        self._draw_offered = False
        self._request: HttpQuestion | None = None
        self._turn: Turn | None = None
        self._refusal: Sentence | None = None

    def seat(self, seat: Seat) -> None:
        """See that somebody takes connections there, before a clock runs."""
        self._seat, self._game, self._draw_offered = seat, token_hex(8), False
        self._turn = self._refusal = None

        def tried(trouble: Fail | None) -> None:
            if trouble is None:
                seat.ready()
            else:
                seat.tell(Fail(trouble.explanation, Reason.NOT_STARTED))

        self._begin(HttpQuestion(self._url, b"", CONNECT_SECONDS), lambda it: tried(it.connect()))

    def ask(self, turn: Turn, answer: Answer) -> None:
        seat = self._seat
        assert seat is not None, "players are seated before they are asked"
        self._turn = turn
        body = json.dumps(question_of(turn, seat, self._game, self._draw_offered)).encode()
        self._draw_offered = False
        left = turn.clock.flag_falls - turn.clock.since

        def run(request: HttpQuestion) -> None:
            reply = request.answered(seat.tell)
            if not request.is_withdrawn:
                answer(reply)

        self._begin(HttpQuestion(self._url, body, None if isinf(left) else left), run)

    def rejected(self, text: str, why: Sentence) -> None:
        self._refusal = why

    def offered_draw(self) -> None:
        self._draw_offered = True

    def withdraw(self) -> None:
        if self._request is not None:
            self._request.withdraw()

    def close(self) -> None:
        self.withdraw()

    def explain(self, reason: Reason, explained: Explain) -> None:
        request, turn = self._request, self._turn
        if request is None:
            explained(None)
        elif reason is Reason.ILLEGAL_MOVES and self._refusal is not None and turn is not None:
            why = illegal_in(self._refusal, turn.position.setup)
            explained(request.explanation(Cause.ILLEGAL, why))
        elif reason in (Reason.TIME, Reason.NOT_STARTED):
            found = request.explanation(*request.silence())
            legal = None if turn is None else len(turn.position.legal_moves())
            explained(replace(found, legal_moves=legal))
        else:
            explained(None)

    def _begin(self, request: HttpQuestion, run: Callable[[HttpQuestion], object]) -> None:
        self._request = request
        threading.Thread(target=run, args=(request,), name="http player", daemon=True).start()


def question_of(turn: Turn, seat: Seat, game: str, draw_offered: bool) -> dict[str, Any]:
    """Return the body of a question; ``docs/http.md`` describes it."""
    clock, position = turn.clock, turn.position
    left = {color.value: _seconds(clock.remaining[color]) for color in Color}
    return {
        "game": seat.rules.name,
        "id": game,
        "color": turn.color.value,
        "ply": turn.ply,
        "start": seat.start.setup,
        "position": position.setup,
        "moves": [str(move) for move in turn.moves],
        "legal_moves": [str(move) for move in position.legal_moves()],
        "clock": {
            **left,
            "increment": clock.control[turn.color].bonus,
            "this_move": _seconds(clock.flag_falls - clock.since),
        },
        "draw_offered": draw_offered,
    }


def _seconds(seconds: float) -> float | None:
    return None if isinf(seconds) else round(seconds, 3)


class HttpQuestion:
    """One question on its way: a connection of its own, which :meth:`withdraw` breaks.

    ``secret`` is sent as the bearer's, and is in nothing that is kept of the answer.
    """

    def __init__(
        self,
        url: SplitResult,
        body: bytes,
        left: float | None,
        *,
        secret: str = "",
        most: int = ANSWER_BYTES,
    ) -> None:
        self._url, self._body, self._left = url, body, left
        self._secret, self._most = secret, most
        self._path = f"{url.path or '/'}{url.query and f'?{url.query}'}"
        self.sent = ""
        self.heard = ""
        self.is_withdrawn = False
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None  # the connection drops its own too early
        self.status: int | None = None
        self.retry_after = ""
        self._began = time.monotonic()

    def connect(self) -> Fail | None:
        """See whether a connection is taken; return the failure if not."""
        try:
            self._connected().close()
        except OSError as error:
            return self._away(self._why_not_there(error))
        return None

    def answered(self, tell: Callable[[Statement], None]) -> Reply:
        """Ask, and return the reply: a failure for all that is no move."""
        data = self.data()
        if isinstance(data, Fail):
            return data
        if len(data) > self._most:
            long = rows.HTTP_TOO_LONG(most=self._most // 1024)
            return self._fail(Cause.LINE_TOO_LONG, long, Reason.OUTPUT)
        return self._reply(data, tell)

    def data(self) -> bytes | Fail:
        """Ask, and return the body of the answer, one byte beyond the longest at most."""
        try:
            connection = self._connected()
        except OSError as error:
            return self._away(self._why_not_there(error))
        self.sent = legible(f"POST {self._path} {self._body.decode()}")
        try:
            with closing(connection):
                response, data = self._exchange(connection)
        except TimeoutError:  # of a socket: the flag falls, and then this is withdrawn
            return self._away(self.silence()[1])
        except (OSError, HTTPException, ValueError) as error:
            return self._broken(error)
        data = self._hidden(data.decode("latin-1")).encode("latin-1")
        self.heard = legible(decoded(data[:MOST_LINE]))
        return data if response.status == HTTPStatus.OK else self._refused(response, data)

    def withdraw(self) -> None:
        """Break the connection, so that the thread ends. From any thread."""
        with self._lock:
            self.is_withdrawn = True
            sock = self._socket
        if sock is not None:
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def silence(self) -> tuple[Cause, Sentence]:
        """Say what it was waiting for until its time was over."""
        seconds = self.seconds
        if not self.sent:
            return Cause.AWAY, rows.HTTP_NO_CONNECTION(address=self._url.netloc, seconds=seconds)
        if self.status is None:
            return Cause.NO_ANSWER, rows.HTTP_SILENT(seconds=seconds)
        return Cause.NO_ANSWER, rows.HTTP_UNFINISHED(status=self.status)

    def explanation(self, cause: Cause, why: Sentence) -> Explanation:
        return Explanation(cause, why, last_sent=self.sent, last_heard=self.heard)

    def _connected(self) -> HTTPConnection:
        limit = CONNECT_SECONDS if self._left is None else min(self._left, CONNECT_SECONDS)
        connection = connection_to(self._url, max(limit, 0.01))
        connection.connect()
        assert connection.sock is not None
        connection.sock.settimeout(self._left)
        with self._lock:
            self._socket = connection.sock
            if self.is_withdrawn:
                connection.close()
                raise ConnectionAbortedError
        return connection

    def _exchange(self, connection: HTTPConnection) -> tuple[HTTPResponse, bytes]:
        connection.request(
            "POST",
            self._path,
            self._body,
            {
                "Content-Type": "application/json",
                "Accept": "application/json",
                "Connection": "close",
                "User-Agent": "the-chess-board",
                **({"Authorization": f"Bearer {self._secret}"} if self._secret else {}),
            },
        )
        response = connection.getresponse()
        self.status, self.retry_after = response.status, response.headers.get("Retry-After", "")
        data = response.read(self._most + 1)
        if response.length and len(data) <= self._most:  # it had promised more
            raise IncompleteRead(data, response.length)
        return response, data

    def _refused(self, response: HTTPResponse, data: bytes) -> Fail:
        status, said = response.status, repr(legible(decoded(data[:QUOTED]), QUOTED))
        target = repr(legible(self._hidden(response.headers.get("Location", "")), QUOTED))
        facts = {"status": status, "path": self._path, "said": said, "target": target}
        row = FAILS.get(status, rows.HTTP_STATUS)
        why = row(**{name: facts[name] for name in fields_of(row.words)})
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return self._fail(Cause.EXCEPTION, why, Reason.CRASH)
        return self._fail(Cause.BREACH, why)

    def _hidden(self, text: str) -> str:
        """Return a text without the secret, however JSON has escaped it."""
        if not self._secret:
            return text
        forms = (rf"(?:\\?{re.escape(c)}|(?i:\\u{ord(c):04x}))" for c in self._secret)
        return re.sub("".join(forms), HIDDEN, text)

    def _reply(self, data: bytes, tell: Callable[[Statement], None]) -> Reply:
        said = repr(legible(decoded(data[:QUOTED]), QUOTED))
        try:
            answer = json.loads(data)
        except (ValueError, RecursionError):
            return self._fail(Cause.BREACH, rows.HTTP_NO_JSON(said=said))
        told = answer if isinstance(answer, dict) else {}
        comment = told.get("comment")
        if isinstance(comment, str) and comment.strip():
            tell(Note(legible(comment, MOST_LINE), NoteKind.COMMENT))
        if told.get("resign") is True:
            return Resign()
        if told.get("claim_draw") is True:
            return ClaimDraw()
        move = told.get("move")
        if not isinstance(move, str):
            return self._fail(Cause.BREACH, rows.HTTP_NO_MOVE(said=said))
        if told.get("offer_draw") is True:
            tell(OfferDraw())
        tell(Thought(time=self.seconds))
        return Play(legible(move, MOST_MOVE))

    @property
    def seconds(self) -> float:
        """Seconds since it was made."""
        return time.monotonic() - self._began

    def _why_not_there(self, error: OSError) -> Sentence:
        return why_not_there(error, self._url, self.seconds)

    def _broken(self, error: Exception) -> Fail:
        """Return the failure after a broken or garbled exchange."""
        if self.status is not None:
            return self._away(rows.HTTP_CUT_WITHIN())
        if isinstance(error, OSError):
            return self._away(rows.HTTP_CUT())
        said = repr(legible(self._hidden(str(error).strip()), QUOTED))
        return self._fail(Cause.BREACH, rows.HTTP_NO_HTTP(said=said))

    def _away(self, sentence: Sentence) -> Fail:
        return self._fail(Cause.AWAY, sentence, Reason.ABSENCE)

    def _fail(self, cause: Cause, why: Sentence, reason: Reason = Reason.PROTOCOL) -> Fail:
        return Fail(self.explanation(cause, why), reason)
