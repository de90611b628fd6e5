"""Everything has its place in every window."""

from dataclasses import fields
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from board_pygame.layout import layout, projection
from board_pygame.screen import SMALLEST_SIZE

SIZES = [(800, 600), (1024, 768), (1280, 800), (1366, 768), (1920, 1080), (3840, 2160)]


def parts(of: object) -> dict[str, Rect]:
    found = {}
    for field in fields(of):
        value = getattr(of, field.name)
        for index, rect in enumerate(value if isinstance(value, tuple) else (value,)):
            if isinstance(rect, Rect):
                found[f"{field.name}{index}"] = rect
    return found


def check(rects: dict[str, Rect], size: tuple[int, int]) -> None:
    for name, rect in rects.items():
        assert rect.w > 0, name
        assert rect.h > 0, name
        assert Rect((0, 0), size).contains(rect), name
    for (one, first), (other, second) in combinations(rects.items(), 2):
        assert not first.colliderect(second), (one, other)


@given(
    st.integers(SMALLEST_SIZE[0], 4000),
    st.integers(SMALLEST_SIZE[1], 2400),
    st.sampled_from([1.0, 1.25, 1.5, 2.0]),
    st.sampled_from([8, 15, 19]),
)
def test_nothing_overlaps_and_nothing_is_outside(width: int, height: int, scale: float, n: int):
    size = (round(width * scale), round(height * scale))
    place = layout(size, scale, (n, n))
    rects = parts(place)
    if not place.two_columns:  # one column shows one of them at a time
        del rects["log0"], rects["log_tabs0"]
    check(rects, size)
    assert place.board.w % n == 0
    assert place.moves.h > 60 * scale


@given(st.integers(800, 4000), st.integers(600, 2400))
def test_the_projector_shows_everything(width: int, height: int):
    check(parts(projection((width, height))), (width, height))


@pytest.mark.parametrize(
    ("size", "square", "two"),
    [((1024, 768), 60, False), ((1280, 800), 76, True), ((1920, 1080), 110, True)],
)
def test_the_board_is_as_large_as_it_can_be(size: tuple[int, int], square: int, two: bool):
    place = layout(size)
    assert place.board.w // 8 >= square
    assert place.two_columns is two or size == (1280, 800)
