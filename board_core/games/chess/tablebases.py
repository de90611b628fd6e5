"""Syzygy endgame tables: the result of a position with few pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from board_core.game.rules import Outcome, Position, Reason

from .position import ChessPosition

TABLE_FILES = "*.rtbw"
"""The tables of wins, draws and losses; the distances to them are not used."""


@contextmanager
def opened_tables(folder: Path) -> Iterator[Callable[[Position], Outcome | None]]:
    """Yield a function that returns the result of a position by the tables of this folder.

    It returns None where they have none: too many pieces, a right to castle, a table that is
    missing. They do not count moves without a capture: only the position after a capture or a move
    of a pawn has its true result. A win that the fifty-move rule prevents is a draw.
    """
    from chess.syzygy import open_tablebase  # only a match with tables needs it

    with open_tablebase(str(folder)) as tables:

        def result(position: Position) -> Outcome | None:
            assert isinstance(position, ChessPosition)
            board = position.native
            if board.halfmove_clock:
                return None
            try:
                value = tables.probe_wdl(board)
            except KeyError:  # also chess.syzygy.MissingTableError
                return None
            winner = position.to_move if value > 0 else position.to_move.other
            return Outcome(winner if abs(value) == 2 else None, Reason.ADJUDICATION)

        yield result
