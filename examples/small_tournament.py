"""Let everybody play everybody, without a folder or a plan, and print the table."""

from collections import defaultdict
from itertools import combinations

import chess

from board_core import PlayerLike, play_match


def captures(board: chess.Board) -> chess.Move:
    """Return a capture if there is one."""
    moves = sorted(board.legal_moves, key=str)
    return max(moves, key=board.is_capture)


players: list[PlayerLike] = ["random", "greedy", captures]
points: dict[str, float] = defaultdict(float)
for one, other in combinations(players, 2):
    result = play_match(one, other, games=2, seed=1)
    first, second = result.names
    points[first] += result.score.points
    points[second] += result.played - result.score.points
for name, score in sorted(points.items(), key=lambda item: -item[1]):
    print(f"{name:10} {score:g}")
