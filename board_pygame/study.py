"""The adviser's hint, review and puzzles: a value, folded from its news; and scores as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from math import inf
from typing import assert_never

from board_core import Color, Move, Position, Score, Sentence, Thought, say
from board_core.author.analysis import Judgement, Puzzle, puzzles, winning_chances
from board_core.fast_dataclass import dataclass
from board_core.frontend.adviser import (
    AdviserFailed,
    AdviserNews,
    AskedLine,
    HintGiven,
    MoveJudged,
    PositionRated,
    ReviewEnded,
)
from board_core.game.view import View
from board_core.record import GameTree

from .game_state import GameState
from .phases import Lamp


def advantage(score: Score, side: Color) -> float:
    """Return the advantage from -1 (Black wins) to 1 (White wins); ``side`` reported the score."""
    chances = winning_chances(score)
    return chances if side is Color.WHITE else -chances


def score_text(score: Score, side: Color) -> str:
    """Return a score from White's point of view: ``+0.35``, ``-#4``."""
    sign = 1 if side is Color.WHITE else -1
    if score.mate is not None:
        return f"{'-' if score.mate * sign < 0 else '+'}#{abs(score.mate)}"
    return f"{(score.cp or 0) * sign / 100:+.2f}"


def pawns(score: Score, side: Color) -> float:
    """Return a score in pawns from White's point of view; a forced mate is endless."""
    value = inf * winning_chances(score) if score.mate is not None else (score.cp or 0) / 100
    return value if side is Color.WHITE else -value


ScoredPly = tuple[int, float, str]
"""The number of plies, White's pawns after them, and the score as a text."""


def scores_of(game: GameState, judged: Mapping[int, Judgement]) -> list[ScoredPly]:
    """Return the plies with a score: those of a review, else of the record, else of the players."""
    if judged:
        found = [(ply + 1, one.after, one.color) for ply, one in sorted(judged.items())]
    elif game.sheet is not None:
        found = [(ply, score, Color.WHITE) for ply, score in game.sheet.scores()]
    else:
        thoughts = zip(game.view.played, game.view.judged, strict=True)
        found = [
            (ply, thought.score, event.color)
            for ply, (event, thought) in enumerate(thoughts, start=1)
            if thought is not None and thought.score is not None
        ]
    return [(ply, pawns(score, side), score_text(score, side)) for ply, score, side in found]


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The report of a side on its search in a position; ``plies`` were played before that."""

    plies: int
    position: Position
    thought: Thought


def told_by(game: GameState, color: Color) -> SearchReport | None:
    """Return what a side tells of the shown position, else what it told before its last move.

    While it thinks about the newest one, its older thoughts are about something else.
    """
    view, plies = game.view, game.ply
    thought, first = view.thoughts[color], plies - 1
    if not game.live:
        first = plies  # what it told before the next move is about this position
    elif thought is not None and view.to_move is color and view.thought_ply == view.ply:
        return SearchReport(plies, view.position, thought)
    elif game.lamp(color) in (Lamp.THINKING, Lamp.SILENT):
        return None
    for index in range(first, max(-1, plies - 3), -1):
        event, thought = view.played[index], view.judged[index]
        if event.color is color:
            return None if thought is None else SearchReport(index, event.before, thought)
    return None


@dataclass(frozen=True, slots=True)
class Study:
    """The results of the adviser so far."""

    line: AskedLine | None = None  # the game that is reviewed, or was
    reviewing: bool = False
    judged: Mapping[int, Judgement] = field(default_factory=dict)  # by ply
    hint: HintGiven | None = None
    asking: AskedLine | None = None  # a hint is on its way
    trouble: Sentence | None = None
    puzzles: tuple[Puzzle, ...] = ()
    puzzle: int = -1  # the one on the board; -1: none
    rating: AskedLine | None = None  # an answer to the puzzle that the adviser looks at
    before: GameState | None = None  # the game that the puzzles are from, as it was left

    def after(self, news: AdviserNews) -> Study:
        """Add news; news on an outdated question is dropped."""
        match news:
            case HintGiven(line):
                if line != self.asking:
                    return self
                return replace(self, hint=news, asking=None)
            case PositionRated():
                return self  # the answer to a puzzle is judged with the game
            case MoveJudged(line, judgement):
                if line != self.line:
                    return self
                return replace(self, judged={**self.judged, judgement.ply: judgement})
            case ReviewEnded(line):
                return replace(self, reviewing=False) if line == self.line else self
            case AdviserFailed(_line, why):
                return replace(self, reviewing=False, asking=None, trouble=why)
            case _:
                assert_never(news)

    def asked(self, line: AskedLine) -> Study:
        """Return the study once a hint was asked for."""
        return replace(self, asking=line, hint=None, trouble=None)

    def of(self, view: View) -> Mapping[int, Judgement]:
        """Return the judgements of this game's moves, by ply."""
        if self.line is None or view.start.setup != _start_of(self.line):
            return {}
        same = 0  # plies, as a move after another one is another move
        for event, move in zip(view.played, self.line.moves, strict=False):
            if event.move != move:
                break
            same += 1
        return {ply: one for ply, one in self.judged.items() if ply < same}

    def of_tree(self, tree: GameTree) -> list[Judgement]:
        """Return the judgements of the main line of a record."""
        line = self.line
        if line is None or tree.rules.start(tree.setup).setup != _start_of(line):
            return []
        moves = tuple(move.move for move in tree.main.moves)
        if moves[: len(line.moves)] != line.moves[: len(moves)]:
            return []
        return [one for ply, one in sorted(self.judged.items()) if ply < len(moves)]

    def hint_for(self, line: AskedLine) -> Move | None:
        """Return the advised move in this position, if there is one."""
        hint = self.hint
        return hint.move if hint is not None and hint.line == line else None

    def practising(self, color: Color | None, before: GameState) -> Study:
        """Return the study with the first puzzle of the review, if there is one.

        ``color`` is the side whose blunders are practised, None for both; ``before`` is the game
        to which the practice returns.
        """
        found = tuple(puzzles((one for _, one in sorted(self.judged.items())), color))
        if not found:
            return self
        return replace(self, puzzles=found, puzzle=0, before=before, rating=None)

    @property
    def current(self) -> Puzzle | None:
        return self.puzzles[self.puzzle] if self.puzzle >= 0 else None

    def solved(self) -> Study:
        """Return the study with the next puzzle, or with none."""
        following = self.puzzle + 1
        if following == len(self.puzzles):
            return self.ended()
        return replace(self, puzzle=following, rating=None, hint=None)

    def ended(self) -> Study:
        """Return the study without puzzles on the board."""
        return replace(self, puzzle=-1, rating=None, hint=None, before=None)


def _start_of(line: AskedLine) -> str:
    return line.rules.start(line.setup).setup


NO_MOVES = say("there are no moves to review")
