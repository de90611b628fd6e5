"""Where the places of a board are."""

import pickle

import levels
import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_core.game.geometry import Style, cells, plan, points, squares
from board_core.games.look import Look, tag

LEVELS = plan(
    [
        [None, "b2W", "QL3", None],
        ["z0KL1", None, None, "d0KL1"],
        [None, "b4N", "QL5", None],
    ]
)
BOARDS = st.sampled_from([squares(8, 8), squares(10, 12), points(19, 19), cells(7, 6), LEVELS])


def test_a_grid_has_files_and_ranks_as_white_sees_them():
    board = squares(8, 8)
    assert board.size == (8, 8)
    assert board.rows[0][0] == "a8"
    assert board.at("h1") == (7, 7)
    assert board.place(4, 6) == "e2"
    assert (board.place(8, 0), board.place(-1, 0), board.place(0, 8)) == (None, None, None)
    assert board.column_labels == tuple("abcdefgh")
    assert board.row_labels == tuple("87654321")


def test_points_may_have_letters_of_their_own():
    board = points(9, 9, "abcdefghj")
    assert board.on_points
    assert "j9" in board
    assert "i9" not in board


def test_a_plan_has_names_of_any_kind_and_holes():
    assert LEVELS.places == ("b2W", "QL3", "z0KL1", "d0KL1", "b4N", "QL5")
    assert LEVELS.at("d0KL1") == (3, 1)
    assert LEVELS.place(0, 0) is None
    assert LEVELS.style is Style.SQUARES


@given(BOARDS)
def test_seen_from_the_other_side_it_is_turned_around(board):
    columns, rows = board.size
    for name in board.places:
        column, row = board.at(name)
        assert board.turned.at(name) == (columns - 1 - column, rows - 1 - row)
        assert board.place(column, row) == name
    assert board.turned.turned == board
    assert board.turned.row_labels == board.row_labels[::-1]


def test_whites_left_corner_is_dark_and_neighbours_differ():
    board = squares(8, 8)
    assert board.is_dark("a1")
    assert not board.is_dark("h1")
    assert board.is_dark("d8")


@given(BOARDS)
def test_it_is_a_value(board):
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert hash(copy) == hash(board)


@pytest.mark.parametrize(
    ("board", "move", "places"),
    [
        (squares(8, 8), "e2e4", ("e2", "e4")),
        (squares(8, 8), "e7e8q", ("e7", "e8")),
        (points(19, 19), "h8", ("h8",)),
        (squares(10, 10), "a10b9", ("a10", "b9")),
        (squares(8, 8), "pass", ()),
        (cells(7, 6), "d", ()),
        (LEVELS, "b2Wb4N", ("b2W", "b4N")),
        (LEVELS, "q:b2Wb4N", ("b2W", "b4N")),
        (LEVELS, "QL3QL5", ("QL3", "QL5")),
        (LEVELS, "d0KL1z0KL1", ("d0KL1", "z0KL1")),
    ],
)
def test_the_text_of_a_move_names_places(board, move, places):
    assert board.named_in(move) == places


@pytest.mark.parametrize(
    ("move", "places", "text"),
    [
        ("e7e8q", ("e7", "e8"), "q"),
        ("q:b2Wb4N", ("b2W", "b4N"), "q"),
        ("P@e4", ("e4",), "P"),
        ("e2e4", ("e2", "e4"), ""),
    ],
)
def test_what_is_left_of_a_move_tells_it_from_others(move, places, text):
    assert tag(move, places) == text


def test_the_sign_of_a_symbol_is_the_games_or_a_disc_or_itself():
    chess = Look(signs={"K": "♔", "k": "♚"})
    assert (chess.sign("K"), chess.sign("K", outlined=True), chess.sign("X")) == ("♚", "♔", "X")
    stones = Look(letters=False)
    assert (stones.sign("O"), stones.sign("O", outlined=True)) == ("●", "○")
    assert stones.sign("x", outlined=True) == "●"


def test_a_board_that_cannot_be_named_is_refused():
    with pytest.raises(ValueError, match="no 27 files: give 1 to 26"):
        cells(27, 27)
    with pytest.raises(ValueError, match="no 0 ranks: give 1 or more"):
        squares(3, 0)
    with pytest.raises(TypeError, match="'5' is no number of files"):
        points("5", 5)
    with pytest.raises(ValueError, match="two places are called 'a'"):
        plan([["a", "a"]])


def test_boards_on_several_levels_are_laid_out_side_by_side():
    assert levels.LEVELS.size == (6, 8)
    assert levels.LEVELS.at("a4B") == (2, 0)
    assert levels.LEVELS.at("y1QL1") == (0, 6)
    assert levels.LEVELS.named_in("QL1QL2") == ("QL1", "QL2")
    assert levels.LEVELS.named_in("q:a1Wz0QL1") == ("a1W", "z0QL1")
    assert "QL1" in levels.LEVELS
    assert "W" not in levels.LEVELS  # it cannot be moved, so it is no place


def test_a_board_that_is_elsewhere_leaves_a_gap():
    pieces = levels.START.pieces()
    here = levels.LEVELS.present(pieces)
    assert {"y0QL1", "d3KL2", "a1W"} <= set(here.places)
    assert not {"z3QL2", "c0KL1"} & set(here.places)
    assert here.size == levels.LEVELS.size
    assert levels.LEVELS.present({*levels.PINS, "a1W"}) is levels.LEVELS
    assert squares(8, 8).present({}) == squares(8, 8)


def test_squares_above_each_other_have_one_colour():
    one = {name: levels.LEVELS.is_dark(name) for name in levels.LEVELS.places}
    assert one["a3B"] is not one["b3B"]
    assert one["b3B"] is one["a2W"]
    assert one["z1QL1"] is one["b1W"]


def test_the_name_of_a_board_is_below_it_or_above():
    assert levels.LEVELS.tabs == {"QL1": (0, 5), "QL2": (0, 4), "KL1": (4, 5), "KL2": (4, 4)}


def test_no_board_reaches_over_a_seam():
    assert levels.LEVELS.seams == (0, 2, 4, 6)
    assert squares(8, 8).seams == ()
