"""The pages are installed beside the package, and every check names one of them."""

import tomllib
from pathlib import Path

import pytest

from board_core.author.doctor import checks_for
from board_core.files.installed import INSTALLED_INDEX, languages_folder, pages
from board_core.match.known_games import HOSTED_GAMES
from board_core.protocols import PROTOCOLS

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


@pytest.mark.parametrize("game", HOSTED_GAMES)
def test_every_check_names_a_page_that_exists_in_both_languages(game):
    for protocol in ("", *PROTOCOLS):
        for check in checks_for(protocol, HOSTED_GAMES[game].rules):
            assert (ROOT / "docs" / check.page).is_file(), check.name
            assert (ROOT / "docs" / "zh" / check.page).is_file(), check.name
