import pytest

from board_core import Cause, Explanation
from board_core.diagnosis.advice import advice_on
from board_core.supervise.line_cutter import BadEncoding, LineCutter, LineTooLong


def test_lines_may_come_in_pieces_and_several_at_once():
    cutter = LineCutter()
    assert cutter.cut(b"e4\nNf3\nO-") == ["e4", "Nf3"]
    assert cutter.rest == b"O-"
    assert cutter.cut(b"O\n") == ["O-O"]


def test_windows_line_ends_and_a_byte_order_mark_are_taken_off():
    assert LineCutter().cut(b"\xef\xbb\xbfe4\r\nd4\r\n") == ["e4", "d4"]


def test_a_nul_byte_is_dropped_in_a_line_that_does_not_count():
    cutter = LineCutter(counts=lambda line: line.startswith("move"))
    assert cutter.text(b"eval \x00 9\nmove e2e4\n") == "eval  9\nmove e2e4\n"
    for data in (b"move e2\x00e4\n", b"eval \x00\xe9\n", "move e2e4".encode("utf-16-le") + b"\n"):
        with pytest.raises(BadEncoding):
            cutter.cut(data)


def test_a_last_line_needs_no_line_break():
    cutter = LineCutter()
    assert cutter.cut(b"e4\nd4") == ["e4"]
    assert cutter.last() == ["d4"]
    assert cutter.last() == []


@pytest.mark.parametrize("data", [b"x" * 11, b"x" * 11 + b"\n"])
def test_a_line_too_long_is_an_error(data):
    with pytest.raises(LineTooLong):
        LineCutter(limit=10).cut(data)


@pytest.mark.parametrize(
    ("data", "shown"), [(b"e\x004\n", r"e\x004"), (b"\xff\xfee4\n", r"\xff\xfee4")]
)
def test_what_is_no_text_is_an_error_that_shows_it(data, shown):
    with pytest.raises(BadEncoding) as error:
        LineCutter().cut(data)
    assert str(error.value) == shown


def test_a_carriage_return_may_end_a_line_where_that_is_wanted():
    cutter = LineCutter(cr_ends_lines=True)
    assert cutter.cut(b"OK\r7,7\r\n8,") == ["OK", "7,7", ""]
    assert cutter.cut(b"8\r") == ["8,8"]
    assert LineCutter().cut(b"a\rb\r\n") == ["a\rb"]


@pytest.mark.parametrize(
    "pieces",
    [
        [b"e4\n"],
        [b"e4\nd4\n", b"c4\n"],
        [b"e", b"4\n", b"d4\n"],
        [b"e4\r\nd4\n"],
        ["\ufeffe4\n".encode(), b"d4\n"],
        ["é4\n".encode()],
        [b"e4\nd", b"4\n"],
        [b"\n\n"],
    ],
)
@pytest.mark.parametrize("cr_ends_lines", [False, True])
def test_the_text_of_pieces_is_their_lines_each_ended_by_a_line_feed(pieces, cr_ends_lines):
    texts = LineCutter(cr_ends_lines=cr_ends_lines)
    lines = LineCutter(cr_ends_lines=cr_ends_lines)
    for piece in pieces:
        assert texts.text(piece) == "".join(f"{line}\n" for line in lines.cut(piece))
        assert texts.rest == lines.rest


def test_lines_that_are_short_may_come_together_in_a_piece_that_is_long():
    assert LineCutter(limit=10).text(b"12345\n" * 10) == "12345\n" * 10


@pytest.mark.parametrize("data", [b"e4\0\n", b"\xff\n"])
def test_a_text_has_no_bytes_that_are_no_text(data):
    with pytest.raises(BadEncoding):
        LineCutter().text(data)


def test_lines_in_another_encoding_are_read_if_it_is_named():
    said = "# 思考 e4\n".encode("gbk")
    assert LineCutter(encoding="gbk").cut(said) == ["# 思考 e4"]
    with pytest.raises(BadEncoding) as error:
        LineCutter().cut(said)
    assert "it printed Chinese in GBK, not UTF-8 (# 思考 e4)" in str(error.value.what)
    assert "encoding=gbk" in str(error.value.what)
    assert str(error.value) == "# 思考 e4", "the last line heard, as its author wrote it"
    advice = str(advice_on(Explanation(Cause.ENCODING, error.value.what)))
    assert "ASCII" in advice
    assert "UTF-16" not in advice, "which this is not"
    with pytest.raises(BadEncoding) as error:
        LineCutter(encoding="gbk").cut(b"\xff\n")
    assert "it printed bytes that are not GBK text (ff)" in str(error.value.what)


def test_a_long_line_among_others_is_a_flood():
    with pytest.raises(LineTooLong):
        LineCutter(limit=10).text(b"1\n" + b"x" * 11 + b"\n")


def test_the_last_text_is_what_stands_behind_the_last_line_break():
    cutter = LineCutter()
    assert cutter.text(b"e4\nd4") == "e4\n"
    assert cutter.last_text() == "d4\n"
    assert cutter.text(b"  ") == cutter.last_text() == ""
