"""One game as a value: everything needed to play it, here or in another process.

Callers give its players as texts, functions, makers or players.

A match is not a contest: its two players play as given, while a contest first stores what was
submitted. Both use this value, the workers, openings, journals of games and statistics, but no
common schedule, because a seed must always give a match the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from inspect import isasyncgenfunction, iscoroutinefunction
from typing import Any, Protocol, cast, runtime_checkable

from board_core.fast_dataclass import dataclass
from board_core.game.bus import EventBus, Handler
from board_core.game.clock import UNTIMED, Clock, TimeControl, both_controls
from board_core.game.game import Game
from board_core.game.played_game import PlayedMove
from board_core.game.player import Player, PlayerLike, PlayerSource
from board_core.game.rules import Rules
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import TimeSource
from board_core.games import CHESS
from board_core.players.closing import closed_together
from board_core.players.in_process import InProcessAI
from board_core.players.process import Transcript
from board_core.record import PlayedGame
from board_core.supervise.limits import Cores, cores_for_game
from board_core.supervise.sandbox import Confinement, Sandbox, with_cores
from board_core.text.sentence import BoardError, given, say

from .adjudication import NO_ADJUDICATION, Adjudication, judging
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
        """Return a new player, which the caller must close. See :meth:`PlayerSpec.make`."""


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
        if isolate:  # a ProcessAI, whose process is kept between games
            from board_core.players.isolated import isolated

            return isolated(self.function, self.name, seed, transcript)
        return InProcessAI(self.function, name=self.name, seed=seed)


@dataclass(frozen=True, slots=True)
class OpenPlayer:
    """A maker that returns the same open player for every game; the player's creator closes it."""

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

    Raises BadPlayer for a text that names no player or a player that cannot play this game, and
    TypeError for any other value that is not a player.
    """
    if isinstance(wish, str):
        wish = parse_player(wish, rules=rules)
        if wish.kind is PlayerKind.HUMAN:
            raise BadPlayer(say("a person has to be asked: give a Human, and play its moves"))
    if isinstance(wish, PlayerSpec):  # first, as looking for a protocol's methods takes much longer
        if (why := wish.unfit(rules)) is not None:
            raise BadPlayer(why)
        return wish
    if isinstance(wish, Player):
        return OpenPlayer(wish)
    if isinstance(wish, PlayerMaker) and not isinstance(wish, type):
        return wish
    if callable(wish) and not isinstance(wish, type):
        calls = wish, type(wish).__call__
        if any(is_async(call) for call in calls for is_async in ASYNC_KINDS):
            raise TypeError(
                f"{wish!r} is an async function: give a plain one, which may await in "
                "asyncio.run(…)"
            )
        return FunctionMaker(wish, str(getattr(wish, "__name__", type(wish).__name__)))
    raise TypeError(
        f"{wish!r} is no player: give a text such as 'greedy' or 'uci:stockfish', a function of "
        "a board, a Player, or what makes one"
    )


def built_in_player(text: str, rules: Rules = CHESS) -> PlayerSpec:
    """Return the built-in AI of a name, as ``"hard"`` or ``"elo:1200"``, for a stranger's text.

    :func:`parse_player` also takes any program or Python file, and runs it. Raises BadPlayer.
    """
    given(text, str, "names no player: give a text, as 'greedy'")
    name = text.strip().casefold()
    return cast("PlayerSpec", maker_of(PlayerSpec(PlayerKind.BUILT_IN, name, name), rules))


ASYNC_KINDS = iscoroutinefunction, isasyncgenfunction
NO_SEEDS: PerColor[int | None] = PerColor(None, None)
NO_TRANSCRIPTS: PerColor[Transcript | None] = PerColor(None, None)


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game that can be played any number of times. Nothing starts before :meth:`play`.

    ``moves`` are played from ``setup`` before a player is asked; ``clock`` is the state of both
    clocks after them. ``seeds`` make the players' choices repeatable; ``confinement`` is that of
    programs. ``white`` and ``black`` are texts, functions, players (which stay open) or makers of
    players. ``cores`` is the number of processor cores reserved for the game, half of them for each
    side (0: none). ``isolate`` runs Python AIs in separate processes, with False none; None: only
    the functions that texts name. ``adjudication`` ends games early. The other fields are those of
    :class:`~board_core.Game`.
    """

    rules: Rules
    white: PlayerLike
    black: PlayerLike
    time_control: TimeControl | PerColor[TimeControl] = UNTIMED
    setup: str | None = None
    moves: tuple[str, ...] = ()
    clock: Clock | None = None
    viewing_pause: float = 0.0
    draw_if_cannot_win: bool = True
    start_limit: float = 30.0
    seeds: PerColor[int | None] = NO_SEEDS
    confinement: Confinement = field(default_factory=Confinement)
    cores: int = 0
    isolate: bool | None = None
    adjudication: Adjudication = NO_ADJUDICATION

    def __post_init__(self) -> None:
        """Read the players. Raises BadPlayer, and TypeError for a value of another kind."""
        given(self.rules, Rules, "is no game: give its Rules, as CHESS")
        both_controls(self.time_control)
        given(self.adjudication, Adjudication, "ends no game: give an Adjudication")
        self.adjudication.tables(self.rules)
        for side in ("white", "black"):  # a text is read once, and sent to a worker as a value
            object.__setattr__(self, side, maker_of(getattr(self, side), self.rules))
        if isinstance(self.white, OpenPlayer) and self.white == self.black:
            raise BoardError(f"{self.white.player!r} cannot play both sides: give two players")

    @property
    def makers(self) -> PerColor[PlayerMaker]:
        return cast("PerColor[PlayerMaker]", PerColor(self.white, self.black))  # __post_init__

    @property
    def controls(self) -> PerColor[TimeControl]:
        return both_controls(self.time_control)

    @contextmanager
    def players(
        self, transcripts: PerColor[Transcript | None] = NO_TRANSCRIPTS
    ) -> Iterator[PerColor[Player]]:
        """Make both players, and close them together at the end; given players stay open.

        ``transcripts`` receive every line to and from programs. Raises BadPlayer and
        SandboxUnavailable, as :meth:`~board_core.match.player_spec.PlayerSpec.make` does.
        """
        with cores_for_game(self.cores) as cores, closed_together() as opened:

            def made(color: Color) -> Player:
                player = self.player(color, cores[color], transcripts[color])
                if not isinstance(self.makers[color], OpenPlayer):
                    opened.append(player)
                return player

            yield PerColor(*Color).map(made)

    def player(
        self, color: Color, cores: Cores | None = None, transcript: Transcript | None = None
    ) -> Player:
        """Make the player of this colour, pinned to these cores; the caller closes it.

        A given player is returned, and stays open. Raises as :meth:`players` does.
        """
        wish = {} if self.isolate is None else {"isolate": self.isolate}
        return self.makers[color].make(
            seed=self.seeds[color],
            sandbox=with_cores(self.confinement, cores),
            transcript=transcript,
            **wish,
        )

    def game(
        self,
        players: PerColor[Player],
        *,
        bus: EventBus | None = None,
        journal: Handler | None = None,
        time: TimeSource | None = None,
        made: Sequence[PlayedMove] = (),
    ) -> Game:
        """Return the game between these players, ready to be run.

        ``made`` are the moves of an interrupted game that goes on, as they were played.

        Raises BadSetup, IllegalMove and CannotBegin, as :class:`~board_core.Game` does.
        """
        if not self.adjudication.idle:
            tables = self.adjudication.tables(self.rules)

            def end(winner: Color | None, detail: str) -> None:
                game.adjudicate(winner, detail)

            journal = judging(journal, self.adjudication, end, tables=tables, made=made)
        game = Game(
            self.rules,
            white=players.white,
            black=players.black,
            time_control=self.time_control,
            setup=self.setup,
            moves=self.moves,
            clock=self.clock,
            viewing_pause=self.viewing_pause,
            draw_if_cannot_win=self.draw_if_cannot_win,
            start_limit=self.start_limit,
            bus=bus,
            time=time,
            journal=journal,
        )
        return game

    def play(
        self, *hear: Handler, journal: Handler | None = None, time: TimeSource | None = None
    ) -> PlayedGame:
        """Play the game on this thread; ``hear`` functions get its events, after ``journal``."""
        with self.players() as players:
            game = self.game(players, journal=journal, time=time)
            for handler in hear:
                game.bus.subscribe(handler)
            return game.run()
