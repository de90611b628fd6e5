"""Prints the summary of a match that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.console import Console
from rich.text import Text

from board_core.game.sides import Color
from board_core.match import MatchGame, MatchResult
from board_core.match.json_lines import first_loss_pgn
from board_core.text.harmless_text import visible

from .archive import StyledText
from .display import MatchDisplay
from .drawing import beside_text, board_lines, joined
from .ended_game import KeptResults
from .language import _, words
from .live_display import Screen
from .palettes import PLAIN_PALETTE
from .report import (
    fault_lines,
    losses_table,
    off_turn_lines,
    refused_lines,
    result_line,
    score_table,
    strength,
)
from .screen import console_for


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
    if losses := losses_table(result):
        console.print()
        console.print(losses)


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
