from driver import Window
from hypothesis import given, settings
from hypothesis import strategies as st
from profiles import examples

from board_pygame.kit.painter import SMALL_SIZE
from board_pygame.kit.textpane import Paragraph, TextPane

PLACE = (10, 10, 300, 200)
POEM = [
    Paragraph("Traceback (most recent call last):"),
    Paragraph('  File "my_ai.py", line 12, in a_function_with_a_long_name_that_wraps'),
    Paragraph(""),
    Paragraph("KeyError: 程序出错了，请检查第十二行的代码，然后再试一次，谢谢各位同学", "error"),
]


def with_pane(paragraphs=POEM, **more):
    pane = TextPane(paragraphs, **more)
    window = Window((pane, PLACE))
    window.ui.focus(pane)
    return window, pane


def shown(pane):
    """The text of each line."""
    return [pane._paragraphs[x.paragraph].text[x.start : x.end] for x in pane._lines]


def test_long_lines_wrap_and_nothing_is_lost():
    window, pane = with_pane()
    lines = shown(pane)
    assert len(lines) > len(POEM)
    assert "".join(lines) == "".join(paragraph.text for paragraph in POEM)
    assert all(window.fonts.width(line.rstrip(), 12, True) <= 300 for line in lines)


def test_marks_are_left_out_below_a_line_that_is_broken_but_not_below_a_whole_one():
    """Wrapped, they were rows of ^^^^ that pointed to nothing."""
    text = [Paragraph("!   f(x)"), Paragraph("!   ~^^^"), Paragraph("x = 1 / 0; " * 9)]
    window, pane = with_pane([*text, Paragraph("!   ~~^^"), Paragraph("! end")])
    assert [line for line in shown(pane) if "^" in line] == ["!   ~^^^"]
    window.key("ctrl+c")
    assert window.ui.clipboard.paste().count("^^") == 2


def test_a_text_may_begin_at_its_end():
    window, pane = with_pane(POEM * 9, at_end=True)
    assert pane.top == len(pane._lines) - pane._seen()
    pane.set(POEM)
    window.drawn()
    assert pane.top == 0


def test_the_whole_text_is_copied_when_nothing_is_selected():
    window, _pane = with_pane([Paragraph("x" * 50_000), Paragraph("end")])
    window.key("ctrl+c")
    assert window.ui.clipboard.paste() == "x" * 50_000 + "\nend"


def test_a_drag_selects_across_paragraphs_and_is_copied():
    window, pane = with_pane([Paragraph("first line"), Paragraph("second line")])
    line, edge = pane._line_height, pane._text()
    start = (edge.x + window.fonts.width("first ", SMALL_SIZE, True), edge.y + 2)
    end = (edge.x + window.fonts.width("second", SMALL_SIZE, True), edge.y + line + 2)
    window.drag(start, end)
    assert pane.selected == "line\nsecond"
    window.key("ctrl+c")
    assert window.ui.clipboard.paste() == "line\nsecond"
    window.assert_drawn_as_anew()
    window.double_click(start)
    assert pane.selected == "first line"
    window.key("ctrl+a")
    assert pane.selected == pane.text


def test_a_scroll_bar_comes_only_with_many_lines():
    window, pane = with_pane()
    assert not pane._thumb().h
    assert not window.wheel((100, 100), -1)  # whoever is around it may scroll
    pane.set(POEM * 9)
    window.drawn()
    thumb = pane._thumb()
    window.drag(thumb.center, (thumb.centerx, 400))
    assert pane.top == len(pane._lines) - pane._seen()
    window.wheel((100, 100), 1)
    assert pane.top == len(pane._lines) - pane._seen() - 3
    window.keys("home", "down", "page down")
    assert pane.top == 1 + pane._seen()
    window.assert_drawn_as_anew()


def test_an_empty_pane_takes_no_harm():
    window, pane = with_pane([])
    window.click((50, 50))
    window.keys("ctrl+a", "ctrl+c", "end", "up")
    window.drag((20, 20), (200, 400))
    assert pane.selected == ""


@settings(max_examples=examples(15))
@given(st.text(max_size=60), st.integers(0, 320), st.integers(0, 240))
def test_every_point_is_a_place_in_the_text(text, x, y):
    window, pane = with_pane([Paragraph(text), Paragraph("end")])
    window.drag((12, 12), (x, y))
    assert pane.selected in pane.text
    window.assert_drawn_as_anew()
