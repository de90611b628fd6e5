import pytest
from driver import Window
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_pygame.kit.moves import MovesGrid
from board_pygame.kit.rows import ListOfRows

PLACE = (10, 10, 380, 200)
GAME = [
    ("0", "-", "-", "start"),
    *((str(n), "BW"[n % 2], f"m{n}", f"in words {n}") for n in range(1, 41)),
]


def with_grid(rows=GAME, **more):
    heard = []
    model = ListOfRows(rows)
    grid = MovesGrid(model, "WB".index, on_cursor=heard.append, **more)
    window = Window((grid, PLACE))
    grid.update()
    window.ui.focus(grid)
    window.drawn()
    return window, grid, heard


def pairs(grid):
    return [(row.number, *row.cells) for row in grid._grid if row.remark < 0]


def place(window, grid, index):
    """Where a ply is seen."""
    row = grid._row_of[index]
    column = grid._grid[row].cells.index(index) if index in grid._grid[row].cells else 0
    x, width = grid._column(window.fonts, column)
    return x + width // 2, grid._body().y + grid._starts[row] - grid._first() + 5


def test_the_plies_of_both_sides_stand_beside_each_other():
    _, grid, _ = with_grid(GAME[:4])
    assert pairs(grid) == [(1, 1, 2), (2, 3, -1)]


def test_a_game_may_begin_with_the_other_side():
    _, grid, _ = with_grid([GAME[0], ("1", "B", "x", ""), ("2", "W", "y", ""), ("3", "B", "z", "")])
    assert pairs(grid) == [(1, -1, 1), (2, 2, 3)]


def test_a_side_that_moves_twice_has_a_row_for_each_move():
    _, grid, _ = with_grid([("1", "W", "x", ""), ("2", "W", "y", ""), ("3", "B", "z", "")])
    assert pairs(grid) == [(1, 0, -1), (2, 1, 2)]


def test_remarks_stand_between_the_moves_on_as_many_lines_as_they_need():
    rows = [*GAME[:2], ("", "", "", "a remark of many words " * 9), *GAME[2:5]]
    window, grid, heard = with_grid(rows)
    assert pairs(grid) == [(1, 1, -1), (1, -1, 3), (2, 4, 5)]
    assert len(grid._grid[1].lines) > 2
    window.click(place(window, grid, 2))
    assert heard == [2]
    window.assert_drawn_as_anew()


def test_a_click_goes_to_a_ply_and_the_arrow_keys_stay_in_its_column():
    window, grid, heard = with_grid(GAME[:8])
    window.click(place(window, grid, 2))
    window.keys("down", "down", "up")
    assert heard == [2, 4, 6, 4]
    assert not window.key("left")  # the window steps through the game
    window.assert_drawn_as_anew()


def test_selected_plies_are_copied_as_rows_of_a_table():
    window, grid, _ = with_grid(GAME[:6])
    window.click(place(window, grid, 2))
    window.key("shift+down")
    window.key("ctrl+c")
    assert window.ui.clipboard.paste() == "\n".join("\t".join(GAME[n]) for n in (2, 3, 4))


def test_it_follows_until_somebody_scrolls_away():
    window, grid, _ = with_grid(GAME[:30])
    assert grid._first() == grid._last_top() > 0
    window.wheel((100, 100), 2)
    before = grid._first()
    grid.rows.rows += GAME[30:]
    grid.update()
    window.drawn()
    assert grid._first() == before
    window.wheel((100, 100), -40)
    assert grid._first() == grid._last_top()
    window.assert_drawn_as_anew()


def test_a_marked_ply_is_shown_also_when_it_is_far_above():
    window, grid, _ = with_grid()
    grid.mark_row(3)
    window.drawn()
    assert grid._first() <= grid._starts[grid._row_of[3]]
    window.assert_drawn_as_anew()


def test_the_marked_ply_stays_in_view_when_all_rows_are_other_ones():
    window, grid, _ = with_grid()
    for _time in range(2):
        grid.reset()
        grid.mark_row(5)
        window.drawn()
        row = grid._row_of[5]
        assert grid._first() <= grid._starts[row] < grid._first() + grid._seen()


def test_a_remark_on_the_marked_ply_is_seen_with_it():
    rows = [*GAME[:21], ("", "", "", "a remark of many words " * 9), *GAME[21:]]
    window, grid, _ = with_grid(rows)
    grid.mark_row(0)
    window.drawn()
    grid.mark_row(20)
    window.drawn()
    assert grid._starts[grid._row_of[21] + 1] <= grid._first() + grid._seen()
    window.assert_drawn_as_anew()


def test_a_move_is_pointed_out_in_the_words_of_a_remark():
    words = "( 3... h6  4. Nc3  Bg4 )"
    window, grid, _ = with_grid([*GAME[:3], ("", "", "", words)])
    grid.mark_row(3, (2, 8))
    window.drawn()
    first = window.pixels()
    grid.mark_row(3, (10, 16))
    window.assert_drawn_as_anew()
    assert window.pixels() != first


def test_the_right_button_goes_to_a_ply_and_asks_about_it():
    asked = []
    window, grid, heard = with_grid(GAME[:8], on_right=lambda: asked.append("notes"))
    window.click(place(window, grid, 3), button=3)
    assert (heard, asked) == ([3], ["notes"])


def test_moves_that_are_taken_back_are_gone():
    window, grid, _ = with_grid(GAME[:8])
    del grid.rows.rows[5:]
    grid.update()
    assert pairs(grid) == [(1, 1, 2), (2, 3, 4)]
    window.assert_drawn_as_anew()


@pytest.mark.parametrize("rows", [[], GAME[:1]])
def test_an_empty_game_takes_no_harm(rows):
    window, _grid, heard = with_grid(rows, empty="nothing")
    window.click((100, 100))
    window.keys("down", "ctrl+a", "ctrl+c", "page down")
    assert heard == []


@settings(max_examples=examples(12))
@given(st.lists(st.sampled_from(["W", "B", ""]), max_size=30), st.integers(-6, 6))
def test_every_row_has_one_place_in_the_grid(sides, wheel):
    rows = [
        ("" if not side else str(n + 1), side, "m", "word " * 30) for n, side in enumerate(sides)
    ]
    window, grid, _ = with_grid(rows[: len(rows) // 2])
    grid.rows.rows += rows[len(rows) // 2 :]
    grid.update()
    window.wheel((100, 100), wheel)
    window.assert_drawn_as_anew()
    placed = [index for row in grid._grid for index in (*row.cells, row.remark) if index >= 0]
    assert placed == list(range(len(rows)))
    assert grid._starts == sorted(grid._starts)
    assert len(grid._starts) == len(grid._grid) + 1


def test_other_rows_are_shown_where_one_is_marked_as_soon_as_they_are_measured():
    window, grid, _ = with_grid()
    grid.reset()
    grid.mark_row(4)
    window.drawn()
    assert grid._first() <= grid._starts[grid._row_of[4]] < grid._first() + grid._seen()
    assert grid._first() < grid._last_top()
