"""Two languages in one site: each has its own navigation, and each page leads to its twin.

The pages of a language are those of its folder. The reference for programmers is in English alone;
the Chinese navigation leads to it. What the theme says itself (search, table of contents, next
page, copy) is in the language of the page.
"""

import re
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

CHINESE = "zh"
SECTION = "中文"
"""The section of the navigation that is the whole navigation of the Chinese pages."""

ENGLISH_ALONE = ("api/", "journal.md", "json-lines.md", "matches.md")
"""Pages that have no Chinese twin, and folders of such pages: the reference for programmers."""

REFERENCE = "编程参考（英文）"
"""The section of the Chinese navigation that has these pages."""

DESCRIPTION = "人和 AI 程序下棋的裁判"
NAMES = {"en": "English", CHINESE: "中文"}
TOGGLES = {"en": ("Dark", "Light"), CHINESE: ("深色", "浅色")}
TO_THE_TWIN = {"en": "Read this page in English", CHINESE: "阅读本页的中文版"}
TO_THE_HOME_PAGE = "中文首页"
PERMANENT_LINK = ('title="Permanent link"', 'title="本节的链接"')

CODE = "<code[^>]*>[^\\n]*?</code>"
CODE_IN_PUNCTUATION = re.compile(f"[（“]{CODE}[）”，。；：、！？]*|{CODE}[）”，。；：、！？]+")
TOGETHER = r'<span class="together">\g<0></span>'
"""No line breaks between code and its punctuation, as it otherwise may at an inline block."""

HTML_LANGUAGE = ('<html lang="zh"', '<html lang="zh-CN"')

navigations: dict[str, Navigation] = {}
uris: set[str] = set()
"""The pages of the site."""


def language(uri: str) -> str:
    return CHINESE if uri.startswith(f"{CHINESE}/") else "en"


def twin(uri: str) -> str:
    """Return the same page in the other language; if there is none, the home page."""
    if language(uri) == CHINESE:
        return uri.removeprefix(f"{CHINESE}/")
    return f"{CHINESE}/{uri if f'{CHINESE}/{uri}' in uris else 'index.md'}"


def on_nav(nav: Navigation, files: Files, **_kwargs: Any) -> Navigation:
    """Called by MkDocs with the navigation of all pages."""
    uris.update(file.src_uri for file in files.documentation_pages())
    chinese = next(
        item for item in nav.items if isinstance(item, Section) and item.title == SECTION
    )
    for item in chinese.children:
        item.parent = None
    reference = [page for page in nav.pages if page.file.src_uri.startswith(ENGLISH_ALONE)]
    chinese.children.append(Section(REFERENCE, [*reference]))
    for name, items in {
        "en": [item for item in nav.items if item is not chinese],
        CHINESE: chinese.children,
    }.items():
        pages = [page for page in nav.pages if language(page.file.src_uri) == name]
        for page, before, after in zip(pages, [None, *pages], [*pages[1:], None], strict=False):
            page.previous_page, page.next_page = before, after
        navigations[name] = Navigation(items, pages)
    return navigations["en"]


def on_page_content(html: str, page: Page, **_kwargs: Any) -> str:
    """Called by MkDocs with the body of each page."""
    here = page.file.src_uri
    if language(here) == CHINESE:
        html = html.replace(*PERMANENT_LINK)
        html = CODE_IN_PUNCTUATION.sub(TOGETHER, html)
    there = twin(here)
    other = language(there)
    link = get_relative_url(url_of(there), page.file.url)
    twin_link = f'<a href="{link}" hreflang="{other}" lang="{other}">{link_text(here, there)}</a>'
    return f'<p class="twin">{twin_link}</p>\n{html}'


def link_text(here: str, there: str) -> str:
    """Return the text of the link from a page to its twin, or to the home page in its place."""
    same = here.removeprefix(f"{CHINESE}/") == there.removeprefix(f"{CHINESE}/")
    return TO_THE_TWIN[language(there)] if same else TO_THE_HOME_PAGE


def on_page_context(
    context: dict[str, Any], page: Page, config: MkDocsConfig, **_kwargs: Any
) -> dict[str, Any]:
    """Called by MkDocs before each page is made of its template."""
    here = page.file.src_uri
    own = language(here)
    config.theme["language"] = own
    for palette, name in zip(config.theme["palette"], TOGGLES[own], strict=True):
        palette["toggle"]["name"] = name
    there = twin(here)
    config.extra["alternate"] = [
        {"name": NAMES[language(uri)], "link": url_of(uri), "lang": language(uri)}
        for uri in sorted((here, there), key=language)
    ]
    config.extra["homepage"] = url_of(f"{CHINESE}/index.md" if own == CHINESE else "index.md")
    if own == CHINESE:
        page.meta.setdefault("description", DESCRIPTION)
    return {**context, "nav": navigations[own]}


def on_post_page(output: str, page: Page, **_kwargs: Any) -> str:
    """Called by MkDocs with the whole HTML of each page."""
    return output.replace(*HTML_LANGUAGE, 1)


def url_of(uri: str) -> str:
    return f"{uri.removesuffix('.md')}.html"
