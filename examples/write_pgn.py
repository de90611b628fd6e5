"""Record a game and write it as PGN."""

from board_core import CHESS, Game, InProcessAI, TimeControl, to_pgn
from board_core.ais import RandomMoves

white, black = (InProcessAI(RandomMoves(seed), name=f"random {seed}") for seed in (1, 2))
game = Game(CHESS, white=white, black=black, time_control=TimeControl(60, increment=1))
print(to_pgn(game.run(), event="An example"))
