"""The window's tests have no screen, no sound card and no user."""

import os

os.environ |= {
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "SDL_FRAMEBUFFER_ACCELERATION": "0",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}  # before anybody imports pygame

import pygame
import pytest


@pytest.fixture(autouse=True)
def settings_of_our_own(tmp_path, monkeypatch):
    """The user's settings and games are neither read nor touched."""
    unix = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
    for name in ("APPDATA", "LOCALAPPDATA") if os.name == "nt" else unix:
        monkeypatch.setenv(name, str(tmp_path / "settings"))


@pytest.fixture(autouse=True)
def no_sound_card(monkeypatch):
    """The packages of the environments for learning programs name a sound driver of their own."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(autouse=True)
def no_engine_analyses(monkeypatch):
    """A function of our own does, whatever is installed."""
    from driving import function

    from board_core.frontend import adviser

    def analyst(_chosen, _rules, _lines):
        return adviser.Analyst(function("analyses").make(), 2)

    monkeypatch.setattr(adviser, "make_analyst", analyst)


@pytest.fixture(autouse=True)
def language_of_the_environment():
    """A test that changes the language of the window leaves it to the next as it was."""
    from board_pygame.language import speak

    yield
    speak("")


@pytest.fixture(autouse=True)
def pygame_is_closed():
    """Whatever a test opened; closing twice is fine."""
    yield
    pygame.quit()


@pytest.fixture
def user(tmp_path, pygame_is_closed):
    """At a window of the usual size."""
    from driving import User

    user = User(tmp_path)
    yield user
    user.leave()
