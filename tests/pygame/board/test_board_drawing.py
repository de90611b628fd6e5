"""What is drawn in parts is what would be drawn at once."""

import pygame
import pytest
from boards import CHESS_LOOK, FONT, POINTS, Screen, Stones, chess_at, chess_scene, waiting
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_core.game.geometry import points
from board_core.games import CHESS
from board_core.games.look import PLAIN_STONES
from board_pygame.board.backdrop import (
    COLOR_SCHEMES,
    CONTRAST_COLORS,
    WON_COLOR,
    backdrop,
    colors_of,
    rgb,
)
from board_pygame.board.cells import Cells
from board_pygame.board.scene import Scene, lines_through
from board_pygame.kit.text import Fonts

CHESS_SCENES = [
    chess_scene(),
    chess_scene(None, "e4"),
    chess_scene(None, "e4", "d5", "exd5"),
    chess_scene(None, "e4", "d5", "exd5", flipped=True),
    chess_scene(None, "e4", "a6", "e5", "d5", "exd6", locked=True),
    chess_scene("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", marked=("e1",)),
    chess_scene("1n2k3/P7/8/8/8/8/8/4K2R w K - 0 1", "axb8=Q", marked=("e8",), over=True),
    waiting(chess_scene(None, "e4", coordinates=False)),
    Scene(CHESS_LOOK, CHESS.geometry),
]
STONE_SCENES = [
    Stones(("e5", "d4", "a1")[:count]).scene(marked=("e5", "d4")[:count], over=count > 2)
    for count in range(4)
] + [Scene(PLAIN_STONES, POINTS, {"e5": "x", "c3": "O"}, {"e5e6": ("e5", "e6")}, frozenset({"e5"}))]

PLACES = st.tuples(st.integers(-5, 165), st.integers(-5, 165))
KEYS = st.sampled_from([pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_q])
DEEDS = st.one_of(
    st.tuples(st.just("down"), PLACES, st.sampled_from([1, 1, 1, 3])),
    st.tuples(st.just("up"), PLACES, st.sampled_from([1, 1, 1, 3])),
    st.tuples(st.just("move"), PLACES, st.just(0)),
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
@settings(max_examples=examples(60))
def test_parts_drawn_anew_equal_the_whole(scenes, deeds, contrast):
    screen = Screen(scenes[0], side=160)
    if contrast:
        screen.board.dress(CONTRAST_COLORS)
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


def test_the_ring_of_the_keyboard_comes_and_goes():
    screen = Screen(chess_scene(), chess_at(), 240)
    screen.board.place((20, 20, 200, 200))
    without = screen.repainted()
    screen.ui.focus(screen.board)
    screen.ui.draw()
    assert screen.pixels() == without  # nobody has used the keyboard
    screen.key(pygame.K_TAB)
    ringed = screen.pixels()
    assert ringed != without
    assert ringed == screen.repainted()
    screen.key(pygame.K_UP, pygame.KMOD_CTRL)  # the cursor shows it instead
    cursor = screen.pixels()
    assert cursor == screen.repainted()
    assert cursor not in (ringed, without)
    screen.key(pygame.K_ESCAPE)
    assert screen.pixels() == ringed
    screen.click("e5")
    screen.send(pygame.MOUSEMOTION, pos=(-9, -9))
    assert screen.pixels() == without


# Stones: numbers, and the line that won

FIVE = ("a1", "b2", "c3", "d4", "e5")
NUMBERS = {point: number for number, point in enumerate(FIVE, start=1)}


def won(**more) -> Scene:
    return Stones(FIVE).scene(moves={}, marked=FIVE, over=True, **more)


@pytest.mark.parametrize("flipped", [False, True])
def test_the_line_through_a_finished_row_is_drawn_from_end_to_end(flipped):
    screen = Screen(won(flipped=flipped))
    assert screen.board.drawing.struck == (("a1", "e5"),)
    (ax, ay), (bx, by) = screen.at("c3"), screen.at("d4")
    between = screen.surface.get_at(((ax + bx) // 2, (ay + by) // 2))
    assert tuple(between)[:3] == WON_COLOR
    screen.board.show_scene(Stones(FIVE[:4]).scene())
    screen.ui.draw()
    assert screen.pixels() == screen.repainted()


def test_what_is_marked_in_a_game_that_goes_on_is_not_struck_through():
    assert Screen(Stones(FIVE).scene(marked=FIVE)).board.drawing.struck == ()


@pytest.mark.parametrize(
    ("points", "lines"),
    [
        ((), ()),
        (("e5",), ()),
        (("c3", "a3", "b3"), (("a3", "c3"),)),
        (("e4", "e5", "e6", "d4", "f6"), (("e4", "e6"), ("d4", "f6"))),  # e5 is in both
        (("h5", "j5", "g5"), (("g5", "j5"),)),  # there is no file named i
    ],
)
def test_lines_go_through_all_that_stands_in_a_row(points, lines):
    assert set(lines_through(points, POINTS)) == set(lines)


def test_numbers_are_light_on_dark_stones_and_dark_on_light_ones():
    screen = Screen(Stones(FIVE).scene())
    plain = screen.pixels()
    screen.board.show_scene(Stones(FIVE).scene(numbers=NUMBERS))
    screen.ui.draw()
    seen = screen.pixels()
    assert seen == screen.repainted()
    assert seen != plain
    for point, light in (("c3", True), ("d4", False)):
        rect = screen.board.cells.squares[point].inflate(-20, -20)
        tones = {sum(screen.surface.get_at((x, y))[:3]) for x, y in _points(rect)}
        assert (max(tones) > 600) if light else (min(tones) < 200)
    screen.board.show_scene(Stones(FIVE).scene())
    screen.ui.draw()
    assert screen.pixels() == plain


def _points(rect: pygame.Rect) -> list[tuple[int, int]]:
    return [(x, y) for x in range(rect.left, rect.right) for y in range(rect.top, rect.bottom)]


def test_the_newest_stone_has_a_ring_where_its_number_would_hide_a_dot():
    screen = Screen(Stones(FIVE).scene(numbers=NUMBERS))
    assert screen.board.drawing.marks["e5"] == ("newest",)
    screen.board.show_scene(Stones(FIVE).scene())
    assert screen.board.drawing.marks["e5"] == ("last",)


@pytest.mark.parametrize("colors", COLOR_SCHEMES.values(), ids=COLOR_SCHEMES)
def test_the_wood_is_told_from_both_stones(colors):
    """By the contrast of WCAG 2, of which 3 is asked of graphics beside each other; 1.5 at least
    beside a white stone, which has a dark edge besides."""
    screen = Screen(Scene(PLAIN_STONES, POINTS, {"e5": "x", "e6": "O"}))
    screen.board.dress(colors)
    screen.ui.draw()
    black, white = (screen.surface.get_at(screen.at(point))[:3] for point in ("e5", "e6"))
    assert contrast(colors.wood, white) > 1.5
    assert contrast(colors.wood, black) > 3


def contrast(one, other) -> float:
    def light(color) -> float:
        parts = [part / 255 for part in color[:3]]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lights = sorted((light(one), light(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_no_arrow_crosses_the_number_of_another():
    screen = Screen(chess_scene(best=(("a2", "a6"), ("a2", "a4"))), side=400)
    (x, y), (_, to_y) = screen.at("a2"), screen.at("a4")
    beside = x - 5, y + round((to_y - y) * 0.62)  # left of the digit, on its disc
    assert screen.surface.get_at(beside)[:3] == (255, 255, 255)


def test_letters_beside_a_grid_grow_with_the_board(monkeypatch):
    """At 3840x2160 they were half as high, for their cells, as at 1920x1080."""
    sizes = []
    render = Fonts.render
    monkeypatch.setattr(
        Fonts,
        "render",
        lambda self, text, size, *more: sizes.append(size) or render(self, text, size, *more),
    )
    pygame.font.init()
    fonts = Fonts(FONT, FONT, FONT)
    for side in (1_000, 2_000):
        cells = Cells.fit(pygame.Rect(0, 0, side, side), points(15, 15, "abcdefghijklmno"))
        backdrop(cells, PLAIN_STONES, COLOR_SCHEMES["brown"], True, fonts, (0, 0, 0))
    fonts.close()
    small, large = sorted(set(sizes))
    assert large == pytest.approx(2 * small, abs=1)


def near(one, other) -> bool:
    return all(abs(a - b) <= 6 for a, b in zip(one[:3], other[:3], strict=True))


def corner(screen, square):
    """The colour of a square beside its piece and its label."""
    rect = screen.board.cells.squares[square]
    return screen.surface.get_at((rect.centerx, rect.y + 3))[:3]


@pytest.mark.parametrize(
    ("theme", "light", "dark", "last_light", "last_dark"),
    [
        ("light", "#efd9b5", "#b58863", "#d3d26f", "#ada13c"),
        ("dark", "#dcc49c", "#a1754f", "#c4c163", "#9a8f37"),
    ],
)
def test_the_brown_board_has_the_colours_of_the_design(theme, light, dark, last_light, last_dark):
    screen = Screen(chess_scene(None, "e4", "d5"))
    screen.board.dress(colors_of("brown", theme))
    screen.ui.draw()
    assert corner(screen, "f5") == rgb(light)
    assert corner(screen, "e5") == rgb(dark)
    assert near(corner(screen, "d5"), rgb(last_light))
    assert near(corner(screen, "d7"), rgb(last_light))
    screen.board.show_scene(chess_scene(None, "e4", "e5", "Nf3"), animate=False)
    screen.ui.draw()
    assert near(corner(screen, "g1"), rgb(last_dark))
    screen.click("b8")
    assert corner(screen, "b8") == rgb("#7fa650")


def test_only_what_was_taken_elsewhere_has_a_mark_of_its_own():
    taken = chess_scene(None, "e4", "d5", "exd5")
    passed = chess_scene(None, "e4", "a6", "e5", "d5", "exd6")
    for scene, square, marks in ((taken, "d5", ("last",)), (passed, "d5", ("captured",))):
        assert scene.captured == (square,)
        assert Screen(scene).board.drawing.marks[square] == marks


def test_a_king_in_check_stands_on_red():
    screen = Screen(chess_scene(None, "e4", "f6", "Qh5+", marked=("e8",)))
    red, _green, blue = corner(screen, "e8")
    assert red > 180 > 90 > blue


def test_other_boards_are_the_same_in_both_themes():
    for name in COLOR_SCHEMES.keys() - {"brown"}:
        assert colors_of(name, "dark") is colors_of(name, "light") is COLOR_SCHEMES[name]
    assert colors_of("no such board", "light") is COLOR_SCHEMES["brown"]


@pytest.mark.parametrize("name", COLOR_SCHEMES)
def test_coordinates_differ_from_their_squares(name):
    """They are as pale as those of the design on dark squares: help for the eye, no text."""
    colors = COLOR_SCHEMES[name]
    assert contrast(colors.label(True), colors.dark) > 2.1
    assert contrast(colors.label(False), colors.light) > 3.5


def test_the_corners_of_a_board_are_round():
    screen = Screen(chess_scene())
    board, ground = screen.board.cells.board, screen.ui.theme.background
    for at in (board.topleft, (board.right - 1, board.y), (board.x, board.bottom - 1)):
        assert near(screen.surface.get_at(at), ground)
    assert not near(screen.surface.get_at((board.x + 4, board.y)), ground)
    screen.click("a1")
    assert screen.pixels() == screen.repainted()
