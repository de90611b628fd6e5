"""Chess960 and the variants of chess that python-chess knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import chess

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import squares
from board_core.game.rules import BadSetup, Move, Outcome, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.games.draws import ENGINE, DrawRules, Start, draws_name
from board_core.text.sentence import say

from .pictures import CHECKS_TO_WIN
from .position import EXAMPLE_MOVES, SIDE_OF_TURN, ChessPosition, board_of

if TYPE_CHECKING:
    from random import Random

MOST_HELD = 32
"""Greatest number of pieces on the board and in both pockets: none leaves crazyhouse."""

CHESS960 = "chess960"
START_COUNT = 960
USUAL_START = 518
"""Number of the starting position of chess among the 960, in their usual order."""


def _exploded(board: chess.Board) -> Outcome | None:
    for color in chess.COLORS:
        if not board.kings & board.occupied_co[color]:
            return Outcome(SIDE_OF_TURN[not color], Reason.KING_EXPLODED)
    return None


def _on_the_hill(board: chess.Board) -> Outcome | None:
    for color in chess.COLORS:
        if board.kings & board.occupied_co[color] & chess.BB_CENTER:
            return Outcome(SIDE_OF_TURN[color], Reason.KING_ON_THE_HILL)
    return None


def _three_checks(board: Any) -> Outcome | None:
    for color in chess.COLORS:
        if board.remaining_checks[color] <= 0:
            return Outcome(SIDE_OF_TURN[color], Reason.THREE_CHECKS)
    return None


def _race_over(board: chess.Board) -> Outcome | None:
    """Return the end of a race: White moves first, so Black may still draw by his next move."""
    white, black = (
        bool(board.kings & board.occupied_co[color] & chess.BB_RANK_8)
        for color in (chess.WHITE, chess.BLACK)
    )
    if white and black:
        return Outcome(None, Reason.RACE_TIED)
    if black:
        return Outcome(Color.BLACK, Reason.RACE_WON)
    if not white:
        return None
    kings = board.kings & board.occupied_co[chess.BLACK]
    if board.turn == chess.BLACK and any(board.generate_legal_moves(kings, chess.BB_RANK_8)):
        return None
    return Outcome(Color.WHITE, Reason.RACE_WON)


def _horde_destroyed(board: chess.Board) -> Outcome | None:
    if board.occupied_co[chess.WHITE]:
        return None
    return Outcome(Color.BLACK, Reason.HORDE_DESTROYED)


def _all_given_away(board: chess.Board) -> Outcome | None:
    for color in chess.COLORS:
        if not board.occupied_co[color]:
            return Outcome(SIDE_OF_TURN[color], Reason.NO_PIECE_LEFT)
    return None


def _never(board: chess.Board) -> Outcome | None:
    return None


EMPTY_HAND = re.compile(r"(?:\[-\]|/-)(\s|$)")
"""Empty hands as some programs of crazyhouse write them."""


@dataclass(frozen=True, slots=True)
class ChessVariant:
    """The differences between a variant and chess."""

    name: str  # the name of its rules
    board: str  # its class in chess.variant
    over: Callable[[chess.Board], Outcome | None] = _never
    """Returns how the variant's own aim ends a game."""
    castles: bool = True
    stuck_wins: bool = False
    """A side without a legal move wins. In other variants this is stalemate, a draw."""
    counts_moves: bool = True
    """The fifty-move and seventy-five-move rules apply."""
    comes_back: bool = False
    """A position can occur again after a capture or a pawn move."""

    def make(self, setup: str | None = None) -> chess.Board:
        """Return a board. Raises BadSetup."""
        kind: type[chess.Board] = getattr(import_module("chess.variant"), self.board)
        if setup is None:
            return kind()
        board = board_of(EMPTY_HAND.sub(" ", setup), kind)
        if (why := _flaw(self, board)) is not None:
            raise BadSetup(
                say("{text} is not a possible position: {why}", text=repr(setup), why=why)
            )
        return board


def _flaw(variant: ChessVariant, board: Any) -> str | None:
    """Return a flaw that python-chess does not find."""
    if not variant.castles and board.castling_rights:
        return "bad castling rights"
    if hasattr(board, "pockets"):
        if any(pocket.count(chess.KING) for pocket in board.pockets):
            return "a king in a pocket"
        if chess.popcount(board.occupied) + sum(map(len, board.pockets)) > MOST_HELD:
            return "too many pieces"
    remaining = getattr(board, "remaining_checks", ())
    if not all(0 <= checks <= CHECKS_TO_WIN for checks in remaining):
        return "bad number of checks"
    return None


VARIANTS: Mapping[str, ChessVariant] = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            ChessVariant("atomic", "AtomicBoard", _exploded),
            ChessVariant(
                "antichess", "AntichessBoard", _all_given_away, castles=False, stuck_wins=True
            ),
            ChessVariant("crazyhouse", "CrazyhouseBoard", counts_moves=False, comes_back=True),
            ChessVariant("horde", "HordeBoard", _horde_destroyed),
            ChessVariant("king-of-the-hill", "KingOfTheHillBoard", _on_the_hill),
            ChessVariant("racing-kings", "RacingKingsBoard", _race_over, castles=False),
            ChessVariant("three-check", "ThreeCheckBoard", _three_checks),
        )
    }
)
"""The variants by the names of their rules."""

OTHER_NAMES = {
    "3check": "three-check",
    "threecheck": "three-check",
    "960": CHESS960,
    "fischerandom": CHESS960,
    "freestyle": CHESS960,
    "koth": "king-of-the-hill",
    "zh": "crazyhouse",
    "racing": "racing-kings",
}
"""Other names of the same games."""

VARIANT_OF_BOARD = {variant.board: variant for variant in VARIANTS.values()}


class VariantPosition(ChessPosition):
    """A position of a variant. Moves are in UCI, drops as in ``N@f3``."""

    __slots__ = ()

    @property
    def _variant(self) -> ChessVariant:
        return VARIANT_OF_BOARD[type(self._board).__name__]

    def play(self, move: Move) -> Self:
        board = self._board_after(move)
        earlier = self if board.halfmove_clock or self._variant.comes_back else None
        return type(self)(board, self._draws, earlier)

    def outcome(self) -> Outcome | None:
        board, variant = self._board, self._variant
        if (over := variant.over(board)) is not None:
            return over
        if not any(board.generate_legal_moves()):
            if board.is_check():
                return Outcome(self.to_move.other, Reason.CHECKMATE)
            if variant.stuck_wins:
                return Outcome(self.to_move, Reason.NO_MOVE_LEFT)
            return Outcome(None, Reason.STALEMATE)
        if self._draws.insufficient_material and board.is_insufficient_material():
            return Outcome(None, Reason.INSUFFICIENT_MATERIAL)
        return self._draws.ended(self._quiet_plies, self.repetitions)

    @property
    def _quiet_plies(self) -> int:
        return self._board.halfmove_clock if self._variant.counts_moves else 0


def _variant_start(facts: tuple[str, DrawRules], setup: str | None) -> Position:
    name, draws = facts
    return VariantPosition(VARIANTS[name].make(setup), draws)


def _chess960_start(draws: DrawRules, setup: str | None) -> Position:
    """Return a first position of Chess960, by its number from 0 to 959 or by a FEN."""
    text = str(USUAL_START) if setup is None else setup.strip()
    if text.isascii() and text.isdecimal():
        if len(text) > 3 or int(text) >= START_COUNT:
            raise BadSetup(
                say("{text} is no start of Chess960: give 0 to 959, or a FEN", text=repr(text))
            )
        board = chess.Board.from_chess960_pos(int(text))
    else:
        board = board_of(text, _chess960_board)
    return ChessPosition(board, draws)


def drawn_start(chance: Random) -> str:
    """Return the FEN of a random start of Chess960."""
    return chess.Board.from_chess960_pos(chance.randrange(START_COUNT)).fen()


def board_maker(name: str) -> Callable[[str], chess.Board]:
    """Return what makes a board of a FEN for chess or a variant, even of an impossible position."""
    if name == CHESS960:
        return _chess960_board
    if name not in VARIANTS:
        return chess.Board
    kind: type[chess.Board] = getattr(import_module("chess.variant"), VARIANTS[name].board)
    return kind


def _chess960_board(setup: str) -> chess.Board:
    return chess.Board(setup, chess960=True)


def castling_places(position: Position, move: Move) -> tuple[str, ...]:
    """Return the squares of a move of Chess960: for a castling, the king's target.

    Where the king could also go there without castling, or stays, the rook's square is returned.
    """
    pieces = position.pieces()
    start, end = move[:2], move[2:4]
    rook = "R" if position.to_move is Color.WHITE else "r"
    if pieces.get(start) not in ("K", "k") or pieces.get(end) != rook:
        return start, end
    goal = ("c" if end < start else "g") + start[1]
    far = abs(ord(goal[0]) - ord(start[0])) > 1
    return start, goal if far else end


def variant_rules(name: str, draws: DrawRules = ENGINE) -> Rules:
    """Return the rules of a variant with these draw rules."""
    board, said = squares(8, 8), draws_name(draws)
    if name == CHESS960:
        start, places = Start(_chess960_start, draws), castling_places
        return Rules(name, Color.WHITE, board, start, EXAMPLE_MOVES, "chess", places, draws=said)
    examples = (*EXAMPLE_MOVES, "N@f3") if name == "crazyhouse" else EXAMPLE_MOVES
    start_of = Start(_variant_start, (name, draws))
    return Rules(name, Color.WHITE, board, start_of, examples, "chess", draws=said)


VARIANT_GAMES: dict[str, Rules] = {name: variant_rules(name) for name in (CHESS960, *VARIANTS)}
"""The variants by name, with the draws of :data:`CHESS` where they apply."""
