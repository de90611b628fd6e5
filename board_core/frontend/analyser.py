"""Live analysis in the background: an engine thinks about one position until it is stopped.

The results arrive as :data:`AnalysisNews`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from board_core.ais.stronger import installed
from board_core.author.analysis import ADVISER_SEED, Adviser
from board_core.fast_dataclass import dataclass
from board_core.game.clock import TimeControl
from board_core.game.player import Player, Score, Thought
from board_core.game.rules import IllegalMove, Move, Position, Rules
from board_core.game.timesource import RealTime
from board_core.games.chess import CHESS
from board_core.match.known_games import hosted
from board_core.match.player_spec import PlayerKind, PlayerSpec, parse_player
from board_core.supervise.command import split_words
from board_core.text.sentence import BoardError, Sentence, say

from .adviser import AskedLine, QuestionThread

log = logging.getLogger(__name__)

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


@dataclass(frozen=True, slots=True)
class LinesFound:
    """The best lines of a position so far, the best one first."""

    line: AskedLine
    engine: str
    lines: tuple[EngineLine, ...]


@dataclass(frozen=True, slots=True)
class AnalysisEnded:
    """The end of an analysis: the engine has thought long enough, or failed; ``why`` says so."""

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
        """Think about the position after this line until :meth:`stop` or the next question.

        ``chosen`` is the engine to ask; without it, or if it is none, one is looked for.
        """
        self.put(partial(self._analyse, line, lines, chosen))

    def dismiss(self) -> None:
        """Stop thinking and end the player, without waiting for its end."""
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
                self.dismissed()  # the next question starts it anew
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
    """The thoughts on one position, until all lines of a depth have been reported."""

    def __init__(self, position: Position, lines: int) -> None:
        self._position = position
        self._count = min(lines, len(position.legal_moves()))
        self._ranks: dict[int, Thought] = {}

    def complete(self, thought: Thought) -> bool:
        """Add a thought, and return whether it was the last one of its depth."""
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
    return EngineLine(thought.score, thought.depth, moved, noted, thought.nps)


def make_analyst(chosen: PlayerSpec | None, rules: Rules, lines: int) -> Analyst:
    """Make the player that analyses; the caller closes it.

    It is the chosen player if that is a UCI engine or our own AI, else the first engine that is
    installed, else our own AI. An engine and a game's own analyst report so many lines, others one.
    """
    # imported when an analysis begins, and not before the first picture of a window
    from board_core.players.in_process import InProcessAI
    from board_core.players.process import ProcessAI
    from board_core.protocols.uci import Uci

    if chosen is not None and chosen.kind is PlayerKind.PROGRAM and chosen.protocol == "uci":
        dialogue = Uci(dict(chosen.options), lines=lines)
        return Analyst(ProcessAI(chosen.command, protocol=dialogue, name=chosen.name), lines)
    if rules.name == CHESS.name:
        for engine in installed() if chosen is None or chosen.kind is PlayerKind.PROGRAM else ():
            command = split_words(engine.command)
            return Analyst(ProcessAI(command, protocol=Uci(lines=lines), name=engine.name), lines)
    game = hosted(rules)
    if game.analyst is not None:
        return Analyst(InProcessAI(game.analyst(lines), name="hard", isolate=True), lines)
    name = "hard" if "hard" in game.ais else list(game.ais)[-1]
    return Analyst(parse_player(name, rules=rules).make(seed=ADVISER_SEED, isolate=True), 1)
