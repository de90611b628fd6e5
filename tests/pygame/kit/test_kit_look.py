"""Colours that can be read, the ring around the focus, and what buttons, tabs and segments show."""

from itertools import product

import pytest
from driver import Window
from pygame import Rect

from board_pygame.kit.buttons import Button, CheckBox
from board_pygame.kit.fields import TextField
from board_pygame.kit.labels import Light
from board_pygame.kit.menu import DropDown, Item, Menu
from board_pygame.kit.painter import LIGHT_THEME, THEMES, Icon
from board_pygame.kit.tabs import ACCENT_WIDTH, Segment, Segmented, Tabs
from board_pygame.kit.widget import nothing

PLACE = (20, 20, 160, 40)


def luminance(color):
    parts = (part / 255 for part in color[:3])
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


WORDS = ("text", "dim", "accent", "good", "warning", "error")


@pytest.mark.parametrize("name", THEMES)
def test_all_words_can_be_read(name):
    theme = THEMES[name]
    for word, ground in product(WORDS, ("panel", "background")):
        assert contrast(theme.named(word), theme.named(ground)) >= 4.5, (word, ground)
    for word, ground in (
        ("dim", "sunk"),
        ("text", "sunk"),
        ("text", "selected"),
        ("text", "hover"),
    ):
        assert contrast(theme.named(word), theme.named(ground)) >= 4.5, (word, ground)
    for word in ("good", "warning", "error"):
        assert contrast(theme.text, theme.named(f"{word}_ground")) >= 4.5, word
    assert contrast(theme.on_accent, theme.fill) >= 4.5
    for ground in ("panel", "background"):
        assert contrast(theme.field, theme.named(ground)) >= 3


def colors(window, rect):
    rect = Rect(rect)
    return {
        tuple(window.screen.get_at((x, y)))[:3]
        for x in range(rect.left, rect.right)
        for y in range(rect.top, rect.bottom)
    }


def around(rect):
    """The strip above a rectangle in which its ring lies."""
    return Rect(rect.x + 12, rect.y - 4, rect.w - 24, 4)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Button("Go"),
        lambda: Button("Go", primary=True),
        lambda: CheckBox("Sound"),
        lambda: TextField(),
        lambda: DropDown(["one", "two"]),
        lambda: Segmented([Segment(n, str(n)) for n in range(3)], 0),
    ],
    ids=["button", "primary", "check", "field", "drop-down", "segments"],
)
def test_the_ring_around_the_focus_appears_with_a_key_and_goes_with_a_click(make):
    widget, other = make(), Button("Other")
    window = Window((widget, PLACE), (other, (20, 100, 160, 40)))
    window.ui.focus(widget)
    window.drawn()
    assert colors(window, around(widget.rect)) == {LIGHT_THEME.background}, "no key was pressed"
    window.key("f8")
    window.drawn()
    ring = around(widget.rect)
    assert colors(window, (ring.x, ring.y, ring.w, 2)) == {LIGHT_THEME.accent}
    assert colors(window, (ring.x, ring.y + 2, ring.w, 2)) == {LIGHT_THEME.background}, "the gap"
    window.assert_drawn_as_anew()
    window.key("tab")
    window.assert_drawn_as_anew()
    assert colors(window, around(widget.rect)) == {LIGHT_THEME.background}
    assert LIGHT_THEME.accent in colors(window, around(other.rect))
    window.press(other.rect.center)
    window.assert_drawn_as_anew()
    assert colors(window, around(other.rect)) == {LIGHT_THEME.background}


def test_the_ring_follows_its_widget_and_goes_with_it():
    button = Button("Go")
    window = Window((button, PLACE))
    window.key("tab")
    window.assert_drawn_as_anew()
    button.place((60, 120, 100, 40))
    window.assert_drawn_as_anew()
    assert LIGHT_THEME.accent in colors(window, around(button.rect))
    button.show(False)
    window.assert_drawn_as_anew()
    assert colors(window, window.screen.get_rect()) == {LIGHT_THEME.background}


def test_the_ring_of_tabs_is_around_the_chosen_one_and_stays_in_their_row():
    tabs = Tabs(["Moves", "Lines", "Log"])
    window = Window((tabs, (20, 20, 300, 44)))
    window.key("tab")
    for _ in range(3):
        window.assert_drawn_as_anew()
        outer = tabs.ringed(window.fonts).inflate(8, 8)
        assert tabs.rect.contains(outer)
        assert window.screen.get_at((outer.centerx, outer.y))[:3] == LIGHT_THEME.accent
        window.key("right")


def test_a_menu_has_no_ring():
    window = Window()
    window.ui.open(Menu([Item("One", nothing), Item("Two", nothing)], Rect(50, 50, 0, 0)))
    window.key("down")
    window.drawn()
    assert colors(window, window.ui.top.rect.inflate(8, 8)).isdisjoint({LIGHT_THEME.accent})


def test_the_chosen_tab_has_a_line_and_that_of_a_failure_is_red():
    tabs = Tabs(["Moves", "Why"])
    tabs.name(1, "Why", Light.FAILED)
    window = Window((tabs, (20, 20, 300, 44)))
    moves, why = tabs._places(window.fonts).values()
    for chosen, other in ((moves, why), (why, moves)):
        line = Rect(chosen.x + 10, chosen.bottom - ACCENT_WIDTH, chosen.w - 20, ACCENT_WIDTH)
        assert colors(window, line) == {LIGHT_THEME.accent}
        assert LIGHT_THEME.accent not in colors(window, other)
        assert LIGHT_THEME.error in colors(window, why)
        assert LIGHT_THEME.error not in colors(window, moves)
        tabs.open(1)
        window.drawn()


def test_buttons_are_primary_secondary_or_ghosts():
    def ground(button):
        window = Window((button, PLACE))
        rect = button.rect
        return (
            window.screen.get_at((rect.x + 8, rect.y + 8))[:3],
            window.screen.get_at((rect.centerx, rect.y))[:3],
        )

    theme = LIGHT_THEME
    assert ground(Button("A", primary=True)) == (theme.fill, theme.fill)
    assert ground(Button("A")) == (theme.panel, theme.line)
    for ghost in (Button("A", ghost=True), Button("A", icon=Icon.HOME, compact=True)):
        assert ground(ghost) == (theme.background, theme.background)


def test_a_button_is_darker_under_the_pointer_and_darker_still_when_it_is_pressed():
    for more in ({}, {"primary": True}, {"ghost": True}):
        button = Button("A", **more)
        window = Window((button, PLACE))
        at = (button.rect.x + 8, button.rect.y + 8)
        seen = [window.screen.get_at(at)[:3]]
        for act in (window.move, window.press):
            act(button.rect.center)
            window.drawn()
            seen.append(window.screen.get_at(at)[:3])
        assert luminance(seen[0]) > luminance(seen[1]) > luminance(seen[2]), more
        window.assert_drawn_as_anew()


def test_small_buttons_are_low_and_high_narrow_ones_have_their_icon_above():
    window = Window()
    assert Button("Go").natural_size(window.fonts, 0)[1] == 40
    assert Button("Go", size=14).natural_size(window.fonts, 0)[1] == 32

    def rows(rect):
        button = Button("Pause", icon=Icon.PAUSE)
        window = Window((button, rect))
        inner = button.rect.inflate(-16, -8)
        bare = {LIGHT_THEME.panel}
        inked = [colors(window, (inner.x, y, inner.w, 1)) != bare for y in range(*_span(inner))]
        return sum(one and not before for before, one in zip([False, *inked], inked, strict=False))

    assert rows((20, 20, 160, 48)) == 1
    assert rows((20, 20, 84, 48)) == 2


def _span(rect):
    return rect.top, rect.bottom


def test_the_chosen_segment_is_a_card_on_a_sunk_track():
    segments = Segmented([Segment(n, name) for n, name in enumerate("abc")], 1)
    window = Window((segments, (20, 20, 300, 40)))
    grounds = [
        window.screen.get_at((place.x + 12, place.centery))[:3] for place in segments.places()
    ]
    assert grounds == [LIGHT_THEME.sunk, LIGHT_THEME.panel, LIGHT_THEME.sunk]


def test_a_menu_has_headings_that_cannot_be_chosen():
    done = []
    items = [
        "Game",
        Item("New", lambda: done.append("new"), icon=Icon.NEW),
        None,
        "View",
        Item("Turn", lambda: done.append("turn"), icon=Icon.FLIP),
    ]
    window = Window()
    window.ui.open(Menu(items, Rect(50, 20, 0, 0)))
    window.keys("down", "down", "enter")
    assert done == ["turn"]
    window.ui.open(Menu(items, Rect(50, 20, 0, 0)))
    menu = window.ui.top
    window.click((menu.rect.x + 30, menu.rect.y + 14))
    assert done == ["turn"]
    assert window.ui.top is menu, "a click on a heading does nothing"
    window.keys("t", "enter")
    assert done == ["turn", "turn"]


def test_a_wash_is_as_strong_as_it_is_said_to_be():
    window = Window()
    painter = window.ui.painter
    painter.fill((255, 255, 255), Rect(0, 0, 100, 100))
    painter.wash(Rect(0, 0, 100, 100), 0.5)
    middle = window.screen.get_at((50, 50))[:3]
    assert all(
        abs(part - (255 + ink) / 2) <= 2 for part, ink in zip(middle, LIGHT_THEME.text, strict=True)
    )
    assert window.screen.get_at((0, 0))[:3] == (255, 255, 255), "its corners are round"
