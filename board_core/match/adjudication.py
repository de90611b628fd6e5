"""Adjudication: end a game when its players report, or endgame tables show, that it is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial
from math import inf, nan
from pathlib import Path

from board_core.fast_dataclass import dataclass
from board_core.game.bus import Handler
from board_core.game.events import Event, GameEnded, GameStarted, MovePlayed, MovesTakenBack
from board_core.game.played_game import PlayedMove
from board_core.game.player import Said, Score, Thought
from board_core.game.rules import Outcome, Position, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.game.words import Words
from board_core.games.hosted import TableLookup
from board_core.text.sentence import BoardError, Sentence, say

from .known_games import hosted

Tables = Callable[[], AbstractContextManager[TableLookup]]

ENGLISH = Words("en")


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The rules for ending a game early; a score, a length or a folder of None never ends one.

    Moves are counted per side. Scores are the last ones that a side reports before its own move, in
    centipawns; a mate exceeds any number. A move without a score restarts the count; moves given
    with the game have none. Raises BoardError.
    """

    resign_score: int | None = None  # a side that reports being this far behind, or more, ...
    resign_moves: int = 3  # ... in this many consecutive moves has lost,
    two_sided: bool = True  # if the other side reports being as far ahead in as many
    draw_score: int | None = None  # neither side is further ahead or behind than this ...
    draw_moves: int = 8  # ... in this many consecutive moves of each: a draw,
    draw_from: int = 34  # when this move of the game is complete, or later
    max_moves: int | None = None  # a draw after this many complete moves of the game
    tablebases: str | Path | None = None  # a folder of Syzygy tables, which decide the game

    def __post_init__(self) -> None:
        least = {
            "resign_score": (self.resign_score, 1),
            "resign_moves": (self.resign_moves, 1),
            "draw_score": (self.draw_score, 0),
            "draw_moves": (self.draw_moves, 1),
            "draw_from": (self.draw_from, 0),
            "max_moves": (self.max_moves, 1),
        }
        for name, (value, lowest) in least.items():
            if value is not None and value < lowest:
                raise BoardError(
                    say(
                        "{name} is {value}: give {lowest} or more",
                        name=name,
                        value=value,
                        lowest=lowest,
                    )
                )

    @property
    def idle(self) -> bool:
        """Return whether these rules never end a game."""
        parts = (self.resign_score, self.draw_score, self.max_moves, self.tablebases)
        return all(part is None for part in parts)

    def tables(self, rules: Rules) -> Tables | None:
        """Return what opens the endgame tables for a game. Raises BoardError."""
        if self.tablebases is None:
            return None
        opens, folder = hosted(rules).tables, Path(self.tablebases)
        if opens is None:
            raise BoardError(say("there are endgame tables for chess only"))
        if not folder.is_dir():
            raise BoardError(say("there is no folder {path}", path=repr(str(folder))))
        return partial(opens, folder)


NO_ADJUDICATION = Adjudication()


@dataclass(frozen=True, slots=True)
class AdjudicatedEnd:
    """An end by adjudication, with its reason."""

    winner: Color | None  # None: a draw
    why: Sentence

    def outcome(self, words: Words = ENGLISH) -> Outcome:
        return Outcome(self.winner, Reason.ADJUDICATION, words.sentence(self.why))


NO_MOVES = PerColor.both(0)


@dataclass(frozen=True, slots=True)
class Course:
    """The counts of one game so far: ``course = course.after(event)``."""

    rule: Adjudication
    plies: int = 0
    behind: PerColor[int] = NO_MOVES  # consecutive moves
    ahead: PerColor[int] = NO_MOVES
    level: PerColor[int] = NO_MOVES

    def after(self, event: Event) -> Course:
        match event:
            case GameStarted():
                return Course(self.rule)
            case MovePlayed(color, ply):
                return self._moved(color, ply, event.thought)
            case MovesTakenBack(_, ply):
                return Course(self.rule, ply)
            case _:
                return self

    @property
    def judgement(self) -> AdjudicatedEnd | None:
        """The end of the game at this point; None while it goes on."""
        return self._resigned() or self._drawn() or self._too_long()

    def _moved(self, color: Color, ply: int, thought: Thought | None) -> Course:
        score = _centipawns(thought.score if thought is not None else None)
        lost, even = _limit(self.rule.resign_score), _limit(self.rule.draw_score)

        def counted(counts: PerColor[int], holds: bool) -> PerColor[int]:
            return counts.put(color, counts[color] + 1 if holds else 0)

        return replace(
            self,
            plies=ply + 1,
            behind=counted(self.behind, score <= -lost),
            ahead=counted(self.ahead, score >= lost),
            level=counted(self.level, abs(score) <= even),
        )

    def _resigned(self) -> AdjudicatedEnd | None:
        rule = self.rule
        for loser in Color:
            if self.behind[loser] < rule.resign_moves:
                continue
            if rule.two_sided and self.ahead[loser.other] < rule.resign_moves:
                continue
            facts = {"loser": loser, "score": rule.resign_score, "moves": rule.resign_moves}
            if rule.two_sided:
                why = say(
                    "{loser} reported being {score} centipawns or more behind for {moves} "
                    "moves, and the other side agreed",
                    **facts,
                )
            else:
                why = say(
                    "{loser} reported being {score} centipawns or more behind for {moves} moves",
                    **facts,
                )
            return AdjudicatedEnd(loser.other, why)
        return None

    def _drawn(self) -> AdjudicatedEnd | None:
        rule = self.rule
        if self.plies < 2 * rule.draw_from or min(self.level.white, self.level.black) < (
            rule.draw_moves
        ):
            return None
        why = say(
            "neither side reported being more than {score} centipawns ahead for {moves} moves",
            score=rule.draw_score,
            moves=rule.draw_moves,
        )
        return AdjudicatedEnd(None, why)

    def _too_long(self) -> AdjudicatedEnd | None:
        most = self.rule.max_moves
        if most is None or self.plies < 2 * most:
            return None
        return AdjudicatedEnd(None, say("the game had {moves} moves", moves=most))


def judging(
    journal: Handler | None,
    rule: Adjudication,
    end: Callable[[Color | None, str], None],
    words: Words = ENGLISH,
    tables: Tables | None = None,
    made: Sequence[PlayedMove] = (),
) -> Handler:
    """Return a journal hook that passes events on and calls ``end`` when the rule ends the game.

    Endgame ``tables`` that contain the position's result also end it; they are open while it runs.
    ``made`` are the moves of an interrupted game that goes on, whose scores count.

    ``end`` is the game's own :meth:`~board_core.Game.adjudicate`. The journal gets each move before
    the next player is asked, so that not even a fast answer changes where a game ends: the same
    moves and scores always end in the same position.
    """
    course, opened = Course(rule), ExitStack()
    lookup: TableLookup | None = None

    def hear(event: Event) -> None:
        nonlocal course, lookup
        if journal is not None:
            journal(event)
        if isinstance(event, GameEnded):
            opened.close()
        elif tables is not None and lookup is None:
            lookup = opened.enter_context(tables())
        if isinstance(event, MovePlayed) and event.ply < len(made):
            event = replace(event, said=Said.known(made[event.ply].thought))
        course = course.after(event)
        if isinstance(event, MovePlayed) and (
            found := course.judgement or _by_tables(lookup, event.position)
        ):
            outcome = found.outcome(words)
            end(outcome.winner, outcome.detail)

    return hear


def _by_tables(tables: TableLookup | None, position: Position) -> AdjudicatedEnd | None:
    found = None if tables is None else tables(position)
    return None if found is None else AdjudicatedEnd(found.winner, say("by the endgame tables"))


def _centipawns(score: Score | None) -> float:
    """Return centipawns: infinite for a mate (0 is to be mated, as in UCI), NaN for no score."""
    if score is None or (score.mate is None and score.cp is None):
        return nan
    if score.mate is not None:
        return inf if score.mate > 0 else -inf
    return score.cp or 0.0


def _limit(score: int | None) -> float:
    """Return a limit; for None, NaN, which no score is above or below."""
    return nan if score is None else score
