"""Answer HTTP requests with random moves: ``python3 moves.py``, then play http://localhost:8000/."""

import json
import random
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def choose(question: dict[str, list[str]]) -> str:
    """Return a move for the position: yours in place of this one."""
    return random.choice(question["legal_moves"])


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        question = json.loads(self.rfile.read(length))
        answer = json.dumps({"move": choose(question)}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)


port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
print(f"http://localhost:{server.server_port}/", flush=True)
server.serve_forever()
