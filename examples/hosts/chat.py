"""Talk to the chat host as two people do."""

import subprocess
import sys

TALK = [
    ("ann: play", "waits"),
    ("ben: play", "Black"),
    ("ben: e5", "turn"),
    ("ann: e4", "1."),
    ("ben: e5", "1..."),
    ("ann: resign", "resignation"),
]
command, pipe = [sys.executable, "chat_host.py"], subprocess.PIPE
with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as host:
    assert host.stdin is not None
    assert host.stdout is not None
    for message, answer in TALK:
        print(message)
        print(message, file=host.stdin, flush=True)
        while answer not in (line := host.stdout.readline()):
            pass
        print("   ", line, end="")
