"""A person at a frontend."""

from __future__ import annotations

import threading

from board_core.player import (
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

UNLIMITED_RETRIES = 1_000_000


class Human(Player):
    """A person who answers through a frontend, by :meth:`play`; needs no thread.

    Every method may be called from any thread.
    """

    may_retry = UNLIMITED_RETRIES
    automatic = False

    def __init__(self, name: str = "Human") -> None:
        self.name = name
        self._lock = threading.Lock()
        self._answer: Answer | None = None
        self._seat: Seat | None = None

    def seat(self, seat: Seat) -> None:
        self._seat = seat
        seat.ready()

    def ask(self, turn: Turn, answer: Answer) -> None:
        with self._lock:
            self._answer = answer

    def withdraw(self) -> None:
        self._take_answer()

    def close(self) -> None:
        self.withdraw()

    def play(self, text: str) -> bool:
        """Play a move. Return False if it is not this player's turn."""
        return self._reply(Play(text))

    def claim_draw(self) -> bool:
        """Claim a draw by the rules. Return False if it is not this player's turn."""
        return self._reply(ClaimDraw())

    def resign(self) -> None:
        """Resign, on either side's turn."""
        self._tell(Resign())

    def offer_draw(self) -> None:
        self._tell(OfferDraw())

    def accept_draw(self) -> None:
        self._tell(AcceptDraw())

    def decline_draw(self) -> None:
        self._tell(DeclineDraw())

    def _tell(self, statement: Statement) -> None:
        if self._seat is not None:
            self._seat.tell(statement)

    def _reply(self, reply: Reply) -> bool:
        answer = self._take_answer()
        if answer is None:
            return False
        answer(reply)
        return True

    def _take_answer(self) -> Answer | None:
        with self._lock:
            answer, self._answer = self._answer, None
            return answer
