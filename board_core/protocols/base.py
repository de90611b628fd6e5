"""The shape of a dialogue: what is said to a program, and what its lines mean.

A dialogue knows no pipes, threads or clocks. :class:`~board_core.players.process.ProcessAI`
writes the :class:`Send` lines it asks for, feeds it the lines that come back and carries the
rest to the game. It is tested by calling it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from board_core.player import Cause, Explanation, Fail, Reply, Seat, Statement, Turn
from board_core.rules import Outcome, Reason
from board_core.sentence import Sentence
from board_core.supervise.line_cutter import MOST_LINE_BYTES

from .door import Breach


@dataclass(frozen=True, slots=True)
class Send:
    """Lines for the program, in one write; each without its line break."""

    text: str


@dataclass(frozen=True, slots=True)
class IsReady:
    """The program can be asked now."""


@dataclass(frozen=True, slots=True)
class Says:
    """The program said something that is no answer."""

    statement: Statement


@dataclass(frozen=True, slots=True)
class Answers:
    """The program answered the open question."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class Wake:
    """:meth:`Dialogue.waited` is to be called after so many seconds; an earlier wish is void."""

    seconds: float


@dataclass(frozen=True, slots=True)
class StartAnew:
    """The program is of no more use: another takes its place, in the same game."""


def lost_by(breach: Breach) -> list[Step]:
    """Return what follows from a breach: the program loses, and is told what it wrote."""
    explanation = Explanation(Cause.BREACH, breach.sentence, last_heard=breach.line)
    return [Says(Fail(explanation, Reason.BREACH))]


Step = Send | IsReady | Says | Answers | Wake | StartAnew
"""What a dialogue wants done next."""


class Dialogue:
    """One conversation with one program; derive from it.

    Every method returns the steps that follow, in order. The caller serialises the calls.
    """

    name: str = ""
    game: str = ""
    """The family of games that it can be about; empty: any."""
    may_retry: int = 0
    """How many illegal answers to one question are forgiven."""
    standard_start_only: bool = False
    in_words: bool = False
    """Moves are told as people write them, and positions are built up from them."""
    cannot_rewind: Sentence | None = None
    handshake: Sentence | None = None
    """How a program gets ready, as advice to its author; None: it only has to be there."""
    fresh_process: bool = False
    """Each game needs a new process; otherwise one is kept for many games."""
    max_lines: int = 20_000
    """More lines than this to one question are a flood."""
    max_line: int = MOST_LINE_BYTES
    """More bytes than this without a line break are a flood."""
    cr_ends_lines: bool = False
    """A carriage return alone ends a line too."""
    announces: bool = True
    """Whether the program says by a line of its own that it is ready."""
    start_wait: float | None = None
    """Seconds of start-up after which :meth:`waited` is called; None: not unless it asks."""

    memory_limit: int | None = None
    """Bytes that the program may use; None: as many as there are. Set by whoever starts it."""

    readable: bool = True
    """Whether its lines tell the program's author something, so that explanations quote them."""

    def open(self) -> list[Step]:
        """The program has just been started."""
        return []

    def seat(self, seat: Seat) -> list[Step]:
        """A game begins: leads to IsReady, now or after some lines."""
        return [IsReady()]

    def waited(self) -> list[Step]:
        """``start_wait`` is over and the program was not ready, or a :class:`Wake` is due."""
        return []

    def ask(self, turn: Turn) -> list[Step]:
        raise NotImplementedError

    def rejected(self, text: str, why: Sentence) -> list[Step]:
        """The answer was not legal; the question follows again by :meth:`ask`."""
        return []

    def withdraw(self) -> list[Step]:
        """The open question is void."""
        return []

    def offered_draw(self) -> list[Step]:
        return []

    def finish(self, turn: Turn, outcome: Outcome) -> list[Step]:
        """The game is over; the position is final and its last move may be news."""
        return []

    def quit(self) -> list[Step]:
        """Asks the program to leave; its input is closed afterwards."""
        return []

    def heard(self, line: str) -> list[Step]:
        """A line of the program, without its line break. Our dialogues put it through their door
        first (:mod:`~board_core.protocols.door`), and know messages only."""
        raise NotImplementedError

    def outdated(self, lines: Sequence[str]) -> Collection[int]:
        """Which of many lines that came together need not be heard: a later one says more."""
        return ()

    @property
    def has_moved_early(self) -> bool:
        """Whether the answer to a question that is still to come has come already."""
        return False

    def expects(self) -> str:
        """What the program should say next (``uciok``), for explanations."""
        return ""
