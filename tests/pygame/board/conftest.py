import pygame
import pytest


@pytest.fixture(autouse=True)
def pygame_is_ready():
    """Keys have a state and fonts can be read; there is no window."""
    pygame.display.init()
    pygame.font.init()
