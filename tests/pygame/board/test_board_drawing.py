"""What is drawn in parts is what would be drawn at once."""

import pygame
import pytest
from boards import CHESS_LOOK, STONES, Screen, Stones, chess_at, chess_scene, waiting
from hypothesis import given, settings
from hypothesis import strategies as st

from board_pygame.board.colors import CONTRAST
from board_pygame.board.scene import Scene

CHESS_SCENES = [
    chess_scene(),
    chess_scene(None, "e4"),
    chess_scene(None, "e4", "d5", "exd5"),
    chess_scene(None, "e4", "d5", "exd5", flipped=True),
    chess_scene(None, "e4", "a6", "e5", "d5", "exd6", locked=True),
    chess_scene("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", marked=("e1",)),
    chess_scene("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", "axb8=Q", marked=("e8",), over=True),
    waiting(chess_scene(None, "e4", coordinates=False)),
    Scene(CHESS_LOOK, (8, 8)),
]
STONE_SCENES = [
    Stones(("e5", "d4", "a1")[:count]).scene(marked=("e5",)[:count]) for count in range(4)
] + [Scene(STONES, (9, 9), {"e5": "x", "c3": "o"}, ("e5e6",), frozenset({"e5"}))]

POINTS = st.tuples(st.integers(-5, 165), st.integers(-5, 165))
KEYS = st.sampled_from([pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_q])
DEEDS = st.one_of(
    st.tuples(st.just("down"), POINTS, st.sampled_from([1, 1, 1, 3])),
    st.tuples(st.just("up"), POINTS, st.sampled_from([1, 1, 1, 3])),
    st.tuples(st.just("move"), POINTS, st.just(0)),
    st.tuples(st.just("key"), KEYS, st.sampled_from([0, pygame.KMOD_CTRL])),
    st.tuples(st.just("wait"), st.sampled_from([0.0, 0.05, 0.11, 0.4]), st.just(0)),
    st.tuples(st.just("scene"), st.integers(0, 8), st.booleans()),
    st.tuples(st.just("click"), st.integers(0, 8), st.integers(0, 63)),
)


def carry_out(screen, scenes, deed, what, how):
    match deed:
        case "down" | "up":
            kind = pygame.MOUSEBUTTONDOWN if deed == "down" else pygame.MOUSEBUTTONUP
            screen.send(kind, pos=what, button=how)
        case "move":
            screen.send(pygame.MOUSEMOTION, pos=what)
        case "key":
            screen.key(what, how)
        case "wait":
            screen.wait(what)
        case "scene":
            screen.board.show_scene(scenes[what % len(scenes)], animate=how)
            screen.ui.draw()
        case "click":  # a legal move, or its beginning
            squares = list(screen.board.scene.by_squares)
            if squares:
                screen.click(*squares[how % len(squares)][: 1 + what % 2])


@pytest.mark.parametrize("scenes", [CHESS_SCENES, STONE_SCENES], ids=["chess", "stones"])
@given(st.lists(DEEDS, min_size=1, max_size=12), st.booleans())
@settings(max_examples=60)
def test_parts_drawn_anew_equal_the_whole(scenes, deeds, contrast):
    screen = Screen(scenes[0], side=160)
    if contrast:
        screen.board.dress(CONTRAST)
        screen.ui.draw()
    for deed, what, how in deeds:
        carry_out(screen, scenes, deed, what, how)
    seen = screen.pixels()
    assert seen == screen.repainted()


def test_a_drag_over_everything_leaves_no_trace():
    screen = Screen(chess_scene(), chess_at(), 240)
    untouched = screen.pixels()
    screen.press("e2")
    for square in ("e4", "h8", "a1", "d5", "b8"):
        screen.move(square, 7, -5)
        seen = screen.pixels()
        assert seen == screen.repainted()
    screen.send(pygame.MOUSEBUTTONDOWN, pos=screen.at("b8"), button=3)
    screen.send(pygame.MOUSEBUTTONUP, pos=screen.at("b8"), button=3)
    screen.send(pygame.MOUSEMOTION, pos=(-9, -9))
    screen.ui.focus(None)
    screen.ui.draw()
    assert screen.pixels() == untouched


@pytest.mark.parametrize("move", ["e2e4", "g1f3"])
def test_when_all_frames_are_shown_the_picture_is_that_of_the_scene(move):
    screen = Screen(chess_scene(), chess_at(), 240)
    screen.board.show_scene(chess_scene(None, move))
    for _ in range(9):
        screen.wait(0.025)
        seen = screen.pixels()
        assert seen == screen.repainted()
    assert screen.pixels() == Screen(chess_scene(None, move), side=240).pixels()


@pytest.mark.parametrize("after", [True, False], ids=["pictures", "texts"])
def test_the_chooser_is_drawn_in_parts_too(after):
    setup = "1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1"
    screen = Screen(chess_scene(setup), chess_at(setup) if after else None, 240)
    screen.click("a7", "b8")
    for key in (pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP, pygame.K_ESCAPE):
        screen.key(key)
        seen = screen.pixels()
        assert seen == screen.repainted()


def test_the_keyboards_frame_comes_and_goes():
    screen = Screen(chess_scene(), chess_at(), 240)
    without = screen.pixels()
    screen.ui.focus(screen.board)
    screen.ui.draw()
    framed = screen.pixels()
    assert framed != without
    screen.key(pygame.K_UP, pygame.KMOD_CTRL)  # the cursor shows it instead
    cursor = screen.pixels()
    assert cursor == screen.repainted()
    assert cursor not in (framed, without)
    screen.key(pygame.K_ESCAPE)
    assert screen.pixels() == framed
    screen.click("e5")
    screen.send(pygame.MOUSEMOTION, pos=(-9, -9))
    assert screen.pixels() == without
