"""Another game at the same window: stones on the crossings of lines."""

import pygame
from driving import User
from stones import begin, choose_game, gomoku, put

from board_core import Color, Reason
from board_core.frontend.settings import load
from board_pygame.effects import DialogAction, ReadFile, WriteFile
from board_pygame.intents import GoToPly, PlayText, RecordAction, ShowStart
from board_pygame.kit.painter import Icon, Painter
from board_pygame.phases import GameFinished


def test_two_people_put_five_in_a_row(user: User):
    gomoku(user)
    put(user, "k10", "a1", "k11", "a2", "k12", "a3", "k13", "a4", "k14")
    user.until_phase(GameFinished)
    ended = user.state.view.ended
    assert (ended.outcome.winner, ended.outcome.reason) == (Color.BLACK, Reason.FIVE_IN_A_ROW)
    assert set(user.window.board.scene.marked) == {"k10", "k11", "k12", "k13", "k14"}
    assert len(user.window.ui.layers) == 1  # nothing covers the board
    assert user.window.board.drawing.struck == (("k10", "k14"),)
    assert user.status == "Black wins\nFive in a row · 9 stones"
    assert user.window._screen.moves.grid.rows.words(0) == "black stone on j10"


def test_a_stone_is_taken_back_and_an_earlier_position_looked_at(user: User):
    gomoku(user)
    put(user, "k10", "a1", "k11")
    user.press_button("Take back")
    user.until(lambda: len(user.moves) == 2)
    user.click(user.icon(Icon.BACK))
    assert set(user.board) == {"k10"}


def test_an_occupied_point_is_refused_in_words(user: User):
    gomoku(user)
    user.click("k10")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    user.type_move("j10")  # the letters that the board shows
    assert "j10" in user.status


def test_the_record_is_saved_and_read_again(user: User, tmp_path):
    gomoku(user)
    user.click("k10")
    user.until(lambda: len(user.moves) == 1)
    user.command("p")
    user.until_phase(GameFinished)
    for ending in ("sgf", "psq"):
        file = tmp_path / f"game.{ending}"
        user.window.ask(WriteFile(file))
        user.window.ask(ReadFile(file))
        user.do()
        assert user.moves == ["k10"]


def test_and_back_to_chess(user: User):
    gomoku(user)
    choose_game(user, "Chess")
    user.choose("Person")
    begin(user)
    user.until(lambda: user.state.running and user.state.view.asked and len(user.board) == 32)
    user.clicks("e2", "e4")
    user.until_moves("e4")


# Numbers


def numbers(user: User) -> dict[str, int]:
    return dict(user.window.board.scene.numbers)


def test_numbers_on_stones_follow_the_position_that_is_shown(user: User):
    gomoku(user)
    put(user, "k10", "a1", "k11")
    assert numbers(user) == {}
    user.command("m")
    assert numbers(user) == {"k10": 1, "a1": 2, "k11": 3}
    user.click(user.icon(Icon.BACK))
    assert numbers(user) == {"k10": 1, "a1": 2}
    user.click(user.icon(Icon.LAST))
    user.press_button("Take back")
    user.until(lambda: len(user.moves) == 2)
    assert numbers(user) == {"k10": 1, "a1": 2}
    user.click("c3", button=3)
    user.choose_item("Numbers on stones")
    assert numbers(user) == {}


def test_numbers_are_remembered(user: User):
    gomoku(user)
    user.command("m")
    user.leave()
    assert load(user.file).settings.stone_numbers


def test_numbers_are_a_setting(user: User):
    gomoku(user)
    put(user, "k10")
    user.window.ask(DialogAction.OPEN_SETTINGS)
    user.do()
    user.choose("Numbers on stones")
    user.press_button("Done")
    assert numbers(user) == {"k10": 1}


def test_numbers_are_in_the_menu_of_games_of_stones(user: User):
    gomoku(user)
    user.menu("Numbers on stones")
    assert user.window.state.settings.stone_numbers


def test_pieces_have_no_numbers(user: User):
    user.clicks("e2", "e4")
    user.command("m")
    assert numbers(user) == {}
    assert not user.window.state.settings.stone_numbers


# The whole


def test_a_place_of_an_earlier_move_is_told_in_stones(user: User):
    gomoku(user)
    put(user, "k10", "a1")
    user.click(user.icon(Icon.BACK))
    assert user.status.startswith("Move 1 of 2\n")
    user.click(user.button("Back to move 2"))
    assert user.state.live


def test_what_was_drawn_in_parts_is_what_would_be_drawn_at_once(user: User):
    gomoku(user)
    user.command("m")
    put(user, "k10", "a1", "k11", "a2", "k12", "a3", "k13", "a4")
    for point in ("c3", "d3", "k14"):
        user.move(user.at(point))
    put(user, "k14")
    user.move(user.at("e5"))
    seen = pygame.image.tobytes(user.window.surface, "RGB")
    user.window.ui.redraw()
    user.do()
    assert pygame.image.tobytes(user.window.surface, "RGB") == seen


def test_stones_are_counted_one_by_one_wherever_they_are_numbered(user: User, monkeypatch):
    gomoku(user)
    put(user, "k10", "a1", "k11", "a2")
    drawn = []
    text = Painter.text
    monkeypatch.setattr(
        Painter,
        "text",
        lambda self, said, *more, **k: drawn.append(said) or text(self, said, *more, **k),
    )
    user.window.ui.redraw()
    user.do()
    assert {"1", "3"} <= set(drawn)  # the rows of two stones begin with these
    assert "2" not in drawn
    user.click(user.tabs["Graph"])
    assert "stone" in drawn
    user.window.ask(ShowStart())
    user.do()
    note = user.window.ui.layers[0]._back.note
    assert note == "Gomoku, stone 5"


def test_the_stones_of_a_variation_are_counted_one_by_one(user: User):
    gomoku(user)
    put(user, "k10", "a1", "k11")
    user.command("p")
    user.until_phase(GameFinished)
    user.window.ask(RecordAction.ANALYSE_POSITION)
    user.window.ask(GoToPly(1))
    user.window.ask(PlayText("b2"))
    user.window.ask(PlayText("c2"))
    user.do()
    history = user.window._screen.moves._history
    words = [getattr(history.item(index), "words", "") for index in range(len(history))]
    assert "( 2. b2 3. c2 )" in words
