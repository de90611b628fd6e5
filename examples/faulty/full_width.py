# diagnosis: encoding fault: has the character '４' (U+FF14): write 'e4', in ASCII
"""Writes digits as a Chinese keyboard in full-width mode does."""

import sys

for _line in sys.stdin:
    print("e４", flush=True)
