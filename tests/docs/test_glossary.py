"""The glossary names what there is, and is the same in both languages."""

import re
from importlib import import_module
from pathlib import Path

from blocks import DOCS

ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \| (?:`([\w.]+)` )?\|$", re.MULTILINE)


def rows(page: Path) -> list[tuple[str, ...]]:
    return [row for row in ROW.findall(page.read_text(encoding="utf-8")) if row[1] != "---"]


ENGLISH, CHINESE = rows(DOCS / "glossary.md"), rows(DOCS / "zh" / "glossary.md")


def carried(name: str) -> bool:
    """Return True if a module of the core, or a name in one, is there."""
    try:
        import_module(f"board_core.{name}")
    except ModuleNotFoundError:
        module, _, within = f"board_core.{name}".rpartition(".")
        return hasattr(import_module(module), within)
    return True


def test_what_carries_a_word_is_there():
    names = [code for _word, _chinese, code in ENGLISH if code]
    assert len(names) > 50
    assert [name for name in names if not carried(name)] == []


def test_both_glossaries_have_the_same_words():
    turned = [(word, chinese, code) for chinese, word, code in CHINESE]
    assert [row for row in turned if row[0] != "English"] == [
        row for row in ENGLISH if row[0] != "word"
    ]


def test_one_word_stands_for_one_thing():
    words = [word for word, _chinese, _code in ENGLISH if word != "word"]
    assert sorted(words) == sorted(set(words))
