"""The editor of positions, as a value."""

from pathlib import Path

import pytest

from board_core import Color, Rules
from board_core.frontend.settings import Settings
from board_core.games import CHESS
from board_core.match.known_games import HOSTED_GAMES, game_named
from board_pygame.editing import ERASER_TOOL, HAND_TOOL, Editing, symbol_of_key
from board_pygame.effects import AskForLines, CopyText
from board_pygame.intents import (
    BeginAction,
    EditorAction,
    LookAction,
    PasteText,
    ShowStart,
    UsePosition,
    edit,
)
from board_pygame.state import State, new_state
from board_pygame.wish import Frame, Way

FIRST = CHESS.start(None).setup
HEAP = Path(__file__).parent.parent.parent / "examples" / "own_game.py"


def asked(state: State, *intents: object) -> State:
    for one in intents:
        state, _effects = state.after(one)  # type: ignore[arg-type]
    return state


def editor(rules: Rules = CHESS) -> State:
    return asked(new_state(rules, Settings()), EditorAction.EDIT_POSITION)


def pieces(state: State) -> dict[str, str]:
    assert state.editing is not None
    return dict(state.editing.draft.pieces.pieces)


def text(state: State) -> str:
    assert state.editing is not None
    return state.editing.draft.text


def told(state: State) -> list[str]:
    assert state.editing is not None
    return [str(flaw.sentence) for flaw in state.editing.draft.flaws]


def test_the_editor_begins_with_the_position_on_the_board():
    state = asked(new_state(CHESS, Settings()), PasteText("1. e4 *"), EditorAction.EDIT_POSITION)
    assert state.frame is Frame.EDITOR
    assert pieces(state)["e4"] == "P"
    assert text(state) == state.game.shown.setup


def test_a_chosen_piece_is_put_where_somebody_taps_and_taken_by_a_second_tap():
    state = asked(editor(), edit(Editing.with_tool, "Q"), edit(Editing.tapped, "e4"))
    assert pieces(state)["e4"] == "Q"
    assert "e4" not in pieces(asked(state, edit(Editing.tapped, "e4")))


def test_the_hand_carries_a_piece_from_place_to_place():
    state = asked(
        editor(),
        edit(Editing.with_tool, HAND_TOOL),
        edit(Editing.tapped, "e2"),
        edit(Editing.tapped, "e5"),
    )
    assert ("e2" in pieces(state), pieces(state)["e5"]) == (False, "P")
    assert asked(state, edit(Editing.tapped, "a6")).editing == state.editing
    again = asked(state, edit(Editing.tapped, "e5"), edit(Editing.tapped, "e5"))
    assert pieces(again) == pieces(state)


def test_the_eraser_and_a_removal_take_pieces_away():
    state = asked(
        editor(),
        edit(Editing.with_tool, ERASER_TOOL),
        edit(Editing.tapped, "a1"),
        edit(Editing.without, "h8"),
    )
    assert not {"a1", "h8"} & pieces(state).keys()


def test_pieces_are_dragged_on_and_from_place_to_place():
    state = asked(editor(), edit(Editing.put, "e4", "n"), edit(Editing.carried, "e4", "d5"))
    assert ("e4" in pieces(state), pieces(state)["d5"]) == (False, "n")


def test_every_change_is_undone_and_made_again():
    first = editor()
    state = asked(first, edit(Editing.emptied), edit(Editing.put, "e4", "K"))
    assert pieces(asked(state, edit(Editing.undo))) == {}
    assert (
        asked(state, edit(Editing.undo), edit(Editing.undo), edit(Editing.undo)).editing.draft
        == first.editing.draft
    )
    assert pieces(
        asked(
            state,
            edit(Editing.undo),
            edit(Editing.undo),
            edit(Editing.redo),
            edit(Editing.redo),
        )
    ) == {"e4": "K"}
    changed = asked(state, edit(Editing.undo), edit(Editing.put, "a1", "K"), edit(Editing.redo))
    assert pieces(changed) == {"a1": "K"}


def test_what_changes_nothing_is_not_undone():
    state = asked(
        editor(),
        edit(Editing.carried, "e2", "e2"),
        edit(Editing.with_turn, Color.WHITE),
        edit(Editing.without, "e4"),
    )
    state = asked(state, edit(Editing.from_first), edit(Editing.read, FIRST))
    assert state.editing.before == ()


def test_the_side_castling_and_en_passant_are_written():
    state = asked(
        editor(), edit(Editing.with_turn, Color.BLACK), edit(Editing.with_right_toggled, "K")
    )
    assert text(state).split()[1:3] == ["b", "Qkq"]
    fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"
    state = asked(editor(), edit(Editing.read, fen), edit(Editing.passing, "e3"))
    assert state.editing.passable == ("e3",)
    assert text(state).split()[3] == "e3"


def test_what_is_wrong_is_said_while_somebody_edits():
    state = asked(editor(), edit(Editing.without, "e1"))
    assert told(state) == ["White has no king"]
    assert told(asked(state, edit(Editing.put, "e1", "K"))) == []


def test_a_text_is_read_and_a_wrong_one_keeps_the_pieces_and_says_why():
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 4 30"
    state = asked(editor(), edit(Editing.read, fen))
    assert (text(state), len(pieces(state))) == (fen, 3)
    wrong = asked(state, edit(Editing.read, fen[:7]))
    assert (pieces(wrong), told(wrong) != []) == (pieces(state), True)
    assert asked(wrong, UsePosition()).frame is Frame.EDITOR
    assert told(asked(wrong, edit(Editing.read, fen + " "))) == []
    assert text(asked(wrong, edit(Editing.from_first))) == FIRST


def test_the_text_is_copied():
    _state, effects = editor().after(EditorAction.COPY_EDITED)
    assert effects == (CopyText(FIRST),)


@pytest.mark.parametrize(
    ("way", "frame"),
    [
        (None, Frame.GAME),
        (Way.ANALYSE, Frame.ANALYSIS),
        (Way.PLAY, Frame.START),
        (Way.WATCH, Frame.START),
    ],
)
def test_the_position_is_used_in_every_way(way: Way | None, frame: Frame):
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
    state, effects = asked(editor(), edit(Editing.read, fen)).after(UsePosition(way))
    assert (state.frame, state.game.shown.setup) == (frame, fen)
    assert any(isinstance(one, AskForLines) for one in effects) is (way is Way.ANALYSE)
    if frame is Frame.START:
        assert (state.way, state.wish.from_board) == (way, True)


def test_a_position_with_a_flaw_is_not_used():
    for way in (None, *Way):
        assert asked(editor(), edit(Editing.emptied), UsePosition(way)).frame is Frame.EDITOR


def test_who_cancels_finds_the_board_as_it_was():
    state = asked(editor(), edit(Editing.emptied), LookAction.LEAVE_FRAME)
    assert state.frame is Frame.GAME
    assert state.game.shown.setup == FIRST


def test_the_first_screen_leads_back_to_the_edited_position():
    state = asked(editor(), edit(Editing.emptied), ShowStart())
    assert state.frame is Frame.START
    assert pieces(state) == {}


def test_a_running_game_is_not_edited():
    state = asked(
        new_state(CHESS, Settings()), BeginAction.START_PLAYING, EditorAction.EDIT_POSITION
    )
    assert state.frame is Frame.GAME
    assert "stop the game first" in str(state.game.refusal)


@pytest.mark.parametrize("name", HOSTED_GAMES)
def test_pieces_of_every_game_are_set_up_and_its_first_position_can_be_played(name: str):
    state = editor(HOSTED_GAMES[name].rules)
    assert told(state) == []
    for symbol in (state.editing.palette[0], state.editing.palette[-1]):
        place = HOSTED_GAMES[name].rules.geometry.places[0]
        changed = asked(
            state,
            edit(Editing.with_tool, symbol),
            edit(Editing.without, place),
            edit(Editing.tapped, place),
        )
        assert changed.editing.draft.pieces.pieces[place] == symbol
    assert text(asked(state, edit(Editing.emptied), edit(Editing.from_first))) == text(state)


def test_a_board_that_is_moved_or_taken_away_takes_its_pieces_along():
    state = editor(HOSTED_GAMES["chess-3d"].rules)
    moved = pieces(asked(state, edit(Editing.carried, "QL1", "QL2")))
    assert (moved["QL2"], moved["a5QL2"], moved["z4QL2"]) == ("A", "P", "R")
    assert not {"QL1", "a1QL1", "z0QL1"} & moved.keys()
    left = pieces(asked(state, edit(Editing.without, "QL1")))
    assert len(left) == len(pieces(state)) - 5


def test_a_game_without_an_arranger_is_set_up_as_text():
    rules = game_named(f"{HEAP}:HEAP").rules
    state = editor(rules)
    assert state.editing.palette == ()
    assert (
        asked(
            state,
            edit(Editing.tapped, "a1"),
            edit(Editing.emptied),
            edit(Editing.with_turn, Color.WHITE),
        ).editing
        == state.editing
    )
    assert told(asked(state, edit(Editing.read, "nonsense"))) != []


def test_a_letter_names_the_piece_of_a_side():
    chess, stones = ("K", "k", "P", "p"), ("O", "x")
    assert symbol_of_key(chess, "k", Color.BLACK) == "k"
    assert symbol_of_key(chess, "p", Color.WHITE) == "P"
    assert symbol_of_key(stones, "x", Color.WHITE) == "x"
    assert symbol_of_key(chess, "z", Color.WHITE) is None
