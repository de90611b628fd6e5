"""What a program writes to stderr, as lines."""

from hypothesis import given
from hypothesis import strategies as st

from board_core.players.stderr_lines import MOST_LINES_HEARD, StderrLines
from board_core.supervise.line_cutter import MOST_LINE_BYTES


def heard(*pieces: bytes) -> list[str]:
    lines: list[str] = []
    hear = StderrLines(lines.append)
    for piece in (*pieces, b""):
        hear(piece)
    return lines


def test_lines_are_told_however_they_come():
    assert heard(b"one\ntw", b"o\r\n\nthree") == ["one", "two", "three"]


def test_a_line_without_end_is_told_in_pieces():
    assert [len(line) for line in heard(b"x" * 5000, b"y")] == [MOST_LINE_BYTES, 1]


def test_bytes_that_are_no_text_are_told():
    assert heard(b"\xff!\n") == ["\\xff!"]


def test_who_never_ends_is_not_heard_to_the_end():
    assert heard(b"again\n" * 5000) == ["again"] * (MOST_LINES_HEARD - 1) + ["…"]


@given(st.lists(st.sampled_from([b"a", b"bc", b"\n", b"d\ne"]), max_size=30), st.integers(1, 5))
def test_it_does_not_matter_where_the_pieces_are_cut(pieces, size):
    whole = b"".join(pieces)
    cut = [whole[at : at + size] for at in range(0, len(whole), size)]
    assert heard(whole) == heard(*cut)
