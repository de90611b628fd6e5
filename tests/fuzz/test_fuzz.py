"""The fuzzers' targets, with a bounded number of inputs that are the same each time."""

import asyncio
import subprocess
import sys
from pathlib import Path

import border
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples
from room_requests import RoomUnderAttack
from targets import POSITIONS, TARGETS, converse, fen, move

WORDS = {
    "san": "e5 Nf6 Ke5 resign 0-1 1-0 1/2-1/2 . white black O-O e8=Q 0000",
    "uci": "uciok readyok bestmove e7e5 0000 (none) ponder info depth 3 score cp mate -1 "
    "lowerbound nodes nps pv string time hashfull 99999999999 id name option",
    "xboard": 'feature done=1 done=0 ping=1 usermove=1 setboard=1 san=1 myname="x y" pong 1 2 '
    "move e7e5 My is : resign offer draw 1-0 {mate} Error (unknown) command Illegal move: tellics "
    "# hint 3 12 99 1000 tellusererror",
}

anything = st.text(st.characters(exclude_characters="\n\0", exclude_categories=["Cs"]), max_size=40)


def story(protocol: str) -> st.SearchStrategy[list[tuple[int, str]]]:
    said = st.lists(st.sampled_from(WORDS[protocol].split()), max_size=6).map(" ".join)
    steps = st.tuples(st.integers(0, 7) | st.just(7) | st.just(1), said | said | anything)
    return st.lists(steps, max_size=25).map(lambda rest: [(0, ""), *rest])


@pytest.mark.parametrize("protocol", WORDS)
@settings(max_examples=examples(100))
@given(st.data())
def test_no_program_can_break_a_dialogue(protocol, data):
    converse(protocol, data.draw(story(protocol)))


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@settings(max_examples=examples(100))
@given(data=st.binary(max_size=120) | anything.map(str.encode))
def test_any_bytes_are_dealt_with(target, data):
    target(data)


@settings(max_examples=examples(300))
@given(st.integers(0, len(POSITIONS) - 1), st.from_regex(r"[a-hKQRBNO0-8x=+#!?\-]{1,8}"))
def test_anything_like_a_move_is_read_or_refused(index, text):
    move(bytes([index]) + text.encode())


@settings(max_examples=examples(200))
@given(
    st.sampled_from(POSITIONS),
    st.lists(st.tuples(st.integers(0, 80), st.sampled_from("/KQkqPpNn12389-wbe ")), max_size=4),
)
def test_anything_like_a_position_is_read_or_refused(position, changes):
    text = list(position)
    for where, character in changes:
        text[where % len(text)] = character
    fen("".join(text).encode())


def test_the_fuzzer_runs():
    fuzzer = Path(__file__).with_name("fuzz.py")
    done = subprocess.run(
        [sys.executable, str(fuzzer), "lines", "0.1"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("protocol", border.SEEDS)
def test_whatever_a_program_says_can_be_refereed_kept_and_shown(protocol, tmp_path):
    pages = border.Pages(tmp_path)
    tally = border.one_protocol(protocol, 1_500, pages)
    pages.show_rest()
    assert tally.lines == 1_500
    assert pages.asked[200]


def test_whatever_a_journal_holds_is_shown_or_refused_in_words(tmp_path):
    pages = border.Pages(tmp_path)
    found = border.hostile_journals(25, pages)
    assert found["contest shown"]
    assert found["game shown"]
    assert found["contest refused in words"]


def test_whatever_a_file_of_records_holds_is_read_or_refused_in_words():
    found = border.hostile_records(400)
    assert found["read"]
    assert found["read in part"]
    assert found["refused in words"]
    assert found["openings"]


def test_whatever_is_asked_of_a_room_is_answered_and_moves_nobody_else(tmp_path):
    attacked = RoomUnderAttack(tmp_path)
    try:
        asyncio.run(attacked.attack(2_500))
        assert attacked.games > 5
        assert attacked.plies > 100
        assert attacked.tally.keys() >= {200, 400, 401, 404, 405, 421}
        attacked.knock(100)
        assert attacked.tally[0] < 100
    finally:
        attacked.close()
