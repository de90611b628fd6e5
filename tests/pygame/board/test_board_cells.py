import pytest
from boards import POINTS, cells_of, chess_scene
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from board_core.game.geometry import Geometry, Style, cells, plan, squares
from board_pygame.board.cells import Cells, extent

EIGHT = squares(8, 8)
HOLES = plan(
    [[None, "b3W", "QL3", None], ["a1QL1", None, None, "z0KL2"], [None, "c1W", None, None]]
)
HEX = Geometry(cells(5, 4).rows, Style.CELLS, slant=0.5)

BOARDS = st.sampled_from([EIGHT, POINTS, squares(10, 12), cells(7, 6), HOLES, HEX])
PARTS = st.builds(Rect, *[st.integers(-50, 500)] * 2, *[st.integers(0, 500)] * 2)
RECTS = st.builds(Rect, *[st.integers(0, 300)] * 2, *[st.integers(160, 2000)] * 2)


@given(BOARDS, RECTS, st.booleans(), st.booleans())
def test_every_place_is_found_where_it_is(geometry, rect, flipped, coordinates):
    board = Cells.fit(rect, geometry, flipped=flipped, coordinates=coordinates)
    assert set(board.squares) == set(geometry.places)
    assert rect.contains(board.board)
    for square, cell in board.squares.items():
        assert cell.w == cell.h == board.cell
        assert board.name(*board.place(square)) == square
        for point in (cell.topleft, cell.center, (cell.right - 1, cell.bottom - 1)):
            assert board.square_at(point) == square


@given(RECTS, st.booleans())
def test_the_board_is_as_large_as_whole_cells_allow(rect, flipped):
    board = Cells.fit(rect, EIGHT, flipped=flipped)
    assert 0 <= min(rect.size) - board.board.w < 8


@given(BOARDS, PARTS)
def test_places_within_a_part_are_those_that_touch_it(geometry, part):
    board = Cells.fit(Rect(20, 30, 400, 440), geometry)
    assert set(board.within(part)) == {s for s, r in board.squares.items() if r.colliderect(part)}


def test_nothing_is_found_in_a_hole():
    board = Cells.fit(Rect(0, 0, 400, 300), HOLES)
    assert board.square_at((50, 50)) is None
    assert board.square_at((150, 50)) == "b3W"
    assert Cells.fit(Rect(0, 0, 400, 300), HOLES, flipped=True).square_at((150, 50)) is None


def test_the_rows_of_a_slanted_board_lie_half_a_cell_further_right_each():
    board = Cells.fit(Rect(0, 0, 650, 400), HEX)
    assert extent(HEX) == (6.5, 4)
    assert [board.squares[f"a{rank}"].left for rank in (4, 3, 2, 1)] == [0, 50, 100, 150]
    turned = Cells.fit(Rect(0, 0, 650, 400), HEX, flipped=True)
    assert turned.squares["e1"].topleft == (0, 0)
    assert turned.vector("e1", "e2") == (0.5, 1)


@given(BOARDS, st.booleans())
def test_the_cursor_stays_on_the_board_and_reaches_all_of_it(geometry, flipped):
    board = Cells.fit(Rect(0, 0, 400, 400), geometry, flipped=flipped)
    seen, new = set(), {board.middle()}
    while new:
        square = new.pop()
        seen.add(square)
        ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
        new |= {board.beside(square, *way) for way in ways} - seen
    assert seen == set(geometry.places)


def test_the_cursor_goes_to_the_neighbour_and_stops_at_the_edge():
    board = Cells.fit(Rect(0, 0, 400, 400), EIGHT)
    assert board.middle() == "e4"
    assert [board.beside("a8", *way) for way in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [
        "b8", "a7", "a8", "a8",
    ]  # fmt: skip


def test_the_first_rank_is_at_the_bottom_and_flipped_at_the_top():
    board = cells_of(chess_scene())
    assert board.squares["a1"].topleft == (0, 280)
    assert board.squares["h8"].topleft == (280, 0)
    board = cells_of(chess_scene(flipped=True))
    assert board.squares["a1"].topleft == (280, 0)


def test_columns_have_the_letters_of_the_game():
    board = Cells.fit(Rect(0, 0, 400, 400), POINTS)
    assert board.name(8, 8) == "j1"
    assert board.square_at((0, 0)) is None  # the coordinates are outside


@pytest.mark.parametrize(
    ("point", "snapped"),
    [("c3", "c3"), ("b3", "b3"), ("a8", "a8"), ("h2", "h1"), ("d5", "e5"), ("b4", "a4")],
)
def test_arrows_snap_to_what_a_queen_or_a_knight_could_do(point, snapped):
    board = cells_of(chess_scene())
    x, y = board.center(point)
    towards_x, towards_y = board.center(snapped)
    nearly = (x + (towards_x - x) // 4, y + (towards_y - y) // 4)
    assert board.snapped("a1", nearly) == snapped
