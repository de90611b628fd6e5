"""The adviser's hint, review and puzzles: a value, folded from its news."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from board_core import Move, Sentence, say
from board_core.author.analysis import Judgement, Puzzle, puzzles
from board_core.frontend.adviser import (
    AdviserFailed,
    AdviserNews,
    AskedLine,
    HintGiven,
    MoveJudged,
    ReviewEnded,
)
from board_core.view import View

from .scores import advantage


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

    def after(self, news: AdviserNews) -> Study:
        """Add news; news on an outdated question is dropped."""
        match news:
            case HintGiven(line):
                if line != self.asking:
                    return self
                return replace(self, hint=news, asking=None)
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
        played = view.played
        return {
            ply: one
            for ply, one in self.judged.items()
            if ply < len(played) and played[ply].move == one.move
        }

    def hint_for(self, moves: tuple[Move, ...]) -> Move | None:
        """Return the advised move after these moves, if there is one."""
        hint = self.hint
        return hint.move if hint is not None and hint.line.moves == moves else None

    def practising(self) -> Study:
        """Return the study with the first puzzle of the review, if there is one."""
        found = tuple(puzzles(one for _, one in sorted(self.judged.items())))
        return replace(self, puzzles=found, puzzle=0 if found else -1)

    @property
    def current(self) -> Puzzle | None:
        return self.puzzles[self.puzzle] if self.puzzle >= 0 else None

    def solved(self) -> Study:
        """Return the study with the next puzzle, or with none."""
        following = self.puzzle + 1
        return replace(self, puzzle=following if following < len(self.puzzles) else -1)


def _start_of(line: AskedLine) -> str:
    return line.rules.start(line.setup).setup


def curve_of(judged: Mapping[int, Judgement]) -> list[tuple[int, float]]:
    """Return the advantage after each judged ply, for the graph."""
    return [(ply + 1, advantage(one.after, one.color)) for ply, one in sorted(judged.items())]


NO_MOVES = say("there are no moves to review")
