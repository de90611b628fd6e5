"""A page as a test reads it; what is wrong with its markup is an error."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset(("meta", "link", "br"))


class Page(HTMLParser):
    """``texts`` are those that people see, ``links`` all that the page refers to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
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
        elif text := " ".join(data.split()):
            self.texts.append(text)

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
