"""The menu of the board: on the right button, and by its keys."""

import pygame
import pytest
from driving import CTRL, SHIFT, User, function
from stones import gomoku, put

from board_core import Reason
from board_pygame.actions import (
    ACTIONS,
    ALT_KEYS,
    COMMAND_KEYS,
    PLAIN_KEYS,
    SHIFTED_COMMAND_KEYS,
    help_rows,
    tip_of,
)
from board_pygame.intents import SetPosition
from board_pygame.kit.menu import Item, Menu
from board_pygame.kit.painter import Icon
from board_pygame.phases import GameFinished


def items(user: User) -> dict[str, str]:
    """What the menu offers, and what stands beside it; a minus before what cannot be chosen."""
    assert isinstance(user.top, Menu)
    found = [item for item in user.top._list._items if isinstance(item, Item)]
    return {("" if i.enabled else "-") + i.caption.text: i.aside for i in found}


def menu_is_open(user: User) -> bool:
    return isinstance(user.top, Menu)


def test_a_right_click_opens_the_menu_beside_the_pointer(user: User):
    user.click("e5", button=3)
    assert items(user)["-Take back"] == "no move has been made"
    assert user.top.rect.topleft == user.at("e5")
    user.key(pygame.K_ESCAPE)
    assert not menu_is_open(user)


@pytest.mark.parametrize("square", ["a1", "h1", "h8", "e4"])
def test_the_whole_menu_is_on_the_screen(user: User, square: str):
    user.window.ask(SetPosition("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    user.resize((1024, 768))
    user.click(square, button=3)
    assert user.window.surface.get_rect().contains(user.top.rect)
    shown = user.top._list
    assert shown._seen() >= shown._count()


def test_a_click_elsewhere_closes_the_menu_and_does_nothing_else(user: User):
    user.start()
    user.click("e5", button=3)
    user.click("a3")
    assert not menu_is_open(user)
    user.clicks("e2", "e4")
    user.until_moves("e4")


def test_a_second_right_click_closes_it_too(user: User):
    user.click("h5", button=3)
    user.click("a8", button=3)
    assert not menu_is_open(user)


def test_dragging_with_the_right_button_still_draws_arrows(user: User):
    start, end = user.at("b1"), user.at("c3")
    user.move(start)
    user.press(start, 3)
    user.move(end)
    user.release(end, 3)
    assert user.window.board.scene.shapes == ((("b1", "c3"), "green"),)
    assert not menu_is_open(user)


def test_a_circle_is_drawn_from_the_menu_and_taken_away_again(user: User):
    for shapes in (1, 0):
        user.click("e5", button=3)
        user.choose_item("Draw a circle here")
        assert len(user.window.board.scene.shapes) == shapes


def test_with_shift_a_right_click_is_a_circle_at_once(user: User, monkeypatch):
    monkeypatch.setattr(pygame.key, "get_mods", lambda: SHIFT)
    user.click("e5", button=3)
    assert not menu_is_open(user)
    assert user.window.board.scene.shapes == ((("e5",), "red"),)


def test_a_whole_game_from_the_menu(user: User):
    user.click("e5", button=3)
    user.choose_item("Start")
    user.until_asked()
    user.clicks("e2", "e4")
    user.until(lambda: user.moves == ["e4"] and user.state.view.asked)
    user.click("e5", button=3)
    assert "Pause" in " ".join(items(user))
    user.choose_item("Take back")
    user.until(lambda: user.moves == [] and user.state.view.asked)
    user.click("e5", button=3)
    user.choose_item("Resign")
    assert user.state.running
    user.click("e5", button=3)
    user.choose_item("Resign")  # the second one resigns
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.RESIGNATION
    user.key(pygame.K_ESCAPE)
    user.click("e5", button=3)
    assert items(user)["-Resign"] == "no game is running"
    assert items(user)["-Stop"] == "no game is running"


def test_stop_from_the_menu(user: User):
    user.start()
    user.click("e5", button=3)
    user.choose_item("Stop")
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.STOPPED


def test_who_does_not_play_cannot_resign(user: User):
    user.start(white=function("waits"), black=function("waits"))
    user.click("e5", button=3)
    assert items(user)["-Resign"] == "nobody at this window plays"
    assert items(user)["-Hint"] == "it is not your turn"


def test_the_game_goes_on_behind_the_menu(user: User):
    user.start(black=function("answers"))
    user.clicks("e2", "e4")
    user.click("e6", button=3)
    user.until(lambda: user.moves == ["e4", "e5"])
    assert menu_is_open(user)


def test_the_menu_by_keyboard_alone(user: User):
    user.start()
    user.key(pygame.K_F10, SHIFT)
    assert user.top.rect.topleft == user.window.board.cells.field.center
    enabled = [text for text in items(user) if not text.startswith("-")]
    user.key(pygame.K_DOWN)  # over those that cannot be chosen
    current = user.top._list._items[user.top._list._current]
    assert current.caption.text == enabled[0]
    user.command("f")
    assert not menu_is_open(user)
    assert user.window.board.scene.flipped


def test_the_menu_key_opens_it_at_the_cursor(user: User):
    user.key(pygame.K_UP, CTRL)
    user.key(pygame.K_MENU)
    x, y = user.at("e4")
    menu = user.top.rect
    assert menu.x == x
    assert menu.y == min(y, user.window.ui.size[1] - menu.h)


def test_on_the_projector_too(user: User):
    user.key(pygame.K_F11)
    user.click("e5", button=3)
    user.choose_item("Turn the board (F)")
    assert user.window.board.scene.flipped
    user.key(pygame.K_F10, SHIFT)
    assert menu_is_open(user)


def test_alt_g_resigns(user: User):
    user.start()
    for _press in range(2):
        assert user.state.running
        user.command("g")
    user.until_phase(GameFinished)
    assert user.state.view.ended.outcome.reason is Reason.RESIGNATION


def test_the_position_is_copied_from_the_menu(user: User):
    user.click("e5", button=3)
    user.choose_item("Copy position (FEN)")
    assert user.clipboard.paste() == user.state.shown.setup


# Stones


def test_a_right_click_beside_the_points_opens_it_too(user: User):
    gomoku(user)
    user.click(user.window.board.cells.board.move(4, 4).topleft, button=3)
    assert "New game…" in items(user)
    assert "Draw a circle here" not in items(user)


def test_a_stone_is_taken_back_from_the_menu(user: User):
    gomoku(user)
    put(user, "k10")
    user.click("k10", button=3)
    user.choose_item("Take back")
    user.until(lambda: not user.moves)
    assert user.board == {}


def test_the_menu_has_four_groups_and_only_what_applies(user: User):
    user.click(user.icon(Icon.MENU))
    rows = user.top._list._items
    assert [row for row in rows if isinstance(row, str)] == ["Game", "Position", "Record", "View"]
    groups = user.all_items
    assert "Numbers on stones" not in groups
    assert "Comment…" in groups
    user.choose_item("Move either side")
    assert user.state.ignore_turn
    user.menu("Move either side")
    assert not user.state.ignore_turn
    user.start()
    user.click(user.icon(Icon.MENU))
    assert not {"Move either side", "Comment…", "Start"} & set(user.all_items)
    assert "Start again" in user.all_items


def test_the_menu_of_the_window_says_why_not(user: User):
    user.click(user.icon(Icon.MENU))
    assert items(user)["-Review the game"] == "no move has been made"
    assert items(user)["-Stop"] == "no game is running"
    assert items(user)["-Log"] == "no program plays"


@pytest.mark.parametrize(("letter", "side"), [("w", "White"), ("b", "Black")])
def test_a_key_asks_for_the_program_of_each_side(user: User, letter: str, side: str):
    user.letter(letter)
    assert user.dialog == ""
    user.command(letter)
    assert side in user.dialog


# The table of actions


def test_every_key_of_the_table_stands_on_the_page_of_help():
    told = {keys for keys, _words in help_rows()}
    assert {action.key for action in ACTIONS.values() if action.key} <= told


def test_no_letter_is_a_command_without_alt():
    letters = {key for key in PLAIN_KEYS if chr(min(key, 127)).isalpha()}
    assert letters == set()
    assert all(
        action.key != action.key.upper() or len(action.key) != 1 for action in ACTIONS.values()
    )


def test_a_tip_ends_with_its_key():
    assert tip_of(ACTIONS["hint"]) == "What the adviser would play here. (Alt+H)"
    assert tip_of(ACTIONS["back"]) == "Ctrl+Z"


def test_a_key_asks_for_one_thing():
    for keys in (COMMAND_KEYS, SHIFTED_COMMAND_KEYS, PLAIN_KEYS, ALT_KEYS):
        assert keys
    bound = [
        (key, action.pressed or action.intent)
        for action in ACTIONS.values()
        for key in (action.key, action.second_key)
        if key
    ]
    assert len(dict(bound)) == len(set(bound))
