from math import inf

import pygame
import pytest
from driver import Window
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from pygame import Rect

from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.dialog import Message
from board_pygame.kit.fields import Combo, TextField
from board_pygame.kit.labels import Label, LampLabel, Light
from board_pygame.kit.menu import DropDown, Item, Menu, Slider
from board_pygame.kit.painter import DARK_THEME, LIGHT_THEME, TEXT_SIZE, THEMES, Painter
from board_pygame.kit.rows import RecentLines, TableColumn
from board_pygame.kit.table import TableWidget
from board_pygame.kit.tabs import Segment, Segmented, Tabs
from board_pygame.kit.text import Fonts
from board_pygame.kit.ui import merged
from board_pygame.kit.widget import Widget, nothing


class Everything:
    """A window with one of each."""

    def __init__(self, **options):
        self.lines = RecentLines(most=30)
        self.table = TableWidget(
            [TableColumn("No", 40), TableColumn("Move")], self.lines, follows=True
        )
        self.label = Label("Ready", color="dim")
        self.entry, self.combo = TextField("Nf3", hint="Move"), Combo("engine")
        self.combo.values = ["one", "two"]
        self.button, self.check = Button("&Start", tip="Starts the game"), CheckBox("&Sound")
        self.more = [CheckBox("手动"), CheckBox("自动")]
        self.choice, self.slider = DropDown(["Chess", "五子棋"]), Slider(0, 10, 3, "s")
        self.tabs = Tabs(["Moves", "Log"])
        self.widgets = [
            self.label, self.entry, self.combo, self.button, self.check, *self.more,
            self.choice, self.slider, self.tabs, self.table,
        ]  # fmt: skip
        places = [(5 + 205 * (i % 2), 5 + 36 * (i // 2), 190, 30) for i in range(10)]
        self.window = Window(
            *zip(self.widgets, [*places, (5, 190, 390, 105)], strict=True), **options
        )
        self.tabs.page(0, self.table)


POSITIONS = st.tuples(st.integers(0, 399), st.integers(0, 299))
KEYS = ["tab", "shift+tab", "space", "enter", "escape", "down", "end", "shift+left", "ctrl+a", "b"]
STEPS = st.one_of(
    st.tuples(st.sampled_from(["move", "click", "press", "release", "right click"]), POSITIONS),
    st.tuples(st.just("wheel"), POSITIONS),
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("append"), st.text(max_size=9)),
    st.tuples(st.just("say"), st.text(max_size=9)),
    st.tuples(st.sampled_from(["hide", "show", "disable", "enable"]), st.integers(0, 10)),
    st.tuples(st.sampled_from(["message", "menu", "wait", "close"]), st.none()),
)


def do(all_of_it, name, what):
    window, widgets = all_of_it.window, all_of_it.widgets
    match name:
        case "move" | "press" | "release" | "click":
            getattr(window, name)(what)
        case "right click":
            window.click(what, button=3)
        case "wheel":
            window.wheel(what, 1)
        case "key":
            window.key(what)
        case "append":
            all_of_it.lines.append(("1", what), "error")
            all_of_it.table.update()
        case "say":
            all_of_it.label.set(what)
        case "hide" | "show":
            widgets[what].show(name == "show")
        case "disable" | "enable":
            widgets[what].enable(name == "enable")
        case "message":
            window.ui.open(Message("Title", "Text", [("&OK", nothing)]))
        case "menu":
            window.ui.open(
                Menu([Item("&One", nothing), None, Item("Two", nothing)], Rect(50, 50, 9, 9))
            )
        case "close":
            window.ui.close()
        case "wait":
            window.ui.now += 1
            window.ui.tick()


@settings(max_examples=examples(30))
@given(st.lists(STEPS, max_size=12), st.sampled_from(sorted(THEMES)), st.sampled_from([1.0, 1.25]))
def test_what_is_drawn_piece_by_piece_is_what_is_drawn_as_a_whole(steps, theme, scale):
    all_of_it = Everything(theme=THEMES[theme], scale=scale)
    for name, what in steps:
        do(all_of_it, name, what)
        all_of_it.window.ui.draw()
    all_of_it.window.assert_drawn_as_anew()


def test_a_marked_widget_alone_is_drawn():
    all_of_it = Everything()
    all_of_it.label.set("Running")
    assert all_of_it.window.drawn() == [all_of_it.label.rect]
    assert all_of_it.window.drawn() == []


def test_a_widget_draws_nothing_outside_its_place():
    class Spill(Widget):
        def draw(self, painter):
            painter.surface.fill((255, 0, 0))

    spill = Spill()
    window = Window((spill, (10, 10, 20, 20)))
    assert window.screen.get_at((9, 9)) != window.screen.get_at((10, 10))
    spill.window = Rect(0, 0, 20, 20)
    window.ui.redraw()
    window.drawn()
    assert window.screen.get_at((19, 19)) == (255, 0, 0)
    assert window.screen.get_at((20, 20)) != (255, 0, 0)


def test_parts_that_touch_become_one():
    parts = [Rect(0, 0, 10, 10), Rect(50, 0, 10, 10), Rect(5, 5, 10, 10), Rect(0, 0, 0, 9)]
    assert merged(parts) == [Rect(50, 0, 10, 10), Rect(0, 0, 15, 15)]
    assert merged([Rect(20 * i, 0, 10, 10) for i in range(20)]) == [Rect(0, 0, 390, 10)]


def test_tab_goes_around():
    all_of_it = Everything()
    seen = []
    for _ in range(10):
        all_of_it.window.key("tab")
        seen.append(all_of_it.window.ui.top.focus)
    assert len(set(seen)) == 10
    all_of_it.window.key("tab")
    assert all_of_it.window.ui.top.focus is seen[0]
    all_of_it.window.keys("shift+tab")
    assert all_of_it.window.ui.top.focus is seen[-1]


def test_a_tip_appears_when_the_pointer_rests_and_goes_when_it_moves():
    all_of_it = Everything()
    window = all_of_it.window
    before = window.pixels()
    window.move(all_of_it.button.rect.center)
    window.drawn()
    assert window.ui.next_wake == pytest.approx(window.ui.now + 0.6)
    window.ui.now += 1
    window.ui.tick()
    window.drawn()
    assert window.ui.next_wake == inf
    window.assert_drawn_as_anew()
    window.move((1, 1))
    window.drawn()
    assert window.pixels() == before


def rested(window):
    window.ui.now += 1
    window.ui.tick()
    return window.ui._tip


def test_what_was_pressed_tells_its_tip_again_only_when_the_pointer_comes_back():
    all_of_it = Everything()
    window, place = all_of_it.window, all_of_it.button.rect.center
    window.move(place)
    assert rested(window)
    window.click(place)
    assert rested(window) is None
    window.move((place[0] + 1, place[1]))
    assert rested(window) is None
    window.move((1, 1))
    window.move(place)
    assert rested(window)


def test_a_tip_does_not_cover_what_is_to_be_read():
    told, button = LampLabel(), Button("x", tip="Press → for the next step")
    window = Window((button, (10, 100, 100, 32)), (told, (10, 136, 300, 40)))
    told.set("A piece blocks its whole column, above and below.", Light.FINE)
    window.move(button.rect.center)
    _text, place = rested(window)
    assert not place.colliderect(told.rect)


def test_a_tip_covers_neither_its_own_button_nor_those_beside_it():
    row = [Button(name, tip=f"What {name} does, told at length") for name in "abc"]
    places = [(10 + 110 * at, 260, 100, 32) for at in range(3)]
    window = Window(*zip(row, places, strict=True))
    for button in row:
        window.move((1, 1))
        window.move(button.rect.center)
        _text, place = rested(window)
        assert place.collidelist([each.rect for each in row]) < 0


def test_no_tip_comes_up_when_a_dialog_closes_under_a_resting_pointer():
    all_of_it = Everything()
    window = all_of_it.window
    window.move(all_of_it.button.rect.center)
    window.ui.open(Message("Over", "It is over", [("&Close", lambda: None)]))
    window.ui.close()
    assert all_of_it.button.hot
    assert window.ui.next_wake == inf


def test_a_tip_goes_with_what_it_belongs_to():
    resign, copy = Button("Resign", tip="no game is running"), Button("Copy")
    window = Window((resign, (10, 10, 100, 32)), (copy, (10, 10, 100, 32)))
    copy.show(False)
    window.move(resign.rect.center)
    assert rested(window)
    resign.show(False)
    copy.show()
    assert rested(window) is None
    assert copy.hot


def test_what_vanishes_under_a_resting_pointer_shows_no_tip():
    resign = Button("Resign", tip="no game is running")
    window = Window((resign, (10, 10, 100, 32)))
    window.move(resign.rect.center)
    resign.show(False)
    assert rested(window) is None


def test_a_drag_stays_with_its_widget():
    all_of_it = Everything()
    window = all_of_it.window
    x, y = all_of_it.slider.rect.center
    window.drag((x, y), (390, 290), (390, y))
    assert all_of_it.slider.value == 10
    assert all_of_it.table.cursor is None


@pytest.mark.parametrize("scale", [1, 1.5, 2, 3])
def test_every_widget_is_drawn_at_every_scale_and_in_both_themes(scale):
    for theme in THEMES.values():
        all_of_it = Everything(theme=theme, scale=scale, size=(800, 600))
        for widget in all_of_it.widgets:
            all_of_it.window.ui.focus(widget)
            all_of_it.window.assert_drawn_as_anew()


def test_another_theme_and_scale_dress_all_layers_anew():
    all_of_it = Everything()
    ui = all_of_it.window.ui
    ui.open(Message("Title", "Text", [("OK", nothing)]))
    before = ui.top.rect
    old = all_of_it.window.fonts
    fonts = all_of_it.window.fonts = Fonts(old._latin, old._chinese, old._mono, 1.5)
    ui.dress(all_of_it.window.screen, DARK_THEME, fonts)
    ui.draw()
    assert ui.top.rect.h > before.h
    all_of_it.window.assert_drawn_as_anew()
    fonts.close()


def test_the_wheels_buttons_close_no_menu():
    all_of_it = Everything()
    window = all_of_it.window
    window.ui.open(Menu([Item("&One", nothing)], Rect(50, 50, 9, 9)))
    window.press((300, 280), button=4)
    assert window.ui.top is not window.page
    window.press((300, 280), button=1)
    assert window.ui.top is window.page


def test_a_file_is_dropped_on_what_lies_under_the_pointer():
    dropped = []

    class Target(Widget):
        def handle(self, event, ui):
            return event.type == pygame.DROPFILE and not dropped.append(event.file)

    window = Window((Target(), (0, 0, 100, 100)))
    window.move((50, 50))
    assert window.send(pygame.DROPFILE, file="/tmp/x")
    assert dropped == ["/tmp/x"]


def test_two_quick_clicks_at_different_places_are_no_double_click():
    window = Window((Widget(), (0, 0, 400, 300)))
    window.press((10, 10))
    window.release((10, 10))
    window.move((200, 200))
    window.press((200, 200))
    assert window.ui.clicks == 1
    window.release((200, 200))
    window.press((201, 200))
    assert window.ui.clicks == 2
    window.release((201, 200))
    window.press((201, 200), button=3)
    assert window.ui.clicks == 1


def test_segments_without_room_for_all_alike_have_the_room_of_their_texts():
    fonts = Window().fonts
    texts = ("国际象棋", "三维国际象棋", "五子棋", "连珠", "其他…")
    segmented = Segmented([Segment(text, text) for text in texts], texts[0])
    whole = segmented.natural_size(fonts, 10_000)[0]
    for room in (whole, whole * 4 // 5):
        segmented.place((0, 0, room, 36))
        wide = [place.w for place in segmented.places()]
        assert sum(wide) == room
        assert all(fonts.width(text, TEXT_SIZE) < w for text, w in zip(texts, wide, strict=True))


def test_what_stands_in_an_empty_field_can_be_read(monkeypatch):
    inks = []
    monkeypatch.setattr(Painter, "text", lambda _self, _words, _place, ink, **_: inks.append(ink))
    Window((TextField(hint="Move"), (5, 5, 190, 30)))
    assert inks == [LIGHT_THEME.dim]


@pytest.mark.parametrize(("scale", "wide"), [(1.0, 1), (1.25, 1), (1.5, 2), (2.0, 2)])
def test_lines_and_borders_are_as_large_as_all_else(scale: float, wide: int):
    window = Window(scale=scale)
    window.ui.painter.box(Rect(50, 50, 100, 100), (255, 0, 0), (0, 255, 0))
    for start, step in (((50, 100), (1, 0)), ((100, 50), (0, 1)), ((149, 100), (-1, 0))):
        found = [
            window.screen.get_at((start[0] + n * step[0], start[1] + n * step[1]))[:3]
            for n in range(wide + 1)
        ]
        assert found == [(0, 255, 0)] * wide + [(255, 0, 0)]
