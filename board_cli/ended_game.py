"""A game that has ended: its line, what is kept for the summary, and the file it is added to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from board_core import Reason
from board_core.fast_dataclass import dataclass
from board_core.game.rules import BLAMES_A_PLAYER
from board_core.match import MatchGame
from board_core.record import PlayedGame
from board_core.text.harmless_text import visible

from .language import _, words

if TYPE_CHECKING:
    from board_core.games import RecordWriter


FAULT_REASONS = (BLAMES_A_PLAYER - {Reason.TIME}) | {Reason.INTERNAL_ERROR}
"""Endings that are somebody's fault; time is one when there is an explanation for it."""
SHOWN_FAULTS = 20
"""The most games lost by a fault that the summary tells of."""

SHOWN_RESULTS = 20
"""The most results that are told again once the screen has gone."""


def result_parts(game: MatchGame, games: int) -> list[tuple[str, str]]:
    """Return the parts of the line of a game, each with its style."""
    names, parts = game.played.names, []
    if games > 1:
        parts.append((f"{game.number:>{len(str(games))}}  ", "dim"))
    return [
        *parts,
        (f"{visible(names.white)} - {visible(names.black)}  ", ""),
        (game.played.result, "bold"),
        (f"  {said(game)}", ""),
        (f"  {moves_text(game.played.plies)}", "dim"),
    ]


def said(game: MatchGame) -> str:
    return visible(words.outcome(game.played.outcome, game.played.explanation))


def moves_text(plies: int) -> str:
    return words.plural("({count} move)", "({count} moves)", (plies + 1) // 2)


def is_fault(game: MatchGame) -> bool:
    return game.played.outcome.reason in FAULT_REASONS or game.played.explanation is not None


@dataclass(frozen=True, slots=True)
class KeptResults:
    """The results to report at the end: only a few, even in a long match."""

    last: MatchGame | None = None
    first_results: tuple[MatchGame, ...] = ()
    faults: tuple[MatchGame, ...] = ()
    more_faults: int = 0

    def after(self, game: MatchGame) -> KeptResults:
        fault = is_fault(game)
        room = len(self.faults) < SHOWN_FAULTS
        return KeptResults(
            game,
            (*self.first_results, game)[:SHOWN_RESULTS],
            (*self.faults, game) if fault and room else self.faults,
            self.more_faults + (fault and not room),
        )


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
