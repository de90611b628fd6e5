"""The pages are installed beside the package, and every check and code names a section of them."""

import tomllib
from pathlib import Path

import pytest

from board_cli.commands import docs
from board_core.author.doctor import (
    checks_for,
    examining,  # noqa: F401  it and what it imports have rows
)
from board_core.files.installed import INSTALLED_INDEX, languages_folder, pages
from board_core.game.player import Cause
from board_core.games.chess import mistakes  # noqa: F401  imported when a game is lost so
from board_core.match.known_games import HOSTED_GAMES
from board_core.protocols import PROTOCOLS
from board_core.text.findings import ROWS, page_of

ROOT = Path(__file__).parents[2]


def test_all_pages_are_installed_with_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    installed = project["tool"]["setuptools"]["data-files"]
    folder = INSTALLED_INDEX.rpartition("/")[0]
    of_pages = {folder: ["docs/*.md"], f"{folder}/zh": ["docs/zh/*.md"]}
    assert installed == {**of_pages, f"{folder}/languages": ["examples/languages/*"]}


def test_installed_pages_are_found_by_the_list_of_what_was_installed(tmp_path, monkeypatch):
    class Installed(type(Path())):
        def locate(self):
            return tmp_path / "share/doc/the-chess-board/index.md"

    monkeypatch.setattr("board_core.files.installed.SOURCE_TREE", tmp_path)
    monkeypatch.setattr(
        "importlib.metadata.files",
        lambda name: [Installed("board_cli/app.py"), Installed(f"../../../{INSTALLED_INDEX}")],
    )
    assert pages() == (tmp_path / "share/doc/the-chess-board").resolve()
    (tmp_path / "share/doc/the-chess-board/languages").mkdir(parents=True)
    languages_folder.cache_clear()
    assert languages_folder() == tmp_path.resolve() / "share/doc/the-chess-board/languages"
    languages_folder.cache_clear()
    monkeypatch.setattr("importlib.metadata.files", lambda name: None)
    assert pages() is None


def is_explained(page: str) -> bool:
    """Return whether a section exists, and in Chinese too where that page does."""
    name, _, anchor = page.partition("#")
    files = [ROOT / "docs" / name, ROOT / "docs" / "zh" / name]
    pages = [file.read_text("utf-8") for file in files if file.is_file()]
    return bool(pages) and all(anchor in docs.sections(text) for text in pages)


@pytest.mark.parametrize("game", HOSTED_GAMES)
def test_every_check_names_a_section_that_exists_in_both_languages(game):
    for protocol in ("", *PROTOCOLS):
        for check in checks_for(protocol, HOSTED_GAMES[game].rules):
            assert is_explained(check.page), check.name


def test_every_code_names_a_section_that_exists_in_both_languages():
    codes = [*ROWS, *(cause.value for cause in Cause)]
    assert len(codes) > 280
    assert [code for code in codes if not is_explained(page_of(code))] == []
    assert not is_explained("diagnoses.md#no-such-section")


def test_a_section_is_shown_from_its_heading_on(monkeypatch):
    shown: list[str] = []
    monkeypatch.setattr("pydoc.pager", shown.append)
    for page in ("diagnoses#one-read", "check.md#verdicts", "check", "check#no-such-section"):
        docs.run(page=page)
    assert [text.partition("\n")[0] for text in shown] == [
        "### One read, several lines { #one-read }",
        "## Verdicts",
        *["# Examination of a program"] * 2,
    ]
