"""A server on a thread of its own, on a port that is free."""

from __future__ import annotations

import socket
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse

from patience import PATIENCE

from board_core.contest.desk import HandInDesk
from board_core.contest.report.live import Live
from board_core.serving.connections import ConnectionLimits
from board_core.serving.server import address, listen, server_of


class Site:
    """Asks a server; paths are sent as they are."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._host = url.removeprefix("http://").rstrip("/")

    def ask(
        self, path: str = "/", method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[HTTPResponse, bytes]:
        connection = HTTPConnection(self._host, timeout=PATIENCE)
        try:
            connection.request(
                method, path, body, {k.replace("_", "-"): v for k, v in headers.items()}
            )
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    @contextmanager
    def knock(self, *said: bytes) -> Iterator[socket.socket]:
        """A connection on which this much is sent."""
        host, port = self._host.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            for each in said:
                connection.sendall(each)
            yield connection

    def text(self, path: str = "/", **headers: str) -> str:
        answer, body = self.ask(path, **headers)
        assert answer.status == 200, (answer.status, body)
        return body.decode()


@contextmanager
def served(
    live: Live,
    limits: ConnectionLimits | None = None,
    names: Collection[str] = (),
    desk: HandInDesk | None = None,
    proxies: Collection[str] = (),
    port: int = 0,
) -> Iterator[Site]:
    listening = listen("127.0.0.1", port)
    server = server_of(live, names, limits, desk=desk, proxies=proxies)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        yield Site(address(listening))
    finally:
        server.should_exit = True
        thread.join()
        listening.close()
