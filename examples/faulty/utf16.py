# diagnosis: encoding fault: UTF-16, two bytes for each letter
"""Writes UTF-16: two bytes for every letter."""

import sys

for _line in sys.stdin:
    sys.stdout.buffer.write("e4\n".encode("utf-16"))
    sys.stdout.flush()
