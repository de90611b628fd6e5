"""Ways to watch a match: a line for each game, or JSON for another program; log lines wait."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self, TextIO

from board_core import HostAway, PlayerSilent
from board_core.game.events import GameStarted
from board_core.match import GameEvent, MatchGame, MatchResult, json_lines
from board_core.match.result import (
    ENGLISH,
    MATCH_OVER,
    comparison_lines,
    ending,
    finished_line,
    score_line,
    started_line,
    text_table,
)
from board_core.text.harmless_text import visible
from board_core.text.sentence import Sentence

from .ended_game import is_fault, result_parts
from .language import _, words

FRAME_SECONDS = 0.08
"""Seconds between two drawings at the shortest."""


class MatchDisplay:
    """Base of all displays of a match, on the thread that calls it; itself shows nothing."""

    events = False
    """True if it wants every event of every game."""

    def __init__(self, result: MatchResult) -> None:
        self.result = result

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def heard(self, news: GameEvent) -> None:
        pass

    def ended(self, game: MatchGame) -> None:
        self.result = self.result.after(game)

    def warn(self, text: str) -> None:
        """Show at once something that may need action."""
        print(text, file=sys.stderr, flush=True)

    def refresh(self, now: float) -> None:
        """Draw again if there is something new; called often."""

    def finish(self) -> None:
        """Handle the end of the last game."""


class ResultLines(MatchDisplay):
    """A line for each game that has ended, and a warning of programs that do not answer."""

    def __init__(self, result: MatchResult, stream: TextIO) -> None:
        super().__init__(result)
        self._stream = stream

    def heard(self, news: GameEvent) -> None:
        if (line := silence_line(news)) is not None:
            self.warn(line)
        elif (line := absence_line(news)) is not None:
            print(line, file=self._stream, flush=True)

    def ended(self, game: MatchGame) -> None:
        super().ended(game)
        parts = result_parts(game, self.result.games)
        print("".join(text for text, _style in parts), file=self._stream, flush=True)


class QuietLines(ResultLines):
    """A line for each game, and the score; on ``evidence`` what is known of the first failure."""

    def __init__(self, result: MatchResult, stream: TextIO, evidence: TextIO | None) -> None:
        super().__init__(result, stream)
        self._evidence = evidence

    def heard(self, news: GameEvent) -> None:
        if silence_line(news) is None:
            super().heard(news)

    def ended(self, game: MatchGame) -> None:
        super().ended(game)
        if self._evidence is not None and is_fault(game):
            from .report import fault_lines  # which brings rich

            for line in fault_lines([game], self.result.games, {game.number}):
                print(line.plain, file=self._evidence, flush=True)
            self._evidence = None

    def finish(self) -> None:
        if self.result.games > 1 and self.result.score.games:
            print(f"\n{text_table(self.result, words)}", file=self._stream, flush=True)


class CutechessMatchLines(MatchDisplay):
    """The lines of cutechess-cli, for programs that read them."""

    events = True  # for the beginnings of games

    def __init__(self, result: MatchResult, stream: TextIO) -> None:
        super().__init__(result)
        self._stream = stream

    def heard(self, news: GameEvent) -> None:
        match news.event:
            case GameStarted(names=names):
                self._print(started_line(news.number, self.result.games, names))
            case HostAway(sentence=why):
                self._print(f"Warning: {ENGLISH.sentence(why)}")

    def ended(self, game: MatchGame) -> None:
        super().ended(game)
        played = game.played
        why = ending(played.outcome)
        self._print(
            finished_line(game.number, played.names, played.result, why),
            score_line(*self.result.names, self._counts),
        )

    def finish(self) -> None:
        self._print(*comparison_lines(self._counts, self.result.sprt))
        if self.result.complete:
            self._print(MATCH_OVER)

    @property
    def _counts(self) -> tuple[int, int, int]:
        score = self.result.score
        return score.losses, score.draws, score.wins

    def _print(self, *lines: str) -> None:
        for line in lines:
            print(visible(line), file=self._stream, flush=True)


class JsonLines(MatchDisplay):
    """Every event of every game as a line of JSON, and the result of the match as the last one."""

    events = True

    def __init__(self, result: MatchResult, stream: TextIO) -> None:
        super().__init__(result)
        self._stream = stream

    def heard(self, news: GameEvent) -> None:
        self._write(json_lines.event_fields(news.number, news.event))

    def finish(self) -> None:
        self._write(json_lines.result_fields(self.result))

    def _write(self, fields: json_lines.JsonFields) -> None:
        self._stream.write(json_lines.line(fields) + "\n")
        self._stream.flush()


def absence_line(news: GameEvent) -> str | None:
    """Return the line about a time when the board itself was stopped."""
    event = news.event
    return _of_game(news.number, event.sentence) if isinstance(event, HostAway) else None


def silence_line(news: GameEvent) -> str | None:
    """Return the line about a program that has not answered for a long time."""
    event = news.event
    return _of_game(news.number, event.sentence) if isinstance(event, PlayerSilent) else None


def _of_game(number: int, why: Sentence) -> str:
    return visible(_("Game {number}: {why}", number=number, why=words.sentence(why)))


@contextmanager
def held_log(stream: TextIO) -> Iterator[None]:
    """Hold warnings and errors back, and write them to the stream afterwards."""
    held: list[str] = []
    handler = _Keep(held)
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        for line in held:
            print("\n".join(map(visible, line.splitlines())), file=stream)


class _Keep(logging.Handler):
    def __init__(self, held: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._held = held

    def emit(self, record: logging.LogRecord) -> None:
        if len(self._held) < MOST_LINES_HELD:
            self._held.append(self.format(record))


MOST_LINES_HELD = 200
"""Warnings and errors that are kept for afterwards."""
