"""Play against a UCI engine: python against_an_engine.py stockfish"""

import sys

from board_core import CHESS, Game, GameEnded, MovePlayed, ProcessAI, Thinking, TimeControl

engine = ProcessAI(sys.argv[1:] or ["stockfish"], protocol="uci")
game = Game(CHESS, "greedy", engine, time_control=TimeControl(per_move=0.1))
mailbox = game.bus.mailbox()
try:
    with game:
        while not isinstance(event := mailbox.get(), GameEnded):
            match event:
                case MovePlayed():
                    print(event.notation)
                case Thinking(thought=thought):
                    print("   ", thought.depth, thought.score, *thought.pv[:5])
    print(event.outcome, event.explanation)
finally:
    engine.close()
