"""A player's opinion of positions and of whole games: hints, losses, accuracy, puzzles.

Whoever reports scores can judge: an engine, or a built-in AI that thinks. How good a score is for
a person, and how much of it a move may lose, follows lichess (https://lichess.org/page/accuracy).

Asking for an opinion is no game: an adviser is asked about any position, in any order, and no flag
falls. Who is timed plays a game of one move instead (:mod:`board_core.author.bench`), because only
the referee's clock is to be believed.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import exp, isinf
from queue import Empty, SimpleQueue

from board_core.clock import Clock, TimeControl
from board_core.movelist import MoveList
from board_core.player import Fail, Play, Player, Reply, Score, Seat, Statement, Thought, Turn
from board_core.record import Mark
from board_core.rules import BoardError, IllegalMove, Move, Outcome, Position, Rules
from board_core.sentence import Sentence, say
from board_core.sides import Color, PerColor
from board_core.timesource import RealTime

ADVISER_GRACE_SECONDS = 10.0
"""Seconds beyond its time that an adviser may take."""

STEEPNESS = 0.00368208
"""Of winning chances over centipawns, fitted by lichess to games of people."""

MATED_SCORE = Score(mate=0)
EVEN_SCORE = Score(cp=0)
MATE_CP = 1_000
"""What a forced mate counts in centipawns, where chances are compared (as lichess)."""
WON_SCORE = Score(cp=MATE_CP)
"""The other side is mated."""

ADVISER_SEED = 1
"""Of an adviser: the same position has the same advice, and nothing is played from a book without
a thought."""


class NoAdvice(BoardError):
    """The adviser could not answer; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The move it would play, and what it thought of the position, if it said so."""

    move: Move
    thought: Thought | None = None

    @property
    def score(self) -> Score | None:
        """From the view of the side to move."""
        return self.thought.score if self.thought is not None else None


class Adviser:
    """Asks a player about one position after another, on the calling thread.

    The player stays open: who made it closes it. It must be able to look at any position (not
    one whose protocol cannot rewind). Raises NoAdvice if it cannot.
    """

    def __init__(self, player: Player, rules: Rules, setup: str | None = None) -> None:
        if player.cannot_rewind is not None:
            raise NoAdvice(player.cannot_rewind)
        self._player, self._rules, self._setup = player, rules, setup
        self._start = rules.start(setup)
        self._time = RealTime()
        self._questions = 0
        self._seated = False
        self._inbox: SimpleQueue[tuple[int, Reply | Sentence]] = SimpleQueue()
        self._ready = threading.Event()
        self._thought: Thought | None = None
        self._failed: Fail | None = None

    def advise(
        self, position: Position, moves: MoveList, control: TimeControl, before: Position | None
    ) -> Advice:
        """Its move after these moves, thinking as long as the control says.

        ``before`` is the position the last of the moves was played on. Raises NoAdvice.
        """
        self._sit_down(control)
        self._questions += 1
        question, now = self._questions, self._time.now()
        clock = Clock.new(PerColor.both(control)).start(position.to_move, now)
        turn = Turn(position.to_move, len(moves), question, position, clock, moves, before)
        self._thought = None

        def answer(reply: Reply, at: float | None = None) -> None:
            self._inbox.put((question, reply))

        self._player.ask(turn, answer)
        reply = self._answered(question, control)
        match reply:
            case Play(text):
                try:
                    return Advice(position.parse(text), self._thought)
                except IllegalMove as error:
                    raise NoAdvice(error.sentence) from None
            case Fail(explanation):
                raise NoAdvice(explanation.sentence)
            case Sentence():
                raise NoAdvice(reply)
            case _:
                raise NoAdvice(say("{name} gives no move here", name=self._player.name))

    def stop(self) -> None:
        """Give up the question that is asked; from any thread."""
        self._inbox.put((self._questions, say("the question was given up")))

    def _answered(self, question: int, control: TimeControl) -> Reply | Sentence:
        patience = None if isinf(control.per_move) else control.per_move + ADVISER_GRACE_SECONDS
        while True:
            try:
                asked, reply = self._inbox.get(timeout=patience)
            except Empty:
                reply = say("{name} does not answer", name=self._player.name)
                asked = question
            if asked == question:
                if not isinstance(reply, Play):
                    self._player.withdraw()
                return reply

    def _sit_down(self, control: TimeControl) -> None:
        if self._seated:
            return
        self._seated = True
        seat = Seat(
            self._start.to_move,
            self._rules,
            self._start,
            self._setup,
            Clock.new(PerColor.both(control)),
            "adviser",
            self._ready.set,
            self._told,
        )
        self._player.seat(seat)
        if not self._ready.wait(ADVISER_GRACE_SECONDS):
            raise NoAdvice(say("{name} does not answer", name=self._player.name))
        if self._failed is not None:
            raise NoAdvice(self._failed.explanation.sentence)

    def _told(self, statement: Statement, at: float | None = None) -> None:
        match statement:
            case Thought() if statement.score is not None:
                self._thought = statement
            case Fail():
                self._failed = statement
                self._ready.set()
                self._inbox.put((self._questions, statement))
            case _:
                pass


# Judging


class Verdict(Enum):
    """How much of its chances a move lost."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LEAST_LOSSES = ((0.3, Verdict.BLUNDER), (0.2, Verdict.MISTAKE), (0.1, Verdict.INACCURACY))
"""Of the winning chances, from -1 to 1, at the least (as lichess)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move of a game was worth; scores are from the mover's view."""

    color: Color
    ply: int
    move: Move
    best: Move
    before: Score  # of the best move
    after: Score  # of the move that was played
    position: Position  # it was played on

    @property
    def loss(self) -> float:
        """Of winning chances, from 0 to 2."""
        if self.move == self.best:
            return 0.0
        return max(0.0, winning_chances(self.before) - winning_chances(self.after))

    @property
    def centipawns(self) -> int:
        """What it lost against the best move; mates count as ten pawns."""
        if self.move == self.best:
            return 0
        return max(0, _bounded(self.before) - _bounded(self.after))

    @property
    def verdict(self) -> Verdict:
        return next(
            (verdict for least, verdict in LEAST_LOSSES if self.loss >= least), Verdict.GOOD
        )

    @property
    def accuracy(self) -> float:
        """In percent, of this one move."""
        return accuracy(50 * self.loss)


def winning_chances(score: Score) -> float:
    """From -1 (certain loss) to 1 (certain win)."""
    return 2 / (1 + exp(-STEEPNESS * _bounded(score))) - 1


def accuracy(lost: float) -> float:
    """In percent, of a move that lost so many of a hundred points of winning chances."""
    return max(0.0, min(100.0, 103.1668 * exp(-0.04354 * lost) - 3.1669))


def turned(score: Score) -> Score:
    """The same score from the other side's view."""
    if score.mate is not None:
        return WON_SCORE if score.mate == 0 else replace(score, mate=-score.mate)
    return replace(score, cp=-(score.cp or 0))


def _bounded(score: Score) -> int:
    if score.mate is not None:
        return MATE_CP if score.mate > 0 else -MATE_CP
    return max(-MATE_CP, min(MATE_CP, score.cp or 0))


def score_of_end(outcome: Outcome, to_move: Color) -> Score:
    """Of a position where the game is over, from the view of the side to move."""
    if outcome.winner is None:
        return EVEN_SCORE
    return WON_SCORE if outcome.winner is to_move else MATED_SCORE


def judge(
    adviser: Adviser, rules: Rules, game: Sequence[Move], setup: str | None, control: TimeControl
) -> Iterator[Judgement]:
    """Each move of a game as soon as it is judged.

    Where the adviser says no score (it had but one move, or knew it by heart) nothing is lost.
    Raises NoAdvice, also when it has said none at all.
    """
    position, moves, told = rules.start(setup), MoveList(), False
    advice = adviser.advise(position, moves, control, None)
    for ply, move in enumerate(game):
        told |= advice.score is not None
        color, before = position.to_move, position
        position, moves = position.play(move), moves.added(move)
        outcome = position.outcome()
        following, after = None, advice.score
        if outcome is not None:
            after = turned(score_of_end(outcome, position.to_move))
        else:
            following = adviser.advise(position, moves, control, before)
            if following.score is not None:
                after = turned(following.score)
        expected = advice.score or after or EVEN_SCORE
        yield Judgement(color, ply, move, advice.move, expected, after or expected, before)
        if following is None:
            break
        advice = following
    if not told and advice.score is None:
        raise NoAdvice(say("the adviser gives no scores, so it cannot judge"))


@dataclass(frozen=True, slots=True)
class Summary:
    """A side's play in one game."""

    accuracy: float  # percent: the mean of its moves
    centipawns: float  # lost a move, on average
    counts: dict[Verdict, int]


def summary(judgements: Iterable[Judgement], color: Color) -> Summary | None:
    """None for a side that has made no move."""
    mine = [one for one in judgements if one.color is color]
    if not mine:
        return None
    counts = {verdict: sum(one.verdict is verdict for one in mine) for verdict in Verdict}
    return Summary(
        sum(one.accuracy for one in mine) / len(mine),
        sum(one.centipawns for one in mine) / len(mine),
        counts,
    )


MOVE_SIGNS = {Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}
"""What is written behind the notation of a move that was not good."""

MOVE_GLYPHS = {Verdict.INACCURACY: 6, Verdict.MISTAKE: 2, Verdict.BLUNDER: 4}
"""The numbers of these signs (PGN standard, 10)."""


def marks(judgements: Iterable[Judgement]) -> dict[int, Mark]:
    """What to write beside the moves that were not good, by ply."""
    return {
        one.ply: Mark(MOVE_GLYPHS[one.verdict], said_of(one))
        for one in judgements
        if one.verdict in MOVE_GLYPHS
    }


def said_of(judgement: Judgement) -> Sentence:
    """The verdict in words, with the move that was better."""
    best = judgement.position.notation(judgement.best)
    match judgement.verdict:
        case Verdict.GOOD:
            return say("good")
        case Verdict.INACCURACY:
            return say("inaccuracy, better was {best}.", best=best)
        case Verdict.MISTAKE:
            return say("mistake, better was {best}.", best=best)
        case Verdict.BLUNDER:
            return say("blunder, better was {best}.", best=best)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position where somebody went wrong, and the move that was better."""

    position: Position
    best: Move
    played: Move


def puzzles(judgements: Iterable[Judgement], color: Color | None = None) -> list[Puzzle]:
    """The blunders of a side, or of both, to be done better."""
    return [
        Puzzle(one.position, one.best, one.move)
        for one in judgements
        if one.verdict is Verdict.BLUNDER and color in (None, one.color)
    ]
