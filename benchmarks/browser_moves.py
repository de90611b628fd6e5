"""Random legal moves in a browser by mouse, finger, keys and words: none may be missed.

``python benchmarks/browser_moves.py [MOVES] [GAME ...]``, against a built-in player of a room.
"""

import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from random import Random

from measuring import HERE

sys.path[:0] = [str(HERE.parent / "tests"), str(HERE.parent / "tests" / "serving")]

browsers, chromium = import_module("browsers"), import_module("chromium")
hands, rooms = import_module("hands"), import_module("rooms")

GAMES = ("chess", "gomoku", "chess-3d", "crazyhouse")
MOST_OF_A_GAME = 100  # before the board is full, or only kings are left


def main(moves: int, games: list[str]) -> None:
    browser, chance = browsers.installed_browser(), Random(42)
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home,
        rooms.served_room() as room,
        chromium.Chromium(browser, Path(home)) as page,
    ):
        person = hands.Person(page, room.url)
        for game in games:
            began, played, count = time.monotonic(), 0, 0
            while played < moves:
                count += 1
                person.begin(game, color=chance.choice(["white", "black"]))
                played += person.game(chance, min(moves - played, MOST_OF_A_GAME))
                if not person.full()["ended"]:
                    person.post(f"{page.url}/resign", {})
            lasted = time.monotonic() - began
            print(f"{game}: {played} moves in {count} games, none missed, {lasted:.0f} s")


if __name__ == "__main__":
    main(int((sys.argv[1:] or ["600"])[0]), sys.argv[2:] or [*GAMES])
