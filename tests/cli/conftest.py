"""The terminal speaks English to its tests, and knows no real terminal."""

import os

import pytest

for variable in ("FORCE_COLOR", "TTY_COMPATIBLE", "COLUMNS", "LINES", "NO_COLOR"):
    os.environ.pop(variable, None)
os.environ["BOARD_LANG"] = "en"


@pytest.fixture(autouse=True)
def settings_of_our_own(tmp_path, monkeypatch):
    """The user's settings are neither read nor touched."""
    file = tmp_path / "settings" / "settings.json"
    monkeypatch.setenv("BOARD_SETTINGS", str(file))
    return file
