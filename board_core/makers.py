"""Who can be given as a player of a game, and what makes a player of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from .player import Player
from .players.in_process import InProcessAI
from .players.process import Transcript
from .rules import Rules
from .sentence import say
from .supervise.sandbox import Confinement, Sandbox


@runtime_checkable
class PlayerMaker(Protocol):
    """Make a player as often as one is wanted.

    A :class:`~board_core.match.player_spec.PlayerSpec` is one.
    """

    @property
    def name(self) -> str: ...

    def make(
        self,
        seed: int | None = None,
        isolate: bool = False,
        sandbox: Confinement | Sandbox | str = Sandbox.AUTO,
        transcript: Transcript | None = None,
    ) -> Player:
        """Return a new player; whoever calls this closes it. See :meth:`PlayerSpec.make`."""


@dataclass(frozen=True, slots=True)
class FunctionMaker:
    """Makes players of a function that chooses moves (:class:`~board_core.players.InProcessAI`)."""

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
class GivenPlayer:
    """One player for every game, which stays open: who made it closes it."""

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


PlayerLike = str | Player | PlayerMaker | Callable[..., Any]
"""A player, its text (:mod:`board_core.match.player_spec`), a maker of players, or a function."""


def maker_of(wish: PlayerLike, rules: Rules) -> PlayerMaker:
    """Return what makes this player for this game.

    Raises BadPlayer for a text that names no player, or one that does not play this game, and
    TypeError for anything that is no player.
    """
    from .match.player_spec import (  # the floor above
        BadPlayer,
        PlayerKind,
        PlayerSpec,
        parse_player,
    )

    if isinstance(wish, str):
        wish = parse_player(wish, rules=rules)
        if wish.kind is PlayerKind.HUMAN:
            raise BadPlayer(say("a person has to be asked: give a Human, and play its moves"))
    if isinstance(wish, PlayerSpec) and (why := wish.unfit(rules)) is not None:
        raise BadPlayer(why)
    if isinstance(wish, Player):
        return GivenPlayer(wish)
    if isinstance(wish, PlayerMaker) and not isinstance(wish, type):
        return wish
    if callable(wish) and not isinstance(wish, type):
        return FunctionMaker(wish, str(getattr(wish, "__name__", type(wish).__name__)))
    raise TypeError(
        f"{wish!r} is no player: give a text such as 'greedy' or 'uci:stockfish', a function of "
        "a board, a Player, or what makes one"
    )
