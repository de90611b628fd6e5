"""Contests on the first screen: opened before a report was written, named with their round."""

import sys
import webbrowser
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pygame
import pytest
from driving import User

from board_core.files.extras import NotInstalled, needs
from board_core.frontend.settings import load
from board_pygame.dialogs import ChooseGameDialog, contests
from board_pygame.intents import RecordText, ShowStart
from board_pygame.kit.painter import ROW_SIZE, SMALL_SIZE

CONTESTS = Path(__file__).parents[1] / "contest"


@pytest.fixture
def demo(monkeypatch):
    monkeypatch.syspath_prepend(str(CONTESTS))
    return import_module("demo")


@pytest.fixture
def cup(demo, tmp_path: Path) -> Path:
    """A contest in its fourth round, and no report of it."""
    folder = demo.make(tmp_path / "cup", finished=3, running=1).path
    (folder / "contest.toml").write_text("")
    assert not (folder / "report").exists()
    return folder


class Missing(ModuleType):
    """A module whose packages are not installed."""

    def __init__(self) -> None:
        super().__init__("board_core.contest.report")

    def __getattr__(self, name: str) -> object:
        raise NotInstalled(needs("contest"))


def choose(user: User, folder: Path) -> None:
    user.window.ask(ShowStart())
    user.do()
    user.letter("6")
    user.top.go_to(folder / "contest.toml")
    user.press_button("Open")


def test_a_contest_is_opened_and_its_games_are_listed(user: User, cup: Path):
    choose(user, cup)
    told = user.dialog
    assert "round 4" in told
    assert "\n1. " in user.words
    assert ": 6 · 3 games\n2. " in user.words
    user.press_button("Games")
    assert isinstance(user.top, ChooseGameDialog)
    assert len(user.top._rows) == 18
    user.key(pygame.K_RETURN)
    assert user.state.sheet.tree.tag("Event") == told.split(":")[0]
    assert user.moves


@pytest.mark.parametrize("way", ["typed", "Enter", "Open"])
def test_a_folder_with_a_contest_is_opened_as_that_contest(user: User, cup: Path, way: str):
    user.window.ask(ShowStart())
    user.do()
    user.letter("6")
    if way == "typed":
        user.type_into(user.top._path, str(cup))
        user.key(pygame.K_RETURN)
    else:
        user.top.go_to(cup.parent)
        user.top._point_at(cup.name)
        user.key(pygame.K_RETURN) if way == "Enter" else user.press_button(way)
    assert "round 4" in user.dialog


def test_names_have_the_room_that_narrow_columns_leave(user: User):
    user.resize((800, 600))
    facts = {"Event": "Cup", "Date": "2026.11.29", "Round": "1", "Result": "1-0"}
    facts |= {"White": "Grace", "Black": "Theo"}
    text = "".join(f'[{name} "{fact}"]\n' for name, fact in facts.items()) + "\n1. e4 1-0\n\n"
    user.window.ask(RecordText(2 * text, "games.pgn"))
    user.do()
    table, fonts = user.table(), user.window.ui.fonts
    for column, (_x, width) in enumerate(table._columns(fonts)):
        assert fonts.width(table.columns[column].title, SMALL_SIZE) <= width - 14
        assert fonts.width(table.rows.row(0)[column], ROW_SIZE) <= width - 14


def test_the_games_of_a_contest_of_another_game_are_of_that_game(user: User, demo, tmp_path):
    folder = demo.gomoku(tmp_path / "stones").path
    (folder / "contest.toml").write_text("")
    choose(user, folder)
    user.press_button("Games")
    assert (user.state.rules.name, len(user.moves)) == ("gomoku", 9)


def test_a_contest_that_was_opened_is_named_with_its_round_the_next_time(user: User, cup: Path):
    choose(user, cup)
    told = user.dialog
    user.press_button("Close")
    assert load(user.file).settings.contests == (str(cup),)
    assert told == contests.heading_of(str(cup))
    assert told in [card.note for card in user.top._ways.cards]
    user.letter("6")
    assert user.all_items == [told, "Open a contest…"]
    user.choose_item(told)
    assert user.dialog == told


def test_the_pages_of_a_contest_are_written_and_shown_in_the_browser(user, cup, monkeypatch):
    shown = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    choose(user, cup)
    user.press_button("Pages in the browser")
    (address,) = shown
    page = address.removeprefix("file://")
    assert "Zugzwang" in Path(page).read_text()
    assert f"No browser could be started. The pages are here: {page}" in user.words


def test_without_the_packages_of_contests_the_command_to_install_them_is_told(
    tmp_path, monkeypatch
):
    user = User(tmp_path, contests=("/no/such/cup",))
    try:
        monkeypatch.delitem(sys.modules, "board_pygame.dialogs.contests")
        monkeypatch.setitem(sys.modules, "board_core.contest.report", Missing())
        user.window.ask(ShowStart())
        user.do()
        user.letter("6")
        assert "needs the extra 'contest'" in user.top._card._note.text
    finally:
        user.leave()


@pytest.mark.parametrize("text", ["", "no lines of a contest\n"])
def test_a_folder_without_a_contest_is_told_on_the_first_screen(user: User, tmp_path, text: str):
    folder = tmp_path / "none"
    (folder / "contest").mkdir(parents=True)
    (folder / "contest.toml").write_text("")
    if text:
        (folder / "contest" / "journal.jsonl").write_text(text)
    choose(user, folder)
    assert user.dialog == ""
    assert str(folder) in user.window.ui.top._card._note.text
    assert contests.heading_of(str(folder)) == "none"
    assert load(user.file).settings.contests == ()
