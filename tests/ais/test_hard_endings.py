"""What the AI `hard` knows of endings."""

import chess
import pytest

from board_core.ais.hard.endings import FULL_SCALE, drawishness, is_lone, lone_king
from board_core.ais.hard.judgement import Judge
from board_core.ais.hard.position import ChessSearchPosition


def seen(fen: str) -> ChessSearchPosition:
    return ChessSearchPosition(chess.Board(fen))


def mirrored(fen: str) -> str:
    return chess.Board(fen).mirror().fen()


WON = {
    "queen": "8/8/8/3k4/8/8/8/K6Q w - - 0 1",
    "bishop and knight": "8/8/8/3k4/8/8/8/K5BN w - - 0 1",
    "a pawn that the king cannot reach": "7k/8/8/P7/8/8/8/K7 w - - 0 1",
    "a king on a key square": "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    "the opposition": "8/4k3/8/4K3/4P3/8/8/8 b - - 0 1",
    "a rook's pawn and the bishop for its corner": "k7/8/8/8/P7/8/8/K4B2 w - - 0 1",
}
DRAWN = {
    "two knights": "8/8/8/3k4/8/8/8/K5NN w - - 0 1",
    "a king before the pawn": "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1",
    "the opposition of the other side": "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
    "a king before a rook's pawn": "k7/8/1K6/P7/8/8/8/8 w - - 0 1",
    "a rook's pawn and the wrong bishop": "k7/8/8/8/P7/8/8/K1B5 w - - 0 1",
    "a pawn that is lost": "8/8/8/8/3P4/3k4/8/6K1 b - - 0 1",
}


@pytest.mark.parametrize("fen", WON.values(), ids=WON)
def test_who_wins_against_a_king_alone_is_known(fen):
    for start in (fen, mirrored(fen)):
        board = chess.Board(start)
        position = ChessSearchPosition(board)
        ahead = board.occupied_co[board.turn].bit_count() > 1
        assert is_lone(position)
        assert (lone_king(position) if ahead else -lone_king(position)) > 600


@pytest.mark.parametrize("fen", DRAWN.values(), ids=DRAWN)
def test_who_does_not_win_against_a_king_alone_is_known(fen):
    for start in (fen, mirrored(fen)):
        assert abs(lone_king(seen(start))) < 100


def test_a_lone_king_is_worse_off_at_the_edge_and_near_the_other_king():
    middle, edge = "8/8/8/3k4/8/3K4/8/7R w - - 0 1", "3k4/8/8/8/8/3K4/8/7R w - - 0 1"
    near = "3k4/8/3K4/8/8/8/8/7R w - - 0 1"
    assert lone_king(seen(near)) > lone_king(seen(edge)) > lone_king(seen(middle))


def test_bishop_and_knight_drive_a_king_to_the_corner_of_the_bishop():
    light, dark = "k7/8/1K6/8/8/8/8/{} w - - 0 1", "7k/8/6K1/8/8/8/8/{} w - - 0 1"
    on_light, on_dark = "3N1B2", "3NB3"
    assert lone_king(seen(light.format(on_light))) > lone_king(seen(light.format(on_dark)))
    assert lone_king(seen(dark.format(on_dark))) > lone_king(seen(dark.format(on_light)))


def test_bishops_of_opposite_colors_and_a_side_without_pawns_win_seldom():
    opposite = "4k3/5b2/8/8/3P4/8/2P3B1/4K3 w - - 0 1"
    same = "4k3/6b1/8/8/3P4/8/2P3B1/4K3 w - - 0 1"
    assert drawishness(seen(opposite), 0) == FULL_SCALE
    assert drawishness(seen(same), 0) < FULL_SCALE
    assert drawishness(seen("4k3/3r4/8/8/8/8/3RB3/4K3 w - - 0 1"), 0) < FULL_SCALE // 2
    assert drawishness(seen("4k3/8/8/8/8/p7/3R4/4K3 w - - 0 1"), 0) == FULL_SCALE


def test_a_drawish_lead_counts_less():
    def score(fen: str) -> int:
        return Judge().score(seen(fen), -1 << 20, 1 << 20)

    bishop_ahead = score("4k3/3r4/8/8/8/8/3RB3/4K3 w - - 0 1")
    assert 0 <= bishop_ahead < 150
    assert score("4k3/3r4/8/8/8/8/2PRB3/4K3 w - - 0 1") > 2 * bishop_ahead
