"""Uploads of strangers: a zip, or the files of a folder, become the files of a submission.

Nothing is written before everything has been checked, and a zip's own lists are not trusted:
entries are counted before the list is read, and sizes while unpacking. A link or device in a zip is
refused; it could only have become a plain file anyway.
"""

from __future__ import annotations

import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath

from board_core.fast_dataclass import dataclass
from board_core.files.untrusted_files import DEEPEST_FOLDER, MIB, PASSED_OVER
from board_core.text.sentence import Sentence, say

from .packages import RefusedFolder, check_names

MOST_UPLOADED_FILES = 2_000
"""Files of one upload; a zip may list as many folders too."""

MOST_UNPACKED = 64 * MIB
"""Bytes of all files of an upload together; an organiser who allows larger uploads allows as much
unpacked."""

LITTER_NAMES = PASSED_OVER | {"__macosx", ".ds_store", "thumbs.db", "desktop.ini"}
"""Names of files and folders that systems and tools add, in any case; they are left out."""

LIST_ENTRY = b"PK\x01\x02"
"""The first bytes of each entry in a zip's list of its files."""

PACKED_HOW = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

ENCRYPTED_FLAG = 0x1

PROGRAM_STARTS = (b"#!", b"\x7fELF")
"""The first bytes of files that a system can run: zips of Windows do not tell which those are."""


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """One file of an upload."""

    data: bytes
    executable: bool


def files_of_zip(data: bytes, most: int = MOST_UNPACKED) -> dict[str, UploadedFile]:
    """Return the files of a stranger's zip, by their paths inside. Raises RefusedFolder."""
    if data.count(LIST_ENTRY) > 2 * MOST_UPLOADED_FILES:
        raise RefusedFolder(_too_many())
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _plain(_unpacked(archive, most))
    except (
        zipfile.BadZipFile,
        zlib.error,
        struct.error,
        EOFError,
        LookupError,
        OSError,
        RuntimeError,
        OverflowError,
    ):
        raise RefusedFolder(say("this is not a zip archive that can be read")) from None
    except ValueError as error:
        if isinstance(error, RefusedFolder):
            raise
        raise RefusedFolder(say("this is not a zip archive that can be read")) from None


def _unpacked(archive: zipfile.ZipFile, most: int) -> Iterable[tuple[str, UploadedFile]]:
    left = most
    for entry in archive.infolist():
        name = entry.orig_filename
        mode = entry.external_attr >> 16
        kind = stat.S_IFMT(mode)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise RefusedFolder(
                say("{path} is a link or a device: only files are taken", path=_shown(name))
            )
        if entry.is_dir() or _is_litter(name):
            continue
        if entry.flag_bits & ENCRYPTED_FLAG or entry.compress_type not in PACKED_HOW:
            raise RefusedFolder(
                say("{path} is encrypted, or packed in an unusual way", path=_shown(name))
            )
        with archive.open(entry) as packed:
            data = packed.read(left + 1)
        left -= len(data)
        if left < 0:
            raise RefusedFolder(
                say("this is more than {limit} MiB when unpacked", limit=most // MIB)
            )
        yield name, UploadedFile(data, bool(mode & stat.S_IXUSR) or _runs(data))


def files_of_folder(parts: Iterable[tuple[str, bytes]]) -> dict[str, UploadedFile]:
    """Return the files of an uploaded folder; browsers name each by its path in it.

    Raises RefusedFolder.
    """
    return _plain(
        (name, UploadedFile(data, _runs(data))) for name, data in parts if not _is_litter(name)
    )


def write_files(files: Mapping[str, UploadedFile], folder: Path) -> None:
    """Write checked files into an empty folder. Raises OSError."""
    for name, file in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
        path.chmod(0o755 if file.executable else 0o644)


def _plain(found: Iterable[tuple[str, UploadedFile]]) -> dict[str, UploadedFile]:
    """Return the files without the one folder that contains all. Raises RefusedFolder."""
    files = dict[str, UploadedFile]()
    for written, file in found:
        name = str(PurePosixPath(written))
        if name == ".":
            raise RefusedFolder(say("there is a file without a name"))
        if name in files:
            raise RefusedFolder(say("there are two files called {path}", path=_shown(name)))
        files[name] = file
        if len(files) > MOST_UPLOADED_FILES:
            raise RefusedFolder(_too_many())
    if not files:
        raise RefusedFolder(say("there are no files in it"))
    check_names(files)
    tops = {PurePosixPath(name).parts[0] for name in files}
    if len(tops) == 1 and all(len(PurePosixPath(name).parts) > 1 for name in files):
        files = {str(PurePosixPath(*PurePosixPath(n).parts[1:])): f for n, f in files.items()}
    check_names(files)
    _check_folders(files)
    return files


def _check_folders(names: Iterable[str]) -> None:
    """Check that nothing is a file and a folder at once, on any system. Raises RefusedFolder."""
    seen = {_alike(name) for name in names}
    if len(seen) < len(list(names)):
        raise RefusedFolder(say("two files have names that are the same on some systems"))
    for name in names:
        folders = [str(parent) for parent in PurePosixPath(name).parents][:-1]
        if len(folders) >= DEEPEST_FOLDER:
            raise RefusedFolder(say("{path} is in too many folders", path=_shown(name)))
        if any(_alike(folder) in seen for folder in folders):
            raise RefusedFolder(
                say("a folder of {path} is also the name of a file", path=_shown(name))
            )


def _alike(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _is_litter(name: str) -> bool:
    return not LITTER_NAMES.isdisjoint(PurePosixPath(name.casefold()).parts)


def _runs(data: bytes) -> bool:
    return data.startswith(PROGRAM_STARTS)


def _shown(name: str) -> str:
    return ascii(name[-100:])


def _too_many() -> Sentence:
    return say("there are more than {limit} files: submit less", limit=MOST_UPLOADED_FILES)
