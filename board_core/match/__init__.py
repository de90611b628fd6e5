"""Many games of two players, and one game as a value that can be sent."""

from board_core.makers import FunctionMaker, GivenPlayer, PlayerMaker, Wish, maker_of

from .spec import GameSpec

__all__ = ["FunctionMaker", "GameSpec", "GivenPlayer", "PlayerMaker", "Wish", "maker_of"]
