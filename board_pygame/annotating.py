"""Comments, glyphs and shapes that somebody writes into the record on the free board: pure."""

from __future__ import annotations

from dataclasses import replace

from board_core import say
from board_core.game.game_tree import NO_NOTES, DrawnShape, upto
from board_core.record import Branch, Notes
from board_core.text.sentence import Sentence

from .free_board import with_line
from .game_state import GameState

MOVE_GLYPHS = (1, 2, 5, 6, 3, 4)
"""The glyphs that judge a move, as they are offered: ! ? !? ?! !! ??"""


def notes_of(game: GameState) -> Notes:
    """Return what is written about the shown position."""
    return NO_NOTES if game.sheet is None else game.sheet.notes(game.ply)


def glyph_of(notes: Notes) -> int:
    """Return the glyph that judges the move; 0: none."""
    return next((glyph for glyph in notes.glyphs if glyph in MOVE_GLYPHS), 0)


def variation_of(game: GameState) -> Branch:
    """Return the variation in which the shown move stands; an empty one for the main line."""
    return () if game.sheet is None else upto(game.sheet.branch, game.ply)


def reason_not_to_write(game: GameState) -> Sentence | None:
    """Return why nothing can be written about the shown position."""
    if not (game.free or game.ended):
        return say("comments are written when the game is over")
    if game.free and game.sheet is None:
        return say("a game with moves out of turn has no record to write in")
    return None


def noted(game: GameState, comment: str, glyph: int) -> GameState:
    """Write a comment on the shown position and the glyph of its move; 0 is no glyph."""
    old = notes_of(game)
    others = tuple(one for one in old.glyphs if one not in MOVE_GLYPHS)
    glyphs = (glyph, *others) if glyph and game.ply else others
    return _with_notes(game, replace(old, comment=comment.strip(), glyphs=glyphs))


def drawn(game: GameState, shape: DrawnShape) -> GameState:
    """Draw a shape in the shown position; the same one again erases it."""
    old = notes_of(game)
    others = tuple(one for one in old.shapes if one.places != shape.places)
    shapes = others if shape in old.shapes else (*others, shape)
    return _with_notes(game, replace(old, shapes=shapes))


def _with_notes(game: GameState, notes: Notes) -> GameState:
    sheet = game.sheet
    if sheet is None or notes == sheet.notes(game.ply):
        return game
    tree = sheet.tree.with_notes(sheet.branch, game.ply, notes)
    return replace(game, sheet=replace(sheet, tree=tree, changed=True))


def without_variation(game: GameState) -> GameState:
    """Delete the variation of the shown move, and show the position from which it left."""
    branch = variation_of(game)
    if game.sheet is None or not branch:
        return game
    start = branch[-1][0]
    return with_line(game, game.sheet.cut(start, game.view.played), start)
