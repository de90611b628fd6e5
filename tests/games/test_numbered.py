"""The numbers of moves are complete, and never change."""

import random

import chess

from board_core.games import CHESS
from board_core.games.chess.numbered import MOVES, NUMBERS

ENDS = {0: "a1a2", 1: "a1a3", 1791: "h8h7", 1792: "a2a1b", 1967: "h7h8r"}


def test_there_is_a_number_for_each_move_and_the_other_way_round():
    assert len(MOVES) == len(NUMBERS) == 1968
    assert all(MOVES[number] == move for move, number in NUMBERS.items())


def test_the_numbers_are_those_of_yesterday():
    assert {number: MOVES[number] for number in ENDS} == ENDS


def test_whatever_is_legal_has_a_number():
    chance, found = random.Random(1), set()
    for _ in range(20):
        position = CHESS.start(None)
        while position.outcome() is None:
            moves = position.legal_moves()
            found.update(NUMBERS[move] for move in moves)
            position = position.play(chance.choice(moves))
    assert len(found) > 1500


def test_every_move_with_a_number_can_be_legal():
    """By a queen, a knight or a pawn with the board to itself; castling is among the king's."""
    kinds = (chess.QUEEN, chess.KNIGHT)
    legal = set()
    for square in chess.SQUARES:
        for kind in kinds:
            board = chess.Board(None)
            board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
            legal |= {move.uci() for move in board.pseudo_legal_moves}
    promotions = {move for move in MOVES if len(move) == 5}
    assert set(MOVES) - promotions == legal
    assert len(promotions) == 176
