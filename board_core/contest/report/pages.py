"""Pages as HTML: templates that escape everything, a style sheet and a script.

No page names another host, so it opens from a disk without a network; and no text of a program can
become markup: :data:`CONTENT_POLICY` makes the browser refuse everything that is not ours.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from board_core.contest.hand_in import HandInStatus, VersionStatus
from board_core.files.extras import extra
from board_core.game.rules import Rules
from board_core.game.words import Words
from board_core.text.harmless_text import visible
from board_core.text.languages import SPOKEN_LANGUAGES
from board_core.text.sentence import Sentence

from .pictures import sheet_of, style_class
from .replay import GameView
from .view import ContestView, EntrantPage, points_text

with extra("contest"):
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"

LANGUAGES = SPOKEN_LANGUAGES
NATIVE_NAMES = {"en": "English", "zh_CN": "中文"}

HAND_IN_STEM = "hand-in"

STYLE_FILE = "page.css"
SCRIPTS = {
    "page.js": ("clock.js", "stream.js", "page.js"),
    "play.js": ("board.js", "clock.js", "panels.js", "stream.js", "play.js"),
}
"""The scripts of pages, with their modules."""

CONTENT_POLICY = (
    "default-src 'none'; script-src {own}; style-src {own}; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
"""The Content-Security-Policy: our own files, and pictures inside the style sheet."""

SERVED_POLICY = f"{CONTENT_POLICY.format(own=chr(39) + 'self' + chr(39))}; frame-ancestors 'none'"
FORM_POLICY = SERVED_POLICY.replace("form-action 'none'", "form-action 'self'")
DISK_POLICY = CONTENT_POLICY.format(own="'self' file:")

HARMLESS_CHARACTERS = frozenset("\n\t\u3000")
"""Harmless characters that Python calls not printable."""


def shown(value: Any) -> Any:
    """Return a value of a template with its unprintable characters made visible.

    A change of the writing direction would reverse the text after it; a page cannot hold an escape
    sequence or a lone surrogate.
    """
    if not isinstance(value, str) or isinstance(value, Markup) or value.isprintable():
        return value
    return "".join(c if c in HARMLESS_CHARACTERS else visible(c) for c in value)


def all_shown(told: Any) -> Any:
    """Return what a script is told with the texts in it as :func:`shown` has them."""
    if isinstance(told, Mapping):
        return {name: all_shown(each) for name, each in told.items()}
    if isinstance(told, list | tuple):
        return [all_shown(each) for each in told]
    return shown(told)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["points"] = points_text
    return environment


class Pages:
    """The pages in one language.

    ``languages`` are all languages of the report; pages of the first have the plain names.
    ``live`` pages are updated by a server; with ``hand_in`` they lead to its hand-in,
    with ``play`` to games against entries.
    """

    def __init__(
        self,
        language: str,
        languages: tuple[str, ...] = LANGUAGES,
        *,
        live: bool = False,
        hand_in: bool = False,
        play: bool = False,
    ) -> None:
        self.words = Words(language)
        self.language = language
        self._languages = languages
        self._live = live
        self._hand_in, self._play = hand_in, play

    def name(self, stem: str, language: str | None = None) -> str:
        """Return the address of a page; without a stem, it is the same in all languages."""
        language = language or self.language
        return page_name(stem, language, self._languages) if stem else f"?lang={language}"

    def contest(self, view: ContestView) -> str:
        return self._render("contest.html", "index", view=view)

    def projector(self, view: ContestView) -> str:
        """Return a page for a whole room: the first running game, the latest loss, the leaders."""
        return self._render("projector.html", "projector", view=view)

    def game(self, view: GameView) -> str:
        stem = game_stem(view.pairing.number)
        return self._render("game.html", stem, view=view, told=all_shown(view.told), game="")

    def entrant(self, view: EntrantPage) -> str:
        return self._render("entrant.html", entrant_stem(view.row.entrant.number), view=view)

    def message(self, title: str, text: str) -> str:
        """Return a page with one message."""
        return self._render("message.html", "index", title=title, text=text)

    def hand_in(
        self,
        status: HandInStatus,
        entrant: str = "",
        versions: Sequence[VersionStatus] = (),
        trouble: Sentence | None = None,
    ) -> str:
        """Return the page with the form; ``versions`` are those of the entrant who asked."""
        facts = {"entrant": entrant, "versions": versions, "trouble": trouble}
        return self._render("hand_in.html", HAND_IN_STEM, status=status, live=False, **facts)

    def receipt(self, stem: str, status: VersionStatus, contest: str) -> str:
        """Return the page of one version, for its author alone."""
        return self._render("receipt.html", stem, status=status, contest=contest)

    def lobby(self, facts: Mapping[str, object]) -> str:
        """Return the page of a room."""
        return self._render("lobby.html", "", **facts)

    def play(self, key: str, title: str, game: str) -> str:
        """Return the page of one game of a room, which a script fills."""
        return self._render("play.html", "", key=key, title=title, game=game)

    def _render(self, template: str, stem: str, **values: object) -> str:
        usual = {
            "_": self.words.text,
            "plural": self.words.plural,
            "sentence": self.words.sentence,
            "lang": self.language.replace("_", "-"),
            "others": [
                (NATIVE_NAMES[each], self.name(stem, each), each.replace("_", "-"))
                for each in self._languages
                if each != self.language
            ],
            "page": self.name,
            "game_page": lambda number: self.name(game_stem(number)),
            "entrant_page": lambda number: self.name(entrant_stem(number)),
            "live": self._live,
            "hand_in": self._hand_in,
            "play": self._play,
            "policy": None if self._live else DISK_POLICY,
        }
        return _environment().get_template(template).render(**usual | values)


def page_bytes(text: str) -> bytes:
    """Return a text as it is sent and written; lone surrogates of strangers do no harm."""
    return text.encode("utf-8", "backslashreplace")


def game_stem(number: int) -> str:
    return f"game{number:04}"


def entrant_stem(number: int) -> str:
    return f"entrant{number:03}"


def page_name(stem: str, language: str, languages: tuple[str, ...] = LANGUAGES) -> str:
    return f"{stem}.html" if language == languages[0] else f"{stem}.{language}.html"


@lru_cache(maxsize=32)
def board_style(rules: Rules) -> str:
    """Return the style sheet of a game's boards within its own class."""
    sheet = _environment().get_template("board.css").render(sheet=sheet_of(rules))
    return f".{style_class(rules)} {{\n{sheet}\n}}\n"


@lru_cache(maxsize=8)
def style_sheet(rules: Rules | None) -> str:
    """Return the style sheet with the board and the pieces of a game; None: without both."""
    sheet = None if rules is None else sheet_of(rules)
    return _environment().get_template(STYLE_FILE).render(sheet=sheet)


MEDIA = {"css": "text/css", "js": "text/javascript"}
STATIC_FILES = {each.name for each in TEMPLATES.iterdir() if each.suffix[1:] in MEDIA}
STATIC_FILES.remove(STYLE_FILE)
"""The files that every page has alike."""


@cache
def file_text(name: str) -> str:
    """Return a file that pages ask for, as it is; raises OSError if there is none."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


@cache
def joined_script(name: str) -> str:
    """Return a script with its modules in one text, as pages on a disk cannot load any."""
    texts = map(file_text, SCRIPTS[name])
    parts = "".join(re.sub(r"(?m)^(?:import .*\n|export )", "", text) for text in texts)
    return f'"use strict";\n(async () => {{\n{parts}}})();\n'


@cache
def edition() -> str:
    """Return a mark that changes with the templates."""
    files = sorted(TEMPLATES.iterdir())
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
