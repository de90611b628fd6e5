"""Moves that look legal and are not: which positions have them, and which move falls into one."""

import chess
import pytest

from board_core.game.rules import Move
from board_core.games import CHESS
from board_core.games.chess.features import ChessTrap, fell_into, has_taken_a_rook_at_home, traps
from board_core.games.chess.lessons import (
    TRAP_STARTS,
    TRAPS,
    ChessFeature,
    features,
    leaves,
)
from board_core.games.chess.lessons import positions as lesson_positions
from board_core.games.lessons import Feature

TEMPTING = {
    ChessTrap.PIN: "Rc5",
    ChessTrap.RETREAT: "Kxf4",
    ChessTrap.KINGS: "Kxe2",
    ChessTrap.DOUBLE_CHECK: "gxf3",
    ChessTrap.EN_PASSANT_PIN: "exd6",
    ChessTrap.CASTLING_IN_CHECK: "O-O",
    ChessTrap.CASTLING_THROUGH: "O-O",
    ChessTrap.LOST_CASTLING: "O-O",
}


def asked_in(trap: Feature) -> list[chess.Board]:
    """The boards of the lessons about a trap, at the program's turn."""
    boards = []
    for lesson in lesson_positions(CHESS):
        if lesson.name == trap.value:
            position = CHESS.start(lesson.setup)
            for told in lesson.told:
                position = position.play(position.parse(told))
            boards.append(position.native)
    return boards


@pytest.mark.parametrize("trap", TRAPS)
def test_each_trap_is_set_for_both_sides_with_few_legal_moves(trap: Feature):
    white, black = asked_in(trap)
    assert (white.turn, black.turn) == (chess.WHITE, chess.BLACK)
    for board in (white, black):
        assert board.is_valid()
        assert {*traps(board)} == {trap}
        assert board.legal_moves.count() <= 2


@pytest.mark.parametrize("trap", TRAP_STARTS)
def test_the_tempting_move_falls_into_its_trap_however_it_is_written(trap: Feature):
    board, _ = asked_in(trap)
    assert fell_into(board, TEMPTING[trap]) is trap
    for move in board.legal_moves:
        assert fell_into(board, board.san(move)) is None
    if TEMPTING[trap] == "O-O":
        assert fell_into(board, "e1g1") is trap


def test_a_move_that_overlooks_a_check_falls_into_no_trap():
    board = chess.Board("4r1k1/8/8/8/8/8/P7/4K2R w - - 0 1")
    assert fell_into(board, "a3") is None
    assert fell_into(board, "Rh2") is None
    assert not traps(board)


def test_a_pinned_piece_that_answers_a_check_falls_into_its_pin():
    board = chess.Board("4r1k1/8/8/8/1b6/8/3Q4/4K3 w - - 0 1")
    assert fell_into(board, "Qe2") is ChessTrap.PIN


def test_castling_is_no_trap_while_something_stands_between():
    board = chess.Board("4k3/8/8/8/8/8/8/RN2KB1R w - - 0 1")
    assert fell_into(board, "O-O") is None
    assert not traps(board)


def test_a_knight_whose_twin_is_pinned_is_written_without_its_file():
    position = CHESS.start("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1")
    assert ChessFeature.PINNED_ONE in features(position, position.parse("Ne2"))
    free = CHESS.start("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1")
    assert ChessFeature.PINNED_ONE not in features(free, free.parse("Nge2"))


def test_what_a_move_leaves_is_a_trap_or_a_single_answer():
    position = CHESS.start("6k1/8/3p2p1/8/4Kn2/8/r6n/8 b - - 0 1")
    assert leaves(position, position.parse("Ra4+"), [], TRAPS) == [
        ChessFeature.ONLY_MOVE,
        ChessTrap.RETREAT,
    ]
    mate = CHESS.start("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1")
    assert leaves(mate, mate.parse("Qh1#"), [], TRAPS) == []


def test_a_trap_that_many_moves_hide_does_not_count():
    hidden = CHESS.start("4k3/8/8/8/7b/8/4PPPP/RNBQKBNR w KQ - 0 1")
    assert traps(hidden.native) == {ChessTrap.PIN: 2}
    played = CHESS.start("3bk3/8/8/8/8/8/4PPPP/RNBQKBNR b KQ - 0 1")
    assert leaves(played, played.parse("Bh4"), [], TRAPS) == []


def test_castling_counts_as_lost_only_with_a_rook_that_was_captured_at_home():
    position, before = CHESS.start(None), []
    for text in ["b3", "b6", "Bb2", "Bb7", "Bxg7", "Bxg2", "Nf3", "Nf6", "Bxh8", "Bxh1"]:
        move = position.parse(text)
        found = leaves(position, move, before, TRAPS)
        before.append(move)
        position = position.play(move)
    assert found == []  # a knight and a bishop stand between
    assert has_taken_a_rook_at_home(before)
    assert has_taken_a_rook_at_home(before[:-1])
    assert not has_taken_a_rook_at_home(before[:-2])
    assert not has_taken_a_rook_at_home([*before, *map(Move, ("e1g1", "e8e7", "b1c3"))])
    assert not has_taken_a_rook_at_home([*before, Move("h8d4")])  # the corner was left again
