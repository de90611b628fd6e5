"""AI functions for the window's tests: they play what stands here, or do what AIs should not."""

import chess


def line(*moves: str):
    """Plays these moves, whatever the other side does."""

    def function(board: chess.Board) -> str:
        return moves[board.fullmove_number - 1]

    return function


mates = line("e5", "Qh4#")
is_mated = line("f3", "g4")
answers = line("e5", "Nc6", "Nf6", "Be7", "O-O")
begins = line("e4", "Nf3", "Bb5", "O-O")


def first(board: chess.Board) -> chess.Move:
    """Always the first move in the order of its text."""
    return min(board.legal_moves, key=chess.Move.uci)


def waits(board: chess.Board, turn) -> str:
    """As ``answers`` and ``begins``, but each move when the test says so."""
    from driving import GATE

    while not GATE.passed():
        if turn._withdrawn():
            return ""
    if turn._withdrawn():
        GATE.open()  # for whoever is asked now
        return ""
    return (begins if board.turn else answers)(board)


def fails(board: chess.Board) -> str:
    raise ZeroDivisionError("my evaluation divides by nothing")


def cheats(board: chess.Board) -> str:
    return "Ke4"


def advises(board: chess.Board, turn) -> chess.Move:
    """Takes what it can, and says that taking is worth a queen."""
    from board_core import Score, Thought

    captures = [move for move in board.legal_moves if board.is_capture(move)]
    turn.report(Thought(score=Score(cp=900 if captures else 0)))
    return min(captures or board.legal_moves, key=chess.Move.uci)


def analyses(board: chess.Board, turn) -> chess.Move:
    """Reports two lines of at most two moves each, then has thought long enough."""
    from board_core import Score, Thought

    moves = sorted(board.legal_moves, key=chess.Move.uci)
    for rank, move in enumerate(moves[:2], start=1):
        board.push(move)
        replies = sorted(board.legal_moves, key=chess.Move.uci)
        board.pop()
        pv = (move.uci(), *(reply.uci() for reply in replies[:1]))
        turn.report(Thought(depth=7, score=Score(cp=60 - 20 * rank), pv=pv, rank=rank))
    return moves[0]


def ponders(board: chess.Board, turn) -> str:
    """Reports a line that begins with its move, and plays as ``waits`` does."""
    from board_core import Score, Thought

    move = board.parse_san((begins if board.turn else answers)(board))
    board.push(move)
    pv = (move.uci(), min(board.legal_moves, key=chess.Move.uci).uci())
    board.pop()
    turn.report(Thought(depth=7, score=Score(cp=60), nodes=1_500, nps=2_000, pv=pv))
    return waits(board, turn)
