"""A player on another machine, as a server that talks with it sees it.

There is no network here. The server says what came over the line, with the instant of its arrival,
and the player answers the referee. Its line is all the evidence there is: there, lost, back, quiet.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from math import inf

from board_core.diagnosis import rows
from board_core.fast_dataclass import dataclass
from board_core.game.player import (
    Answer,
    Begin,
    Cause,
    Explain,
    Explanation,
    Fail,
    Play,
    Player,
    Resign,
    Seat,
    Statement,
    Turn,
)
from board_core.game.rules import BLAMES_A_PLAYER, IllegalMove, Outcome, Reason
from board_core.text.harmless_text import MOST_MOVE, legible
from board_core.text.sentence import Sentence, say

NOT_ASKED = say("it is not your turn")
FLAG_FELL = say("your flag has fallen")


@dataclass(frozen=True, slots=True)
class RemoteLimits:
    """Limit, in seconds, what a player on another machine may take where no clock runs."""

    first_move: float = 30.0
    """For its first move of a game, which its clock is not charged for."""
    grace: float = 60.0
    """To open a game, and to come back after its line was lost; its clock runs on."""
    explanation: float = 3.0
    """For its own machine to say why a game was lost."""
    late: float = 1.0
    """For an answer after the flag fell, to tell a late one from none."""


class RemotePlayer(Player):
    """A player whose answers a server brings, from its own threads.

    ``asks_why`` is called with the reason of a loss if the player's own machine may explain it by
    :meth:`failed`; None: it cannot. ``resumes`` is true in a game that goes on after the server
    was ended: then the player's time waits until it is back, and otherwise during its first move.
    ``was_here`` is set if it has moved in such a game before, and ``opponent`` if that is remote.
    """

    returns_at_once = True
    may_retry = 2
    cannot_rewind = say("a player on another machine cannot take moves back")

    def __init__(
        self, name: str, limits: RemoteLimits | None = None, *, resumes: bool = False
    ) -> None:
        self.name = name
        self._limits = limits or RemoteLimits()
        self.asks_why: Callable[[Reason], None] | None = None
        self.opponent: RemotePlayer | None = None
        self.was_here, self._resumes = False, resumes
        self._lock = threading.Lock()
        self._seat: Seat | None = None
        self._unsaid: Statement | None = None  # it gave up before it had its seat
        self._lines = 0  # open ones
        self._losses = 0  # of lines, to know an old alarm by
        self._lost_at: float | None = None  # the line; None before it first came
        self._turn: Turn | None = None
        self._answer: Answer | None = None
        self._answered_at = inf
        self._tries_again = False  # an illegal answer is with the referee
        self._early: tuple[Play, float] | None = None  # which came before it was asked again
        self._played = ""  # its last legal move as it was written
        self._free = True  # its time waits
        self._awaited = False  # its first move, since it was asked and there
        self._why_refused: tuple[str, Sentence] | None = None
        self._explain: Explain | None = None
        self._found: Explanation | None = None  # for the case that nothing better comes

    # The game calls

    def seat(self, seat: Seat) -> None:
        with self._lock:
            self._seat, here, number = seat, self._lines, self._losses
            unsaid = self._unsaid
        seat.ready()
        if unsaid is not None:
            seat.tell(unsaid)
        if not here:
            seat.loop.later(self._limits.grace, lambda: self._stayed_away(number))

    @property
    def time_waits(self) -> bool:
        return self._free

    def ask(self, turn: Turn, answer: Answer) -> None:
        with self._lock:
            first = self._turn is None
            self._turn, self._tries_again = turn, False
            early, self._early = self._early, None
            self._answered_at = inf if early is None else early[1]
            self._answer = answer if early is None else None
        if early is not None:
            answer(*early)
        elif first and self._free and not self._resumes:
            self._await_first_move()

    def rejected(self, text: str, why: Sentence) -> None:
        self._why_refused = text, why

    def withdraw(self) -> None:
        with self._lock:
            self._answer = self._early = None
            self._tries_again = False

    def finish(self, turn: Turn, outcome: Outcome) -> None:
        with self._lock:
            self._seat = self._explain = None

    def explain(self, reason: Reason, explained: Explain) -> None:
        found, wait = self._evidence(reason)
        with self._lock:
            seat, self._explain, self._found = self._seat, explained, found
            self._answer, self._tries_again = None, False
        if self.asks_why is not None and reason is not Reason.ABSENCE and self._lines:
            wait = self._limits.explanation
            self.asks_why(reason)
        if wait and seat is not None:
            seat.loop.later(wait, lambda: self._explained(None))
        else:
            self._explained(None)

    def close(self) -> None:
        self.withdraw()

    # The server calls, from any thread

    @property
    def here(self) -> bool:
        """True while a line is open."""
        return self._lines > 0

    def is_ahead(self, plies: int) -> bool:
        """Return whether it has played a move that comes after so many."""
        turn, answered = self._turn, self._answered_at < inf and not self._tries_again
        return turn is not None and turn.ply >= plies and answered

    def came(self, at: float) -> None:
        """Hear that the player has opened a line for its game."""
        with self._lock:
            self._lines += 1
            self._losses += 1
            self._lost_at = None
            seat, begins = self._seat, self._free and self._resumes
            self._free = self._free and not self._resumes
        if begins and seat is not None:
            seat.tell(Begin(), at)
        elif seat is not None:
            seat.loop.call(self._await_first_move)

    def went(self, at: float) -> None:
        """Hear that one of its lines has ended."""
        with self._lock:
            self._lines -= 1
            if self._lines:
                return
            self._losses += 1
            self._lost_at, number, seat = at, self._losses, self._seat
        if seat is not None:
            loop = seat.loop
            loop.call(lambda: loop.later(self._limits.grace, lambda: self._stayed_away(number)))

    def play(self, text: str, at: float) -> Sentence | None:
        """Answer with a move; return why it is refused, or None. Once more is as good as once.

        An illegal move is refused and counts: the third for one position loses.
        """
        play = Play(legible(text, MOST_MOVE))
        with self._lock:
            turn, answer = self._turn, self._answer
            if turn is None or (answer is None and not self._tries_again):
                return self._unasked(play.text, at)
            try:
                turn.position.parse(play.text)
                why = None
            except IllegalMove as error:
                why = error.sentence
            except (Exception, SystemExit):  # faulty rules: the referee says so
                why = None
            if why is not None and play.text == self._played:
                return None
            self._answer, self._tries_again = None, why is not None
            if why is None:
                self._played, self._free = play.text, False
            self._answered_at = at
            if answer is None:
                self._early, self._tries_again = (play, at), False
        if answer is not None:
            answer(play, at)
        return why

    def tell(self, statement: Statement) -> None:
        """State what needs no question: to resign, offer or decline a draw, or claim one."""
        with self._lock:
            if (seat := self._seat) is None and isinstance(statement, Fail | Resign):
                self._unsaid = statement
        if seat is not None:
            seat.tell(statement)

    def failed(self, explanation: Explanation, reason: Reason = Reason.CRASH) -> None:
        """Hear from the player's own machine why it lost, or that it cannot go on."""
        said = say("its own machine says: {why}", why=explanation.sentence)
        explanation = replace(explanation, sentence=said)
        if not self._explained(explanation):
            blamed = reason if reason in BLAMES_A_PLAYER else Reason.CRASH
            self.tell(Fail(explanation, blamed))

    # Within

    def _unasked(self, text: str, at: float) -> Sentence | None:
        """Return why an answer is refused that nobody waits for; the caller holds the lock."""
        if text == self._played:
            return None
        turn = self._turn
        if self._explain is None or turn is None:
            return NOT_ASKED
        self._found = _late(at - turn.clock.flag_falls, text)
        seat = self._seat
        if self.asks_why is None and seat is not None:
            seat.loop.call(lambda: self._explained(None))
        return FLAG_FELL

    def _explained(self, explanation: Explanation | None) -> bool:
        """Explain the end that waits for it; return False if none does."""
        with self._lock:
            explain, self._explain = self._explain, None
            explanation = explanation or self._found
        if explain is not None:
            explain(explanation)
        return explain is not None

    def _evidence(self, reason: Reason) -> tuple[Explanation | None, float]:
        """Return what the line shows of a loss, and how long something better may come."""
        if reason is Reason.ILLEGAL_MOVES and (refused := self._why_refused) is not None:
            return Explanation(Cause.ILLEGAL, refused[1], last_heard=refused[0]), 0.0
        turn = self._turn
        if reason is not Reason.TIME or turn is None:
            return None, 0.0
        falls = turn.clock.flag_falls
        if self._answered_at < inf:
            return _late(self._answered_at - falls, self._played), 0.0
        if self._lines:
            return Explanation(Cause.NO_ANSWER, rows.SILENT_ELSEWHERE()), self._limits.late
        lost_at = self._lost_at
        why = (
            rows.NEVER_CAME(seconds=self._limits.grace)
            if lost_at is None
            else rows.LINE_LOST(seconds=max(0.0, falls - lost_at))
        )
        return Explanation(Cause.AWAY, why), 0.0

    def _await_first_move(self) -> None:
        """Begin the time of the first move once the player is asked and there; on that thread."""
        seat, asked = self._seat, self._turn is not None
        if asked and self._lines and self._free and not self._awaited and seat is not None:
            self._awaited = True
            seat.loop.later(self._limits.first_move, self._no_first_move)

    def _no_first_move(self) -> None:
        """Lose for a first move that has not come; on the game's thread."""
        seat, seconds = self._seat, self._limits.first_move
        if not self._free or seat is None:
            return
        if self._lines:
            found = Explanation(Cause.NO_ANSWER, rows.NO_FIRST_MOVE(seconds=seconds))
            self.tell(Fail(found, Reason.TIME))
        else:  # it is given its grace
            seat.loop.later(seconds, self._no_first_move)

    def _stayed_away(self, number: int) -> None:
        """Lose because no line has been open since a loss; on the game's thread."""
        if number == self._losses and not self._lines:
            row = rows.NEVER_CAME if self._never_came and not self.was_here else rows.STAYED_AWAY
            found = Explanation(Cause.AWAY, row(seconds=self._limits.grace))
            other = self.opponent
            both = self._never_came and other is not None and other._never_came
            self.tell(Fail(found, Reason.ABSENCE, both))

    @property
    def _never_came(self) -> bool:
        """True if no line was open since the game began here, or goes on here."""
        return not self._lines and self._lost_at is None


def _late(seconds: float, text: str) -> Explanation:
    why = rows.LATE_ELSEWHERE(seconds=max(0.0, seconds))
    return Explanation(Cause.LATE, why, last_heard=text)
