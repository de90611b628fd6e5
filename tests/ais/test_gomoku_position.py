"""The board that the gomoku player searches: kept in step, and what it says of lines."""

import random

import pytest
from gomoku_boards import drawn, marked, points, position
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_core.ais.gomoku.geometry import BLACK, WHITE, grid_of
from board_core.ais.gomoku.patterns import ANY_FIVE, EXACTLY_FIVE, RENJU_BLACK, shapes
from board_core.ais.gomoku.position import GomokuSearchPosition
from board_core.ais.gomoku.tables import Tables
from board_core.games.gomoku.board import GomokuBoard, GomokuVariant

every_rule = pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])


@pytest.mark.parametrize(("size", "lines"), [(15, 72), (19, 96), (20, 102)])
def test_a_board_has_so_many_lines_of_five_or_more(size, lines):
    assert len(grid_of(size).lines) == lines
    assert all(len(line) >= 5 for line in grid_of(size).lines)


@every_rule
@settings(max_examples=6)
@given(seed=st.integers(0, 1 << 30), size=st.sampled_from([15, 19, 20]))
def test_what_is_kept_in_step_equals_what_is_worked_out(rule, seed, size):
    chance = random.Random(seed)
    board, played = GomokuBoard(size, rule), GomokuSearchPosition(size, rule)
    middle = [
        row * size + column
        for row in range(size // 2 - 4, size // 2 + 4)
        for column in range(size // 2 - 4, size // 2 + 4)
    ]
    for point in chance.sample(middle, 40):
        board.push(point)
        played.play(point)
        if chance.random() < 0.2:
            board.pop()
            played.undo()
    fresh = GomokuSearchPosition.of(board)
    assert state(played) == state(fresh)
    assert kept(played) == played.recomputed()
    played.rewind(0)
    assert state(played) == state(GomokuSearchPosition(size, rule))


def kept(position: GomokuSearchPosition):
    return (position.rows, position.columns, position.rising, position.falling, position.tally)


def state(position: GomokuSearchPosition):
    codes = [line.code for line in position.states]
    return (*kept(position), position.taken, position.around, position.key, position.side, codes)


@every_rule
@settings(max_examples=4)
@given(seed=st.integers(0, 1 << 30))
def test_fives_are_where_the_rules_see_a_win(rule, seed):
    chance, variant = random.Random(seed), GomokuVariant(15, rule)
    board = crowded(chance, rule)
    found = GomokuSearchPosition.of(board)
    threats = found.threats()
    for side, stone in ((BLACK, 1), (WHITE, 2)):
        wins = {point for point in range(225) if wins_at(board, variant, point, stone)}
        assert points(found.fives(threats, side)) == wins


def crowded(chance: random.Random, rule: str) -> GomokuBoard:
    """Stones of both sides in a corner of seven by seven, nobody having won."""
    board = GomokuBoard(15, rule)
    variant = GomokuVariant(15, rule)
    for row in range(7):
        for column in range(7):
            point = row * 15 + column
            board.cells[point] = chance.choice([0, 0, 1, 1, 2])
            if board.cells[point] and len(variant.won_by(board.cells, point)) > 4:
                board.cells[point] = 0
    return board


def wins_at(board: GomokuBoard, variant: GomokuVariant, point: int, stone: int) -> bool:
    if board.cells[point]:
        return False
    cells = bytearray(board.cells)
    cells[point] = stone
    return bool(variant.won_by(cells, point))


@settings(max_examples=examples(20))
@given(seed=st.integers(0, 1 << 30))
def test_every_foul_of_renju_is_kept_away_from(seed):
    board = crowded(random.Random(seed), "renju")
    free = {point for point in range(225) if not board.cells[point]}
    forbidden = free - set(board.legal())
    found = GomokuSearchPosition.of(board)
    threats = found.threats()
    assert forbidden <= points(found.fouls(threats, BLACK))
    assert points(found.sure_fouls(threats, BLACK)) <= forbidden
    assert not found.fouls(threats, WHITE)


def line(text: str, law: int = ANY_FIVE):
    own = sum(1 << place for place, sign in enumerate(text) if sign == "x")
    blocked = sum(1 << place for place, sign in enumerate(text) if sign == "o")
    return shapes(len(text), own, blocked, law)


def counts(text: str, law: int = ANY_FIVE) -> list[int]:
    return list(line(text, law).counts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [  # five, open four, four, open three, three, open two, two
        (".........", [0, 0, 0, 0, 0, 0, 0]),
        ("..xxxxx..", [1, 0, 0, 0, 0, 0, 0]),
        ("..xxxx...", [0, 1, 0, 0, 0, 0, 0]),
        (".oxxxx...", [0, 0, 1, 0, 0, 0, 0]),
        ("..xxx.x..", [0, 0, 1, 0, 0, 0, 0]),
        ("..xxx....", [0, 0, 0, 1, 0, 0, 0]),
        ("..xx.x...", [0, 0, 0, 1, 0, 0, 0]),
        ("o.xxx.o..", [0, 0, 0, 0, 1, 0, 0]),
        ("oxxx.....", [0, 0, 0, 0, 1, 0, 0]),
        ("...xx....", [0, 0, 0, 0, 0, 1, 0]),
        ("..oxx....", [0, 0, 0, 0, 0, 0, 1]),
        ("xx.....xx", [0, 0, 0, 0, 0, 0, 2]),
        ("oxxx", [0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_patterns_are_counted(text, expected):
    assert counts(text) == expected


def run_through(own: set[int], place: int) -> set[int]:
    """The unbroken stones around a place."""
    low = high = place
    while low - 1 in own:
        low -= 1
    while high + 1 in own:
        high += 1
    return set(range(low, high + 1))


def is_five(run: set[int], law: int) -> bool:
    return len(run) == 5 or (len(run) > 5 and law == ANY_FIVE)


@pytest.mark.parametrize("law", [ANY_FIVE, EXACTLY_FIVE, RENJU_BLACK])
@settings(max_examples=examples(60))
@given(text=st.text(alphabet="..xxo", min_size=5, max_size=11))
def test_fives_and_fours_of_a_line_are_as_if_tried_out(law, text):
    own = {place for place, sign in enumerate(text) if sign == "x"}
    empty = {place for place, sign in enumerate(text) if sign == "."}
    fives = {at for at in empty if is_five(run_through(own | {at}, at), law)}
    fours = {
        at
        for at in empty
        for other in empty - {at}
        if at in (run := run_through(own | {at, other}, other)) and is_five(run, law)
    }
    found = line(text, law)
    assert places(found.five) == fives
    assert places(found.four) - fives == fours - fives


def places(found: int) -> set[int]:
    return points(found)


def test_where_a_stone_makes_a_five():
    assert places(line(".xxxx....").five) == {0, 5}
    assert places(line("xxx.x....").five) == {3}
    assert places(line("xxx.xx...").five) == {3}
    assert places(line("xxx.xx...", EXACTLY_FIVE).five) == set()


def test_where_a_stone_makes_an_open_four_and_what_prevents_it():
    three = line("...xxx...")
    assert places(three.open_four) == {2, 6}
    assert places(three.defence) == {2, 6}  # further out leaves the other end
    near_the_edge = line(".xxx.....")
    assert places(near_the_edge.open_four) == {4}
    assert places(near_the_edge.defence) == {0, 4, 5}
    assert places(line("o.xxx.o..").open_four) == set()


def test_two_fours_in_one_line_cannot_be_stopped_or_are_a_foul():
    text = "x.x.x.x.."
    assert 3 not in places(line(text).five)
    assert places(line("xx..xx.xx").open_four) >= {3}
    assert places(line("xxx...xxx").open_four) == {4}
    renju = line("xxx...xxx", RENJU_BLACK)
    assert places(renju.open_four) == set()
    assert places(renju.foul) == {4}


def test_six_in_a_row_is_a_foul():
    assert places(line("xxx.xx...", RENJU_BLACK).foul) == {3}
    assert places(line("xxx.xx...", EXACTLY_FIVE).foul) == set()


def test_a_position_knows_its_patterns():
    found = position(
        """
        .......
        ..xxx..
        .o.....
        .o.....
        """
    )
    assert found.counts(BLACK)["open three"] == 1
    assert found.counts(WHITE)["two"] == 1
    assert found.score > 0
    found.side = WHITE
    assert found.score < 0


def test_points_in_two_directions_are_found():
    picture = """
    ....x..
    ....x..
    oxxx*..
    .......
    ....x..
    """
    found = position(picture)
    assert points(found.double_fours(found.threats(), BLACK)) == marked(picture)
    barred = position(picture, rule="renju")
    assert not barred.double_fours(barred.threats(), BLACK)
    assert points(barred.fouls(barred.threats(), BLACK)) == marked(picture)


def test_interests_of_eight_lines_fit_into_a_byte():
    rows = ["xxxx.oooo"] * 4 + ["oooo.xxxx"] * 4
    chance = random.Random(1)
    for _ in range(30):
        chance.shuffle(rows)
        board = drawn("\n".join(rows))
        found = GomokuSearchPosition.of(board)
        by_lines = [0] * len(board.cells)
        for state, line in zip(found.states, found.geometry.lines, strict=False):
            low = (state.planes & found.tables.interests).to_bytes(len(board.cells), "little")
            for point in line:
                by_lines[point] += low[point]
        assert list(found.interests()) == by_lines


def test_tables_forget_when_they_hold_too_much():
    held = Tables(15, "freestyle")
    held.step(0, held.empty[0], 1)
    held.tidy()
    assert any(held.empty[0].after)
    held.tidy(0)
    assert not any(held.empty[0].after)


def test_tables_forget_a_few_lines_at_a_time():
    held = Tables(15, "freestyle")
    stones, lines = 5, len(held.geometry.lines)
    for number in (3, 4):
        state = held.empty[number]
        for step in range(0, 2 * stones, 2):
            state = held.step(number, state, step)
    held.step(3, state, 2 * stones)
    kept = lines + 2 * stones + 1
    held.tidy(kept)
    assert any(held.empty[3].after)
    held.tidy(kept - 1)
    assert not any(held.empty[3].after)
    assert any(held.empty[4].after)
    held.tidy(lines)
    assert not any(held.empty[4].after)
