"""The usual moves of chess, judged, played and written as python-chess does it."""

from random import Random

import chess
import chess.variant
import pytest
from usual_moves_oracle import STYLES, boards, compare, compare_moves, compare_verdicts

from board_core.game.rules import BadSetup
from board_core.games.chess import CHESS
from board_core.games.chess.san import after_usual


@pytest.mark.parametrize("seed", range(4))
def test_usual_moves_are_those_of_python_chess(seed):
    assert compare(seed, most=5_000, verdicts_every=200) >= 5_000


@pytest.mark.parametrize("style", STYLES)
def test_of_all_pairs_of_squares_the_legal_ones_are_legal(style):
    games = boards(Random(style), style)
    assert sum(compare_verdicts(board) for at, board in enumerate(games) if at % 40 == 0)


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 2",  # taking en passant would open the rank
        "4k3/8/8/8/1b5r/8/3P4/4K3 w - - 0 1",  # the pawn is pinned
        "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
        "1K6/8/8/8/6k1/8/1QQ5/1Q6 w - - 0 1",  # three queens to tell apart
    ],
)
def test_hard_positions_have_the_same_legal_moves(fen):
    board = chess.Board(fen)
    assert board.is_valid()
    assert compare_moves(board)
    assert compare_verdicts(board)


@pytest.mark.parametrize(
    "board",
    [
        chess.variant.AtomicBoard(),
        chess.variant.CrazyhouseBoard(),
        chess.variant.HordeBoard(),
        chess.Board("4k3/8/8/8/8/8/3Q4/4K~3 w - - 0 1"),  # a king that was a pawn
        chess.Board("4k3/8/8/8/8/8/3QK3/4K3 w - - 0 1"),  # two kings
        chess.Board("4k3/8/8/8/8/8/3Q4/8 w - - 0 1"),  # and none
    ],
    ids=lambda board: board.fen(),
)
def test_unusual_boards_are_left_to_python_chess(board):
    for move in board.legal_moves:
        assert after_usual(board, move) is None


def test_no_position_has_rights_to_castle_that_nobody_has():
    with pytest.raises(BadSetup):
        CHESS.start("4k2r/8/8/8/8/8/8/R2K4 w Qk - 0 1")
