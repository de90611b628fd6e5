import pytest
from driver import Window
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_pygame.kit.moves import Kind, MoveRows, MovesGrid, Ply, Remark

PLACE = (10, 10, 380, 200)
GAME = [Ply(n % 2, f"m{n}", extra=f"{n}.0") for n in range(40)]
LONG = Remark(Kind.COMMENT, "a remark of many words " * 9)


class Listed(MoveRows):
    """A game from a list."""

    def __init__(self, rows):
        self.rows = list(rows)

    def __len__(self):
        return len(self.rows)

    def item(self, index):
        return self.rows[index]

    def words(self, index):
        return f"in words {index}"

    def copied(self, indices):
        return " ".join(self.rows[index].notation for index in indices)


def with_grid(rows=GAME, **more):
    heard = []
    grid = MovesGrid(Listed(rows), on_cursor=heard.append, **more)
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
    below = grid._starts[row + 1] - grid._first() - 10
    return x + width // 2, grid.rect.y + below


def branch(*words):
    return [Remark(Kind.BRANCH, f"( {text} )") for text in words]


def lines(grid):
    return [row.lines for row in grid._grid if row.remark >= 0]


def test_the_plies_of_both_sides_stand_beside_each_other():
    _, grid, _ = with_grid(GAME[:3])
    assert pairs(grid) == [(1, 0, 1), (2, 2, -1)]


def test_a_game_may_begin_with_the_other_side():
    _, grid, _ = with_grid([Ply(1, "x"), Ply(0, "y"), Ply(1, "z")])
    assert pairs(grid) == [(1, -1, 0), (2, 1, 2)]


def test_a_side_that_moves_twice_has_a_row_for_each_move():
    _, grid, _ = with_grid([Ply(0, "x"), Ply(0, "y"), Ply(1, "z")])
    assert pairs(grid) == [(1, 0, -1), (2, 1, 2)]


def test_remarks_stand_between_the_moves_on_as_many_lines_as_they_need():
    window, grid, heard = with_grid([GAME[0], LONG, *GAME[1:4]])
    assert pairs(grid) == [(1, 0, -1), (1, -1, 2), (2, 3, 4)]
    assert len(grid._grid[1].lines) > 2
    window.click(place(window, grid, 1))
    assert heard == [1]
    window.assert_drawn_as_anew()


def test_a_click_goes_to_a_ply_and_the_arrow_keys_stay_in_its_column():
    window, grid, heard = with_grid(GAME[:8])

    def went(index):
        heard.append(index)
        grid.mark_row(index)

    grid._on_cursor = went
    window.click(place(window, grid, 1))
    window.keys("down", "down", "up")
    assert heard == [1, 3, 5, 3]
    assert not window.key("left")  # the window steps through the game
    assert not window.key("ctrl+c")  # the window copies the position
    window.assert_drawn_as_anew()


def test_the_arrow_keys_pass_by_comments_and_the_result():
    rows = [*GAME[:2], LONG, GAME[2], Remark(Kind.END, "won", "1–0")]
    window, grid, heard = with_grid(rows)
    grid.mark_row(0)
    window.keys("down")
    grid.mark_row(3)
    window.keys("down")
    assert heard == [3]


def test_plies_are_selected_by_keys_and_copied_without_going_anywhere():
    window, grid, heard = with_grid([*GAME[:2], LONG, *GAME[2:6]])
    grid.mark_row(1)
    window.keys("shift+down", "shift+right")
    assert grid.selected == [1, 3, 4, 5]
    window.key("ctrl+c")
    assert window.ui.clipboard.paste() == "m1 m2 m3 m4"
    window.keys("shift+left", "escape")
    assert grid.selected == []
    assert not window.key("escape")
    assert heard == []
    window.assert_drawn_as_anew()


def test_plies_are_selected_by_dragging_and_by_a_click_with_shift():
    window, grid, heard = with_grid(GAME[:8])
    window.drag(place(window, grid, 1), place(window, grid, 3), place(window, grid, 4))
    assert grid.selected == [1, 2, 3, 4]
    assert heard == [1]
    window.click(place(window, grid, 2))
    assert grid.selected == []
    window.assert_drawn_as_anew()


def test_all_plies_are_selected_and_copied():
    window, _, _ = with_grid(GAME[:4])
    window.keys("ctrl+a", "ctrl+c")
    assert window.ui.clipboard.paste() == "m0 m1 m2 m3"


def test_variations_are_folded_to_a_line_until_their_link_is_pressed():
    rows = [*GAME[:2], *branch("a line", "of another " * 9), GAME[2]]
    window, grid, heard = with_grid(rows, more="{} more".format)
    folded = grid._grid[1]
    assert lines(grid) == [("( a line )",), ()]
    assert folded.more == len(window.fonts.wrap(rows[3].words, 14, grid._words_width(window.fonts)))
    left, width = grid._column(window.fonts, 0)
    y = place(window, grid, 2)[1] - 2
    window.click((left + folded.link + 5, y))
    assert heard == []
    assert [len(each) for each in lines(grid)] == [1, folded.more or len(grid._grid[2].lines)]
    assert len(grid._grid[2].lines) > 1
    window.click((left + width // 2, y))
    assert heard == [2]
    window.assert_drawn_as_anew()


def test_a_line_that_is_folded_is_cut_before_its_link():
    window, grid, _ = with_grid([*GAME[:2], *branch("many words " * 20)], more="{} more".format)
    (only,) = grid._grid[1].lines
    assert only.endswith("…")
    wide = grid._grid[1].link + window.fonts.width(f"{grid._grid[1].more} more", 14)
    assert wide <= grid._words_width(window.fonts)


def test_variations_are_unfolded_where_one_is_marked():
    window, grid, _ = with_grid([*GAME[:2], *branch("a line", "another one"), *GAME[2:]])
    grid.mark_row(3)
    window.drawn()
    assert lines(grid) == [("( a line )",), ("( another one )",)]
    window.assert_drawn_as_anew()


def test_a_variation_that_comes_later_joins_those_above_it():
    window, grid, _ = with_grid([*GAME[:2], *branch("a line")])
    assert grid._grid[1].more == 0
    grid.rows.rows += branch("another one")
    grid.update()
    window.drawn()
    assert grid._grid[1].more == 1
    window.assert_drawn_as_anew()


def test_each_ply_is_told_in_words_on_a_row_of_its_own():
    window, grid, heard = with_grid(GAME[:4])
    before = window.pixels()
    grid.turn_words(True)
    window.assert_drawn_as_anew()
    assert window.pixels() != before
    assert pairs(grid) == [(1, 0, -1), (1, 1, -1), (2, 2, -1), (2, 3, -1)]
    window.click(place(window, grid, 3))
    assert heard == [3]
    grid.turn_words(False)
    assert pairs(grid) == [(1, 0, 1), (2, 2, 3)]
    window.assert_drawn_as_anew()


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
    window, grid, _ = with_grid([*GAME[:21], LONG, *GAME[21:]])
    grid.mark_row(0)
    window.drawn()
    grid.mark_row(20)
    window.drawn()
    assert grid._starts[grid._row_of[21] + 1] <= grid._first() + grid._seen()
    window.assert_drawn_as_anew()


def test_the_first_rows_are_seen_where_no_ply_is_marked():
    window, grid, _ = with_grid()
    assert grid._first() > 0
    grid.mark_row(None)
    window.drawn()
    assert grid._first() == 0
    window.wheel((100, 100), -2)
    scrolled = grid._first()
    grid.mark_row(None)
    window.drawn()
    assert grid._first() == scrolled > 0


def test_a_move_is_pointed_out_in_the_words_of_a_remark():
    window, grid, _ = with_grid([*GAME[:2], *branch("3... h6 4. Nc3 Bg4")])
    grid.mark_row(2, (2, 8))
    window.drawn()
    first = window.pixels()
    grid.mark_row(2, (9, 15))
    window.assert_drawn_as_anew()
    assert window.pixels() != first


def test_a_sign_has_a_colour_of_its_own():
    window, grid, _ = with_grid([Ply(0, "m", "??", "error")])
    window.drawn()
    before = window.pixels()
    grid.rows.rows = [Ply(0, "m", "??", "good")]
    grid.reset()
    window.drawn()
    assert window.pixels() != before


def test_the_right_button_goes_to_a_ply_and_asks_about_it():
    asked = []
    window, grid, heard = with_grid(GAME[:8], on_right=lambda: asked.append("notes"))
    window.click(place(window, grid, 3), button=3)
    assert (heard, asked) == ([3], ["notes"])


def test_moves_that_are_taken_back_are_gone():
    window, grid, _ = with_grid(GAME[:8])
    del grid.rows.rows[4:]
    grid.update()
    assert pairs(grid) == [(1, 0, 1), (2, 2, 3)]
    window.assert_drawn_as_anew()


def test_an_empty_game_takes_no_harm_and_says_what_to_do():
    window, _grid, heard = with_grid([], empty=("nothing", "do something"))
    window.click((100, 100))
    window.keys("down", "ctrl+a", "ctrl+c", "page down", "shift+right", "escape")
    assert heard == []
    window.assert_drawn_as_anew()


@pytest.mark.parametrize("zoom", [0.7, 2.0])
def test_a_grid_of_another_size_is_clicked_where_it_is_drawn(zoom):
    window, grid, heard = with_grid(GAME[:4])
    grid.zoom = zoom
    grid.reset()
    window.drawn()
    window.click(place(window, grid, 3))
    assert heard == [3]
    window.assert_drawn_as_anew()


ITEMS = st.sampled_from([Ply(0, "m"), Ply(1, "m"), LONG, *branch("a line", "word " * 30)])


@settings(max_examples=examples(12))
@given(st.lists(ITEMS, max_size=30), st.integers(-6, 6), st.booleans())
def test_every_row_has_one_place_in_the_grid(rows, wheel, in_words):
    window, grid, _ = with_grid(rows[: len(rows) // 2])
    grid.turn_words(in_words)
    grid.rows.rows += rows[len(rows) // 2 :]
    grid.update()
    window.wheel((100, 100), wheel)
    window.assert_drawn_as_anew()
    placed = [index for row in grid._grid for index in (*row.cells, row.remark) if index >= 0]
    assert placed == list(range(len(rows)))
    assert grid._starts == sorted(grid._starts)
    assert len(grid._starts) == len(grid._grid) + 1
