"""Ask any player for one move in a position, without a game around it: a hint, or an analysis."""

import sys

from board_core import CHESS, Game, Human, MovePlayed, PlayerLike, TimeControl
from board_core.game import PlayedMove


def best_move(player: PlayerLike, setup: str | None = None, seconds: float = 1.0) -> PlayedMove:
    """Return the move that a player chooses, with its score. Raises ValueError if it has none."""
    sides = [player, Human("nobody")]  # who is not asked: the game stops after the first move
    if not CHESS.start(setup).to_move.is_white:
        sides.reverse()
    game = Game(CHESS, *sides, setup=setup, time_control=TimeControl(per_move=seconds))
    game.bus.subscribe(lambda event: game.stop(wait=False), only=MovePlayed)
    played = game.run()
    if not played.moves:
        raise ValueError(str(played.explanation or played.outcome))
    return played.moves[0]


if __name__ == "__main__":
    fen = sys.argv[1] if len(sys.argv) > 1 else "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
    move = best_move("hard", fen)
    print(move.notation, move.score)
