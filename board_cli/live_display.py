"""Ways to watch a match that are drawn again and again: the board, or a progress bar."""

from __future__ import annotations

from typing import Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

from board_core import GameStarted
from board_core.game.view import View, first_view
from board_core.match import GameEvent, MatchGame, MatchResult

from .display import FRAME_SECONDS, MatchDisplay, absence_line, silence_line
from .drawing import clock_texts, frame, joined, progress_line, standing_line
from .palettes import Palette
from .report import result_line


class Screen(MatchDisplay):
    """The board of the one game that is running, on a screen of its own."""

    events = True

    def __init__(self, result: MatchResult, console: Console, look: Palette) -> None:
        super().__init__(result)
        self._console = console
        self._look = look
        self._live = Live(
            console=console,
            screen=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._view: View | None = None
        self._game = 0
        self._drawn: tuple[float, object] = (0.0, None)
        self._warning = ""

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.stop()
        if self._warning:
            super().warn(self._warning)  # which has gone with the screen

    def heard(self, news: GameEvent) -> None:
        if isinstance(news.event, GameStarted):
            self._view, self._game = first_view(news.event), news.number
        elif self._view is not None:
            self._view = self._view.after(news.event)

    def warn(self, text: str) -> None:
        self._warning = text

    def refresh(self, now: float) -> None:
        if self._view is None or now - self._drawn[0] < FRAME_SECONDS:
            return
        clocks = clock_texts(self._view, now)
        shown = (self._view, self.result, self._console.size, clocks, self._warning)
        if shown != self._drawn[1]:
            self._live.update(self.picture(now), refresh=True)
        self._drawn = (now, shown)

    def picture(self, now: float = 0.0) -> Text:
        """Return the contents of the screen; the last one is printed after the screen is left."""
        if self._view is None:
            return Text()
        size, warning = self._console.size, Text(self._warning, "bold red")
        room = size.width, size.height
        return frame(self._view, self.result, self._game, now, self._look, *room, warning)


class Ticker(MatchDisplay):
    """Results as they come, above a progress bar: for many games at once."""

    def __init__(self, result: MatchResult, console: Console, look: Palette) -> None:
        super().__init__(result)
        self._console = console
        self._look = look
        self._live = Live(
            self._bar(),
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> Self:
        self._live.start(refresh=True)
        return self

    def __exit__(self, *error: object) -> None:
        self._live.stop()

    def heard(self, news: GameEvent) -> None:
        if (line := silence_line(news) or absence_line(news)) is not None:
            self._console.print(line, soft_wrap=True)

    def warn(self, text: str) -> None:
        self._console.print(text, style="bold red", soft_wrap=True)

    def ended(self, game: MatchGame) -> None:
        super().ended(game)
        self._console.print(result_line(game, self.result.games), soft_wrap=True)
        self._live.update(self._bar(), refresh=True)

    def _bar(self) -> Text:
        width = self._console.width
        bar = progress_line(self.result, self._look, width)
        return joined([Text(), standing_line(self.result, self._look, width), bar])
