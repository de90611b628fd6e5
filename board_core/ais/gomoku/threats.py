"""Forced wins: every move makes a threat that must be answered.

There are two kinds. *Continuous fours* leave the other side one answer each, so that a long line
costs little. *Fours and threes* leave it a few; a small search tries all answers that could help. A
win that is found is proven; a win may be overlooked where a limit ends the search.

The idea to search threats first is from L. V. Allis, H. J. van den Herik, M. P. H. Huntjens,
Go-Moku Solved by New Search Techniques (1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .effort import NO_LIMIT, Effort
from .geometry import first_of, points_in
from .memory import GomokuMemory
from .position import GomokuSearchPosition

PointLine = list[int]
"""The points that both sides play in turn."""

MOST_ATTACKS: Final = 16  # the most promising attacks in a search of fours and threes
FOURS_WITHIN_LIMITS: Final = (8, 60)  # moves and nodes to look for continuous fours before threes
FOURS_AGAINST_LIMITS: Final = (6, 40)  # the same for the defender's


class Threats:
    """Searches for forced wins in one position and its successors."""

    def __init__(
        self, position: GomokuSearchPosition, effort: Effort, memory: GomokuMemory | None = None
    ) -> None:
        self._position, self._effort = position, effort
        self._left = 0  # nodes left for the search of continuous fours
        self._end = NO_LIMIT  # nodes of the effort at which a search of fours and threes ends
        memory = memory or GomokuMemory()
        self._no_fours, self._no_threes = memory.no_fours, memory.no_threes

    # Continuous fours

    def by_fours(self, moves: int, nodes: int) -> PointLine | None:
        """Return a win of the side to move by fours, within so many of its moves and nodes."""
        self._left = nodes
        return self._fours(moves)

    def _fours(self, moves: int) -> PointLine | None:
        position, effort = self._position, self._effort
        effort.spend()
        self._left -= 1
        if self._left < 0:
            return None
        side = position.side
        threats = position.threats()
        fives = position.fives(threats, side)
        if fives:
            return [first_of(fives)]
        must = position.fives(threats, 1 - side)
        if must & (must - 1):
            return None
        fours = position.fours(threats, side) & ~position.fouls(threats, side)
        if must:
            fours &= must
        if not fours:
            return None
        unstoppable = fours & (
            position.open_fours(threats, side) | position.double_fours(threats, side)
        )
        if unstoppable:
            return [first_of(unstoppable)]
        key = position.key << 1 | side
        if moves <= 0 or self._no_fours.get(key, -1) >= moves:
            return None
        with_threes = fours & position.threes(threats, side)
        for points in (with_threes, fours & ~with_threes):
            for point in points_in(points):
                line = self._four(point, moves)
                if line is not None:
                    return line
        if self._left >= 0:
            self._no_fours[key] = moves
        return None

    def _four(self, point: int, moves: int) -> PointLine | None:
        """Return the win that begins with this four; None if it does not win."""
        position = self._position
        side = position.side
        position.play(point)
        threats = position.threats()
        answers = position.fives(threats, side) & ~position.sure_fouls(threats, 1 - side)
        if not answers:  # the only answer is a foul
            position.undo()
            return [point]
        answer = first_of(answers)
        position.play(answer)
        line = self._fours(moves - 1)
        position.undo()
        position.undo()
        return None if line is None else [point, answer, *line]

    # Fours and threes

    def by_threes_within(self, nodes: int, depths: Sequence[int]) -> PointLine | None:
        """Return a win by fours and threes that is found with so many nodes, if there is one.

        ``depths`` are the numbers of moves within which it is looked for, one after the other.
        """
        self._end = self._effort.nodes + nodes
        line: PointLine | None = None
        for moves in depths:
            if line is None and self._effort.nodes < self._end:
                line = self.by_threes(moves)
        self._end = NO_LIMIT
        return line

    def by_threes(self, moves: int) -> PointLine | None:
        """Return a win of the side to move by fours and threes, within so many of its moves."""
        position = self._position
        self._effort.spend()
        if self._effort.nodes >= self._end:
            return None
        side = position.side
        threats = position.threats()
        fives = position.fives(threats, side)
        if fives:
            return [first_of(fives)]
        must = position.fives(threats, 1 - side)
        if must & (must - 1):
            return None
        unstoppable = position.open_fours(threats, side) | position.double_fours(threats, side)
        if unstoppable and not must:
            return [first_of(unstoppable)]
        line = self.by_fours(*FOURS_WITHIN_LIMITS)
        if line is not None or moves <= 0:
            return line
        attacks = self._attacks(threats, must)
        key = position.key << 1 | side
        if not attacks or self._no_threes.get(key, -1) >= moves:
            return None
        interests = position.interests()
        ordered = sorted(points_in(attacks), key=interests.__getitem__, reverse=True)
        for point in ordered[:MOST_ATTACKS]:
            position.play(point)
            answered = self._answered(moves - 1)
            position.undo()
            if answered is not None:
                return [point, *answered]
        if self._effort.nodes < self._end:
            self._no_threes[key] = moves
        return None

    def _attacks(self, threats: int, must: int) -> int:
        """Return the fours and threes that the other side's threats leave time for."""
        position = self._position
        side = position.side
        fours, threes = position.fours(threats, side), position.threes(threats, side)
        danger = position.open_fours(threats, 1 - side) | position.double_fours(threats, 1 - side)
        if must:
            attacks = must & (fours | threes)
        elif danger:  # a three must also stop it
            attacks = fours | threes & (danger | position.defences(threats, 1 - side))
        else:
            attacks = fours | threes
        return attacks & ~position.fouls(threats, side)

    def _answered(self, moves: int) -> PointLine | None:
        """Return the longest line if every answer of the side to move loses by force."""
        position = self._position
        side = position.side
        other = 1 - side
        threats = position.threats()
        if position.fives(threats, side):
            return None
        fouls = position.sure_fouls(threats, side)
        must = position.fives(threats, other)
        if must:
            answers = must & ~fouls
            if not answers:
                return []
            if must & (must - 1):
                return [first_of(answers), first_of(must & ~(answers & -answers))]
        else:
            open_fours = position.open_fours(threats, other)
            double_fours = position.double_fours(threats, other)
            if not open_fours | double_fours:
                return None  # the move was no threat
            if position.open_fours(threats, side) | position.double_fours(threats, side):
                return None
            if self.by_fours(*FOURS_AGAINST_LIMITS) is not None:
                return None
            answers = open_fours | double_fours | position.defences(threats, other)
            answers |= position.fours(threats, side)
            if not open_fours:  # any point on its lines may stop it
                answers |= position.around & position.free
            answers &= ~fouls
        return self._longest(answers, moves)

    def _longest(self, answers: int, moves: int) -> PointLine | None:
        """Return the longest of the lines that win against these answers; None if one holds."""
        position = self._position
        longest: PointLine = []
        for point in points_in(answers):
            position.play(point)
            line = self.by_threes(moves)
            position.undo()
            if line is None:
                return None
            if len(line) >= len(longest):
                longest = [point, *line]
        return longest
