"""Files that are written whole."""

import os
import stat
from pathlib import Path

import pytest

from board_core import whole_files
from board_core.whole_files import OWNER_ONLY, write_whole

not_on_windows = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    return path


def test_the_new_content_takes_the_place_of_the_old_and_nothing_else_is_left(file: Path):
    write_whole(file, b"new")
    assert file.read_bytes() == b"new"
    assert [*file.parent.iterdir()] == [file]


@pytest.mark.parametrize("death", [OSError("no space left"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_writer_that_dies_on_the_way_leaves_the_old_file_and_no_half(
    file: Path, monkeypatch: pytest.MonkeyPatch, death: BaseException, step: str
):
    def die(*_: object) -> None:
        raise death

    monkeypatch.setattr(whole_files.os, step, die)
    with pytest.raises(type(death)):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert [*file.parent.iterdir()] == [file]


def test_a_durable_file_is_on_the_disk_before_it_takes_its_name(
    file: Path, monkeypatch: pytest.MonkeyPatch
):
    done: list[str] = []
    for step in ("fsync", "replace"):
        real = getattr(os, step)
        monkeypatch.setattr(
            whole_files.os, step, lambda *a, s=step, r=real: (done.append(s), r(*a))
        )
    write_whole(file, b"new")
    write_whole(file, b"newer", durable=False)
    assert done == ["fsync", "replace", "replace"]


@not_on_windows
@pytest.mark.parametrize(("mode", "rights"), [(OWNER_ONLY, 0o600), (0o644, 0o644), (None, 0o640)])
def test_the_rights_are_those_that_are_given_or_those_of_the_umask(
    file: Path, monkeypatch: pytest.MonkeyPatch, mode: int | None, rights: int
):
    seen: list[int] = []
    replace = os.replace

    def look_before(source: Path, target: Path) -> None:
        seen.append(stat.S_IMODE(source.stat().st_mode))
        replace(source, target)

    monkeypatch.setattr(whole_files.os, "replace", look_before)
    old = os.umask(0o027)
    try:
        write_whole(file, b"new", mode=mode)
    finally:
        os.umask(old)
    assert seen == [rights]
    assert stat.S_IMODE(file.stat().st_mode) == rights


@not_on_windows
def test_a_link_is_replaced_and_what_it_leads_to_stays(file: Path):
    link = file.with_name("link")
    link.symlink_to(file)
    write_whole(link, b"new")
    assert file.read_bytes() == b"old"
    assert link.read_bytes() == b"new"
    assert not link.is_symlink()
