"""The words of this terminal's user.

The language is that of ``--lang``, else of ``BOARD_LANG``, else the one that was chosen in the
settings, else the environment's.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import MutableMapping
from pathlib import Path

from board_core.frontend.settings_file import chosen_language
from board_core.game.words import Words
from board_core.text.languages import CATALOGUE_DOMAIN
from board_core.text.sentence import Sentence

CATALOGUES = Path(__file__).parent / "locale"
"""Translations of the terminal's own sentences."""


words = Words(chosen_language(), CATALOGUES)
"""Sentences of the core, and all that is said here."""

_ = words.text
"""Every text for people goes through it, as a literal, so that the catalogues can collect it."""


def translate_click(environment: MutableMapping[str, str] = os.environ) -> None:
    """Have click find its texts in our catalogue: it takes gettext's usual domain and variable."""
    if words.language != "en":
        gettext.textdomain(CATALOGUE_DOMAIN)
        gettext.bindtextdomain(CATALOGUE_DOMAIN, str(CATALOGUES))
        environment["LANGUAGE"] = words.language


def warning(sentence: Sentence) -> str:
    """Return a warning as a line for standard error."""
    return _("Warning: {warning}", warning=words.sentence(sentence))
