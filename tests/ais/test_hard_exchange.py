"""Whether a capture loses material, told without a move being made."""

import chess
import pytest

from board_core.ais.hard.exchange import loses
from board_core.ais.hard.position import ChessSearchPosition

CASES = {
    "a pawn takes back": ("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", True),
    "a knight takes back": ("4k3/8/5n2/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", True),
    "a king takes back": ("8/8/4k3/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", True),
    "nobody takes back": ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", False),
    "less takes more": ("4k3/8/4p3/3r4/8/4N3/8/4K3 w - - 0 1", "e3d5", False),
    "the second rook stands behind": ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", False),
    "and so does theirs": ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", True),
    "a bishop for a pawn": ("4k3/8/2n5/8/3p4/8/1B6/4K3 w - - 0 1", "b2d4", True),
    "a queen behind that bishop": ("4k3/8/2n5/8/3p4/8/1B6/Q3K3 w - - 0 1", "b2d4", False),
    "a rook for knight and pawn": ("4k3/8/3p4/4n3/8/8/8/Q3R1K1 w - - 0 1", "e1e5", True),
    "a king cannot take what is protected": ("8/8/4k3/3n4/8/1B6/8/3RK3 w - - 0 1", "d1d5", False),
    "one side need not go on": ("3qk3/8/4p3/3n4/8/4N3/8/4K3 w - - 0 1", "e3d5", False),
    "a pawn taken in passing": ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", False),
    "a bishop for a knight": ("4k3/8/4p3/3n4/8/1B6/8/4K3 w - - 0 1", "b3d5", False),
}


@pytest.mark.parametrize(("fen", "text", "expected"), CASES.values(), ids=CASES)
def test_a_losing_capture_is_known(fen, text, expected):
    for board, move in (
        (chess.Board(fen), chess.Move.from_uci(text)),
        (chess.Board(fen).mirror(), chess.Move.from_uci(text)),
    ):
        turned = 0 if board.turn else 56
        start, end = move.from_square ^ turned, move.to_square ^ turned
        assert loses(ChessSearchPosition(board), start + 64 * end, 50) is expected
