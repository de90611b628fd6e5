"""A person at a frontend."""

from __future__ import annotations

import threading

from board_core.game.player import (
    AcceptDraw,
    Answer,
    ClaimDraw,
    DeclineDraw,
    OfferDraw,
    Play,
    Player,
    Reply,
    Resign,
    Seat,
    Statement,
    Turn,
)
from board_core.text.sentence import given

UNLIMITED_RETRIES = 1_000_000


class Human(Player):
    """A person who answers through a frontend, by :meth:`play`; needs no thread.

    Every method may be called from any thread. The player who moves first may answer as soon as the
    game has started, even before the opponent is ready: the answer is kept for the first question.
    """

    returns_at_once = True
    may_retry = UNLIMITED_RETRIES
    automatic = False

    def __init__(self, name: str = "Human") -> None:
        given(name, str, "is no name: give a text")
        self.name = name
        self._lock = threading.Lock()
        self._answer: Answer | None = None
        self._opens = False  # it is asked first, and has not been
        self._early: Reply | None = None  # the answer to its first question
        self._seat: Seat | None = None

    def seat(self, seat: Seat) -> None:
        with self._lock:
            self._opens, self._early = seat.opens, None
        self._seat = seat
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        with self._lock:
            early, self._early, self._opens = self._early, None, False
            if early is None:
                self._answer = answer
        if early is not None:
            answer(early)

    def withdraw(self) -> None:
        with self._lock:
            self._answer = self._early = None
            self._opens = False

    def close(self) -> None:
        self.withdraw()

    def play(self, text: str) -> bool:
        """Play a move. Return False if it is not this player's turn."""
        given(text, str, "is no text of a move: give one, as 'e4' (str(move))")
        return self._reply(Play(text))

    def claim_draw(self) -> bool:
        """Claim a draw by the rules. Return False if it is not this player's turn."""
        return self._reply(ClaimDraw())

    def resign(self) -> None:
        """Resign, on either side's turn."""
        self._tell(Resign())

    def offer_draw(self) -> None:
        """Offer a draw, on either side's turn."""
        self._tell(OfferDraw())

    def accept_draw(self) -> None:
        """Accept the opponent's offer."""
        self._tell(AcceptDraw())

    def decline_draw(self) -> None:
        """Decline the opponent's offer."""
        self._tell(DeclineDraw())

    def _tell(self, statement: Statement) -> None:
        if self._seat is not None:
            self._seat.tell(statement)

    def _reply(self, reply: Reply) -> bool:
        with self._lock:
            answer, self._answer = self._answer, None
            if answer is None:
                kept, self._opens = self._opens, False
                self._early = reply if kept else self._early
                return kept
        answer(reply)
        return True
