import pygame
import pytest
from driver import Window
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from pygame import Rect

from board_pygame.kit.painter import SMALL_SIZE, TEXT_SIZE
from board_pygame.kit.rows import ListOfRows, RecentLines, Rows, TableColumn, sort_key
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Tabs
from board_pygame.kit.text import Fonts
from board_pygame.kit.widget import Widget

PLACE = (10, 10, 300, 225)


@pytest.fixture
def heard():
    return []


class Many(Rows):
    """Counts which rows are looked at."""

    def __init__(self, count):
        self.count = count
        self.asked = set()

    def __len__(self):
        return self.count

    def row(self, index):
        self.asked.add(index)
        return str(index), f"move {index}"


def with_table(rows=20, **options):
    rows = (
        ListOfRows([(str(i), f"move {i}") for i in range(rows)]) if isinstance(rows, int) else rows
    )
    table = TableWidget([TableColumn("No", 50, "right"), TableColumn("Move")], rows, **options)
    return Window((table, PLACE)), table


def row(window, table, index):
    """A place in the middle of a row."""
    head = window.fonts.height(SMALL_SIZE) + 6 + 2
    height = window.fonts.height(TEXT_SIZE) + 2
    return 100, 10 + head + (index - table.top) * height + height // 2


def test_only_the_rows_that_are_seen_are_asked_for():
    rows = Many(100_000)
    window, table = with_table(rows)
    assert rows.asked == set(range(8))
    rows.asked.clear()
    window.key("tab")
    window.key("end")
    window.drawn()
    assert table.cursor == 99_999
    assert rows.asked == set(range(99_999 - len(rows.asked) + 1, 100_000))
    assert len(rows.asked) < 10


def test_a_click_selects_a_row(heard):
    window, table = with_table(on_cursor=heard.append)
    window.click(row(window, table, 3))
    assert (table.cursor, table.selected, heard) == (3, [3], [3])


def test_dragging_selects_several_rows_and_scrolls(heard):
    window, table = with_table(on_cursor=heard.append)
    window.drag(row(window, table, 1), row(window, table, 3), row(window, table, 2))
    assert (table.selected, heard) == ([1, 2], [1, 3, 2])
    window.drag(row(window, table, 1), (100, 290))
    assert table.selected[0] == 1
    assert table.top > 0


def test_shift_and_ctrl_select_more():
    window, table = with_table()
    window.click(row(window, table, 1))
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    window.click(row(window, table, 3))
    assert table.selected == [1, 2, 3]
    pygame.key.set_mods(pygame.KMOD_LCTRL)
    window.click(row(window, table, 2))
    window.click(row(window, table, 5))
    assert table.selected == [1, 3, 5]
    assert table.cursor == 5
    pygame.key.set_mods(0)


def test_keys_move_the_cursor_and_the_view(heard):
    window, table = with_table(on_cursor=heard.append)
    window.keys("tab", "down", "down", "up", "end", "page up", "home", "shift+down")
    assert heard == [0, 1, 0, 19, 19 - 7, 0, 1]
    assert table.selected == [0, 1]
    assert not window.key("left")


def test_selected_rows_are_copied_without_the_header():
    window, table = with_table()
    window.drag(row(window, table, 1), row(window, table, 2))
    window.key("ctrl+c")
    assert window.ui.clipboard.paste() == "1\tmove 1\n2\tmove 2"
    window.keys("ctrl+a", "ctrl+c")
    assert window.ui.clipboard.paste().count("\n") == 19


def test_a_double_click_and_enter_activate_a_row(heard):
    window, table = with_table(on_activate=heard.append)
    window.double_click(row(window, table, 2))
    window.keys("down", "enter")
    assert heard == [2, 3]
    window, _ = with_table()
    window.key("tab")
    assert not window.key("enter")


def test_the_wheel_scrolls_three_rows_and_not_past_the_ends():
    window, table = with_table()
    window.wheel((100, 100), -1)
    assert table.top == 3
    window.wheel((100, 100), -10)
    assert table.top == 20 - 7
    window.wheel((100, 100), 10)
    assert table.top == 0


def test_the_bar_is_dragged_and_clicked():
    window, table = with_table(1000)
    bar = 10 + 300 - 8
    window.click((bar, 200))
    assert table.top == 7
    window.drag((bar, 40), (bar, 300))
    assert table.top == 1000 - 7
    window.click((bar, 45))
    assert table.top == 1000 - 14


def following(rows=20, **options):
    window, table = with_table(rows, follows=True, **options)
    return window, table, table.rows


def test_it_follows_while_it_is_at_the_end():
    window, table, rows = following()
    assert table.top == 13
    rows.rows.append(("20", "new"))
    table.update()
    assert table.top == 14
    window.wheel((100, 100), 1)
    rows.rows.append(("21", "new"))
    table.update()
    assert table.top == 11
    window.wheel((100, 100), -1)
    window.wheel((100, 100), -1)
    rows.rows.append(("22", "new"))
    table.update()
    assert table.top == 16


def test_without_following_it_stays():
    _, table = with_table()
    table.rows.rows.append(("20", "new"))
    table.update()
    assert table.top == 0


def test_an_appended_row_damages_its_own_part_and_the_bar():
    window, table = with_table(3)
    table.rows.rows.append(("3", "new"))
    table.update()
    parts = window.drawn()
    assert sum(part.w * part.h for part in parts) < 0.3 * table.rect.w * table.rect.h
    window.assert_drawn_as_anew()


def test_rows_below_what_is_seen_damage_no_rows():
    window, table = with_table(20)
    table.rows.rows += [(str(i), "new") for i in range(20, 40)]
    table.update()
    assert [part.w for part in window.drawn()] == [12]
    window.assert_drawn_as_anew()


def test_a_change_of_selection_damages_two_rows():
    window, table = with_table()
    table.go_to(1)
    window.drawn()
    table.go_to(5)
    height = window.fonts.height(TEXT_SIZE) + 2
    assert [part.h for part in window.drawn()] == [height, height]
    table.mark_row(2)
    table.changed(6)
    assert [part.h for part in window.drawn()] == [height, height]
    table.mark_row(None)
    window.assert_drawn_as_anew()


def test_rows_that_are_taken_back_are_gone():
    window, table = with_table(5)
    table.go_to(4)
    del table.rows.rows[3:]
    table.update()
    assert (table.cursor, table.selected) == (None, [])
    window.assert_drawn_as_anew()


def test_reset_forgets_what_was_selected():
    window, table, rows = following()
    table.go_to(2)
    table.mark_row(3)
    rows.rows = rows.rows[:10]
    table.reset()
    assert (table.cursor, table.selected, table.top) == (None, [], 3)
    window.assert_drawn_as_anew()


def test_an_empty_table_says_so_and_takes_no_harm():
    window, table = with_table(0, empty="no moves")
    said = window.pixels()
    window.click((100, 100))
    window.keys("down", "end", "ctrl+a", "enter")
    window.wheel((100, 100), -1)
    window.drag((302, 50), (302, 150))
    assert table.cursor is None
    table.rows.rows.append(("0", "start"))
    table.update()
    window.drawn()
    assert window.pixels() != said
    window.assert_drawn_as_anew()


# Rows that open

LONG = "info depth 12 score cp 21 nodes 301772 pv d2f1 c8e6 b3e6 e8e6 f1g3 d8d7 a2a4 h7h6 end"


def opening(count=20, **more):
    rows = ListOfRows([(str(i), f"{i} {LONG}" if i % 2 else "short") for i in range(count)])
    columns = [TableColumn("No", 40), TableColumn("Line")]
    table = TableWidget(columns, rows, opens=True, **more)
    window = Window((table, PLACE))
    window.ui.focus(table)
    return window, table


def at(table, index):
    return table._row_rect(table.rows.dropped + index).center


def test_a_row_that_does_not_fit_opens_on_a_click_and_closes_on_the_next():
    window, table = opening()
    window.click(at(table, 1))
    assert table.opened == 1
    first, *rest = table._open_lines
    assert rest
    assert " ".join([first, *rest]) == f"1 {LONG}"
    assert table._row_rect(2).y == table._row_rect(1).bottom
    window.assert_drawn_as_anew()
    window.click(at(table, 3))
    assert table.opened == 3
    window.click(at(table, 3))
    assert table.opened is None
    window.assert_drawn_as_anew()


def test_a_row_that_fits_does_not_open():
    window, table = opening()
    window.click(at(table, 2))
    assert (table.opened, table.cursor) == (None, 2)
    assert not window.keys("right", "enter")[0]


def test_keys_open_and_close_the_row_of_the_cursor():
    window, table = opening()
    table.go_to(3)
    assert window.key("right")
    assert table.opened == 3
    assert not window.key("right")
    assert window.key("left")
    assert table.opened is None
    assert window.key("enter")
    assert table.opened == 3


def test_a_drag_over_rows_selects_them_and_opens_none():
    window, table = opening()
    window.drag(at(table, 1), at(table, 3))
    assert (table.selected, table.opened) == ([1, 2, 3], None)


def test_the_whole_text_is_copied_from_an_open_row_and_from_a_closed_one():
    window, table = opening()
    window.click(at(table, 1))
    window.key("ctrl+c")
    window.click(at(table, 1))
    opened = window.ui.clipboard.paste()
    window.key("ctrl+c")
    assert opened == window.ui.clipboard.paste() == f"1\t1 {LONG}"


def test_opening_stops_following_and_the_chip_returns():
    window, table = opening(follows=True, newer=lambda count: f"{count} newer")
    assert not table._chip_place().w
    window.click(at(table, 15))
    assert table.opened == 15
    before = table.top
    table.rows.rows += [(str(i), "short") for i in range(20, 33)]
    table.update()
    assert table.top == before
    assert table._below() > 13
    window.assert_drawn_as_anew()
    window.click(table._chip_place().center)
    assert not table._chip_place().w
    assert table._below() == 0
    table.rows.rows.append(("33", "short"))
    table.update()
    assert table._below() == 0
    window.assert_drawn_as_anew()


def test_an_open_row_among_many_costs_no_look_at_the_others():
    many = Many(100_000)
    table = TableWidget([TableColumn("", 250), TableColumn("")], many, opens=True, follows=True)
    window = Window((table, PLACE))
    window.ui.focus(table)
    table.go_to(50_000)
    many.asked.clear()
    assert window.key("right")
    window.drawn()
    assert table.opened == 50_000
    assert len(many.asked) < 30


def test_an_open_row_that_is_dropped_is_closed():
    lines = RecentLines(most=20)
    for i in range(20):
        lines.append((str(i), LONG))
    table = TableWidget([TableColumn("", 40), TableColumn("")], lines, opens=True)
    window = Window((table, PLACE))
    window.click(at(table, 1))
    assert table.opened == 1
    for i in range(3):
        lines.append((str(i), LONG))
        table.update()
    assert table.opened is None
    window.assert_drawn_as_anew()


# Lines


def test_a_line_is_what_was_appended():
    lines = RecentLines()
    lines.append(("", "12:00", "一\ttab"), "error")
    lines.append(("left", "", ""))
    lines.append(("a\x1fb", "x", "y"))
    assert [tuple(lines.row(i)) for i in range(2)] == [("", "12:00", "一\ttab"), ("left", "", "")]
    assert tuple(lines.row(2)) == ("a\u241fb", "x", "y")
    assert [lines.color(i) for i in range(3)] == ["error", None, None]


def test_old_lines_are_dropped_and_the_reader_keeps_his_place():
    lines = RecentLines(most=100)
    for i in range(100):
        lines.append((str(i), "x"))
    window, table, _ = following(lines)
    window.wheel((100, 100), 40)
    window.wheel((100, 100), -7)  # at the 21st
    table.go_to(22)
    assert lines.row(table.top)[0] == "21"
    lines.append(("100", "x"))
    table.update()
    assert len(lines) == 91
    assert lines.dropped == 10
    assert lines.row(table.top)[0] == "21"
    assert lines.row(table.cursor)[0] == "22"
    assert [lines.row(i)[0] for i in table.selected] == ["22"]
    window.assert_drawn_as_anew()
    for i in range(101, 201):
        lines.append((str(i), "x"))
        table.update()
    assert table.cursor is None
    assert table.top == 0
    window.assert_drawn_as_anew()


def test_lines_can_be_filtered():
    lines = RecentLines(most=10)
    lines.filter(lambda cells, color, tag: color == "error")
    for i in range(10):
        lines.append((str(i),), "error" if i % 2 else None)
    assert [lines.row(i)[0] for i in range(len(lines))] == ["1", "3", "5", "7", "9"]
    assert lines.color(0) == "error"
    for i in range(10, 12):
        lines.append((str(i),), "error")
    assert lines.dropped == 1
    assert [lines.row(i)[0] for i in range(len(lines))] == ["3", "5", "7", "9", "10", "11"]
    lines.filter(None)
    assert len(lines) == 10


def test_the_last_part_of_the_lines_is_counted_selected_and_filtered():
    lines = RecentLines(most=10)
    for part in range(2):
        lines.begin()
        for i in range(4):
            lines.append((f"{part}{i}",), "error")
    lines.filter(None)
    assert (len(lines), lines.first, lines.colors["error"]) == (8, 4, 4)
    for _more in range(3):
        lines.append(("1x",))
    assert (lines.dropped, lines.first, lines.colors["error"]) == (1, 3, 4)
    lines.filter(lambda cells, color, tag: color == "error", newest=True)
    assert [lines.row(i)[0] for i in range(len(lines))] == ["10", "11", "12", "13"]
    assert lines.first == 0
    for _more in range(9):
        lines.append(("1y",))
    assert (len(lines), lines.dropped, lines.colors["error"]) == (0, 5, 0)


@settings(max_examples=examples(20))
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("append"), st.integers(1, 9)),
            st.tuples(st.just("wheel"), st.integers(-4, 4)),
            st.tuples(st.just("key"), st.sampled_from(["up", "end", "shift+page up", "ctrl+a"])),
            st.tuples(st.just("take back"), st.integers(1, 3)),
            st.tuples(st.just("click"), st.integers(40, 190)),
        ),
        max_size=10,
    )
)
def test_a_table_always_looks_as_if_it_were_drawn_anew(steps):
    lines = RecentLines(most=20)
    window, table = with_table(
        lines, follows=True, empty="nothing", opens=True, newer=lambda count: f"{count} newer"
    )
    window.ui.focus(table)
    for name, argument in steps:
        if name == "append":
            for i in range(argument):
                lines.append((str(i), "Nf3 白马 " * i), "error" if i % 3 else None)
            table.update()
        elif name == "wheel":
            window.wheel((100, 100), argument)
        elif name == "key":
            window.key(argument)
        elif name == "click":
            window.click((100, argument))
        else:
            del lines._kept[-argument:], lines._shown[-argument:]
            table.update()
        window.assert_drawn_as_anew()


# Tabs


def with_tabs(heard):
    tabs = Tabs(["&Moves", "&Log", "日志"], heard.append)
    pages = [Widget() for _ in range(3)]
    for index, page in enumerate(pages):
        tabs.page(index, page)
    window = Window((tabs, (0, 0, 300, 32)), *((page, (0, 40, 100, 100)) for page in pages))
    return window, tabs, pages


def test_one_page_is_shown(heard):
    window, tabs, pages = with_tabs(heard)
    assert [page.visible for page in pages] == [True, False, False]
    window.click((90, 16))
    assert [page.visible for page in pages] == [False, True, False]
    tabs.open(2)
    assert [page.visible for page in pages] == [False, False, True]
    assert heard == [1]


def test_keys_turn_the_pages(heard):
    window, _, _ = with_tabs(heard)
    window.keys("ctrl+tab", "ctrl+tab", "ctrl+tab", "ctrl+shift+tab", "ctrl+page up", "alt+m")
    assert heard == [1, 2, 0, 2, 1, 0]
    window.keys("tab", "right", "left")
    assert heard[-2:] == [1, 0]
    assert not window.key("right shift")


def test_tabs_fit_in_little_room(heard):
    window, tabs, _ = with_tabs(heard)
    tabs.place(Rect(0, 0, 90, 32))
    window.drawn()
    window.click((80, 16))
    assert heard == [2]


def test_an_empty_table_tells_all_of_its_sentence(monkeypatch):
    shortened = []
    fit = Fonts.fit

    def watched(self, text, *more, **options):
        found = fit(self, text, *more, **options)
        shortened.extend([text] if found != text else [])
        return found

    monkeypatch.setattr(Fonts, "fit", watched)
    sentence = "What the programs report of their search is shown here, one line a row."
    with_table(0, empty=sentence)
    assert not shortened


# Sorting


class SortedRows(ListOfRows):
    def sort(self, column, *, down):
        self.rows.sort(key=lambda row: sort_key(row[column]), reverse=down)


def sortable():
    rows = SortedRows([(str(n), f"round {(7 * n) % 12}") for n in range(12)])
    window, table = with_table(rows, sort_tip="Sorts")
    return window, table, rows, {"No": (30, 20), "Move": (200, 20)}


def test_a_heading_has_room_for_the_sign_of_its_order():
    window, table = with_table(sort_tip="Sorts")
    table.columns = [TableColumn("Round", 30), TableColumn("White"), TableColumn("Result", 90)]
    (_, narrow), *_rest = table._columns(window.fonts)
    assert narrow == window.fonts.width("Round", SMALL_SIZE) + 2 * 7
    table._sorted_by = 0, False
    (_, first), (_, shared), (_, last) = table._columns(window.fonts)
    assert first >= narrow + 16
    assert last == 90
    assert shared > 100
    plain_window, plain = with_table()
    assert plain._columns(plain_window.fonts)[0][1] == 50


def test_a_heading_sorts_by_its_column_and_then_the_other_way_round():
    window, table, rows, heads = sortable()
    window.click(heads["Move"])
    assert [row[1] for row in rows.rows] == [f"round {n}" for n in range(12)]
    window.assert_drawn_as_anew()
    window.click(heads["Move"])
    assert [row[1] for row in rows.rows] == [f"round {n}" for n in reversed(range(12))]
    window.key("ctrl+1")
    assert [row[0] for row in rows.rows] == [str(n) for n in range(12)]
    window.assert_drawn_as_anew()
    window.move(heads["No"])
    assert table.tip == "Sorts"


def test_the_cursor_stays_with_its_row_when_others_change_places():
    window, table, rows, heads = sortable()
    window.click(row(window, table, 5))
    window.click(heads["Move"])
    assert rows.row(table.cursor)[0] == "5"
    assert table.selected == [table.cursor]


def test_headings_of_other_tables_are_only_read():
    window, table = with_table()
    window.click((200, 20))
    window.key("ctrl+1")
    assert table.cursor is None


@given(st.text(max_size=20), st.integers(0, 10**30), st.integers(0, 10**30))
def test_numbers_within_texts_are_ordered_as_numbers(text, one, other):
    if one < other < 10**20:
        assert sort_key(f"{text} {one}") < sort_key(f"{text} {other}")
    assert sort_key(f"{text}{one}") == sort_key(f"{text}{one}".upper().lower())
