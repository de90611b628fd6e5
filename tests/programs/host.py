"""A host with a game between two programs that ignore everything; to be killed by a test.

python host.py FIFO: each program keeps the named pipe open for writing as long as it lives.
"""

import sys

from board_core import Game
from board_core.games import CHESS
from board_core.players import ProcessAI

STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
pipe = os.open(sys.argv[1], os.O_WRONLY)
if os.fork() == 0:
    os.setsid()
os.write(pipe, b"x")
time.sleep(600)
"""


def main() -> None:
    command = [sys.executable, "-c", STUBBORN, sys.argv[1]]
    white, black = (ProcessAI(command, name=name, sandbox="off") for name in "wb")
    Game(CHESS, white=white, black=black).run()


if __name__ == "__main__":
    main()
