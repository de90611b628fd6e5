import sys
from types import SimpleNamespace

import pygame
import pytest

from board_core.game.words import Words
from board_pygame import screen
from board_pygame.language import CATALOGUES
from board_pygame.layout import SMALLEST_SIZE, fitting_window, smallest_window
from board_pygame.screen import (
    NoDisplay,
    auto_scale,
    check_pygame,
    language,
    open_display,
    scale_of_height,
    window_of_display,
)

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have a screen")


@pytest.fixture
def nobody_asks(monkeypatch):
    """For a driver, nor is there a screen."""
    for variable in ("SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    return monkeypatch


def test_the_window_is_open_with_its_title_and_smallest_size():
    surface = open_display((1000, 700), "棋盘")
    window = window_of_display()
    assert surface.get_size() == (1000, 700)
    assert (window.title, window.minimum_size, window.resizable) == ("棋盘", SMALLEST_SIZE, True)


def test_only_the_display_and_the_fonts_are_opened():
    open_display((1000, 700), "")
    assert pygame.display.get_init()
    assert pygame.font.get_init()
    assert not pygame.mixer.get_init()
    assert not pygame.joystick.get_init()


@pytest.mark.parametrize(
    ("size", "got"),
    [((100, 900), (800, 900)), ((30_000, 700), (1920, 700)), ((0, 0), (1280, 800))],
)
def test_a_size_that_does_not_fit_is_made_to_fit(size, got, monkeypatch):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1920, 1080)])
    assert open_display(size, "").get_size() == got


@pytest.mark.parametrize(
    ("scale", "desktop", "size", "least"),
    [
        (1, (1920, 1080), (1280, 800), (800, 600)),
        (2, (3840, 2160), (2560, 1600), (1600, 1200)),
        (1.25, (2560, 1440), (1600, 1000), (1000, 750)),
        (1, (1366, 768), (1229, 691), (800, 600)),
        (2, (1366, 768), (1366, 768), (1366, 768)),
    ],
)
def test_the_first_window_is_scaled_and_fits_its_screen(scale, desktop, size, least):
    assert fitting_window((0, 0), scale, desktop) == size
    assert smallest_window(scale, desktop) == least


@on_linux
def test_what_sdl_has_to_know_is_set_and_the_users_choice_stays():
    environment = {"DISPLAY": ":0", "SDL_FRAMEBUFFER_ACCELERATION": "1"}
    screen._prepare(environment)
    assert environment["SDL_FRAMEBUFFER_ACCELERATION"] == "1"
    assert environment["SDL_VIDEO_X11_WMCLASS"] == "board_pygame"
    environment = {"WAYLAND_DISPLAY": "wayland-0"}
    screen._prepare(environment)
    assert environment["SDL_FRAMEBUFFER_ACCELERATION"] == "0"


@on_linux
def test_without_a_screen_it_is_said_what_to_do(nobody_asks, capfd):
    with pytest.raises(NoDisplay, match="ssh -X") as raised:
        open_display((1000, 700), "")
    assert not pygame.display.get_init()
    assert capfd.readouterr() == ("", "")
    assert "图形" in Words("zh_CN", CATALOGUES).sentence(raised.value.sentence)


def test_a_driver_without_a_screen_that_nobody_asked_for_is_refused(nobody_asks):
    nobody_asks.setenv("DISPLAY", ":0")
    nobody_asks.setattr(pygame.display, "init", lambda: None)
    nobody_asks.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(NoDisplay, match="offscreen"):
        open_display((1000, 700), "")


def test_a_screen_that_cannot_be_opened_is_said(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "telepathy")
    with pytest.raises(NoDisplay, match="telepathy"):
        open_display((1000, 700), "")
    assert not pygame.display.get_init()


def a_pygame(version="2.5.6", **more):
    numbers = tuple(map(int, version.split(".")))
    return SimpleNamespace(version=SimpleNamespace(ver=version, vernum=numbers), **more)


def test_the_pygame_that_is_here_will_do():
    assert check_pygame() is None


@pytest.mark.parametrize("version", ["2.5.6", "2.5.10", "2.6.0"])
def test_new_enough_versions_will_do(version):
    assert check_pygame(a_pygame(version, IS_CE=1)) is None


def test_an_old_pygame_ce_is_to_be_upgraded():
    assert "pygame-ce 2.5.2 is too old" in str(check_pygame(a_pygame("2.5.2", IS_CE=1)))


@pytest.mark.parametrize("module", [a_pygame("2.6.1"), SimpleNamespace()], ids=["classic", "empty"])
def test_another_package_of_this_name_is_to_be_replaced(module):
    assert "pip uninstall pygame" in str(check_pygame(module))


@pytest.mark.parametrize(
    ("environment", "scale"),
    [
        ({"GDK_SCALE": "2"}, 2),
        ({"QT_SCALE_FACTOR": "1.5"}, 1.5),
        ({"GDK_SCALE": "9"}, 3),
        ({"GDK_SCALE": "0"}, 1.25),
        ({"GDK_SCALE": "nan"}, 1.25),
        ({"GDK_SCALE": "big", "QT_SCALE_FACTOR": "1.75"}, 1.75),
        ({}, 1.25),
    ],
)
def test_the_scale_is_the_desktops_or_else_by_the_height_of_the_screen(
    environment, scale, monkeypatch
):
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(2560, 1440), (100, 9999)])
    monkeypatch.setattr(screen.sys, "platform", "linux")
    assert auto_scale(environment) == scale


@pytest.mark.parametrize(("dots", "scale"), [(72, 1), (96, 1), (120, 1.25), (192, 2), (480, 3)])
def test_on_windows_the_scale_is_that_of_its_settings(dots, scale, monkeypatch):
    class Windows:
        class user32:
            @staticmethod
            def GetDpiForSystem() -> int:
                return dots

    monkeypatch.setattr(screen.ctypes, "windll", Windows, raising=False)
    monkeypatch.setattr(screen.sys, "platform", "win32")
    assert auto_scale({}) == scale
    assert auto_scale({"GDK_SCALE": "1.5"}) == 1.5


def test_windows_is_told_that_the_window_scales_itself():
    environment = {"DISPLAY": ":0"}
    screen._prepare(environment)
    assert environment["SDL_WINDOWS_DPI_AWARENESS"] == "system"


@pytest.mark.parametrize(
    ("lines", "scale"), [(0, 1), (1080, 1), (1440, 1.25), (1800, 1.5), (2160, 2), (4320, 2)]
)
def test_high_screens_are_drawn_larger(lines, scale):
    assert scale_of_height(lines) == scale


@pytest.mark.parametrize(
    ("setting", "environment", "expected"),
    [
        ("zh_CN", {"LC_ALL": "en_US.UTF-8"}, "zh_CN"),
        ("en", {"LANG": "zh_CN.UTF-8"}, "en"),
        ("", {"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}, "zh_CN"),
        ("", {"LC_MESSAGES": "zh_CN", "LANG": "C"}, "zh_CN"),
        ("", {"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_that_of_the_environment(
    setting, environment, expected, monkeypatch
):
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: [{"language": "xx"}])
    assert language(setting, environment) == expected


@pytest.mark.parametrize(
    ("locales", "expected"),
    [
        ([], "en"),
        ([{"language": "zh", "country": "CN"}], "zh_CN"),
        ([{"language": "fr", "country": None}, {"language": "zh"}], "zh_CN"),
        ([{"language": "en", "country": "GB"}, {"language": "zh"}], "en"),
    ],
)
def test_where_the_environment_is_silent_the_system_is_asked(locales, expected, monkeypatch):
    monkeypatch.setattr(pygame.system, "get_pref_locales", lambda: locales)
    assert language("", {}) == expected
