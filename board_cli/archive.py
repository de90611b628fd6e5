"""Adds games to a file, and reports it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from board_core.record import PlayedGame
from board_core.text.harmless_text import visible

from .language import _, words

if TYPE_CHECKING:
    from board_core.games import RecordWriter


StyledText = tuple[str, str]
"""A line and its style."""


class Archive:
    """Writes each game as it ends; without a writer it does nothing.

    ``journal`` is where the games are too, if the match has one.
    """

    def __init__(self, writer: RecordWriter | None, journal: Path | None = None) -> None:
        self._writer = writer
        self._journal = journal
        self.written = 0
        self.lost = 0
        self._trouble: OSError | None = None

    def write(self, record: PlayedGame, number: int) -> str | None:
        """Add a game. Return a line about the first one that cannot be written."""
        if self._writer is None:
            return None
        try:
            self._writer.write(record, round=number)
            self.written += 1
        except OSError as error:  # a full disk ends no match
            self.lost += 1
            if self._trouble is None:
                self._trouble = error
                return not_written(self._writer.path, error)
        return None

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
        if self._trouble is not None:
            text = words.plural(
                "{count} game is missing in {path}: {why}",
                "{count} games are missing in {path}: {why}",
                self.lost,
                path=path,
                why=_why(self._trouble),
            )
            lines.append((text, "bold red"))
            if self._journal is not None:
                kept = visible(str(self._journal))
                text = _(
                    "The journal has all games: 'board recover {path}' prints them.", path=kept
                )
                lines.append((text, ""))
        return lines


def not_written(path: Path, error: OSError) -> str:
    """Return the line about a file that could not be written."""
    return _("{path} could not be written: {why}", path=visible(str(path)), why=_why(error))


def _why(error: OSError) -> str:
    return error.strerror or str(error)
