import os
from pathlib import Path

import pygame
import pytest
from driver import Window

from board_pygame.kit import files
from board_pygame.kit.dialog import Message
from board_pygame.kit.files import (
    FileBrowser,
    FileKind,
    FileTexts,
    ending_in,
    executable,
    listing,
    readable_size,
)

ALPHA, SUB = f"alpha{os.sep}", f"Sub{os.sep}"
HOME = "USERPROFILE" if os.name == "nt" else "HOME"
ENGINE = "engine.exe" if os.name == "nt" else "engine"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "place"
    (place / "Sub").mkdir(parents=True)
    (place / "alpha").mkdir()
    (place / "Sub" / "inner.txt").write_text("x")
    (place / "game.pgn").write_text("1. e4")
    (place / "B.txt").write_text("x" * 2000)
    (place / ".hidden").write_text("")
    (place / ENGINE).write_text("#!/bin/sh\n")
    (place / ENGINE).chmod(0o755)
    return place


@pytest.fixture
def chosen():
    return []


def browse(folder, chosen, **options):
    window = Window(size=(800, 600))
    browser = FileBrowser("Open", folder, chosen.append, **options)
    window.ui.open(browser)
    window.drawn()
    return window, browser


def names(browser):
    rows = browser._table.rows
    return [rows.row(i)[0] for i in range(len(rows))]


def to(window, browser, name):
    browser._table.go_to(names(browser).index(name))
    window.ui.focus(browser._table)


def type_path(window, browser, path):
    window.ui.focus(browser._path)
    browser._path.set("")
    window.type(str(path))
    window.key("enter")


def test_folders_come_first_and_hidden_files_not_at_all(folder, chosen):
    _, browser = browse(folder, chosen)
    assert names(browser) == [ALPHA, SUB, "B.txt", ENGINE, "game.pgn"]


def test_a_file_is_opened_by_keys(folder, chosen):
    window, browser = browse(folder, chosen)
    window.keys("s", "enter")
    assert browser.folder == folder / "Sub"
    assert browser._path.text == str(folder / "Sub")
    window.key("backspace")
    assert browser.folder == folder
    assert names(browser)[browser._table.cursor] == SUB
    window.keys("g", "enter")
    assert chosen == [folder / "game.pgn"]
    assert window.ui.top is window.page


def test_a_file_is_opened_by_a_double_click(folder, chosen):
    window, browser = browse(folder, chosen)
    place = browser._table.rect
    window.double_click((place.x + 30, place.y + 38))
    assert browser.folder == folder / "alpha"
    assert names(browser) == []


def test_a_path_is_typed(folder, chosen, monkeypatch):
    window, browser = browse(folder, chosen)
    type_path(window, browser, folder / "Sub" / ".." / "Sub")
    assert browser.folder == folder / "Sub"
    monkeypatch.setenv(HOME, str(folder))
    type_path(window, browser, "~")
    assert browser.folder == folder
    type_path(window, browser, folder / "Sub" / "inner.txt")
    assert chosen == [folder / "Sub" / "inner.txt"]


def test_the_reason_is_shown_when_a_folder_cannot_be_read(folder, chosen, monkeypatch):
    window, browser = browse(folder, chosen)
    type_path(window, browser, folder / "nowhere")
    assert browser._trouble.text.startswith(f"{folder / 'nowhere'}: ")
    assert browser.folder == folder

    def refuse(path):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(files.os, "scandir", refuse)
        to(window, browser, SUB)
        window.key("enter")
    assert browser._trouble.text == f"{folder / 'Sub'}: Permission denied"
    window.key("enter")
    assert browser._trouble.text == ""


def test_only_files_of_a_kind_are_shown_until_all_are_wanted(folder, chosen):
    window, browser = browse(folder, chosen, kind=FileKind("Only &programs", executable))
    assert names(browser) == [ALPHA, SUB, ENGINE]
    window.key("alt+p")  # the path's letter comes first
    window.click((browser._only.rect.x + 10, browser._only.rect.centery))
    assert len(names(browser)) == 5


def test_endings_are_compared_without_case(folder):
    found = listing(folder, ending_in(".TXT".lower(), ".pgn"))
    assert [one.name for one in found if not one.is_folder] == ["B.txt", "game.pgn"]


def test_a_new_file_is_saved(folder, chosen):
    window, browser = browse(folder, chosen, saving="new.pgn")
    assert browser._name.focused
    window.key("enter")
    assert chosen == [folder / "new.pgn"]


def test_a_file_is_overwritten_only_after_a_question(folder, chosen):
    window, browser = browse(folder, chosen, saving="game.pgn")
    window.key("enter")
    assert isinstance(window.ui.top, Message)
    window.key("enter")  # no
    assert window.ui.top is browser
    assert chosen == []
    window.keys("enter", "alt+y")
    assert chosen == [folder / "game.pgn"]
    assert window.ui.top is window.page


def test_a_row_gives_the_name_to_save_under(folder, chosen):
    window, browser = browse(folder, chosen, saving="new.pgn")
    window.ui.focus(browser._table)
    window.key("b")
    assert browser._name.text == "B.txt"
    browser._name.set("Sub")
    window.ui.focus(browser._name)
    window.key("enter")
    assert browser.folder == folder / "Sub"
    browser._name.set("  ")
    window.key("enter")
    assert chosen == []


def test_a_dropped_file_is_pointed_out(folder, chosen):
    window, browser = browse(folder, chosen)
    window.send(pygame.DROPFILE, file=str(folder / "Sub" / "inner.txt"))
    assert browser.folder == folder / "Sub"
    assert browser._table.cursor == 0
    window.send(pygame.DROPFILE, file=str(folder))
    assert browser.folder == folder


def test_places_and_recent_folders_are_offered(folder, chosen, monkeypatch):
    monkeypatch.setenv(HOME, str(folder))
    monkeypatch.chdir(folder / "alpha")
    window, browser = browse(
        folder, chosen, recent=[folder / "Sub"], texts=FileTexts(home="主目录")
    )
    buttons = {widget.text: widget for widget in browser.widgets if hasattr(widget, "action")}
    window.click(buttons["Working directory"])
    assert browser.folder == folder / "alpha"
    window.click(buttons["主目录"])
    assert browser.folder == folder
    window.ui.focus(browser._path)
    window.keys("down", "down", "enter")
    assert browser.folder == folder / "Sub"
    window.key("alt+u")
    assert browser.folder == folder
    window.key("escape")
    assert chosen == []


def test_a_name_without_an_ending_gets_one(folder, chosen):
    window, browser = browse(folder, chosen, saving="", endings=[".pgn", ".sgf"])
    for name in ("lesson", "round 4.5", "club.SGF"):
        browser._name.set(name)
        browser._accept()
        window.ui.open(browser)
    assert [path.name for path in chosen] == ["lesson.pgn", "round 4.5.pgn", "club.SGF"]


def test_a_file_that_holds_something_can_be_added_to(folder, chosen):
    added = []
    window, browser = browse(
        folder, chosen, saving="game.pgn", holds="{0.name} holds 50".format, on_add=added.append
    )
    browser._accept()
    window.key("alt+a")
    assert (chosen, added) == ([], [folder / "game.pgn"])


def test_at_the_root_up_stays(chosen):
    root = Path(Path.cwd().anchor)
    _, browser = browse(root, chosen)
    browser.go_up()
    assert browser.folder == root


def test_a_link_that_leads_nowhere_is_left_out(folder):
    (folder / "broken").symlink_to(folder / "nothing")
    assert "broken" not in [one.name for one in listing(folder)]


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (14_300, "14 kB"), (999_600, "1.0 MB"),
     (5_000_000_000, "5.0 GB"), (5_000_000_000_000, "5,000 GB")],
)  # fmt: skip
def test_sizes_are_readable(size, text):
    assert readable_size(size) == text
