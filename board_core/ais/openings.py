"""A small book of openings, so that equal games are rare.

The lines are beginnings of games between our own AIs with random choices; ``benchmarks/book.py``
makes them. A player with a seed uses no book, since it repeats its games.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import chess

from board_core.players.thinking import AITurn

from .hard import HardChess
from .hard.choosing import thought, to_chess
from .hard.evaluation import tables_for
from .hard.search import NO_LIMIT, ChessSearch

LINE_PLIES = 10
"""Plies of each line."""

# fmt: off
BOOK_LINES = (
    "Nc3 Nc6 Nf3 e5 e4 Nf6 Bb5 Nd4 a4 a6",
    "Nc3 Nc6 d4 d5 Bf4 Bf5 Nf3 Nf6 Ne5 e6",
    "Nc3 Nc6 d4 d5 Nf3 Nf6 Bf4 Bf5 e3 e6",
    "Nc3 Nc6 e4 e5 Nf3 Nf6 Bb5 Bb4 a3 Bxc3",
    "Nc3 Nc6 e4 e5 Nf3 Nf6 Bb5 Nd4 O-O Nxb5",
    "Nc3 Nf6 e4 d5 exd5 Nxd5 d4 e6 Nxd5 exd5",
    "Nc3 Nf6 e4 d5 exd5 c6 d4 cxd5 Bf4 Nc6",
    "Nc3 d5 Nf3 Nc6 e4 dxe4 Nxe4 Nf6 Bd3 Nb4",
    "Nc3 d5 e4 dxe4 Nxe4 e5 Qh5 Nc6 Bb5 Qd5",
    "Nc3 e5 Nf3 Nc6 e4 Nf6 Bb5 Bb4 a3 Bxc3",
    "Nc3 e5 e4 Nc6 Nf3 Nf6 Bb5 Nd4 Nxd4 exd4",
    "Nf3 Nf6 Nc3 d5 d4 Bf5 Bf4 Nc6 e3 e6",
    "Nf3 Nf6 Nc3 d5 d4 Bf5 Bf4 e6 e3 Nc6",
    "Nf3 Nf6 d4 Nc6 d5 Nb4 e4 Nxe4 c3 Na6",
    "Nf3 Nf6 d4 d5 Bf4 Bf5 Nc3 Nc6 e3 e6",
    "Nf3 Nf6 d4 d5 Bf4 Bf5 Nh4 Be4 Nc3 Nh5",
    "Nf3 d5 d4 Bf5 Bf4 Nf6 Nc3 Nc6 e3 e6",
    "Nf3 d5 d4 Nc6 Bf4 Nf6 Nc3 Bf5 Nh4 e6",
    "Nf3 d5 d4 Nf6 Bf4 Bf5 e3 e6 Nc3 Nc6",
    "Nf3 d5 d4 Nf6 Nc3 Bf5 Bf4 Nc6 e3 e6",
    "c4 Nc6 d4 Nf6 Nf3 Na5 Nbd2 d5 cxd5 Qxd5",
    "c4 Nc6 e4 Nf6 Nc3 e5 Nf3 Bb4 Nd5 O-O",
    "c4 d5 cxd5 c6 dxc6 Nxc6 e4 Nf6 Nc3 e5",
    "d4 Nc6 d5 Ne5 e4 Nf6 Nc3 e6 Bf4 Bd6",
    "d4 Nf6 Bf4 e6 Nc3 d5 Nf3 Bd6 e3 O-O",
    "d4 Nf6 Nf3 d5 Bf4 Bf5 Ne5 Nc6 Nc3 e6",
    "d4 Nf6 Nf3 d5 Bf4 Bf5 e3 e6 Nc3 Nc6",
    "d4 Nf6 Nf3 d5 Bf4 Nh5 Be5 Nd7 e3 a6",
    "d4 Nf6 Nf3 d5 Nc3 Nc6 Bf4 Bf5 a3 e6",
    "d4 d5 Bf4 Bf5 Nf3 Nf6 Nc3 Nc6 e3 e6",
    "d4 d5 Bf4 Nc6 Nc3 Bf5 Nf3 Nf6 e3 e6",
    "d4 d5 Bf4 Nc6 e3 Nf6 Nc3 Bf5 Nf3 e6",
    "d4 d5 Bf4 Nf6 Nf3 Bf5 Nc3 Nc6 Nh4 e6",
    "d4 d5 Bg5 Nf6 Nf3 h6 Bf4 e6 Nc3 Bd6",
    "d4 d5 Bg5 h6 Bf4 Bf5 Nf3 Nf6 Nc3 e6",
    "d4 d5 Nc3 Bf5 Nf3 Nf6 Bf4 e6 e3 Nc6",
    "d4 d5 Nc3 Nc6 Nf3 Nf6 Bf4 Bf5 e3 e6",
    "d4 d5 Nc3 Nf6 Bf4 Bf5 Nb5 Na6 Nf3 c6",
    "d4 d5 Nc3 Nf6 Nf3 Bf5 Bf4 Nc6 Nh4 e6",
    "d4 d5 Nf3 Nc6 Bf4 Nf6 Nc3 Bf5 e3 e6",
    "d4 d5 Nf3 Nf6 Bf4 Bf5 Nc3 Nc6 Rc1 e6",
    "d4 d5 Nf3 Nf6 Bf4 Bf5 Nc3 e6 e3 Nc6",
    "d4 d5 Nf3 Nf6 e3 Bf5 Nc3 Nc6 Bd3 e6",
    "d4 d5 e3 Nf6 Nc3 Nc6 Nf3 Bf5 Bb5 a6",
    "d4 e6 Nc3 d5 Bf4 Nc6 Nb5 Bb4+ c3 Ba5",
    "e4 Nc6 Nc3 Nf6 d4 e5 d5 Na5 Bg5 h6",
    "e4 Nf6 e5 Nd5 c4 Nb6 d4 d6 Nc3 dxe5",
    "e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 Bf4 dxe5",
    "e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 Nc3 dxe5",
    "e4 d5 Nc3 Nf6 exd5 Nxd5 d4 Bf5 Nxd5 Qxd5",
    "e4 d5 Nc3 Nf6 exd5 c6 d4 cxd5 Bf4 Nc6",
    "e4 d5 Nc3 Nf6 exd5 c6 dxc6 Nxc6 Nf3 e5",
    "e4 d5 Nc3 e6 d4 Nc6 exd5 exd5 Nf3 Nf6",
    "e4 d5 e5 Bf5 d4 e6 Bf4 Nc6 Nf3 Nge7",
    "e4 d5 exd5 Qxd5 Nc3 Qe6+ Be2 Qg6 Nd5 Qd6",
    "e4 d5 exd5 Qxd5 d4 Nc6 Be3 e5 Nf3 e4",
    "e4 d5 exd5 Qxd5 d4 Nc6 Nf3 Bg4 Nc3 Bxf3",
    "e4 d5 exd5 c6 dxc6 Nxc6 Bc4 e5 Nc3 Bf5",
    "e4 e5 Bb5 c6 Ba4 Nf6 Nc3 d5 exd5 b5",
    "e4 e5 Bb5 c6 Ba4 d5 exd5 Qxd5 Qf3 e4",
    "e4 e5 Nf3 Nf6 Nxe5 Nxe4 d4 Qf6 Ng4 Qh4",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nc4 Qe7 d3 d5",
    "e4 e5 d4 Nc6 dxe5 Nxe5 Bf4 Ng6 Ne2 Nf6",
    "e4 e5 d4 exd4 Qxd4 Nc6 Qd2 Nf6 Bd3 d5",
)
# fmt: on


class Remembering:
    """Plays from the book for some plies, and then as its player does."""

    def __init__(self, player: HardChess, plies: int) -> None:
        self.player, self._plies = player, plies

    def __call__(self, board: chess.Board, turn: AITurn) -> chess.Move:
        known = book().get(board.epd(), ()) if board.ply() < self._plies else ()
        return random.choice(known) if known else self.player(board, turn)


@cache
def book() -> Mapping[str, tuple[chess.Move, ...]]:
    """Return the moves that the lines play in each position."""
    known: dict[str, list[chess.Move]] = {}
    for line in BOOK_LINES:
        board = chess.Board()
        for san in line.split():
            moves = known.setdefault(board.epd(), [])
            move = board.push_san(san)
            if move not in moves:
                moves.append(move)
    return MappingProxyType({epd: tuple(moves) for epd, moves in known.items()})


def assess(board: chess.Board, turn: AITurn) -> chess.Move:
    """Search as many nodes as the turn's control allows, and report the score.

    It has no taste, book or haste, does not look at the clock or the game's past, and reports a
    score even where one move is legal.
    """
    max_nodes = turn.clock.control[turn.color].nodes or NO_LIMIT
    search = ChessSearch(board, tables_for(board), max_nodes=max_nodes)
    for found in search.deepen():
        turn.report(thought(found, turn.elapsed))
    return to_chess(search.best_move)
