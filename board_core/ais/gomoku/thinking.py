"""The order in which a move is looked for.

1. A five, or the stone that prevents one.
2. A win by continuous fours.
3. A win by fours and threes.
4. If the other side threatens a forced win: moves after which it has none.
5. The move that alpha-beta finds in the remaining time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from .effort import Effort, GomokuSearchStopped
from .geometry import first_of, points_in
from .memory import GomokuMemory
from .position import GomokuSearchPosition
from .search import MAX_DEPTH, WIN_SCORE, GomokuSearch, GomokuSearchReport, promising, score_of
from .threats import PointLine, Threats

FOURS_LIMITS: Final = (30, 20_000)  # moves and nodes
FOURS_SHARE: Final = 0.03
"""Share of the time for the search of a win by fours."""
OWN_SHARE: Final = 0.06
"""Share of the time at which the search of a win by fours and threes ends."""
THEIR_SHARE: Final = 0.09
"""Share of the time at which the search of the other side's threat ends."""
ANSWERS_SHARE: Final = 0.13
"""Share of the time at which the search of answers to that threat ends."""
PHASE_NODES: Final = 4_000  # of each of these searches, where depth is limited and time is not
OWN_MOVES: Final = (2, 4, 6, 8, 10, 12)
"""Numbers of moves of an attack, searched one after the other."""
THEIR_MOVES: Final = (2, 4, 6, 8, 10)
MOST_ANSWERS: Final = 8  # answers that hold, from which the search chooses

ROOT_MOVES: Final = 22
FORCED_DEPTH: Final = 4  # depth that gives a forced move its score
EDGE_ROWS: Final = 4  # rows at the edge where a first stone is not answered next to it


def first_moves(position: GomokuSearchPosition, legal: Collection[int]) -> list[int]:
    """Return the middle of an empty board; beside a single stone, points towards the middle."""
    size = position.geometry.size
    middle = (size // 2) * size + size // 2
    if not position.taken:
        return [middle] if middle in legal else []
    if position.taken & (position.taken - 1):
        return []
    row, column = divmod(first_of(position.taken), size)
    if min(row, column, size - 1 - row, size - 1 - column) < EDGE_ROWS:
        return [middle] if middle in legal else []
    down, right = (1 if row < size // 2 else -1), (1 if column < size // 2 else -1)
    beside = ((down, right), (down, 0), (0, right))
    points = [(row + r) * size + column + c for r, c in beside]
    return [point for point in points if point in legal]


def root_moves(position: GomokuSearchPosition, legal: Collection[int]) -> list[int]:
    """Return the legal moves to choose from, the most promising first."""
    threats, interests = position.threats(), position.interests()
    side = position.side
    must = position.fives(threats, 1 - side)
    danger = position.open_fours(threats, 1 - side)
    if must:
        points: Sequence[int] = list(points_in(must))
    elif danger:
        answers = position.fours(threats, side) | danger | position.defences(threats, 1 - side)
        points = list(points_in(answers | position.open_fours(threats, side)))
    else:
        points = promising(position, interests, 5)
    moves = [point for point in points if point in legal]
    moves.sort(key=interests.__getitem__, reverse=True)
    if moves:
        return moves[:ROOT_MOVES]
    return sorted(legal, key=interests.__getitem__, reverse=True)[:ROOT_MOVES]


def moves_to_compare(
    position: GomokuSearchPosition, legal: Collection[int], least: int
) -> list[int]:
    """Return the moves to choose from, and others behind them up to ``least``, as far as there are
    any: what is near to the middle comes first where nothing else counts.
    """
    moves = first_moves(position, legal) or root_moves(position, legal)
    if len(moves) >= least:
        return moves
    interests, size = position.interests(), position.geometry.size

    def promise(point: int) -> tuple[int, int]:
        row, column = divmod(point, size)
        return -interests[point], abs(2 * row + 1 - size) + abs(2 * column + 1 - size)

    return [*moves, *sorted(set(legal) - set(moves), key=promise)][:least]


class Thinker:
    """Finds the best of the legal moves in one position."""

    def __init__(
        self,
        position: GomokuSearchPosition,
        legal: Collection[int],
        effort: Effort,
        *,
        memory: GomokuMemory | None = None,
        taste: Sequence[int] | None = None,
        phase_nodes: int = PHASE_NODES,
    ) -> None:
        self._position, self._legal, self._effort = position, legal, effort
        self._taste, self._phase_nodes = taste, phase_nodes
        self._memory = memory or GomokuMemory()
        self._threats = Threats(position, effort, self._memory)

    def shallow(self, max_depth: int) -> Iterator[GomokuSearchReport]:
        """Look for fives and use alpha-beta. The last of one or more reports has the move."""
        fives = self._position.fives(self._position.threats(), self._position.side)
        five = [point for point in points_in(fives) if point in self._legal]
        if five:
            yield self._won(five[:1])
            return
        moves = first_moves(self._position, self._legal) or root_moves(self._position, self._legal)
        search = GomokuSearch(self._position, self._effort, moves, taste=self._taste, fours=False)
        yield from search.deepen(max_depth)

    def deep(self, max_depth: int = MAX_DEPTH) -> Iterator[GomokuSearchReport]:
        """Use all searches. The last of one or more reports has the move."""
        line = self._win()
        if line is not None and line[0] in self._legal:
            yield self._won(line)
            return
        moves = first_moves(self._position, self._legal)
        if not moves:
            moves = root_moves(self._position, self._legal)
            if len(moves) > 1:
                moves = self._safe(moves)
        self._effort.allow(1.0)
        depth = max_depth if len(moves) > 1 else min(max_depth, FORCED_DEPTH)
        search = GomokuSearch(
            self._position, self._effort, moves, memory=self._memory, taste=self._taste
        )
        yield from search.deepen(depth)

    def several(
        self, lines: int, max_depth: int = MAX_DEPTH
    ) -> Iterator[tuple[GomokuSearchReport, ...]]:
        """Use all searches for the best ``lines`` moves. Yield them for each depth, the best first.

        In each result are so many moves, as far as so many are legal.
        """
        position = self._position
        fives = points_in(position.fives(position.threats(), position.side))
        wins = [self._won([point]) for point in fives if point in self._legal]
        line = None if wins else self._win()
        if line is not None and line[0] in self._legal:
            wins.append(self._won(line))
        won = {win.line[0] for win in wins}
        moves = moves_to_compare(position, self._legal, lines + len(wins))
        rest = [point for point in moves if point not in won]
        if len(wins) >= lines or not rest:
            yield tuple(wins[:lines])
            return
        self._effort.allow(1.0)
        search = GomokuSearch(position, self._effort, rest, memory=self._memory)
        for found in search.several(lines - len(wins), max_depth):
            every = [*(replace(win, depth=found[0].depth) for win in wins), *found]
            yield tuple(sorted(every, key=score_of, reverse=True))

    def _won(self, line: PointLine) -> GomokuSearchReport:
        """Report a forced win, with the plies from the end of the line to the five."""
        position = self._position
        for point in line[:-1]:
            position.play(point)
        five = position.fives(position.threats(), position.side) >> line[-1] & 1
        position.rewind(len(position.path) - len(line) + 1)
        plies = len(line) if five else len(line) + 2
        return GomokuSearchReport(len(line), WIN_SCORE - plies, self._effort.nodes, tuple(line))

    def _win(self) -> PointLine | None:
        """Return a forced win, if one is found in its share of the time."""
        line = self._until(FOURS_SHARE, lambda: self._threats.by_fours(*FOURS_LIMITS))
        if line is None:
            line = self._until(OWN_SHARE, lambda: self._by_threes(OWN_MOVES))
        return line

    def _by_threes(self, depths: Sequence[int]) -> PointLine | None:
        for moves in depths:
            line = self._threats.by_threes(moves)
            if line is not None:
                return line
        return None

    def _safe(self, moves: list[int]) -> list[int]:
        """Return the moves after which the other side has no forced win; all if none is known."""
        position = self._position
        position.side = 1 - position.side
        threat = self._until(THEIR_SHARE, lambda: self._by_threes(THEIR_MOVES))
        position.side = 1 - position.side
        if threat is None:
            return moves
        safe: list[int] = []
        self._until(ANSWERS_SHARE, lambda: self._hold(moves, len(threat) // 2 + 3, safe))
        return safe or moves

    def _hold(self, moves: list[int], attack: int, safe: list[int]) -> None:
        """Put the moves that hold into ``safe``, one by one."""
        for point in moves:
            self._position.play(point)
            if self._threats.by_threes(attack) is None:
                safe.append(point)
            self._position.undo()
            if len(safe) >= MOST_ANSWERS:
                return

    def _until(self, share: float, look: Callable[[], PointLine | None]) -> PointLine | None:
        """Return what a search finds before this share of time and nodes is used up."""
        begin = len(self._position.path)
        side = self._position.side
        self._effort.allow(share, self._phase_nodes)
        try:
            return look()
        except GomokuSearchStopped:
            self._position.rewind(begin)
            self._position.side = side
            return None
