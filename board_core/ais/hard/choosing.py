"""The search as a function for :class:`~board_core.players.InProcessAI`, and as one
that reports several lines of play until it is told to stop.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import replace

import chess

from board_core.ais.chess_time import FULL_SKILL, ChessTimeManager, Skill
from board_core.ais.greedy import PIECE_VALUES, wealth
from board_core.game.player import Score, Thought
from board_core.game.rules import Position
from board_core.games.chess.position import ChessPosition
from board_core.players.thinking import AITurn

from .encoding import MOVE_BITS, NO_SQUARE
from .evaluation import tables_for
from .position import EMPTY_TABLES, ChessSearchPosition
from .search import MATE_SCORE, MATE_SOON, MAX_DEPTH, ChessSearch, ChessSearchReport
from .sight import Sight
from .table import Memory

MIDDLE_FILE = 3.5


class HardChess:
    """Searches as deep as its time or its skill allows.

    The seed gives each game a slightly different taste in squares, or, where the skill limits the
    depth, each move: with limited depth or nodes and without a clock the same seed plays the same
    games, otherwise games differ. What a search without that limit has found out serves the next
    one of the same game.
    """

    def __init__(self, seed: int | None = None, skill: Skill = FULL_SKILL) -> None:
        self._chance = random.Random(seed)
        self._skill = skill
        self._memory, self._tables = Memory(), EMPTY_TABLES
        self._expected: tuple[frozenset[int], ...] = ()  # keys after the last moves and replies

    def __call__(self, board: chess.Board, turn: AITurn) -> chess.Move:
        """Choose a move. Report a :class:`~board_core.Thought` after each depth and at
        each stop.
        """
        skill = for_one_move(self._skill, self._chance)
        time_manager = ChessTimeManager(turn, skill, MAX_DEPTH)
        if skill.depth is not None or not self._goes_on(board):
            self._memory, self._expected = Memory(), ()
            self._tables = tables_for(board, self._chance, skill.taste)
        keys, stop = keys_before(turn.position), time_manager.stop
        sight = sight_of(board, turn.moves, skill.oversight, self._chance)
        search = ChessSearch(
            board, self._tables, keys, stop, time_manager.max_nodes, self._memory, sight
        )
        if board.legal_moves.count() > 1:
            for found in search.deepen(time_manager.max_depth):
                turn.report(thought(found, turn.elapsed))
                if time_manager.enough(found.line):
                    break
        move = to_chess(search.best_move)
        if skill.depth is None:
            self._expected = (*self._expected[-1:], keys_of_replies(board, move))
        return move

    def _goes_on(self, board: chess.Board) -> bool:
        """Return whether a board follows the last move, or, as the move may have been only
        pondered, the one before.
        """
        key = ChessSearchPosition(board).key
        return any(key in keys for keys in self._expected)


def keys_of_replies(board: chess.Board, move: chess.Move) -> frozenset[int]:
    """Return the keys of all positions that a reply to the move can lead to."""
    board = board.copy(stack=False)
    board.push(move)
    position, keys = ChessSearchPosition(board), set()
    for ranked in position.legal_moves():
        reply = ranked & MOVE_BITS
        undo = position.make(reply)
        keys.add(position.key)
        position.unmake(reply, undo)
    return frozenset(keys)


def for_one_move(skill: Skill, chance: random.Random) -> Skill:
    """Return the skill with a whole number of plies."""
    if skill.depth is None or not skill.deeper:
        return skill
    return replace(skill, depth=skill.depth + (chance.random() < skill.deeper))


def sight_of(
    board: chess.Board, moves: Sequence[str], oversight: float, chance: random.Random
) -> Sight | None:
    """Return what a player sees in this turn, after these moves; None: everything."""
    if not oversight:
        return None
    last = [chess.Move.from_uci(move).to_square for move in moves[-2:]]
    focus = sum(chess.square_file(square) for square in last) / len(last) if last else MIDDLE_FILE
    return Sight(oversight * haste(board), chance, focus, last[-1] if last else NO_SQUARE)


def haste(board: chess.Board) -> float:
    """Return the factor by which a side overlooks more, as it is ahead and relaxes: 1 to 1.5."""
    ahead = wealth(board, board.turn) - wealth(board, not board.turn)
    return 1 + min(max(ahead, 0) / PIECE_VALUES[chess.QUEEN], 1) / 2


def keys_before(position: Position) -> list[int]:
    """Return the keys of the positions that this game could repeat, the oldest first."""
    if not isinstance(position, ChessPosition):
        return []
    return [ChessSearchPosition(board).key for board in position.repeatable()]


def thought(found: ChessSearchReport, seconds: float) -> Thought:
    return Thought(
        depth=found.depth,
        score=to_score(found.score),
        nodes=found.nodes,
        nps=int(found.nodes / seconds) if seconds > 0 else None,
        time=seconds,
        hashfull=found.hashfull,
        pv=tuple(to_chess(move).uci() for move in found.line),
    )


def to_score(score: int) -> Score:
    """Return the score in centipawns, or in moves (not plies) to mate."""
    if abs(score) <= MATE_SOON:
        return Score(cp=score)
    moves = (MATE_SCORE - abs(score) + 1) // 2
    return Score(mate=moves if score > 0 else -moves)


def to_chess(move: int) -> chess.Move:
    return chess.Move(move & 63, move >> 6 & 63, (move & MOVE_BITS) >> 12 or None)


class ChessAnalyst:
    """Reports the best ``lines`` moves of a position, each with its score and what follows.

    ``depth`` is the greatest depth in plies, ``only`` the moves that are searched (none: all). With
    ``mate`` it looks at every line until it has found a mate in so many moves.
    """

    def __init__(
        self,
        lines: int,
        depth: int | None = None,
        only: Collection[str] = (),
        mate: int | None = None,
    ) -> None:
        self._lines, self._skill, self._only = lines, Skill(depth=depth), frozenset(only)
        self._mate = mate

    def __call__(self, board: chess.Board, turn: AITurn) -> chess.Move:
        """Search until the question is withdrawn or its limits are reached; return the best move.

        After each depth it reports a :class:`~board_core.Thought` for every line, the best first.
        """
        time_manager = ChessTimeManager(turn, self._skill, MAX_DEPTH)
        keys, stop = keys_before(turn.position), time_manager.stop
        search = ChessSearch(
            *(board, tables_for(board), keys, stop, time_manager.max_nodes),
            exact=self._mate is not None,
        )
        best = 0
        for found in search.several(self._lines, self._is_searched):
            best = found[0].line[0]
            for rank, report in enumerate(found, start=1):
                turn.report(replace(thought(report, turn.elapsed), rank=rank))
            mated = self._mate is not None and found[0].score >= MATE_SCORE - 2 * self._mate
            if (
                mated
                or found[0].depth >= time_manager.max_depth
                or time_manager.enough(found[0].line)
            ):
                break
        return to_chess(best or search.best_move)

    def _is_searched(self, move: int) -> bool:
        return not self._only or to_chess(move).uci() in self._only
