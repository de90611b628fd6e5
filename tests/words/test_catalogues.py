"""The catalogues fit the sources; if not: ``python board_core/locale/update.py``."""

import ast
import gettext
import re
from functools import cache
from string import Formatter

import pytest
from babel.messages.pofile import read_po

from board_core.locale import update

every_package = pytest.mark.parametrize("package", update.PACKAGE_NAMES)
every_language = pytest.mark.parametrize("language", update.LANGUAGES)

REMEDY = "run: python board_core/locale/update.py"


def texts(message):
    """Singular and plural, or the one text."""
    return message if isinstance(message, str) else message[0]


def ids(catalog):
    return {texts(message.id) for message in catalog if message.id}


texts_of_sources = cache(update.template)


@pytest.fixture
def template(package: str):
    return texts_of_sources(package)


@pytest.mark.parametrize("package", ["board_core"])
def test_the_sources_have_texts(template):
    assert {"White", "there is no draw to claim in this position"} <= ids(template)


@every_package
def test_the_template_has_exactly_the_texts_of_the_sources(package, template):
    with (update.locale_of(package) / "board.pot").open("rb") as file:
        assert ids(read_po(file)) == ids(template), REMEDY


def texts_in_f_strings(source: str):
    """The calls that Python before 3.12 hands to nobody as calls, so that no catalogue has them."""
    for node in ast.walk(ast.parse(source)):
        for part in ast.walk(node) if isinstance(node, ast.JoinedStr) else ():
            match part:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(), *_]):
                    if name in update.MESSAGE_KEYWORDS:
                        yield ast.unparse(part)


def test_a_text_in_an_f_string_is_found():
    assert [*texts_in_f_strings("f\"{_('by lot')}: {_(name)}\"")] == ["_('by lot')"]


@every_package
def test_no_text_stands_in_an_f_string(package):
    files = (update.ROOT_FOLDER / package).rglob("*.py")
    found = {file.name: [*texts_in_f_strings(file.read_text(encoding="utf-8"))] for file in files}
    assert {name: texts for name, texts in found.items() if texts} == {}


@every_package
@every_language
def test_every_text_is_translated_and_no_translation_is_unused(package, language, template):
    translated = update.catalogue(package, language)
    assert ids(translated) == ids(template), REMEDY
    assert [message.id for message in update.untranslated(translated)] == []
    assert [message.id for message in translated if message.id and message.fuzzy] == []
    assert not translated.obsolete


def placeholders(text):
    return sorted(
        (field, spec, conversion)
        for _, field, spec, conversion in Formatter().parse(text)
        if field is not None
    )


@every_package
@every_language
def test_translations_have_the_placeholders_of_their_texts(package, language):
    different = [
        message.id
        for message in update.catalogue(package, language)
        if message.id
        for string in ([message.string] if isinstance(message.string, str) else message.string)
        if placeholders(string) != placeholders(texts(message.id))
    ]
    assert different == []


@every_package
@every_language
def test_what_programs_read_is_what_translators_wrote(package, language):
    written = update.catalogue(package, language)
    compiled = gettext.translation("board", update.locale_of(package), [language])
    for message in written:
        if isinstance(message.id, str):
            if message.id:
                assert compiled.gettext(message.id) == message.string, REMEDY
        else:
            assert compiled.ngettext(*message.id, 1) == message.string[0], REMEDY


@every_package
def test_chinese_uses_its_own_punctuation_between_chinese_words(package):
    wrong = [
        message.string
        for message in update.catalogue(package, "zh_CN")
        if isinstance(message.string, str) and re.search("[\u4e00-\u9fff][,;:?!]", message.string)
    ]
    assert wrong == []
