"""The site as readers see it, built once."""

import json
import os
import re
import runpy
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from blocks import DOCS, ROOT, language, linked_programs

OPTIONS = [DOCS / path for path in runpy.run_path(str(DOCS / "options.py"))["PAGES"].values()]
ENGLISH_ALONE = runpy.run_path(str(DOCS / "languages.py"))["ENGLISH_ALONE"]
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if path.parent.name != "api"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "true"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def built(site: Path, page: Path) -> tuple[Path, str]:
    path = site / page.relative_to(DOCS).with_suffix(".html")
    return path, path.read_text(encoding="utf-8")


def test_a_reader_sees_no_mark_of_the_tests(site: Path):
    for page in [*PAGES, *OPTIONS]:
        path, text = built(site, page)
        assert not re.search(r"(<|&lt;)!-- test: |not (run|tested): |--8&lt;--", text), path


def test_each_page_leads_to_the_same_page_in_the_other_language(site: Path):
    """A page that is in English alone leads to the Chinese home page."""
    for page in [*PAGES, *OPTIONS]:
        path, text = built(site, page)
        other = "en" if language(page) == "zh_CN" else "zh"
        link = re.search(rf'<p class="twin"><a href="([^"]+)" hreflang="{other}"', text)
        assert link, path
        tag = "en" if other == "en" else "zh-CN"
        there = (path.parent / link[1]).resolve()
        assert there.read_text("utf-8").count(f'<html lang="{tag}"') == 1
        alone = page.relative_to(DOCS).as_posix().startswith(ENGLISH_ALONE)
        assert there.name == ("index.html" if alone else path.name), path
        assert f'hreflang="{other}">' in text.partition("</head>")[0], path


def test_the_chinese_navigation_leads_to_the_reference_that_is_in_english_alone(site: Path):
    text = (site / "zh" / "index.html").read_text(encoding="utf-8")
    for page in DOCS.rglob("*.md"):
        uri = page.relative_to(DOCS).as_posix()
        linked = f'href="../{uri.removesuffix(".md")}.html"' in text
        assert linked or not uri.startswith(ENGLISH_ALONE), uri


def test_the_page_of_options_is_made_when_the_site_is_built(site: Path):
    for page in OPTIONS:
        assert "<code>board match</code>" in built(site, page)[1]


def test_the_words_of_the_site_are_in_the_language_of_the_page(site: Path):
    for page in [*PAGES, *OPTIONS]:
        path, text = built(site, page)
        chinese = language(page) == "zh_CN"
        words = json.loads(re.search(r'id="__config"[^>]*>(.*?)</script>', text)[1])["translations"]
        assert words["clipboard.copied"] == ("已复制" if chinese else "Copied to clipboard"), path
        assert ("Permanent link" in text) != chinese, path


@pytest.mark.parametrize("name", ["ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY"])
def test_a_file_of_the_source_is_a_page(site: Path, name: str):
    title = (ROOT / f"{name}.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    assert title in (site / f"{name.lower()}.html").read_text(encoding="utf-8")


def test_a_program_that_a_page_links_to_can_be_read_on_the_site(site: Path):
    linked = {program for page in PAGES for program in linked_programs(page).values()}
    assert linked
    for program in linked:
        page = site / f"{program.relative_to(ROOT).as_posix()}.html"
        shown = re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8"))
        lines = program.read_text(encoding="utf-8").splitlines()
        longest = max(lines, key=len).strip()
        assert longest in unescape(shown), program
