"""What a piece is worth on a square, in centipawns.

``MIDDLE`` and ``END`` hold a table for each kind of piece, a1 first, from White's side of the
board; the value of the piece itself is part of each number. They were fitted to Stockfish's opinion
of quiet positions in games of this AI. A search takes one mixture of the two for all its positions,
so that an evaluation is a sum which a move changes in two places.
"""

from __future__ import annotations

import random
from typing import Final

import chess

from ..skill import TASTE
from .encoding import BISHOP, BLACK, KING, KNIGHT, QUEEN, ROOK
from .position import Tables

WORTH: Final = [0, 100, 320, 330, 500, 950, 10_000]
"""By kind, for what a capture can gain at most."""

PHASE: Final = {KNIGHT: 1, BISHOP: 1, ROOK: 2, QUEEN: 4}
FULL: Final = 24
"""The sum of these over all pieces at the start of a game."""

CORNER: Final = 10
NEAR: Final = 4

# fmt: off
MIDDLE: Final[Tables] = [
    [0] * 64,
    [  # pawn
        0, 0, 0, 0, 0, 0, 0, 0,
        21, 81, 66, 57, 61, 123, 113, 45,
        45, 81, 88, 83, 89, 105, 117, 60,
        40, 83, 88, 115, 114, 111, 97, 60,
        62, 99, 99, 123, 138, 118, 122, 71,
        86, 140, 119, 145, 137, 130, 113, 91,
        135, 164, 140, 137, 127, 133, 131, 143,
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [  # knight
        321, 339, 328, 360, 347, 322, 343, 325,
        344, 359, 368, 365, 371, 388, 357, 358,
        344, 381, 384, 390, 388, 392, 393, 356,
        385, 400, 411, 397, 405, 421, 392, 402,
        371, 397, 429, 436, 418, 448, 405, 413,
        392, 439, 438, 470, 475, 447, 428, 410,
        345, 394, 434, 427, 430, 439, 397, 378,
        263, 341, 372, 392, 402, 385, 377, 349,
    ],
    [  # bishop
        449, 443, 395, 394, 391, 400, 424, 415,
        455, 442, 442, 411, 424, 440, 449, 446,
        423, 440, 437, 428, 427, 444, 427, 418,
        433, 437, 434, 442, 455, 445, 426, 436,
        461, 443, 450, 457, 469, 449, 439, 432,
        429, 443, 446, 453, 473, 482, 477, 433,
        435, 437, 435, 443, 450, 449, 461, 427,
        398, 401, 424, 435, 439, 433, 420, 415,
    ],
    [  # rook
        415, 423, 432, 471, 478, 452, 425, 433,
        399, 424, 423, 444, 438, 440, 416, 381,
        416, 426, 432, 435, 434, 431, 428, 414,
        418, 441, 441, 436, 442, 437, 453, 439,
        436, 454, 482, 482, 478, 485, 485, 465,
        485, 477, 487, 501, 498, 482, 483, 504,
        501, 513, 500, 521, 526, 486, 498, 517,
        506, 513, 508, 526, 534, 515, 498, 527,
    ],
    [  # queen
        970, 987, 1003, 1006, 1016, 970, 1007, 1009,
        992, 1003, 1005, 1024, 1018, 1015, 993, 996,
        984, 1000, 994, 1015, 986, 1026, 1028, 1032,
        1003, 995, 1000, 1004, 1009, 994, 1020, 1000,
        995, 984, 999, 997, 1009, 1017, 1034, 1028,
        996, 999, 1011, 1024, 1027, 1044, 1015, 1029,
        989, 981, 999, 1023, 1019, 1019, 1022, 1030,
        953, 986, 1003, 1014, 1019, 1023, 1030, 1027,
    ],
    [  # king
        133, 162, 102, 51, 92, 74, 139, 138,
        108, 75, 38, 2, 10, 56, 80, 87,
        35, 38, -10, -33, -37, -15, 3, 8,
        3, -1, -23, -38, -52, -39, -17, -14,
        -16, -16, -34, -45, -52, -46, -28, -27,
        -25, -27, -37, -49, -50, -45, -34, -32,
        -31, -33, -37, -43, -44, -38, -33, -33,
        -32, -34, -39, -40, -37, -44, -40, -36,
    ],
]
END: Final[Tables] = [
    [0] * 64,
    [  # pawn
        0, 0, 0, 0, 0, 0, 0, 0,
        145, 130, 145, 140, 142, 129, 129, 121,
        107, 117, 106, 111, 136, 124, 123, 126,
        134, 126, 110, 120, 115, 133, 143, 118,
        154, 152, 143, 133, 122, 135, 138, 156,
        225, 202, 187, 195, 184, 186, 172, 175,
        332, 310, 262, 263, 260, 276, 255, 309,
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [  # knight
        301, 317, 328, 340, 368, 361, 347, 318,
        326, 335, 373, 390, 386, 387, 373, 348,
        359, 347, 374, 400, 412, 383, 381, 339,
        369, 373, 396, 399, 412, 382, 383, 349,
        349, 389, 391, 399, 400, 401, 393, 385,
        345, 358, 365, 366, 372, 389, 361, 361,
        324, 331, 357, 345, 350, 371, 330, 314,
        264, 304, 332, 318, 322, 346, 336, 334,
    ],
    [  # bishop
        334, 368, 355, 375, 365, 376, 338, 363,
        368, 366, 365, 377, 385, 380, 356, 345,
        391, 388, 385, 408, 412, 389, 381, 415,
        354, 386, 418, 381, 402, 402, 379, 386,
        381, 399, 409, 400, 402, 379, 384, 396,
        380, 381, 412, 417, 390, 403, 402, 393,
        377, 376, 403, 410, 401, 379, 382, 363,
        354, 356, 401, 399, 390, 390, 350, 348,
    ],
    [  # rook
        661, 688, 698, 671, 696, 676, 676, 636,
        663, 665, 692, 670, 668, 690, 680, 662,
        675, 677, 672, 673, 700, 701, 703, 678,
        676, 686, 675, 673, 698, 683, 685, 675,
        699, 687, 708, 700, 693, 693, 692, 679,
        682, 682, 704, 708, 694, 694, 700, 683,
        708, 722, 722, 713, 714, 689, 708, 683,
        695, 744, 706, 701, 704, 718, 722, 702,
    ],
    [  # queen
        1204, 1189, 1146, 1124, 1149, 1156, 1176, 1186,
        1202, 1190, 1179, 1180, 1172, 1186, 1183, 1203,
        1222, 1230, 1240, 1242, 1228, 1244, 1230, 1222,
        1224, 1245, 1261, 1278, 1278, 1271, 1264, 1252,
        1257, 1267, 1282, 1309, 1301, 1289, 1286, 1279,
        1276, 1291, 1293, 1315, 1313, 1315, 1295, 1283,
        1279, 1285, 1298, 1306, 1299, 1297, 1290, 1295,
        1266, 1271, 1277, 1282, 1283, 1282, 1280, 1280,
    ],
    [  # king
        -75, -90, -69, -77, -89, -54, -81, -79,
        -71, -74, -51, -24, -13, -20, -61, -86,
        -90, -35, 8, 2, 5, 4, -18, -38,
        -63, -13, 45, 27, 29, 13, -9, -15,
        -31, 20, 55, 53, 55, 57, 26, -5,
        -8, 30, 62, 53, 78, 77, 57, 9,
        -15, 24, 44, 73, 81, 68, 42, 25,
        4, 11, 17, 52, 64, 27, 16, 38,
    ],
]
# fmt: on


def tables_for(
    board: chess.Board, chance: random.Random | None = None, taste: int = TASTE
) -> Tables:
    """A table for each piece, for what is left of the game; Black's are mirrored, with a minus.

    ``chance`` draws a taste, so many centipawns at most: so that games differ.
    """
    phase = min(FULL, sum(PHASE.get(piece.piece_type, 0) for piece in board.piece_map().values()))
    tables: Tables = [[0] * 64 for _ in range(15)]
    for kind in range(1, 7):
        for square in range(64):
            mixed = MIDDLE[kind][square] * phase + END[kind][square] * (FULL - phase)
            worth = mixed // FULL
            if chance is not None:
                worth += int(chance.random() * (2 * taste + 1)) - taste
            tables[kind][square] = worth
            tables[kind + BLACK][square ^ 56] = -worth
    for color in chess.COLORS:
        if board.occupied_co[color] == board.kings & board.occupied_co[color]:
            _drive_to_the_edge(board, color, tables)
    return tables


def _drive_to_the_edge(board: chess.Board, lone: chess.Color, tables: Tables) -> None:
    """Against a lone king: drive it to the edge of the board, and bring the other king near it."""
    quarry, hunter = (KING, KING + BLACK) if lone else (KING + BLACK, KING)
    sign = 1 if lone else -1
    at = board.king(lone)
    assert at is not None
    for square in range(64):
        tables[quarry][square] = sign * CORNER * from_edge(square)
        tables[hunter][square] = sign * NEAR * steps_between(square, at)
        for kind in range(KNIGHT, KING):  # the others are free to go where they are needed
            tables[kind][square], tables[kind + BLACK][square] = WORTH[kind], -WORTH[kind]


def from_edge(square: int) -> int:
    """0 in the corners to 6 on the four squares in the middle."""
    file, rank = square & 7, square >> 3
    return min(file, 7 - file) + min(rank, 7 - rank)


def steps_between(one: int, other: int) -> int:
    """Steps along files and along ranks together."""
    return abs((one & 7) - (other & 7)) + abs((one >> 3) - (other >> 3))
