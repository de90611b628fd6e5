"""3D chess at the window: its views, its tour, a game."""

import pytest
from driving import User

from board_pygame.board.scene import BoardsView
from board_pygame.board.solid import Solid
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import OfferGame, ShowTour, StartPlaying, StepPlies, ToggleProjector
from board_pygame.projector import labelled_outside

RULES = next(iter(BUILT_IN_GAMES["chess-3d"].variants.values()))


@pytest.fixture
def user(tmp_path):
    user = User(tmp_path)
    user.window.ask(OfferGame("chess-3d", 0, RULES))
    user.do()
    yield user
    user.leave()


def test_a_key_changes_how_the_boards_are_shown(user):
    board = user.window.board
    assert board.scene.boards is BoardsView.BOTH
    size = board.rect.size
    user.letter("v")
    assert isinstance(board.cells, Solid)
    assert board.rect.size != size
    user.letter("v")
    assert not isinstance(board.cells, Solid)
    assert user.window.state.settings.boards_view == "map"
    user.letter("v")
    assert board.scene.boards is BoardsView.BOTH


def test_a_game_is_played_on_several_boards(user):
    user.letter("v")
    user.window.ask(StartPlaying())
    user.until_asked()
    for number, (start, end) in enumerate((("b2W", "b4N"), ("c7B", "c5N"), ("b4N", "c5N")), 1):
        user.clicks(start, end)
        user.until(lambda number=number: len(user.moves) == number)
    assert user.moves == ["b4N", "c5N", "bxc5N"]
    assert user.window.board.scene.captured == ("c5N",)


def test_the_tour_is_a_game_with_a_comment_at_every_step(user):
    user.window.ask(ShowTour())
    user.do()
    assert user.state.ply == 0
    assert user.state.refusal is None
    told = []
    for _step in range(6):
        told.append(user.state.sheet.notes(user.state.ply).comment)
        user.window.ask(StepPlies(1))
        user.do()
    assert all(told)
    assert len(set(told)) == 6
    assert user.state.shown.pieces()["QL3"] == "a"


def test_the_projector_shows_no_coordinates_outside_several_boards(user):
    assert not labelled_outside(RULES.geometry)
    user.window.ask(ToggleProjector())
    user.do()
    assert user.window.board.scene.coordinates
