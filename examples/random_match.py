"""Two built-in AIs play each other; the script prints every event."""

from board_core import CHESS, Game, InProcessAI, MovePlayed
from board_core.ais import Greedy, RandomMoves

white = InProcessAI(RandomMoves(seed=1), name="random")
black = InProcessAI(Greedy(seed=2), name="greedy")

game = Game(CHESS, white=white, black=black)
game.bus.subscribe(lambda event: isinstance(event, MovePlayed) and print(event.notation))
print(game.run().outcome)  # Outcome(winner=Color.BLACK, reason=<Reason.CHECKMATE: ...>)
