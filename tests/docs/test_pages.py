"""Every command and every program of the documentation is run, page by page."""

import os
import re
import runpy
from pathlib import Path

import pytest
from blocks import DOCS, FILE, MARK, ROOT, Block, Lacking, Runner, blocks, language

PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "README.zh.md"])
CHINESE = [page for page in PAGES if language(page) == "zh_CN"]


def to_run(page: Path) -> list[Block]:
    """The blocks that are run: of a Chinese page, as far as it shows an output.

    What comes behind does word for word what it does on the English page, which a test compares.
    """
    found = [block for block in blocks(page) if block.run]
    if page not in CHINESE:
        return found
    return found[: max((at for at, block in enumerate(found, 1) if block.compared), default=0)]


RUN = [page for page in PAGES if to_run(page)]

with_programs = runpy.run_path(str(DOCS / "whole_programs.py"))["with_programs"]

REASONS = {
    "installs",
    "needs several machines",
    "needs two terminals",
    "opens a window",
    "takes minutes",
}
"""Why a block is not run here. Few, and all known."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize("page", RUN, ids=name_of)
def test_what_a_page_says_to_do_works(page: Path, tmp_path: Path):
    runner, lacking = Runner(tmp_path, page), set()
    for block in to_run(page):
        try:
            runner.do(block)
        except Lacking as why:
            lacking.add(str(why))
        except AssertionError as error:
            raise AssertionError(f"{name_of(page)}, line {block.line}: {error}") from None
    if lacking:
        why = f"not installed: {', '.join(sorted(lacking))}"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_is_not_run_says_why(page: Path):
    reasons = {block.mark.removeprefix("not run: ") for block in blocks(page) if not block.run}
    assert reasons <= REASONS, "write a reason of REASONS, or run it"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_fence_and_every_mark_is_understood(page: Path):
    """A fence or a mark with a mistake in it would be run by nobody."""
    text = page.read_text(encoding="utf-8")
    assert len(re.findall(r"^ *```", text, re.MULTILINE)) == 2 * len(blocks(page))
    marks = [block.mark for block in blocks(page) if block.mark]
    assert len(marks) == text.count("<!--"), "a mark that is not before a block"
    assert [mark for mark in marks if not MARK.fullmatch(mark)] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_is_for_the_tests_is_not_for_readers(page: Path):
    assert [
        block.title for block in blocks(page) if block.title and not FILE.fullmatch(block.title)
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_shows_a_program_as_it_is_in_its_file(page: Path):
    text = page.read_text(encoding="utf-8")
    assert "--8<--" not in text, "a page on disk holds the whole program"
    assert text == with_programs(text), "docs/whole_programs.py brings the pages up to date"


@pytest.mark.parametrize("page", CHINESE, ids=name_of)
def test_a_chinese_page_has_the_blocks_of_the_english_one(page: Path):
    assert [without_words(block) for block in blocks(page)] == [
        without_words(block) for block in blocks(twin(page))
    ]


def twin(page: Path) -> Path:
    """Return the English page of a Chinese one."""
    return ROOT / "README.md" if page.parent == ROOT else DOCS / page.relative_to(DOCS / "zh")


def without_words(block: Block) -> tuple[str, str, str, str]:
    """Return what a block does: output, comments and docstrings are in the language of the page."""
    if block.language == "text":
        return block.language, block.title, block.mark, ""
    lines = (re.sub(r"(^|\s+)# .*$", "", line) for line in block.text.splitlines())
    text = re.sub(r'""".*?"""', '""""""', "\n".join(lines), flags=re.DOTALL)
    return block.language, block.title, block.mark, text
