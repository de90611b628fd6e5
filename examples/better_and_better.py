"""An AI that yields better and better moves; the last one within its time is played."""

from collections.abc import Iterator

import chess

from board_core import AITurn, Game, InProcessAI, Thought, TimeControl
from board_core.ais import RandomMoves
from board_core.games import ENGINE, chess_rules


def choose(board: chess.Board, turn: AITurn) -> Iterator[chess.Move]:
    best: int | None = None
    for move in board.legal_moves:
        board.push(move)
        score = -sum(1 for _ in board.legal_moves)  # leave the opponent few moves
        board.pop()
        if best is None or score > best:
            best = score
            turn.report(Thought(depth=1, pv=(move.uci(),)))
            yield move


if __name__ == "__main__":
    white, black = InProcessAI(choose), InProcessAI(RandomMoves(seed=1), name="random")
    rules, control = chess_rules(ENGINE), TimeControl(per_move=0.5)
    print(Game(rules, white=white, black=black, time_control=control).run().outcome)
