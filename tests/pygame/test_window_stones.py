"""Another game at the same window: stones on the crossings of lines."""

from driving import User

from board_core import Color, Reason
from board_pygame.kit.choice import Choice
from board_pygame.state import Phase


def choose_game(user: User, name: str) -> None:
    user.letter("n")
    user.click(user.all(Choice)[0])
    user.choose_item(name)


def gomoku(user: User) -> None:
    choose_game(user, "Gomoku")
    user.choose("Two people at this board")
    user.press_button("Play")
    user.until_asked()


def test_two_people_put_five_in_a_row(user: User):
    gomoku(user)
    stones = ["k10", "a1", "k11", "a2", "k12", "a3", "k13", "a4", "k14"]
    for number, point in enumerate(stones, start=1):
        user.click(point)
        user.until(lambda number=number: len(user.moves) == number)
    user.until_phase(Phase.ENDED)
    ended = user.state.view.ended
    assert (ended.outcome.winner, ended.outcome.reason) == (Color.BLACK, Reason.FIVE_IN_A_ROW)
    assert set(user.window.board.scene.marked) == {"k10", "k11", "k12", "k13", "k14"}
    assert len(user.window.ui.layers) == 1  # nothing covers the board
    assert user.window._models.history.row(1)[3] == "black stone on k10"


def test_a_stone_is_taken_back_and_an_earlier_position_looked_at(user: User):
    gomoku(user)
    for number, point in enumerate(["k10", "a1", "k11"], start=1):
        user.click(point)
        user.until(lambda number=number: len(user.moves) == number)
    user.until_asked()
    user.press_button("Take back")
    user.until(lambda: len(user.moves) == 2)
    user.press_button("←")
    assert set(user.board) == {"k10"}


def test_an_occupied_point_is_refused_in_words(user: User):
    gomoku(user)
    user.click("k10")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    user.type_move("k10")
    assert "k10" in user.status


def test_the_record_is_saved_and_read_again(user: User, tmp_path):
    gomoku(user)
    user.click("k10")
    user.until(lambda: len(user.moves) == 1)
    user.press_button("Stop")
    user.until_phase(Phase.ENDED)
    for ending in ("sgf", "psq"):
        file = tmp_path / f"game.{ending}"
        user.window.records.write(file)
        user.window.records.read(file)
        user.do()
        assert user.moves == ["k10"]


def test_and_back_to_chess(user: User):
    gomoku(user)
    choose_game(user, "Chess")
    user.choose("Two people at this board")
    user.press_button("Play")
    user.until(lambda: user.state.running and user.state.view.asked and len(user.board) == 32)
    user.clicks("e2", "e4")
    user.until_moves("e4")
