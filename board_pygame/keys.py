"""The keys of the game screen and their intents."""

from __future__ import annotations

import pygame
from pygame.event import Event

from .effects import (
    OpenHelp,
    OpenNewGame,
    OpenRecordFile,
    OpenSetUp,
    PasteClipboard,
    SaveRecordFile,
)
from .intents import (
    TO_NEWEST_PLY,
    CopyGame,
    CopyPosition,
    FlipBoard,
    GoToPly,
    Intent,
    NumberStones,
    StepPlies,
    TakeMovesBack,
    WantHint,
    WantReview,
)
from .kit.widget import command, plain

PLIES_WITH_SHIFT = 10
"""Plies that an arrow key with Shift moves."""

PLAIN_KEYS: dict[int, Intent] = {
    pygame.K_HOME: GoToPly(0),
    pygame.K_END: TO_NEWEST_PLY,
    pygame.K_SPACE: TO_NEWEST_PLY,
    pygame.K_f: FlipBoard(),
    pygame.K_h: WantHint(),
    pygame.K_m: NumberStones(),
    pygame.K_n: OpenNewGame(),
    pygame.K_F1: OpenHelp(),
}

COMMAND_KEYS: dict[int, Intent] = {
    pygame.K_z: TakeMovesBack(),
    pygame.K_c: CopyPosition(),
    pygame.K_v: PasteClipboard(),
    pygame.K_o: OpenRecordFile(),
    pygame.K_s: SaveRecordFile(),
    pygame.K_n: OpenNewGame(),
    pygame.K_e: OpenSetUp(),
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
    if not plain(event):
        return None
    if event.key in STEP_KEYS:
        return StepPlies(STEP_KEYS[event.key] * (PLIES_WITH_SHIFT if shift else 1))
    return PLAIN_KEYS.get(event.key)
