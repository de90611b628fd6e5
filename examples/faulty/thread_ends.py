# diagnosis: white fault: an exception ended a thread of it: 'KeyError: 6'
"""Thinks in a thread, which an exception ends, and waits for it."""

import queue
import sys
import threading

answers: queue.Queue[str] = queue.Queue()
VALUES = {1: 100, 2: 300, 3: 300, 4: 500, 5: 900}


def think() -> None:
    answers.put("e4" if VALUES[6] else "d4")


for _line in sys.stdin:
    threading.Thread(target=think, daemon=True).start()
    print(answers.get(), flush=True)
