"""Chinese has no spaces between words, so that a line break in a paragraph must leave none."""

import re
from typing import Any

CHINESE = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef“”…]"
BREAK = re.compile(rf"(?<={CHINESE})\n *(?={CHINESE})")
FENCED = re.compile(r"(^ *```.*?^ *```$)", re.DOTALL | re.MULTILINE)


def on_page_markdown(markdown: str, **_kwargs: Any) -> str:
    """Called by MkDocs with the text of each page."""
    parts = FENCED.split(markdown)
    parts[::2] = (BREAK.sub("", part) for part in parts[::2])
    return "".join(parts)
