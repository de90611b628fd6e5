"""A game that the command line names, at the window."""

from pathlib import Path

import pytest
from driving import User
from stones import begin, put

from board_core import Color, Reason
from board_core.games.game_file import BadGame
from board_pygame.__main__ import main
from board_pygame.effects import ReadFile, WriteFile
from board_pygame.games import Shelf
from board_pygame.intents import ShowStart
from board_pygame.phases import GameFinished
from board_pygame.wish import Way

EXAMPLES = Path(__file__).parents[2] / "examples"
HEAP = f"{EXAMPLES / 'own_game.py'}:HEAP"
OTHELLO = f"{EXAMPLES / 'games' / 'othello.py'}:OTHELLO"
CONNECT_FOUR = f"{EXAMPLES / 'games' / 'connect_four.py'}:CONNECT_FOUR"
OWN = {"heap": HEAP, "othello": OTHELLO, "connect-four": CONNECT_FOUR}


@pytest.mark.parametrize("name", OWN)
def test_two_players_of_a_game_from_a_file_finish_it(user: User, name: str):
    user.window.offer_game(OWN[name])
    user.window.ask(ShowStart(Way.WATCH))
    user.do()
    user.press_button("Watch")
    user.until_phase(GameFinished)
    assert user.window.state.game.rules.name == name
    assert user.state.view.ended.outcome.reason in (Reason.RULES, Reason.FULL_BOARD)


def test_connect_four_is_played_with_the_mouse_by_clicks_on_any_square_of_a_column(user: User):
    user.window.offer_game(CONNECT_FOUR)
    user.command("n")
    user.choose("Person")
    begin(user)
    put(user, "d1", "e6", "d2", "e1", "d6", "e2", "d4")
    user.until_phase(GameFinished)
    assert user.moves == ["d", "e", "d", "e", "d", "e", "d"]
    assert user.state.view.ended.outcome.winner is Color.WHITE
    assert set(user.window.board.scene.marked) == {"d1", "d2", "d3", "d4"}


def test_a_record_of_a_game_of_ones_own_is_saved_and_read_again(user: User, tmp_path):
    user.window.offer_game(CONNECT_FOUR)
    user.command("n")
    user.choose("Person")
    begin(user)
    put(user, "d1", "e1")
    user.command("p")
    user.until_phase(GameFinished)
    user.window.ask(WriteFile(tmp_path / "game.json"))
    user.window.ask(ReadFile(tmp_path / "game.json"))
    user.do()
    assert user.moves == ["d", "e"]


def test_a_game_is_found_where_it_is_offered_already():
    shelf = Shelf()
    assert shelf.find("chess") == ("chess", 0)
    assert shelf.find("renju") == ("renju", 0)
    key, number = shelf.find(OTHELLO)
    assert shelf.rules(key, number).name == "othello"
    assert shelf.find(OTHELLO) == (key, number)
    with pytest.raises(BadGame):
        shelf.find("mornington-crescent")


def test_a_game_that_there_is_not_is_refused_before_a_window_opens(capsys):
    assert main(["--game", "ches"]) == 2
    assert "did you mean chess" in capsys.readouterr().err
