"""Alpha-beta search of a :class:`~board_core.ais.hard.position.ChessSearchPosition`.

The Chess Programming Wiki describes each part under its name: iterative deepening with
aspiration windows, principal variation search, a transposition table, quiescence
search, static exchange evaluation, null move pruning, reverse futility pruning, futility and late
move pruning, late move reductions, internal iterative reductions, killer moves and the history
heuristic.

Scores are centipawns for the side to move. A mate in n plies is ``MATE - n``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

import chess

from .encoding import (
    CAPTURE_RANK,
    HIGHEST_RANK,
    KING,
    MOVE_BITS,
    NO_SQUARE,
    PAWN,
    PROMOTION_UNIT,
    RANK_UNIT,
)
from .evaluation import PIECE_WORTH, is_lone, phase_of
from .exchange import loses
from .judgement import ACTIVITY_MARGIN, FRAME_MARGIN, Judge
from .position import ChessSearchPosition, Tables
from .sight import CAPTURING_MOVE, CHECKING_MOVE, NEAR_PLIES, QUIET_MOVE, Sight

MATE_SCORE: Final = 30_000
MATE_SOON: Final = 29_000  # a greater score is a mate
DRAW_SCORE: Final = 0
MAX_DEPTH: Final = 60
DEEPEST_PLY: Final = 2 * MAX_DEPTH  # the ply from which on there are no extensions
NO_LIMIT: Final = 1 << 60

NODES_A_POLL: Final = 128  # a good millisecond
TABLE_SIZE: Final = 500_000  # positions; about 60 MB, freed within some 15 ms
HISTORY_LIMIT: Final = 12_000  # stays below CAPTURE_RANK with a killer's bonus

SHALLOW_DEPTH: Final = 7  # a search to this depth must find each mate within it
CAREFUL_PLIES: Final = 5  # plies from the root in which such a search prunes no move
BOLD_PLIES: Final = 2  # the same for a deeper search
ASPIRATION_WINDOW: Final = 30  # centipawns; expected change of the score by one more ply
SURE_LEAD_MARGIN: Final = 75  # centipawns a ply; a lead that a quiet move should keep
HOPELESS_MARGIN: Final = 90  # centipawns a ply; more than a quiet move should gain
EQUAL_MARGIN: Final = 50  # centipawns by which exchanged pieces may differ
CAPTURE_MARGIN: Final = 150  # centipawns that a capture may gain beside the captured piece

LATE_REDUCTIONS: Final = [
    [int(0.5 + log(depth) * log(count) / 2) if depth * count else 0 for count in range(64)]
    for depth in range(64)
]
"""Plies by which a quiet move is searched less deeply, by depth and number of moves before."""

EXACT_SCORE: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

# An entry of the table is one integer, to save memory. From the lowest bits on it has the depth
# (7 bits), one of the three above (2), the best move (15), and the score with an offset above 0.
DEPTH_BITS: Final = 127
BOUND_SHIFT: Final = 7
MOVE_SHIFT: Final = 9
SCORE_SHIFT: Final = 24
SCORE_OFFSET: Final = 1 << 15


@dataclass(frozen=True, slots=True)
class ChessSearchReport:
    """The result of a search so far."""

    depth: int  # plies; the last search to this depth may be incomplete
    score: int
    nodes: int
    line: tuple[int, ...]  # principal variation
    hashfull: int  # permille


class ChessSearchStopped(Exception):
    """The search is to end at once, wherever it is."""


def never() -> bool:
    return False


def every(move: int) -> bool:
    return True


class ChessSearch:
    """One search from one position."""

    def __init__(
        self,
        board: chess.Board,
        tables: Tables,
        past: Sequence[int] = (),
        stop: Callable[[], bool] = never,
        max_nodes: int = NO_LIMIT,
        sight: Sight | None = None,
    ) -> None:
        """Search a board; ``past`` has the keys of positions since the last capture or pawn move.

        ``stop`` is called every :data:`NODES_A_POLL` nodes. The position must have a legal move.
        Moves that ``sight`` misses are not searched.
        """
        self._board, self._tables, self._past = board, tables, list(past)
        self._stop, self._max_nodes = stop, max_nodes
        self._judge = Judge(
            phase_of(board), is_lone(board, chess.WHITE) or is_lone(board, chess.BLACK)
        )
        self._table: dict[int, int] = {}
        self._history: Tables = [[0] * 64 for _ in range(15)]
        self._killers = [0] * (DEEPEST_PLY + MAX_DEPTH + 2)
        self._older_killers = self._killers[:]
        self._careful = CAREFUL_PLIES
        self._nodes = 0
        self._next_poll = min(NODES_A_POLL, max_nodes)
        self._position = self._at_root()
        self._skipped: list[int] = []  # moves that are not looked at in this position
        legal = self._position.legal_moves()
        self.best_move = max(legal) & MOVE_BITS
        self._sight = sight
        self._taken_on = [NO_SQUARE] * (DEEPEST_PLY + MAX_DEPTH + 2)  # by ply: the last capture
        if sight is not None:
            self.best_move = sight.see_one_of(self._position.side, legal) & MOVE_BITS
            self._taken_on[0] = sight.taken_on
        self._best_score = 0

    def _at_root(self) -> ChessSearchPosition:
        position = ChessSearchPosition(self._board, self._tables)
        position.path.extend(self._past)
        return position

    def deepen(self, max_depth: int = MAX_DEPTH) -> Iterator[ChessSearchReport]:
        """Search deeper and deeper. Yield the best result of each depth.

        It ends on a stop, at a limit, and at the quickest mate. Results of an incomplete depth
        count
        too, as the best move of the depth before is searched first.
        """
        for depth in range(1, min(max_depth, MAX_DEPTH) + 1):
            finished = True
            try:
                self._search_root(depth)
            except ChessSearchStopped:
                finished = False
                self._position = self._at_root()  # the search stopped within a line
            yield self._found(depth)
            if not finished or abs(self._best_score) >= MATE_SCORE - depth:
                return

    def several(
        self, lines: int, is_searched: Callable[[int], bool] = every
    ) -> Iterator[tuple[ChessSearchReport, ...]]:
        """Search deeper and deeper. Yield the best lines of each depth, the best one first.

        Each line begins with another of the moves that are searched. It ends on a stop and at a
        limit.
        """
        legal = [move & MOVE_BITS for move in sorted(self._position.legal_moves(), reverse=True)]
        first = [move for move in legal if is_searched(move)]
        others = [move for move in legal if move not in first]
        former: list[tuple[int, int]] = []  # the best moves of the last depth and their scores
        for depth in range(1, MAX_DEPTH + 1):
            reports: list[ChessSearchReport] = []
            found: list[tuple[int, int]] = []
            for rank in range(min(lines, len(first))):
                self._skipped = [*others, *(move for move, _score in found)]
                open_moves = [move for move in first if move not in self._skipped]
                self.best_move, self._best_score = open_moves[0], 0
                if rank < len(former) and former[rank][0] not in self._skipped:
                    self.best_move, self._best_score = former[rank]
                try:
                    self._search_root(depth)
                except ChessSearchStopped:
                    return
                found.append((self.best_move, self._best_score))
                reports.append(self._found(depth))
            former = sorted(found, key=lambda one: -one[1])
            yield tuple(sorted(reports, key=lambda report: -report.score))

    def _found(self, depth: int) -> ChessSearchReport:
        hashfull = len(self._table) * 1000 // TABLE_SIZE
        return ChessSearchReport(depth, self._best_score, self._nodes, self._line(depth), hashfull)

    def _line(self, longest: int) -> tuple[int, ...]:
        """Return the principal variation, as far as the table knows it."""
        position, line, undos = self._position, [self.best_move], []
        while True:
            undos.append(position.make(line[-1]))
            move = self._table.get(position.key, 0) >> MOVE_SHIFT & MOVE_BITS
            if not move or len(line) >= longest or position.drawn(False):
                break
            line.append(move)
        for move in reversed(line):
            position.unmake(move, undos.pop())
        return tuple(line)

    def _poll(self) -> None:
        """Stop at the limits. Raises ChessSearchStopped."""
        if self._nodes >= self._max_nodes or self._stop():
            raise ChessSearchStopped
        self._next_poll = min(self._nodes + NODES_A_POLL, self._max_nodes)

    def _search_root(self, depth: int) -> None:
        """Search with a narrow window around the last score first, which is much faster."""
        low, high = -MATE_SCORE, MATE_SCORE
        if depth > 3:
            low, high = self._best_score - ASPIRATION_WINDOW, self._best_score + ASPIRATION_WINDOW
        width = ASPIRATION_WINDOW
        self._careful = CAREFUL_PLIES if depth <= SHALLOW_DEPTH else BOLD_PLIES
        while True:
            found = self._search(low, high, depth, 0, self._position.in_check(), False)
            if low < found < high:
                return
            width *= 4
            if found <= low:
                low = max(-MATE_SCORE, low - width)
            else:
                high = min(MATE_SCORE, high + width)

    def _search(
        self, alpha: int, beta: int, depth: int, ply: int, checked: bool, may_pass: bool
    ) -> int:
        """Return the score of the position, exact if it lies between alpha and beta."""
        position = self._position
        if ply and position.drawn(checked):
            return DRAW_SCORE
        if checked and ply < DEEPEST_PLY:
            depth += 1
        if depth <= 0:
            return self._horizon(alpha, beta, ply)
        self._nodes += 1
        if self._nodes >= self._next_poll:
            self._poll()

        wide = beta - alpha > 1  # a position of the principal variation: prune less
        known = self._table.get(position.key, 0)
        if known and ply and not wide and known & DEPTH_BITS >= depth:
            score, bound = (
                from_table((known >> SCORE_SHIFT) - SCORE_OFFSET, ply),
                known >> BOUND_SHIFT & 3,
            )
            if bound == EXACT_SCORE or (score >= beta if bound == AT_LEAST else score <= alpha):
                return score
        table_move = known >> MOVE_SHIFT & MOVE_BITS if ply else self.best_move
        if ply >= self._careful and depth > 3 and not table_move:
            depth -= 1  # without a good first move the full depth costs too much
        daring = not checked and not wide and ply >= self._careful
        static = self._static(alpha, beta) if daring else 0
        if daring and -MATE_SOON < beta < MATE_SOON:
            score = self._without_moving(static, beta, depth, ply, may_pass)
            if score >= beta:
                return score

        hopeless = daring and depth <= 4 and static + HOPELESS_MARGIN * depth <= alpha
        enough = 4 + 2 * depth * depth if daring and depth <= 3 else NO_LIMIT
        king = position.kings[position.side]
        best, best_move, legal, low = -MATE_SCORE, table_move, 0, alpha
        overlooked = False
        refuted: list[int] = []
        for ranked in reversed(self._ordered(table_move, ply)):
            move = ranked & MOVE_BITS
            calm = ranked < CAPTURE_RANK * RANK_UNIT
            if calm and best > -MATE_SOON and (hopeless or legal > enough):
                break  # the remaining quiet moves will not be better either
            if not ply and move in self._skipped:
                continue
            undo = position.make(move)
            # On a set-up board, en passant at the root may open any line.
            if (
                position.left_in_check()
                if checked or move & 63 == king or not ply
                else position.uncovers_king(move)
            ):
                position.unmake(move, undo)
                continue
            check = position.gives_check(move)
            if self._sight is not None:
                if not checked and self._misses(move, calm, check, ply):
                    overlooked = True
                    position.unmake(move, undo)
                    continue
                self._taken_on[ply + 1] = NO_SQUARE if calm else move >> 6 & 63
            legal += 1
            less = 0
            if calm and depth > 2 and legal > 3 and not checked:
                less = min(LATE_REDUCTIONS[min(depth, 63)][min(legal, 63)] - wide, depth - 2)
            score = self._score_of_move(alpha, beta, depth - 1, ply + 1, check, less, legal == 1)
            position.unmake(move, undo)
            if calm and score <= alpha:
                refuted.append(move)
            if score <= best:
                continue
            best = score
            if score > alpha:
                alpha, best_move = score, move
                if not ply:
                    self.best_move, self._best_score = move, score
                if score >= beta:
                    if calm:
                        self._remember(move, depth, ply, refuted)
                    break
        if not legal:
            if overlooked:
                return self._static(alpha, beta)
            return ply - MATE_SCORE if checked else DRAW_SCORE
        if ply or not self._skipped:
            self._keep(depth, best, low, beta, ply, best_move)
        return best

    def _score_of_move(
        self, alpha: int, beta: int, depth: int, ply: int, check: bool, less: int, first: bool
    ) -> int:
        """Return the score of the move just made; later moves are first searched with a null
        window.
        """
        if first:
            return -self._search(-beta, -alpha, depth, ply, check, True)
        score = -self._search(-alpha - 1, -alpha, depth - less, ply, check, True)
        if score > alpha and less:
            score = -self._search(-alpha - 1, -alpha, depth, ply, check, True)
        if alpha < score < beta:
            score = -self._search(-beta, -alpha, depth, ply, check, True)
        return score

    def _without_moving(self, static: int, beta: int, depth: int, ply: int, may_pass: bool) -> int:
        """Return at least beta where that is almost certain: reverse futility, null move."""
        if depth <= 5 and static - SURE_LEAD_MARGIN * depth >= beta:
            return static
        if may_pass and depth > 2 and static >= beta and self._position.has_pieces():
            return self._search_after_passing(beta, depth, ply)
        return -MATE_SCORE

    def _search_after_passing(self, beta: int, depth: int, ply: int) -> int:
        """Search after a null move: if even that keeps beta, the position needs no search."""
        undo = self._position.pass_turn()
        self._taken_on[ply + 1] = NO_SQUARE
        score = -self._search(-beta, 1 - beta, depth - 3 - depth // 4, ply + 1, False, False)
        self._position.unpass(undo)
        return min(score, MATE_SOON)  # a mate after a null move proves no mate

    def _horizon(self, alpha: int, beta: int, ply: int) -> int:
        """Search captures. At ply 1, look for stalemate first: a search of one ply must see it."""
        if ply == 1 and not self._position.legal_moves():
            return DRAW_SCORE
        return self._settle(alpha, beta, self._taken_on[ply])

    def _misses(self, move: int, calm: bool, check: bool, ply: int) -> bool:
        """Return whether the move just made escapes the player."""
        sight = self._sight
        assert sight is not None
        kind = CHECKING_MOVE if check else QUIET_MOVE
        if not calm:
            if move >> 6 & 63 == self._taken_on[ply]:
                return False
            kind = CAPTURING_MOVE
        return sight.misses(1 - self._position.side, move, kind, ply)

    def _settle(self, alpha: int, beta: int, taken_on: int) -> int:
        """Search captures only, so that no exchange is scored in its middle.

        ``taken_on`` is the square of the capture before this position, if there was one.
        """
        position = self._position
        self._nodes += 1
        if self._nodes >= self._next_poll:
            self._poll()
        best = self._static(alpha, beta)
        if best >= beta:
            return best
        too_little = max(alpha, best) - best - CAPTURE_MARGIN
        alpha = max(alpha, best)
        squares = position.squares
        captures = position.captures()
        captures.sort()
        for ranked in reversed(captures):
            move = ranked & MOVE_BITS
            taken = squares[move >> 6 & 63] & 7 or PAWN  # the square is empty after en passant
            if taken == KING:
                return MATE_SCORE  # the move before was illegal
            if move < PROMOTION_UNIT and (
                PIECE_WORTH[taken] < too_little or loses(position, move, EQUAL_MARGIN)
            ):
                continue
            end = move >> 6 & 63
            if (
                self._sight is not None
                and end != taken_on
                and self._sight.misses(position.side, move, CAPTURING_MOVE, NEAR_PLIES)
            ):
                continue
            undo = position.make(move)
            score = -self._settle(-beta, -alpha, end)
            position.unmake(move, undo)
            if score > best:
                best = score
                if score >= beta:
                    break
                alpha = max(alpha, score)
        return best

    def _static(self, alpha: int, beta: int) -> int:
        """Return the score of the position as it stands, roughly if it is far from the window."""
        position, judge = self._position, self._judge
        own = judge.tempo - position.score if position.side else judge.tempo + position.score
        if own <= alpha - FRAME_MARGIN or own >= beta + FRAME_MARGIN:
            return own
        frame = judge.frame(position)
        own += -frame if position.side else frame
        if own <= alpha - ACTIVITY_MARGIN or own >= beta + ACTIVITY_MARGIN:
            return own
        active = judge.activity(position)
        return own - active if position.side else own + active

    def _ordered(self, table_move: int, ply: int) -> list[int]:
        """Return the moves, the most promising last."""
        killer, older = self._killers[ply], self._older_killers[ply]
        ordered = self._position.moves(self._history)
        for index, ranked in enumerate(ordered):
            move = ranked & MOVE_BITS
            if move == table_move:
                ordered[index] = HIGHEST_RANK * RANK_UNIT + move
            elif ranked >= CAPTURE_RANK * RANK_UNIT:
                if move < PROMOTION_UNIT and loses(self._position, move, EQUAL_MARGIN):
                    ordered[index] = move  # after all quiet moves
            elif move == killer:
                ordered[index] = (CAPTURE_RANK - 1) * RANK_UNIT + move
            elif move == older:
                ordered[index] = (CAPTURE_RANK - 2) * RANK_UNIT + move
        ordered.sort()
        return ordered

    def _remember(self, move: int, depth: int, ply: int, refuted: list[int]) -> None:
        """Raise the rank of a quiet move that caused a cut-off, and lower those before it."""
        if move != self._killers[ply]:
            self._older_killers[ply] = self._killers[ply]
            self._killers[ply] = move
        squares = self._position.squares
        for other in refuted:
            past, end = self._history[squares[other & 63]], other >> 6 & 63
            past[end] = max(0, past[end] - depth * depth)
        past = self._history[squares[move & 63]]
        end = move >> 6 & 63
        past[end] += depth * depth
        if past[end] > HISTORY_LIMIT:
            for row in self._history:
                row[:] = [count >> 1 for count in row]

    def _keep(self, depth: int, best: int, low: int, beta: int, ply: int, move: int) -> None:
        """Store a result in the table."""
        bound = AT_LEAST if best >= beta else EXACT_SCORE if best > low else AT_MOST
        if len(self._table) >= TABLE_SIZE:
            self._table.clear()
        score = to_table(best, ply) + SCORE_OFFSET
        self._table[self._position.key] = (
            score << SCORE_SHIFT | move << MOVE_SHIFT | bound << BOUND_SHIFT | depth
        )


def to_table(score: int, ply: int) -> int:
    """Return a score for the table, where mates are counted from its own positions."""
    return score + ply if score > MATE_SOON else score - ply if score < -MATE_SOON else score


def from_table(score: int, ply: int) -> int:
    return score - ply if score > MATE_SOON else score + ply if score < -MATE_SOON else score
