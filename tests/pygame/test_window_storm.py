"""Whatever somebody does at the window, in whatever order: no exception escapes its loop."""

import string
from dataclasses import replace

import pygame
from driving import ALT, CTRL, SHIFT, User, function
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from profiles import examples
from pygame.event import Event

from board_core.match.player_spec import parse_player
from board_pygame.intents import ChangeSettings
from board_pygame.phases import Mode

KEYS = [
    *map(ord, string.ascii_lowercase),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_HOME, pygame.K_END),
    *(pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_SPACE, pygame.K_BACKSPACE),
    *(pygame.K_DELETE, pygame.K_F1, pygame.K_F2, pygame.K_F3, pygame.K_F6, pygame.K_F7),
    *(pygame.K_F10, pygame.K_F11, pygame.K_PAGEUP, pygame.K_PAGEDOWN),
]

places = st.tuples(st.integers(0, 1023), st.integers(0, 767))
squares = st.builds(lambda f, r: f + r, st.sampled_from("abcdefgh"), st.sampled_from("12345678"))
deeds = st.one_of(
    st.tuples(st.just("click"), places, st.sampled_from([1, 1, 1, 3])),
    st.tuples(st.just("squares"), squares, squares),
    st.tuples(st.just("drag"), places, places),
    st.tuples(st.just("drag"), squares, squares),
    st.tuples(st.just("press"), places, st.sampled_from([1, 2, 3])),
    st.tuples(st.just("release"), places, st.sampled_from([1, 2, 3])),
    st.tuples(st.just("wheel"), st.integers(-3, 3), places),
    st.tuples(
        st.just("key"),
        st.sampled_from(KEYS),
        st.sampled_from([0, 0, 0, CTRL, ALT, SHIFT, CTRL | SHIFT]),
    ),
    st.tuples(
        st.just("type"), st.sampled_from(["e4", "Nf3", "e2e4", "0000", "将", "", "\x00", "O-O"])
    ),
    st.tuples(st.just("typed move"), st.sampled_from(["e4", "d5", "Nc3", "x", "--"])),
    st.tuples(st.just("button"), st.integers(0, 60)),
    st.tuples(st.just("drop"), st.sampled_from(["/nowhere/a.pgn", "/nowhere/a b.py", "/tmp", ""])),
    st.tuples(st.just("size"), st.sampled_from([(800, 600), (1024, 768), (1500, 900)])),
    st.tuples(st.just("language"), st.sampled_from(["en", "zh_CN"])),
    st.tuples(st.just("news")),
)


def carry_out(user: User, deed: tuple) -> None:
    match deed:
        case "click", place, button:
            user.click(place, button)
        case "squares", start, end:
            user.clicks(start, end)
        case "drag", start, end:
            user.drag(start, end)
        case "press", place, button:
            user.press(place, button)
        case "release", place, button:
            user.release(place, button)
        case "wheel", steps, place:
            user.wheel(steps, place)
        case "key", key, mod:
            user.key(key, mod, chr(key) if key < 128 and chr(key) in string.ascii_letters else "")
        case "type", text:
            user.type(text)
        case "typed move", text:
            user.type_move(text)
        case "button", number:
            buttons = [w for w in user.top.widgets if w.focusable and w.visible and w.rect.w]
            if buttons:
                user.click(buttons[number % len(buttons)].rect.center)
        case "drop", path:
            user.do(Event(pygame.DROPFILE, file=path))
        case "size", size:
            user.resize(size)
        case "language", language:
            user.window.ask(ChangeSettings(replace(user.window.state.settings, language=language)))
        case _:
            user.until(lambda: True)
            user.do()


def assert_sound(user: User) -> None:
    state, ui = user.state, user.window.ui
    assert 0 <= state.ply <= len(state.view.played)
    assert len(state.captures) == len(state.view.judged) == len(state.view.played)
    assert len(ui.layers) >= 1
    assert all(widget in layer.widgets for layer in ui.layers if (widget := layer.focus))
    if not state.awaits_answer:
        assert dict(user.window.board.scene.pieces) == dict(state.shown.pieces())


def assert_drawn_as_anew(user: User) -> None:
    """What was drawn part by part is what a full drawing gives."""
    ui = user.window.ui
    user.do()
    in_parts = ui.painter.surface.copy()
    ui.redraw()
    ui.draw()
    assert not different(in_parts, ui.painter.surface)


def different(one: pygame.Surface, other: pygame.Surface) -> list[pygame.Rect]:
    """Where two pictures are not the same."""
    if pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB"):
        return []
    other = other.copy()
    other.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    mask = pygame.mask.from_threshold(other, (0, 0, 0), (1, 1, 1))
    mask.invert()
    return mask.get_bounding_rects() or [one.get_rect()]


@settings(
    max_examples=examples(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.sampled_from([None, "random", "first"]),
    st.sampled_from(["random", "first", None]),
    st.sampled_from([Mode.AUTO, Mode.BY_HAND]),
    st.lists(deeds, min_size=10, max_size=40),
)
def test_no_exception_escapes_whatever_is_done(tmp_path, monkeypatch, white, black, mode, story):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    specs = [
        None if n is None else parse_player(n) if n == "random" else function(n)
        for n in (white, black)
    ]
    user = User(tmp_path)
    try:
        user.seat(*specs, mode=mode)
        user.press_start()
        for deed in story:
            carry_out(user, deed)
            assert_sound(user)
        assert_drawn_as_anew(user)
    finally:
        user.leave()
