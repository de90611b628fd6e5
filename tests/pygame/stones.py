"""Games of stones at the window."""

import pygame
from driving import User

from board_pygame.kit.tabs import Segmented


def choose_game(user: User, name: str) -> None:
    """On the first screen; the rarer games are in a list."""
    user.command("n")
    games = user.all(Segmented)[0]
    if name in [segment.text for segment in games.segments]:
        user.choose(name)
    else:
        user.choose("Other…")
        user.choose_item(name)


def cockpit(user: User) -> None:
    """Play the chosen game, with everything around the board."""
    user.press_button("Play")
    user.until_asked()
    user.key(pygame.K_F2)


def gomoku(user: User) -> None:
    choose_game(user, "Gomoku")
    user.choose("A person here")
    cockpit(user)


def put(user: User, *points: str) -> None:
    """Stones, one after the other, on top of those that are there."""
    for point in points:
        count = len(user.moves) + 1
        user.click(point)
        user.until(lambda count=count: len(user.moves) == count)
        user.until(lambda: user.state.view.asked or user.state.ended)
