"""The keys of the window and their intents."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame.event import Event

from .board.widget import ARROW_KEYS, BoardWidget, asks_menu
from .effects import DialogAction, FileAction, SaveRecordFile
from .intents import (
    TO_NEWEST_PLY,
    AskFirst,
    BeginAction,
    EditorAction,
    GoToPly,
    Intent,
    LookAction,
    PlayAction,
    RecordAction,
    ShowStart,
    StepPlies,
    StudyAction,
)
from .kit.widget import UI, alt_only, command, plain

PLIES_WITH_SHIFT = 10
"""Plies that an arrow key with Shift moves."""

PLAIN_KEYS: dict[int, Intent] = {
    pygame.K_HOME: GoToPly(0),
    pygame.K_END: TO_NEWEST_PLY,
    pygame.K_SPACE: LookAction.PLAY_OR_PAUSE,
    pygame.K_F1: DialogAction.OPEN_HELP,
    pygame.K_F2: LookAction.TOGGLE_COCKPIT,
    pygame.K_F3: RecordAction.ANALYSE_POSITION,
    pygame.K_F10: DialogAction.OPEN_MENU,
}

LETTER_KEYS: dict[int, Intent] = {
    pygame.K_c: DialogAction.OPEN_NOTES,
    pygame.K_f: LookAction.FLIP_BOARD,
    pygame.K_g: PlayAction.PRESS_RESIGN,
    pygame.K_h: StudyAction.WANT_HINT,
    pygame.K_m: LookAction.NUMBER_STONES,
    pygame.K_n: ShowStart(),
    pygame.K_p: PlayAction.STOP_PLAYING,
    pygame.K_r: PlayAction.RESET_BOARD,
    pygame.K_s: BeginAction.START_PLAYING,
    pygame.K_v: LookAction.CHANGE_BOARDS_VIEW,
}
"""Those that do the same with and without Alt; P alone is hit by mistake, and asks first."""

COMMAND_KEYS: dict[int, Intent] = {
    pygame.K_z: PlayAction.TAKE_MOVES_BACK,
    pygame.K_c: RecordAction.COPY_POSITION,
    pygame.K_v: FileAction.PASTE_CLIPBOARD,
    pygame.K_o: DialogAction.OPEN_RECORD_FILE,
    pygame.K_s: SaveRecordFile(),
    pygame.K_n: ShowStart(),
    pygame.K_e: EditorAction.EDIT_POSITION,
    pygame.K_r: StudyAction.WANT_REVIEW,
}
"""Those with Ctrl, or with Command on a Mac."""

STEP_KEYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


def intent_of(event: Event) -> Intent | None:
    """Return the intent of a pressed key; None if it has none."""
    shift = event.mod & pygame.KMOD_SHIFT
    if command(event):
        if event.key == pygame.K_c and shift:
            return FileAction.COPY_GAME
        return COMMAND_KEYS.get(event.key)
    if alt_only(event):
        return LETTER_KEYS.get(event.key)
    if not plain(event):
        return None
    if event.key in STEP_KEYS:
        return StepPlies(STEP_KEYS[event.key] * (PLIES_WITH_SHIFT if shift else 1))
    letter = LETTER_KEYS.get(event.key)
    if letter is PlayAction.STOP_PLAYING:
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
