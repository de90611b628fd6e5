import pickle
from functools import reduce
from xml.etree import ElementTree

import chess
import pytest

from board_core import BadSetup, Color, Move, Outcome, Position, Reason
from board_core.games import CHESS
from board_core.games.chess import ENGINE, FIDE, NO_CLAIMS, PRESETS, DrawRules, chess_rules

WHITE, BLACK = Color.WHITE, Color.BLACK
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 "


def after(moves: str, setup: str | None = None, draws: DrawRules = FIDE) -> Position:
    start = chess_rules(draws).start(setup)
    return reduce(lambda position, text: position.play(position.parse(text)), moves.split(), start)


def ends(moves: str, setup: str | None = None, draws: DrawRules = FIDE) -> Reason | None:
    outcome = after(moves, setup, draws).outcome()
    return outcome and outcome.reason


def claims(moves: str, setup: str | None = None, draws: DrawRules = FIDE) -> Reason | None:
    outcome = after(moves, setup, draws).claim()
    return outcome and outcome.reason


# Mate and stalemate


@pytest.mark.parametrize("draws", PRESETS.values(), ids=PRESETS.keys())
def test_checkmate_and_stalemate_end_a_game_whatever_the_draw_rules(draws: DrawRules):
    mate = after("f3 e5 g4 Qh4", draws=draws)
    assert mate.outcome() == Outcome(BLACK, Reason.CHECKMATE)
    assert ends("Qg6", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", draws) is Reason.STALEMATE


def test_mate_comes_before_any_count_of_moves():
    assert ends("Ra8", "6k1/5ppp/8/8/8/8/8/RK6 w - - 149 99") is Reason.CHECKMATE
    assert ends("Ra8", "6k1/5ppp/8/8/8/8/8/RK6 w - - 99 99", NO_CLAIMS) is Reason.CHECKMATE


# Moves without capture or pawn move

ROOK = "7k/8/8/8/8/8/8/KR6 w - - {} 90"


@pytest.mark.parametrize(
    ("draws", "count", "reason"),
    [
        (FIDE, 99, None),
        (FIDE, 148, None),
        (FIDE, 149, Reason.SEVENTY_FIVE_MOVES),
        (NO_CLAIMS, 98, None),
        (NO_CLAIMS, 99, Reason.FIFTY_MOVES),
        (ENGINE, 98, None),
        (ENGINE, 99, Reason.FIFTY_MOVES),
    ],
)
def test_moves_without_progress_are_counted(draws: DrawRules, count: int, reason: Reason | None):
    assert ends("Rb2", ROOK.format(count), draws) is reason


def test_a_capture_or_a_pawn_move_begins_the_count_anew():
    assert ends("Kxb2", "6k1/8/8/8/8/8/1r6/K6R w - - 99 90", NO_CLAIMS) is None
    assert ends("b3", "7k/8/8/8/8/8/1P6/K7 w - - 99 90", NO_CLAIMS) is None


def test_fifty_moves_may_be_claimed_by_fide_rules():
    assert claims("", ROOK.format(99)) is None
    assert claims("", ROOK.format(100)) is Reason.FIFTY_MOVES


# Repetition


def test_the_third_time_a_position_may_be_claimed_and_the_fifth_ends_the_game():
    assert claims(SHUFFLE + "Nf3 Nf6 Ng1") is None
    assert claims(SHUFFLE * 2) is Reason.THREEFOLD_REPETITION
    assert ends(SHUFFLE * 4) is Reason.FIVEFOLD_REPETITION
    assert ends(SHUFFLE * 3) is None


def test_engines_need_not_claim():
    assert ends(SHUFFLE + "Nf3 Nf6 Ng1", draws=ENGINE) is None
    assert ends(SHUFFLE * 2, draws=ENGINE) is Reason.THREEFOLD_REPETITION


def test_the_course_leaves_repetition_to_the_organiser():
    assert ends(SHUFFLE * 5, draws=NO_CLAIMS) is None
    assert claims(SHUFFLE * 5, draws=NO_CLAIMS) is None


def test_a_position_need_not_be_repeated_at_once():
    detour = "Nc3 Nc6 Nb1 Nb8 "
    assert claims(detour + SHUFFLE) is Reason.THREEFOLD_REPETITION


def test_the_same_pieces_with_the_other_side_to_move_are_another_position():
    start = "7k/8/8/8/8/8/8/KR6 w - - 0 1"
    assert after("Rb2 Kg8 Rb3 Kh8 Rb1", start).repetitions == 1


def test_a_lost_right_to_castle_makes_another_position():
    start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    king_out_and_back = "Ke2 Ke7 Ke1 Ke8 "
    assert after(king_out_and_back, start).repetitions == 1
    assert claims(king_out_and_back * 2, start) is None
    assert claims(king_out_and_back * 3, start) is Reason.THREEFOLD_REPETITION


EN_PASSANT = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1"


def test_a_right_to_take_en_passant_makes_another_position():
    assert after("e4", EN_PASSANT).repetitions == 1
    assert claims("e4 " + "Nf6 Nf3 Ng8 Ng1 " * 2, EN_PASSANT) is None
    assert claims("e4 " + "Nf6 Nf3 Ng8 Ng1 " * 3, EN_PASSANT) is Reason.THREEFOLD_REPETITION


def test_a_double_step_that_nobody_can_take_makes_no_other_position():
    nobody_near = "4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 0 1"
    assert claims("e4 " + "Nf6 Nf3 Ng8 Ng1 " * 2, nobody_near) is Reason.THREEFOLD_REPETITION


def test_a_pinned_pawn_has_no_right_to_take_en_passant():
    pinned = "k5n1/8/8/8/4p3/8/3P2B1/1K4N1 w - - 0 1"  # the bishop looks at a8 through e4
    assert claims("d4 " + "Nf6 Nf3 Ng8 Ng1 " * 2, pinned) is Reason.THREEFOLD_REPETITION


def test_a_capture_ends_the_line_that_can_be_repeated():
    position = after(SHUFFLE + "e4 d5 exd5")
    assert position._previous is None
    assert position.repeatable() == []


def test_what_could_be_repeated_comes_as_boards_of_ones_own():
    position = after("e4 e5 Nf3 Nf6")
    assert [board.fen() for board in position.repeatable()] == [
        after("e4 e5").setup,
        after("e4 e5 Nf3").setup,
    ]
    position.repeatable()[0].clear()
    assert position.repeatable()[0].fen() == after("e4 e5").setup


# Material

MATERIAL = [
    ("k7/8/8/8/8/8/8/K7", True),
    ("k7/8/8/8/8/8/8/KN6", True),
    ("k7/8/8/8/8/8/8/KB6", True),
    ("kb6/8/8/8/8/8/8/B1K5", True),  # both bishops on dark squares
    ("k1b5/8/8/8/8/8/8/B1K5", False),
    ("k7/8/8/8/8/8/8/KNN5", False),
    ("k7/8/8/8/8/8/P7/K7", False),
    ("k7/8/8/8/8/8/8/KR6", False),
]


@pytest.mark.parametrize(("pieces", "dead"), MATERIAL)
def test_material_that_cannot_mate_ends_the_game(pieces: str, dead: bool):
    assert ends("", f"{pieces} w - - 0 1") is (Reason.INSUFFICIENT_MATERIAL if dead else None)
    assert ends("", f"{pieces} w - - 0 1", NO_CLAIMS) is None


@pytest.mark.parametrize(
    ("pieces", "white", "black"),
    [
        ("k7/8/8/8/8/8/8/KQ6", True, False),
        ("k7/p7/8/8/8/8/8/KN6", True, True),  # the pawn can be in its king's way
        ("k7/8/8/8/8/8/8/KN6", False, False),
    ],
)
def test_who_could_still_win(pieces: str, white: bool, black: bool):
    position = CHESS.start(f"{pieces} w - - 0 1")
    assert (position.can_win(WHITE), position.can_win(BLACK)) == (white, black)


# Setting up


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("rubbish", "is not a FEN"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king, Black has no king, the board is empty"),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "king and rook do not stand where"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the side to move could take the king"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "no pawn can stand on the first or the last rank"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "is not a FEN"),
    ],
)
def test_a_bad_fen_is_quoted_and_its_flaw_is_named(fen: str, why: str):
    with pytest.raises(BadSetup) as caught:
        CHESS.start(fen)
    assert repr(fen) in str(caught.value)
    assert why in str(caught.value)


def test_a_fen_sets_up_side_and_counts():
    position = CHESS.start("7k/8/8/8/8/8/8/KR6 b - - 30 70")
    assert position.to_move is BLACK
    assert position.setup == "7k/8/8/8/8/8/8/KR6 b - - 30 70"


# For AIs and views


def test_native_is_a_board_of_ones_own():
    position = after("e4 e5")
    board = position.native
    assert isinstance(board, chess.Board)
    assert board.fen() == position.setup
    board.push_san("Ke2")
    assert position.native.fen() == position.setup != board.fen()


def test_pieces_are_named_by_their_squares():
    pieces = after("e4").pieces()
    assert (pieces["e4"], pieces["e8"], "e2" in pieces, len(pieces)) == ("P", "k", False, 32)


def test_moves_are_written_in_standard_san():
    assert after("e4 d5").notation(after("e4 d5").parse("e4d5")) == "exd5"
    position = CHESS.start("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    assert [position.notation(position.parse(text)) for text in ("o-o-o", "Ra8+", "Ke2")] == [
        "O-O-O",
        "Ra8+",
        "Ke2",
    ]


def test_two_moves_of_one_position_have_their_own_notation():
    position = CHESS.start(None)
    assert [position.notation(position.parse(text)) for text in ("e2e4", "g1f3", "e2e4")] == [
        "e4",
        "Nf3",
        "e4",
    ]


def test_a_position_shows_itself_as_fen():
    assert repr(after("e4")).startswith("ChessPosition('rnbqkbnr/")


def test_a_position_draws_itself_for_a_notebook_with_the_king_in_check():
    picture = ElementTree.fromstring(after("e4 f5 Qh5")._repr_svg_())
    pieces = [each.get("href") for each in picture.iter() if "href" in each.attrib]
    assert len(pieces) == 32
    assert "check" in ElementTree.tostring(picture, "unicode")
    assert "check" not in after("e4")._repr_svg_().replace("check_gradient", "")


def test_a_repetition_belongs_to_a_position_and_what_cannot_come_again_does_not():
    shuffled, laws = after("Nf3 Nf6 Ng1 Ng8"), chess_rules(FIDE)
    assert shuffled.pieces() == laws.start(None).pieces()
    assert shuffled != laws.start(shuffled.setup)
    assert after("Nf3 Nf6 Ng1 Ng8 e4") == laws.start(after("Nf3 Nf6 Ng1 Ng8 e4").setup)
    assert after("Nf3 Nf6 Nc3") == after("Nf3 Nf6 Nc3") != after("Nc3 Nf6 Nf3")
    assert laws.start(None) != chess_rules(ENGINE).start(None) == CHESS.start(None)


def test_five_thousand_positions_that_could_be_repeated_can_be_sent():
    position = chess_rules(DrawRules(seventy_five_moves=False, fivefold=False)).start(None)
    for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 1250:
        position = position.play(Move(move))
    assert pickle.loads(pickle.dumps(position)) == position
