"""What somebody writes into a record at the window, without a screen."""

from dataclasses import replace

import pytest

from board_core.frontend.settings import Settings
from board_core.games import CHESS
from board_core.games.chess.pgn import read_pgn
from board_core.record import MAIN_LINE, DrawnShape, Recorder
from board_pygame.board.hand import Ink, MoveChosen, Shape, ShapeDrawn
from board_pygame.effects import DialogAction
from board_pygame.history import HistoryRows
from board_pygame.intents import (
    GoToPly,
    PasteText,
    RecordAction,
    ShowLine,
    WriteNotes,
)
from board_pygame.records import glyph_of, notes_of, record_text, variation_of
from board_pygame.state import State, new_state

GAME = "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 $14 Nc6 *"


@pytest.fixture
def opened() -> State:
    return after(new_state(CHESS, Settings(ask_before_ending=False)), PasteText(GAME + "\n"))


def after(state: State, *intents) -> State:
    for intent in intents:
        state, _effects = state.after(intent)
    return state


def saved(state: State):
    (game,) = read_pgn(record_text(state.game, state.study, Recorder()))
    return game.tree


def test_a_comment_and_a_sign_are_written_and_saved(opened):
    state = after(opened, GoToPly(3), WriteNotes("  the best move ", 3))
    assert (notes_of(state.game).comment, glyph_of(notes_of(state.game))) == ("the best move", 3)
    notes = saved(state).main.moves[2].notes
    assert notes.comment == "the best move"
    assert set(notes.glyphs) == {3, 14}  # what else was said of the position stays
    state = after(state, WriteNotes(""))
    assert saved(state).main.moves[2].notes.glyphs == (14,)


def test_a_comment_can_stand_before_the_first_move(opened):
    state = after(opened, GoToPly(0), WriteNotes("an old game", 1))
    notes = saved(state).notes
    assert (notes.comment, notes.glyphs) == ("an old game", ())


def test_a_variation_has_comments_of_its_own(opened):
    line = ((1, 0),)
    state = after(opened, ShowLine(line, 3), WriteNotes("sharper", 5))
    tree = saved(state)
    assert tree.notes_at(line, 3).comment == "sharper"
    assert tree.notes_at(MAIN_LINE, 3).comment == ""


def test_a_variation_is_deleted_with_those_within_it(opened):
    inner = ((1, 0), (2, 0))
    state = after(opened, ShowLine(inner, 4), RecordAction.DELETE_VARIATION)
    assert saved(state).main.moves[1].variations[0].moves[1].variations == ()
    state = after(state, ShowLine(((1, 0),), 4))
    assert variation_of(state.game) == ((1, 0),)
    state = after(state, RecordAction.DELETE_VARIATION)
    assert saved(state).main.moves[1].variations == ()
    assert (state.game.ply, state.game.sheet.branch) == (1, MAIN_LINE)
    assert after(state, RecordAction.DELETE_VARIATION).game is state.game


def test_nothing_is_written_after_a_move_out_of_turn(opened):
    free = replace(opened, game=replace(opened.game, sheet=None))
    state, effects = free.after(DialogAction.OPEN_NOTES)
    assert state.game.refusal is not None
    assert effects == ()
    assert opened.after(DialogAction.OPEN_NOTES)[1] == (DialogAction.OPEN_NOTES,)


def test_a_drawn_arrow_stays_with_its_position_and_is_saved(opened):
    arrow, circle = Shape("g1", "f3", Ink.RED), Shape("e5", "e5")
    state = after(opened, GoToPly(2), ShapeDrawn(arrow), ShapeDrawn(circle), GoToPly(3))
    assert notes_of(state.game).shapes == ()
    state = after(state, GoToPly(2))
    kept = (DrawnShape("red", ("g1", "f3")), DrawnShape("green", ("e5",)))
    assert notes_of(state.game).shapes == kept
    text = record_text(state.game, state.study, Recorder())
    assert "[%csl Ge5]" in text
    assert "[%cal Rg1f3]" in text
    assert notes_of(after(state, ShapeDrawn(arrow)).game).shapes == kept[1:]
    other = after(state, ShapeDrawn(replace(arrow, ink=Ink.BLUE)))
    assert DrawnShape("blue", ("g1", "f3")) in notes_of(other.game).shapes
    assert len(notes_of(other.game).shapes) == 2


def test_the_shown_move_of_a_variation_is_found_in_its_words(opened):
    for line, ply, wanted in (
        (((1, 0),), 2, "1... c5"),
        (((1, 0),), 4, "d6"),
        (((1, 0), (2, 0)), 4, "Nc6"),
    ):
        state = after(opened, ShowLine(line, ply))
        rows = HistoryRows(state.game)
        begin, end = rows.spot()
        assert rows.item(rows.shown()).words[begin:end] == wanted
    assert HistoryRows(after(opened, GoToPly(2)).game).spot() == (0, 0)


def test_a_move_begins_a_variation_whose_move_is_pointed_out(opened):
    move = CHESS.start(None).parse("d4")
    state = after(opened, GoToPly(0), MoveChosen(move))
    rows = HistoryRows(state.game)
    begin, end = rows.spot()
    assert rows.item(rows.shown()).words[begin:end] == "1. d4"
