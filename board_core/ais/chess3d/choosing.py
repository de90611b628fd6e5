"""The players of 3D chess, as functions for :class:`~board_core.players.InProcessAI`."""

from __future__ import annotations

import random
from dataclasses import replace

from board_core.ais.chess_time import FULL_SKILL, ChessTimeManager, Skill
from board_core.game.player import Score, Thought
from board_core.game.rules import Position
from board_core.games.chess3d.board import (
    EN_PASSANT,
    KIND_MASK,
    LATE_SHIFT,
    MANNER_SHIFT,
    PAWN,
    PLACE_MASK,
    PROMOTION_SHIFT,
    TO_SHIFT,
    Board3D,
    move_text,
)
from board_core.games.chess3d.position import Chess3DPosition, Key
from board_core.players.thinking import AITurn

from .evaluation import PIECE_VALUES, worths
from .search import MATE_SCORE, MATE_SOON, MAX_DEPTH, Chess3DSearch, Chess3DSearchReport


class GreedyChess3D:
    """Mates if it can, else takes or promotes as much as it can, else moves at random.

    It does not see that a piece can be taken back.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)

    def __call__(self, board: Board3D) -> str:
        merits = {move: (_mates(board, move), gain(board, move)) for move in board.legal_moves()}
        best = max(merits.values())
        return move_text(self._chance.choice([m for m, merit in merits.items() if merit == best]))


def gain(board: Board3D, move: int) -> int:
    """Return the value of what a move takes and promotes to, in centipawns."""
    manner = move >> MANNER_SHIFT & KIND_MASK
    taken = PAWN if manner == EN_PASSANT else 0
    if manner < EN_PASSANT:
        taken = board.squares[move >> TO_SHIFT & PLACE_MASK] & 7
    grown = PIECE_VALUES[move >> PROMOTION_SHIFT & KIND_MASK] + PIECE_VALUES[move >> LATE_SHIFT]
    return PIECE_VALUES[taken] + grown


def _mates(board: Board3D, move: int) -> bool:
    board.push(move)
    mate = board.is_check() and next(board.generate_legal(), None) is None
    board.pop()
    return mate


class SearchingChess3D:
    """Searches as deep as its time or its skill allows.

    The seed gives each move a slightly different taste in squares: with limited depth or nodes and
    without a clock the same seed plays the same games.
    """

    def __init__(self, seed: int | None = None, skill: Skill = FULL_SKILL) -> None:
        self._chance = random.Random(seed)
        self._skill = skill
        self._hasty = GreedyChess3D(seed)

    def __call__(self, board: Board3D, turn: AITurn) -> str:
        """Choose a move; report a :class:`~board_core.Thought` after each depth."""
        skill = self._skill
        if skill.haste and self._chance.random() < skill.haste:
            return self._hasty(board)
        time_manager = ChessTimeManager(turn, skill, MAX_DEPTH)
        search = Chess3DSearch(
            board,
            worths(self._chance, skill.taste),
            past_of(turn.position),
            time_manager.stop,
            time_manager.max_nodes,
        )
        for found in search.deepen(time_manager.max_depth):
            turn.report(thought(found, turn.elapsed))
            if time_manager.enough(found.line):
                break
        return move_text(search.best_move)


def past_of(position: Position) -> list[Key]:
    """Return the earlier positions that a game could repeat."""
    return list(position.repeatable()) if isinstance(position, Chess3DPosition) else []


def thought(found: Chess3DSearchReport, seconds: float) -> Thought:
    return Thought(
        depth=found.depth,
        score=to_score(found.score),
        nodes=found.nodes,
        nps=int(found.nodes / seconds) if seconds > 0 else None,
        time=seconds,
        pv=tuple(map(move_text, found.line)),
    )


def to_score(score: int) -> Score:
    """Return the score in centipawns, or in moves (not plies) to mate."""
    if abs(score) <= MATE_SOON:
        return Score(cp=score)
    moves = (MATE_SCORE - abs(score) + 1) // 2
    return Score(mate=moves if score > 0 else -moves)


class Chess3DAnalyst:
    """Reports the best ``lines`` moves of a position, each with its score and what follows."""

    def __init__(self, lines: int) -> None:
        self._lines = lines

    def __call__(self, board: Board3D, turn: AITurn) -> str:
        """Search until the question is withdrawn or its limits are reached; return the best move.

        After each depth it reports a :class:`~board_core.Thought` for every line, the best first.
        """
        time_manager = ChessTimeManager(turn, FULL_SKILL, MAX_DEPTH)
        search = Chess3DSearch(
            *(board, worths(random.Random(0), 0), past_of(turn.position), time_manager.stop),
            time_manager.max_nodes,
        )
        best = search.best_move
        for found in search.several(self._lines, time_manager.max_depth):
            best = found[0].line[0]
            for rank, report in enumerate(found, start=1):
                turn.report(replace(thought(report, turn.elapsed), rank=rank))
            if time_manager.enough(found[0].line):
                break
        return move_text(best)
