"""What the AI `hard` thinks of how pieces stand to each other."""

import chess
import pytest
from test_hard_position import random_game

from board_core.ais.hard.encoding import FULL_PHASE, MOVE_BITS, at_phase
from board_core.ais.hard.judgement import BISHOP_PAIR, Judge
from board_core.ais.hard.position import ChessSearchPosition


def frame(fen: str, phase: int = 0) -> int:
    return at_phase(Judge().frame(ChessSearchPosition(chess.Board(fen))), phase)


def whole(judge: Judge, position: ChessSearchPosition) -> int:
    return judge.score(position, -1 << 20, 1 << 20)


def activity(fen: str, phase: int = FULL_PHASE) -> int:
    return at_phase(Judge().activity(ChessSearchPosition(chess.Board(fen))), phase)


@pytest.mark.parametrize("seed", range(3))
def test_mirrored_positions_are_judged_alike(seed):
    for board in random_game(seed):
        judge = Judge()
        one, other = ChessSearchPosition(board), ChessSearchPosition(board.mirror())
        assert judge.frame(one) == -judge.frame(other)
        assert abs(whole(judge, one) - whole(judge, other)) <= 2  # rounded


@pytest.mark.parametrize("seed", range(3))
def test_what_is_remembered_of_a_frame_is_what_it_would_be_worked_out_anew(seed):
    remembering = Judge()
    for board in random_game(seed, plies=60):
        position = ChessSearchPosition(board)
        for ranked in position.moves():
            undo = position.make(ranked & MOVE_BITS)
            assert remembering.frame(position) == Judge().frame(position)
            position.unmake(ranked & MOVE_BITS, undo)


def test_a_passed_pawn_is_worth_more_the_further_it_is():
    passed = [frame(f"7k/8/{pawns}/7K w - - 0 1") for pawns in ("8/P7/8/8/8", "8/8/P7/8/8")]
    stopped = frame("7k/p7/8/P7/8/8/8/7K w - - 0 1")
    assert passed[0] > passed[1] > stopped


def test_a_king_near_the_way_of_a_passed_pawn_helps_or_stops_it():
    near, far = "8/8/2{}5/P7/8/8/8/{} w - - 0 1", "8/8/8/P7/8/8/8/{}6{} w - - 0 1"
    assert frame(near.format("K", "7k")) > frame(far.format("k", "K"))
    assert frame(near.format("k", "7K")) < frame(far.format("K", "k"))


def test_doubled_pawns_are_bad_in_an_ending():
    side_by_side = frame("7k/pp6/8/8/8/8/PP6/7K w - - 0 1")
    assert side_by_side == 0
    assert frame("7k/pp6/8/8/8/P7/P7/7K w - - 0 1") < side_by_side


def test_a_king_likes_pawns_before_it():
    assert frame("6k1/5ppp/8/8/8/8/PPP5/6K1 w - - 0 1", FULL_PHASE) < 0
    assert frame("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", FULL_PHASE) == 0


def test_pieces_like_room_open_files_and_company_and_fear_pawns():
    assert activity("k7/8/8/8/8/4P3/3PBP2/K7 w - - 0 1") < activity("k7/8/8/8/8/4B3/8/K7 w - - 0 1")
    open_file = activity("k7/8/8/8/8/8/1P6/K6R w - - 0 1")
    assert open_file > activity("k7/7p/8/8/8/8/1P6/K6R w - - 0 1")
    two = activity("k7/8/8/8/8/8/8/K1B2B2 w - - 0 1", 0)
    one, other = (activity(f"k7/8/8/8/8/8/8/K{b} w - - 0 1", 0) for b in ("1B5", "4B2"))
    assert two == one + other + at_phase(BISHOP_PAIR, 0)
    assert activity("k7/8/8/3p4/4N3/8/8/K7 w - - 0 1") < activity("k7/3p4/8/8/4N3/8/8/K7 w - - 0 1")


def test_threats_outposts_and_free_pawns_count():
    def both(fen: str) -> int:
        judge, position = Judge(), ChessSearchPosition(chess.Board(fen))
        return at_phase(judge.frame(position) + judge.activity(position), FULL_PHASE // 2)

    threat, none = "k7/8/3{}4/8/4N3/8/8/K7 w - - 0 1", "k7/8/2{}5/8/4N3/8/8/K7 w - - 0 1"
    assert activity(threat.format("r")) - activity(none.format("r")) > 50
    held, alone = "k7/8/8/4N3/3P4/8/8/K7 w - - 0 1", "k7/8/8/4N3/2P5/8/8/K7 w - - 0 1"
    assert activity(held) > activity(alone)
    free, blocked = "k7/8/P7/8/8/8/8/K6n w - - 0 1", "k7/n7/P7/8/8/8/8/K7 w - - 0 1"
    assert both(free) > both(blocked)
