"""Find the pages and example programs: in the source tree, or as they were installed from it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

SOURCE_TREE = Path(__file__).parents[2]
INSTALLED_INDEX = "share/doc/the-chess-board/index.md"


def pages() -> Path | None:
    """Return the folder of the pages; None if they are not installed."""
    from importlib.metadata import PackageNotFoundError, files

    if (SOURCE_TREE / "mkdocs.yml").is_file():
        return SOURCE_TREE / "docs"
    try:
        found = files("the-chess-board") or []
    except PackageNotFoundError:
        return None
    installed = (file for file in found if file.as_posix().endswith(INSTALLED_INDEX))
    return next((Path(str(file.locate())).resolve().parent for file in installed), None)


@cache
def languages_folder() -> Path | None:
    """Return the folder of the program in each language; None if it is not installed."""
    if (folder := pages()) is None:
        return None
    places = (folder.parent / "examples" / "languages", folder / "languages")
    return next((place for place in places if place.is_dir()), None)
