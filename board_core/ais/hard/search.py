"""Alpha-beta search of a :class:`~board_core.ais.hard.position.ChessSearchPosition`.

Each helper is a few lines, and described in the Chess Programming Wiki under its name: iterative
deepening with aspiration windows, principal variation search, a transposition table, quiescence
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

from .encoding import CAPTURE_RANK, HIGHEST_RANK, KING, MOVE_BITS, PAWN, PROMOTION_UNIT, RANK_UNIT
from .evaluation import PIECE_WORTH, is_lone, phase_of
from .exchange import loses
from .judgement import ACTIVITY_MARGIN, FRAME_MARGIN, Judge
from .position import ChessSearchPosition, Tables

MATE_SCORE: Final = 30_000
MATE_SOON: Final = 29_000  # a score beyond this is a mate
DRAW_SCORE: Final = 0
MAX_DEPTH: Final = 60
DEEPEST_PLY: Final = 2 * MAX_DEPTH  # no extensions from this ply on
NO_LIMIT: Final = 1 << 60

NODES_A_POLL: Final = 128  # a good millisecond
TABLE_SIZE: Final = 500_000  # positions; about 60 MB, and forgotten within some 15 ms
HISTORY_LIMIT: Final = 12_000  # with a killer's bonus still below CAPTURE

SHALLOW_DEPTH: Final = 7  # a search to this depth must see each mate that it reaches
CAREFUL_PLIES: Final = 5  # plies from the root in which such a search leaves no move out
BOLD_PLIES: Final = 2  # the same of a deeper search
ASPIRATION_WINDOW: Final = 30  # centipawns by which a score is expected to change with one more ply
SURE_LEAD_MARGIN: Final = 75  # centipawns a ply that a quiet move is expected to keep
HOPELESS_MARGIN: Final = 90  # centipawns a ply that a quiet move is not expected to gain
EQUAL_MARGIN: Final = 50  # centipawns by which pieces that are exchanged may differ
CAPTURE_MARGIN: Final = 150  # centipawns that a capture may gain beside what is taken

LATE_REDUCTIONS: Final = [
    [int(0.5 + log(depth) * log(count) / 2) if depth * count else 0 for count in range(64)]
    for depth in range(64)
]
"""By depth and the number of moves before: plies by which a quiet move is searched less deep."""

EXACT_SCORE: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

# What the table knows of a position is one integer, for little memory: from the lowest bits on, the
# depth (7 bits), one of the three above (2), the best move (15), and the score, raised above 0.
DEPTH_BITS: Final = 127
BOUND_SHIFT: Final = 7
MOVE_SHIFT: Final = 9
SCORE_SHIFT: Final = 24
SCORE_OFFSET: Final = 1 << 15


@dataclass(frozen=True, slots=True)
class ChessSearchReport:
    """What a search has found so far."""

    depth: int  # plies; the last search to this depth may have been broken off
    score: int
    nodes: int
    line: tuple[int, ...]  # what both sides are expected to play
    hashfull: int  # permille


class ChessSearchStopped(Exception):
    """The search is to end at once, wherever it is."""


def never() -> bool:
    return False


class ChessSearch:
    """One search from one position."""

    def __init__(
        self,
        board: chess.Board,
        tables: Tables,
        past: Sequence[int] = (),
        stop: Callable[[], bool] = never,
        max_nodes: int = NO_LIMIT,
    ) -> None:
        """``past`` has the keys of the positions since the last capture or pawn move.

        ``stop`` is asked every :data:`NODES_A_POLL` nodes. The position must have a legal move.
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
        self.best_move = max(self._position.legal_moves()) & MOVE_BITS
        self._best_score = 0

    def _at_root(self) -> ChessSearchPosition:
        position = ChessSearchPosition(self._board, self._tables)
        position.path.extend(self._past)
        return position

    def deepen(self, max_depth: int = MAX_DEPTH) -> Iterator[ChessSearchReport]:
        """Search deeper and deeper, and say each time what looks best now.

        Ends when told to stop, at a limit, or when a mate is found that cannot be quicker. The
        move that was found before a search was broken off counts too: the best of the last depth is
        searched first.
        """
        for depth in range(1, min(max_depth, MAX_DEPTH) + 1):
            finished = True
            try:
                self._search_root(depth)
            except ChessSearchStopped:
                finished = False
                self._position = self._at_root()  # the search was deep in some line
            yield self._found(depth)
            if not finished or abs(self._best_score) >= MATE_SCORE - depth:
                return

    def _found(self, depth: int) -> ChessSearchReport:
        hashfull = len(self._table) * 1000 // TABLE_SIZE
        return ChessSearchReport(depth, self._best_score, self._nodes, self._line(depth), hashfull)

    def _line(self, longest: int) -> tuple[int, ...]:
        """The best moves that the table knows, as far as it knows them."""
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
        """Raises Stopped."""
        if self._nodes >= self._max_nodes or self._stop():
            raise ChessSearchStopped
        self._next_poll = min(self._nodes + NODES_A_POLL, self._max_nodes)

    def _search_root(self, depth: int) -> None:
        """With a narrow window around the last score first: that is much quicker."""
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
        """The score of the position, exact if it lies between alpha and beta."""
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

        wide = beta - alpha > 1  # a position of the main line, to be searched with care
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
            depth -= 1  # without a good first move it costs too much
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
        refuted: list[int] = []
        for ranked in reversed(self._ordered(table_move, ply)):
            move = ranked & MOVE_BITS
            calm = ranked < CAPTURE_RANK * RANK_UNIT
            if calm and best > -MATE_SOON and (hopeless or legal > enough):
                break  # nor will one of the quiet moves that are left be better
            undo = position.make(move)
            # A set-up board may be such that taking in passing opens any line: look at the root.
            if (
                position.left_in_check()
                if checked or move & 63 == king or not ply
                else position.uncovers_king(move)
            ):
                position.unmake(move, undo)
                continue
            legal += 1
            less = 0
            if calm and depth > 2 and legal > 3 and not checked:
                less = min(LATE_REDUCTIONS[min(depth, 63)][min(legal, 63)] - wide, depth - 2)
            check = position.gives_check(move)
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
            return ply - MATE_SCORE if checked else DRAW_SCORE
        self._keep(depth, best, low, beta, ply, best_move)
        return best

    def _score_of_move(
        self, alpha: int, beta: int, depth: int, ply: int, check: bool, less: int, first: bool
    ) -> int:
        """Of the move just made. All but the first have only to be shown to be no better."""
        if first:
            return -self._search(-beta, -alpha, depth, ply, check, True)
        score = -self._search(-alpha - 1, -alpha, depth - less, ply, check, True)
        if score > alpha and less:
            score = -self._search(-alpha - 1, -alpha, depth, ply, check, True)
        if alpha < score < beta:
            score = -self._search(-beta, -alpha, depth, ply, check, True)
        return score

    def _without_moving(self, static: int, beta: int, depth: int, ply: int, may_pass: bool) -> int:
        """At least beta where that is as good as certain."""
        if depth <= 5 and static - SURE_LEAD_MARGIN * depth >= beta:
            return static
        if may_pass and depth > 2 and static >= beta and self._position.has_pieces():
            return self._search_after_passing(beta, depth, ply)
        return -MATE_SCORE

    def _search_after_passing(self, beta: int, depth: int, ply: int) -> int:
        """What is so good that even a free move does not help the other side needs no search."""
        undo = self._position.pass_turn()
        score = -self._search(-beta, 1 - beta, depth - 3 - depth // 4, ply + 1, False, False)
        self._position.unpass(undo)
        return min(score, MATE_SOON)  # a mate after passing is no mate

    def _horizon(self, alpha: int, beta: int, ply: int) -> int:
        """Not even a search of one ply gives stalemate: what a move leads to is looked at."""
        if ply == 1 and not self._position.legal_moves():
            return DRAW_SCORE
        return self._settle(alpha, beta)

    def _settle(self, alpha: int, beta: int) -> int:
        """Only captures from here on, so that no exchange is judged in the middle."""
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
            taken = squares[move >> 6 & 63] & 7 or PAWN  # in passing: its square is empty
            if taken == KING:
                return MATE_SCORE  # the move before was illegal
            if move < PROMOTION_UNIT and (
                PIECE_WORTH[taken] < too_little or loses(position, move, EQUAL_MARGIN)
            ):
                continue
            undo = position.make(move)
            score = -self._settle(-beta, -alpha)
            position.unmake(move, undo)
            if score > best:
                best = score
                if score >= beta:
                    break
                alpha = max(alpha, score)
        return best

    def _static(self, alpha: int, beta: int) -> int:
        """What the position is worth as it stands; roughly where it is far from mattering."""
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
        """The moves, those that are likely to be good last."""
        killer, older = self._killers[ply], self._older_killers[ply]
        ordered = self._position.moves(self._history)
        for index, ranked in enumerate(ordered):
            move = ranked & MOVE_BITS
            if move == table_move:
                ordered[index] = HIGHEST_RANK * RANK_UNIT + move
            elif ranked >= CAPTURE_RANK * RANK_UNIT:
                if move < PROMOTION_UNIT and loses(self._position, move, EQUAL_MARGIN):
                    ordered[index] = move  # after all that take nothing
            elif move == killer:
                ordered[index] = (CAPTURE_RANK - 1) * RANK_UNIT + move
            elif move == older:
                ordered[index] = (CAPTURE_RANK - 2) * RANK_UNIT + move
        ordered.sort()
        return ordered

    def _remember(self, move: int, depth: int, ply: int, refuted: list[int]) -> None:
        """A quiet move that was too good here may be good elsewhere too; those before it not."""
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
        """Put what was found into the table."""
        bound = AT_LEAST if best >= beta else EXACT_SCORE if best > low else AT_MOST
        if len(self._table) >= TABLE_SIZE:
            self._table.clear()
        score = to_table(best, ply) + SCORE_OFFSET
        self._table[self._position.key] = (
            score << SCORE_SHIFT | move << MOVE_SHIFT | bound << BOUND_SHIFT | depth
        )


def to_table(score: int, ply: int) -> int:
    """In the table mates are counted from its own positions, not from the root."""
    return score + ply if score > MATE_SOON else score - ply if score < -MATE_SOON else score


def from_table(score: int, ply: int) -> int:
    return score - ply if score > MATE_SOON else score + ply if score < -MATE_SOON else score
