"""Everything has its place in every window."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from board_pygame.layout import (
    SMALLEST_SIZE,
    Layout,
    board_frame,
    large_scale,
    start_frame,
    usable_scale,
)

WIDTHS, HEIGHTS = st.integers(SMALLEST_SIZE[0], 4000), st.integers(SMALLEST_SIZE[1], 2400)
SCALES = st.sampled_from([1.0, 1.25, 1.5, 2.0])
BOARDS = st.sampled_from([(8, 8), (15.0, 15.0), (19, 19), (3, 3), (7, 6), (17, 11.5), (5, 26)])


def check(frame: Layout, size: tuple[int, int], scale: float) -> None:
    for leaf in frame:
        assert Rect((0, 0), size).contains(leaf.rect), leaf
        assert leaf.rect.w >= round(leaf.least[0] * scale), leaf
        assert leaf.rect.h >= round(leaf.least[1] * scale), leaf
        assert leaf.rect.w > 0, leaf
        assert leaf.rect.h > 0, leaf
    for one, other in combinations(frame, 2):
        assert one.name != other.name
        assert not one.rect.colliderect(other.rect), (one, other)
    panes = [leaf.pane for leaf in frame if leaf.pane]
    assert [pane for pane, after in zip(panes, [*panes[1:], ""], strict=True) if pane != after] == [
        *frame.panes
    ], "a pane is in one piece"


@given(WIDTHS, HEIGHTS, SCALES, BOARDS, st.booleans(), st.integers(40, 200))
def test_nothing_overlaps_and_nothing_is_outside(width, height, wanted, board, some, head):
    size = (width, height)
    scale = usable_scale(wanted, size)
    frame = board_frame(size, scale, board, head=lambda _wide: round(head * scale), two=some)
    check(frame, size, scale)
    check(start_frame(size, scale, gallery=some), size, scale)
    large = large_scale(size)
    check(board_frame(size, large, board, head=lambda _wide: round(head * large)), size, large)
    square = frame["board"].h / board[1]
    assert square == int(square) or board[1] % 1, "squares are whole pixels"


def low_head(_wide: int) -> int:
    return 72


@pytest.mark.parametrize(
    ("size", "scale", "board", "panel"),
    [
        ((800, 600), 1, 368, 360),
        ((1024, 768), 1, 592, 360),
        ((1280, 800), 1, 656, 552),
        ((1920, 1080), 1, 936, 640),
        ((3840, 2160), 2, 1872, 1280),
    ],
)
def test_the_board_is_as_large_as_the_panel_allows(size, scale, board, panel):
    frame = board_frame(size, scale, head=low_head)
    assert (frame["board"].w, frame["body"].w) == (board, panel)


def test_a_wide_panel_has_the_moves_beside_the_rest():
    assert "beside" not in board_frame((1280, 800), head=low_head, two=True)
    frame = board_frame((1920, 1080), head=low_head, two=True)
    assert (frame["beside"].w, frame["header"].w) == (336, 912)
    assert "beside" not in board_frame((1920, 1080), head=low_head)


def test_what_is_about_the_game_is_as_high_as_the_board_with_its_strips():
    frame = board_frame((1280, 800), head=low_head)
    assert frame["header"].top == frame["upper"].top == 16
    assert frame["body"].bottom == frame["board"].bottom
    assert frame["actions"].centery == frame["lower"].centery


def test_the_full_screen_is_the_same_layout_twice_as_large():
    assert large_scale((1920, 1080)) == 2
    frame = board_frame((1920, 1080), large_scale((1920, 1080)), head=low_head)
    assert (frame["board"].w, frame["upper"].h) == (792, 96)


def test_a_screen_that_is_too_small_for_a_scale_has_a_smaller_one():
    assert usable_scale(2, (1280, 800)) == pytest.approx(4 / 3)
    assert usable_scale(2, (1600, 1200)) == 2


@pytest.mark.parametrize(
    ("size", "board", "choices", "recent"),
    [
        ((800, 600), 168, 296, 264),
        ((1024, 768), 264, 296, 320),
        ((1280, 800), 408, 296, 432),
        ((1920, 1080), 624, 400, 560),
    ],
)
def test_the_game_of_the_first_screen_is_in_sight_beside_its_choices(size, board, choices, recent):
    frame = start_frame(size)
    assert (frame["board"].w, frame["choices"].w, frame["recent"].w) == (board, choices, recent)


@pytest.mark.parametrize("size", [(800, 1280), (1080, 1920), (1200, 1201)])
def test_in_a_window_higher_than_wide_the_panel_is_below_the_board(size):
    frame = board_frame(size, head=low_head)
    assert frame["upper"].y < frame["board"].y < frame["lower"].y < frame["header"].y
    assert frame["body"].w == size[0] - 2 * 24
    assert frame["board"].w >= 0.45 * size[0]
