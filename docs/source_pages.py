"""Shows files from the top of the source on the site: the file itself, no copy."""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {
    f"{name.lower()}.md": f"{name}.md"
    for name in ("ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY")
}
"""The page of each file."""

OUTSIDE = re.compile(r"\]\((?:\.\./)+(?P<name>[A-Z]+)\.md")
"""A link of a page to one of the files."""

LINK = re.compile(r"(?<!!)\[(?P<text>[^]]+)\]\((?P<path>[^)#:\s]+)(?P<anchor>#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by MkDocs with the files of the site."""
    for page, name in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        known = {file.src_uri for file in files} | set(PAGES)
        files.append(File.generated(config, page, content=with_links_of_the_site(text, known)))
    return files


def on_page_markdown(markdown: str, page: Page, **_kwargs: Any) -> str:
    """Called by MkDocs with the text of each page."""
    here = posixpath.dirname(page.file.src_uri)

    def link(found: re.Match[str]) -> str:
        page_of_file = f"{found['name'].lower()}.md"
        return f"]({posixpath.relpath(page_of_file, here or '.')}"

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
