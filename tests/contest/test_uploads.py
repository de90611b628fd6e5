"""Zips and folders of strangers: what is taken, and what is refused with a reason."""

import stat
import zipfile
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_core.contest.packages import RefusedFolder, check_names
from board_core.contest.uploads import (
    LIST_ENTRY,
    MOST_UPLOADED_FILES,
    files_of_folder,
    files_of_zip,
    write_files,
)
from board_core.files.untrusted_files import MIB


def zipped(*files, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of pairs of a name, or a header, and data."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return buffer.getvalue()


def entry(name: str, mode: int) -> zipfile.ZipInfo:
    header = zipfile.ZipInfo(name)
    header.external_attr = mode << 16
    return header


def test_the_one_folder_around_it_and_litter_are_left_out(tmp_path):
    data = zipped(
        ("ada/main.py", "x"),
        ("ada/lib/help.py", "y"),
        ("__MACOSX/ada/._main.py", ""),
        ("ada/.DS_Store", ""),
        ("ada/.GIT/config", ""),
        ("ada/lib/.hg/hgrc", ""),
        ("ada/Thumbs.DB", ""),
        (entry("ada/run", stat.S_IFREG | 0o6755), "z"),
        ("ada/elf", b"\x7fELF"),
    )
    files = files_of_zip(data)
    assert set(files) == {"main.py", "lib/help.py", "run", "elf"}
    write_files(files, tmp_path)
    assert (tmp_path / "run").stat().st_mode & 0o7777 == 0o755
    assert (tmp_path / "elf").stat().st_mode & 0o7777 == 0o755
    assert (tmp_path / "main.py").stat().st_mode & 0o7777 == 0o644
    same = files_of_folder([("up/main.py", b"x"), ("up/lib/help.py", b"y")])
    assert set(same) == {"main.py", "lib/help.py"}


NAMES = (
    "../main.py",
    "/etc/passwd",
    "a/../../b.py",
    "a\\b.py",
    "C:/x.py",
    "con.py",
    "a\n.py",
    "\u202egnp.py",
    "a" * 300,
    "x/" * 80 + "a",
    "a.py.",
    ".",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_leads_out_or_that_not_every_system_has_is_refused(name):
    with pytest.raises(RefusedFolder):
        files_of_folder([("main.py", b""), (name, b"x")])
    with pytest.raises(RefusedFolder):
        files_of_zip(zipped(("main.py", ""), (name, "x")))


@pytest.mark.parametrize(
    "names",
    [
        ("a.py", "A.py"),
        ("a/b", "A/B"),
        ("a", "a/b"),
        ("A", "a/b"),
        ("\u00e9.py", "e\u0301.py"),
    ],
)
def test_two_files_that_are_one_on_some_system_are_refused(names):
    with pytest.raises(RefusedFolder):
        files_of_folder([("main.py", b""), *((name, b"") for name in names)])


@pytest.mark.parametrize("under", ["", "a/b/"])
@pytest.mark.parametrize(
    "names",
    [("HEAD", "objects/x", "refs/x"), ("head", "refs/y/z", "Objects/x"), ("HEAD", "commondir")],
)
def test_what_git_takes_for_a_repository_is_refused(names, under):
    files = [("main.py", b""), *((under + name, b"") for name in names)]
    with pytest.raises(RefusedFolder, match="repository"):
        files_of_folder(files)
    with pytest.raises(RefusedFolder, match="repository"):
        check_names(name for name, _ in files)
    assert files_of_folder([("main.py", b""), ("a/HEAD", b""), ("objects/x", b""), ("refs/x", b"")])


def test_two_files_of_one_name_are_refused():
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped(("main.py", "good"), ("main.py", "bad"))
    with pytest.raises(RefusedFolder, match="two files"):
        files_of_zip(data)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR, stat.S_IFSOCK])
def test_links_pipes_and_devices_are_refused(kind):
    data = zipped(("main.py", ""), (entry("other", kind | 0o777), "/etc/passwd"))
    with pytest.raises(RefusedFolder, match="only files"):
        files_of_zip(data)


def test_a_bomb_is_refused_before_it_is_unpacked():
    bomb = zipped(("main.py", ""), ("bomb", b"\0" * (4 * MIB)))
    with pytest.raises(RefusedFolder, match="more than 1 MiB"):
        files_of_zip(bomb, most=MIB)
    lying = bytearray(bomb)
    at = lying.rindex(LIST_ENTRY)
    lying[at + 24 : at + 28] = (1).to_bytes(4, "little")  # its size, as the list tells it
    with pytest.raises(RefusedFolder):
        files_of_zip(bytes(lying), most=MIB)


def test_many_files_are_refused_before_their_list_is_read():
    with pytest.raises(RefusedFolder, match="more than"):
        files_of_zip(LIST_ENTRY * (2 * MOST_UPLOADED_FILES + 1))
    with pytest.raises(RefusedFolder, match="more than"):
        files_of_folder((f"{n}.py", b"") for n in range(MOST_UPLOADED_FILES + 1))


def test_nothing_and_unusual_packings_are_refused():
    for data in (b"", b"PK", zipped(), b"import chess\n", zipped(("a/", ""))):
        with pytest.raises(RefusedFolder):
            files_of_zip(data)
    for how in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        with pytest.raises(RefusedFolder, match="unusual"):
            files_of_zip(zipped(("main.py", "x"), how=how))
    with pytest.raises(RefusedFolder):
        files_of_folder([])


WELL = zipped(("main.py", "print()\n" * 40), ("lib/a.txt", "x" * 100))


@settings(max_examples=150)
@given(st.lists(st.tuples(st.integers(0, len(WELL) - 1), st.integers(0, 255)), max_size=8))
def test_whatever_the_bytes_are_the_answer_is_files_or_a_refusal(changes):
    data = bytearray(WELL)
    for at, value in changes:
        data[at] = value
    try:
        files = files_of_zip(bytes(data))
    except RefusedFolder:
        return
    assert all(".." not in name and not name.startswith("/") for name in files)
