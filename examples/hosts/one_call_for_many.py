"""Play many games at a time, and ask a network for all their moves in one call."""

from queue import Empty, SimpleQueue

import chess

from board_core import CHESS, Answer, Game, Player, Position, Turn

Question = tuple[Position, Answer]


class Waiting(Player):
    """A player whose questions wait for those of the other games."""

    name = "network"

    def __init__(self, questions: SimpleQueue[Question]) -> None:
        self.questions = questions

    def ask(self, turn: Turn, answer: Answer) -> None:
        self.questions.put((turn.position, answer))


def network(boards: list[chess.Board]) -> list[chess.Move]:
    """Stand for a network: choose the most valuable capture on each board."""
    return [
        max(board.legal_moves, key=lambda move: board.piece_type_at(move.to_square) or 0)
        for board in boards
    ]


def main() -> None:
    questions: SimpleQueue[Question] = SimpleQueue()
    games = [Game(CHESS, Waiting(questions), Waiting(questions)) for _ in range(16)]
    for game in games:
        game.start()
    calls = asked = 0
    while any(game.outcome is None for game in games):
        batch: list[Question] = []
        try:
            batch.append(questions.get(timeout=0.1))
            while True:
                batch.append(questions.get_nowait())
        except Empty:
            pass
        moves = network([position.native for position, _ in batch])
        for (_, answer), move in zip(batch, moves, strict=True):
            answer(move.uci())
        calls, asked = calls + bool(batch), asked + len(batch)
    print(f"{len(games)} games, {asked // calls} boards a call")


if __name__ == "__main__":
    main()
