"""The worth of a piece on a square, in centipawns.

``MIDDLE_TABLES`` and ``ENDING_TABLES`` hold a table for each kind of piece, a1 first, seen from
White. The value of the piece itself is part of each number. The numbers were fitted to Stockfish's
scores of quiet positions in games of this AI. A search takes one mixture of the two for all its
positions, so that an evaluation is a sum which a move changes in two places.
"""

from __future__ import annotations

import random
from typing import Final

import chess

from ..skill import TASTE_CENTIPAWNS
from .encoding import BISHOP, BLACK, KING, KNIGHT, QUEEN, ROOK
from .position import Tables

PIECE_WORTH: Final = [0, 100, 320, 330, 500, 950, 10_000]
"""The most that the capture of a piece can gain, by kind, in centipawns."""

PIECE_PHASE: Final = {KNIGHT: 1, BISHOP: 1, ROOK: 2, QUEEN: 4}
FULL_PHASE: Final = 24
"""The sum of these phases over all pieces at the start of a game."""

CORNER_WEIGHT: Final = 10
NEAR_WEIGHT: Final = 4

# fmt: off
MIDDLE_TABLES: Final[Tables] = [
    [0] * 64,
    [  # pawn
        0, 0, 0, 0, 0, 0, 0, 0,
        65, 82, 72, 67, 68, 99, 113, 74,
        74, 69, 84, 62, 75, 76, 110, 74,
        68, 78, 96, 122, 114, 114, 89, 73,
        85, 112, 104, 131, 143, 120, 124, 86,
        103, 132, 130, 165, 154, 170, 107, 99,
        52, 61, 70, 108, 87, 64, 20, 42,
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [  # knight
        324, 340, 346, 341, 352, 350, 346, 353,
        324, 344, 352, 357, 360, 370, 363, 359,
        336, 362, 352, 364, 365, 363, 377, 351,
        348, 358, 365, 376, 372, 378, 373, 356,
        351, 371, 362, 384, 381, 381, 386, 387,
        323, 336, 349, 375, 367, 364, 365, 360,
        288, 316, 332, 343, 349, 347, 331, 322,
        255, 291, 314, 324, 334, 326, 316, 290,
    ],
    [  # bishop
        373, 393, 383, 390, 380, 372, 366, 351,
        391, 392, 398, 376, 371, 374, 397, 390,
        378, 397, 386, 358, 366, 378, 395, 388,
        372, 370, 374, 374, 375, 372, 373, 384,
        375, 370, 369, 378, 375, 378, 379, 392,
        377, 373, 380, 375, 386, 383, 413, 411,
        365, 347, 351, 347, 365, 379, 381, 366,
        346, 342, 347, 347, 357, 368, 376, 371,
    ],
    [  # rook
        426, 421, 419, 434, 435, 429, 421, 441,
        426, 422, 410, 415, 413, 415, 433, 412,
        418, 413, 411, 411, 411, 429, 429, 432,
        407, 400, 412, 424, 419, 413, 411, 428,
        401, 402, 419, 419, 433, 440, 428, 444,
        422, 429, 428, 439, 461, 460, 443, 452,
        440, 434, 445, 459, 475, 459, 449, 449,
        439, 434, 454, 452, 456, 456, 444, 429,
    ],
    [  # queen
        974, 965, 986, 992, 994, 985, 977, 957,
        983, 988, 994, 1000, 999, 999, 988, 974,
        972, 999, 994, 977, 972, 985, 994, 967,
        978, 979, 985, 977, 971, 978, 970, 968,
        952, 952, 967, 960, 964, 978, 972, 993,
        953, 940, 960, 977, 984, 995, 970, 969,
        931, 915, 937, 962, 969, 980, 969, 967,
        914, 921, 952, 968, 972, 970, 951, 950,
    ],
    [  # king
        94, 84, 56, 39, 67, 43, 96, 101,
        78, 71, 48, 29, 38, 41, 83, 101,
        52, 43, 25, 3, 18, 7, 36, 47,
        38, 35, 24, 10, 12, 12, 15, 10,
        32, 29, 22, 16, 10, 8, 12, 5,
        31, 30, 25, 18, 14, 15, 12, 9,
        31, 30, 26, 20, 16, 18, 17, 11,
        28, 28, 24, 20, 16, 16, 15, 11,
    ],
]
ENDING_TABLES: Final[Tables] = [
    [0] * 64,
    [  # pawn
        0, 0, 0, 0, 0, 0, 0, 0,
        89, 85, 99, 96, 98, 106, 89, 87,
        82, 89, 87, 107, 95, 102, 68, 84,
        97, 93, 84, 67, 78, 79, 105, 90,
        86, 91, 93, 80, 68, 107, 98, 93,
        111, 95, 91, 73, 85, 114, 134, 121,
        30, 55, 50, 34, 57, 83, 115, 18,
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [  # knight
        273, 260, 293, 301, 308, 308, 290, 293,
        287, 293, 317, 302, 321, 306, 300, 298,
        300, 304, 315, 313, 308, 305, 305, 294,
        310, 318, 322, 308, 313, 310, 309, 289,
        305, 307, 315, 325, 329, 333, 314, 301,
        287, 301, 315, 308, 298, 309, 294, 295,
        276, 293, 299, 295, 299, 293, 289, 281,
        252, 273, 282, 286, 293, 284, 270, 248,
    ],
    [  # bishop
        311, 307, 307, 311, 306, 295, 311, 330,
        309, 306, 310, 306, 312, 324, 314, 318,
        312, 321, 312, 332, 330, 318, 322, 307,
        308, 303, 316, 327, 304, 303, 308, 327,
        309, 312, 314, 309, 304, 311, 306, 284,
        301, 304, 298, 315, 327, 319, 299, 297,
        317, 308, 304, 308, 310, 299, 284, 271,
        305, 314, 323, 321, 313, 291, 286, 279,
    ],
    [  # rook
        604, 599, 610, 608, 606, 605, 597, 561,
        592, 610, 612, 621, 605, 609, 595, 580,
        616, 618, 620, 623, 617, 611, 599, 606,
        620, 632, 643, 633, 632, 620, 621, 608,
        632, 638, 634, 632, 619, 632, 618, 625,
        633, 637, 630, 625, 625, 628, 625, 626,
        646, 645, 646, 635, 621, 623, 624, 636,
        636, 648, 638, 621, 620, 629, 625, 627,
    ],
    [  # queen
        1175, 1167, 1165, 1166, 1183, 1195, 1200, 1197,
        1167, 1169, 1166, 1189, 1198, 1208, 1212, 1207,
        1165, 1178, 1192, 1197, 1212, 1218, 1222, 1207,
        1168, 1179, 1190, 1202, 1210, 1222, 1211, 1203,
        1169, 1176, 1186, 1199, 1214, 1214, 1207, 1190,
        1170, 1178, 1180, 1191, 1203, 1205, 1200, 1196,
        1175, 1174, 1168, 1184, 1192, 1195, 1194, 1193,
        1169, 1177, 1180, 1186, 1191, 1187, 1183, 1187,
    ],
    [  # king
        -34, -31, -21, -37, -51, -39, -65, -102,
        -35, -29, -16, -5, -2, -8, -30, -66,
        -50, -31, -12, 15, 9, 7, -9, -44,
        -18, -16, -8, 13, 10, 20, 8, -35,
        -4, -6, 13, 30, 32, 29, 39, 11,
        10, 33, 29, 34, 41, 47, 25, 15,
        14, 32, 38, 39, 34, 52, 48, 13,
        18, 26, 30, 32, 31, 38, 41, 24,
    ],
]
# fmt: on


def phase_of(board: chess.Board) -> int:
    """Return the phase: 0 in an ending without pieces, ``FULL_PHASE`` at the start of a game."""
    return min(
        FULL_PHASE,
        sum(PIECE_PHASE.get(piece.piece_type, 0) for piece in board.piece_map().values()),
    )


def tables_for(
    board: chess.Board, chance: random.Random | None = None, taste: int = TASTE_CENTIPAWNS
) -> Tables:
    """Return a table for each piece, for the rest of the game; Black's are mirrored and negative.

    ``chance`` varies each number by at most ``taste`` centipawns, so that games differ. Where a
    side has only its king, what exceeds the usual taste is added too: clumsy technique.
    """
    phase = phase_of(board)
    tables: Tables = [[0] * 64 for _ in range(15)]
    for kind in range(1, 7):
        for square in range(64):
            mixed = MIDDLE_TABLES[kind][square] * phase + ENDING_TABLES[kind][square] * (
                FULL_PHASE - phase
            )
            worth = mixed // FULL_PHASE
            if chance is not None:
                worth += int(chance.random() * (2 * taste + 1)) - taste
            tables[kind][square] = worth
            tables[kind + BLACK][square ^ 56] = -worth
    for color in chess.COLORS:
        if is_lone(board, color):
            _drive_to_the_edge(board, color, tables)
            if chance is not None and taste > TASTE_CENTIPAWNS:
                _spoil(tables, chance, taste - TASTE_CENTIPAWNS)
    return tables


def _spoil(tables: Tables, chance: random.Random, most: int) -> None:
    """Vary each number of a kind of piece by at most so many centipawns."""
    for piece, table in enumerate(tables):
        if piece & 7:
            for square in range(64):
                table[square] += int(chance.random() * (2 * most + 1)) - most


def is_lone(board: chess.Board, color: chess.Color) -> bool:
    """Return whether a side has nothing but its king."""
    return board.occupied_co[color] == board.kings & board.occupied_co[color]


def _drive_to_the_edge(board: chess.Board, lone: chess.Color, tables: Tables) -> None:
    """Value a lone king at the edge of the board with the other king near it."""
    quarry, hunter = (KING, KING + BLACK) if lone else (KING + BLACK, KING)
    sign = 1 if lone else -1
    at = board.king(lone)
    assert at is not None
    for square in range(64):
        tables[quarry][square] = sign * CORNER_WEIGHT * from_edge(square)
        tables[hunter][square] = sign * NEAR_WEIGHT * steps_between(square, at)
        for kind in range(KNIGHT, KING):  # equal on all squares: they go where they are needed
            tables[kind][square], tables[kind + BLACK][square] = (
                PIECE_WORTH[kind],
                -PIECE_WORTH[kind],
            )


def from_edge(square: int) -> int:
    """Return 0 in the corners to 6 on the four squares in the middle."""
    file, rank = square & 7, square >> 3
    return min(file, 7 - file) + min(rank, 7 - rank)


def steps_between(one: int, other: int) -> int:
    """Return the steps along files plus those along ranks."""
    return abs((one & 7) - (other & 7)) + abs((one >> 3) - (other >> 3))
