"""Alpha-beta search of 3D chess with quiescence and iterative deepening."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from board_core.games.chess3d.board import (
    BOARD_MOVE,
    KIND_MASK,
    KING,
    LATE_SHIFT,
    MANNER_SHIFT,
    PAWN,
    PLACE_MASK,
    PROMOTION_SHIFT,
    TO_SHIFT,
    Board3D,
)
from board_core.games.chess3d.places import COLUMN_OF
from board_core.games.chess3d.position import Key, without_rights

from ..chess_time import NO_LIMIT
from .evaluation import PIECE_VALUES, Worths, score_of

MAX_DEPTH: Final = 60
MATE_SCORE: Final = 30_000
MATE_SOON: Final = MATE_SCORE - 1_000
"""Scores above this are mates."""
INFINITE_SCORE: Final = 1_000_000
NODES_A_POLL: Final = 32
QUIET_PLIES: Final = 8
"""The most plies of captures that are looked at behind the last depth."""
DELTA_MARGIN: Final = 150
"""Centipawns by which a capture may fall short of alpha before it is left out."""
NULL_REDUCTION: Final = 2
LATE_MOVE_DEPTH: Final = 3
LATE_MOVES: Final = 5
"""Moves after so many others are searched less deeply, from this depth on."""
MOST_TABLE_ENTRIES: Final = 400_000

TABLE_MOVE_SCORE: Final = 1 << 30
CAPTURE_SCORE: Final = 1 << 24
KILLER_SCORE: Final = 1 << 22
EXACT_BOUND: Final = 0
LOWER_BOUND: Final = 1
UPPER_BOUND: Final = 2


@dataclass(frozen=True, slots=True)
class Chess3DSearchReport:
    """The result of a search so far."""

    depth: int  # plies
    score: int
    nodes: int
    line: tuple[int, ...]  # principal variation


class Chess3DSearchStopped(Exception):
    """The search is to end at once, wherever it is."""


def never() -> bool:
    return False


def score_of_report(report: Chess3DSearchReport) -> int:
    return report.score


class Chess3DSearch:
    """One search from one position, which has a legal move."""

    def __init__(
        self,
        board: Board3D,
        worths: Worths,
        past: Sequence[Key] = (),
        stop: Callable[[], bool] = never,
        max_nodes: int = NO_LIMIT,
    ) -> None:
        self._root, self._worths = board, worths
        self._board = board.copy()
        self._stop, self._max_nodes = stop, max_nodes
        self._seen = set(past)
        self._table: dict[Key, tuple[int, int, int, int]] = {}
        self._history: dict[int, int] = {}
        self._killers = [0] * (MAX_DEPTH * 2)
        self._next_poll = min(NODES_A_POLL, max_nodes)
        self.nodes = 0
        self.best_move = board.legal_moves()[0]

    def deepen(self, max_depth: int = MAX_DEPTH) -> Iterator[Chess3DSearchReport]:
        """Search deeper and deeper; yield a report after each depth, and when stopped."""
        moves = self._ordered(self._board.legal_moves(), 0, 0)
        score = score_of(self._board, self._worths)  # until a depth is finished
        for depth in range(1, max_depth + 1):
            try:
                score = self._search_root(moves, depth)
            except Chess3DSearchStopped:
                self._board = self._root.copy()  # the other one is wherever the search was
                yield Chess3DSearchReport(depth, score, self.nodes, (self.best_move,))
                return
            yield Chess3DSearchReport(depth, score, self.nodes, self._line(depth))
            if abs(score) > MATE_SOON and MATE_SCORE - abs(score) <= depth:
                return

    def several(
        self, lines: int, max_depth: int = MAX_DEPTH
    ) -> Iterator[tuple[Chess3DSearchReport, ...]]:
        """Search deeper and deeper. Yield the best lines of each depth, the best one first.

        Each line begins with another move. It ends on a stop, at a limit, and with the last depth.
        """
        moves = self._ordered(self._board.legal_moves(), 0, 0)
        for depth in range(1, max_depth + 1):
            found, rest = list[Chess3DSearchReport](), moves
            try:
                while rest and len(found) < lines:
                    score = self._search_root(rest, depth)
                    found.append(Chess3DSearchReport(depth, score, self.nodes, self._line(depth)))
                    rest = rest[1:]
            except Chess3DSearchStopped:
                self._board = self._root.copy()
                return
            moves = [*(report.line[0] for report in found), *rest]
            yield tuple(sorted(found, key=score_of_report, reverse=True))

    def _search_root(self, moves: list[int], depth: int) -> int:
        """Search all moves, and put the best one first. Raises Chess3DSearchStopped."""
        board, alpha, best = self._board, -INFINITE_SCORE, moves[0]
        for number, move in enumerate(moves):
            board.push(move)
            if number:
                score = -self._search(depth - 1, -alpha - 1, -alpha, 1)
                if score > alpha:
                    score = -self._search(depth - 1, -INFINITE_SCORE, -alpha, 1)
            else:
                score = -self._search(depth - 1, -INFINITE_SCORE, INFINITE_SCORE, 1)
            board.pop()
            if score > alpha:
                alpha, best = score, move
                self.best_move = best
        moves.remove(best)
        moves.insert(0, best)
        return alpha

    def _search(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        board = self._board
        key = without_rights(board)
        if key in self._seen or board.halfmove_clock >= 100:
            return 0
        check = board.is_check()
        if check:
            depth += 1
        if depth <= 0 or ply >= MAX_DEPTH:
            return self._quiet(alpha, beta, QUIET_PLIES)
        self._spend()
        known, table_move = self._table.get(key), 0
        if known is not None:
            known_depth, score, bound, table_move = known
            if known_depth >= depth and (
                bound == EXACT_BOUND
                or (bound == LOWER_BOUND and score >= beta)
                or (bound == UPPER_BOUND and score <= alpha)
            ):
                return score
        narrow = beta - alpha == 1
        if narrow and not check and depth > NULL_REDUCTION and self._may_pass(beta):
            passed = board.pass_turn()
            score = -self._search(depth - 1 - NULL_REDUCTION, -beta, 1 - beta, ply + 1)
            board.pass_back(passed)
            if score >= beta and abs(score) < MATE_SOON:
                return score
        moves = self._ordered(board.legal_moves(), table_move, ply)
        if not moves:
            return ply - MATE_SCORE if check else 0
        self._seen.add(key)
        score = self._search_moves(moves, (depth, alpha, beta, ply), key, check)
        self._seen.discard(key)
        return score

    def _search_moves(
        self, moves: list[int], window: tuple[int, int, int, int], key: Key, check: bool
    ) -> int:
        board = self._board
        depth, alpha, beta, ply = window
        first, best, found = alpha, -INFINITE_SCORE, 0
        for number, move in enumerate(moves):
            calm = self._is_calm(move)
            board.push(move)
            if number:
                less = depth >= LATE_MOVE_DEPTH and number >= LATE_MOVES and calm and not check
                score = -self._search(depth - 1 - less, -alpha - 1, -alpha, ply + 1)
                if score > alpha and (less or score < beta):
                    score = -self._search(depth - 1, -beta, -alpha, ply + 1)
            else:
                score = -self._search(depth - 1, -beta, -alpha, ply + 1)
            board.pop()
            if score > best:
                best, found = score, move
                alpha = max(alpha, score)
                if score >= beta:
                    if calm:
                        self._killers[ply] = move
                        self._history[move] = self._history.get(move, 0) + depth * depth
                    break
        bound = LOWER_BOUND if best >= beta else EXACT_BOUND if best > first else UPPER_BOUND
        if len(self._table) < MOST_TABLE_ENTRIES and abs(best) < MATE_SOON:
            self._table[key] = (depth, best, bound, found)
        return best

    def _quiet(self, alpha: int, beta: int, plies: int) -> int:
        """Return the score after captures and promotions alone."""
        self._spend()
        board = self._board
        stand = score_of(board, self._worths)
        if stand >= beta or plies == 0 or board.late_pawn() >= 0:
            return stand
        best, turn, squares = stand, board.turn, board.squares
        alpha = max(alpha, stand)
        gains = []
        for move in board.pseudo_legal(quiet=False):
            taken = squares[move >> TO_SHIFT & PLACE_MASK] & 7 or PAWN
            gain = PIECE_VALUES[taken] + PIECE_VALUES[move >> PROMOTION_SHIFT & KIND_MASK]
            if taken == KING:
                return MATE_SCORE
            if stand + gain + DELTA_MARGIN >= alpha:
                gains.append((16 * gain - PIECE_VALUES[squares[move & PLACE_MASK] & 7], move))
        gains.sort(reverse=True)
        for _gain, move in gains:
            board.push(move)
            if board.attacked(COLUMN_OF[board.kings[turn]], 1 - turn):
                board.pop()
                continue
            score = -self._quiet(-beta, -alpha, plies - 1)
            board.pop()
            if score > best:
                best = score
                alpha = max(alpha, score)
                if score >= beta:
                    break
        return best

    def _ordered(self, moves: list[int], table_move: int, ply: int) -> list[int]:
        """Return the moves, the most promising first."""
        squares, history, killer = self._board.squares, self._history, self._killers[ply]

        def promise(move: int) -> int:
            if move == table_move:
                return TABLE_MOVE_SCORE
            manner = move >> MANNER_SHIFT & KIND_MASK
            gain = PIECE_VALUES[move >> PROMOTION_SHIFT & KIND_MASK]
            gain += PIECE_VALUES[move >> LATE_SHIFT]
            taken = squares[move >> TO_SHIFT & PLACE_MASK] & 7 if manner < BOARD_MOVE - 1 else 0
            if taken or gain:
                mover = 0 if manner == BOARD_MOVE else squares[move & PLACE_MASK] & 7
                return CAPTURE_SCORE + 16 * (PIECE_VALUES[taken] + gain) - PIECE_VALUES[mover]
            return KILLER_SCORE if move == killer else history.get(move, 0)

        moves.sort(key=promise, reverse=True)
        return moves

    def _is_calm(self, move: int) -> bool:
        """Return whether a move neither captures nor promotes."""
        if move >> PROMOTION_SHIFT:
            return False
        manner = move >> MANNER_SHIFT & KIND_MASK
        return manner >= BOARD_MOVE - 1 or not self._board.squares[move >> TO_SHIFT & PLACE_MASK]

    def _may_pass(self, beta: int) -> bool:
        """Return whether a null move may be tried: the side stands well and has more than pawns."""
        board = self._board
        if board.late_pawn() >= 0 or score_of(board, self._worths) < beta:
            return False
        own = (piece & 7 for piece in board.squares if piece and piece >> 3 == board.turn)
        return any(PAWN < kind < KING for kind in own)

    def _line(self, depth: int) -> tuple[int, ...]:
        """Return the principal variation as far as the table knows it."""
        board, line = self._board, [self.best_move]
        board.push(self.best_move)
        while len(line) < depth:
            known = self._table.get(without_rights(board))
            if known is None or known[3] not in board.legal_moves():
                break
            line.append(known[3])
            board.push(known[3])
        for _move in line:
            board.pop()
        return tuple(line)

    def _spend(self) -> None:
        """Count one more node. Raises Chess3DSearchStopped."""
        self.nodes += 1
        if self.nodes >= self._next_poll:
            if self.nodes >= self._max_nodes or self._stop():
                raise Chess3DSearchStopped
            self._next_poll = min(self.nodes + NODES_A_POLL, self._max_nodes)
