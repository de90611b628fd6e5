"""The contract of everything that scrolls: the wheel, the thumb, a press beside the thumb."""

import pygame
import pytest
from driver import Window
from pygame import Rect
from test_kit_moves import Listed

from board_pygame.kit.buttons import Button
from board_pygame.kit.dialog import Dialog
from board_pygame.kit.form import FormRow
from board_pygame.kit.link_rows import LinkRow, LinkRows, LinkWord
from board_pygame.kit.menu import Item, Menu
from board_pygame.kit.moves import MovesGrid, Ply
from board_pygame.kit.rows import ListOfRows, TableColumn
from board_pygame.kit.table import TableWidget
from board_pygame.kit.textpane import Paragraph, TextPane
from board_pygame.kit.widget import nothing

PLACE = (10, 10, 300, 200)


def table():
    widget = TableWidget([TableColumn("No")], ListOfRows([(str(n),) for n in range(90)]))
    return Window((widget, PLACE)), widget


def moves():
    widget = MovesGrid(Listed(Ply(n % 2, f"m{n}") for n in range(89)))
    window = Window((widget, PLACE))
    widget.update()
    window.drawn()
    widget.mark_row(0)
    return window, widget


def text():
    widget = TextPane([Paragraph(f"line {n}") for n in range(90)])
    return Window((widget, PLACE)), widget


def links():
    widget = LinkRows(nothing)
    window = Window((widget, PLACE))
    row = LinkRow("+0.30", True, (0, 0, 0), (LinkWord("e4", 1),))
    widget.offer([row] * 30, None, "")
    return window, widget


def menu():
    window = Window()
    layer = Menu([Item(f"item {n}", nothing) for n in range(30)], Rect(10, 0, 50, 10))
    window.ui.open(layer)
    return window, layer._list


def form():
    window = Window()
    dialog = Dialog("form", [FormRow(Button(str(n))) for n in range(30)], [])
    window.ui.open(dialog)
    return window, dialog.form


@pytest.fixture(params=[table, moves, text, links, menu, form], ids=lambda make: make.__name__)
def scrolled(request):
    window, widget = request.param()
    window.drawn()
    assert widget._first() == 0
    return window, widget


def test_the_thumb_is_dragged_to_the_end_and_back(scrolled):
    window, widget = scrolled
    thumb = widget._thumb()
    assert 0 < thumb.h < widget._bar().h
    window.drag(thumb.center, (thumb.centerx, 900))
    assert widget._first() == widget._last_top()
    window.assert_drawn_as_anew()
    window.drag(widget._thumb().center, (thumb.centerx, -900))
    assert widget._first() == 0
    window.assert_drawn_as_anew()


def test_a_press_beside_the_thumb_turns_a_page(scrolled):
    window, widget = scrolled
    window.click((widget._bar().centerx, widget._bar().bottom - 2))
    assert widget._first() == widget._seen()
    window.click((widget._bar().centerx, widget._bar().top + 2))
    assert widget._first() == 0
    window.assert_drawn_as_anew()


def test_the_wheel_scrolls_by_the_same_step_and_not_past_the_ends(scrolled):
    window, widget = scrolled
    window.wheel(widget._body().center, -2)
    assert widget._first() == 2 * widget.wheel_step
    window.wheel(widget._body().center, -900)
    assert widget._first() == widget._last_top()
    window.wheel(widget._body().center, 900)
    assert widget._first() == 0
    window.assert_drawn_as_anew()


def test_a_thumb_is_let_go_when_something_opens(scrolled):
    window, widget = scrolled
    thumb = widget._thumb()
    window.move(thumb.center)
    window.press(thumb.center)
    window.ui.open(Dialog("another", [], []))
    window.ui.close()
    window.send(pygame.MOUSEMOTION, pos=(thumb.x, 900), rel=(0, 0), buttons=(1, 0, 0))
    assert widget._first() == 0
