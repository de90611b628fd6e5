# command: {}:choose
# diagnosis: plays fault: min()
"""Expects the worst reply to each of its moves, although a mating move has none."""

import chess

VALUES = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9, 6: 0}


def balance(board: chess.Board) -> int:
    pieces = board.piece_map().values()
    return sum(VALUES[each.piece_type] * (1 if each.color else -1) for each in pieces)


def worst_reply(board: chess.Board, sign: int) -> int:
    values = []
    for reply in board.legal_moves:
        board.push(reply)
        values.append(sign * balance(board))
        board.pop()
    return min(values)


def choose(board: chess.Board) -> str:
    sign, found = (1 if board.turn else -1), []
    for move in board.legal_moves:
        board.push(move)
        found.append((worst_reply(board, sign), move.uci()))
        board.pop()
    return max(found)[1]
