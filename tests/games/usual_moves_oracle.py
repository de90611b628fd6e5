"""The usual moves of chess beside python-chess: games to compare them in, and the comparison."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import chess

from board_core.games.chess.position import _can_move
from board_core.games.chess.san import after_usual, attackers, checkers_of, usual_san

STYLES = ("random", "captures", "chess960", "ending")
"""Kinds of games: ``captures`` takes when it can, half of the time, as people and programs do."""


def boards(chance: Random, style: str, plies: int = 250) -> Iterator[chess.Board]:
    """Yield the positions of a game, without their stacks."""
    board = first_board(chance, style)
    for _ in range(plies):
        yield board.copy(stack=False)
        moves = list(board.legal_moves)
        if not moves:
            return
        captures = [move for move in moves if board.is_capture(move)]
        takes = bool(captures) and style == "captures" and chance.random() < 0.5
        board.push(chance.choice(captures if takes else moves))


def first_board(chance: Random, style: str) -> chess.Board:
    if style == "chess960":
        return chess.Board.from_chess960_pos(chance.randrange(960))
    if style != "ending":
        return chess.Board()
    while True:
        symbols = "Kk" + "".join(chance.choices("QRBNPPqrbnpp", k=chance.randrange(7)))
        squares = chance.sample(chess.SQUARES, len(symbols))
        board = chess.Board(None)
        for square, symbol in zip(squares, symbols, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = chance.random() < 0.5
        if board.is_valid():
            return board


def is_usual(board: chess.Board, move: chess.Move) -> bool:
    return not (move.promotion or board.is_castling(move) or board.is_en_passant(move))


def compare_moves(board: chess.Board) -> int:
    """Compare every legal move, its board and its SAN; return their number."""
    moves, checked = list(board.generate_legal_moves()), board.is_check()
    for move in moves:
        after = board.copy(stack=False)
        after.push(move)
        after.clear_stack()
        usual, written = after_usual(board, move, checked=checked), usual_san(board, move, after)
        if is_usual(board, move):
            assert usual is not None, (board.fen(), move)
            kept = vars(after) | {"move_stack": (), "_stack": ()}  # nobody plays on, on this board
            assert vars(usual) == kept, (board.fen(), move)
            assert written == board.san(move), (board.fen(), move)
        else:
            assert usual is written is None, (board.fen(), move)
        checkers = checkers_of(after)
        assert checkers == after.checkers_mask(), after.fen()
        assert _can_move(after, checkers) is any(after.generate_legal_moves()), after.fen()
    return len(moves)


def compare_verdicts(board: chess.Board) -> int:
    """Compare the verdict on every two squares; return the number of pairs."""
    legal = {move for move in board.generate_legal_moves() if is_usual(board, move)}
    for move in (chess.Move(start, to) for start in chess.SQUARES for to in chess.SQUARES):
        for checked in (True, board.is_check()):
            judged = after_usual(board, move, checked=checked) is not None
            assert judged is (move in legal), (board.fen(), move)
    for square in chess.SQUARES:
        for color in chess.COLORS:
            found = attackers(board, color, square)
            assert found == board.attackers_mask(color, square), (board.fen(), square)
    return 64 * 64


def compare(seed: int, most: int, verdicts_every: int) -> int:
    """Compare so many moves in games of all styles; every so many-th position all pairs too."""
    chance, compared, seen = Random(seed), 0, 0
    while True:
        for style in STYLES:
            for board in boards(chance, style):
                compared += compare_moves(board)
                if seen % verdicts_every == 0:
                    compare_verdicts(board)
                seen += 1
                if compared >= most:
                    return compared
