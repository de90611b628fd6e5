from dataclasses import replace

import pygame
import pytest
from driver import Window
from pygame import Rect

from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.dialog import ChooseRow, Dialog, Message
from board_pygame.kit.fields import TextField
from board_pygame.kit.form import Form, FormRow
from board_pygame.kit.labels import Label
from board_pygame.kit.menu import EDGE_WIDTH, ROW_HEIGHT, SEPARATOR_HEIGHT, Item, Menu
from board_pygame.kit.painter import CONTROL_HEIGHT
from board_pygame.kit.rows import ListOfRows, Rows, TableColumn
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Segment, Segmented
from board_pygame.kit.widget import nothing

LONG = "a rather long label that says what the field beside it is for, 以及一些中文"


@pytest.fixture
def heard():
    return []


def opened(layer, **options):
    window = Window(**options)
    window.ui.open(layer)
    window.ui.draw()
    return window


def asked(heard, rows=None, **options):
    field = TextField("White")
    rows = rows or [FormRow(field, label="&Name"), FormRow(CheckBox("&Save"))]
    ok = Button("&OK", lambda: heard.append("ok"))
    dialog = Dialog("Title", rows, [ok, Button("&Cancel", nothing)], default=ok, **options)
    return dialog, field, ok


def test_a_dialog_begins_with_its_first_field_and_enter_accepts(heard):
    dialog, field, _ = asked(heard)
    window = opened(dialog)
    assert field.focused
    window.type("x")
    window.key("enter")
    assert (field.text, heard) == ("x", ["ok"])


def test_the_default_button_may_be_disabled(heard):
    dialog, _, ok = asked(heard)
    window = opened(dialog)
    ok.enable(False)
    window.key("enter")
    assert heard == []


def test_escape_dismisses_and_a_click_elsewhere_does_not(heard):
    dialog, *_ = asked(heard, dismissed=lambda: heard.append("dismissed"))
    window = opened(dialog)
    window.click((1, 1))
    assert window.ui.top is dialog
    window.key("escape")
    assert window.ui.top is window.page
    assert heard == ["dismissed"]
    window.ui.open(dialog)
    dialog.dismiss()
    window.ui.open(dialog)
    dialog.close()
    assert heard == ["dismissed"] * 2


def test_the_focus_comes_back_when_a_dialog_closes(heard):
    entry = TextField()
    window = Window((entry, (0, 0, 100, 30)))
    window.click(entry)
    dialog, field, _ = asked(heard)
    window.ui.open(dialog)
    window.type("x")
    window.key("escape")
    window.type("y")
    assert (field.text, entry.text) == ("x", "y")


@pytest.mark.parametrize("scale", [1, 1.5, 2, 3])
@pytest.mark.parametrize("many", [2, 30])
def test_a_dialog_fits_into_the_window(heard, scale, many):
    rows = [FormRow(TextField(), Button("Browse…"), label=LONG) for _ in range(many)]
    dialog, *_ = asked(heard, [*rows, FormRow(Label(LONG * 3, wrap=True))])
    window = opened(dialog, size=(800, 600), scale=scale)
    screen = window.screen.get_rect()
    assert screen.contains(dialog.rect)
    for widget in dialog.widgets:
        if widget.visible and widget.area:
            assert dialog.rect.contains(widget.area)
    window.assert_drawn_as_anew()


def test_nothing_overlaps_in_a_form(heard):
    rows = [
        FormRow(TextField(), Button("浏览…"), label=LONG),
        FormRow(*(Button("x" * 20) for _ in range(5))),
    ]
    dialog, *_ = asked(heard, rows, width=300)
    opened(dialog, size=(800, 600))
    shown = [widget.rect for widget in dialog.widgets if widget.visible]
    assert all(rect.collidelistall(shown) == [i] for i, rect in enumerate(shown))


def test_a_field_that_is_scrolled_away_is_seen_when_it_has_the_keyboard(heard):
    fields = [TextField(str(i)) for i in range(30)]
    dialog, *_ = asked(heard, [FormRow(field) for field in fields])
    window = opened(dialog)
    for field in (*fields, *reversed(fields)):
        window.ui.focus(field)
        assert field.area == field.rect
        window.assert_drawn_as_anew()
    assert dialog.form.offset == 0


def test_the_wheel_and_the_bar_scroll_a_dialog(heard):
    fields = [TextField(str(i)) for i in range(30)]
    dialog, *_ = asked(heard, [FormRow(field) for field in fields])
    window = opened(dialog)
    window.wheel(dialog.rect.center, -1)
    assert dialog.form.offset == 60
    thumb = dialog.form._thumb().center
    window.drag(thumb, (thumb[0], 290))
    assert fields[-1].area == fields[-1].rect
    window.drag(dialog.form._thumb().center, (thumb[0], 0))
    assert fields[0].area == fields[0].rect
    window.assert_drawn_as_anew()


def test_a_table_shrinks_before_a_dialog_scrolls(heard):
    table = TableWidget([TableColumn()], ListOfRows(), height=50)
    dialog, *_ = asked(heard, [FormRow(table), FormRow(TextField(), label="Name")])
    opened(dialog)
    assert table.area == table.rect
    assert table.rect.h > 80


def test_hidden_rows_take_no_room(heard):
    more = TextField()
    dialog, *_ = asked(heard, [FormRow(TextField(), label="One"), FormRow(more, label="Two")])
    window = opened(dialog)
    height = dialog.rect.h
    more.show(False)
    window.ui.relayout(dialog)
    assert dialog.rect.h == height - CONTROL_HEIGHT - 10
    window.assert_drawn_as_anew()


def test_a_form_stands_alone_too():
    window = Window()
    table = TableWidget([TableColumn()], ListOfRows(), height=4)
    form = Form([FormRow(TextField()), FormRow(table)])
    form.place(window.fonts, pygame.Rect(0, 0, 200, 250))
    assert table.rect.bottom == 250


def test_a_message_gives_the_answer(heard):
    def message():
        return Message(
            "Exit",
            "Really quit?",
            [("&No", lambda: heard.append("no")), ("&Yes", lambda: heard.append("yes"))],
            default=0,
        )

    window = opened(message())
    window.key("enter")
    for key in ("escape", "alt+y", "y"):
        window.ui.open(message())
        window.key(key)
    window.ui.open(message())
    window.keys("ctrl+c", "tab", "space")
    assert heard == ["no", "no", "yes", "yes", "yes"]
    assert window.ui.clipboard.paste() == "Really quit?"
    assert window.ui.top is window.page


def test_a_letter_needs_alt_where_a_field_takes_text(heard):
    dialog, field, _ = asked(heard)
    window = opened(dialog)
    window.ui.focus(dialog.widgets[1])  # the box, which takes no letters
    window.key("o")
    assert heard == []
    window.key("alt+o")
    assert (heard, field.text) == (["ok"], "White")


def test_a_long_message_is_read_to_its_end():
    window = opened(Message("Log", LONG * 40, [("&OK", nothing)]))
    for _ in range(50):
        window.wheel(window.ui.top.rect.center, -1)
    label = window.ui.top.widgets[0]
    assert label.area.bottom == label.rect.bottom


def test_a_row_is_chosen(heard):
    def chooser():
        rows = ListOfRows([("Queen", "e8=Q"), ("Rook", "e8=R")])
        columns = [TableColumn("Piece"), TableColumn("SAN", 80)]
        return ChooseRow("Promote", "Choose:", columns, rows, heard.append)

    dialog = chooser()
    window = opened(dialog)
    window.key("enter")
    window.ui.open(chooser())
    window.keys("down", "alt+o")
    dialog = chooser()
    window.ui.open(dialog)
    window.double_click((dialog.table.rect.x + 20, dialog.table.rect.y + 60))
    window.ui.open(chooser())
    window.key("escape")
    assert heard == [0, 1, 1]
    assert window.ui.top is window.page


# Menus


def menu(heard, place=(10, 10, 50, 30)):
    items = [
        Item("&Open", lambda: heard.append("open"), hint="Ctrl+O"),
        Item("Gone", lambda: heard.append("gone"), enabled=False),
        None,
        Item("Quote", lambda: heard.append("quote"), checked=True),
    ]
    return Menu(items, pygame.Rect(place))


def test_a_menu_does_what_is_chosen_after_it_has_closed(heard):
    window = Window()
    window.ui.open(Menu([Item("x", lambda: heard.append(window.ui.top))], pygame.Rect(0, 0, 9, 9)))
    window.keys("down", "enter")
    assert heard == [window.page]


def test_a_menu_is_used_with_the_keyboard(heard):
    window = opened(menu(heard))
    window.keys("down", "down", "enter")
    for key in ("o", "alt+o"):
        window.ui.open(menu(heard))
        window.key(key)
    window.ui.open(menu(heard))
    window.keys("up", "up", "up", "space")
    window.ui.open(menu(heard))
    window.keys("q", "enter")
    assert heard == ["quote", "open", "open", "quote", "quote"]


def test_a_menu_is_used_with_the_pointer(heard):
    window = opened(menu(heard))
    x, y = window.ui.top.rect.topleft
    window.move((x + 20, y + 10))
    window.drawn()
    window.move((x + 20, y + 90))
    assert window.drawn() == [window.ui.top.rect]
    window.assert_drawn_as_anew()
    window.click((x + 20, y + 46))  # disabled
    assert heard == []
    window.click((x + 20, y + 90))
    assert heard == ["quote"]
    window.ui.open(menu(heard))
    window.click((390, 290))
    assert window.ui.top is window.page
    window.ui.open(menu(heard))
    window.key("escape")
    assert window.ui.top is window.page


@pytest.mark.parametrize("place", [(0, 0, 0, 0), (399, 299, 0, 0), (350, 10, 500, 20)])
def test_a_menu_stays_in_the_window(heard, place):
    window = opened(menu(heard, place))
    assert window.screen.get_rect().contains(window.ui.top.rect)
    window.assert_drawn_as_anew()


def test_a_menu_beside_a_point_opens_there_and_is_seen_whole(heard):
    window = opened(menu(heard, (30, 40, 0, 0)))
    assert window.ui.top.rect.topleft == (30, 40)
    window.ui.close()
    window.ui.open(menu(heard, (399, 299, 0, 0)))
    assert window.ui.top.rect.bottomright == (400, 300)
    assert window.ui.top.rect.h == 3 * ROW_HEIGHT + SEPARATOR_HEIGHT + 2 * EDGE_WIDTH


def test_what_cannot_be_chosen_says_why_in_the_place_of_its_key(heard):
    item = Item("Gone", lambda: heard.append("gone"), False, "Ctrl+G", why="it is not there")
    assert item.aside == "it is not there"
    assert replace(item, enabled=True).aside == "Ctrl+G"
    assert replace(item, why="").aside == "Ctrl+G"
    window = opened(Menu([item], pygame.Rect(10, 10, 0, 0)))
    narrow = opened(Menu([replace(item, why="")], pygame.Rect(10, 10, 0, 0)))
    assert window.ui.top.rect.w > narrow.ui.top.rect.w  # there is room for the reason


def test_a_label_stands_beside_the_middle_of_its_first_line():
    fonts = Window().fonts
    segments = Segmented([Segment(1, "One"), Segment(2, "Two")], 1)
    table = TableWidget([TableColumn("Name")], Rows(), height=6)
    rows = [FormRow(one, label="Name") for one in (segments, TextField(), table)]
    Form(rows).place(fonts, Rect(0, 0, 400, 600))
    for row in rows[:2]:
        assert abs(row.label.rect.centery - row.widgets[0].rect.centery) <= 1
    assert rows[2].label.rect.bottom < table.rect.centery
