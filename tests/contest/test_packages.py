from __future__ import annotations

import io
import os
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from board_core.contest.packages import (
    BadPackage,
    RefusedFolder,
    located,
    pack,
    pack_player,
    unpack,
)
from board_core.match.player_spec import parse_player


def test_the_same_files_are_the_same_package_and_come_out_as_they_went_in(tmp_path):
    folder = tmp_path / "ada"
    (folder / "sub").mkdir(parents=True)
    (folder / "ai.py").write_text("print(1)")
    (folder / "sub" / "table.bin").write_bytes(bytes(range(256)))
    program = folder / "run.sh"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    package = pack(folder)
    assert set(package.files) == {"ai.py", "sub/table.bin", "run.sh"}
    os.utime(folder / "ai.py", (1, 1))
    assert pack(folder) == package

    home = unpack(package.sha256, package.data, tmp_path / "cache")
    assert (home / "sub" / "table.bin").read_bytes() == bytes(range(256))
    if os.name == "posix":
        assert os.access(home / "run.sh", os.X_OK)
        assert not os.access(home / "ai.py", os.X_OK) or os.geteuid() == 0
    assert unpack(package.sha256, package.data, tmp_path / "cache") == home
    assert [path.name for path in (tmp_path / "cache").iterdir()] == [package.sha256]


def test_one_byte_makes_another_package(tmp_path):
    (tmp_path / "ai.py").write_text("1")
    one = pack(tmp_path)
    (tmp_path / "ai.py").write_text("2")
    assert pack(tmp_path).sha256 != one.sha256


def test_what_tools_leave_lying_about_stays_there(tmp_path):
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "ai.pyc").write_bytes(b"x")
    (tmp_path / "ai.py").write_text("1")
    assert list(pack(tmp_path).files) == ["ai.py"]


def test_only_the_files_that_a_player_names(tmp_path):
    for name in ("ai.py", "weights.txt", "other.py"):
        (tmp_path / name).write_text(name)
    spec = parse_player("san:python3 ai.py weights.txt --depth 3", tmp_path)
    package = pack_player(spec, tmp_path)
    assert package is not None
    assert set(package.files) == {"ai.py", "weights.txt"}
    words = located(spec, tmp_path).command
    assert words == ("python3", str(tmp_path / "ai.py"), str(tmp_path / "weights.txt"), *words[3:])
    assert words[3:] == ("--depth", "3")
    assert pack_player(parse_player("random"), tmp_path) is None


def test_a_function_is_sought_in_the_folder(tmp_path):
    (tmp_path / "ai.py").write_text("def choose(board): ...")
    spec = parse_player("ai.py:choose", tmp_path)
    assert located(spec, tmp_path).function == (str(tmp_path / "ai.py"), "choose")


def test_bytes_that_have_changed_are_refused(tmp_path):
    (tmp_path / "ai.py").write_text("1")
    package = pack(tmp_path)
    with pytest.raises(BadPackage, match="changed on the way"):
        unpack(package.sha256, package.data + b"x", tmp_path / "cache")


@pytest.mark.parametrize("name", ["../out", "/out", "sub/../../out", "C:/out", "a\\..\\out"])
def test_a_package_that_reaches_out_is_refused_and_leaves_nothing(tmp_path, name: str):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        packed.writestr(name, b"x")
    data, cache = buffer.getvalue(), tmp_path / "in" / "cache"
    with pytest.raises(BadPackage, match="outside itself"):
        unpack(sha256(data).hexdigest(), data, cache)
    assert [path.name for path in tmp_path.rglob("*")] == ["in", "cache"]


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(BadPackage, match="there is no folder"):
        pack(tmp_path / "nobody")


def test_a_link_out_of_the_folder_is_no_way_to_get_at_other_files(tmp_path):
    folder = tmp_path / "ada"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "secret").write_text("x")
    (folder / "ai.py").write_text("1")
    link = folder / "sub" / "link"
    try:
        link.symlink_to(folder / "ai.py")
    except OSError:
        pytest.skip("this system does not let us make links")
    assert set(pack(folder).files) == {"ai.py", "sub/link"}
    for target in (tmp_path / "secret", tmp_path):
        link.unlink()
        link.symlink_to(target)
        with pytest.raises(BadPackage, match="leads out of its folder"):
            pack(folder)


@pytest.mark.skipif(os.name == "nt", reason="there are no such names")
@pytest.mark.parametrize("name", [b"a:b", b"a\\b", b"\xff"])
def test_what_could_not_be_unpacked_is_refused_when_it_is_packed(tmp_path, name: bytes):
    (tmp_path / os.fsdecode(name)).write_text("1")
    with pytest.raises(BadPackage, match="cannot be handed in"):
        pack(tmp_path)


def test_files_are_found_from_wherever_the_contest_is_run(tmp_path, monkeypatch):
    inside = tmp_path / "spring"
    inside.mkdir()
    for folder in (tmp_path, inside):
        (folder / "ai.py").write_text("1")
    monkeypatch.chdir(inside)
    for folder in (Path(), Path("../spring"), Path("../spring/../spring"), inside):
        spec = parse_player("san:ai.py --log x", folder)
        package = pack_player(spec, folder)
        assert package is not None
        assert list(package.files) == ["ai.py"]
        outside = parse_player("san:../ai.py", folder)
        assert pack_player(outside, folder) is None
        assert located(outside, folder).command == ("../ai.py",)


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_a_folder_that_is_a_link_to_anothers_is_refused(tmp_path):
    """As attack 2 had it."""
    (tmp_path / "entries" / "ada").mkdir(parents=True)
    (tmp_path / "entries" / "ada" / "ai.py").write_text("1")
    (tmp_path / "entries" / "bob").symlink_to("ada")
    (tmp_path / "short").symlink_to("entries")
    assert pack(tmp_path / "entries" / "ada", tmp_path).files
    for folder in ("entries/bob", "short/ada"):
        with pytest.raises(RefusedFolder, match="is a link: hand in the folder itself"):
            pack(tmp_path / folder, tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="there are no such files")
def test_pipes_and_links_without_end_are_refused_for_the_entrant(tmp_path):
    (tmp_path / "ai.py").write_text("1")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RefusedFolder, match="no pipe, socket or device"):
        pack(tmp_path)
    (tmp_path / "pipe").unlink()
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(RefusedFolder, match="cannot be read"):
        pack(tmp_path)


def test_a_file_called_as_an_interpreter_does_not_take_its_place(tmp_path):
    for name in ("ai.py", "python3"):
        (tmp_path / name).write_text("1")
    spec = located(parse_player("san:python3 ai.py", tmp_path), tmp_path)
    assert spec.command == ("python3", str(tmp_path / "ai.py"))
    assert spec.folder == tmp_path
