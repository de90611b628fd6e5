"""A page as a test reads it; what is wrong with its markup is an error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

VOID = frozenset(("meta", "link", "br", "input"))


def texts_of(told: Any) -> Iterator[str]:
    """Yield all texts within a value of JSON."""
    if isinstance(told, str):
        yield " ".join(told.split())
    elif isinstance(told, dict | list | tuple):
        for each in told.values() if isinstance(told, dict) else told:
            yield from texts_of(each)


class Page(HTMLParser):
    """``texts`` are those that people see, ``links`` all that the page refers to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.game: dict[str, Any] = {}  # as its script is told of it
        self.scripts: list[tuple[dict[str, str], str]] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == [], f"never closed: {self._open}"
        assert len(set(self.ids)) == len(self.ids)

    def handle_startendtag(self, tag, attrs) -> None:
        self._seen(tag, dict(attrs))

    def handle_starttag(self, tag, attrs) -> None:
        self._seen(tag, dict(attrs))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self._open.pop() == tag, f"</{tag}> at {self.getpos()}"

    def handle_data(self, data) -> None:
        if self._open and self._open[-1] == "script":
            self.scripts[-1] = self.scripts[-1][0], data
            if self.scripts[-1][0].get("id") == "game":
                self._read_game(json.loads(data))
        elif text := " ".join(data.split()):
            self.texts.append(text)

    def _read_game(self, game: dict[str, Any]) -> None:
        """Read what the script of a game's page shows."""
        self.game, ended = game, game["ended"] or {"text": "", "why": None}
        self.links += filter(None, (game["before"], game["after"], *game["pages"]))
        boards = (game["boards"].get(name, ()) for name in ("clocks", "texts", "beside"))
        moves = [each["n"] for each in game["moves"]]
        shown = (game["title"], game["names"], game["control"], moves, ended["text"])
        self.texts += filter(None, texts_of([*shown, ended["why"], game["log"], *boards]))

    def _seen(self, tag, attributes) -> None:
        self.tags.append((tag, attributes))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.links += [attributes[name] for name in ("href", "src") if name in attributes]
        if tag == "script":
            self.scripts.append((attributes, ""))

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    def with_class(self, name: str) -> list[dict[str, str]]:
        return [each for _, each in self.tags if name in each.get("class", "").split()]
