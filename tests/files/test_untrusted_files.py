"""Folders and files that strangers have written: what is taken of them, and what is refused."""

import os
import socket

import pytest

from board_core.files import untrusted_files as handed_in
from board_core.files.untrusted_files import (
    CannotTake,
    TooMuch,
    inventory,
    read_head,
    read_inside,
    read_small,
)

posix = pytest.mark.skipif(os.name != "posix", reason="there are no such files")


def names(folder):
    return [each.name for each in inventory(folder)]


def test_all_files_are_listed_and_of_what_tools_leave_an_empty_folder(tmp_path):
    for name in (
        "sub/b",
        "a",
        ".git/x",
        "env/pyvenv.cfg",
        "env/lib/x",
        "sub/venv",
        "c/.git",
        ".HG/hgrc",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    assert names(tmp_path) == [".HG", ".git", "a", "c", "env", "sub", "sub/b", "sub/venv"]
    assert read_inside(tmp_path, "sub/b") == b"sub/b"


def test_whatever_is_written_changes_what_is_known_of_a_file(tmp_path):
    (tmp_path / "a").write_text("1")
    before = inventory(tmp_path)
    assert inventory(tmp_path) == before
    (tmp_path / "a").write_text("2")
    os.utime(tmp_path / "a", (1, 1))
    assert inventory(tmp_path) != before


@posix
@pytest.mark.parametrize("kind", ["fifo", "socket"])
def test_nothing_that_somebody_could_speak_through_is_taken(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    if kind == "fifo":
        os.mkfifo("x")
    else:
        listener = socket.socket(socket.AF_UNIX)
        listener.bind("x")
        listener.close()
    with pytest.raises(CannotTake, match="no pipe, socket or device is taken"):
        inventory(tmp_path)
    with pytest.raises((CannotTake, OSError)):
        read_small(tmp_path / "x")
    with pytest.raises(CannotTake):
        read_inside(tmp_path, "x")


@posix
@pytest.mark.parametrize("target", ["/etc/passwd", "..", "../other", "/dev/zero"])
def test_a_link_that_leads_out_is_refused(tmp_path, target):
    folder = tmp_path / "ai"
    folder.mkdir()
    (tmp_path / "other").write_text("x")
    (folder / "link").symlink_to(target)
    with pytest.raises(CannotTake, match="leads out of its folder: put a copy"):
        inventory(folder)


@posix
def test_a_link_inside_is_taken_and_one_that_leads_to_itself_is_refused(tmp_path):
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").symlink_to("a")
    (tmp_path / "dangling").symlink_to("nothing")
    assert [(each.name, each.target) for each in inventory(tmp_path)] == [("a", None), ("b", "a")]
    (tmp_path / "c").symlink_to("d")
    (tmp_path / "d").symlink_to("c")
    with pytest.raises(CannotTake, match="cannot be read"):
        inventory(tmp_path)


@posix
def test_a_file_that_was_swapped_for_a_link_meanwhile_is_not_read(tmp_path):
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "ai"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a").write_text("1")
    inventory(folder)
    (folder / "sub" / "a").unlink()
    (folder / "sub").rmdir()
    (folder / "sub").symlink_to(tmp_path)
    with pytest.raises(CannotTake):
        read_inside(folder, "sub/secret")


def test_folders_within_folders_without_end_are_refused(tmp_path):
    tmp_path.joinpath(*["d"] * 70).mkdir(parents=True)
    with pytest.raises(CannotTake, match="more than 64 levels"):
        inventory(tmp_path)


def test_too_much_is_refused(tmp_path, monkeypatch):
    (tmp_path / "a").write_text("12345")
    monkeypatch.setattr(handed_in, "MOST_BYTES", 4)
    with pytest.raises(TooMuch, match="submit less"):
        inventory(tmp_path)
    monkeypatch.setattr(handed_in, "MOST_BYTES", 40)
    monkeypatch.setattr(handed_in, "MOST_FILES", 0)
    with pytest.raises(TooMuch, match="files: submit less"):
        inventory(tmp_path)
    with pytest.raises(CannotTake, match="too large"):
        read_inside(tmp_path, "a", 4)


@posix
def test_what_vanishes_or_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "a").write_text("1")
    (found,) = inventory(tmp_path)
    (tmp_path / "a").unlink()
    with pytest.raises(CannotTake, match="cannot be read"):
        read_inside(tmp_path, found.name)
    with pytest.raises(CannotTake, match="there is no folder"):
        inventory(tmp_path / "nobody")
    locked = tmp_path / "locked"
    locked.mkdir(0)
    if os.geteuid() != 0:
        with pytest.raises(CannotTake, match="cannot be read"):
            inventory(tmp_path)
    locked.chmod(0o700)


@posix
def test_a_plan_that_is_a_pipe_does_not_hold_anybody_up(tmp_path):
    os.mkfifo(tmp_path / "contest.toml")
    with pytest.raises(CannotTake, match="neither a file"):
        read_small(tmp_path / "contest.toml")
    with pytest.raises(CannotTake, match="neither a file"):
        read_small(tmp_path)


def test_the_head_of_a_folder_is_refused_and_leaves_nothing_open(tmp_path):
    """Every test would fail that leaves a descriptor open."""
    with pytest.raises(IsADirectoryError if os.name == "posix" else OSError):
        read_head(tmp_path, 10)
