"""A gomoku position as a value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Self

from board_core.fast_dataclass import dataclass
from board_core.game.geometry import WITHOUT_I, points
from board_core.game.rules import IllegalMove, Line, Move, Outcome, Position, Reason, Rules
from board_core.game.sides import Color, PerColor
from board_core.games.draws import Start
from board_core.games.look import Arrangement, Arranger, Flaw
from board_core.text.findings import explained_on
from board_core.text.harmless_text import foreign_letter, in_ascii
from board_core.text.sentence import Sentence, say

from .board import (
    BLACK,
    EMPTY,
    FILE_LETTERS,
    MORE_WORD,
    RENJU,
    STONE_OF_SIGN,
    SWAP2,
    SWAP_WORD,
    WHITE,
    Cells,
    Forbidden,
    GomokuBoard,
    GomokuVariant,
    Ray,
    Swap2Stage,
    bad_setup,
    exchanged,
    forbidden,
    free,
    makes_overline,
    read_setup,
    variant_of,
    windows,
    written,
)

STONE_OF_COLOR = {Color.BLACK: BLACK, Color.WHITE: WHITE}
COLOR_OF_STONE = {BLACK: Color.BLACK, WHITE: Color.WHITE}
SYMBOL_OF_STONE = {BLACK: "x", WHITE: "O"}

POINT_NUMBERS = re.compile(r"(-?\d{1,9})\s*,\s*(-?\d{1,9})", re.ASCII)
"""A point of the protocol that is not on the board."""
MOVE_TEXT = re.compile(r"([a-z])(\d{1,2})", re.IGNORECASE | re.ASCII)

DECIMAL_POINT = re.compile(r"\d\.\d")

row, *_ = explained_on("gomoku.md#programs")
POINT_TAKEN = row("point-taken", "{text} is taken: a {stone} stands there")
TAKEN_JUST_NOW = row(
    "point-just-taken",
    "{text} is taken: by the {stone} that was played just before",
    advice="it plays on the point that it was told last: does it enter the opponent's stones on "
    "its board, with column and row not exchanged, and numbers of two digits as a whole?",
)
TAKEN_BY_OTHER = row(
    "point-of-the-other",
    "{text} is taken: by the other side's {stone}, move {number} of the game",
    advice="does it enter every stone that it is told on its board? Have it print that to standard "
    "error before this move: if the stone is there, it takes an index or a random number in "
    "place of a free point (in R sample(x, 1) of one number draws from 1:x)",
)
TAKEN_EXCHANGED = row(
    "point-exchanged",
    "{text} is taken, and {other}, with column and row exchanged, is one of the last free points",
    advice="does it exchange column and row when it writes its move, or reads one? x, the column, "
    "comes first",
)
NO_LETTER = row(
    "point-without-letter",
    "{text} is no point: its letter is missing, as h in h8",
    advice="look where it finds the letter: an index of 0 where lists begin with 1 (Lua, R), or "
    "one past the end, has none",
)
NUMBERS_OFF_THE_BOARD = row(
    "numbers-off-the-board",
    "{text} is not on the board: its points go from 0,0 to {corner}",
    advice="count columns and rows from 0, and make the board as large as START says",
)
OFF_THE_BOARD = row(
    "point-off-the-board",
    "{text} is not on the board: it goes from a1 to {corner}",
    advice="make its board as large as that of the game: 15x15; in Gomocup START says it",
)
FORBIDDEN_MOVE = row(
    "forbidden-point",
    "{text} is a forbidden move: {why}",
    advice="as Black leave out, unless it makes five in a row, each point that makes six or more "
    "in a row, two fours or two open threes",
)
TAKEN_BY_ITSELF = row(
    "own-point",
    "{text} is taken: by your own {stone}, move {number} of the game",
    advice="it plays on its own stone: does it enter its own moves on its board? If it does, it "
    "takes no free point, but an index or a random number in its place (in R sample(x, 1) of one "
    "number draws from 1:x)",
)

FEW_POINTS = 6
"""Number of empty points up to which every way to fill them is tried."""

LAST_POINTS = 10
"""Number of empty points up to which a taken one is hardly meant whose exchanged one is free."""

STONE_NAMES = PerColor(say("white stone"), say("black stone"))

CHOICE_WORDS = {
    SWAP_WORD: say("takes the other side's stones"),
    MORE_WORD: say("places two more stones and leaves the choice"),
}

FORBIDDEN_REASONS = {
    Forbidden.OVERLINE: say("six or more in a row are forbidden to Black"),
    Forbidden.DOUBLE_FOUR: say("two fours at once are forbidden to Black"),
    Forbidden.DOUBLE_THREE: say("two open threes at once are forbidden to Black"),
}


class GomokuPosition:
    """The stones on the board, and the order in which they were played.

    Moves are points (``h8``), and the words of the opening swap2. All positions of a game share one
    line of play. Two positions are equal if the rules treat them alike: the order of the stones
    counts in the opening swap2 only.
    """

    __slots__ = ("_cells", "_empty", "_legal", "_line", "_moves", "_stage", "_to_move", "_variant")

    def __init__(
        self,
        variant: GomokuVariant,
        cells: bytes,
        to_move: int,
        moves: Line[int],
        line: Ray,
        empty: int,
        stage: Swap2Stage | None = None,
    ) -> None:
        """Take the stones of a position.

        ``to_move`` is the colour of the next stone, ``line`` the stones that have won, ``empty``
        the number of points without a stone, ``stage`` the stage of the opening swap2 while it
        lasts.
        """
        self._variant = variant
        self._cells = cells
        self._to_move = to_move
        self._moves = moves
        self._line = line
        self._empty = empty
        self._stage = stage
        self._legal: tuple[Move, ...] = ()  # the last moves that were found legal

    @property
    def to_move(self) -> Color:
        return COLOR_OF_STONE[self._to_move] if self._stage is None else self._stage.side

    @property
    def setup(self) -> str:
        """The rows from above as in FEN, and the side to move; see :mod:`.setup`."""
        if self._stage is not None:
            return self._opening
        return written(self._variant.size, self._cells, self._to_move)

    @property
    def native(self) -> GomokuBoard:
        """A new board, with the moves since the game began."""
        variant = self._variant
        opening = "" if self._stage is None else self._stage.value
        return GomokuBoard(
            variant.size, variant.rule, self._cells, self._to_move, self._moves, opening
        )

    @property
    def _opening(self) -> str:
        """The moves of swap2 so far."""
        points = [self._variant.names[at] for at in self._moves]
        if self._stage in (Swap2Stage.FOURTH, Swap2Stage.FIFTH, Swap2Stage.LAST_CHOICE):
            points.insert(3, MORE_WORD)
        return " ".join([SWAP2, *points])

    def _taken(self, text: str, at: int) -> Sentence:
        """Return that a stone stands on a point, and whose it is if that may have been missed."""
        color, played = self._cells[at], [*self._moves]
        if (other := self._free_if_exchanged(at)) is not None:
            return TAKEN_EXCHANGED(text=_quoted(text), other=repr(other))
        shown, stone = _quoted(text), STONE_NAMES[COLOR_OF_STONE[color]]
        if played and played[-1] == at:
            return TAKEN_JUST_NOW(text=shown, stone=stone)
        if at in played:
            by_whom = TAKEN_BY_ITSELF if color == self._to_move else TAKEN_BY_OTHER
            return by_whom(text=shown, stone=stone, number=played.index(at) + 1)
        return POINT_TAKEN(text=shown, stone=stone)

    def _free_if_exchanged(self, at: int) -> str | None:
        """Return the point with column and row exchanged, if it is one of the last free ones."""
        size, names = self._variant.size, self._variant.names
        row, column = divmod(at, size)
        above, left = size - 1 - row, size - 1 - column  # rows are counted from either side
        exchanged = (left * size + above, column * size + row)
        if self._cells.count(0) > LAST_POINTS:
            return None
        return next((names[other] for other in exchanged if not self._cells[other]), None)

    def legal_moves(self) -> Sequence[Move]:
        names = self._variant.names
        points = [Move(names[at]) for at in free(self._cells) if self._why_not(at) is None]
        self._legal = moves = (*points, *(self._stage.words if self._stage else ()))
        return moves

    def parse(self, text: str) -> Move:
        word = Move(text.strip().lower())
        if self._stage is not None and word in self._stage.words:
            return word
        if word in (SWAP_WORD, MORE_WORD):
            raise IllegalMove(say("{text} is not a choice here: place a stone", text=_quoted(text)))
        found = MOVE_TEXT.fullmatch(text.strip())
        if found is None and MOVE_TEXT.fullmatch(plain := in_ascii(text.strip())):
            raise IllegalMove(
                say(
                    "{text} has the character {letter}: write {plain}, in ASCII",
                    text=_quoted(text),
                    letter=foreign_letter(text.strip()),
                    plain=repr(plain),
                )
            )
        last = self._variant.size - 1
        numbers = POINT_NUMBERS.fullmatch(text.strip())
        if numbers and not all(0 <= int(number) <= last for number in numbers.groups()):
            raise IllegalMove(
                NUMBERS_OFF_THE_BOARD(
                    text=_quoted(text),
                    corner=f"{last},{last}",
                )
            )
        if found is None and text.strip().isdecimal():
            raise IllegalMove(NO_LETTER(text=_quoted(text)))
        if found is None and DECIMAL_POINT.search(text):
            raise IllegalMove(
                say(
                    "{text} has a decimal point: write whole numbers, as in h8 (math.floor or // "
                    "in Lua, // or int() in Python)",
                    text=_quoted(text),
                )
            )
        if found is None:
            raise IllegalMove(say("{text} is no point: write one as in h8", text=_quoted(text)))
        name = f"{found[1].lower()}{int(found[2])}"
        at = self._variant.points.get(name)
        if at is None:
            raise IllegalMove(self._not_on_the_board(text, name))
        if self._cells[at]:
            taken = self._taken(text, at)
            if name[0] > "i" and (at + 1) % self._variant.size and not self._cells[at + 1]:
                raise IllegalMove(say("{taken} {hint}", taken=taken, hint=WITHOUT_I))
            raise IllegalMove(taken)
        if (why := self._why_not(at)) is not None:
            reason = FORBIDDEN_REASONS[why]
            raise IllegalMove(FORBIDDEN_MOVE(text=_quoted(text), why=reason))
        move = Move(name)
        self._legal = (move,)
        return move

    def _not_on_the_board(self, text: str, name: str) -> Sentence:
        files = FILE_LETTERS[: self._variant.size]
        if name[0] == "i":
            return say(
                "{text} is not on the board: no file is called i, after h comes j",
                text=_quoted(text),
            )
        return OFF_THE_BOARD(
            text=_quoted(text),
            corner=f"{files[-1]}{self._variant.size}",
        )

    def _why_not(self, at: int) -> Forbidden | None:
        if self._variant.rule != RENJU or self._to_move != BLACK:
            return None
        return forbidden(self._cells, self._variant.size, at)

    def play(self, move: Move) -> Self:
        if move not in self._legal:
            move = self.parse(move)
        if self._stage is not None:
            return self._opened(self._stage, move)
        variant, at = self._variant, self._variant.points[move]
        cells = bytearray(self._cells)
        cells[at] = self._to_move
        line = variant.won_by(cells, at)
        return type(self)(
            variant, bytes(cells), 3 - self._to_move, self._moves.added(at), line, self._empty - 1
        )

    def _opened(self, stage: Swap2Stage, move: Move) -> Self:
        """Return the position after a move of swap2. So few stones make no five."""
        cells, stone, moves, empty = self._cells, self._to_move, self._moves, self._empty
        if move not in (SWAP_WORD, MORE_WORD):
            at = self._variant.points[move]
            laid = bytearray(cells)
            laid[at] = stone
            cells, stone, moves, empty = bytes(laid), 3 - stone, moves.added(at), empty - 1
        if stage.exchanges(move):
            cells, stone = exchanged(cells), 3 - stone
        return type(self)(self._variant, cells, stone, moves, (), empty, stage.after(move))

    def notation(self, move: Move) -> str:
        return move

    def outcome(self) -> Outcome | None:
        if self._line:
            return Outcome(COLOR_OF_STONE[self._cells[self._line[0]]], Reason.FIVE_IN_A_ROW)
        return None if self._can_move() else Outcome(None, Reason.FULL_BOARD)

    def _can_move(self) -> bool:
        """Return whether a point is left that is not forbidden to the side to move."""
        if self._variant.rule != RENJU or self._to_move != BLACK or not self._empty:
            return self._empty > 0
        return any(self._why_not(at) is None for at in free(self._cells))

    def claim(self) -> Outcome | None:
        return None

    def can_win(self, color: Color) -> bool:
        """Return whether there is room and stones for a five, if the opponent helps.

        With few points left, all ways to fill them are tried. Before that, a forbidden point
        does not
        prevent a five if the opponent can help: its stones undo fours and threes, but never an
        overline.
        """
        if self._line:
            return self._cells[self._line[0]] == STONE_OF_COLOR[color]
        if self._empty <= FEW_POINTS:
            return self._reaches(color)
        stone = STONE_OF_COLOR[color]
        left = (self._empty + (self._to_move == stone)) // 2
        exact = self._variant.exact(stone)
        return any(
            _could_be_five(self._cells, five, ends if exact else (), stone, left)
            and self._can_be_laid(five, stone)
            for five, ends in windows(self._variant.size)
        )

    def _reaches(self, color: Color) -> bool:
        """Return whether any sequence of moves leads to the win of this side."""
        if (outcome := self.outcome()) is not None:
            return outcome.winner is color
        return any(self.play(move)._reaches(color) for move in self.legal_moves())

    def _can_be_laid(self, five: Ray, stone: int) -> bool:
        """Return whether a five can be completed: a point of an overline can only come last."""
        if self._variant.rule != RENJU or stone != BLACK:
            return True
        missing = [at for at in five if not self._cells[at]]
        return sum(makes_overline(self._cells, self._variant.size, at) for at in missing) <= 1

    def pieces(self) -> Mapping[str, str]:
        names = self._variant.names
        return {names[at]: SYMBOL_OF_STONE[stone] for at, stone in enumerate(self._cells) if stone}

    def marked(self) -> Sequence[str]:
        """Return the stones of a finished five."""
        return [self._variant.names[at] for at in self._line]

    def describe(self, move: Move) -> Sentence:
        if move in CHOICE_WORDS:
            return CHOICE_WORDS[move]
        return say(
            "{stone} on {point}", stone=STONE_NAMES[COLOR_OF_STONE[self._to_move]], point=move
        )

    def after_null_move(self) -> Self | None:
        """Return the position with the other side to move; None in an opening and when the game is
        won.
        """
        if self._line or self._stage is not None:
            return None
        return type(self)(
            self._variant, self._cells, 3 - self._to_move, self._moves, (), self._empty
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GomokuPosition):
            return NotImplemented
        return (
            self._cells == other._cells
            and self._to_move == other._to_move
            and self._variant == other._variant
            and self._stage is other._stage
            and (self._stage is None or self._moves == other._moves)
        )

    def __hash__(self) -> int:
        return hash((self._cells, self._to_move))

    def __repr__(self) -> str:
        return f"GomokuPosition({self.setup!r})"


def _could_be_five(cells: Cells, five: Ray, ends: Ray, stone: int, left: int) -> bool:
    on = [cells[at] for at in five]
    fits = on.count(stone) + on.count(EMPTY) == 5 and on.count(EMPTY) <= left
    return fits and all(cells[at] != stone for at in ends)


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def _start(variant: GomokuVariant, setup: str | None) -> Position:
    if setup is not None and setup.lower().split()[:1] == [SWAP2]:
        return _swap2(variant, setup)
    cells, to_move, moves = read_setup(variant, setup)
    line = variant.won_somewhere(cells) if setup is not None else ()
    return GomokuPosition(variant, cells, to_move, Line(moves), line, cells.count(EMPTY))


def _swap2(variant: GomokuVariant, setup: str) -> Position:
    """Return the opening after the moves in a text. Raises BadSetup."""
    if variant.rule == RENJU:
        raise bad_setup(setup, say("swap2 needs a game with the same rules for both colours"))
    empty = bytes(variant.size**2)
    position = GomokuPosition(variant, empty, BLACK, Line(), (), len(empty), Swap2Stage.FIRST)
    for word in setup.split()[1:]:
        if position.outcome() is not None:
            raise bad_setup(setup, say("the game is over before {word}", word=repr(word)))
        try:
            position = position.play(position.parse(word))
        except IllegalMove as error:
            raise bad_setup(setup, error.sentence) from None
    return position


def gomoku_rules(name: str, size: int, rule: str) -> Rules:
    """Return the rules of gomoku on a board of this size."""
    variant = variant_of(size, rule)
    return Rules(
        name,
        Color.BLACK,
        points(size, size, FILE_LETTERS),
        Start(_start, variant),
        examples=("h8",),
        variant_of="gomoku",
    )


BOTH_STONES = ("O", "x")


def arranger_of(rules: Rules) -> GomokuArranger:
    """Return what sets up positions of this game of gomoku."""
    board = rules.start(None).native
    return GomokuArranger(rules, BOTH_STONES, variant_of(board.size, board.rule))


@dataclass(frozen=True, slots=True)
class GomokuArranger(Arranger):
    """Sets up the stones of one game of gomoku."""

    variant: GomokuVariant

    def written(self, arrangement: Arrangement) -> str:
        cells = self._cells(arrangement)
        return written(
            self.variant.size, cells, WHITE if arrangement.to_move is Color.WHITE else BLACK
        )

    def flaws(self, arrangement: Arrangement) -> tuple[Flaw, ...]:
        cells = self._cells(arrangement)
        mine = WHITE if arrangement.to_move is Color.WHITE else BLACK
        line = self.variant.won_somewhere(cells)
        if line and cells[line[0]] == mine:
            names = tuple(name for name, at in self.variant.points.items() if at in line)
            return (Flaw(say("the side to move has won already"), names),)
        return Arranger.flaws(self, arrangement)

    def _cells(self, arrangement: Arrangement) -> bytes:
        cells = bytearray(self.variant.size**2)
        for place, symbol in arrangement.pieces.items():
            cells[self.variant.points[place]] = STONE_OF_SIGN[symbol]
        return bytes(cells)
