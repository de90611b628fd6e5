"""Shows files of the source on the site: the file itself, no copy.

The pages of the top of the source are in the navigation. A program or a folder of ``examples/``
that a page links to becomes a page which only links lead to.
"""

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {
    f"{name.lower()}.md": f"{name}.md"
    for name in ("ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY")
}
"""The page of each file."""

OUTSIDE = re.compile(r"\]\((?:\.\./)+(?P<path>[A-Z]+\.md|examples/[\w./-]+)")
"""A link of a page to one of the files, or into the examples."""

NOT_SEARCHED = "---\nsearch:\n  exclude: true\n---\n\n"

LINK = re.compile(r"(?<!!)\[(?P<text>[^]]+)\]\((?P<path>[^)#:\s]+)(?P<anchor>#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs with the files of the site."""
    linked = linked_examples(file.content_string for file in files.documentation_pages())
    for page, name in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        known = {file.src_uri for file in files} | set(PAGES)
        files.append(File.generated(config, page, content=with_links_of_the_site(text, known)))
    for path in linked:
        text = page_of_example(ROOT / path)
        files.append(
            File.generated(config, f"{path}.md", content=text, inclusion=InclusionLevel.NOT_IN_NAV)
        )
    return files


def linked_examples(pages: Iterable[str]) -> list[str]:
    """Return the paths in ``examples/`` that pages link to, each once."""
    paths = {found["path"].rstrip("/") for page in pages for found in OUTSIDE.finditer(page)}
    return sorted(path for path in paths if path.startswith("examples/"))


def page_of_example(path: Path) -> str:
    """Return the page of a program, or of all programs of a folder."""
    if path.is_file():
        return f"{NOT_SEARCHED}# {path.name}\n\n{program(path)}"
    files = sorted(file for file in path.iterdir() if file.is_file() and file.suffix != ".md")
    parts = (f"## {file.name}\n\n{program(file)}" for file in files)
    return f"{NOT_SEARCHED}# {path.relative_to(ROOT).as_posix()}\n\n{''.join(parts)}"


def program(path: Path) -> str:
    """Return the block of a program; most extensions are also names of a language."""
    text = path.read_text(encoding="utf-8").rstrip()
    return f"```{path.suffix[1:]}\n{text}\n```\n\n"


def on_page_markdown(markdown: str, page: Page, **_kwargs: Any) -> str:
    """Called by MkDocs with the text of each page."""
    here = posixpath.dirname(page.file.src_uri)

    def link(found: re.Match[str]) -> str:
        path = found["path"].rstrip("/")
        shown = f"{path}.md" if path.startswith("examples/") else path.lower()
        return f"]({posixpath.relpath(shown, here or '.')}"

    return OUTSIDE.sub(link, markdown)


def with_links_of_the_site(text: str, known: set[str]) -> str:
    """Return a file with links between pages; a link to anything else becomes its text."""
    of_files = {name: page for page, name in PAGES.items()}

    def link(found: re.Match[str]) -> str:
        path = posixpath.normpath(found["path"])
        page = of_files.get(path, path.removeprefix("docs/"))
        return (
            f"[{found['text']}]({page}{found['anchor'] or ''})" if page in known else found["text"]
        )

    return LINK.sub(link, text)
