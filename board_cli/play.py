"""Plays one game with people at this terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TextIO

from board_core import Game, Reason
from board_core.frontend.adviser import AdviserThread
from board_core.game.game import VIEWING_PAUSE
from board_core.match import GameSpec
from board_core.match.player_spec import PlayerSpec
from board_core.players.human import Human
from board_core.record import Recorder
from board_core.supervise.interrupts import interrupts

from .display import held_log
from .ended_game import Archive
from .prompt_words import read_lines
from .screen import console_for, is_terminal, look_of
from .table import News, TableServices, TerminalTable

if TYPE_CHECKING:
    from rich.console import Console

    from board_core.games import RecordWriter

    from .prompt import Prompt

NO_GAME = (Reason.NOT_STARTED, Reason.INTERNAL_ERROR)

SIGNAL_CHECK_SECONDS = 0.25
"""Seconds between looks at the signals, on platforms where they cannot interrupt a wait."""


def play_game(
    spec: GameSpec,
    writer: RecordWriter | None,
    lines: TextIO,
    out: TextIO,
    *,
    adviser: PlayerSpec,
    plain: bool = False,
) -> int:
    """Play the game, keep its record, close the players and return the exit code.

    ``adviser`` is asked for hints; ``plain`` draws in ASCII whatever the terminal can.
    """
    console = console_for(out)
    interactive = console.is_terminal and is_terminal(lines)
    if interactive:
        spec = replace(spec, viewing_pause=VIEWING_PAUSE)
    with ExitStack() as closing:
        players = closing.enter_context(spec.players())
        game = spec.game(players)
        humans = players.map(lambda player: player if isinstance(player, Human) else None)
        recorder, archive = Recorder(), Archive(writer)
        game.bus.subscribe(recorder, thoughts=False)
        look = look_of(console, plain=plain)
        seat: Script | Prompt
        if interactive:
            from .prompt import Prompt  # slow to import, and scripts need none

            seat = Prompt(console, look)
        else:
            seat = Script(console, lines)
        adviser_thread = AdviserThread(seat.tell)
        closing.callback(adviser_thread.close)
        desk = TableServices(recorder, archive, adviser_thread, adviser)
        table = TerminalTable(game, humans, desk, seat.console, look, interactive=interactive)
        with held_log(sys.stderr):
            seat.sit_down(game, table)
    assert table.ended is not None, "the table is left when the game is over"
    if table.interrupted is not None:
        return table.interrupted.exit_code
    return 1 if archive.lost or table.ended.outcome.reason in NO_GAME else 0


class Script:
    """Lines that need no terminal: from a pipe, a file or a test."""

    def __init__(self, console: Console, lines: TextIO) -> None:
        self.console = console
        self._lines = lines
        self._inbox: SimpleQueue[News] = SimpleQueue()
        self.tell = self._inbox.put

    def sit_down(self, game: Game, table: TerminalTable) -> None:
        """Pass all news to the table until the game is over."""
        game.bus.subscribe(self.tell)
        with interrupts(self.tell), game:
            read_lines(self._lines, self.tell)
            while not table.left:
                try:
                    table.hear(self._inbox.get(timeout=SIGNAL_CHECK_SECONDS))
                except Empty:
                    continue
