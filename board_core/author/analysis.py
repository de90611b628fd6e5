"""Advice of a player on positions and whole games: hints, losses, accuracy, puzzles.

Any player that reports scores can judge: an engine, or a built-in AI that searches. The value of a
score for a person, and the loss that makes a move a mistake, follow lichess
(https://lichess.org/page/accuracy).

Advice is no game: an adviser is asked about any position, in any order, and never loses on time. To
time a player, use a game of one move (:mod:`board_core.author.bench`): only the referee's clock is
reliable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from math import exp
from queue import Empty

from board_core.fast_dataclass import dataclass
from board_core.game.clock import Clock, TimeControl
from board_core.game.loop import Loop
from board_core.game.player import (
    Fail,
    Play,
    Player,
    Reply,
    Score,
    Seat,
    Statement,
    Thought,
    Turn,
    reply_of,
)
from board_core.game.rules import IllegalMove, Move, MoveList, Outcome, Position, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.timesource import RealTime
from board_core.record import MAIN_LINE, GameTree, TreeMove
from board_core.text.sentence import BoardError, Sentence, say

ADVISER_GRACE_SECONDS = 10.0
"""Seconds beyond its thinking time that an adviser may take."""

STEEPNESS = 0.00368208
"""The steepness of winning chances over centipawns, fitted by lichess to games of people."""

MATED_SCORE = Score(mate=0)
EVEN_SCORE = Score(cp=0)
MATE_CP = 1_000
"""The centipawns that a forced mate counts as where chances are compared (as on lichess)."""
WON_SCORE = Score(cp=MATE_CP)
"""The score of a position in which the other side is mated."""

ADVISER_SEED = 1
"""The seed of an adviser: the same position gets the same advice, and no move comes from a book."""


class NoAdvice(BoardError):
    """Error: the adviser could not answer; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The move that the adviser would play, and its thoughts on the position, if it gave any."""

    move: Move
    thought: Thought | None = None

    @property
    def score(self) -> Score | None:
        """Return the score from the view of the side to move."""
        return self.thought.score if self.thought is not None else None


_Heard = tuple[int, Reply | Sentence | None]
"""The answer to a numbered question, or the reason why there is none; None is "ready"."""


def _nobody(thought: Thought) -> None:
    """Hear the thoughts for whom nobody waits."""


CANCELLED_QUESTION = say("the question was cancelled")


class Adviser:
    """Asks a player about one position after another, on the calling thread, until :meth:`close`.

    ``hear`` is called with each thought that has a score, perhaps on a thread of the player's.

    The player stays open; its maker closes it. It must accept any position, so its protocol must be
    able to rewind. Raises NoAdvice if it cannot.

    The thread that asks drives the player's loop while it waits. Between two questions nobody does:
    what a program prints then stays in its pipe, which bounds it, and is read and dropped at the
    next question.
    """

    def __init__(
        self,
        player: Player,
        rules: Rules,
        setup: str | None = None,
        hear: Callable[[Thought], None] = _nobody,
    ) -> None:
        if player.cannot_rewind is not None:
            raise NoAdvice(player.cannot_rewind)
        self._player, self._rules, self._setup = player, rules, setup
        self._hear = hear
        self._start = rules.start(setup)
        self._time = RealTime()
        self._questions = 0
        self._turn: Turn | None = None  # the last; None while the player is not seated
        self._is_ready = self._is_stopped = False
        self._loop: Loop[_Heard] = Loop()
        self._thought: Thought | None = None

    def advise(
        self, position: Position, moves: MoveList, control: TimeControl, before: Position | None
    ) -> Advice:
        """Return its move after these moves, for which it thinks as long as the control allows.

        ``before`` is the position in which the last of the moves was played. Raises NoAdvice.
        """
        with self._loop.driven_here():
            if not self._is_ready:
                self._sit_down(control)
            self._questions += 1
            if self._is_stopped:
                raise NoAdvice(CANCELLED_QUESTION)
            question, now = self._questions, self._time.now()
            clock = Clock.new(PerColor.both(control)).start(position.to_move, now)
            alone = _without_history(self._rules, position)
            turn = Turn(position.to_move, len(moves), question, alone, clock, moves, before)
            self._turn, self._thought = turn, None

            def answer(reply: Reply | str, at: float | None = None) -> None:
                self._loop.put((question, reply_of(reply)))

            self._player.ask(turn, answer)
            patience = ADVISER_GRACE_SECONDS + control.per_move
            reply = self._heard(question, patience)
            if not isinstance(reply, Play):
                self._player.withdraw()
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
                raise NoAdvice(say("{name} gave no move in this position", name=self._player.name))

    def stop(self) -> None:
        """Give up the current question, and take no other; may be called from any thread."""
        self._is_stopped = True  # first: a question that begins now sees it, or is given up below
        self._loop.put((self._questions, CANCELLED_QUESTION))

    def close(self) -> None:
        """Dismiss the player, which stays open, and stop waiting for it. Safe to call twice."""
        turn, self._turn = self._turn, None
        try:
            if turn is not None:
                self._player.finish(turn, Outcome(None, Reason.STOPPED))
        finally:
            self._loop.close()

    def _heard(self, question: int, patience: float) -> Reply | Sentence | None:
        """Wait for the answer to a question; None says that the player is ready."""
        until = self._time.now() + patience
        while True:
            try:
                asked, heard = self._time.receive(self._loop, until)
            except Empty:
                return say("{name} does not answer", name=self._player.name)
            if asked == question:
                return heard

    def _sit_down(self, control: TimeControl) -> None:
        clock, start = Clock.new(PerColor.both(control)), self._start
        seat = Seat(
            start.to_move,
            self._rules,
            start,
            self._setup,
            clock,
            "adviser",
            lambda: self._loop.put((0, None)),
            self._told,
            loop=self._loop,
        )
        self._turn = Turn(start.to_move, 0, 0, start, clock, MoveList())
        self._player.seat(seat)
        match self._heard(0, ADVISER_GRACE_SECONDS):
            case Fail(explanation):
                raise NoAdvice(explanation.sentence)
            case Sentence() as why:
                raise NoAdvice(why)
        self._is_ready = True

    def _told(self, statement: Statement, at: float | None = None) -> None:
        match statement:
            case Thought() if statement.score is not None:
                if statement.rank == 1:
                    self._thought = statement
                self._hear(statement)
            case Fail():
                self._loop.put((self._questions, statement))
            case _:
                pass


def _without_history(rules: Rules, position: Position) -> Position:
    """Return the same position as if the game had begun with it, where the rules allow.

    An AI that searches may take a position that has occurred before for a draw, although nobody
    can claim one yet.
    """
    try:
        alone = rules.start(position.setup)
    except BoardError:
        return position
    return alone if alone.setup == position.setup else position


# Judging


class MoveQuality(Enum):
    """The classes of moves by how much of the winning chances they lost."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LEAST_LOSSES = (
    (0.3, MoveQuality.BLUNDER),
    (0.2, MoveQuality.MISTAKE),
    (0.1, MoveQuality.INACCURACY),
)
"""The least loss of winning chances (from -1 to 1) for each class of bad moves (as on lichess)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of one move of a game; scores are from the mover's view."""

    color: Color
    ply: int
    move: Move
    best: Move
    before: Score  # after the best move
    after: Score  # after the move that was played
    position: Position  # the position in which it was played
    line: tuple[Move, ...] = ()  # as it should have gone on, the best move first

    @property
    def loss(self) -> float:
        """Return the loss of winning chances, from 0 to 2."""
        if self.move == self.best:
            return 0.0
        return max(0.0, winning_chances(self.before) - winning_chances(self.after))

    @property
    def centipawns(self) -> int:
        """Return the loss against the best move in centipawns; a mate counts as ten pawns."""
        if self.move == self.best:
            return 0
        return max(0, _bounded(self.before) - _bounded(self.after))

    @property
    def quality(self) -> MoveQuality:
        return next(
            (quality for least, quality in LEAST_LOSSES if self.loss >= least), MoveQuality.GOOD
        )

    @property
    def accuracy(self) -> float:
        """Return the accuracy of this one move in percent."""
        return accuracy(50 * self.loss)


def winning_chances(score: Score) -> float:
    """Return the winning chances from -1 (certain loss) to 1 (certain win)."""
    return 2 / (1 + exp(-STEEPNESS * _bounded(score))) - 1


def accuracy(lost: float) -> float:
    """Return the accuracy in percent of a move that lost ``lost`` percent of winning chances."""
    return max(0.0, min(100.0, 103.1668 * exp(-0.04354 * lost) - 3.1669))


def number_text(judgement: Judgement, rules: Rules) -> str:
    """Return ``12.`` for the side that begins, ``12...`` for the other; plies in other games."""
    if rules.family != "chess":
        return f"{judgement.ply + 1}."
    second = judgement.color is not rules.first
    late = judgement.ply % 2 != second  # the other side began this game
    return f"{(judgement.ply + late) // 2 + 1}{'...' if second else '.'}"


def numbered_move(judgement: Judgement, rules: Rules) -> str:
    """Return the move with its number, as ``12... Qh4``."""
    return f"{number_text(judgement, rules)} {judgement.position.notation(judgement.move)}"


def turned(score: Score) -> Score:
    """Return the same score from the other side's view."""
    if score.mate is not None:
        return WON_SCORE if score.mate == 0 else replace(score, mate=-score.mate)
    return replace(score, cp=-(score.cp or 0))


def _bounded(score: Score) -> int:
    if score.mate is not None:
        return MATE_CP if score.mate > 0 else -MATE_CP
    return max(-MATE_CP, min(MATE_CP, score.cp or 0))


def score_of_end(outcome: Outcome, to_move: Color) -> Score:
    """Return the score of a finished game from the view of the side to move."""
    if outcome.winner is None:
        return EVEN_SCORE
    return WON_SCORE if outcome.winner is to_move else MATED_SCORE


def judge(
    adviser: Adviser, rules: Rules, game: Sequence[Move], setup: str | None, control: TimeControl
) -> Iterator[Judgement]:
    """Yield the judgement of each move of a game as soon as it is judged.

    A move for which the adviser gives no score (it was the only one, or from its book) loses
    nothing. Raises NoAdvice, also if the adviser never gave a score.
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
        line = _expected_line(before, advice)
        yield Judgement(color, ply, move, advice.move, expected, after or expected, before, line)
        if following is None:
            break
        advice = following
    if not told and advice.score is None:
        raise NoAdvice(say("the adviser gives no scores, so it cannot judge"))


MOST_EXPECTED = 8
"""Plies of the adviser's line that are kept."""


def _expected_line(before: Position, advice: Advice) -> tuple[Move, ...]:
    """Return the advised move and the moves expected after it, as far as they are legal."""
    position = before
    line, told = list[Move](), advice.thought.pv if advice.thought is not None else ()
    for number, text in enumerate((str(advice.move), *told[1:MOST_EXPECTED])):
        try:
            if number == 1 and before.parse(told[0]) != advice.move:
                break  # the line is of another move
            move = position.parse(text)
        except IllegalMove:
            break
        line.append(move)
        position = position.play(move)
    return tuple(line)


@dataclass(frozen=True, slots=True)
class Summary:
    """The quality of a side's play in one game."""

    accuracy: float  # percent: the mean of its moves
    centipawns: float  # lost per move, on average
    counts: dict[MoveQuality, int]


def summary(judgements: Iterable[Judgement], color: Color) -> Summary | None:
    """Return a side's summary; None for a side that has made no move."""
    mine = [one for one in judgements if one.color is color]
    if not mine:
        return None
    counts = {quality: sum(one.quality is quality for one in mine) for quality in MoveQuality}
    return Summary(
        sum(one.accuracy for one in mine) / len(mine),
        sum(one.centipawns for one in mine) / len(mine),
        counts,
    )


MOVE_SIGNS = {MoveQuality.INACCURACY: "?!", MoveQuality.MISTAKE: "?", MoveQuality.BLUNDER: "??"}
"""The signs written after a bad move."""

MOVE_GLYPHS = {MoveQuality.INACCURACY: 6, MoveQuality.MISTAKE: 2, MoveQuality.BLUNDER: 4}
"""The numbers of these signs (PGN standard, 10)."""


def reviewed(
    tree: GameTree, judgements: Iterable[Judgement], tell: Callable[[Sentence], str]
) -> GameTree:
    """Return the tree with the judgements of its main line written into it.

    Each move gets the score after it; a bad one also its sign, a comment, and the better line as a
    variation. Everything that was written before stays; reviewed twice is the same as once.
    ``tell`` words a sentence in the language of the comments.
    """
    for one in judgements:
        if one.ply >= len(tree.main.moves) or tree.main.moves[one.ply].move != one.move:
            continue
        notes = tree.main.moves[one.ply].notes
        if one.position.play(one.move).outcome() is None:
            score = one.after if one.color is Color.WHITE else turned(one.after)
            notes = replace(notes, score=score, depth=None)
        if (glyph := MOVE_GLYPHS.get(one.quality)) is not None:
            said = tell(said_of(one))
            if said not in notes.comment:
                notes = replace(notes, comment=f"{notes.comment} - {said}".removeprefix(" - "))
            if not any(1 <= old <= 6 for old in notes.glyphs):  # one judges the move
                notes = replace(notes, glyphs=(*notes.glyphs, glyph))
            better = tree_moves(one.position, one.line or (one.best,))
            tree, _branch = tree.with_line(MAIN_LINE, one.ply, better)
        tree = tree.with_notes(MAIN_LINE, one.ply + 1, notes)
    return tree


def tree_moves(position: Position, moves: Iterable[Move]) -> Iterator[TreeMove]:
    """Yield legal moves one after another as they are written in a tree."""
    for move in moves:
        yield TreeMove(move, position.notation(move))
        position = position.play(move)


def said_of(judgement: Judgement) -> Sentence:
    """Return the quality of a move in words, with the better move."""
    best = judgement.position.notation(judgement.best)
    match judgement.quality:
        case MoveQuality.GOOD:
            return say("good")
        case MoveQuality.INACCURACY:
            return say("inaccuracy, better was {best}.", best=best)
        case MoveQuality.MISTAKE:
            return say("mistake, better was {best}.", best=best)
        case MoveQuality.BLUNDER:
            return say("blunder, better was {best}.", best=best)


NEARLY_BEST_CP = 30
"""A move that loses no more than so many centipawns against the best solves a puzzle."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which a player blundered, and the better line."""

    position: Position
    best: Move
    played: Move
    line: tuple[Move, ...]  # the best move first
    score: Score  # after the best move, from the mover's view

    def solved_by(self, score: Score) -> bool:
        """Tell whether a move with this score is nearly as good as the best."""
        return _bounded(self.score) - _bounded(score) <= NEARLY_BEST_CP


def puzzles(judgements: Iterable[Judgement], color: Color | None = None) -> list[Puzzle]:
    """Return puzzles made of the blunders of a side, or of both if ``color`` is None."""
    return [
        Puzzle(one.position, one.best, one.move, one.line, one.before)
        for one in judgements
        if one.quality is MoveQuality.BLUNDER and color in (None, one.color)
    ]
