"""Plays one game with people at this terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TextIO

from rich.console import Console

from board_core import VIEWING_PAUSE, Game, PerColor, Player, Reason, Rules, TimeControl
from board_core.players.human import Human
from board_core.record import Recorder
from board_core.roster import PlayerSpec
from board_core.supervise.sandbox import Confinement

from .archive import Archive
from .drawing import joined
from .held_log import held_log
from .interrupt import interrupts
from .lines_in import read_lines
from .report import explanation_lines
from .screen import console_for, is_terminal, look_of
from .table import News, Table

if TYPE_CHECKING:
    from board_core.games import RecordWriter

NO_GAME = (Reason.NOT_STARTED, Reason.INTERNAL_ERROR)

WAIT = 0.25
"""Seconds between looks at the signals, on platforms where they cannot interrupt a wait."""


@dataclass(frozen=True, slots=True)
class PlayJob:
    """A game to play, at least one side by hand."""

    rules: Rules
    players: PerColor[PlayerSpec]
    time_control: TimeControl
    setup: str | None = None
    draw_if_cannot_win: bool = False
    seed: int | None = None
    confinement: Confinement = field(default_factory=Confinement)  # of programs


def play(job: PlayJob, writer: RecordWriter | None, lines: TextIO, out: TextIO) -> int:
    """Plays the game, keeps its record, and returns the exit code; closes the players."""
    with ExitStack() as closing:

        def made(spec: PlayerSpec) -> Player:
            player = spec.make(seed=job.seed, sandbox=job.confinement)
            closing.callback(player.close)
            return player

        return _play(job, job.players.map(made), writer, lines, console_for(out))


def _play(
    job: PlayJob,
    players: PerColor[Player],
    writer: RecordWriter | None,
    lines: TextIO,
    console: Console,
) -> int:
    interactive = console.is_terminal and is_terminal(lines)
    game = Game(
        job.rules,
        white=players.white,
        black=players.black,
        time_control=job.time_control,
        setup=job.setup,
        viewing_pause=VIEWING_PAUSE if interactive else 0.0,
        draw_if_cannot_win=job.draw_if_cannot_win,
    )
    humans = players.map(lambda player: player if isinstance(player, Human) else None)
    table = Table(game, humans, console, look_of(console), interactive=interactive)
    recorder, archive = Recorder(), Archive(writer)
    game.bus.subscribe(recorder)
    with held_log(sys.stderr):
        sit_down(game, table, lines)
    archive.write(recorder.record, 1)
    assert table.ended is not None, "the table is left when the game is over"
    if table.ended.explanation is not None:
        console.print(joined(explanation_lines(table.ended.explanation)), soft_wrap=True)
    for line in archive.lines():
        console.print(line, soft_wrap=True)
    if table.interrupted is not None:
        return table.interrupted.exit_code
    return 1 if archive.trouble or table.ended.outcome.reason in NO_GAME else 0


def sit_down(game: Game, table: Table, lines: TextIO) -> None:
    """Brings the table its news until the game is over."""
    inbox: SimpleQueue[News] = SimpleQueue()
    game.bus.subscribe(inbox.put)
    with interrupts(inbox.put), game:
        read_lines(lines, inbox.put)
        while table.ended is None:
            try:
                table.hear(inbox.get(timeout=WAIT))
            except Empty:
                continue
