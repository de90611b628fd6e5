import pytest
from boards import CHESS_LOOK, STONES, chess_scene, geometry_of
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from board_core.rules import squares_of
from board_pygame.board.geometry import Geometry

LOOKS = st.sampled_from([(CHESS_LOOK, (8, 8)), (STONES, (9, 9)), (CHESS_LOOK, (10, 12))])
PARTS = st.builds(Rect, *[st.integers(-50, 500)] * 2, *[st.integers(0, 500)] * 2)
RECTS = st.builds(Rect, *[st.integers(0, 300)] * 2, *[st.integers(160, 2000)] * 2)


@given(LOOKS, RECTS, st.booleans(), st.booleans())
def test_every_square_is_found_where_it_is(game, rect, flipped, coordinates):
    look, size = game
    board = Geometry.fit(rect, size, look, flipped=flipped, coordinates=coordinates)
    assert len(board.squares) == size[0] * size[1]
    assert rect.contains(board.board)
    for square, cell in board.squares.items():
        assert cell.w == cell.h == board.cell
        assert board.name(*board.place(square)) == square
        for point in (cell.topleft, cell.center, (cell.right - 1, cell.bottom - 1)):
            assert board.square_at(point) == square


@given(RECTS, st.booleans())
def test_the_board_is_as_large_as_whole_cells_allow(rect, flipped):
    board = Geometry.fit(rect, (8, 8), CHESS_LOOK, flipped=flipped)
    assert 0 <= min(rect.size) - board.board.w < 8


@given(LOOKS, PARTS)
def test_squares_within_a_part_are_those_that_touch_it(game, part):
    look, size = game
    board = Geometry.fit(Rect(20, 30, 400, 440), size, look)
    assert set(board.within(part)) == {s for s, r in board.squares.items() if r.colliderect(part)}


def test_the_first_rank_is_at_the_bottom_and_flipped_at_the_top():
    board = geometry_of(chess_scene())
    assert board.squares["a1"].topleft == (0, 280)
    assert board.squares["h8"].topleft == (280, 0)
    board = geometry_of(chess_scene(flipped=True))
    assert board.squares["a1"].topleft == (280, 0)


def test_files_have_the_letters_of_the_game():
    board = Geometry.fit(Rect(0, 0, 400, 400), (9, 9), STONES)
    assert board.name(8, 8) == "j1"
    assert board.square_at((0, 0)) is None  # the coordinates are outside


@pytest.mark.parametrize(
    ("move", "squares"),
    [("e2e4", ("e2", "e4")), ("e7e8q", ("e7", "e8")), ("h8", ("h8",)), ("k10", ("k10",))],
)
def test_a_move_names_its_squares(move, squares):
    assert squares_of(move) == squares


@pytest.mark.parametrize(
    ("point", "snapped"),
    [("c3", "c3"), ("b3", "b3"), ("a8", "a8"), ("h2", "h1"), ("d5", "e5"), ("b4", "a4")],
)
def test_arrows_snap_to_what_a_queen_or_a_knight_could_do(point, snapped):
    board = geometry_of(chess_scene())
    x, y = board.center(point)
    towards_x, towards_y = board.center(snapped)
    nearly = (x + (towards_x - x) // 4, y + (towards_y - y) // 4)
    assert board.snapped("a1", nearly) == snapped
