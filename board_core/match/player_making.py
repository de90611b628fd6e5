"""Makes the AIs of the games into players.

:mod:`.player_spec` imports this module only when a game begins.
"""

from __future__ import annotations

from board_core.game.player import Player, Seat
from board_core.players.in_process import InProcessAI

from .known_games import ai_of, thinks


class BuiltIn(InProcessAI):
    """A game's built-in player, by name.

    One that searches never runs on the game's own thread.
    """

    def __init__(self, text: str, name: str, seed: int | None, isolate: bool) -> None:
        self.name = name
        self._text = text
        self._seed = seed
        self._isolate = isolate
        self._family: str | None = None  # of the games that the runner plays
        self._runner = Player()

    def seat(self, seat: Seat) -> None:
        if self._family != seat.rules.family:
            self._runner.close()
            function = ai_of(seat.rules, self._text)(self._seed)
            inline = not self._isolate and not thinks(seat.rules, self._text)
            self._runner = InProcessAI(function, isolate=self._isolate, inline=inline)
            self._family = seat.rules.family
        super().seat(seat)
