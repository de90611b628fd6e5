"""Names of entrants that people can tell apart, and that every system can use for a file. Pure.

Python has no well-kept library of the look-alikes of Unicode (UTS #39): *confusable* is an alpha,
*confusable_homoglyphs* has Unicode 15 of 2022, ICU needs a compiler. The rules here are narrower:
a name is in alphabets that many write, those whose letters look alike are not mixed in one name,
and of two names from different alphabets the shapes are compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from pathlib import PurePath

from board_core.text.harmless_text import seen_as
from board_core.text.sentence import Listed, Sentence, say

from .packages import is_device

ALPHABET = re.compile(
    r"(?:LATIN|GREEK|CYRILLIC|ARMENIAN|GEORGIAN|HEBREW|ARABIC|SYRIAC|THAANA|ETHIOPIC|DEVANAGARI"
    r"|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA|THAI|LAO|TIBETAN"
    r"|MYANMAR|KHMER|MONGOLIAN|YI|CJK|IDEOGRAPHIC|HIRAGANA|KATAKANA|BOPOMOFO|HANGUL|DIGIT"
    r"|MODIFIER|COMBINING)\b"
)
"""The alphabets that many people write, as the names of their letters, marks and digits begin."""

LOOK_ALIKE_ALPHABETS = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN"))
"""Those with letters that look like those of another."""

SHAPES = str.maketrans(
    "авеёкмнорстухѕіїјһԁԛԝѵӏьүѡ"
    "αβεζηικμνορτυχϲϳօոսհզցյլտ"
    "ɑɡɩıʋᴄᴏᴠᴡᴢꜱ01|ǀ"
    "๐໐၀ဝഠ൦௦०০੦૦୦೦౦០"
    "‐‒–—−’‘ʼʻʹ′。ニロカタトハエチヘー",
    "abeekmhopctyxsiijhdqwvlbyw"
    "abezhikmvoptuxcjonuhqgjls"
    "agiivcovwzsolll"
    "ooooooooooooooo"
    "-----''''''.二口力夕卜八工千へ一",
)
"""The shape of small letters, digits and marks that look like another, small or large."""

RESERVED_NAMES = frozenset(("bye", "-", "?", "*", ".", "..", "board"))
"""Names with another meaning in crosstables, in records of games and in the journal."""


def readings(name: str) -> tuple[str, str]:
    """Return a name as people read it aloud, and by the shapes of its letters."""
    plain = seen_as(name)
    shapes = plain.replace("I", "l").casefold().translate(SHAPES).replace("rn", "m")
    return plain.casefold(), shapes


def refusal_of(name: str) -> Sentence | None:
    """Return why nobody may have this name; None if it is fine."""
    if not readings(name)[0]:
        return say("{given} shows no letters: an entrant needs a name", given=ascii(name))
    if rare := next(filter(_is_rare, seen_as(name)), ""):
        return say(
            "{given} has {sign}, which few can read: leave it out",
            given=ascii(name),
            sign=f"U+{ord(rare):04X}",
        )
    mixed = sorted({_alphabet(c) for c in seen_as(name)} & LOOK_ALIKE_ALPHABETS)
    if len(mixed) > 1:
        return say(
            "{given} mixes letters of {alphabets}, which look alike: use one alphabet",
            given=ascii(name),
            alphabets=Listed(each.title() for each in mixed),
        )
    if name.strip().casefold() in RESERVED_NAMES or is_device(name):
        return say("{given} has another meaning: choose another name", given=repr(name))
    return None


def _alphabet(sign: str) -> str:
    found = ALPHABET.match(unicodedata.name(sign, ""))
    return "" if found is None else found[0]


def _is_rare(sign: str) -> bool:
    """Return whether a sign is of an alphabet of few, around a letter, or nothing to be seen."""
    kind = unicodedata.category(sign)
    return kind in ("Cf", "Me") or (kind[0] in "LMN" and not _alphabet(sign))


def look_alike(names: Sequence[str]) -> tuple[int, Sentence] | None:
    """Return the index of the first name that looks like an earlier one, and the refusal."""
    seen: dict[tuple[int, str], str] = {}
    for index, name in enumerate(names):
        keys = tuple(enumerate(readings(name)))
        if name.casefold() == seen.get(keys[0], "").casefold():
            return index, say("{given} is the name of two entrants", given=repr(name))
        if (other := seen.get(keys[0]) or seen.get(keys[1])) is not None:
            return index, say(
                "{given} looks like {other}: people must see a difference",
                given=ascii(name),
                other=ascii(other),
            )
        seen.update(dict.fromkeys(keys, name))
    return None


def same_folder(folders: Sequence[str]) -> tuple[int, Sentence] | None:
    """Return the index of the first folder that differs from an earlier one by case alone."""
    seen: dict[str, PurePath] = {}
    for index, folder in enumerate(folders):
        path = PurePath(folder)
        if (other := seen.setdefault(str(path).casefold(), path)) != path:
            return index, say(
                "{first} and {second} are the same folder on some systems: rename one of them",
                first=repr(str(other)),
                second=repr(str(path)),
            )
    return None
