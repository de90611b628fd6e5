"""Every command and every program of the documentation is run, page by page."""

import os
import re
from pathlib import Path

import pytest
from blocks import DOCS, ROOT, Block, Lacking, Runner, blocks

PAGES = sorted(DOCS.rglob("*.md"))
ENGLISH = [page for page in PAGES if DOCS / "zh" not in page.parents]
CHINESE = [page for page in PAGES if DOCS / "zh" in page.parents]
READMES = (ROOT / "README.md", ROOT / "README.zh.md")
WITH_BLOCKS = [page for page in [*ENGLISH, READMES[0]] if blocks(page)]

REASONS = {
    "not tested: installs",
    "not tested: needs several machines",
    "not tested: opens a window",
    "not tested: takes minutes",
}
"""Why a block is not run here. Few, and all known."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.timeout(240)
@pytest.mark.skipif(os.name == "nt", reason="the commands are for a POSIX shell")
@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name_of)
def test_what_a_page_says_to_do_works(page: Path, tmp_path: Path):
    runner, lacking = Runner(tmp_path), set()
    for block in blocks(page):
        if block.run:
            try:
                runner.do(block)
            except Lacking as why:
                lacking.add(str(why))
            except AssertionError as error:
                raise AssertionError(f"{name_of(page)}, line {block.line}: {error}") from None
    if lacking:
        why = f"not installed: {', '.join(sorted(lacking))}"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(why)


@pytest.mark.parametrize("page", [*PAGES, *READMES], ids=name_of)
def test_what_is_not_run_says_why(page: Path):
    titles = {block.title for block in blocks(page) if not block.run}
    assert titles <= REASONS, "write a reason of REASONS, or run it"


@pytest.mark.parametrize("page", [*PAGES, *READMES], ids=name_of)
def test_every_fence_is_understood(page: Path):
    """A fence with a mistake in it would be run by nobody."""
    fences = re.findall(r"^ *```", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) == 2 * len(blocks(page))


@pytest.mark.parametrize("page", [*CHINESE, READMES[1]], ids=name_of)
def test_a_chinese_page_has_the_blocks_of_the_english_one(page: Path):
    if page.name == "terminal.md":
        pytest.skip("a session in Chinese is another one")
    other = READMES[0] if page is READMES[1] else DOCS / page.relative_to(DOCS / "zh")
    assert [without_words(block) for block in blocks(page)] == [
        without_words(block) for block in blocks(other)
    ]


def without_words(block: Block) -> tuple[str, str, str]:
    """What a block does: comments, docstrings and what may look different are for people."""
    if block.title == "for example":
        return block.language, block.title, ""
    lines = (re.sub(r"(^|\s+)# .*$", "", line) for line in block.text.splitlines())
    text = re.sub(r'""".*?"""', '""""""', "\n".join(lines), flags=re.DOTALL)
    return block.language, block.title, text
