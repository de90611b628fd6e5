"""Setting up positions of 3D chess piece by piece; the attack boards are among the pieces."""

from __future__ import annotations

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Position, Rules
from board_core.games.arrangement import Arrangement, Arranger, Flaw
from board_core.text.sentence import say

from .board import CASTLING_WAYS, KING, PAWN, PIECE_SYMBOLS, ROOK, Board3D
from .places import (
    COLUMN_OF,
    HOME_BITS,
    PAWN_HOMES,
    PIN_NAMES,
    PLACE_NAMES,
    PLACE_NUMBERS,
    SQUARE_COUNT,
)
from .position import (
    BOARD_SYMBOLS,
    CASTLING_LETTERS,
    COLOR_OF_SIDE,
    board_text,
    flaws_of,
    just_passed,
    unchecked_board,
)

WHOLE_PALETTE = ("K", "Q", "R", "B", "N", "P", "A", "k", "q", "r", "b", "n", "p", "a")


def arranger_of(rules: Rules) -> Chess3DArranger:
    """Return what sets up positions of 3D chess."""
    return Chess3DArranger(rules, WHOLE_PALETTE)


@dataclass(frozen=True, slots=True)
class Chess3DArranger(Arranger):
    """Sets up boards and pieces. A passed square is that of the pawn with the double step."""

    def read(self, position: Position) -> Arrangement:
        board = position.native
        rights = (
            letter for bit, letter in enumerate(CASTLING_LETTERS) if board.castling >> bit & 1
        )
        return Arrangement(
            dict(position.pieces()),
            position.to_move,
            frozenset(rights),
            PLACE_NAMES[board.passed] if board.passed >= 0 else "",
            position.setup,
        )

    def written(self, arrangement: Arrangement) -> str:
        board = _board(arrangement)
        for letter in set(self.rights(arrangement)) & arrangement.rights:
            board.castling |= 1 << CASTLING_LETTERS.index(letter)
        if arrangement.passed in self.passable(arrangement):
            board.passed = PLACE_NUMBERS[arrangement.passed]
        return board_text(board)

    def rights(self, arrangement: Arrangement) -> tuple[str, ...]:
        squares = _board(arrangement).squares
        return tuple(
            CASTLING_LETTERS[bit.bit_length() - 1]
            for side, ways in enumerate(CASTLING_WAYS)
            for bit, king, rook, *_ends in ways
            if (squares[king], squares[rook]) == (KING | side << 3, ROOK | side << 3)
        )

    def passable(self, arrangement: Arrangement) -> tuple[str, ...]:
        board = _board(arrangement)
        return tuple(
            PLACE_NAMES[square] for square in range(SQUARE_COUNT) if just_passed(board, square)
        )

    def flaws(self, arrangement: Arrangement) -> tuple[Flaw, ...]:
        if not set(PIN_NAMES) & arrangement.pieces.keys():  # its text would lack a part
            return (Flaw(say("each side needs two attack boards")),)
        text = self.written(arrangement)
        board = unchecked_board(text)
        found = [Flaw(sentence) for sentence in flaws_of(board)]
        if not found:
            standing = self.rules.start(text).pieces()
            lost = [at for at, one in arrangement.pieces.items() if standing.get(at) != one]
            found = [Flaw(say("boards hang on pins, and pieces stand on boards"), lost)] * bool(
                lost
            )
        return tuple(found)


def _board(arrangement: Arrangement) -> Board3D:
    """Return boards and pieces without rights; a piece needs the board of its square."""
    board = Board3D()
    before = unchecked_board(arrangement.origin) if arrangement.origin else None
    for place, symbol in arrangement.pieces.items():
        if place in PIN_NAMES and symbol in BOARD_SYMBOLS:
            board.put_board(PIN_NAMES.index(place), BOARD_SYMBOLS.index(symbol))
    for place, symbol in arrangement.pieces.items():
        square = PLACE_NUMBERS[place]
        if (
            symbol not in BOARD_SYMBOLS
            and square < SQUARE_COUNT
            and square in board.stacks[COLUMN_OF[square]]
        ):
            board.put(square, PIECE_SYMBOLS.index(symbol))
    for side, homes in enumerate(PAWN_HOMES):
        for square in homes:
            pawn = PAWN | side << 3
            moved = (
                before and before.squares[square] == pawn and not before.fresh & HOME_BITS[square]
            )
            if board.squares[square] == pawn and not moved:
                board.fresh |= HOME_BITS[square]
    board.turn = COLOR_OF_SIDE.index(arrangement.to_move)
    board.fullmove_number = 2  # castling is refused in the first move
    return board
