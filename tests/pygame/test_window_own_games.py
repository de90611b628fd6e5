"""A game from a file at the window: opened, offered, played by hand and against its players."""

from pathlib import Path

import pytest
from driving import User
from stones import put

from board_core import Color, PerColor, Reason
from board_core.hosted import game_named
from board_pygame.dialogs import Wish
from board_pygame.games import FAMILIES, with_game
from board_pygame.kit.choice import Choice
from board_pygame.state import Phase

EXAMPLES = Path(__file__).parents[2] / "examples"
OTHELLO, CONNECT_FOUR = (EXAMPLES / "games" / name for name in ("othello.py", "connect_four.py"))
HEAP = EXAMPLES / "own_game.py"


@pytest.mark.parametrize("file", [OTHELLO, CONNECT_FOUR, HEAP], ids=lambda file: file.stem)
def test_a_game_of_a_file_is_offered_and_two_of_its_players_finish_it(user: User, file: Path):
    user.window.playing.read(file)
    assert user.dialog == "New game"
    game, variant = user.window.rules.name, user.all(Choice)
    assert game in [choice.options[choice.index] for choice in variant]
    user.choose("Watch two computers")
    user.press_button("Play")
    user.until_phase(Phase.ENDED)
    assert user.state.view.ended.outcome.reason in (Reason.RULES, Reason.FULL_BOARD)
    assert {seat.spec.text for seat in (user.state.seats.white, user.state.seats.black)} == {
        "random"
    }


def test_connect_four_is_played_with_the_mouse_by_clicks_on_any_square_of_a_column(user: User):
    user.window.playing.read(CONNECT_FOUR)
    user.choose("Two people at this board")
    user.press_button("Play")
    user.until_asked()
    put(user, "d1", "e6", "d2", "e1", "d6", "e2", "d4")
    user.until_phase(Phase.ENDED)
    assert user.moves == ["d", "e", "d", "e", "d", "e", "d"]
    assert user.state.view.ended.outcome.winner is Color.WHITE
    assert set(user.window.board.scene.marked) == {"d1", "d2", "d3", "d4"}


def test_a_record_of_a_game_of_ones_own_is_saved_and_read_again(user: User, tmp_path):
    user.window.playing.read(CONNECT_FOUR)
    user.choose("Two people at this board")
    user.press_button("Play")
    user.until_asked()
    put(user, "d1", "e1")
    user.press_button("Stop")
    user.until_phase(Phase.ENDED)
    user.window.records.write(tmp_path / "game.json")
    user.window.records.read(tmp_path / "game.json")
    user.do()
    assert user.moves == ["d", "e"]


def test_of_several_games_in_a_file_one_is_chosen(user: User, tmp_path):
    file = tmp_path / "two.py"
    file.write_text(
        CONNECT_FOUR.read_text() + "\nSHORT = replace(CONNECT_FOUR, name='short', variant_of='')\n"
    )
    user.window.playing.read(file)
    assert "Which game of two.py?" in user.words
    user.press_button("SHORT")
    assert user.window.rules.name == "short"


def test_a_file_that_is_no_game_is_refused_in_words(user: User, tmp_path):
    file = tmp_path / "no.py"
    file.write_text("1 / 0\n")
    user.window.playing.read(file)
    user.do()
    assert "division by zero (line 1)" in user.status


def test_the_same_game_is_offered_once_and_chess_stays_as_it_is():
    game = game_named(f"{CONNECT_FOUR}:CONNECT_FOUR")
    families, key, index = with_game(FAMILIES, game)
    assert with_game(families, game) == (families, key, index)
    assert list(families) == [*FAMILIES, "connect-four"]
    assert with_game(FAMILIES, game_named("chess")) == (FAMILIES, "chess", 0)
    assert with_game(FAMILIES, game_named("renju")) == (FAMILIES, "gomoku", 6)
    assert with_game(FAMILIES, game_named("chess"))[0] == FAMILIES


def test_the_game_of_the_command_line_is_on_the_board_at_first(user: User):
    user.window.offer_game(game_named(f"{OTHELLO}:OTHELLO"))
    user.do()
    assert set(user.board) == {"d4", "d5", "e4", "e5"}
    assert user.window.playing.wish == Wish(PerColor(None, 0), game="othello")
