"""Name and number the places of 3D chess: squares, the columns they lie in, and pins.

Seen from above, the board is a grid of columns, six files by ten ranks. A place is a number: first
the squares of the three main boards, then four squares for each pin, then the pins themselves.
"""

from __future__ import annotations

from typing import Final

from board_core.game.geometry import BoardLevel, levels

FILE_NAMES: Final = "zabcde"
RANK_COUNT: Final = 10
COLUMN_COUNT: Final = len(FILE_NAMES) * RANK_COUNT

MAIN_RANKS: Final = {"W": 1, "N": 3, "B": 5}
"""The first of the four ranks of each main board; its files are a to d."""

PIN_RANKS: Final = {"1": 0, "2": 4, "3": 2, "4": 6, "5": 4, "6": 8}
"""The first of the two ranks of a board on a pin, by the pin's number."""

PIN_FILES: Final = {"Q": 0, "K": 4}
"""The first of the two files of a board on a pin, by the pin's side."""

PIN_NAMES: Final = tuple(f"{side}L{number}" for side in PIN_FILES for number in PIN_RANKS)


def _block(level: str, file: int, rank: int, width: int) -> list[tuple[str, int]]:
    """Return the names and columns of a board's squares, rank by rank from White's side."""
    return [
        (f"{FILE_NAMES[x]}{y}{level}", x * RANK_COUNT + y)
        for y in range(rank, rank + width)
        for x in range(file, file + width)
    ]


ALL_SQUARES: Final = [
    *(square for level, rank in MAIN_RANKS.items() for square in _block(level, 1, rank, 4)),
    *(
        square
        for pin in PIN_NAMES
        for square in _block(pin, PIN_FILES[pin[0]], PIN_RANKS[pin[2]], 2)
    ),
]

SQUARE_COUNT: Final = len(ALL_SQUARES)
FIRST_PIN_SQUARE: Final = 48
"""The number of the first square that belongs to a pin; a pin's squares follow one another."""

PLACE_NAMES: Final = (*(name for name, _column in ALL_SQUARES), *PIN_NAMES)
PLACE_NUMBERS: Final = {name: number for number, name in enumerate(PLACE_NAMES)}
COLUMN_OF: Final = [column for _name, column in ALL_SQUARES]
FILE_OF: Final = [column // RANK_COUNT for column in COLUMN_OF]
RANK_OF: Final = [column % RANK_COUNT for column in COLUMN_OF]


def pin_squares(pin: int) -> range:
    """Return the four squares of a pin, by its number from 0."""
    first = FIRST_PIN_SQUARE + 4 * pin
    return range(first, first + 4)


def pin_of(square: int) -> int:
    """Return the pin of a square, from 0; a negative number for one of a main board."""
    return (square - FIRST_PIN_SQUARE) // 4


def _ray(column: int, across: int, up: int) -> list[int]:
    """Return the columns from the next one to the edge of the grid."""
    x, y = divmod(column, RANK_COUNT)
    found = []
    while 0 <= (x := x + across) < len(FILE_NAMES) and 0 <= (y := y + up) < RANK_COUNT:
        found.append(x * RANK_COUNT + y)
    return found


STRAIGHT_WAYS: Final = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONAL_WAYS: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT_WAYS: Final = tuple(
    (x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)
)


def _rays(directions: tuple[tuple[int, int], ...]) -> list[list[list[int]]]:
    return [
        [ray for step in directions if (ray := _ray(column, *step))]
        for column in range(COLUMN_COUNT)
    ]


ROOK_RAYS: Final = _rays(STRAIGHT_WAYS)
BISHOP_RAYS: Final = _rays(DIAGONAL_WAYS)
QUEEN_RAYS: Final = _rays(STRAIGHT_WAYS + DIAGONAL_WAYS)
KING_STEPS: Final = [[ray[0] for ray in rays] for rays in QUEEN_RAYS]
KNIGHT_LEAPS: Final = [
    [ray[0] for step in KNIGHT_WAYS if (ray := _ray(column, *step))]
    for column in range(COLUMN_COUNT)
]
PAWN_TAKES: Final = [
    [[ray[0] for x in (-1, 1) if (ray := _ray(column, x, up))] for column in range(COLUMN_COUNT)]
    for up in (1, -1)
]
"""The columns on which a pawn captures, by its side (White's first) and its column."""

ALIGNED_COLUMNS: Final = [
    {column for ray in QUEEN_RAYS[start] for column in ray} for start in range(COLUMN_COUNT)
]
"""The columns on a line with a column: pieces that leave them may uncover an attack."""


def _adjacent(pin: int) -> list[int]:
    side, number = divmod(pin, 6)
    other_side = (1 - side) * 6 + number
    near = [side * 6 + n for n in range(6) if 1 <= abs(n - number) <= 2]
    return sorted([*near, other_side])


NEXT_PINS: Final = [_adjacent(pin) for pin in range(len(PIN_NAMES))]
"""The pins to which a board can be moved from each pin."""


def _home(names: str) -> list[int]:
    return [PLACE_NUMBERS[name] for name in names.split()]


PAWN_HOMES: Final = (
    _home("z1QL1 a1QL1 d1KL1 e1KL1 a2W b2W c2W d2W"),
    _home("z8QL6 a8QL6 d8KL6 e8KL6 a7B b7B c7B d7B"),
)
"""The squares on which the pawns of each side start, White's first."""

HOME_BITS: Final = [0] * SQUARE_COUNT
"""The bit of each of these squares in the set of pawns that may make a double step; else 0."""
for _bit, _square in enumerate((*PAWN_HOMES[0], *PAWN_HOMES[1])):
    HOME_BITS[_square] = 1 << _bit

LATE_SQUARES: Final = {
    PLACE_NUMBERS["a8B"]: PIN_NAMES.index("QL6"),
    PLACE_NUMBERS["d8B"]: PIN_NAMES.index("KL6"),
    PLACE_NUMBERS["a1W"]: PIN_NAMES.index("QL1"),
    PLACE_NUMBERS["d1W"]: PIN_NAMES.index("KL1"),
}
"""The squares on which a pawn is not promoted while a board is on the pin above them."""

LAST_PINS: Final = ((PIN_NAMES.index("QL6"), PIN_NAMES.index("KL6")), (0, PIN_NAMES.index("KL1")))
"""The pins whose boards make the last rank of files a and d one longer, for each side."""


def _level(name: str, file: int, rank: int, width: int, column: int, pin: str = "") -> BoardLevel:
    """Return one board, from its lowest rank; ``column`` is its first one on the map."""
    files, ranks = range(file, file + width), range(rank + width - 1, rank - 1, -1)
    main = pin[-1] if pin else name
    block = list(reversed(MAIN_RANKS)).index(main)
    row = 5 * block + MAIN_RANKS[main] + 4 - ranks[0]
    height = 2.0 * (len(MAIN_RANKS) - 1 - block) + (1.0 if pin else 0.0)
    rows = tuple(tuple(f"{FILE_NAMES[x]}{y}{name}" for x in files) for y in ranks)
    return BoardLevel(name, rows, (column, row), (file, RANK_COUNT - 1 - ranks[0], height), pin)


def _on_pin(name: str) -> BoardLevel:
    """Return the board that hangs on a pin; those of the neutral board lie furthest out."""
    file, rank = PIN_FILES[name[0]], PIN_RANKS[name[2]]
    main = "WNB"[(int(name[2]) - 1) // 2]
    corner = MAIN_RANKS[main] + (3 if int(name[2]) % 2 == 0 else 0)
    out = 0 if main == "N" else 2
    column, over = (out, "a") if name[0] == "Q" else (10 - out, "d")
    return _level(name, file, rank, 2, column, f"{over}{corner}{main}")


BOARDS_MAP: Final = levels(
    [
        *(_level(name, 1, MAIN_RANKS[name], 4, 4) for name in reversed(MAIN_RANKS)),
        *map(_on_pin, PIN_NAMES),
    ],
    column_labels=tuple("zazaabcddede"),
    row_labels=(
        *("9", "8B", "7B", "6B", "5B", "4/7", "6N", "5N", "4N", "3N"),
        *("2/5", "4W", "3W", "2W", "1W", "0"),
    ),
)
"""The map of all boards as White sees it, and where each of them is in space."""
