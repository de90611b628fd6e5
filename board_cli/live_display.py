"""Ways to watch a match that are drawn again and again, and the words that close it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from board_core import GameStarted
from board_core.game.sides import Color
from board_core.game.view import View, first_view
from board_core.match import GameEvent, MatchGame, MatchResult
from board_core.match.json_lines import first_loss_pgn
from board_core.text.harmless_text import visible

from .display import FRAME_SECONDS, MatchDisplay, absence_line, silence_line
from .drawing import (
    beside_text,
    board_lines,
    clock_texts,
    frame,
    joined,
    progress_line,
    standing_line,
)
from .ended_game import KeptResults, StyledText
from .language import _, words
from .report import (
    fault_lines,
    off_turn_lines,
    other_tables,
    refused_lines,
    result_line,
    score_table,
    strength,
)
from .screen import PLAIN_PALETTE, Palette, console_for


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


def print_closing_words(
    out: TextIO, display: MatchDisplay, kept: KeptResults, archived: Sequence[StyledText]
) -> None:
    """Print the last position, the score, the faults and where the games are."""
    console, result = console_for(out), display.result
    several = result.games > 1
    if kept.last is None:
        return
    if not several and isinstance(display, Screen):
        console.print(display.picture())
    elif not several:
        console.print()
        console.print(joined(last_board(kept.last)))
    elif isinstance(display, Screen):
        for game in kept.first_results:
            console.print(result_line(game, result.games), soft_wrap=True)
        if result.ended > len(kept.first_results):
            more = result.ended - len(kept.first_results)
            console.print(words.plural("and {count} game more", "and {count} games more", more))
    if several:
        _summary(console, result)
    for line in (*refused_lines(result), *off_turn_lines(result)):
        console.print()
        console.print(line, soft_wrap=True)
    printed = kept.faults if not isinstance(display, Screen) else kept.first_results * several
    if faults := fault_lines(kept.faults, result.games, {game.number for game in printed}):
        console.print()
        console.print(joined(faults), soft_wrap=not console.is_terminal)
        if kept.more_faults:
            more = kept.more_faults
            text = words.plural("and {count} such game more", "and {count} such games more", more)
            console.print(text)
    if several and (pgn := first_loss_pgn(result)):
        console.print()
        name = visible(result.names[0])
        console.print(_("The first game that {name} lost:", name=name), style="bold")
        console.print(Text(pgn), soft_wrap=True)
    if archived:
        console.print()
    for archived_line in archived:
        margin = " " if isinstance(display, Screen) and not several else ""
        console.print(Text.assemble(margin, archived_line), soft_wrap=True)


def _summary(console: Console, result: MatchResult) -> None:
    """Print the score, what it says of the players' strength, and the causes of losses."""
    console.print()
    console.print(score_table(result))
    if stronger := strength(result):
        console.print()
        console.print(stronger, soft_wrap=True)
    for table in other_tables(result):
        console.print()
        console.print(table)


def last_board(game: MatchGame) -> list[Text]:
    """Return the final position in letters, and what stands beside the board."""
    played = game.played
    lines = board_lines(played.rules, played.last_position, played.last_places, PLAIN_PALETTE)
    for line in lines:
        line.rstrip()
    told = [
        Text(f"{words.color(color)}  {text}")
        for color in Color
        if (text := beside_text(played.rules, played.last_position, color, PLAIN_PALETTE))
    ]
    return [*lines, Text(), *told] if told else lines
