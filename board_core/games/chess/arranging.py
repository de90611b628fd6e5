"""Setting up positions of chess and its variants piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import chess

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Position, Rules
from board_core.games.look import Arrangement, Arranger, Flaw

from .position import SIDE_OF_TURN, flaws_of
from .variants import board_maker

ALL_PIECES = ("K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p")
CASTLING_RIGHTS = ("K", "Q", "k", "q")

MakeBoard = Callable[[str], chess.Board]


def arranger_of(rules: Rules) -> ChessArranger:
    """Return what sets up positions of chess or of a variant of it."""
    return ChessArranger(rules, ALL_PIECES, board_maker(rules.name))


@dataclass(frozen=True, slots=True)
class ChessArranger(Arranger):
    """Sets up a game that python-chess knows. Pockets and counted checks stay as they were."""

    make: MakeBoard

    def read(self, position: Position) -> Arrangement:
        board = self.make(position.setup)
        return Arrangement(
            dict(position.pieces()),
            position.to_move,
            frozenset(board.castling_xfen()) & frozenset(CASTLING_RIGHTS),
            chess.square_name(board.ep_square) if board.ep_square is not None else "",
            position.setup,
        )

    def written(self, arrangement: Arrangement) -> str:
        board = self._board(arrangement)
        allowed = arrangement.rights & frozenset(self.rights(arrangement))
        board.set_castling_fen(
            "".join(right for right in CASTLING_RIGHTS if right in allowed) or "-"
        )
        if arrangement.passed in self.passable(arrangement):
            board.ep_square = chess.parse_square(arrangement.passed)
        return board.fen(en_passant="fen")

    def rights(self, arrangement: Arrangement) -> tuple[str, ...]:
        board = self._board(arrangement)
        board.set_castling_fen("".join(CASTLING_RIGHTS))
        board.castling_rights = board.clean_castling_rights()
        allowed = board.castling_xfen()
        return tuple(right for right in CASTLING_RIGHTS if right in allowed)

    def passable(self, arrangement: Arrangement) -> tuple[str, ...]:
        board = self._board(arrangement)
        return tuple(chess.square_name(square) for square in _passed(board))

    def flaws(self, arrangement: Arrangement) -> tuple[Flaw, ...]:
        board = self.make(self.written(arrangement))
        found = tuple(flaws_of(board))
        return found or Arranger.flaws(self, arrangement)

    def _board(self, arrangement: Arrangement) -> chess.Board:
        """Return the pieces and the side to move, without rights."""
        board = self.make(arrangement.origin)
        board.set_piece_map(
            {
                chess.parse_square(place): chess.Piece.from_symbol(symbol)
                for place, symbol in arrangement.pieces.items()
            }
        )
        board.turn = SIDE_OF_TURN[chess.WHITE] is arrangement.to_move
        board.castling_rights, board.ep_square = chess.BB_EMPTY, None
        board.halfmove_clock, board.fullmove_number = 0, 1
        return board


def _passed(board: chess.Board) -> Iterator[chess.Square]:
    """Find the squares on which a pawn could be taken that has just passed them."""
    for square in chess.SquareSet(chess.BB_RANK_6 if board.turn else chess.BB_RANK_3):
        board.ep_square = square
        valid = not board.status() & chess.STATUS_INVALID_EP_SQUARE
        if valid and board.has_pseudo_legal_en_passant():
            yield square
    board.ep_square = None
