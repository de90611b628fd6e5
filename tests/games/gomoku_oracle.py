"""The rules of gomoku once more, slowly and by other means, to compare with: no code is shared.

A board is a dictionary of (file, rank) to "b" or "w". Everything is found by looking at every five
or six points in a row of the whole board.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from board_core import Color, IllegalMove

BLACK, WHITE = Color.BLACK, Color.WHITE

Point = tuple[int, int]
Board = dict[Point, str]


@cache
def segments(size: int, length: int) -> list[tuple[Point, ...]]:
    """All rows of so many points, in all four directions."""
    found = []
    for x in range(size):
        for y in range(size):
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                row = tuple((x + i * dx, y + i * dy) for i in range(length))
                if all(0 <= a < size and 0 <= b < size for a, b in (row[0], row[-1])):
                    found.append(row)
    return found


@cache
def with_point(size: int, length: int, point: Point) -> list[tuple[Point, ...]]:
    return [row for row in segments(size, length) if point in row]


def beyond(row: tuple[Point, ...]) -> tuple[Point, Point]:
    (x, y), (a, b) = row[0], row[1]
    dx, dy = a - x, b - y
    last = row[-1]
    return (x - dx, y - dy), (last[0] + dx, last[1] + dy)


def fives(board: Board, size: int, color: str, point: Point, exact: bool) -> set[tuple[Point, ...]]:
    return {
        row
        for row in with_point(size, 5, point)
        if all(board.get(at) == color for at in row)
        and not (exact and any(board.get(end) == color for end in beyond(row)))
    }


def winner(board: Board, size: int, rule: str, last: Point) -> str | None:
    color = board[last]
    exact = rule == "standard" or (rule == "renju" and color == "b")
    return color if fives(board, size, color, last, exact) else None


def forbidden(board: Board, size: int, point: Point) -> str | None:
    after = {**board, point: "b"}
    if fives(after, size, "b", point, exact=True):
        return None
    if any(all(after.get(at) == "b" for at in row) for row in with_point(size, 6, point)):
        return "overline"
    four = set()
    for row in with_point(size, 5, point):
        stones = [at for at in row if after.get(at) == "b"]
        holes = [at for at in row if at not in after]
        if len(stones) == 4 and len(holes) == 1:
            whole = {**after, holes[0]: "b"}
            if row in fives(whole, size, "b", point, exact=True):
                four.add(frozenset(stones))
    if len(four) > 1:
        return "double-four"
    threes = set()
    for row in with_point(size, 4, point):
        stones = [at for at in row if after.get(at) == "b"]
        holes = [at for at in row if at not in after]
        if len(stones) != 3 or len(holes) != 1 or frozenset(stones) in threes:
            continue
        more = {**after, holes[0]: "b"}
        ends = beyond(row)
        if not all(
            0 <= x < size
            and 0 <= y < size
            and (x, y) not in more
            and fives({**more, (x, y): "b"}, size, "b", (x, y), exact=True)
            >= {tuple(sorted((*row, (x, y))))}
            for x, y in ends
        ):
            continue
        if fives(more, size, "b", holes[0], exact=True) or forbidden(after, size, holes[0]):
            continue
        threes.add(frozenset(stones))
    return "double-three" if len(threes) > 1 else None


FILES = "abcdefghjklmnopqrstuvwxyz"


def name(point: Point) -> str:
    return f"{FILES[point[0]]}{point[1] + 1}"


def point(text: str) -> Point:
    return FILES.index(text[0]), int(text[1:]) - 1


def next_move(chance: random.Random, moves: list[str], board: Board, near: float) -> str:
    """A move by lot, often one beside a stone: else a board is full before it is interesting."""
    if board and chance.random() < near:
        x, y = chance.choice(list(board))
        close = {name((x + a, y + b)) for a in (-1, 0, 1) for b in (-1, 0, 1) if x + a >= 0}
        beside = sorted(close.intersection(moves))
        if beside:
            return chance.choice(beside)
    return chance.choice(moves)


def compare(rules, size: int, rule: str, seed: int, *, every: int = 7) -> tuple[str, int, int]:
    """Plays a random game in both and asserts that they agree.

    Gives how it ended, its plies, and how many forbidden moves were tried. Now and then all legal
    moves are compared.
    """
    chance = random.Random(seed)
    position, board, forbade = rules.start(None), {}, 0
    empty = [name((x, y)) for x in range(size) for y in range(size)]
    near = chance.choice((0.0, 0.5, 0.9))
    while (outcome := position.outcome()) is None:
        color = "bw"[len(board) % 2]
        renju = rule == "renju" and color == "b"
        if len(board) % every == every - 1:
            banned = {at for at in empty if renju and forbidden(board, size, point(at))}
            assert set(position.legal_moves()) == set(empty) - banned, position.setup
        move = next_move(chance, empty, board, near)
        if renju and forbidden(board, size, point(move)):
            with pytest.raises(IllegalMove, match="is a forbidden move"):
                position.parse(move)
            forbade += 1
            continue
        position = position.play(position.parse(move))
        board[point(move)] = color
        empty.remove(move)
        won = winner(board, size, rule, point(move))
        outcome = position.outcome()
        assert (outcome and outcome.winner) == {"b": BLACK, "w": WHITE}.get(won), position.setup
    if outcome.winner is None:
        assert not empty or not position.legal_moves()
    return outcome.result, len(board), forbade


def compare_with_open_spiel(pyspiel, rules, size: int, seed: int) -> tuple[str, int]:
    """A random freestyle game by both: the same moves, the same end."""
    game = pyspiel.load_game("gomoku", {"size": size})
    state, position = game.new_initial_state(), rules.start(None)
    chance, plies, board = random.Random(seed), 0, {}
    near = chance.choice((0.0, 0.5, 0.9))
    while position.outcome() is None:
        assert not state.is_terminal(), position.setup
        moves = position.legal_moves()
        if plies % 20 == 0:
            theirs = {name((a % size, a // size)) for a in state.legal_actions()}
            assert theirs == set(moves)
        move = next_move(chance, list(moves), board, near)
        x, y = point(move)
        board[x, y] = ""
        state.apply_action(y * size + x)
        position, plies = position.play(move), plies + 1
    assert state.is_terminal(), position.setup
    outcome = position.outcome()
    black = {"0-1": 1.0, "1-0": -1.0, "1/2-1/2": 0.0}[outcome.result]
    assert state.returns()[0] == black, position.setup
    return outcome.result, plies
