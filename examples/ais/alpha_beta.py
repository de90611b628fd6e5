"""An AI in about 150 lines: it looks several moves ahead, as far as its time allows.

The idea (*minimax*): my best move is the one after which even the opponent's best reply leaves
me best off, and the opponent thinks the same of their replies. Scores are counted from the side
that is to move: what is good for one is as bad for the other, so each level turns the sign.

*Alpha-beta* saves most of the work: as soon as one reply shows that a move is worse than another
one I already have, the other replies to it need not be looked at. That works best when good moves
are tried first, so captures come before quiet moves.

*Iterative deepening* keeps the clock: look one ply ahead, then two, then three ... When the time
is up, the best move of the last depth that was finished is played.
"""

import random
from math import inf

import chess

from board_core import AITurn, Score, Thought

VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 330,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 0,
}
MATE = 100_000  # more than all pieces together
DEEPEST = 30
CHECK_TIME_EVERY = 128  # nodes between looks at the clock, which take time too

# What a square is worth beside the piece on it: the middle of the board more than its edge, where a
# piece reaches fewer squares. For each of the 64 squares: 0 at a corner, 6 in the middle.
CENTER = [
    min(chess.square_file(square), 7 - chess.square_file(square))
    + min(chess.square_rank(square), 7 - chess.square_rank(square))
    for square in chess.SQUARES
]
CENTER_WEIGHT = {
    chess.PAWN: 4,
    chess.KNIGHT: 6,
    chess.BISHOP: 3,
    chess.ROOK: 1,
    chess.QUEEN: 1,
    chess.KING: -5,  # the king is safer at the edge
}


class OutOfTime(Exception):
    """Ends the search from any depth."""


class Search:
    """One search for one move; it changes and restores ``board`` all the time."""

    def __init__(self, board: chess.Board, turn: AITurn) -> None:
        self.board = board
        self.turn = turn
        self.nodes = 0  # positions searched
        self.most_nodes = turn.clock.control[turn.color].nodes or inf

    def best_move(self, depth: int, first: chess.Move | None) -> tuple[chess.Move, int]:
        """Return the best move ``depth`` plies ahead, and its score."""
        best, alpha = chess.Move.null(), -MATE * 2
        for move in self.ordered(list(self.board.legal_moves), first):
            self.board.push(move)
            score = -self.search(depth - 1, -MATE * 2, -alpha, ply=1)
            self.board.pop()
            if score > alpha:
                best, alpha = move, score
        return best, alpha

    def search(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score of the position for the side to move.

        The side to move already has ``alpha`` elsewhere; the opponent has a way to hold it to
        ``beta``, and will never let it get more.
        """
        self.count_node()
        moves = list(self.board.legal_moves)
        if not moves:  # mate, the later the better for the loser; or stalemate, a draw
            return ply - MATE if self.board.is_check() else 0
        if self.board.halfmove_clock >= 100 or self.board.is_insufficient_material():
            return 0
        if depth <= 0:
            return self.captures(alpha, beta)
        for move in self.ordered(moves):
            self.board.push(move)
            score = -self.search(depth - 1, -beta, -alpha, ply + 1)
            self.board.pop()
            if score >= beta:
                return score  # so good that the opponent will avoid this position
            alpha = max(alpha, score)
        return alpha

    def captures(self, alpha: int, beta: int) -> int:
        """Search on until nothing can be captured: scores in the middle of an exchange mislead."""
        self.count_node()
        score = evaluation(self.board)  # a side need not capture
        if score >= beta:
            return score
        alpha = max(alpha, score)
        for move in self.ordered(list(self.board.generate_legal_captures())):
            self.board.push(move)
            score = -self.captures(-beta, -alpha)
            self.board.pop()
            if score >= beta:
                return score
            alpha = max(alpha, score)
        return alpha

    def ordered(self, moves: list[chess.Move], first: chess.Move | None = None) -> list[chess.Move]:
        """Return likely good moves first, above all big captures by small pieces."""

        def promise(move: chess.Move) -> int:
            victim = self.board.piece_type_at(move.to_square)
            attacker = self.board.piece_type_at(move.from_square) or chess.KING
            catch = 10 * VALUES[victim] - VALUES[attacker] if victim else 0
            return catch + VALUES[move.promotion or chess.KING] + MATE * (move == first)

        return sorted(moves, key=promise, reverse=True)

    def count_node(self) -> None:
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise OutOfTime
        if self.nodes % CHECK_TIME_EVERY == 0 and self.turn.stop():
            raise OutOfTime


def evaluation(board: chess.Board) -> int:
    """Return hundredths of a pawn for the side to move: its pieces and their squares."""
    score = 0
    for square, piece in board.piece_map().items():
        value = VALUES[piece.piece_type] + CENTER_WEIGHT[piece.piece_type] * CENTER[square]
        score += value if piece.color == board.turn else -value
    return score


def choose(board: chess.Board, turn: AITurn) -> chess.Move:
    """Return the best move in time; ``turn`` has the clock, and shows the AI's thoughts."""
    best = random.choice(list(board.legal_moves))  # in the worst case there is always a move
    search = Search(board.copy(), turn)
    deepest = turn.clock.control[turn.color].depth or DEEPEST
    for depth in range(1, deepest + 1):
        try:
            best, score = search.best_move(depth, first=best)
        except OutOfTime:
            break
        said = Score(cp=score) if abs(score) < MATE - DEEPEST else None
        turn.report(Thought(depth=depth, score=said, nodes=search.nodes, pv=(best.uci(),)))
        if abs(score) >= MATE - DEEPEST:  # a forced mate: there is nothing left to find
            break
    return best
