"""Alpha-beta search of a :class:`~board_core.ais.gomoku.position.GomokuSearchPosition`.

Iterative deepening, principal variation search, a transposition table, killer moves, the history
heuristic and late move reductions, as the Chess Programming Wiki describes them. Three parts are
special to gomoku: only moves that matter on their lines are searched; a side that would lose by the
next move has one move; and at the leaves a few nodes are spent on continuous fours.

Scores are for the side to move: the worth of windows, or ``WIN - n`` for a win in n plies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Final

from .effort import Effort, GomokuSearchStopped
from .geometry import first_of, points_in
from .memory import GomokuMemory
from .position import GomokuSearchPosition
from .threats import PointLine, Threats

WIN_SCORE: Final = 1_000_000
WIN_SOON: Final = 990_000  # a greater score is a proven win
MAX_DEPTH: Final = 40

WIDE_MOVES: Final = 14  # moves that are searched in a position
NARROW_MOVES: Final = 11  # the same up to NARROW_DEPTH
NARROW_DEPTH: Final = 2
LATE_MOVE_NUMBER: Final = 5  # moves after which the others are first searched less deeply
LAST_MOVE_NUMBER: Final = 8  # moves after which they are searched two plies less deeply
SURE_DEPTH: Final = 3  # depth up to which a position that is far better is not searched
SURE_MARGIN: Final = 120  # by how much better, for each ply
DEEPEST_DANGER: Final = -4  # depth to which a threatened side is searched beyond the leaves
CALM_MOVES: Final = 8  # moves that are searched beside those that meet a double threat

TO_MOVE_BONUS: Final = 165  # for the side to move
OWN_THREE_BONUS: Final = 33  # for each place where an open three can be made
THEIR_THREE_BONUS: Final = -10
OWN_CROSSING_BONUS: Final = 46  # for each place where two lines gain something
THEIR_CROSSING_BONUS: Final = -34
"""Weights of the evaluation. Together with :data:`~.patterns.WINDOW_WORTH` they foretell best, by
logistic regression, who won 1,500 games that the search played against itself.
"""
THREATENED_COST: Final = 300  # for a threat that was not searched

CHECKED_DEPTH: Final = 4  # depth from which on the best move is checked for forced wins against it
CHECKED_MOVES: Final = (2, 4, 6, 8, 10)  # numbers of moves of such a win
CHECK_DIVISOR: Final = 3  # share of all nodes for such a check
LEAST_CHECK: Final = 200  # nodes

LEAF_FOURS: Final = (6, 24)  # moves and nodes
INNER_FOURS: Final = (12, 100)
MANY_FOURS: Final = 3  # places of fours from which on such a search is worth it

POINT_BITS: Final = (1 << 10) - 1  # the bits of a ranked move that are the point
RANK_UNIT: Final = 1 << 10
INTEREST_RANKS: Final = 64  # ranks for each unit of interest
HISTORY_LIMIT: Final = 640
KILLER_RANKS: Final = 320
HIGHEST_RANK: Final = 1 << 20

EXACT_SCORE: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

GREATER_THAN: Final = [bytes(interest > least for interest in range(256)) for least in range(128)]
"""Tables for :meth:`bytes.translate`, by a number: whether an interest is greater."""


@dataclass(frozen=True, slots=True)
class GomokuSearchReport:
    """The result of a search so far."""

    depth: int  # plies; the last search to this depth may be incomplete
    score: int
    nodes: int
    line: tuple[int, ...]  # principal variation


def score_of(report: GomokuSearchReport) -> int:
    return report.score


class GomokuSearch:
    """One search from one position."""

    def __init__(
        self,
        position: GomokuSearchPosition,
        effort: Effort,
        moves: Sequence[int],
        *,
        memory: GomokuMemory | None = None,
        taste: Sequence[int] | None = None,
        fours: bool = True,
    ) -> None:
        """Choose between ``moves``, the most promising first. There is at least one, and no five.

        ``memory`` has results of this game. ``taste`` is added to the score of each first move.
        With ``fours``, continuous fours are searched within the tree.
        """
        self._position, self._effort, self._fours = position, effort, fours
        self._memory = memory or GomokuMemory()
        self._threats = Threats(position, effort, self._memory)
        self._moves = list(moves)
        self._taste = taste or [0] * position.geometry.area
        self._history = [[0] * position.geometry.area for _ in (0, 1)]
        self._killers = [-1] * (position.geometry.area + 1)
        self._begin = len(position.path)
        self.best = self._moves[0]
        self.best_score = 0

    def deepen(self, max_depth: int = MAX_DEPTH) -> Iterator[GomokuSearchReport]:
        """Search deeper and deeper. Yield the best result of each depth.

        It ends on a stop, at a limit, and when the game is decided. Results of an incomplete depth
        count too, as the best move of the depth before is searched first.
        """
        for depth in range(1, min(max_depth, MAX_DEPTH) + 1):
            finished = True
            try:
                self._search_root(depth)
                while depth >= CHECKED_DEPTH and self._fails():
                    self._search_root(depth)
            except GomokuSearchStopped:
                finished = False
                self._position.rewind(self._begin)  # the search stopped within a line
            yield self._found(depth)
            if not finished or abs(self.best_score) > WIN_SOON:
                return

    def several(
        self, lines: int, max_depth: int = MAX_DEPTH
    ) -> Iterator[tuple[GomokuSearchReport, ...]]:
        """Search deeper and deeper. Yield the best lines of each depth, the best one first.

        Each line begins with another move, and there are as many as were asked for, or as there are
        moves. It ends on a stop, at a limit, and when all lines are decided.
        """
        moves, refuted = self._moves, list[GomokuSearchReport]()
        for depth in range(1, min(max_depth, MAX_DEPTH) + 1):
            found, rest = list[GomokuSearchReport](), moves
            try:
                while rest and len(found) < lines:
                    self._moves = rest
                    self._search_root(depth)
                    line = self._refutation() if depth >= CHECKED_DEPTH else None
                    if line is None:
                        found.append(self._found(depth))
                    else:
                        lost = len(line) + 3 - WIN_SCORE  # at the latest: its end may be a four
                        nodes, whole = self._effort.nodes, (self.best, *line)
                        refuted.append(GomokuSearchReport(depth, lost, nodes, whole))
                        moves = [at for at in moves if at != self.best]
                    rest = [at for at in rest if at != self.best]
            except GomokuSearchStopped:
                self._position.rewind(self._begin)
                return
            moves = [*(report.line[0] for report in found), *rest]
            found += [replace(report, depth=depth) for report in refuted]
            best = sorted(found, key=score_of, reverse=True)[:lines]
            yield tuple(best)
            if all(abs(report.score) > WIN_SOON for report in best):
                return

    def _found(self, depth: int) -> GomokuSearchReport:
        return GomokuSearchReport(depth, self.best_score, self._effort.nodes, self._line(depth))

    def _fails(self) -> bool:
        """Take the best move away if the other side then wins by force, as far as is found."""
        if len(self._moves) < 2 or self._refutation() is None:
            return False
        self._moves.remove(self.best)
        self.best = self._moves[0]
        return True

    def _refutation(self) -> PointLine | None:
        """Return how the other side wins by force after the best move, as far as is found."""
        if not self._fours or abs(self.best_score) > WIN_SOON:
            return None
        self._position.play(self.best)
        nodes = max(self._effort.nodes // CHECK_DIVISOR, LEAST_CHECK)
        line = self._threats.by_threes_within(nodes, CHECKED_MOVES)
        self._position.undo()
        return line

    def _search_root(self, depth: int) -> None:
        """Search all moves. Moves that lose for certain are not searched again."""
        position, alpha = self._position, -WIN_SCORE
        scores: dict[int, int] = {}
        for point in self._moves:
            taste = self._taste[point]
            position.play(point)
            score = self._score_of_move(alpha - taste, WIN_SCORE, depth - 1, 1, 0, not scores)
            position.undo()
            if abs(score) <= WIN_SOON:
                score += taste
            scores[point] = score
            if score > alpha or len(scores) == 1:
                alpha = max(alpha, score)
                self.best, self.best_score = point, score
        rest = [at for at in self._moves if at != self.best and scores[at] >= -WIN_SOON]
        self._moves = [self.best, *rest]

    def _score_of_move(
        self, alpha: int, beta: int, depth: int, ply: int, less: int, first: bool
    ) -> int:
        """Return the score of the move just made; later moves are first searched with a null
        window.
        """
        if first:
            return -self._search(-beta, -alpha, depth, ply)
        score = -self._search(-alpha - 1, -alpha, depth - less, ply)
        if score > alpha and (less or score < beta):
            score = -self._search(-beta, -alpha, depth, ply)
        return score

    def _search(self, alpha: int, beta: int, depth: int, ply: int) -> int:
        """Return the score of the position, exact if it lies between alpha and beta."""
        position = self._position
        self._effort.spend()
        side = position.side
        other = 1 - side
        threats = position.threats()
        if position.fives(threats, side):
            return WIN_SCORE - ply - 1
        must = position.fives(threats, other)
        if must:
            return self._forced(alpha, beta, depth, ply, must)
        if position.taken == position.everywhere:
            return 0
        fours = position.fours(threats, side)
        if position.open_fours(threats, side) or position.double_fours(threats, side):
            return WIN_SCORE - ply - 3
        danger = position.open_fours(threats, other)
        double = 0 if danger else position.double_fours(threats, other)
        if depth <= 0:
            if self._wins_by_fours(threats, fours, LEAF_FOURS):
                return WIN_SCORE - ply - 5
            if not danger | double:
                return self._static(threats)
            if depth <= DEEPEST_DANGER:
                return position.score - THREATENED_COST
        key, best_known = position.key, -1
        entry = self._memory.result(key)
        if entry is not None:
            best_known = entry[3]
            score = from_table(entry[2], ply)
            if entry[0] >= depth and (
                entry[1] == EXACT_SCORE
                or (score >= beta if entry[1] == AT_LEAST else score <= alpha)
            ):
                return score
        if depth >= 2 and self._wins_by_fours(threats, fours, INNER_FOURS):
            return WIN_SCORE - ply - 5
        if 0 < depth <= SURE_DEPTH and not danger | double and beta - alpha == 1:
            sure = self._static(threats) - SURE_MARGIN * depth
            if sure >= beta:
                return sure

        best, best_move, low = -WIN_SCORE, best_known, alpha
        calm = not danger | double
        attacks = fours | position.threes(threats, side)
        ordered = self._ordered(threats, danger, double, depth, ply, best_known)
        for number, ranked in enumerate(ordered):
            point = ranked & POINT_BITS
            less = 0
            if calm and depth > 2 and number >= LATE_MOVE_NUMBER and not attacks >> point & 1:
                less = 2 if depth > 3 and number >= LAST_MOVE_NUMBER else 1
            position.play(point)
            score = self._score_of_move(alpha, beta, depth - 1, ply + 1, less, not number)
            position.undo()
            if score <= best:
                continue
            best, best_move = score, point
            if score > alpha:
                alpha = score
                if score >= beta:
                    self._remember(side, point, depth, ply)
                    break
        self._keep(key, depth, best, low, beta, ply, best_move)
        return best

    def _forced(self, alpha: int, beta: int, depth: int, ply: int, must: int) -> int:
        """Answer the threat of a five: there is one point to play, or none that helps."""
        position = self._position
        fouls = position.sure_fouls(position.threats(), position.side)
        if must & (must - 1) or must & fouls:
            return ply + 2 - WIN_SCORE
        position.play(first_of(must))
        score = -self._search(-beta, -alpha, depth, ply + 1)
        position.undo()
        return score

    def _wins_by_fours(self, threats: int, fours: int, limits: tuple[int, int]) -> bool:
        if not self._fours or not fours:
            return False
        threes = self._position.threes(threats, self._position.side)
        if not fours & threes and fours.bit_count() < MANY_FOURS:
            return False
        return self._threats.by_fours(*limits) is not None

    def _static(self, threats: int) -> int:
        """Return the score of a position in which nobody threatens to win."""
        position = self._position
        side = position.side
        return (
            position.score
            + TO_MOVE_BONUS
            + OWN_THREE_BONUS * position.threes(threats, side).bit_count()
            + THEIR_THREE_BONUS * position.threes(threats, 1 - side).bit_count()
            + OWN_CROSSING_BONUS * position.crossings(side).bit_count()
            + THEIR_CROSSING_BONUS * position.crossings(1 - side).bit_count()
        )

    def _ordered(
        self, threats: int, danger: int, double: int, depth: int, ply: int, best_known: int
    ) -> list[int]:
        """Return the moves that matter, the most promising first."""
        position = self._position
        side = position.side
        interests = position.interests()
        fouls = position.fouls(threats, side)
        history, killer = self._history[side], self._killers[ply]
        ranked = [
            (interests[at] * INTEREST_RANKS + history[at] + (KILLER_RANKS if at == killer else 0))
            * RANK_UNIT
            + at
            for at in self._candidates(interests, threats, danger, double)
            if not fouls >> at & 1
        ]
        ranked.sort(reverse=True)
        if not danger | double:
            del ranked[NARROW_MOVES if depth <= NARROW_DEPTH else WIDE_MOVES :]
        if best_known >= 0:
            first = [move for move in ranked if move & POINT_BITS != best_known]
            return [HIGHEST_RANK * RANK_UNIT + best_known, *first]
        return ranked or [first_of(position.free)]

    def _candidates(
        self, interests: bytes, threats: int, danger: int, double: int
    ) -> Sequence[int]:
        """Return the points of most interest; under a threat, those that may meet it."""
        position = self._position
        if not danger | double:
            return promising(position, interests, 3)
        side = position.side
        other = 1 - side
        points = position.fours(threats, side) | danger | position.defences(threats, other)
        if danger:
            return list(points_in(points))
        points |= double | position.fours(threats, other)
        calm = [at for at in promising(position, interests, 3) if not points >> at & 1]
        return [*points_in(points), *calm[:CALM_MOVES]]

    def _line(self, longest: int) -> tuple[int, ...]:
        """Return the principal variation, as far as the table knows it."""
        position, line = self._position, [self.best]
        while len(line) < longest:
            position.play(line[-1])
            threats = position.threats()
            five = position.fives(threats, position.side)
            urgent = five or position.fives(threats, 1 - position.side)
            entry = self._memory.result(position.key)
            if urgent:
                line.append(first_of(urgent))
            elif entry is not None and entry[3] >= 0:
                line.append(entry[3])
            if five or len(line) == len(position.path) - self._begin:
                break
        position.rewind(self._begin)
        return tuple(line)

    def _remember(self, side: int, point: int, depth: int, ply: int) -> None:
        """Raise the rank of a move that caused a cut-off."""
        self._killers[ply] = point
        history = self._history[side]
        history[point] = min(history[point] + max(depth, 1) ** 2, HISTORY_LIMIT)

    def _keep(
        self, key: int, depth: int, best: int, low: int, beta: int, ply: int, move: int
    ) -> None:
        """Store a result in the table."""
        bound = AT_LEAST if best >= beta else EXACT_SCORE if best > low else AT_MOST
        self._memory.keep(key, (depth, bound, to_table(best, ply), move))


def promising(position: GomokuSearchPosition, interests: bytes, share: int) -> list[int]:
    """Return the points of at least this share (3: a third) of the greatest interest."""
    least = max(interests) // share
    if least:
        return list(compress(range(len(interests)), interests.translate(GREATER_THAN[least])))
    nearby = position.around & position.free
    return list(points_in(nearby or position.free))


def to_table(score: int, ply: int) -> int:
    """Return a score for the table, where wins are counted from its own positions."""
    return score + ply if score > WIN_SOON else score - ply if score < -WIN_SOON else score


def from_table(score: int, ply: int) -> int:
    return score - ply if score > WIN_SOON else score + ply if score < -WIN_SOON else score
