"""The keys of the window and their intents."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame.event import Event

from .board.widget import ARROW_KEYS, BoardWidget, asks_menu
from .effects import OpenHelp, OpenMenu, OpenNotes, OpenRecordFile, PasteClipboard, SaveRecordFile
from .intents import (
    TO_NEWEST_PLY,
    AnalysePosition,
    AskFirst,
    ChangeBoardsView,
    CopyGame,
    CopyPosition,
    EditPosition,
    FlipBoard,
    GoToPly,
    Intent,
    NumberStones,
    PlayOrPause,
    PressResign,
    ResetBoard,
    ShowStart,
    StartPlaying,
    StepPlies,
    StopPlaying,
    TakeMovesBack,
    ToggleCockpit,
    WantHint,
    WantReview,
)
from .kit.widget import UI, alt_only, command, plain

PLIES_WITH_SHIFT = 10
"""Plies that an arrow key with Shift moves."""

PLAIN_KEYS: dict[int, Intent] = {
    pygame.K_HOME: GoToPly(0),
    pygame.K_END: TO_NEWEST_PLY,
    pygame.K_SPACE: PlayOrPause(),
    pygame.K_F1: OpenHelp(),
    pygame.K_F2: ToggleCockpit(),
    pygame.K_F3: AnalysePosition(),
    pygame.K_F10: OpenMenu(),
}

LETTER_KEYS: dict[int, Intent] = {
    pygame.K_c: OpenNotes(),
    pygame.K_f: FlipBoard(),
    pygame.K_g: PressResign(),
    pygame.K_h: WantHint(),
    pygame.K_m: NumberStones(),
    pygame.K_n: ShowStart(),
    pygame.K_p: StopPlaying(),
    pygame.K_r: ResetBoard(),
    pygame.K_s: StartPlaying(),
    pygame.K_v: ChangeBoardsView(),
}
"""Those that do the same with and without Alt; P alone is hit by mistake, and asks first."""

COMMAND_KEYS: dict[int, Intent] = {
    pygame.K_z: TakeMovesBack(),
    pygame.K_c: CopyPosition(),
    pygame.K_v: PasteClipboard(),
    pygame.K_o: OpenRecordFile(),
    pygame.K_s: SaveRecordFile(),
    pygame.K_n: ShowStart(),
    pygame.K_e: EditPosition(),
    pygame.K_r: WantReview(),
}
"""Those with Ctrl, or with Command on a Mac."""

STEP_KEYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


def intent_of(event: Event) -> Intent | None:
    """Return the intent of a pressed key; None if it has none."""
    shift = event.mod & pygame.KMOD_SHIFT
    if command(event):
        if event.key == pygame.K_c and shift:
            return CopyGame()
        return COMMAND_KEYS.get(event.key)
    if alt_only(event):
        return LETTER_KEYS.get(event.key)
    if not plain(event):
        return None
    if event.key in STEP_KEYS:
        return StepPlies(STEP_KEYS[event.key] * (PLIES_WITH_SHIFT if shift else 1))
    letter = LETTER_KEYS.get(event.key)
    if isinstance(letter, StopPlaying):
        return AskFirst(letter)
    return letter or PLAIN_KEYS.get(event.key)


def board_key(event: Event, ui: UI, board: BoardWidget, ask: Callable[[Intent], None]) -> bool:
    """Do what a pressed key means at the board; return whether it means something."""
    if asks_menu(event):
        board.ask_menu()
        return True
    if event.key == pygame.K_0 and plain(event) and board.scene.geometry.levels:
        board.straighten()
        return True
    if command(event) and event.key in ARROW_KEYS and not board.focused:
        ui.focus(board)
        return board.handle(event, ui)
    intent = intent_of(event)
    if intent is not None:
        ask(intent)
    return intent is not None
