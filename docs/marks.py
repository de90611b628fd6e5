"""Takes the marks of the test-suite off a page before it is shown."""

import re
from typing import Any

MARK = re.compile(r"^ *<!-- test: .* -->\n", re.MULTILINE)


def on_page_markdown(markdown: str, **_kwargs: Any) -> str:
    """Called by MkDocs with the text of each page."""
    return MARK.sub("", markdown)
