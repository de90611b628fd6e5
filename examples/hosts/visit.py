"""Visit the web host as a browser does: play a move that is illegal, and one that is not."""

import json
import subprocess
import sys
from urllib.request import urlopen

command = [sys.executable, "web_host.py", "0"]
with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
    assert server.stdout is not None
    address = server.stdout.readline().strip()
    with urlopen(address + "game") as stream:
        lines = (line.decode() for line in stream)
        news = (json.loads(line[6:]) for line in lines if line.startswith("data: "))
        key = next(news)["key"]
        print(list(next(news)))
        for move in ("e5", "e4"):
            urlopen(f"{address}game/{key}", data=move.encode())
            print(next(news)["said"])
        print("the answer:", next(news)["said"])
    server.terminate()
