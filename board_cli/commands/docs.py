"""``board docs``: show a page of the documentation."""

from __future__ import annotations

import re
from typing import Annotated

from board_cli.language import _, words
from board_cli.option_values import Value, argument, refusal
from board_core.files.installed import pages
from board_core.game.player import Cause
from board_core.text.sentence import Listed

EXAMPLES = (("board docs", ""), ("board docs check#verdicts", ""))

HEADING = re.compile(r"^#+ (.+?)(?: \{ #(.+) \})?$", re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
FOR_THE_TESTS = re.compile(r"^ *<!-- test: .* -->\n", re.MULTILINE)


def run(
    *,
    page: Annotated[str, argument(Value.NAME, _("The page's name; by default index."))] = "index",
) -> None:
    from pydoc import pager

    folder = pages()
    if folder is None:
        raise refusal("NAME", _("the pages are not installed here: see docs/ in the source"))
    files = {file.stem: file for file in sorted(folder.glob("*.md"))}
    if words.language == "zh_CN":  # the reference for programmers is in English alone
        files |= {file.stem: file for file in (folder / "zh").glob("*.md")}
    name, _hash, anchor = page.replace(".md", "").partition("#")
    if name not in files:
        known = Listed([*files])
        why = _("{text} is not a page: choose one of: {known}", text=repr(page), known=known)
        raise refusal("NAME", why)
    text = FOR_THE_TESTS.sub("", files[name].read_text(encoding="utf-8"))
    pager(text[sections(text).get(anchor, 0) :])


def sections(page: str) -> dict[str, int]:
    """Return where each section of a page begins, by its anchor."""
    return {
        found[2] or re.sub(r"\W+", "-", re.sub(r"[^\w\s-]", "", found[1].lower())): found.start()
        for found in HEADING.finditer(page)
    }


def row_of_code(code: str) -> str:
    """Return what the page of reasons says of a cause, or else of a reason, without its markup.

    It is "" if the page is not here.
    """
    folder = pages()
    if folder is None:
        return ""
    page = folder / ("zh" if words.language == "zh_CN" else "") / "diagnoses.md"
    text = page.read_text(encoding="utf-8")
    rows = re.findall(rf"^\| `{code}` \| (.*) \|$", text, re.MULTILINE)  # reasons come first
    cells = LINK.sub(r"\1", rows[-1]).replace("`", "").split(" | ") if rows else [""]
    if code not in {cause.value for cause in Cause}:
        return cells[-1]
    return _("{meaning}. What to change: {change}", meaning=cells[0], change=cells[-1])
