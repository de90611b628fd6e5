"""Messages between a worker process and its owner."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from queue import SimpleQueue
from typing import Any, Protocol

Hear = Callable[[Any], Any]
"""A function that receives a worker's message; its result or exception is the answer."""


class Presence(Enum):
    """The owner's question whether a worker is alive, and the answer."""

    ASKED = "are you there?"
    HERE = "here"


class Connection(Protocol):
    """One end of a pipe between processes (``multiprocessing.Pipe``)."""

    def send(self, value: Any, /) -> None: ...
    def recv(self) -> Any: ...
    def close(self) -> None: ...


class WorkerEnd:
    """The worker's end: asks the owner and receives what the owner tells.

    Owns one thread, which ends with the process.
    """

    def __init__(self, connection: Connection, brought: bytes) -> None:
        self._connection = connection
        self._packed = brought
        self._brought: Any = None
        self._sending = threading.Lock()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._lock = threading.Lock()  # guards the two attributes below
        self._told: Any = None
        self._listener: Callable[[Any], None] | None = None
        threading.Thread(target=self._listen, name="link", daemon=True).start()

    def brought(self, read: Callable[[bytes], Any]) -> Any:
        """Return the value that the worker was sent at its start; it is unpacked once."""
        if self._brought is None:
            self._brought = read(self._packed)
        return self._brought

    def ask(self, message: object) -> Any:
        """Return the owner's answer, or raise its exception. One thread may ask at a time."""
        self._send((True, message))
        answer, error = self._answers.get()
        if error is not None:
            raise error
        return answer

    def say(self, message: object) -> None:
        """Send a message that needs no answer."""
        self._send((False, message))

    def flush(self) -> None:
        """Wait until the owner has received every message so far."""
        self.ask(None)

    def listen(self, listener: Callable[[Any], None] | None) -> None:
        """Call ``listener`` with the owner's latest message, now and whenever a new one arrives."""
        with self._lock:
            self._listener = listener
            told = self._told
        if listener is not None and told is not None:
            listener(told)

    def _send(self, message: tuple[bool, object]) -> None:
        with self._sending:
            self._connection.send(message)

    def _listen(self) -> None:
        with suppress(EOFError, OSError):  # the owner has ended, so this process ends too
            while True:
                is_answer, *message = self._connection.recv()
                if is_answer:
                    self._answers.put((message[0], message[1]))
                    continue
                if message[0] is Presence.ASKED:
                    self._send((False, Presence.HERE))
                    continue
                with self._lock:
                    self._told, listener = message[0], self._listener
                if listener is not None:
                    listener(message[0])


class OwnerEnd:
    """The owner's end: answers one worker on a thread that ends with the worker."""

    def __init__(self, connection: Connection, hear: Hear) -> None:
        self._connection = connection
        self._hear = hear
        self._sending = threading.Lock()
        self._closing = threading.Lock()
        self._asked: float | None = None  # when the oldest unanswered presence question was asked
        self._thread = threading.Thread(target=self._serve, name="link", daemon=True)
        self._thread.start()

    def tell(self, message: object) -> None:
        """Tell the worker something; do nothing if it has ended."""
        with suppress(OSError):
            self._send((False, message))

    def unanswered(self, now: float) -> float:
        """Ask whether the worker is alive, and return how many seconds it has left that unanswered.

        A process that is stopped or never lets its threads run does not answer. Call this
        repeatedly, on one thread; ``now`` may be of any clock.
        """
        if (asked := self._asked) is not None:
            return now - asked
        self._asked = now
        self.tell(Presence.ASKED)
        return 0.0

    def close(self) -> None:
        """Drop a worker that ended before it took its end of the pipe, which Windows keeps open."""
        with self._closing:  # two threads could close a handle twice, or a reused one
            self._connection.close()

    def join(self) -> None:
        """Wait until the worker has closed its end and all its messages have been handled."""
        self._thread.join()

    def _send(self, message: tuple[object, ...]) -> None:
        with self._sending:
            self._connection.send(message)

    def _serve(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                wants_answer, message = self._connection.recv()
                if message is Presence.HERE:
                    self._asked = None
                    continue
                answer, error = None, None
                try:
                    answer = None if message is None else self._hear(message)
                except Exception as raised:
                    error = raised
                if wants_answer:
                    self._send((True, answer, error))
        self.close()
