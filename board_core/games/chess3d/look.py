"""The look and the records of 3D chess, and setting up its positions, attack boards among them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from board_core.fast_dataclass import dataclass
from board_core.game.rules import Move, Position, Rules
from board_core.games.chess.pgn import game_told, games_of_text
from board_core.games.chess.pictures import CHESS_LOOK
from board_core.games.look import Arrangement, Arranger, Flaw, Look
from board_core.record import GameTree, PlayedGame
from board_core.record.files import RecordFormat
from board_core.record.pgn_reading import PgnGame, read_game
from board_core.record.pgn_writing import pgn_tree, tree_to_pgn
from board_core.text.sentence import say

from .board import CASTLING_WAYS, KING, PAWN, PIECE_SYMBOLS, ROOK, Board3D
from .places import (
    BOARDS_MAP,
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

BOARD_PICTURE = (
    '<g fill="{fill}" stroke="{line}" stroke-width="1.5">'
    '<rect x="8" y="8" width="29" height="29" rx="3"/>'
    '<path d="M22.5 8v29M8 22.5h29" fill="none"/></g>'
)


def pictures() -> Mapping[str, str]:
    """Return the SVG elements of the pieces and of the attack boards."""
    return {
        **CHESS_LOOK.pictures(),
        "A": BOARD_PICTURE.format(fill="#fff", line="#000"),
        "a": BOARD_PICTURE.format(fill="#000", line="#ececec"),
    }


LEVEL_COLORS = {
    "W": ("#f0d9b5", "#b58863"),
    "N": ("#e2e2e0", "#a2a2a0"),
    "B": ("#d6e4f2", "#7ea0c8"),
}
"""The light and the dark colour of each main board, and of the boards on its pins."""


def _tints() -> Mapping[str, str]:
    found = {}
    for level in BOARDS_MAP.levels:
        light, dark = LEVEL_COLORS[level.pin[-1] if level.pin else level.name]
        for place in level.places:
            found[place] = dark if BOARDS_MAP.is_dark(place) else light
    return found


CHESS_3D_LOOK = Look(
    pictures, tints=_tints(), signs={**CHESS_LOOK.signs, "A": "▢", "a": "▣"}, order="qrbn"
)


OTHER_NAMES = ("3d chess", "3d-chess", "tri-dimensional chess")
"""Other texts of the tag Variant that mean this game."""

SOME_MOVE = re.compile(r"[za-e]\d(?:[WNB]|[QK]L[1-6])|[QK]L[1-6]-[QK]L[1-6]|[Oo0]-[Oo0]")
"""What every text with a move of 3D chess contains."""


def records_of(rules: Rules) -> RecordFormat:
    """Return the format in which games of 3D chess are written and read."""
    tree = partial(pgn_tree, _tags_of)
    return RecordFormat(
        "pgn",
        partial(_text, tree),
        split=partial(games_of_text, some_move=SOME_MOVE),
        read_tree=partial(read_game, pgn=PgnGame(rules, _told, _Line, always_set_up=True)),
        tree=tree,
        write_tree=tree_to_pgn,
        told=_told,
    )


def _text(tree: partial[GameTree], record: PlayedGame, **options: object) -> str:
    return tree_to_pgn(tree(record, **options))


def _tags_of(record: PlayedGame) -> Mapping[str, str]:
    """Return the name of the game, and its first position unless it is the standard one."""
    named = {"Variant": record.rules.name}
    return named if record.setup is None else {"SetUp": "1", "FEN": record.setup, **named}


def _told(tags: Mapping[str, str]) -> str:
    """Return the name of the rules that the tags name; chess has no tag Variant."""
    said = tags.get("Variant", "")
    return "chess-3d" if said.casefold() in OTHER_NAMES else game_told(tags)


class _Line:
    """A line of play as its positions, the last one at the end."""

    def __init__(self, start: Position) -> None:
        self._positions = [start]

    def play(self, text: str) -> tuple[Move, str]:
        position = self._positions[-1]
        move = position.parse(text)
        self.play_again(move)
        return move, position.notation(move)

    def play_again(self, move: Move) -> None:
        self._positions.append(self._positions[-1].play(move))

    def take_back(self) -> None:
        self._positions.pop()


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
