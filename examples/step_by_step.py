"""The referee step by step in the caller's hands, for reinforcement learning: no threads."""

import random

from board_core import UNTIMED, Color, Move, PerColor, Play, Position
from board_core.game.referee import GameSettings, Ready, Referee, Replied
from board_core.games.chess import ENGINE, chess_rules


class Chess:
    """An environment: ``reset`` begins a game, ``step`` plays a move of the side to move."""

    def reset(self, setup: str | None = None) -> Position:
        untimed = GameSettings(PerColor.both(UNTIMED))
        rules, names = chess_rules(ENGINE), PerColor("White", "Black")
        self.referee = Referee(rules, names, untimed, may_retry=PerColor(0, 0), setup=setup)
        self.referee.start(at=0.0)
        for color in Color:
            self.referee.handle(Ready(color, at=0.0))
        return self.referee.position

    def step(self, move: Move | str) -> tuple[Position, float, bool]:
        """The position after the move, the reward of who made it, and whether the game is over."""
        mover, referee = self.referee.position.to_move, self.referee
        referee.handle(Replied(mover, referee.question, Play(move), at=0.0))
        winner = referee.outcome.winner if referee.outcome else None
        reward = 0.0 if winner is None else 1.0 if winner is mover else -1.0
        return referee.position, reward, referee.outcome is not None


game, over, reward = Chess(), False, 0.0
position, chance = game.reset(), random.Random(1)
while not over:
    position, reward, over = game.step(chance.choice(position.legal_moves()))
print(game.referee.outcome, reward, position.setup)
