"""Makes the bundled fonts from Debian's ``fonts-noto-cjk``; run by hand, the results are committed.

``python tools/make_fonts.py`` needs fontTools, which nothing else here does. It writes

* ``sans-sc.otf``: the letters, signs and Chinese characters of GB 2312, for the Chinese window;
* ``latin.otf``: European letters and the signs of the window, for the English one;
* ``latin-bold.otf``: the same in bold, for titles, the side to move and what is chosen;
* ``mono.otf``: letters of one width, for clocks, FEN and the lines of engines;
* ``OFL.txt``: the licence of all four.

All come from the Simplified Chinese faces of the collection: its first face is the Japanese one,
and draws many Chinese characters the Japanese way. In ``latin*.otf`` and ``mono.otf`` signs such as
``…`` and ``“`` are narrow, as between European letters; in ``sans-sc.otf`` they are square.

By trial at 12 to 18 pixels: hints make letters and strokes clearly sharper and the Chinese file a
fifth larger, so the second, rarer half of the Chinese characters does without. Without subroutines
the files are a little larger and, compressed in a wheel, a little smaller.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

FONTS_FOLDER = Path(__file__).parents[1] / "board_pygame" / "fonts"
NOTO_FOLDER = Path("/usr/share/fonts/opentype/noto")
COPYRIGHT_FILE = Path("/usr/share/doc/fonts-noto-cjk/copyright")

REGULAR_FACES, BOLD_FACES = (
    NOTO_FOLDER / f"NotoSansCJK-{weight}.ttc" for weight in ("Regular", "Bold")
)
SANS_FACE, MONO_FACE = "Noto Sans CJK SC", "Noto Sans Mono CJK SC"

ASCII_CODES = range(0x20, 0x7F)
LATIN_1 = range(0xA0, 0x100)
EUROPEAN_CODES = [
    *ASCII_CODES,
    *LATIN_1,
    *range(0x100, 0x180),
    *range(0x386, 0x3CF),
    *range(0x401, 0x452),
]
"""Latin, Greek and Cyrillic letters, as in the names of players and of folders."""

SIGN_CODES = [
    ord(sign) for sign in "–—‘’“”„†‡•…‰′″‹›€™№←↑→↓↔↕↖↗↘↙⇒⇧⌘⏎−×÷±½¼¾∞≈≠≤≥■□▲△▶▷▼▽◀◁◆◇○◎●★☆✓⚠"
]


SIGN_ROWS, COMMON_ROWS, RARE_ROWS = range(0xA1, 0xB0), range(0xB0, 0xD8), range(0xD8, 0xF8)
"""The rows of GB 2312: signs and letters, the characters of its first level, and of its second."""


def gb2312(rows: Iterable[int]) -> list[int]:
    """Return the codes of the characters in these rows."""
    squares = (bytes((row, cell)) for row in rows for cell in range(0xA1, 0xFF))
    return [ord(sign) for square in squares if (sign := square.decode("gb2312", "ignore"))]


def face(collection: Path, name: str) -> TTFont:
    """Return the face of this name. Raises StopIteration when the collection has none."""
    faces: list[TTFont] = TTCollection(collection, lazy=True).fonts
    return next(font for font in faces if font["name"].getDebugName(1) == name)


def narrow(font: TTFont, feature: str) -> None:
    """Replace square signs by their narrow forms, which a feature (``pwid``, ``hwid``) has."""
    forms = _single_substitutions(font, feature)
    for table in font["cmap"].tables:
        if table.isUnicode() and table.format != 14:
            table.cmap = {code: forms.get(glyph, glyph) for code, glyph in table.cmap.items()}


def _single_substitutions(font: TTFont, feature: str) -> dict[str, str]:
    table = font["GSUB"].table
    records = table.FeatureList.FeatureRecord
    lookups = {n for r in records if r.FeatureTag == feature for n in r.Feature.LookupListIndex}
    forms: dict[str, str] = {}
    for number in sorted(lookups):
        for subtable in table.LookupList.Lookup[number].SubTable:
            forms.update(getattr(_extended(subtable), "mapping", {}))
    return forms


def _extended(subtable: Any) -> Any:
    return getattr(subtable, "ExtSubTable", subtable)


def subset(font: TTFont, characters: Iterable[int], *, hinting: bool = True) -> TTFont:
    """Return the font with these characters only, without those that it lacks."""
    options = Options()
    options.layout_features = ["kern"]
    options.drop_tables += ["VORG", "vhea", "vmtx", "BASE"]  # for vertical text only
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]  # names, and the copyright they carry
    options.notdef_outline = True
    options.desubroutinize = True
    options.hinting = hinting
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=set(characters))
    subsetter.subset(font)
    return font


def in_cells(font: TTFont) -> TTFont:
    """Round every width to whole cells of half a square, so that columns stay columns."""
    metrics, cell = font["hmtx"], font["head"].unitsPerEm // 2
    for glyph, (width, bearing) in metrics.metrics.items():
        metrics[glyph] = (cell * max(1, round(width / cell)), bearing)
    return font


def chinese() -> TTFont:
    """Return the Chinese font, with its rare characters without hints."""
    signs = [*EUROPEAN_CODES, *SIGN_CODES, *gb2312(SIGN_ROWS), *gb2312(COMMON_ROWS)]
    rare = gb2312(RARE_ROWS)
    font = subset(face(REGULAR_FACES, SANS_FACE), [*signs, *rare])
    plain = subset(face(REGULAR_FACES, SANS_FACE), rare, hinting=False)
    outlines, plain_outlines = _outlines(font), _outlines(plain)
    glyphs = plain.getBestCmap()
    for code in rare:
        outlines[glyphs[code]].program = plain_outlines[glyphs[code]].program
    return font


def european(collection: Path) -> TTFont:
    font = face(collection, SANS_FACE)
    narrow(font, "pwid")
    return subset(font, [*EUROPEAN_CODES, *SIGN_CODES])


def mono() -> TTFont:
    font = face(REGULAR_FACES, MONO_FACE)
    narrow(font, "hwid")
    return in_cells(subset(font, [*ASCII_CODES, *LATIN_1, *SIGN_CODES]))


def _outlines(font: TTFont) -> Any:
    outlines = font["CFF "].cff[0].CharStrings
    for glyph in outlines.keys():  # noqa: SIM118  # it is not a dict
        outlines[glyph].decompile()
    return outlines


def licence(copyright_text: str) -> str:
    """Return the licence as its authors wrote it, from Debian's copyright file."""
    _, _, rest = copyright_text.partition("License: SIL-1.1\n -")
    body, _, _ = (" -" + rest).partition("\n\n")
    lines = ["" if line == " ." else line.removeprefix(" ") for line in body.splitlines()]
    return "\n".join([OWNERS_TEXT, *lines, ""])


OWNERS_TEXT = """\
The fonts in this folder are parts of Noto Sans CJK, Copyright 2014-2021 Adobe
(http://www.adobe.com/). Noto is a trademark of Google Inc.
No font name is reserved. make.py tells what was taken.

This Font Software is licensed under the SIL Open Font License, Version 1.1.
"""


def main() -> None:
    fonts = {
        "sans-sc.otf": chinese(),
        "latin.otf": european(REGULAR_FACES),
        "latin-bold.otf": european(BOLD_FACES),
        "mono.otf": mono(),
    }
    for name, font in fonts.items():
        font["head"].modified = 0  # the same input makes the same file
        font.recalcTimestamp = False
        font.save(FONTS_FOLDER / name)
    (FONTS_FOLDER / "OFL.txt").write_text(licence(COPYRIGHT_FILE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
