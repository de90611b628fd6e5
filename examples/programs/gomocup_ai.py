"""A gomoku program for the Gomocup protocol.

    board check --game gomoku gomocup:gomocup_ai.py
    board match --game gomoku gomocup:gomocup_ai.py easy

A point is "x,y": the column from the left and the row from the top, both from 0. It plays where it
makes or stops the longest row.
"""

import sys

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
size = 15
mine: set[tuple[int, int]] = set()
others: set[tuple[int, int]] = set()


def row(stones: set[tuple[int, int]], x: int, y: int) -> int:
    """Return the length of the longest row of these stones that a stone on x,y would make."""
    longest = 0
    for dx, dy in DIRECTIONS:
        length = 1
        for way in (1, -1):
            step = way
            while (x + step * dx, y + step * dy) in stones:
                length, step = length + 1, step + way
        longest = max(longest, length)
    return longest


def play() -> None:
    """Choose a free point, put a stone on it, and say so."""
    points = [(x, y) for x in range(size) for y in range(size)]
    free = [point for point in points if point not in mine and point not in others]

    def worth(point: tuple[int, int]) -> tuple[int, int]:
        x, y = point
        from_the_middle = abs(2 * x - size + 1) + abs(2 * y - size + 1)
        return max(2 * row(mine, x, y) + 1, 2 * row(others, x, y)), -from_the_middle

    x, y = max(free, key=worth)
    mine.add((x, y))
    print(f"{x},{y}", flush=True)


def point_of(text: str) -> tuple[int, int]:
    x, y = text.split(",")[:2]
    return int(x), int(y)


for line in map(str.strip, sys.stdin):
    command, _, rest = line.partition(" ")
    if command in ("START", "RESTART"):  # an empty board
        size = int(rest) if rest else size
        mine.clear()
        others.clear()
        print("OK", flush=True)
    elif command == "BEGIN":  # the first move of the game is its own
        play()
    elif command == "TURN":  # the opponent's move
        others.add(point_of(rest))
        play()
    elif command == "BOARD":  # a whole position, a stone on each line: x,y,1 is its own
        mine.clear()
        others.clear()
        while (stone := sys.stdin.readline().strip()) != "DONE":
            (mine if stone.endswith(",1") else others).add(point_of(stone))
        play()
    elif command == "TAKEBACK":  # a stone is taken from the board
        mine.discard(point_of(rest))
        others.discard(point_of(rest))
        print("OK", flush=True)
    elif command == "ABOUT":
        print('name="My gomoku AI", version="1.0"', flush=True)
    elif command == "END":
        break
    elif command != "INFO":  # INFO needs no answer
        print("UNKNOWN command", flush=True)
