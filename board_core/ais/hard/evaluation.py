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
        35, 70, 55, 36, 45, 79, 110, 61,
        46, 59, 66, 49, 52, 62, 109, 61,
        51, 74, 85, 110, 117, 100, 88, 65,
        69, 96, 124, 136, 155, 120, 115, 70,
        81, 117, 72, 167, 135, 132, 100, 134,
        110, 163, 138, 148, 136, 131, 145, 138,
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [  # knight
        310, 366, 340, 376, 365, 321, 371, 325,
        345, 361, 387, 399, 398, 421, 346, 379,
        363, 410, 397, 396, 391, 410, 407, 379,
        421, 352, 418, 410, 410, 424, 372, 393,
        375, 395, 429, 434, 434, 456, 404, 434,
        412, 396, 427, 489, 479, 437, 439, 388,
        353, 346, 395, 435, 409, 465, 368, 373,
        215, 341, 341, 396, 410, 374, 377, 338,
    ],
    [  # bishop
        401, 454, 413, 393, 408, 399, 430, 423,
        435, 438, 430, 435, 425, 428, 446, 441,
        397, 431, 443, 415, 404, 455, 427, 418,
        413, 450, 430, 466, 445, 421, 409, 421,
        439, 442, 450, 455, 418, 451, 434, 413,
        421, 441, 445, 437, 460, 496, 474, 417,
        441, 431, 427, 442, 458, 460, 485, 428,
        412, 398, 424, 414, 434, 428, 413, 418,
    ],
    [  # rook
        449, 449, 440, 476, 478, 476, 420, 439,
        416, 439, 435, 435, 443, 459, 443, 386,
        407, 444, 442, 441, 431, 448, 468, 398,
        427, 446, 438, 424, 428, 427, 444, 471,
        449, 439, 466, 460, 479, 475, 461, 425,
        488, 475, 483, 472, 502, 489, 497, 473,
        492, 477, 485, 503, 522, 482, 501, 507,
        513, 510, 515, 536, 531, 506, 487, 517,
    ],
    [  # queen
        970, 1012, 1032, 1032, 1016, 988, 1010, 1016,
        997, 999, 1029, 1029, 1022, 1011, 1010, 992,
        981, 992, 1015, 1021, 1011, 1007, 1034, 991,
        1009, 995, 1004, 997, 1025, 1005, 973, 982,
        985, 1009, 1000, 998, 993, 1018, 1002, 995,
        980, 1022, 995, 1007, 1013, 1045, 1008, 1007,
        963, 985, 994, 1025, 1008, 1021, 1003, 1038,
        964, 994, 989, 994, 994, 1031, 1027, 997,
    ],
    [  # king
        133, 128, 81, 46, 92, 70, 103, 111,
        112, 100, 41, 28, 35, 75, 69, 117,
        38, 30, -30, -30, -32, -10, 23, 16,
        4, 1, -27, -35, -64, -38, -21, -13,
        -15, -15, -41, -51, -47, -46, -30, -30,
        -24, -12, -37, -49, -54, -56, -25, -32,
        -31, -32, -37, -46, -48, -39, -31, -33,
        -31, -33, -39, -39, -38, -43, -36, -37,
    ],
]
END: Final[Tables] = [
    [0] * 64,
    [  # pawn
        0, 0, 0, 0, 0, 0, 0, 0,
        137, 123, 123, 106, 120, 127, 99, 116,
        107, 110, 98, 87, 126, 117, 91, 126,
        126, 127, 83, 110, 130, 116, 108, 140,
        123, 133, 97, 112, 117, 138, 125, 158,
        207, 193, 183, 166, 173, 191, 191, 172,
        298, 300, 278, 273, 264, 271, 274, 308,
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [  # knight
        286, 269, 336, 362, 357, 363, 307, 318,
        326, 330, 384, 394, 386, 381, 368, 368,
        345, 356, 380, 389, 385, 399, 378, 345,
        371, 383, 387, 410, 378, 379, 407, 338,
        355, 389, 401, 442, 438, 377, 413, 416,
        368, 336, 374, 380, 387, 385, 364, 351,
        313, 331, 327, 345, 341, 390, 306, 315,
        243, 314, 318, 327, 330, 340, 338, 323,
    ],
    [  # bishop
        327, 360, 346, 382, 366, 353, 342, 372,
        364, 376, 395, 373, 382, 373, 370, 333,
        353, 375, 384, 380, 398, 370, 372, 440,
        351, 386, 405, 375, 390, 383, 370, 390,
        400, 378, 415, 404, 417, 368, 391, 369,
        363, 383, 420, 416, 388, 418, 396, 397,
        349, 375, 366, 406, 410, 388, 371, 362,
        353, 355, 403, 386, 389, 388, 356, 345,
    ],
    [  # rook
        651, 683, 694, 661, 657, 663, 688, 648,
        676, 665, 677, 668, 682, 699, 692, 642,
        671, 687, 672, 675, 694, 710, 723, 654,
        686, 680, 683, 658, 700, 669, 681, 718,
        702, 692, 690, 704, 689, 678, 682, 660,
        673, 685, 678, 666, 698, 696, 718, 671,
        689, 703, 709, 694, 707, 690, 719, 690,
        716, 696, 700, 726, 702, 701, 685, 707,
    ],
    [  # queen
        1202, 1188, 1145, 1120, 1130, 1163, 1178, 1189,
        1201, 1187, 1185, 1170, 1186, 1184, 1189, 1201,
        1225, 1231, 1231, 1258, 1226, 1261, 1249, 1224,
        1220, 1251, 1251, 1265, 1282, 1275, 1260, 1243,
        1258, 1263, 1289, 1298, 1318, 1286, 1291, 1264,
        1266, 1302, 1283, 1305, 1308, 1300, 1307, 1283,
        1277, 1279, 1310, 1302, 1293, 1306, 1286, 1289,
        1265, 1282, 1273, 1272, 1271, 1290, 1281, 1265,
    ],
    [  # king
        -108, -71, -64, -60, -61, -43, -78, -85,
        -48, -70, -53, 10, 5, -21, -26, -75,
        -72, -40, 7, 27, 15, 12, -23, -22,
        -57, -10, 42, 38, 19, -11, -21, -27,
        -30, 17, 20, 11, 76, 32, 4, -24,
        -6, 45, 35, 36, 57, 75, 71, 4,
        -15, 28, 42, 53, 76, 42, 53, 12,
        3, 23, 16, 57, 56, 31, 33, 29,
    ],
]
# fmt: on


def phase_of(board: chess.Board) -> int:
    """0 in an ending without pieces, ``FULL`` at the start of a game."""
    return min(FULL, sum(PHASE.get(piece.piece_type, 0) for piece in board.piece_map().values()))


def tables_for(
    board: chess.Board, chance: random.Random | None = None, taste: int = TASTE
) -> Tables:
    """A table for each piece, for what is left of the game; Black's are mirrored, with a minus.

    ``chance`` draws a taste, so many centipawns at most: so that games differ.
    """
    phase = phase_of(board)
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
        if is_lone(board, color):
            _drive_to_the_edge(board, color, tables)
    return tables


def is_lone(board: chess.Board, color: chess.Color) -> bool:
    """Whether a side has nothing but its king."""
    return board.occupied_co[color] == board.kings & board.occupied_co[color]


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
