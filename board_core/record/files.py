"""Append records of games to files, in one of several formats."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import read_small
from board_core.game.bus import EventBus, Unsubscribe
from board_core.game.events import Event, GameEnded
from board_core.game.recorder import Recorder

from . import GameTree, PlayedGame, ReadGame, WrittenGame, read_of_tree


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """One way to write the record of a game as text, and to read it back."""

    name: str  # also the extension of its files: ``pgn``
    write: Callable[..., str]
    """Return the text of a record, with ``event``, ``site`` and ``round`` if it can hold them."""
    split: Callable[[str], list[WrittenGame]]
    """Return the games of a text with their tags, without reading moves. Raises BadRecord."""
    read_tree: Callable[[WrittenGame], GameTree]
    """Return one of these games with everything that is written about it."""
    tree: Callable[..., GameTree]
    """Return a played game as a tree; takes the same options as ``write``."""
    write_tree: Callable[[GameTree], str]
    """Return the text of a tree."""

    def read(self, text: str) -> list[ReadGame]:
        """Return the games of a text as far as their main lines. Raises BadRecord."""
        return [read_of_tree(self.read_tree(game)) for game in self.split(text)]


LARGEST_FILE_BYTES = 32 * 2**20
"""The largest file of games that is opened."""


def read_games_file(path: Path) -> str:
    """Return the text of a file of games. Raises CannotTake if it is too large, and OSError."""
    return decoded(read_small(path, LARGEST_FILE_BYTES))


def decoded(data: bytes) -> str:
    """Return the text of UTF-8, of GB18030 or of Latin-1, with line feeds alone.

    PGN does not say its encoding. Chinese characters come as pairs of high bytes; the accents of
    Latin-1 mostly stand alone.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pairs = all(len(run) % 2 == 0 for run in re.findall(rb"[\x80-\xff]+", data))
        try:
            text = data.decode("gb18030" if pairs else "cp1252")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


class RecordWriter:
    """Writer that appends each game to a file as soon as the game has ended.

    Several games may share one writer at the same time: each bus has its own recorder, and the
    writer appends one game at a time. Raises OSError at once if the file cannot be written. A game
    that does not fit on the disk is not written at all.
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

        return bus.subscribe(hear, thoughts=False)

    def write(self, record: PlayedGame, *, round: str | int = "?") -> None:
        """Append one game. May be called from any thread."""
        self._append(self._text(record, event=self._event, site=self._site, round=round))

    def _append(self, text: str) -> None:
        data = text.encode()
        with self._lock, self.path.open("ab", buffering=0) as file:
            size = file.tell()
            try:
                written = file.write(data)  # one call, so that a killed process leaves whole games
                while written < len(data):  # the disk is full: the next write raises the error
                    written += file.write(data[written:])
            except OSError:
                with suppress(OSError):
                    file.truncate(size)
                raise
