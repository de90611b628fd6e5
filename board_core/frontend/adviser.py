"""Hints, reviews and live analysis: threads ask a player while the window goes on.

The results arrive as :data:`AdviserNews` and :data:`AnalysisNews`.
"""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial, reduce
from itertools import accumulate
from queue import SimpleQueue

from board_core.ais.levels import installed
from board_core.author.analysis import ADVISER_SEED, Advice, Adviser, Judgement, judge
from board_core.fast_dataclass import dataclass
from board_core.game.clock import TimeControl
from board_core.game.player import Player, Score, Thought
from board_core.game.rules import IllegalMove, Move, MoveList, Position, Rules
from board_core.game.timesource import RealTime
from board_core.game.view import View
from board_core.match.known_games import hosted
from board_core.match.player_spec import PlayerKind, PlayerSpec, parse_player
from board_core.supervise.command import split_words
from board_core.text.sentence import BoardError, Sentence, say

Task = Callable[[], None]


class QuestionThread(ABC):
    """Owns a thread that asks one question at a time; a new question cancels the others.

    The thread runs from the first question until :meth:`close`.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._lock = threading.Lock()  # guards the three attributes below
        self._adviser: Adviser | None = None  # the one that is thinking now
        self._wanted = 0  # the newest question; older ones are cancelled
        self._worker: threading.Thread | None = None

    def stop(self) -> None:
        """Cancel the current question: its answer is no longer wanted."""
        with self._lock:
            self._wanted += 1
            adviser = self._adviser
        if adviser is not None:
            adviser.stop()

    def close(self) -> None:
        """End the thread and the player. Safe to call twice."""
        self.stop()
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            self._tasks.put(None)
            worker.join()

    def put(self, task: Callable[[int], None]) -> None:
        """Cancel the current question and ask this one, called with its number."""
        self.stop()
        with self._lock:
            wanted = self._wanted
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name=self._name)
                self._worker.start()
        self._tasks.put(partial(task, wanted))

    # On the worker's thread

    def is_wanted(self, question: int) -> bool:
        """Return whether the answer to a question is still wanted."""
        return question == self._wanted

    def asked(
        self, wanted: int, make: Callable[[], Adviser], ask: Callable[[Adviser], None]
    ) -> None:
        """Make an adviser and ask it, unless the question was cancelled. Raises BoardError."""
        if not self.is_wanted(wanted):
            return
        try:
            with closing(make()) as adviser:
                with self._lock:
                    if wanted != self._wanted:
                        return
                    self._adviser = adviser
                ask(adviser)
        finally:
            with self._lock:
                self._adviser = None

    @abstractmethod
    def dismissed(self) -> None:
        """Close the player, as the thread ends."""

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()
        self.dismissed()


log = logging.getLogger(__name__)

HINT_TIME = TimeControl(per_move=1.0)
REVIEW_TIME = TimeControl(per_move=0.3)
"""The time that the adviser may think for each move of a review."""


@dataclass(frozen=True, slots=True)
class AskedLine:
    """A position, given by its start and the moves that led to it."""

    rules: Rules
    setup: str | None
    moves: tuple[Move, ...]

    @classmethod
    def of(cls, view: View, plies: int | None = None) -> AskedLine:
        """Return the newest position of a game, or the one after ``plies`` plies."""
        played = view.played if plies is None else view.played[:plies]
        start, default = view.start.setup, view.rules.start(None).setup
        setup = None if start == default else start
        return cls(view.rules, setup, tuple(event.move for event in played))

    def advice(self, adviser: Adviser, control: TimeControl) -> Advice:
        """Ask an adviser about this position. Raises NoAdvice."""
        *earlier, position = self._positions()
        moves = reduce(MoveList.added, self.moves, MoveList())
        return adviser.advise(position, moves, control, earlier[-1] if earlier else None)

    @property
    def position(self) -> Position:
        """The position itself."""
        *_earlier, position = self._positions()
        return position

    def _positions(self) -> Iterator[Position]:
        """Play the moves; yield the positions from the first to this one."""
        first = self.rules.start(self.setup)
        return accumulate(self.moves, lambda position, move: position.play(move), initial=first)


@dataclass(frozen=True, slots=True)
class HintGiven:
    """The move that the adviser would play."""

    line: AskedLine
    move: Move


@dataclass(frozen=True, slots=True)
class PositionRated:
    """The score of a position from the side to move's view; None: the adviser gave none."""

    line: AskedLine
    score: Score | None


@dataclass(frozen=True, slots=True)
class MoveJudged:
    """The judgement of one move of the reviewed game."""

    line: AskedLine  # the whole game
    judgement: Judgement


@dataclass(frozen=True, slots=True)
class ReviewEnded:
    """The end of a review."""

    line: AskedLine


@dataclass(frozen=True, slots=True)
class AdviserFailed:
    """The adviser failed to answer; ``why`` is the reason."""

    line: AskedLine
    why: Sentence


AdviserNews = HintGiven | PositionRated | MoveJudged | ReviewEnded | AdviserFailed


class AdviserThread(QuestionThread):
    """Owns the adviser, a player, and the thread that asks it.

    The thread runs from the first question until :meth:`close`; ``post`` is called on it.
    """

    def __init__(self, post: Callable[[AdviserNews], None], *, isolate: bool = True) -> None:
        super().__init__("adviser")
        self._post, self._isolate = post, isolate
        self._player: tuple[PlayerSpec, Player] | None = None  # used by the worker alone

    def hint(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Ask for a move after this line."""
        self.put(partial(self._hint, spec, line))

    def review(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Judge every move of this game."""
        self.put(partial(self._review, spec, line))

    def rate(self, spec: PlayerSpec, line: AskedLine) -> None:
        """Ask for the score of the position after this line."""
        self.put(partial(self._rate, spec, line))

    # On the worker's thread

    def _hint(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            self._post(HintGiven(line, line.advice(adviser, HINT_TIME).move))

        self._with_adviser(spec, line, wanted, ask)

    def _rate(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            self._post(PositionRated(line, line.advice(adviser, HINT_TIME).score))

        self._with_adviser(spec, line, wanted, ask)

    def _review(self, spec: PlayerSpec, line: AskedLine, wanted: int) -> None:
        def ask(adviser: Adviser) -> None:
            for judgement in judge(adviser, line.rules, line.moves, line.setup, REVIEW_TIME):
                if not self.is_wanted(wanted):
                    return
                self._post(MoveJudged(line, judgement))
            self._post(ReviewEnded(line))

        self._with_adviser(spec, line, wanted, ask)

    def _with_adviser(
        self, spec: PlayerSpec, line: AskedLine, wanted: int, ask: Callable[[Adviser], None]
    ) -> None:
        try:
            self.asked(wanted, lambda: Adviser(self._seated(spec), line.rules, line.setup), ask)
        except BoardError as error:
            if self.is_wanted(wanted):
                self._post(AdviserFailed(line, error.sentence))
        except Exception as error:  # the window goes on and shows the error
            log.exception("the adviser failed")
            self._post(AdviserFailed(line, say("the adviser failed: {why}", why=error)))

    def _seated(self, spec: PlayerSpec) -> Player:
        if self._player is None or self._player[0] != spec:
            self.dismissed()
            self._player = (spec, spec.make(seed=ADVISER_SEED, isolate=self._isolate))
        return self._player[1]

    def dismissed(self) -> None:
        if self._player is not None:
            self._player[1].close()
            self._player = None


ANALYSIS_TIME = TimeControl(per_move=3600.0)
"""The time that an engine thinks about one position at most."""

LEAST_SECONDS_BETWEEN_NEWS = 0.25
"""Nobody can read lines that change more often."""

MOST_SHOWN_PLIES = 40

REAL_TIME = RealTime()


@dataclass(frozen=True, slots=True)
class EngineLine:
    """A line of play that an engine proposes."""

    score: Score | None  # from the view of the side to move
    depth: int | None  # plies
    moves: tuple[Move, ...]  # legal one after the other
    notations: tuple[str, ...]  # of these moves
    nps: int | None = None  # nodes per second
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class LinesFound:
    """The best lines of a position so far, the best one first."""

    line: AskedLine
    engine: str
    lines: tuple[EngineLine, ...]


@dataclass(frozen=True, slots=True)
class AnalysisEnded:
    """The end of an analysis: the engine has thought long enough, or failed, with ``why``."""

    line: AskedLine
    why: Sentence
    failed: bool = True


AnalysisNews = LinesFound | AnalysisEnded


@dataclass(frozen=True, slots=True)
class Analyst:
    """A player that analyses, and how many lines it reports at each depth."""

    player: Player
    lines: int


MakeAnalyst = Callable[[PlayerSpec | None, Rules, int], Analyst]


class AnalyserThread(QuestionThread):
    """Owns the player that analyses, and the thread that asks it.

    ``post`` is called on that thread and on threads of the player; ``now`` returns seconds.
    """

    def __init__(
        self,
        post: Callable[[AnalysisNews], None],
        make: MakeAnalyst | None = None,
        now: Callable[[], float] = REAL_TIME.now,
    ) -> None:
        super().__init__("analyser")
        self._post, self._make, self._now = post, make or make_analyst, now
        self._seated: tuple[object, Analyst] | None = None  # used by the worker alone

    def analyse(self, line: AskedLine, lines: int, chosen: PlayerSpec | None = None) -> None:
        """Analyse the position after this line until :meth:`stop` or the next question.

        ``chosen`` is the engine to ask; if it is missing or is not an engine, one is chosen.
        """
        self.put(partial(self._analyse, line, lines, chosen))

    def dismiss(self) -> None:
        """Stop thinking and end the player, without waiting."""
        self.put(self._dismissed)

    # On the worker's thread

    def _analyse(self, line: AskedLine, lines: int, chosen: PlayerSpec | None, wanted: int) -> None:
        told = False

        def make() -> Adviser:
            analyst = self._analyst(chosen, line.rules, lines)
            player, board = analyst.player, _Collected(line.position, analyst.lines)
            last = -LEAST_SECONDS_BETWEEN_NEWS

            def hear(thought: Thought) -> None:
                nonlocal last, told
                if not board.complete(thought):
                    return
                now = self._now()
                if now - last >= LEAST_SECONDS_BETWEEN_NEWS and self.is_wanted(wanted):
                    last, told = now, True
                    self._post(LinesFound(line, player.name, board.lines()))

            return Adviser(player, line.rules, line.setup, hear)

        def ask(adviser: Adviser) -> None:
            advice = line.advice(adviser, ANALYSIS_TIME)
            if not self.is_wanted(wanted):
                return
            if not told:  # few AIs report their search
                thought = replace(advice.thought or Thought(), pv=(advice.move,))
                found = engine_line(line.position, thought)
                self._post(LinesFound(line, self._seated_name, (found,)))
            ended = say("the engine has thought long enough")
            self._post(AnalysisEnded(line, ended, failed=False))

        try:
            self.asked(wanted, make, ask)
        except BoardError as error:
            if self.is_wanted(wanted):
                self.dismissed()  # the next question starts a new one
                self._post(AnalysisEnded(line, error.sentence))
        except Exception as error:  # the window goes on and shows the error
            log.exception("the analysis failed")
            self._post(AnalysisEnded(line, say("the analysis failed: {why}", why=error)))

    def _dismissed(self, wanted: int) -> None:
        if self.is_wanted(wanted):
            self.dismissed()

    @property
    def _seated_name(self) -> str:
        return "" if self._seated is None else self._seated[1].player.name

    def _analyst(self, chosen: PlayerSpec | None, rules: Rules, lines: int) -> Analyst:
        key = chosen, rules, lines
        if self._seated is None or self._seated[0] != key:
            self.dismissed()
            self._seated = key, self._make(chosen, rules, lines)
        return self._seated[1]

    def dismissed(self) -> None:
        if self._seated is not None:
            self._seated[1].player.close()
            self._seated = None


class _Collected:
    """Collects thoughts on one position, until all lines of a depth have been reported."""

    def __init__(self, position: Position, lines: int) -> None:
        self._position = position
        self._count = min(lines, len(position.legal_moves()))
        self._ranks: dict[int, Thought] = {}

    def complete(self, thought: Thought) -> bool:
        """Add a thought, and return whether it completes its depth."""
        if not thought.pv or thought.rank > self._count:
            return False
        self._ranks[thought.rank] = thought
        depths = {each.depth for each in self._ranks.values()}
        return len(depths) == 1 and len(self._ranks) == self._count

    def lines(self) -> tuple[EngineLine, ...]:
        return tuple(
            engine_line(self._position, thought) for _rank, thought in sorted(self._ranks.items())
        )


def engine_line(position: Position, thought: Thought) -> EngineLine:
    """Return the line of a thought as far as its moves are legal: engines may report anything."""
    moves, notations = list[Move](), list[str]()
    for text in thought.pv[:MOST_SHOWN_PLIES]:
        try:
            move = position.parse(text)
        except IllegalMove:
            break
        moves.append(move)
        notations.append(position.notation(move))
        position = position.play(move)
    moved, noted = tuple(moves), tuple(notations)
    return EngineLine(thought.score, thought.depth, moved, noted, thought.nps, thought.nodes)


def make_analyst(chosen: PlayerSpec | None, rules: Rules, lines: int) -> Analyst:
    """Make the player that analyses; the caller closes it.

    It is the chosen player if that is a UCI engine or our own AI, else the first installed engine,
    else our own AI. An engine and a game's own analyst report ``lines`` lines, others one.
    """
    # imported late, not to delay the first picture of a window
    from board_core.players.in_process import InProcessAI
    from board_core.players.process import ProcessAI
    from board_core.protocols.uci import Uci

    if chosen is not None and chosen.kind is PlayerKind.PROGRAM and chosen.protocol == "uci":
        dialogue = Uci(dict(chosen.options), lines=lines)
        return Analyst(ProcessAI(chosen.command, protocol=dialogue, name=chosen.name), lines)
    for engine in installed() if chosen is None or chosen.kind is PlayerKind.PROGRAM else ():
        if engine.plays(rules):
            command = split_words(engine.command)
            return Analyst(ProcessAI(command, protocol=Uci(lines=lines), name=engine.name), lines)
    game = hosted(rules)
    if game.analyst is not None:
        return Analyst(InProcessAI(game.analyst(lines), name="hard", isolate=True), lines)
    return Analyst(own_adviser(rules).make(seed=ADVISER_SEED, isolate=True), 1)


def own_adviser(rules: Rules) -> PlayerSpec:
    """Return ``hard``, or the strongest AI of a game that has none."""
    ais = hosted(rules).ais
    return parse_player("hard" if "hard" in ais else list(ais)[-1], rules=rules)


def adviser_for(text: str, rules: Rules) -> PlayerSpec:
    """Return the player that gives hints and reviews; ``text`` is the chosen one.

    A built-in one that does not play this game gives way to an installed engine that does, or to
    the game's own strongest AI. Raises BoardError.
    """
    spec = parse_player(text)
    if spec.kind is not PlayerKind.BUILT_IN or spec.unfit(rules) is None:
        return spec
    engine = next((engine for engine in installed() if engine.plays(rules)), None)
    return own_adviser(rules) if engine is None else parse_player(f"uci:{engine.command}")
