"""Text of every character there is, as the window measures, breaks and draws it."""

import sys
from itertools import islice
from unicodedata import category

import pygame
import pytest
from driver import OPENED, Window

from board_core.text.harmless_text import visible
from board_pygame.fonts import BOLD_FONT, CHINESE_FONT, LATIN_FONT, MONO_FONT
from board_pygame.kit import text as kit_text
from board_pygame.kit.buttons import Button
from board_pygame.kit.fields import TextField
from board_pygame.kit.labels import Label
from board_pygame.kit.painter import LIGHT_THEME, Painter
from board_pygame.kit.text import LONGEST_LINE, Fonts, shown
from board_pygame.kit.textpane import Paragraph, TextPane

ALL_OF_UNICODE = range(sys.maxunicode + 1)
NAMES = [
    "Ada ❤️",
    "✔️",
    "♟️",
    "\ufe0f",
    "\u034f\U000e0100",
    "Борис",
    "नमस्ते",
    "سلام",
    "👩‍👩‍👧",
    "\ud800\x1b",
]


@pytest.fixture
def fonts():
    pygame.font.init()
    fonts = Fonts(LATIN_FONT, CHINESE_FONT, MONO_FONT, bold=BOLD_FONT)
    yield fonts
    fonts.close()


def lines(characters):
    """All of them, in texts as long as a line can be."""
    left = iter(characters)
    return iter(lambda: "".join(islice(left, LONGEST_LINE)), "")


def draw(fonts, text, mono=False):
    """Do everything with a text that fields, tables and panes do, and return its surface."""
    fonts.wrap(text, 14, 40, mono)
    fonts.fit(text, 14, 20, mono)
    surface = fonts.render(text, 14, (0, 0, 0), mono)
    assert surface.get_width() == fonts.width(text, 14, mono), ascii(text)
    return surface


def test_what_has_no_width_draws_nothing_alone_and_between_letters(fonts):
    marks = [chr(code) for code in ALL_OF_UNICODE if category(chr(code))[0] in "MZ"]
    empty = [mark for mark in marks if mark.isprintable() and not draw(fonts, mark).get_width()]
    assert {"\ufe0e", "\ufe0f", "\u034f", "\u180b", "\U000e0100", "\U000e01ef"} <= set(empty)
    plain = pygame.image.tobytes(draw(fonts, "AB"), "RGBA")
    for mark in empty:
        assert pygame.image.tobytes(draw(fonts, f"A{mark}B"), "RGBA") == plain, ascii(mark)
        assert draw(fonts, f"对{mark}", mono=True).get_width() == fonts.width("对", 14, True)


def test_control_characters_surrogates_and_unassigned_ones_are_shown_as_their_escapes():
    for text in lines(map(chr, ALL_OF_UNICODE)):
        assert shown(text) == visible(text)
        assert shown(text).isprintable()


def test_every_printable_character_is_drawn(fonts):
    characters = [chr(code) for code in ALL_OF_UNICODE if chr(code).isprintable()]
    for character in characters:
        fonts.render(character, 14, (0, 0, 0))
    for line in lines(characters):
        for mono in (False, True):
            fonts.render(line, 14, (0, 0, 0), mono)


@pytest.mark.parametrize("scale", [0.05, 1.0, 3.0])
def test_widgets_show_names_of_all_scripts(scale):
    for name in NAMES:
        field, pane = TextField(name), TextPane([Paragraph(name), Paragraph(name * 40)])
        window = Window(
            (field, (10, 10, 120, 30)),
            (pane, (10, 50, 200, 100)),
            (Label(name), (10, 160, 60, 30)),
            (Button(name, lambda: None), (10, 200, 60, 30)),
            scale=scale,
        )
        window.ui.focus(field)
        for _ in name:
            window.keys("left")
            window.assert_drawn_as_anew()
        window.click((20, 20))
        window.type("\ufe0f")
        assert "\ufe0f" in field.text
        window.assert_drawn_as_anew()


def test_a_word_that_is_too_long_fills_its_lines_and_loses_nothing(fonts):
    path = "/home/ada/chess/tests/programs/functions.py:60"
    first, *rest = fonts.wrap(path, 14, 200)
    assert "".join((first, *rest)) == path
    assert fonts.width(first, 14) <= 200 < fonts.width(first + rest[0][0], 14)


def pixels(fonts, text, **more):
    return pygame.image.tobytes(fonts.render(text, 16, (0, 0, 0), **more), "RGBA")


@pytest.fixture
def no_system_fonts(monkeypatch):
    monkeypatch.setattr(kit_text, "system_fonts", lambda script: ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("नमस्ते and Ada", "(DEVANAGARI) and Ada"),
        ("Ada سلام دنيا", "Ada (ARABIC)"),
        ("สวัสดี", "(THAI)"),
        ("李\u9f98", "李(CJK)"),
        ("Ada 🏆🏆", "Ada (SYMBOLS)"),
    ],
)
@pytest.mark.parametrize("mono", [False, True])
def test_letters_that_no_font_has_are_named_once(fonts, no_system_fonts, text, told, mono):
    """There was a box for each of them, as for a file that is broken."""
    assert pixels(fonts, text, mono=mono) == pixels(fonts, told, mono=mono)
    assert fonts.width(text, 16, mono) == fonts.width(told, 16, mono)


def test_letters_that_ours_lack_are_drawn_with_a_font_of_the_system(fonts, monkeypatch):
    """The bold font stands for one: it has Greek letters, and the one of fixed width has none."""
    small = Fonts(MONO_FONT, MONO_FONT, MONO_FONT)
    monkeypatch.setattr(kit_text, "system_fonts", lambda script: (BOLD_FONT,))
    assert pixels(small, "Ω") == pixels(fonts, "Ω", bold=True)
    small.close()


def test_a_system_without_a_list_of_fonts_has_none(monkeypatch, recwarn):
    kit_text.system_fonts.cache_clear()
    monkeypatch.setattr(pygame.font, "get_fonts", lambda: ["thaifont", "dejavusans"])
    monkeypatch.setattr(pygame.font, "match_font", lambda name: "/nowhere/of.ttf")
    assert kit_text.system_fonts("THAI") == ()
    kit_text.system_fonts.cache_clear()


def test_a_font_whose_pictures_have_one_size_only_is_not_taken(fonts, monkeypatch):
    class Emoji:
        get_height = staticmethod(lambda: 136)

    monkeypatch.setattr(pygame.font, "get_fonts", lambda: ["notocoloremoji"])
    monkeypatch.setattr(pygame.font, "match_font", lambda name: str(LATIN_FONT))
    kit_text.system_fonts.cache_clear()
    assert kit_text.system_fonts(kit_text.SYMBOLS) == (LATIN_FONT,)
    kit_text.system_fonts.cache_clear()
    monkeypatch.setattr(pygame.font, "Font", lambda *_: Emoji())
    assert kit_text.system_fonts(kit_text.SYMBOLS) == ()
    kit_text.system_fonts.cache_clear()


def test_bold_letters_have_more_ink_in_both_scripts(fonts):
    for text in ("Your move", "轮到你走"):
        plain, bold = (
            sum(pixels(fonts, text, bold=bold)[3::4]) / fonts.width(text, 16, bold=bold)
            for bold in (False, True)
        )
        assert bold > 1.15 * plain, text


def test_lines_are_as_far_apart_as_the_design_says(fonts):
    sizes = {12: 16, 14: 20, 16: 24, 20: 28, 24: 32, 28: 36}
    assert {size: fonts.height(size) for size in sizes} == sizes


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("look", [{}, {"bold": True}, {"mono": True}])
@pytest.mark.parametrize("text", ["Play (gjpqy);", "局面设置，（请）；"])
def test_no_letter_is_cut_in_a_line_of_its_own_height(scale: float, look: dict, text: str):
    """The feet of g, p and y were: at most sizes an image of text is higher than its line."""
    pygame.font.init()
    fonts = Fonts(LATIN_FONT, CHINESE_FONT, MONO_FONT, scale, bold=BOLD_FONT)
    OPENED.append(fonts)
    for size in (11, 12, 13, 14, 15, 16, 18, 20, 24, 28, 32):
        inks = []
        for room in (0, fonts.px(20)):
            wide = fonts.width(text, size, **look)
            line = pygame.Rect(0, fonts.px(20), wide, fonts.height(size))
            surface = pygame.Surface((wide, line.bottom + fonts.px(20)))
            surface.set_clip(line.inflate(0, 2 * room))
            painter = Painter(surface, LIGHT_THEME, fonts)
            painter.text(text, line, (255, 255, 255), size=size, **look)
            inks.append(pygame.mask.from_threshold(surface, (255,) * 3, (254,) * 3).count())
        assert inks[0] == inks[1], size
