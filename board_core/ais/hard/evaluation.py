"""The worth of a piece on a square, in centipawns.

``MIDDLE_TABLES`` and ``ENDING_TABLES`` hold a table for each kind of piece, a1 first, seen from
White. The value of the piece itself is part of each number. The sum over all pieces, which a move
changes in two places, keeps both parts, and each position weighs them by its phase.

These numbers and those of ``judgement`` were fitted together to 135,000 quiet positions from games
of this AI against itself (300 to 900 nodes a move, every twelfth at random, after 2 to 9 random
plies), each with the score of Stockfish 15.1 after 1,500 nodes: least squares of the logistic
function (scale 160 centipawns), with small penalties for what is far from the numbers before, and
for tables by a count that are not smooth. A position is quiet here if
Stockfish's best move is no capture, promotion or check.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import chess

from board_core.ais.chess_time import TASTE_CENTIPAWNS

from .encoding import BLACK, mixed
from .position import Tables

if TYPE_CHECKING:
    from mypy_extensions import i64

PIECE_WORTH: Final[list[i64]] = [0, 100, 320, 330, 500, 950, 10_000]
"""The most that the capture of a piece can gain, by kind, in centipawns."""

# fmt: off
MIDDLE_TABLES: Final = [
    [0] * 64,
    [  # pawn
        0, 0, 0, 0, 0, 0, 0, 0,
        87, 95, 87, 80, 70, 105, 117, 81,
        81, 82, 79, 76, 73, 76, 103, 73,
        85, 68, 98, 98, 91, 101, 82, 64,
        107, 104, 105, 111, 133, 115, 105, 85,
        101, 138, 102, 135, 149, 179, 113, 123,
        59, 59, 64, 97, 96, 65, 4, 55,
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [  # knight
        297, 335, 351, 347, 358, 343, 344, 355,
        324, 340, 329, 358, 359, 373, 355, 363,
        332, 338, 348, 358, 368, 357, 366, 351,
        357, 356, 363, 383, 381, 383, 361, 365,
        359, 366, 368, 390, 391, 388, 383, 417,
        310, 326, 346, 396, 410, 370, 383, 346,
        279, 321, 341, 357, 341, 359, 334, 313,
        244, 289, 312, 326, 330, 316, 310, 285,
    ],
    [  # bishop
        412, 396, 376, 373, 377, 374, 388, 376,
        412, 393, 392, 372, 385, 386, 406, 424,
        377, 384, 387, 381, 377, 381, 391, 377,
        382, 351, 385, 392, 372, 379, 366, 396,
        344, 376, 351, 384, 385, 388, 381, 397,
        366, 367, 374, 377, 378, 396, 399, 393,
        324, 343, 332, 334, 378, 370, 378, 323,
        349, 336, 341, 347, 353, 362, 371, 372,
    ],
    [  # rook
        416, 414, 421, 423, 430, 430, 415, 428,
        407, 411, 405, 409, 430, 406, 435, 403,
        400, 407, 399, 405, 421, 413, 416, 439,
        404, 399, 404, 413, 413, 415, 438, 426,
        425, 424, 407, 413, 447, 446, 444, 455,
        423, 431, 427, 444, 465, 489, 452, 456,
        423, 415, 422, 473, 485, 470, 439, 452,
        432, 454, 452, 444, 455, 459, 450, 437,
    ],
    [  # queen
        982, 967, 985, 995, 999, 981, 964, 965,
        978, 970, 996, 996, 1002, 1004, 997, 967,
        971, 993, 990, 994, 972, 986, 998, 977,
        976, 980, 959, 976, 969, 975, 985, 967,
        957, 960, 962, 954, 962, 952, 990, 983,
        976, 937, 955, 961, 971, 980, 984, 979,
        930, 927, 937, 948, 944, 971, 972, 983,
        927, 920, 956, 978, 983, 975, 963, 986,
    ],
    [  # king
        109, 109, 67, -3, 22, 39, 112, 130,
        103, 79, 45, 6, -4, 33, 116, 130,
        61, 38, 45, 9, -4, -6, 27, 59,
        34, 41, 26, 14, 9, 9, 11, 10,
        33, 30, 22, 14, 7, 13, 10, 6,
        29, 33, 26, -3, 16, 18, 12, 6,
        30, 29, 26, 21, 16, 13, 17, 12,
        28, 28, 24, 20, 15, 16, 16, 12,
    ],
]
ENDING_TABLES: Final = [
    [0] * 64,
    [  # pawn
        0, 0, 0, 0, 0, 0, 0, 0,
        76, 80, 96, 94, 117, 109, 82, 90,
        76, 82, 90, 105, 107, 96, 76, 88,
        91, 91, 82, 85, 86, 76, 113, 106,
        92, 112, 102, 82, 72, 76, 96, 97,
        108, 117, 90, 73, 63, 100, 121, 110,
        28, 46, 35, 23, 66, 61, 126, 45,
        0, 0, 0, 0, 0, 0, 0, 0,
    ],
    [  # knight
        269, 273, 304, 305, 333, 309, 273, 299,
        282, 295, 307, 301, 308, 277, 310, 314,
        290, 310, 302, 310, 314, 296, 298, 298,
        306, 317, 313, 323, 333, 322, 309, 293,
        309, 311, 319, 304, 331, 306, 314, 296,
        281, 326, 307, 301, 300, 294, 320, 277,
        286, 313, 313, 320, 295, 296, 281, 278,
        251, 276, 284, 282, 269, 296, 258, 250,
    ],
    [  # bishop
        335, 307, 303, 308, 304, 305, 313, 335,
        301, 307, 309, 331, 301, 340, 278, 336,
        314, 322, 305, 320, 322, 306, 312, 329,
        339, 314, 310, 309, 314, 319, 274, 319,
        308, 307, 330, 328, 316, 317, 294, 287,
        285, 301, 303, 316, 324, 332, 300, 311,
        295, 307, 294, 302, 322, 290, 277, 275,
        319, 320, 321, 327, 299, 278, 287, 278,
    ],
    [  # rook
        601, 611, 612, 605, 611, 602, 613, 578,
        607, 621, 614, 624, 612, 617, 597, 581,
        624, 604, 618, 608, 625, 609, 625, 594,
        624, 628, 626, 640, 615, 621, 607, 610,
        645, 638, 640, 631, 632, 631, 610, 605,
        633, 631, 624, 612, 614, 616, 628, 599,
        643, 638, 648, 638, 624, 622, 626, 636,
        650, 632, 630, 625, 633, 628, 617, 639,
    ],
    [  # queen
        1162, 1173, 1164, 1172, 1182, 1196, 1185, 1200,
        1153, 1159, 1161, 1180, 1176, 1205, 1205, 1205,
        1175, 1164, 1212, 1188, 1219, 1228, 1225, 1203,
        1151, 1164, 1190, 1228, 1205, 1218, 1213, 1188,
        1182, 1185, 1196, 1200, 1222, 1215, 1209, 1181,
        1183, 1172, 1182, 1198, 1199, 1205, 1201, 1198,
        1182, 1183, 1170, 1189, 1178, 1206, 1194, 1208,
        1182, 1172, 1184, 1198, 1194, 1194, 1185, 1184,
    ],
    [  # king
        -57, -55, -33, -35, -46, -26, -47, -84,
        -58, -11, -18, -12, -10, 5, -27, -39,
        -39, -21, -28, 19, 12, 8, 10, -36,
        -22, -17, -8, 4, 18, 2, -7, -3,
        -17, -4, 1, 35, 36, 46, -3, 3,
        1, 33, 48, 29, 39, 55, 38, 4,
        -2, 30, 46, 34, 36, 45, 60, 22,
        16, 35, 16, 26, 29, 42, 34, 24,
    ],
]
# fmt: on


def tables_for(
    _board: chess.Board, chance: random.Random | None = None, taste: int = TASTE_CENTIPAWNS
) -> Tables:
    """Return the mixed numbers of each piece on each square; Black's are mirrored and negative.

    ``chance`` varies each number by at most ``taste`` centipawns, so that games differ. The tables
    serve all boards.
    """
    tables: Tables = [0] * (15 * 64)
    for kind in range(1, 7):
        for square in range(64):
            error = 0 if chance is None else int(chance.random() * (2 * taste + 1)) - taste
            early, late = MIDDLE_TABLES[kind][square], ENDING_TABLES[kind][square]
            worth = mixed(early + error, late + error)
            tables[kind * 64 + square] = worth
            tables[(kind + BLACK) * 64 + (square ^ 56)] = -worth
    return tables
