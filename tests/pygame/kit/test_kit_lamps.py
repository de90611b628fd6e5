"""Icons, lamps, and segments: what is told by a shape."""

import pygame
import pytest
from driver import Window

from board_pygame.kit.buttons import Button
from board_pygame.kit.labels import LampLabel, Light
from board_pygame.kit.painter import THEMES, Icon, icon_surface
from board_pygame.kit.tabs import Segment, Segmented

SIZE = 32
BLACK = (0, 0, 0)


def shape(icon: Icon) -> bytes:
    """What is seen of an icon, whatever its colour is."""
    return pygame.image.tobytes(icon_surface(icon, SIZE, BLACK), "RGBA")[3::4]


def test_no_two_icons_look_alike():
    shapes = [shape(icon) for icon in Icon]
    assert len(set(shapes)) == len(shapes)
    assert all(any(alpha > 200 for alpha in one) for one in shapes)


def test_icons_stay_inside_their_field():
    for icon in Icon:
        alpha = shape(icon)
        edge = [alpha[i] for i in range(SIZE)] + [alpha[-1 - i] for i in range(SIZE)]
        assert not any(edge), icon


def test_no_two_lamps_are_told_apart_by_colour_alone():
    of_seats_and_games = set(Light) - {Light.REFUSED}  # this one stands before sentences
    assert len({light.value[0] for light in of_seats_and_games}) == len(of_seats_and_games)
    for theme in THEMES.values():
        assert len({theme.named(light.value[1]) for light in (Light.BUSY, Light.FAILED)}) == 2


def test_a_lamp_without_room_for_words_tells_them_at_the_pointer():
    lamp = LampLabel()
    window = Window((lamp, (10, 10, 20, 30)))
    lamp.set("Running", Light.BUSY)
    window.assert_drawn_as_anew()
    assert lamp.tip == "Running"


@pytest.fixture
def chosen():
    return []


@pytest.fixture
def segments(chosen):
    return Segmented(
        [Segment(n, name, f"tip {n}") for n, name in enumerate("abc")], 0, chosen.append
    )


def test_a_click_chooses_a_segment(segments, chosen):
    window = Window((segments, (10, 10, 150, 30)))
    window.click(segments.places()[2].center)
    window.click(segments.places()[2].center)
    assert (segments.value, chosen) == (2, [2])
    assert segments.tip == "tip 2"
    window.assert_drawn_as_anew()


def test_segments_are_one_stop_of_the_keyboard_and_arrows_choose(segments, chosen):
    after = Button("After")
    window = Window((segments, (10, 10, 150, 30)), (after, (10, 50, 80, 30)))
    window.keys("tab", "right", "down", "right", "left")
    assert chosen == [1, 2, 0, 2]
    window.key("tab")
    assert window.page.focus is after


def test_segments_that_are_not_allowed_are_passed_over(segments, chosen):
    window = Window((segments, (10, 10, 150, 30)))
    segments.allow(frozenset((0, 2)))
    window.click(segments.places()[1].center)
    window.keys("right")
    assert chosen == [2]
    segments.enable(False)
    window.click(segments.places()[0].center)
    assert chosen == [2]


def test_what_does_not_fit_on_a_button_goes_hint_first_then_text():
    button = Button("Take back", icon=Icon.TAKE_BACK, hint="Ctrl+Z")
    window = Window((button, (10, 10, 200, 30)))
    pictures = []
    for width in (200, 110, 40):
        button.place((10, 10, width, 30))
        window.assert_drawn_as_anew()
        part = window.screen.subsurface((15, 15, width - 10, 20))
        colors = {tuple(part.get_at((x, y))) for x in range(part.get_width()) for y in range(20)}
        pictures.append(
            sum(
                1
                for x in range(part.get_width())
                if any(part.get_at((x, y))[0] < 120 for y in range(20))
            )
        )
        assert len(colors) > 1
    assert pictures[0] > pictures[1] > pictures[2] > 0
