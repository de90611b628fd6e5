import pygame
import pytest

from board_core.locale import update
from board_pygame.fonts import BOLD_FONT, CHINESE_FONT, LATIN_FONT, MONO_FONT

SIGNS = "←→↑↓●○▶◀■□…–—×⏎½∞"
NOWHERE = "\ue000"  # for private use: no font of ours has it

every_font = pytest.mark.parametrize(
    "path", [LATIN_FONT, BOLD_FONT, MONO_FONT, CHINESE_FONT], ids=lambda path: path.stem
)


@pytest.fixture
def opened():
    pygame.font.init()
    return lambda path: pygame.font.Font(path, 20)


def drawn(font, text):
    return pygame.mask.from_surface(font.render(text, True, "black"))


def missing(font, characters):
    """Those drawn as the sign for a missing one; the metrics do not tell."""
    box = pixels(font, NOWHERE)
    return [character for character in characters if pixels(font, character) == box]


def pixels(font, text):
    surface = font.render(text, True, "black")
    return surface.get_size(), pygame.image.tobytes(surface, "RGBA")


def chinese_texts():
    for package in update.PACKAGE_NAMES:
        for message in update.catalogue(package, "zh_CN"):
            if message.id:
                yield from [message.string] if isinstance(message.string, str) else message.string


def test_the_chinese_font_has_every_character_of_the_chinese_catalogue(opened):
    characters = "".join(sorted(set("".join(chinese_texts())) - {"\n"}))
    assert "对" in characters
    assert missing(opened(CHINESE_FONT), characters) == []


def test_the_latin_font_has_every_character_of_the_english_texts(opened):
    texts = "".join(
        message.id if isinstance(message.id, str) else "".join(message.id)
        for package in update.PACKAGE_NAMES
        for message in update.template(package)
    )
    characters = "".join(sorted(set(texts) - {"\n"}))
    assert missing(opened(LATIN_FONT), characters) == []


@every_font
def test_every_font_has_the_letters_and_signs_of_the_window(path, opened):
    letters = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]))
    assert missing(opened(path), letters + SIGNS) == []


@every_font
def test_letters_leave_ink(path, opened):
    assert drawn(opened(path), "Nf3").count() > 100


def test_a_chinese_character_leaves_ink_and_one_that_is_not_there_is_missed(opened):
    assert drawn(opened(CHINESE_FONT), "对").count() > 60
    assert missing(opened(CHINESE_FONT), "对\u9f98") == ["\u9f98"]


def test_chinese_characters_have_their_simplified_forms(opened):
    """The small square in the head of 骨 stands left; in the Japanese form it stands right."""
    mask = drawn(opened(CHINESE_FONT), "骨")
    parts = mask.get_bounding_rects()
    box = parts[0].unionall(parts[1:])
    width, height = box.width // 2, box.height // 4
    left, right = pygame.Mask((width, height), True), pygame.Mask((width, height), True)
    assert mask.overlap_area(left, box.topleft) > mask.overlap_area(right, box.midtop)


def test_all_letters_and_digits_of_the_mono_font_are_of_one_width(opened):
    font = opened(MONO_FONT)
    widths = {advance for *_, advance in font.metrics("".join(map(chr, range(0x20, 0x7F))))}
    assert widths == {10}
    assert {advance for *_, advance in font.metrics(SIGNS)} <= {10, 20}


def test_the_fonts_are_small():
    assert CHINESE_FONT.stat().st_size < 1_800_000  # 1.45 MB in the wheel
    assert LATIN_FONT.stat().st_size < 100_000
    assert BOLD_FONT.stat().st_size < 100_000
    assert MONO_FONT.stat().st_size < 60_000


def test_the_licence_of_the_fonts_lies_beside_them():
    assert "SIL OPEN FONT LICENSE Version 1.1" in CHINESE_FONT.with_name("OFL.txt").read_text(
        "utf-8"
    )
