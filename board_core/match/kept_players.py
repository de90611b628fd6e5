"""Keep the players of a match, or of a contest's worker, from one game to the next.

A program that can play several games is started once. A player that cannot play on is ended during
the next game, because ending a program takes some milliseconds, which would delay the start of the
next programs. During that game, too, programs that have to start for the game after it enter their
control groups and wait.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from enum import StrEnum

from board_core.game.bus import EventBus
from board_core.game.events import Event, TurnStarted
from board_core.game.player import Player
from board_core.game.sides import Color, PerColor
from board_core.players.closing import close_together
from board_core.players.process import ProcessAI, Transcript
from board_core.supervise.limits import ALL_CORES, Cores, cores_for_game

from .player_spec import PlayerSpec
from .spec import NO_TRANSCRIPTS, GameSpec, OpenPlayer, PlayerMaker


class Restart(StrEnum):
    """When the programs of a match are restarted."""

    AUTO = "auto"  # when necessary: their protocol plays only one game, or they failed
    ON = "on"  # for every game


class KeptPlayers:
    """Owns the players of games that are played one after another, until :meth:`close`.

    A program that keeps running after its game plays the next one, with either colour. Any other
    player is made for each game, because its seed belongs to the game. Players that are not kept
    end on a thread during the next game, or at the latest before the second one after it: if games
    are shorter than the end of a program, three generations are alive. With reserved cores they end
    before the next game, as they would take time from its players.
    """

    def __init__(self, restart: Restart) -> None:
        self._restart = restart
        self._open: dict[bool, Player] = {}  # whether it is the match's first player
        self._makers: dict[bool, PlayerMaker] = {}  # of these
        self._leaving: list[Player] = []  # until the next game has begun
        self._ahead: dict[bool, ProcessAI] = {}  # their programs wait for the next game
        self._starting: threading.Thread | None = None
        self._endings: list[threading.Thread] = []
        self._held = ExitStack()
        self._cores: PerColor[Cores | None] | None = None  # of the first player, and the second

    def first_color(self, game: GameSpec) -> Color:
        """Return the first player's colour that lets the kept players play in another game.

        Players that do not play in it, because it has other makers, are ended first.
        """
        white, black = (game.makers[color] for color in Color)
        first, second = self._makers.get(True), self._makers.get(False)
        swapped = first != white and second != black and (first == black or second == white)
        color = Color.BLACK if swapped else Color.WHITE
        wanted = {True: game.makers[color], False: game.makers[color.other]}
        self._leave([side for side in self._open if self._makers[side] != wanted[side]])
        self.end_others()
        return color

    @contextmanager
    def seated(
        self,
        game: GameSpec,
        first_color: Color,
        transcripts: PerColor[Transcript | None] = NO_TRANSCRIPTS,
    ) -> Iterator[PerColor[Player]]:
        """Yield both players of a game, the match's first player with this colour.

        ``transcripts`` receive every line to and from programs in this game. Raises BadPlayer and
        SandboxUnavailable. After an exception none of them is kept.
        """
        try:
            yield PerColor(*Color).map(
                lambda color: self._player(game, color, first_color, transcripts[color])
            )
        except BaseException:
            self._leave(list(self._open))
            raise
        self._leave([side for side, player in self._open.items() if not self._goes_on(player)])
        if self._cores not in (None, ALL_CORES):
            self.end_others()

    def end_others(self) -> None:
        """End the players that are not kept, and wait until they have ended."""
        self._end()
        self._wait_for_endings()

    def stand_still(self) -> None:
        """Let the kept programs stand still until their next game."""
        for player in self._open.values():
            if isinstance(player, ProcessAI):
                player.stand_still()

    def make_room(
        self, bus: EventBus, game: GameSpec, first_color: Color, *, is_last: bool
    ) -> None:
        """When the game on this bus has begun, end the players of earlier ones.

        Then prepare the programs that must start for the next game, and let them wait, unless this
        game ``is_last``.
        """
        colors = {True: first_color, False: first_color.other}
        anew = (
            {}
            if is_last
            else {
                side: color
                for side, color in colors.items()
                if self._will_restart(side, game.makers[color])
            }
        )
        if not self._leaving and not anew:
            return

        def hear(event: Event) -> None:
            no_more()
            self._end()
            self._start_ahead(anew, game)

        no_more = bus.subscribe(hear, only=(TurnStarted,))

    def close(self) -> None:
        """End all players, and wait until they have ended. May be called twice."""
        self._leave(list(self._open))
        self.end_others()
        self._wait_for_starts()
        close_together(self._ahead.values())
        self._ahead.clear()
        self._held.close()
        self._cores = None

    def _player(
        self, game: GameSpec, color: Color, first_color: Color, transcript: Transcript | None
    ) -> Player:
        is_first = color is first_color
        if (kept := self._open.get(is_first)) is not None:
            if isinstance(kept, ProcessAI):
                kept.transcript = transcript
                kept.begin_anew(game.seeds[color])
            return kept
        if self._cores is None:
            self._cores = self._held.enter_context(cores_for_game(game.cores))
        self._wait_for_starts()
        player: Player | None = None
        if (ahead := self._ahead.pop(is_first, None)) is not None:
            ahead.begin_anew(game.seeds[color])  # it was made for the game before
            player = ahead
        else:
            cores = self._cores.white if is_first else self._cores.black
            player = game.player(color, cores, transcript)
        if not isinstance(game.makers[color], OpenPlayer):
            self._open[is_first], self._makers[is_first] = player, game.makers[color]
        return player

    def _goes_on(self, player: Player) -> bool:
        if self._restart is Restart.ON:
            return False
        return isinstance(player, ProcessAI) and player.program is not None

    def _will_restart(self, side: bool, maker: PlayerMaker) -> bool:
        """Return True if this side's program will not play on, and uses all cores.

        False for other makers than ours: the next game's seed may make them make a different
        player.
        """
        player = self._open.get(side)
        if not isinstance(maker, PlayerSpec) or not isinstance(player, ProcessAI):
            return False
        anew = self._restart is Restart.ON or player.plays_once
        return anew and self._cores in (None, ALL_CORES)

    def _start_ahead(self, anew: Mapping[bool, Color], game: GameSpec) -> None:
        """Let the next programs of these sides get ready and wait."""

        def start() -> None:
            for side, color in anew.items():
                player = game.player(color)
                assert isinstance(player, ProcessAI)
                player.start_ahead(game.controls[color])
                self._ahead[side] = player

        if anew:
            self._starting = threading.Thread(target=start, name="next players", daemon=True)
            self._starting.start()

    def _wait_for_starts(self) -> None:
        if self._starting is not None:
            self._starting.join()
            self._starting = None

    def _leave(self, sides: list[bool]) -> None:
        """Set the players of these sides aside, to end them when the next game has begun."""
        self._end()  # if this game did not even begin
        self._wait_for_endings(but=1)
        self._leaving = [self._open.pop(side) for side in sides if side in self._open]
        self._makers = {side: self._makers[side] for side in self._open}

    def _end(self) -> None:
        """Begin to end the players that were set aside."""
        leaving, self._leaving = self._leaving, []
        if leaving:
            ending = threading.Thread(
                target=close_together, args=[leaving], name="end of players", daemon=True
            )
            self._endings.append(ending)
            ending.start()

    def _wait_for_endings(self, but: int = 0) -> None:
        """Wait until all ``but`` this many generations of set-aside players have ended."""
        while len(self._endings) > but:
            self._endings.pop(0).join()
