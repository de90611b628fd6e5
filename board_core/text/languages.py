"""Choose the language of texts, and read its catalogue.

``python board_core/locale/update.py`` brings the catalogues up to date with the texts in ``say``,
``_``, ``N_``, ``ngettext`` and ``plural``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from board_core.whole_files import write_whole

from .catalogues import compiled

CATALOGUE_DOMAIN = "board"
LOCALE_FOLDER = Path(__file__).parents[1] / "locale"

LANGUAGE_VARIABLES = ("BOARD_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that choose the language; the first that is not empty decides."""


SPOKEN_LANGUAGES = ("en", "zh_CN")
"""The languages that the board can show."""


def N_(message: str) -> str:
    """Return the text unchanged; marks it for the catalogues, to be translated where it is used."""
    return message


def language_of(name: str) -> str | None:
    """Return ``zh_CN`` or ``en`` for a name such as ``zh_Hans_CN.UTF-8``; None if unknown."""
    tag = name.split(".")[0].split("@")[0].replace("-", "_").casefold()
    if tag == "zh" or tag.startswith(("zh_cn", "zh_hans")):
        return "zh_CN"
    return "en" if tag in ("c", "posix") or tag.split("_")[0] == "en" else None


def language_of_environment(environment: Mapping[str, str] | None = None) -> str:
    """Return the language chosen by the environment, by default this process's; else English.

    If no variable names one on Windows, it is the language of Windows.
    """
    for variable in LANGUAGE_VARIABLES:
        if wanted := (os.environ if environment is None else environment).get(variable):
            known = (language_of(name) for name in wanted.split(":"))
            return next((language for language in known if language), "en")
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return language_of(windows_locale.get(number, "")) or "en"
    return "en"


@cache
def catalogue_of(language: str, own: Path | None) -> GNUTranslations | NullTranslations:
    """Return the texts of a language: those of a frontend's folder ``own``, then the core's."""
    if language == "en":
        return NullTranslations()
    core = read_catalogue(LOCALE_FOLDER, language)
    if own is None:
        return core
    catalogue = read_catalogue(own, language)
    catalogue.add_fallback(core)
    return catalogue


def read_catalogue(folder: Path, language: str) -> GNUTranslations:
    """Return a catalogue; in a clone, compile it first if it is missing or older than its text."""
    mo = folder / language / "LC_MESSAGES" / f"{CATALOGUE_DOMAIN}.mo"
    po = mo.with_suffix(".po")  # an installed board has none
    if po.exists() and not (mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime):
        content = compiled(po.read_text(encoding="utf-8"))
        with suppress(OSError):  # a folder that we cannot write
            write_whole(mo, content, durable=False)
        return GNUTranslations(BytesIO(content))
    with mo.open("rb") as file:
        return GNUTranslations(file)
