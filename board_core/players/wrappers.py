"""Players that wrap another player."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from board_core.game.clock import Clock
from board_core.game.loop import Loop
from board_core.game.player import (
    Answer,
    Begin,
    Explain,
    ModelCall,
    OfferDraw,
    Play,
    Player,
    Seat,
    Turn,
    new_play,
    raised,
)
from board_core.game.rules import Outcome, Reason
from board_core.game.sides import Color
from board_core.game.timesource import RealTime
from board_core.text.sentence import Sentence

log = logging.getLogger(__name__)

OF_A_QUESTION = (Reason.TIME, Reason.ILLEGAL_MOVES)
"""The reasons of losses that come from an open question, which it may never have got."""


class Wrapper(Player):
    """Base class of players that pass on what they are told to their player, ``inner``."""

    inner: Player

    def rejected(self, text: str, why: Sentence) -> None:
        self.inner.rejected(text, why)

    def kept(self, call: ModelCall) -> None:
        self.inner.kept(call)

    def withdraw(self) -> None:
        self.inner.withdraw()

    def offered_draw(self) -> None:
        self.inner.offered_draw()

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        self.inner.finish(turn, outcome)

    def off_turn(self) -> float | None:
        return self.inner.off_turn()

    def explain(self, reason: Reason, explained: Explain) -> None:
        self.inner.explain(reason, explained)

    def close(self) -> None:
        self.inner.close()


class Stepped(Wrapper):
    """A player that moves only when a person releases it: the mode *Step*.

    It holds each question until :meth:`release` passes it on, or :meth:`play` answers it instead;
    no time runs meanwhile. After ``hold(False)`` it passes each on at once. All may be called from
    any thread. Closing it closes the wrapped player.

    A player that cannot accept a move made for it is given a new game at the position before its
    next own move. If it cannot begin there either, :meth:`play` is impossible: ``own_moves_only``.
    """

    returns_at_once = True

    def __init__(self, player: Player, *, holds: bool = True) -> None:
        self.inner = player
        self.automatic = not holds
        self.name = player.name
        self.may_retry = player.may_retry
        self.standard_start_only = player.standard_start_only
        self.cannot_rewind = player.cannot_rewind
        self.own_moves_only = player.own_moves_only if player.standard_start_only else None
        self._lock = threading.RLock()
        self._held: tuple[Turn, Answer] | None = None
        self._released: tuple[Turn, Answer] | None = None  # on its way to the player
        self._passed_on = False  # the question that is open
        self._in_its_place = False  # the last move was not its own
        self._behind = False  # it was not told of such a move
        self._seat: Seat | None = None
        self._loop: Loop[Any] = Loop()

    def seat(self, seat: Seat) -> None:
        self._loop, self._seat = seat.loop, seat
        self._in_its_place = self._behind = False
        self.inner.seat(seat)

    def ask(self, turn: Turn, answer: Answer) -> None:
        with self._lock:
            self._held, self._passed_on = (turn, answer), False
        if self.automatic:
            self.release()

    def hold(self, hold: bool) -> None:
        """Hold each later question, or pass them on at once, also the one that is held."""
        self.automatic = not hold
        if not hold:
            self.release()

    @property
    def time_waits(self) -> bool:
        return not self.automatic

    @property
    def waiting(self) -> bool:
        """True while it holds a question."""
        return self._held is not None

    def release(self) -> bool:
        """Let the player choose this one move. Return False if there is no question."""
        with self._lock:
            self._released = self._take()
            if self._released is None:
                return False
            anew, self._in_its_place, self._behind = self._behind, False, False
        self._loop.run(self._seat_anew if anew else self._pass_on)
        return True

    def _seat_anew(self) -> None:
        """Seat the player in a new game at the question's position, and ask it when it is ready."""
        with self._lock:
            if self._released is None or self._seat is None:
                return
            turn, _answer = self._released
            moves, loop = tuple(turn.moves), self._loop
            ready = partial(loop.run, self._pass_on)
            self.inner.seat(replace(self._seat, clock=turn.clock, moves=moves, ready=ready))

    def _pass_on(self) -> None:
        """Ask the player on the thread of its game, which also withdraws questions."""
        with self._lock:
            released, self._released = self._released, None
            if released is None:
                return
            turn, answer = released
            self._passed_on = True
            if self._seat is not None and turn.clock.running is None:
                turn = replace(turn, clock=turn.clock.start(turn.color, RealTime().now()))
                self._seat.tell(Begin())
            try:
                self.inner.ask(turn, answer)
            except Exception as error:  # not the fault of whoever pressed the button
                log.exception("%s could not be asked", self.name)
                answer(raised(error))

    def play(self, text: str) -> bool:
        """Move in the player's place. Return False if there is no question, or nobody can."""
        held = None if self.own_moves_only is not None else self._take()
        if held is None:
            return False
        self._in_its_place = True
        self._behind = self.inner.own_moves_only is not None
        held[1](Play(text))
        return True

    def rejected(self, text: str, why: Sentence) -> None:
        if not self._in_its_place:
            super().rejected(text, why)

    def withdraw(self) -> None:
        with self._lock:
            self._take()
            self._released = None
            super().withdraw()

    def explain(self, reason: Reason, explained: Explain) -> None:
        """Ask the player for its evidence, unless it never got the question and is not to blame."""
        if reason in OF_A_QUESTION and not self._passed_on:
            explained(None)
        else:
            super().explain(reason, explained)

    def _take(self) -> tuple[Turn, Answer] | None:
        with self._lock:
            held, self._held = self._held, None
            return held


class MovesFromElsewhere(Player):
    """A player whose moves are told as those of the whole game, from any thread."""

    returns_at_once = True
    automatic = False

    def __init__(self, name: str) -> None:
        self.name = name
        self._lock = threading.Lock()
        self._moves: list[str] = []
        self._open: tuple[int, Answer] | None = None
        self._seat: Seat | None = None

    def seat(self, seat: Seat) -> None:
        self._seat = seat
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        with self._lock:
            self._open = turn.ply, answer
        self.know(self._moves)

    def know(self, moves: list[str]) -> None:
        """Hear of all moves of the game; that which is waited for is played."""
        with self._lock:
            self._moves, waits = moves, self._open
            if waits is None or waits[0] >= len(moves):
                return
            self._open = None
        waits[1](new_play(moves[waits[0]]))

    def offer_draw(self) -> None:
        if self._seat is not None:
            self._seat.tell(OfferDraw())

    def withdraw(self) -> None:
        with self._lock:
            self._open = None


class WithClock(Wrapper):
    """A player who is told other clocks than those of its game: of whoever decides there."""

    def __init__(
        self, inner: Player, clock: Callable[[Color], Clock], name: str | None = None
    ) -> None:
        self.inner, self.name, self._clock = inner, name or inner.name, clock
        self.returns_at_once = inner.returns_at_once
        self.may_retry = inner.may_retry
        self.standard_start_only = inner.standard_start_only
        self._seat: Seat | None = None

    def seat(self, seat: Seat) -> None:
        self._seat = seat
        clock = replace(self._clock(seat.color), running=None, since=0.0)
        self.inner.seat(replace(seat, clock=clock))

    @property
    def must_be_roused(self) -> bool:
        return self.inner.must_be_roused

    def rouse(self) -> None:
        self.inner.rouse()

    def ask(self, turn: Turn, answer: Answer) -> None:
        self.inner.ask(replace(turn, clock=self._clock(turn.color)), answer)

    def explain_there(self, reason: Reason, explained: Explain) -> None:
        """Explain a loss that was decided elsewhere; from any thread."""
        if (seat := self._seat) is not None:
            seat.loop.call(lambda: self.inner.explain(reason, explained))
