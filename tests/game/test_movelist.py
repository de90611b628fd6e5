import pytest

from board_core import Move
from board_core.game import MoveList


def moves(text: str) -> MoveList:
    return MoveList(Move(letter) for letter in text)


def text(line: MoveList) -> str:
    return "".join(line)


def test_adding_a_move_leaves_the_shorter_list_as_it_was():
    short = moves("ab")
    longer = short.added(Move("c"))
    assert (text(short), text(longer)) == ("ab", "abc")


def test_a_list_grows_in_place():
    short = moves("ab")
    assert short.added(Move("c")).continues(short)


def test_another_move_after_a_take_back_is_another_line():
    old = moves("abc")
    new = old.first(2).added(Move("x"))
    assert (text(old), text(new)) == ("abc", "abx")
    assert not new.continues(old)


def test_a_shorter_list_does_not_continue_a_longer_one():
    line = moves("abc")
    assert not line.first(2).continues(line)
    assert line.continues(line.first(2))


def test_the_same_moves_played_again_are_no_continuation():
    old = moves("abc")
    assert not old.first(2).added(Move("c")).continues(old)


def test_only_the_new_moves_are_read_since_a_ply():
    line = moves("abc").added(Move("d"))
    assert line.since(2) == ["c", "d"]
    assert line.first(3).since(2) == ["c"]


def test_a_list_is_read_like_any_sequence():
    line = moves("abcd").first(3)
    assert (len(line), line[0], line[-1], line[1:], "d" in line) == (3, "a", "c", ["b", "c"], False)
    assert line == ["a", "b", "c"]
    assert repr(line) == "MoveList(['a', 'b', 'c'])"


@pytest.mark.parametrize("ply", [2, -3])
def test_a_ply_that_was_not_played_is_an_index_error(ply: int):
    with pytest.raises(IndexError, match=f"ply {ply} of 2"):
        moves("abc").first(2)[ply]
