"""The opening knowledge of the gomoku player."""

import random

import pytest
from test_gomoku_levels import medium, think

from board_core.ais.gomoku import SearchingGomoku
from board_core.ais.gomoku.book import BOARD_TURNS, book_moves, form_of, moves_by_form
from board_core.ais.gomoku.book_moves import BOOK_MOVES
from board_core.games.gomoku.board import GomokuBoard

SIZE = 15
MIDDLE = SIZE // 2

every_rule = pytest.mark.parametrize("rule", sorted(BOOK_MOVES))


def board_of(form: str, rule: str) -> GomokuBoard:
    """The board of a form, with its stones in the middle."""
    sides = [
        [(ord(row) - ord("e"), ord(column) - ord("e")) for row, column in batched(side)]
        for side in form.split("/")
    ]
    last = [max(place[axis] for side in sides for place in side) for axis in (0, 1)]
    board = GomokuBoard(SIZE, rule, to_move=1 if len(sides[0]) == len(sides[1]) else 2)
    for stone, side in enumerate(sides, start=1):
        for row, column in side:
            at = (MIDDLE - last[0] // 2 + row) * SIZE + MIDDLE - last[1] // 2 + column
            board.cells[at] = stone
    return board


def batched(side: str) -> list[str]:
    return [side[at : at + 2] for at in range(0, len(side), 2)]


@every_rule
def test_the_book_knows_both_sides(rule):
    sides = {len(form) // 2 % 2 for form in moves_by_form(rule)}
    assert sides == {0, 1}


@every_rule
def test_all_its_moves_are_legal_in_positions_of_their_own_form(rule):
    for form in moves_by_form(rule):
        board = board_of(form, rule)
        found = form_of(board)
        assert found is not None
        assert found.text == form
        moves = book_moves(board)
        assert moves
        assert set(moves) <= set(board.legal())


@every_rule
def test_a_position_is_known_wherever_and_however_it_lies(rule):
    chance = random.Random(5)
    forms = sorted(moves_by_form(rule))
    for form in chance.sample(forms, min(10, len(forms))):
        board = board_of(form, rule)
        places = [(*divmod(at, SIZE), stone) for at, stone in enumerate(board.cells) if stone]
        for a, b, c, d in BOARD_TURNS:
            larger = GomokuBoard(19, rule, to_move=board.to_move)
            for row, column, stone in places:
                row, column = row - MIDDLE, column - MIDDLE
                at = (9 + a * row + b * column) * 19 + 9 + c * row + d * column
                larger.cells[at] = stone
            after = {after_move(larger, point) for point in book_moves(larger)}
            assert after == {after_move(board, point) for point in book_moves(board)}


def after_move(board: GomokuBoard, point: int) -> str:
    board.push(point)
    form = form_of(board)
    board.pop()
    assert form is not None
    return form.text


def test_near_the_edge_and_in_an_opening_nothing_is_known():
    board = GomokuBoard(SIZE)
    board.push(MIDDLE * SIZE + MIDDLE)
    assert book_moves(board)
    board.opening = "second"
    assert not book_moves(board)
    edge = GomokuBoard(SIZE)
    edge.push(3 * SIZE + 7)
    assert not book_moves(edge)


def test_hard_answers_the_first_stone_from_the_book_at_once_and_medium_thinks():
    board = GomokuBoard(SIZE)
    board.push(MIDDLE * SIZE + MIDDLE)
    move, thoughts = think(SearchingGomoku, board)
    assert board.index(move) in book_moves(board)
    assert not thoughts
    assert think(medium, board)[1]
