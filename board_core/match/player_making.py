"""Makes players of their specifications: processes, functions, and the AIs of the games."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, assert_never

from board_core.player import Player, Seat
from board_core.players.human import Human
from board_core.players.in_process import InProcessAI
from board_core.players.process import ProcessAI, Transcript
from board_core.players.python_file import BadFunction, function_in
from board_core.protocols import PROTOCOLS, Dialogue, Uci
from board_core.sentence import say
from board_core.supervise.sandbox import Confinement, Sandbox

from .known_games import hosted, thinks
from .player_spec import BadPlayer, PlayerKind, PlayerSpec

LOADING_LOCK = threading.RLock()
"""A lock for loading files. Each player loads its file anew, in the place of the loaded module: no
other thread may load between that and the moment when the function is pickled for another process.
"""


def made(
    spec: PlayerSpec,
    seed: int | None,
    isolate: bool,
    sandbox: Confinement | Sandbox | str,
    transcript: Transcript | None,
) -> Player:
    """Make a player; :meth:`PlayerSpec.make` tells of the arguments. Raises BadPlayer."""
    match spec.kind:
        case PlayerKind.HUMAN:
            return Human(spec.name)
        case PlayerKind.BUILT_IN:
            return BuiltIn(spec.text, spec.name, seed, isolate)
        case PlayerKind.PROGRAM:
            return ProcessAI(
                spec.command,
                protocol=_dialogue(spec),
                name=spec.name,
                sandbox=sandbox,
                transcript=transcript,
                folder=spec.folder,
            )
        case PlayerKind.FUNCTION:
            with LOADING_LOCK:
                return _in_process(spec, isolate, seed)
        case _:
            assert_never(spec.kind)


def function_of(spec: PlayerSpec) -> Callable[..., Any]:
    """Return the function of a ``FILE.py:FUNCTION``. Raises BadPlayer."""
    try:
        return function_in(*spec.function)
    except BadFunction as error:
        raise BadPlayer(error.sentence) from error


def _dialogue(spec: PlayerSpec) -> Dialogue:
    return Uci(dict(spec.options)) if spec.options else PROTOCOLS[spec.protocol]()


def _in_process(spec: PlayerSpec, isolate: bool, seed: int | None) -> Player:
    function = function_of(spec)
    try:
        return InProcessAI(function, name=spec.name, isolate=isolate, seed=seed)
    except ValueError as error:
        raise BadPlayer(
            say("{player} cannot be used: {why}", player=spec.text, why=error)
        ) from None


class BuiltIn(InProcessAI):
    """A player that comes with a game, by its name; the game says which one it is.

    One that thinks never runs on the game's own thread.
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
            function = hosted(seat.rules).ais[self._text](self._seed)
            inline = not self._isolate and not thinks(seat.rules, self._text)
            self._runner = InProcessAI(function, isolate=self._isolate, inline=inline)
            self._family = seat.rules.family
        super().seat(seat)
