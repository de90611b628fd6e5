"""3D chess at the window: its views, its tour, a game."""

import pytest
from driving import User, function

from board_pygame.board.hand import MoveRefused
from board_pygame.board.scene import BoardsView
from board_pygame.board.solid import Solid
from board_pygame.games import BUILT_IN_GAMES
from board_pygame.intents import (
    OfferGame,
    SetPosition,
    ShowTour,
    StartPlaying,
    StepPlies,
    ToggleProjector,
)
from board_pygame.projector import labelled_outside

CARRIED = (
    "2b1/1p1p/2n1/4|4/4/1P2/2B1|4/2N1/P2P/N2R "
    "QL1w:P1/KQ,KL2b:2/1P,QL5w:2/p1,KL6b:kr/pp w - - - 0 10"
)
"""A white pawn on one of Black's boards, and a black one on one of White's."""

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


def test_who_has_the_only_piece_on_a_board_premoves_it(user):
    user.letter("v")
    user.letter("v")
    user.window.ask(SetPosition(CARRIED))
    user.seat(black=function("waits"))
    user.window.ask(StartPlaying())
    user.until_asked()
    user.clicks("d2W", "d3W")
    user.until(lambda: len(user.moves) == 1 and user.state.view.asked)
    movable = user.window.board.scene.movable
    assert "KL2" in movable  # Black's board, with a white pawn on it
    user.click(user.window.board.cells.tabs["KL2"].center)
    user.clicks("KL4")
    assert user.window.board.hand.premove == ("KL2", "KL4")


def test_a_piece_or_a_board_that_cannot_move_says_so(user):
    user.letter("v")
    user.letter("v")
    user.click("e1KL1")
    assert user.status == "this pawn cannot move now"
    user.click("d9KL6")
    assert "it is the turn of White" in user.status
    user.window.ask(MoveRefused(("QL1",)))
    user.do()
    assert user.status == "QL1 carries 4 pieces; it may carry one"


def test_the_tour_is_offered_before_the_first_game_and_beside_its_name(user):
    user.letter("n")
    user.press_button("Play")
    assert "3D chess" in user.dialog
    user.press_button("Short tour")
    assert user.state.sheet.notes(0).comment.startswith("Press →")
    user.letter("n")
    user.press_button("Play")
    assert user.dialog == ""
    user.until_asked()
    user.letter("n")
    user.press_button("Short tour")
    assert user.state.running  # a game is not lost for it


def test_a_piece_that_can_be_taken_has_a_frame_on_the_map(user):
    user.letter("v")
    user.letter("v")
    for start, end in (("b2W", "b4N"), ("c7B", "c5N")):
        user.clicks(start, end)
    user.click("b4N")
    assert "prey" in user.window.board.drawing.marks["c5N"]
