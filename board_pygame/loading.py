"""Loading AIs: somebody's program, its trial start, and what is remembered of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Protocol

from board_core import Color, Rules
from board_core.frontend.settings import ChosenProgram, Settings, remember
from board_core.match.player_spec import PlayerKind, PlayerSpec

from .chronicle import trial_words
from .dialogs import LoadAI
from .host import Host, Tried
from .kit.ui import LayeredUI
from .state import Mode, SeatState, State


class Stage(Protocol):
    """What the loader needs of the window."""

    state: State
    settings: Settings
    rules: Rules
    host: Host
    ui: LayeredUI

    def keep(self, settings: Settings) -> None: ...


class Loader:
    """Asks for a program for a side, and seats it. For the main thread."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._dialog: LoadAI | None = None

    def ask(self, color: Color) -> None:
        """Open the dialog, unless a game is running."""
        stage = self._stage
        if stage.state.running or stage.state.busy:
            return
        self._dialog = LoadAI(
            color,
            stage.settings,
            partial(self._chosen, color),
            partial(self._try_start, color),
            self._clear_history,
        )
        stage.ui.open(self._dialog)

    def load(self, color: Color, spec: PlayerSpec, mode: Mode = Mode.AUTO) -> None:
        """This AI plays that side from now on; a program is started to see that it can."""
        is_program = spec.kind is PlayerKind.PROGRAM
        seat = SeatState(spec, mode, trying=is_program)
        self._stage.state = self._stage.state.with_seat(color, seat)
        if is_program:
            self._try_start(color, spec)

    def tried(self, tried: Tried) -> None:
        """What came of a trial start."""
        if self._dialog is not None and self._dialog in self._stage.ui.layers:
            self._dialog.tried(tried, trial_words(tried))

    def takes(self, path: str) -> bool:
        """Whether the dialog is open, and has taken a file that was dropped."""
        top = self._stage.ui.top
        if isinstance(top, LoadAI):
            top.dropped(path)
        return isinstance(top, LoadAI)

    def offer(self, path: str) -> None:
        """The dialog with this file, for a side that has none."""
        free = self._stage.state.seats.white.spec is None
        self.ask(Color.WHITE if free else Color.BLACK)
        self.takes(path)

    def _try_start(self, color: Color, spec: PlayerSpec) -> None:
        self._stage.host.try_start(color, spec, self._stage.rules)

    def _chosen(self, color: Color, program: ChosenProgram, spec: PlayerSpec) -> None:
        settings = remember(self._stage.settings, program)
        if settings.save_ai_on_load:
            settings = replace(settings, default_ai=settings.default_ai.put(color, program))
        self._stage.keep(settings)
        self.load(color, spec)

    def _clear_history(self) -> None:
        self._stage.keep(replace(self._stage.settings, history=()))
