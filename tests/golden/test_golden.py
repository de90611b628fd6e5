"""What people have kept is read to the same values, and written byte for byte."""

from pathlib import Path

import pytest
from golden import FILES, as_json, contest_files, told, write_all

from board_core.contest.store import Folder, read_contest

KEPT = sorted(path.name for path in FILES.iterdir())


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All the files, as they are written today."""
    folder = tmp_path_factory.mktemp("golden")
    write_all(folder)
    return folder


def test_all_that_is_written_is_kept_here(written: Path):
    assert sorted(path.name for path in written.iterdir()) == KEPT


@pytest.mark.parametrize("name", KEPT)
def test_a_file_is_written_byte_for_byte(written: Path, name: str):
    assert (written / name).read_bytes() == (FILES / name).read_bytes()


@pytest.mark.parametrize("name", [name for name in KEPT if name.endswith(".told.json")])
def test_a_journal_that_was_kept_is_read_to_the_same_values(name: str):
    journal = FILES / name.replace(".told.json", ".jsonl")
    assert as_json(told(journal)) == (FILES / name).read_bytes()


def test_a_contest_that_was_kept_is_read_to_the_same_pages_and_files(tmp_path: Path):
    folder = Folder(tmp_path)
    folder.state.mkdir()
    folder.journal.write_bytes((FILES / "contest.journal").read_bytes())
    for name, data in contest_files(read_contest(folder)):
        assert data == (FILES / name).read_bytes(), name
