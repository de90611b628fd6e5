"""The quick ways of chess positions, beside what python-chess says of thousands of positions."""

from random import Random

import chess
import pytest

from board_core import IllegalMove
from board_core.games import chess as our_chess
from board_core.games.chess.position import _can_move, twin

UCI_TEXTS = [
    start + end + piece
    for start in chess.SQUARE_NAMES
    for end in chess.SQUARE_NAMES
    if start != end
    for piece in (("", *"qrbn") if start[1] + end[1] in ("78", "21") else ("",))
]
"""Moves from each square to each other one, whether a piece can go there or not."""


def boards(seed: int):
    """Every position of a game at random, down to few pieces and checks from all sides."""
    rng, board = Random(seed), chess.Board()
    while board.legal_moves and board.ply() < 300:
        yield board
        board.push(rng.choice(list(board.legal_moves)))
    yield board


@pytest.mark.parametrize("seed", range(8))
def test_it_is_known_whether_there_is_a_legal_move(seed):
    for board in boards(seed):
        assert _can_move(board, board.checkers_mask()) == any(board.legal_moves)


@pytest.mark.parametrize(
    "fen",
    [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",  # stalemate
        "8/8/8/8/7p/5k1P/5p2/5K2 w - - 0 1",  # stalemate with a blocked pawn
        "4k3/8/8/8/1b6/8/3P4/4K2r w - - 0 1",  # the pawn cannot help against the check
        "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",  # mate in spite of three pawns
        "8/8/8/8/8/5k2/4p3/4K3 w - - 0 1",
    ],
)
def test_hard_cases_of_having_no_move(fen):
    board = chess.Board(fen)
    assert _can_move(board, board.checkers_mask()) == any(board.legal_moves)


def test_atwin_is_what_python_chess_copies():
    for board in boards(1):
        assert vars(twin(board)) == vars(board.copy(stack=False))


@pytest.mark.parametrize(
    "fen",
    [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # castling
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",  # promotions
        "8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 2",  # taking en passant would open the rank
    ],
)
def test_of_all_moves_there_are_the_legal_ones_are_read(fen):
    rules = our_chess.chess_rules()
    position, board = rules.start(fen), chess.Board(fen)
    rng = Random(5)
    for _ in range(3):
        read = set()
        for text in UCI_TEXTS:
            try:
                read.add(position.parse(text))
            except IllegalMove:
                continue
        assert read == {move.uci() for move in board.legal_moves}
        move = rng.choice(sorted(read))
        position, _ = position.play(position.parse(move)), board.push_uci(move)
        assert position.setup == board.fen()
