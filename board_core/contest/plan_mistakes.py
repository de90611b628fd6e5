"""Mistakes in files that people write for a contest, in words, and the line of each.

TOML texts are read within bounds, whoever wrote them. Names of entrants must be such that people
can tell them apart, and that every system can use them for a file. Python has no well-kept library
of the look-alikes of Unicode (UTS #39): *confusable* is an alpha, *confusable_homoglyphs* has
Unicode 15 of 2022, ICU needs a compiler. The rules here are narrower: a name is in alphabets that
many write, those whose letters look alike are not mixed in one name, and of two names from
different alphabets the shapes are compared.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from itertools import chain
from pathlib import PurePath
from reprlib import Repr
from typing import Any

from board_core.text.harmless_text import visible_form
from board_core.text.sentence import BoardError, Listed, Sentence, say

from .packages import is_device

Place = tuple[int | str, ...]
"""The keys and list indexes (from 0) that lead to a value."""


class BadToml(BoardError):
    """The text is not TOML that we accept; the sentence says why."""


LONG_KEY = re.compile(
    r"""(?m)(?:^|[{,\[])[ \t]*
    (?:(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')[ \t]*\.[ \t]*){16}""",
    re.VERBOSE,
)
"""A key of so many parts that its tables would fill the memory: Python keeps each beginning."""


def toml_of(text: str) -> dict[str, Any]:
    """Return the values of an untrusted TOML text. Raises BadToml."""
    try:
        if LONG_KEY.search(text):
            raise RecursionError
        values = tomllib.loads(text)
        waiting: list[Any] = [values]
        while waiting:
            match waiting.pop():
                case dict() as table:
                    waiting += table.values()
                case list() as listed:
                    waiting += listed
                case int(number) if number.bit_length() > 63:
                    raise ValueError(number)  # Python may read it, and not write it
    except tomllib.TOMLDecodeError as error:
        raise BadToml(say("{why}", why=str(error)[:300])) from None
    except RecursionError:
        raise BadToml(say("tables or lists are nested too deeply")) from None
    except ValueError:  # more digits than Python reads, or than a computer's number has
        raise BadToml(say("a number has too many digits")) from None
    return values


def shown(value: object) -> str:
    """Return a value of somebody's file, cut to fit into a line of text."""
    brief = Repr()
    brief.maxstring = brief.maxother = brief.maxlong = 80
    return brief.repr(value)


def located(text: str, path: str, place: Place, why: Sentence) -> Sentence:
    """Return the sentence with the file, the line and the name of the place before it."""
    name = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)
    return say(
        "{path}, line {line}, {place}: {why}",
        path=path,
        line=line_of(text, place),
        place=name,
        why=why,
    )


def line_of(text: str, place: Place) -> int:
    """Return the line of a TOML text (from 1) with a value, or else with its table, or else 1.

    It understands ``key = value``, ``[table]`` and ``[[array of tables]]``, which a contest's file
    uses; a table in one line is found by its first key.
    """
    tables = [str(part) for part in place if isinstance(part, str)]
    index = next((part for part in place if isinstance(part, int)), None)
    best, here, count = 1, "", -1
    for number, line in enumerate(text.split("\n"), start=1):
        if header := re.match(r"\s*\[\[?([^\]]+)\]", line):
            here = header[1].strip("\"' \t")
            count += line.lstrip().startswith("[[") and here == tables[0]
            inside = here == tables[0] and (index is None or index == count)
            below = here == ".".join(tables[:2]) and index == count
            if inside or below:
                best = number
        elif key := re.match(r"""\s*["']?([\w-]+)["']?\s*=""", line):
            at_top = here == "" and key[1] == tables[0]
            inside = here == tables[0] and (index is None or index == count)
            if at_top or (inside and len(tables) > 1 and key[1] == tables[1]):
                return number
            below = here == ".".join(tables[:2]) and index == count
            if below and len(tables) > 2 and key[1] == tables[2]:
                return number
    return best


ALPHABET = re.compile(
    r"(?:LATIN|GREEK|CYRILLIC|ARMENIAN|GEORGIAN|HEBREW|ARABIC|SYRIAC|THAANA|ETHIOPIC|DEVANAGARI"
    r"|BENGALI|GURMUKHI|GUJARATI|ORIYA|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA|THAI|LAO|TIBETAN"
    r"|MYANMAR|KHMER|MONGOLIAN|YI|CJK|IDEOGRAPHIC|HIRAGANA|KATAKANA|BOPOMOFO|HANGUL|DIGIT"
    r"|MODIFIER|COMBINING)\b"
)
"""The alphabets that many people write, as the names of their letters, marks and digits begin."""

LOOK_ALIKE_ALPHABETS = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN"))
"""Those with letters that look like those of another."""

CAPITAL_SHAPES = str.maketrans("IΙІΝΥΗ", "lllNYH")
"""The shape of capitals that look like another letter than their small ones do."""

SHAPES = str.maketrans(
    "авеёкмнорстухѕіїјһԁԛԝѵӏьүѡ"
    "αβεζηικμνορτυχϲϳօոսհզցյլտ"
    "ɑɡɩıʋ01|ǀǃ"
    "๐໐၀ဝഠ൦௦०০੦૦୦೦౦០ዐס〇○◯וا丨丅丫亅"
    "‐‒–—−’‘ʼʻʹ′。ニロカタトハエチヘー一“”꞉∶∕∗囗ミメ乂",
    "abeekmhopctyxsiijhdqwvlbyw"
    "abeznikmvoptuxcjonuhqgjls"
    "agiivolll!"
    "oooooooooooooooooooollltyj"
    "-----''''''.二口力夕卜八工千へ--\"\"::/*口三xx",
)
"""The shape of small letters, digits and marks that look like another, small or large."""

RARE_LETTERS = re.compile("SMALL CAPITAL|LETTER TONE|WYNN")
"""Parts of the names of letters of phonetics and old texts that look like usual ones."""

USUAL_BLANKS = " \xa0\u3000"
"""Blanks that people see; others are too narrow."""

RESERVED_NAMES = frozenset(("bye", "-", "?", "*", ".", "..", "board"))
"""Names with another meaning in crosstables, in records of games and in the journal."""


def readings(name: str) -> tuple[str, str]:
    """Return a name as people pronounce it, and reduced to its letters' shapes."""
    plain = visible_form(name)
    shapes = plain.translate(CAPITAL_SHAPES).casefold().translate(SHAPES).replace("rn", "m")
    return plain.casefold(), shapes


def refusal_of(name: str) -> Sentence | None:
    """Return why nobody may have this name; None if it is fine."""
    if not readings(name)[0]:
        return say("{given} shows no letters: an entrant needs a name", given=ascii(name))
    narrow = (c for c in name if unicodedata.category(c) == "Zs" and c not in USUAL_BLANKS)
    if rare := next(chain(narrow, filter(_is_rare, visible_form(name))), ""):
        return say(
            "{given} has {sign}, which few can read: leave it out",
            given=ascii(name),
            sign=f"U+{ord(rare):04X}",
        )
    mixed = sorted({_alphabet(c) for c in visible_form(name)} & LOOK_ALIKE_ALPHABETS)
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
    """Return whether a character is from a rare alphabet, encloses a letter, or is invisible."""
    kind, title = unicodedata.category(sign), unicodedata.name(sign, "")
    foreign = kind[0] in "LMN" and not _alphabet(sign)
    return foreign or kind in ("Cf", "Me") or RARE_LETTERS.search(title) is not None


def look_alike(names: Sequence[str]) -> tuple[int, Sentence] | None:
    """Return the index of the first name that resembles an earlier one, and the refusal."""
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


SettingsAt = Callable[[Place], Sequence[str]]
"""The names of the settings that the table of a place may have."""


def no_such_setting(place: Place, settings_at: SettingsAt) -> Sentence:
    """Return the refusal of a setting that its table does not have."""
    settings = settings_at(place)
    close = get_close_matches(str(place[-1]), settings, n=1)
    if close:
        return say("there is no such setting; did you mean {meant}?", meant=close[0])
    return say("there is no such setting: choose one of {there_is}", there_is=Listed(settings))


def reason(error: Any, settings_at: SettingsAt) -> Sentence:
    """Return pydantic's finding in our words, or in its own where we have none."""
    kind, given, context = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "missing":
            return say("this is missing")
        case "extra_forbidden":
            return no_such_setting(error["loc"], settings_at)
        case "literal_error" | "enum":
            allowed = re.findall(r"'([^']*)'", context["expected"])
            if close := get_close_matches(str(given), allowed, n=1):
                facts = {"given": shown(given), "meant": repr(close[0])}
                return say("{given} is not allowed; did you mean {meant}?", **facts)
            return say(
                "{given} is not allowed: write {there_is}",
                given=shown(given),
                there_is=context["expected"].replace(" or ", ", "),
            )
        case "greater_than" | "greater_than_equal" | "less_than" | "less_than_equal":
            (limit,) = (context[name] for name in ("gt", "ge", "lt", "le") if name in context)
            template = {
                "greater_than": say("{given} is too small: write more than {limit}"),
                "greater_than_equal": say("{given} is too small: write {limit} or more"),
                "less_than": say("{given} is too large: write less than {limit}"),
                "less_than_equal": say("{given} is too large: write {limit} or less"),
            }[kind]
            return Sentence(template.template, {"given": shown(given), "limit": limit})
        case "multiple_of":
            return say("{given} is not even: each side has half of them", given=shown(given))
        case "string_too_short":
            return say("this is empty")
        case "string_too_long":
            return say("this is longer than {limit} characters", limit=context["max_length"])
        case "too_short":
            return say("a contest needs two entrants or more")
        case _ if kind.startswith(("int", "float", "bool", "string", "tuple", "model", "dict")):
            wanted = {
                "int": say("a whole number"),
                "float": say("a number"),
                "bool": say("true or false"),
                "string": say("text in quotation marks"),
                "tuple": say("a list: [[entrants]] before each")
                if error["loc"][0] == "entrants"
                else say("a list of texts in square brackets"),
            }.get(kind.split("_")[0], say("a table: [{name}] before it", name=error["loc"][-1]))
            return say("{given} is not {wanted}", given=shown(given), wanted=wanted)
        case _:
            return say("{why}", why=str(error["msg"]))
