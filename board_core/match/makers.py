"""Make players from the values that callers may give: texts, functions, makers or players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from board_core.fast_dataclass import dataclass
from board_core.game.player import Player, PlayerLike, PlayerSource
from board_core.game.rules import Rules
from board_core.players.in_process import InProcessAI
from board_core.players.process import Transcript
from board_core.supervise.sandbox import Confinement, Sandbox
from board_core.text.sentence import say

from .player_spec import BadPlayer, PlayerKind, PlayerSpec, parse_player


@runtime_checkable
class PlayerMaker(PlayerSource, Protocol):
    """A maker of players that can also be confined, isolated and recorded.

    :class:`~board_core.match.player_spec.PlayerSpec` is one.
    """

    def make(
        self,
        seed: int | None = None,
        isolate: bool = False,
        sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
        transcript: Transcript | None = None,
    ) -> Player:
        """Return a new player, which the caller closes. See :meth:`PlayerSpec.make`."""


@dataclass(frozen=True, slots=True)
class FunctionMaker:
    """A maker of :class:`~board_core.players.InProcessAI` players from a function."""

    function: Callable[..., Any]
    name: str

    def make(
        self,
        seed: int | None = None,
        isolate: bool = False,
        sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
        transcript: Transcript | None = None,
    ) -> Player:
        return InProcessAI(self.function, name=self.name, isolate=isolate, seed=seed)


@dataclass(frozen=True, slots=True)
class OpenPlayer:
    """A maker that returns one open player for every game; its creator closes the player."""

    player: Player

    @property
    def name(self) -> str:
        return self.player.name

    def make(
        self,
        seed: int | None = None,
        isolate: bool = False,
        sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
        transcript: Transcript | None = None,
    ) -> Player:
        return self.player


def maker_of(wish: PlayerLike, rules: Rules) -> PlayerMaker:
    """Return the maker of this player for this game.

    Raises BadPlayer for a text that names no player or a player that does not play this game, and
    TypeError for any other value that is no player.
    """
    if isinstance(wish, str):
        wish = parse_player(wish, rules=rules)
        if wish.kind is PlayerKind.HUMAN:
            raise BadPlayer(say("a person has to be asked: give a Human, and play its moves"))
    if isinstance(wish, PlayerSpec):  # first: a look for a protocol's methods takes much longer
        if (why := wish.unfit(rules)) is not None:
            raise BadPlayer(why)
        return wish
    if isinstance(wish, Player):
        return OpenPlayer(wish)
    if isinstance(wish, PlayerMaker) and not isinstance(wish, type):
        return wish
    if callable(wish) and not isinstance(wish, type):
        return FunctionMaker(wish, str(getattr(wish, "__name__", type(wish).__name__)))
    raise TypeError(
        f"{wish!r} is no player: give a text such as 'greedy' or 'uci:stockfish', a function of "
        "a board, a Player, or what makes one"
    )
