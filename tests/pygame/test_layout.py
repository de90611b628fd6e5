"""Everything has its place in every window."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from board_pygame.layout import (
    SMALLEST_SIZE,
    Layout,
    cockpit_frame,
    projector_frame,
    quiet_frame,
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


@given(WIDTHS, HEIGHTS, SCALES, BOARDS, st.booleans(), st.floats(0, 1))
def test_nothing_overlaps_and_nothing_is_outside(width, height, wanted, board, facts, share):
    size = (width, height)
    scale = usable_scale(wanted, size)
    cockpit = cockpit_frame(size, scale, board, share=share, facts=facts)
    check(cockpit, size, scale)
    check(quiet_frame(size, scale, board, facts=facts), size, scale)
    check(start_frame(size, scale, gallery=facts), size, scale)
    check(projector_frame(size, board, over=facts, labelled=share > 0.5), size, 1)
    square = cockpit["board"].h / board[1]
    assert square == int(square) or board[1] % 1, "squares are whole pixels"


@pytest.mark.parametrize(
    ("size", "scale", "board", "panel"),
    [
        ((800, 600), 1, 368, 364),
        ((1024, 768), 1, 552, 404),
        ((1280, 800), 1, 656, 556),
        ((1920, 1080), 1, 936, 916),
        ((3840, 2160), 2, 1872, 1832),
    ],
)
def test_the_board_of_the_cockpit_is_as_large_as_the_panel_allows(size, scale, board, panel):
    frame = cockpit_frame(size, scale)
    assert (frame["board"].w, frame["prompt"].w) == (board, panel)


@pytest.mark.parametrize(
    ("size", "board", "panel"),
    [
        ((800, 600), 448, 304),
        ((1024, 768), 616, 360),
        ((1280, 800), 648, 400),
        ((1920, 1080), 928, 480),
    ],
)
def test_the_quiet_board_is_larger_or_has_more_air(size, board, panel):
    frame = quiet_frame(size)
    assert (frame["board"].w, frame["moves"].w) == (board, panel)


def test_the_projectors_board_fills_the_height():
    assert projector_frame((1920, 1080), over=False)["board"] == Rect(108, 36, 992, 992)


def panes(size: tuple[int, int], share: float = 1.0) -> list[str]:
    return [name for name in ("moves", "log", "lists") if name in cockpit_frame(size, share=share)]


def test_a_wide_panel_has_lists_side_by_side():
    assert panes((1280, 800)) == ["lists"]
    assert panes((1920, 1080)) == ["moves", "lists"]
    assert panes((1920, 1080), share=0.7) == ["moves", "log", "lists"]


def test_entries_and_graph_stand_where_there_is_room():
    tall, usual, low = (cockpit_frame(size) for size in ((1024, 1000), (1280, 800), (900, 620)))
    assert tall["entry"].x == tall["graph"].x == tall["upper"].x
    assert usual["entry"].x == usual["graph"].x == usual["white"].x
    assert "graph" not in low


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
