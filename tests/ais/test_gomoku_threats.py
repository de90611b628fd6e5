"""Wins by force: found where there are some, and only there."""

import pytest
from gomoku_boards import drawn, position

from board_core.ais.gomoku.effort import Effort, GomokuSearchStopped
from board_core.ais.gomoku.geometry import BLACK, WHITE
from board_core.ais.gomoku.position import GomokuSearchPosition
from board_core.ais.gomoku.threats import Threats

PLENTY = 20_000  # nodes


def by_fours(found: GomokuSearchPosition, moves: int = 12):
    return Threats(found, Effort()).by_fours(moves, PLENTY)


def by_threes(found: GomokuSearchPosition, moves: int = 5):
    """The shortest there is, as far as it takes so many moves."""
    threats = Threats(found, Effort(max_nodes=PLENTY))
    lines = (threats.by_threes(attack) for attack in range(moves + 1))
    return next((line for line in lines if line is not None), None)


def plies_to_five(found: GomokuSearchPosition, line: list[int]) -> int:
    """Of a line where each move is a four and each answer the only one, until the five."""
    side = found.side
    for point in line:
        if found.side != side:
            assert found.fives(found.threats(), side) == 1 << point
        found.play(point)
    fives = found.fives(found.threats(), side)
    assert fives & (fives - 1)
    found.rewind(len(found.path) - len(line))
    return len(line) + 2


def wins_whatever_is_answered(found: GomokuSearchPosition, line: list[int]) -> bool:
    """Whether after its first move every answer there is loses by force."""
    found.play(line[0])
    for answer in range(found.geometry.area):
        if not found.taken >> answer & 1:
            found.play(answer)
            if by_threes(found, len(line)) is None:
                return False
            found.undo()
    found.undo()
    return True


OPEN_FOUR = """
..xxx..
.......
.......
"""

SEVEN_PLIES = """
......x........
....o.oxo......
.....x...x.....
......ox.o.....
.......ooxo....
......ox.x.....
......x..x.....
...............
...............
...............
...............
"""

NINE_PLIES = """
..o............
......x........
....ox.ox..o...
....o.o.ox.....
.....oxxx.o....
....x.oo.x.....
......ox.......
......ox.xx....
........x......
......x..o.....
...............
...............
"""


@pytest.mark.parametrize(
    ("picture", "side", "plies"),
    [(OPEN_FOUR, BLACK, 3), (SEVEN_PLIES, WHITE, 7), (NINE_PLIES, WHITE, 9)],
)
def test_continuous_fours_win(picture, side, plies):
    found = position(picture, to_move=side + 1)
    lines = [by_fours(found, moves) for moves in range(5)]
    shortest = next(line for line in lines if line is not None)
    assert plies_to_five(found, shortest) == plies


def test_without_enough_moves_or_nodes_nothing_is_found():
    found = position(NINE_PLIES, to_move=2)
    assert by_fours(found, 2) is None
    assert Threats(found, Effort()).by_fours(8, 3) is None


DOUBLE_FOUR = """
....x...
....x...
oxxx....
........
....x...
....o...
"""

FOUR_AND_THREE = """
.........
....x....
....x....
oxxx.....
.........
.........
.........
"""

TWO_THREES = """
.........
.........
....x....
....x....
.xx......
.........
.........
.........
"""


def test_two_fours_at_once_win():
    line = by_fours(position(DOUBLE_FOUR))
    assert [drawn(DOUBLE_FOUR).text(point) for point in line] == ["e4"]


def test_a_four_and_a_three_at_once_win():
    found = position(FOUR_AND_THREE)
    line = by_fours(found)
    assert [drawn("").text(point) for point in line[:2]] == ["e4", "f4"]
    assert plies_to_five(found, line) == 5


def test_two_open_threes_at_once_win():
    found = position(TWO_THREES)
    assert by_fours(found) is None
    line = by_threes(found)
    assert drawn("").text(line[0]) == "e4"
    assert wins_whatever_is_answered(found, line)


THREES = """
...............
...............
.......xx......
.......o.x.....
...............
.....xox..o....
.....xo.o.xx...
.....o...o.....
...............
...............
...............
...............
...............
"""

THREES_TOO = """
...............
...x...x.......
...............
.....ox.o......
......ox.......
........o......
.........x.....
...............
...............
...............
...............
...............
"""


@pytest.mark.parametrize("picture", [THREES, THREES_TOO])
def test_fours_and_threes_win(picture):
    found = position(picture, to_move=2)
    assert by_fours(found) is None
    line = by_threes(found)
    assert wins_whatever_is_answered(found, line)


def test_one_open_three_does_not_win():
    assert by_threes(position(".......\n...xx..\n.......\n.......\n.......")) is None


def test_a_four_of_the_defender_is_reckoned_with():
    assert by_threes(position(TWO_THREES + ".........\n.oooo....\n.........")) is None


def test_the_position_is_as_before_and_can_be_when_it_was_stopped():
    found = position(NINE_PLIES, to_move=2)
    before = (found.key, found.side, found.tally, len(found.path))
    by_fours(found)
    by_threes(found)
    assert (found.key, found.side, found.tally, len(found.path)) == before
    with pytest.raises(GomokuSearchStopped):
        Threats(found, Effort(max_nodes=4)).by_fours(8, PLENTY)
    found.rewind(before[3])
    assert (found.key, found.side, found.tally, len(found.path)) == before


@pytest.mark.parametrize(("rule", "wins"), [("freestyle", True), ("standard", False)])
def test_more_than_five_win_in_freestyle_only(rule, wins):
    found = position("xxx.xx..", rule=rule)
    assert (by_fours(found, 0) == [3]) is wins
    assert bool(found.fives(found.threats(), BLACK)) is wins


def test_black_in_renju_does_not_win_by_what_is_forbidden():
    assert by_fours(position(DOUBLE_FOUR), 0) is not None
    assert by_fours(position(DOUBLE_FOUR, rule="renju"), 0) is None
    line = by_threes(position(TWO_THREES, rule="renju"))
    assert line is None or drawn("").text(line[0]) != "e4"


def test_white_in_renju_wins_where_the_only_answer_is_forbidden():
    picture = """
    .....o
    .....x
    .....x
    .....x
    .....x
    xooo..
    .....x
    """
    line = by_fours(position(picture, to_move=2, rule="renju"))
    assert [drawn("").text(point) for point in line] == ["e2"]
    assert by_fours(position(picture, to_move=2)) is None
