"""The free board and its record: variations, comments, glyphs and shapes. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from board_core import Move, MovePlayed, Position, say
from board_core.game.game_tree import NO_NOTES, DrawnShape, upto
from board_core.game.view import captured
from board_core.record import Branch, Notes
from board_core.text.sentence import Sentence

from .game_state import GameState, position_after
from .sheets import RecordSheet


def tried(game: GameState, move: Move, before: Position) -> GameState:
    """Make a move from the position that is shown.

    ``before`` is that position, or the same with the other side to move. No record holds moves out
    of turn: after one, the moves after the shown position are dropped.
    """
    sheet, ply = game.sheet, game.ply
    if sheet is None or before is not game.shown:
        return replace(_moved(_first(game, ply), move, before), sheet=None)
    sheet = sheet.played(ply, move, before, game.view.played)
    return with_line(game, sheet, ply + 1)


def with_moves(game: GameState, ply: int, moves: Iterable[Move]) -> GameState:
    """Play moves from an earlier position of the shown line, as a variation of the record."""
    game = game.looking_at(ply)
    for move in moves:
        game = tried(game, move, game.shown)
    return game


def untried(game: GameState) -> GameState:
    """Take back the last move that is shown, and drop the moves after it."""
    left = max(0, game.ply - 1)
    if game.sheet is None:
        return _first(game, left)
    return with_line(game, game.sheet.cut(left, game.view.played), left)


def on_branch(game: GameState, branch: Branch, ply: int) -> GameState:
    """Show another line of the record, after so many plies."""
    if game.sheet is None:
        return game.looking_at(ply)
    return with_line(game, game.sheet.on(branch, game.view.played), ply)


def with_line(game: GameState, sheet: RecordSheet, ply: int) -> GameState:
    """Show the line of a sheet, after so many plies; the moves that stay are not played again."""
    line, shown = sheet.tree.line(sheet.branch), game.view.played
    kept = next(
        (
            number
            for number, (event, each) in enumerate(zip(shown, line, strict=False))
            if event.move != each.move
        ),
        min(len(shown), len(line)),
    )
    game = _first(game, kept)
    for each in line[kept:]:
        elapsed = each.notes.elapsed or 0.0
        game = _moved(game, each.move, game.view.position, elapsed)
    return replace(game, sheet=sheet, refusal=None).looking_at(ply)


def _first(game: GameState, plies: int) -> GameState:
    """Return the game with only its first plies."""
    view = game.view
    before = replace(
        view,
        played=view.played.first(plies),
        judged=view.judged.first(plies),
        position=position_after(view, plies),
        ply=plies,
        ended=None,
    )
    return replace(game, view=before, captures=game.captures.first(plies), seen=None, refusal=None)


def _moved(game: GameState, move: Move, before: Position, elapsed: float = 0.0) -> GameState:
    view, ply = game.view, game.view.ply
    after = before.play(move)
    event = MovePlayed(before.to_move, ply, move, before, after, view.clock, elapsed)
    taken = captured(event, game.rules.places(before, move))
    return replace(game, view=view.after(event), captures=game.captures.added(taken))


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
