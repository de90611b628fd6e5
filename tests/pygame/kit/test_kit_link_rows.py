"""Rows of words with headings between them."""

from dataclasses import replace

from driver import Window
from pygame import Rect

from board_pygame.kit.labels import Light
from board_pygame.kit.link_rows import LinkHead, LinkRow, LinkRows, LinkWord


def test_a_row_of_three_lines_is_shut_to_two_and_opened_by_its_chevron():
    rows = LinkRows()
    window = Window((rows, Rect(0, 0, 400, 300)))
    many = tuple(LinkWord("Nbd7xe5+") for _count in range(12))
    rows.offer([LinkRow("+0.10", True, None, many)], None, "")
    window.drawn()
    shut = rows._count()
    window.click((rows.rect.right - 16, rows.rect.y + 17))
    window.drawn()
    assert shut < rows._count()
    window.assert_drawn_as_anew()


def test_a_lamp_that_changes_is_drawn_alone_and_rightly():
    rows = LinkRows()
    window = Window((rows, Rect(0, 0, 400, 300)))
    line = LinkRow("-0.10", False, None, (LinkWord("1.", dim=True), LinkWord("e4", strong=True)))
    head = LinkHead("Hard", True, "thinking · 0.1 s", Light.BUSY, ("depth 1",), here=True)
    rows.offer([head, line], None, "")
    window.drawn()
    rows.offer([replace(head, words="thinking · 0.2 s"), line], None, "")
    (part,) = rows.damage
    assert part.h < 60
    window.assert_drawn_as_anew()
