"""The board in a window that nobody sees, moved by events."""

from dataclasses import replace
from math import inf

import pygame
import pytest
from boards import Screen, Stones, chess_at, chess_scene, waiting

from board_core.game.geometry import squares
from board_core.game.rules import Rules
from board_core.games import CHESS
from board_pygame.board.backdrop import COLOR_SCHEMES
from board_pygame.board.hand import Ambiguous, MoveChosen, MoveRefused, Premoved, Shape, WantsLive

PAWN = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"


def board_of(setup: str | None = None, *moves: str, **more) -> Screen:
    return Screen(chess_scene(setup, *moves, **more), chess_at(setup, *moves))


def test_clicks_and_drags_are_told():
    screen = board_of()
    screen.click("e2", "e4")
    assert screen.intents == [MoveChosen("e2e4")]
    screen = board_of()
    screen.drag("g1", "f3")
    assert screen.intents == [MoveChosen("g1f3", dragged=True)]


def test_a_clicked_move_is_shown_at_once_and_slides():
    screen = board_of()
    screen.click("e2", "e4")
    assert screen.board.scene.pieces["e4"] == "P"
    assert screen.board.scene.last == ("e2", "e4")
    assert screen.board.wake == 0
    screen.wait(0)
    (pawn,) = screen.board.drawing.flying
    assert pawn.topleft == screen.board.cells.squares["e2"].topleft
    screen.wait(0.1)
    screen.board.show_scene(chess_scene(None, "e4"))  # the game's own answer
    (pawn,) = screen.board.drawing.flying
    assert pawn.topleft == screen.board.cells.squares["e3"].topleft
    screen.wait(0.1)
    assert screen.board.drawing.flying == ()
    assert screen.board.wake == inf


def test_a_dragged_move_does_not_slide():
    screen = board_of()
    screen.drag("e2", "e4")
    assert screen.board.drawing.flying == ()
    screen.board.show_scene(chess_scene(None, "e4"))
    assert screen.board.wake == inf
    screen = Screen(chess_scene())  # nobody says what will be
    screen.drag("e2", "e4")
    screen.board.show_scene(chess_scene(None, "e4"))
    assert screen.board.wake == inf


def test_the_next_move_interrupts_the_one_that_is_shown():
    screen = board_of()
    screen.board.show_scene(chess_scene(None, "e4"))
    screen.wait(0.05)
    screen.board.show_scene(chess_scene(None, "e4", "e5"))
    screen.wait(0.05)
    (pawn,) = screen.board.drawing.flying
    assert pawn.symbol == "p"


def test_a_move_that_was_not_played_goes_back():
    screen = board_of()
    screen.drag("e2", "e4")
    screen.board.show_scene(chess_scene(), animate=False)
    assert screen.board.scene.pieces["e2"] == "P"
    screen.click("e2", "e4")
    assert screen.intents[1:] == [MoveChosen("e2e4")]


def test_an_illegal_target_is_red_for_a_while():
    screen = board_of()
    screen.click("e2", "e5")
    assert screen.intents == [MoveRefused(("e2", "e5"))]
    screen.wait(0)
    assert "refused" in screen.board.drawing.marks["e5"]
    screen.wait(0.39)
    assert "refused" in screen.board.drawing.marks["e5"]
    screen.wait(0.01)
    assert "e5" not in screen.board.drawing.marks
    assert screen.board.wake == inf


def test_what_is_seen_of_a_selected_piece():
    screen = board_of(None, "e4", "d5")
    screen.click("e4")
    marks = screen.board.drawing.marks
    assert (marks["e5"], marks["d5"]) == (("dot",), ("last", "corners"))
    assert "selected" in marks["e4"]
    screen.move("e5")
    assert screen.board.drawing.marks["e5"] == ("aim",)
    hidden = replace(screen.board.scene, destinations=False)
    screen.board.show_scene(hidden)
    assert "e5" not in screen.board.drawing.marks


def test_a_king_in_check_and_a_mated_one_differ():
    screen = board_of(marked=("e1",))
    assert screen.board.drawing.marks["e1"] == ("marked",)
    screen.board.show_scene(chess_scene(marked=("e1",), over=True))
    assert screen.board.drawing.marks["e1"] == ("over",)


def test_an_earlier_position_asks_for_the_newest():
    screen = board_of(None, "e4", locked=True)
    screen.click("e7")
    assert screen.intents == [WantsLive()]


def test_a_premove_is_played_when_the_turn_comes():
    screen = Screen(waiting(chess_scene(None, "e4")), chess_at(None, "e4", "e5"))
    screen.click("g1", "f3")
    assert screen.intents == [Premoved(("g1", "f3"))]
    screen.board.show_scene(chess_scene(None, "e4", "e5"))
    assert screen.board.drawing.marks["f3"] == ("premove",)
    screen.board.take_premove()
    assert screen.intents[1:] == [MoveChosen("g1f3")]
    screen.board.take_premove()
    assert len(screen.intents) == 2


# The chooser


@pytest.mark.parametrize(("spot", "move"), [(0, "q"), (1, "n"), (2, "r"), (3, "b")])
@pytest.mark.parametrize("flipped", [False, True])
def test_a_promotion_is_chosen_over_the_file(spot, move, flipped):
    screen = board_of(PAWN, flipped=flipped)
    screen.click("a7", "b8")
    assert screen.intents == []
    assert screen.board.choosing
    screen.click(("b8", "b7", "b6", "b5")[spot])
    assert screen.intents == [MoveChosen(f"a7b8{move}", dragged=True)]
    assert screen.board.scene.pieces["b8"] == move.upper()
    assert not screen.board.choosing


def test_a_promotion_at_the_bottom_is_chosen_upwards():
    screen = board_of("k7/8/8/8/8/8/p7/7K b - - 0 1")
    screen.drag("a2", "a1")
    screen.click("a2")
    assert screen.intents == [MoveChosen("a2a1n", dragged=True)]


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        ([pygame.K_n], "n"),
        ([pygame.K_r], "r"),
        ([pygame.K_DOWN, pygame.K_RETURN], "q"),
        ([pygame.K_UP, pygame.K_UP, pygame.K_SPACE], "r"),
        ([pygame.K_x, pygame.K_RETURN, pygame.K_b], "b"),
    ],
)
def test_a_promotion_is_chosen_by_keys(keys, move):
    screen = board_of(PAWN)
    screen.click("a7", "b8")
    assert all(screen.key(key) for key in keys)
    assert screen.intents == [MoveChosen(f"a7b8{move}", dragged=True)]


@pytest.mark.parametrize("how", ["escape", "right", "elsewhere", "another position"])
def test_a_promotion_is_cancelled(how):
    screen = board_of(PAWN)
    screen.click("a7", "b8")
    match how:
        case "escape":
            screen.key(pygame.K_ESCAPE)
        case "right":
            screen.click("b8", button=3)
        case "elsewhere":
            screen.click("e4")
        case _:
            screen.board.show_scene(chess_scene())
    assert not screen.board.choosing
    assert screen.intents == []
    assert screen.board.drawing.shapes == ()


def test_what_cannot_be_pictured_is_written():
    screen = Screen(chess_scene(PAWN))
    screen.click("a7", "b8")
    assert screen.board.drawing.choice.symbols == (None,) * 4
    assert screen.board.drawing.choice.text(1) == "n"
    screen.key(pygame.K_q)
    assert screen.intents == [MoveChosen("a7b8q", dragged=True)]


def test_all_moves_of_a_piece_are_the_windows_business():
    screen = board_of()
    screen.click("b1", button=3)
    (asked,) = screen.intents
    assert isinstance(asked, Ambiguous)
    assert not screen.board.choosing


# Arrows and keys


@pytest.mark.parametrize(
    ("mods", "ink"),
    [
        (0, "green"),
        (pygame.KMOD_LSHIFT, "red"),
        (pygame.KMOD_LCTRL, "red"),
        (pygame.KMOD_LALT, "blue"),
        (pygame.KMOD_LALT | pygame.KMOD_LSHIFT, "yellow"),
    ],
)
def test_arrows_take_their_colour_from_the_modifiers(mods, ink, monkeypatch):
    monkeypatch.setattr(pygame.key, "get_mods", lambda: mods)
    screen = board_of()
    screen.drag("b1", "c3", button=3)
    (shape,) = screen.board.drawing.shapes
    assert (shape.origin, shape.target, shape.ink.value) == ("b1", "c3", ink)


def test_a_whole_move_by_keyboard():
    screen = board_of()
    screen.ui.focus(screen.board)
    assert screen.key(pygame.K_SPACE) is False  # no cursor: it is the window's key
    assert screen.key(pygame.K_LEFT) is False
    screen.key(pygame.K_DOWN, pygame.KMOD_CTRL)
    assert screen.board.hand.cursor == "e4"
    for _ in range(2):
        screen.key(pygame.K_DOWN, pygame.KMOD_CTRL)
    screen.key(pygame.K_RETURN)
    assert screen.board.hand.selected == "e2"
    for _ in range(2):
        screen.key(pygame.K_UP, pygame.KMOD_CTRL)
    screen.key(pygame.K_SPACE)
    assert screen.intents == [MoveChosen("e2e4")]


def test_escape_lets_go_and_then_leaves_the_board():
    screen = board_of()
    screen.ui.focus(screen.board)
    screen.key(pygame.K_DOWN, pygame.KMOD_CTRL)
    screen.click("e2")
    screen.key(pygame.K_DOWN, pygame.KMOD_CTRL)
    assert screen.key(pygame.K_ESCAPE)
    assert (screen.board.hand.selected, screen.board.hand.cursor) == (None, "e2")
    assert screen.key(pygame.K_ESCAPE)
    assert screen.board.hand.cursor is None
    assert not screen.key(pygame.K_ESCAPE)


def test_the_cursor_stays_on_the_board():
    screen = board_of()
    screen.ui.focus(screen.board)
    for _ in range(12):
        screen.key(pygame.K_RIGHT, pygame.KMOD_CTRL)
        screen.key(pygame.K_UP, pygame.KMOD_CTRL)
    assert screen.board.hand.cursor == "h8"


# Stones


def test_a_game_of_stones_is_played_and_shown():
    screen = Screen(Stones().scene(), Stones())
    screen.move("e5")
    (thought,) = screen.board.drawing.flying
    assert (thought.symbol, thought.alpha < 255) == ("x", True)
    screen.click("e5")
    assert screen.intents == [MoveChosen("e5")]
    screen.game[0] = Stones(("e5",))
    screen.board.show_scene(Stones(("e5",)).scene())
    screen.click("e5", "j9")
    assert screen.intents[1:] == [MoveRefused(("e5",)), MoveChosen("j9")]
    assert screen.board.scene.pieces == {"e5": "x", "j9": "O"}


def test_any_rules_can_be_shown():
    rules = Rules("stones", CHESS.first, squares(9, 9), lambda setup: Stones())
    position = rules.start(None)
    screen = Screen(Stones().scene(), position)
    screen.click(position.legal_moves()[0])
    assert screen.intents == [MoveChosen("a1")]


# Places


def test_the_board_can_have_any_size():
    for side in (160, 333, 624, 2000):
        screen = Screen(chess_scene(None, "e4"), chess_at(None, "e4"), side)
        screen.click("e7", "e5")
        assert screen.intents == [MoveChosen("e7e5")]


def test_flipping_and_resizing_keep_what_is_selected():
    screen = board_of()
    screen.click("e2")
    screen.board.show_scene(replace(screen.board.scene, flipped=True))
    screen.board.place((0, 0, 200, 240))
    screen.ui.draw()
    screen.click("e4")
    assert screen.intents == [MoveChosen("e2e4")]


def test_a_piece_in_the_hand_is_let_go_when_the_board_moves():
    screen = board_of()
    screen.press("e2")
    screen.move("e4")
    screen.board.place((0, 0, 200, 200))
    screen.release("e4")
    assert screen.intents == []


def test_one_board_can_show_one_game_after_another():
    screen = board_of()
    screen.click("e2", "e5")
    screen.press("d2")
    screen.move("h8")
    screen.board.show_scene(Stones(("j9",)).scene())
    screen.wait(0)
    screen.board.show_scene(chess_scene(None, "e4"))
    screen.ui.draw()
    assert screen.pixels() == screen.repainted()


def test_the_pointer_grips_what_can_be_moved():
    screen = board_of()
    gripped = []
    for square in ("e2", "e4", "e7"):
        screen.move(square)
        gripped.append(screen.board.grips)
    assert gripped == [True, False, False]


def test_the_coordinates_of_the_pointed_square_stand_out():
    screen = board_of()
    screen.move("c5")
    usual = screen.pixels()
    screen.move("c6")
    assert screen.pixels() != usual
    assert screen.pixels() == screen.repainted()


def test_nothing_is_drawn_when_nothing_changes():
    screen = board_of()
    screen.move("a4")
    assert screen.move("a4") == []
    screen.board.show_scene(chess_scene())
    assert screen.ui.draw() == []


def test_a_move_costs_the_squares_it_changes():
    screen = board_of()
    screen.board.show_scene(chess_scene(None, "Nf3"), animate=False)
    cells = screen.board.cells.squares
    assert sorted(map(tuple, screen.ui.draw())) == sorted([tuple(cells["g1"]), tuple(cells["f3"])])


def test_a_drag_costs_the_neighbourhood_of_the_piece():
    screen = board_of()
    screen.press("e2")
    screen.move("e4")
    cell = screen.board.cells.cell
    (part,) = screen.move("e4", 2, 3)
    assert part.w <= cell + 2
    assert part.h <= cell + 3


@pytest.mark.parametrize("name", COLOR_SCHEMES)
def test_every_scheme_has_all_marks(name):
    screen = board_of(None, "e4", "d5", "exd5", marked=("e8",))
    screen.board.dress(COLOR_SCHEMES[name])
    screen.click("d8")
    screen.board.hand = replace(screen.board.hand, cursor="a4", premove=("a2", "a3"))
    screen.board.hand = replace(screen.board.hand, shapes=(Shape("a1", "h8"),))
    screen.board.show_scene(replace(screen.board.scene, over=True))
    screen.ui.draw()
    assert screen.pixels() == screen.repainted()


def test_a_dot_leaves_the_coordinates_as_they_are():
    screen = Screen(chess_scene())
    corner = screen.board.cells.squares["h3"].move(30, 0).clip(screen.board.cells.board)
    before = pygame.image.tobytes(screen.surface.subsurface(corner), "RGB")
    screen.click("g1")
    assert screen.board.drawing.marks["h3"] == ("dot",)
    assert pygame.image.tobytes(screen.surface.subsurface(corner), "RGB") == before
