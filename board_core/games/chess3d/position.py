"""A position of 3D chess as a value, on top of :class:`.board.Board3D`, and its moves in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Move, Outcome, Position, Reason, Rules
from board_core.game.sides import Color
from board_core.games.draws import FIDE, DrawRules
from board_core.text.sentence import Sentence, say

from .board import (
    BLACK,
    BOARD_MOVE,
    CASTLING_MOVE,
    EN_PASSANT,
    KIND_MASK,
    LATE_SHIFT,
    MANNER_SHIFT,
    NO_OWNER,
    PAWN,
    PIECE_SYMBOLS,
    PLACE_MASK,
    PROMOTION_SHIFT,
    TO_SHIFT,
    Board3D,
    move_text,
)
from .places import BOARDS_MAP, PIN_NAMES, PLACE_NAMES, SQUARE_COUNT, pin_squares
from .text import STANDARD_SETUP, board_text, read_board
from .written import read_move, written

PIECE_NAMES = {
    "K": say("white king"),
    "Q": say("white queen"),
    "R": say("white rook"),
    "B": say("white bishop"),
    "N": say("white knight"),
    "P": say("white pawn"),
    "k": say("black king"),
    "q": say("black queen"),
    "r": say("black rook"),
    "b": say("black bishop"),
    "n": say("black knight"),
    "p": say("black pawn"),
}


def described(board: Board3D, move: int) -> Sentence:
    """Return a legal move in words, such as "white knight a1W to b3N, check"."""
    sentence = _moved(board, move)
    if late := move >> LATE_SHIFT:
        square, piece = PLACE_NAMES[board.late_pawn()], _name(late | board.turn << 3)
        first = say("the pawn on {square} becomes {piece}", square=square, piece=piece)
        sentence = say("{first}, then {move}", first=first, move=sentence)
    for addition in _additions(board, move):
        sentence = say("{move}, {addition}", move=sentence, addition=addition)
    return sentence


def _name(piece: int) -> Sentence:
    return PIECE_NAMES[PIECE_SYMBOLS[piece]]


def _moved(board: Board3D, move: int) -> Sentence:
    start, to = move & PLACE_MASK, move >> TO_SHIFT & PLACE_MASK
    names = {"start": PLACE_NAMES[start], "to": PLACE_NAMES[to]}
    manner = move >> MANNER_SHIFT & KIND_MASK
    if manner == BOARD_MOVE:
        load = [board.squares[s] for s in pin_squares(start - SQUARE_COUNT) if board.squares[s]]
        if load:
            return say("board {start} to {to} with {piece}", piece=_name(load[0]), **names)
        return say("empty board {start} to {to}", **names)
    late = move >> LATE_SHIFT
    own = late and start == board.late_pawn()
    piece = _name(late | board.turn << 3 if own else board.squares[start])
    if manner == CASTLING_MOVE:
        if names["to"][0] == "e":
            return say("{king} castles king side", king=piece)
        return say("{king} castles queen side", king=piece)
    return say("{piece} {start} to {to}", piece=piece, **names)


def _additions(board: Board3D, move: int) -> Iterator[Sentence]:
    to, manner = move >> TO_SHIFT & PLACE_MASK, move >> MANNER_SHIFT & KIND_MASK
    if manner == EN_PASSANT:
        yield say("takes {piece} en passant", piece=_name(PAWN | (1 - board.turn) << 3))
    elif manner < EN_PASSANT and board.squares[to]:
        yield say("takes {piece}", piece=_name(board.squares[to]))
    if promotion := move >> PROMOTION_SHIFT & KIND_MASK:
        piece = _name(promotion | board.turn << 3)
        if manner == BOARD_MOVE:
            yield say("the pawn becomes {piece}", piece=piece)
        else:
            yield say("becomes {piece}", piece=piece)
    after = board.copy()
    after.push(move)
    if after.is_check():
        mate = next(after.generate_legal(), None) is None
        yield say("mate") if mate else say("check")


EXAMPLE_MOVES = ("b4N", "Nc3W", "bxa5N", "O-O", "d8B=Q", "QL3-QL5", "b2Wb4N")

COLOR_OF_SIDE = (Color.WHITE, Color.BLACK)
BOARD_SYMBOLS = "Aa"
"""The symbols of the attack boards among the pieces, White's first."""

SIDE_BYTES = (b"w", b"b")
LENGTH_WITHOUT_RIGHTS = SQUARE_COUNT + len(PIN_NAMES) + 1

Key = bytes
"""A position as the rules compare it with others."""


class Chess3DPosition:
    """A position, those since the last progress, and its draw rules.

    Moves are coordinates such as ``b2Wb4N``, ``QL3QL5`` and ``q:b2Wb4N``. Two positions are equal
    if they have the same text and draw rules and the same positions can be repeated.
    """

    __slots__ = ("_board", "_draws", "_key", "_legal", "_past", "_written")

    def __init__(self, board: Board3D, draws: DrawRules = FIDE, past: tuple[Key, ...] = ()) -> None:
        """Take over the board, which nobody may change afterwards."""
        self._board = board
        self._draws = draws
        self._past = past
        self._key = key_of(board)
        self._legal: Mapping[str, int] | None = None  # filled when asked for
        self._written: tuple[Move, str] | None = None

    @property
    def to_move(self) -> Color:
        return COLOR_OF_SIDE[self._board.turn]

    @property
    def setup(self) -> str:
        return board_text(self._board)

    @property
    def native(self) -> Board3D:
        """A new board without the moves that led here."""
        return self._board.copy()

    @property
    def repetitions(self) -> int:
        """The number of times the position has occurred, this time included."""
        return 1 + self._past.count(self._key)

    def repeatable(self) -> Sequence[Key]:
        """Return the positions since the last progress, the oldest first, without their rights."""
        return [key[:LENGTH_WITHOUT_RIGHTS] for key in self._past]

    def _moves(self) -> Mapping[str, int]:
        """Return the legal moves as numbers by their texts."""
        if self._legal is None:
            self._legal = {move_text(move): move for move in self.native.generate_legal()}
        return self._legal

    def legal_moves(self) -> Sequence[Move]:
        return tuple(map(Move, self._moves()))

    def parse(self, text: str) -> Move:
        return Move(move_text(self._read(text)))

    def _read(self, text: str) -> int:
        return read_move(self.native, self._moves(), text)

    def play(self, move: Move) -> Self:
        board, number = self.native, self._read(move)
        board.push(number)
        past = (*self._past, self._key) if board.halfmove_clock else ()
        return type(self)(board, self._draws, past)

    def notation(self, move: Move) -> str:
        known = self._written  # read once: another thread may replace it
        if known is None or known[0] != move:
            moves = self._moves()
            text = written(self.native, self._read(move), moves.values())
            known = self._written = (move, text)
        return known[1]

    def outcome(self) -> Outcome | None:
        board, draws = self.native, self._draws
        if next(board.generate_legal(), None) is None:
            if board.is_check():
                return Outcome(self.to_move.other, Reason.CHECKMATE)
            return Outcome(None, Reason.STALEMATE)
        if draws.insufficient_material and not any(map(self.can_win, Color)):
            return Outcome(None, Reason.INSUFFICIENT_MATERIAL)
        times = self.repetitions
        for ends, reason in (
            (draws.seventy_five_moves and board.halfmove_clock >= 150, Reason.SEVENTY_FIVE_MOVES),
            (draws.fivefold and times >= 5, Reason.FIVEFOLD_REPETITION),
            (draws.fifty_moves and board.halfmove_clock >= 100, Reason.FIFTY_MOVES),
            (draws.threefold and times >= 3, Reason.THREEFOLD_REPETITION),
        ):
            if ends:
                return Outcome(None, reason)
        return None

    def claim(self) -> Outcome | None:
        if not self._draws.claims:
            return None
        if self.repetitions >= 3:
            return Outcome(None, Reason.THREEFOLD_REPETITION)
        return Outcome(None, Reason.FIFTY_MOVES) if self._board.halfmove_clock >= 100 else None

    def can_win(self, color: Color) -> bool:
        """Return whether this side has more than its king: any piece can help to mate."""
        side = COLOR_OF_SIDE.index(color)
        return sum(1 for piece in self._board.squares if piece and piece >> 3 == side) > 1

    def pieces(self) -> Mapping[str, str]:
        """Return the pieces by their squares, and the attack boards by their pins.

        A square of a pin exists while there is a board on the pin.
        """
        board = self._board
        pieces = {
            PLACE_NAMES[square]: PIECE_SYMBOLS[piece]
            for square, piece in enumerate(board.squares)
            if piece
        }
        return pieces | {
            PIN_NAMES[pin]: BOARD_SYMBOLS[owner]
            for pin, owner in enumerate(board.owners)
            if owner != NO_OWNER
        }

    def marked(self) -> Sequence[str]:
        """Return the square of a king in check."""
        board = self._board
        return [PLACE_NAMES[board.kings[board.turn]]] if board.is_check() else []

    def describe(self, move: Move) -> Sentence:
        return described(self.native, self._read(move))

    def after_null_move(self) -> Self | None:
        """Return the position after a null move; None in check, or if a pawn has to be promoted."""
        board = self.native
        if board.is_check() or board.late_pawn() >= 0:
            return None
        board.passed, board.halfmove_clock = -1, board.halfmove_clock + 1
        board.fullmove_number += board.turn
        board.turn = 1 - board.turn
        return type(self)(board, self._draws)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chess3DPosition):
            return NotImplemented
        return (
            self._draws == other._draws
            and _facts(self._board) == _facts(other._board)
            and Counter(self._past) == Counter(other._past)
        )

    def __hash__(self) -> int:
        return hash((self._key, self._board.halfmove_clock))

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.setup, self._draws, self._past)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.setup!r})"


def _facts(board: Board3D) -> tuple[object, ...]:
    """Return all that the text of a position tells."""
    rights = (board.turn, board.castling, board.fresh, board.passed)
    return board.squares, board.owners, rights, board.halfmove_clock, board.fullmove_number


def _again(
    kind: type[Chess3DPosition], setup: str, draws: DrawRules, past: tuple[Key, ...]
) -> Chess3DPosition:
    return kind(read_board(setup), draws, past)


def key_of(board: Board3D) -> Key:
    """Return all that makes a position the same as another one, as the rules compare them.

    A side that cannot castle only because it makes its first move will be able to later.
    """
    own_rights = board.castling >> (2 if board.turn == BLACK else 0) & 3
    passed = board.passed + 1 if _can_take_passed(board) else 0
    first = board.first_move and own_rights != 0
    rights = bytes((board.castling, first, board.fresh & 255, board.fresh >> 8, passed))
    return without_rights(board) + rights


def without_rights(board: Board3D) -> Key:
    """Return pieces, boards and the side to move alone, with which a key begins."""
    return bytes(board.squares) + bytes(board.owners) + SIDE_BYTES[board.turn]


def _can_take_passed(board: Board3D) -> bool:
    if board.passed < 0:
        return False
    moves = board.copy().generate_legal()
    return any(move >> MANNER_SHIFT & KIND_MASK == EN_PASSANT for move in moves)


@dataclass(frozen=True, slots=True)
class Chess3DStart:
    """Makes a first position. It is a value, so that rules with equal draw rules are equal."""

    draws: DrawRules

    def __call__(self, setup: str | None) -> Position:
        return Chess3DPosition(read_board(STANDARD_SETUP if setup is None else setup), self.draws)


def chess3d_rules(draws: DrawRules = FIDE) -> Rules:
    """Return the rules of 3D chess with these draw rules."""
    return Rules("chess-3d", Color.WHITE, BOARDS_MAP, Chess3DStart(draws), examples=EXAMPLE_MOVES)


CHESS_3D = chess3d_rules()
