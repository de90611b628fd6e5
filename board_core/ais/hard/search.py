"""Alpha-beta search of a :class:`~board_core.ais.hard.position.ChessSearchPosition`.

The Chess Programming Wiki describes each part under its name: iterative deepening with
aspiration windows, principal variation search, a transposition table, quiescence
search, static exchange evaluation, null move pruning, reverse futility pruning, futility and late
move pruning, late move reductions, internal iterative reductions, killer moves, counter moves, and
the history heuristic with continuation history.

Scores are centipawns for the side to move. A mate in n plies is ``MATE - n``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

import chess

from .encoding import (
    CAPTURE_RANK,
    HIGHEST_RANK,
    KING,
    MOVE_BITS,
    NO_SQUARE,
    PAWN,
    PROMOTION_UNIT,
    RANK_BITS,
    RANK_UNIT,
)
from .evaluation import PIECE_WORTH
from .exchange import loses
from .judgement import Judge
from .position import ChessSearchPosition, Tables, any_is
from .sight import CAPTURING_MOVE, CHECKING_MOVE, NEAR_PLIES, QUIET_MOVE, Sight
from .table import (
    AT_LEAST,
    AT_MOST,
    BOUND_SHIFT,
    DEPTH_MASK,
    EXACT_SCORE,
    MOVE_SHIFT,
    NEUTRAL_RANK,
    SCORE_MASK,
    SCORE_OFFSET,
    SCORE_SHIFT,
    Memory,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

MATE_SCORE: Final = 30_000
MATE_SOON: Final = 29_000  # a greater score is a mate
DRAW_SCORE: Final = 0
MAX_DEPTH: Final = 60
DEEPEST_PLY: Final = 2 * MAX_DEPTH  # the ply from which on there are no extensions
NO_LIMIT: Final = 1 << 60

NODES_A_POLL: Final = 128  # less than a millisecond, compiled; a few in Python

CAREFUL_PLIES: Final = 3  # plies from the root that prune no move, in searches up to
CAREFUL_DEPTH: Final = 4  # this depth: short mates are found early
ASPIRATION_WINDOW: Final = 25  # centipawns; expected change of the score by one more ply
SURE_LEAD_DEPTH: Final = 6
SURE_LEAD_MARGIN: Final = 55  # centipawns a ply; a lead that a quiet move should keep
HOPELESS_DEPTH: Final = 8
HOPELESS_MARGIN: Final = 70  # centipawns a ply; more than a quiet move should gain
EQUAL_MARGIN: Final = 50  # centipawns by which exchanged pieces may differ
CAPTURE_MARGIN: Final = 150  # centipawns that a capture may gain beside the captured piece
LOSS_A_PLY: Final = 80  # centipawns that a capture may lose for each ply still searched
LOSING_DEPTH: Final = 4  # up to this depth no capture is tried that loses more
FEW_DEPTH: Final = 7  # up to this depth few quiet moves are tried
EXPOSED_DEPTH: Final = 8  # up to this depth no quiet move is tried that loses its piece
QUIET_LOSS: Final = 25  # centipawns that it may lose, times the square of the reduced depth

KILLER_RANK: Final = CAPTURE_RANK - 1
RANK_A_PLY: Final = 2048  # ranks that are worth a ply
USUAL_RANK: Final = 2 * NEUTRAL_RANK - RANK_A_PLY // 2  # up to half a ply more nothing changes
MOST_TRUST: Final = 2 * RANK_A_PLY

LATE_REDUCTIONS: Final[list[i64]] = [
    int(0.6 + log(depth) * log(count) / 2.0) if depth * count else 0
    for depth in range(64)
    for count in range(64)
]
"""Plies by which a quiet move is searched less deeply, by depth and number of moves before."""


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
        memory: Memory | None = None,
        sight: Sight | None = None,
        exact: bool = False,
    ) -> None:
        """Search a board; ``past`` has the keys of positions since the last capture or pawn move.

        ``stop`` is called every :data:`NODES_A_POLL` nodes. The position must have a legal move.
        ``memory`` is that of an earlier search of the same game, with the same tables. Moves that
        ``sight`` misses are not searched. An ``exact`` search leaves no move out and looks at none
        less deeply: it finds each mate at its depth.
        """
        self._board, self._tables, self._past = board, tables, list(past)
        self._stop = stop
        self._max_nodes: i64 = max_nodes
        self._exact = exact
        self._judge = Judge(sight is None or sight.knows_endings)
        self._memory = memory or Memory()
        plies: i64 = DEEPEST_PLY + MAX_DEPTH + 3
        none: i64 = 0
        self._killers = [none] * plies
        self._older_killers = [none] * plies
        self._counters = [none] * (15 * 64)  # by the move before: what refuted it last
        self._statics = [none] * plies  # by ply
        self._made = [none] * (plies + 1)  # by ply + 1: the move before as piece * 64 + square
        self._nodes: i64 = 0
        self._depth: i64 = 0  # of the search from the root
        self._next_poll: i64 = min(NODES_A_POLL, max_nodes)
        self._position = self._at_root()
        self._skipped: list[i64] = []  # moves that are not looked at in this position
        legal = self._position.legal_moves()
        self.best_move: i64 = max(legal) & MOVE_BITS
        self._best_score: i64 = 0
        self._sight = sight
        nowhere: i64 = NO_SQUARE
        self._taken_on = [nowhere] * plies  # by ply: where the move before took a piece
        if sight is not None:
            self.best_move = sight.see_one_of(self._position.side, legal) & MOVE_BITS
            self._taken_on[0] = sight.taken_on

    def _at_root(self) -> ChessSearchPosition:
        position = ChessSearchPosition(self._board, self._tables)
        position.path.extend(self._past)
        return position

    def deepen(self, max_depth: int = MAX_DEPTH) -> Iterator[ChessSearchReport]:
        """Search deeper and deeper. Yield the best result of each depth.

        It ends on a stop, at a limit, and at the quickest mate. Results of an incomplete depth
        count too, as the best move of the depth before is searched first.
        """
        for depth in range(1, min(max_depth, MAX_DEPTH) + 1):
            finished = True
            try:
                self._search_root(depth)
            except ChessSearchStopped:
                finished = False
                self._position = self._at_root()  # the search stopped within a line
            yield self._found(depth)
            best: int = self._best_score
            if not finished or abs(best) >= MATE_SCORE - depth:
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
        score, line, full = self._best_score, self._line(depth), self._memory.hashfull
        return ChessSearchReport(depth, score, self._nodes, line, full)

    def _line(self, longest: int) -> tuple[int, ...]:
        """Return the principal variation, as far as the table knows it."""
        position, line, undos = self._position, [self.best_move], []
        while True:
            undos.append(position.make(line[-1]))
            move = self._memory.entry(position.key) >> MOVE_SHIFT & MOVE_BITS
            if len(line) >= longest or position.drawn(False) or not self._is_legal(move):
                break
            line.append(move)
        for move in reversed(line):
            position.unmake(move, undos.pop())
        return tuple(line)

    def _is_legal(self, move: i64) -> bool:
        return any_is(self._position.legal_moves(), move)

    def _poll(self) -> None:
        """Stop at the limits. Raises ChessSearchStopped."""
        if self._nodes >= self._max_nodes or self._stop():
            raise ChessSearchStopped
        self._next_poll = min(self._nodes + NODES_A_POLL, self._max_nodes)

    def _search_root(self, depth: int) -> None:
        """Search with a narrow window around the last score first, which is much faster."""
        self._depth = depth
        low, high = -MATE_SCORE, MATE_SCORE
        width = ASPIRATION_WINDOW
        if depth > 3:
            low, high = self._best_score - width, self._best_score + width
        checked = self._position.in_check()
        while True:
            found = self._search(low, high, depth, 0, checked, False)
            if low < found < high:
                return
            width *= 3
            if found <= low:
                low = max(-MATE_SCORE, low - width)
            else:
                high = min(MATE_SCORE, high + width)

    def _search(
        self, alpha: i64, beta: i64, depth: i64, ply: i64, checked: bool, may_pass: bool
    ) -> i64:
        """Return the score of the position, exact if it lies between alpha and beta."""
        position, memory = self._position, self._memory
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
        known = memory.entry(position.key)
        if known and ply and not wide and known & DEPTH_MASK >= depth:
            score = from_table((known >> SCORE_SHIFT & SCORE_MASK) - SCORE_OFFSET, ply)
            bound = known >> BOUND_SHIFT & 3
            if bound == EXACT_SCORE or (score >= beta if bound == AT_LEAST else score <= alpha):
                return score
        table_move = known >> MOVE_SHIFT & MOVE_BITS if ply else self.best_move
        if ply and depth > 3 and not table_move and not self._exact:
            depth -= 1  # without a good first move the full depth costs too much
        static: i64 = -MATE_SCORE if checked else self._judge.score(position, alpha, beta)
        self._statics[ply] = static
        if known and not checked:
            static = closer(static, known)
        daring = ply > 0 and not checked and not wide and not self._exact
        daring = daring and (ply >= CAREFUL_PLIES or self._depth > CAREFUL_DEPTH)
        rising: i64 = 1 if ply >= 2 and static > self._statics[ply - 2] else 0
        if daring and -MATE_SOON < beta < MATE_SOON:
            if depth <= SURE_LEAD_DEPTH and static - SURE_LEAD_MARGIN * (depth - rising) >= beta:
                return static
            if may_pass and depth > 2 and static >= beta and position.has_pieces():
                score = self._search_after_passing(static, beta, depth, ply)
                if score >= beta:
                    return score

        hopeless = (
            daring
            and depth <= HOPELESS_DEPTH
            and static + HOPELESS_MARGIN * (depth + rising) <= alpha
        )
        enough: i64 = NO_LIMIT
        if daring and depth <= FEW_DEPTH:
            enough = (4 + depth * depth) >> (1 - rising)
        king = position.kings[position.side]
        killer, older = self._killers[ply], self._older_killers[ply]
        before = self._made[ply]
        best: i64 = -MATE_SCORE
        best_move, low = table_move, alpha
        legal: i64 = 0
        less: i64 = 0  # plies by which a move is searched less deeply
        overlooked = False
        tried: list[i64] = []  # quiet moves as piece * 64 + square
        losing: list[i64] = []  # captures that lose material, the best last
        moves: list[i64] = []
        if table_move and (not ply or position.can_play(table_move)):
            moves.append(table_move)
        stage: i64 = 0  # the table's move, captures, quiet moves, losing captures
        at: i64 = len(moves)
        while True:
            at -= 1
            if at < 0:
                stage += 1
                if stage == 1:
                    moves = position.captures()
                    moves.sort()
                elif stage == 2:
                    moves = position.quiets(memory.history, memory.replies(before))
                    put_first(moves, killer, older, self._counters[before], KILLER_RANK)
                    moves.sort()
                elif stage == 3:
                    losing.reverse()
                    moves = losing
                else:
                    break
                at = len(moves)
                continue
            move = moves[at] & MOVE_BITS
            if stage and move == table_move:
                continue
            if not ply and self._skipped and move in self._skipped:
                continue
            calm = stage == 2
            if stage == 0:
                calm = not position.squares[move >> 6 & 63] and move < PROMOTION_UNIT
            elif stage == 1:
                if move < PROMOTION_UNIT and loses(position, move, EQUAL_MARGIN):
                    losing.append(move)
                    continue
            elif best > -MATE_SOON:
                late = stage == 2 and (hopeless or legal > enough)
                if stage == 2 and not late and daring and depth <= EXPOSED_DEPTH and move != killer:
                    less = LATE_REDUCTIONS[depth * 64 + min(legal, 63)]
                    late = loses(position, move, QUIET_LOSS * (depth - less) * (depth - less))
                if late and not position.would_check(move):
                    continue
                losing_capture = stage == 3 and daring and depth <= LOSING_DEPTH
                if losing_capture and loses(position, move, LOSS_A_PLY * depth):
                    continue
            piece = position.squares[move & 63]
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
            reached = piece * 64 + (move >> 6 & 63)
            self._made[ply + 1] = reached
            if calm and depth > 2 and legal > 3 and not checked and not self._exact:
                less = LATE_REDUCTIONS[min(depth, 63) * 64 + min(legal, 63)]
                if wide:
                    less -= 1
                if not rising:
                    less += 1
                if check:
                    less -= 1
                if stage == 2:
                    less -= min((moves[at] >> RANK_BITS) - USUAL_RANK, MOST_TRUST) // RANK_A_PLY
                less = max(0, min(less, depth - 2))
            if legal == 1:
                score = -self._search(-beta, -alpha, depth - 1, ply + 1, check, True)
            else:
                score = -self._search(-alpha - 1, -alpha, depth - 1 - less, ply + 1, check, True)
                if score > alpha and less:
                    score = -self._search(-alpha - 1, -alpha, depth - 1, ply + 1, check, True)
                if alpha < score < beta:
                    score = -self._search(-beta, -alpha, depth - 1, ply + 1, check, True)
            position.unmake(move, undo)
            if score > best:
                best = score
                if score > alpha:
                    alpha, best_move = score, move
                    if not ply:
                        self.best_move, self._best_score = move, score
                    if score >= beta:
                        if calm:
                            if move != killer:
                                self._older_killers[ply] = killer
                                self._killers[ply] = move
                            self._counters[before] = move
                            memory.reward(before, reached, tried, depth)
                        break
            if calm:
                tried.append(reached)
        if not legal and overlooked:
            return self._judge.score(position, alpha, beta)
        if not legal:
            return ply - MATE_SCORE if checked else DRAW_SCORE
        if ply or not self._skipped:
            bound = AT_LEAST if best >= beta else EXACT_SCORE if best > low else AT_MOST
            memory.keep(position.key, depth, to_table(best, ply), bound, best_move)
        return best

    def _search_after_passing(self, static: i64, beta: i64, depth: i64, ply: i64) -> i64:
        """Search after a null move: if even that keeps beta, the position needs no search."""
        undo = self._position.pass_turn()
        self._made[ply + 1] = 0
        self._taken_on[ply + 1] = NO_SQUARE
        less = 3 + depth // 4 + min((static - beta) // 200, 2)
        score = -self._search(-beta, 1 - beta, depth - less, ply + 1, False, False)
        self._position.unpass(undo)
        return min(score, MATE_SOON)  # a mate after a null move proves no mate

    def _horizon(self, alpha: i64, beta: i64, ply: i64) -> i64:
        """Search captures. At ply 1, look for stalemate first: a search of one ply must see it."""
        if ply == 1 and not self._position.legal_moves():
            return DRAW_SCORE
        return self._settle(alpha, beta, ply, self._taken_on[ply])

    def _misses(self, move: i64, calm: bool, check: bool, ply: i64) -> bool:
        """Return whether the move just made escapes the player."""
        sight = self._sight
        assert sight is not None
        kind: i64 = CHECKING_MOVE if check else QUIET_MOVE
        if not calm:
            if move >> 6 & 63 == self._taken_on[ply]:
                return False
            kind = CAPTURING_MOVE
        return sight.misses(1 - self._position.side, move, kind, ply)

    def _settle(self, alpha: i64, beta: i64, ply: i64, taken_on: i64) -> i64:
        """Search captures only, so that no exchange is scored in its middle.

        ``taken_on`` is the square of the capture before this position, if there was one.
        """
        position, memory = self._position, self._memory
        self._nodes += 1
        if self._nodes >= self._next_poll:
            self._poll()
        known = memory.entry(position.key)
        if known:
            score = from_table((known >> SCORE_SHIFT & SCORE_MASK) - SCORE_OFFSET, ply)
            bound = known >> BOUND_SHIFT & 3
            if bound == EXACT_SCORE or (score >= beta if bound == AT_LEAST else score <= alpha):
                return score
        best = self._judge.score(position, alpha, beta)
        if known:
            best = closer(best, known)
        if best >= beta:
            return best
        low = alpha
        too_little = max(alpha, best) - best - CAPTURE_MARGIN
        alpha = max(alpha, best)
        squares = position.squares
        best_move = known >> MOVE_SHIFT & MOVE_BITS
        captures = position.captures()
        put_first(captures, best_move, 0, 0, HIGHEST_RANK)
        captures.sort()
        at: i64 = len(captures)
        while at > 0:
            at -= 1
            move = captures[at] & MOVE_BITS
            target = squares[move >> 6 & 63]
            taken: i64 = target & 7 if target else PAWN  # the square is empty after en passant
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
            score = -self._settle(-beta, -alpha, ply + 1, end)
            position.unmake(move, undo)
            if score > best:
                best = score
                if score > alpha:
                    alpha, best_move = score, move
                    if score >= beta:
                        break
        bound = AT_LEAST if best >= beta else EXACT_SCORE if best > low else AT_MOST
        memory.keep(position.key, 0, to_table(best, ply), bound, best_move)
        return best


def closer(static: i64, known: i64) -> i64:
    """Return a better guess at a score than that of the position as it stands, from its entry."""
    score = (known >> SCORE_SHIFT & SCORE_MASK) - SCORE_OFFSET
    bound = known >> BOUND_SHIFT & 3
    if score > MATE_SOON or score < -MATE_SOON:
        return static
    if bound == EXACT_SCORE or (score > static if bound == AT_LEAST else score < static):
        return score
    return static


def put_first(moves: list[i64], first: i64, second: i64, third: i64, rank: i64) -> None:
    """Give a move this rank, and two others those below."""
    for at, ranked in enumerate(moves):
        move = ranked & MOVE_BITS
        if move == first:
            moves[at] = rank * RANK_UNIT + move
        elif move == second:
            moves[at] = (rank - 1) * RANK_UNIT + move
        elif move == third:
            moves[at] = (rank - 2) * RANK_UNIT + move


def to_table(score: i64, ply: i64) -> i64:
    """Return a score for the table, where mates are counted from its own positions."""
    return score + ply if score > MATE_SOON else score - ply if score < -MATE_SOON else score


def from_table(score: i64, ply: i64) -> i64:
    return score - ply if score > MATE_SOON else score + ply if score < -MATE_SOON else score
