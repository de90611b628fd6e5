"""Any player as a UCI engine: what a host says by UCI becomes a game that the player plays here.

The referee of that game supervises the player, so a failure is explained here. The host keeps the
clocks; the player is told them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from board_core.ais.engine.uci import NO_MOVE, info, read_limits, read_position
from board_core.game.bus import EventBus
from board_core.game.clock import Clock
from board_core.game.events import Event, GameEnded, MovePlayed, Thinking
from board_core.game.game import Game
from board_core.game.player import Player
from board_core.game.rules import Rules
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime
from board_core.players.wrappers import MovesFromElsewhere, WithClock
from board_core.text.sentence import BoardError


class UciDoor:
    """Hears a host's lines, and answers by ``say`` with whole lines, on any thread.

    ``make`` makes the player of a game, which the door closes; call :meth:`close` at the end. A
    player that cannot stop early answers ``stop`` when it has its move.
    """

    def __init__(
        self, say: Callable[[str], None], make: Callable[[], Player], rules: Rules
    ) -> None:
        self._write, self._make, self._rules = say, make, rules
        self._lock = threading.RLock()
        self._setup: str | None = None
        self._wanted: Sequence[str] = ()  # the moves that the host told last
        self._game: Game | None = None
        self._own: WithClock | None = None
        self._opponent = MovesFromElsewhere("the host")
        self._key: tuple[str | None, Color] = (None, Color.WHITE)  # what is played, on which side
        self._moves: list[str] = []  # of the game here
        self._given = 0  # of them were played before it began
        self._clock: Clock | None = None
        self._asked = False  # a move is owed
        self.why_lost = ""
        """The last failure of the player, in English; empty if there was none."""

    def heard(self, line: str) -> bool:
        """Handle a line. Return False to leave."""
        words = line.split()
        match words[:1]:
            case ["uci"]:
                player = self._make()
                self._say(f"id name {player.name}", "id author unknown", "uciok")
                player.close()
            case ["isready"]:
                self._say("readyok")
            case ["ucinewgame"]:
                self.close()
            case ["position"]:
                self._setup, self._wanted = read_position(words[1:])
            case ["go"]:
                self._go(read_limits(words[1:]).clock)
            case ["quit"]:
                return False
        return True

    def close(self) -> None:
        """End the game here, and its player. Safe to call twice."""
        with self._lock:
            game, own, self._game, self._own = self._game, self._own, None, None
            self._asked, self._moves = False, []
        if game is not None:
            game.stop()
        if own is not None:
            own.close()

    def _go(self, clock: Clock) -> None:
        texts = list(self._wanted)
        try:
            first = self._rules.start(self._setup).to_move
            color = first if len(texts) % 2 == 0 else first.other
            with self._lock:
                game, known = self._game, self._moves
                goes_on = game is not None and game.outcome is None
                goes_on = goes_on and self._key == (self._setup, color)
                goes_on = goes_on and known == texts[: len(known)]
            if not goes_on:
                self.close()
            self._clock, self._asked = clock, True
            self._opponent.know(texts)
            if not goes_on:
                self._begin(color, texts if len(texts) > 1 else [])
        except BoardError as error:
            self._owe_nothing(str(error.sentence))

    def _begin(self, color: Color, moves: list[str]) -> None:
        self._opponent = opponent = MovesFromElsewhere("the host")
        opponent.know(list(self._wanted))
        self._own = own = WithClock(self._make(), self._clock_of)
        self._key, self._given = (self._setup, color), len(moves)
        players = PerColor[Player](opponent, opponent).put(color, own)
        bus = EventBus()
        game = Game(self._rules, *players, setup=self._setup, moves=moves, bus=bus)
        bus.subscribe(partial(self._event, game, color), thoughts=True)
        self._game = game
        game.start()

    def _clock_of(self, color: Color) -> Clock:
        assert self._clock is not None, "a host says how long before it asks"
        return replace(self._clock, running=None, since=0.0).start(color, RealTime().now())

    def _event(self, game: Game, own: Color, event: Event) -> None:
        """Tell the host what the player says; on the game's thread."""
        match event:
            case Thinking(color=color, thought=thought) if color is own:
                self._say(info(thought))
            case MovePlayed(color=color, move=move):
                with self._lock:
                    if game is not self._game:
                        return
                    self._moves.append(str(move))
                if color is own and len(self._moves) > self._given:
                    self._asked = False
                    self._say(f"bestmove {move}")
            case GameEnded(outcome=outcome, explanation=explanation) if self._asked:
                if explanation is not None:
                    self.why_lost = str(explanation.full_sentence)
                self._owe_nothing(self.why_lost or outcome.reason.value)

    def _owe_nothing(self, why: str) -> None:
        self._asked = False
        self._say(f"info string {why}", f"bestmove {NO_MOVE}")

    def _say(self, *lines: str) -> None:
        with self._lock:
            for line in lines:
                self._write(line)
