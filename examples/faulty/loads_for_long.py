# diagnosis: white fault: it had not begun to read its input
"""Loads for a quarter of a minute before it reads its first line."""

import sys
import time

time.sleep(15)
for line in sys.stdin:
    print("e4" if line == "white\n" else "e5", flush=True)
