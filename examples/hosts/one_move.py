"""Ask any player for one move in a position, without a game around it: a hint, or an analysis."""

import sys

from board_core import CHESS, Answer, Game, Player, PlayerLike, Resign, TimeControl, Turn
from board_core.game import PlayedMove


class Nobody(Player):
    """The opponent, who resigns when the move has come."""

    name = "nobody"

    def ask(self, turn: Turn, answer: Answer) -> None:
        answer(Resign())


def best_move(player: PlayerLike, setup: str | None = None, seconds: float = 1.0) -> PlayedMove:
    """Return the move that a player chooses, with its score. Raises ValueError if it has none."""
    sides = [player, Nobody()] if CHESS.start(setup).to_move.is_white else [Nobody(), player]
    played = Game(CHESS, *sides, setup=setup, time_control=TimeControl(per_move=seconds)).run()
    if not played.moves:
        raise ValueError(str(played.explanation or played.outcome))
    return played.moves[0]


if __name__ == "__main__":
    fen = sys.argv[1] if len(sys.argv) > 1 else "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    move = best_move("hard", fen)
    print(move.notation, move.score)
