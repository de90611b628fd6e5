"""A server that answers each question as a test says, byte by byte if need be."""

import json
import socket
import threading
from contextlib import suppress


def answer(body, status="200 OK", kind="application/json", more=""):
    """The bytes of an answer; a value is written as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n{more}\r\n"
    return head.encode() + data


def read_question(stream):
    """The headers and the JSON of a question; None if the caller only looked in."""
    first = stream.readline()
    if not first:
        return None
    headers = {}
    while (line := stream.readline().strip()) != b"":
        name, _, value = line.partition(b":")
        headers[name.decode().lower()] = value.strip().decode()
    return first.decode().strip(), headers, json.loads(stream.read(int(headers["content-length"])))


class Server:
    """Listens on a free port while it is open; ``answers`` makes the bytes of each answer.

    It may return bytes, an iterable of them, or None: then the answer never ends.
    """

    def __init__(self, answers):
        self.answers = answers
        self.questions = []
        self.asked = threading.Event()
        self.closing = threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.address}/move"
        self._threads = [threading.Thread(target=self._listen)]
        self._threads[0].start()

    def _listen(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            if self.closing.is_set():
                connection.close()
                return
            thread = threading.Thread(target=self._serve, args=(connection,))
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection):
        with suppress(OSError), connection, connection.makefile("rb") as stream:
            if connection.recv(1, socket.MSG_PEEK) not in (b"", b"P"):  # TLS, as servers answer it
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                return
            asked = read_question(stream)
            if asked is None:
                return
            self.questions.append(asked)
            self.asked.set()
            given = self.answers(asked[2])
            if given is None:
                self.closing.wait()
            for part in (given,) if isinstance(given, bytes) else given or ():
                connection.sendall(part)

    def close(self):
        self.closing.set()
        with suppress(OSError):  # accept() is not ended by close()
            socket.create_connection(("127.0.0.1", self.port), 5).close()
        self.listener.close()
        for thread in self._threads:
            thread.join()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
