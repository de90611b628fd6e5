"""The examination of programs that play gomoku, and the positions in which they are timed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from board_core.game.rules import Move, Position, Rules
from board_core.games.lessons import Feature, Lesson, Lessons, Luck, Sample, Samples, features_in
from board_core.text.findings import row_of
from board_core.text.sentence import Sentence, say

from .board import (
    BLACK,
    DIRECTIONS,
    RENJU,
    WHITE,
    GomokuBoard,
    has_neighbour,
    rows_through,
    written,
)
from .position import (
    MOVE_TEXT,
    POINT_NUMBERS,
    POINT_TAKEN,
    TAKEN_BY_OTHER,
    TAKEN_EXCHANGED,
)

FREE_OF_WHITE = 4
"""Points without a white stone on a nearly full board; up to six free ones may be a draw."""
LOOK_EVERYWHERE = say(
    "check every point of the board before giving up: also those far from other stones, and not "
    "just some random ones"
)
ONE_POINT_IS_LEFT = say(
    "does its board have this point free? A key of both numbers needs a sign between them: without "
    "it 1,11 and 11,1 are both '111'. If it has, see how it chooses from a list of one"
)
IN_A_CORNER = say("an index that is wrong by one leaves the board there")
FIVE_WINS = say("five stones of a side in a row win the game")


class GomokuFeature:
    """The properties of moves that programs may fail on when they hear them."""

    FIRST_CORNER = Feature(
        "first-corner",
        say("opponent's move in the upper left corner"),
        called=say("the corner at the upper left"),
        meaning=IN_A_CORNER,
    )
    LAST_CORNER = Feature(
        "last-corner",
        say("opponent's move in the lower right corner"),
        called=say("the corner at the lower right"),
        meaning=IN_A_CORNER,
    )
    FIVE = Feature(
        "five-heard",
        say("opponent's five"),
        called=say("the winning move"),
        meaning=FIVE_WINS,
        told_apart=True,  # the game is over before a program hears it
    )


def features(position: Position, move: Move) -> list[Feature]:
    """Return the features of a legal move. Each side's first move has none."""
    board: GomokuBoard = position.native
    found: list[Feature] = []
    begun = len(board.cells) - board.cells.count(0) >= 2
    if begun and move == f"a{board.size}":
        found.append(GomokuFeature.FIRST_CORNER)
    if begun and move == board.text(board.size - 1):
        found.append(GomokuFeature.LAST_CORNER)
    if has_neighbour(board.cells, board.size, board.index(move), (board.to_move,)):
        outcome = position.play(move).outcome()
        if outcome is not None and outcome.winner is not None:
            found.append(GomokuFeature.FIVE)
    return found


def possible(position: Position, feature: Feature) -> bool:
    size, taken = position.native.size, position.pieces()
    match feature:
        case GomokuFeature.FIRST_CORNER:
            return f"a{size}" not in taken
        case GomokuFeature.LAST_CORNER:
            return position.native.text(size - 1) not in taken
        case _:
            return True


def _neighbourly(
    position: Position, moves: Sequence[Move], wanted: Collection[Feature], luck: Luck
) -> Move:
    """Play where rows meet, and prefer one's own rows a little."""
    board: GomokuBoard = position.native
    if not any(board.cells):
        # Many programs begin in the middle themselves.
        return Move(board.text(board.size // 2 * (board.size + 1)))
    return max(moves, key=lambda move: _interest(board, board.index(move)) + luck())


def _interest(board: GomokuBoard, at: int) -> float:
    """Return the cubes of the rows that a stone would make or prevent."""
    if not has_neighbour(board.cells, board.size, at, (BLACK, WHITE)):
        return 2.2 * len(DIRECTIONS) - _from_the_middle(board.size, at)
    own, other = (
        sum(len(row) ** 3 for row in rows_through(board.cells, board.size, at, color))
        for color in (board.to_move, 3 - board.to_move)
    )
    return 1.2 * own + other - _from_the_middle(board.size, at)


def _from_the_middle(size: int, at: int) -> float:
    return max(abs(number - size // 2) for number in divmod(at, size)) / size


def is_move(text: str) -> bool:
    text = text.strip()
    return bool(MOVE_TEXT.fullmatch(text) or POINT_NUMBERS.fullmatch(text))


# Positions


@lru_cache(maxsize=16)
def positions(rules: Rules) -> tuple[Lesson, ...]:
    """Return positions at an edge, where a turned or mirrored board is noticed."""
    board: GomokuBoard = rules.start(None).native
    wanted, left = (Move(board.text(2 * board.size - 6 - n)) for n in (0, 1))
    nearly = {
        left: say(
            "{move} is one to the right: the letters leave out i, after h comes j", move=wanted
        )
    }
    found = [
        Lesson(
            "position",
            say("given position"),
            _drawn(board, "..x..o", "..ox"),
            meaning=say("a game may begin with stones on the board"),
        ),
        Lesson(
            "five",
            say("five of its own"),
            _drawn(board, "...o.o", "oxxxx.", "...o"),
            sound=frozenset((wanted,)),
            nearly=nearly,
            missed=say("it did not make its five"),
            meaning=FIVE_WINS,
        ),
        Lesson(
            "block",
            say("defence against a five"),
            _drawn(board, "...o.o", "oxxx..", "...o"),
            told=(board.text(2 * board.size - 5),),
            sound=frozenset((wanted,)),
            nearly=nearly,
            missed=say("it did not stop the other side's five"),
            meaning=say("four in a row with a free end become five at the next move"),
        ),
    ]
    if board.rule != RENJU:
        found.append(
            Lesson(
                "last-points",
                say("last free points"),
                _nearly_full(board),
                failing=LOOK_EVERYWHERE,
                meaning=say("at the end of a long game few points are free"),
            )
        )
        found += [
            Lesson(
                "one-point",
                say("one free point"),
                _full_but_for(board.size, x, y),
                failing=ONE_POINT_IS_LEFT,
                meaning=say("a list of one is a list, and no point is like another one"),
            )
            for x, y in ((1, 11), (0, 10))  # both are 1,11: counted from 0, and from 1
        ]
    if board.rule == RENJU:
        six = _drawn(board, "...o.o", "xx.xxx", "o.o.o", mirrored=False)
        found.append(
            Lesson(
                "forbidden",
                say("forbidden points"),
                six,
                meaning=say("six in a row, two fours and two open threes are forbidden to Black"),
            )
        )
    return tuple(found)


def _nearly_full(board: GomokuBoard) -> str:
    """Return a position with a few free points that are taken if column and row are exchanged."""
    size, cells = board.size, _full(board.size)
    surplus = {BLACK: cells.count(BLACK) - cells.count(WHITE) + FREE_OF_WHITE, WHITE: FREE_OF_WHITE}
    for row in range(2, size, 2):
        at = row * size + (row * 5 + 3) % size
        above, right = divmod(at, size)
        on_a_diagonal = above == right or above + right == size - 1
        if not on_a_diagonal and surplus[cells[at]]:
            surplus[cells[at]] -= 1
            cells[at] = 0
    return written(size, cells, BLACK)


def _full_but_for(size: int, x: int, y: int) -> str:
    cells = _full(size)
    cells[(size - 1 - y) * size + x] = 0
    return _text(size, cells)


def _drawn(board: GomokuBoard, *rows: str, mirrored: bool = True) -> str:
    """Return these rows at the lower left, the last one lowest, or mirrored at the right.

    It is Black to move. Both numbers are large at the right: a program shows whether its board is
    large enough, and whether it leaves out the letter i.
    """
    stones = {"x": BLACK, "o": WHITE}
    cells = bytearray(board.size**2)
    for number, row in enumerate(reversed(rows)):
        for column, sign in enumerate(row):
            file = board.size - 1 - column if mirrored else column
            cells[number * board.size + file] = stones.get(sign, 0)
    return written(board.size, cells, BLACK)


def advice(why: Sentence) -> Sentence | None:
    taken = why.facts.get("taken", why)
    if not isinstance(taken, Sentence):
        return None
    point = re.fullmatch(r"'([a-zA-Z]\d\d)'", str(taken.facts.get("text", "")))
    row = row_of(taken)
    if row not in (POINT_TAKEN, TAKEN_BY_OTHER) or point is None:
        return None if row is None else row.advice
    return say(
        "have it print its own board to standard error before this move: if the stone is missing, "
        "look at how it reads a row of two digits, as {point}; if not, it takes no free point, but "
        "an index or a random number in its place (in R sample(x, 1) of one number draws from 1:x)",
        point=point[1],
    )


GOMOKU_LESSONS = Lessons(
    features,
    features_in(GomokuFeature),
    possible,
    lambda: _neighbourly,
    is_move,
    positions,
    notation=say("a point is the letter of its column and the number of its row"),
    writing=say("write a point as in h8: the letters are a to h and then j, without i"),
    is_misspelt=lambda text: text.strip()[:1] in "iI",
    advice=advice,
    decisive=frozenset((TAKEN_EXCHANGED.code,)),
    lasting=GomokuFeature.FIVE,
    lasts=60,
)


OPENING_STONES = 10  # stones on the board
MIDDLE_STONES = 60

SAMPLE_PICTURES = (
    (
        "opening-black",
        say("opening, Black to move"),
        """
        ...o.
        ..xx.
        ..o..
        """,
    ),
    (
        "opening-white",
        say("opening, White to move"),
        """
        .....
        ..xo.
        .xo..
        ..x..
        """,
    ),
    (
        "middle-black",
        say("middle game, Black to move"),
        """
        .........
        ..x..o...
        ...oxo...
        ..xxox...
        ..oxox...
        ...o..o..
        .....x...
        """,
    ),
    (
        "middle-white",
        say("middle game, White to move"),
        """
        .........
        ..x..o.x.
        ...oxo...
        ..xxox...
        ..oxox...
        ...o..o..
        .....x...
        """,
    ),
    (
        "five",
        say("a five to be made"),
        """
        o.......
        .oxxxx..
        ..o.o...
        """,
    ),
    (
        "block",
        say("a five to be stopped"),
        """
        .o..o...
        ..oxxxx.
        ...o....
        """,
    ),
    (
        "four-three",
        say("a four and a three to be made"),
        """
        .........
        ..o.x.o..
        ....x....
        .oxxx....
        ....o....
        .........
        """,
    ),
    (
        "open-three",
        say("an open three to be stopped"),
        """
        .......
        ..xxx..
        ..oo...
        .......
        """,
    ),
)
"""Stones for the middle of any board; Black is to move where both sides have as many."""


def sample_positions(rules: Rules) -> tuple[Sample, ...]:
    board: GomokuBoard = rules.start(None).native
    half = _half_full(board.size)
    return (
        Sample("start", say("opening: the first move"), _set(board, "")),
        *(Sample(name, title, _set(board, picture)) for name, title, picture in SAMPLE_PICTURES),
        Sample("half-full", say("half the board is full"), half),
        Sample("few-moves", say("a single move"), _almost_full(board.size)),
    )


def _set(board: GomokuBoard, picture: str) -> str:
    rows = picture.split()
    width = max(map(len, rows), default=0)
    bottom, left = (board.size - len(rows)) // 2, (board.size - width) // 2
    cells = bytearray(board.size**2)
    for number, row in enumerate(reversed(rows)):
        for column, sign in enumerate(row):
            cells[(bottom + number) * board.size + left + column] = ".xo".index(sign)
    return _text(board.size, cells)


def _text(size: int, cells: bytearray) -> str:
    to_move = BLACK if cells.count(BLACK) <= cells.count(WHITE) else WHITE
    return written(size, cells, to_move)


def _half_full(size: int) -> str:
    cells = _full(size)
    cells[: size * (size // 2)] = bytes(size * (size // 2))
    return _text(size, cells)


def _almost_full(size: int) -> str:
    cells = _full(size)
    cells[0] = 0
    return written(size, cells, WHITE)


def _full(size: int) -> bytearray:
    """Return a full board without a five, or three in a row along a line or a column."""
    return bytearray((x // 2 + y) % 2 + 1 for y in range(size) for x in range(size))


def phase(ply: int, position: Position) -> str:
    stones = len(position.pieces())
    return (
        "opening" if stones < OPENING_STONES else "middle" if stones < MIDDLE_STONES else "ending"
    )


GOMOKU_SAMPLES = Samples(sample_positions, phase)
