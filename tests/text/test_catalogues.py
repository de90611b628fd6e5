"""The catalogues fit the sources; if not: ``python board_core/locale/update.py``."""

import ast
import os
import re
from functools import cache
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from board_core.locale import update
from board_core.text.catalogues import compiled
from board_core.text.languages import read_catalogue

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


PERHAPS_IN_F_STRING = re.compile(rf"\{{[^\n]*\b({'|'.join(update.MESSAGE_KEYWORDS)})\(")


def texts_in_f_strings(source: str):
    """The calls that Python before 3.12 hands to nobody as calls, so that no catalogue has them."""
    if not PERHAPS_IN_F_STRING.search(source):  # parsing all sources takes seconds
        return
    for node in ast.walk(ast.parse(source)):
        for part in ast.walk(node) if isinstance(node, ast.JoinedStr) else ():
            match part:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(), *_]):
                    if name in update.MESSAGE_KEYWORDS:
                        yield ast.unparse(part)


def test_a_text_in_an_f_string_is_found():
    assert [*texts_in_f_strings("f\"{_('by lot')}: {_(name)}\"")] == ["_('by lot')"]


def unmarked_texts(source: str):
    """The literal texts that ``words.text`` translates but nobody collects: ``N_`` marks them."""
    if ".text(" in source:
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="words"), attr="text"),
                    args=[ast.Constant(value=str(text)), *_],
                ):
                    yield text


def test_an_unmarked_text_is_found():
    assert [*unmarked_texts('words.text("bye") + words.text(N_("bye"))')] == ["bye"]


@every_package
def test_every_text_that_is_translated_is_collected(package, template):
    files = (update.ROOT_FOLDER / package).rglob("*.py")
    found = {text for file in files for text in unmarked_texts(file.read_text(encoding="utf-8"))}
    assert found - ids(template) == set()


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
    by_babel = BytesIO()
    write_mo(by_babel, update.catalogue(package, language))
    written = update.po_file(package, language).read_text(encoding="utf-8")
    assert compiled(written) == by_babel.getvalue()


WRITTEN = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

#, fuzzy
msgid "a guess"
msgstr "猜测"

msgctxt "a piece"
msgid "man"
msgstr "子"

msgid "left"
msgstr ""

msgid ""
"a \\"text\\" "
"of two lines"
msgstr "文"

msgid "{count} game"
msgid_plural "{count} games"
msgstr[0] "{count} 局"
"""


@pytest.fixture
def clone(tmp_path):
    """A folder of catalogues as it is after a clone: nothing is compiled."""
    messages = tmp_path / "zh_CN" / "LC_MESSAGES"
    messages.mkdir(parents=True)
    (messages / "board.po").write_text(WRITTEN, encoding="utf-8")
    return messages


def test_a_catalogue_is_compiled_where_it_is_first_read(clone, tmp_path):
    for _each in range(2):  # the second time from the file
        chinese = read_catalogue(tmp_path, "zh_CN")
        assert chinese.gettext('a "text" of two lines') == "文"
        assert chinese.pgettext("a piece", "man") == "子"
        assert chinese.ngettext("{count} game", "{count} games", 2) == "{count} 局"
        assert [chinese.gettext(text) for text in ("a guess", "left")] == ["a guess", "left"]
        assert {file.name for file in clone.iterdir()} == {"board.po", "board.mo"}


def test_a_catalogue_is_compiled_again_after_its_text_has_changed(clone, tmp_path):
    read_catalogue(tmp_path, "zh_CN")
    (clone / "board.po").write_text(WRITTEN.replace("文", "句"), encoding="utf-8")
    os.utime(clone / "board.mo", (0, 0))
    assert read_catalogue(tmp_path, "zh_CN").gettext('a "text" of two lines') == "句"


def test_a_catalogue_in_a_folder_that_cannot_be_written_is_read_all_the_same(
    clone, tmp_path, monkeypatch
):
    def refuse(*given, **more):
        raise PermissionError

    monkeypatch.setattr("board_core.text.languages.write_whole", refuse)
    assert read_catalogue(tmp_path, "zh_CN").gettext('a "text" of two lines') == "文"
    assert not (clone / "board.mo").exists()


def test_an_installed_board_has_the_compiled_catalogue_alone(clone, tmp_path):
    read_catalogue(tmp_path, "zh_CN")
    (clone / "board.po").unlink()
    assert read_catalogue(tmp_path, "zh_CN").gettext('a "text" of two lines') == "文"


@every_package
def test_chinese_uses_its_own_punctuation_between_chinese_words(package):
    wrong = [
        message.string
        for message in update.catalogue(package, "zh_CN")
        if isinstance(message.string, str) and re.search("[\u4e00-\u9fff][,;:?!]", message.string)
    ]
    assert wrong == []
