"""The lines of an engine as words, and the keys for them; for the analysis and the full screen."""

from __future__ import annotations

from dataclasses import replace

import pygame
from pygame.event import Event

from board_core.frontend.analyser import EngineLine

from .analysis import MOST_LINES
from .board.scene import Scene
from .game_state import GameState
from .intents import CountLines, Intent, LinesAction, LookAction, PlayLine
from .kit.link_rows import LinkWord
from .scores import score_text

MORE_KEYS = frozenset((pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS))
FEWER_KEYS = frozenset((pygame.K_MINUS, pygame.K_KP_MINUS))

SHOWN_PLIES = 5
"""Plies of a line that are readable from afar."""


def line_text(line: EngineLine, game: GameState, scene: Scene) -> str:
    """Return the first moves of a line as text, after its score."""
    line = replace(line, notations=line.notations[:SHOWN_PLIES])
    score = "" if line.score is None else score_text(line.score, game.shown.to_move)
    moves = " ".join(word.text for word in words_of(line, game, scene))
    return f"{score}  {moves}" if score else moves


def words_of(line: EngineLine, game: GameState, scene: Scene) -> list[LinkWord]:
    """Return the moves of a line as links, with their numbers between them."""
    rules, words = game.rules, list[LinkWord]()
    count = game.ply + int(game.view.start.to_move is not rules.first)
    for plies, notation in enumerate(line.notations, start=1):
        if count % 2 == 0:
            words.append(LinkWord(f"{count // 2 + 1}."))
        elif plies == 1:
            words.append(LinkWord(f"{count // 2 + 1}…"))
        words.append(LinkWord(scene.letters.show(notation), plies))
        count += 1
    return words


def analysis_key(event: Event) -> Intent | None:
    """Return the intent of a key that only the analysis knows; None if it has none."""
    if event.key in MORE_KEYS or event.unicode == "+":
        return CountLines(1)
    if event.key in FEWER_KEYS:
        return CountLines(-1)
    if pygame.K_1 <= event.key < pygame.K_1 + MOST_LINES:
        return PlayLine(event.key - pygame.K_1)
    keys: dict[int, Intent] = {
        pygame.K_e: LinesAction.TOGGLE_LINES,
        pygame.K_BACKSPACE: LinesAction.BACK_FROM_LINE,
        pygame.K_F3: LookAction.LEAVE_FRAME,
        pygame.K_ESCAPE: LookAction.LEAVE_FRAME,
    }
    return keys.get(event.key)
