"""What the AI `hard` remembers while it searches."""

import random
import tracemalloc

from board_core.ais.hard.encoding import KEY_BITS
from board_core.ais.hard.table import (
    AT_LEAST,
    DEPTH_MASK,
    EXACT_SCORE,
    HIGHEST_QUIET,
    LEAST_SIZE,
    MOVE_SHIFT,
    NEUTRAL_RANK,
    SCORE_MASK,
    SCORE_OFFSET,
    SCORE_SHIFT,
    TABLE_SIZE,
    Memory,
)

KEY = (1 << KEY_BITS) - 12345
SAME_PLACE = KEY - (1 << 50)
SAME_PLACE_TOO = KEY - (1 << 51)


def depth_of(entry: int) -> int:
    return entry & DEPTH_MASK


def test_what_is_kept_is_found_again():
    memory = Memory()
    assert memory.entry(KEY) == 0
    memory.keep(KEY, 7, -29_990, EXACT_SCORE, 32_767)
    entry = memory.entry(KEY)
    assert depth_of(entry) == 7
    assert (entry >> SCORE_SHIFT & SCORE_MASK) - SCORE_OFFSET == -29_990
    assert entry >> MOVE_SHIFT & 32_767 == 32_767
    assert memory.entry(SAME_PLACE) == 0


def test_two_positions_share_a_place_and_the_deeper_one_stays():
    memory = Memory()
    memory.keep(KEY, 9, 1, EXACT_SCORE, 1)
    memory.keep(SAME_PLACE, 3, 2, EXACT_SCORE, 2)
    memory.keep(SAME_PLACE_TOO, 3, 3, EXACT_SCORE, 3)
    assert depth_of(memory.entry(KEY)) == 9
    assert memory.entry(SAME_PLACE) == 0
    assert depth_of(memory.entry(SAME_PLACE_TOO)) == 3


def test_a_shallow_bound_does_not_replace_a_deep_result_of_the_same_position():
    memory = Memory()
    memory.keep(KEY, 9, 1, EXACT_SCORE, 1)
    memory.keep(KEY, 0, 2, AT_LEAST, 2)
    assert depth_of(memory.entry(KEY)) == 9
    memory.keep(KEY, 8, 2, AT_LEAST, 2)
    assert depth_of(memory.entry(KEY)) == 8


def test_the_table_grows_while_it_fills_and_forgets_nothing_by_that():
    memory = Memory()
    keys = [number * 0x9E3779B97F4A7C15 % (1 << KEY_BITS) for number in range(LEAST_SIZE)]
    sizes = set[int]()
    for count, key in enumerate(keys):
        known = [memory.entry(former) for former in keys[:count:50]]
        size = len(memory._entries)
        memory.keep(key, 1, 0, EXACT_SCORE, 5)
        if len(memory._entries) > size:
            sizes.add(len(memory._entries))
            assert [memory.entry(former) for former in keys[:count:50]] == known
    assert sizes == {2 * LEAST_SIZE}
    assert memory.hashfull == 1000 * LEAST_SIZE // TABLE_SIZE


def test_a_quiet_move_that_did_well_comes_before_those_that_did_not():
    memory = Memory()
    for _ in range(100):
        memory.reward(before=70, good=80, others=[81], depth=8)
    assert HIGHEST_QUIET * 0.9 < memory.history[80] <= HIGHEST_QUIET
    assert 0 <= memory.history[81] < NEUTRAL_RANK / 10
    assert memory.replies(70)[80] > memory.replies(70)[79] > memory.replies(70)[81]
    assert memory.replies(71)[80] == memory.replies(71)[81] == NEUTRAL_RANK


def test_a_position_takes_16_bytes_at_most_once_the_table_has_grown():
    memory, keys = Memory(), random.Random(1)
    tracemalloc.start()
    try:
        for _ in range(LEAST_SIZE * 4):
            memory.keep(keys.getrandbits(KEY_BITS), 1, 0, EXACT_SCORE, 1)
        held, _peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held < 1.1 * 16 * memory.stored
