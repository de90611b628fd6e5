"""Bring the message catalogues up to date with the sources: ``python board_core/locale/update.py``.

For each of the three packages this writes board.pot, and board.po of every language.
It lists the texts without a translation; the exit status is 1 if there are any.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from datetime import UTC, datetime
from io import BytesIO, StringIO
from pathlib import Path

from board_core.files.extras import extra

with extra("dev"):
    from babel.messages import Catalog, Message
    from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
    from babel.messages.pofile import read_po, write_po

ROOT_FOLDER = Path(__file__).parents[2]
PACKAGE_NAMES = ("board_core", "board_cli", "board_pygame")
MESSAGE_KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "say": None,
    "N_": None,
    "plural": (1, 2),
}
ROW_MAKERS = ("row", "likely", "possible", "habit", "unseen", "checked")
ROW_TEXTS = ("advice", "to_be_sure")
HAS_ROWS = re.compile(rf"^[A-Z_]\w* = (?:{'|'.join(ROW_MAKERS)})\(", re.MULTILINE)
EXTRACTION_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
LANGUAGES = ("zh_CN",)

A_DAY = datetime(2025, 1, 1, tzinfo=UTC)
"""The date of every change, constant because changing dates would conflict in merges."""


def locale_of(package: str) -> Path:
    """Return the folder of a package's catalogues."""
    return ROOT_FOLDER / package / "locale"


def template(package: str) -> Catalog:
    """Return all texts of the sources of a package."""
    catalog = _empty()
    with redirect_stderr(StringIO()):  # it warns of each f-string, which are facts here
        found = [
            *extract_from_dir(
                ROOT_FOLDER / package,
                EXTRACTION_METHODS,
                keywords=MESSAGE_KEYWORDS,
                comment_tags=("L10N:",),
            )
        ]
    for source in (ROOT_FOLDER / package).rglob("*.py"):
        for text in _texts_of_rows(source.read_text("utf-8")):
            catalog.add(text, None, [(source.relative_to(ROOT_FOLDER).as_posix(), 0)])
    for file, _, message, comments, context in found:
        place = (f"{package}/{file}", 0)
        catalog.add(message, None, [place], auto_comments=comments, context=context)
    return catalog


def _texts_of_rows(source: str) -> Iterator[str]:
    """Yield the texts in the rows and checks of a module: what follows the code, and is named."""
    for node in ast.walk(ast.parse(source)) if HAS_ROWS.search(source) else ():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ROW_MAKERS:
            named = [each.value for each in node.keywords if each.arg in ROW_TEXTS]
            given = (getattr(each, "value", None) for each in (*node.args[1:], *named))
            yield from (text for text in given if isinstance(text, str))


def po_file(package: str, language: str) -> Path:
    """Return the file that translators edit."""
    return locale_of(package) / language / "LC_MESSAGES" / "board.po"


def catalogue(package: str, language: str) -> Catalog:
    """Return a package's catalogue as it is on disk; an empty one if there is none."""
    if not po_file(package, language).exists():
        return Catalog(locale=language)
    with po_file(package, language).open("rb") as file:
        return read_po(file, locale=language)


def updated(package: str, language: str) -> Catalog:
    """Return the catalogue with exactly the texts of the sources, without fuzzy matches."""
    catalog, known = _empty(language), catalogue(package, language)
    for message in template(package):
        if message.id:
            old = known.get(message.id, message.context)
            string = old.string if old and not old.fuzzy else None
            catalog.add(
                message.id,
                string,
                message.locations,
                message.flags,
                message.auto_comments,
                old.user_comments if old else (),
                context=message.context,
            )
    return catalog


def po_text(catalog: Catalog) -> bytes:
    """Return a catalogue as the content of a .po file."""
    buffer = BytesIO()
    write_po(buffer, catalog, width=100, sort_output=True, include_lineno=False)
    return buffer.getvalue()


def untranslated(catalog: Catalog) -> list[Message]:
    """Return the messages without a complete translation."""
    return [m for m in catalog if m.id and (not m.string or not all(m.string))]


def _empty(language: str | None = None) -> Catalog:
    return Catalog(
        locale=language,
        header_comment="# Texts of the-chess-board, under its licence.",
        project="the-chess-board",
        version="0",
        msgid_bugs_address="-",
        last_translator="-",
        language_team="-",
        creation_date=A_DAY,
        revision_date=A_DAY,
        fuzzy=False,
    )


def main() -> int:
    """Write all catalogues; return 1 if translations are missing, else 0."""
    missing = 0
    for package in PACKAGE_NAMES:
        locale_of(package).mkdir(exist_ok=True)
        (locale_of(package) / "board.pot").write_bytes(po_text(template(package)))
        for language in LANGUAGES:
            catalog, file = updated(package, language), po_file(package, language)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(po_text(catalog))
            for message in untranslated(catalog):
                missing += 1
                sys.stdout.write(f"{package}, {language}: no translation of {message.id!r}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
