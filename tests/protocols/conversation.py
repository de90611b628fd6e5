"""A game on a board of its own, to talk about with a dialogue: no referee, no program."""

from math import inf
from typing import Self

from board_core import Clock, Color, Outcome, PerColor, Reason, Rules, TimeControl, Turn
from board_core.game import MoveList
from board_core.games import CHESS
from board_core.players import Seat
from board_core.protocols import Effects, GiveAnswer, Send

MINUTE = TimeControl(60)


class Line:
    """A line of play that moves are added to and taken from."""

    def __init__(
        self,
        setup: str | None = None,
        control: TimeControl = MINUTE,
        other: TimeControl | None = None,
        left: float = inf,
        rules: Rules = CHESS,
    ):
        """``control`` is White's, ``other`` Black's if not the same; ``left``: White's time."""
        self.rules = rules
        self.setup = setup
        self.clock = Clock.new(PerColor(control, other or control))
        if left != inf:
            remaining = self.clock.remaining.put(Color.WHITE, left)
            self.clock = Clock(self.clock.control, remaining, self.clock.made)
        self.positions = [rules.start(setup)]
        self.moves = MoveList()

    def play(self, *texts: str) -> Self:
        for text in texts:
            move = self.positions[-1].parse(text)
            self.positions.append(self.positions[-1].play(move))
            self.moves = self.moves.added(move)
        return self

    def take_back(self, plies: int) -> Self:
        del self.positions[-plies:]
        self.moves = self.moves.first(len(self.positions) - 1)
        return self

    @property
    def turn(self) -> Turn:
        before = self.positions[-2] if self.moves else None
        ply, position = len(self.moves), self.positions[-1]
        return Turn(position.to_move, ply, ply + 1, position, self.clock, self.moves, before)

    def after(self, *texts: str) -> Turn:
        return self.play(*texts).turn

    def seat(self, color: Color) -> Seat:
        def nobody(*_: object) -> None:
            raise AssertionError("a dialogue calls nobody")

        start = self.positions[0]
        return Seat(color, self.rules, start, self.setup, self.clock, "somebody", nobody, nobody)


def sent(steps: Effects) -> list[str]:
    """Every line that goes to the program."""
    return [line for step in steps if isinstance(step, Send) for line in step.text.split("\n")]


def answer(steps: Effects) -> object:
    """The one answer among the steps."""
    (reply,) = [step.reply for step in steps if isinstance(step, GiveAnswer)]
    return reply


WHITE_MATES = Outcome(Color.WHITE, Reason.CHECKMATE)
BLACK_MATES = Outcome(Color.BLACK, Reason.CHECKMATE)
