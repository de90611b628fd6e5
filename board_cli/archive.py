"""Adds games to a file, and reports it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from board_core.record import PlayedGame
from board_core.words import visible

from .language import _, words

if TYPE_CHECKING:
    from board_core.games import RecordWriter


StyledText = tuple[str, str]
"""A line and its style."""


class Archive:
    """Writes each game as it ends; without a writer it does nothing."""

    def __init__(self, writer: RecordWriter | None) -> None:
        self._writer = writer
        self.written = 0
        self.trouble: OSError | None = None

    def write(self, record: PlayedGame, number: int) -> None:
        if self._writer is None:
            return
        try:
            self._writer.write(record, round=number)
            self.written += 1
        except OSError as error:  # a full disk ends no match
            self.trouble = error

    def lines(self) -> list[StyledText]:
        """Return lines that say where the games are."""
        if self._writer is None:
            return []
        path, lines = visible(str(self._writer.path)), list[StyledText]()
        if self.written:
            text = words.plural(
                "{count} game added to {path}",
                "{count} games added to {path}",
                self.written,
                path=path,
            )
            lines.append((text, ""))
        if self.trouble is not None:
            text = _("{path} could not be written: {why}", path=path, why=self.trouble)
            lines.append((text, "bold red"))
        return lines
