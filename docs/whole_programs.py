"""Copies the programs of ``examples/`` into the pages: ``python docs/whole_programs.py``.

A page is also read on disk, without the site, so it holds each program whole. A comment before
the block names the file: ``<!-- test: same as examples/my_ai.py -->``. A test fails while a page
and a file differ.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("README*.md"))]
PROGRAM = re.compile(
    r"(?P<opening>^<!-- test: same as (?P<file>\S+) -->\n```.*\n)(?:.*\n)*?(?P<closing>```$)",
    re.MULTILINE,
)


def with_programs(page: str) -> str:
    """Return the text of a page with its programs as they are in their files."""
    return PROGRAM.sub(_with_program, page)


def _with_program(block: re.Match[str]) -> str:
    program = (ROOT / block["file"]).read_text(encoding="utf-8").rstrip("\n")
    return f"{block['opening']}{program}\n{block['closing']}"


if __name__ == "__main__":
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        if (new := with_programs(text)) != text:
            path.write_text(new, encoding="utf-8")
            print(f"updated {path.relative_to(ROOT)}")
