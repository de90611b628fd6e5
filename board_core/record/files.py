"""Files that games are added to, and the forms in which they are written."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from board_core.bus import EventBus, Unsubscribe
from board_core.events import Event, GameEnded

from . import PlayedGame, ReadGame, Recorder


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """One way to write the record of a game as text, and to read it back."""

    name: str  # as in the ending of a file: ``pgn``
    write: Callable[..., str]
    """The record, and what else the form can hold: ``event``, ``site``, ``round``."""
    read: Callable[[str], list[ReadGame]]
    """Raises BadRecord."""


class RecordWriter:
    """Appends games to a file, each whole as soon as it has ended.

    Several games may share one writer at the same time: each bus is watched by its own
    recorder, and the writer lets in one game at a time. Raises OSError at once when
    the file cannot be written. A game for which the disk has no room is not written at all.
    """

    def __init__(
        self, path: str | Path, text: Callable[..., str], *, event: str = "?", site: str = "?"
    ) -> None:
        self.path = Path(path)
        self._text = text
        self._event = event
        self._site = site
        self._lock = threading.Lock()
        self._append("")

    def watch(self, bus: EventBus, *, round: str | int = "?") -> Unsubscribe:
        """Write every game of this bus, until the returned function is called."""
        recorder = Recorder()

        def hear(event: Event) -> None:
            recorder(event)
            if isinstance(event, GameEnded):
                self.write(recorder.record, round=round)

        return bus.subscribe(hear)

    def write(self, record: PlayedGame, *, round: str | int = "?") -> None:
        """Append one game. May be called from any thread."""
        self._append(self._text(record, event=self._event, site=self._site, round=round))

    def _append(self, text: str) -> None:
        data = text.encode()
        with self._lock, self.path.open("ab", buffering=0) as file:
            size = file.tell()
            try:
                written = file.write(data)  # one call: a killed program leaves whole games behind
                while written < len(data):  # the disk is full: the rest says so
                    written += file.write(data[written:])
            except OSError:
                with suppress(OSError):
                    file.truncate(size)
                raise
