"""Copies of programs' own folders: a program's alone, used again as long as nothing has changed."""

import os

import pytest

from board_core.files.untrusted_files import CannotTake
from board_core.supervise.copies import Copies

pytestmark = pytest.mark.skipif(os.name != "posix", reason="bubblewrap is for Linux")


@pytest.fixture
def copies():
    made = Copies()
    yield made
    made.close()
    assert made.home is None


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "ai"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "book").write_text("e4")
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    (folder / "link").symlink_to(folder / "sub" / "book")
    (folder / ".venv").mkdir()
    (folder / ".venv" / "out").symlink_to("/etc")
    return folder


def test_a_copy_holds_what_the_folder_holds(copies, folder):
    copy = copies.take(folder)
    assert (copy.path / "sub" / "book").read_text() == "e4"
    assert (copy.path / "link").resolve() == (copy.path / "sub" / "book").resolve()
    assert os.access(copy.path / "run", os.X_OK)
    assert list((copy.path / ".venv").iterdir()) == []


def test_two_programs_never_share_a_file(copies, folder):
    one, other = copies.take(folder), copies.take(folder)
    inodes = {path.stat().st_ino for path in (one.path / "run", other.path / "run", folder / "run")}
    assert len(inodes) == 3, "a lock on one of them would be seen by the other"


def test_the_next_program_gets_the_same_copy_until_something_changes(copies, folder):
    first = copies.take(folder)
    copies.give_back(first)
    assert copies.take(folder) is first
    copies.give_back(first)
    (folder / "sub" / "book").write_text("d4")
    second = copies.take(folder)
    assert (second.path / "sub" / "book").read_text() == "d4"
    copies.give_back(second)
    assert not first.path.exists(), "what nobody will use is removed"


def test_a_log_that_somebody_goes_on_writing_is_not_followed(copies, folder):
    log = folder.parent / "log"
    log.write_text("1")
    os.link(log, folder / "log")
    copy = copies.take(folder)
    log.write_text("play e4")
    assert (copy.path / "log").read_text() == "1"


def test_of_a_wide_folder_the_named_files_alone(copies, folder):
    copy = copies.take(folder, ("sub/book",))
    assert [str(path.relative_to(copy.path)) for path in copy.path.rglob("*")] == [
        "sub",
        "sub/book",
    ]
    with pytest.raises(CannotTake, match="is a link: name the file itself"):
        copies.take(folder, ("link",))


def test_a_folder_that_is_refused_leaves_nothing(copies, folder):
    copies.take(folder)
    os.mkfifo(folder / "pipe")
    with pytest.raises(CannotTake):
        copies.take(folder)
    assert copies.home is not None
    assert len(list(copies.home.iterdir())) == 1


def test_a_link_to_an_environment_is_left_out_as_an_environment_is(copies, folder, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "pyvenv.cfg").write_text("home = /usr/bin\n")
    (folder / "env").symlink_to(tmp_path / "elsewhere")
    assert list((copies.take(folder).path / "env").iterdir()) == []
