"""The editor of positions at the real window."""

import pygame
import pytest
from driving import CTRL, SHIFT, User
from scenes import edited_own_game

from board_pygame.editor_screen import ArrangingBoard, EditorScreen
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import EditorAction, OfferGame
from board_pygame.kit.cards import PiecePalette
from board_pygame.kit.labels import LampLabel
from board_pygame.wish import Frame, Way


@pytest.fixture
def editor(user: User) -> User:
    user.letter("e", CTRL)
    assert isinstance(user.top, EditorScreen)
    return user


def board(user: User) -> ArrangingBoard:
    (found,) = user.all(ArrangingBoard)
    return found


def at(user: User, place: str) -> tuple[int, int]:
    return board(user).cells.center(place)


def piece(user: User, symbol: str) -> tuple[int, int]:
    """Where a piece is offered."""
    places = [spot for palette in user.all(PiecePalette) for spot in palette.places()]
    return next(place.center for one, place in places if one == symbol)


def pieces(user: User) -> dict[str, str]:
    return dict(board(user).scene.pieces)


def verdict(user: User) -> str:
    (line,) = user.all(LampLabel)
    return str(line.words)


def test_a_game_without_pieces_to_set_says_how_its_positions_are_set(editor: User):
    assert "set as text" not in verdict(editor)
    editor.key(pygame.K_ESCAPE)
    edited_own_game(editor)
    assert verdict(editor).endswith("Positions of this game are set as text.")


def test_a_piece_is_dragged_from_the_palette_and_off_the_board(editor: User):
    editor.drag(piece(editor, "q"), at(editor, "e4"))
    assert pieces(editor)["e4"] == "q"
    editor.drag(at(editor, "e4"), at(editor, "d5"))
    assert ("e4" in pieces(editor), pieces(editor)["d5"]) == (False, "q")
    editor.drag(at(editor, "d5"), (editor.window.ui.size[0] - 100, 300))
    assert "d5" not in pieces(editor)
    assert not editor.top.widgets[-1].visible


def test_a_click_puts_the_chosen_piece_and_a_right_click_removes_one(editor: User):
    editor.click(piece(editor, "N"))
    editor.click(at(editor, "e4"))
    editor.click(at(editor, "a2"), button=3)
    assert pieces(editor)["e4"] == "N"
    assert "a2" not in pieces(editor)


def test_a_position_is_set_up_by_keyboard_alone(editor: User):
    editor.press_button("Empty board")
    for letter, mod, moves in (("k", 0, 0), ("k", SHIFT, 2), ("q", 0, 1)):
        editor.letter(letter, mod)
        while editor.top.focus is not board(editor):
            editor.key(pygame.K_TAB)
        if not board(editor).hand.cursor:
            editor.key(pygame.K_UP)
        for _ in range(moves):
            editor.key(pygame.K_UP)
        editor.key(pygame.K_RETURN)
    assert sorted(pieces(editor).values()) == ["K", "Q", "k"]
    editor.key(pygame.K_DELETE)
    assert sorted(pieces(editor).values()) == ["K", "k"]
    editor.letter("z", CTRL)
    editor.letter("t")
    assert editor.window.state.editing.draft.text.split()[1] == "b"


def test_what_is_wrong_is_said_and_its_squares_are_marked(editor: User):
    editor.click(piece(editor, "K"))
    editor.click(at(editor, "e4"))
    assert "king" in verdict(editor)
    assert set(board(editor).scene.marked) >= {"e1", "e4"}
    assert not editor.button("Play…").enabled
    editor.press_button("Undo")
    assert verdict(editor) == "This position can be played."


def test_a_position_in_which_the_game_is_over_is_told_before_it_is_played(editor: User):
    editor.clipboard.copy("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    editor.letter("v", CTRL)
    assert verdict(editor) == "The game is over in this position."


def test_a_position_is_pasted_and_copied(editor: User):
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
    editor.clipboard.copy(f"\n{fen} ")
    editor.letter("v", CTRL)
    assert len(pieces(editor)) == 3
    assert editor.entry().text == fen
    editor.clipboard.copy("")
    editor.letter("c", CTRL)
    assert editor.clipboard.paste() == fen


def test_a_right_to_castle_is_given_and_taken(editor: User):
    editor.choose("O-O")
    assert editor.entry().text.split()[2] == "Qkq"
    editor.choose("O-O")
    assert editor.entry().text.split()[2] == "KQkq"


def test_a_game_against_a_level_begins_from_the_position(editor: User):
    editor.type_into(editor.entry(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    editor.press_button("Play…")
    state = editor.window.state
    assert (state.frame, state.way, state.wish.from_board) == (Frame.START, Way.PLAY, True)
    assert "begins with the position on the board" in editor.words
    editor.key(pygame.K_RETURN)
    editor.until_asked()
    assert editor.state.view.start.setup == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_the_position_is_analysed(editor: User):
    editor.press_button("Empty board")
    for symbol, place in (("K", "e1"), ("k", "e8"), ("P", "a2")):
        editor.drag(piece(editor, symbol), at(editor, place))
    editor.key(pygame.K_F3)
    editor.until(lambda: editor.window.state.analysis.shown)
    assert editor.window.state.frame is Frame.ANALYSIS
    editor.letter("e", CTRL)
    editor.key(pygame.K_ESCAPE)
    assert editor.window.state.frame is Frame.ANALYSIS


def test_stones_are_set_on_points(user: User):
    rules = next(iter(BUILT_IN_GAMES["renju"].variants.values()))
    user.window.ask(OfferGame("renju", 0, rules))
    user.window.ask(EditorAction.EDIT_POSITION)
    user.do()
    user.click(piece(user, "x"))
    user.click(at(user, "h8"))
    user.letter("o")
    user.click(at(user, "h9"))
    assert pieces(user) == {"h8": "x", "h9": "O"}
    user.press_button("To the board")
    assert user.board == {"h8": "x", "h9": "O"}


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)])
def test_the_board_is_as_large_as_in_a_game_and_the_pieces_stand_above_and_below(
    editor: User, size: tuple[int, int]
):
    editor.resize(size)
    place, palettes = board(editor).rect, editor.all(PiecePalette)
    assert place.w == min(size[1] - 144, size[0] - 72 - 360) // 8 * 8
    assert [palette.rect.h for palette in palettes] == [48, 48]
    assert palettes[0].rect.bottom + 8 == place.y
    assert palettes[1].rect.y == place.bottom + 8
    wide = palettes[0].places()[0][1].w - 4
    assert wide == 56 or size[0] == 800


def test_the_pieces_change_sides_with_the_board(editor: User):
    def above() -> str:
        return str(min(editor.all(PiecePalette), key=lambda one: one.rect.y).symbols[0])

    assert above() == "k"
    editor.command("f")
    assert above() == "K"
