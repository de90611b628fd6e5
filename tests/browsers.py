"""The browser of this machine; for the tests and for ``benchmarks/course.py``."""

from __future__ import annotations

import shutil

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def installed_browser() -> str | None:
    """Return the path of a browser that speaks Chromium's DevTools protocol, if there is one."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)
